/** Results of a sweep as one document. Equal sweeps give identical bytes, whichever job ran which part. */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';
import type { Problem } from '../scenario/problem.ts';
import type { Sweep } from './definition.ts';
import { type Values, valuesOfRun } from './metrics.ts';
import { pointCount } from './plan.ts';
import { readSweep } from './read.ts';

/** One run of the engine. */
export interface RunRecord {
  readonly point: number;
  /** From 0. */
  readonly replication: number;
  readonly seed: number;
  readonly fingerprint: string;
  readonly values: Values;
}

/** A point that cannot be simulated, with the reason. */
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

/** Runs by point, in the given order. */
export function runsByPoint(runs: readonly RunRecord[]): ReadonlyMap<number, readonly RunRecord[]> {
  const byPoint = new Map<number, RunRecord[]>();
  for (const run of runs) {
    const runsOfPoint = byPoint.get(run.point);
    if (runsOfPoint) runsOfPoint.push(run);
    else byPoint.set(run.point, [run]);
  }
  return byPoint;
}

/** The document of some runs, in canonical order. */
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

/** Why parts cannot be merged: not results, another sweep or engine, or contradictory results for one run. */
export type MergeFault = 'SWP-07' | 'SWP-09' | 'SWP-10';

/** Merges parts of one sweep; a run in several parts must be identical. */
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
    for (const gap of Array.isArray(document.gaps) ? document.gaps : []) gaps.set(gap.point, gap);
  }
  if (!isResults(first)) return { fault: 'SWP-07', part: 0 };
  return resultsOf(first.sweep, first.engineVersion, [...runs.values()], [...gaps.values()]);
}

/** Whether a JSON value has the form of results. */
export const isResults = (value: unknown): value is SweepResults =>
  typeof value === 'object' &&
  value !== null &&
  'roundtrip' in value &&
  value.roundtrip === 'sweepResults' &&
  'runs' in value &&
  Array.isArray(value.runs);

/** Maximum size of a results file, bytes: about 60,000 runs. */
export const MAX_RESULTS_BYTES = 256 * 1024 * 1024;

/** Approximate file size of results, bytes. */
export const resultsBytes = (runs: readonly RunRecord[]): number =>
  runs.length * (JSON.stringify(runs[0])?.length ?? 0);

/** Reasons of gaps that only a run detects; others are re-derived from the definition. */
const OF_RUNS: readonly string[] = ['ENG-01', 'ENG-02', 'ENG-04'];

/** Validates untrusted results of a file, or returns why they cannot be shown. */
export function readResults(document: SweepResults): {
  readonly results: SweepResults | undefined;
  readonly problems: readonly Problem[];
} {
  const refused = (...problems: Problem[]) => ({ results: undefined, problems });
  const version: unknown = document.version;
  if (version !== 1)
    return refused({ code: 'SWP-06', path: 'version', value: JSON.stringify(version) ?? '', max: 1 });
  const { sweep, problems } = readSweep(document.sweep);
  if (!sweep) return refused(...problems);
  const points = pointCount(sweep);
  const wrong = document.runs.findIndex((run: unknown) => !isRecord(run, points, sweep.seeds));
  if (wrong >= 0) return refused({ code: 'SWP-11', path: `runs.${wrong}` });
  const merged = merge([document]);
  if ('fault' in merged) return refused({ code: merged.fault, path: 'runs' });
  const gaps = merged.gaps.filter(
    ({ point, problem }) => isWhole(point, points - 1) && OF_RUNS.includes(problem?.code),
  );
  return {
    results: {
      ...merged,
      sweep,
      engineVersion: String(document.engineVersion),
      gaps: gaps.map(({ point, problem }) => ({ point, problem: { code: problem.code, path: '' } })),
    },
    problems: [],
  };
}

const isWhole = (value: unknown, max: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max;

function isRecord(value: unknown, points: number, seeds: number): value is RunRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { point, replication, seed, fingerprint, values } = value as Partial<RunRecord>;
  return (
    isWhole(point, points - 1) &&
    isWhole(replication, seeds - 1) &&
    isWhole(seed, Number.MAX_SAFE_INTEGER) &&
    typeof fingerprint === 'string' &&
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).every((number) => number === undefined || Number.isFinite(number))
  );
}

/** Values of a metric at a point by replication; undefined if missing. */
export function replicationsOf(
  runs: readonly RunRecord[],
  point: number,
  metric: string,
): (number | undefined)[] {
  const values: (number | undefined)[] = [];
  for (const run of runs) if (run.point === point) values[run.replication] = run.values[metric];
  return Array.from(values);
}
