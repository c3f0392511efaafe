/**
 * The system calls that carry a request's bytes. Most calls carry several requests, so the trace records only
 * their connection. But a request changes phase at the exact end of its call.
 */
import { activities, noRequest, threadStates } from '../engine/generated/abi.ts';
import type { RunLayout } from '../workers/protocol.ts';
import { activityOf, type Excerpt, endOf, workConnection } from './excerpt.ts';
import type { Journey, PhaseName } from './journey.ts';
import { isOnServer } from './threads.ts';

const KERNEL = threadStates.indexOf('kernel');
const NOT_ON_CORE = [threadStates.indexOf('runnable'), threadStates.indexOf('switch')];
const READ = activities.indexOf('read');
const WRITE = activities.indexOf('write');

/** Phases that end with a call, and the calling thread. A flush writes the waiting requests. */
const CALLS: Readonly<
  Partial<Record<PhaseName, { readonly activity: number; readonly isServers: boolean }>>
> = {
  clientWrite: { activity: WRITE, isServers: false },
  flushWait: { activity: WRITE, isServers: false },
  serverRead: { activity: READ, isServers: true },
  serverWrite: { activity: WRITE, isServers: true },
  clientRead: { activity: READ, isServers: false },
};

/**
 * Work around a call for all its requests: the loop hands over the commands; Redis processes the client and
 * parses.
 */
const BEFORE = activities.indexOf('task');
const AFTER = activities.indexOf('clientTurn');

/**
 * Spans of a lane that carry the request, with related work; spans marked as the request's own are excluded.
 */
export function carryingSpans(
  { excerpt, layout }: { readonly excerpt: Excerpt; readonly layout: RunLayout },
  lane: number,
  { legs }: Journey,
): ReadonlySet<number> {
  const spans = excerpt.ofLane.get(lane) ?? [];
  const found = new Set<number>();
  const isServers = isOnServer(layout, lane);
  for (const { phase, toNs, isOver, connection } of legs) {
    const call = CALLS[phase];
    if (!call || call.isServers !== isServers || connection < 0) continue;
    // For a reply not read before the recording's end, the call is unknown.
    if (!isOver && !isServers) continue;
    const isAt = (span: number | undefined, activity: number): span is number =>
      span !== undefined &&
      excerpt.request[span] === noRequest &&
      workConnection(excerpt, span) === connection &&
      activityOf(excerpt, span) === activity;
    const isCall = (span: number | undefined): span is number =>
      isAt(span, call.activity) && excerpt.kind[span] === KERNEL;
    const at = placeOfEnd(excerpt, spans, toNs);
    const last = spans[at];
    if (!isCall(last) || endOf(excerpt, last) !== toNs) continue;
    // An interrupted call consists of several spans.
    let first = at;
    for (let i = at - 1; i >= 0; i--) {
      if (NOT_ON_CORE.includes(excerpt.kind[spans[i] as number] as number)) continue;
      if (i === first - 1 || !isCall(spans[i])) break;
      first = i;
    }
    for (let i = first; i <= at; i++) if (isCall(spans[i])) found.add(spans[i] as number);
    const [before, after] = [spans[first - 1], spans[at + 1]];
    if (isAt(before, BEFORE)) found.add(before);
    if (isAt(after, AFTER)) found.add(after);
  }
  return found;
}

/**
 * Index of the span that ends at an instant, else of the first that ends later: a thread's spans are in
 * sequence.
 */
function placeOfEnd(excerpt: Excerpt, spans: readonly number[], timeNs: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (endOf(excerpt, spans[middle] as number) < timeNs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Work of Redis' main thread for all clients together; its spans carry the mark of the last executed request.
 */
const FOR_ALL = [activities.indexOf('handOver'), activities.indexOf('futexWake')];

/** The request that a span serves exclusively; `noRequest` if none. */
export const soleRequest = (
  { excerpt, layout }: { readonly excerpt: Excerpt; readonly layout: RunLayout },
  lane: number,
  span: number,
): number =>
  FOR_ALL.includes(activityOf(excerpt, span)) && isOnServer(layout, lane)
    ? noRequest
    : (excerpt.request[span] as number);
