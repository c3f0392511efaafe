/**
 * The percentile distribution as HdrHistogram writes it (`outputPercentileDistribution`), for its plotter and for scripts that
 * read it: value in ms, percentile, count up to there, 1/(1 − percentile). One line a bucket of the engine's histogram.
 */
import type { Bucket } from './quantiles.ts';

const NS_PER_MS = 1e6;

/**
 * @param exact mean and largest value of the run, ns, which the buckets only come close to
 * @param notes lines that begin with `#` and say where it comes from: after the figures, where readers of this form expect such lines
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
    // The form itself does not name the unit; this page's importer reads it here.
    '# unit: ms',
    ...notes,
    '',
  ].join('\n');
}
