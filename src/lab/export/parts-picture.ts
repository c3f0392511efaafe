/** The stage painters' output for one side as SVG elements, at either zoom. */

import type { SvgNode } from '../../charts/svg.ts';
import type { Frame } from '../../model/playback/frame.ts';
import type { RunLayout, Side } from '../../model/playback/player.ts';
import { paintBackdrop } from '../../stage/backdrop.ts';
import type { CanvasStyle } from '../../stage/canvas-style.ts';
import { createDots } from '../../stage/dot-columns.ts';
import type { Arrange } from '../../stage/layout.ts';
import { paintFrame } from '../../stage/paint.ts';
import { SvgContext } from './svg-context.ts';

export interface PicturedParts {
  readonly side: Side;
  readonly run: RunLayout;
  /** The runs of all sides. */
  readonly allRuns: readonly RunLayout[];
  readonly frame: Frame;
  /** The highlighted request, or −1. */
  readonly request: number;
  readonly arrange: Arrange;
  /** Reduced motion: levels and counts instead of dots. */
  readonly isReduced: boolean;
}

export const partsPicture =
  ({ side, run, allRuns, frame, request, arrange, isReduced }: PicturedParts) =>
  ({ width, height, sizePx, palette, fills, text }: CanvasStyle): readonly SvgNode[] => {
    const layout = arrange(run, width, height, text, sizePx, allRuns);
    const scene = { side, layout, palette, fills, text, dots: createDots(layout), isReduced };
    const [below, above] = [new SvgContext(), new SvgContext()];
    paintBackdrop(below.context, scene);
    paintFrame(above.context, frame, scene, { speed: 0, request });
    return [...below.nodes, ...above.nodes];
  };
