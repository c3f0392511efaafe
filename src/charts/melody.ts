/** Curves of a chart as notes: one per table row, from left to right, with the value as pitch. */
import type { Cell, Table } from './chart.ts';

export interface Voice {
  /** Title of its column. */
  readonly title: string;
  /** One per row, 0 (lowest pitch) … 1 (highest); undefined = unknown, silent. */
  readonly notes: readonly (number | undefined)[];
}

/** Minimum number of rows of a curve. */
const MIN_ROWS = 3;
/** Values with a larger ratio use a logarithmic scale, as in the charts. */
const LOG_RATIO = 100;

const isKnown = (cell: Cell): cell is number => typeof cell === 'number' && Number.isFinite(cell);

/**
 * All curves of a table on one scale, which starts at 0 unless values span several powers of ten. Empty if
 * the table has no curve.
 */
export function melodyOf({ columns, rows }: Table): readonly Voice[] {
  if (rows.length < MIN_ROWS) return [];
  const curves = columns.flatMap(({ title, isCurve }, at) =>
    isCurve ? [{ title, values: rows.map((row) => row[at]) }] : [],
  );
  const known = curves.flatMap(({ values }) => values).filter(isKnown);
  const max = Math.max(...known);
  const min = Math.min(...known);
  if (!(max > 0)) return [];
  const isWide = min > 0 && max / min >= LOG_RATIO;
  const noteOf = (value: number) =>
    isWide ? Math.log(value / min) / Math.log(max / min) : Math.max(0, value / max);
  return curves.map(({ title, values }) => ({
    title,
    notes: values.map((value) => (isKnown(value) ? noteOf(value) : undefined)),
  }));
}
