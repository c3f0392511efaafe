/**
 * The way of a request in three bands: the client's machine, the network, the server's, side by side or, on narrow canvases, below
 * each other. What arrangements of few places share. Lengths in CSS pixels.
 */
import type { RunLayout } from '../model/playback/player.ts';
import { type Counter, type CounterKey, counterLines, placeCounters } from './counters.ts';
import { type Rect, rect } from './geometry.ts';
import { TALL_BELOW } from './layout.ts';
import { type Caption, dotRadius, textSize } from './places.ts';
import { type SceneText, shorten } from './text.ts';

/** Shares of the length of the way. */
export interface BandShares {
  readonly client: number;
  readonly wire: number;
}

export interface StageBands {
  readonly isTall: boolean;
  readonly sizePx: number;
  readonly dot: number;
  readonly lineHeight: number;
  /** Height of the words at the top of a band. */
  readonly head: number;
  /** Along the way: where it ends, the client's machine ends, the server's begins. */
  readonly length: number;
  readonly clientEnd: number;
  readonly serverStart: number;
  readonly clientBox: Rect;
  readonly wireBox: Rect;
  readonly serverBox: Rect;
  /** All that lies between two points of the way. */
  readonly band: (from: number, to: number) => Rect;
  /** The part of an area between two shares of its length along the way. */
  readonly part: (area: Rect, from: number, to: number) => Rect;
  /** Words at the top of a band. */
  readonly caption: (words: string, box: Rect, tone: Caption['tone']) => Caption;
  /** Counts at the foot of a band, a line each. */
  readonly counters: (keys: readonly CounterKey[], box: Rect) => Counter[];
}

/** The way on a canvas. `fontPx`: size of the running text around it. */
export function stageBands(
  run: RunLayout,
  width: number,
  height: number,
  text: SceneText,
  fontPx: number,
  shares: BandShares,
): StageBands {
  const isTall = width < TALL_BELOW;
  const sizePx = textSize(width, height, fontPx);
  const lineHeight = Math.round(sizePx * 1.35);
  const digits = Math.max(2, String(run.callers).length);
  const length = isTall ? height : width;
  const clientEnd = Math.round(length * shares.client);
  const serverStart = Math.round(length * (shares.client + shares.wire));
  const band = (from: number, to: number): Rect =>
    isTall
      ? rect(0.5, from + 0.5, width - 1, to - from - 1)
      : rect(from + 0.5, 0.5, to - from - 1, height - 1);
  return {
    isTall,
    sizePx,
    dot: dotRadius(sizePx, run.callers),
    lineHeight,
    head: sizePx * 2.1,
    length,
    clientEnd,
    serverStart,
    clientBox: band(0, clientEnd),
    wireBox: band(clientEnd, serverStart),
    serverBox: band(serverStart, length),
    band,
    part: ({ x, y, w, h }, from, to) =>
      isTall ? rect(x, y + h * from, w, h * (to - from)) : rect(x + w * from, y, w * (to - from), h),
    caption: (words, box, tone) => ({
      text: shorten(words, box.w - 2 * sizePx, (line) => text.measure(line, sizePx, tone === 'title')),
      x: box.x + sizePx,
      y: box.y + sizePx * 1.4,
      sizePx,
      tone,
      align: 'left',
    }),
    counters: (keys, box) => {
      const lines = counterLines(keys, box.w - 2 * sizePx, text, sizePx, digits).map((own) =>
        own.slice(0, 1),
      );
      const y = box.y + box.h - sizePx * 0.7 - lineHeight * (keys.length - 1);
      return placeCounters(keys, lines, { x: box.x + sizePx, y, lineHeight, sizePx, digits }, text);
    },
  };
}
