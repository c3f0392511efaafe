/**
 * Aggregated drawing of system calls and segments that are too dense to draw singly: columns of equal width,
 * and exact counts as text. Cost grows with the picture's width, not with the number of calls.
 */
import type { Call, CallsView, Segment } from '../model/analysis/calls.ts';
import { threadStates } from '../model/engine/generated/abi.ts';
import type { CallsScene } from './canvas-style.ts';
import type { Rect } from './geometry.ts';
import { fontOf } from './text.ts';
import { STATE, stateName } from './vocabulary.ts';

/** Width of a column, CSS pixels. */
const COLUMN = 2;

/** Minimum visible height, CSS pixels. */
const THINNEST = 0.25;

/** Width of a line with its gap, CSS pixels; denser lines are indistinguishable. */
const LINE = 4;

/** Whether the calls leave less than a pixel each. */
export const areCallsDense = (calls: readonly Call[], width: number): boolean => calls.length > width;

/** Width of a line among many, CSS pixels. */
export const THIN_LINE = 0.75;

/**
 * Whether segments have too little room for lines, or their total thickness exceeds the space between the
 * rows.
 */
export const areSegmentsDense = (
  segments: readonly Segment[],
  { fromNs, toNs }: Pick<CallsView, 'fromNs' | 'toNs'>,
  { w, h }: Rect,
): boolean => {
  if (segments.length * LINE > w) return true;
  const flownNs = segments.reduce(
    (sum, segment) => sum + Math.min(toNs, segment.toNs) - Math.max(fromNs, segment.fromNs),
    0,
  );
  return (flownNs / (toNs - fromNs)) * THIN_LINE > h;
};

/** System calls for the connection itself. */
export const kernelCalls = (calls: readonly Call[]): number =>
  calls.filter(({ isOwn, state, activity }) => isOwn && state === STATE.kernel && activity > 0).length;

/** Share of each column per state, 0 … 1: one row of columns per state. */
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

/** Whether a thread is blocked in this state: drawn low and never pale. */
const isStill = (state: number): boolean => state === STATE.idle || state === STATE.waitReply;

/** Paints the calls of a row as heights: a state's block height times its share of the time. */
export function paintDenseCalls(
  ctx: CanvasRenderingContext2D,
  calls: readonly Call[],
  view: CallsView,
  row: Rect,
  { palette, fills }: CallsScene,
): void {
  const columns = Math.max(1, Math.floor(row.w / COLUMN));
  const w = row.w / columns;
  const filled = new Float64Array(columns);
  // Blocked time is at the bottom; work for other connections is paler, above work for this one.
  for (const { isIn, alpha } of [
    { isIn: ({ state }: Call) => isStill(state), alpha: 1 },
    { isIn: ({ state, isOwn }: Call) => !isStill(state) && isOwn, alpha: 1 },
    { isIn: ({ state, isOwn }: Call) => !isStill(state) && !isOwn, alpha: 0.35 },
  ]) {
    for (const [state, share] of sharesOf(calls.filter(isIn), view, columns).entries()) {
      const name = stateName(state);
      if (name === undefined || share.every((part) => part === 0)) continue;
      const { height } = palette.states[name];
      ctx.globalAlpha = alpha;
      ctx.fillStyle = fills[name];
      ctx.beginPath();
      for (let column = 0; column < columns; column++) {
        const part = Math.min(1 - (filled[column] as number), (share[column] as number) * height);
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

/** Texts with the number of segments each way, and the band for them between the bars. */
interface SegmentLabels {
  readonly words: readonly [out: string, back: string];
  readonly lines: 1 | 2;
}

/**
 * The longest texts that fit side by side or stacked and leave enough room for the bars; undefined if none.
 */
function fittingWords(
  [long, short]: readonly [SegmentLabels['words'], SegmentLabels['words']],
  area: Rect,
  sizePx: number,
  widthOf: (words: string) => number,
): SegmentLabels | undefined {
  const lineH = sizePx * LINE_HEIGHT;
  for (const words of [long, short]) {
    const [out, back] = [widthOf(words[0]), widthOf(words[1])];
    if (out + back + 2 * sizePx <= area.w && area.h >= 2 * lineH) return { words, lines: 1 };
    if (Math.max(out, back) <= area.w && area.h >= 4 * lineH) return { words, lines: 2 };
  }
  return undefined;
}

/** Line height, in font sizes. */
const LINE_HEIGHT = 1.4;

/** Padding around texts, CSS pixels. */
const INSET = 3;

/**
 * Paints segments by start time: requests hang from the client's row, replies stand on the server's row, with
 * their counts between.
 */
export function paintDenseSegments(
  ctx: CanvasRenderingContext2D,
  segments: readonly Segment[],
  { fromNs, toNs }: CallsView,
  area: Rect,
  { accent, palette, text, text: { message } }: CallsScene,
  sizePx: number,
): void {
  const columns = Math.max(1, Math.floor(area.w / COLUMN));
  const w = area.w / columns;
  const directionOf = (isBack: boolean) => {
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
    return { isBack, begun, said: { count, bytes } };
  };
  const directions = [directionOf(false), directionOf(true)] as const;
  const max = directions.reduce((max, { begun }) => begun.reduce((a, b) => Math.max(a, b), max), 1);
  const labels = fittingWords(
    [
      [message('zoom.calls.manyOut', directions[0].said), message('zoom.calls.manyBack', directions[1].said)],
      [
        message('zoom.calls.manyOutShort', directions[0].said),
        message('zoom.calls.manyBackShort', directions[1].said),
      ],
    ],
    area,
    sizePx,
    (words) => text.measure(words, sizePx) + 2 * INSET,
  );
  const bandH = (labels?.lines ?? 0) * sizePx * LINE_HEIGHT;
  const h = Math.min(area.h * 0.42, (area.h - bandH) / 2 - 1);
  for (const { isBack, begun } of directions) {
    ctx.fillStyle = accent;
    ctx.beginPath();
    for (const [column, number] of begun.entries()) {
      if (number === 0) continue;
      const height = (h * number) / max;
      ctx.rect(area.x + column * w, isBack ? area.y + area.h - height : area.y, w, height);
    }
    ctx.fill();
  }
  if (!labels) return;
  ctx.font = fontOf(text, sizePx);
  ctx.textBaseline = 'middle';
  for (const [i, words] of labels.words.entries()) {
    const plateW = text.measure(words, sizePx) + 2 * INSET;
    const isRight = i === 1 && labels.lines === 1;
    const x = isRight ? area.x + area.w - plateW : area.x;
    const y = area.y + (area.h - bandH) / 2 + (labels.lines === 1 ? 0 : i * (bandH / 2));
    // Only the dashed line of the recording's start is behind it.
    ctx.fillStyle = palette.paper;
    ctx.fillRect(x, y, plateW, bandH / labels.lines);
    ctx.fillStyle = palette.ink;
    ctx.fillText(words, x + INSET, y + bandH / labels.lines / 2);
  }
  ctx.textBaseline = 'alphabetic';
}
