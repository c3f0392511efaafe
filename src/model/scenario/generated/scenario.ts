// Generated from wasm/ by `npm run schema`; never edited.

/**
 * One run of the model: callers, client, network, server and costs.
 */
export interface Scenario {
  /**
   * The client. All its instances are alike.
   */
  client: Client;
  /**
   * Costs of all steps: CPU time and delays.
   */
  costs: CostChoice;
  /**
   * Events during the run.
   *
   * @maxItems 63
   */
  events?: Event[];
  /**
   * Further clients of the same server or cluster.
   *
   * @maxItems 63
   */
  neighbours?: Neighbour[];
  /**
   * The network between client and server.
   */
  network: Network;
  /**
   * How long to simulate and what to measure.
   */
  run: Run;
  /**
   * Seed of all random numbers. The same seed gives the same run, to the nanosecond.
   */
  seed: number;
  /**
   * The Redis server.
   */
  server: Server;
  /**
   * Format version.
   */
  version: number;
  /**
   * Callers and their requests.
   */
  workload: Workload;
}

/**
 * Append-only file: what must reach the disk before replies leave.
 */
export type AppendOnly =
  | {
      kind: 'no';
    }
  | {
      kind: 'unsynced';
    }
  | {
      /**
       * Duration of one fsync().
       */
      fsyncUs: Dist;
      kind: 'everysec';
    }
  | {
      /**
       * Duration of one fsync().
       */
      fsyncUs: Dist;
      kind: 'always';
    };

/**
 * The application's code that uses a reply. A request is complete when this code has finished.
 */
export interface Application {
  /**
   * CPU time of this code for each request.
   */
  codeUs: number;
  /**
   * CPU time of this code per reply byte, for example to parse JSON. The client's own decoding is in
   * `costs.decodePerByteNs`.
   */
  perByteNs: number;
  /**
   * Which thread runs this code.
   */
  runs: Runs;
  /**
   * Time for which this code waits for something else, such as a database, and occupies its thread.
   */
  waitUs: number;
}

/**
 * Regularity of the arrivals of an open workload.
 */
export type ArrivalProcess = 'poisson' | 'constant';

/**
 * How requests arrive.
 */
export type Arrivals =
  | {
      /**
       * Number of threads that send requests. Each has at most one request in progress.
       */
      callers: number;
      kind: 'closed';
      /**
       * Time over which the callers start, evenly spread. 0: all callers start at the same moment.
       */
      rampUs: number;
      /**
       * Pause of a caller between a reply and its next request.
       */
      thinkUs: Dist;
    }
  | {
      /**
       * Number of requests that arrive at the same moment, for example from one page that needs many values. Larger
       * bursts have longer gaps between them, so the mean rate stays the same.
       */
      burstSize: number;
      /**
       * Number of caller threads, and so the maximum number of requests in progress.
       */
      callers: number;
      kind: 'open';
      /**
       * Maximum number of requests waiting for a free caller. Further arrivals are rejected (shed).
       */
      maxBacklog: number;
      /**
       * Distribution of the gaps between arrivals.
       */
      process: ArrivalProcess;
      /**
       * Mean arrival rate.
       */
      ratePerSec: number;
    };

/**
 * Whether a request is one command or a batch of them. A request is complete when all of its replies have arrived.
 */
export type Batch =
  | {
      kind: 'none';
    }
  | {
      kind: 'multiKey';
      /**
       * Whether the reply has one value per key (MGET) or one status for all keys (MSET).
       */
      replyPerKey: boolean;
      /**
       * Keys per request.
       */
      size: number;
    }
  | {
      kind: 'pipeline';
      /**
       * Commands per request.
       */
      size: number;
    }
  | {
      kind: 'transaction';
      /**
       * Round trips per transaction. 1: everything is sent together. Jedis since version 4 needs 2: it sends EXEC
       * after the replies to the commands. Older versions of Jedis need 3.
       */
      roundTrips: number;
      /**
       * Commands between MULTI and EXEC.
       */
      size: number;
    }
  | {
      kind: 'transactionInPipeline';
      /**
       * Commands between MULTI and EXEC.
       */
      size: number;
    };

/**
 * Whether a borrower first checks the socket of its connection.
 */
export type CheckOnGet = 'none' | 'peek';

/**
 * The client process: three axes (runtime, I/O, connections) span every client library.
 */
export interface Client {
  /**
   * The application's code that uses a reply. A request is complete when this code has finished.
   */
  application: Application;
  /**
   * Values that each process of the client keeps, so that reading them needs no round trip (client-side
   * caching).
   */
  clientSideCaching: ClientSideCaching;
  /**
   * How callers use connections.
   */
  connections: Connections;
  /**
   * Cores of the client machine.
   */
  cores: number;
  /**
   * How the client handles multi-key batches in a cluster.
   */
  crossSlot: CrossSlot;
  /**
   * Command round trips on a new connection, after the TCP handshake. Jedis since version 4 needs 2 (HELLO, CLIENT
   * SETINFO). A client that sends only a password or a database number needs 1. redigo without either needs 0.
   */
  handshakeRoundTrips: number;
  /**
   * Client instances that use the same server. Each has its own machine, with all callers, all connections and the
   * full load of the workload. If the server runs on the client's machine, all instances run there.
   */
  instances: number;
  /**
   * Which threads make the socket calls.
   */
  io: Io;
  /**
   * Where callers are pinned to their carrier threads, like virtual threads inside `synchronized` up to Java 23. A
   * pinned caller keeps its carrier thread while it waits.
   */
  pinned: Pinned;
  /**
   * Nodes to which reads go. Commands that add memory (`storedBytes`) are writes and go to the primary. Needs
   * `server.replicas`.
   */
  readFrom: ReadFrom;
  /**
   * Pause of an event loop before each attempt to reopen a closed connection. Clients without event loops reconnect
   * on their next request.
   */
  reconnect: Reconnect;
  /**
   * How a caller handles redirects and failures.
   */
  retry: Retry;
  /**
   * Kind of concurrency that the callers use (threads, goroutines, event loop), and the cost of waiting.
   */
  runtime: Runtime;
  /**
   * Connections of each instance that subscribe to a channel (SUBSCRIBE), in addition to those for requests. Each gets every message that a
   * command publishes (`workload.command.publishes`).
   */
  subscriptions: number;
  /**
   * How the client knows which node serves which slot.
   */
  topology: Topology;
}

/**
 * Values that each process of the client keeps (client-side caching). A read whose key is there costs a local look-up. The server
 * tracks the keys and sends an invalidation message when one is written (RESP3 push).
 */
export type ClientSideCaching =
  | {
      kind: 'none';
    }
  | {
      kind: 'tracking';
      /**
       * Maximum number of values that each process keeps. 0: no limit.
       */
      maxKeys: number;
      /**
       * Keys for which a connection gets invalidation messages.
       */
      mode: TrackingMode;
      /**
       * Maximum time for which a cached value is used (rueidis' client TTL, node-redis' `ttl`). 0: no limit, so a
       * value is used until its key is written.
       */
      ttlMs: number;
    };

/**
 * How a caller learns that all parts of its batch are answered.
 */
export type Collect =
  | {
      kind: 'join';
    }
  | {
      /**
       * Sleep after each poll.
       */
      intervalMs: number;
      kind: 'pollAndSleep';
    }
  | {
      kind: 'timedGet';
      /**
       * Timeout of each get(). After a timeout, the caller tries the next missing reply.
       */
      timeoutUs: number;
    }
  | {
      kind: 'busyPoll';
    };

/**
 * What a request asks for. Sizes are RESP bytes on the wire.
 */
export interface Command {
  /**
   * Elements in the reply of one key (LRANGE, SMEMBERS, HGETALL); 1: a single value. Each further element costs
   * `costs.elementNs` on the server and the decoding of one value on the client. `replyBytes` covers all elements.
   */
  elements: number;
  /**
   * Execution time of the command on the server, in addition to parsing and replying (`costs.commandNs`).
   */
  execUs: Dist;
  /**
   * Whether the command is PUBLISH. Each connection that subscribes (`client.subscriptions`) gets a message of `requestBytes`.
   */
  publishes: boolean;
  /**
   * Encoded size of the reply. Default: +OK.
   */
  replyBytes: number;
  /**
   * Encoded size of the request. Default: SET with a 5-byte key and value.
   */
  requestBytes: number;
  /**
   * Memory that each key of the command adds to the data set, such as a new key with its value. 0: a read, or a
   * write in place. If memory is full (`server.memory`), other keys are evicted. Replicas get each command that adds
   * memory.
   */
  storedBytes: number;
  /**
   * Whether the command changes the value of its key. Processes that keep the value get an invalidation message (client-side
   * caching).
   */
  writes: boolean;
}

/**
 * How callers use connections.
 */
export type Connections =
  | {
      /**
       * Whether a caller waits if no connection is available. Otherwise its request fails immediately ("Pool
       * exhausted").
       */
      blockWhenExhausted: boolean;
      /**
       * Whether a borrower first checks the socket of its connection.
       */
      checkOnGet: CheckOnGet;
      /**
       * Whether the pool opens connections in the background as soon as fewer than minIdle are idle (go-redis'
       * MinIdleConns). Otherwise only the evictor opens them.
       */
      fillInBackground: boolean;
      /**
       * Which caller gets a returned connection when several are waiting.
       */
      handoff: Handoff;
      /**
       * Idle time after which the next borrower closes a connection before taking another (redigo's IdleTimeout;
       * go-redis' ConnMaxIdleTime: 30 min). 0: never.
       */
      idleTimeoutMs: number;
      kind: 'pooled';
      /**
       * Maximum number of idle connections. A connection that is returned above this limit is closed.
       */
      maxIdle: number;
      /**
       * Maximum random deviation of each connection's age limit from `maxLifetimeMs`, in either direction (go-redis'
       * ConnMaxLifetimeJitter). It is at most `maxLifetimeMs`.
       */
      maxLifetimeJitterMs: number;
      /**
       * Age at which a borrower closes a connection and takes another (redigo's MaxConnLifetime; go-redis'
       * MaxConnAge, ConnMaxLifetime). 0: never.
       */
      maxLifetimeMs: number;
      /**
       * Maximum number of connections in the pool.
       */
      maxTotal: number;
      /**
       * Maximum wait for a connection. After this time, the request fails. 0: no limit.
       */
      maxWaitMs: number;
      /**
       * Idle time after which the evictor closes a connection.
       */
      minEvictableIdleMs: number;
      /**
       * Minimum number of idle connections, which the evictor maintains. A pool that is not warm starts with this
       * many.
       */
      minIdle: number;
      /**
       * Connections that the evictor checks per run. A negative value means a share of the idle connections: −1 all
       * (Jedis), −2 half. The default of commons-pool2 is 3.
       */
      numTestsPerEvictionRun: number;
      /**
       * Which idle connection is borrowed next.
       */
      order: IdleOrder;
      /**
       * Idle time after which the evictor closes a connection if more than minIdle connections are idle. 0: never.
       */
      softMinEvictableIdleMs: number;
      /**
       * Whether a borrower first tests its connection with a PING.
       */
      testOnBorrow: boolean;
      /**
       * Whether a new connection is tested with a PING before its first use.
       */
      testOnCreate: boolean;
      /**
       * Whether a connection is tested with a PING before it is returned.
       */
      testOnReturn: boolean;
      /**
       * Whether the evictor tests idle connections with a PING, one after another.
       */
      testWhileIdle: boolean;
      /**
       * Time between two runs of the evictor, a thread that maintains idle connections. 0: no evictor.
       */
      timeBetweenEvictionRunsMs: number;
      /**
       * Whether all connections are open when the run starts. Otherwise they are opened on demand.
       */
      warm: boolean;
      /**
       * Whether a borrower gets the connection wrapped in a proxy (Lettuce's ConnectionPoolSupport).
       */
      wrap: boolean;
    }
  | {
      /**
       * Number of shared connections.
       */
      count: number;
      kind: 'shared';
      /**
       * Which shared connection a request uses.
       */
      pick: Pick;
    }
  | {
      kind: 'perRequest';
    };

/**
 * Which costs a run uses.
 */
export interface CostChoice {
  /**
   * Factor for all CPU times of the profile and its overrides. Wake-up latencies, timers and time slices do not
   * change. 1.5: a core with two thirds of the clock rate.
   */
  cpuFactor: number;
  /**
   * Individual costs that replace those of the profile.
   */
  overrides: CostOverrides;
  /**
   * A named set of costs with sources.
   */
  profile: Profile;
}

/**
 * Individual costs that replace those of the profile.
 */
export interface CostOverrides {
  /**
   * Accepting a connection on the server: accept(), socket options, client object, registration.
   */
  acceptNs?: number | null;
  /**
   * Passing a client to an I/O thread of Redis 6 or 7 and back after the barrier. Includes list nodes and misses on
   * cache lines that the I/O thread has used.
   */
  assignClientNs?: number | null;
  /**
   * Sending one segment through a bridge or virtual network interface (veth, containers): the softirq at the
   * sender.
   */
  bridgePacketNs?: number | null;
  /**
   * Transferring a cache line to another core: the delay until a spinning thread sees a change.
   */
  cacheLineNs?: number | null;
  /**
   * Looking up a value in the client's own cache: hash table, lock and LRU order.
   */
  cacheLookupNs?: number | null;
  /**
   * Extra cost of switching to a thread after other threads have filled the core's caches.
   */
  cacheRefillNs?: number | null;
  /**
   * The caller's own code between two requests.
   */
  callerNs?: number | null;
  /**
   * Extra cost of a borrow that checks the socket (`checkOnGet`), without `poolBorrowNs` and the system call.
   * Clients such as go-redis 9 track each connection's state, set deadlines, and run hooks and a retry loop.
   */
  checkedBorrowNs?: number | null;
  /**
   * Periodic tasks for one client, about once a second.
   */
  clientCronNs?: number | null;
  /**
   * Taking a client from a Redis 8 I/O thread's list. Includes list operations and misses on cache lines that the
   * I/O thread has used.
   */
  clientHandoffNs?: number | null;
  /**
   * Bookkeeping of the server's event loop per client and iteration, without system calls.
   */
  clientTurnNs?: number | null;
  /**
   * Standard deviation of the time of each step in the client's own code, relative to the step's mean. The mean does
   * not change. System calls and the server do not vary. 0: no variation.
   */
  clientVariationPercent?: number | null;
  /**
   * close() of a socket on either side, including cleanup.
   */
  closeNs?: number | null;
  /**
   * Extra bookkeeping per thousand other clients served since a client's last turn, because the client's state has
   * left the caches.
   */
  coldClientNs?: number | null;
  /**
   * Extra time for one read() and one write() together, on a connection whose data has left the core's L2 cache. It
   * applies to the server and to load generators.
   */
  coldSocketNs?: number | null;
  /**
   * Upper limit of the time that `coldSwitchPercent` adds. A turn with many system calls reaches this limit.
   */
  coldSwitchMaxNs?: number | null;
  /**
   * Extra cost at a switch: reloading a thread's kernel data from memory, if it has left the last-level cache. It is
   * a share of the thread's kernel time in its last turn.
   */
  coldSwitchPercent?: number | null;
  /**
   * Extra cost of waking a thread whose kernel data has left the last-level cache. The waker touches the thread's task structure
   * and queue entries.
   */
  coldWakeNs?: number | null;
  /**
   * Parsing a command, looking it up and queueing its reply, on the server.
   */
  commandNs?: number | null;
  /**
   * Opening a socket: socket(), socket options and connect(), without network time.
   */
  connectNs?: number | null;
  /**
   * Switching a core from one thread to another.
   */
  contextSwitchNs?: number | null;
  /**
   * One run of the server's periodic tasks, without those per client.
   */
  cronNs?: number | null;
  /**
   * Parsing a reply in the caller's thread (blocking clients).
   */
  decodeNs?: number | null;
  /**
   * Decoding each reply byte after the first 64 in Java: copying it into an object and creating a string. Deserialisation on the
   * event loop can be added here.
   */
  decodePerByteNs?: number | null;
  /**
   * Deleting an evicted or expired key: hash tables, freeing, and the DEL for the append-only file and the replicas.
   */
  deleteKeyNs?: number | null;
  /**
   * Building a command in the caller's thread and passing it to an event loop.
   */
  dispatchNs?: number | null;
  /**
   * Each further element of a reply from one key (LRANGE, SMEMBERS, HGETALL), on the server: fetching and writing it.
   */
  elementNs?: number | null;
  /**
   * Encoding a command in the caller's thread (blocking clients).
   */
  encodeNs?: number | null;
  /**
   * epoll_ctl(): starting or stopping to watch whether a socket is writable.
   */
  epollCtlNs?: number | null;
  /**
   * Each event that epoll_wait() returns.
   */
  epollEventNs?: number | null;
  /**
   * epoll_wait() itself, without its events.
   */
  epollWaitNs?: number | null;
  /**
   * write() to an eventfd that wakes a sleeping event loop.
   */
  eventfdWakeNs?: number | null;
  /**
   * Adding a task to the queue of a command-timeout executor: a task object and a locked queue.
   */
  executorOfferNs?: number | null;
  /**
   * write() to the append-only file, into the page cache.
   */
  fileWriteNs?: number | null;
  /**
   * Copying one byte into the page cache.
   */
  fileWritePerByteNs?: number | null;
  /**
   * Blocking on a futex (parking).
   */
  futexWaitNs?: number | null;
  /**
   * Waking a thread that is blocked on a futex (unparking); charged to the waker.
   */
  futexWakeNs?: number | null;
  /**
   * Parsing a reply in a goroutine and passing it to the calling code.
   */
  goDecodeNs?: number | null;
  /**
   * Decoding each reply byte after the first 64 in Go: copying it into a string and allocating memory.
   */
  goDecodePerByteNs?: number | null;
  /**
   * Encoding a command in a goroutine.
   */
  goEncodeNs?: number | null;
  /**
   * Resolution of poll timeouts in Go's runtime; 0: nanoseconds. On Linux, epoll_wait() takes whole milliseconds, so a goroutine
   * sleeps at least 1 ms if nothing else happens.
   */
  goPollGranularityNs?: number | null;
  /**
   * Making a goroutine ready, such as when a channel passes a value to a waiting one.
   */
  goReadyNs?: number | null;
  /**
   * One step of a command through a ring between goroutines: adding it, removing and encoding it, or parsing its reply.
   */
  goRingNs?: number | null;
  /**
   * Parking a goroutine and switching to the next ready one.
   */
  goSwitchNs?: number | null;
  /**
   * Extra time of all work on a hardware thread while its sibling on the same core is busy. 0: one hardware thread per core.
   */
  hyperThreadSlowdownPercent?: number | null;
  /**
   * Maximum exit latency of the idle states a core may enter. 0: only the lightest state, which the wake-up latency
   * includes. Broadwell: 10 µs (C1E), 40 µs (C3) and 133 µs (C6), after 20, 100 and 400 µs idle.
   */
  idleExitNs?: number | null;
  /**
   * Interrupting an idle core to run a woken thread; charged to the waker in addition to its system call.
   */
  ipiNs?: number | null;
  /**
   * Memory stalls while a key is looked up: its table entry, the key and the value. They occur if the data of a node
   * does not fit into its caches. 0: few keys, all in the caches.
   */
  keyCacheMissNs?: number | null;
  /**
   * Each key of a multi-key command on the server: look-up and its part of the reply.
   */
  keyNs?: number | null;
  /**
   * Number of connections whose data fits into a core's L2 cache.
   */
  l2CacheSockets?: number | null;
  /**
   * Number of threads whose data fits into a machine's last-level cache.
   */
  lastLevelCacheThreads?: number | null;
  /**
   * One callback of a load generator per read() or write(): event loop, statistics and two epoll_ctl() calls.
   */
  loadGenCallbackNs?: number | null;
  /**
   * One command of a load generator (redis-benchmark, valkey-benchmark, memtier): copying the prepared request.
   */
  loadGenCommandNs?: number | null;
  /**
   * Copying each reply byte after the first 64 in a load generator.
   */
  loadGenPerByteNs?: number | null;
  /**
   * One reply of a load generator: parsing and statistics.
   */
  loadGenReplyNs?: number | null;
  /**
   * Decoding a reply and completing its future in the event loop, without waking the caller.
   */
  loopDecodeNs?: number | null;
  /**
   * Event-loop work per read of a channel (buffer, pipeline), without the read() itself and without decoding the
   * replies.
   */
  loopReadNs?: number | null;
  /**
   * Running a write task in the event loop (encoding, pipeline), without the write() itself.
   */
  loopTaskNs?: number | null;
  /**
   * Time after a run for which a thread waits for the same core, even if another core is idle.
   */
  migrationCostNs?: number | null;
  /**
   * Parsing and queueing a command between MULTI and EXEC. Running it at EXEC costs `commandNs`.
   */
  multiQueueNs?: number | null;
  /**
   * Writing the entry of one node into a topology reply.
   */
  nodeEntryNs?: number | null;
  /**
   * Crossing between libuv and JavaScript for one read() or write() on a socket.
   */
  nodeJsCallbackNs?: number | null;
  /**
   * JavaScript from calling a command to its encoded bytes (Node).
   */
  nodeJsCommandNs?: number | null;
  /**
   * Decoding each reply byte after the first 64 in JavaScript: creating a string (Node).
   */
  nodeJsDecodePerByteNs?: number | null;
  /**
   * JavaScript that auto-pipelining runs per command, both directions together: an additional callback and promise (Node).
   */
  nodeJsPipelineCommandNs?: number | null;
  /**
   * JavaScript per pipeline of auto-pipelining: creating the pipeline and its promise, and scheduling for the end of
   * the iteration (Node).
   */
  nodeJsPipelineNs?: number | null;
  /**
   * JavaScript that borrows a connection from a pool or returns it (Node).
   */
  nodeJsPoolNs?: number | null;
  /**
   * JavaScript from a reply's bytes to fulfilling its promise (Node).
   */
  nodeJsReplyNs?: number | null;
  /**
   * Parsing a command, a part of `commandNs`. A server's I/O thread does this for the first command it reads.
   */
  parseNs?: number | null;
  /**
   * poll() that blocks because its socket is not ready.
   */
  pollNs?: number | null;
  /**
   * Borrowing a connection from the pool: lock, queue, bookkeeping.
   */
  poolBorrowNs?: number | null;
  /**
   * Returning a connection to the pool.
   */
  poolReturnNs?: number | null;
  /**
   * Forwarding a command and its reply through a proxy, half in each direction: parsing, choosing connections,
   * buffers. System calls are separate.
   */
  proxyCommandNs?: number | null;
  /**
   * Queueing one message that answers no command, such as an invalidation, for one connection. Its write() is charged separately.
   */
  pushNs?: number | null;
  /**
   * Maximum time a thread keeps its core while other threads are waiting.
   */
  quantumNs?: number | null;
  /**
   * Valkey 9.1: adding a job to a queue that all I/O threads share, or collecting a finished job. This cost replaces
   * `ringJobNs`.
   */
  queueJobNs?: number | null;
  /**
   * Adding a command to the buffer for the replicas, in addition to `storePerByteNs` for its bytes. Before Redis
   * 7.0, this cost applies once for each replica.
   */
  replicateCommandNs?: number | null;
  /**
   * Copying each reply byte after the first 64 into the client's reply buffer, in the executing thread.
   */
  replyPerByteNs?: number | null;
  /**
   * The caller's own code after the reply has woken the caller.
   */
  resumeNs?: number | null;
  /**
   * Adding a job to a Valkey I/O thread's ring or collecting a finished job, four times per request. Includes misses
   * on cache lines of the ring and the client.
   */
  ringJobNs?: number | null;
  /**
   * Sampling one random key, to choose a key for eviction or to find expired keys.
   */
  sampleKeyNs?: number | null;
  /**
   * Checking whether a node owns a slot, while the server builds a topology reply (CLUSTER NODES, CLUSTER SLOTS).
   */
  slotScanNs?: number | null;
  /**
   * read() on a socket without data (EAGAIN).
   */
  socketReadEmptyNs?: number | null;
  /**
   * read() on a socket with data.
   */
  socketReadNs?: number | null;
  /**
   * Copying one byte out of a socket.
   */
  socketReadPerByteNs?: number | null;
  /**
   * Receiving each further segment of a read(): softirq and merging. The first segment is included in
   * `socketReadNs`.
   */
  socketReadPerSegmentNs?: number | null;
  /**
   * write() to a socket, until the segment is passed to the network.
   */
  socketWriteNs?: number | null;
  /**
   * Copying one byte into a socket.
   */
  socketWritePerByteNs?: number | null;
  /**
   * One check for jobs by an idle I/O thread. The thread may go to sleep after a million checks.
   */
  spinNs?: number | null;
  /**
   * Storing each request byte after the first 64: creating the value object and freeing the old one. Runs in the executing
   * thread.
   */
  storePerByteNs?: number | null;
  /**
   * Entering and leaving the kernel, included in every system call. Batched submissions save it.
   */
  syscallNs?: number | null;
  /**
   * Starting an operating-system thread for a task, without submitting the task (`threadPerPart`).
   */
  threadStartNs?: number | null;
  /**
   * Delay of timed waits (Linux timer slack: one interrupt serves several timers). Pauses and arrivals of the load
   * are exempt. For poll(), the delay is 0.1% of the timeout if that is more.
   */
  timerSlackNs?: number | null;
  /**
   * Running one timeout task in the timer's thread.
   */
  timerTaskNs?: number | null;
  /**
   * Adding a timeout to a timer wheel or cancelling it: a lock-free queue.
   */
  timerWheelOfferNs?: number | null;
  /**
   * TLS handshake on either side without public-key cryptography. This is the whole cost of a resumed handshake in
   * TLS 1.2.
   */
  tlsHandshakeNs?: number | null;
  /**
   * Key exchange of a TLS handshake on either side: a key pair and the shared secret (X25519). A resumed TLS 1.3 session needs one,
   * a resumed TLS 1.2 session does not.
   */
  tlsKeyExchangeNs?: number | null;
  /**
   * Encrypting or decrypting one byte (AES-GCM with hardware support), and copying it.
   */
  tlsPerByteNs?: number | null;
  /**
   * Encrypting or decrypting one TLS record (at most 16 KiB), without its bytes.
   */
  tlsRecordNs?: number | null;
  /**
   * Signature of the server in a full TLS handshake. RSA 2048 takes 20 to 30 times as long as ECDSA P-256.
   */
  tlsSignNs?: number | null;
  /**
   * Verifying the server's signature and certificates in a full TLS handshake, at the client.
   */
  tlsVerifyNs?: number | null;
  /**
   * Remembering that a connection has read a key (tracking table of the server). In mode `broadcast`: recording a
   * written key.
   */
  trackKeyNs?: number | null;
  /**
   * read() on a Unix socket with data.
   */
  unixReadNs?: number | null;
  /**
   * write() to a Unix socket.
   */
  unixWriteNs?: number | null;
  /**
   * CPU time within the wake-up latency: leaving the idle state, finding the thread and switching to it. It is
   * charged to the woken thread, up to the whole latency, and adds no delay.
   */
  wakeCpuNs?: number | null;
  /**
   * Time from waking a thread to its first instruction on an idle core: interrupt and idle-state exit.
   */
  wakeLatencyNs?: number | null;
  /**
   * Building the proxy around a borrowed connection (`wrap`).
   */
  wrapNs?: number | null;
}

/**
 * What the client does with a batch of keys in a cluster, where a command may only have keys of one slot.
 */
export type CrossSlot =
  | {
      kind: 'hashTag';
    }
  | {
      /**
       * The unit into which the client splits a batch.
       */
      by: SplitBy;
      /**
       * How the caller waits for all replies.
       */
      collect: Collect;
      kind: 'split';
      /**
       * Whether each part gets a new thread, at most `workers` threads at a time. Spring Data Redis since 3.1 does
       * this without a limit.
       */
      threadPerPart: boolean;
      /**
       * Threads that send the parts of all batches, in turn. 0: the caller itself sends the parts, one after
       * another. With event loops and shared connections, the caller sends all parts without waiting for replies in
       * between.
       */
      workers: number;
    };

/**
 * A distribution of a duration in microseconds.
 */
export type Dist =
  | {
      kind: 'constant';
      /**
       * Value of every draw.
       */
      value: number;
    }
  | {
      kind: 'uniform';
      /**
       * Largest value.
       */
      max: number;
      /**
       * Smallest value.
       */
      min: number;
    }
  | {
      kind: 'exponential';
      /**
       * Mean.
       */
      mean: number;
    }
  | {
      kind: 'erlang';
      /**
       * Mean of the sum of all stages.
       */
      mean: number;
      /**
       * Number of stages.
       */
      stages: number;
    }
  | {
      kind: 'hyperexponential';
      /**
       * Mean of the whole mixture.
       */
      mean: number;
      /**
       * Squared coefficient of variation, at least 1.
       */
      scv: number;
    }
  | {
      kind: 'lognormal';
      /**
       * Mean (not the median).
       */
      mean: number;
      /**
       * Squared coefficient of variation.
       */
      scv: number;
    };

/**
 * Something that happens at a moment of the run. Times count from the start of the run, warm-up included.
 */
export type Event =
  | {
      /**
       * Start time.
       */
      atMs: number;
      /**
       * Duration.
       */
      durationMs: number;
      kind: 'serverStall';
      /**
       * Number of the node; the first is 0.
       */
      node: number;
    }
  | {
      /**
       * Start time.
       */
      atMs: number;
      /**
       * Which client: 0 is the client of the scenario, 1 its first neighbour.
       */
      client: number;
      /**
       * Duration.
       */
      durationMs: number;
      kind: 'clientPause';
    }
  | {
      /**
       * Time of the event.
       */
      atMs: number;
      /**
       * Time until the client's kernel closes a silent connection: TCP_USER_TIMEOUT, keepalive, or the end of all
       * retransmissions.
       */
      giveUpMs: number;
      kind: 'connectionsDropped';
      /**
       * Period after the event during which the server refuses new connections, as in a restart.
       */
      refusedMs: number;
      /**
       * Share of the connections that are lost.
       */
      sharePercent: number;
      /**
       * Whether the connections die silently: clients get no FIN or RST, and their requests are lost.
       */
      silent: boolean;
    }
  | {
      /**
       * Time of the event.
       */
      atMs: number;
      /**
       * Time until the other nodes agree that the node is down (`cluster-node-timeout`, or Sentinel's
       * `down-after-milliseconds`).
       */
      detectMs: number;
      /**
       * Time from the detection until the replica serves requests.
       */
      electMs: number;
      kind: 'nodeLost';
      /**
       * Number of the node; the first is 0.
       */
      node: number;
    }
  | {
      /**
       * Start time.
       */
      atMs: number;
      /**
       * Duration.
       */
      durationMs: number;
      /**
       * Time added to every round trip.
       */
      extraUs: number;
      kind: 'networkDelay';
    }
  | {
      /**
       * Start time.
       */
      atMs: number;
      /**
       * Duration.
       */
      durationMs: number;
      kind: 'networkLoss';
      /**
       * Share of segments lost during the event, if it is higher than the network's own loss.
       */
      lossPercent: number;
    }
  | {
      /**
       * Start time.
       */
      atMs: number;
      /**
       * Duration.
       */
      durationMs: number;
      /**
       * Factor by which the arrival rate rises.
       */
      factor: number;
      kind: 'burst';
    }
  | {
      /**
       * Time of the event.
       */
      atMs: number;
      /**
       * Number of running instances from then on.
       */
      instances: number;
      kind: 'instancesChanged';
    }
  | {
      /**
       * Time of the event.
       */
      atMs: number;
      kind: 'limitChanged';
      /**
       * Path of the setting in the scenario. Only the listed settings can change in a running
       * system.
       */
      path:
        | 'workload.arrivals.callers'
        | 'workload.arrivals.ratePerSec'
        | 'workload.batch.size'
        | 'workload.command.requestBytes'
        | 'workload.command.replyBytes'
        | 'client.connections.maxTotal'
        | 'client.connections.maxWaitMs'
        | 'client.retry.maxRetries'
        | 'client.retry.minBackoffMs'
        | 'client.retry.maxBackoffMs'
        | 'network.rttUs'
        | 'network.connectDelayUs'
        | 'network.mbitPerSec';
      /**
       * Value of the setting from then on.
       */
      value: number;
    };

/**
 * Keys with a time to live that expire.
 */
export type Expirations =
  | {
      kind: 'none';
    }
  | {
      /**
       * Time between two bursts of expiry.
       */
      everyMs: number;
      /**
       * Number of keys of each node that expire together.
       */
      keys: number;
      kind: 'bursts';
      /**
       * Number of other keys that have a time to live but do not expire. With more such keys, a sample contains
       * fewer expired keys. The search ends when at most 10% of a sample's keys have expired.
       */
      otherKeys: number;
    };

/**
 * When commands that an event loop has encoded are written.
 */
export type Flush =
  | {
      kind: 'everyCommand';
    }
  | {
      kind: 'drained';
    }
  | {
      /**
       * Time that the first command waits for others.
       */
      delayUs: number;
      kind: 'delayed';
    }
  | {
      /**
       * Commands of a batch between two flushes.
       */
      commands: number;
      kind: 'explicit';
    }
  | {
      kind: 'oneInFlight';
    }
  | {
      kind: 'writable';
    };

/**
 * A kind of command in the mix, besides the first.
 */
export interface FurtherCommand {
  /**
   * Time for which the command blocks on the server until it times out, like BLPOP. In this time Redis serves other
   * clients, but the command's own connection gets no replies.
   */
  blockMs: number;
  /**
   * Elements in the reply of one key.
   */
  elements: number;
  /**
   * Execution time of the command on the server, in addition to parsing and replying.
   */
  execUs: Dist;
  /**
   * Encoded size of the reply.
   */
  replyBytes: number;
  /**
   * Encoded size of the request.
   */
  requestBytes: number;
  /**
   * Share of the requests that send this command. The other requests send the first command.
   */
  share: number;
  /**
   * Memory that each key of the command adds to the data set.
   */
  storedBytes: number;
  /**
   * Whether the command changes the value of its key.
   */
  writes: boolean;
}

/**
 * Which caller gets a returned connection when several are waiting.
 */
export type Handoff = 'barging' | 'fifo';

/**
 * Which idle connection is borrowed next.
 */
export type IdleOrder = 'lifo' | 'fifo';

/**
 * Whose network card moderates its interrupts.
 */
export type InterruptModeration = 'none' | 'server' | 'client' | 'both';

/**
 * Which threads make the socket calls.
 */
export type Io =
  | {
      /**
       * Size of each of two buffers: one for writing commands, one for reading replies. 0: the library's usual size,
       * 8 KiB in Jedis and 4 KiB in Go. go-redis since 9.14: 32 KiB.
       */
      bufferBytes: number;
      kind: 'blocking';
      /**
       * Whether the caller waits in poll() before it reads, as Java does with a socket timeout. Otherwise it waits
       * in read().
       */
      pollBeforeRead: boolean;
      /**
       * Whether the caller tries read() before it waits in poll(), as in Java since version 13. Older versions poll
       * first.
       */
      readFirst: boolean;
      /**
       * Maximum wait for a reply. After this time, the request fails and its connection is closed. Jedis' soTimeout
       * is 2 s, go-redis' ReadTimeout 3 s. 0: no limit.
       */
      replyTimeoutMs: number;
    }
  | {
      /**
       * When a loop writes the commands it has encoded.
       */
      flush: Flush;
      /**
       * Buffered bytes after which Node's socket reports back-pressure. The rest waits for the next iteration
       * (node-redis). 16 KiB up to Node 21, 64 KiB since Node 22. 0: no limit.
       */
      highWaterMarkBytes: number;
      /**
       * Share of a loop's time for sockets while tasks wait (Netty 4.1's ioRatio). At 100, all tasks run before
       * the sockets are served again.
       */
      ioRatio: number;
      kind: 'eventLoops';
      /**
       * Number of event-loop threads. Connections are assigned to them in turn. Lettuce's default: one per core.
       */
      loops: number;
      /**
       * Maximum wait for a reply. After this time, the request fails. Its connection stays open and the late reply
       * is discarded. Lettuce's command timeout is 60 s; ioredis has commandTimeout. 0: no limit.
       */
      replyTimeoutMs: number;
      /**
       * Maximum number of commands queued or in flight on a shared connection. Further requests fail immediately.
       * Lettuce: requestQueueSize, node-redis: commandsQueueMaxLength. 0: no limit.
       */
      requestQueueSize: number;
      /**
       * How a loop finds ready sockets.
       */
      selector: Selector;
      /**
       * Maximum time without data on Node's socket in either direction while requests are waiting. After this time,
       * the socket is closed, all its requests fail and a new connection is opened (node-redis' socketTimeout). 0:
       * no limit.
       */
      socketTimeoutMs: number;
      /**
       * How a loop divides its time between sockets and tasks.
       */
      taskFairness: TaskFairness;
      /**
       * Scheduler of command timeouts.
       */
      timeoutScheduler: TimeoutScheduler;
    }
  | {
      /**
       * Time that the writer waits for more commands after a flush, if several callers are active.
       */
      flushDelayUs: number;
      kind: 'writerReader';
      /**
       * Maximum number of commands written together. The writer sends the next batch after the last reply to the
       * previous batch. go-redis' AutoPipeline: 300. 0: no limit, and the writer does not wait for replies
       * (rueidis).
       */
      maxBatch: number;
      /**
       * Interval of checks on a connection. If nothing has arrived since the last check, a PING is sent (rueidis'
       * Dialer.KeepAlive). 0: never.
       */
      pingIntervalMs: number;
      /**
       * Maximum wait for a reply if a connection has one caller, or for a PING reply on an idle connection. After
       * this time, the connection is closed and all its requests fail. rueidis' ConnWriteTimeout is 10 s. 0: no
       * limit.
       */
      replyTimeoutMs: number;
      /**
       * Number of requests that a ring holds, each from its writing to its reply. Callers wait while the ring is
       * full. rueidis: 2 to the power of RingScaleEachConn.
       */
      ringSize: number;
    };

/**
 * Threads that read and write for the main thread. The number of threads includes the main thread.
 */
export type IoThreads =
  | {
      kind: 'none';
    }
  | {
      kind: 'version';
      /**
       * Number of threads, including the main thread.
       */
      threads: number;
    }
  | {
      /**
       * Whether I/O threads also read and parse (`io-threads-do-reads`).
       */
      doReads: boolean;
      kind: 'redis6';
      /**
       * Number of threads, including the main thread.
       */
      threads: number;
    }
  | {
      kind: 'redis8';
      /**
       * Number of clients whose keys the main thread prefetches together before it executes their commands
       * (`prefetch-batch-max-size`, since 8.2). The last batch may contain up to twice as many. 0: no prefetching.
       */
      prefetchBatchMaxSize: number;
      /**
       * Number of threads, including the main thread.
       */
      threads: number;
    }
  | {
      /**
       * Number of events per iteration for each active thread (`events-per-io-thread`).
       */
      eventsPerIoThread: number;
      kind: 'valkey8';
      /**
       * Number of clients whose keys the main thread prefetches together before it executes their commands
       * (`prefetch-batch-max-size`). 0: no prefetching.
       */
      prefetchBatchMaxSize: number;
      /**
       * Number of threads, including the main thread.
       */
      threads: number;
    };

/**
 * Memory of each node (`maxmemory`).
 */
export type Memory =
  | {
      kind: 'unlimited';
    }
  | {
      /**
       * Memory that an evicted key frees: the key, its value, and the overhead of both.
       */
      keyBytes: number;
      kind: 'full';
      /**
       * Keys that are compared for each evicted one (`maxmemory-samples`). 0: a random key, as with `allkeys-random`.
       */
      samples: number;
      /**
       * How long eviction may delay a command (`maxmemory-eviction-tenacity`). The limit is 50 µs per step up to
       * step 10, then 15% more per step. 100: no limit.
       */
      tenacity: number;
    };

/**
 * A further client of the same server. Its network is that of the scenario but for the round-trip time, and so are its costs.
 */
export interface Neighbour {
  /**
   * Client library of this client, and number of its instances.
   */
  client: Client;
  /**
   * Name of this client in the results.
   */
  name: string;
  /**
   * Round-trip time of an empty packet between this client and the server. If absent, `network.rttUs`
   * applies.
   */
  rttUs?: number | null;
  /**
   * Callers and requests of each instance of this client.
   */
  workload: Workload;
}

/**
 * The network between client and server.
 */
export interface Network {
  /**
   * Whether packets go through a bridge or a virtual network interface, as between containers. Each packet costs its
   * sender `costs.bridgePacketNs`.
   */
  bridged: boolean;
  /**
   * Extra time to open a connection, in addition to its round trips: DNS, routing, a slow accept.
   */
  connectDelayUs: number;
  /**
   * Which network cards moderate interrupts (Linux's dynamic interrupt moderation, DIM).
   */
  interruptModeration: InterruptModeration;
  /**
   * Share of segments that are lost and retransmitted. Later data on the same connection waits for the
   * retransmission.
   */
  lossPercent: number;
  /**
   * Bandwidth of the link in each direction, shared by all connections. 0: no limit.
   */
  mbitPerSec: number;
  /**
   * Nagle's algorithm at the client (TCP_NODELAY off): a small segment waits until the previous one is acknowledged.
   */
  nagle: boolean;
  /**
   * A proxy between the clients and the server (twemproxy, Envoy, Codis): one more hop, and few connections to the server.
   */
  proxy: Proxy;
  /**
   * Extra random delay of each write from server to client. Order on a connection is preserved.
   */
  replyJitterUs: Dist;
  /**
   * Extra random delay of each write from client to server. Order on a connection is preserved.
   */
  requestJitterUs: Dist;
  /**
   * Round-trip time of an empty packet, half in each direction.
   */
  rttUs: number;
  /**
   * Maximum payload of a TCP segment (MSS): 1,460 on Ethernet, about 65,000 on loopback.
   */
  segmentBytes: number;
  /**
   * Whether TCP slow start applies: ten segments per round trip on a new connection, doubling each time. It applies
   * again after a pause.
   */
  slowStart: boolean;
  /**
   * Encryption of the connections. Each handshake costs CPU time and round trips. Each record and byte costs CPU
   * time on both sides.
   */
  tls: Tls;
  /**
   * Kind of socket between client and server. A Unix socket has no segments: nothing is lost, held back or
   * retransmitted.
   */
  transport: Transport;
  /**
   * Maximum number of unacknowledged bytes in flight (receive window). 0: no limit.
   */
  windowBytes: number;
}

/**
 * Which shared connection a request uses.
 */
export type Pick = 'random' | 'roundRobin';

/**
 * Where callers are pinned to their carrier threads, like virtual threads inside `synchronized` up to Java 23. A
 * pinned caller keeps its carrier thread while it waits.
 */
export type Pinned =
  | {
      kind: 'nowhere';
    }
  | {
      /**
       * Threads that run virtual threads (jdk.virtualThreadScheduler.parallelism).
       */
      carriers: number;
      kind: 'call';
    }
  | {
      /**
       * Threads that run virtual threads. `Object.wait` adds threads up to jdk.virtualThreadScheduler.maxPoolSize.
       */
      carriers: number;
      kind: 'poolMonitor';
    };

/**
 * How the requests are spread over the keys. It decides which node of a cluster gets them, and which reads client-side caches answer. With
 * neither, it changes nothing.
 */
export type Popularity =
  | {
      /**
       * Number of distinct keys. Only client-side caching depends on it.
       */
      keys: number;
      kind: 'uniform';
    }
  | {
      /**
       * How strongly requests concentrate on popular keys. 0: all keys equally often.
       */
      exponent: number;
      /**
       * Number of distinct keys.
       */
      keys: number;
      kind: 'zipf';
    }
  | {
      /**
       * Number of distinct keys, the hot key included. Only client-side caching depends on it.
       */
      keys: number;
      kind: 'hot';
      /**
       * Share of all requests that use the hot key, or the keys of the hot slot.
       */
      share: number;
    };

/**
 * A named set of costs.
 */
export type Profile =
  | 'ideal'
  | 'linux-server'
  | 'linux-2core-vm'
  | 's0-8cpu-laptop'
  | 's3-laptop'
  | 'aws-c8g'
  | 's1-m5-2xlarge'
  | 's4-xeon-40core'
  | 'apple-m1-pro';

/**
 * A proxy that multiplexes connections. Clients connect to it, and it sends all commands over a few connections of its own.
 */
export type Proxy =
  | {
      kind: 'none';
    }
  | {
      kind: 'multiplexing';
      /**
       * Extra random delay of each write from the server to the proxy. Order on a connection is preserved.
       */
      replyJitterUs: Dist;
      /**
       * Extra random delay of each write from the proxy to the server. Order on a connection is preserved.
       */
      requestJitterUs: Dist;
      /**
       * Round-trip time between proxy and server. `network.rttUs` is then the round trip between client and proxy.
       */
      rttUs: number;
      /**
       * Threads of the proxy, each with an event loop, a core and its share of the clients' connections.
       */
      threads: number;
      /**
       * Number of connections of each thread to the server. Commands are assigned to them in turn.
       */
      upstreamConnections: number;
    };

/**
 * Node that is queried.
 */
export type QueryNode = 'first' | 'random';

/**
 * Which nodes a client sends its reads to. Commands that add memory (`storedBytes`) are writes and go to the primary.
 */
export type ReadFrom = 'primary' | 'replica' | 'anyReplica' | 'any';

/**
 * Pauses of an event loop before each reconnect attempt after its connection is closed. Clients without event loops reconnect on their
 * next request.
 */
export type Reconnect =
  | {
      kind: 'library';
    }
  | {
      kind: 'linear';
      /**
       * Maximum pause.
       */
      maxMs: number;
      /**
       * Pause before the first attempt. Each further pause is longer by this time.
       */
      stepMs: number;
    }
  | {
      /**
       * Pause before the first attempt.
       */
      firstMs: number;
      /**
       * Maximum random time added to each pause, drawn separately for each process of the client.
       */
      jitterMs: number;
      kind: 'exponential';
      /**
       * Maximum pause.
       */
      maxMs: number;
    };

/**
 * Which callers refresh the topology, and which wait for it.
 */
export type Refresher = 'oneCaller' | 'allCallers' | 'background';

/**
 * Slots that move from the first node of a cluster to the last one.
 */
export type Resharding =
  | {
      kind: 'none';
    }
  | {
      kind: 'slots';
      /**
       * Time to move the keys of one slot. 0: all slots move at the same time, as in a failover.
       */
      slotMs: number;
      /**
       * Slots to move, at most all slots of the first node.
       */
      slots: number;
      /**
       * Time at which the first slot starts to move.
       */
      startMs: number;
    };

/**
 * How a caller handles redirects and failures.
 */
export interface Retry {
  /**
   * Whether the backoff also applies before redirects (go-redis until 2024).
   */
  backoffOnRedirect: boolean;
  /**
   * Maximum backoff.
   */
  maxBackoffMs: number;
  /**
   * Maximum number of redirects (MOVED, ASK) that a request follows before it fails. Lettuce and Spring Data Redis:
   * 5; Jedis: 4; go-redis: 3.
   */
  maxRedirects: number;
  /**
   * Maximum number of retries of a request that got no connection or no reply in time (go-redis: 3).
   */
  maxRetries: number;
  /**
   * Minimum backoff before a retry. A random time is added: at most twice the minimum before the first retry. This
   * limit doubles with each further retry.
   */
  minBackoffMs: number;
}

/**
 * How long to simulate and what to measure.
 */
export interface Run {
  /**
   * Measured model time.
   */
  measuredMs: number;
  /**
   * Model time before measuring starts. The statistics of this time are discarded.
   */
  warmupMs: number;
}

/**
 * Which thread runs the application's code.
 */
export type Runs =
  | {
      /**
       * Whether the code runs before the connection goes back to the pool, as inside try-with-resources.
       */
      holdsConnection: boolean;
      kind: 'caller';
    }
  | {
      kind: 'eventLoop';
    }
  | {
      /**
       * Threads that are added each second while replies wait.
       */
      growthPerSec: number;
      kind: 'pool';
      /**
       * Maximum number of threads in the pool.
       */
      maxThreads: number;
      /**
       * Initial number of threads.
       */
      threads: number;
    };

/**
 * Kind of concurrency that the callers use (threads, goroutines, event loop), and the cost of waiting.
 */
export type Runtime =
  | {
      kind: 'threads';
    }
  | {
      /**
       * Number of goroutines that can run at the same time (GOMAXPROCS). Go's default: one per core.
       */
      gomaxprocs: number;
      kind: 'goroutines';
    }
  | {
      kind: 'eventLoop';
    };

/**
 * How an event loop learns what is ready.
 */
export type Selector = 'epoll' | 'nio';

/**
 * The Redis server: one main thread with its event loop.
 */
export interface Server {
  /**
   * Append-only file: what must reach the disk before replies are sent. Every command is treated as a write.
   */
  appendOnly: AppendOnly;
  /**
   * Whether all reads of an iteration are submitted to the kernel together, and likewise all writes (io_uring). Each
   * submission enters the kernel once. No released Redis does this.
   */
  batchedSubmissions: boolean;
  /**
   * Keys that expire.
   */
  expirations: Expirations;
  /**
   * The server machine.
   */
  host: ServerHost;
  /**
   * Runs of the periodic tasks (serverCron) per second. They run more often with many clients.
   */
  hz: number;
  /**
   * Threads that read and write for the main thread, which alone executes commands. Each needs a core of the server.
   */
  ioThreads: IoThreads;
  /**
   * Commands of a client that are parsed before the first is executed. I/O threads parse these commands, and all
   * their keys are prefetched together. 0: the version's own value. Redis since 8.4: 16. Valkey since 9: all
   * commands read. Earlier versions: 1.
   */
  lookahead: number;
  /**
   * Maximum number of clients. Redis answers a further connection with an error and closes it. 0: no limit.
   */
  maxClients: number;
  /**
   * Maximum number of new connections that one iteration of the event loop accepts. Further connections wait for the
   * next iteration. 0: the version's own value. Until Redis 7.2 this was always 1000. Since 7.4 it is a setting, 10
   * by default.
   */
  maxNewConnectionsPerCycle: number;
  /**
   * Memory of each node, and what is evicted when it is full.
   */
  memory: Memory;
  /**
   * Nodes of a Redis cluster, each with its share of the 16,384 slots. 1: a single server. The client has
   * connections to each node.
   */
  nodes: number;
  /**
   * Replicas of each node. The main thread sends each replica the commands that add memory (`storedBytes`). Replicas
   * serve requests if a client reads from them (`client.readFrom`). In this case each replica has its own main
   * thread and executes the commands it receives.
   */
  replicas: number;
  /**
   * Cluster slots that move to another node.
   */
  resharding: Resharding;
  /**
   * Maximum number of connections that wait to be accepted: the smaller of `tcp-backlog` and `net.core.somaxconn`. A
   * further SYN gets no answer. The client sends the SYN again after 1 s, then 2 s, then 4 s. 0: no limit.
   */
  tcpBacklog: number;
  /**
   * Release of Redis or Valkey. It sets how much one call reads or writes, and how many memory reads a look-up
   * takes. Newer releases move slots atomically and send large replies without a copy. `ioThreads`, `lookahead` and
   * `maxNewConnectionsPerCycle` can take their values from the release.
   */
  version: Version;
}

/**
 * The machine the server runs on.
 */
export type ServerHost =
  | {
      /**
       * Cores of the server machine.
       */
      cores: number;
      kind: 'own';
      /**
       * Whether each cluster node has its own machine. Otherwise all share one.
       */
      perNode: boolean;
    }
  | {
      kind: 'client';
    };

/**
 * The unit into which a client splits a batch over several slots.
 */
export type SplitBy = 'key' | 'slot' | 'node';

/**
 * How an event loop divides its time between sockets and tasks.
 */
export type TaskFairness = 'netty41' | 'netty42';

/**
 * Scheduler of command timeouts.
 */
export type TimeoutScheduler =
  | {
      kind: 'none';
    }
  | {
      kind: 'executor';
      /**
       * Number of threads, to which tasks are assigned in turn. Lettuce's default: one per core.
       */
      threads: number;
    }
  | {
      kind: 'timerWheel';
    };

/**
 * Encryption of the connections.
 */
export type Tls =
  | {
      kind: 'none';
    }
  | {
      kind: 'tls12';
      /**
       * Whether new connections resume an earlier session, which saves the signature and the key exchange. Few Redis
       * clients resume sessions.
       */
      resumption: boolean;
    }
  | {
      kind: 'tls13';
      /**
       * Whether new connections resume an earlier session, which saves the signature. Few Redis clients resume
       * sessions.
       */
      resumption: boolean;
    };

/**
 * How the client knows which node serves which slot.
 */
export type Topology =
  | {
      kind: 'static';
    }
  | {
      /**
       * Command that queries the topology.
       */
      command: TopologyCommand;
      kind: 'cached';
      /**
       * Age at which the topology is refreshed. Spring Data Redis: 100 ms; ioredis: 5 s; go-redis: 10 s. 0: never.
       */
      maxAgeMs: number;
      /**
       * Minimum time between two refreshes caused by MOVED. Lettuce up to 6: 30 s; Jedis: none.
       */
      minRefreshIntervalMs: number;
      /**
       * Number of client processes. Callers are assigned to them in turn, and each process has its own cached
       * topology. All processes share the connections and all other threads.
       */
      processes: number;
      /**
       * Node that is queried.
       */
      queryNode: QueryNode;
      /**
       * Whether MOVED refreshes the topology immediately. Jedis: always; Lettuce: with adaptive triggers; Spring
       * Data Redis: never.
       */
      refreshOnMoved: boolean;
      /**
       * Which callers refresh the topology, and which wait for it.
       */
      refresher: Refresher;
    };

/**
 * Command that queries the topology.
 */
export type TopologyCommand = 'nodes' | 'slots';

/**
 * Which keys a connection gets invalidation messages about.
 */
export type TrackingMode = 'default' | 'broadcast';

/**
 * Kind of socket between client and server.
 */
export type Transport = 'tcp' | 'unixSocket';

/**
 * Release of Redis or Valkey, as far as the model can tell them apart.
 */
export type Version =
  | '6.0'
  | '6.2'
  | '7.0'
  | '7.4'
  | '8.0'
  | '8.2'
  | '8.4'
  | '8.6'
  | 'valkey7.2'
  | 'valkey8.0'
  | 'valkey8.1'
  | 'valkey9.0'
  | 'valkey9.1';

/**
 * Callers and their requests.
 */
export interface Workload {
  /**
   * How requests arrive.
   */
  arrivals: Arrivals;
  /**
   * Whether a request is one command or a batch.
   */
  batch: Batch;
  /**
   * The command that requests send.
   */
  command: Command;
  /**
   * How the requests are spread over the keys, and so over the nodes of a cluster. This setting has no effect on a
   * single node without client-side caching.
   */
  popularity: Popularity;
  /**
   * A second command in the mix, for example a slow one or a big one.
   */
  second: FurtherCommand;
  /**
   * A third command in the mix, for example a slow command in addition to reads and writes.
   */
  third: FurtherCommand;
}
