/**
 * Run and size → where everything is drawn. Pure geometry in CSS pixels, made again only when the run, the size, the
 * language or the font changes.
 *
 *   wide:  callers │ pool or event loops │ wire │ server        tall: the same from top to bottom
 */
import type { RunLayout } from '../playback/player.ts';
import { tallLayout } from './layout-tall.ts';
import { wideLayout } from './layout-wide.ts';
import { type SceneLayout, typeSize } from './places.ts';
import type { SceneText } from './text.ts';

/** Narrower canvases are arranged from top to bottom. */
export const TALL_BELOW = 600;

/** The layout of one side. `fontPx`: size of the running text around the canvas. */
export function sceneLayout(
  run: RunLayout,
  width: number,
  height: number,
  text: SceneText,
  fontPx: number,
): SceneLayout {
  const arrange = width < TALL_BELOW ? tallLayout : wideLayout;
  return arrange(run, width, height, text, typeSize(width, height, fontPx, run.callers));
}
