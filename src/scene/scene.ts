/** What every painter of one side is given besides the context and the frame. */
import type { Palette } from '../lib/palette.ts';
import type { Side } from '../playback/player.ts';
import type { Dots } from './dot-columns.ts';
import type { Fills } from './fills.ts';
import type { Rect } from './geometry.ts';
import type { SceneLayout } from './places.ts';
import type { SceneText } from './text.ts';

export interface Scene {
  readonly side: Side;
  readonly layout: SceneLayout;
  readonly palette: Palette;
  readonly fills: Fills;
  readonly text: SceneText;
  readonly dots: Dots;
  /** Dots become levels and counts. */
  readonly isReduced: boolean;
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
