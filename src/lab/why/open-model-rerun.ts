/** The same system for users who come on time: B becomes one side, asked as often, by whoever does not wait for others' answers. */
import type { SideName } from '../../model/scenario/problem.ts';
import { run } from '../run/run-state.ts';
import { copySide, edit, swapSides } from '../settings/edit.ts';
import { experiment } from '../settings/experiment-state.ts';

/** What was a closed loop on `side` is A then, and the same with an open workload of its throughput is B. */
export async function rerunAsOpenModel(side: SideName): Promise<void> {
  const arrivals = experiment.getState()[side]?.scenario.workload?.arrivals;
  const perSec = run.getState()[side].summary?.throughput.perSec;
  if (arrivals?.kind !== 'closed' || arrivals.callers === undefined || !perSec) return;
  if (side === 'b') swapSides();
  copySide('a');
  // Three digits: a rate that a person can read and change.
  const ratePerSec = Number(perSec.toPrecision(3));
  await edit(['b'], { 'workload.arrivals': { kind: 'open', ratePerSec, callers: arrivals.callers } });
}
