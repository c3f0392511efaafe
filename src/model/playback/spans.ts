/** Columns of a chunk as views over the worker's buffer, and queries on them. */
import { families, noRequest, open } from '../engine/generated/abi.ts';
import type { Chunk } from '../workers/protocol.ts';

/** Bytes of one span over all columns. */
export const SPAN_BYTES = 27;

/** Flag in `kind`: the span was still open when the chunk closed. */
export const OPEN = open;

/** Value of `request` for work without a specific request. */
export const NO_REQUEST = noRequest;

/** `kind` of the first word of each family. */
export const WIRE_KIND = families.wire;
export const PROCESS_KIND = families.process;
export const SERVING_KIND = families.serving;
export const PART_KIND = families.part;
export const REQUEST_KIND = families.request;
export const FAILED_KIND = families.failed;

/** Whether a span counts the requests of processes, or says which the server works for: nothing that happens in the shown one. */
export const isAboutProcesses = (kind: number): boolean => kind === PROCESS_KIND || kind === SERVING_KIND;

/** A chunk with its columns. Times in ns of model time; the other columns as in the trace's description. */
export interface Spans {
  readonly fromNs: number;
  readonly toNs: number;
  readonly count: number;
  readonly bytes: number;
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly request: Uint32Array;
  readonly arg: Uint32Array;
  readonly lane: Uint16Array;
  readonly kind: Uint8Array;
}

/** Views over the columns of a chunk, without copying. */
export function spansOf(chunk: Chunk): Spans {
  const { buffer, count: n } = chunk;
  if (buffer.byteLength < n * SPAN_BYTES) throw new RangeError(`a chunk of ${n} spans is cut short`);
  return {
    fromNs: chunk.fromNs,
    toNs: chunk.toNs,
    count: n,
    bytes: buffer.byteLength,
    start: new Float64Array(buffer, 0, n),
    end: new Float64Array(buffer, 8 * n, n),
    request: new Uint32Array(buffer, 16 * n, n),
    arg: new Uint32Array(buffer, 20 * n, n),
    lane: new Uint16Array(buffer, 24 * n, n),
    kind: new Uint8Array(buffer, 26 * n, n),
  };
}

/**
 * The first event after `timeNs` inside the chunk, or NaN. Events are starts and true ends; an open span's
 * end is one only on the wire, where it is beyond the chunk.
 */
export function nextEvent(spans: Spans, timeNs: number): number {
  let next = Number.NaN;
  for (let i = 0; i < spans.count; i++) {
    if (isAboutProcesses((spans.kind[i] as number) & ~OPEN)) continue;
    const start = spans.start[i] as number;
    if (start > timeNs && !(start >= next)) next = start;
    const end = spans.end[i] as number;
    if (end > timeNs && !(end >= next) && ((spans.kind[i] as number) & OPEN) === 0) next = end;
  }
  return next <= spans.toNs ? next : Number.NaN;
}

/** Start of the first request in the chunk; ∞ if none. */
export function firstRequest(spans: Spans): number {
  let first = Number.POSITIVE_INFINITY;
  for (let i = 0; i < spans.count; i++) {
    const start = spans.start[i] as number;
    if (((spans.kind[i] as number) & ~OPEN) >= REQUEST_KIND && start < first) first = start;
  }
  return first;
}

/** The last event before `timeNs` inside the chunk, or NaN. */
export function previousEvent(spans: Spans, timeNs: number): number {
  let previous = Number.NaN;
  for (let i = 0; i < spans.count; i++) {
    if (isAboutProcesses((spans.kind[i] as number) & ~OPEN)) continue;
    const start = spans.start[i] as number;
    if (start < timeNs && start >= spans.fromNs && !(start <= previous)) previous = start;
    const end = spans.end[i] as number;
    if (end < timeNs && end >= spans.fromNs && !(end <= previous) && ((spans.kind[i] as number) & OPEN) === 0)
      previous = end;
  }
  return previous;
}
