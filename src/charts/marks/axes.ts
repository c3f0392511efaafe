/** Axes: their lines, grids, ticks, labels and titles. */
import type { Palette } from '../../lib/palette.ts';
import { type Box, textWidth } from '../chart.ts';
import { type SvgNode, svg } from '../svg.ts';
import type { Area } from './frame.ts';
import { ruleX, ruleY } from './rule.ts';
import { centredText, textAt } from './text.ts';

/** A value on an axis, in pixels along it, with its label. */
export interface Tick {
  readonly at: number;
  readonly label: string;
  readonly isZero?: boolean;
}

/** Ticks at the values of a scale. */
export const ticksOn = (
  scale: (value: number) => number,
  values: readonly number[],
  label: (value: number) => string,
): Tick[] => values.map((value) => ({ at: scale(value), label: label(value), isZero: value === 0 }));

/** The label of a tick below an axis, kept inside the drawing. */
function labelBelow({ at, label }: Tick, y: number, { width, fontSize }: Box, palette: Palette): SvgNode {
  const half = textWidth(label, fontSize) / 2;
  const textAnchor = at < half ? 'start' : at + half > width ? 'end' : 'middle';
  return textAt(label, at, y, { fontSize, fill: palette.inkSoft, textAnchor });
}

/** A horizontal axis below a plot. */
export interface BottomAxis {
  readonly ticks: readonly Tick[];
  readonly title?: string;
  /** Offset of the title's baseline below the axis, in font sizes. */
  readonly titleLine?: number;
}

/**
 * The line of a horizontal axis with ticks and title. The title ends at the axis end, or at the drawing's
 * edge if longer. @param y of the line, px
 */
export function bottomAxis(
  [left, right]: readonly [left: number, right: number],
  y: number,
  { ticks, title = '', titleLine = 2.7 }: BottomAxis,
  box: Box,
  palette: Palette,
): SvgNode[] {
  const { fontSize } = box;
  const end = Math.max(right, Math.min(box.width, textWidth(title, fontSize)));
  return [
    ruleY(y, left, right, { stroke: palette.inkSoft }),
    ...ticks.flatMap((tick) => [
      ruleX(tick.at, y, y + 4, { stroke: palette.inkSoft }),
      labelBelow(tick, y + fontSize * 1.35, box, palette),
    ]),
    ...(title === ''
      ? []
      : [
          textAt(title, end, y + fontSize * titleLine, {
            fontSize,
            fill: palette.inkSoft,
            textAnchor: 'end',
          }),
        ]),
  ];
}

/** The axis of a row chart: a vertical line at each value, with the label below. */
export const columnGrid = (
  ticks: readonly Tick[],
  { top, bottom }: Pick<Area, 'top' | 'bottom'>,
  box: Box,
  palette: Palette,
): SvgNode[] =>
  ticks.flatMap((tick) => [
    ruleX(tick.at, top, bottom, { stroke: tick.isZero ? palette.inkSoft : palette.line }),
    labelBelow(tick, bottom + box.fontSize * 1.3, box, palette),
  ]);

/** Grid, ticks and titles of a plot with two axes; the vertical axis has its title above. */
export function axes(
  area: Area,
  box: Box,
  palette: Palette,
  x: BottomAxis,
  y: { readonly ticks: readonly Tick[]; readonly title: string },
): SvgNode {
  const { fontSize } = box;
  const text = { fontSize, fill: palette.inkSoft };
  return svg(
    'g',
    {},
    ...y.ticks.flatMap(({ at, label }) => [
      ruleY(at, area.left, area.right, { stroke: palette.line }),
      centredText(label, area.left - fontSize * 0.5, at, { ...text, textAnchor: 'end' }),
    ]),
    ...bottomAxis([area.left, area.right], area.bottom, x, box, palette),
    textAt(y.title, 0, fontSize, text),
  );
}
