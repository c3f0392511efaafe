/**
 * The model's errors where measurements exist, as a strip below the lines of a sweep on the same axis. Zero
 * is a line; the band is the tolerance.
 */

import { extent } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import { type Box, type ChartSpec, tableOf } from './chart.ts';
import { axes, ticksOn } from './marks/axes.ts';
import { barAt } from './marks/bar.ts';
import { areaOf, drawing } from './marks/frame.ts';
import { ruleY } from './marks/rule.ts';
import { seriesMark } from './marks/series.ts';
import { between, placeTicks } from './sweep-axis.ts';
import { type SweepLinesData, type SweepLinesWords, sweepFrame } from './sweep-lines.ts';
import { residualOf, type SweepMeasured } from './sweep-measured.ts';

export interface SweepResidualsData {
  /** The drawing above, which defines the positions. */
  readonly above: SweepLinesData;
  readonly points: readonly SweepMeasured[];
}

/** The model's agreement with the measurements. */
export type Closeness = {
  readonly points: number;
  readonly close: number;
  readonly median: string;
  readonly worst: string;
  readonly name: string;
};

export interface SweepResidualsWords {
  /** Texts of the drawing above. */
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

/** Errors up to here are close: the tolerance of reproductions for throughput. */
const CLOSE = 0.15;

const known = (points: readonly SweepMeasured[]) =>
  points.flatMap((point) => {
    const residual = residualOf(point);
    return residual === undefined ? [] : [{ point, residual }];
  });

/** The agreement in numbers; undefined if the model ran for none of them. */
export function closeness(
  points: readonly SweepMeasured[],
  percent: (share: number) => string,
): Closeness | undefined {
  const sorted = known(points).sort((a, b) => Math.abs(a.residual) - Math.abs(b.residual));
  const [middle, worst] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)];
  if (!middle || !worst) return undefined;
  return {
    points: sorted.length,
    close: sorted.filter(({ residual }) => Math.abs(residual) <= CLOSE).length,
    median: percent(Math.abs(middle.residual)),
    worst: percent(worst.residual),
    name: worst.point.name,
  };
}

function draw({ above, points }: SweepResidualsData, box: Box, palette: Palette, words: SweepResidualsWords) {
  const { xs, area: frame } = sweepFrame(above, box, words.above);
  const shown = known(points);
  const [min = 0, max = 0] = extent([-0.2, 0.2, ...shown.map(({ residual }) => residual)]);
  const ticks = scaleLinear([min, max], [0, 1]).ticks(4);
  const { left, right } = frame;
  const area = { ...areaOf(box, ticks.map(words.percent), 3.2), left, right };
  const room = (max - min) * 0.08;
  const y = scaleLinear([min - room, max + room], [area.bottom, area.top]);
  const shade = { fill: palette.inkSoft, opacity: 0.12 };
  return drawing(
    box,
    barAt(left, y(CLOSE), right - left, y(-CLOSE) - y(CLOSE), shade),
    axes(
      area,
      box,
      palette,
      { ticks: placeTicks(above.x, xs, box), title: above.x.title },
      { ticks: ticksOn(y, ticks, words.percent), title: words.yTitle },
    ),
    ruleY(y(0), left, right, { stroke: palette.ink }),
    ...shown.flatMap(({ point, residual }) => {
      const x = between(xs, point.place);
      return x === undefined ? [] : [seriesMark(point.style, x, y(residual), palette)];
    }),
  );
}

export const sweepResiduals = {
  id: 'sweep-residuals',
  draw,
  describe: ({ points }, words) => {
    const facts = closeness(points, words.percent);
    return facts ? words.sentence(facts) : words.empty;
  },
  table: ({ above: { unit, lines }, points }, { tableCaption, columns }) =>
    tableOf(tableCaption, points, [
      { title: columns.name, unit: 'text', cell: ({ name }) => name },
      { title: columns.system, unit: 'text', cell: ({ style }) => lines[style]?.name },
      { title: columns.seen, unit, cell: ({ seen }) => seen },
      { title: columns.low, unit, cell: ({ low }) => low },
      { title: columns.high, unit, cell: ({ high }) => high },
      { title: columns.model, unit, cell: ({ model }) => model },
      { title: columns.residual, unit: 'share', cell: residualOf },
    ]),
} as const satisfies ChartSpec<SweepResidualsData, SweepResidualsWords>;
