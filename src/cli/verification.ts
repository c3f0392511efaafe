/** Advice against reality: a configuration before and after its change, with the real client on a real Redis. */
import type { Bridge } from '../bridge/client.ts';
import type { LibraryName } from '../bridge/workload/library.ts';
import { realRunsOver } from '../live/calibration/measuring.ts';
import { applyEdits } from '../model/scenario/apply-edits.ts';
import type { Scenario } from '../model/scenario/generated/scenario.ts';
import { getAt, type Json } from '../model/scenario/patch.ts';
import type { Estimate } from '../model/sweep/statistics.ts';
import { UNCERTAINTY } from '../system/advice/robust.ts';

/** Length of one real run after its warm-up, s. */
const SECONDS = 1.5;
const WARMUP_SECONDS = 0.5;

/** Cores that other programs may use before a measurement says nothing about the advice. */
export const QUIET_CORES = 0.25;

/** Limits of waits, ms. Node's clients run without those of a reply. */
const REPLY_LIMITS = ['client.io.replyTimeoutMs', 'client.io.socketTimeoutMs'];

/** The scenario without limits that are longer than a real run: they have no effect in it. */
export function withinRun(scenario: Scenario): Scenario {
  const longest = (WARMUP_SECONDS + SECONDS) * 1000;
  const idle = REPLY_LIMITS.filter((path) => Number(getAt(scenario, path) ?? 0) >= longest);
  const edits = Object.fromEntries(idle.map((path) => [path, 0]));
  return applyEdits(scenario as unknown as Json, edits) as unknown as Scenario;
}

/** A factor of throughput, with its interval where there is one. */
export interface Gain {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** The predicted gain in throughput: the intervals of both predictions, and the error of costs that the advice states. */
export function predictedGain(before: Estimate, after: Estimate): Gain {
  const [from, to] = [before.half ?? 0, after.half ?? 0];
  return {
    mean: after.mean / before.mean,
    low: (after.mean - to) / (before.mean + from) / UNCERTAINTY.costs,
    high: ((after.mean + to) / (before.mean - from)) * UNCERTAINTY.costs,
  };
}

/** What the real client did. */
export interface MeasuredGain {
  /** Requests a second, medians of the rounds. */
  readonly before: number;
  readonly after: number;
  /** `after / before`, and of single rounds the least and the largest. */
  readonly gain: Gain;
  /** Cores that other programs used, a median. */
  readonly othersCores: number;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

export interface MeasuringOptions {
  /** Undefined: a client of Node, as the scenario has it. */
  readonly library: LibraryName | undefined;
  readonly rounds: number;
  /** Told before each run, from 1. */
  readonly onRun?: (run: number) => void;
}

/** Measures both configurations by turns. Rejects with `NothingMeasured` if one does not complete. */
export async function measuredGain(
  bridge: Bridge,
  before: Scenario,
  after: Scenario,
  { library, rounds, onRun }: MeasuringOptions,
): Promise<MeasuredGain> {
  const run = realRunsOver(bridge);
  const rates: { before: number[]; after: number[] } = { before: [], after: [] };
  const others: number[] = [];
  for (let round = 0; round < rounds; round++)
    for (const [name, scenario] of Object.entries({ before, after })) {
      onRun?.(2 * round + (name === 'before' ? 1 : 2));
      const { measured } = await run({
        ...{ scenario, seconds: SECONDS, warmupSeconds: WARMUP_SECONDS },
        ...(library && { driver: library }),
      });
      rates[name as keyof typeof rates].push(measured.summary?.throughput.perSec ?? 0);
      others.push(measured.othersCores ?? 0);
    }
  const gains = rates.after.map((rate, round) => rate / (rates.before[round] ?? Number.NaN));
  const [from, to] = [median(rates.before), median(rates.after)];
  return {
    ...{ before: from, after: to, othersCores: median(others) },
    gain: { mean: to / from, low: Math.min(...gains), high: Math.max(...gains) },
  };
}
