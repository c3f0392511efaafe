/**
 * When the figures of a run are not to be taken at their word: a queue that only grows, too few answers for a percentile; the rest of
 * it is in `all-cautions.ts`. Facts with codes; the sentences are among those of problems.
 */
import { samplesNeeded } from '../../lib/percentile-sample-size.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';

export type Percentile = 'p50' | 'p90' | 'p99' | 'p999';

/** Answers from which a percentile can be trusted. */
export const NEEDED: Readonly<Record<Percentile, number>> = {
  p50: samplesNeeded(0.5),
  p90: samplesNeeded(0.9),
  p99: samplesNeeded(0.99),
  p999: samplesNeeded(0.999),
};

const isPercentile = (figure: string): figure is Percentile => figure in NEEDED;

export type Caution =
  | {
      readonly code: 'MODEL-03';
      readonly offeredPerSec: number;
      readonly donePerSec: number;
      readonly waiting: number;
      /** Requests that may wait, and how many would be a bound. */
      readonly backlog: number;
      readonly bound: number;
    }
  | {
      readonly code: 'MODEL-05';
      readonly percentile: Percentile;
      readonly count: number;
      readonly needed: number;
      /** Measured time that would do, ms. */
      readonly measuredMs: number;
    }
  | {
      readonly code: 'MODEL-06';
      /** One round trip, µs; the whole run, ms. */
      readonly rttUs: number;
      readonly ranMs: number;
    }
  | {
      readonly code: 'MODEL-07';
      /** Requests that ended without an answer, and that were turned away: all of those that no figure of response times knows. */
      readonly failed: number;
      readonly shed: number;
      /** Of all that came, 0 … 1; what fails, of those that ended. */
      readonly part: number;
      /** Whether none was answered. */
      readonly isAll: boolean;
    }
  | { readonly code: 'MEM-01'; readonly bytes: number; readonly keptBytes: number };

/** The rate offered beyond what is done from which the queue grows and does not merely vary. */
const BEYOND = 1.02;
/** Measured times are proposed a little longer than reckoned. */
const SPARE = 1.1;

/**
 * An open workload above what is done, none of which is turned away: there is no steady state to be measured. However large a
 * bound is, once it is reached as many are let in as leave.
 */
export function growingQueue({ workload: { arrivals } }: Scenario, summary: Summary): Caution | undefined {
  if (arrivals.kind !== 'open') return undefined;
  const { perSec } = summary.throughput;
  const { inProgressAtEnd, shed } = summary.requests;
  const waiting = inProgressAtEnd - arrivals.callers;
  if (shed > 0 || waiting <= arrivals.callers || arrivals.ratePerSec <= perSec * BEYOND) return undefined;
  return {
    code: 'MODEL-03',
    offeredPerSec: arrivals.ratePerSec,
    donePerSec: perSec,
    waiting,
    backlog: arrivals.maxBacklog,
    bound: arrivals.callers,
  };
}

/** A percentile that rests on fewer answers than it needs. */
export function fewAnswers(
  percentile: Percentile,
  summary: Summary,
): Extract<Caution, { code: 'MODEL-05' }> | undefined {
  const { count } = summary.responseTime;
  const needed = NEEDED[percentile];
  if (count >= needed || count === 0) return undefined;
  const ms = ((summary.windowUs / 1000) * needed * SPARE) / count;
  return { code: 'MODEL-05', percentile, count, needed, measuredMs: Math.ceil(Number(ms.toPrecision(2))) };
}

/** The same of a figure of any name: what is no percentile is counted, however few there are. */
export const fewAnswersFor = (
  figure: string,
  summary: Summary,
): Extract<Caution, { code: 'MODEL-05' }> | undefined =>
  isPercentile(figure) ? fewAnswers(figure, summary) : undefined;

/** Whether a figure is a single request's, of which another seed has another: however many were answered, it tells little of a system. */
export const isSingle = (figure: string): boolean => figure === 'max' || figure === 'oldest';

/** Events of a run that may be too long to be kept whole: fewer than half of those that are. */
const MANY_EVENTS = 4e6;

/** Whether there may be something to be said of a run, so that `all-cautions.ts` is worth loading. */
export const isDoubtful = ({
  responseTime,
  requests,
  events,
  isGrowing,
}: Summary & { isGrowing?: boolean }): boolean =>
  isGrowing === true ||
  responseTime.count < NEEDED.p99 ||
  requests.failed + requests.shed > 0 ||
  events > MANY_EVENTS;
