/**
 * Maps a scenario to a workload for real clients. A value is taken over, adapted or rejected. Adapted values
 * are listed: reality decides them (server costs) or approximates them (a size). A rejection includes the
 * nearest scenario that can run.
 */

import { applyEdits } from '../../model/scenario/apply-edits.ts';
import { fields } from '../../model/scenario/fields.ts';
import type { Dist, Scenario } from '../../model/scenario/generated/scenario.ts';
import { type Edits, getAt, type Json } from '../../model/scenario/patch.ts';
import { commandFor, replyBytesOf, requestBytesOf } from './command.ts';
import { LIMITS } from './limits.ts';
import type { Remark } from './remark.ts';
import type { Driver, RealArrivals, RealBatch, RealPool, RealWorkload } from './workload.ts';

export interface Adaptation {
  readonly path: string;
  /** Null: this machine and this Redis decide. */
  readonly to: string | number | boolean | null;
}

/** The outcome for a scenario. */
export type Plan =
  | {
      readonly kind: 'possible';
      readonly workload: RealWorkload;
      readonly adapted: readonly Adaptation[];
    }
  | {
      readonly kind: 'impossible';
      /** Reasons. */
      readonly misfits: readonly Remark[];
      /** Changes that make the scenario runnable, and the driver. */
      readonly nearest: { readonly edits: Edits; readonly driver: Driver };
    };

/** Options outside the scenario. */
export interface Choice {
  /** A driver that no scenario selects. */
  readonly driver?: 'redisBenchmark' | undefined;
  /** Whether Redis is the bridge's own and ends with it: then keys without expiry are harmless. */
  readonly ownServer: boolean;
}

/**
 * A condition of a runnable scenario. `nearest` returns the change that fulfils it, or undefined if it holds.
 */
interface Rule {
  readonly path: string;
  readonly nearest: (scenario: Scenario, choice: Choice) => Json | undefined;
}

/**
 * Execution times that a real command cannot be configured to take; shorter ones are lost in the server's own
 * time.
 */
const MIN_EXECUTION_US = 20;

const ARGUMENT_BYTES = 100_000;

/** Minimum wait of a timer. */
const TIMER_US = 1_000;

const mean = (dist: Dist): number => {
  if (dist.kind === 'constant') return dist.value;
  return dist.kind === 'uniform' ? (dist.min + dist.max) / 2 : dist.mean;
};

const atMost = (path: string, limit: number): Rule => ({
  path,
  nearest: (scenario) => (Number(getAt(scenario, path) ?? 0) > limit ? limit : undefined),
});
const only = (path: string, value: Json): Rule => ({
  path,
  nearest: (scenario) => {
    const given = getAt(scenario, path);
    return given === undefined || given === value ? undefined : value;
  },
});
/** A change that is needed while a condition holds. */
const unless = (path: string, needed: (scenario: Scenario, choice: Choice) => Json | false): Rule => ({
  path,
  nearest: (scenario, choice) => {
    const value = needed(scenario, choice);
    return value === false ? undefined : value;
  },
});

const isPooled = ({ client }: Scenario) => client.connections.kind === 'pooled';
const flushOf = ({ client }: Scenario) =>
  client.io.kind === 'eventLoops' ? client.io.flush.kind : undefined;

/** Clients whose callers are callbacks of one event loop, as in Node. */
const nodeRules: readonly Rule[] = [
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
const benchmarkRules: readonly Rule[] = [
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

const commonRules: readonly Rule[] = [
  only('server.nodes', 1),
  // A single server has no topology to discover and no slots to move.
  unless('server.resharding', ({ server }) => server.resharding.kind !== 'none' && { kind: 'none' }),
  unless('client.topology', ({ client }) => client.topology.kind !== 'static' && { kind: 'static' }),
  // What the path to the real server has no means for.
  ...fields
    .filter(({ real }) => real === 'default')
    .map(({ path, default: value }) => only(path, value ?? null)),
  atMost('network.rttUs', LIMITS.rttUs),
  unless(
    'workload.command.execUs',
    ({ workload }) => mean(workload.command.execUs) > MIN_EXECUTION_US && { kind: 'constant', value: 0 },
  ),
  unless(
    'workload.second.execUs',
    ({ workload: { second } }) =>
      second.share > 0 && mean(second.execUs) > MIN_EXECUTION_US && { kind: 'constant', value: 0 },
  ),
  unless(
    'workload.second.blockMs',
    ({ workload: { second } }) => second.share > 0 && second.blockMs > 0 && 0,
  ),
  only('workload.third.share', 0),
  atMost('workload.command.requestBytes', LIMITS.payloadBytes),
  atMost('workload.command.replyBytes', LIMITS.payloadBytes),
  atMost('workload.second.requestBytes', LIMITS.payloadBytes),
  atMost('workload.second.replyBytes', LIMITS.payloadBytes),
  atMost('workload.batch.size', LIMITS.batch),
  atMost('workload.arrivals.callers', LIMITS.callers),
  atMost('workload.arrivals.ratePerSec', LIMITS.openRatePerSec),
  atMost('client.connections.maxTotal', LIMITS.connections),
  atMost('client.connections.count', LIMITS.connections),
];

const nodeIo = (flush: string): Json => ({
  kind: 'eventLoops',
  loops: 1,
  timeoutScheduler: { kind: 'none' },
  flush: { kind: flush },
});

/** Plans a complete scenario. */
export function planOf(scenario: Scenario, choice: Choice): Plan {
  const rules = [...(choice.driver === 'redisBenchmark' ? benchmarkRules : nodeRules), ...commonRules];
  const misfits: Remark[] = [];
  const edits: Record<string, Json> = {};
  // Each rule sees the changes of the rules before it.
  let fitting = scenario;
  for (const { path, nearest } of rules) {
    const to = nearest(fitting, choice);
    if (to === undefined) continue;
    const value = short(getAt(scenario, path));
    misfits.push({ code: 'BR-16', detail: { path, value } });
    edits[path] = to;
    fitting = applyEdits(fitting, { [path]: to }) as unknown as Scenario;
  }
  const driver = choice.driver ?? driverOf(fitting);
  if (misfits.length > 0) {
    const named = misfits.map(({ code, detail }) => ({ code, detail: { ...detail, driver } }));
    return { kind: 'impossible', misfits: named, nearest: { edits, driver } };
  }
  const workload = workloadOf(scenario, driver);
  return { kind: 'possible', workload, adapted: adaptations(scenario, workload) };
}

const short = (value: unknown): string => {
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : value;
  return typeof kind === 'object' ? JSON.stringify(kind) : String(kind);
};

function driverOf(scenario: Scenario): Driver {
  const flush = flushOf(scenario);
  if (isPooled(scenario)) return flush === 'everyCommand' ? 'ioredisPool' : 'nodeRedisPool';
  if (flush === 'oneInFlight') return 'ioredisAutoPipelining';
  return flush === 'everyCommand' ? 'ioredis' : 'nodeRedis';
}

function workloadOf(scenario: Scenario, driver: Driver): RealWorkload {
  const { client, network, workload, seed } = scenario;
  const { connections } = client;
  const { second } = workload;
  const arrivals = arrivalsOf(workload.arrivals);
  const max =
    connections.kind === 'shared'
      ? connections.count
      : connections.kind === 'pooled'
        ? connections.maxTotal
        : 1;
  const isRelayed = network.rttUs > 0 || mean(network.requestJitterUs) > 0 || mean(network.replyJitterUs) > 0;
  const { rttUs, requestJitterUs, replyJitterUs } = network;
  return {
    driver,
    connections: driver === 'redisBenchmark' ? Math.min(max, arrivals.callers, LIMITS.connections) : max,
    pick: connections.kind === 'shared' && driver !== 'redisBenchmark' ? connections.pick : null,
    pool: connections.kind === 'pooled' && driver !== 'redisBenchmark' ? poolOf(connections, driver) : null,
    arrivals,
    command: commandFor(workload.command),
    second: second.share > 0 ? { ...commandFor(second), share: second.share } : null,
    batch: batchOf(workload.batch),
    // The relay is reached through TCP.
    transport: isRelayed ? 'tcp' : network.transport,
    relay: isRelayed ? { rttUs, requestJitterUs, replyJitterUs } : null,
    seed,
  };
}

type Pooled = Extract<Scenario['client']['connections'], { kind: 'pooled' }>;

const poolOf = ({ order, maxWaitMs, testOnBorrow }: Pooled, driver: Driver): RealPool =>
  // @redis/client lends the connection that has been idle longest, and tests none.
  driver === 'nodeRedisPool'
    ? { order: 'fifo', maxWaitMs, testOnBorrow: false }
    : { order, maxWaitMs, testOnBorrow };

function arrivalsOf(arrivals: Scenario['workload']['arrivals']): RealArrivals {
  return { ...arrivals };
}

function batchOf(batch: Scenario['workload']['batch']): RealBatch {
  switch (batch.kind) {
    case 'none':
    case 'multiKey':
    case 'pipeline':
      return { ...batch };
    case 'transaction':
      return { kind: 'transaction', size: batch.size, roundTrips: batch.roundTrips === 1 ? 1 : 2 };
    case 'transactionInPipeline':
      return { kind: 'transaction', size: batch.size, roundTrips: 1 };
  }
}

/** Fields that the server, the machine and the clock decide. */
const REALITYS = ['costs', 'server', 'client.cores', 'network.segmentBytes', 'run'];

/** Values that were taken over in another form. */
function adaptations(scenario: Scenario, workload: RealWorkload): Adaptation[] {
  const requested: Record<string, string | number | boolean> = {
    'network.transport': workload.transport,
    'workload.command.requestBytes': requestBytesOf(workload.command),
    'workload.command.replyBytes': replyBytesOf(workload.command),
    ...(workload.second && {
      'workload.second.requestBytes': requestBytesOf(workload.second),
      'workload.second.replyBytes': replyBytesOf(workload.second),
    }),
    ...(workload.pool && {
      'client.connections.order': workload.pool.order,
      // Node's pools hand a returned connection to the longest-waiting request, wrap nothing and are full
      // from the start.
      'client.connections.handoff': 'fifo',
      'client.connections.wrap': false,
      'client.connections.warm': true,
      'client.connections.timeBetweenEvictionRunsMs': 0,
      'client.connections.testOnCreate': false,
      'client.connections.idleTimeoutMs': 0,
      'client.connections.maxLifetimeMs': 0,
      'client.connections.fillInBackground': false,
    }),
    // Node's socket has its own.
    'client.io.highWaterMarkBytes': 0,
    ...(workload.batch.kind === 'transaction' && { 'workload.batch.roundTrips': workload.batch.roundTrips }),
  };
  const differs = ([path, to]: [string, unknown]) =>
    getAt(scenario, path) !== undefined && getAt(scenario, path) !== to;
  const changed = Object.entries(requested).filter(differs);
  return [...changed.map(([path, to]) => ({ path, to })), ...REALITYS.map((path) => ({ path, to: null }))];
}
