/**
 * Paints the followed request above the thread timeline: its phases as bars, and below it the compared
 * request, if any. Dotted lines connect both starts and both ends, to show the shift. A diamond marks a phase
 * that only one of them has (as ShiViz marks unmatched events).
 */

import type { Palette, VisibleState } from '../lib/palette.ts';
import type { Leg } from '../model/analysis/journey.ts';
import type { Side } from '../model/playback/player.ts';
import type { Fills } from './fills.ts';

/** A phase with its name and style. */
export interface RequestLeg extends Pick<Leg, 'fromNs' | 'toNs'> {
  readonly state: VisibleState;
  readonly name: string;
  /** Whether the other request lacks this phase. */
  readonly isAlone: boolean;
}

/** The phases of one request. */
export interface RequestBar {
  readonly side: Side;
  readonly name: string;
  readonly legs: readonly RequestLeg[];
}

/** The row: the followed request and the compared one. */
export interface RequestRow extends RequestBar {
  readonly id: number;
  readonly y: number;
  readonly beside: RequestBar | undefined;
}

/** The picture around the row. */
interface Picture {
  readonly palette: Palette;
  readonly fills: Fills;
  readonly sizePx: number;
  /** End of the names and start of the time axis, and its end. */
  readonly left: number;
  readonly width: number;
}

/** Heights in font sizes: phase names, a bar, the gap between bars, the second bar. */
const NAMES = 1.2;
const BAR = 1.1;
const BETWEEN = 1;
const SECOND = 0.8;
/** Half of a diamond, in font sizes. */
const DIAMOND = 0.4;

/** Height of the row, CSS pixels. */
export const requestHeight = (isBeside: boolean, sizePx: number): number =>
  sizePx * (NAMES + BAR + (isBeside ? BETWEEN + SECOND : 0) + 0.4);

/** Paints the row's bars. @param x pixels of an instant, ns */
export function paintRequest(
  ctx: CanvasRenderingContext2D,
  picture: Picture,
  row: RequestRow,
  x: (timeNs: number) => number,
): void {
  const { palette, sizePx, left, width } = picture;
  const [top, bottom] = barsOf(row, sizePx);
  for (const leg of paintBar(ctx, picture, row, top, x)) {
    if (ctx.measureText(leg.name).width + 6 > leg.x1 - leg.x0) continue;
    ctx.fillStyle = palette.inkSoft;
    ctx.textAlign = 'center';
    ctx.fillText(leg.name, (leg.x0 + leg.x1) / 2, row.y + (NAMES * sizePx) / 2);
  }
  if (!row.beside) return;
  paintBar(ctx, picture, row.beside, bottom, x);
  ctx.strokeStyle = palette.ink;
  ctx.lineWidth = 1;
  ctx.setLineDash([2, 3]);
  for (const end of [begin, finish]) {
    const [x0, x1] = [x(end(row)), x(end(row.beside))];
    // Lines along an edge carry no information.
    if (Math.max(x0, x1) < left || Math.min(x0, x1) > width) continue;
    ctx.beginPath();
    ctx.moveTo(x0, top.y + top.h);
    ctx.lineTo(x1, bottom.y);
    ctx.stroke();
  }
  ctx.setLineDash([]);
  markAlone(ctx, picture, row, top.y + top.h, x);
  markAlone(ctx, picture, row.beside, bottom.y, x);
}

/** Names of the bars, to their left. */
export function nameRequest(
  ctx: CanvasRenderingContext2D,
  { palette, sizePx, left }: Picture,
  row: RequestRow,
): void {
  const [top, bottom] = barsOf(row, sizePx);
  ctx.textAlign = 'right';
  ctx.fillStyle = palette.accent[row.side];
  ctx.fillText(row.name, left - 6, top.y + top.h / 2, left - 8);
  if (!row.beside) return;
  ctx.fillStyle = palette.accent[row.beside.side];
  ctx.fillText(row.beside.name, left - 6, bottom.y + bottom.h / 2, left - 8);
}

export interface Band {
  readonly y: number;
  readonly h: number;
}

/** Vertical ranges of the row's two bars, CSS pixels. */
export function barsOf({ y }: Pick<RequestRow, 'y'>, sizePx: number): readonly [top: Band, bottom: Band] {
  const top = { y: y + NAMES * sizePx, h: BAR * sizePx };
  return [top, { y: top.y + top.h + BETWEEN * sizePx, h: SECOND * sizePx }];
}

const begin = ({ legs }: RequestBar): number => legs[0]?.fromNs ?? 0;
const finish = ({ legs }: RequestBar): number => legs.at(-1)?.toNs ?? 0;

/** Draws the visible phases; returns them with their positions. */
function paintBar(
  ctx: CanvasRenderingContext2D,
  { palette, fills, left, width }: Picture,
  { legs }: RequestBar,
  { y, h }: Band,
  x: (timeNs: number) => number,
): (RequestLeg & { x0: number; x1: number })[] {
  const visible = legs
    .map((leg) => ({ ...leg, x0: Math.max(left, x(leg.fromNs)), x1: Math.min(width, x(leg.toNs)) }))
    .filter(({ x0, x1 }) => x1 > x0);
  for (const { x0, x1, state } of visible) {
    ctx.fillStyle = fills[state];
    ctx.fillRect(x0, y, Math.max(1, x1 - x0), h);
    ctx.strokeStyle = palette.outline;
    ctx.lineWidth = 0.5;
    ctx.strokeRect(x0, y, Math.max(1, x1 - x0), h);
  }
  return visible;
}

function markAlone(
  ctx: CanvasRenderingContext2D,
  { palette, sizePx, left, width }: Picture,
  { side, legs }: RequestBar,
  y: number,
  x: (timeNs: number) => number,
): void {
  const half = DIAMOND * sizePx;
  for (const { fromNs, toNs, isAlone } of legs) {
    const at = (Math.max(left, x(fromNs)) + Math.min(width, x(toNs))) / 2;
    if (!isAlone || x(toNs) <= left || x(fromNs) >= width) continue;
    ctx.beginPath();
    ctx.moveTo(at, y - half);
    ctx.lineTo(at + half, y);
    ctx.lineTo(at, y + half);
    ctx.lineTo(at - half, y);
    ctx.closePath();
    ctx.fillStyle = palette.accent[side];
    ctx.fill();
    ctx.strokeStyle = palette.paper;
    ctx.lineWidth = 1;
    ctx.stroke();
  }
}
