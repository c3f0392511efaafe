/**
 * Computes the layout from run and size: pure geometry in CSS pixels, recomputed only when run, size,
 * language or font changes.
 *
 * wide: callers │ pool or event loops │ wire │ server; tall: the same from top to bottom
 */
import type { RunLayout } from '../model/playback/player.ts';
import { dotRadius, type SceneLayout, type TypeSize, textSize } from './places.ts';
import type { SceneText } from './text.ts';

/** Narrower canvases use the tall layout. */
export const TALL_BELOW = 700;

/** Minimum font size on the canvas, CSS pixels. */
const MIN_TEXT = 11;

/** Lays out one side. `fontPx`: font size of the surrounding text; `beside`: the compared runs. */
export type Arrange = (
  run: RunLayout,
  width: number,
  height: number,
  text: SceneText,
  fontPx: number,
  beside?: readonly RunLayout[],
) => SceneLayout;

/**
 * Wraps a layout: picks the largest font size near the surrounding text at which no text is truncated, on
 * either side. So both sides share one size of text and dots.
 */
export const legible =
  (
    arrange: (
      run: RunLayout,
      width: number,
      height: number,
      text: SceneText,
      size: TypeSize,
      /** All visible runs, so that both sides share one layout. */
      shown: readonly RunLayout[],
    ) => SceneLayout,
  ): Arrange =>
  (run, width, height, text, fontPx, compared = []) => {
    const runs = [run, ...compared];
    let sizePx = textSize(width, height, fontPx);
    const of = (run: RunLayout) =>
      arrange(run, width, height, text, { sizePx, dot: dotRadius(sizePx, run.callers) }, runs);
    for (;;) {
      const layout = of(run);
      if (sizePx <= MIN_TEXT || ![layout, ...compared.map(of)].some(hasCutText)) return layout;
      sizePx--;
    }
  };

const hasCutText = ({ captions, counters }: SceneLayout): boolean =>
  captions.some(({ text }) => text.endsWith('…')) ||
  counters.some(({ lines }) => lines.some((line) => line.endsWith('…')));
