/**
 * Predicted against measured throughput, both logarithmic: on the diagonal the model is right. Below, over the same axis, by how much
 * it is not. The bands are what it must reach in the median and at worst; the shape of a mark says in which it lies.
 */

import { scaleLinear, scaleLog } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import type { Box, ChartSpec } from './chart.ts';
import { type EvidenceTableWords, evidenceTable } from './evidence-table.ts';
import { type Area, areaOf, axes, drawing, logTicks } from './marks/axes.ts';
import { barAt } from './marks/bar.ts';
import { textAt } from './marks/text.ts';
import { px, type SvgNode, svg } from './svg.ts';
import { logDomain, type Scale } from './value-scale.ts';

/** How well a row is met: inside the narrow band (or the range of its rounds), inside the wide one, or in neither. */
export const FITS = ['close', 'fair', 'far'] as const;
export type Fit = (typeof FITS)[number];

export interface ComparedRow {
  readonly name: string;
  /** Requests per second; the range is that of the rounds. */
  readonly seen: number;
  readonly low: number;
  readonly high: number;
  readonly predicted: number;
  /** Predicted / seen − 1. */
  readonly error: number;
  readonly fit: Fit;
}

export interface PredictedData {
  readonly rows: readonly ComparedRow[];
  /** Half-widths of the bands, as shares of what was measured. */
  readonly bands: readonly [number, number];
  /** Of the absolute errors. */
  readonly medianError: number;
}

export interface PredictedWords extends EvidenceTableWords {
  readonly number: (value: number) => string;
  readonly percent: (share: number) => string;
  readonly signed: (share: number) => string;
  readonly x: string;
  readonly y: string;
  readonly residual: string;
  readonly fit: (fit: Fit, count: number) => string;
  readonly mark: (row: ComparedRow) => string;
  readonly sentence: (facts: {
    rows: number;
    median: string;
    close: number;
    far: number;
    worst: string;
    worstError: string;
  }) => string;
  readonly empty: string;
}

/** Lines below the plot: ticks, axis title, legend. */
const LINES_BELOW = 5;

function draw(data: PredictedData, box: Box, palette: Palette, words: PredictedWords): SvgNode {
  const domain = logDomain(data.rows.flatMap(({ seen, predicted }) => [seen, predicted]));
  if (!domain) return drawing(box);
  const yTicks = logTicks(...domain, 8);
  const labels = [...yTicks.map((tick) => words.number(tick)), words.signed(-0.15)];
  const whole = areaOf(box, labels, LINES_BELOW);
  const area: Area = { ...whole, bottom: whole.top + (whole.bottom - whole.top) * UPPER };
  const x = scaleLog(domain, [area.left, area.right]);
  const y = scaleLog(domain, [area.bottom, area.top]);
  const tick = (scale: Scale) => (value: number) => ({ at: scale(value), label: words.number(value) });
  const most = Math.floor((area.right - area.left) / (box.fontSize * 6));
  return drawing(
    box,
    ...[...data.bands].reverse().map((share) => band(share, x, y, palette)),
    axes(
      area,
      box,
      palette,
      { ticks: [], title: '', titleLine: 1 },
      { ticks: yTicks.map(tick(y)), title: words.y },
    ),
    svg('line', {
      x1: px(x(domain[0])),
      y1: px(y(domain[0])),
      x2: px(x(domain[1])),
      y2: px(y(domain[1])),
      stroke: palette.inkSoft,
    }),
    ...marks(data, words, palette, ({ seen, predicted }) => [x(seen), y(predicted)]),
    residuals(
      data,
      x,
      { ...whole, top: area.bottom + box.fontSize * 2.2 },
      logTicks(...domain, most),
      box,
      palette,
      words,
    ),
    ...legend(data, box, palette, words),
  );
}

/** Share of the height for the upper drawing. */
const UPPER = 0.6;

/** What is far from right is drawn last, over the others. */
const marks = (
  { rows }: PredictedData,
  words: PredictedWords,
  palette: Palette,
  place: (row: ComparedRow) => readonly [number, number],
): SvgNode[] =>
  FITS.flatMap((fit) =>
    rows
      .filter((row) => row.fit === fit)
      .map((row) => svg('g', {}, svg('title', {}, words.mark(row)), mark(fit, ...place(row), palette))),
  );

/** The deviations, over the same horizontal axis. */
function residuals(
  data: PredictedData,
  x: Scale,
  area: Area,
  xTicks: readonly number[],
  box: Box,
  palette: Palette,
  words: PredictedWords,
): SvgNode {
  const errors = data.rows.map(({ error }) => error);
  const shares = data.bands.flatMap((share) => [-share, share]);
  const y = scaleLinear(
    [Math.min(...shares, ...errors) - 0.05, Math.max(...shares, ...errors) + 0.05],
    [area.bottom, area.top],
  );
  return svg(
    'g',
    {},
    textAt(words.residual, 0, area.top - box.fontSize * 0.9, {
      fontSize: box.fontSize,
      fill: palette.inkSoft,
    }),
    ...data.bands.map((share) =>
      barAt(area.left, y(share), area.right - area.left, y(-share) - y(share), {
        fill: palette.ink,
        opacity: 0.07,
      }),
    ),
    axes(
      area,
      box,
      palette,
      {
        ticks: xTicks.map((value) => ({ at: x(value), label: words.number(value) })),
        title: words.x,
        titleLine: 2.7,
      },
      { ticks: [0, ...shares].map((share) => ({ at: y(share), label: words.signed(share) })), title: '' },
    ),
    ...marks(data, words, palette, ({ seen, error }) => [x(seen), y(error)]),
  );
}

/** Between so much too little and so much too much, over the whole width. */
function band(share: number, x: Scale, y: Scale, palette: Palette): SvgNode {
  const [from = 0, to = 0] = x.domain();
  const inside = (value: number) => px(y(Math.min(to, Math.max(from, value))));
  const corner = to / (1 + share);
  const start = from / (1 - share);
  const points = [
    [px(x(from)), inside(from)],
    [px(x(from)), inside(from * (1 + share))],
    [px(x(corner)), inside(to)],
    [px(x(to)), inside(to)],
    [px(x(to)), inside(to * (1 - share))],
    [px(x(start)), inside(from)],
  ];
  return svg('polygon', { points: points.map(String).join(' '), fill: palette.ink, opacity: 0.07 });
}

/** A circle, a square or a full diamond. */
function mark(fit: Fit, x: number, y: number, palette: Palette): SvgNode {
  const outline = { fill: 'none', strokeWidth: 1.5 };
  if (fit === 'close')
    return svg('circle', { cx: px(x), cy: px(y), r: 3, ...outline, stroke: palette.accent.a });
  if (fit === 'fair') return barAt(x - 3, y - 3, 6, 6, { ...outline, stroke: palette.ink });
  return svg('path', {
    d: `M${px(x)} ${px(y - 5)}l5 5l-5 5l-5 -5z`,
    fill: palette.accent.b,
    stroke: palette.paper,
  });
}

function legend({ rows }: PredictedData, box: Box, palette: Palette, words: PredictedWords): SvgNode[] {
  const y = box.height - box.fontSize * 0.6;
  const step = box.width / FITS.length;
  return FITS.flatMap((fit, index) => [
    mark(fit, index * step + 8, y - box.fontSize * 0.3, palette),
    textAt(words.fit(fit, rows.filter((row) => row.fit === fit).length), index * step + 20, y, {
      fontSize: box.fontSize,
      fill: palette.ink,
    }),
  ]);
}

export const predictedMeasured = {
  id: 'predicted-measured',
  draw,
  table: ({ rows }, words) => evidenceTable(rows, '1/s', words),
  describe: ({ rows, medianError }, words) => {
    const worst = [...rows].sort((one, other) => Math.abs(other.error) - Math.abs(one.error))[0];
    if (!worst) return words.empty;
    return words.sentence({
      rows: rows.length,
      median: words.percent(medianError),
      close: rows.filter(({ fit }) => fit === 'close').length,
      far: rows.filter(({ fit }) => fit === 'far').length,
      worst: worst.name,
      worstError: words.signed(worst.error),
    });
  },
} as const satisfies ChartSpec<PredictedData, PredictedWords>;
