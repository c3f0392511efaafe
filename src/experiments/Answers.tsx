import { greatest, least } from 'd3-array';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { seriesColor } from '../charts/marks/series.ts';
import { useTheme } from '../lab/shared/use-media.ts';
import { paletteOf } from '../lib/palette.ts';
import { valuesOf } from '../model/sweep/axis.ts';
import { replicationsOf } from '../model/sweep/results.ts';
import { estimateOf } from '../model/sweep/statistics.ts';
import { useDeferred } from '../ui/prompt.tsx';
import { useStore } from '../ui/use-store.ts';
import styles from './Answers.module.css';
import { answersOf } from './answers.ts';
import { metricRows } from './chart-data.ts';
import { comparisonOf } from './Findings.tsx';
import { useSweepWords } from './metric-words.ts';
import { type SweepRun, sweeps } from './sweep-state.ts';

interface Line {
  readonly series: number;
  readonly name: string;
  readonly text: string;
  readonly rich: ReactNode;
  /** What is not decided yet. */
  readonly open: string | undefined;
}

/** The best and the worst place of each system on its map; none before every place has been run. */
function useMapLines() {
  const t = useTranslations('experiments.answer');
  const words = useSweepWords();
  return (run: SweepRun, metric: string): Line[] => {
    const { sweep, points } = run;
    const rows = metricRows(run, metric);
    return sweep.series.flatMap(({ name }, series): Line[] => {
      const own = points.filter((point) => point.series === series);
      if (own.some(({ index }) => !rows[index]?.estimates[0] && !rows[index]?.gap)) return [];
      const known = own.filter(({ index }) => rows[index]?.estimates[0]);
      const meanOf = ({ index }: SweepRun['points'][number]) => rows[index]?.estimates[0]?.mean ?? 0;
      const [highest, lowest] = [greatest(known, meanOf), least(known, meanOf)];
      if (!highest || !lowest) return [];
      const valueAt = (point: typeof highest) =>
        `${rows[point.index]?.estimates[0]?.isAtLeast ? '≥ ' : ''}${words.value(metric, meanOf(point))}`;
      const placeOf = ({ at }: typeof highest) =>
        sweep.axes
          .map((axis, place) => `${words.axis(axis)} = ${words.place(axis, at[place] ?? '')}`)
          .join(t('joiner'));
      const facts = {
        metric: words.metric(metric),
        most: valueAt(highest),
        mostAt: placeOf(highest),
        least: valueAt(lowest),
        leastAt: placeOf(lowest),
      };
      return [
        {
          series,
          name,
          text: t.markup('map', { ...facts, b: (chunks) => chunks }),
          rich: t.rich('map', { ...facts, b: (chunks) => <b>{chunks}</b> }),
          open: undefined,
        },
      ];
    });
  };
}

/** The answer of each system as a sentence: where one size varies, or on a map of two settings. */
export function useAnswerLines() {
  const mapLinesOf = useMapLines();
  const t = useTranslations('experiments.answer');
  const words = useSweepWords();
  return (run: SweepRun, metric: string): Line[] => {
    const { sweep, points, runs } = run;
    const [axis, second] = sweep.axes;
    if (!axis) return [];
    if (second) return mapLinesOf(run, metric);
    const values = valuesOf(axis);
    return answersOf(run, metric).flatMap((answer, series): Line[] => {
      if (!answer) return [];
      const at = (place: number) => words.place(axis, values[place] ?? '');
      const range = (from: number, to: number) =>
        from === to ? at(from) : t('range', { from: at(from), to: at(to) });
      const best = points.find((point) => point.series === series && point.at[0] === values[answer.best]);
      const mean = estimateOf(
        replicationsOf(runs, best?.index ?? -1, metric).filter((value) => value !== undefined),
      )?.mean;
      const facts = {
        knob: words.size(axis),
        at: at(answer.enough),
        best: range(answer.from, answer.to),
        value: `${words.metric(metric)} ${words.value(metric, mean ?? 0)}`,
      };
      const [first] = answer.open;
      const last = answer.open.at(-1);
      return [
        {
          series,
          name: sweep.series[series]?.name ?? '',
          text: t.markup('smallest', { ...facts, b: (chunks) => chunks }),
          rich: t.rich('smallest', { ...facts, b: (chunks) => <b>{chunks}</b> }),
          open:
            first === undefined || last === undefined ? undefined : t('open', { places: range(first, last) }),
        },
      ];
    });
  };
}

/** The answer of the experiment, above its chart. A chart of lines marks it with a ring. */
export function Answers({ metric }: { readonly metric: string }) {
  const t = useTranslations('experiments.answer');
  const tExperiments = useTranslations('experiments');
  const palette = paletteOf(useTheme());
  const run = useDeferred(useStore(sweeps, (state) => state.run));
  const linesOf = useAnswerLines();
  const isRunning = useStore(sweeps, ({ status }) => status === 'running');
  const lines = run ? linesOf(run, metric) : [];
  if (!run) return null;
  if (lines.length === 0) {
    const comparison = comparisonOf(run, metric);
    return (
      comparison && (
        <section className={styles.answers} aria-label={t('label')}>
          <p className={styles.comparison}>{tExperiments('compared', comparison)}</p>
        </section>
      )
    );
  }
  const hasNames = run.sweep.series.length > 1;
  return (
    <section className={styles.answers} aria-label={t('label')}>
      {lines.map(({ series, name, rich, open }) => (
        <p key={series} className={styles.answer}>
          {run.sweep.axes.length === 1 && (
            <span
              className={styles.ring}
              style={{ borderColor: seriesColor(series, palette) }}
              aria-hidden="true"
            />
          )}
          <span>
            {hasNames && <span className={styles.name}>{name}</span>}
            {rich}{' '}
            {open !== undefined && <span className={styles.open}>{isRunning ? t('running') : open}</span>}
          </span>
        </p>
      ))}
    </section>
  );
}
