// Generated from wasm/ by `npm run schema`; never edited.

/**
 * One run of the model: who asks, through which client, over which network, of which server, at which costs.
 */
export interface Scenario {
  /**
   * The client process.
   */
  client: Client;
  /**
   * What each step costs.
   */
  costs: CostChoice;
  /**
   * The way between client and server.
   */
  network: Network;
  /**
   * How long to simulate and what to measure.
   */
  run: Run;
  /**
   * Seed of all random numbers: same seed, same run, to the nanosecond.
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
   * Who issues requests, and what they ask for.
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
 * Regularity of the arrivals of an open workload.
 */
export type ArrivalProcess = 'poisson' | 'constant';

/**
 * How requests come about.
 */
export type Arrivals =
  | {
      /**
       * Threads that issue requests, one at a time each.
       */
      callers: number;
      kind: 'closed';
      /**
       * The callers start evenly spread over this time instead of all at once.
       */
      rampUs: number;
      /**
       * Pause of a caller between a reply and its next request.
       */
      thinkUs: Dist;
    }
  | {
      /**
       * Requests that arrive at the same moment, as from one page that needs many values. The gaps between such bursts are
       * longer, so that the mean rate stays.
       */
      burstSize: number;
      /**
       * Caller threads: at most this many requests are in progress at once.
       */
      callers: number;
      kind: 'open';
      /**
       * Requests that may wait for a free caller; more are shed and counted.
       */
      maxBacklog: number;
      /**
       * Regularity of the arrivals.
       */
      process: ArrivalProcess;
      /**
       * Mean arrival rate.
       */
      ratePerSec: number;
    };

/**
 * Whether a request is one command or a batch of them. A request is complete when all of its replies are there.
 */
export type Batch =
  | {
      kind: 'none';
    }
  | {
      kind: 'multiKey';
      /**
       * Whether the reply holds a value for every key (MGET) or is one for all (MSET).
       */
      replyPerKey: boolean;
      /**
       * Keys in a request.
       */
      size: number;
    }
  | {
      kind: 'pipeline';
      /**
       * Commands in a request.
       */
      size: number;
    }
  | {
      kind: 'transaction';
      /**
       * Round trips: Jedis takes 2 since version 4 (EXEC waits for the replies to the commands), 3 before; 1 if everything leaves together.
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
 * Whether a borrower looks at its connection's socket first.
 */
export type CheckOnGet = 'none' | 'peek';

/**
 * The client process: three axes (runtime, I/O, connections) span every client library.
 */
export interface Client {
  /**
   * How callers and connections meet.
   */
  connections: Connections;
  /**
   * Cores of the client's machine.
   */
  cores: number;
  /**
   * What it does with a batch of keys in a cluster.
   */
  crossSlot: CrossSlot;
  /**
   * Round trips of commands on a new connection, after TCP's own: 2 for Jedis since version 4 (HELLO, CLIENT SETINFO), 1 for
   * a password or a database, 0 for a client that says nothing (redigo).
   */
  handshakeRoundTrips: number;
  /**
   * Who makes the socket calls.
   */
  io: Io;
  /**
   * What a caller does when it gets no answer but a redirection or a failure.
   */
  retry: Retry;
  /**
   * What a caller is, and what waiting costs it.
   */
  runtime: Runtime;
  /**
   * How it knows which node of a cluster serves which slot.
   */
  topology: Topology;
}

/**
 * How a caller learns that all parts of its batch are answered.
 */
export type Collect =
  | {
      kind: 'join';
    }
  | {
      /**
       * How long it sleeps after each look.
       */
      intervalMs: number;
      kind: 'pollAndSleep';
    }
  | {
      kind: 'timedGet';
      /**
       * How long it waits for one before it goes on to the next.
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
   * Elements of the reply that come from one key (LRANGE, SMEMBERS, HGETALL); 1 is a single value. Each further one costs the server
   * `costs.elementNs` and the client the decoding of a value. The sizes are of the whole reply.
   */
  elements: number;
  /**
   * Time the command itself takes on the server, on top of parsing and replying (`costs.commandNs`).
   */
  execUs: Dist;
  /**
   * Encoded size of the reply. Default: +OK.
   */
  replyBytes: number;
  /**
   * Encoded size of the request. Default: SET with a 5-byte key and value.
   */
  requestBytes: number;
}

/**
 * How callers and connections meet.
 */
export type Connections =
  | {
      /**
       * Whether a caller that finds no connection waits for one; otherwise its request fails at once ("Pool exhausted").
       */
      blockWhenExhausted: boolean;
      /**
       * Whether a borrower looks at its connection's socket first.
       */
      checkOnGet: CheckOnGet;
      /**
       * Whether a borrower that leaves fewer than minIdle idle has others opened at once, in the background (go-redis'
       * MinIdleConns). Otherwise only the evictor does.
       */
      fillInBackground: boolean;
      /**
       * Who gets a returned connection when callers are waiting.
       */
      handoff: Handoff;
      /**
       * Idle time after which borrowers close connections before they take their own (redigo's IdleTimeout; go-redis'
       * ConnMaxIdleTime: 30 min). 0 means never.
       */
      idleTimeoutMs: number;
      kind: 'pooled';
      /**
       * Connections that may be idle: one that comes back while so many are idle is closed.
       */
      maxIdle: number;
      /**
       * Age at which a borrower closes a connection and takes another (redigo's MaxConnLifetime; go-redis' MaxConnAge,
       * ConnMaxLifetime). 0 means never.
       */
      maxLifetimeMs: number;
      /**
       * Most connections in the pool.
       */
      maxTotal: number;
      /**
       * Longest wait for a connection; then the request fails. 0 means for ever.
       */
      maxWaitMs: number;
      /**
       * Idle time after which the evictor closes a connection.
       */
      minEvictableIdleMs: number;
      /**
       * Idle connections that the evictor keeps up, and that a pool that is not warm begins with.
       */
      minIdle: number;
      /**
       * Connections that a run of the evictor looks at: so many, or, if negative, this part of those that are idle: −1 all
       * (Jedis), −2 half of them. commons-pool2's own default is 3.
       */
      numTestsPerEvictionRun: number;
      /**
       * Which idle connection is lent next.
       */
      order: IdleOrder;
      /**
       * Idle time after which the evictor closes a connection as long as more than minIdle are idle; 0 means never.
       */
      softMinEvictableIdleMs: number;
      /**
       * Whether a borrower tests its connection with a PING first.
       */
      testOnBorrow: boolean;
      /**
       * Whether a new connection is tested with a PING before anybody has it.
       */
      testOnCreate: boolean;
      /**
       * Whether a connection is tested with a PING before it goes back.
       */
      testOnReturn: boolean;
      /**
       * Whether the evictor tests idle connections with a PING, one after another.
       */
      testWhileIdle: boolean;
      /**
       * Time between two runs of the evictor, a thread that looks after idle connections; 0 means that there is none.
       */
      timeBetweenEvictionRunsMs: number;
      /**
       * Whether the pool is full when the run begins; otherwise connections are opened when they are needed.
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
       * Which of them a request uses.
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
   * Factor on all CPU times of the profile, overrides included: 1.5 is a core that takes 1.5 times as long, of two thirds of the clock. Wake-up
   * latencies, timers and time slices stay.
   */
  cpuFactor: number;
  /**
   * Single costs that replace those of the profile.
   */
  overrides: CostOverrides;
  /**
   * A named set of costs with sources.
   */
  profile: Profile;
}

/**
 * Single costs that replace those of the profile.
 */
export interface CostOverrides {
  /**
   * Taking a new connection on the server: accept(), options, client object, registration.
   */
  acceptNs?: number | null;
  /**
   * Dealing a client to an I/O thread of Redis 6 or 7 and having it back after the barrier: list nodes, and cache misses on what that thread has touched.
   */
  assignClientNs?: number | null;
  /**
   * Each segment through a bridge or a virtual network interface (veth, containers): the soft interrupt at its sender.
   */
  bridgePacketNs?: number | null;
  /**
   * Moving a cache line to another core: how soon a spinning thread sees what it waits for.
   */
  cacheLineNs?: number | null;
  /**
   * What a switch costs more when other threads have filled the core's caches since the thread last ran there.
   */
  cacheRefillNs?: number | null;
  /**
   * The caller's own code between two requests.
   */
  callerNs?: number | null;
  /**
   * Housekeeping for one client, about once a second.
   */
  clientCronNs?: number | null;
  /**
   * Taking a client from the list of an I/O thread of Redis 8: lists, and cache misses on what that thread has touched.
   */
  clientHandoffNs?: number | null;
  /**
   * Bookkeeping of the server's event loop for each client it serves in a turn, besides the system calls.
   */
  clientTurnNs?: number | null;
  /**
   * How much the client’s own code varies from one time to the next: standard deviation of a step as a share of its mean. The
   * mean stays; system calls and the server do not vary. 0: always the same.
   */
  clientVariationPercent?: number | null;
  /**
   * close() of a socket, on either side, with what has to be cleaned up.
   */
  closeNs?: number | null;
  /**
   * More bookkeeping for a client for every thousand others served since its last turn: its state has left the caches.
   */
  coldClientNs?: number | null;
  /**
   * What a connection's turn takes longer, on the server and in a load generator, when what the kernel and the process keep for its
   * socket has left the core's second-level cache: one read() and one write() on cold data.
   */
  coldSocketNs?: number | null;
  /**
   * The longest that bringing it back can take, after a turn with many system calls.
   */
  coldSwitchMaxNs?: number | null;
  /**
   * What a switch costs more, as a share of the thread's time in the kernel in its last turn, when what the kernel keeps for it has
   * left the last-level cache of the machine and comes back from memory.
   */
  coldSwitchPercent?: number | null;
  /**
   * What waking a thread takes its waker longer when all that the kernel keeps for it has left the last-level cache: the lines that
   * waking touches, of its task and of its place in queues.
   */
  coldWakeNs?: number | null;
  /**
   * Parsing one command, looking it up and queueing its reply, on the server.
   */
  commandNs?: number | null;
  /**
   * Opening a socket: socket(), its options and connect(), without the network.
   */
  connectNs?: number | null;
  /**
   * Switching a core from one thread to another.
   */
  contextSwitchNs?: number | null;
  /**
   * One call of the server's housekeeping, besides its clients.
   */
  cronNs?: number | null;
  /**
   * Parsing a reply in the caller's thread (blocking clients).
   */
  decodeNs?: number | null;
  /**
   * Decoding one byte of a reply beyond the first 64 in Java: copying it into an object and making a string of it. Deserialisation
   * that runs on the event loop can be added here.
   */
  decodePerByteNs?: number | null;
  /**
   * Building a command and handing it to an event loop, in the caller's thread.
   */
  dispatchNs?: number | null;
  /**
   * Each further element of a reply that comes from one key (LRANGE, SMEMBERS, HGETALL), on the server: the next entry and its part of
   * the reply.
   */
  elementNs?: number | null;
  /**
   * Encoding a command in the caller's thread (blocking clients).
   */
  encodeNs?: number | null;
  /**
   * Telling epoll to watch, or no longer to watch, whether a socket takes more.
   */
  epollCtlNs?: number | null;
  /**
   * Each event that epoll_wait() returns.
   */
  epollEventNs?: number | null;
  /**
   * epoll_wait() without its events.
   */
  epollWaitNs?: number | null;
  /**
   * write() to an eventfd that wakes a sleeping event loop.
   */
  eventfdWakeNs?: number | null;
  /**
   * Putting a task into the queue of an executor of command timeouts: a task object, a queue with a lock.
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
   * Going to sleep on a futex (parking).
   */
  futexWaitNs?: number | null;
  /**
   * Waking a thread that sleeps on a futex (unparking), paid by the waker.
   */
  futexWakeNs?: number | null;
  /**
   * Parsing a reply in a goroutine, and handing it to the code that asked.
   */
  goDecodeNs?: number | null;
  /**
   * Decoding one byte of a reply beyond the first 64 in Go: copying it into a string, and the memory for that.
   */
  goDecodePerByteNs?: number | null;
  /**
   * Encoding a command in a goroutine.
   */
  goEncodeNs?: number | null;
  /**
   * The step in which Go’s runtime says how long it polls: on Linux epoll_wait() takes whole milliseconds, and less becomes one. So a
   * goroutine sleeps a millisecond at least where nothing else happens. 0: to the nanosecond.
   */
  goPollGranularityNs?: number | null;
  /**
   * Making a goroutine ready, as when a channel hands something to one that waits for it.
   */
  goReadyNs?: number | null;
  /**
   * One step of a command through a ring between goroutines: putting it in, taking it out and encoding it, or parsing its reply.
   */
  goRingNs?: number | null;
  /**
   * Parking a goroutine and switching to the next one that is ready.
   */
  goSwitchNs?: number | null;
  /**
   * How much longer everything takes on a hardware thread while the other one of its core runs something. 0: each core of the
   * machine has one hardware thread.
   */
  hyperThreadSlowdownPercent?: number | null;
  /**
   * Longest exit latency of the idle states that cores may sleep in (Broadwell's: C1E 10 µs, C3 40 µs, C6 133 µs, after 20, 100 and
   * 400 µs without work). 0: the lightest only, which is part of the wake-up latency.
   */
  idleExitNs?: number | null;
  /**
   * Interrupting an idle core so that it takes up a woken thread, paid by the waker besides its system call.
   */
  ipiNs?: number | null;
  /**
   * Waiting for memory while a key is looked up: its entry, the key and the value, where a node holds more than its caches do. 0: it
   * holds few keys.
   */
  keyCacheMissNs?: number | null;
  /**
   * Each key of a command with several keys, on the server: look-up and its part of the reply.
   */
  keyNs?: number | null;
  /**
   * How many connections' data the second-level cache of a core has room for.
   */
  l2CacheSockets?: number | null;
  /**
   * How many threads’ data the last-level cache of a machine has room for.
   */
  lastLevelCacheThreads?: number | null;
  /**
   * One callback of a load generator, for a read() or a write(): event loop, statistics and two epoll_ctl().
   */
  loadGenCallbackNs?: number | null;
  /**
   * One command of a load generator (redis-benchmark, valkey-benchmark, memtier): copying the prepared request.
   */
  loadGenCommandNs?: number | null;
  /**
   * Each byte of a reply beyond 64 that a load generator copies.
   */
  loadGenPerByteNs?: number | null;
  /**
   * One reply of a load generator: parsing it and counting it.
   */
  loadGenReplyNs?: number | null;
  /**
   * Decoding one reply and completing its future in the event loop, without waking the caller.
   */
  loopDecodeNs?: number | null;
  /**
   * The event loop's work for one read of a channel, besides the read() and the replies in it: buffer, pipeline.
   */
  loopReadNs?: number | null;
  /**
   * Running one write task in the event loop: encoding and pipeline, without the write() itself.
   */
  loopTaskNs?: number | null;
  /**
   * How long a thread keeps to the core it last ran on, even if that is busy and another one is idle.
   */
  migrationCostNs?: number | null;
  /**
   * Parsing and queueing one command between MULTI and EXEC; running it at EXEC costs `commandNs`.
   */
  multiQueueNs?: number | null;
  /**
   * Writing the line of one node into that description.
   */
  nodeEntryNs?: number | null;
  /**
   * Going from libuv to JavaScript or back for one read() or write() of a socket.
   */
  nodeJsCallbackNs?: number | null;
  /**
   * JavaScript from the call of a command to its encoded bytes (Node).
   */
  nodeJsCommandNs?: number | null;
  /**
   * Decoding one byte of a reply beyond the first 64 in JavaScript: making a string of it (Node).
   */
  nodeJsDecodePerByteNs?: number | null;
  /**
   * JavaScript of auto-pipelining for each command in a pipeline, on both ways together: a callback and a promise more (Node).
   */
  nodeJsPipelineCommandNs?: number | null;
  /**
   * JavaScript of auto-pipelining for each pipeline: making it, having it called at the end of the turn, and its own promise (Node).
   */
  nodeJsPipelineNs?: number | null;
  /**
   * JavaScript of taking a connection from a pool, or of giving it back (Node).
   */
  nodeJsPoolNs?: number | null;
  /**
   * JavaScript from a reply's bytes to the promise that it fulfils (Node).
   */
  nodeJsReplyNs?: number | null;
  /**
   * Parsing one command, a part of `commandNs`: what a server's I/O thread takes over for the first command it reads.
   */
  parseNs?: number | null;
  /**
   * poll() on one socket that then has to wait.
   */
  pollNs?: number | null;
  /**
   * Taking a connection from the pool: lock, queue, bookkeeping.
   */
  poolBorrowNs?: number | null;
  /**
   * Giving a connection back to the pool.
   */
  poolReturnNs?: number | null;
  /**
   * Longest time a thread keeps its core while others wait for one.
   */
  quantumNs?: number | null;
  /**
   * Each byte of a reply beyond 64 that the executing thread copies into the client's reply buffer.
   */
  replyPerByteNs?: number | null;
  /**
   * The caller's code after it has been woken with the reply.
   */
  resumeNs?: number | null;
  /**
   * Putting a job into the ring of an I/O thread of Valkey, or taking notice of a finished one: cache lines of the ring and of the
   * client. Four times a request.
   */
  ringJobNs?: number | null;
  /**
   * Looking whether a slot belongs to a node, while the server describes the cluster (CLUSTER NODES, CLUSTER SLOTS).
   */
  slotScanNs?: number | null;
  /**
   * read() on a socket that has none (EAGAIN).
   */
  socketReadEmptyNs?: number | null;
  /**
   * read() on a socket that has data.
   */
  socketReadNs?: number | null;
  /**
   * Copying one byte out of a socket.
   */
  socketReadPerByteNs?: number | null;
  /**
   * Receiving each further segment of what a read() takes: soft interrupt and merging. The first is part of `socketReadNs`.
   */
  socketReadPerSegmentNs?: number | null;
  /**
   * write() to a socket, up to handing the segment to the network.
   */
  socketWriteNs?: number | null;
  /**
   * Copying one byte into a socket.
   */
  socketWritePerByteNs?: number | null;
  /**
   * One look of an idle I/O thread for jobs; after a million of them it may go to sleep.
   */
  spinNs?: number | null;
  /**
   * Each byte of a request beyond 64 that the executing thread stores: the object of a value, and freeing the one that it replaces.
   */
  storePerByteNs?: number | null;
  /**
   * Entering the kernel and coming back, a part of every system call: what batched submissions save.
   */
  syscallNs?: number | null;
  /**
   * Starting a thread of the operating system for a task, besides handing the task over (`threadPerPart`).
   */
  threadStartNs?: number | null;
  /**
   * How much later than asked for a thread wakes that waits for a time (Linux’ timer slack: the kernel may put its timer off so long, to
   * serve several with one interrupt). poll() is later by a thousandth of its time, if that is more. Not for pauses and arrivals of the load.
   */
  timerSlackNs?: number | null;
  /**
   * Running one of these tasks in the timer's thread.
   */
  timerTaskNs?: number | null;
  /**
   * Putting a timeout into a timer wheel, or calling it off: a queue without locks.
   */
  timerWheelOfferNs?: number | null;
  /**
   * read() on a Unix socket that has data.
   */
  unixReadNs?: number | null;
  /**
   * write() to a Unix socket.
   */
  unixWriteNs?: number | null;
  /**
   * How much of the wake-up latency the core works already (it leaves the idle state, finds the thread and switches to it), which counts as
   * CPU time of the woken thread: at most all of it. Nothing is sooner or later by it.
   */
  wakeCpuNs?: number | null;
  /**
   * From waking a thread to its first instruction on an idle core: interrupt and leaving the idle state.
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
       * What is asked for by itself.
       */
      by: SplitBy;
      /**
       * How the caller learns that all answers are there.
       */
      collect: Collect;
      kind: 'split';
      /**
       * Whether a thread is started for every part, `workers` of them at a time (Spring Data Redis since 3.1, without a limit).
       */
      threadPerPart: boolean;
      /**
       * Threads that ask for the parts of all callers' batches in turn. With 0 the caller asks: for one part after the other, or with event loops and shared connections for all at once.
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
       * The value.
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
       * Mean of the sum.
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
       * Mean of the mixture.
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
       * How long the first command waits for others.
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
   * Time for which it then waits on the server for something that does not come, as BLPOP does. Redis goes on with others, but
   * its connection is answered nothing meanwhile.
   */
  blockMs: number;
  /**
   * Elements of the reply that come from one key.
   */
  elements: number;
  /**
   * Time the command itself takes on the server, on top of parsing and replying.
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
   * Share of the requests that ask for this one; the first kind has what the others leave.
   */
  share: number;
}

/**
 * Who gets a returned connection when callers are waiting.
 */
export type Handoff = 'barging' | 'fifo';

/**
 * Which idle connection is lent next.
 */
export type IdleOrder = 'lifo' | 'fifo';

/**
 * Whose network card moderates its interrupts.
 */
export type InterruptModeration = 'none' | 'server' | 'client' | 'both';

/**
 * Who makes the socket calls.
 */
export type Io =
  | {
      /**
       * Buffer that commands are gathered in and replies are read into; 0 means the usual one: 8 KiB of Jedis, 4 KiB of Go.
       * go-redis has 32 KiB since 9.14.
       */
      bufferBytes: number;
      kind: 'blocking';
      /**
       * Whether it waits in poll() before it reads, as Java does when the socket has a timeout; otherwise it waits in read().
       */
      pollBeforeRead: boolean;
      /**
       * Whether it tries to read before it waits in poll(), as Java does since version 13; older ones poll first.
       */
      readFirst: boolean;
      /**
       * How long it waits for a reply; then the request fails, and its connection is closed (Jedis' soTimeout, 2 s; go-redis'
       * ReadTimeout, 3 s). 0 means for ever.
       */
      replyTimeoutMs: number;
    }
  | {
      /**
       * When commands that a loop has encoded are written.
       */
      flush: Flush;
      /**
       * Bytes after which Node's socket asks to be drained: the rest waits for the next turn of the loop (node-redis; 16 KiB up to
       * Node 21, 64 KiB since). 0 means no limit.
       */
      highWaterMarkBytes: number;
      /**
       * Share of a loop's time that is for sockets while tasks wait (Netty 4.1's ioRatio). With 100 all tasks are run before
       * the sockets have their next turn.
       */
      ioRatio: number;
      kind: 'eventLoops';
      /**
       * Number of event-loop threads; connections are dealt to them in turn. Lettuce's default: one per core.
       */
      loops: number;
      /**
       * How long a caller waits for the answer to its command; then the request fails, and its connection lives on, in its pool
       * if it has one: the answer is read and thrown away when it comes (Lettuce's command timeout, 60 s; ioredis' commandTimeout).
       * 0 means for ever.
       */
      replyTimeoutMs: number;
      /**
       * Commands of a shared connection that may be queued or unanswered; a request that would exceed it fails at once (Lettuce's
       * requestQueueSize, node-redis' commandsQueueMaxLength). 0 means no limit.
       */
      requestQueueSize: number;
      /**
       * How a loop learns what is ready.
       */
      selector: Selector;
      /**
       * How long nothing may be read from Node's socket, nor written to it, while somebody waits; then the socket is closed under all who use it,
       * whose requests fail at once, and the next one takes its place (node-redis' socketTimeout). 0 means for ever.
       */
      socketTimeoutMs: number;
      /**
       * How a loop divides its time between sockets and tasks.
       */
      taskFairness: TaskFairness;
      /**
       * Who watches over the time that commands take.
       */
      timeoutScheduler: TimeoutScheduler;
    }
  | {
      /**
       * How long after a flush the writer waits for more, when several callers are about.
       */
      flushDelayUs: number;
      kind: 'writerReader';
      /**
       * Most commands that are written together; the next follow when all of these are answered (go-redis' AutoPipeline: 300).
       * 0 means that the writer waits for nobody (rueidis).
       */
      maxBatch: number;
      /**
       * How often a connection is looked at: where nothing has come since the last look, a PING is sent (rueidis' Dialer.KeepAlive). 0 means never.
       */
      pingIntervalMs: number;
      /**
       * How long a caller that is alone on a connection waits for its reply, and how long a PING on one that has been silent does; then the
       * connection is closed and the requests of all its callers fail (rueidis' ConnWriteTimeout, 10 s). 0 means for ever.
       */
      replyTimeoutMs: number;
      /**
       * Requests that a ring holds, from their writing to their answer; who finds it full waits (rueidis: 2 to the power of
       * RingScaleEachConn).
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
      /**
       * Whether they also read and parse (`io-threads-do-reads`).
       */
      doReads: boolean;
      kind: 'redis6';
      /**
       * Threads, the main thread included.
       */
      threads: number;
    }
  | {
      kind: 'redis8';
      /**
       * Clients whose keys the main thread brings from memory together before it executes their commands, or twice as many if it has no
       * more (`prefetch-batch-max-size`, since 8.2); 0: each by itself.
       */
      prefetchBatchMaxSize: number;
      /**
       * Threads, the main thread included.
       */
      threads: number;
    }
  | {
      /**
       * Events of a turn for which one thread is active (`events-per-io-thread`).
       */
      eventsPerIoThread: number;
      kind: 'valkey8';
      /**
       * Clients whose keys the main thread brings from memory together before it executes their commands
       * (`prefetch-batch-max-size`); 0: each by itself.
       */
      prefetchBatchMaxSize: number;
      /**
       * Threads, the main thread included.
       */
      threads: number;
    };

/**
 * The way between client and server.
 */
export interface Network {
  /**
   * Whether packets pass a bridge or a virtual network interface, as between containers: each costs its sender `costs.bridgePacketNs`.
   */
  bridged: boolean;
  /**
   * Time that each new connection takes beside its round trips: DNS, routing, a slow accept.
   */
  connectDelayUs: number;
  /**
   * Whose network card moderates its interrupts: Linux' dynamic interrupt moderation (DIM).
   */
  interruptModeration: InterruptModeration;
  /**
   * Share of the segments that get lost and must be sent again; everything behind them on their connection waits.
   */
  lossPercent: number;
  /**
   * Bandwidth of the link in each direction, shared by all connections; 0 means unlimited.
   */
  mbitPerSec: number;
  /**
   * Nagle's algorithm at the client (TCP_NODELAY off): a small segment waits until the one before it is acknowledged.
   */
  nagle: boolean;
  /**
   * Extra random delay of each write on its way back. Order on a connection is kept.
   */
  replyJitterUs: Dist;
  /**
   * Extra random delay of each write on its way to the server. Order on a connection is kept.
   */
  requestJitterUs: Dist;
  /**
   * Round-trip time of an empty packet; half of it each way.
   */
  rttUs: number;
  /**
   * Largest payload of a TCP segment: 1460 on Ethernet, some 65 000 on loopback.
   */
  segmentBytes: number;
  /**
   * Whether a connection begins with ten segments a round trip and doubles them each time, and again after a pause.
   */
  slowStart: boolean;
  /**
   * Kind of socket between client and server. A Unix socket has no segments: nothing of it is lost, held back or resent.
   */
  transport: Transport;
  /**
   * Most bytes that may be on their way unacknowledged (the receiver's window); 0 means no limit.
   */
  windowBytes: number;
}

/**
 * Which shared connection a request uses.
 */
export type Pick = 'random' | 'roundRobin';

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
 * Which node is asked for the topology.
 */
export type QueryNode = 'first' | 'random';

/**
 * Who asks for the topology, and who waits meanwhile.
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
       * Time in which the keys of one slot move. With 0 all slots change hands at once, as in a failover.
       */
      slotMs: number;
      /**
       * Slots that move; at most all of the first node.
       */
      slots: number;
      /**
       * When the first slot begins to move.
       */
      startMs: number;
    };

/**
 * What a caller does when it gets no answer but a redirection or a failure.
 */
export interface Retry {
  /**
   * Whether it pauses before it follows a redirection, too (go-redis until 2024).
   */
  backoffOnRedirect: boolean;
  /**
   * Longest pause.
   */
  maxBackoffMs: number;
  /**
   * Redirections (MOVED, ASK) that a request follows before it fails: 5 in Lettuce and Spring Data Redis, 4 in Jedis, 3 in go-redis.
   */
  maxRedirects: number;
  /**
   * How often a request that got no connection, or no reply, in time is tried again (go-redis: 3).
   */
  maxRetries: number;
  /**
   * Least pause before such a try. A random part is added: up to twice as much before the first try, four times before the second…
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
   * Model time before measuring starts; statistics of this part are thrown away.
   */
  warmupMs: number;
}

/**
 * What a caller is, and what waiting costs it.
 */
export type Runtime =
  | {
      kind: 'threads';
    }
  | {
      /**
       * Processors that run goroutines at the same time (GOMAXPROCS). Go's default: one per core.
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
   * Append-only file: what must reach the disk before replies leave. Every command counts as a write.
   */
  appendOnly: AppendOnly;
  /**
   * Reads and writes of a turn are handed to the kernel together (io_uring): entering the kernel costs once for all of
   * them. No released Redis does this.
   */
  batchedSubmissions: boolean;
  /**
   * The machine it runs on.
   */
  host: ServerHost;
  /**
   * How often a second the server does its housekeeping (serverCron); with many clients more often.
   */
  hz: number;
  /**
   * Threads that read and write for the main thread, which alone executes commands. Each occupies a core of the server.
   */
  ioThreads: IoThreads;
  /**
   * Commands of a client that are parsed before the first of them is executed (`lookahead`, 16 since Redis 8.4; all that have been read since
   * Valkey 9; 1: each when its turn comes).
   * I/O threads parse so many, and their keys come from memory together.
   */
  lookahead: number;
  /**
   * Nodes of a Redis cluster, each with its share of the 16384 slots; 1 is a single server. The client has its connections to each.
   */
  nodes: number;
  /**
   * Replicas of each node of a cluster. They serve nobody here, but a description of the cluster lists them.
   */
  replicas: number;
  /**
   * Slots of a cluster that move to another node.
   */
  resharding: Resharding;
  /**
   * Version of Redis: how much one call reads and writes, and how long CLUSTER NODES takes. Small commands do not notice.
   */
  version: Version;
}

/**
 * The machine the server runs on.
 */
export type ServerHost =
  | {
      /**
       * Cores of the server's machine.
       */
      cores: number;
      kind: 'own';
      /**
       * Whether every node of a cluster has such a machine, or all share one.
       */
      perNode: boolean;
    }
  | {
      kind: 'client';
    };

/**
 * What of a batch over several slots is asked for by itself.
 */
export type SplitBy = 'key' | 'slot' | 'node';

/**
 * How an event loop divides its time between sockets and tasks.
 */
export type TaskFairness = 'netty41' | 'netty42';

/**
 * Who watches over the time that commands take.
 */
export type TimeoutScheduler =
  | {
      kind: 'none';
    }
  | {
      kind: 'executor';
      /**
       * Threads, used in turn. Lettuce's default: one per core.
       */
      threads: number;
    }
  | {
      kind: 'timerWheel';
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
       * What it asks with.
       */
      command: TopologyCommand;
      kind: 'cached';
      /**
       * Age at which the answer is asked for anew: 100 ms in Spring Data Redis, 5 s in ioredis, 10 s in go-redis. 0 means never.
       */
      maxAgeMs: number;
      /**
       * Least time between two questions that a MOVED causes: 30 s in Lettuce up to 6, none in Jedis.
       */
      minRefreshIntervalMs: number;
      /**
       * Processes of the client: callers are dealt to them in turn, and each remembers an answer of its own. The other threads and connections are shared.
       */
      processes: number;
      /**
       * Which node it asks.
       */
      queryNode: QueryNode;
      /**
       * Whether a MOVED makes it ask at once (Jedis always; Lettuce with adaptive triggers; Spring Data Redis never).
       */
      refreshOnMoved: boolean;
      /**
       * Who asks, and who waits for the answer.
       */
      refresher: Refresher;
    };

/**
 * What the client learns the topology with.
 */
export type TopologyCommand = 'nodes' | 'slots';

/**
 * Kind of socket between client and server.
 */
export type Transport = 'tcp' | 'unixSocket';

/**
 * Version of Redis, as far as its event loop differs.
 */
export type Version = '6.0' | '6.2' | '7.0';

/**
 * Who issues requests, and what they ask for.
 */
export interface Workload {
  /**
   * How requests come about.
   */
  arrivals: Arrivals;
  /**
   * Whether a request is one command or a batch of them.
   */
  batch: Batch;
  /**
   * What a request asks for.
   */
  command: Command;
  /**
   * A second kind of command in the mix: a slow one, a big one, or simply another.
   */
  second: FurtherCommand;
  /**
   * A third kind of command in the mix: reading, writing and something slow at once.
   */
  third: FurtherCommand;
}
