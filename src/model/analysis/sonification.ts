/** Sound parameters of an instant: share of waiting requests, and share of kernel work. */
import { phases, threadStates } from '../engine/generated/abi.ts';
import type { Frame } from '../playback/frame.ts';

/** Both between 0 and 1. */
export interface SoundParameters {
  /** Requests that wait in the client before being sent, as a share of the callers. */
  readonly waiting: number;
  /** Threads in system calls, as a share of those on a core. */
  readonly kernel: number;
}

const WAITING = (['waitCaller', 'waitConnection', 'taskQueue'] as const).map((phase) =>
  phases.indexOf(phase),
);
const KERNEL = threadStates.indexOf('kernel');
const ON_CORE = new Set(
  (['user', 'kernel', 'switch'] as const).map((state): number => threadStates.indexOf(state)),
);

/** @param callers number of threads that send requests */
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
