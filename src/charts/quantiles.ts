/** Quantiles of a response time histogram, computed as in the engine's summary. Times in ns. */
import type { ResponseHistogram } from '../model/scenario/generated/summary.ts';

export interface Bucket {
  /** Smallest value, and the exclusive upper bound. */
  readonly fromNs: number;
  readonly toNs: number;
  /** The middle, which represents all its values. */
  readonly middleNs: number;
  readonly count: number;
  /** Cumulative count, this bucket included. */
  readonly upTo: number;
}

const ns = (us: number | undefined): number => Math.round((us ?? 0) * 1000);

/** The shortest and the longest time, µs, if known. */
export interface Extremes {
  readonly minUs?: number | null;
  readonly maxUs?: number | null;
}

/** The buckets in ascending order. Known extremes bound the represented values, as in the summary. */
export function bucketsOf(
  { fromUs, toUs, counts }: ResponseHistogram,
  { minUs, maxUs }: Extremes = {},
): Bucket[] {
  let upTo = 0;
  const leastNs = typeof minUs === 'number' ? ns(minUs) : 0;
  const mostNs = typeof maxUs === 'number' ? ns(maxUs) : Number.POSITIVE_INFINITY;
  return counts.map((count, index) => {
    const [fromNs, toNs] = [ns(fromUs[index]), ns(toUs[index])];
    upTo += count;
    return {
      fromNs: Math.max(leastNs, fromNs),
      toNs: Math.min(mostNs + 1, toNs),
      middleNs: Math.min(mostNs, Math.max(leastNs, (fromNs + toNs - 1) / 2)),
      count,
      upTo,
    };
  });
}

/** The `q` quantile (nearest rank), ns; undefined without values. */
export function quantileOf(buckets: readonly Bucket[], q: number): number | undefined {
  const count = buckets.at(-1)?.upTo ?? 0;
  const rank = Math.min(count, Math.max(1, Math.ceil(q * count)));
  return buckets.find(({ upTo }) => upTo >= rank)?.middleNs;
}

/** The share of values up to `ns`, 0 … 1; a bucket counts fully if its middle is included. */
export function shareWithin(buckets: readonly Bucket[], ns: number): number {
  const count = buckets.at(-1)?.upTo ?? 0;
  return count === 0 ? 0 : (buckets.findLast(({ middleNs }) => middleNs <= ns)?.upTo ?? 0) / count;
}
