/** A curve that a learner has drawn, the one the model gives, and what others have published: logarithmic in both axes. */
import type { Palette } from '../lib/palette.ts';
import { areaOf, axes, drawing, logTicks } from './axes.ts';
import type { Box, ChartSpec } from './chart.ts';
import { halo } from './halo.ts';
import { linear, type Scale } from './scale.ts';
import { px, type SvgNode, svg } from './svg.ts';

export interface CurveData {
  /** Places on the horizontal axis. */
  readonly x: readonly number[];
  /** Range of the vertical axis. */
  readonly min: number;
  readonly max: number;
  /** A value for each place. */
  readonly drawn: readonly number[] | undefined;
  /** Absent while the learner draws. */
  readonly model: readonly number[] | undefined;
}

export interface CurveWords {
  readonly xTitle: string;
  readonly yTitle: string;
  readonly x: (value: number) => string;
  readonly y: (value: number) => string;
  readonly drawn: string;
  readonly model: string;
  readonly tableCaption: string;
  readonly sentence: (facts: Record<'from' | 'to' | 'x', string>) => string;
  readonly empty: string;
}

const logScale = (domain: readonly [number, number], range: readonly [number, number]): Scale => {
  const inner = linear([Math.log10(domain[0]), Math.log10(domain[1])], range);
  return Object.assign((value: number) => inner(Math.log10(value)), inner);
};

/** The plot's inside, and how values become pixels and pixels values. */
export function curveFrame(
  { x: places, min, max }: Pick<CurveData, 'x' | 'min' | 'max'>,
  box: Box,
  words: Pick<CurveWords, 'y'>,
) {
  const yTicks = logTicks(min, max, 6);
  const area = areaOf(box, yTicks.map(words.y), 3.1, 2.4);
  const x = logScale([Math.min(...places), Math.max(...places)], [area.left, area.right]);
  const y = logScale([min, max], [area.bottom, area.top]);
  const valueAt = (at: number) => {
    const share = Math.min(1, Math.max(0, (area.bottom - at) / (area.bottom - area.top)));
    return min * (max / min) ** share;
  };
  const placeAt = (at: number) =>
    places.reduce(
      (best, place, i) => (Math.abs(x(place) - at) < Math.abs(x(places[best] ?? 1) - at) ? i : best),
      0,
    );
  return { area, x, y, yTicks, valueAt, placeAt };
}

function lineOf(frame: ReturnType<typeof curveFrame>, data: CurveData, values: readonly number[]): string {
  const inside = (value: number) => Math.min(data.max, Math.max(data.min, value));
  return values
    .map((value, i) => `${i === 0 ? 'M' : 'L'}${px(frame.x(data.x[i] ?? 1))},${px(frame.y(inside(value)))}`)
    .join('');
}

function draw(data: CurveData, box: Box, palette: Palette, words: CurveWords): SvgNode {
  const frame = curveFrame(data, box, words);
  const { fontSize } = box;
  const lines: SvgNode[] = [];
  const label = (values: readonly number[], text: string, fill: string, lift: number) => {
    const last = values.at(-1) ?? data.min;
    const at = Math.min(
      frame.area.bottom,
      Math.max(frame.area.top + fontSize, frame.y(Math.max(last, data.min))),
    );
    lines.push(
      svg(
        'text',
        {
          x: px(frame.area.right),
          y: px(at + lift * fontSize),
          fontSize: px(fontSize),
          textAnchor: 'end',
          fill,
          ...halo(palette),
        },
        text,
      ),
    );
  };
  if (data.drawn) {
    const stroke = { stroke: palette.inkSoft, strokeWidth: 2.5, strokeDasharray: '2 4', fill: 'none' };
    lines.push(svg('path', { ...stroke, strokeLinecap: 'round', d: lineOf(frame, data, data.drawn) }));
    for (const [i, value] of data.drawn.entries())
      lines.push(
        svg('circle', {
          cx: px(frame.x(data.x[i] ?? 1)),
          cy: px(frame.y(Math.min(data.max, Math.max(data.min, value)))),
          r: 4,
          fill: palette.inkSoft,
        }),
      );
    label(data.drawn, words.drawn, palette.inkSoft, 1.5);
  }
  if (data.model) {
    lines.push(
      svg('path', {
        stroke: palette.accent.a,
        strokeWidth: 2.5,
        strokeLinejoin: 'round',
        fill: 'none',
        d: lineOf(frame, data, data.model),
      }),
    );
    label(data.model, words.model, palette.accent.a, -0.7);
  }
  const ticksOf = (values: readonly number[], scale: Scale, text: (value: number) => string) =>
    values.map((value) => ({ at: scale(value), label: text(value) }));
  const [first = 1, last = 1] = [Math.min(...data.x), Math.max(...data.x)];
  return drawing(
    box,
    axes(
      frame.area,
      box,
      palette,
      { ticks: ticksOf(logTicks(first, last, 7), frame.x, words.x), title: words.xTitle, titleLine: 2.7 },
      { ticks: ticksOf(frame.yTicks, frame.y, words.y), title: words.yTitle },
    ),
    ...lines,
  );
}

export const predictedCurve: ChartSpec<CurveData, CurveWords> = {
  id: 'predicted-curve',
  draw,
  table: ({ x, drawn, model }, words) => ({
    caption: words.tableCaption,
    columns: [
      { title: words.xTitle, unit: 'number' },
      { title: words.drawn, unit: 'number' },
      { title: words.model, unit: 'number' },
    ],
    rows: x.map((place, i) => [place, drawn?.[i], model?.[i]]),
  }),
  describe: ({ x, model }, words) =>
    model && model.length > 0
      ? words.sentence({
          from: words.y(model[0] ?? 0),
          to: words.y(model.at(-1) ?? 0),
          x: words.x(x.at(-1) ?? 0),
        })
      : words.empty,
};
