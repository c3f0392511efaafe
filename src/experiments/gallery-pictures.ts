/** Small pictures of the ready experiments: the real charts, drawn from recorded runs. */
import type { Box } from '../charts/chart.ts';
import type { SvgNode } from '../charts/svg.ts';
import { sweepHeat } from '../charts/sweep-heat.ts';
import { sweepLines } from '../charts/sweep-lines.ts';
import type { Palette } from '../lib/palette.ts';
import pictures from '../model/sweep/generated/pictures.json';
import { unitOf } from '../model/sweep/metrics.ts';
import { numbered } from '../model/sweep/plan.ts';
import type { SweepPreset } from '../model/sweep/presets.ts';
import { readSweep } from '../model/sweep/read.ts';
import type { Recorded } from '../model/sweep/recorded.ts';
import { heatData, linesData, metricRows, slicesOf } from './chart-data.ts';
import type { useChartWords } from './chart-words.ts';
import type { SweepWords } from './metric-words.ts';

/** Size in the page, px. */
export const PICTURE: Box = { width: 208, height: 112, fontSize: 9 };

/** A recorded experiment in the form of results. */
function resultsOf({ id, definition }: SweepPreset) {
  const { sweep } = readSweep(definition);
  if (!sweep) return undefined;
  const recorded: Recorded = pictures;
  const values = recorded[id] ?? [];
  const runs = numbered(sweep).flatMap(({ index }) => {
    const value = values[index];
    if (value === undefined || value === null) return [];
    const of = { [sweep.metric]: value };
    return [{ point: index, replication: 0, seed: sweep.firstSeed, fingerprint: '', values: of }];
  });
  return { sweep, runs, gaps: [] };
}

/** The picture, without names and titles: the question is beside it. */
export function pictureOf(
  preset: SweepPreset,
  words: SweepWords,
  chartWords: ReturnType<typeof useChartWords>,
  palette: Palette,
): SvgNode | undefined {
  const results = resultsOf(preset);
  if (!results) return undefined;
  const { sweep } = results;
  const rows = metricRows(results, sweep.metric);
  if (sweep.axes.length === 2) {
    const heat = heatData(results, rows, 0, sweep.metric, words, undefined);
    if (!heat) return undefined;
    const untitled = { ...heat, x: { ...heat.x, title: '' }, y: { ...heat.y, title: '' } };
    return sweepHeat.draw(untitled, PICTURE, palette, chartWords.heat(heat, ''));
  }
  const [slice] = slicesOf(results);
  const isLogY = unitOf(sweep.metric) === 'us';
  const options = { metric: sweep.metric, isLogY, hasBounds: false, bound: () => '', prediction: {} };
  const lines = slice && linesData(results, rows, slice, words, options);
  if (!lines) return undefined;
  const unnamed = {
    ...lines,
    x: { ...lines.x, title: '' },
    lines: lines.lines.map((line) => ({ ...line, name: '' })),
  };
  return sweepLines.draw(unnamed, PICTURE, palette, chartWords.lines('', ' '));
}
