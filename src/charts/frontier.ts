/**
 * Frontier chart: tried configurations by response time or throughput, and by connections or cores. The line joins those that
 * no other one beats in both; a rule shows the goal.
 */
import type { Palette } from '../lib/palette.ts';
import { type Box, type ChartSpec, type ChartWords, tableOf } from './chart.ts';
import { axes, ticksOn } from './marks/axes.ts';
import { dot } from './marks/dot.ts';
import { endLabels, roomForNames } from './marks/end-labels.ts';
import { areaOf, drawing } from './marks/frame.ts';
import { line } from './marks/line.ts';
import { ruleY } from './marks/rule.ts';
import { halo, textAt } from './marks/text.ts';
import { type SvgNode, svg } from './svg.ts';
import { logScaleOf, scaleFromZero } from './value-scale.ts';

export const FRONTIER_NAMES = ['now', 'smallest', 'sturdy', 'best'] as const;
export type FrontierName = (typeof FRONTIER_NAMES)[number];

export interface FrontierPoint {
  /** The changes, as text. */
  readonly change: string;
  readonly connections: number;
  readonly cores: number;
  /** Requests per second, or ns. */
  readonly value: number;
  readonly isMet: boolean;
  /** What it is in the advice. */
  readonly names: readonly FrontierName[];
}

export interface FrontierData {
  readonly points: readonly FrontierPoint[];
  readonly cost: 'connections' | 'cores';
  /** Throughput is better when larger, a time when smaller. */
  readonly metric: 'throughput' | 'p99' | 'mean';
  /** The goal for the metric; undefined: it has none. */
  readonly limit: number | undefined;
}

export interface FrontierWords
  extends ChartWords<Record<'points' | 'met', number> & Record<'least' | 'most', string>> {
  readonly x: string;
  readonly y: string;
  readonly limit: string;
  readonly value: (value: number) => string;
  readonly number: (value: number) => string;
  readonly name: (name: FrontierName) => string;
  readonly isMet: (isMet: boolean) => string;
  readonly columns: Readonly<Record<'change' | 'connections' | 'cores' | 'value' | 'goal', string>>;
}

const AXIS_LINES = 3.4;

/** Points that no other one beats in both cost and metric, cheapest first. */
export function onFrontier({ points, cost, metric }: FrontierData): FrontierPoint[] {
  const isBetter = (a: number, b: number) => (metric === 'throughput' ? a > b : a < b);
  const sorted = [...points].sort(
    (a, b) => a[cost] - b[cost] || (isBetter(a.value, b.value) ? -1 : Number(a.value !== b.value)),
  );
  const kept: FrontierPoint[] = [];
  for (const point of sorted) {
    const last = kept.at(-1);
    if (!last || isBetter(point.value, last.value)) kept.push(point);
  }
  return kept;
}

function draw(data: FrontierData, box: Box, palette: Palette, words: FrontierWords): SvgNode {
  const { points, cost, metric, limit } = data;
  if (points.length === 0) return drawing(box);
  const { fontSize } = box;
  const values = [...points.map(({ value }) => value), ...(limit === undefined ? [] : [limit])];
  const y = metric === 'throughput' ? scaleFromZero(values, 6) : logScaleOf(values, 6, 1.5, [1, 10]);
  const named = points.filter(({ names }) => names.length > 0);
  const nameOf = ({ names }: FrontierPoint) => names.map(words.name).join(', ');
  const area = areaOf(box, y.ticks.map(words.value), AXIS_LINES, roomForNames(named.map(nameOf), box));
  const x = scaleFromZero(
    points.map((point) => point[cost]),
    Math.max(2, Math.floor((area.right - area.left) / (fontSize * 5))),
  );
  const toX = x.scale.copy().range([area.left, area.right]);
  const toY = y.scale.copy().range([area.bottom, area.top]);
  const at = (point: FrontierPoint) => [toX(point[cost]), toY(point.value)] as const;
  return drawing(
    box,
    axes(
      area,
      box,
      palette,
      { ticks: ticksOn(toX, x.ticks, words.number), title: words.x },
      { ticks: ticksOn(toY, y.ticks, words.value), title: words.y },
    ),
    ...(limit === undefined
      ? []
      : [
          ruleY(toY(limit), area.left, area.right, { stroke: palette.ink, strokeDasharray: '5 4' }),
          textAt(words.limit, area.left + fontSize * 0.4, toY(limit) - fontSize * 0.4, {
            ...{ fontSize, fill: palette.ink },
            ...halo(palette),
          }),
        ]),
    line(onFrontier(data).map(at), { stroke: palette.accent.a, strokeWidth: 2 }),
    ...points.map((point) =>
      svg('g', {}, svg('title', {}, markText(point, words)), mark(point, at(point), palette)),
    ),
    ...endLabels(
      named.map((point) => ({
        text: nameOf(point),
        ...{ x: at(point)[0], y: at(point)[1], fill: palette.ink },
      })),
      area,
      fontSize,
    ),
  );
}

/** Filled where the goal is met; a diamond where it has a name. */
function mark({ isMet, names }: FrontierPoint, [x, y]: readonly [number, number], palette: Palette): SvgNode {
  const fill = isMet ? palette.accent.a : palette.paper;
  const style = { fill, stroke: palette.accent.a, strokeWidth: 1.5 };
  return names.length > 0 ? dot('diamond', x, y, 5.5, style) : dot('circle', x, y, 4, style);
}

const markText = (point: FrontierPoint, { value, number, columns }: FrontierWords): string =>
  [
    point.change,
    value(point.value),
    `${columns.connections}: ${number(point.connections)}`,
    `${columns.cores}: ${number(point.cores)}`,
  ].join('; ');

export const frontier = {
  id: 'frontier',
  draw,
  table: ({ points, metric }, words) =>
    tableOf(words.tableCaption, points, [
      { title: words.columns.change, unit: 'text', cell: ({ change }) => change },
      { title: words.columns.connections, unit: 'number', cell: ({ connections }) => connections },
      { title: words.columns.cores, unit: 'number', cell: ({ cores }) => cores },
      {
        title: words.columns.value,
        unit: metric === 'throughput' ? '1/s' : 'ns',
        cell: ({ value }) => value,
      },
      { title: words.columns.goal, unit: 'text', cell: ({ isMet }) => words.isMet(isMet) },
    ]),
  describe: (data, words) => {
    const kept = onFrontier(data);
    const [least, most] = [kept[0], kept.at(-1)];
    if (!least || !most) return words.empty;
    return words.sentence({
      points: data.points.length,
      met: data.points.filter(({ isMet }) => isMet).length,
      least: `${words.number(least[data.cost])} → ${words.value(least.value)}`,
      most: `${words.number(most[data.cost])} → ${words.value(most.value)}`,
    });
  },
} as const satisfies ChartSpec<FrontierData, FrontierWords>;
