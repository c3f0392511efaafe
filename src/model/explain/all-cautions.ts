/** All warnings about the metrics of a run; few runs need them (`isDoubtful`). */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';
import { type Caution, growingQueue, tooFewCompletions } from './cautions.ts';
import { leftOutPart } from './left-out.ts';

/** A played run: its length, trace bytes per nanosecond, and the memory limit. */
export interface Played {
  readonly endNs: number;
  readonly bytesPerNs: number;
  readonly limitBytes: number;
}

/**
 * Size of a full trace, about nine million events, above which seeking takes noticeable time. Smaller runs
 * are re-simulated at once.
 */
const MAX_BYTES = 700e6;
/** Share of requests missing from the metrics above which a warning is shown. */
const MAX_LEFT_OUT_SHARE = 0.01;

/** A run that ends before the first reply. Failed requests have their own reasons. */
export function noAnswer({ network, run }: Scenario, summary: Summary): Caution | undefined {
  if (summary.responseTime.count > 0 || summary.requests.failed > 0) return undefined;
  return { code: 'MODEL-06', rttUs: network.rttUs, ranMs: run.warmupMs + run.measuredMs };
}

/** Failed and rejected requests have no response time, so the metrics cover only the others. */
export function leftOut(summary: Summary): Caution | undefined {
  const { completed, failed, shed } = summary.requests;
  const part = leftOutPart(summary);
  return part < MAX_LEFT_OUT_SHARE
    ? undefined
    : { code: 'MODEL-07', failed, shed, part, isAll: completed === 0 };
}

/** A run whose full trace exceeds the page's memory limit. */
export function tooLongToKeep({ endNs, bytesPerNs, limitBytes }: Played): Caution | undefined {
  const bytes = bytesPerNs * endNs;
  return bytes > MAX_BYTES ? { code: 'MEM-01', bytes, keptBytes: limitBytes } : undefined;
}

/** All warnings about the headline metrics; of these, p99 needs the most completions. */
export const cautionsOf = (scenario: Scenario, summary: Summary, played: Played): Caution[] =>
  [
    growingQueue(scenario, summary),
    noAnswer(scenario, summary),
    leftOut(summary),
    tooFewCompletions('p99', summary),
    tooLongToKeep(played),
  ].filter((caution) => caution !== undefined);
