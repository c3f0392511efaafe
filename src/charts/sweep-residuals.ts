/**
 * By how much the model is off where something was measured, as a strip below the lines of a sweep and on the same axis: zero is a
 * line, the band is what counts as close.
 */

import { scaleLinear } from 'd3-scale';
import type { Box, ChartSpec } from './chart.ts';
import { areaOf, axes, drawing } from './marks/axes.ts';
import { barAt } from './marks/bar.ts';
import { ruleY } from './marks/rule.ts';
import { seriesMark } from './series-style.ts';
import { between, labelled } from './sweep-axis.ts';
import { type SweepLinesData, type SweepLinesWords, sweepFrame } from './sweep-lines.ts';
import { residualOf, type SweepMeasured } from './sweep-measured.ts';

export interface SweepResidualsData {
  /** The drawing above, which says where the places are. */
  readonly above: SweepLinesData;
  readonly points: readonly SweepMeasured[];
}

/** How close the model is to what was measured. */
export type Closeness = {
  readonly points: number;
  readonly close: number;
  readonly median: string;
  readonly worst: string;
  readonly name: string;
};

export interface SweepResidualsWords {
  /** Of the drawing above. */
  readonly above: SweepLinesWords;
  readonly yTitle: string;
  readonly percent: (share: number) => string;
  readonly tableCaption: string;
  readonly columns: {
    readonly [Name in 'name' | 'system' | 'seen' | 'low' | 'high' | 'model' | 'residual']: string;
  };
  readonly sentence: (facts: Closeness) => string;
  readonly empty: string;
}

/** Deviations up to here are close: what the reproductions ask of throughputs. */
const CLOSE = 0.15;

const known = (points: readonly SweepMeasured[]) =>
  points.flatMap((point) => {
    const residual = residualOf(point);
    return residual === undefined ? [] : [{ point, residual }];
  });

/** In numbers; undefined where the model has been run for none of them. */
export function closeness(
  points: readonly SweepMeasured[],
  percent: (share: number) => string,
): Closeness | undefined {
  const shown = known(points).sort((one, other) => Math.abs(one.residual) - Math.abs(other.residual));
  const [middle, worst] = [shown[Math.floor((shown.length - 1) / 2)], shown.at(-1)];
  if (!middle || !worst) return undefined;
  return {
    points: shown.length,
    close: shown.filter(({ residual }) => Math.abs(residual) <= CLOSE).length,
    median: percent(Math.abs(middle.residual)),
    worst: percent(worst.residual),
    name: worst.point.name,
  };
}

export const sweepResiduals = {
  id: 'sweep-residuals',
  draw: ({ above, points }, box: Box, palette, words) => {
    const { xs, area: frame } = sweepFrame(above, box, words.above);
    const shown = known(points);
    const off = shown.map(({ residual }) => residual);
    const [least, most] = [Math.min(-0.2, ...off), Math.max(0.2, ...off)];
    const ticks = scaleLinear([least, most], [0, 1]).ticks(4);
    const own = areaOf(box, ticks.map(words.percent), 3.2);
    const area = { ...own, left: frame.left, right: frame.right };
    const room = (most - least) * 0.08;
    const y = scaleLinear([least - room, most + room], [area.bottom, area.top]);
    return drawing(
      box,
      barAt(area.left, y(CLOSE), area.right - area.left, y(-CLOSE) - y(CLOSE), {
        fill: palette.inkSoft,
        opacity: 0.12,
      }),
      axes(
        area,
        box,
        palette,
        {
          ticks: labelled(above.x, xs, box).map((place) => ({
            at: xs[place] ?? 0,
            label: above.x.label(above.x.values[place] ?? ''),
          })),
          title: above.x.title,
          titleLine: 2.75,
        },
        { ticks: ticks.map((tick) => ({ at: y(tick), label: words.percent(tick) })), title: words.yTitle },
      ),
      ruleY(y(0), area.left, area.right, { stroke: palette.ink }),
      ...shown.flatMap(({ point, residual }) => {
        const x = between(xs, point.place);
        return x === undefined ? [] : [seriesMark(point.style, x, y(residual), palette)];
      }),
    );
  },
  describe: ({ points }, words) => {
    const facts = closeness(points, words.percent);
    return facts ? words.sentence(facts) : words.empty;
  },
  table: ({ above, points }, { tableCaption, columns }) => ({
    caption: tableCaption,
    columns: [
      { title: columns.name, unit: 'text' },
      { title: columns.system, unit: 'text' },
      { title: columns.seen, unit: above.unit },
      { title: columns.low, unit: above.unit },
      { title: columns.high, unit: above.unit },
      { title: columns.model, unit: above.unit },
      { title: columns.residual, unit: 'share' },
    ],
    rows: points.map((point) => [
      point.name,
      above.lines[point.style]?.name,
      point.seen,
      point.low,
      point.high,
      point.model,
      residualOf(point),
    ]),
  }),
} as const satisfies ChartSpec<SweepResidualsData, SweepResidualsWords>;
