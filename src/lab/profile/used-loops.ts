/** Event loops that have a connection, apart from those that never get one: an average over both is nobody's. */
import type { RunLayout } from '../../model/playback/player.ts';
import type { ThreadGroup } from '../../model/scenario/generated/summary.ts';
import { unusedLoops } from '../../stage/io.ts';

/** A group of threads; where some of its threads have nothing to do in this run, only the others, and of how many they are. */
export interface UsedGroup extends ThreadGroup {
  /** All of them, where that is more than those that are counted. */
  readonly of?: number;
}

/** The group, of event loops only those that serve a connection: the others are idle all the time. */
export function usedOf(group: ThreadGroup, layout: RunLayout | undefined): UsedGroup {
  const unused =
    layout && group.class === 'eventLoop' && layout.loops === group.count ? unusedLoops(layout) : 0;
  const count = group.count - unused;
  if (unused === 0 || count === 0) return group;
  const { idle, ...others } = group.shares;
  const own = Object.fromEntries(
    Object.entries(others).map(([name, share]) => [name, (share * group.count) / count]),
  );
  const shares = { ...group.shares, ...own, idle: Math.max(0, (idle * group.count - unused) / count) };
  return { ...group, count, shares, of: group.count };
}
