/**
 * Traces of three requests, as tracing in the client sees them (Zipkin v2 JSON). What happens between sending a command and
 * the reply is one span there: no client sees inside the network or the server.
 */
import { group } from 'd3-array';
import { hashOf } from '../draw.ts';
import { durationOf } from '../measures.ts';
import type { Leg, PhaseName, RequestRecord, RunRecord } from '../record.ts';
import type { Variant } from '../variant.ts';
import { beganAt } from './addresses.ts';

/** A span in Zipkin's format. Times in µs. */
export interface ZipkinSpan {
  readonly traceId: string;
  readonly id: string;
  readonly parentId?: string;
  readonly kind?: 'CLIENT';
  readonly name: string;
  readonly timestamp: number;
  readonly duration: number;
  readonly localEndpoint: { readonly serviceName: string };
  readonly tags: Readonly<Record<string, string>>;
}

/** Spans of a client, by phases of the model. Others belong to the command itself. */
const SPANS: Readonly<Partial<Record<PhaseName, string>>> = {
  waitCaller: 'wait for a thread',
  backoff: 'retry backoff',
  topology: 'refresh topology',
  waitConnection: 'borrow connection',
  connect: 'connect',
  testOnBorrow: 'ping',
  testOnReturn: 'ping',
  giveBack: 'return connection',
};

/** Spans shorter than this are left out, as a tracer would not make one for them, ns. */
const SHORTEST_NS = 5000;

const FAN_OUT = 'fan-out';

/** Legs that follow each other under one name become one span. */
function joined(legs: readonly Leg[], command: string): { name: string; fromNs: number; toNs: number }[] {
  const spans: { name: string; fromNs: number; toNs: number }[] = [];
  for (const { phase, fromNs, toNs } of legs) {
    const name = phase === 'fanOut' ? FAN_OUT : (SPANS[phase] ?? command);
    const last = spans.at(-1);
    if (last?.name === name) last.toNs = toNs;
    else spans.push({ name, fromNs, toNs });
  }
  return spans.filter((span) => span.toNs - span.fromNs >= SHORTEST_NS);
}

/** The median request, the one at the 99th percentile and the slowest: of all, with those that have not ended. */
function chosen(requests: readonly RequestRecord[]): RequestRecord[] {
  const ordered = [...requests].sort((a, b) => durationOf(a) - durationOf(b));
  const places = [0.5, 0.99, 1].map((share) => Math.floor(share * (ordered.length - 1)));
  return [...new Set(places)].flatMap((place) => ordered[place] ?? []);
}

/** Traces in the order median, 99th percentile, slowest. */
export function tracesOf(variant: Variant, record: RunRecord): ZipkinSpan[][] {
  const { seed, incident, commands } = variant;
  const beganUs = beganAt(variant) * 1e6;
  return chosen(record.requests).map((request) => {
    const id = (name: string) => hashOf(`${seed}:${request.id}:${name}`).toString(16).padStart(16, '0');
    const traceId = id('trace');
    const legs = record.legsOf(request.id);
    const command = (commands[request.kind] ?? commands.command).name;
    const whole = legs.filter(({ part }) => part === undefined);
    const parts = group(
      legs.filter(({ part }) => part !== undefined),
      ({ part }) => part,
    );
    const make = (name: string, fromNs: number, toNs: number, own: string, parent?: string): ZipkinSpan => ({
      traceId,
      id: id(own),
      ...(parent !== undefined && { parentId: id(parent) }),
      kind: 'CLIENT',
      name,
      timestamp: Math.round(beganUs + fromNs / 1000),
      duration: Math.max(1, Math.round((toNs - fromNs) / 1000)),
      localEndpoint: { serviceName: incident.service },
      tags: {},
    });
    const root = make(parts.size > 0 ? 'mget' : 'request', request.startNs, request.endNs, 'root');
    const state: Record<string, string> = request.isOpen
      ? { state: 'not ended' }
      : request.failure
        ? { error: request.failure }
        : {};
    const children = joined(whole, command).map((span, index) =>
      make(span.name, span.fromNs, span.toNs, `leg ${index}`, 'root'),
    );
    // A worker sends several parts one after the other: a new one begins where the former was given back.
    const partSpans = [...parts.values()].flatMap((own, lane) =>
      joined(own, command)
        .filter(({ name }) => name === command || SPANS.testOnBorrow === name)
        .map((span, index) => make(span.name, span.fromNs, span.toNs, `part ${lane} ${index}`, 'root')),
    );
    return [{ ...root, tags: state }, ...children, ...partSpans];
  });
}

/** The file that a tracing system would export. */
export const traceText = (traces: readonly (readonly ZipkinSpan[])[]): string =>
  `${JSON.stringify(traces, null, 1)}\n`;
