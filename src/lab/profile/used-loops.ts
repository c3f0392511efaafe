/**
 * Event loops with a connection, without those that never get one: an average over both describes neither.
 */
import type { RunLayout } from '../../model/playback/player.ts';
import type { ThreadGroup } from '../../model/scenario/generated/summary.ts';
import { unusedLoops } from '../../stage/io.ts';

/** A group of threads; without the threads that are idle for the whole run, if any. */
export interface UsedGroup extends ThreadGroup {
  /** The number of all threads of the group, if some are left out. */
  readonly of?: number;
}

/** The group, with only those event loops that serve a connection. */
export function usedOf(group: ThreadGroup, layout: RunLayout | undefined): UsedGroup {
  const unused =
    layout && group.class === 'eventLoop' && layout.loops === group.count ? unusedLoops(layout) : 0;
  const count = group.count - unused;
  if (unused === 0 || count === 0) return group;
  const { idle, ...others } = group.shares;
  const usage = Object.fromEntries(
    Object.entries(others).map(([name, share]) => [name, (share * group.count) / count]),
  );
  const shares = { ...group.shares, ...usage, idle: Math.max(0, (idle * group.count - unused) / count) };
  return { ...group, count, shares, of: group.count };
}
