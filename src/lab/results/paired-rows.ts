/** Figures whose differences have intervals from one pair of runs, by their names there, and what makes those the row's unit. */
import type { PairedChange } from '../../model/explain/paired.ts';
import type { RowId } from './rows.ts';

const NS_PER_US = 1000;

export interface PairedRow {
  readonly of: Exclude<keyof PairedChange, 'unpaired'>;
  readonly factor: number;
}

export const PAIRED: Readonly<Partial<Record<RowId, PairedRow>>> = {
  throughput: { of: 'throughput', factor: 1 },
  requests: { of: 'throughput', factor: 1 },
  commands: { of: 'commands', factor: 1 },
  keys: { of: 'commands', factor: 1 },
  meanOfAll: { of: 'response', factor: NS_PER_US },
};
