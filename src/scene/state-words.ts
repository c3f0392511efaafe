/** What states of threads are called: that of one thread, and the same state of all threads in a legend or above a column. */
import type { VisibleState } from '../lib/palette.ts';
import type { RunLayout } from '../playback/player.ts';
import { waitsForLoop } from './counters.ts';
import type { StateName } from './vocabulary.ts';

/** The message that says what state a lane is in: a caller that is only a callback waits for its event loop, not for a core. */
export const laneStateKey = (run: RunLayout, lane: number, state: StateName) =>
  state === 'runnable' && waitsForLoop(run, lane) ? 'stage.count.waitLoop' : (`state.${state}` as const);

/** The message for that state of all threads of some runs. */
export function legendKey(state: StateName | VisibleState, runs: readonly RunLayout[]) {
  if (state === 'wire') return 'stage.legend.wire';
  if (state === 'runnable' && runs.some((run) => waitsForLoop(run, 0))) return 'stage.legend.runnable';
  return `state.${state}` as const;
}
