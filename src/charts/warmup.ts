/**
 * Runs from their very beginning, one line each: how a figure settles, and the part that is not measured, shaded up to the cut.
 */
import { durationOf } from '../lib/format.ts';
import type { Palette } from '../lib/palette.ts';
import { areaOf, axes, drawing } from './axes.ts';
import { type Box, type ChartSpec, spread, textWidth, type Unit } from './chart.ts';
import { halo } from './halo.ts';
import { prose } from './prose.ts';
import { fromZero, linear } from './scale.ts';
import { seriesColor, seriesStroke } from './series-style.ts';
import { px, type SvgNode, svg } from './svg.ts';

export interface WarmupLine {
  readonly name: string;
  readonly style: number;
  readonly binNs: number;
  /** In equal intervals from the beginning; undefined: nothing to tell it from. */
  readonly values: readonly (number | undefined)[];
  /** Means of what is left out and of what is measured. */
  readonly before: number | undefined;
  readonly after: number | undefined;
}

export interface WarmupData {
  readonly lines: readonly WarmupLine[];
  readonly unit: Unit;
  readonly totalNs: number;
  readonly cutNs: number;
}

export interface WarmupWords {
  readonly yTitle: string;
  readonly xTitle: (unit: string) => string;
  readonly number: (value: number) => string;
  readonly value: (value: number) => string;
  readonly duration: (ns: number) => string;
  readonly cut: (time: string) => string;
  readonly tableCaption: string;
  readonly tableFrom: string;
  readonly sentence: (facts: Record<'cut' | 'total', string>) => string;
  readonly line: (facts: Record<'name' | 'before' | 'after', string>) => string;
  readonly empty: string;
}

/** Where everything is: also for the handle of the cut. */
export function warmupFrame(data: WarmupData, box: Box, words: WarmupWords) {
  const { fontSize } = box;
  const values = data.lines.flatMap((line) => line.values.filter((value) => value !== undefined));
  const domain = fromZero(Math.max(...values, 1e-9), 4);
  const ticks = linear(domain, [0, 1]).ticks(4);
  const names = Math.max(0, ...data.lines.map(({ name }) => textWidth(name, fontSize)));
  const area = areaOf(
    box,
    ticks.map(words.value),
    3.2,
    Math.min(names / fontSize + 1.2, (box.width * 0.3) / fontSize),
  );
  return {
    area,
    ticks,
    x: linear([0, data.totalNs], [area.left, area.right]),
    y: linear(domain, [area.bottom, area.top]),
  };
}

function steps(
  { values, binNs }: WarmupLine,
  x: (ns: number) => number,
  y: (value: number) => number,
): string {
  let isDown = false;
  return values
    .map((value, index) => {
      const [from, to] = [px(x(index * binNs)), px(x((index + 1) * binNs))];
      const step = value === undefined ? '' : `${isDown ? 'L' : 'M'}${from},${px(y(value))}H${to}`;
      isDown = value !== undefined;
      return step;
    })
    .join('');
}

function draw(data: WarmupData, box: Box, palette: Palette, words: WarmupWords): SvgNode {
  const { area, ticks, x, y } = warmupFrame(data, box, words);
  const { fontSize } = box;
  const { unit, value } = durationOf(data.totalNs);
  const perUnit = data.totalNs / value;
  const times = linear([0, value], [0, 1]).ticks(
    Math.max(2, Math.floor((area.right - area.left) / (fontSize * 7))),
  );
  const cut = x(data.cutNs);
  const ends = data.lines.map(({ values }) => y(values.findLast((one) => one !== undefined) ?? 0));
  const labels = spread(ends, fontSize * 1.15, area.top + fontSize * 0.5, area.bottom - fontSize * 0.3);
  const text = words.cut(words.duration(data.cutNs));
  // Beside the cut, on the side that has room.
  const isLeft = cut + textWidth(text, fontSize) + fontSize > area.right;
  return drawing(
    box,
    svg('rect', {
      x: px(area.left),
      y: px(area.top),
      width: px(Math.max(0, cut - area.left)),
      height: px(area.bottom - area.top),
      fill: palette.inkSoft,
      opacity: 0.14,
    }),
    axes(
      area,
      box,
      palette,
      {
        ticks: times.map((tick) => ({ at: x(tick * perUnit), label: words.number(tick) })),
        title: words.xTitle(unit),
        titleLine: 2.75,
      },
      { ticks: ticks.map((tick) => ({ at: y(tick), label: words.value(tick) })), title: words.yTitle },
    ),
    ...data.lines.map((line) =>
      svg('path', { ...seriesStroke(line.style, palette), strokeWidth: 1.75, d: steps(line, x, y) }),
    ),
    svg('line', {
      x1: px(cut),
      x2: px(cut),
      y1: px(area.top),
      y2: px(area.bottom),
      stroke: palette.ink,
      strokeWidth: 2,
    }),
    svg(
      'text',
      {
        x: px(cut + fontSize * (isLeft ? -0.6 : 0.6)),
        y: px(area.bottom - fontSize * 0.6),
        textAnchor: isLeft ? 'end' : 'start',
        fontSize: px(fontSize),
        fill: palette.ink,
        ...halo(palette),
      },
      text,
    ),
    ...data.lines.map(({ name, style }, index) =>
      svg(
        'text',
        {
          x: px(area.right + fontSize * 0.5),
          y: px(labels[index] ?? 0),
          dy: '0.32em',
          fontSize: px(fontSize),
          fontWeight: 600,
          fill: seriesColor(style, palette),
        },
        name,
      ),
    ),
  );
}

export const warmupChart = {
  id: 'warmup',
  draw,
  describe: ({ lines, cutNs, totalNs }, words) => {
    if (lines.length === 0) return words.empty;
    const said = (value: number | undefined) => (value === undefined ? '–' : words.value(value));
    return prose([
      words.sentence({ cut: words.duration(cutNs), total: words.duration(totalNs) }),
      ...lines.map(({ name, before, after }) =>
        words.line({ name, before: said(before), after: said(after) }),
      ),
    ]);
  },
  table: ({ lines, unit }, words) => {
    const longest = lines.reduce((most, { values }) => Math.max(most, values.length), 0);
    return {
      caption: words.tableCaption,
      columns: [
        { title: words.tableFrom, unit: 'ns', isInstant: true },
        ...lines.map(({ name }) => ({ title: name, unit })),
      ],
      rows: Array.from({ length: longest }, (_, index) => [
        index * (lines[0]?.binNs ?? 0),
        ...lines.map(({ values }) => values[index]),
      ]),
    };
  },
} as const satisfies ChartSpec<WarmupData, WarmupWords>;
