/**
 * The system calls of one connection: the client's thread above, the server's below, segments between, and
 * the current buffer contents. The present is at the right.
 */
import {
  BUFFERS,
  type BufferName,
  buffersOf,
  type Call,
  type Calls,
  type CallsView,
  type Segment,
  unrecordedUntil,
} from '../model/analysis/calls.ts';
import type { Frame } from '../model/playback/frame.ts';
import {
  areCallsDense,
  areSegmentsDense,
  kernelCalls,
  paintDenseCalls,
  paintDenseSegments,
  THIN_LINE,
} from './calls-density.ts';
import type { CallsScene } from './canvas-style.ts';
import { overlap, type Rect, rect } from './geometry.ts';
import { PROJECTED_PX } from './places.ts';
import { fontOf, type SceneText } from './text.ts';
import { ACTIVITY, activityName, stateName } from './vocabulary.ts';

/**
 * Font size of names on a canvas of this height next to text of `fontPx`, CSS pixels. Projected text stays
 * large on a low canvas.
 */
export const callsSize = (height: number, fontPx: number): number =>
  Math.max(11, Math.min(fontPx, height / (fontPx >= PROJECTED_PX ? 7.5 : 12)));

/** Font size of other texts next to names of this size: smaller, except when projected. */
const smallOf = (sizePx: number): number => (sizePx >= PROJECTED_PX ? sizePx : Math.max(11, sizePx - 1));

/** Minimum height of a row, in font sizes. */
const MIN_ROW = 0.9;

/** The rectangle of the time range, and the width of the buffers next to it. */
export function callsPlot({ width, height, sizePx }: Pick<CallsScene, 'width' | 'height' | 'sizePx'>): {
  readonly plot: Rect;
  readonly bufferW: number;
} {
  const bufferW = Math.min(width * (width < NARROW ? 0.4 : 0.26), sizePx * 19);
  return { plot: rect(sizePx, sizePx * 1.7, width - bufferW - 2 * sizePx, height - sizePx * 3.5), bufferW };
}

/** Below this width, buffers take a larger share: their names do not shrink. */
const NARROW = 700;

/** Paints the view: client calls above, server calls below, segments between, buffers at the right. */
export function paintCalls(
  ctx: CanvasRenderingContext2D,
  view: CallsView,
  calls: Calls,
  frame: Frame,
  scene: CallsScene,
): void {
  const { width, height, sizePx, palette, text } = scene;
  ctx.clearRect(0, 0, width, height);
  const pad = sizePx;
  const { plot, bufferW } = callsPlot(scene);
  // Byte counts are between the rows. With large text the rows shrink to make room, down to a minimum.
  const lowest = Math.max(sizePx * MIN_ROW, (plot.h - bytesH(smallOf(sizePx))) / 2);
  const ribbonH = Math.min(sizePx * 2.2, height * 0.2, lowest);
  const top = rect(plot.x, plot.y, plot.w, ribbonH);
  const bottom = rect(plot.x, plot.y + plot.h - ribbonH, plot.w, ribbonH);
  const x = (ns: number): number =>
    plot.x +
    (plot.w * (Math.min(view.toNs, Math.max(view.fromNs, ns)) - view.fromNs)) / (view.toNs - view.fromNs);
  ctx.textBaseline = 'alphabetic';
  ctx.textAlign = 'left';
  ctx.font = fontOf(text, sizePx, true);
  ctx.fillStyle = palette.ink;
  const client = calls.clientLane < 0 ? text.message('zoom.calls.noClient') : scene.nameOf(calls.clientLane);
  const server = scene.nameOf(calls.serverLane);
  ctx.fillText(client, plot.x, plot.y - sizePx * 0.6);
  ctx.fillText(server, plot.x, plot.y + plot.h + sizePx * 1.3);
  paintCount(ctx, calls.client, text.measure(client, sizePx, true), plot, plot.y - sizePx * 0.6, scene);
  paintCount(
    ctx,
    calls.server,
    text.measure(server, sizePx, true),
    plot,
    plot.y + plot.h + sizePx * 1.3,
    scene,
  );
  for (const box of [top, bottom]) {
    ctx.fillStyle = palette.panel;
    ctx.fillRect(box.x, box.y, box.w, box.h);
  }
  const rows: readonly ThreadRow[] = [
    { calls: calls.client, row: top },
    { calls: calls.server, row: bottom },
  ];
  const untilNs = unrecordedUntil(view);
  const entered = untilNs === undefined ? undefined : x(untilNs);
  if (entered !== undefined) paintEntry(ctx, entered, plot, scene);
  const between = rect(plot.x, top.y + top.h, plot.w, bottom.y - top.y - top.h);
  if (areSegmentsDense(calls.segments, view, between)) {
    paintDenseSegments(ctx, calls.segments, view, between, scene, smallOf(sizePx));
  } else {
    for (const segment of calls.segments) paintSegment(ctx, segment, x, top, bottom, view, calls, scene);
    // Labels are above all lines; overlapping ones are omitted.
    const labelled: Rect[] = [];
    for (const segment of calls.segments) paintBytes(ctx, segment, x, top, bottom, view, scene, labelled);
  }
  for (const { calls: laneCalls, row } of rows) {
    if (areCallsDense(laneCalls, plot.w)) paintDenseCalls(ctx, laneCalls, view, row, scene);
    else for (const call of laneCalls) paintCall(ctx, call, x, row, scene);
  }
  if (entered !== undefined) paintUnrecorded(ctx, entered, x, rows, scene);
  // Large projected text also uses the height beside the thread names.
  const [y, h] = sizePx >= PROJECTED_PX ? [0, height - pad / 2] : [plot.y, plot.h];
  paintBuffers(ctx, frame, view, calls, rect(width - bufferW, y, bufferW - pad, h), scene);
}

/** A dashed line at `end`, the start of the recording, behind all texts. */
function paintEntry(ctx: CanvasRenderingContext2D, end: number, plot: Rect, { palette }: CallsScene): void {
  ctx.strokeStyle = palette.inkSoft;
  ctx.lineWidth = 1;
  ctx.setLineDash([4, 4]);
  ctx.beginPath();
  ctx.moveTo(end, plot.y);
  ctx.lineTo(end, plot.y + plot.h);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** A thread's row and its contents. */
interface ThreadRow {
  readonly calls: readonly Call[];
  readonly row: Rect;
}

/** Unrecorded time is blank, since it is not idle time. The first thread row with room explains it. */
function paintUnrecorded(
  ctx: CanvasRenderingContext2D,
  end: number,
  x: (ns: number) => number,
  rows: readonly ThreadRow[],
  { palette, text, sizePx }: CallsScene,
): void {
  const smallPx = smallOf(sizePx);
  const words = text.message('zoom.calls.unrecorded');
  const wordsW = text.measure(words, smallPx);
  const room = rows.map(({ calls, row }) => {
    const until = (row.x + end + wordsW) / 2;
    // Calls that began earlier also occupy space, except low ones.
    const taken = calls.map(({ state, fromNs }) => {
      const name = stateName(state);
      return name === undefined || x(fromNs) > until ? 0 : palette.states[name].height;
    });
    return row.h * (1 - taken.reduce((max, height) => Math.max(max, height), 0));
  });
  const free = room.findIndex((height) => height >= smallPx * 1.2);
  const row = rows[free]?.row;
  if (!row || wordsW + sizePx > end - row.x) return;
  ctx.font = fontOf(text, smallPx);
  ctx.fillStyle = palette.inkSoft;
  ctx.textAlign = 'center';
  ctx.fillText(words, (row.x + end) / 2, row.y + ((room[free] as number) + smallPx * 0.75) / 2);
  ctx.textAlign = 'left';
}

/** For dense calls: the exact number of calls for the connection, after the thread's name. */
function paintCount(
  ctx: CanvasRenderingContext2D,
  calls: readonly Call[],
  takenW: number,
  plot: Rect,
  y: number,
  { palette, text, sizePx }: CallsScene,
): void {
  if (!areCallsDense(calls, plot.w)) return;
  const smallPx = smallOf(sizePx);
  const count = kernelCalls(calls);
  const room = plot.w - takenW - sizePx;
  const words = [text.message('zoom.calls.many', { count }), text.message('zoom.calls.manyShort', { count })];
  const fitting = words.find((some) => text.measure(some, smallPx) <= room);
  if (fitting === undefined) return;
  ctx.font = fontOf(text, smallPx);
  ctx.fillStyle = palette.inkSoft;
  ctx.textAlign = 'right';
  ctx.fillText(fitting, plot.x + plot.w, y);
  ctx.textAlign = 'left';
  ctx.font = fontOf(text, sizePx, true);
  ctx.fillStyle = palette.ink;
}

/** A block in its state's fill, with name and bytes if they fit; text is never on a pattern. */
function paintCall(
  ctx: CanvasRenderingContext2D,
  call: Call,
  x: (ns: number) => number,
  row: Rect,
  scene: CallsScene,
): void {
  const { palette, fills, text } = scene;
  const name = stateName(call.state);
  if (name === undefined) return;
  const from = x(call.fromNs);
  const w = Math.max(1, x(call.toNs) - from);
  const h = Math.max(2, row.h * palette.states[name].height);
  // Work for other connections is paler.
  ctx.globalAlpha = call.isOwn || name === 'idle' || name === 'waitReply' ? 1 : 0.35;
  ctx.fillStyle = fills[name];
  ctx.fillRect(from, row.y + row.h - h, w, h);
  ctx.globalAlpha = 1;
  if (!call.isOwn && call.activity !== ACTIVITY.epollWait && call.activity !== ACTIVITY.futexWait) return;
  const sizePx = smallOf(scene.sizePx);
  const words = callWords(call, text);
  if (words === '' || text.measure(words, sizePx) + 6 > w) return;
  ctx.font = fontOf(text, sizePx);
  const labelW = text.measure(words, sizePx) + 6;
  ctx.fillStyle = palette.paper;
  const plateH = Math.min(row.h, sizePx * 1.4);
  ctx.fillRect(from + 2, row.y + (row.h - plateH) / 2, labelW, plateH);
  ctx.fillStyle = palette.ink;
  ctx.textBaseline = 'middle';
  ctx.fillText(words, from + 5, row.y + row.h / 2);
  ctx.textBaseline = 'alphabetic';
}

/** Name of a call with its bytes. */
export function callWords(
  { activity, bytes }: Pick<Call, 'activity' | 'bytes'>,
  text: Pick<SceneText, 'message'>,
): string {
  if (activity === ACTIVITY.none) return '';
  const name = text.message(`activity.${activityName(activity)}`);
  return bytes === undefined ? name : `${name} ${text.message('zoom.calls.bytes', { bytes })}`;
}

/** Above this number, segments are thin lines. */
const DENSE_FROM = 40;

/** Progress of a segment at an instant, and its position in the picture. */
function progressOf(
  { isBack, fromNs, toNs }: Segment,
  x: (ns: number) => number,
  top: Rect,
  bottom: Rect,
  view: CallsView,
) {
  const length = Math.max(1, toNs - fromNs);
  const share = (ns: number) => Math.min(1, Math.max(0, (ns - fromNs) / length));
  const [yFrom, yTo] = isBack ? [bottom.y, top.y + top.h] : [top.y + top.h, bottom.y];
  const at = (part: number): [number, number] => [x(fromNs + part * length), yFrom + (yTo - yFrom) * part];
  return { at, begin: share(view.fromNs), end: share(view.toNs) };
}

/** A segment goes from one thread's row to the other's; in flight it ends at its current position. */
function paintSegment(
  ctx: CanvasRenderingContext2D,
  segment: Segment,
  x: (ns: number) => number,
  top: Rect,
  bottom: Rect,
  view: CallsView,
  { segments }: Calls,
  { accent }: CallsScene,
): void {
  const { at, begin, end } = progressOf(segment, x, top, bottom, view);
  ctx.strokeStyle = accent;
  ctx.lineWidth = segments.length > DENSE_FROM ? THIN_LINE : 2;
  ctx.beginPath();
  ctx.moveTo(...at(begin));
  ctx.lineTo(...at(end));
  ctx.stroke();
  if (segment.toNs <= view.toNs) return;
  ctx.beginPath();
  ctx.arc(...at(end), segments.length > DENSE_FROM ? 2.5 : 5, 0, 2 * Math.PI);
  ctx.fillStyle = accent;
  ctx.fill();
}

/** Height of a segment's byte label, with a pixel above and below. */
const bytesH = (sizePx: number): number => sizePx * 1.4 + 2;

/**
 * The byte label at the middle of a segment's visible part, clear of both rows and the edge; omitted without
 * room.
 */
function paintBytes(
  ctx: CanvasRenderingContext2D,
  segment: Segment,
  x: (ns: number) => number,
  top: Rect,
  bottom: Rect,
  view: CallsView,
  { palette, text, sizePx }: CallsScene,
  labelled: Rect[],
): void {
  const { at, begin, end } = progressOf(segment, x, top, bottom, view);
  const smallPx = smallOf(sizePx);
  const words = text.message('zoom.calls.bytes', { bytes: segment.bytes });
  const w = text.measure(words, smallPx) + 6;
  const [middleX, middleY] = at((begin + end) / 2);
  const half = bytesH(smallPx) / 2;
  const labelX = Math.min(middleX, top.x + top.w - w / 2);
  const labelY = Math.min(bottom.y - half, Math.max(top.y + top.h + half, middleY));
  const label = rect(labelX - w / 2, labelY - smallPx * 0.7, w, smallPx * 1.4);
  const isFree =
    label.y > top.y + top.h &&
    label.y + label.h < bottom.y &&
    !labelled.some((other) => overlap(label, other, w));
  if (w > at(end)[0] - at(begin)[0] || !isFree) return;
  labelled.push(label);
  ctx.font = fontOf(text, smallPx);
  ctx.fillStyle = palette.paper;
  ctx.fillRect(label.x, label.y, label.w, label.h);
  ctx.fillStyle = palette.ink;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(words, labelX, labelY);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
}

/** The client's socket buffer next to its row; the server's three stacked next to its own. */
function paintBuffers(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  { connection }: CallsView,
  calls: Calls,
  area: Rect,
  { palette, accent, text, sizePx }: CallsScene,
): void {
  const contents = buffersOf(frame, connection, calls);
  const smallPx = smallOf(sizePx);
  const step = Math.min(area.h / BUFFERS.length, smallPx * 5);
  ORDER.forEach((name, i) => {
    const y = area.y + i * step;
    const { count, bytes } = contents[name];
    const top = y + smallPx * 1.35;
    const h = Math.max(3, Math.min(step - smallPx * 1.7, smallPx));
    ctx.font = fontOf(text, smallPx);
    ctx.fillStyle = palette.inkSoft;
    const label = text.message(`zoom.calls.buffers.${name}`);
    const room = area.w - text.measure(label, smallPx) - smallPx;
    const below = top + h + smallPx * 1.1;
    const isRoomBelow = below + smallPx * 0.3 <= y + step;
    const { words, isBeside } = fitting(
      [bufferWords(count, bytes, text), bufferWords(count, undefined, text), String(count)],
      (some) => text.measure(some, smallPx) <= room,
      isRoomBelow,
    );
    ctx.fillText(label, area.x, y + smallPx);
    ctx.fillStyle = palette.ink;
    ctx.textAlign = 'right';
    ctx.fillText(words, area.x + area.w, isBeside ? y + smallPx : below);
    ctx.textAlign = 'left';
    ctx.strokeStyle = palette.line;
    ctx.lineWidth = 1;
    ctx.strokeRect(area.x, top, area.w, h);
    ctx.fillStyle = accent;
    const max = Math.floor((area.w - 4) / 8);
    for (let message = 0; message < Math.min(count, max); message++)
      ctx.fillRect(area.x + 2 + message * 8, top + 1, 6, Math.max(1, h - 2));
  });
}

/** The longest text that fits on the buffer's name line or the next one, else next to the name. */
function fitting(
  [all, ...shorter]: readonly [string, ...string[]],
  fits: (words: string) => boolean,
  isRoomBelow: boolean,
): { readonly words: string; readonly isBeside: boolean } {
  if (fits(all) || isRoomBelow) return { words: all, isBeside: fits(all) };
  return { words: shorter.find(fits) ?? shorter.at(-1) ?? all, isBeside: true };
}

/** In visual order: the client's first, like its thread. */
const ORDER: readonly BufferName[] = ['clientSocket', 'serverSocket', 'query', 'reply'];

/** The contents of a buffer. */
export function bufferWords(
  count: number,
  bytes: number | undefined,
  text: Pick<SceneText, 'message'>,
): string {
  if (count === 0) return text.message('zoom.calls.buffers.empty');
  return bytes === undefined
    ? text.message('zoom.calls.buffers.counted', { count })
    : text.message('zoom.calls.buffers.some', { count, bytes });
}
