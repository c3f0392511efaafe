/** The numbers of a chart that holds a model against what was measured: a row each, and by how much the model is off. */
import { type Table, tableOf } from './chart.ts';

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
): Table =>
  tableOf(tableCaption, rows, [
    { title: columns.row, unit: 'text', cell: ({ name }) => name },
    { title: columns.seen, unit, cell: ({ seen }) => seen },
    { title: columns.low, unit, cell: ({ low }) => low },
    { title: columns.high, unit, cell: ({ high }) => high },
    { title: columns.predicted, unit, cell: ({ predicted }) => predicted },
    { title: columns.error, unit: 'share', cell: ({ error }) => error },
  ]);
