import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Table } from '../../charts/chart.ts';
import { Button } from '../shared/Button.tsx';
import styles from './ChartFigure.module.css';

export interface ChartFigureProps {
  readonly title: string;
  readonly description: string;
  /** Made only when it is asked for. */
  readonly table: () => Table;
  /** Beside the title. */
  readonly controls?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every chart: title, drawing or table, and two sentences that say what one sees. */
export function ChartFigure({ title, description, table, controls, children }: ChartFigureProps) {
  const t = useTranslations('charts');
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <header className={styles.header}>
        <h3 id={id} className={styles.title}>
          {title}
        </h3>
        <span className={styles.controls}>
          {!isTable && controls}
          <Button
            look="small"
            className={styles.toggle}
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            {t(isTable ? 'drawing' : 'table')}
          </Button>
        </span>
      </header>
      {isTable ? <DataTable table={table()} /> : children}
      <figcaption className={styles.caption}>{description}</figcaption>
    </figure>
  );
}

function DataTable({ table: { caption, columns, rows } }: { readonly table: Table }) {
  return (
    // Scrolls on its own, so it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys
    <section className={styles.table} tabIndex={0} aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([head, ...cells]) => (
            <tr key={head}>
              <th scope="row">{head}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
