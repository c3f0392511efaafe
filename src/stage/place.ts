/**
 * Computes the position of every request's dot at an instant, for painters and picking.
 *
 * A request that enters a place moves there from its previous place in a short transition; it counts for the
 * new place at once. Positions on the wire are exact.
 */
import type { Frame } from '../model/playback/frame.ts';
import { ensureRoom, groupByStation, sortBySince } from './dot-columns.ts';
import { capacity, cellX, cellY, easeOut, type Grid, scatter } from './geometry.ts';
import { nodeOf } from './node-places.ts';
import {
  type Dots,
  type LoopsPlace,
  MAX_LANES,
  MAX_SINGLE,
  type NodePlace,
  type SceneLayout,
  type Tray,
} from './places.ts';
import {
  isPerLoop,
  isPerNode,
  isQueue,
  isWire,
  ORIGINS,
  STATION_COUNT,
  type Station,
  stationName,
} from './stations.ts';

/** From this number of requests per lane, they spread over its full width. */
const SPREAD_FROM = 20;

/** Maximum share of the next phase that a transition takes. */
const GLIDE_SHARE = 0.3;

/**
 * Places every request of the frame. `glideNs`: model time of a transition; 0 = none. `isCrowd`: the wire and
 * the queues are drawn as means, so that their requests are no single dots.
 */
export function placeDots(
  dots: Dots,
  frame: Frame,
  layout: SceneLayout,
  glideNs: number,
  isCrowd = false,
): void {
  ensureRoom(dots, frame.requests.count);
  groupByStation(dots, frame);
  for (let number = 0; number < STATION_COUNT; number++) {
    const from = dots.offset[number] as number;
    const to = dots.offset[number + 1] as number;
    if (from === to) continue;
    const station = stationName(number);
    dots.perTray.fill(0);
    if (isQueue(station) && to - from <= MAX_SINGLE) sortBySince(dots, frame, from, to);
    const isBundle = (isWire(station) || isQueue(station)) && (isCrowd || to - from > MAX_SINGLE);
    for (let at = from; at < to; at++) {
      const i = dots.order[at] as number;
      dots.single[i] = isBundle ? 0 : 1;
      placeOne(dots, frame, layout, station, i, at - from, glideNs);
    }
  }
}

// Results of one position; avoids allocating a point per dot.
let px = 0;
let py = 0;

function placeOne(
  dots: Dots,
  frame: Frame,
  layout: SceneLayout,
  station: Station,
  i: number,
  inOrder: number,
  glideNs: number,
): void {
  const { requests } = frame;
  const progress = requests.progress[i] as number;
  const rank = rankInTray(dots, layout, station, requests.connection[i] as number, inOrder);
  dots.rank[i] = isQueue(station) ? rank : -1;
  const hasRoom = stand(layout, frame, i, station, rank, progress);
  if (!hasRoom) dots.single[i] = 0;
  dots.x[i] = px;
  dots.y[i] = py;
  const origin = ORIGINS[requests.phase[i] as number];
  if (origin === undefined) return;
  const share = glideShare(frame.timeNs - (requests.since[i] as number), glideNs, progress);
  if (share === 1) return;
  const toX = px;
  const toY = py;
  // It starts at the head of a queue or the end of a wire.
  stand(layout, frame, i, origin, 0, 1);
  // In the tall layout, counters are between the wire and its machine: arriving dots start beyond them.
  if (layout.pipes.isTall && isWire(origin))
    py = py < toY ? toY - layout.dot : Math.min(py, layout.clientBox.y + layout.clientBox.h);
  dots.x[i] = px + (toX - px) * share;
  // From the ring first past the list below it, then into the queue beside both.
  const isBeside = station === 'outbox' && !layout.pipes.isTall;
  dots.y[i] = py + (toY - py) * (isBeside ? share ** 4 : share);
}

/** Progress of a transition. It ends early in a short phase, so that a dot is mostly in its place. */
function glideShare(elapsedNs: number, glideNs: number, progress: number): number {
  const byTime = glideNs > 0 ? elapsedNs / glideNs : 1;
  const share = Math.max(byTime, progress / GLIDE_SHARE);
  return share < 1 ? easeOut(share) : 1;
}

function rankInTray(
  dots: Dots,
  layout: SceneLayout,
  station: Station,
  connection: number,
  inOrder: number,
): number {
  let tray: number;
  if (isPerLoop(station)) tray = loopTrayOf(layout.loops, connection);
  else if (isPerNode(station)) tray = nodeOf(layout.run, layout.nodes.length, connection);
  else return inOrder;
  const rank = dots.perTray[tray] as number;
  dots.perTray[tray] = rank + 1;
  return rank;
}

/**
 * Sets `px` and `py` to a request's position at a station: `rank` in a queue, or `progress` on the wire.
 * False if the place is full; then it is only counted.
 */
function stand(
  layout: SceneLayout,
  frame: Frame,
  i: number,
  station: Station,
  rank: number,
  progress: number,
): boolean {
  const { requests } = frame;
  const { loops } = layout;
  const caller = requests.caller[i] as number;
  const connection = requests.connection[i] as number;
  const id = requests.id[i] as number;
  const node = layout.nodes[nodeOf(layout.run, layout.nodes.length, connection)] as NodePlace;
  switch (station) {
    case 'backlog':
      return inTray(layout.backlog, rank);
    case 'caller':
      return atCaller(layout, caller);
    case 'pool':
      return layout.queue ? inTray(layout.queue, rank) : atCaller(layout, caller);
    case 'slot':
      return atSlot(layout, connection);
    case 'tasks':
      return loops ? inTray(loopTray(layout, loops.tasks, connection), rank) : atCaller(layout, caller);
    case 'replies':
      return loops ? inTray(loopTray(layout, loops.replies, connection), rank) : atSlot(layout, connection);
    case 'sending':
    case 'receiving':
      return loops ? atLoop(layout, loops, connection, station) : atSlot(layout, connection);
    case 'wireOut':
      if (layout.pipes.isRoundTrip)
        return onWire(layout, connection, id, roundTripPosition(progress), progress > 0.5);
      return onWire(layout, connection, id, progress, false);
    case 'wireBack':
      return onWire(layout, connection, id, 1 - progress, true);
    case 'proxy':
      return onWire(layout, connection, id, 0.5, false);
    case 'inbox':
      return inTray(node.inbox, rank);
    case 'reading':
      return atServerThread(layout, frame, connection) || onRing(node, RING.read, 0);
    case 'batch':
      return onRing(node, RING.batch + Math.min(rank, 9) * 8, -0.85);
    case 'executing':
      return onRing(node, RING.execute, 0);
    case 'outbox':
      return inTray(node.outbox, rank);
    case 'writing':
      return atServerThread(layout, frame, connection) || onRing(node, RING.write, 0);
  }
}

/** Angles on the server's ring in degrees, clockwise from the top: the middle of each part. */
const RING = { read: 0, batch: 22, execute: 90, write: 180 } as const;

function onRing({ ring }: NodePlace, degrees: number, inward: number): boolean {
  const angle = ((degrees - 90) * Math.PI) / 180;
  const radius = ring.radius + inward * ring.band;
  px = ring.x + radius * Math.cos(angle);
  py = ring.y + radius * Math.sin(angle);
  return true;
}

function inCell(grid: Grid, index: number): boolean {
  px = cellX(grid, index) + grid.stepX / 2;
  py = cellY(grid, index) + grid.stepY / 2;
  return true;
}

function inTray(tray: Tray, rank: number): boolean {
  const last = capacity(tray.grid) - 1;
  inCell(tray.grid, Math.min(rank, last));
  return rank <= last;
}

/** The event loop, or writer and reader, of a connection. */
const ownerOf = ({ active }: LoopsPlace, connection: number): number => Math.max(0, connection) % active;

const loopTrayOf = (loops: LoopsPlace | null, connection: number): number =>
  loops?.form === 'boxes' ? ownerOf(loops, connection) : 0;

const loopTray = ({ loops, backlog }: SceneLayout, trays: readonly Tray[], connection: number): Tray =>
  trays[loopTrayOf(loops, connection)] ?? backlog;

function atCaller(layout: SceneLayout, caller: number): boolean {
  const { callers, dot } = layout;
  if (caller >= layout.run.callers) return atOther(layout, caller);
  const { grid } = callers;
  if (callers.form === 'levels') {
    // At the wire's side, so that no dot crosses the state counts.
    const { x, y, w, h } = callers.area;
    const along = 0.5 + 0.9 * scatter(caller);
    const beyond = layout.sizePx * (0.5 + 0.4 * scatter(caller * 31 + 7));
    const { isTall } = layout.pipes;
    px = isTall ? x + w * along : x + w + beyond + dot;
    py = isTall ? y + h + beyond : y + h * along;
    return true;
  }
  if (callers.form === 'rows') {
    px = cellX(grid, caller) + grid.stepX - dot * 2.2;
    py = cellY(grid, caller) + grid.stepY / 2;
    return true;
  }
  return inCell(grid, caller);
}

/** At a thread without its own place, which sends a part of a batch. */
function atOther(layout: SceneLayout, lane: number): boolean {
  for (const other of layout.others) {
    if (other.lane !== lane) continue;
    px = other.box.x + other.box.w / 2;
    py = other.box.y + other.box.h / 2;
    return true;
  }
  return false;
}

function atSlot(layout: SceneLayout, connection: number): boolean {
  const { slots, pipes, dot } = layout;
  if (!slots || connection < 0 || slots.form === 'level')
    return onWire(layout, Math.max(0, connection), 0, 0, false);
  if (slots.form === 'cells') return inCell(slots.grid, connection);
  const across = ((pipes.laneOf[connection] as number) + 0.5) * pipes.step;
  px = pipes.isTall ? pipes.area.x + across : slots.area.x + slots.area.w - dot * 3;
  py = pipes.isTall ? slots.area.y + slots.area.h - dot * 2.2 : pipes.area.y + across;
  return true;
}

function atLoop(
  layout: SceneLayout,
  loops: LoopsPlace,
  connection: number,
  station: 'sending' | 'receiving',
): boolean {
  const { pipes } = layout;
  const loop = ownerOf(loops, connection);
  if (loops.form === 'cells') return inCell(loops.grid, loop);
  const core = loops.cores[loop];
  if (!core) return false;
  // Outgoing requests are in one half of the box, incoming replies in the other, like the wire's directions.
  const isOut = station === 'sending';
  const across = isOut ? 0.25 : 0.75;
  const along = isOut ? 0.88 : 0.1;
  px = core.x + core.w * (pipes.isTall ? across : along);
  py = core.y + core.h * (pipes.isTall ? along : across);
  return true;
}

/** At the server thread that reads from or writes to a connection, if such threads have bars. */
function atServerThread({ others, nodes }: SceneLayout, { threads }: Frame, connection: number): boolean {
  for (const { lane, box } of others) {
    if (lane < (nodes[0]?.lane ?? 0) || threads.connection[lane] !== connection) continue;
    px = box.x + box.w / 2;
    py = box.y + box.h / 2;
    return true;
  }
  return false;
}

/** Position along a pipe that represents a round trip. */
export const roundTripPosition = (progress: number): number => 1 - Math.abs(1 - 2 * progress);

/** A point of a connection's lane; `along` 0 is the client's end. */
function onWire(
  layout: SceneLayout,
  connection: number,
  id: number,
  along: number,
  isBack: boolean,
): boolean {
  const { area, isTall, laneOf, step } = layout.pipes;
  const lane = laneOf[Math.max(0, connection)] ?? 0;
  const across = (lane + acrossLane(layout, connection, id, isBack)) * step;
  if (isTall) {
    px = area.x + across;
    py = area.y + along * area.h;
  } else {
    px = area.x + along * area.w;
    py = area.y + across;
  }
  return true;
}

/**
 * Position across the lane, 0 … 1: requests in the first half, replies in the second, spread if there is
 * room.
 */
function acrossLane(
  { pipes, dot, run }: SceneLayout,
  connection: number,
  id: number,
  isBack: boolean,
): number {
  const middle = isBack ? 0.73 : 0.27;
  if (pipes.isBundle) {
    // In the overview, a bundle may have few connections: their requests would overlap.
    const seed = run.connections > MAX_LANES ? connection : id;
    return middle + scatter(seed) * Math.max(0, 0.42 - (2 * dot) / pipes.step);
  }
  // Few requests stay on the line.
  const share = Math.min(1, run.callers / pipes.lanes / SPREAD_FROM);
  const spread = (share * Math.max(0, pipes.step * 0.42 - 2.4 * dot)) / pipes.step;
  return middle + scatter(id) * spread;
}
