/** The answer of each system of an experiment about a size. */
import { type Answer, answerOf, isSize } from '../model/sweep/answer.ts';
import { betterOf } from '../model/sweep/metrics.ts';
import { numbered } from '../model/sweep/plan.ts';
import { replicationsOf, runsByPoint } from '../model/sweep/results.ts';
import type { SweepRun } from './sweep-state.ts';

/** What charts and answers need of a run. */
export type Results = Pick<SweepRun, 'sweep' | 'runs' | 'gaps'>;

/** By system; undefined unless one size varies, and before every place has been run. */
export function answersOf({ sweep, runs, gaps }: Results, metric: string): readonly (Answer | undefined)[] {
  const [axis, second] = sweep.axes;
  const better = betterOf(metric);
  if (!axis || second || !better || !isSize(axis)) return [];
  const byPoint = runsByPoint(runs);
  const isTried = (point: number) => byPoint.has(point) || gaps.some((gap) => gap.point === point);
  const places = numbered(sweep);
  return sweep.series.map((_, series) => {
    const points = places.flatMap((place) => (place.series === series ? [place.index] : []));
    if (!points.every(isTried)) return undefined;
    return answerOf(
      points.map((point) => replicationsOf(byPoint.get(point) ?? [], point, metric)),
      better,
    );
  });
}
