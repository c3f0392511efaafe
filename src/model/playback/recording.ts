/** The recorded part of one run: contiguous chunks, their completions, and frames of any instant. */
import type { Chunk, RunLayout } from '../workers/protocol.ts';
import { Completions } from './completions.ts';
import { clearFrame, createFrame, type Frame, fillFrame } from './frame.ts';
import { applyMinDisplayTime } from './min-display-time.ts';
import { firstRequest, nextEvent, OPEN, previousEvent, REQUEST_KIND, type Spans, spansOf } from './spans.ts';

/** Maximum chunk bytes of two recordings together; beyond it the oldest are evicted. */
export const PAIR_BYTES = 64 * 2 ** 20;

/** Number of requests completed from the start of the run to an instant. */
export interface Mark {
  readonly timeNs: number;
  readonly completed: number;
}

/** The recorded part of a run: one interval [fromNs, toNs] of model time. */
export class Recording {
  readonly layout: RunLayout;
  readonly completions = new Completions();
  /** Whether the run ended at `toNs`. */
  done = false;
  /** Bytes of all chunks kept. */
  bytes = 0;
  /** The engine's completion counts at chunk ends, ascending. */
  readonly marks: Mark[] = [];
  private chunks: Spans[] = [];

  constructor(layout: RunLayout) {
    this.layout = layout;
  }

  /** Start of the recorded part, ns; NaN if empty. */
  get fromNs(): number {
    return this.chunks[0]?.fromNs ?? Number.NaN;
  }

  /** End of the recorded part, ns; NaN if empty. */
  get toNs(): number {
    return this.chunks.at(-1)?.toNs ?? Number.NaN;
  }

  /** Trace bytes per nanosecond in the recorded part; NaN if empty. */
  get bytesPerNs(): number {
    return this.bytes / (this.toNs - this.fromNs);
  }

  /** Whether `timeNs` can be shown. */
  covers(timeNs: number): boolean {
    return timeNs >= this.fromNs && timeNs <= this.toNs;
  }

  /**
   * Appends a chunk. A chunk that does not continue the recording replaces it: the engine was rewound.
   * @param completed requests completed from the start of the run to the end of the chunk, if reported by the
   * engine
   */
  append(chunk: Chunk, completed?: number): void {
    const spans = spansOf(chunk);
    if (this.chunks.length > 0 && spans.fromNs !== this.toNs) this.drop();
    this.chunks.push(spans);
    this.bytes += spans.bytes;
    this.completions.add(spans);
    if (completed !== undefined) this.marks.push({ timeNs: spans.toNs, completed });
  }

  /** Drops the chunks (not the completions). */
  drop(): void {
    this.chunks = [];
    this.marks.length = 0;
    this.bytes = 0;
    this.done = false;
  }

  /** Evicts the oldest chunks that end before `keepFromNs` until at most `limitBytes` remain. */
  evict(limitBytes: number, keepFromNs: number): void {
    let evicted = 0;
    while (this.bytes > limitBytes) {
      const oldest = this.chunks[evicted];
      if (!oldest || oldest.toNs >= keepFromNs || evicted + 1 === this.chunks.length) break;
      this.bytes -= oldest.bytes;
      evicted++;
    }
    if (evicted === 0) return;
    this.chunks.splice(0, evicted);
    const firstMark = this.marks.findIndex(({ timeNs }) => timeNs >= this.fromNs);
    this.marks.splice(0, firstMark < 0 ? this.marks.length : firstMark);
  }

  /** Bytes of the chunks that begin after `timeNs`. */
  bytesAfter(timeNs: number): number {
    let sum = 0;
    for (let i = this.chunks.length - 1; i >= 0; i--) {
      const chunk = this.chunks[i] as Spans;
      if (chunk.fromNs <= timeNs) break;
      sum += chunk.bytes;
    }
    return sum;
  }

  /** The chunk for `timeNs`: the last one that begins at or before it. */
  chunkAt(timeNs: number): Spans | undefined {
    return this.covers(timeNs) ? this.chunks[this.indexAt(timeNs)] : undefined;
  }

  /** The chunks of [fromNs, toNs]; empty if not fully recorded. */
  chunksBetween(fromNs: number, toNs: number): readonly Spans[] {
    if (!this.covers(fromNs) || !this.covers(toNs)) return [];
    return this.chunks.slice(this.indexAt(fromNs), this.indexAt(toNs) + 1);
  }

  /** The recorded interval of a request in progress; undefined if not recorded. */
  spanOfRequest(id: number): { fromNs: number; toNs: number } | undefined {
    let fromNs = Number.POSITIVE_INFINITY;
    let toNs = Number.NEGATIVE_INFINITY;
    for (const { count, request, kind, start, end } of this.chunks) {
      for (let i = 0; i < count; i++) {
        if (request[i] !== id || ((kind[i] as number) & ~OPEN) < REQUEST_KIND) continue;
        fromNs = Math.min(fromNs, start[i] as number);
        toNs = Math.max(toNs, end[i] as number);
      }
    }
    return fromNs <= toNs ? { fromNs, toNs } : undefined;
  }

  /**
   * Fills `frame` with the instant `timeNs`; outside the recording it is unknown. States shorter than
   * `dwellNs` are displayed for that long.
   */
  frameAt(timeNs: number, frame: Frame, dwellNs = 0): void {
    const last = this.covers(timeNs) ? this.indexAt(timeNs) : -1;
    const spans = this.chunks[last];
    if (!spans) {
      clearFrame(frame, timeNs);
      return;
    }
    fillFrame(frame, spans, this.layout, timeNs);
    let first = last;
    while (first > 0 && (this.chunks[first] as Spans).fromNs > timeNs - dwellNs) first--;
    // The next chunk has the full length of spans open at the end of this one.
    applyMinDisplayTime(frame, this.chunks.slice(first, last + 2), dwellNs);
  }

  /** An empty frame for `frameAt`. */
  createFrame(): Frame {
    return createFrame(this.layout);
  }

  /** The first recorded event after `timeNs`, or NaN. */
  nextEvent(timeNs: number): number {
    for (let i = Math.max(0, this.indexAt(timeNs)); i < this.chunks.length; i++) {
      const event = nextEvent(this.chunks[i] as Spans, timeNs);
      if (!Number.isNaN(event)) return event;
    }
    return Number.NaN;
  }

  /** Start of the first recorded request; ∞ if none. */
  firstRequest(): number {
    let first = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.chunks.length && first === Number.POSITIVE_INFINITY; i++)
      first = firstRequest(this.chunks[i] as Spans);
    return first;
  }

  /** The last recorded event before `timeNs`, or NaN. */
  previousEvent(timeNs: number): number {
    for (let i = this.indexAt(timeNs); i >= 0; i--) {
      const event = previousEvent(this.chunks[i] as Spans, timeNs);
      if (!Number.isNaN(event)) return event;
    }
    return Number.NaN;
  }

  private indexAt(timeNs: number): number {
    let low = 0;
    let high = this.chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.chunks[middle] as Spans).fromNs <= timeNs) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
