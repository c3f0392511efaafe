import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Box } from '../charts/chart.ts';
import { seriesMark, seriesStroke } from '../charts/marks/series.ts';
import { svg } from '../charts/svg.ts';
import { type SweepLinesData, sweepFrame, sweepLines } from '../charts/sweep-lines.ts';
import { SvgTree } from '../lab/results/SvgTree.tsx';
import { shownChart } from '../lab/results/shown-chart.ts';
import { useTheme } from '../lab/shared/use-media.ts';
import { paletteOf } from '../lib/palette.ts';
import { unitOf } from '../model/sweep/metrics.ts';
import { Button } from '../ui/Button.tsx';
import { type Hidden, ShownLegend } from '../ui/ShownLegend.tsx';
import type { Slice } from './chart-data.ts';
import { useChartWords } from './chart-words.ts';
import { type At, Drawing } from './Drawing.tsx';
import { CHART_UNITS, useSweepWords } from './metric-words.ts';
import { predict } from './sweep-definition.ts';
import { openPoint } from './sweep-open.ts';
import type { SweepRun } from './sweep-state.ts';
import { useProvenance } from './use-provenance.ts';

interface LineLegendProps {
  readonly names: readonly string[];
  readonly hidden: Hidden;
  readonly onHidden: (hidden: Hidden) => void;
}

const WIDTH = 30;
const HEIGHT = 12;

/** The legend of the lines below; each can be hidden or shown alone. */
export function LineLegend({ names, hidden, onHidden }: LineLegendProps) {
  const t = useTranslations('experiments.legend');
  const palette = paletteOf(useTheme());
  if (names.length < 2) return null;
  const sample = (line: number) =>
    svg(
      'svg',
      { width: WIDTH, height: HEIGHT },
      svg('line', { ...seriesStroke(line, palette), x1: 1, x2: WIDTH - 1, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      seriesMark(line, WIDTH / 2, HEIGHT / 2, palette),
    );
  const entries = names.map((name, line) => ({ name, sample: <SvgTree node={sample(line)} /> }));
  return <ShownLegend label={t('label')} hint={t('hint')} {...{ entries, hidden, onHidden }} />;
}

export interface LinesFigureProps {
  readonly run: SweepRun;
  readonly slice: Slice;
  readonly metric: string;
  readonly title: string;
  readonly data: SweepLinesData;
  readonly lines: number;
  /** Points at a place, in all drawings of the sweep at once. */
  readonly onPoint: (place: number | undefined) => void;
  /** Whether a prediction can be drawn. */
  readonly canSketch?: boolean;
}

/** Tolerance of the pointer around a point, px. */
const REACH = 24;

/** The lines of a sweep: hover shows a place's numbers, a click opens its run, drawing predicts. */
export function LinesFigure(props: LinesFigureProps) {
  const { run, slice, metric, title, data, lines, onPoint, canSketch = true } = props;
  const t = useTranslations('experiments');
  const words = useSweepWords();
  const [sketched, setSketched] = useState<number>();
  const { factor } = CHART_UNITS[unitOf(metric)];
  const chartWords = useChartWords(metric).lines(title, data.isFan ? t('fanTitle') : undefined);
  const nearest = (at: At, box: Box) => {
    const frame = sweepFrame(data, box, chartWords);
    let best: { series: number; place: number; distance: number } | undefined;
    for (const line of data.lines)
      for (const [place, value] of line.values.entries()) {
        if (!value) continue;
        const distance = Math.hypot((frame.xs[place] ?? 0) - at.x, frame.toY(value.mean) - at.y);
        if (distance <= REACH && (!best || distance < best.distance))
          best = { series: line.style, place, distance };
      }
    return best;
  };
  /** The place nearest to the pointer. */
  const placeAt = (at: At, box: Box): number => {
    const { xs } = sweepFrame(data, box, chartWords);
    return xs.reduce(
      (best, x, index) => (Math.abs(x - at.x) < Math.abs((xs[best] ?? 0) - at.x) ? index : best),
      0,
    );
  };
  const { pointed } = data;
  const values = data.lines.flatMap(({ name, values }) => {
    const value = pointed === undefined ? undefined : values[pointed];
    if (!value) return [];
    const half = value.half ? ` ± ${words.value(metric, value.half / factor)}` : '';
    return [
      t('readoutLine', {
        name,
        value: `${value.isAtLeast ? '≥ ' : ''}${chartWords.value(value.mean)}${half}`,
        count: value.count,
      }),
    ];
  });
  const hasBounds = data.lines.some((line) => line.values.some((value) => value?.isAtLeast));
  const status =
    pointed === undefined || values.length === 0
      ? hasBounds
        ? t('bounds')
        : undefined
      : t('readoutAt', {
          knob: data.x.title,
          place: data.x.label(data.x.values[pointed] ?? ''),
          values: values.join(t('readoutJoiner')),
        });
  const pick = (at: At, box: Box) => {
    const found = nearest(at, box);
    const point = found && slice.points[found.series]?.[found.place];
    if (point !== undefined) openPoint(point);
  };
  const sketch = (series: number) => (at: At, box: Box) => {
    const { toValue } = sweepFrame(data, box, chartWords);
    const point = slice.points[series]?.[placeAt(at, box)];
    if (point !== undefined) predict(point, Number((Math.max(0, toValue(at.y)) / factor).toPrecision(3)));
  };
  const chart = useProvenance()(shownChart(sweepLines, title, data, chartWords), run, metric);
  return (
    <Drawing
      chart={chart}
      lines={lines}
      status={status}
      onPoint={(at, box) => onPoint(at && placeAt(at, box))}
      onPick={pick}
      onSketch={sketched === undefined ? undefined : sketch(sketched)}
      controls={
        canSketch &&
        run.sweep.axes.length === 1 &&
        data.lines.map(({ name, style: series }) => (
          <Button
            key={series}
            variant="small"
            aria-pressed={sketched === series}
            onClick={() => setSketched(sketched === series ? undefined : series)}
          >
            {t('sketch', { name })}
          </Button>
        ))
      }
    />
  );
}
