/** What a sweep has shown so far, as one document: equal sweeps give equal bytes, whoever ran which part of them. */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';
import type { Problem } from '../scenario/problem.ts';
import type { Sweep } from './definition.ts';
import { type Values, valuesOfRun } from './metrics.ts';

/** One run of the engine. */
export interface RunRecord {
  readonly point: number;
  /** From 0. */
  readonly replication: number;
  readonly seed: number;
  readonly fingerprint: string;
  readonly values: Values;
}

/** A point that cannot be simulated, and why. */
export interface Gap {
  readonly point: number;
  readonly problem: Problem;
}

export interface SweepResults {
  readonly roundtrip: 'sweepResults';
  readonly version: 1;
  readonly engineVersion: string;
  readonly sweep: Sweep;
  /** By point, then by replication. */
  readonly runs: readonly RunRecord[];
  readonly gaps: readonly Gap[];
}

export const recordOf = (
  task: Pick<RunRecord, 'point' | 'replication'>,
  scenario: Scenario,
  summary: Summary,
): RunRecord => ({
  point: task.point,
  replication: task.replication,
  seed: scenario.seed,
  fingerprint: summary.fingerprint,
  values: valuesOfRun(scenario, summary),
});

/** Runs by their point, in the order in which they are given. */
export function runsByPoint(runs: readonly RunRecord[]): ReadonlyMap<number, readonly RunRecord[]> {
  const byPoint = new Map<number, RunRecord[]>();
  for (const run of runs) {
    const own = byPoint.get(run.point);
    if (own) own.push(run);
    else byPoint.set(run.point, [run]);
  }
  return byPoint;
}

/** The document of some runs, in its own order whatever order they ended in. */
export function resultsOf(
  sweep: Sweep,
  engineVersion: string,
  runs: readonly RunRecord[],
  gaps: readonly Gap[],
): SweepResults {
  return {
    roundtrip: 'sweepResults',
    version: 1,
    engineVersion,
    sweep,
    runs: [...runs].sort((a, b) => a.point - b.point || a.replication - b.replication),
    gaps: [...gaps]
      .map(({ point, problem: { detail: _, ...problem } }) => ({ point, problem }))
      .sort((a, b) => a.point - b.point),
  };
}

export const resultsText = (results: SweepResults): string => `${JSON.stringify(results)}\n`;

/** Why parts do not make a whole: no results, of another sweep or engine, with another result for the same run. */
export type MergeFault = 'SWP-07' | 'SWP-09' | 'SWP-10';

/** Parts of one sweep as one; a run that several parts have must be the same run in each. */
export function merge(parts: readonly unknown[]): SweepResults | { fault: MergeFault; part: number } {
  const [first] = parts;
  const runs = new Map<string, RunRecord>();
  const gaps = new Map<number, Gap>();
  for (const [part, document] of parts.entries()) {
    if (!isResults(document) || !isResults(first)) return { fault: 'SWP-07', part };
    if (JSON.stringify(document.sweep) !== JSON.stringify(first.sweep)) return { fault: 'SWP-09', part };
    if (document.engineVersion !== first.engineVersion) return { fault: 'SWP-09', part };
    for (const run of document.runs) {
      const key = `${run.point} ${run.replication}`;
      const known = runs.get(key);
      if (known && known.fingerprint !== run.fingerprint) return { fault: 'SWP-10', part };
      runs.set(key, run);
    }
    for (const gap of document.gaps) gaps.set(gap.point, gap);
  }
  if (!isResults(first)) return { fault: 'SWP-07', part: 0 };
  return resultsOf(first.sweep, first.engineVersion, [...runs.values()], [...gaps.values()]);
}

const isResults = (value: unknown): value is SweepResults =>
  typeof value === 'object' &&
  value !== null &&
  'roundtrip' in value &&
  value.roundtrip === 'sweepResults' &&
  'runs' in value &&
  Array.isArray(value.runs);

/** The values of a metric at a point by replication; undefined where a replication is missing or has none. */
export function replicationsOf(
  runs: readonly RunRecord[],
  point: number,
  metric: string,
): (number | undefined)[] {
  const values: (number | undefined)[] = [];
  for (const run of runs) if (run.point === point) values[run.replication] = run.values[metric];
  return Array.from(values);
}
