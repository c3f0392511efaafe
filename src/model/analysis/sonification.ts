/** What can be heard of an instant: how many wait, and how much of the work is the kernel's. */
import { phases, threadStates } from '../engine/generated/abi.ts';
import type { Frame } from '../playback/frame.ts';

/** Both between 0 and 1. */
export interface SoundParameters {
  /** Requests that wait on the client's side before they are sent, as a share of the callers. */
  readonly waiting: number;
  /** Threads in system calls among those that have a core. */
  readonly kernel: number;
}

const WAITING = (['waitCaller', 'waitConnection', 'taskQueue'] as const).map((phase) =>
  phases.indexOf(phase),
);
const KERNEL = threadStates.indexOf('kernel');
const ON_CORE = new Set(
  (['user', 'kernel', 'switch'] as const).map((state): number => threadStates.indexOf(state)),
);

/** @param callers threads that issue requests */
export function soundParameters({ known, byPhase, threads }: Frame, callers: number): SoundParameters {
  if (!known) return { waiting: 0, kernel: 0 };
  const waiting = WAITING.reduce((sum, phase) => sum + (byPhase[phase] ?? 0), 0);
  let [onCore, inKernel] = [0, 0];
  for (let lane = 0; lane < threads.count; lane++) {
    const state = threads.state[lane] as number;
    if (ON_CORE.has(state)) onCore++;
    if (state === KERNEL) inKernel++;
  }
  return { waiting: Math.min(1, waiting / callers), kernel: onCore === 0 ? 0 : inKernel / onCore };
}
