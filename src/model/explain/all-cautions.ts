/** All that is to be said beside the figures of a run before they are believed; few runs need it (`isDoubtful`). */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';
import { type Caution, fewAnswers, growingQueue } from './cautions.ts';
import { leftOutPart } from './left-out.ts';

/** A run that is played: how long it is, what a nanosecond of it takes when it is recorded, and how much is kept. */
export interface Played {
  readonly endNs: number;
  readonly bytesPerNs: number;
  readonly limitBytes: number;
}

/** Bytes of a whole trace, of some nine million events, from which a jump to another moment can be felt: until then it is simulated again at once. */
const MOST_BYTES = 700e6;
/** Part of the requests that may be missing from figures before it has to be said. */
const FEW_LEFT_OUT = 0.01;

/** A run that ends before any answer is there. Requests that failed have reasons of their own. */
export function noAnswer({ network, run }: Scenario, summary: Summary): Caution | undefined {
  if (summary.responseTime.count > 0 || summary.requests.failed > 0) return undefined;
  return { code: 'MODEL-06', rttUs: network.rttUs, ranMs: run.warmupMs + run.measuredMs };
}

/** Requests that failed or were turned away have no response time, so that the figures are those of the others. */
export function leftOut(summary: Summary): Caution | undefined {
  const { completed, failed, shed } = summary.requests;
  const part = leftOutPart(summary);
  return part < FEW_LEFT_OUT ? undefined : { code: 'MODEL-07', failed, shed, part, isAll: completed === 0 };
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
    leftOut(summary),
    fewAnswers('p99', summary),
    tooLongToKeep(played),
  ].filter((caution) => caution !== undefined);
