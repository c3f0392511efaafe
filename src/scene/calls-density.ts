/**
 * System calls and segments that are too many to be drawn one by one: columns of equal width, and exact counts in words. Work and marks
 * grow with the width of the picture, not with what happens in it.
 */
import type { Call, CallsView, Segment } from '../analysis/calls.ts';
import { threadStates } from '../engine/generated/abi.ts';
import type { CallsScene } from './calls.ts';
import { type Rect, rect } from './geometry.ts';
import { fontOf } from './text.ts';
import { STATE, stateName } from './vocabulary.ts';

/** Width of a column, CSS pixels. */
const COLUMN = 2;

/** Nothing lower than this is seen, CSS pixels. */
const THINNEST = 0.25;

/** Width that a line with its neighbours' distance needs, CSS pixels: where there is less for each, nobody tells them apart. */
const LINE = 4;

/** Whether so many calls leave less than a pixel to each. */
export const areCallsDense = (calls: readonly Call[], width: number): boolean => calls.length > width;

/** Whether so many segments leave less room to each than a line needs. */
export const areSegmentsDense = (segments: readonly Segment[], width: number): boolean =>
  segments.length * LINE > width;

/** Calls into the kernel for the connection itself. */
export const kernelCalls = (calls: readonly Call[]): number =>
  calls.filter(({ isOwn, state, activity }) => isOwn && state === STATE.kernel && activity > 0).length;

/** How much of each column every state takes, 0 … 1: one row of columns per state. */
function sharesOf(calls: readonly Call[], { fromNs, toNs }: CallsView, columns: number): Float64Array[] {
  const shares = threadStates.map(() => new Float64Array(columns));
  const columnNs = (toNs - fromNs) / columns;
  for (const call of calls) {
    const row = shares[call.state];
    if (!row) continue;
    const from = Math.max(0, (call.fromNs - fromNs) / columnNs);
    const to = Math.min(columns, (call.toNs - fromNs) / columnNs);
    for (let column = Math.floor(from); column < to; column++)
      row[column] = (row[column] as number) + Math.min(to, column + 1) - Math.max(from, column);
  }
  return shares;
}

/** What the calls of a row are, as heights: the height of a colour is its share of the time. */
export function paintDenseCalls(
  ctx: CanvasRenderingContext2D,
  calls: readonly Call[],
  view: CallsView,
  row: Rect,
  { palette, fills }: CallsScene,
): void {
  const columns = Math.max(1, Math.floor(row.w / COLUMN));
  const w = row.w / columns;
  const own = sharesOf(
    calls.filter(({ isOwn }) => isOwn),
    view,
    columns,
  );
  const others = sharesOf(
    calls.filter(({ isOwn }) => !isOwn),
    view,
    columns,
  );
  const filled = new Float64Array(columns);
  // What the thread does for others is paler, and above what it does for the connection.
  for (const { shares, isOwn } of [
    { shares: own, isOwn: true },
    { shares: others, isOwn: false },
  ]) {
    for (const [state, share] of shares.entries()) {
      const name = stateName(state);
      if (name === undefined || share.every((part) => part === 0)) continue;
      ctx.globalAlpha = isOwn || name === 'idle' || name === 'waitReply' ? 1 : 0.35;
      ctx.fillStyle = fills[name];
      // A state that draws itself low in single blocks keeps its colour, not its height: here height is time.
      ctx.beginPath();
      for (let column = 0; column < columns; column++) {
        const part = Math.min(1 - (filled[column] as number), share[column] as number);
        if (part <= 0) continue;
        filled[column] = (filled[column] as number) + part;
        const top = row.y + row.h * (1 - (filled[column] as number));
        if (row.h * part >= THINNEST) ctx.rect(row.x + column * w, top, w, row.h * part);
      }
      ctx.fill();
    }
  }
  ctx.globalAlpha = 1;
  ctx.strokeStyle = palette.line;
  ctx.lineWidth = 1;
  ctx.strokeRect(row.x, row.y, row.w, row.h);
}

/** Segments by the instant they begin at: those to the server hang from the client's row, those back stand on the server's. */
export function paintDenseSegments(
  ctx: CanvasRenderingContext2D,
  segments: readonly Segment[],
  { fromNs, toNs }: CallsView,
  area: Rect,
  { accent, palette, text }: CallsScene,
  sizePx: number,
): void {
  const columns = Math.max(1, Math.floor(area.w / COLUMN));
  const w = area.w / columns;
  const ways = [false, true].map((isBack) => {
    const begun = new Uint32Array(columns);
    let count = 0;
    let bytes = 0;
    for (const segment of segments) {
      if (segment.isBack !== isBack) continue;
      count++;
      bytes += segment.bytes;
      const column = Math.floor(((segment.fromNs - fromNs) / (toNs - fromNs)) * columns);
      const at = Math.min(columns - 1, column);
      if (at >= 0) begun[at] = (begun[at] as number) + 1;
    }
    return { isBack, begun, count, bytes };
  });
  const most = ways.reduce((max, { begun }) => begun.reduce((one, other) => Math.max(one, other), max), 1);
  const h = area.h * 0.42;
  for (const { isBack, begun, count, bytes } of ways) {
    ctx.fillStyle = accent;
    ctx.beginPath();
    for (const [column, number] of begun.entries()) {
      if (number === 0) continue;
      const height = (h * number) / most;
      ctx.rect(area.x + column * w, isBack ? area.y + area.h - height : area.y, w, height);
    }
    ctx.fill();
    const words = text.message(isBack ? 'zoom.calls.manyBack' : 'zoom.calls.manyOut', { count, bytes });
    const plate = rect(
      area.x + 2,
      isBack ? area.y + area.h - sizePx * 1.5 : area.y + sizePx * 0.1,
      text.measure(words, sizePx) + 6,
      sizePx * 1.4,
    );
    if (plate.w > area.w || area.h < sizePx * 3.2) continue;
    ctx.fillStyle = palette.paper;
    ctx.fillRect(plate.x, plate.y, plate.w, plate.h);
    ctx.fillStyle = palette.ink;
    ctx.font = fontOf(text, sizePx);
    ctx.textBaseline = 'middle';
    ctx.fillText(words, plate.x + 3, plate.y + plate.h / 2);
    ctx.textBaseline = 'alphabetic';
  }
}
