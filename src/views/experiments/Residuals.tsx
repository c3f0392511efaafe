import { useTranslations } from 'use-intl';
import type { SweepLinesData } from '../../charts/sweep-lines.ts';
import { type SweepResidualsWords, sweepResiduals } from '../../charts/sweep-residuals.ts';
import type { SweepRun } from '../../stores/sweep.ts';
import { shownChart } from '../results/shown-chart.ts';
import { useWords } from '../shared/texts.tsx';
import { useChartWords } from './chart-words.ts';
import { Drawing } from './Drawing.tsx';
import styles from './Experiments.module.css';
import type { Laid } from './measured-data.ts';
import { withProvenance } from './with-provenance.ts';

interface ResidualsProps {
  readonly run: SweepRun;
  readonly metric: string;
  readonly title: string;
  readonly above: SweepLinesData;
  readonly laid: Laid;
}

/** How far the model is from what was measured, and what of it does not belong here. */
export function Residuals({ run, metric, title, above, laid }: ResidualsProps) {
  const t = useTranslations('experiments.measuredOver');
  const words = useWords();
  const chartWords = useChartWords(metric);
  const { points, left, example } = laid;
  const texts: SweepResidualsWords = {
    above: chartWords.lines(title),
    yTitle: t('residual'),
    percent: words.percent,
    tableCaption: t('title', { title }),
    columns: {
      name: t('columns.name'),
      system: t('columns.system'),
      seen: t('columns.seen'),
      low: t('columns.low'),
      high: t('columns.high'),
      model: t('columns.model'),
      residual: t('residual'),
    },
    sentence: (facts) => t('sentence', facts),
    empty: t('noModel'),
  };
  const said = (value: unknown) => (value === undefined ? '–' : String(value));
  const chart = shownChart(sweepResiduals, t('title', { title }), { above, points }, texts);
  return (
    <>
      {points.length > 0 && (
        <Drawing
          chart={withProvenance(chart, run)}
          lines={13}
          readout={() => undefined}
          onPick={() => undefined}
        />
      )}
      {(left > 0 || points.length === 0) && (
        <p className={styles.soft}>
          {left > 0 ? t('left', { left, shown: points.length }) : t('noFigure')}{' '}
          {example &&
            t('example', {
              name: words.labelOf(example.path) ?? example.path,
              theirs: said(example.theirs),
              ours: said(example.ours),
            })}
        </p>
      )}
    </>
  );
}
