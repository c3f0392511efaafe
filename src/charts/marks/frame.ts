/** The drawing of a chart and the plot inside it: the rest is room for names, ticks and titles. */
import { type Box, textWidth } from '../chart.ts';
import { px, type SvgNode, svg } from '../svg.ts';

/** The plot's inside, px. */
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Height of a line of text, in sizes of type. */
export const LINE = 1.3;

/** Labels take no more of a chart's width on either side: the rest is for the plot. */
const MOST_LABELS = 0.4;

/**
 * The plot with room for the labels of the vertical axis and its title.
 *
 * @param linesBelow room below it, in sizes of type
 * @param right room beside it, likewise
 * @param linesAbove lines of text above it besides the title
 */
export function areaOf(
  { width, height, fontSize }: Box,
  labels: readonly string[],
  linesBelow: number,
  right = 1,
  linesAbove = 0,
): Area {
  const widest = Math.max(0, ...labels.map((label) => textWidth(label, fontSize)));
  return {
    left: Math.min(widest + fontSize * 1.2, width * MOST_LABELS),
    right: width - Math.min(fontSize * right, width * MOST_LABELS),
    top: fontSize * (2.2 + linesAbove * LINE),
    bottom: height - fontSize * linesBelow,
  };
}

/** A whole drawing. */
export const drawing = ({ width, height }: Box, ...children: readonly SvgNode[]): SvgNode =>
  svg(
    'svg',
    { viewBox: `0 0 ${px(width)} ${px(height)}`, width: px(width), height: px(height) },
    ...children,
  );
