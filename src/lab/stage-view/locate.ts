/**
 * Finds the time of a request from its number. Numbers grow with time, in a closed workload per caller (count
 * times callers plus caller), so a few look-ups are enough.
 */
import { type Excerpt, requestsIn } from '../../model/analysis/excerpt.ts';
import type { RunLayout } from '../../model/playback/player.ts';

/** Most look-ups. */
const MOST_LOOKS = 40;
/** Length of the first look-up that finds nothing of the caller, ns, and the growth factor. */
const FIRST_STRETCH_NS = 100_000;
const GROWTH = 8;

export interface Numbering {
  readonly layout: Pick<RunLayout, 'callers' | 'endNs'>;
  /** Whether each caller numbers its own requests. */
  readonly isPerCaller: boolean;
}

/** Reads [fromNs, toNs]; undefined when cancelled. */
export type Look = (fromNs: number, toNs: number) => Promise<Excerpt | undefined>;

/**
 * An instant at which the request is in progress; null when the run has no such request, undefined when
 * cancelled.
 * @param guessNs first place to look
 */
export async function locate(
  id: number,
  { layout, isPerCaller }: Numbering,
  guessNs: number,
  read: Look,
): Promise<number | null | undefined> {
  const { callers, endNs } = layout;
  let low = 0;
  let high = endNs;
  let at = Math.min(endNs, Math.max(0, guessNs));
  let stretchNs = 0;
  for (let attempts = 0; attempts < MOST_LOOKS; attempts++) {
    const to = Math.min(endNs, at + stretchNs);
    const excerpt = await read(at, to);
    if (!excerpt) return undefined;
    const spans = excerpt.ofRequest.get(id);
    if (spans?.[0] !== undefined) return Math.max(at, excerpt.start[spans[0]] as number);
    const requests = requestsIn(excerpt, at - 1, to + 1).filter(
      (other) => !isPerCaller || (other - id) % callers === 0,
    );
    if (requests.length === 0 && to < endNs) {
      stretchNs = stretchNs === 0 ? FIRST_STRETCH_NS : stretchNs * GROWTH;
      continue;
    }
    const latest = Math.max(...requests);
    if (requests.length === 0 || latest > id) high = Math.min(high, at);
    else low = Math.max(low, to);
    if (high - low <= 1) return null;
    stretchNs = 0;
    at = next(id, latest, at, low, high, attempts);
  }
  return null;
}

/** Interpolates between number and time, or bisects when that has not converged for a while. */
function next(id: number, latest: number, at: number, low: number, high: number, attempts: number): number {
  const proportional = latest > 0 ? at * ((id + 0.5) / (latest + 0.5)) : Number.NaN;
  const isInside = proportional > low && proportional < high;
  return Math.floor(isInside && attempts % 3 !== 2 ? proportional : (low + high) / 2);
}
