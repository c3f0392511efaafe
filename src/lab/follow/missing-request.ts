/**
 * Why a run shows no request with some number: it ends before it, its caller has not come so far, or the request was refused in the
 * instant in which it came. Of that a trace has nothing: a span that takes no time has no width, and some clients refuse thousands
 * in an instant.
 */
import { requestsIn } from '../../model/analysis/excerpt.ts';
import { journeyOf } from '../../model/analysis/journey.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import { excerptBetween, type IsWanted } from '../run/inspect.ts';
import { run } from '../run/run-state.ts';
import type { Followed } from './follow-state.ts';

/** First stretch before the end to look at when nothing is seen at the end itself, ns, and how much longer each next one is. */
const FIRST_STRETCH_NS = 100_000;
const GROWTH = 8;

/** What refuses a request at once: too many that wait for a caller, no free connection, no room in the queue of a connection. */
export type Refusal = 'shed' | 'poolExhausted' | 'queueFull';

/** Whose request it would be. */
export interface OfCaller {
  readonly kind: 'caller';
  /** Number of the caller, from 0. */
  readonly caller: number;
  /** As which of its requests, from 1. */
  readonly nth: number;
  /** Its last request in the run, and which of its requests that is. */
  readonly request: number;
  readonly lastNth: number;
  /** Whether that is answered before the end. */
  readonly isOver: boolean;
}

export type MissingRequest =
  /** Requests come by themselves, and the run ends before this one; or nothing is known of its caller. */
  | { readonly kind: 'end' }
  | OfCaller
  /** Later ones are there, and this one took no time; what may have refused it, nothing where nothing in this run does. */
  | { readonly kind: 'refused'; readonly by: readonly Refusal[] };

/** What can refuse a request at once, as far as it is known to have done so. */
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

/** Why a request that was looked for is not there; undefined when nobody wants to know any more. */
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
    const own = requestsIn(excerpt, endNs - stretchNs - 1, endNs + 1).filter(isOwn);
    if (own.length > 0) {
      const last = Math.max(...own);
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
