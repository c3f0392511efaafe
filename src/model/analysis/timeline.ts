/**
 * The threads of a run over a time range, as in a profiler: by class, the first few with their own row, the
 * others aggregated. Counts are exact means of the number of threads per state; nothing is sampled.
 */
import { threadStates } from '../engine/generated/abi.ts';
import type { RunLayout } from '../workers/protocol.ts';
import { type Excerpt, endOf } from './excerpt.ts';
import { type Journey, journeyOf } from './journey.ts';
import type { ThreadClassName } from './threads.ts';
import type { Recorded } from './wait-attribution.ts';

export type TimelineRow =
  | { readonly kind: 'lane'; readonly class: ThreadClassName; readonly lane: number }
  /** Threads of a class without their own row. */
  | { readonly kind: 'others'; readonly class: ThreadClassName; readonly lanes: readonly number[] };

/**
 * The rows of a run. @param most maximum number of single rows per class @param from number of callers to
 * skip @param kept lanes that are always shown
 */
export function timelineRows(
  layout: RunLayout,
  max: number,
  from: number,
  kept: readonly number[],
): TimelineRow[] {
  return [...lanesByClass(layout)].flatMap(([name, lanes]) => {
    // One more single row is better than an aggregate of one.
    if (lanes.length <= max + 1) return lanes.map((each) => row(name, each));
    const start = name === 'caller' ? Math.min(from, lanes.length - max) : 0;
    const page = lanes.slice(start, start + max);
    const keptElsewhere = lanes.filter((each) => kept.includes(each) && !page.includes(each));
    const shown = [...keptElsewhere, ...page.slice(keptElsewhere.length)];
    return [
      ...shown.map((each) => row(name, each)),
      { kind: 'others', class: name, lanes: lanes.filter((each) => !shown.includes(each)) } as const,
    ];
  });
}

/** The rows of one request: its caller, and every thread that worked for it. */
export function rowsOfRequest({ excerpt, layout }: Recorded, journey: Journey): TimelineRow[] {
  const { id, caller, beginNs, endNs } = journey;
  const workedFor = (lane: number): boolean => {
    const spans = excerpt.ofLane.get(lane) ?? [];
    for (let at = firstAfter(excerpt, spans, beginNs); at < spans.length; at++) {
      const span = spans[at] as number;
      if ((excerpt.start[span] as number) > endNs) return false;
      if (excerpt.request[span] === id) return true;
    }
    return false;
  };
  return [...lanesByClass(layout)].flatMap(([name, lanes]) =>
    lanes.filter((lane) => lane === caller || workedFor(lane)).map((lane) => row(name, lane)),
  );
}

function lanesByClass({ lanes: groups }: RunLayout): Map<ThreadClassName, number[]> {
  const byClass = new Map<ThreadClassName, number[]>();
  let lane = 0;
  for (const { class: name, count } of groups) {
    const lanes = byClass.get(name) ?? [];
    for (let i = 0; i < count; i++) lanes.push(lane++);
    byClass.set(name, lanes);
  }
  return byClass;
}

const row = (name: ThreadClassName, lane: number): TimelineRow => ({ kind: 'lane', class: name, lane });

/** Time of a row's threads per state number within [fromNs, toNs]. */
export function timeByState(excerpt: Excerpt, row: TimelineRow, fromNs: number, toNs: number): Float64Array {
  return countsOver(excerpt, row, fromNs, toNs, 1).map((mean) => mean * (toNs - fromNs));
}

/**
 * Mean number of a row's threads per state in equal intervals of [fromNs, toNs]. Interval i and state s have
 * the index i × states + s.
 */
export function countsOver(
  excerpt: Excerpt,
  row: TimelineRow,
  fromNs: number,
  toNs: number,
  intervals: number,
): Float64Array {
  const states = threadStates.length;
  const counts = new Float64Array(intervals * states);
  const width = (toNs - fromNs) / intervals;
  const lanes = row.kind === 'lane' ? [row.lane] : row.lanes;
  for (const lane of lanes) {
    const spans = excerpt.ofLane.get(lane) ?? [];
    for (let at = firstAfter(excerpt, spans, fromNs); at < spans.length; at++) {
      const span = spans[at] as number;
      const start = Math.max(fromNs, excerpt.start[span] as number);
      if (start >= toNs) break;
      const end = Math.min(toNs, endOf(excerpt, span));
      const state = excerpt.kind[span] as number;
      const last = Math.min(intervals - 1, Math.floor((end - fromNs) / width));
      for (let i = Math.floor((start - fromNs) / width); i <= last; i++) {
        const from = Math.max(start, fromNs + i * width);
        const to = Math.min(end, fromNs + (i + 1) * width);
        if (to > from) (counts[i * states + state] as number) += (to - from) / width;
      }
    }
  }
  return counts;
}

/** Index of the first of a lane's spans that ends after an instant. */
export function firstAfter(excerpt: Excerpt, spans: readonly number[], timeNs: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (endOf(excerpt, spans[middle] as number) <= timeNs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The next (+1) or previous (−1) span boundary on a lane; undefined if the excerpt has none. */
export function eventOnLane(
  excerpt: Excerpt,
  lane: number,
  timeNs: number,
  direction: 1 | -1,
): number | undefined {
  const spans = excerpt.ofLane.get(lane) ?? [];
  const at = firstAfter(excerpt, spans, timeNs);
  if (direction > 0) {
    const span = spans[at];
    if (span === undefined) return undefined;
    const start = excerpt.start[span] as number;
    if (start > timeNs) return start;
    return excerpt.isOpen[span] === 1 ? undefined : endOf(excerpt, span);
  }
  // The current span, else the last one before.
  const span = spans
    .slice(Math.max(0, at - 1), at + 1)
    .findLast((each) => (excerpt.start[each] as number) < timeNs);
  if (span === undefined) return undefined;
  const end = endOf(excerpt, span);
  return end < timeNs ? end : (excerpt.start[span] as number);
}

/** An interval in which a row's threads work for a request, or wait with it. */
export interface RequestInterval {
  readonly row: TimelineRow;
  readonly fromNs: number;
  readonly toNs: number;
}

/** The intervals of a request in the rows: its caller from start to end, and the work of other threads. */
export function stretchesOf(excerpt: Excerpt, rows: readonly TimelineRow[], id: number): RequestInterval[] {
  const journey = journeyOf(excerpt, id);
  if (!journey) return [];
  const { caller, beginNs, endNs } = journey;
  return rows.flatMap((row) =>
    (row.kind === 'lane' ? [row.lane] : row.lanes).flatMap((lane) => {
      if (lane === caller) return [{ row, fromNs: beginNs, toNs: endNs }];
      const spans = excerpt.ofLane.get(lane) ?? [];
      const found: RequestInterval[] = [];
      for (let at = firstAfter(excerpt, spans, beginNs); at < spans.length; at++) {
        const span = spans[at] as number;
        const fromNs = excerpt.start[span] as number;
        if (fromNs > endNs) break;
        if (excerpt.request[span] === id) found.push({ row, fromNs, toNs: endOf(excerpt, span) });
      }
      return found;
    }),
  );
}

/** The span of a lane at an instant, or −1. */
export function spanAt(excerpt: Excerpt, lane: number, timeNs: number): number {
  const spans = excerpt.ofLane.get(lane) ?? [];
  const span = spans[firstAfter(excerpt, spans, timeNs)];
  return span !== undefined && (excerpt.start[span] as number) <= timeNs ? span : -1;
}
