/**
 * Simulates the named runs of a lesson one after the other in a separate worker, for the figures in its
 * texts.
 */

import { closeEngine, engine, engineProblem } from '../../lab/run/engines.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import type { Point } from '../lessons/figures.ts';
import { type Runs, recipeOf, variantsOf } from '../lessons/runs.ts';
import { learn } from './learn-state.ts';
import { baseOf, completed } from './stage.ts';

/** Wall time of one slice, ms. */
const SLICE_MS = 40;

/** The newest call; older ones stop. */
let newest = 0;

/** Simulates all, unless the lesson is left or its runs change. */
export async function countRuns(runs: Runs, names: readonly string[]): Promise<void> {
  const { id } = learn.getState();
  const token = ++newest;
  const isWanted = () => learn.getState().id === id && token === newest;
  try {
    for (const name of names) {
      if (!isWanted()) return;
      const points = await countRun(runs, name, isWanted);
      if (points && isWanted())
        learn.setState(({ results }) => ({ results: { ...results, [name]: points } }));
    }
    if (isWanted()) learn.setState({ isCounted: true });
  } catch (error) {
    if (isWanted()) learn.setState({ failure: engineProblem(error) });
  } finally {
    if (isWanted()) closeEngine('lesson');
  }
}

/**
 * Simulates one named run in the lessons' worker.
 * @returns undefined when it is no longer wanted
 */
export async function countRun(
  runs: Runs,
  name: string,
  isWanted: () => boolean,
): Promise<Point[] | undefined> {
  const recipe = recipeOf(runs, name);
  const points: Point[] = [];
  for (const { key, scenario } of variantsOf(recipe, await baseOf(recipe.preset))) {
    const summary = await countOne(scenario, isWanted);
    if (!summary) return undefined;
    points.push({ key, summary });
  }
  return points;
}

async function countOne(partial: unknown, isWanted: () => boolean): Promise<Summary | undefined> {
  const scenario = await completed(partial);
  if (!isWanted()) return undefined;
  await engine('lesson').open(scenario, false);
  while (isWanted()) {
    const { done, summary } = await engine('lesson').finish(SLICE_MS);
    if (done) return summary;
  }
  return undefined;
}
