/** Rules of the workloads that the Node clients and redis-benchmark can run. */
import type { Json } from '../../model/scenario/patch.ts';
import { atMost, flushOf, isPooled, mean, oneServer, only, type Rule, unless } from './rule.ts';

const ARGUMENT_BYTES = 100_000;

/** Minimum wait of a timer. */
const TIMER_US = 1_000;

/** Clients whose callers are callbacks of one event loop, as in Node. */
export const nodeRules: readonly Rule[] = [
  oneServer,
  unless('client.io', ({ client: { io, runtime } }) =>
    runtime.kind === 'eventLoop' && io.kind === 'eventLoops'
      ? false
      : nodeIo(io.kind === 'eventLoops' ? io.flush.kind : 'drained'),
  ),
  only('client.runtime.kind', 'eventLoop'),
  // These clients have no limit; the socket has Node's own.
  only('client.io.requestQueueSize', 0),
  only('client.io.replyTimeoutMs', 0),
  only('client.io.socketTimeoutMs', 0),
  unless('client.io.flush.kind', (scenario) => {
    const flush = flushOf(scenario);
    if (flush === 'delayed' || flush === 'explicit' || flush === 'writable') return 'drained';
    return flush === 'oneInFlight' && isPooled(scenario) ? 'everyCommand' : false;
  }),
  unless(
    'client.connections',
    ({ client }) =>
      client.connections.kind === 'perRequest' && { kind: 'pooled', maxTotal: 8, handoff: 'fifo' },
  ),
  // Of the pools, only generic-pool tests its connections.
  unless('client.io.flush.kind', (scenario) => {
    const { connections } = scenario.client;
    return (
      connections.kind === 'pooled' &&
      connections.testOnBorrow &&
      flushOf(scenario) === 'drained' &&
      'everyCommand'
    );
  }),
  // The mark belongs to a socket that is written when the queue is drained.
  unless('client.io.highWaterMarkBytes', (scenario) => {
    const { io } = scenario.client;
    return io.kind === 'eventLoops' && io.highWaterMarkBytes > 0 && flushOf(scenario) !== 'drained' && 0;
  }),
  // Features of Go's pools and of threads.
  only('client.connections.idleTimeoutMs', 0),
  only('client.connections.maxLifetimeMs', 0),
  only('client.connections.fillInBackground', false),
  only('client.crossSlot.threadPerPart', false),
  unless(
    'client.crossSlot.collect',
    ({ client: { crossSlot } }) =>
      crossSlot.kind === 'split' &&
      ['busyPoll', 'timedGet'].includes(crossSlot.collect.kind) && { kind: 'join' },
  ),
  only('client.connections.testOnReturn', false),
  only('client.connections.testWhileIdle', false),
  only('client.connections.checkOnGet', 'none'),
  only('client.connections.blockWhenExhausted', true),
  unless('workload.arrivals.thinkUs', ({ workload: { arrivals } }) => {
    if (arrivals.kind === 'open') return false;
    const us = mean(arrivals.thinkUs);
    return us > 0 && us < TIMER_US && { kind: 'constant', value: us < TIMER_US / 2 ? 0 : TIMER_US };
  }),
  unless(
    'workload.batch.roundTrips',
    ({ workload: { batch } }) => batch.kind === 'transaction' && batch.roundTrips > 2 && 2,
  ),
  unless(
    'workload.batch.replyPerKey',
    ({ workload: { batch } }, { ownServer }) => batch.kind === 'multiKey' && !batch.replyPerKey && !ownServer,
  ),
];

/** A C program with an event loop, one request or pipeline at a time per connection. */
export const benchmarkRules: readonly Rule[] = [
  oneServer,
  unless(
    'workload.arrivals',
    ({ workload: { arrivals } }) =>
      arrivals.kind === 'open' && {
        kind: 'closed',
        callers: Math.min(arrivals.callers, 50),
        rampUs: 0,
        thinkUs: { kind: 'constant', value: 0 },
      },
  ),
  unless(
    'workload.arrivals.thinkUs',
    ({ workload: { arrivals } }) =>
      arrivals.kind === 'closed' && mean(arrivals.thinkUs) > 0 && { kind: 'constant', value: 0 },
  ),
  unless(
    'workload.batch.kind',
    ({ workload: { batch } }) => batch.kind !== 'none' && batch.kind !== 'pipeline' && 'pipeline',
  ),
  only('workload.second.share', 0),
  // Its values are command-line arguments of limited length.
  atMost('workload.command.requestBytes', ARGUMENT_BYTES),
];

const nodeIo = (flush: string): Json => ({
  kind: 'eventLoops',
  loops: 1,
  timeoutScheduler: { kind: 'none' },
  flush: { kind: flush },
});
