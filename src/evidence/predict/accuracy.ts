/** Summary statistics of the predictions, with their targets. */
import type { Comparison, Prediction } from './predict.ts';
import type { Quantity, Row } from './row.ts';
import { median, spearman } from './statistics.ts';

/** Targets of a calibrated model (shares). */
export const TARGETS = { medianError: 0.15, worstError: 0.4, spearman: 0.9, other: 0.25 } as const;

/** Agreement of a set of rows. */
export interface Accuracy {
  /** Rows with a measured and a predicted throughput. */
  readonly rows: number;
  /** Median and largest absolute error of the throughput against the median of the measurement. */
  readonly medianError: number;
  readonly worstError: number;
  readonly worstRow: string;
  /** The same, with 0 for contended Java pools anywhere inside the range of both campaigns. */
  readonly medianErrorRange: number;
  readonly worstErrorRange: number;
  readonly worstRowRange: string;
  /** Rows within 15 % or, where that counts, inside the range. */
  readonly met: number;
  readonly spearman: number;
  /** Quantities with repeated runs: how many are inside their range, of how many. */
  readonly inRangeOfRuns: { readonly within: number; readonly of: number };
  /** The other quantities: how many are within 25 %, of how many. */
  readonly others: Readonly<Partial<Record<Quantity, { within: number; of: number }>>>;
}

/** Accuracy of the predictions of rows that are not set aside. */
export function accuracyOf(predictions: readonly Pick<Prediction, 'row' | 'comparisons'>[]): Accuracy {
  const counted = predictions.filter(({ row }) => !row.aside);
  const throughput = counted.flatMap(({ row, comparisons }) =>
    comparisons.filter(({ quantity }) => quantity === 'perSec').map((comparison) => ({ row, comparison })),
  );
  const plain = throughput.map(({ row, comparison }) => ({ row, error: Math.abs(comparison.error) }));
  const ranged = throughput.map(({ row, comparison }) => ({ row, error: errorByRule(row, comparison) }));
  const worst = (all: typeof plain) =>
    all.reduce((a, b) => (b.error > a.error ? b : a), all[0] ?? { row: undefined, error: Number.NaN });
  const name = ({ row }: { row: Row | undefined }) => (row ? `${row.table} ${row.id}` : '');
  return {
    rows: throughput.length,
    medianError: median(plain.map(({ error }) => error)),
    worstError: worst(plain).error,
    worstRow: name(worst(plain)),
    medianErrorRange: median(ranged.map(({ error }) => error)),
    worstErrorRange: worst(ranged).error,
    worstRowRange: name(worst(ranged)),
    met: ranged.filter(({ error }) => error <= TARGETS.medianError).length,
    spearman: spearman(
      throughput.map(({ comparison }) => comparison.predicted),
      throughput.map(({ comparison }) => comparison.seen),
    ),
    inRangeOfRuns: inRangeOfRuns(counted),
    others: others(counted.flatMap(({ comparisons }) => comparisons)),
  };
}

/** Absolute error; 0 inside the range of rows whose range counts. */
export function errorByRule(row: Row, { predicted, low, high, error }: Comparison): number {
  return row.rangeCounts && predicted >= low && predicted <= high ? 0 : Math.abs(error);
}

/** Whether the prediction is inside the range of repeated runs; undefined without any. */
export function isInRangeOfRuns({ again }: Row, { quantity, predicted }: Comparison): boolean | undefined {
  const range = again?.[quantity];
  return range && predicted >= range.low && predicted <= range.high;
}

function inRangeOfRuns(predictions: readonly Pick<Prediction, 'row' | 'comparisons'>[]) {
  const known = predictions.flatMap(({ row, comparisons }) =>
    comparisons.map((comparison) => isInRangeOfRuns(row, comparison)).filter((is) => is !== undefined),
  );
  return { within: known.filter(Boolean).length, of: known.length };
}

function others(comparisons: readonly Comparison[]): Accuracy['others'] {
  const counts: Partial<Record<Quantity, { within: number; of: number }>> = {};
  for (const { quantity, error } of comparisons) {
    if (quantity === 'perSec') continue;
    const { within, of } = counts[quantity] ?? { within: 0, of: 0 };
    counts[quantity] = { within: within + Number(Math.abs(error) <= TARGETS.other), of: of + 1 };
  }
  return counts;
}
