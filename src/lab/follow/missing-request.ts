/**
 * Why a run shows no request with some number: the run or its caller ended before it, or it was rejected on
 * arrival. A trace has no span of zero length, so rejected requests leave none.
 */
import { requestsIn } from '../../model/analysis/excerpt.ts';
import { journeyOf } from '../../model/analysis/journey.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import { excerptBetween, type IsWanted } from '../run/inspect.ts';
import { run } from '../run/run-state.ts';
import type { Followed } from './follow-state.ts';

/** First length before the end to search when nothing is found at the end, ns; and the growth factor. */
const FIRST_STRETCH_NS = 100_000;
const GROWTH = 8;

/** Causes of rejection on arrival: too many waiting requests, an exhausted pool, a full connection queue. */
export type Refusal = 'shed' | 'poolExhausted' | 'queueFull';

/** The caller of the request. */
export interface OfCaller {
  readonly kind: 'caller';
  /** Number of the caller, from 0. */
  readonly caller: number;
  /** Its index among the caller's requests, from 1. */
  readonly nth: number;
  /** The caller's last request in the run, and its index. */
  readonly request: number;
  readonly lastNth: number;
  /** Whether that request completes before the end. */
  readonly isOver: boolean;
}

export type MissingRequest =
  /** Open workload: the run ends before this request; or nothing is known of its caller. */
  | { readonly kind: 'end' }
  | OfCaller
  /**
   * Later requests exist, and this one took no time; the possible causes of its rejection, empty if this run
   * has none.
   */
  | { readonly kind: 'refused'; readonly by: readonly Refusal[] };

/** Possible causes of rejection on arrival in this run. */
export function refusals({ workload, client }: Scenario, counted: Summary | undefined): Refusal[] {
  const { connections, io } = client;
  const possible: Refusal[] = [];
  if (workload.arrivals.kind === 'open') possible.push('shed');
  if (connections.kind === 'pooled' && !connections.blockWhenExhausted) possible.push('poolExhausted');
  if (io.kind === 'eventLoops' && io.requestQueueSize > 0) possible.push('queueFull');
  const has = (refusal: Refusal) =>
    refusal === 'shed'
      ? (counted?.requests.shed ?? 0) > 0
      : counted?.requests.failures.some(({ failure }) => failure === refusal);
  const known = possible.filter(has);
  return known.length > 0 ? known : possible;
}

/** Why a request is missing; undefined when the search is cancelled. */
export async function whyMissing(
  { side, request }: Followed,
  isWanted: IsWanted,
): Promise<MissingRequest | undefined> {
  const { player, played, [side]: counted } = run.getState();
  const layout = player?.tracks.find(({ id }) => id === side)?.layout;
  if (!layout) return undefined;
  const { callers, endNs, isOpen } = layout;
  const isOwn = (id: number) => isOpen || id % callers === request % callers;
  const nthOf = (id: number) => Math.floor(id / callers) + 1;
  for (let stretchNs = 0; isWanted(); stretchNs = Math.max(FIRST_STRETCH_NS, stretchNs * GROWTH)) {
    const excerpt = await excerptBetween(side, endNs - stretchNs, endNs, isWanted);
    if (!excerpt) return undefined;
    const callerRequests = requestsIn(excerpt, endNs - stretchNs - 1, endNs + 1).filter(isOwn);
    if (callerRequests.length > 0) {
      const last = Math.max(...callerRequests);
      const { scenario } = played?.[side] ?? {};
      if (last > request) return { kind: 'refused', by: scenario ? refusals(scenario, counted.summary) : [] };
      if (isOpen) return { kind: 'end' };
      const isOver = journeyOf(excerpt, last)?.legs.at(-1)?.isOver ?? false;
      return {
        kind: 'caller',
        caller: request % callers,
        nth: nthOf(request),
        request: last,
        lastNth: nthOf(last),
        isOver,
      };
    }
    if (stretchNs >= endNs) return { kind: 'end' };
  }
  return undefined;
}
