/**
 * When the figures of a run are not to be taken at their word: a queue that only grows, no answers or too few for a percentile,
 * a run too long to keep whole. Facts with codes; the sentences are among those of problems.
 */
import { neededFor } from '../lib/enough.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';

export type Percentile = 'p50' | 'p90' | 'p99' | 'p999';

/** Answers from which a percentile can be trusted. */
export const NEEDED: Readonly<Record<Percentile, number>> = {
  p50: neededFor(0.5),
  p90: neededFor(0.9),
  p99: neededFor(0.99),
  p999: neededFor(0.999),
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
  | { readonly code: 'MEM-01'; readonly bytes: number; readonly keptBytes: number };

/** A run that is played: how long it is, what a nanosecond of it takes when it is recorded, and how much is kept. */
export interface Played {
  readonly endNs: number;
  readonly bytesPerNs: number;
  readonly limitBytes: number;
}

/** The rate offered beyond what is done from which the queue grows and does not merely vary. */
const BEYOND = 1.02;
/** Bytes of a whole trace, of some nine million events, from which a jump to another moment can be felt: until then it is simulated again at once. */
const MOST_BYTES = 700e6;
/** Measured times are proposed a little longer than reckoned. */
const SPARE = 1.1;

/** An open workload above what is done, with a backlog that is none of a system's: there is no steady state to be measured. */
export function growingQueue({ workload: { arrivals } }: Scenario, summary: Summary): Caution | undefined {
  if (arrivals.kind !== 'open') return undefined;
  const { perSec } = summary.throughput;
  const waiting = summary.requests.inProgressAtEnd - arrivals.callers;
  const isBounded = arrivals.maxBacklog <= arrivals.callers;
  if (isBounded || waiting <= arrivals.callers || arrivals.ratePerSec <= perSec * BEYOND) return undefined;
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

/** A run that ends before any answer is there. Requests that failed have reasons of their own. */
export function noAnswer({ network, run }: Scenario, summary: Summary): Caution | undefined {
  if (summary.responseTime.count > 0 || summary.requests.failed > 0) return undefined;
  return { code: 'MODEL-06', rttUs: network.rttUs, ranMs: run.warmupMs + run.measuredMs };
}

/** A run whose whole trace would be more than a page may take. */
export function tooLongToKeep({ endNs, bytesPerNs, limitBytes }: Played): Caution | undefined {
  const bytes = bytesPerNs * endNs;
  return bytes > MOST_BYTES ? { code: 'MEM-01', bytes, keptBytes: limitBytes } : undefined;
}

/** All that is to be said beside the figures of the headline, of which p99 asks for the most answers. */
export const cautionsOf = (scenario: Scenario, summary: Summary, played: Played): Caution[] =>
  [
    growingQueue(scenario, summary),
    noAnswer(scenario, summary),
    fewAnswers('p99', summary),
    tooLongToKeep(played),
  ].filter((caution) => caution !== undefined);
