import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Box } from '../charts/chart.ts';
import { cellAt, rangeOf, type SweepHeatData, sweepHeat } from '../charts/sweep-heat.ts';
import { residualOf, type SweepMeasured } from '../charts/sweep-measured.ts';
import { closeness } from '../charts/sweep-residuals.ts';
import type { Overlay } from '../evidence/imports/overlay.ts';
import { shownChart } from '../lab/results/shown-chart.ts';
import { unitOf } from '../model/sweep/metrics.ts';
import { AmountField } from '../ui/AmountInput.tsx';
import { useWords } from '../ui/texts.tsx';
import { chartAxis, heatData, metricRows, middleP99, slicesOf } from './chart-data.ts';
import { useChartWords } from './chart-words.ts';
import { type At, Drawing } from './Drawing.tsx';
import styles from './Experiments.module.css';
import { laidOver, onMap } from './measured-data.ts';
import { CHART_UNITS, NOT_NEGATIVE, useSweepWords } from './metric-words.ts';
import { NotLaid } from './Residuals.tsx';
import { openPoint } from './sweep-open.ts';
import type { SweepRun } from './sweep-state.ts';
import { useProvenance } from './use-provenance.ts';
import { useTitle } from './use-title.ts';

interface HeatFigureProps {
  readonly run: SweepRun;
  readonly series: number;
  readonly metric: string;
  readonly data: SweepHeatData;
  /** Points at a cell, in all maps of the sweep at once. */
  readonly onPoint: (cell: number | undefined) => void;
}

/** One system over two settings. */
function HeatFigure({ run, series, metric, data, onPoint }: HeatFigureProps) {
  const t = useTranslations('experiments');
  const words = useSweepWords();
  const { factor } = CHART_UNITS[unitOf(metric)];
  const points = slicesOf(run).flatMap((slice) => slice.points[series] ?? []);
  const title = `${data.name}: ${useTitle()(run, metric)}`;
  const chartWords = useChartWords(metric).heat(data, title);
  const withProvenance = useProvenance();
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
    const half = cell.half ? ` ± ${words.value(metric, cell.half / factor)}` : '';
    const readout = t('readout', {
      name: data.name,
      place: `${x} × ${y}`,
      value: `${cell.isAtLeast ? '≥ ' : ''}${chartWords.value(cell.mean)}${half}`,
      count: cell.count,
    });
    const measured = (data.measured ?? []).filter(
      ({ place, row }) => Math.round(place) === index % columns && row === Math.floor(index / columns),
    );
    return [readout, ...measured.map(measuredText)].join(' ');
  };
  const pick = (at: At, box: Box) => {
    const index = cellAt(data, box, at);
    const point = index === undefined ? undefined : points[index];
    if (point !== undefined && data.cells[index ?? 0]) openPoint(point);
  };
  return (
    <Drawing
      chart={withProvenance(shownChart(sweepHeat, title, data, chartWords), run, metric)}
      lines={22}
      status={readout(data.pointed)}
      onPoint={(at, box) => onPoint(at && cellAt(data, box, at))}
      onPick={pick}
    />
  );
}

interface HeatProps {
  readonly run: SweepRun;
  readonly metric: string;
  readonly overlay: Overlay | undefined;
}

/** Every system over both settings, on one colour scale. */
export function Heat({ run, metric, overlay }: HeatProps) {
  const t = useTranslations('experiments');
  const words = useSweepWords();
  const { percent } = useWords();
  const rows = useMemo(() => metricRows(run, metric), [run, metric]);
  const middle = useMemo(() => middleP99(run), [run]);
  const [requested, setAsked] = useState<number>();
  const target = requested ?? middle;
  const [pointed, setPointed] = useState<number>();
  const [first] = run.sweep.axes;
  const laid =
    overlay && first
      ? slicesOf(run).map((slice) => laidOver(run, rows, slice, metric, chartAxis(first, words), overlay))
      : [];
  const data = run.sweep.series.map((_, series) =>
    heatData(run, rows, series, metric, words, target, onMap(laid, series)),
  );
  const cells = data.flatMap((one) => one?.cells ?? []);
  const close = closeness(
    laid.flatMap(({ points }) => points),
    percent,
  );
  return (
    <>
      <div className={styles.charts}>
        {data.map(
          (one, series) =>
            one && (
              <HeatFigure
                // Systems may have equal names.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                key={series}
                run={run}
                series={series}
                metric={metric}
                data={{ ...one, pointed, range: rangeOf(cells) }}
                onPoint={setPointed}
              />
            ),
        )}
      </div>
      {close && <p className={styles.note}>{t('measuredOver.onMap', close)}</p>}
      {overlay && <NotLaid run={run} all={laid} />}
      <div className={styles.points}>
        <AmountField
          className={styles.field}
          inputClass={styles.input}
          label={t('target')}
          value={target === undefined ? undefined : target / 1000}
          field={{ unit: 'ms' }}
          range={NOT_NEGATIVE}
          onChange={(ms) => setAsked(ms * 1000)}
          onClear={() => setAsked(undefined)}
        />
        <p className={styles.soft}>{t('contours')}</p>
      </div>
    </>
  );
}
