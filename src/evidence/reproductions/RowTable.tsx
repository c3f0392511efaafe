import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { SortHeader, useSorting } from '../../ui/sorting.tsx';
import { showRow } from './evidence-in-lab.ts';
import type { AnsweredRow } from './evidence-state.ts';
import styles from './Measured.module.css';
import { useNumberWords } from './use-number-words.ts';

/** Rows that are shown before all are requested. */
const FIRST = 25;

/** The worst error of a row's quantities; the default order. */
const worstOf = ({ comparisons }: AnsweredRow): number =>
  Math.max(
    0,
    ...comparisons.filter(({ quantity }) => quantity === 'perSec').map(({ error }) => Math.abs(error)),
  );

/** Sort keys of the rows. Numbers sort by rate: quantities of different units are not compared. */
const CELLS = {
  row: ({ row }: AnsweredRow) => `${row.table} · ${row.id}`,
  seen: (row: AnsweredRow) => rateOf(row)?.seen,
  predicted: (row: AnsweredRow) => rateOf(row)?.predicted,
  error: (row: AnsweredRow) => rateOf(row)?.error,
} as const;
type Column = keyof typeof CELLS;
const rateOf = ({ comparisons }: AnsweredRow) => comparisons.find(({ quantity }) => quantity === 'perSec');

/** Every measured row with all its quantities, the worst first. */
export function RowTable({ rows }: { readonly rows: readonly AnsweredRow[] }) {
  const t = useTranslations('evidence.measured');
  const words = useNumberWords();
  const [showsAll, setShowsAll] = useState(false);
  const sorting = useSorting<Column>();
  const worstFirst = [...rows].sort((left, right) => worstOf(right) - worstOf(left));
  const sorted = sorting.rows(worstFirst, (row, column) => CELLS[column](row));
  const header = (column: Column) => (
    <SortHeader column={column} sorting={sorting}>
      {t(`columns.${column}`)}
    </SortHeader>
  );
  const shown = showsAll ? sorted : sorted.slice(0, FIRST);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('rowsCaption')}>
        <table className={styles.table}>
          <caption>{t('rowsCaption')}</caption>
          <thead>
            <tr>
              {header('row')}
              <th scope="col">{t('columns.quantity')}</th>
              {header('seen')}
              <th scope="col">{t('columns.range')}</th>
              {header('predicted')}
              {header('error')}
            </tr>
          </thead>
          {shown.map(({ name, row, comparisons }) => (
            <tbody key={name} className={styles.row}>
              {comparisons.map(({ quantity, seen, low, high, predicted, error }, index) => (
                <tr key={quantity}>
                  {index === 0 && (
                    <th scope="rowgroup" rowSpan={comparisons.length}>
                      {row.table} · {row.id}{' '}
                      <Button
                        variant="small"
                        aria-label={t('openRow', { name })}
                        onClick={() => void showRow(row)}
                      >
                        {t('open')}
                      </Button>
                      {row.aside && <small>{t('aside', { reason: t(`asides.${row.aside}`) })}</small>}
                    </th>
                  )}
                  <td>{t(`quantities.${quantity}`)}</td>
                  <td>{words.number(seen)}</td>
                  <td>{low === high ? '' : `${words.number(low)} … ${words.number(high)}`}</td>
                  <td>{words.number(predicted)}</td>
                  <td>{words.signed(error)}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </section>
      {sorted.length > FIRST && (
        <p>
          <Button aria-pressed={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {t('allRows', { count: sorted.length })}
          </Button>
        </p>
      )}
    </>
  );
}
