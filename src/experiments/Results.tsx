import { memo, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { overlays } from '../evidence/imports/overlays-state.ts';
import { isSameRuns, type Sweep } from '../model/sweep/definition.ts';
import { type MetricUnit, unitOf } from '../model/sweep/metrics.ts';
import { AmountField } from '../ui/AmountInput.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { useDeferred } from '../ui/prompt.tsx';
import { SearchPicker } from '../ui/SearchPicker.tsx';
import { useWords } from '../ui/texts.tsx';
import { useStore } from '../ui/use-store.ts';
import styles from './Experiments.module.css';
import { ExportBar } from './ExportBar.tsx';
import { Fans } from './Fans.tsx';
import { Findings } from './Findings.tsx';
import { Heat } from './Heat.tsx';
import { Lines } from './Lines.tsx';
import { Measurements } from './Measurements.tsx';
import { CHART_UNITS, METRIC_FIELDS, useSweepWords } from './metric-words.ts';
import { openPoint } from './sweep-open.ts';
import { type SweepRun, sweeps } from './sweep-state.ts';
import { Warmup } from './Warmup.tsx';

/** Opens any point as a run in the Lab: the keyboard's equivalent of a click. */
function PointPicker({ run, metric }: { readonly run: SweepRun; readonly metric: string }) {
  const t = useTranslations('experiments');
  const words = useSweepWords();
  const { sweep, points, runs } = run;
  const [chosen, setChosen] = useState<number>();
  const made = new Set(runs.filter(({ values }) => metric in values).map(({ point }) => point));
  const known = points.filter(({ index }) => made.has(index));
  const point = known.find(({ index }) => index === chosen) ?? known[0];
  if (!point) return null;
  return (
    <div className={styles.points}>
      <div className={styles.field}>
        {t('pickPoint')}
        <SearchPicker
          label={t('pickPoint')}
          title={nameOf(point)}
          value={String(point.index)}
          prompt={t('search.prompt')}
          nothing={t('search.nothing')}
          groups={() =>
            sweep.series.map(({ name }, number) => ({
              title: name,
              options: known
                .filter(({ series }) => series === number)
                .map((place) => ({ id: String(place.index), title: nameOf(place) })),
            }))
          }
          onChoose={(id) => setChosen(Number(id))}
        />
      </div>
      <Button onClick={() => openPoint(point.index)}>{t('openInLab')}</Button>
    </div>
  );

  function nameOf({ series, at }: (typeof known)[number]): string {
    const places = at.map((value, number) => {
      const axis = sweep.axes[number];
      return axis ? words.place(axis, value) : String(value);
    });
    return `${sweep.series[series]?.name ?? ''}: ${places.join(' × ')}`;
  }
}

/** The results so far as charts, findings and files. */
export function Results({ definition }: { readonly definition: Sweep }) {
  const t = useTranslations('experiments');
  // Deferred, so that the page stays responsive; the newest results are drawn next.
  const run = useDeferred(useStore(sweeps, (state) => state.run));
  const status = useStore(sweeps, (state) => state.status);
  const isOther = useMemo(() => run !== undefined && !isSameRuns(run.sweep, definition), [run, definition]);
  // An experiment that was only opened has nothing to show.
  const isBlank = status === 'ended' && run?.done === 0 && run.gaps.length === 0;
  const shown = run && run.points.length > 0 && !isBlank ? run : undefined;
  return (
    <>
      {isOther && status === 'ended' && <p className={styles.note}>{t('changed')}</p>}
      {shown ? <Shown run={shown} metric={definition.metric} /> : <Empty definition={definition} />}
      <WarmupLook definition={definition} />
    </>
  );
}

/** The warm-up that each run excludes, on demand. */
const WarmupLook = memo(function WarmupLook({ definition }: { readonly definition: Sweep }) {
  const t = useTranslations('experiments.warmupLook');
  const { duration } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const commonWarmupMs = definition.set['run.warmupMs'];
  return (
    <details className={styles.look} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {typeof commonWarmupMs === 'number'
          ? t('summary', { time: duration(commonWarmupMs * 1e6) })
          : t('summaryAsSet')}
      </summary>
      {isOpen && <Warmup definition={definition} />}
    </details>
  );
});

/** Before any run: axes to draw a prediction into. */
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

/** Ends of an axis before any result, in the unit of the summary. */
const REACH = { us: 10_000, '1/s': 200_000, share: 1, number: 100 } as const;

/** Axes without results, with inputs for their ends. */
function Blank({ run, metric }: { readonly run: SweepRun; readonly metric: string }) {
  const t = useTranslations('experiments');
  const unit = unitOf(metric);
  const [requested, setAsked] = useState<number>();
  const reach = requested ?? REACH[unit];
  return (
    <>
      <div className={styles.points}>
        <AmountField
          className={styles.field}
          inputClass={styles.input}
          label={t('reach', { unit: t(`units.${unit === '1/s' ? 'perSec' : unit}`) })}
          value={reach}
          field={METRIC_FIELDS[unit]}
          range={[Number.MIN_VALUE, Number.POSITIVE_INFINITY]}
          onChange={setAsked}
        />
      </div>
      <Lines run={run} metric={metric} isLogY={false} reach={reach * CHART_UNITS[unit].factor} />
    </>
  );
}

const Shown = memo(function Shown({ run, metric }: { readonly run: SweepRun; readonly metric: string }) {
  const t = useTranslations('experiments');
  // Times use a logarithmic axis; all others begin at zero.
  const unit = unitOf(metric);
  const [chosenLog, setChosenLog] = useState<Partial<Record<MetricUnit, boolean>>>({});
  const isLogY = chosenLog[unit] ?? unit === 'us';
  const [asLines, setAsLines] = useState(false);
  const [asFan, setAsFan] = useState(false);
  const [isMeasured, setIsMeasured] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const overlay = useStore(overlays, (state) => state.overlays.find(({ id }) => id === chosen));
  const hasTwo = run.sweep.axes.length === 2;
  const areLines = hasTwo ? asLines : !asFan;
  const shown = isMeasured ? overlay : undefined;
  return (
    <>
      <div className={styles.controls}>
        {hasTwo && (
          <label>
            <Checkbox isOn={asLines} onChange={setAsLines} /> {t('asLines')}
          </label>
        )}
        {!hasTwo && (
          <label>
            <Checkbox isOn={asFan} onChange={setAsFan} /> {t('asFan')}
          </label>
        )}
        {areLines && (
          <label>
            <Checkbox isOn={isLogY} onChange={(isOn) => setChosenLog({ ...chosenLog, [unit]: isOn })} />{' '}
            {t('logY')}
          </label>
        )}
        <label>
          <Checkbox isOn={isMeasured} onChange={setIsMeasured} /> {t('measuredOver.show')}
        </label>
      </div>
      {isMeasured && <Measurements chosen={chosen} onChoose={setChosen} />}
      {hasTwo && !asLines && <Heat run={run} metric={metric} overlay={shown} />}
      {!hasTwo && asFan && <Fans run={run} overlay={shown} />}
      {areLines && <Lines run={run} metric={metric} isLogY={isLogY} overlay={shown} />}
      <PointPicker run={run} metric={metric} />
      <Findings run={run} metric={metric} />
      <ExportBar run={run} metric={metric} overlay={shown} />
    </>
  );
});
