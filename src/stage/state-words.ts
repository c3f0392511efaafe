/** What states of threads are called: that of one thread, and the same state of all threads in a legend or above a column. */
import { LOOKS, type Look } from '../lib/palette.ts';
import type { RunLayout } from '../model/playback/player.ts';
import { waitsForLoop } from './counters.ts';
import { nodeLanes, serverIoLanes } from './lanes.ts';
import type { StateName } from './vocabulary.ts';

/**
 * The message that says what state a lane is in. A caller that is only a callback waits for its event loop, not for a core; one that
 * is at a request is not idle: it has set itself a time, between two looks at its batch, or before another try. Redis' main thread
 * awaits no reply: it waits until the disk has the append-only file.
 */
export function laneStateKey(run: RunLayout, lane: number, state: StateName, hasRequest: boolean) {
  if (state === 'runnable' && waitsForLoop(run, lane)) return 'stage.count.waitLoop';
  if (state === 'waitReply' && nodeLanes(run).includes(lane)) return 'state.waitDisk';
  return state === 'idle' && hasRequest && lane < run.callers ? 'state.asleep' : (`state.${state}` as const);
}

/** What is told apart in some runs: busy waiting only where threads of Redis do it. */
export const looksIn = (runs: readonly RunLayout[]): readonly Look[] =>
  LOOKS.filter((look) => look !== 'spin' || runs.some((run) => serverIoLanes(run).length > 0));

/** The message for that state of all threads of some runs. */
export function legendKey(state: StateName | Look, runs: readonly RunLayout[]) {
  if (state === 'spin') return 'activity.spin';
  if (state === 'wire' || state === 'idle') return `stage.legend.${state}` as const;
  if (state === 'runnable' && runs.some((run) => waitsForLoop(run, 0))) return 'stage.legend.runnable';
  if (state === 'waitReply' && runs.some((run) => run.waitsForDisk)) return 'stage.legend.waitDisk';
  return `state.${state}` as const;
}
