/**
 * Means over replications with 95 % intervals. Replications of one point differ only in their seed and are
 * independent. Replications of two points with the same seed are correlated, so their differences have less
 * variance.
 */
import { mean, variance } from 'd3-array';
import { studentQuantile } from '../../lib/student.ts';

export interface Estimate {
  readonly mean: number;
  /** Half-width of the 95 % interval of the mean; undefined with a single value. */
  readonly half: number | undefined;
  /** Number of replications. */
  readonly count: number;
  /** Whether the values include lower bounds: the mean is then one, without an interval. */
  readonly isAtLeast?: boolean;
}

/** A half-width below this share of the mean is rounding: the values are equal. */
const ROUNDING = 1e-9;

/** The mean of independent values; undefined without any. */
export function estimateOf(values: readonly number[]): Estimate | undefined {
  const count = values.length;
  const middle = mean(values);
  if (middle === undefined) return undefined;
  const square = variance(values);
  if (square === undefined) return { mean: middle, half: undefined, count };
  const half = studentQuantile(count - 1) * Math.sqrt(square / count);
  return { mean: middle, half: half < ROUNDING * Math.abs(middle) ? 0 : half, count };
}

/** Half-width relative to the mean; undefined without an interval. */
export function relativeHalf({ mean, half }: Estimate): number | undefined {
  if (half === undefined) return undefined;
  return half === 0 ? 0 : half / Math.abs(mean);
}

/** `to` − `from` over common replications, seed by seed. */
export const pairedDifference = (
  from: readonly (number | undefined)[],
  to: readonly (number | undefined)[],
): Estimate | undefined =>
  estimateOf(
    to.flatMap((value, index) => {
      const other = from[index];
      return value === undefined || other === undefined ? [] : [value - other];
    }),
  );
