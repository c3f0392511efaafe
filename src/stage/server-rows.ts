/**
 * A server with I/O threads: its ring, and a row per server thread, the main thread first. A row has the
 * thread's name, its bar, and its activity and connection as text.
 */

import type { Frame } from '../model/playback/frame.ts';
import type { RunLayout } from '../model/playback/player.ts';
import { fitGrid, type Rect, rect } from './geometry.ts';
import { nodeLanes, serverIoLanes } from './lanes.ts';
import type { BarPlace, Caption, Ring, Scene } from './places.ts';
import { fillAboveDots, fontOf, type SceneText } from './text.ts';
import { letterOf, threadWords } from './threads.ts';
import { ACTIVITY } from './vocabulary.ts';

/** Paints the row texts above the moving dots. */
function paintRowWords(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene): void {
  const { palette, text, layout } = scene;
  ctx.fillStyle = palette.ink;
  for (const { lane, words } of layout.others) {
    if (!words) continue;
    const { x, y, w, sizePx } = words;
    ctx.font = fontOf(text, sizePx);
    const barWords = threadWords(frame, scene, lane, w, sizePx);
    const all = fullWords(frame, scene, lane, barWords);
    fillAboveDots(ctx, text.measure(all, sizePx) <= w ? all : barWords, x, y, palette.panel);
  }
}

/** With the connection; for a main thread at the barrier, with what it waits for. */
function fullWords(frame: Frame, { palette, text, layout }: Scene, lane: number, activity: string): string {
  const letter = letterOf(palette, frame, lane);
  const isMain = layout.nodes[0]?.lane === lane;
  if (isMain && frame.threads.shown.activity[lane] === ACTIVITY.spin) {
    const barrier = text.message('stage.thread.barrier');
    return `${letter} ${barrier}`;
  }
  const connection = frame.threads.connection[lane] as number;
  // A connection without an activity is meaningless.
  if (connection < 0 || activity === letter) return activity;
  const name = text.message('stage.thread.connection');
  return `${activity} ${name} ${text.count(connection + 1)}`;
}

export interface ServerRows {
  readonly ring: Ring;
  readonly boxes: readonly BarPlace[];
  readonly names: readonly Caption[];
  readonly paintRowWords: typeof paintRowWords;
}

/** The ring's share of the width. */
const RING = 0.3;
/** Minimum row distance, in font sizes. */
const MIN_STEP = 1.1;
/** Offset from baseline to the middle of the letters, in font sizes. */
const MIDDLE = 0.36;

/** Ring and rows in `area`, with a gap `between`; undefined for a server without I/O threads. */
export function serverRows(
  area: Rect,
  run: RunLayout,
  text: SceneText,
  typePx: number,
  between = 0,
): ServerRows | undefined {
  const io = serverIoLanes(run);
  if (io.length === 0) return undefined;
  const sizePx = Math.max(11, typePx - 1);
  const ringW = Math.min(area.h, area.w * RING, typePx * 9);
  const gap = sizePx * 0.7 + between;
  const rows = rect(area.x + ringW + gap, area.y, area.w - ringW - gap, area.h);
  const main = { name: text.message('stage.thread.main'), short: text.message('stage.thread.mainShort') };
  const threads = [
    ...nodeLanes(run).map((lane) => ({ lane, ...main })),
    ...io.map((lane, i) => {
      const name = text.message('stage.thread.io', { number: i + 1 });
      return { lane, name, short: text.count(i + 1) };
    }),
  ];
  const ring = bareRing(rect(area.x, area.y, ringW, area.h));
  return { ring, ...rowsIn(rows, threads, text, sizePx), paintRowWords };
}

/** The ring in `area` without names: those are in the rows. */
function bareRing({ x, y, w, h }: Rect): Ring {
  const outer = Math.max(8, Math.min(w, h) / 2 - 1);
  const band = outer * 0.3;
  return { x: x + w / 2, y: y + h / 2, radius: outer - band / 2, band, labels: [], isList: false };
}

interface Thread {
  readonly lane: number;
  readonly name: string;
  /** For several columns. */
  readonly short: string;
}

/** Rows in as few columns as the height allows; without room for names, only bars. */
function rowsIn(
  area: Rect,
  threads: readonly Thread[],
  text: SceneText,
  sizePx: number,
): Pick<ServerRows, 'boxes' | 'names'> {
  const perColumn = Math.max(1, Math.floor(area.h / (sizePx * MIN_STEP)));
  const columns = Math.ceil(threads.length / perColumn);
  const count = Math.ceil(threads.length / columns);
  const columnW = area.w / columns;
  const step = Math.min(area.h / count, sizePx * 2.2);
  const top = area.y + (area.h - step * count) / 2;
  const isOne = columns === 1;
  const min = sizePx * (isOne ? 2.8 : 2.3);
  const placed = Array.from({ length: columns }, (_, column) => {
    const columnThreads = threads.slice(column * count, (column + 1) * count);
    const names = columnThreads.map(({ name, short }) => (isOne ? name : short));
    const nameW = Math.max(0, ...names.map((name) => text.measure(name, sizePx))) + sizePx * 0.5;
    const room = columnW - nameW - (isOne ? 0 : sizePx * 0.6);
    const barW = Math.min(sizePx * 3, Math.max(sizePx * (isOne ? 1.5 : 1.2), room * 0.2));
    const barH = Math.min(step - 2, sizePx * 1.3);
    const x = area.x + column * columnW;
    const rows = columnThreads.map(({ lane }, i) => {
      const middle = top + (i + 0.5) * step;
      const y = middle + sizePx * MIDDLE;
      const box = rect(x + nameW, middle - barH / 2, barW, barH);
      const wordsX = box.x + barW + sizePx * 0.4;
      const bar: BarPlace = { lane, box, words: { x: wordsX, y, w: x + nameW + room - wordsX, sizePx } };
      const name: Caption = { text: names[i] ?? '', x, y, sizePx, tone: 'soft', align: 'left' };
      return { bar, name };
    });
    return { rows, room };
  });
  if (placed.some(({ room }) => room < min)) return { boxes: barsIn(area, threads, sizePx), names: [] };
  const rows = placed.flatMap((column) => column.rows);
  return { boxes: rows.map(({ bar }) => bar), names: rows.map(({ name }) => name) };
}

function barsIn(area: Rect, threads: readonly Thread[], sizePx: number): BarPlace[] {
  const grid = fitGrid(area, threads.length, { aspect: 1.2, maxStep: sizePx * 1.6 });
  const { cols, stepX, stepY } = grid;
  return threads.map(({ lane }, i) => ({
    lane,
    box: rect(
      area.x + (i % cols) * stepX,
      area.y + Math.floor(i / cols) * stepY,
      Math.max(2, stepX - 2),
      Math.max(2, stepY - 2),
    ),
  }));
}
