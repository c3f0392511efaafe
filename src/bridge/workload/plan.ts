/**
 * Maps a scenario to a workload for real clients. A value is taken over, adapted or rejected. Adapted values
 * are listed: reality decides them (server costs) or approximates them (a size). A rejection includes the
 * nearest scenario that can run.
 */

import { applyEdits } from '../../model/scenario/apply-edits.ts';
import { fields } from '../../model/scenario/fields.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { type Edits, getAt, type Json } from '../../model/scenario/patch.ts';
import { commandFor, replyBytesOf, requestBytesOf } from './command.ts';
import { isLibrary, type LibraryName, releasesOf } from './library.ts';
import { LIBRARY_RULES, libraryOf, releaseFor } from './library-rules.ts';
import { librarySettings } from './library-settings.ts';
import { LIMITS } from './limits.ts';
import { benchmarkRules, nodeRules } from './node-rules.ts';
import type { Remark } from './remark.ts';
import { atMost, type Choice, flushOf, isPooled, mean, only, type Rule, unless } from './rule.ts';
import type { Driver, RealArrivals, RealBatch, RealPool, RealWorkload } from './workload.ts';

export interface Adaptation {
  readonly path: string;
  /** Null: this machine and this Redis decide. */
  readonly to: string | number | boolean | null;
}

/** A run by a library in a separate program. */
export interface LibraryRun {
  readonly name: LibraryName;
  readonly version: string;
  readonly runtime: 'threads' | 'virtualThreads' | 'goroutines';
  /** The scenario's client, with what the library decides itself. */
  readonly client: Scenario['client'];
}

/** The outcome for a scenario. */
export type Plan =
  | {
      readonly kind: 'possible';
      readonly workload: RealWorkload;
      /** How a library's own program runs it; null for the clients of Node. */
      readonly library: LibraryRun | null;
      readonly adapted: readonly Adaptation[];
    }
  | {
      readonly kind: 'impossible';
      /** Reasons. */
      readonly misfits: readonly Remark[];
      /** Changes that make the scenario runnable, and the driver. */
      readonly nearest: { readonly edits: Edits; readonly driver: Driver };
    };

/**
 * Execution times that a real command cannot be configured to take; shorter ones are lost in the server's own
 * time.
 */
const MIN_EXECUTION_US = 20;

const commonRules: readonly Rule[] = [
  // Nothing happens to the real server on time. Events name nodes, which go next.
  unless('events', ({ events = [] }) => events.length > 0 && null),
  only('client.readFrom', 'primary'),
  // The clients learn the slots once, when they connect, and no slot moves.
  unless('server.resharding', ({ server }) => server.resharding.kind !== 'none' && { kind: 'none' }),
  unless(
    'workload.popularity',
    ({ workload }) => workload.popularity.kind !== 'uniform' && { kind: 'uniform' },
  ),
  unless('client.topology', ({ client }) => client.topology.kind !== 'static' && { kind: 'static' }),
  unless('client.reconnect', ({ client }) => client.reconnect.kind !== 'library' && { kind: 'library' }),
  unless('client.pinned', ({ client }) => client.pinned.kind !== 'nowhere' && { kind: 'nowhere' }),
  unless('network.proxy', ({ network }) => network.proxy.kind !== 'none' && { kind: 'none' }),
  unless('network.tls', ({ network }) => network.tls.kind !== 'none' && { kind: 'none' }),
  unless(
    'client.application.runs',
    ({ client }) => client.application.runs.kind !== 'caller' && { kind: 'caller' },
  ),
  // What the path to the real server has no means for. What is in a choice comes after the choice.
  ...fields
    .filter(({ real }) => real === 'default')
    .map(({ path, default: value }) => only(path, value ?? null)),
  unless('neighbours', ({ neighbours = [] }) => neighbours.length > 0 && null),
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

const rulesOf = (driver: Driver | undefined): readonly Rule[] => {
  if (driver === 'redisBenchmark') return benchmarkRules;
  return driver !== undefined && isLibrary(driver) ? LIBRARY_RULES[driver] : nodeRules;
};

/** Plans a complete scenario. */
export function planOf(scenario: Scenario, choice: Choice): Plan {
  const selected = choice.driver ?? libraryOf(scenario);
  const isHere = selected && (!isLibrary(selected) || choice.libraries.includes(selected));
  const chosen = isHere ? selected : undefined;
  const misfits: Remark[] = [];
  const edits: Record<string, Json> = {};
  // Each rule sees the changes of the rules before it.
  let fitting = scenario;
  for (const { path, nearest, code = 'BR-16' } of [...rulesOf(chosen), ...commonRules]) {
    const to = nearest(fitting, choice);
    if (to === undefined) continue;
    const value = short(getAt(scenario, path));
    misfits.push({ code, detail: { path, value } });
    edits[path] = to;
    fitting = applyEdits(fitting, { [path]: to }) as unknown as Scenario;
  }
  const driver = chosen ?? nodeDriverOf(fitting);
  if (misfits.length > 0) {
    const named = misfits.map(({ code, detail }) => ({ code, detail: { ...detail, driver } }));
    return { kind: 'impossible', misfits: named, nearest: { edits, driver } };
  }
  const workload = workloadOf(scenario, driver);
  if (!isLibrary(driver))
    return { kind: 'possible', workload, library: null, adapted: adaptations(scenario, workload, {}) };
  const version = choice.version ?? releaseFor(driver, scenario) ?? releasesOf(driver)[0].version;
  const decided = decidedBy(driver, version, scenario);
  const { client } = applyEdits(scenario, decided) as unknown as Scenario;
  const threads = choice.virtualThreads ? 'virtualThreads' : 'threads';
  const runtime = client.runtime.kind === 'goroutines' ? 'goroutines' : threads;
  return {
    kind: 'possible',
    workload,
    library: { name: driver, version, runtime, client },
    adapted: adaptations(scenario, workload, decided),
  };
}

type Settings = Readonly<Record<string, string | number | boolean>>;

/** What a library decides itself, by path, where the scenario has another value. */
export const decidedBy = (name: LibraryName, version: string, scenario: Scenario): Settings =>
  changesIn(scenario, librarySettings(name, version, scenario));

/** The settings that a scenario has with another value. */
const changesIn = (scenario: Scenario, settings: Settings): Settings =>
  Object.fromEntries(
    Object.entries(settings).filter(([path, to]) => {
      const given = getAt(scenario, path);
      return given !== undefined && given !== to;
    }),
  );

const short = (value: unknown): string => {
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : value;
  return typeof kind === 'object' ? JSON.stringify(kind) : String(kind);
};

function nodeDriverOf(scenario: Scenario): Driver {
  const flush = flushOf(scenario);
  if (isPooled(scenario)) return flush === 'everyCommand' ? 'ioredisPool' : 'nodeRedisPool';
  if (flush === 'oneInFlight') return 'ioredisAutoPipelining';
  return flush === 'everyCommand' ? 'ioredis' : 'nodeRedis';
}

function workloadOf(scenario: Scenario, driver: Driver): RealWorkload {
  const { client, network, server, workload, seed } = scenario;
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
    ...(server.nodes > 1 && { nodes: server.nodes }),
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

/** What the pools of Node have instead. */
const NODE_POOL = {
  // A returned connection goes to the longest-waiting request, nothing is wrapped, and the pool is full from the
  // start.
  'client.connections.handoff': 'fifo',
  'client.connections.wrap': false,
  'client.connections.warm': true,
  'client.connections.timeBetweenEvictionRunsMs': 0,
  'client.connections.testOnCreate': false,
  'client.connections.idleTimeoutMs': 0,
  'client.connections.maxLifetimeMs': 0,
  'client.connections.fillInBackground': false,
} as const;

/** Values that were taken over in another form. */
function adaptations(scenario: Scenario, workload: RealWorkload, decided: Settings): Adaptation[] {
  const requested: Settings = {
    ...decided,
    'network.transport': workload.transport,
    'workload.command.requestBytes': requestBytesOf(workload.command),
    'workload.command.replyBytes': replyBytesOf(workload.command),
    ...(workload.second && {
      'workload.second.requestBytes': requestBytesOf(workload.second),
      'workload.second.replyBytes': replyBytesOf(workload.second),
    }),
    ...(workload.pool &&
      !isLibrary(workload.driver) && { 'client.connections.order': workload.pool.order, ...NODE_POOL }),
    // Node's socket has its own.
    'client.io.highWaterMarkBytes': 0,
    ...(workload.batch.kind === 'transaction' && { 'workload.batch.roundTrips': workload.batch.roundTrips }),
  };
  const changed = Object.entries(changesIn(scenario, requested));
  return [...changed.map(([path, to]) => ({ path, to })), ...REALITYS.map((path) => ({ path, to: null }))];
}
