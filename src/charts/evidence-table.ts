/** The table of a chart of predictions and measurements: one row each, with the model's error. */
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
  /** Predicted / measured − 1; undefined if unknown. */
  readonly error: number | undefined;
}

/** @param unit unit of all measured and predicted values */
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
