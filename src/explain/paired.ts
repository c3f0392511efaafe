/**
 * What a change is worth, from two runs with the same random numbers. Both runs are cut into the same stretches of model time;
 * the differences of the stretches are nearly independent of each other (batch means) and free of what both runs have in
 * common, so that their scatter gives a narrow interval.
 */
import { student } from '../lib/student.ts';
import type { Series, Summary } from '../scenario/generated/summary.ts';

/** A difference with the half-width of its 95 % interval, where there is enough to tell. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly half: number | undefined;
  /** On how many pairs it rests. */
  readonly pairs: number;
}

export interface PairedChange {
  /** 1/s. */
  readonly throughput: Change;
  /** Mean response time, those that still wait included (Little's law), µs. */
  readonly response: Change;
}

/** As many batches as the engine's own intervals rest on. */
const BATCHES = 30;
/** Fewer say too little about their scatter. */
const FEWEST = 10;
/** Requests a batch must have on the average, as in the engine: a rhythm of whole numbers is no scatter. */
const REQUESTS_PER_BATCH = 10;

interface Batch {
  /** 1/s. */
  readonly perSec: number;
  /** µs; undefined when nothing was completed. */
  readonly meanUs: number | undefined;
}

/** The measured window of a series, cut into equal batches; what does not fill one is left out. */
function batchesOf({ intervalUs, completions, meanResponseUs }: Series, startUs: number): Batch[] {
  const first = Math.ceil(startUs / intervalUs);
  const length = Math.floor((completions.length - first) / BATCHES) || 1;
  const batches = Math.min(BATCHES, Math.floor((completions.length - first) / length));
  return Array.from({ length: Math.max(0, batches) }, (_, batch) => {
    let [requests, responseUs] = [0, 0];
    for (let i = first + batch * length; i < first + (batch + 1) * length; i++) {
      requests += completions[i] ?? 0;
      responseUs += (completions[i] ?? 0) * (meanResponseUs[i] ?? 0);
    }
    return {
      perSec: (requests * 1e6) / (length * intervalUs),
      meanUs: requests > 0 ? responseUs / requests : undefined,
    };
  });
}

/** Half-width of the 95 % interval of the mean of some differences. */
export function halfWidth(differences: readonly number[]): number | undefined {
  const n = differences.length;
  if (n < FEWEST) return undefined;
  const mean = differences.reduce((sum, value) => sum + value, 0) / n;
  const square = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  return student(n - 1) * Math.sqrt(square / n);
}

const isEnough = ({ requests: { completed } }: Summary): boolean => completed >= BATCHES * REQUESTS_PER_BATCH;

/** How far the mean response of a batch is from that of the run when the number in progress stays the same: R = N/X. */
const deviation = ({ perSec }: Batch, { throughput, little }: Summary): number =>
  (-(little.meanResponseUs ?? 0) * (perSec - throughput.perSec)) / throughput.perSec;

/**
 * What became of a run. Both must cover the same stretch of model time; otherwise there is no interval.
 * @param isFull whether everybody always has a request in progress, so that waiting shows in the completions alone: mean
 *   responses of the answered would leave out those who starve
 */
export function pairedChange(from: Summary, to: Summary, isFull: boolean): PairedChange {
  const isPaired =
    from.series.intervalUs === to.series.intervalUs &&
    from.windowStartUs === to.windowStartUs &&
    from.windowUs === to.windowUs &&
    isEnough(from) &&
    isEnough(to);
  const [before, after] = [from, to].map(({ series, windowStartUs }) => batchesOf(series, windowStartUs));
  const pairs = isPaired ? (before ?? []).map((one, i) => [one, after?.[i] ?? one] as const) : [];
  const responses = pairs.flatMap(([one, other]) => {
    if (isFull) return [deviation(other, to) - deviation(one, from)];
    return one.meanUs === undefined || other.meanUs === undefined ? [] : [other.meanUs - one.meanUs];
  });
  return {
    throughput: {
      from: from.throughput.perSec,
      to: to.throughput.perSec,
      half: halfWidth(pairs.map(([one, other]) => other.perSec - one.perSec)),
      pairs: pairs.length,
    },
    response: {
      from: from.little.meanResponseUs ?? 0,
      to: to.little.meanResponseUs ?? 0,
      // A stretch without replies says nothing about their time, and to leave it out would be to choose.
      half: responses.length === pairs.length ? halfWidth(responses) : undefined,
      pairs: pairs.length,
    },
  };
}

/** Whether a change is larger than what chance makes of it; undefined where nothing is known about chance. */
export const isCertain = ({ from, to, half }: Omit<Change, 'pairs'>): boolean | undefined =>
  half === undefined ? undefined : Math.abs(to - from) > half;
