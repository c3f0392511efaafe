/**
 * Runs from their start, one line each: how a metric settles. The unmeasured part up to the cut is shaded.
 */

import { max, nice, range } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import { type Box, type ChartSpec, type ChartWords, tableOf, textWidth, type Unit } from './chart.ts';
import { axes, ticksOn } from './marks/axes.ts';
import { barAt } from './marks/bar.ts';
import { endLabels, roomForNames } from './marks/end-labels.ts';
import { areaOf, drawing } from './marks/frame.ts';
import { line, type Step, stepPoints } from './marks/line.ts';
import { ruleX } from './marks/rule.ts';
import { seriesColor, seriesStroke } from './marks/series.ts';
import { halo, textAt } from './marks/text.ts';
import { prose } from './prose.ts';
import type { SvgNode } from './svg.ts';
import { durationTicks } from './time-ticks.ts';

export interface WarmupLine {
  readonly name: string;
  readonly style: number;
  readonly binNs: number;
  /** In equal intervals from the start; undefined = no data. */
  readonly values: readonly (number | undefined)[];
  /** Means of the excluded and of the measured part. */
  readonly before: number | undefined;
  readonly after: number | undefined;
}

export interface WarmupData {
  readonly lines: readonly WarmupLine[];
  readonly unit: Unit;
  readonly totalNs: number;
  readonly cutNs: number;
}

export interface WarmupWords extends ChartWords<Record<'cut' | 'total', string>> {
  readonly yTitle: string;
  readonly xTitle: (unit: string) => string;
  readonly number: (value: number) => string;
  readonly value: (value: number) => string;
  readonly duration: (ns: number) => string;
  readonly cut: (time: string) => string;
  readonly tableFrom: string;
  readonly line: (facts: Record<'name' | 'before' | 'after', string>) => string;
}

/** The layout, also for the drag handle of the cut. */
export function warmupFrame(data: WarmupData, box: Box, words: WarmupWords) {
  const values = data.lines.flatMap((line) => line.values);
  const domain = nice(0, Math.max(1e-9, max(values, (value) => value) ?? 0), 4);
  const ticks = scaleLinear(domain, [0, 1]).ticks(4);
  const names = data.lines.map(({ name }) => name);
  const area = areaOf(box, ticks.map(words.value), 3.2, roomForNames(names, box));
  const x = scaleLinear([0, data.totalNs], [area.left, area.right]);
  return { area, ticks, x, y: scaleLinear(domain, [area.bottom, area.top]) };
}

function draw(data: WarmupData, box: Box, palette: Palette, words: WarmupWords): SvgNode {
  const { area, ticks, x, y } = warmupFrame(data, box, words);
  const { fontSize } = box;
  const times = durationTicks(x, data.totalNs, fontSize, words.number);
  const cut = x(data.cutNs);
  const text = words.cut(words.duration(data.cutNs));
  // Beside the cut, on the side with room.
  const isLeft = cut + textWidth(text, fontSize) + fontSize > area.right;
  const shade = { fill: palette.inkSoft, opacity: 0.14 };
  const steps = ({ values, binNs }: WarmupLine): Step[] =>
    values.map((value, index) => ({
      from: x(index * binNs),
      to: x((index + 1) * binNs),
      y: value === undefined ? undefined : y(value),
    }));
  const ends = data.lines.map(({ name, style, values }) => ({
    text: name,
    x: area.right,
    y: y(values.findLast((value) => value !== undefined) ?? 0),
    fill: seriesColor(style, palette),
  }));
  return drawing(
    box,
    barAt(area.left, area.top, Math.max(0, cut - area.left), area.bottom - area.top, shade),
    axes(
      area,
      box,
      palette,
      { ticks: times.ticks, title: words.xTitle(times.unit) },
      { ticks: ticksOn(y, ticks, words.value), title: words.yTitle },
    ),
    ...data.lines.map((series) =>
      line(stepPoints(steps(series)), { ...seriesStroke(series.style, palette), strokeWidth: 1.75 }),
    ),
    ruleX(cut, area.top, area.bottom, { stroke: palette.ink, strokeWidth: 2 }),
    textAt(text, cut + fontSize * (isLeft ? -0.6 : 0.6), area.bottom - fontSize * 0.6, {
      textAnchor: isLeft ? 'end' : 'start',
      fontSize,
      fill: palette.ink,
      ...halo(palette),
    }),
    ...endLabels(ends, area, fontSize),
  );
}

export const warmupChart = {
  id: 'warmup',
  draw,
  describe: ({ lines, cutNs, totalNs }, words) => {
    if (lines.length === 0) return words.empty;
    const formatted = (value: number | undefined) => (value === undefined ? '–' : words.value(value));
    return prose([
      words.sentence({ cut: words.duration(cutNs), total: words.duration(totalNs) }),
      ...lines.map(({ name, before, after }) =>
        words.line({ name, before: formatted(before), after: formatted(after) }),
      ),
    ]);
  },
  table: ({ lines, unit }, words) => {
    const longest = Math.max(0, ...lines.map(({ values }) => values.length));
    return tableOf(words.tableCaption, range(longest), [
      { title: words.tableFrom, unit: 'ns', isInstant: true, cell: (step) => step * (lines[0]?.binNs ?? 0) },
      ...lines.map(({ name, values }) => ({ title: name, unit, cell: (step: number) => values[step] })),
    ]);
  },
} as const satisfies ChartSpec<WarmupData, WarmupWords>;
