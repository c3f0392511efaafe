/**
 * Runs from their very beginning, one line each: how a figure settles, and the part that is not measured, shaded up to the cut.
 */

import { nice } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { durationOf } from '../lib/format.ts';
import type { Palette } from '../lib/palette.ts';
import { type Box, type ChartSpec, spread, textWidth, type Unit } from './chart.ts';
import { areaOf, axes, drawing } from './marks/axes.ts';
import { barAt } from './marks/bar.ts';
import { halo } from './marks/halo.ts';
import { line, type Step, stepPoints } from './marks/line.ts';
import { ruleX } from './marks/rule.ts';
import { textAt } from './marks/text.ts';
import { prose } from './prose.ts';
import { seriesColor, seriesStroke } from './series-style.ts';
import type { SvgNode } from './svg.ts';

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
  const domain = nice(0, Math.max(...values, 1e-9), 4);
  const ticks = scaleLinear(domain, [0, 1]).ticks(4);
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
    x: scaleLinear([0, data.totalNs], [area.left, area.right]),
    y: scaleLinear(domain, [area.bottom, area.top]),
  };
}

const stepsOf = (
  { values, binNs }: WarmupLine,
  x: (ns: number) => number,
  y: (value: number) => number,
): Step[] =>
  values.map((value, index) => ({
    from: x(index * binNs),
    to: x((index + 1) * binNs),
    y: value === undefined ? undefined : y(value),
  }));

function draw(data: WarmupData, box: Box, palette: Palette, words: WarmupWords): SvgNode {
  const { area, ticks, x, y } = warmupFrame(data, box, words);
  const { fontSize } = box;
  const { unit, value } = durationOf(data.totalNs);
  const perUnit = data.totalNs / value;
  const times = scaleLinear([0, value], [0, 1]).ticks(
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
    barAt(area.left, area.top, Math.max(0, cut - area.left), area.bottom - area.top, {
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
    ...data.lines.map((one) =>
      line(stepPoints(stepsOf(one, x, y)), { ...seriesStroke(one.style, palette), strokeWidth: 1.75 }),
    ),
    ruleX(cut, area.top, area.bottom, { stroke: palette.ink, strokeWidth: 2 }),
    textAt(text, cut + fontSize * (isLeft ? -0.6 : 0.6), area.bottom - fontSize * 0.6, {
      textAnchor: isLeft ? 'end' : 'start',
      fontSize,
      fill: palette.ink,
      ...halo(palette),
    }),
    ...data.lines.map(({ name, style }, index) =>
      textAt(name, area.right + fontSize * 0.5, labels[index] ?? 0, {
        dy: '0.32em',
        fontSize,
        fontWeight: 600,
        fill: seriesColor(style, palette),
      }),
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
