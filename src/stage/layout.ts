/**
 * Run and size → where everything is drawn. Pure geometry in CSS pixels, made again only when the run, the size, the
 * language or the font changes.
 *
 *   wide:  callers │ pool or event loops │ wire │ server        tall: the same from top to bottom
 */
import type { RunLayout } from '../model/playback/player.ts';
import { dotRadius, type SceneLayout, type TypeSize, textSize } from './places.ts';
import type { SceneText } from './text.ts';

/** Narrower canvases are arranged from top to bottom. */
export const TALL_BELOW = 700;

/** Smallest text on the canvas, CSS pixels. */
const MIN_TEXT = 11;

/** The layout of one side. `fontPx`: size of the running text around the canvas; `beside`: the runs it is compared with. */
export type Arrange = (
  run: RunLayout,
  width: number,
  height: number,
  text: SceneText,
  fontPx: number,
  beside?: readonly RunLayout[],
) => SceneLayout;

/**
 * An arrangement in the largest text, near that around the canvas, at which no word is cut: neither here nor beside it, so that
 * text and dots of both sides have one size.
 */
export const legible =
  (
    arrange: (
      run: RunLayout,
      width: number,
      height: number,
      text: SceneText,
      size: TypeSize,
      /** All runs that are shown, so that both sides have one arrangement. */
      shown: readonly RunLayout[],
    ) => SceneLayout,
  ): Arrange =>
  (run, width, height, text, fontPx, beside = []) => {
    const shown = [run, ...beside];
    let sizePx = textSize(width, height, fontPx);
    const of = (run: RunLayout) =>
      arrange(run, width, height, text, { sizePx, dot: dotRadius(sizePx, run.callers) }, shown);
    for (;;) {
      const layout = of(run);
      if (sizePx <= MIN_TEXT || ![layout, ...beside.map(of)].some(hasCutText)) return layout;
      sizePx--;
    }
  };

const hasCutText = ({ captions, counters }: SceneLayout): boolean =>
  captions.some(({ text }) => text.endsWith('…')) ||
  counters.some(({ lines }) => lines.some((line) => line.endsWith('…')));
