/** Queues of requests, and the connections that callers borrow. */
import type { Frame } from '../model/playback/frame.ts';
import { roundRect } from './canvas-style.ts';
import { capacity, cellX, cellY, type Grid, type Rect } from './geometry.ts';
import { meanOf, queuesPerStation } from './means.ts';
import { nodeOf } from './node-places.ts';
import { atLanes, MAX_SINGLE, type Scene, type SceneLayout, type SlotsPlace, type Tray } from './places.ts';
import {
  countAt,
  isPerLoop,
  isPerNode,
  isQueue,
  STATION_COUNT,
  STATION_OF,
  type Station,
  stationName,
} from './stations.ts';
import { fontOf } from './text.ts';

/** The rectangle of a connection's slot. */
export function slotRect(layout: SceneLayout, slots: SlotsPlace, connection: number): Rect {
  const { pipes, sizePx } = layout;
  if (slots.form === 'lanes') {
    const lane = pipes.laneOf[connection] ?? 0;
    const box = atLanes(pipes, lane, lane, slots.area, 3);
    if (pipes.isTall) return box;
    const h = Math.min(box.h, sizePx * 2.2);
    return { ...box, y: box.y + (box.h - h) / 2, h };
  }
  const { grid } = slots;
  const gap = grid.stepX > 8 ? 1 : 0.5;
  return {
    x: cellX(grid, connection) + gap,
    y: cellY(grid, connection) + gap,
    w: grid.stepX - 2 * gap,
    h: grid.stepY - 2 * gap,
  };
}

/** Corner radius of a slot: rounded, but never a circle. */
export const slotRadius = (r: Rect): number => Math.min(4, r.w * 0.25, r.h * 0.25);

/** Connections in use, with their holders. */
export function paintSlots(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  scene: Scene,
  slots: SlotsPlace,
): void {
  const { layout, palette, side } = scene;
  const { connections } = layout.run;
  if (slots.form === 'level') {
    let inUse = 0;
    for (let i = 0; i < connections; i++) if ((frame.load[i] as number) > 0) inUse++;
    paintLevel(ctx, slots.area, inUse / connections, palette.accent[side]);
    return;
  }
  ctx.fillStyle = palette.wash[side];
  ctx.strokeStyle = palette.accent[side];
  ctx.lineWidth = slots.form === 'lanes' ? 1.5 : 1;
  for (let connection = 0; connection < connections; connection++) {
    if (frame.load[connection] === 0) continue;
    const r = slotRect(layout, slots, connection);
    roundRect(ctx, r, slotRadius(r));
    ctx.fill();
    ctx.stroke();
  }
  if (slots.form === 'lanes') paintHolders(ctx, frame, scene, slots);
}

function paintHolders(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene, slots: SlotsPlace): void {
  const { layout, palette, text } = scene;
  const sizePx = Math.max(11, layout.sizePx - 1);
  ctx.font = fontOf(text, sizePx);
  ctx.textBaseline = 'middle';
  ctx.fillStyle = palette.ink;
  for (let connection = 0; connection < layout.run.connections; connection++) {
    const holder = frame.holder[connection] as number;
    if (holder < 0) continue;
    const r = slotRect(layout, slots, connection);
    // The dot is at the wire's end; the name takes the rest.
    const roomW = layout.pipes.isTall ? r.w : r.w - layout.dot * 5;
    const roomH = layout.pipes.isTall ? r.h - layout.dot * 3.2 : r.h;
    const caller = frame.requests.caller[holder] as number;
    if (caller >= layout.run.callers) continue;
    const name = `T${text.count(caller + 1)}`;
    if (roomH < sizePx * 1.25 || roomW < text.measure(name, sizePx) + 6) continue;
    ctx.textAlign = layout.pipes.isTall ? 'center' : 'left';
    ctx.fillText(name, layout.pipes.isTall ? r.x + r.w / 2 : r.x + 6, r.y + roomH / 2 + 0.5);
  }
  ctx.textBaseline = 'alphabetic';
  ctx.textAlign = 'left';
}

/** A box filled to a share of its height. */
export function paintLevel(ctx: CanvasRenderingContext2D, area: Rect, share: number, colour: string): void {
  const h = area.h * Math.min(1, share);
  ctx.fillStyle = colour;
  ctx.globalAlpha = 0.55;
  ctx.fillRect(area.x, area.y + area.h - h, area.w, h);
  ctx.globalAlpha = 1;
}

/**
 * Queues as levels, if dots would be too many or motion is reduced: a full level means all callers' requests.
 */
export function paintTrayLevels(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene): void {
  for (const station of TRAYS) {
    const trays = traysOf(scene.layout, station);
    if (trays.length > 0) trayLevel(ctx, frame, scene, trays, station);
  }
}

/** Stations with trays. */
const TRAYS = ['backlog', 'pool', 'inbox', 'outbox', 'tasks', 'replies'] as const;

/** The trays of a station: one in total, or one per event loop or node. */
function traysOf({ backlog, queue, loops, nodes }: SceneLayout, station: Station): readonly Tray[] {
  switch (station) {
    case 'backlog':
      return [backlog];
    case 'pool':
      return queue ? [queue] : [];
    case 'inbox':
    case 'outbox':
      return nodes.map((node) => node[station]);
    case 'tasks':
    case 'replies':
      return loops ? loops[station] : [];
    default:
      return [];
  }
}

/** Which of a station's trays has the requests of a connection. */
function trayAt({ run, nodes, loops }: SceneLayout, station: Station, connection: number): number {
  if (isPerNode(station)) return nodeOf(run, nodes.length, connection);
  return isPerLoop(station) ? Math.max(0, connection) % Math.max(1, loops?.tasks.length ?? 1) : 0;
}

// Grows with the number of nodes or loops, never per frame.
let counts = new Uint32Array(0);

function countsFor(length: number): Uint32Array {
  if (counts.length !== length) counts = new Uint32Array(length);
  return counts.fill(0);
}

/** Queues as dots for the mean number of their requests; the last dot is as large as the rest of the mean. */
export function paintMeanTrays(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene): void {
  const { layout, palette, side, means } = scene;
  if (!means) return;
  const most = queuesPerStation(layout);
  const present = countsFor(STATION_COUNT * most);
  const { requests } = frame;
  for (let i = 0; i < requests.count; i++) {
    const number = STATION_OF[requests.phase[i] as number] as number;
    const station = stationName(number);
    if (!isQueue(station)) continue;
    const tray = trayAt(layout, station, requests.connection[i] as number);
    (present[number * most + tray] as number)++;
  }
  ctx.beginPath();
  for (let number = 0; number < STATION_COUNT; number++) {
    const trays = traysOf(layout, stationName(number));
    for (let tray = 0; tray < trays.length; tray++) {
      const index = number * most + tray;
      const mean = meanOf(means.queues, index, means.weight, present[index] as number);
      dotsFor(ctx, (trays[tray] as Tray).grid, mean, layout.dot);
    }
  }
  ctx.fillStyle = palette.accent[side];
  ctx.fill();
  ctx.strokeStyle = palette.rim[side];
  ctx.lineWidth = 0.9;
  ctx.stroke();
}

function dotsFor(ctx: CanvasRenderingContext2D, grid: Grid, mean: number, dot: number): void {
  const last = Math.min(capacity(grid), Math.ceil(mean));
  for (let cell = 0; cell < last; cell++) {
    const radius = dot * Math.sqrt(Math.min(1, mean - cell));
    const x = cellX(grid, cell) + grid.stepX / 2;
    const y = cellY(grid, cell) + grid.stepY / 2;
    ctx.moveTo(x + radius, y);
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
  }
}

/** A station's queues as levels: one in total, or one per event loop or node. */
function trayLevel(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  scene: Scene,
  trays: readonly Tray[],
  station: Station,
): void {
  const { layout, palette, side } = scene;
  const { requests } = frame;
  if (!scene.isReduced && countAt(frame, station) <= MAX_SINGLE) return;
  const perTray = trays.map(() => 0);
  for (let i = 0; i < requests.count; i++) {
    if (stationName(STATION_OF[requests.phase[i] as number] as number) !== station) continue;
    const connection = requests.connection[i] as number;
    const tray = isPerNode(station)
      ? nodeOf(layout.run, trays.length, connection)
      : trays.length === 1
        ? 0
        : connection % trays.length;
    (perTray[tray] as number)++;
  }
  trays.forEach(({ area }, tray) => {
    const share = ((perTray[tray] as number) * trays.length) / layout.run.callers;
    paintLevel(ctx, area, share, palette.accent[side]);
  });
}
