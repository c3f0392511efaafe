/** Shots of a real run as trace chunks, so that the player and the stage of the model can show them. */

import { type Measured, SAMPLED_CALLERS } from '../bridge/workload/measured.ts';
import { type Shot, STRETCHES, type Stretch } from '../bridge/workload/shots.ts';
import { families, open, phases, threadStates } from '../model/engine/generated/abi.ts';
import { SPAN_BYTES, spansOf } from '../model/playback/spans.ts';
import type { Chunk, RunLayout } from '../model/workers/protocol.ts';

type Phase = (typeof phases)[number];

/**
 * The model's phase for each stretch. Unwritten requests are in the event loop's queue, the next stretch is
 * on the wire, and then replies wait for the loop.
 */
const PHASES: Readonly<Record<Stretch, Phase>> = {
  waitCaller: 'waitCaller',
  waitConnection: 'waitConnection',
  unwritten: 'taskQueue',
  away: 'wireOut',
  delivery: 'clientRead',
};

const STATES: Readonly<Partial<Record<Stretch, (typeof threadStates)[number]>>> = {
  waitConnection: 'waitConnection',
  unwritten: 'waitReply',
  away: 'waitReply',
  delivery: 'waitReply',
};

const REQUEST_KINDS = STRETCHES.map((stretch) => families.request + phases.indexOf(PHASES[stretch]));
const THREAD_KINDS = STRETCHES.map((stretch) => {
  const state = STATES[stretch];
  return state === undefined ? undefined : families.thread + threadStates.indexOf(state);
});

const NS = 1000;

export const shotNs = ({ fromUs, toUs }: Shot): number => (toUs - fromUs) * NS;

interface Span {
  start: number;
  end: number;
  request: number;
  arg: number;
  lane: number;
  kind: number;
}

const COLUMNS = ['start', 'end', 'request', 'arg', 'lane', 'kind'] as const satisfies readonly (keyof Span)[];

/** A shot as a chunk that begins at `atNs`: unobserved time between two shots is cut. */
export function chunkOf(shot: Shot, atNs: number): Chunk {
  const toNs = atNs + shotNs(shot);
  const place = (us: number) => atNs + (us - shot.fromUs) * NS;
  const spans: Span[] = [];
  const add = (span: Span) => {
    if (span.end <= atNs || span.start >= toNs || span.end <= span.start) return;
    spans.push(span.end > toNs ? { ...span, kind: span.kind | open } : span);
  };
  for (const { number, caller, connection, startUs, endsUs } of shot.requests) {
    let start = place(startUs);
    endsUs.forEach((us, i) => {
      const end = place(us);
      const span = { start, end, request: number, lane: caller };
      const held = STRETCHES[i] === 'waitCaller' || STRETCHES[i] === 'waitConnection' ? 0 : connection + 1;
      add({ ...span, arg: held, kind: REQUEST_KINDS[i] ?? 0 });
      const state = THREAD_KINDS[i];
      if (state !== undefined) add({ ...span, request: number, arg: held << 8, kind: state });
      start = end;
    });
  }
  const count = spans.length;
  const chunk = { fromNs: atNs, toNs, count, buffer: new ArrayBuffer(count * SPAN_BYTES) };
  const columns = spansOf(chunk);
  spans.forEach((span, i) => {
    for (const name of COLUMNS) columns[name][i] = span[name];
  });
  return chunk;
}

/**
 * The participants of a real run on the stage: callers, one event loop, connections. The server's inside is
 * unknown.
 */
export function layoutOf({ workload }: Pick<Measured, 'workload'>, cores: number, endNs: number): RunLayout {
  const callers = Math.min(workload.arrivals.callers, SAMPLED_CALLERS);
  return {
    callers,
    runtime: 'eventLoop',
    loops: 1,
    connections: (workload.nodes ?? 1) * workload.connections,
    pooled: workload.pool !== null,
    isOpen: workload.arrivals.kind === 'open',
    clientCores: cores,
    serverCores: 0,
    warmupEndNs: 0,
    endNs,
    lanes: [
      { class: 'caller', count: callers },
      { class: 'eventLoop', count: 1 },
    ],
  };
}
