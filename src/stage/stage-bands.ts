/**
 * The request path in three bands: client, network and server, side by side or, on narrow canvases, stacked.
 * Shared by layouts with few places. Lengths in CSS pixels.
 */
import type { RunLayout } from '../model/playback/player.ts';
import { type Counter, type CounterKey, counterLines, placeCounters } from './counters.ts';
import { type Rect, rect } from './geometry.ts';
import { TALL_BELOW } from './layout.ts';
import { type Caption, dotRadius, textSize } from './places.ts';
import { type SceneText, shorten } from './text.ts';

/** Shares of the path's length. */
export interface BandShares {
  readonly client: number;
  readonly wire: number;
}

export interface StageBands {
  readonly isTall: boolean;
  readonly sizePx: number;
  readonly dot: number;
  readonly lineHeight: number;
  /** Height of the texts at the top of a band. */
  readonly head: number;
  /** Along the path: its length, the client's end, the server's start. */
  readonly length: number;
  readonly clientEnd: number;
  readonly serverStart: number;
  readonly clientBox: Rect;
  readonly wireBox: Rect;
  readonly serverBox: Rect;
  /** The area between two points of the path. */
  readonly band: (from: number, to: number) => Rect;
  /** The part of an area between two shares along the path. */
  readonly part: (area: Rect, from: number, to: number) => Rect;
  /** A text at the top of a band. */
  readonly caption: (words: string, box: Rect, tone: Caption['tone']) => Caption;
  /** Counters at the foot of a band, one line each. */
  readonly counters: (keys: readonly CounterKey[], box: Rect) => Counter[];
}

/** The bands on a canvas. `fontPx`: font size of the surrounding text. */
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
      const lines = counterLines(keys, box.w - 2 * sizePx, text, sizePx, digits).map((counterText) =>
        counterText.slice(0, 1),
      );
      const y = box.y + box.h - sizePx * 0.7 - lineHeight * (keys.length - 1);
      return placeCounters(keys, lines, { x: box.x + sizePx, y, lineHeight, sizePx, digits }, text);
    },
  };
}
