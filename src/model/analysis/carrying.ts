/**
 * The system calls that carry a request's bytes. Most carry those of others too, so the trace says of them only on which connection
 * they are made; but a request goes from one phase to the next at the very moment at which its call is over.
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

/** Phases that end with a call, and who makes it. What waits for a flush is written by it. */
const CALLS: Readonly<
  Partial<Record<PhaseName, { readonly activity: number; readonly isServers: boolean }>>
> = {
  clientWrite: { activity: WRITE, isServers: false },
  flushWait: { activity: WRITE, isServers: false },
  serverRead: { activity: READ, isServers: true },
  serverWrite: { activity: WRITE, isServers: true },
  clientRead: { activity: READ, isServers: false },
};

/** What goes with a call for everybody in it: the loop hands over what it writes; Redis sees to a client that it has read, and parses. */
const BEFORE = activities.indexOf('task');
const AFTER = activities.indexOf('clientTurn');

/** Spans of a lane that are calls which carry the request, with what goes with them; those that are marked as its own are not among them. */
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
    // Of a reply that lies there at the end of what is recorded, nobody knows which call fetches it.
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
    // A call that another thread interrupted is in several pieces.
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

/** The place of the span that ends at an instant, or else of the first one to end after it: a thread's spans follow each other. */
function placeOfEnd(excerpt: Excerpt, spans: readonly number[], timeNs: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (endOf(excerpt, spans[middle] as number) < timeNs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What Redis' main thread does for all clients together, whichever request it has executed last: its spans still have that one's mark. */
const FOR_ALL = [activities.indexOf('handOver'), activities.indexOf('futexWake')];

/** The request that a thread's span is for and for no other; `noRequest` where there is none. */
export const soleRequest = (
  { excerpt, layout }: { readonly excerpt: Excerpt; readonly layout: RunLayout },
  lane: number,
  span: number,
): number =>
  FOR_ALL.includes(activityOf(excerpt, span)) && isOnServer(layout, lane)
    ? noRequest
    : (excerpt.request[span] as number);
