/**
 * Traces written by hand: a list of whole spans becomes chunks by the engine's rules (every span that overlaps a chunk is in
 * it; what is open at its end is marked and, except on the wire, cut there).
 */
import { families, noRequest, open, phases, threadStates } from '../../src/model/engine/generated/abi.ts';
import { failures } from '../../src/model/engine/generated/failures.ts';
import type { Chunk, Recorded, RunLayout } from '../../src/model/workers/protocol.ts';

export interface WholeSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: number;
  readonly lane: number;
  readonly request: number;
  readonly arg: number;
}

type State = (typeof threadStates)[number];
type Phase = (typeof phases)[number];

export const thread = (
  lane: number,
  state: State,
  start: number,
  end: number,
  rest: { request?: number; arg?: number } = {},
): WholeSpan => ({
  start,
  end,
  kind: families.thread + threadStates.indexOf(state),
  lane,
  request: rest.request ?? noRequest,
  arg: rest.arg ?? 0,
});

/** A part of a batch, in the hands of a thread. */
export const part = (
  batch: number,
  lane: number,
  phase: Phase,
  start: number,
  end: number,
  connection = -1,
): WholeSpan => ({
  ...request(batch, lane, phase, start, end, connection),
  kind: families.part + phases.indexOf(phase),
});

export const request = (
  id: number,
  caller: number,
  phase: Phase,
  start: number,
  end: number,
  connection = -1,
): WholeSpan => ({
  start,
  end,
  kind: families.request + phases.indexOf(phase),
  lane: caller,
  request: id,
  arg: connection + 1,
});

/** The mark of a request that ends without an answer. */
export const failed = (
  id: number,
  caller: number,
  why: (typeof failures)[number],
  at: number,
): WholeSpan => ({
  ...request(id, caller, 'giveBack', at, at),
  kind: families.failed + failures.indexOf(why),
});

const flights: readonly Phase[] = ['wireOut', 'wireBack'];
const isWire = (kind: number) =>
  (kind >= families.wire && kind < families.part) ||
  [families.part, families.request].some((family) =>
    flights.some((phase) => kind === family + phases.indexOf(phase)),
  );

/** The chunk of the interval [from, to]. */
export function chunkOf(spans: readonly WholeSpan[], from: number, to: number): Chunk {
  const closed = spans
    .filter(({ kind, start, end }) => end > from && end <= to && (start < end || kind >= families.failed))
    .sort((one, other) => one.end - other.end);
  const opened = spans
    .filter((span) => span.start <= to && span.end > to)
    .map((span) => ({ ...span, end: isWire(span.kind) ? span.end : to, kind: span.kind | open }));
  const all = [...closed, ...opened];
  const n = all.length;
  const buffer = new ArrayBuffer(27 * n);
  new Float64Array(buffer, 0, n).set(all.map((span) => span.start));
  new Float64Array(buffer, 8 * n, n).set(all.map((span) => span.end));
  new Uint32Array(buffer, 16 * n, n).set(all.map((span) => span.request));
  new Uint32Array(buffer, 20 * n, n).set(all.map((span) => span.arg));
  new Uint16Array(buffer, 24 * n, n).set(all.map((span) => span.lane));
  new Uint8Array(buffer, 26 * n, n).set(all.map((span) => span.kind));
  return { fromNs: from, toNs: to, count: n, buffer };
}

/** The chunks between the given times. */
export function chunksOf(spans: readonly WholeSpan[], cuts: readonly number[]): Chunk[] {
  return cuts.slice(1).map((to, i) => chunkOf(spans, cuts[i] ?? 0, to));
}

export function layoutOf(parts: Partial<RunLayout> = {}): RunLayout {
  const { callers = 2, loops = 0 } = parts;
  return {
    callers,
    runtime: 'threads',
    loops,
    connections: 1,
    pooled: true,
    isOpen: false,
    clientCores: 2,
    serverCores: 1,
    warmupEndNs: 0,
    endNs: 1_000_000,
    lanes: [
      { class: 'caller', count: callers },
      ...(loops > 0 ? [{ class: 'eventLoop', count: loops } as const] : []),
      { class: 'serverMain', count: 1 },
    ],
    ...parts,
  };
}

/** An engine that plays a list of spans. Answers wait until `flush` lets them go. */
export class ScriptedSource {
  readonly calls: string[] = [];
  /** Most model time one call records, ns. */
  sliceNs = Number.POSITIVE_INFINITY;
  private at = 0;
  private waiting: (() => void)[] = [];
  private readonly spans: readonly WholeSpan[];
  private readonly endNs: number;

  constructor(spans: readonly WholeSpan[], endNs: number) {
    this.spans = spans;
    this.endNs = endNs;
  }

  record(untilNs: number, _budgetMs: number): Promise<Recorded> {
    this.calls.push(`record ${untilNs}`);
    return this.answer(() => this.advance(untilNs));
  }

  rewind(fromNs: number, _budgetMs: number): Promise<Recorded> {
    this.calls.push(`rewind ${fromNs}`);
    return this.answer(() => {
      this.at = fromNs;
      return { chunks: [], nowNs: fromNs, done: fromNs >= this.endNs };
    });
  }

  /** Number of calls that have not been answered. */
  get open(): number {
    return this.waiting.length;
  }

  /** Answers calls until none is waiting, at most `rounds` times. */
  async flush(rounds = 50): Promise<void> {
    for (let i = 0; i < rounds && this.waiting.length > 0; i++) {
      for (const resolve of this.waiting.splice(0)) resolve();
      await settled();
    }
  }

  private advance(untilNs: number): Recorded {
    const from = this.at;
    const to = Math.min(untilNs, this.endNs, from + this.sliceNs);
    this.at = Math.max(from, to);
    const chunks = to > from ? [chunkOf(this.spans, from, to)] : [];
    return { chunks, nowNs: this.at, done: this.at >= this.endNs };
  }

  private answer(make: () => Recorded): Promise<Recorded> {
    return new Promise((resolve) => this.waiting.push(() => resolve(make())));
  }
}

/** Lets promises that are ready run. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 5; i++) await Promise.resolve();
}
