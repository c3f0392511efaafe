import { useTranslations } from 'use-intl';
import { fewAnswersFor } from '../../explain/cautions.ts';
import type { Summary } from '../../scenario/generated/summary.ts';
import { useWords } from '../shared/texts.tsx';
import { figureText, halfText, type Row } from './rows.ts';
import styles from './SummaryTable.module.css';

export interface FigureValueProps {
  readonly row: Row;
  readonly summary: Summary;
}

/** A figure of one side in its unit, with its interval where it has one. */
export function FigureValue({ row, summary }: FigureValueProps) {
  const t = useTranslations('results');
  const words = useWords();
  const { value, half, text } = row.read(summary);
  if (row.id === 'bottleneck') {
    const [busiest] = summary.resources;
    if (!busiest) return t('unknown');
    const resource = t(`resources.${busiest.resource}`);
    return t('bottleneckAt', { resource, share: words.percent(busiest.utilisation) });
  }
  if (text !== undefined) return <code>{text}</code>;
  if (fewAnswersFor(row.id, summary))
    return <span className={styles.few}>{t('few', { value: figureText(row.unit, value, words, '') })}</span>;
  return (
    <>
      {figureText(row.unit, value, words, t('unknown'))}
      {half !== undefined && (
        <span className={styles.half}> {t('plusMinus', { value: halfText(row.unit, half, words) })}</span>
      )}
    </>
  );
}
