/** Style of canvas painting, on the page and in files. */
import type { Palette } from '../lib/palette.ts';
import type { Fills } from './fills.ts';
import type { Rect } from './geometry.ts';
import type { SceneText } from './text.ts';

export interface CanvasStyle {
  readonly width: number;
  readonly height: number;
  readonly sizePx: number;
  readonly palette: Palette;
  readonly fills: Fills;
  /** Texts of the canvas, measured in their font. */
  readonly text: SceneText;
}

export interface CallsScene extends CanvasStyle {
  readonly accent: string;
  /** Translated name of a lane. */
  readonly nameOf: (lane: number) => string;
}

/** Makes a rounded rectangle the current path. */
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
