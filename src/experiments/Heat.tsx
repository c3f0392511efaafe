import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { rangeOf } from '../charts/sweep-heat.ts';
import { closeness } from '../charts/sweep-residuals.ts';
import type { Overlay } from '../evidence/imports/overlay.ts';
import { useWords } from '../ui/texts.tsx';
import { chartAxis, heatData, metricRows, middleP99, slicesOf } from './chart-data.ts';
import styles from './Experiments.module.css';
import { HeatFigure } from './HeatFigure.tsx';
import { laidOver, onMap } from './measured-data.ts';
import { useSweepWords } from './metric-words.ts';
import { NotLaid } from './Residuals.tsx';
import type { SweepRun } from './sweep-state.ts';

interface HeatProps {
  readonly run: SweepRun;
  readonly metric: string;
  readonly overlay: Overlay | undefined;
}

/** Every system over both knobs, all in one scale of colours. */
export function Heat({ run, metric, overlay }: HeatProps) {
  const t = useTranslations('experiments');
  const words = useSweepWords();
  const { percent } = useWords();
  const rows = useMemo(() => metricRows(run, metric), [run, metric]);
  const middle = useMemo(() => middleP99(run), [run]);
  const [asked, setAsked] = useState<number>();
  const target = asked ?? middle;
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
        <label className={styles.field}>
          {t('target')}
          <input
            className={styles.input}
            type="number"
            min={0}
            step="any"
            value={target === undefined ? '' : target / 1000}
            onChange={(event) =>
              setAsked(event.target.value === '' ? undefined : Number(event.target.value) * 1000)
            }
          />
        </label>
        <p className={styles.soft}>{t('contours')}</p>
      </div>
    </>
  );
}
