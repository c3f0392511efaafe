/**
 * The effect of a change from two runs with common random numbers. Both runs are cut into the same time
 * intervals. The differences per interval are nearly independent (batch means) and free of common variation,
 * so the confidence interval is narrow.
 */
import { studentQuantile } from '../../lib/student.ts';
import type { Series, Summary } from '../scenario/generated/summary.ts';
import type { RunResult } from './run-result.ts';

/** A difference with the half-width of its 95 % interval, if computable. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly half: number | undefined;
  /** Number of pairs. */
  readonly pairs: number;
}

/**
 * Why there is no interval: different lengths, too few completions, failed requests, or intervals without
 * completions.
 */
export type Unpaired = 'lengths' | 'few' | 'failed' | 'gaps';

export interface PairedChange {
  /** 1/s. */
  readonly throughput: Change;
  /** Commands or keys, 1/s: for requests of different sizes. */
  readonly commands: Change;
  /**
   * Mean response time including waiting and failed requests (Little's law), µs; undefined if a run has none.
   */
  readonly response: Change | undefined;
  /** Why both have no interval, or only the mean response. */
  readonly unpaired: Unpaired | undefined;
}

/** Number of batches, as in the engine. */
const BATCHES = 30;
/** Minimum for an estimate of the variance. */
const MIN_BATCHES = 10;
/** Minimum mean requests per batch, as in the engine: integer rhythms are not variance. */
const REQUESTS_PER_BATCH = 10;

interface Batch {
  /** 1/s. */
  readonly perSec: number;
  /** µs; undefined without completions. */
  readonly meanUs: number | undefined;
}

/** The measured window of a series in equal batches; an incomplete last one is dropped. */
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

/** Half-width of the 95 % interval of the mean difference. */
export function halfWidth(differences: readonly number[]): number | undefined {
  const n = differences.length;
  if (n < MIN_BATCHES) return undefined;
  const mean = differences.reduce((sum, value) => sum + value, 0) / n;
  const square = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  return studentQuantile(n - 1) * Math.sqrt(square / n);
}

/** Share of failures above which the departure rate differs noticeably from the completion rate. */
const MAX_FAILED_SHARE = 0.001;

const isEnough = ({ requests: { completed } }: Summary): boolean => completed >= BATCHES * REQUESTS_PER_BATCH;

/** Whether the completions of an interval represent its requests; the times of failures are unknown. */
const isOfAnswers = ({ requests: { completed, failed } }: Summary): boolean =>
  failed <= MAX_FAILED_SHARE * completed;

/** Deviation of a batch's mean response from that of the run at a constant number in progress: R = N/X. */
const deviation = ({ perSec }: Batch, { throughput, little }: Summary): number =>
  (-(little.meanResponseUs ?? 0) * (perSec - throughput.perSec)) / throughput.perSec;

/**
 * Compares two runs. Without equal time ranges there is no interval.
 * @param isFull whether every caller always has a request in progress, so that only completions show waiting:
 * mean responses of completed requests would omit starving ones
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
    ? (batchesBefore ?? []).map((batch, i) => [batch, batchesAfter?.[i] ?? batch] as const)
    : [];
  const responses = pairs.flatMap(([a, b]) => {
    if (isFull) return [deviation(b, to) - deviation(a, from)];
    return a.meanUs === undefined || b.meanUs === undefined ? [] : [b.meanUs - a.meanUs];
  });
  const hasResponses = isOfAnswers(from) && isOfAnswers(to);
  // An interval without replies has no response times, and dropping it would bias the result.
  const hasGaps = responses.length < pairs.length;
  const reasons: readonly (readonly [Unpaired, boolean])[] = [
    ['lengths', !isAlike],
    ['few', pairs.length < MIN_BATCHES],
    ['failed', !hasResponses],
    ['gaps', hasGaps],
  ];
  const [meanBefore, meanAfter] = [from.little.meanResponseUs, to.little.meanResponseUs];
  const rates = (before = 1, after = 1): Change => ({
    from: from.throughput.perSec * before,
    to: to.throughput.perSec * after,
    half: halfWidth(pairs.map(([a, b]) => b.perSec * after - a.perSec * before)),
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
            half: hasResponses && !hasGaps ? halfWidth(responses) : undefined,
            pairs: pairs.length,
          },
    unpaired: reasons.find(([, applies]) => applies)?.[0],
  };
}

/** Whether a change exceeds its noise; undefined without an interval. */
export const isCertain = ({ from, to, half }: Omit<Change, 'pairs'>): boolean | undefined =>
  half === undefined ? undefined : Math.abs(to - from) > half;
