/** Steps from event to event of one thread. Loaded by the timeline, when a thread is chosen. */
import { eventOnLane } from '../../model/analysis/timeline.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { excerptBetween } from '../run/inspect.ts';
import { run } from '../run/run-state.ts';

/** First length to search, ns, and the growth factor of the next ones. */
const FIRST_REACH_NS = 200_000;
const GROWTH = 4;

let generation = 0;

/**
 * Moves to the next (+1) or previous (−1) state change of a thread and returns its time. Undefined without
 * one, or after a newer request.
 */
export async function stepOnLane(
  side: SideName,
  lane: number,
  direction: 1 | -1,
): Promise<number | undefined> {
  const token = ++generation;
  const { player } = run.getState();
  const track = player?.tracks.find(({ id }) => id === side);
  if (!player || !track) return undefined;
  player.pause();
  const fromNs = track.frame.timeNs;
  const { endNs } = track.layout;
  const isWanted = () => token === generation && run.getState().player === player;
  for (let reachNs = FIRST_REACH_NS; ; reachNs *= GROWTH) {
    const toNs = Math.min(endNs, Math.max(0, fromNs + direction * reachNs));
    const excerpt = await excerptBetween(side, Math.min(fromNs, toNs), Math.max(fromNs, toNs), isWanted);
    if (!excerpt || !isWanted()) return undefined;
    const moment = eventOnLane(excerpt, lane, fromNs, direction);
    if (moment !== undefined && moment <= endNs) {
      player.seek(moment, side);
      return moment;
    }
    const isAll = toNs === 0 || toNs === endNs || (direction > 0 && excerpt.toNs < toNs);
    if (isAll) return undefined;
  }
}
