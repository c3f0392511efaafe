/**
 * The percentile distribution in HdrHistogram's text format (`outputPercentileDistribution`), for its plotter
 * and scripts: value in ms, percentile, cumulative count, 1/(1 − percentile). One line per bucket of the
 * engine's histogram.
 */
import type { Bucket } from './quantiles.ts';

const NS_PER_MS = 1e6;

/**
 * @param exact exact mean and maximum of the run, ns; buckets only approximate them
 * @param notes origin, as lines with `#` after the numbers, where parsers of this format expect them
 */
export function hdrText(
  buckets: readonly Bucket[],
  exact: { readonly meanNs: number; readonly maxNs: number },
  notes: readonly string[] = [],
): string {
  const count = buckets.at(-1)?.upTo ?? 0;
  const rows = buckets.map(({ middleNs, upTo }, index) => {
    const share = upTo / count;
    const isLast = index === buckets.length - 1;
    const value = (isLast ? exact.maxNs : middleNs) / NS_PER_MS;
    const row = `${value.toFixed(3).padStart(12)} ${share.toFixed(12)} ${String(upTo).padStart(10)}`;
    return isLast ? row : `${row} ${(1 / (1 - share)).toFixed(2).padStart(14)}`;
  });
  const variance = buckets.reduce(
    (sum, { middleNs, count: n }) => sum + n * (middleNs - exact.meanNs) ** 2,
    0,
  );
  const deviation = Math.sqrt(variance / Math.max(1, count)) / NS_PER_MS;
  const figure = (value: number) => value.toFixed(3).padStart(12);
  return [
    '       Value     Percentile TotalCount 1/(1-Percentile)',
    '',
    ...rows,
    `#[Mean    = ${figure(exact.meanNs / NS_PER_MS)}, StdDeviation   = ${figure(deviation)}]`,
    `#[Max     = ${figure(exact.maxNs / NS_PER_MS)}, Total count    = ${String(count).padStart(12)}]`,
    `#[Buckets = ${String(buckets.length).padStart(12)}, SubBuckets     = ${String(64).padStart(12)}]`,
    // The format does not state the unit; this page's importer reads it from this line.
    '# unit: ms',
    ...notes,
    '',
  ].join('\n');
}
