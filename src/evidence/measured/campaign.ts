/** Campaigns: measurements by `npm run campaign`, with machine, date and every round. One file each in `campaigns`. */
import type { Machine } from '../../bridge/protocol.ts';
import type { Json } from '../../model/scenario/patch.ts';
import type { MeasuredValue } from '../predict/row.ts';
import { median } from '../predict/statistics.ts';

/** One measurement. Null: not known here. */
export interface CampaignMeasurement {
  readonly perSec: number;
  readonly meanUs: number;
  readonly p99Us: number | null;
  /** CPU time of the client's process and of Redis per request. */
  readonly clientCpuUs: number | null;
  readonly serverCpuUs: number | null;
  readonly voluntarySwitchesPerRequest: number | null;
  readonly serverReadsPerRequest: number | null;
  /** Cores that neither client, bridge nor Redis used. */
  readonly othersCores: number | null;
  readonly warmupUs: number;
  readonly isSteady: boolean | null;
  /** Codes of remarks. */
  readonly remarks: readonly string[];
}

/** One configuration, with the scenario that the model runs for it. */
export interface CampaignConfiguration {
  readonly id: string;
  /** The first configuration of a group is the reference of its ratios. */
  readonly group: string;
  readonly library: string;
  readonly version: string;
  /** Workload, client and network, with what the library decides itself. */
  readonly scenario: Json;
}

/** A round measures every configuration once, in an order of its own. */
export interface CampaignRound {
  readonly startedAt: string;
  readonly order: readonly string[];
  readonly measurements: Readonly<Record<string, CampaignMeasurement>>;
}

export interface Campaign {
  readonly format: 'roundtrip-campaign';
  readonly version: 1;
  readonly measuredAt: string;
  readonly machine: Machine;
  readonly redis: { readonly version: string };
  /** `free`: client and Redis share all cores, as the kernel places them. `oneCore`: both are pinned to one. */
  readonly placement: 'free' | 'oneCore';
  readonly secondsEach: number;
  /** Seed of the orders. */
  readonly seed: number;
  readonly configurations: readonly CampaignConfiguration[];
  readonly rounds: readonly CampaignRound[];
}

const files = import.meta.glob<Campaign>('./campaigns/*.json', { eager: true, import: 'default' });

/** All stored campaigns by the names of their files, oldest first. */
export const campaigns: readonly (Campaign & { readonly id: string })[] = Object.entries(files)
  .map(([path, campaign]) => ({ id: path.slice('./campaigns/'.length, -'.json'.length), ...campaign }))
  .sort((left, right) => (left.measuredAt < right.measuredAt ? -1 : 1));

/** Requests per second of a configuration: median and range of the rounds. Undefined if no round has it. */
export function rateOf({ rounds }: Campaign, id: string): MeasuredValue | undefined {
  const rates = rounds.flatMap(({ measurements }) => measurements[id]?.perSec ?? []);
  if (rates.length === 0) return undefined;
  return { value: median(rates), low: Math.min(...rates), high: Math.max(...rates) };
}

/**
 * How much the machine changed during a campaign: the median over all configurations of the last round's rate
 * relative to the first's, −1. NaN with one round.
 */
export function driftOf({ rounds, configurations }: Campaign): number {
  const [first, last] = [rounds[0], rounds.at(-1)];
  if (!first || !last || first === last) return Number.NaN;
  const ratios = configurations.flatMap(({ id }) => {
    const [before, after] = [first.measurements[id]?.perSec, last.measurements[id]?.perSec];
    return before && after ? [after / before] : [];
  });
  return median(ratios) - 1;
}

/** Scatter of the rounds: median over the configurations of (highest − lowest) / median. */
export const scatterOf = (campaign: Campaign): number =>
  median(
    campaign.configurations.flatMap(({ id }) => {
      const rate = rateOf(campaign, id);
      return rate ? [(rate.high - rate.low) / rate.value] : [];
    }),
  );
