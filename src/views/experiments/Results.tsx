import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { rangeOf } from '../../charts/sweep-heat.ts';
import { largest, smallest } from '../../charts/sweep-lines.ts';
import type { Overlay } from '../../imports/overlay.ts';
import { overlays } from '../../stores/overlays.ts';
import { type SweepRun, sweeps } from '../../stores/sweep.ts';
import type { Sweep } from '../../sweep/definition.ts';
import { unitOf } from '../../sweep/metrics.ts';
import { useWords } from '../shared/texts.tsx';
import { fanData, heatData, linesData, metricRows, middleP99, slicesOf } from './chart-data.ts';
import styles from './Experiments.module.css';
import { ExportBar } from './ExportBar.tsx';
import { Findings } from './Findings.tsx';
import { HeatFigure } from './HeatFigure.tsx';
import { LinesFigure } from './LinesFigure.tsx';
import { useLineOptions } from './line-options.ts';
import { laidOver } from './measured-data.ts';
import { CHART_UNITS, useSweepWords } from './metric-words.ts';
import { PointPicker } from './PointPicker.tsx';
import { PredictionForm } from './PredictionForm.tsx';
import { Residuals } from './Residuals.tsx';
import { Warmup } from './Warmup.tsx';

// The measurements themselves are large.
const Measurements = lazy(() =>
  import('./Measurements.tsx').then((module) => ({ default: module.Measurements })),
);

/** Questions and what is drawn may change without another run. */
const asRun = ({ question: _, metric: __, ...rest }: Sweep): string => JSON.stringify(rest);

/** What has been run so far, as charts, findings and files. */
export function Results({ definition }: { readonly definition: Sweep }) {
  const t = useTranslations('experiments');
  const run = useStore(sweeps, (state) => state.run);
  const status = useStore(sweeps, (state) => state.status);
  const isOther = useMemo(
    () => run !== undefined && asRun(run.sweep) !== asRun(definition),
    [run, definition],
  );
  // An experiment that was only opened has nothing to show.
  const isBlank = status === 'ended' && run?.done === 0 && run.gaps.length === 0;
  const shown = run && run.points.length > 0 && !isBlank ? run : undefined;
  return (
    <>
      <WarmupLook definition={definition} />
      {isOther && status === 'ended' && <p className={styles.note}>{t('changed')}</p>}
      {shown ? <Shown run={shown} metric={definition.metric} /> : <Empty definition={definition} />}
    </>
  );
}

/** What is left out of every run, for those who want to see it. */
function WarmupLook({ definition }: { readonly definition: Sweep }) {
  const t = useTranslations('experiments.warmupLook');
  const { duration } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const own = definition.set['run.warmupMs'];
  return (
    <details className={styles.look} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {typeof own === 'number' ? t('summary', { time: duration(own * 1e6) }) : t('summaryAsSet')}
      </summary>
      {isOpen && <Warmup definition={definition} />}
    </details>
  );
}

/** Before anything has been run there are axes to draw a prediction into. */
function Empty({ definition }: { readonly definition: Sweep }) {
  const t = useTranslations('experiments');
  const nothing: SweepRun = {
    sweep: definition,
    points: [],
    runs: [],
    gaps: [],
    engineVersion: '',
    total: 0,
    done: 0,
    reused: 0,
    elapsedMs: 0,
    etaMs: undefined,
    workers: 0,
    ending: undefined,
  };
  return (
    <>
      <p className={styles.soft}>{t('nothingYet')}</p>
      {definition.axes.length === 1 && <Blank run={nothing} metric={definition.metric} />}
    </>
  );
}

/** As far as an axis reaches before anything is known, in the unit of the summary. */
const REACH = { us: 10_000, '1/s': 200_000, share: 1, number: 100 } as const;

/** Axes without results: somebody who wants to draw says how far they reach. */
function Blank({ run, metric }: { readonly run: SweepRun; readonly metric: string }) {
  const t = useTranslations('experiments');
  const unit = unitOf(metric);
  const [asked, setAsked] = useState<number>();
  const reach = asked ?? REACH[unit];
  return (
    <>
      <p className={styles.points}>
        <label className={styles.field}>
          {t('reach', { unit: t(`units.${unit === '1/s' ? 'perSec' : unit}`) })}
          <input
            className={styles.input}
            type="number"
            min={0}
            step="any"
            value={reach}
            onChange={(event) => setAsked(Number(event.target.value) || undefined)}
          />
        </label>
      </p>
      <Lines run={run} metric={metric} isLogY={false} reach={reach * CHART_UNITS[unit].factor} />
    </>
  );
}

function Shown({ run, metric }: { readonly run: SweepRun; readonly metric: string }) {
  const t = useTranslations('experiments');
  const [isLogY, setIsLogY] = useState(false);
  const [asLines, setAsLines] = useState(false);
  const [asFan, setAsFan] = useState(false);
  const [isMeasured, setIsMeasured] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const overlay = useStore(overlays, (state) => state.overlays.find(({ id }) => id === chosen));
  const hasTwo = run.sweep.axes.length === 2;
  const areLines = hasTwo ? asLines : !asFan;
  return (
    <>
      <div className={styles.controls}>
        {hasTwo && (
          <label>
            <input type="checkbox" checked={asLines} onChange={(event) => setAsLines(event.target.checked)} />{' '}
            {t('asLines')}
          </label>
        )}
        {!hasTwo && (
          <label>
            <input type="checkbox" checked={asFan} onChange={(event) => setAsFan(event.target.checked)} />{' '}
            {t('asFan')}
          </label>
        )}
        {areLines && (
          <label>
            <input type="checkbox" checked={isLogY} onChange={(event) => setIsLogY(event.target.checked)} />{' '}
            {t('logY')}
          </label>
        )}
        {areLines && (
          <label>
            <input
              type="checkbox"
              checked={isMeasured}
              onChange={(event) => setIsMeasured(event.target.checked)}
            />{' '}
            {t('measuredOver.show')}
          </label>
        )}
      </div>
      {hasTwo && !asLines && <Heat run={run} metric={metric} />}
      {!hasTwo && asFan && <Fans run={run} />}
      {areLines && isMeasured && (
        <Suspense>
          <Measurements chosen={chosen} onChoose={setChosen} />
        </Suspense>
      )}
      {areLines && (
        <Lines run={run} metric={metric} isLogY={isLogY} overlay={isMeasured ? overlay : undefined} />
      )}
      <PointPicker run={run} metric={metric} />
      <Findings run={run} metric={metric} />
      <ExportBar run={run} metric={metric} />
    </>
  );
}

function Lines({
  run,
  metric,
  isLogY,
  reach = 0,
  overlay,
}: {
  readonly run: SweepRun;
  readonly metric: string;
  readonly isLogY: boolean;
  readonly reach?: number;
  readonly overlay?: Overlay | undefined;
}) {
  const words = useSweepWords();
  const rows = useMemo(() => metricRows(run, metric), [run, metric]);
  const slices = slicesOf(run);
  const options = useLineOptions(run, metric, isLogY);
  const lines = slices.map((slice) => linesData(run, rows, slice, words, options));
  const laid = slices.map((slice, index) => {
    const x = lines[index]?.x;
    return overlay && x && laidOver(run, rows, slice, metric, x, overlay);
  });
  const data = lines.map((one, index) => one && { ...one, measured: laid[index]?.points ?? [] });
  // Small multiples share their scale.
  const most = Math.max(reach, ...data.map((one) => (one ? largest(one.lines, one.measured) : 0)));
  const least = smallest(data.flatMap((one) => one?.lines ?? []));
  const second = run.sweep.axes[1];
  return (
    <>
      <div className={slices.length > 1 ? styles.charts : undefined}>
        {data.map((one, index) => {
          const slice = slices[index];
          if (!one || !slice) return null;
          const name =
            second && `${words.axis(second)} = ${one && words.place(second, secondValue(run, index))}`;
          const title = name ?? words.metric(metric);
          const shown = { ...one, most, least };
          const over = laid[index];
          return (
            <div key={slice.second} className={styles.stack}>
              <LinesFigure
                run={run}
                slice={slice}
                metric={metric}
                title={title}
                data={shown}
                lines={slices.length > 1 ? 17 : 26}
              />
              {over && <Residuals run={run} metric={metric} title={title} above={shown} laid={over} />}
            </div>
          );
        })}
      </div>
      {slices.length === 1 && <PredictionForm run={run} metric={metric} />}
    </>
  );
}

/** The percentiles of every system, one drawing each on one scale. */
function Fans({ run }: { readonly run: SweepRun }) {
  const words = useSweepWords();
  const all = slicesOf(run)[0]?.points ?? [];
  const fans = all.map((points) => fanData(run, points, words));
  const lines = fans.flatMap((one) => one?.lines ?? []);
  const [least, most] = [smallest(lines), largest(lines)];
  return (
    <div className={styles.charts}>
      {fans.map((data, series) => {
        const points = all[series];
        const name = run.sweep.series[series]?.name ?? '';
        if (!data || !points) return null;
        const slice = { second: 0, points: data.lines.map(() => points) };
        return (
          <LinesFigure
            key={name}
            run={run}
            slice={slice}
            metric="responseTime.p99Us"
            title={name}
            data={{ ...data, most, least }}
            lines={24}
            canSketch={false}
          />
        );
      })}
    </div>
  );
}

const secondValue = ({ points }: SweepRun, index: number) => points[index]?.at[1] ?? '';

function Heat({ run, metric }: { readonly run: SweepRun; readonly metric: string }) {
  const t = useTranslations('experiments');
  const words = useSweepWords();
  const rows = useMemo(() => metricRows(run, metric), [run, metric]);
  const middle = useMemo(() => middleP99(run), [run]);
  const [asked, setAsked] = useState<number>();
  const target = asked ?? middle;
  const data = run.sweep.series.map((_, series) => heatData(run, rows, series, metric, words, target));
  const cells = data.flatMap((one) => one?.cells ?? []);
  return (
    <>
      <div className={styles.charts}>
        {data.map(
          (one, series) =>
            one && (
              <HeatFigure
                key={run.sweep.series[series]?.name}
                run={run}
                series={series}
                metric={metric}
                data={{ ...one, range: rangeOf(cells) }}
              />
            ),
        )}
      </div>
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
