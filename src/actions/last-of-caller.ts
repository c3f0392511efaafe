/** Why a run has no request with some number: numbers belong to callers, and this one's caller has not come so far. */
import { requestsIn } from '../analysis/excerpt.ts';
import { journeyOf } from '../analysis/journey.ts';
import type { Followed } from '../stores/follow.ts';
import { run } from '../stores/run.ts';
import { excerptBetween, type IsWanted } from './inspect.ts';

/** First stretch before the end to look at when nothing is seen at the end itself, ns, and how much longer each next one is. */
const FIRST_STRETCH_NS = 100_000;
const GROWTH = 8;

export interface LastOfCaller {
  /** Number of the caller whose request it would be, from 0. */
  readonly caller: number;
  /** As which of its requests, from 1. */
  readonly nth: number;
  /** Its last request in the run, and which of its requests that is. */
  readonly request: number;
  readonly lastNth: number;
  /** Whether that is answered before the end. */
  readonly isOver: boolean;
}

/**
 * The last request of the caller to whom a number belongs. Undefined where numbers belong to nobody because requests come by
 * themselves, where the caller has none, and when nobody wants to know any more.
 */
export async function lastOfCaller(
  { side, request }: Followed,
  isWanted: IsWanted,
): Promise<LastOfCaller | undefined> {
  const { player } = run.getState();
  const layout = player?.tracks.find(({ id }) => id === side)?.layout;
  if (!layout || layout.isOpen) return undefined;
  const { callers, endNs } = layout;
  const caller = request % callers;
  const nthOf = (id: number) => Math.floor(id / callers) + 1;
  for (let stretchNs = 0; isWanted(); stretchNs = Math.max(FIRST_STRETCH_NS, stretchNs * GROWTH)) {
    const excerpt = await excerptBetween(side, endNs - stretchNs, endNs, isWanted);
    if (!excerpt) return undefined;
    const own = requestsIn(excerpt, endNs - stretchNs - 1, endNs + 1).filter((id) => id % callers === caller);
    if (own.length > 0) {
      const last = Math.max(...own);
      const isOver = journeyOf(excerpt, last)?.legs.at(-1)?.isOver ?? false;
      return { caller, nth: nthOf(request), request: last, lastNth: nthOf(last), isOver };
    }
    if (stretchNs >= endNs) return undefined;
  }
  return undefined;
}
