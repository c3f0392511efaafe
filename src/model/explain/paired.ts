/**
 * What a change is worth, from two runs with the same random numbers. Both runs are cut into the same stretches of model time;
 * the differences of the stretches are nearly independent of each other (batch means) and free of what both runs have in
 * common, so that their scatter gives a narrow interval.
 */
import { student } from '../../lib/student.ts';
import type { Series, Summary } from '../scenario/generated/summary.ts';
import type { RunResult } from './run-result.ts';

/** A difference with the half-width of its 95 % interval, where there is enough to tell. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly half: number | undefined;
  /** On how many pairs it rests. */
  readonly pairs: number;
}

/** Why there is no interval: other lengths, too few answers, requests that failed, or stretches without an answer. */
export type Unpaired = 'lengths' | 'few' | 'failed' | 'gaps';

export interface PairedChange {
  /** 1/s. */
  readonly throughput: Change;
  /** Commands or keys, 1/s: for requests that are not of the same size. */
  readonly commands: Change;
  /** Mean response time, those that still wait and those that failed included (Little's law), µs; undefined where a run has none. */
  readonly response: Change | undefined;
  /** Why both have no interval, or the mean response alone. */
  readonly unpaired: Unpaired | undefined;
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

/** More requests that fail, as a part of those answered, make the rate of all that leave another one than that of the answers. */
const FEW_FAILED = 0.001;

const isEnough = ({ requests: { completed } }: Summary): boolean => completed >= BATCHES * REQUESTS_PER_BATCH;

/** Whether the answers of a stretch tell how long its requests have taken: when those fail that do is not known. */
const isOfAnswers = ({ requests: { completed, failed } }: Summary): boolean =>
  failed <= FEW_FAILED * completed;

/** How far the mean response of a batch is from that of the run when the number in progress stays the same: R = N/X. */
const deviation = ({ perSec }: Batch, { throughput, little }: Summary): number =>
  (-(little.meanResponseUs ?? 0) * (perSec - throughput.perSec)) / throughput.perSec;

/**
 * What became of a run. Both must cover the same stretch of model time; otherwise there is no interval.
 * @param isFull whether everybody always has a request in progress, so that waiting shows in the completions alone: mean
 *   responses of the answered would leave out those who starve
 */
export function pairedChange(from: RunResult, to: RunResult, isFull: boolean): PairedChange {
  const isAlike =
    from.series.intervalUs === to.series.intervalUs &&
    from.windowStartUs === to.windowStartUs &&
    from.windowUs === to.windowUs;
  const isPaired = isAlike && isEnough(from) && isEnough(to);
  const [batchesBefore, batchesAfter] = [from, to].map(({ series, windowStartUs }) =>
    batchesOf(series, windowStartUs),
  );
  const pairs = isPaired
    ? (batchesBefore ?? []).map((one, i) => [one, batchesAfter?.[i] ?? one] as const)
    : [];
  const responses = pairs.flatMap(([one, other]) => {
    if (isFull) return [deviation(other, to) - deviation(one, from)];
    return one.meanUs === undefined || other.meanUs === undefined ? [] : [other.meanUs - one.meanUs];
  });
  const isTold = isOfAnswers(from) && isOfAnswers(to);
  // A stretch without replies says nothing about their time, and to leave it out would be to choose.
  const hasGaps = responses.length < pairs.length;
  const reasons: readonly (readonly [Unpaired, boolean])[] = [
    ['lengths', !isAlike],
    ['few', pairs.length < FEWEST],
    ['failed', !isTold],
    ['gaps', hasGaps],
  ];
  const [meanBefore, meanAfter] = [from.little.meanResponseUs, to.little.meanResponseUs];
  const rates = (before = 1, after = 1): Change => ({
    from: from.throughput.perSec * before,
    to: to.throughput.perSec * after,
    half: halfWidth(pairs.map(([one, other]) => other.perSec * after - one.perSec * before)),
    pairs: pairs.length,
  });
  return {
    throughput: rates(),
    commands: rates(from.commandsPerRequest, to.commandsPerRequest),
    response:
      meanBefore === null || meanAfter === null
        ? undefined
        : {
            from: meanBefore,
            to: meanAfter,
            half: isTold && !hasGaps ? halfWidth(responses) : undefined,
            pairs: pairs.length,
          },
    unpaired: reasons.find(([, applies]) => applies)?.[0],
  };
}

/** Whether a change is larger than what chance makes of it; undefined where nothing is known about chance. */
export const isCertain = ({ from, to, half }: Omit<Change, 'pairs'>): boolean | undefined =>
  half === undefined ? undefined : Math.abs(to - from) > half;
