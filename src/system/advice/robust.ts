/**
 * How far the advice holds: the load, the costs of the machine and the round trip are scaled until the goal is broken. The
 * stated uncertainty of each says what must be covered.
 */
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import type { PairedRuns } from '../../model/sweep/paired-runs.ts';
import type { Normalize } from '../../model/sweep/plan.ts';
import { runUntilDecided } from './adaptive-replications.ts';
import type { Goal } from './goal.ts';
import { outcomeOf } from './outcome.ts';

export type Uncertain = 'load' | 'costs' | 'rtt';

/**
 * Factor of uncertainty, up and down. Costs: the largest error of throughput that the project accepts for a group of
 * measurements is 40 %. Load and round trip vary in a day by a quarter.
 */
export const UNCERTAINTY: Readonly<Record<Uncertain, number>> = { load: 1.25, costs: 1.4, rtt: 1.25 };

export interface Robustness {
  readonly what: Uncertain;
  /** Factors between which the goal is met, with 1 among them; null: it is not met at 1. */
  readonly holdsFrom: number | null;
  readonly holdsTo: number | null;
  /** The lowest and the highest factor that were tried. */
  readonly triedFrom: number;
  readonly triedTo: number;
  /** The stated uncertainty, as a factor, and whether the goal is met over all of it. */
  readonly uncertainty: number;
  readonly isCovered: boolean;
}

const FACTORS = [0.5, 0.7, 0.8, 1.25, 1.4, 2, 3] as const;

/** A scenario with one quantity scaled; undefined if it has none. */
function scaled(
  { workload: { arrivals }, costs, network }: Scenario,
  what: Uncertain,
  by: number,
): Edits | undefined {
  switch (what) {
    case 'load':
      return arrivals.kind === 'open'
        ? { 'workload.arrivals.ratePerSec': arrivals.ratePerSec * by }
        : { 'workload.arrivals.callers': Math.max(1, Math.round(arrivals.callers * by)) };
    case 'costs':
      return { 'costs.cpuFactor': costs.cpuFactor * by };
    case 'rtt':
      return network.rttUs > 0 ? { 'network.rttUs': network.rttUs * by } : undefined;
  }
}

/** The worst of all stated uncertainties at once: more load, slower code, a longer round trip. */
export const worstEdits = (
  scenario: Scenario,
  uncertainty: Readonly<Record<Uncertain, number>> = UNCERTAINTY,
): Edits =>
  Object.assign(
    {},
    ...(['load', 'costs', 'rtt'] as const).map((what) => scaled(scenario, what, uncertainty[what]) ?? {}),
  );

export interface RobustInput {
  readonly scenario: Scenario;
  readonly goal: Goal;
  readonly runs: PairedRuns;
  readonly normalize: Normalize;
  /** Most replications of each point. */
  readonly seeds: number;
  readonly uncertainty?: Readonly<Record<Uncertain, number>>;
  readonly onRun: () => void;
  readonly isStopped: () => boolean;
}

/** One quantity in one direction, from the factor nearest to 1 outwards. */
interface Side {
  readonly what: Uncertain;
  readonly points: readonly { readonly by: number; readonly scenario: Scenario }[];
  /** Index of the stated uncertainty, which is run first. */
  readonly edge: number;
  /** Index of the last factor that is known to meet the goal, and of the first that is known to miss it. */
  met: number;
  missed: number;
}

const WHAT: readonly Uncertain[] = ['load', 'costs', 'rtt'];

/**
 * For each uncertain quantity, where the goal holds. Each side is halved: between a factor that meets the goal and 1 it is
 * met. Quantities that the scenario lacks are left out.
 */
export async function robustness(input: RobustInput): Promise<Robustness[]> {
  const { scenario, goal, runs, seeds, uncertainty = UNCERTAINTY, onRun, isStopped } = input;
  const isMet = (at: Scenario) => outcomeOf(runs, goal, at, {})?.isMet ?? false;
  const decide = { goal, runs, seeds, onRun };
  await runUntilDecided([scenario], decide);
  const holds = isMet(scenario);
  const sides = (
    await Promise.all(WHAT.flatMap((what) => [sideOf(input, what, 'down'), sideOf(input, what, 'up')]))
  ).filter(({ points }) => points.length > 0);
  for (let isFirst = true; holds && !isStopped(); isFirst = false) {
    const open = sides.filter(({ met, missed }) => met + 1 < missed);
    if (open.length === 0) break;
    const probes = open.map((side) => ({
      side,
      index: isFirst ? side.edge : Math.floor((side.met + side.missed) / 2),
    }));
    const scenarioAt = ({ side, index }: (typeof probes)[number]) => side.points[index]?.scenario ?? scenario;
    await runUntilDecided(probes.map(scenarioAt), decide);
    if (isStopped()) break;
    for (const probe of probes) probe.side[isMet(scenarioAt(probe)) ? 'met' : 'missed'] = probe.index;
  }
  return WHAT.flatMap((what): Robustness[] => {
    const own = sides.filter((side) => side.what === what);
    if (own.length === 0) return [];
    const reached = own.map(({ points, met }) => points[met]?.by ?? 1);
    const tried = own.map(({ points }) => points.at(-1)?.by ?? 1);
    const factor = uncertainty[what];
    const [from, to] = [Math.min(1, ...reached), Math.max(1, ...reached)];
    return [
      {
        ...{ what, holdsFrom: holds ? from : null, holdsTo: holds ? to : null, uncertainty: factor },
        ...{ triedFrom: Math.min(1, ...tried), triedTo: Math.max(1, ...tried) },
        isCovered: holds && from <= 1 / factor && to >= factor,
      },
    ];
  });
}

async function sideOf(
  { scenario, normalize, uncertainty = UNCERTAINTY }: RobustInput,
  what: Uncertain,
  direction: 'down' | 'up',
): Promise<Side> {
  const isDown = direction === 'down';
  const edge = isDown ? 1 / uncertainty[what] : uncertainty[what];
  const factors = [...new Set([...FACTORS, edge])]
    .filter((by) => (isDown ? by < 1 : by > 1))
    .sort((a, b) => (isDown ? b - a : a - b));
  const points: { by: number; scenario: Scenario }[] = [];
  for (const by of factors) {
    const edits = scaled(scenario, what, by);
    const changed = edits && (await normalize(applyEdits(scenario, edits))).scenario;
    if (changed) points.push({ by, scenario: changed });
  }
  const at = points.findIndex(({ by }) => by === edge);
  return { what, points, edge: Math.max(0, at), met: -1, missed: points.length };
}
