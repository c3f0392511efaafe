/** Queues of requests, and the connections that callers borrow. */
import type { Frame } from '../model/playback/frame.ts';
import { roundRect } from './canvas-style.ts';
import { cellX, cellY, type Rect } from './geometry.ts';
import { nodeOf } from './node-places.ts';
import { atLanes, MAX_SINGLE, type Scene, type SceneLayout, type SlotsPlace, type Tray } from './places.ts';
import { countAt, isPerNode, STATION_OF, type Station, stationName } from './stations.ts';
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
  const { backlog, queue, loops, nodes } = scene.layout;
  trayLevel(ctx, frame, scene, [backlog], 'backlog');
  if (queue) trayLevel(ctx, frame, scene, [queue], 'pool');
  for (const box of ['inbox', 'outbox'] as const) {
    trayLevel(
      ctx,
      frame,
      scene,
      nodes.map((node) => node[box]),
      box,
    );
  }
  if (loops) {
    trayLevel(ctx, frame, scene, loops.tasks, 'tasks');
    trayLevel(ctx, frame, scene, loops.replies, 'replies');
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
