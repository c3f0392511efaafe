/** The nodes of a cluster: how many are shown, and which connection leads to which. */
import type { RunLayout } from '../model/playback/player.ts';
import { nodeLanes } from './lanes.ts';

/** Size of a part's dot beside that of a whole request. */
export const PART_SIZE = 0.75;

/** Most nodes that get a place of their own, and the room one needs across the direction of travel, CSS pixels. */
const MAX_NODES = 12;
const MIN_ROOM = { wide: 15, tall: 30 };

/** How many nodes get a place of their own in this much room; 1 where they share the first one's. */
export function shownNodes(run: RunLayout, room: number, isTall: boolean): number {
  const nodes = nodeLanes(run).length;
  const isEnough = room / nodes >= (isTall ? MIN_ROOM.tall : MIN_ROOM.wide);
  return nodes <= MAX_NODES && isEnough ? nodes : 1;
}

/** The node, of `nodes` that are shown, that a connection leads to: each has as many. */
export const nodeOf = ({ connections }: RunLayout, nodes: number, connection: number): number =>
  nodes === 1 || connection < 0 ? 0 : Math.min(nodes - 1, Math.floor((connection * nodes) / connections));
