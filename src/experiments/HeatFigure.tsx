import { useTranslations } from 'use-intl';
import type { Box } from '../charts/chart.ts';
import { cellAt, type SweepHeatData, sweepHeat } from '../charts/sweep-heat.ts';
import { residualOf, type SweepMeasured } from '../charts/sweep-measured.ts';
import { shownChart } from '../lab/results/shown-chart.ts';
import { unitOf } from '../model/sweep/metrics.ts';
import { slicesOf } from './chart-data.ts';
import { useChartWords } from './chart-words.ts';
import { type At, Drawing } from './Drawing.tsx';
import { CHART_UNITS, useSweepWords } from './metric-words.ts';
import { openPoint } from './sweep-open.ts';
import type { SweepRun } from './sweep-state.ts';
import { withProvenance } from './with-provenance.ts';

export interface HeatFigureProps {
  readonly run: SweepRun;
  readonly series: number;
  readonly metric: string;
  readonly data: SweepHeatData;
  /** Points at a cell, in all maps of the sweep at once. */
  readonly onPoint: (cell: number | undefined) => void;
}

/** One system over two knobs. */
export function HeatFigure({ run, series, metric, data, onPoint }: HeatFigureProps) {
  const t = useTranslations('experiments');
  const words = useSweepWords();
  const { factor } = CHART_UNITS[unitOf(metric)];
  const points = slicesOf(run).flatMap((slice) => slice.points[series] ?? []);
  const title = `${data.name}: ${words.metric(metric)}`;
  const chartWords = useChartWords(metric).heat(data, title);
  const measuredText = (point: SweepMeasured) => {
    const residual = residualOf(point);
    return t('measuredOver.readout', {
      name: point.name,
      value: chartWords.value(point.seen),
      residual: residual === undefined ? '–' : chartWords.signed(residual),
    });
  };
  const readout = (index: number | undefined) => {
    const cell = index === undefined ? undefined : data.cells[index];
    if (index === undefined || !cell) return undefined;
    const columns = data.x.values.length;
    const x = data.x.label(data.x.values[index % columns] ?? '');
    const y = data.y.label(data.y.values[Math.floor(index / columns)] ?? '');
    const half = cell.half === undefined ? '' : ` ± ${words.value(metric, cell.half / factor)}`;
    const said = t('readout', {
      name: data.name,
      place: `${x} × ${y}`,
      value: `${cell.isAtLeast ? '≥ ' : ''}${chartWords.value(cell.mean)}${half}`,
      count: cell.count,
    });
    const measured = (data.measured ?? []).filter(
      ({ place, row }) => Math.round(place) === index % columns && row === Math.floor(index / columns),
    );
    return [said, ...measured.map(measuredText)].join(' ');
  };
  const pick = (at: At, box: Box) => {
    const index = cellAt(data, box, at);
    const point = index === undefined ? undefined : points[index];
    if (point !== undefined && data.cells[index ?? 0]) openPoint(point);
  };
  return (
    <Drawing
      chart={withProvenance(shownChart(sweepHeat, title, data, chartWords), run, words.axis)}
      lines={22}
      status={readout(data.pointed)}
      onPoint={(at, box) => onPoint(at && cellAt(data, box, at))}
      onPick={pick}
    />
  );
}
