/**
 * Run and size → where everything is drawn. Pure geometry in CSS pixels, made again only when the run, the size, the
 * language or the font changes.
 *
 *   wide:  callers │ pool or event loops │ wire │ server        tall: the same from top to bottom
 */
import type { RunLayout } from '../playback/player.ts';
import { tallLayout } from './layout-tall.ts';
import { wideLayout } from './layout-wide.ts';
import { dotRadius, type SceneLayout, textSize } from './places.ts';
import type { SceneText } from './text.ts';

/** Narrower canvases are arranged from top to bottom. */
export const TALL_BELOW = 700;

/** Smallest text on the canvas, CSS pixels. */
const MIN_TEXT = 11;

/**
 * The layout of one side. `fontPx`: size of the running text around the canvas; the canvas takes the largest size near it at
 * which no word is cut.
 */
export function sceneLayout(
  run: RunLayout,
  width: number,
  height: number,
  text: SceneText,
  fontPx: number,
): SceneLayout {
  const arrange = width < TALL_BELOW ? tallLayout : wideLayout;
  let sizePx = textSize(width, height, fontPx);
  let layout = arrange(run, width, height, text, { sizePx, dot: dotRadius(sizePx, run.callers) });
  while (hasCutText(layout) && sizePx > MIN_TEXT) {
    sizePx--;
    layout = arrange(run, width, height, text, { sizePx, dot: dotRadius(sizePx, run.callers) });
  }
  return layout;
}

const hasCutText = ({ captions, counters }: SceneLayout): boolean =>
  captions.some(({ text }) => text.endsWith('…')) ||
  counters.some(({ lines }) => lines.some((line) => line.endsWith('…')));
