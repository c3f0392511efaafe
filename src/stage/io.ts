/** Who does the client's I/O, and what stands between callers and wire for that. */
import type { RunLayout } from '../model/playback/player.ts';
import { ioLanes, nodeLanes } from './lanes.ts';

/** Whether others than the callers write and read: event loops, or a writer and a reader for each connection. */
export const hasHelpers = (run: RunLayout): boolean => ioLanes(run).length > 0;

/** Whether those are a writer and a reader for each connection. */
export const hasPairs = (run: RunLayout): boolean => hasHelpers(run) && run.loops === 0;

/** Whether callers wait for a connection of their own. */
export const hasPool = (run: RunLayout): boolean => run.pooled || !hasHelpers(run);

/** Whether callers may have to wait until a connection is free: not where each opens its own. */
export const hasQueue = (run: RunLayout): boolean => hasPool(run) && run.opening !== 'perRequest';

/** Event loops that own no connection and so never have anything to do. */
export const unusedLoops = (run: RunLayout): number => Math.max(0, run.loops - run.connections);

/** What stands there: the words are the message `stage.place.<name>`. */
export type IoPlace = 'loops' | 'pairs' | 'poolAndLoops' | 'pools' | 'pool' | 'perRequest';

/** Of a run; a cluster has a pool for each of its nodes. */
export function ioPlace(run: RunLayout): IoPlace {
  if (!hasPool(run)) return hasPairs(run) ? 'pairs' : 'loops';
  if (!hasQueue(run)) return 'perRequest';
  if (hasHelpers(run)) return 'poolAndLoops';
  return nodeLanes(run).length > 1 ? 'pools' : 'pool';
}
