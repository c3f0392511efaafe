/** Rows of a table in the order of one of its columns. */

import { type ReactNode, useState } from 'react';
import { useLocale } from 'use-intl';
import type { Cell } from '../charts/chart.ts';
import styles from './sorting.module.css';

export type Order = 'ascending' | 'descending';

export interface Sorted<Column> {
  readonly column: Column;
  readonly order: Order;
}

/** What a press on the header of a column comes to: rising, then falling, then as it was. */
export function pressed<Column>(
  sorted: Sorted<Column> | undefined,
  column: Column,
): Sorted<Column> | undefined {
  if (sorted?.column !== column) return { column, order: 'ascending' };
  return sorted.order === 'ascending' ? { column, order: 'descending' } : undefined;
}

const isKnown = (cell: Cell): cell is string | number => cell !== undefined && !Number.isNaN(cell);

/**
 * Rows in the order of one cell of each: numbers by their values, texts as the language has them (`Caller 9` before `Caller 10`).
 * What is not known comes last, whichever the order; equal rows stay as they are to each other.
 */
export function inOrder<Row>(
  rows: readonly Row[],
  cellOf: (row: Row) => Cell,
  order: Order,
  locale: string,
): Row[] {
  const texts = new Intl.Collator(locale, { numeric: true });
  const sign = order === 'ascending' ? 1 : -1;
  const compare = (one: Cell, other: Cell): number => {
    if (!isKnown(one) || !isKnown(other)) return Number(isKnown(other)) - Number(isKnown(one));
    if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
    return sign * texts.compare(String(one), String(other));
  };
  return rows
    .map((row) => ({ row, cell: cellOf(row) }))
    .sort((one, other) => compare(one.cell, other.cell))
    .map(({ row }) => row);
}

/** How a table is sorted, for its headers and its rows. */
export interface Sorting<Column> {
  /** Undefined: as it is. */
  readonly sorted: Sorted<Column> | undefined;
  readonly press: (column: Column) => void;
  /** The rows in that order, by the cell that each has in a column. */
  readonly rows: <Row>(rows: readonly Row[], cellOf: (row: Row, column: Column) => Cell) => readonly Row[];
}

/** The order of a table that its reader sorts: at first that in which it is told. */
export function useSorting<Column>(): Sorting<Column> {
  const locale = useLocale();
  const [sorted, setSorted] = useState<Sorted<Column>>();
  return {
    sorted,
    press: (column) => setSorted((before) => pressed(before, column)),
    rows: (rows, cellOf) =>
      sorted ? inOrder(rows, (row) => cellOf(row, sorted.column), sorted.order, locale) : rows,
  };
}

const MARKS = { none: '↕\uFE0E', ascending: '↑', descending: '↓' } as const;

interface SortHeaderProps<Column> {
  readonly column: NoInfer<Column>;
  readonly sorting: Sorting<Column>;
  readonly className?: string | undefined;
  readonly colSpan?: number;
  readonly children: ReactNode;
}

/** The header of a column that sorts its table when it is pressed: rising, falling, as it was. */
export function SortHeader<Column>(props: SortHeaderProps<Column>) {
  const { column, sorting, className, colSpan, children } = props;
  const { sorted, press } = sorting;
  const order = sorted?.column === column ? sorted.order : 'none';
  return (
    <th scope="col" aria-sort={order} className={className} colSpan={colSpan}>
      <button type="button" className={styles.button} onClick={() => press(column)}>
        {children}
        {/* How it is sorted is told by the cell. */}
        <span className={styles.mark} aria-hidden="true">
          {MARKS[order]}
        </span>
      </button>
    </th>
  );
}
