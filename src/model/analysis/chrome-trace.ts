/**
 * A recorded interval as Chrome trace JSON ("Trace Event Format") for Perfetto and chrome://tracing. Threads
 * belong to the process of their machine. Segments and request phases overlap, so they are asynchronous
 * events. Times are µs with three decimals, as the format requires.
 */
import { activities, families, phases, threadStates } from '../engine/generated/abi.ts';
import { failures } from '../engine/generated/failures.ts';
import { NO_REQUEST } from '../playback/spans.ts';
import type { RunLayout } from '../workers/protocol.ts';
import { activityOf, type Excerpt, endOf } from './excerpt.ts';
import { isOnServer } from './threads.ts';

export interface TracedSide {
  readonly id: 'a' | 'b';
  readonly layout: RunLayout;
  readonly excerpt: Excerpt;
}

interface TraceEvent {
  readonly ph: 'M' | 'X' | 'b' | 'n' | 'e';
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly cat?: string;
  readonly ts?: number;
  readonly dur?: number;
  readonly id?: string;
  readonly args?: Readonly<Record<string, string | number>>;
}

/** Processes of a side. */
const PLACES = ['client', 'server', 'network', 'requests'] as const;
const IDLE = threadStates.indexOf('idle');

const us = (ns: number): number => Math.round(ns) / 1000;

/** Names of all lanes in order: class and number. */
export const laneNames = ({ lanes }: RunLayout): string[] =>
  lanes.flatMap(({ class: name, count }) =>
    Array.from({ length: count }, (_, index) => (count === 1 ? name : `${name} ${index + 1}`)),
  );

function* eventsOf({ id, layout, excerpt }: TracedSide, number: number): Generator<TraceEvent> {
  const pid = (place: (typeof PLACES)[number]) => number * PLACES.length + PLACES.indexOf(place) + 1;
  const home = (lane: number) => pid(isOnServer(layout, lane) ? 'server' : 'client');
  const side = id.toUpperCase();
  for (const place of PLACES)
    yield { ph: 'M', name: 'process_name', pid: pid(place), tid: 0, args: { name: `${side} ${place}` } };
  for (const [lane, name] of laneNames(layout).entries())
    yield { ph: 'M', name: 'thread_name', pid: home(lane), tid: lane + 1, args: { name } };

  for (let i = 0; i < excerpt.count; i++) {
    const kind = excerpt.kind[i] as number;
    const request = excerpt.request[i] as number;
    const lane = excerpt.lane[i] as number;
    const arg = excerpt.arg[i] as number;
    const ts = us(excerpt.start[i] as number);
    const end = us(endOf(excerpt, i));
    const args = request === NO_REQUEST ? {} : { request };
    if (kind >= families.failed) {
      const name = `failed: ${failures[kind - families.failed]}`;
      const event = { name, cat: 'request', pid: pid('requests'), tid: lane + 1, id: `${side}${request}` };
      yield { ...event, ph: 'n', ts, args: { request, caller: lane + 1 } };
    } else if (kind >= families.request) {
      const name = phases[kind - families.request] ?? 'unknown';
      const event = { name, cat: 'request', pid: pid('requests'), tid: lane + 1, id: `${side}${request}` };
      yield { ...event, ph: 'b', ts, args: { request, caller: lane + 1, connection: arg } };
      yield { ...event, ph: 'e', ts: end };
    } else if (kind >= families.part) {
      const name = phases[kind - families.part] ?? 'unknown';
      const event = { name, cat: 'part', pid: pid('requests'), tid: lane + 1, id: `${side}${request}.${i}` };
      yield { ...event, ph: 'b', ts, args: { request, thread: lane + 1, connection: arg } };
      yield { ...event, ph: 'e', ts: end };
    } else if (kind >= families.wire) {
      const name = kind === families.wire ? 'to the server' : 'back';
      const event = { name, cat: 'wire', pid: pid('network'), tid: lane + 1, id: `${side}${kind}.${i}` };
      yield { ...event, ph: 'b', ts, args: { ...args, connection: lane + 1, bytes: arg } };
      yield { ...event, ph: 'e', ts: end };
    } else if (kind !== IDLE) {
      const state = threadStates[kind] ?? 'unknown';
      const activity = activities[activityOf(excerpt, i)] ?? 'none';
      const isNamed = activity !== 'none' && (state === 'user' || state === 'kernel');
      yield {
        ph: 'X',
        name: isNamed ? activity : state,
        cat: state,
        pid: home(lane),
        tid: lane + 1,
        ts,
        dur: Math.max(0, Math.round((end - ts) * 1000) / 1000),
        args: { ...args, state, activity },
      };
    }
  }
}

/**
 * The file in pieces, so that writing a large one does not block the page.
 * @param origin origin of the trace, stored in the file
 */
export function* chromeTrace(sides: readonly TracedSide[], origin: object): Generator<string> {
  yield `{"displayTimeUnit":"ns","otherData":${JSON.stringify(origin)},"traceEvents":[`;
  let separator = '\n';
  for (const [number, side] of sides.entries())
    for (const event of eventsOf(side, number)) {
      yield separator + JSON.stringify(event);
      separator = ',\n';
    }
  yield '\n]}\n';
}
