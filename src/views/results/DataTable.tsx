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

/** The numbers of a chart, formatted for people. Loaded when somebody asks for them. */
export function DataTable({ table }: { readonly table: Table }) {
  const { caption, columns, rows } = table;
  const t = useTranslations('charts');
  const words = useWords();
  const text = (cell: Cell, index: number): string =>
    typeof cell === 'number'
      ? FORMATS[columns[index]?.unit ?? 'number'](cell, words)
      : (cell ?? t('unknown'));
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
