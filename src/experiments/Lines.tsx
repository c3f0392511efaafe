import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { largest, smallest } from '../charts/sweep-lines.ts';
import type { Overlay } from '../evidence/imports/overlay.ts';
import { unitOf } from '../model/sweep/metrics.ts';
import { numbered } from '../model/sweep/plan.ts';
import { AmountField } from '../ui/AmountInput.tsx';
import { Button } from '../ui/Button.tsx';
import { NONE_HIDDEN } from '../ui/ShownLegend.tsx';
import { useStore } from '../ui/use-store.ts';
import { linesData, metricRows, slicesOf } from './chart-data.ts';
import { useLineOptions } from './chart-words.ts';
import styles from './Experiments.module.css';
import { LineLegend, LinesFigure } from './LinesFigure.tsx';
import { laidOver } from './measured-data.ts';
import { METRIC_FIELDS, NOT_NEGATIVE, useSweepWords } from './metric-words.ts';
import { NotLaid, Residuals } from './Residuals.tsx';
import { clearPrediction, predict } from './sweep-definition.ts';
import { type SweepRun, sweeps } from './sweep-state.ts';
import { useTitle } from './use-title.ts';

/** The prediction as numbers: the same as drawing it. */
function PredictionForm({ run, metric }: { readonly run: SweepRun; readonly metric: string }) {
  const t = useTranslations('experiments');
  const words = useSweepWords();
  const prediction = useStore(sweeps, (state) => state.prediction);
  const { sweep } = run;
  const [axis] = sweep.axes;
  if (!axis) return null;
  const measured = unitOf(metric);
  const unit = measured === '1/s' ? 'perSec' : measured;
  return (
    <details className={styles.note}>
      <summary>{t('prediction')}</summary>
      <p className={styles.soft}>{t('predictionHint', { unit: t(`units.${unit}`) })}</p>
      {sweep.series.map(({ name }, series) => (
        // Systems may have equal names.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <fieldset key={series} className={styles.group}>
          <legend>{name}</legend>
          <div className={styles.predictions}>
            {numbered(sweep)
              .filter((place) => place.series === series)
              .map(({ index, at }) => (
                <AmountField
                  key={index}
                  className={styles.field}
                  inputClass={styles.input}
                  label={words.place(axis, at[0] ?? '')}
                  value={prediction[index]}
                  field={METRIC_FIELDS[measured]}
                  range={NOT_NEGATIVE}
                  onChange={(value) => predict(index, value)}
                  onClear={() => predict(index, undefined)}
                />
              ))}
          </div>
        </fieldset>
      ))}
      <Button onClick={clearPrediction}>{t('clearPrediction')}</Button>
    </details>
  );
}

interface LinesProps {
  readonly run: SweepRun;
  readonly metric: string;
  readonly isLogY: boolean;
  /** Least end of the vertical axis, in the unit of the chart. */
  readonly reach?: number;
  readonly overlay?: Overlay | undefined;
}

/** Every system along the first setting: one drawing per value of the second, all on one scale. */
export function Lines({ run, metric, isLogY, reach = 0, overlay }: LinesProps) {
  const words = useSweepWords();
  const titleOf = useTitle();
  const rows = useMemo(() => metricRows(run, metric), [run, metric]);
  const slices = slicesOf(run);
  const options = useLineOptions(run, metric, isLogY);
  const [hidden, setHidden] = useState(NONE_HIDDEN);
  const [pointed, setPointed] = useState<number>();
  const isShown = ({ style }: { readonly style: number }) => !hidden.has(style);
  const lines = slices.map((slice) => {
    const all = linesData(run, rows, slice, words, options);
    return all && { ...all, lines: all.lines.filter(isShown) };
  });
  const laid = slices.flatMap((slice, index) => {
    const x = lines[index]?.x;
    return overlay && x ? [laidOver(run, rows, slice, metric, x, overlay)] : [];
  });
  const data = lines.map(
    (one, index) => one && { ...one, pointed, measured: laid[index]?.points.filter(isShown) ?? [] },
  );
  const most = Math.max(reach, ...data.map((one) => (one ? largest(one.lines, one.measured) : 0)));
  const least = smallest(data.flatMap((one) => one?.lines ?? []));
  const second = run.sweep.axes[1];
  return (
    <>
      <LineLegend names={run.sweep.series.map(({ name }) => name)} hidden={hidden} onHidden={setHidden} />
      <div className={slices.length > 1 ? styles.charts : undefined}>
        {data.map((one, index) => {
          const slice = slices[index];
          if (!one || !slice) return null;
          const title = second
            ? `${words.axis(second)} = ${words.place(second, run.points[index]?.at[1] ?? '')}`
            : titleOf(run, metric);
          const shown = { ...one, most, least };
          return (
            <div key={slice.second} className={styles.stack}>
              <LinesFigure
                run={run}
                slice={slice}
                metric={metric}
                title={title}
                data={shown}
                lines={slices.length > 1 ? 17 : 26}
                onPoint={setPointed}
              />
              <Residuals run={run} metric={metric} title={title} above={shown} points={one.measured} />
            </div>
          );
        })}
      </div>
      {overlay && <NotLaid run={run} all={laid} />}
      {slices.length === 1 && <PredictionForm run={run} metric={metric} />}
    </>
  );
}
