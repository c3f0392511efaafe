/**
 * Completion time and response time of each recorded request, for charts over played time. It outlives
 * evicted chunks. Failed requests are no completions.
 */
import { growArray } from './grow-array.ts';
import { FAILED_KIND, OPEN, REQUEST_KIND, type Spans } from './spans.ts';

/** An interval (fromNs, toNs] with all completions known. The arrays may be longer than `count`. */
export interface CompletionSegment {
  fromNs: number;
  toNs: number;
  count: number;
  /** Ascending, ns. */
  timeNs: Float64Array;
  /** ns; NaN if the request began before the recording. */
  responseNs: Float64Array;
  /** Request number. */
  request: Uint32Array;
}

interface Finished {
  id: number;
  end: number;
  begin: number;
}

/** Maximum completions kept, 30 MB; the oldest are dropped. */
const MAX_KEPT = 1_500_000;

/** Completions by time, in disjoint ascending segments; gaps are not recorded. */
export class Completions {
  readonly segments: CompletionSegment[] = [];
  /** Incremented with every change, so that charts can detect updates. */
  version = 0;
  /** Start of each request in progress at the end of the last chunk, ns; NaN if unknown. */
  private begins = new Map<number, number>();
  private lastTo = Number.NaN;
  private readonly maxKept: number;

  constructor(maxKept: number = MAX_KEPT) {
    this.maxKept = maxKept;
  }

  /** Reads a chunk. Contiguous chunks carry over the starts of their requests. */
  add(spans: Spans): void {
    if (spans.fromNs !== this.lastTo) this.begins.clear();
    const isContinued = spans.fromNs === this.lastTo || spans.fromNs === 0;
    this.lastTo = spans.toNs;
    const finished = this.finished(spans, isContinued);
    finished.sort((a, b) => a.end - b.end);
    this.insert(spans, finished);
    this.forget();
    this.version++;
  }

  /** Number of recorded completions in (fromNs, toNs]. */
  countBetween(fromNs: number, toNs: number): number {
    let sum = 0;
    for (const segment of this.segments) {
      if (segment.toNs <= fromNs || segment.fromNs >= toNs) continue;
      sum += upTo(segment, toNs) - upTo(segment, fromNs);
    }
    return sum;
  }

  /** Drops the oldest quarter if there are too many. */
  private forget(): void {
    let remaining = 0;
    for (const { count } of this.segments) remaining += count;
    if (remaining <= this.maxKept) return;
    let excess = remaining - Math.floor(this.maxKept * 0.75);
    for (let oldest = this.segments[0]; oldest && excess >= oldest.count; oldest = this.segments[0]) {
      excess -= oldest.count;
      this.segments.shift();
    }
    const first = this.segments[0];
    if (!first || excess === 0) return;
    first.fromNs = first.timeNs[excess - 1] as number;
    first.timeNs = first.timeNs.slice(excess);
    first.responseNs = first.responseNs.slice(excess);
    first.request = first.request.slice(excess);
    first.count -= excess;
  }

  /** Requests that end in the chunk: those without an open span at its end. */
  private finished(spans: Spans, isContinued: boolean): Finished[] {
    const byRequest = new Map<number, Finished>();
    const open = new Set<number>();
    for (let i = 0; i < spans.count; i++) {
      const kind = spans.kind[i] as number;
      const word = kind & ~OPEN;
      if (word < REQUEST_KIND) continue;
      const id = spans.request[i] as number;
      const begin = spans.start[i] as number;
      const end = spans.end[i] as number;
      if (kind & OPEN) open.add(id);
      const entry = byRequest.get(id);
      if (!entry) byRequest.set(id, { id, begin, end });
      else {
        entry.begin = Math.min(entry.begin, begin);
        entry.end = Math.max(entry.end, end);
      }
      // A failure is a request's last span in the trace.
      if (word >= FAILED_KIND) byRequest.delete(id);
    }
    const finished: Finished[] = [];
    const begins = new Map<number, number>();
    for (const [id, entry] of byRequest) {
      // The chunk has the request's start; for others it was recorded from an earlier chunk.
      const seenBegin = isContinued || entry.begin > spans.fromNs ? entry.begin : Number.NaN;
      const begin = this.begins.get(id) ?? seenBegin;
      if (open.has(id)) begins.set(id, begin);
      else finished.push({ id, begin, end: entry.end });
    }
    this.begins = begins;
    return finished;
  }

  /** Adds only new completions: a chunk may have been recorded before, in whole or in part. */
  private insert({ fromNs, toNs }: Spans, finished: readonly Finished[]): void {
    const { segments } = this;
    let at = segments.findIndex((segment) => segment.toNs >= fromNs);
    if (at < 0) at = segments.length;
    let from = fromNs;
    do {
      let segment = segments[at];
      if (!segment || segment.fromNs > from) {
        segment = emptySegment(from);
        segments.splice(at, 0, segment);
      }
      // Two chunks may meet within one instant: completions after the cut belong to the second.
      const isNew = segment.toNs === fromNs;
      from = Math.max(from, segment.toNs);
      const to = Math.min(toNs, segments[at + 1]?.fromNs ?? Number.POSITIVE_INFINITY);
      for (const { id, begin, end } of finished) {
        if ((end > from || (isNew && end === from)) && end <= to) append(segment, id, end, end - begin);
      }
      from = Math.max(from, to);
      segment.toNs = Math.max(segment.toNs, to);
      at++;
    } while (from < toNs);
  }
}

const emptySegment = (fromNs: number): CompletionSegment => ({
  fromNs,
  toNs: fromNs,
  count: 0,
  timeNs: new Float64Array(256),
  responseNs: new Float64Array(256),
  request: new Uint32Array(256),
});

function append(segment: CompletionSegment, id: number, timeNs: number, responseNs: number): void {
  const at = segment.count;
  if (at === segment.timeNs.length) {
    segment.timeNs = growArray(new Float64Array(at * 2), segment.timeNs);
    segment.responseNs = growArray(new Float64Array(at * 2), segment.responseNs);
    segment.request = growArray(new Uint32Array(at * 2), segment.request);
  }
  segment.timeNs[at] = timeNs;
  segment.responseNs[at] = responseNs;
  segment.request[at] = id;
  segment.count = at + 1;
}

/** Number of completions of the segment at or before `timeNs`. */
export function upTo(segment: CompletionSegment, timeNs: number): number {
  let low = 0;
  let high = segment.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((segment.timeNs[middle] as number) <= timeNs) low = middle + 1;
    else high = middle;
  }
  return low;
}
