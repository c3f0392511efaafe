/**
 * The noise of a machine in a real run: how far its throughput varies from report to report, though nothing
 * changes. A model without that noise cannot be closer than this.
 */
import { ascending, quantileSorted, range, sort } from 'd3-array';
import type { Progress } from '../bridge/workload/measured.ts';
import { NINES, type NoiseAt } from '../charts/percentiles.ts';
import { bucketsOf, quantileOf } from '../charts/quantiles.ts';
import { MIN_SAMPLES_BEYOND } from '../lib/percentile-sample-size.ts';
import type { ResponseHistogram } from '../model/scenario/generated/summary.ts';

/** Minimum number of reports of the measured window; one comes each 100 ms. */
const MIN_REPORTS = 10;
/** The band leaves out this share of the reports at either end. */
const LEFT_OUT = 0.05;

/** Nine of ten reports are between these rates, 1/s. */
export type NoiseBand = readonly [lowPerSec: number, highPerSec: number];

/** The band of a run; undefined with too few reports. Warm-up is no noise. */
export function noiseOf(progress: readonly Progress[]): NoiseBand | undefined {
  const rates = measuredIn(progress).map(({ completed, intervalUs }) => (completed * 1e6) / intervalUs);
  return rates.length < MIN_REPORTS ? undefined : bandOf(rates);
}

const measuredIn = (progress: readonly Progress[]): Progress[] =>
  progress.filter(({ isWarmup, intervalUs }) => !isWarmup && intervalUs > 0);

function bandOf(values: readonly number[]): readonly [low: number, high: number] {
  const ordered = sort(values, ascending);
  return [quantileSorted(ordered, LEFT_OUT) ?? 0, quantileSorted(ordered, 1 - LEFT_OUT) ?? 0];
}

/** Distance of two percentiles of the band, in nines. */
const STEP = 0.05;
const [FIRST, LAST] = [NINES[0], NINES[NINES.length - 1] ?? NINES[0]].map(
  (share) => -Math.log10(1 - share),
) as [number, number];

const totalOf = ({ counts }: ResponseHistogram): number => counts.reduce((sum, count) => sum + count, 0);

/** How the percentiles of the reports vary, as far as every report supports them; empty with too few. */
export function percentileNoise(progress: readonly Progress[]): NoiseAt[] {
  const reports = measuredIn(progress).map(({ histogram }) => histogram);
  if (reports.length < MIN_REPORTS) return [];
  const fewest = Math.min(...reports.map(totalOf));
  const all = reports.map((histogram) => bucketsOf(histogram));
  return range(FIRST, LAST, STEP)
    .map((nines) => 1 - 10 ** -nines)
    .filter((share) => fewest * (1 - share) >= MIN_SAMPLES_BEYOND - 1e-6)
    .map((share) => {
      const [lowNs, highNs] = bandOf(all.flatMap((buckets) => quantileOf(buckets, share) ?? []));
      return { share, lowNs, highNs };
    });
}

/** The largest distance of the band from a mean rate, as a share of it. */
export const noiseShare = ([low, high]: NoiseBand, meanPerSec: number): number =>
  Math.max(high - meanPerSec, meanPerSec - low) / Math.max(meanPerSec, Number.MIN_VALUE);
