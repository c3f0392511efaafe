import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { evidence } from './evidence-state.ts';
import styles from './Measured.module.css';

export interface FamiliesProps {
  /** The table whose rows are shown; empty: all. */
  readonly chosen?: string;
  /** Nothing can be chosen when absent. */
  readonly onChoose?: (table: string) => void;
}

/** Agreement by table of measurements; a choice filters the rows. */
export function Families({ chosen, onChoose }: FamiliesProps) {
  const t = useTranslations('evidence.measured.families');
  const words = useWords();
  const families = useStore(evidence, (state) => state.families);
  const agreement = useStore(evidence, (state) => state.judgement);
  if (!agreement) return null;
  const lines = [
    { table: '', judgement: agreement },
    ...families.map(({ table, judgement }) => ({ table: String(table), judgement })),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys
    <section className={styles.scroll} tabIndex={0} aria-label={t('caption')}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('table')}</th>
            <th scope="col">{t('rows')}</th>
            <th scope="col">{t('median')}</th>
            <th scope="col">{t('worst')}</th>
            <th scope="col">{t('met')}</th>
            <th scope="col">{t('rank')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ table, judgement }) => (
            <tr key={table}>
              <th scope="row">
                {onChoose ? (
                  <Button variant="small" aria-pressed={chosen === table} onClick={() => onChoose(table)}>
                    {table === '' ? t('all') : table}
                  </Button>
                ) : table === '' ? (
                  t('all')
                ) : (
                  <code>{table}</code>
                )}
              </th>
              <td>{words.count(judgement.rows)}</td>
              <td>{words.percent(judgement.medianErrorRange)}</td>
              <td>{words.percent(judgement.worstErrorRange)}</td>
              <td>{words.percent(judgement.met / judgement.rows)}</td>
              <td>{Number.isFinite(judgement.spearman) ? words.number(judgement.spearman) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
