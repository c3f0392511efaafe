/** Table rows in the order of one column. */

import { type ReactNode, useState } from 'react';
import { useLocale } from 'use-intl';
import type { Cell } from '../charts/chart.ts';
import styles from './sorting.module.css';

export type Order = 'ascending' | 'descending';

export interface Sorted<Column> {
  readonly column: Column;
  readonly order: Order;
}

/** The order after a press on a column header: ascending, descending, default. */
export function pressed<Column>(
  sorted: Sorted<Column> | undefined,
  column: Column,
): Sorted<Column> | undefined {
  if (sorted?.column !== column) return { column, order: 'ascending' };
  return sorted.order === 'ascending' ? { column, order: 'descending' } : undefined;
}

const isKnown = (cell: Cell): cell is string | number => cell !== undefined && !Number.isNaN(cell);

/**
 * Rows by the values of one column: numbers by value, texts by the language's collation (`Caller 9` before
 * `Caller 10`). Unknown values come last in either order; the sort is stable.
 */
export function inOrder<Row>(
  rows: readonly Row[],
  cellOf: (row: Row) => Cell,
  order: Order,
  locale: string,
): Row[] {
  const texts = new Intl.Collator(locale, { numeric: true });
  const sign = order === 'ascending' ? 1 : -1;
  const compare = (left: Cell, right: Cell): number => {
    if (!isKnown(left) || !isKnown(right)) return Number(isKnown(right)) - Number(isKnown(left));
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
    return sign * texts.compare(String(left), String(right));
  };
  return rows
    .map((row) => ({ row, cell: cellOf(row) }))
    .sort((left, right) => compare(left.cell, right.cell))
    .map(({ row }) => row);
}

/** The sort order of a table, for its headers and its rows. */
export interface Sorting<Column> {
  /** Undefined: the default order. */
  readonly sorted: Sorted<Column> | undefined;
  readonly press: (column: Column) => void;
  /** The rows in that order, by the cell that each has in a column. */
  readonly rows: <Row>(rows: readonly Row[], cellOf: (row: Row, column: Column) => Cell) => readonly Row[];
}

/** The order of a table that its reader sorts; at first the default order. */
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

/** A column header that sorts its table: ascending, descending, default. */
export function SortHeader<Column>(props: SortHeaderProps<Column>) {
  const { column, sorting, className, colSpan, children } = props;
  const { sorted, press } = sorting;
  const order = sorted?.column === column ? sorted.order : 'none';
  return (
    <th scope="col" aria-sort={order} className={className} colSpan={colSpan}>
      <button type="button" className={styles.button} onClick={() => press(column)}>
        {children}
        {/* The cell has the `aria-sort`. */}
        <span className={styles.mark} aria-hidden="true">
          {MARKS[order]}
        </span>
      </button>
    </th>
  );
}
