import { useTranslations } from 'use-intl';
import type { Cell, Table, Unit } from '../../charts/chart.ts';
import { MIN_SAMPLES_BEYOND } from '../../lib/percentile-sample-size.ts';
import { SortHeader, useSorting } from '../../ui/sorting.tsx';
import { useWords, type Words } from '../../ui/texts.tsx';
import styles from './DataTable.module.css';
import { ListenButton } from './ListenButton.tsx';

const FORMATS: Readonly<Record<Unit, (value: number, words: Words) => string>> = {
  text: String,
  ns: (value, words) => words.duration(value),
  '1/s': (value, words) => `${words.number(value)}/s`,
  share: (value, words) => words.percent(value),
  number: (value, words) => words.number(value),
};

/** Formats the instants of a column: one unit, with enough digits to differ from the next row. */
function instantFormat({ rows }: Table, index: number, words: Words): (ns: number) => string {
  const instants = rows.flatMap((row) => row[index] ?? []).map(Number);
  const endNs = Math.max(...instants);
  const steps = instants.slice(1).map((ns, before) => Math.abs(ns - (instants[before] ?? ns)));
  const apartNs = Math.min(...steps.filter((step) => step > 0), endNs / 100);
  return (ns) => words.instant(ns, apartNs, endNs);
}

/** The numbers of a chart as a sortable table. Loaded on demand. */
export function DataTable({ table }: { readonly table: Table }) {
  const { caption, columns, rows } = table;
  const t = useTranslations('charts');
  const results = useTranslations('results');
  const words = useWords();
  // Keyed by title: the chart's columns can change.
  const sorting = useSorting<string>();
  const formats = columns.map(({ unit, isInstant }, index) =>
    isInstant ? instantFormat(table, index, words) : (value: number) => FORMATS[unit](value, words),
  );
  const text = (row: readonly Cell[], index: number): string => {
    const cell = row[index];
    if (typeof cell !== 'number') return cell ?? t('unknown');
    const value = formats[index]?.(cell) ?? String(cell);
    const isRough = columns[index]?.isCounted && Number(row[index + 1]) < MIN_SAMPLES_BEYOND;
    return isRough ? results('few', { value }) : value;
  };
  const shown = sorting.rows(rows, (row, column) => row[columns.findIndex(({ title }) => title === column)]);
  return (
    <>
      <ListenButton table={table} />
      {/* Scrolls by itself, so it must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys */}
      <section className={styles.table} tabIndex={0} aria-label={caption}>
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ title }) => (
                <SortHeader key={title} column={title} sorting={sorting}>
                  {title}
                </SortHeader>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.join()}>
                <th scope="row">{text(row, 0)}</th>
                {columns.slice(1).map(({ title }, index) => (
                  <td key={title}>{text(row, index + 1)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
