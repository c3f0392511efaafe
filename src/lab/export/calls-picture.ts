/** The system calls of one connection as SVG elements above a time axis. */

import { scaleLinear } from 'd3-scale';
import { px, type SvgNode, svg } from '../../charts/svg.ts';
import { type CallsView, callsOf } from '../../model/analysis/calls.ts';
import type { Frame } from '../../model/playback/frame.ts';
import type { Side } from '../../model/playback/player.ts';
import { callsPlot, paintCalls } from '../../stage/calls.ts';
import type { CallsScene, CanvasStyle } from '../../stage/canvas-style.ts';
import { SvgContext } from './svg-context.ts';

export interface PicturedCalls {
  readonly side: Side;
  readonly view: CallsView;
  readonly frame: Frame;
  /** Text: the connection and the number of connections. */
  readonly connection: string;
  readonly nameOf: CallsScene['nameOf'];
  /**
   * Formats an instant.
   * @param stepNs distance to the next label
   */
  readonly instant: (ns: number, stepNs: number) => string;
}

/** Approximate number of labels on the axis. */
const TICKS = 5;

export const callsPicture =
  ({ side, view, frame, connection, nameOf, instant }: PicturedCalls) =>
  ({ width, height, sizePx, palette, fills, text }: CanvasStyle): readonly SvgNode[] => {
    const headH = sizePx * 1.4;
    const axisH = sizePx * 2;
    const scene: CallsScene = {
      width,
      height: height - headH - axisH,
      sizePx,
      palette,
      fills,
      text,
      accent: palette.accent[side],
      nameOf,
    };
    const canvas = new SvgContext();
    paintCalls(canvas.context, view, callsOf(view), frame, scene);
    return [
      svg('text', { x: px(sizePx), y: px(sizePx), fontSize: sizePx, fill: palette.inkSoft }, connection),
      svg('g', { transform: `translate(0 ${px(headH)})` }, ...canvas.nodes),
      ...axis(view, headH, scene, instant),
    ];
  };

/** Round instants, each with a line up to the picture. */
function axis(
  { fromNs, toNs }: CallsView,
  top: number,
  scene: CallsScene,
  instant: PicturedCalls['instant'],
): SvgNode[] {
  const { sizePx, palette, text } = scene;
  const { plot } = callsPlot(scene);
  const y = top + scene.height;
  const scale = scaleLinear([fromNs, toNs], [plot.x, plot.x + plot.w]);
  // The run has no instants before 0.
  const ticks = scale.ticks(TICKS).filter((ns) => ns >= 0);
  const stepNs = (ticks[1] ?? toNs) - (ticks[0] ?? 0);
  const line = { stroke: palette.line, strokeWidth: 1 };
  return [
    svg('line', { x1: px(plot.x), x2: px(plot.x + plot.w), y1: px(y), y2: px(y), ...line }),
    ...ticks.flatMap((ns) => {
      const words = instant(ns, stepNs);
      const half = text.measure(words, sizePx) / 2;
      const x = scale(ns);
      const textX = Math.min(plot.x + plot.w - half, Math.max(plot.x + half, x));
      return [
        svg('line', { x1: px(x), x2: px(x), y1: px(y), y2: px(y + 4), ...line }),
        svg(
          'text',
          {
            x: px(textX),
            y: px(y + sizePx + 6),
            fontSize: sizePx,
            textAnchor: 'middle',
            fill: palette.inkSoft,
          },
          words,
        ),
      ];
    }),
  ];
}
