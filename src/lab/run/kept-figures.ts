/** Summaries of runs for comparisons: from this browser's cache, or simulated and cached. */
import type { Course } from '../../model/scenario/course.ts';
import { type Figures, figuresOf } from '../../model/sweep/effects.ts';
import { valuesOfRun } from '../../model/sweep/metrics.ts';
import type { Pool } from '../../model/workers/pool.ts';
import { type keepRuns, knownRuns, runKey } from './sweep-cache.ts';

export type KeptEntry = Parameters<typeof keepRuns>[0][number];

/** Cache key of a run; a run with mid-run changes is not cached. */
const keyOf = async ({ scenario, changes }: Course): Promise<string | undefined> =>
  changes ? undefined : runKey(scenario);

/** Cached summaries of the runs, in their order. */
export async function knownFigures(courses: readonly Course[]): Promise<(Figures | undefined)[]> {
  const keys = await Promise.all(courses.map(keyOf));
  const found = await knownRuns(keys);
  return keys.map((key, index) => {
    const values = key === undefined ? undefined : found[index]?.values;
    return values && figuresOf(values);
  });
}

export interface RanFigures {
  readonly figures: Figures;
  readonly elapsedMs: number;
  /** The cache entry, if it can be cached. */
  readonly entry: KeptEntry | undefined;
}

/** Runs a course to its end. */
export async function runFigures(pool: Pool, course: Course): Promise<RanFigures> {
  const { summary, elapsedMs } = await pool.run(course.scenario, course.changes);
  const values = valuesOfRun(course.scenario, summary);
  const { fingerprint, engineVersion } = summary;
  const key = await keyOf(course);
  const record = { seed: course.scenario.seed, fingerprint, values, engineVersion };
  return { figures: figuresOf(values), elapsedMs, entry: key === undefined ? undefined : [key, record] };
}
