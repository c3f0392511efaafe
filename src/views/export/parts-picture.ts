/** What the stage's painters draw of one side, near or from farther away, as elements of SVG. */

import type { SvgNode } from '../../charts/svg.ts';
import type { Frame } from '../../playback/frame.ts';
import type { RunLayout, Side } from '../../playback/player.ts';
import { paintBackdrop } from '../../scene/backdrop.ts';
import type { CanvasLook } from '../../scene/canvas-look.ts';
import { createDots } from '../../scene/dot-columns.ts';
import type { Arrange } from '../../scene/layout.ts';
import { paintFrame } from '../../scene/paint.ts';
import { SvgContext } from './svg-context.ts';

export interface PicturedParts {
  readonly side: Side;
  readonly run: RunLayout;
  /** The runs of all sides. */
  readonly beside: readonly RunLayout[];
  readonly frame: Frame;
  /** The request that is pointed out, or −1. */
  readonly request: number;
  readonly arrange: Arrange;
  /** Levels and counts instead of dots. */
  readonly isReduced: boolean;
}

export const partsPicture =
  ({ side, run, beside, frame, request, arrange, isReduced }: PicturedParts) =>
  ({ width, height, sizePx, palette, fills, text }: CanvasLook): readonly SvgNode[] => {
    const layout = arrange(run, width, height, text, sizePx, beside);
    const scene = { side, layout, palette, fills, text, dots: createDots(layout), isReduced };
    const [below, above] = [new SvgContext(), new SvgContext()];
    paintBackdrop(below.context, scene);
    paintFrame(above.context, frame, scene, { speed: 0, request });
    return [...below.nodes, ...above.nodes];
  };
