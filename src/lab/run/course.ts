/**
 * The run of each side: its scenario from the start or, if B is a branch of A, A until the branch. A may be a
 * branch itself.
 */
import { type Course, courseMeasuredFrom, courseThrough } from '../../model/scenario/course.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { experiment, legsOf } from '../settings/experiment-state.ts';
import { shownProcess } from './shown-process.ts';

/**
 * The run of a side for display or for measurement, which excludes the part before a branch. A promise only
 * with a branch, whose code may have to load.
 */
export function courseOf(side: SideName, use: 'shown' | 'counted'): Course | undefined {
  const state = experiment.getState();
  const { a, b, branchNs } = state;
  const scenario = { a, b }[side]?.scenario;
  const process = shownProcess.getState()[side];
  if (!scenario || !a || branchNs === undefined) return scenario && { scenario, process };
  const course = courseThrough(legsOf(state, side), scenario);
  return use === 'shown' ? { ...course, process } : courseMeasuredFrom(course, branchNs);
}
