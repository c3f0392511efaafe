/** How well the predictions of a calibration agree with the measurements that followed. */
import { median, relativeError, spearman } from '../../evidence/predict/statistics.ts';
import { type AlsoForeseen, errorOf, type Foreseen, type Pair } from './calibrate.ts';

export interface Agreement {
  readonly count: number;
  /** Absolute errors of the throughput, as shares. */
  readonly median: number;
  readonly worst: number;
  /** Spearman's rank correlation of predicted and measured throughput. */
  readonly rank: number;
  /**
   * How much the machine varies: the throughput of the fastest round of a configuration over that of the slowest, less 1;
   * the median of all. Undefined with single rounds.
   */
  readonly spread: number | undefined;
  /** Median absolute errors of the rest; undefined where nothing was predicted or measured. */
  readonly also: Readonly<Record<AlsoForeseen, number | undefined>>;
}

/** Predicted / measured − 1; undefined if one of them is missing. */
export const errorOfPair = ({ predicted, seen }: Pair): number | undefined =>
  predicted === null || seen === null || seen === 0 ? undefined : relativeError(predicted, seen);

/** Over the configurations that have been measured; undefined without any. */
export function agreementOf(foreseen: readonly Foreseen[]): Agreement | undefined {
  const measured = foreseen.flatMap((row) => (row.seen === null ? [] : [{ ...row, seen: row.seen }]));
  if (measured.length === 0) return undefined;
  const errors = measured.map((row) => Math.abs(errorOf(row) ?? Number.NaN));
  const medianOf = (name: AlsoForeseen) => {
    const known = measured.flatMap(({ also }) => errorOfPair(also[name]) ?? []);
    return known.length > 0 ? median(known.map(Math.abs)) : undefined;
  };
  const spreads = measured.flatMap(({ rounds }) =>
    rounds.length > 1 ? Math.max(...rounds) / Math.min(...rounds) - 1 : [],
  );
  return {
    count: measured.length,
    median: median(errors),
    worst: Math.max(...errors),
    rank: spearman(
      measured.map(({ perSec }) => perSec),
      measured.map(({ seen }) => seen),
    ),
    spread: spreads.length > 0 ? median(spreads) : undefined,
    also: { p99Us: medianOf('p99Us'), clientCpuUs: medianOf('clientCpuUs') },
  };
}
