/** The drawing of a chart and its plot area; the margins hold names, ticks and titles. */
import { type Box, textWidth } from '../chart.ts';
import { px, type SvgNode, svg } from '../svg.ts';

/** A rectangle inside the drawing, px. */
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Line height, in font sizes. */
export const LINE = 1.3;

/** Labels take at most this share of the width on either side. */
const MAX_LABELS = 0.4;

/**
 * The plot area beside the labels and title of the vertical axis.
 *
 * @param linesBelow room below, in font sizes
 * @param right room on the right, in font sizes
 * @param linesAbove lines of text above, besides the title
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
    left: Math.min(widest + fontSize * 1.2, width * MAX_LABELS),
    right: width - Math.min(fontSize * right, width * MAX_LABELS),
    top: fontSize * (2.2 + linesAbove * LINE),
    bottom: height - fontSize * linesBelow,
  };
}

/** A complete drawing. */
export const drawing = ({ width, height }: Box, ...children: readonly SvgNode[]): SvgNode =>
  svg(
    'svg',
    { viewBox: `0 0 ${px(width)} ${px(height)}`, width: px(width), height: px(height) },
    ...children,
  );
