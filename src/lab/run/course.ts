/** What each side runs: its scenario from the beginning, or, when B is a branch of A, A until the branch; A may be one itself. */
import { type Course, countedFrom, courseThrough } from '../../model/scenario/course.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { experiment, legsOf } from '../settings/experiment-state.ts';

/**
 * The run of a side as it is shown, or as it is counted: what was before a branch is the same on both sides, and is not
 * measured. A promise only where there is a branch, whose part of the page may have to be loaded.
 */
export function courseOf(side: SideName, use: 'shown' | 'counted'): Course | undefined {
  const state = experiment.getState();
  const { a, b, branchNs } = state;
  const scenario = { a, b }[side]?.scenario;
  if (!scenario || !a || branchNs === undefined) return scenario && { scenario };
  const course = courseThrough(legsOf(state, side), scenario);
  return use === 'shown' ? course : countedFrom(course, branchNs);
}
