/** The same system for users who come on time: B becomes one side, asked as often, by whoever does not wait for others' answers. */
import type { SideName } from '../scenario/problem.ts';
import { experiment } from '../stores/experiment.ts';
import { run } from '../stores/run.ts';
import { copySide } from './copy-side.ts';
import { edit, swapSides } from './edit.ts';

/** What was a closed loop on `side` is A then, and the same with an open workload of its throughput is B. */
export async function askOnTime(side: SideName): Promise<void> {
  const arrivals = experiment.getState()[side]?.scenario.workload?.arrivals;
  const perSec = run.getState()[side].summary?.throughput.perSec;
  if (arrivals?.kind !== 'closed' || arrivals.callers === undefined || !perSec) return;
  if (side === 'b') swapSides();
  copySide('a');
  // Three digits: a rate that a person can read and change.
  const ratePerSec = Number(perSec.toPrecision(3));
  await edit(['b'], { 'workload.arrivals': { kind: 'open', ratePerSec, callers: arrivals.callers } });
}
