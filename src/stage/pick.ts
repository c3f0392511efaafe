/** Finds the item under the pointer. */
import { noRequest } from '../model/engine/generated/abi.ts';
import type { Frame } from '../model/playback/frame.ts';
import type { RunLayout, Track } from '../model/playback/player.ts';
import { counterValue } from './counters.ts';
import { cellX, contains, type Grid, type Rect, rect } from './geometry.ts';
import type { Scene } from './places.ts';
import { slotRect } from './queues.ts';
import { type Picked, regionAt } from './regions.ts';
import { PHASE } from './vocabulary.ts';

/** Index of the cell under a point, or −1; may exceed the cells in use. */
export function cellAt(grid: Grid, x: number, y: number): number {
  const { rect: r, cols, rows, stepX, stepY, order } = grid;
  const isRight = order === 'columnsFromRight';
  const col = Math.floor((isRight ? r.x + r.w - x : x - r.x) / stepX);
  const row = Math.floor((order === 'rowsFromBottom' ? r.y + r.h - y : y - r.y) / stepY);
  if (col < 0 || row < 0 || col >= cols || row >= rows) return -1;
  return isRight ? col * rows + row : row * cols + col;
}

/** Extra radius around a dot, CSS pixels: a dot is smaller than a fingertip. */
const REACH = 5;

/** The item at a point in CSS pixels of the canvas; requests have priority over their containers. */
export function pick(frame: Frame, scene: Scene, x: number, y: number): Picked | null {
  if (!frame.known) return null;
  return (
    pickRequest(frame, scene, x, y) ??
    pickCaller(scene, x, y) ??
    pickIo(scene, x, y) ??
    pickServer(scene, x, y) ??
    pickOther(scene, x, y) ??
    pickCount(frame, scene, x, y) ?? { kind: 'region', region: regionAt(scene.layout, x, y) }
  );
}

function pickRequest(frame: Frame, scene: Scene, x: number, y: number): Picked | null {
  if (scene.isReduced) return null;
  const { dots, layout } = scene;
  let nearest = layout.dot + REACH;
  let found = -1;
  for (let i = 0; i < frame.requests.count; i++) {
    if (dots.single[i] !== 1) continue;
    const distance = Math.hypot((dots.x[i] as number) - x, (dots.y[i] as number) - y);
    if (distance >= nearest) continue;
    nearest = distance;
    found = i;
  }
  if (found < 0) return null;
  const { id: ids, isPart, caller, connection } = frame.requests;
  const id = ids[found] as number;
  return isPart[found] === 1
    ? { kind: 'part', id, caller: caller[found] as number, connection: connection[found] as number }
    : { kind: 'request', id };
}

function pickCaller({ layout }: Scene, x: number, y: number): Picked | null {
  const { callers, run } = layout;
  if (callers.form === 'levels') return null;
  const lane = cellAt(callers.grid, x, y);
  return lane >= 0 && lane < run.callers ? { kind: 'thread', lane } : null;
}

function pickIo({ layout }: Scene, x: number, y: number): Picked | null {
  const { slots, loops, pipes, run } = layout;
  const isIn = (r: Rect) => contains(r, x, y);
  if (slots && slots.form !== 'level' && isIn(slots.area)) {
    for (let connection = 0; connection < run.connections; connection++) {
      if (isIn(slotRect(layout, slots, connection))) return { kind: 'connection', connection };
    }
  }
  if (!loops) return null;
  const loop = loops.form === 'boxes' ? loops.boxes.findIndex(isIn) : cellAt(loops.grid, x, y);
  const lanes = loop < 0 ? undefined : loops.lanes[loop];
  if (!lanes) return null;
  const { grid } = loops;
  // The writer or the reader, by the half of the box or cell.
  const box = loops.form === 'boxes' ? loops.boxes[loop] : undefined;
  const along =
    box && !pipes.isTall ? (y - box.y) / box.h : (x - (box?.x ?? cellX(grid, loop))) / (box?.w ?? grid.stepX);
  return { kind: 'thread', lane: lanes[Math.floor(along * lanes.length)] as number };
}

function pickServer(scene: Scene, x: number, y: number): Picked | null {
  const found = scene.layout.nodes.find(
    ({ ring }) => Math.hypot(x - ring.x, y - ring.y) <= ring.radius + ring.band / 2,
  );
  return found ? { kind: 'thread', lane: found.lane } : null;
}

function pickOther({ layout }: Scene, x: number, y: number): Picked | null {
  const found = layout.others.find(({ box }) => contains(box, x, y));
  return found ? { kind: 'thread', lane: found.lane } : null;
}

/** A counter's number and text. */
function pickCount(frame: Frame, { layout, text }: Scene, x: number, y: number): Picked | null {
  const { sizePx } = layout;
  const lineHeight = sizePx * 1.35;
  const found = layout.counters.find(({ key, numberX, textX, y: baseline, lines, isOptional }) => {
    const value = counterValue(key, frame);
    if (isOptional && value === 0) return false;
    const left = numberX - text.measure(text.count(value), sizePx, true);
    const right = textX + Math.max(0, ...lines.map((line) => text.measure(line, sizePx)));
    return contains(
      rect(left, baseline - sizePx, right - left, lineHeight * Math.max(1, lines.length)),
      x,
      y,
    );
  });
  return found ? { kind: 'count', count: found.key } : null;
}

/** Index of a request (not a part) in the frame, or −1 if it is not in progress. */
export function indexOfRequest({ requests }: Frame, id: number): number {
  for (let i = 0; i < requests.count; i++) if (requests.id[i] === id && requests.isPart[i] === 0) return i;
  return -1;
}

/**
 * The highlight for an item: a request, or a thread with the request that it works for or waits with;
 * undefined for other items.
 */
export function highlightFor(
  { id: side, frame, layout }: Pick<Track, 'id' | 'frame' | 'layout'>,
  picked: Picked | null,
) {
  if (picked && 'id' in picked) return { side, request: picked.id };
  if (picked?.kind !== 'thread') return undefined;
  const { lane } = picked;
  return { side, lane, request: requestOfLane(frame, layout, lane) ?? undefined };
}

/** The request a lane works for or waits with; null if none. */
export function requestOfLane(frame: Frame, run: RunLayout, lane: number): number | null {
  const request = frame.threads.request[lane] ?? noRequest;
  if (request !== noRequest) return request;
  if (lane >= run.callers) return null;
  const { requests } = frame;
  for (let i = 0; i < requests.count; i++) {
    if (requests.caller[i] === lane && isOfCaller(frame, i)) return requests.id[i] as number;
  }
  return null;
}

/** Whether the request at an index is one its caller waits with: not a part, and started. */
const isOfCaller = ({ requests }: Frame, i: number): boolean =>
  requests.isPart[i] === 0 && requests.phase[i] !== PHASE.waitCaller;

/** The same for all lanes at once; single lookups would be slow with thousands of lanes. */
export function requestsOfLanes(frame: Frame, run: RunLayout): (number | null)[] {
  const { threads, requests } = frame;
  const found = Array.from(threads.request.subarray(0, threads.count), (id) =>
    id === noRequest ? null : id,
  );
  for (let i = requests.count - 1; i >= 0; i--) {
    const lane = requests.caller[i] as number;
    if (lane < run.callers && threads.request[lane] === noRequest && isOfCaller(frame, i))
      found[lane] = requests.id[i] as number;
  }
  return found;
}
