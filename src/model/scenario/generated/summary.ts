// Generated from wasm/ by `npm run schema`; never edited.

import type { Scenario } from './scenario.ts';

/**
 * Which piece of work a thread is at; system calls have the names of the calls.
 */
export type Activity =
  | 'none'
  | 'caller'
  | 'borrow'
  | 'wrap'
  | 'return'
  | 'encode'
  | 'dispatch'
  | 'expire'
  | 'task'
  | 'decode'
  | 'resume'
  | 'execute'
  | 'clientTurn'
  | 'handOver'
  | 'spin'
  | 'cron'
  | 'schedule'
  | 'ready'
  | 'read'
  | 'readEmpty'
  | 'peek'
  | 'write'
  | 'poll'
  | 'epollWait'
  | 'epollCtl'
  | 'fileWrite'
  | 'connect'
  | 'accept'
  | 'close'
  | 'eventfdWrite'
  | 'futexWait'
  | 'futexWake'
  | 'tls'
  | 'process'
  | 'cacheLookup'
  | 'push'
  | 'forward';

/**
 * How many commands or replies one system call carries; null when there was none. All commands count, also those with which a
 * client greets on a new connection or tests one; the ends of a connection are none.
 */
export interface Batching {
  /**
   * Commands per write() of the client.
   */
  commandsPerClientWrite: number | null;
  /**
   * Commands per read() of the server.
   */
  commandsPerServerRead: number | null;
  /**
   * Commands per turn of the server's event loop.
   */
  commandsPerServerTurn: number | null;
  /**
   * Replies per read() of the client.
   */
  repliesPerClientRead: number | null;
  /**
   * Replies per write() of the server.
   */
  repliesPerServerWrite: number | null;
}

/**
 * Client-side caching in the measured window.
 */
export interface CacheUse {
  /**
   * Share of the reads that found their value; null without reads.
   */
  hitRatio: number | null;
  /**
   * Reads that found their value, 1/s, of all processes.
   */
  hitsPerSec: number;
  /**
   * Keys of the invalidation messages that its processes have read, 1/s.
   */
  invalidationsPerSec: number;
  /**
   * Keys that the server remembers at the end, for all clients.
   */
  trackedKeys: number;
  /**
   * Values in the cache of one process at the end, averaged over its processes.
   */
  values: number;
}

/**
 * What a run has shown of a neighbour: the same as of the first client.
 */
export interface ClientSummary {
  /**
   * What its processes keep; absent where they keep nothing.
   */
  clientSideCache?: CacheUse | null;
  /**
   * Its machines.
   */
  hosts: HostUse[];
  /**
   * Little's law on its requests.
   */
  little: Little;
  /**
   * Its longest queue in each interval of that.
   */
  longestQueue: number[];
  /**
   * Its name in the scenario.
   */
  name: string;
  /**
   * Ages of the requests in progress at the end.
   */
  pendingHistogram: ResponseHistogram;
  /**
   * Exactness of the decomposition.
   */
  phaseCheck: PhaseCheck;
  /**
   * Where the response time went.
   */
  phases: PhaseTime[];
  /**
   * Messages to its connections that subscribe; absent where none does.
   */
  pubSub?: PubSubUse | null;
  /**
   * Queues of its requests, averaged over time.
   */
  queues: Queue[];
  /**
   * Requests of the measured window.
   */
  requests: Requests;
  /**
   * Resources that it uses, alone or with others, busiest first.
   */
  resources: ResourceUse[];
  /**
   * How many requests took how long.
   */
  responseHistogram: ResponseHistogram;
  /**
   * From the moment a caller wants a reply until it has it.
   */
  responseTime: Distribution;
  /**
   * Its throughput over the whole run.
   */
  series: Series;
  /**
   * Its system calls per completed request.
   */
  syscalls: SyscallRate[];
  /**
   * Its threads by class.
   */
  threads: ThreadGroup[];
  /**
   * Completed requests per second, of all its instances.
   */
  throughput: Throughput;
}

/**
 * A distribution of times, µs. Percentiles carry an error of at most 1 %; mean, min and max are exact.
 */
export interface Distribution {
  /**
   * Number of values.
   */
  count: number;
  /**
   * Half-width of the 95 % confidence interval of the mean from batch means; absent with too few values.
   */
  halfWidth95Us: number | null;
  /**
   * Largest.
   */
  maxUs: number | null;
  /**
   * Mean; null without values.
   */
  meanUs: number | null;
  /**
   * Smallest.
   */
  minUs: number | null;
  /**
   * Median.
   */
  p50Us: number | null;
  /**
   * 90th percentile.
   */
  p90Us: number | null;
  /**
   * 99.9th percentile.
   */
  p999Us: number | null;
  /**
   * 99th percentile.
   */
  p99Us: number | null;
}

/**
 * Why a request ended without an answer.
 */
export type Failure =
  'poolTimeout' | 'poolExhausted' | 'queueFull' | 'tooManyRedirects' | 'replyTimeout' | 'connectFailed';

/**
 * Requests that ended without an answer for one reason.
 */
export interface FailureCount {
  /**
   * How many.
   */
  count: number;
  /**
   * The reason.
   */
  failure: Failure;
}

/**
 * Which machine.
 */
export type HostRole = 'client' | 'server' | 'proxy';

/**
 * Use of one machine's cores; the shares add up to 1.
 */
export interface HostUse {
  /**
   * Its cores.
   */
  cores: number;
  /**
   * The machine.
   */
  host: HostRole;
  /**
   * Share without work.
   */
  idle: number;
  /**
   * Share in system calls.
   */
  kernel: number;
  /**
   * Threads that were ready without a core, averaged over time.
   */
  meanRunnable: number;
  /**
   * Share in context switches.
   */
  switch: number;
  /**
   * Context switches per completed request.
   */
  switchesPerRequest: number | null;
  /**
   * Share of core time in user code.
   */
  user: number;
}

/**
 * One problem of a scenario.
 */
export interface Issue {
  /**
   * Names that would be allowed.
   */
  allowed?: string[];
  /**
   * Kind of problem.
   */
  code: IssueCode;
  /**
   * Column at which reading stopped, from 1.
   */
  column?: number | null;
  /**
   * Type that was expected: `object`, `number`, `integer`, `string` or `boolean`.
   */
  expected?: string | null;
  /**
   * Line at which reading stopped, from 1.
   */
  line?: number | null;
  /**
   * Largest allowed number.
   */
  max?: number | null;
  /**
   * Smallest allowed number.
   */
  min?: number | null;
  /**
   * The allowed number closest to the given one.
   */
  nearest?: number | null;
  /**
   * Where: dot-separated path into the scenario; empty for the whole text.
   */
  path: string;
  /**
   * The existing name most similar to the given one.
   */
  suggestion?: string | null;
  /**
   * The offending value as JSON, shortened.
   */
  value?: string | null;
}

/**
 * Kind of problem; the text before the space of each comment is what people search for.
 */
export type IssueCode =
  | 'SCN-01'
  | 'SCN-02'
  | 'SCN-03'
  | 'SCN-04'
  | 'SCN-05'
  | 'SCN-06'
  | 'SCN-07'
  | 'SCN-08'
  | 'SCN-09'
  | 'SCN-10'
  | 'SCN-11'
  | 'SCN-16'
  | 'SCN-17'
  | 'SCN-36'
  | 'SCN-18'
  | 'SCN-19'
  | 'SCN-24'
  | 'SCN-25'
  | 'SCN-26'
  | 'SCN-27'
  | 'SCN-28'
  | 'SCN-29'
  | 'SCN-30'
  | 'SCN-31'
  | 'SCN-32'
  | 'SCN-33'
  | 'SCN-34'
  | 'SCN-37'
  | 'SCN-48'
  | 'SCN-38'
  | 'SCN-50'
  | 'SCN-52'
  | 'SCN-53'
  | 'SCN-35';

/**
 * Little's law: number in the system = rate of those that leave it x time that they are in it.
 */
export interface Little {
  /**
   * Mean number of requests in progress, from a counter.
   */
  meanInProgress: number;
  /**
   * Mean number in progress / rate of all that end: the mean time until a request is answered or fails that Little's law
   * gives, µs. It counts those that still wait, whom the mean over the completed requests leaves out. Null where none was
   * answered.
   */
  meanResponseUs: number | null;
  /**
   * Area under the counter minus the time of every request inside the window, ns: 0 on every run.
   */
  residualNs: number;
  /**
   * Throughput x mean response time; differs from the former only by requests that failed or were cut off at the ends of the window.
   */
  throughputTimesResponse: number | null;
}

/**
 * One node of the cluster.
 */
export interface NodeUse {
  /**
   * Commands it has answered with ASK, 1/s.
   */
  askPerSec: number;
  /**
   * Commands it has read, 1/s; questions about the topology included.
   */
  commandsPerSec: number;
  /**
   * Times it has described the cluster (CLUSTER NODES, CLUSTER SLOTS), 1/s.
   */
  descriptionsPerSec: number;
  /**
   * Commands it has answered with MOVED, 1/s.
   */
  movedPerSec: number;
  /**
   * Share of the time that its main thread is on a core.
   */
  utilisation: number;
}

/**
 * Answer of [`normalize`]: a complete scenario, or the reasons why there is none.
 */
export interface Normalized {
  /**
   * Everything that is wrong, object by object.
   */
  issues: Issue[];
  /**
   * The scenario with every default filled in; absent when there are issues.
   */
  scenario: Scenario | null;
}

/**
 * Where a request is on its way. A request is in exactly one phase at any time, so the phases of a request add up to its
 * response time to the nanosecond.
 */
export type Phase =
  | 'waitCaller'
  | 'backoff'
  | 'topology'
  | 'fanOut'
  | 'waitConnection'
  | 'connect'
  | 'testOnBorrow'
  | 'prepare'
  | 'taskQueue'
  | 'clientWrite'
  | 'flushWait'
  | 'wireOut'
  | 'serverQueue'
  | 'serverRead'
  | 'serverBatch'
  | 'execute'
  | 'blocked'
  | 'replyQueue'
  | 'serverWrite'
  | 'wireBack'
  | 'clientRead'
  | 'decode'
  | 'wakeUp'
  | 'testOnReturn'
  | 'giveBack'
  | 'process'
  | 'proxyQueue'
  | 'proxyWork';

/**
 * Exactness of the decomposition, in integer nanoseconds.
 */
export interface PhaseCheck {
  /**
   * Sum of all phases of all requests, ns; equal to the former.
   */
  phasesNs: number;
  /**
   * Sum of all response times, ns.
   */
  responseNs: number;
}

/**
 * Time in one phase.
 */
export interface PhaseTime {
  /**
   * The phase.
   */
  phase: Phase;
  /**
   * Share of the response time.
   */
  share: number;
  /**
   * Distribution over the completed requests.
   */
  time: Distribution;
}

/**
 * Messages to connections that subscribe, in the measured window.
 */
export interface PubSubUse {
  /**
   * Those of them that the server has closed at its output buffer limit since the start of the run.
   */
  closed: number;
  /**
   * Messages delivered to all of them, 1/s.
   */
  deliveriesPerSec: number;
  /**
   * From the moment a caller wants to publish until a subscriber has decoded the message.
   */
  delivery: Distribution;
  /**
   * Connections that subscribe, of all processes.
   */
  subscriptions: number;
}

/**
 * One queue over time.
 */
export interface Queue {
  /**
   * Largest number.
   */
  max: number;
  /**
   * Mean number of requests in it.
   */
  mean: number;
  /**
   * Phase whose population this is.
   */
  phase: Phase;
}

/**
 * What replicas that serve requests have done with the writes of their primaries.
 */
export interface Replication {
  /**
   * Writes that the replicas have executed, 1/s; each counts once for each replica.
   */
  appliedPerSec: number;
  /**
   * Time from the execution of a write on its primary to its execution on a replica.
   */
  lag: Distribution;
  /**
   * Writes that were sent and not executed at the end.
   */
  pending: number;
}

/**
 * Requests of the measured window.
 */
export interface Requests {
  /**
   * Completed.
   */
  completed: number;
  /**
   * Ended without an answer; they count in no response time.
   */
  failed: number;
  /**
   * The same by reason, for reasons that occurred.
   */
  failures: FailureCount[];
  /**
   * In progress when it ended; issued + at start = completed + failed + at end.
   */
  inProgressAtEnd: number;
  /**
   * In progress when the window began.
   */
  inProgressAtStart: number;
  /**
   * Issued.
   */
  issued: number;
  /**
   * How long the oldest of those has been in progress, µs: a wait that no response time counts yet.
   */
  oldestInProgressUs: number | null;
  /**
   * Refused because too many were waiting for a caller.
   */
  shed: number;
}

/**
 * A resource that can be busy.
 */
export type Resource =
  | 'clientCores'
  | 'eventLoop'
  | 'processors'
  | 'connections'
  | 'carriers'
  | 'linkOut'
  | 'linkBack'
  | 'serverMain'
  | 'serverIo'
  | 'serverCores'
  | 'proxy';

/**
 * Utilisation of one resource.
 */
export interface ResourceUse {
  /**
   * The throughput it would allow if it were always busy, 1/s: the law X ≤ 1/D.
   */
  boundPerSec: number | null;
  /**
   * Its time per completed request, µs (for several servers: divided by their number).
   */
  demandUs: number | null;
  /**
   * The resource.
   */
  resource: Resource;
  /**
   * Busy share of its capacity.
   */
  utilisation: number;
}

/**
 * Times counted in buckets, 64 an octave; those without any are left out. One entry a bucket in each list.
 */
export interface ResponseHistogram {
  /**
   * Number of values; they add up to the count of the times.
   */
  counts: number[];
  /**
   * Smallest value, µs.
   */
  fromUs: number[];
  /**
   * Where it ends: the smallest value that is no longer in it, µs.
   */
  toUs: number[];
}

/**
 * Completions in equal intervals from the start of the run.
 */
export interface Series {
  /**
   * Completions in each.
   */
  completions: number[];
  /**
   * Length of an interval, µs.
   */
  intervalUs: number;
  /**
   * Mean response time of those completions, µs; 0 without any.
   */
  meanResponseUs: number[];
}

/**
 * What one client has of the server.
 */
export interface ServerUse {
  /**
   * That time per completed request of this client, µs.
   */
  demandUs: number | null;
  /**
   * Share of the time of the main threads that they work for this client: for its commands, replies and connections.
   */
  mainThread: number;
  /**
   * Share of the completed requests of all clients.
   */
  requests: number;
}

/**
 * Shares of time in each thread state.
 */
export interface StateShares {
  /**
   * On a core for a goroutine or a callback, to which the core's time belongs.
   */
  carrying: number;
  /**
   * Nothing to do.
   */
  idle: number;
  /**
   * In a system call.
   */
  kernel: number;
  /**
   * Ready, without a core.
   */
  runnable: number;
  /**
   * Being switched to.
   */
  switch: number;
  /**
   * Running its own code.
   */
  user: number;
  /**
   * Waiting for a connection.
   */
  waitConnection: number;
  /**
   * Waiting for a reply; the server's main thread: for the disk.
   */
  waitReply: number;
}

/**
 * What a run has shown.
 */
export interface Summary {
  /**
   * How many commands travel together.
   */
  batching: Batching;
  /**
   * What its processes keep (client-side caching); absent where they keep nothing.
   */
  clientSideCache?: CacheUse | null;
  /**
   * Version of the engine that ran it.
   */
  engineVersion: string;
  /**
   * Events simulated in the whole run.
   */
  events: number;
  /**
   * Hash of the whole sequence of events: equal fingerprints mean equal runs, on every platform.
   */
  fingerprint: string;
  /**
   * Machines.
   */
  hosts: HostUse[];
  /**
   * Little's law on this run.
   */
  little: Little;
  /**
   * The longest queue in each interval of the series: the most requests that were at one time in one of the phases in which they
   * wait in a row (for a caller, a connection, an event loop, the server, its replies or whoever reads them). The queue with
   * which an interval begins counts in it.
   */
  longestQueue: number[];
  /**
   * The neighbours, in their order; none without any. Everything above is about the first client and the server.
   */
  neighbours?: ClientSummary[];
  /**
   * Nodes of the cluster; none for a single server.
   */
  nodes: NodeUse[];
  /**
   * Ages of the requests in progress at the end; the response time of each is at least that long (right-censored).
   */
  pendingHistogram: ResponseHistogram;
  /**
   * Exactness of the decomposition.
   */
  phaseCheck: PhaseCheck;
  /**
   * Where that time went; the means add up to the mean response time, exactly.
   */
  phases: PhaseTime[];
  /**
   * Messages to its connections that subscribe; absent where none does.
   */
  pubSub?: PubSubUse | null;
  /**
   * Queues, averaged over time.
   */
  queues: Queue[];
  /**
   * Writes on replicas that serve requests; absent without any.
   */
  replication?: Replication | null;
  /**
   * Requests of the measured window.
   */
  requests: Requests;
  /**
   * Resources by utilisation, busiest first.
   */
  resources: ResourceUse[];
  /**
   * How many requests took how long: what the percentiles are read from.
   */
  responseHistogram: ResponseHistogram;
  /**
   * From the moment a caller wants a reply until it has it.
   */
  responseTime: Distribution;
  /**
   * Seed of the run.
   */
  seed: number;
  /**
   * Throughput over the whole run, warm-up included.
   */
  series: Series;
  /**
   * Who uses the server's main threads: the first client, then its neighbours; none without any.
   */
  serverUse?: ServerUse[];
  /**
   * System calls per completed request.
   */
  syscalls: SyscallRate[];
  /**
   * Threads by class.
   */
  threads: ThreadGroup[];
  /**
   * Completed requests per second.
   */
  throughput: Throughput;
  /**
   * Model time at which measuring began, µs.
   */
  windowStartUs: number;
  /**
   * Length of the measured window, µs.
   */
  windowUs: number;
}

/**
 * System calls of one kind by one class of threads.
 */
export interface SyscallRate {
  /**
   * Who makes it.
   */
  class: ThreadClass;
  /**
   * Calls per completed request.
   */
  perRequest: number | null;
  /**
   * Which one.
   */
  syscall: Activity;
}

/**
 * Kind of thread.
 */
export type ThreadClass =
  | 'caller'
  | 'worker'
  | 'refresher'
  | 'eventLoop'
  | 'serverMain'
  | 'evictor'
  | 'timer'
  | 'carrier'
  | 'writer'
  | 'reader'
  | 'sysmon'
  | 'serverIo'
  | 'proxy';

/**
 * Threads of one class.
 */
export interface ThreadGroup {
  /**
   * The class.
   */
  class: ThreadClass;
  /**
   * Number of threads.
   */
  count: number;
  /**
   * Machine it runs on.
   */
  host: HostRole;
  /**
   * Shares of thread time; they add up to 1.
   */
  shares: StateShares;
  /**
   * Times a thread of this class gave up its core to wait, per completed request.
   */
  waitsPerRequest: number | null;
  /**
   * What they were on cores for, switching left out.
   */
  work: WorkTime[];
}

/**
 * Completed requests per second.
 */
export interface Throughput {
  /**
   * Batches behind the interval.
   */
  batches: number;
  /**
   * Half-width of the 95 % confidence interval from batch means; absent with too few completions.
   */
  halfWidth95: number | null;
  /**
   * Mean over the window.
   */
  perSec: number;
}

/**
 * Core time of a class of threads for one kind of work.
 */
export interface WorkTime {
  /**
   * Which.
   */
  activity: Activity;
  /**
   * Of all its threads together, µs per completed request.
   */
  perRequestUs: number | null;
}
