import { useTranslations } from 'use-intl';
import type { Cell, Table, Unit } from '../../charts/chart.ts';
import { useWords, type Words } from '../shared/texts.tsx';
import styles from './DataTable.module.css';
import { ListenButton } from './ListenButton.tsx';

const FORMATS: Readonly<Record<Unit, (value: number, words: Words) => string>> = {
  text: String,
  ns: (value, words) => words.duration(value),
  '1/s': (value, words) => `${words.number(value)}/s`,
  share: (value, words) => words.percent(value),
  number: (value, words) => words.number(value),
};

/** The shortest step from one row to another of a column of instants, ns. */
function apart(rows: Table['rows'], index: number): number {
  const instants = rows.flatMap((row) => row[index] ?? []).map(Number);
  const steps = instants.slice(1).map((ns, before) => Math.abs(ns - (instants[before] ?? ns)));
  return Math.min(...steps.filter((step) => step > 0), Number.MAX_VALUE);
}

/** The numbers of a chart, formatted for people. Loaded when somebody asks for them. */
export function DataTable({ table }: { readonly table: Table }) {
  const { caption, columns, rows } = table;
  const t = useTranslations('charts');
  const words = useWords();
  const instant = (ns: number, index: number) =>
    words.instant(ns, apart(rows, index), Math.max(...rows.map((row) => Number(row[index] ?? 0))));
  const text = (cell: Cell, index: number): string =>
    typeof cell !== 'number'
      ? (cell ?? t('unknown'))
      : columns[index]?.isInstant
        ? instant(cell, index)
        : FORMATS[columns[index]?.unit ?? 'number'](cell, words);
  return (
    <>
      <ListenButton table={table} />
      {/* Scrolls on its own, so it must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys */}
      <section className={styles.table} tabIndex={0} aria-label={caption}>
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ title }) => (
                <th scope="col" key={title}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([head, ...cells]) => (
              <tr key={[head, ...cells].join()}>
                <th scope="row">{text(head, 0)}</th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]?.title}>{text(cell, index + 1)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
