/** The client's I/O threads, and the places between callers and wire that follow from them. */
import type { RunLayout } from '../model/playback/player.ts';
import { ioLanes, nodeLanes } from './lanes.ts';

/** Whether other threads than callers do the I/O: event loops, or a writer and a reader per connection. */
export const hasHelpers = (run: RunLayout): boolean => ioLanes(run).length > 0;

/** Whether each connection has a writer and a reader. */
export const hasPairs = (run: RunLayout): boolean => hasHelpers(run) && run.loops === 0;

/** Whether callers need an exclusive connection. */
export const hasPool = (run: RunLayout): boolean => run.pooled || !hasHelpers(run);

/** Whether callers may wait for a free connection; not if each opens its own. */
export const hasQueue = (run: RunLayout): boolean => hasPool(run) && run.opening !== 'perRequest';

/** Number of event loops without a connection, which are always idle. */
export const unusedLoops = (run: RunLayout): number => Math.max(0, run.loops - run.connections);

/** The place's kind; its text is the message `stage.place.<name>`. */
export type IoPlace = 'loops' | 'pairs' | 'poolAndLoops' | 'pools' | 'pool' | 'perRequest';

/** The place of a run; a cluster has one pool per node. */
export function ioPlace(run: RunLayout): IoPlace {
  if (!hasPool(run)) return hasPairs(run) ? 'pairs' : 'loops';
  if (!hasQueue(run)) return 'perRequest';
  if (hasHelpers(run)) return 'poolAndLoops';
  return nodeLanes(run).length > 1 ? 'pools' : 'pool';
}
