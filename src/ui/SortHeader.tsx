import type { ReactNode } from 'react';
import styles from './SortHeader.module.css';
import type { Sorting } from './sorting.ts';

const MARKS = { none: '↕\uFE0E', ascending: '↑', descending: '↓' } as const;

export interface SortHeaderProps<Column> {
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
