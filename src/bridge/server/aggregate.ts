/** Aggregates the reports of the load thread: intervals for the page, and a summary. */
import { deviation } from 'd3-array';
import type { Distribution, ResponseHistogram, Series } from '../../model/scenario/generated/summary.ts';
import type { MeasuredSummary, VisiblePhaseTime } from '../workload/measured.ts';
import { Histogram, quantileNs, startOf, type Tally } from './load/histogram.ts';
import type { FailureCounts, Report } from './load/messages.ts';

/**
 * Number of batches of a confidence interval, and the two-sided 95 % quantile of Student's t for one less.
 */
const BATCHES = 20;
const T95 = 2.093;

export const histogramOf = ({ buckets, counts }: Tally): ResponseHistogram => ({
  fromUs: buckets.map((bucket) => startOf(bucket) / 1000),
  toUs: buckets.map((bucket) => startOf(bucket + 1) / 1000),
  counts: [...counts],
});

const us = (ns: number | null) => (ns === null ? null : ns / 1000);

function distributionOf(tally: Tally, halfWidth95Us: number | null): Distribution {
  const { count, sumNs, minNs, maxNs } = tally;
  const isEmpty = count === 0;
  return {
    count,
    halfWidth95Us,
    meanUs: isEmpty ? null : sumNs / count / 1000,
    minUs: isEmpty ? null : minNs / 1000,
    maxUs: isEmpty ? null : maxNs / 1000,
    p50Us: us(quantileNs(tally, 0.5)),
    p90Us: us(quantileNs(tally, 0.9)),
    p99Us: us(quantileNs(tally, 0.99)),
    p999Us: us(quantileNs(tally, 0.999)),
  };
}

/** Half-width of the 95 % interval of the mean, from batch means; null with too few batches. */
function halfWidth(means: readonly number[]): number | null {
  const spread = deviation(means);
  return means.length < BATCHES || spread === undefined ? null : (T95 * spread) / Math.sqrt(means.length);
}

/** Groups consecutive reports into batches of about equal length. */
function batchesOf(reports: readonly Report[]): Report[][] {
  const size = Math.floor(reports.length / BATCHES);
  if (size === 0) return [];
  return Array.from({ length: BATCHES }, (_, i) => reports.slice(i * size, (i + 1) * size));
}

const sum = <T>(items: readonly T[], of: (item: T) => number) =>
  items.reduce((total, item) => total + of(item), 0);

export const failuresIn = (failures: FailureCounts): number => sum(Object.values(failures), (count) => count);

export class Aggregate {
  readonly #reports: Report[] = [];
  readonly #response = new Histogram();

  add(report: Report): void {
    // Samples are for the page only and not kept.
    this.#reports.push({ ...report, look: null });
    if (!report.isWarmup) this.#response.add(report.response);
  }

  /** Null if nothing was measured. */
  summary(): MeasuredSummary | null {
    const window = this.#reports.filter(({ isWarmup }) => !isWarmup);
    const [first] = window;
    const last = window.at(-1);
    if (!first || !last) return null;
    const windowUs = sum(window, ({ intervalUs }) => intervalUs);
    const tally = this.#response.tally();
    const perSec = (reports: readonly Report[]) =>
      (sum(reports, ({ completed }) => completed) / sum(reports, ({ intervalUs }) => intervalUs)) * 1e6;
    const batches = batchesOf(window);
    const meanUs = (reports: readonly Report[]) =>
      sum(reports, ({ response }) => response.sumNs) / 1000 / sum(reports, ({ response }) => response.count);
    const responseMeans = batches.map(meanUs).filter(Number.isFinite);
    const responseTime = distributionOf(tally, halfWidth(responseMeans));
    const meanInProgress = sum(window, ({ inProgressUs }) => inProgressUs) / windowUs;
    const throughput = perSec(window);
    const requests = this.#requests(window, last);
    // Failed requests also leave the system.
    const ended = requests.completed > 0 ? requests.completed + requests.failed : 0;
    return {
      windowStartUs: first.atUs - first.intervalUs,
      windowUs,
      requests,
      throughput: {
        perSec: throughput,
        halfWidth95: halfWidth(batches.map(perSec)),
        batches: batches.length,
      },
      responseTime,
      responseHistogram: histogramOf(tally),
      series: this.#series(),
      phases: phasesOf(window, tally),
      little: {
        meanInProgress,
        meanResponseUs: ended > 0 ? (meanInProgress * windowUs) / ended : null,
        throughputTimesResponse:
          responseTime.meanUs === null ? null : (throughput * responseTime.meanUs) / 1e6,
      },
    };
  }

  #requests(window: readonly Report[], last: Report): MeasuredSummary['requests'] {
    const kinds = new Set(window.flatMap(({ failures }) => Object.keys(failures)));
    const failures = [...kinds].map((reason) => ({
      reason,
      count: sum(window, (report) => report.failures[reason] ?? 0),
    }));
    const failed = sum(failures, ({ count }) => count);
    const issued = sum(window, (report) => report.issued);
    const completed = sum(window, (report) => report.completed);
    return {
      issued,
      completed,
      failed,
      failures,
      shed: sum(window, ({ shed }) => shed),
      inProgressAtEnd: last.inProgress,
      inProgressAtStart: completed + failed + last.inProgress - issued,
      oldestInProgressUs: last.oldestUs,
    };
  }

  #series(): Series {
    const intervals = this.#reports;
    return {
      intervalUs: sum(intervals, ({ intervalUs }) => intervalUs) / Math.max(1, intervals.length),
      completions: intervals.map(({ completed }) => completed),
      meanResponseUs: intervals.map(({ response: { count, sumNs } }) =>
        count > 0 ? sumNs / count / 1000 : 0,
      ),
    };
  }
}

function phasesOf(window: readonly Report[], { count, sumNs }: Tally): VisiblePhaseTime[] {
  if (count === 0) return [];
  const waitCaller = sum(window, ({ waitCallerNs }) => waitCallerNs);
  const waitConnection = sum(window, ({ waitConnectionNs }) => waitConnectionNs);
  const phases: [VisiblePhaseTime['phase'], number][] = [
    ['waitCaller', waitCaller],
    ['waitConnection', waitConnection],
    ['callToReply', sumNs - waitCaller - waitConnection],
  ];
  return phases.map(([phase, ns]) => ({ phase, meanUs: ns / count / 1000, share: ns / sumNs }));
}
