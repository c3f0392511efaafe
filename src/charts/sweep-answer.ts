/** The answer of a sweep on its lines: a ring at the smallest sufficient value, and a bar at the best ones. */
import type { Palette } from '../lib/palette.ts';
import { dot } from './marks/dot.ts';
import type { Places } from './marks/line.ts';
import { ruleX, ruleY } from './marks/rule.ts';
import { seriesColor } from './marks/series.ts';
import { halo, textAt } from './marks/text.ts';
import type { SvgNode } from './svg.ts';

/** Positions along the axis. */
export interface LineAnswer {
  /** The smallest value within the tolerance of the best. */
  readonly enough: number;
  /** The first and the last of the best values. */
  readonly from: number;
  readonly to: number;
}

export interface AnsweredLine {
  readonly style: number;
  readonly values: readonly ({ readonly mean: number } | undefined)[];
  readonly answer?: LineAnswer | undefined;
}

/** Radius of the ring, px. */
const RING = 8;
/** Height of a bar, px; bars of several lines are stacked. */
const BAR = 4;

/** @param label formats a value of the axis by its position */
export function answerMarks(
  lines: readonly AnsweredLine[],
  { xs, toY, area }: Places,
  label: (place: number) => string,
  fontSize: number,
  palette: Palette,
): SvgNode[] {
  return lines.flatMap(({ style, values, answer }, index) => {
    const value = answer && values[answer.enough];
    if (!answer || !value) return [];
    const color = seriesColor(style, palette);
    const [x, y] = [xs[answer.enough] ?? 0, toY(value.mean)];
    const height = area.bottom - BAR * (1.5 * index + 1);
    const [from, to] = [xs[answer.from] ?? 0, xs[answer.to] ?? 0];
    // Above the ring, unless that is outside.
    const above = y - RING - fontSize * 0.4;
    const baseline = above - fontSize < area.top ? y + RING + fontSize * 1.1 : above;
    return [
      ruleX(x, y + RING, area.bottom, { stroke: color, strokeWidth: 1, strokeDasharray: '2 3' }),
      ruleY(height, from - BAR / 2, to + BAR / 2, { stroke: color, strokeWidth: BAR, opacity: 0.6 }),
      dot('circle', x, y, RING, { fill: 'none', stroke: color, strokeWidth: 2 }),
      textAt(label(answer.enough), x, baseline, {
        textAnchor: 'middle',
        fontSize: fontSize * 1.1,
        fontWeight: 700,
        fill: palette.ink,
        ...halo(palette),
      }),
    ];
  });
}
