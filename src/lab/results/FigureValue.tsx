import { useTranslations } from 'use-intl';
import { isSingle, tooFewCompletionsFor } from '../../model/explain/cautions.ts';
import type { RunResult } from '../../model/explain/run-result.ts';
import type { ResourceName } from '../../model/explain/shared-cores.ts';
import { useWords } from '../../ui/texts.tsx';
import { boundText, figureText, halfText, isEndless, type Row } from './rows.ts';
import styles from './SummaryTable.module.css';

export interface FigureValueProps {
  readonly row: Row;
  readonly summary: RunResult;
}

/** A metric of one side in its unit, with its interval if it has one. */
export function FigureValue({ row, summary }: FigureValueProps) {
  const t = useTranslations('results');
  const words = useWords();
  const figure = row.read(summary);
  const { value, half, text } = figure;
  if (text && row.id === 'bottleneck')
    return t('bottleneckAt', {
      resource: t(`resources.${text as ResourceName}`),
      share: figureText('share', value, words, ''),
    });
  if (text !== undefined) return <code>{text}</code>;
  if (tooFewCompletionsFor(row.id, summary) || (isSingle(row.id) && value !== undefined))
    return (
      <span className={styles.few}>
        {t('few', { value: boundText(figureText(row.unit, value, words, ''), figure) })}
      </span>
    );
  return (
    <>
      {boundText(
        figureText(row.unit, value, words, t(isEndless(row, summary) ? 'growing' : 'unknown')),
        figure,
      )}
      {half !== undefined && (
        <span className={styles.half}> {t('plusMinus', { value: halfText(row.unit, half, words) })}</span>
      )}
    </>
  );
}
