/**
 * Predicted against measured throughput, both logarithmic: on the diagonal the model is exact. Below, the
 * errors over the same axis. The bands are the targets for the median and the worst error; a mark's shape
 * shows its band.
 */

import { extent, maxIndex } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import type { Box, ChartSpec, ChartWords } from './chart.ts';
import { type EvidenceTableWords, evidenceTable } from './evidence-table.ts';
import { axes, ticksOn } from './marks/axes.ts';
import { barAt } from './marks/bar.ts';
import { dot } from './marks/dot.ts';
import { type Area, areaOf, drawing } from './marks/frame.ts';
import { LEGEND_LINE, legend } from './marks/legend.ts';
import { area, line } from './marks/line.ts';
import { textAt } from './marks/text.ts';
import { type SvgNode, svg } from './svg.ts';
import { logDomain, logTicks, type Scale } from './value-scale.ts';

/**
 * How well a row fits: inside the narrow band (or the range of its rounds), inside the wide band, or outside
 * both.
 */
export const FITS = ['close', 'fair', 'far'] as const;
export type Fit = (typeof FITS)[number];

export interface ComparedRow {
  readonly name: string;
  /** Requests per second, with the range of the rounds. */
  readonly seen: number;
  readonly low: number;
  readonly high: number;
  readonly predicted: number;
  /** Predicted / measured − 1. */
  readonly error: number;
  readonly fit: Fit;
}

export interface PredictedData {
  readonly rows: readonly ComparedRow[];
  /** Half-widths of the bands, as shares of the measured value. */
  readonly bands: readonly [number, number];
  /** Median of the absolute errors. */
  readonly medianError: number;
}

export interface PredictedWords
  extends EvidenceTableWords,
    ChartWords<Record<'rows' | 'close' | 'far', number> & Record<'median' | 'worst' | 'worstError', string>> {
  readonly number: (value: number) => string;
  readonly percent: (share: number) => string;
  readonly signed: (share: number) => string;
  readonly x: string;
  readonly y: string;
  readonly residual: string;
  readonly fit: (fit: Fit, count: number) => string;
  readonly mark: (row: ComparedRow) => string;
}

/** Room below the plot without the legend, in font sizes: ticks and axis title. */
const AXIS_LINES = 3.4;
/** Share of the height for the upper plot. */
const UPPER = 0.6;

function draw(data: PredictedData, box: Box, palette: Palette, words: PredictedWords): SvgNode {
  const { fontSize } = box;
  const { rows, bands } = data;
  const domain = logDomain(rows.flatMap(({ seen, predicted }) => [seen, predicted]));
  if (!domain) return drawing(box);
  const key = legend(
    FITS.map((fit) => ({
      label: words.fit(fit, rows.filter((row) => row.fit === fit).length),
      symbol: (at, middle) => [mark(fit, at + 8, middle, palette)],
    })),
    box,
    palette.ink,
    1.3,
  );
  const yTicks = logTicks(...domain, 8);
  const labels = [...yTicks.map(words.number), words.signed(-0.15)];
  const full = areaOf(box, labels, AXIS_LINES + LEGEND_LINE * key.rows);
  const upper: Area = { ...full, bottom: full.top + (full.bottom - full.top) * UPPER };
  const lower: Area = { ...full, top: upper.bottom + fontSize * 2.2 };
  const x = scaleLog(domain, [full.left, full.right]);
  const y = scaleLog(domain, [upper.bottom, upper.top]);
  const shares = bands.flatMap((share) => [-share, share]);
  const [min = 0, max = 0] = extent([...shares, ...rows.map(({ error }) => error)]);
  const errorY = scaleLinear([min - 0.05, max + 0.05], [lower.bottom, lower.top]);
  const xTicks = logTicks(...domain, Math.floor((full.right - full.left) / (fontSize * 6)));
  return drawing(
    box,
    ...bands.toReversed().map((share) => band(share, x, y, palette)),
    axes(upper, box, palette, { ticks: [] }, { ticks: ticksOn(y, yTicks, words.number), title: words.y }),
    line(
      domain.map((value) => [x(value), y(value)]),
      { stroke: palette.inkSoft },
    ),
    ...marks(data, words, palette, ({ seen, predicted }) => [x(seen), y(predicted)]),
    // The errors, over the same horizontal axis.
    textAt(words.residual, 0, lower.top - fontSize * 0.9, { fontSize, fill: palette.inkSoft }),
    ...bands.map((share) =>
      barAt(lower.left, errorY(share), lower.right - lower.left, errorY(-share) - errorY(share), {
        ...{ fill: palette.ink, opacity: 0.07 },
      }),
    ),
    axes(
      lower,
      box,
      palette,
      { ticks: ticksOn(x, xTicks, words.number), title: words.x },
      { ticks: ticksOn(errorY, [0, ...shares], words.signed), title: '' },
    ),
    ...marks(data, words, palette, ({ seen, error }) => [x(seen), errorY(error)]),
    ...key.nodes,
  );
}

/** The marks; large errors are drawn last, on top. */
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

/** A band of ± `share` over the full width. */
function band(share: number, x: Scale, y: Scale, palette: Palette): SvgNode {
  const [from = 0, to = 0] = x.domain();
  const inside = y.copy().clamp(true);
  const places = [from, from / (1 - share), to / (1 + share), to].map((measured) => ({
    x: x(measured),
    low: inside(measured * (1 - share)),
    high: inside(measured * (1 + share)),
  }));
  return area(places, { fill: palette.ink, opacity: 0.07 });
}

/** A circle, a square or a filled diamond. */
function mark(fit: Fit, x: number, y: number, { accent, ink, paper }: Palette): SvgNode {
  const outline = { fill: 'none', strokeWidth: 1.5 };
  if (fit === 'close') return dot('circle', x, y, 3, { ...outline, stroke: accent.a });
  if (fit === 'fair') return dot('square', x, y, 3, { ...outline, stroke: ink });
  return dot('diamond', x, y, 3.85, { fill: accent.b, stroke: paper });
}

export const predictedMeasured = {
  id: 'predicted-measured',
  draw,
  table: ({ rows }, words) => evidenceTable(rows, '1/s', words),
  describe: ({ rows, medianError }, words) => {
    const worst = rows[maxIndex(rows, ({ error }) => Math.abs(error))];
    if (!worst) return words.empty;
    const count = (kind: Fit) => rows.filter(({ fit }) => fit === kind).length;
    return words.sentence({
      rows: rows.length,
      median: words.percent(medianError),
      close: count('close'),
      far: count('far'),
      worst: worst.name,
      worstError: words.signed(worst.error),
    });
  },
} as const satisfies ChartSpec<PredictedData, PredictedWords>;
