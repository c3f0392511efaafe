/**
 * Coordinated omission: a closed-loop tester sends nothing while it waits, so it undersamples slow periods.
 * The correction is HdrHistogram's (`copyCorrectedForCoordinatedOmission`): requests are due every
 * `interval`. One that took `v` adds the omitted ones: v − interval, v − 2 × interval …
 */
import type { Bucket } from './quantiles.ts';

/** Width of the added buckets, relative to their value: a percentile is off by at most half of it. */
const STEP = 1 / 64;

/** Number of omitted requests of at least `atLeast` behind one that took `ns`. */
const missing = (ns: number, atLeast: number, intervalNs: number): number =>
  Math.max(0, Math.floor((ns - atLeast) / intervalNs));

/** The buckets with the omitted requests added. @param intervalNs intended interval between requests */
export function corrected(buckets: readonly Bucket[], intervalNs: number): Bucket[] {
  const slow = buckets.filter(({ middleNs }) => middleNs >= 2 * intervalNs);
  const mostNs = slow.at(-1)?.middleNs ?? 0;
  const added: Omit<Bucket, 'upTo'>[] = [];
  for (let fromNs = intervalNs; fromNs > 0 && fromNs < mostNs; ) {
    const toNs = fromNs * (1 + STEP);
    const count = slow.reduce(
      (sum, { middleNs, count }) =>
        sum + count * (missing(middleNs, fromNs, intervalNs) - missing(middleNs, toNs, intervalNs)),
      0,
    );
    if (count > 0) added.push({ fromNs, toNs, middleNs: (fromNs + toNs) / 2, count });
    fromNs = toNs;
  }
  let upTo = 0;
  return [...buckets, ...added]
    .sort((a, b) => a.middleNs - b.middleNs)
    .map(({ fromNs, toNs, middleNs, count }) => {
      upTo += count;
      return { fromNs, toNs, middleNs, count, upTo };
    });
}
