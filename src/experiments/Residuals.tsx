import { useTranslations } from 'use-intl';
import type { SweepLinesData } from '../charts/sweep-lines.ts';
import type { SweepMeasured } from '../charts/sweep-measured.ts';
import { sweepResiduals } from '../charts/sweep-residuals.ts';
import { shownChart } from '../lab/results/shown-chart.ts';
import { useWords } from '../ui/texts.tsx';
import { useChartWords } from './chart-words.ts';
import { Drawing } from './Drawing.tsx';
import styles from './Experiments.module.css';
import { type Laid, laidTogether } from './measured-data.ts';
import type { SweepRun } from './sweep-state.ts';
import { useProvenance } from './use-provenance.ts';

interface ResidualsProps {
  readonly run: SweepRun;
  readonly metric: string;
  readonly title: string;
  readonly above: SweepLinesData;
  readonly points: readonly SweepMeasured[];
}

/** The deviation of the model from the measurements, below the lines that they are drawn on. */
export function Residuals({ run, metric, title, above, points }: ResidualsProps) {
  const t = useTranslations('experiments.measuredOver');
  const chartWords = useChartWords(metric);
  const withProvenance = useProvenance();
  if (points.length === 0) return null;
  const words = chartWords.residuals(title, chartWords.lines(title));
  const chart = shownChart(sweepResiduals, t('title', { title }), { above, points }, words);
  return <Drawing chart={withProvenance(chart, run, metric)} lines={13} />;
}

/** Measurements that belong to none of the drawings, and why. */
export function NotLaid({ run, all }: { readonly run: SweepRun; readonly all: readonly Laid[] }) {
  const t = useTranslations('experiments.measuredOver');
  const words = useWords();
  const { shown, left, example } = laidTogether(all, run.sweep.axes[1]?.paths);
  if (left === 0 && shown > 0) return null;
  const valueText = (value: unknown) => (value === undefined ? '–' : String(value));
  return (
    <p className={styles.soft}>
      {left > 0 ? t('left', { left, shown }) : t('noFigure')}{' '}
      {example &&
        t('example', {
          name: words.labelOf(example.path) ?? example.path,
          theirs: valueText(example.theirs),
          ours: valueText(example.ours),
        })}
    </p>
  );
}
