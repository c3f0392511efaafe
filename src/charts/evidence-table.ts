/** The numbers of a chart that holds a model against what was measured: a row each, and by how much the model is off. */
import type { Cell, Table } from './chart.ts';

export interface EvidenceTableWords {
  readonly tableCaption: string;
  readonly columns: { readonly [Name in 'row' | 'seen' | 'low' | 'high' | 'predicted' | 'error']: string };
}

export interface EvidenceRow {
  readonly name: string;
  readonly seen: number;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  readonly predicted?: number | undefined;
  /** Predicted / seen − 1; undefined where nothing can be said. */
  readonly error: number | undefined;
}

/** @param unit of everything measured and predicted */
export const evidenceTable = (
  rows: readonly EvidenceRow[],
  unit: '1/s' | 'number',
  { tableCaption, columns }: EvidenceTableWords,
): Table => ({
  caption: tableCaption,
  columns: [
    { title: columns.row, unit: 'text' },
    ...(['seen', 'low', 'high', 'predicted'] as const).map((name) => ({ title: columns[name], unit })),
    { title: columns.error, unit: 'share' },
  ],
  rows: rows.map(({ name, seen, low, high, predicted, error }): Cell[] => [
    name,
    seen,
    low,
    high,
    predicted,
    error,
  ]),
});
