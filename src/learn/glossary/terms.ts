/**
 * The glossary's terms: their groups, and where to see each in the Lab. Their texts are in
 * `i18n/<lang>/terms.json`.
 */

export const TERM_GROUPS = ['time', 'machine', 'client', 'server', 'cluster', 'model'] as const;

export interface Term {
  readonly id: string;
  readonly group: (typeof TERM_GROUPS)[number];
  /** The query of a Lab link (`model/scenario/url.ts`) that shows it; empty: the first picture does. */
  readonly show: string;
}

export const TERMS: readonly Term[] = [
  { id: 'rtt', group: 'time', show: 'panel=request&paused=1&t=5ms&explain=wire' },
  { id: 'responseTime', group: 'time', show: 'panel=request' },
  { id: 'serviceTime', group: 'time', show: 'panel=request&explain=mainThread' },
  { id: 'throughput', group: 'time', show: 'panel=charts' },
  { id: 'utilisation', group: 'time', show: 'panel=why' },
  { id: 'bottleneck', group: 'time', show: 'panel=why' },
  { id: 'queue', group: 'time', show: 'zoom=parts&explain=poolQueue' },
  { id: 'littlesLaw', group: 'time', show: 'panel=why' },
  { id: 'percentile', group: 'time', show: 'panel=charts' },
  { id: 'tail', group: 'time', show: 'panel=charts' },
  { id: 'closedLoad', group: 'time', show: 'panel=charts' },
  {
    id: 'openLoad',
    group: 'time',
    show: 'workload.arrivals.kind=open&workload.arrivals.ratePerSec=5000&panel=charts&explain=backlog',
  },
  { id: 'metastable', group: 'time', show: 'a=retry-storm&b=retry-storm-untouched&panel=charts' },
  { id: 'goodput', group: 'time', show: 'a=load-falls&b=load-rises&panel=charts' },
  { id: 'hysteresis', group: 'time', show: 'a=load-falls&b=load-rises&panel=charts' },
  {
    id: 'thinkTime',
    group: 'time',
    show: 'workload.arrivals.thinkUs.kind=constant&workload.arrivals.thinkUs.value=2000&explain=callers',
  },
  { id: 'warmUp', group: 'time', show: 'panel=charts' },
  { id: 'confidence', group: 'time', show: 'panel=figures' },
  { id: 'thread', group: 'machine', show: 'zoom=parts&explain=callers' },
  { id: 'core', group: 'machine', show: 'client.cores=2&panel=timeline&explain=clientMachine' },
  { id: 'syscall', group: 'machine', show: 'zoom=calls' },
  {
    id: 'contextSwitch',
    group: 'machine',
    show: 'a=s0-jedis-200&b=s0-jedis-50&panel=timeline&explain=clientMachine',
  },
  { id: 'kernelTime', group: 'machine', show: 'a=s0-jedis-200&b=s0-lettuce-shared&panel=profile' },
  { id: 'runQueue', group: 'machine', show: 'client.cores=2&panel=timeline&explain=clientMachine' },
  {
    id: 'parkUnpark',
    group: 'machine',
    show: 'a=one-caller-jedis&b=one-caller-lettuce&panel=timeline&explain=callers',
  },
  {
    id: 'readiness',
    group: 'machine',
    show: 'a=lettuce-shared&b=lettuce-multi-8&zoom=calls&explain=eventLoops',
  },
  { id: 'socketBuffer', group: 'machine', show: 'zoom=calls&explain=socketBuffers' },
  { id: 'segment', group: 'machine', show: 'workload.command.replyBytes=20000&zoom=calls' },
  {
    id: 'jitter',
    group: 'machine',
    show: 'network.requestJitterUs.kind=exponential&network.requestJitterUs.mean=100&panel=request&follow=b:500&explain=wire',
  },
  { id: 'nagle', group: 'machine', show: 'network.nagle=true&zoom=calls' },
  { id: 'loopback', group: 'machine', show: 'a=rtt-loopback&b=rtt-rack&panel=request&explain=wire' },
  {
    id: 'window',
    group: 'machine',
    show: 'workload.command.replyBytes=100000&network.rttUs=12000&explain=wire',
  },
  { id: 'connection', group: 'client', show: 'zoom=parts&explain=connections' },
  { id: 'pool', group: 'client', show: 'a=jedis-pool-8&b=jedis-pool-50&explain=connections' },
  { id: 'borrow', group: 'client', show: 'a=jedis-pool-8&b=jedis-pool-50&panel=request&explain=poolQueue' },
  { id: 'testOnBorrow', group: 'client', show: 'a=pool-tested-twice&b=pool-without-tests&panel=request' },
  { id: 'pinning', group: 'client', show: 'a=virtual-pinned&b=virtual-not-pinned&panel=why' },
  { id: 'shared', group: 'client', show: 'a=jedis-one-connection&b=lettuce-shared&explain=taskQueue' },
  {
    id: 'eventLoop',
    group: 'client',
    show: 'a=lettuce-shared&b=lettuce-multi-8&zoom=parts&explain=eventLoops',
  },
  {
    id: 'taskQueue',
    group: 'client',
    show: 'a=lettuce-shared&b=lettuce-multi-8&zoom=parts&explain=taskQueue',
  },
  { id: 'flush', group: 'client', show: 'a=get3-auto-flush&b=get3-manual-flush&zoom=calls' },
  { id: 'autoPipelining', group: 'client', show: 'a=ioredis-auto-50k&b=node-redis-50k&panel=request' },
  {
    id: 'pipelining',
    group: 'client',
    show: 'a=set-one-by-one&b=set-pipeline-100&panel=request&explain=wire',
  },
  { id: 'multiKey', group: 'client', show: 'a=cluster-spring-mget&b=cluster-lettuce-mget' },
  {
    id: 'transaction',
    group: 'client',
    show: 'workload.batch.kind=transaction&workload.batch.size=10&workload.batch.roundTrips=1',
  },
  {
    id: 'headOfLine',
    group: 'client',
    show: 'a=slow-neighbour&b=quiet-neighbours&panel=request&explain=socketBuffers',
  },
  { id: 'inFlight', group: 'client', show: 'panel=charts&explain=wire' },
  { id: 'timeout', group: 'client', show: 'a=one-caller-lettuce&b=lettuce-shared&panel=profile' },
  { id: 'retry', group: 'client', show: 'a=retry-storm&b=retry-storm-no-retries&panel=why' },
  { id: 'timerWheel', group: 'client', show: 'panel=profile' },
  { id: 'polling', group: 'client', show: 'a=cluster-spring-mget&b=cluster-lettuce-mget&panel=request' },
  {
    id: 'fanOut',
    group: 'client',
    show: 'a=cluster-spring-mget&b=cluster-lettuce-mget&explain=serverMachine',
  },
  { id: 'maxClients', group: 'server', show: 'a=too-many-clients&b=enough-clients&panel=figures' },
  { id: 'acceptQueue', group: 'server', show: '' },
  { id: 'mainThread', group: 'server', show: 'zoom=parts&explain=mainThread' },
  { id: 'serverLoop', group: 'server', show: 'zoom=calls&explain=mainThread' },
  {
    id: 'queryBuffer',
    group: 'server',
    show: 'a=set-one-by-one&b=set-pipeline-100&zoom=parts&explain=socketBuffers',
  },
  {
    id: 'ioThreads',
    group: 'server',
    show: 'a=redis-one-thread&b=redis6-io-threads-4&explain=serverThreads',
  },
  { id: 'amdahl', group: 'server', show: 'a=redis-one-thread&b=redis6-io-threads-4&panel=why' },
  { id: 'eviction', group: 'server', show: 'a=cache-full&b=cache-with-room&panel=charts' },
  { id: 'clientSideCaching', group: 'client', show: 'a=reads-asked&b=reads-cached&panel=figures' },
  { id: 'invalidation', group: 'server', show: 'a=hot-key-asked&b=hot-key-cached&panel=why' },
  {
    id: 'pubSub',
    group: 'server',
    show: 'a=subscription-per-user&b=subscription-per-process&panel=figures',
  },
  { id: 'proxy', group: 'server', show: 'a=pools-direct&b=pools-twemproxy&panel=figures' },
  { id: 'blockingCommand', group: 'server', show: '' },
  {
    id: 'outputBuffer',
    group: 'server',
    show: 'workload.command.replyBytes=20000&zoom=parts&explain=replyQueue',
  },
  {
    id: 'cluster',
    group: 'cluster',
    show: 'a=cluster-spring-mget&b=cluster-lettuce-mget&zoom=parts&explain=serverMachine',
  },
  { id: 'slot', group: 'cluster', show: 'a=cluster-spring-mget&b=cluster-lettuce-mget' },
  { id: 'hashTag', group: 'cluster', show: 'a=cluster-spring-mget&b=cluster-lettuce-mget' },
  { id: 'hotKey', group: 'cluster', show: 'a=cluster-hot-key&b=cluster-even-keys&panel=charts' },
  { id: 'readReplica', group: 'cluster', show: 'a=reads-from-primary&b=reads-from-replicas&panel=charts' },
  {
    id: 'replicationLag',
    group: 'cluster',
    show: 'a=reads-from-primary&b=reads-from-replicas&panel=figures',
  },
  { id: 'moved', group: 'cluster', show: '' },
  { id: 'topology', group: 'cluster', show: '' },
  { id: 'failover', group: 'cluster', show: 'a=node-lost-2s&b=node-lost-50ms&panel=charts' },
  { id: 'slowestOfN', group: 'cluster', show: 'a=cluster-spring-mget&b=cluster-lettuce-mget&panel=charts' },
  { id: 'simulation', group: 'model', show: 'paused=1&t=1ms' },
  { id: 'modelTime', group: 'model', show: '' },
  { id: 'seed', group: 'model', show: '' },
  { id: 'commonRandom', group: 'model', show: '' },
  { id: 'costProfile', group: 'model', show: 'panel=profile' },
  { id: 'calibration', group: 'model', show: '' },
  { id: 'span', group: 'model', show: 'panel=timeline' },
  { id: 'fingerprint', group: 'model', show: 'panel=figures' },
  { id: 'branch', group: 'model', show: '' },
];
