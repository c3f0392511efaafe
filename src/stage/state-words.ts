/** Message keys of thread states: for one thread, and for a state in legends and column heads. */
import { APPEARANCES, type Appearance } from '../lib/palette.ts';
import type { RunLayout } from '../model/playback/player.ts';
import { waitsForLoop } from './counters.ts';
import { nodeLanes, serverIoLanes } from './lanes.ts';
import type { StateName } from './vocabulary.ts';

/**
 * The message for a lane's state. A callback caller waits for its event loop, not for a core. An "idle"
 * caller with a request has set a timer, between polls or before a retry. Redis' main thread in `waitReply`
 * waits for the disk to persist the append-only file.
 */
export function laneStateKey(run: RunLayout, lane: number, state: StateName, hasRequest: boolean) {
  if (state === 'runnable' && waitsForLoop(run, lane)) return 'stage.count.waitLoop';
  if (state === 'waitReply' && nodeLanes(run).includes(lane)) return 'state.waitDisk';
  return state === 'idle' && hasRequest && lane < run.callers ? 'state.asleep' : (`state.${state}` as const);
}

/** The distinguishable states; busy waiting only if Redis threads do it. */
export const appearancesIn = (runs: readonly RunLayout[]): readonly Appearance[] =>
  APPEARANCES.filter(
    (appearance) => appearance !== 'spin' || runs.some((run) => serverIoLanes(run).length > 0),
  );

/** The message for a state of all threads in some runs. */
export function legendKey(state: StateName | Appearance, runs: readonly RunLayout[]) {
  if (state === 'spin') return 'activity.spin';
  if (state === 'wire' || state === 'idle') return `stage.legend.${state}` as const;
  if (state === 'runnable' && runs.some((run) => waitsForLoop(run, 0))) return 'stage.legend.runnable';
  if (state === 'waitReply' && runs.some((run) => run.waitsForDisk)) return 'stage.legend.waitDisk';
  return `state.${state}` as const;
}
