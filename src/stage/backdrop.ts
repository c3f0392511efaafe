/** The static part of the stage: machines, places, pipes and texts. Painted once per layout. */
import type { Palette } from '../lib/palette.ts';
import { roundRect } from './canvas-style.ts';
import { cellX, cellY, type Rect } from './geometry.ts';
import { LOOP_PARTS, loopParts } from './loops.ts';
import { RING_PARTS, type Scene } from './places.ts';
import { slotRadius, slotRect } from './queues.ts';
import { markOf } from './ring.ts';
import { fontOf } from './text.ts';
import { rowParts } from './threads.ts';
import { arc, paintRim } from './wheel.ts';

/** Paints the backdrop of one side. */
export function paintBackdrop(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const { layout } = scene;
  ctx.clearRect(0, 0, layout.width, layout.height);
  machines(ctx, scene);
  pipes(ctx, scene);
  callers(ctx, scene);
  trays(ctx, scene);
  slots(ctx, scene);
  loops(ctx, scene);
  rings(ctx, scene);
  paintOtherTitles(ctx, scene);
  words(ctx, scene);
}

function machines(ctx: CanvasRenderingContext2D, { layout, palette }: Scene): void {
  for (const box of [layout.clientBox, layout.serverBox]) {
    roundRect(ctx, box, 10);
    ctx.fillStyle = palette.panel;
    ctx.fill();
    ctx.strokeStyle = palette.line;
    ctx.lineWidth = 1;
    ctx.stroke();
  }
}

function callers(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const { layout, palette, text } = scene;
  const { form, grid } = layout.callers;
  const n = layout.run.callers;
  ctx.fillStyle = palette.paper;
  ctx.strokeStyle = palette.line;
  ctx.lineWidth = 0.75;
  if (form === 'cells') {
    const gap = grid.stepX < 8 ? 0.5 : 1;
    ctx.beginPath();
    for (let lane = 0; lane < n; lane++) {
      const x = cellX(grid, lane) + gap;
      ctx.rect(x, cellY(grid, lane) + gap, grid.stepX - 2 * gap, grid.stepY - 2 * gap);
    }
    ctx.fill();
    ctx.stroke();
  } else if (form === 'rows') {
    for (let lane = 0; lane < n; lane++) {
      const { bar } = rowParts(scene, lane);
      ctx.fillStyle = palette.paper;
      ctx.fillRect(bar.x, bar.y, bar.w, bar.h);
      ctx.strokeRect(bar.x, bar.y, bar.w, bar.h);
    }
    ctx.font = fontOf(text, Math.max(11, layout.sizePx - 1));
    ctx.fillStyle = palette.inkSoft;
    ctx.textBaseline = 'middle';
    for (let lane = 0; lane < n; lane++) {
      const { label, bar } = rowParts(scene, lane);
      ctx.fillText(`T${text.count(lane + 1)}`, label, bar.y + bar.h / 2);
    }
    ctx.textBaseline = 'alphabetic';
  }
}

function well(ctx: CanvasRenderingContext2D, { palette, side }: Scene, area: Rect): void {
  roundRect(ctx, area, 6);
  ctx.fillStyle = palette.wash[side];
  ctx.fill();
  if (!isPlain(palette)) return;
  ctx.strokeStyle = palette.line;
  ctx.lineWidth = 1;
  ctx.stroke();
}

/** Whether surfaces have no fill (forced colours), so that outlines are needed. */
const isPlain = ({ wash, paper }: Palette): boolean => wash.a === paper;

function trays(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const { queue, nodes, backlog } = scene.layout;
  const enlarged = ({ x, y, w, h }: Rect): Rect => ({ x: x - 3, y: y - 3, w: w + 6, h: h + 6 });
  if (queue) well(ctx, scene, enlarged(queue.area));
  for (const { inbox, outbox } of nodes) {
    well(ctx, scene, enlarged(inbox.area));
    well(ctx, scene, enlarged(outbox.area));
  }
  if (nodes.length > 1) well(ctx, scene, enlarged(backlog.area));
}

function slots(ctx: CanvasRenderingContext2D, { layout, palette }: Scene): void {
  const { slots: place, run } = layout;
  if (!place) return;
  ctx.fillStyle = palette.paper;
  ctx.strokeStyle = palette.inkSoft;
  ctx.globalAlpha = 0.75;
  ctx.lineWidth = 1;
  if (place.form === 'level') {
    roundRect(ctx, place.area, 4);
    ctx.fill();
    ctx.stroke();
  } else {
    if (place.form === 'lanes') ctx.setLineDash([3, 3]);
    for (let connection = 0; connection < run.connections; connection++) {
      const slot = slotRect(layout, place, connection);
      roundRect(ctx, slot, slotRadius(slot));
      ctx.fill();
      ctx.stroke();
    }
    ctx.setLineDash([]);
  }
  ctx.globalAlpha = 1;
}

function loops(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const { layout, palette } = scene;
  const place = layout.loops;
  if (!place) return;
  place.boxes.forEach((box, i) => {
    roundRect(ctx, box, 8);
    ctx.fillStyle = palette.paper;
    ctx.fill();
    ctx.strokeStyle = palette.line;
    ctx.lineWidth = 1.25;
    ctx.stroke();
    for (const queue of [place.tasks[i], place.replies[i]]) if (queue) well(ctx, scene, queue.area);
    const core = place.cores[i];
    if (!core || place.form === 'cells') return;
    const { wheel, bars } = loopParts(scene, core, place.lanes[i]?.length ?? 1);
    if (wheel) {
      ctx.lineWidth = isPlain(palette) ? 1 : wheel.band;
      paintRim(ctx, wheel, LOOP_PARTS.length);
      return;
    }
    ctx.fillStyle = palette.panel;
    ctx.lineWidth = 0.75;
    for (const { x, y, w, h } of bars) {
      ctx.fillRect(x, y, w, h);
      ctx.strokeRect(x, y, w, h);
    }
  });
}

/** Wire lanes with direction arrows. */
function pipes(ctx: CanvasRenderingContext2D, { layout, palette }: Scene): void {
  const { area, lanes, step, isTall } = layout.pipes;
  const gap = Math.min(3, step * 0.12);
  for (let lane = 0; lane < lanes; lane++) {
    const from = lane * step + gap;
    const size = step - 2 * gap;
    ctx.fillStyle = palette.paper;
    ctx.strokeStyle = palette.line;
    ctx.lineWidth = 1;
    ctx.beginPath();
    if (isTall) ctx.rect(area.x + from, area.y, size, area.h);
    else ctx.rect(area.x, area.y + from, area.w, size);
    ctx.fill();
    ctx.stroke();
    for (const isBack of [false, true])
      track(ctx, layout.pipes, (lane + (isBack ? 0.73 : 0.27)) * step, isBack);
  }
  ctx.setLineDash([]);

  function track(c: CanvasRenderingContext2D, p: typeof layout.pipes, across: number, isBack: boolean): void {
    const along = isTall ? p.area.h : p.area.w;
    const [start, end] = isBack ? [along - 4, 4] : [4, along - 4];
    const point = (a: number, b: number): [number, number] =>
      isTall ? [p.area.x + b, p.area.y + a] : [p.area.x + a, p.area.y + b];
    c.strokeStyle = palette.states.wire.fill;
    c.lineWidth = 1;
    c.setLineDash([1, 4]);
    c.beginPath();
    c.moveTo(...point(start, across));
    c.lineTo(...point(end, across));
    c.stroke();
    c.setLineDash([]);
    const head = (isBack ? 1 : -1) * Math.min(6, step * 0.2 + 2);
    const wing = Math.min(3.5, step * 0.14 + 1);
    c.strokeStyle = palette.inkSoft;
    c.beginPath();
    c.moveTo(...point(end + head, across - wing));
    c.lineTo(...point(end, across));
    c.lineTo(...point(end + head, across + wing));
    c.stroke();
  }
}

function rings(ctx: CanvasRenderingContext2D, { layout, palette, text }: Scene): void {
  for (const { ring, name, nameAt } of layout.nodes) {
    ctx.strokeStyle = palette.line;
    ctx.lineWidth = isPlain(palette) ? 1 : ring.band;
    paintRim(ctx, ring, RING_PARTS.length);
    ring.labels.forEach((label, part) => {
      if (!ring.isList) return;
      const mark = markOf(label);
      ctx.lineWidth = 1;
      paintRim(ctx, mark, RING_PARTS.length);
      ctx.lineWidth = mark.band;
      ctx.strokeStyle = palette.ink;
      arc(ctx, mark, part, RING_PARTS.length);
      ctx.stroke();
      ctx.strokeStyle = palette.line;
    });
    if (!nameAt) continue;
    ctx.font = fontOf(text, nameAt.sizePx, true);
    ctx.fillStyle = palette.inkSoft;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(name, nameAt.x, nameAt.y);
    ctx.textAlign = 'left';
    ctx.textBaseline = 'alphabetic';
  }
}

function paintOtherTitles(ctx: CanvasRenderingContext2D, { layout, palette }: Scene): void {
  ctx.fillStyle = palette.paper;
  ctx.strokeStyle = palette.line;
  ctx.lineWidth = 0.75;
  for (const { box } of layout.others) {
    ctx.fillRect(box.x, box.y, box.w, box.h);
    ctx.strokeRect(box.x, box.y, box.w, box.h);
  }
}

function words(ctx: CanvasRenderingContext2D, { layout, palette, text }: Scene): void {
  ctx.textBaseline = 'alphabetic';
  for (const { text: content, x, y, sizePx, tone, align } of layout.captions) {
    ctx.font = fontOf(text, sizePx, tone === 'title');
    ctx.fillStyle = tone === 'title' ? palette.ink : palette.inkSoft;
    ctx.textAlign = align;
    ctx.fillText(content, x, y);
  }
  ctx.textAlign = 'left';
  ctx.font = fontOf(text, layout.sizePx);
  ctx.fillStyle = palette.inkSoft;
  for (const { lines, textX, y, isOptional } of layout.counters) {
    if (isOptional) continue;
    lines.forEach((line, i) => {
      ctx.fillText(line, textX, y + i * Math.round(layout.sizePx * 1.35));
    });
  }
}
