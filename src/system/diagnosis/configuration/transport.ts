/** How commands reach the socket: Nagle's algorithm, flush delays, blocking commands among others. */
import { count, time } from '../../../model/explain/finding.ts';
import type { FindingRule } from '../finding.ts';
import { edit, FOUND, originsAt } from '../subject.ts';

/** TCP_NODELAY is off. */
export const nagleOn: FindingRule = (subject) =>
  subject.scenario.network.nagle
    ? {
        ...FOUND,
        id: 'nagleOn',
        source: 'configuration',
        origins: originsAt(subject, 'network.nagle'),
        facts: {},
        change: edit({ 'network.nagle': false }),
        weight: 1.2,
      }
    : undefined;

/** Connections are encrypted: the simulated effect is that of plain TCP. */
export const tlsOn: FindingRule = (subject) =>
  subject.scenario.network.tls.kind === 'none'
    ? undefined
    : {
        ...FOUND,
        id: 'tlsOn',
        source: 'configuration',
        severity: 'note',
        origins: originsAt(subject, 'network.tls.kind'),
        facts: {},
        change: edit({ 'network.tls.kind': 'none' }),
      };

/** A flush delay in Go: a sleep shorter than a millisecond takes about one when the process is otherwise idle. */
export const flushDelayInGo: FindingRule = (subject) => {
  const { io, runtime } = subject.scenario.client;
  if (io.kind !== 'writerReader' || runtime.kind !== 'goroutines' || io.flushDelayUs === 0) return undefined;
  return {
    ...FOUND,
    id: 'flushDelayInGo',
    source: 'configuration',
    origins: originsAt(subject, 'client.io.flushDelayUs'),
    facts: { delay: time(io.flushDelayUs) },
    change: edit({ 'client.io.flushDelayUs': 0 }),
    weight: 3,
  };
};

/** Blocking commands on a connection that other callers use too. */
export const blockingOnShared: FindingRule = (subject) => {
  const { client, workload } = subject.scenario;
  const further = (['second', 'third'] as const).filter(
    (name) => workload[name].share > 0 && workload[name].blockMs > 0,
  );
  if (client.connections.kind !== 'shared' || further.length === 0) return undefined;
  return {
    ...FOUND,
    id: 'blockingOnShared',
    source: 'configuration',
    severity: 'error',
    origins: originsAt(
      subject,
      'client.connections.kind',
      ...further.map((name) => `workload.${name}.blockMs`),
    ),
    facts: {
      block: time(Math.max(...further.map((name) => workload[name].blockMs)) * 1000),
      connections: count(client.connections.count),
    },
    change: edit(Object.fromEntries(further.map((name) => [`workload.${name}.share`, 0]))),
    weight: 5,
  };
};

/** One command at a time by a single caller: batching cannot help, and its bookkeeping costs time. */
export const batchingAlone: FindingRule = (subject) => {
  const { client, workload } = subject.scenario;
  const isBatching =
    client.io.kind === 'eventLoops' && ['drained', 'delayed', 'oneInFlight'].includes(client.io.flush.kind);
  if (!isBatching || workload.arrivals.kind !== 'closed' || workload.arrivals.callers > 1) return undefined;
  return {
    ...FOUND,
    id: 'batchingAlone',
    source: 'configuration',
    severity: 'note',
    origins: originsAt(subject, 'client.io.flush.kind', 'workload.arrivals.callers'),
    facts: {},
    change: edit({ 'client.io.flush.kind': 'everyCommand' }),
  };
};
