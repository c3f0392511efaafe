/** Settings of a scenario that a library or its runtime decides itself, so that the plan lists them as adapted. */
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { LibraryName } from './library.ts';

/** Threads that a sync() of ClusterPipeline starts at most (MULTI_NODE_PIPELINE_SYNC_WORKERS). */
const SYNC_WORKERS = 3;
/** The model's limit of threads, which all callers have in common. */
const MOST_WORKERS = 1_000;

/** Threads of all ClusterPipelines at a time. */
export const syncWorkers = (callers: number): number => Math.min(MOST_WORKERS, SYNC_WORKERS * callers);

type Settings = Readonly<Record<string, string | number | boolean>>;

/** Go's pools serve waiting callers in order. */
const GO_POOL: Settings = { 'client.connections.handoff': 'fifo' };
/** redigo, go-redis 8 and the pool of rueidis do not look into a socket before they use it. */
const UNCHECKED: Settings = { 'client.connections.checkOnGet': 'none' };
/** They open a connection when a caller needs it. */
const NOT_FILLED: Settings = { 'client.connections.fillInBackground': false };
/** Their size cannot be chosen: bufio's 4 KiB. */
const BUFIO: Settings = { 'client.io.bufferBytes': 0 };

const isClusterPipeline = ({ server, workload }: Scenario): boolean =>
  server.nodes > 1 && workload.batch.kind === 'pipeline';
/** Jedis' ClusterPipeline starts threads in each sync(): at most three, one for each node. */
const ofClusterPipeline = (scenario: Scenario): Settings => ({
  'client.crossSlot.workers': syncWorkers(scenario.workload.arrivals.callers),
  'client.crossSlot.threadPerPart': true,
});

const SETTINGS: Readonly<Record<LibraryName, (version: string, scenario: Scenario) => Settings>> = {
  // With a timeout for connecting, Java's sockets do not block: read(), then poll(), then read() (JDK 13 and newer).
  jedis: (_, scenario) => ({
    'client.io.readFirst': true,
    'client.io.pollBeforeRead': true,
    ...(isClusterPipeline(scenario) && ofClusterPipeline(scenario)),
  }),
  lettuce: (version) => ({ 'client.io.taskFairness': version.startsWith('6.') ? 'netty41' : 'netty42' }),
  goRedis: (version) => ({
    ...GO_POOL,
    'client.connections.fillInBackground': true,
    ...(version.startsWith('8.') ? { ...UNCHECKED, ...BUFIO } : { 'client.connections.checkOnGet': 'peek' }),
  }),
  redigo: () => ({ ...GO_POOL, ...UNCHECKED, ...NOT_FILLED, ...BUFIO }),
  rueidis: (_, { client }) => ({
    ...GO_POOL,
    ...UNCHECKED,
    ...NOT_FILLED,
    'client.connections.pick': 'random',
    // Only the pool takes a size.
    ...(client.connections.kind === 'shared' && BUFIO),
  }),
};

/** By path; those that a scenario's kind of client lacks are to be left out. */
export const librarySettings = (name: LibraryName, version: string, scenario: Scenario): Settings =>
  SETTINGS[name](version, scenario);
