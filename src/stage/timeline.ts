/**
 * Paints the thread timeline: one row per thread, with colour, pattern and height by state; a row of several
 * threads is stacked by state. Spans narrower than a pixel share it: the state with most of the pixel's time
 * is drawn, so the picture is proportional to time.
 */

import type { Palette } from '../lib/palette.ts';
import { activityOf, type Excerpt, endOf } from '../model/analysis/excerpt.ts';
import { countsOver, firstAfter, type TimelineRow } from '../model/analysis/timeline.ts';
import { threadStates } from '../model/engine/generated/abi.ts';
import type { Side } from '../model/playback/player.ts';
import type { Fills } from './fills.ts';
import { nameRequest, paintRequest, type RequestRow } from './timeline-request.ts';
import { ACTIVITY, appearanceOf, STATE, stateName } from './vocabulary.ts';

/** A row with its name and position, CSS pixels. */
export interface PlacedRow {
  readonly row: TimelineRow;
  readonly name: string;
  readonly y: number;
  readonly h: number;
}

export interface TimelineScene {
  readonly side: Side;
  readonly palette: Palette;
  readonly fills: Fills;
  readonly font: string;
  readonly sizePx: number;
  readonly width: number;
  readonly height: number;
  /** End of the names and start of the time axis. */
  readonly left: number;
  readonly rows: readonly PlacedRow[];
  /** The followed request's row at the top. */
  readonly request: RequestRow | undefined;
}

/** The visible time range, ns. */
export interface TimeView {
  readonly fromNs: number;
  readonly toNs: number;
}

const GAP = 1;

/** Stacks rows from `top`; a row of several threads is taller. */
export function placeRows(
  rows: readonly TimelineRow[],
  names: readonly string[],
  sizePx: number,
  top: number,
): PlacedRow[] {
  let y = top;
  let last = '';
  return rows.map((row, i) => {
    if (last !== '' && row.class !== last) y += sizePx * 0.5;
    last = row.class;
    const h = Math.round(sizePx * (row.kind === 'others' ? 2.6 : 1.3));
    const placed = { row, name: names[i] ?? '', y, h };
    y += h + GAP;
    return placed;
  });
}

/** Paints everything except the playhead; `excerpt` may cover only a part of the view. */
export function paintTimeline(
  ctx: CanvasRenderingContext2D,
  scene: TimelineScene,
  excerpt: Excerpt | undefined,
  view: TimeView,
): void {
  const { palette, width, height, left, rows, request, font } = scene;
  ctx.clearRect(0, 0, width, height);
  ctx.font = font;
  ctx.textBaseline = 'middle';
  for (const { name, y, h } of rows) paintName(ctx, scene, name, y, h);
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, 0, width - left, height);
  ctx.clip();
  if (request) paintRequest(ctx, scene, request, (ns) => xAt(scene, view, ns));
  if (excerpt) {
    for (const placed of rows) {
      if (placed.row.kind === 'lane') paintLane(ctx, scene, excerpt, view, placed, placed.row.lane);
      else paintCounts(ctx, scene, excerpt, view, placed);
    }
    paintUnknown(ctx, scene, excerpt, view);
  }
  ctx.restore();
  ctx.strokeStyle = palette.line;
  ctx.lineWidth = 1;
  ctx.strokeRect(left + 0.5, 0.5, width - left - 1, height - 1);
  if (request) nameRequest(ctx, scene, request);
}

function paintName(
  ctx: CanvasRenderingContext2D,
  { palette, left }: TimelineScene,
  name: string,
  y: number,
  h: number,
): void {
  ctx.fillStyle = palette.ink;
  ctx.textAlign = 'right';
  ctx.fillText(name, left - 6, y + h / 2, left - 8);
}

/** Pixel of an instant. */
export const xAt = (
  { left, width }: Pick<TimelineScene, 'left' | 'width'>,
  view: TimeView,
  timeNs: number,
): number => left + ((timeNs - view.fromNs) / (view.toNs - view.fromNs)) * (width - left);

/** Instant of a pixel. */
export const timeAt = (
  { left, width }: Pick<TimelineScene, 'left' | 'width'>,
  view: TimeView,
  x: number,
): number => view.fromNs + ((x - left) / (width - left)) * (view.toNs - view.fromNs);

/** Time per state within the current pixel. */
const inPixel = new Float64Array(threadStates.length);

function paintLane(
  ctx: CanvasRenderingContext2D,
  scene: TimelineScene,
  excerpt: Excerpt,
  view: TimeView,
  { y, h }: PlacedRow,
  lane: number,
): void {
  const spans = excerpt.ofLane.get(lane) ?? [];
  const followedId = scene.request?.id;
  let pixel = -1;
  const flush = () => {
    if (pixel < 0) return;
    let max = 0;
    for (let state = 1; state < inPixel.length; state++) {
      if ((inPixel[state] as number) > (inPixel[max] as number)) max = state;
    }
    bar(ctx, scene, max, ACTIVITY.none, pixel, 1, y, h);
    pixel = -1;
    inPixel.fill(0);
  };
  inPixel.fill(0);
  for (let at = firstAfter(excerpt, spans, view.fromNs); at < spans.length; at++) {
    const span = spans[at] as number;
    const start = excerpt.start[span] as number;
    if (start >= view.toNs) break;
    const x0 = Math.max(scene.left, xAt(scene, view, start));
    const x1 = Math.min(scene.width, xAt(scene, view, endOf(excerpt, span)));
    const state = excerpt.kind[span] as number;
    if (x1 - x0 >= 1) {
      flush();
      bar(ctx, scene, state, activityOf(excerpt, span), x0, x1 - x0, y, h);
    } else {
      if (Math.floor(x0) !== pixel) flush();
      pixel = Math.floor(x0);
      (inPixel[state] as number) += x1 - x0;
    }
    if (followedId !== undefined && excerpt.request[span] === followedId) {
      ctx.fillStyle = scene.palette.accent[scene.side];
      ctx.fillRect(x0, y + h - 2, Math.max(1.5, x1 - x0), 2);
    }
  }
  flush();
}

function bar(
  ctx: CanvasRenderingContext2D,
  { palette, fills, sizePx }: TimelineScene,
  state: number,
  activity: number,
  x: number,
  w: number,
  y: number,
  h: number,
): void {
  const name = appearanceOf(state, activity);
  if (name === undefined) return;
  const style = palette.states[name];
  const full = Math.max(1.5, h * style.height);
  // A pattern is invisible within a few pixels, and costs most.
  ctx.fillStyle = w < 4 ? style.fill : fills[name];
  ctx.fillRect(x, y + h - full, w, full);
  if (name === 'waitReply') {
    // An edge separates the palest fill, the most common one, from the background.
    ctx.fillStyle = palette.outline;
    ctx.fillRect(x, y + h - full - 0.5, w, 1);
  }
  if (w < 14 || style.height < 0.7) return;
  ctx.strokeStyle = palette.outline;
  ctx.lineWidth = 0.5;
  ctx.strokeRect(x, y + h - full, w, full);
  if (w < sizePx * 2.4) return;
  // The letter has its own background, since text is never on a pattern.
  ctx.fillStyle = palette.paper;
  ctx.fillRect(x + 3, y + h - full + 1, sizePx, full - 2);
  ctx.fillStyle = palette.ink;
  ctx.textAlign = 'center';
  ctx.fillText(style.letter, x + 3 + sizePx / 2, y + h - full / 2, sizePx);
}

/** From bottom to top: busy states below, blocked ones above. */
export const STATE_ORDER = [
  STATE.user,
  STATE.carrying,
  STATE.kernel,
  STATE.switch,
  STATE.runnable,
  STATE.waitConnection,
  STATE.waitReply,
  STATE.idle,
];
/** Width of a count column, CSS pixels. */
const COLUMN = 2;

function paintCounts(
  ctx: CanvasRenderingContext2D,
  scene: TimelineScene,
  excerpt: Excerpt,
  view: TimeView,
  { row, y, h }: PlacedRow,
): void {
  const columns = Math.max(1, Math.floor((scene.width - scene.left) / COLUMN));
  const counts = countsOver(excerpt, row, view.fromNs, view.toNs, columns);
  const total = row.kind === 'others' ? row.lanes.length : 1;
  const step = (scene.width - scene.left) / columns;
  for (let column = 0; column < columns; column++) {
    let base = y + h;
    for (const state of STATE_ORDER) {
      const part = ((counts[column * threadStates.length + state] as number) / total) * h;
      if (part <= 0) continue;
      const name = stateName(state);
      ctx.fillStyle = name ? scene.fills[name] : scene.palette.line;
      ctx.fillRect(scene.left + column * step, base - part, step + 0.3, part);
      base -= part;
    }
  }
}

/** Hatches the part that is not recorded yet. */
function paintUnknown(
  ctx: CanvasRenderingContext2D,
  scene: TimelineScene,
  excerpt: Excerpt,
  view: TimeView,
): void {
  ctx.fillStyle = scene.fills.cap;
  ctx.globalAlpha = 0.15;
  const from = xAt(scene, view, excerpt.fromNs);
  const to = xAt(scene, view, excerpt.toNs);
  if (from > scene.left) ctx.fillRect(scene.left, 0, from - scene.left, scene.height);
  if (to < scene.width) ctx.fillRect(Math.max(scene.left, to), 0, scene.width - to, scene.height);
  ctx.globalAlpha = 1;
}

/** Moving marks: playhead, instant under the pointer, selected range, and configuration changes; ns. */
export interface Marks {
  /** With a description of the change, for the strip below the rows. */
  readonly changes: readonly { readonly ns: number; readonly label?: string }[];
  readonly timeNs: number;
  readonly pointedNs: number | undefined;
  readonly selected: readonly [fromNs: number, toNs: number] | undefined;
}

/** Paints the marks, on their own canvas above. */
export function paintMarks(
  ctx: CanvasRenderingContext2D,
  scene: TimelineScene,
  view: TimeView,
  { timeNs, pointedNs, selected, changes }: Marks,
): void {
  const { left, width, height, palette } = scene;
  ctx.clearRect(0, 0, width, height);
  const within = (ns: number) => Math.min(width, Math.max(left, xAt(scene, view, ns)));
  if (selected) {
    const [from, to] = [within(selected[0]), within(selected[1])];
    ctx.fillStyle = palette.focus;
    ctx.globalAlpha = 0.18;
    ctx.fillRect(from, 0, to - from, height);
    ctx.globalAlpha = 1;
    // Its edges, if visible.
    for (const edge of [from, to]) if (edge > left && edge < width) ctx.fillRect(edge - 0.5, 0, 1, height);
  }
  const line = (ns: number, half: number, colour: string) => {
    const x = xAt(scene, view, ns);
    if (x < left || x > width) return;
    ctx.fillStyle = colour;
    ctx.fillRect(x - half, 0, 2 * half, height);
  };
  ctx.setLineDash([1, 4]);
  ctx.strokeStyle = palette.ink;
  ctx.lineWidth = 1.5;
  const placed = changes.map(({ ns, label }) => ({ x: xAt(scene, view, ns), label }));
  for (const { x } of placed.filter(({ x }) => x >= left && x <= width)) {
    ctx.beginPath();
    ctx.moveTo(x, 0);
    ctx.lineTo(x, height);
    ctx.stroke();
  }
  ctx.setLineDash([]);
  nameChanges(ctx, scene, placed);
  if (pointedNs !== undefined) line(pointedNs, 0.5, palette.ink);
  line(timeNs, 1, palette.focus);
}

/** Height of the strip with change names, in lines of text. */
export const STRIP_LINES = 1.3;

/** Names the changes in the strip below the rows, next to their lines, if they fit. */
function nameChanges(
  ctx: CanvasRenderingContext2D,
  { left, width, height, palette, font, sizePx }: TimelineScene,
  changes: readonly { readonly x: number; readonly label?: string | undefined }[],
): void {
  let free = left;
  ctx.font = font;
  ctx.fillStyle = palette.ink;
  ctx.textBaseline = 'middle';
  for (const { x, label } of changes) {
    if (!label || x < left || x > width) continue;
    const room = ctx.measureText(label).width + 8;
    const isLeft = x + room > width;
    if (isLeft ? x - room < free : x < free) continue;
    free = isLeft ? x : x + room;
    ctx.textAlign = isLeft ? 'right' : 'left';
    ctx.fillText(label, isLeft ? x - 4 : x + 4, height - (sizePx * STRIP_LINES) / 2);
  }
}

/** The row at a height, or undefined. */
export const rowAt = ({ rows }: TimelineScene, y: number): PlacedRow | undefined =>
  rows.find((row) => y >= row.y && y < row.y + row.h + GAP);
