/**
 * Warnings about the metrics of a run: a growing queue, too few completions for a percentile. Further ones
 * are in `all-cautions.ts`. Each is a code with facts; the texts are in `issues.json`.
 */
import { samplesNeeded } from '../../lib/percentile-sample-size.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';
import { allInstances } from './instances.ts';

export type Percentile = 'p50' | 'p90' | 'p99' | 'p999';

/** Completions that a percentile needs. */
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
      /** Backlog at the end, and a sufficient limit for it. */
      readonly backlog: number;
      readonly bound: number;
    }
  | {
      readonly code: 'MODEL-05';
      readonly percentile: Percentile;
      readonly count: number;
      readonly needed: number;
      /** Sufficient measured time, ms. */
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
      /** Failed and rejected requests: all that have no response time. */
      readonly failed: number;
      readonly shed: number;
      /** Share of all arrivals, 0 … 1; for failures, of the requests that ended. */
      readonly part: number;
      /** Whether no request was completed. */
      readonly isAll: boolean;
    }
  | { readonly code: 'MEM-01'; readonly bytes: number; readonly keptBytes: number };

/** Ratio of offered to completed rate from which the queue grows rather than fluctuates. */
const BEYOND = 1.02;
/** Margin on proposed measured times. */
const SPARE = 1.1;

/**
 * An open workload above the completed rate without rejections: there is no steady state to measure. With a
 * limit, once reached, admissions equal departures.
 */
export function growingQueue(scenario: Scenario, summary: Summary): Caution | undefined {
  const { arrivals } = allInstances(scenario).workload;
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

/** A percentile with fewer completions than it needs. */
export function tooFewCompletions(
  percentile: Percentile,
  summary: Summary,
): Extract<Caution, { code: 'MODEL-05' }> | undefined {
  const { count } = summary.responseTime;
  const needed = NEEDED[percentile];
  if (count >= needed || count === 0) return undefined;
  const ms = ((summary.windowUs / 1000) * needed * SPARE) / count;
  return { code: 'MODEL-05', percentile, count, needed, measuredMs: Math.ceil(Number(ms.toPrecision(2))) };
}

/** The same for any metric; metrics that are not percentiles need no minimum. */
export const tooFewCompletionsFor = (
  figure: string,
  summary: Summary,
): Extract<Caution, { code: 'MODEL-05' }> | undefined =>
  isPercentile(figure) ? tooFewCompletions(figure, summary) : undefined;

/** Whether a metric is a single request's: it depends on the seed and says little about the system. */
export const isSingle = (figure: string): boolean => figure === 'max' || figure === 'oldest';

/** Number of events from which the full trace may be too large: half the exact limit. */
const MIN_EVENTS = 4e6;

/** Whether warnings are possible, so that `all-cautions.ts` must be loaded. */
export const isDoubtful = ({
  responseTime,
  requests,
  events,
  isGrowing,
}: Summary & { isGrowing?: boolean }): boolean =>
  isGrowing === true ||
  responseTime.count < NEEDED.p99 ||
  requests.failed + requests.shed > 0 ||
  events > MIN_EVENTS;
