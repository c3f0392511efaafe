/** The same system under an open workload: B gets arrivals at the throughput of the closed loop. */
import type { SideName } from '../../model/scenario/problem.ts';
import { run } from '../run/run-state.ts';
import { copySide, edit, swapSides } from '../settings/edit.ts';
import { experiment } from '../settings/experiment-state.ts';

/** Puts the closed loop of `side` on A, and the same system with an open workload of its throughput on B. */
export async function rerunAsOpenModel(side: SideName): Promise<void> {
  const arrivals = experiment.getState()[side]?.scenario.workload?.arrivals;
  const perSec = run.getState()[side].summary?.throughput.perSec;
  if (arrivals?.kind !== 'closed' || arrivals.callers === undefined || !perSec) return;
  if (side === 'b') swapSides();
  copySide('a');
  // Three digits: a rate that is easy to read and edit.
  const ratePerSec = Number(perSec.toPrecision(3));
  await edit(['b'], { 'workload.arrivals': { kind: 'open', ratePerSec, callers: arrivals.callers } });
}
