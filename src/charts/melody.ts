/** The curves of a chart as notes: one a row of its table, from left to right, as high as the value is. */
import type { Cell, Table } from './chart.ts';

export interface Voice {
  /** What its column is called. */
  readonly title: string;
  /** One a row, 0 (lowest pitch) … 1 (highest); undefined: nothing is known there, and nothing sounds. */
  readonly notes: readonly (number | undefined)[];
}

/** Fewer rows are no curve. */
const FEWEST = 3;
/** Values that are so many times apart are told apart by their logarithms, as charts of them do. */
const FAR_APART = 100;

const isKnown = (cell: Cell): cell is number => typeof cell === 'number' && Number.isFinite(cell);

/** All curves of a table on one scale, which begins at 0 unless they span several powers of ten; none when it has no curve. */
export function melodyOf({ columns, rows }: Table): readonly Voice[] {
  if (rows.length < FEWEST) return [];
  const curves = columns.flatMap(({ title, isCurve }, at) =>
    isCurve ? [{ title, values: rows.map((row) => row[at]) }] : [],
  );
  const known = curves.flatMap(({ values }) => values).filter(isKnown);
  const most = Math.max(...known);
  const least = Math.min(...known);
  if (!(most > 0)) return [];
  const isWide = least > 0 && most / least >= FAR_APART;
  const noteOf = (value: number) =>
    isWide ? Math.log(value / least) / Math.log(most / least) : Math.max(0, value / most);
  return curves.map(({ title, values }) => ({
    title,
    notes: values.map((value) => (isKnown(value) ? noteOf(value) : undefined)),
  }));
}
