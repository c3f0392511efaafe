/**
 * Coordinated omission: a tester that waits for an answer asks nothing meanwhile, so the slow moments are asked about less
 * than they last. The correction is HdrHistogram's (`copyCorrectedForCoordinatedOmission`): whoever meant to ask every
 * `interval` and waited `v` also stands for those who would have asked at v − interval, v − 2 × interval … into the wait.
 */
import type { Bucket } from './quantiles.ts';

/** Width of the buckets that are added, as a share of their values: a percentile is off by half of it at most. */
const STEP = 1 / 64;

/** Values that one that took `ns` stands for, of those at least `atLeast`. */
const missing = (ns: number, atLeast: number, intervalNs: number): number =>
  Math.max(0, Math.floor((ns - atLeast) / intervalNs));

/** The same with the requests that were not asked; those that were stay as they are. @param intervalNs how often one means to ask */
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
    .sort((one, other) => one.middleNs - other.middleNs)
    .map(({ fromNs, toNs, middleNs, count }) => {
      upTo += count;
      return { fromNs, toNs, middleNs, count, upTo };
    });
}
