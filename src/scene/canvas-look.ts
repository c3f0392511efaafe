/** What every picture is painted with, on the page and in a file. */
import type { Palette } from '../lib/palette.ts';
import type { Fills } from './fills.ts';
import type { SceneText } from './text.ts';

export interface CanvasLook {
  readonly width: number;
  readonly height: number;
  readonly sizePx: number;
  readonly palette: Palette;
  readonly fills: Fills;
  /** Words of the canvas, measured in the font they are written in. */
  readonly text: SceneText;
}
