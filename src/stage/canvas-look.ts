/** What every picture is painted with, on the page and in a file. */
import type { Palette } from '../lib/palette.ts';
import type { Fills } from './fills.ts';
import type { Rect } from './geometry.ts';
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

export interface CallsScene extends CanvasLook {
  readonly accent: string;
  /** A lane's name in the reader's language. */
  readonly nameOf: (lane: number) => string;
}

/** A rounded rectangle as the current path. */
export function roundRect(ctx: CanvasRenderingContext2D, r: Rect, radius: number): void {
  ctx.beginPath();
  ctx.roundRect(
    r.x,
    r.y,
    Math.max(0, r.w),
    Math.max(0, r.h),
    Math.max(0, Math.min(radius, r.w / 2, r.h / 2)),
  );
}
