/** What states of threads are called: that of one thread, and the same state of all threads in a legend or above a column. */
import type { VisibleState } from '../lib/palette.ts';
import type { RunLayout } from '../playback/player.ts';
import { waitsForLoop } from './counters.ts';
import type { StateName } from './vocabulary.ts';

/**
 * The message that says what state a lane is in. A caller that is only a callback waits for its event loop, not for a core; one that
 * is at a request is not idle: it has set itself a time, between two looks at its batch, or before another try.
 */
export function laneStateKey(run: RunLayout, lane: number, state: StateName, hasRequest: boolean) {
  if (state === 'runnable' && waitsForLoop(run, lane)) return 'stage.count.waitLoop';
  return state === 'idle' && hasRequest && lane < run.callers ? 'state.asleep' : (`state.${state}` as const);
}

/** The message for that state of all threads of some runs. */
export function legendKey(state: StateName | VisibleState, runs: readonly RunLayout[]) {
  if (state === 'wire' || state === 'idle') return `stage.legend.${state}` as const;
  if (state === 'runnable' && runs.some((run) => waitsForLoop(run, 0))) return 'stage.legend.runnable';
  return `state.${state}` as const;
}
