/** What charts with two axes share: the frame around the plot, its grid and its ticks. */

import { ticks } from 'd3-array';
import type { Palette } from '../../lib/palette.ts';
import { type Box, textWidth } from '../chart.ts';
import { px, type SvgNode, svg } from '../svg.ts';
import { ruleX, ruleY } from './rule.ts';
import { textAt } from './text.ts';

/** The plot's inside, px. */
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A value on an axis, in pixels along it, with what is written there. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Height of a line of text, in sizes of type. */
export const LINE = 1.3;

/** Labels take no more of a chart's width on either side: what they are about has the rest. */
const MOST_LABELS = 0.4;

/** Room for the labels of the vertical axis, a title and more lines above it, and some lines below. */
export function areaOf(
  box: Box,
  labels: readonly string[],
  linesBelow: number,
  right = 1,
  linesAbove = 0,
): Area {
  const { width, height, fontSize } = box;
  return {
    left: Math.min(
      Math.max(0, ...labels.map((label) => textWidth(label, fontSize))) + fontSize * 1.2,
      width * MOST_LABELS,
    ),
    right: width - Math.min(fontSize * right, width * MOST_LABELS),
    top: fontSize * (2.2 + linesAbove * LINE),
    bottom: height - fontSize * linesBelow,
  };
}

/** Grid, ticks and titles. */
export function axes(
  area: Area,
  { width, fontSize }: Box,
  palette: Palette,
  x: { readonly ticks: readonly Tick[]; readonly title: string; readonly titleLine: number },
  y: { readonly ticks: readonly Tick[]; readonly title: string },
): SvgNode {
  const text = { fill: palette.inkSoft, fontSize: px(fontSize) };
  const [left, right, bottom] = [px(area.left), px(area.right), px(area.bottom)];
  return svg(
    'g',
    {},
    ...y.ticks.flatMap(({ at, label }) => [
      ruleY(at, left, right, { stroke: palette.line }),
      textAt(label, area.left - fontSize * 0.5, at, { ...text, dy: '0.32em', textAnchor: 'end' }),
    ]),
    ...x.ticks.flatMap(({ at, label }) => [
      ruleX(at, bottom, area.bottom + 4, { stroke: palette.inkSoft }),
      textAt(label, at, area.bottom + fontSize * 1.35, { ...text, textAnchor: 'middle' }),
    ]),
    ruleY(bottom, left, right, { stroke: palette.inkSoft }),
    svg(
      'text',
      {
        ...text,
        // It ends with the plot, unless that is too narrow for it.
        x: px(Math.max(area.right, Math.min(width, textWidth(x.title, fontSize)))),
        y: px(area.bottom + fontSize * x.titleLine),
        textAnchor: 'end',
      },
      x.title,
    ),
    textAt(y.title, 0, fontSize, { ...text }),
  );
}

/** With fewer labels nobody can tell how long a step of a logarithmic axis is. */
const FEWEST = 3;
/** So many equal steps, about, are asked for instead, the most first. */
const EQUAL_STEPS = [5, 4, 3, 2];

/**
 * Powers of ten from 1 to the largest, times 1, 2 and 5 where there is room for them, inside a range of values; equal steps where
 * the range is so small that it has hardly any of those.
 */
export function logTicks(from: number, to: number, most: number): number[] {
  const steps = [[1, 2, 5], [1, 3], [1]].map((mantissas) => {
    const values: number[] = [];
    for (let decade = Math.floor(Math.log10(from)); decade <= Math.log10(to); decade++)
      for (const mantissa of mantissas) {
        const value = mantissa * 10 ** decade;
        if (value >= from * (1 - 1e-9) && value <= to * (1 + 1e-9)) values.push(value);
      }
    return values;
  });
  const found = steps.find((values) => values.length <= most) ?? steps.at(-1) ?? [];
  if (found.length >= FEWEST || to >= from * 10) return found;
  const equal = EQUAL_STEPS.map((count) => ticks(from, to, count)).filter(({ length }) => length >= 2);
  // Equal steps are closest together at their end.
  const room = Math.log(to / from) / most;
  const fits = (values: readonly number[]) =>
    Math.log((values.at(-1) ?? to) / (values.at(-2) ?? from)) >= room;
  return equal.find((values) => values.length <= most && fits(values)) ?? equal.at(-1) ?? found;
}

/** The frame of a whole drawing. */
export const drawing = ({ width, height }: Box, ...children: readonly SvgNode[]): SvgNode =>
  svg(
    'svg',
    { viewBox: `0 0 ${px(width)} ${px(height)}`, width: px(width), height: px(height) },
    ...children,
  );

/** Side B is dashed as well as of another colour. */
export const strokeOf = (side: 'a' | 'b', palette: Palette) => ({
  stroke: palette.accent[side],
  strokeWidth: 2.5,
  strokeLinejoin: 'round',
  strokeDasharray: side === 'b' ? '7 3' : undefined,
  fill: 'none',
});
