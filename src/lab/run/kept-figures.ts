/** The figures of runs for comparisons: fetched from what this browser has kept, or run and kept. */
import type { Course } from '../../model/scenario/course.ts';
import { type Figures, figuresOf } from '../../model/sweep/effects.ts';
import { valuesOfRun } from '../../model/sweep/metrics.ts';
import type { Pool } from '../../model/workers/pool.ts';
import { type keepRuns, knownRuns, runKey } from './sweep-cache.ts';

export type KeptEntry = Parameters<typeof keepRuns>[0][number];

/** By which this browser keeps a run; one that changes on its way is not kept. */
const keyOf = async ({ scenario, changes }: Course): Promise<string | undefined> =>
  changes ? undefined : runKey(scenario);

/** Those of the runs that have been kept, in their places. */
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
  /** What is to be kept of it, where it can be. */
  readonly entry: KeptEntry | undefined;
}

/** Runs a course to its end. */
export async function runFigures(pool: Pool, course: Course): Promise<RanFigures> {
  const { summary, elapsedMs } = await pool.run(course.scenario, course.changes);
  const values = valuesOfRun(course.scenario, summary);
  const { fingerprint, engineVersion } = summary;
  const key = await keyOf(course);
  const kept = { seed: course.scenario.seed, fingerprint, values, engineVersion };
  return { figures: figuresOf(values), elapsedMs, entry: key === undefined ? undefined : [key, kept] };
}
