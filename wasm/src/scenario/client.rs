//! The client: three axes (runtime, I/O, connections) that span every client library.

use super::application::Application;
use super::caching::ClientSideCaching;
use super::connections::Connections;
use super::cross_slot::CrossSlot;
use super::flush::Flush;
use super::pinned::Pinned;
use super::read_from::ReadFrom;
use super::reconnect::Reconnect;
use super::topology::{Retry, Topology};
use crate::json::FromJson;
use serde::Serialize;

/// The client process: three axes (runtime, I/O, connections) span every client library.
#[derive(Clone, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Client {
    /// Client instances that use the same server. Each has its own machine, with all callers, all connections and the
    /// full load of the workload. If the server runs on the client's machine, all instances run there.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1024), extend("x-real" = "default", "x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: one client uses the server")))]
    pub instances: u32,
    /// Cores of the client machine.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 256), extend("x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: article S0: its laptop shows 8 CPUs")))]
    pub cores: u32,
    /// Kind of concurrency that the callers use (threads, goroutines, event loop), and the cost of waiting.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: article S0: Java with Jedis")))]
    pub runtime: Runtime,
    /// Which threads make the socket calls.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: article S0: Jedis, a blocking client")))]
    pub io: Io,
    /// How callers use connections.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: article S0: a JedisPool")))]
    pub connections: Connections,
    /// Command round trips on a new connection, after the TCP handshake. Jedis since version 4 needs 2 (HELLO, CLIENT
    /// SETINFO). A client that sends only a password or a database number needs 1. redigo without either needs 0.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 5)))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Jedis since version 4: HELLO, and CLIENT SETINFO twice in a pipeline; redigo sends nothing without a password")))]
    pub handshake_round_trips: u32,
    /// How the client handles multi-key batches in a cluster.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the keys of a batch are in one slot, as on a single server")))]
    pub cross_slot: CrossSlot,
    /// The application's code that uses a reply. A request is complete when this code has finished.
    pub application: Application,
    /// Values that each process of the client keeps, so that reading them needs no round trip (client-side
    /// caching).
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: off by default in Jedis, redis-py, node-redis and Lettuce; go-redis has none")))]
    pub client_side_caching: ClientSideCaching,
    /// Connections of each instance that subscribe to a channel (SUBSCRIBE), in addition to those for requests. Each gets every message that a
    /// command publishes (`workload.command.publishes`).
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 10000), extend("x-real" = "default", "x-scale" = "log", "x-needs" = {"client.io.kind": ["eventLoops"]})))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: no client subscribes")))]
    pub subscriptions: u32,
    /// How the client knows which node serves which slot.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: a client that always knows the topology, as all clients do while the topology does not change")))]
    pub topology: Topology,
    /// How a caller handles redirects and failures.
    pub retry: Retry,
    /// Nodes to which reads go. Commands that add memory (`storedBytes`) are writes and go to the primary. Needs
    /// `server.replicas`.
    #[cfg_attr(feature = "schema", schemars(extend("x-real" = "default")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Lettuce: ReadFrom.UPSTREAM; go-redis: ReadOnly false; ioredis: scaleReads master; redis-py: read_from_replicas False")))]
    pub read_from: ReadFrom,
    /// Pause of an event loop before each attempt to reopen a closed connection. Clients without event loops reconnect
    /// on their next request.
    #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.io.kind": ["eventLoops"]})))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: ioredis (retryStrategy) and Lettuce (ClientResources.reconnectDelay) wait longer before each further attempt")))]
    pub reconnect: Reconnect,
    /// Where callers are pinned to their carrier threads, like virtual threads inside `synchronized` up to Java 23. A
    /// pinned caller keeps its carrier thread while it waits.
    #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["threads", null], "client.crossSlot.kind": ["hashTag", null], "client.application.runs.kind": ["caller", null]})))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: callers are threads of the operating system. Since Java 24 virtual threads are not pinned either (JEP 491)")))]
    pub pinned: Pinned,
}

/// Kind of concurrency that the callers use (threads, goroutines, event loop), and the cost of waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Runtime {
    /// Operating-system threads: waiting blocks the thread, and waking it costs a context switch.
    Threads {},
    /// Goroutines: Go's runtime switches between them without the kernel. The runtime polls the network when no
    /// goroutine is ready.
    Goroutines {
        /// Number of goroutines that can run at the same time (GOMAXPROCS). Go's default: one per core.
        #[serde(default = "default_gomaxprocs")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 256), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Go: GOMAXPROCS defaults to the number of cores, here the default of `client.cores`. A change of `client.cores` does not change this value, so that only one setting changes at a time")))]
        gomaxprocs: u32,
    },
    /// A single event-loop thread runs all callers as callbacks (Node.js).
    EventLoop {},
}

/// Which threads make the socket calls.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Io {
    /// The caller itself writes, waits and reads (Jedis).
    Blocking {
        /// Whether the caller waits in poll() before it reads, as Java does with a socket timeout. Otherwise it waits
        /// in read().
        #[serde(default = "default_poll")]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["threads", null]})))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Jedis sets a socket timeout (Protocol.DEFAULT_TIMEOUT, 2,000 ms), so Java calls poll() before each read()")))]
        poll_before_read: bool,
        /// Whether the caller tries read() before it waits in poll(), as in Java since version 13. Older versions poll
        /// first.
        #[serde(default = "default_read_first")]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["threads", null]})))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: JDK 13 and later read first (NioSocketImpl)")))]
        read_first: bool,
        /// Size of each of two buffers: one for writing commands, one for reading replies. 0: the library's usual size,
        /// 8 KiB in Jedis and 4 KiB in Go. go-redis since 9.14: 32 KiB.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 16777216), extend("x-unit" = "B", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the library's own buffer: 8,192 bytes each way in Jedis (RedisOutputStream, RedisInputStream), 4,096 in Go's bufio")))]
        buffer_bytes: u32,
        /// Maximum wait for a reply. After this time, the request fails and its connection is closed. Jedis' soTimeout
        /// is 2 s, go-redis' ReadTimeout 3 s. 0: no limit.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: none, as in redigo. Jedis: 2,000 ms (Protocol.DEFAULT_TIMEOUT); go-redis: 3,000 ms (ReadTimeout). A run of half a second ends before either timeout")))]
        reply_timeout_ms: f64,
    },
    /// Event-loop threads make the system calls. Callers submit tasks and block (Lettuce on Netty).
    EventLoops {
        /// Number of event-loop threads. Connections are assigned to them in turn. Lettuce's default: one per core.
        #[serde(default = "default_loops")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 256), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Lettuce: ioThreadPoolSize defaults to the number of processors, at least 2 (DefaultClientResources). Here it is the default of `client.cores`. A change of `client.cores` does not change this value, so that only one setting changes at a time")))]
        loops: u32,
        /// When a loop writes the commands it has encoded.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Lettuce: autoFlushCommands is on (DefaultEndpoint), and Spring's PipeliningFlushPolicy is flushEachCommand")))]
        flush: Flush,
        /// Scheduler of command timeouts.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["threads", null]})))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Lettuce up to 6.4: TimeoutOptions are off; since 6.5 they are on (`timerWheel` here)")))]
        timeout_scheduler: TimeoutScheduler,
        /// How a loop divides its time between sockets and tasks.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["threads", null]})))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Netty 4.1, on which Lettuce 5 and 6 are built")))]
        task_fairness: TaskFairness,
        /// Share of a loop's time for sockets while tasks wait (Netty 4.1's ioRatio). At 100, all tasks run before
        /// the sockets are served again.
        #[serde(default = "default_io_ratio")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 100), extend("x-unit" = "%", "x-needs" = {"client.runtime.kind": ["threads", null], "client.io.taskFairness": ["netty41", null]})))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: the default of Netty 4.1 (EpollEventLoop.ioRatio)")))]
        io_ratio: u32,
        /// How a loop finds ready sockets.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["threads", null]})))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Lettuce: EpollProvider, if Netty's native library is available. libuv also uses epoll on Linux")))]
        selector: Selector,
        /// Maximum number of commands queued or in flight on a shared connection. Further requests fail immediately.
        /// Lettuce: requestQueueSize, node-redis: commandsQueueMaxLength. 0: no limit.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 10000000), extend("x-scale" = "log", "x-needs" = {"client.connections.kind": ["shared"]})))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Lettuce: ClientOptions.DEFAULT_REQUEST_QUEUE_SIZE is Integer.MAX_VALUE, no limit in practice; node-redis: commandsQueueMaxLength is not set")))]
        request_queue_size: u32,
        /// Buffered bytes after which Node's socket reports back-pressure. The rest waits for the next iteration
        /// (node-redis). 16 KiB up to Node 21, 64 KiB since Node 22. 0: no limit.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 16777216), extend("x-unit" = "B", "x-scale" = "log", "x-needs" = {"client.runtime.kind": ["eventLoop"], "client.io.flush.kind": ["drained"]})))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: no limit. Node's sockets: 16,384 bytes up to Node 21, 65,536 bytes since Node 22. Fewer than about 470 small commands on a connection stay below 16,384 bytes. Lettuce ignores writability")))]
        high_water_mark_bytes: u32,
        /// Maximum wait for a reply. After this time, the request fails. Its connection stays open and the late reply
        /// is discarded. Lettuce's command timeout is 60 s; ioredis has commandTimeout. 0: no limit.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: none, as in ioredis and node-redis. Lettuce: 60 s (RedisURI.DEFAULT_TIMEOUT). A run of half a second ends before this timeout")))]
        reply_timeout_ms: f64,
        /// Maximum time without data on Node's socket in either direction while requests are waiting. After this time,
        /// the socket is closed, all its requests fail and a new connection is opened (node-redis' socketTimeout). 0:
        /// no limit.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log", "x-needs" = {"client.runtime.kind": ["eventLoop"], "client.io.flush.kind": ["drained"], "client.io.replyTimeoutMs": [0, null]})))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: node-redis: socketTimeout is not set")))]
        socket_timeout_ms: f64,
    },
    /// Two goroutines per connection. One writes commands from a ring. The other reads and delivers replies (rueidis).
    WriterReader {
        /// Time that the writer waits for more commands after a flush, if several callers are active.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e6), extend("x-unit" = "µs", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: no delay, the default of rueidis (MaxFlushDelay)")))]
        flush_delay_us: f64,
        /// Number of requests that a ring holds, each from its writing to its reply. Callers wait while the ring is
        /// full. rueidis: 2 to the power of RingScaleEachConn.
        #[serde(default = "default_ring_size")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 65536), extend("x-scale" = "log", "x-needs" = {"client.io.maxBatch": [0, null]})))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: rueidis: 2 to the power of RingScaleEachConn, which is 10")))]
        ring_size: u32,
        /// Maximum number of commands written together. The writer sends the next batch after the last reply to the
        /// previous batch. go-redis' AutoPipeline: 300. 0: no limit, and the writer does not wait for replies
        /// (rueidis).
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 100000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: rueidis: its writer does not wait for replies. go-redis' AutoPipeline: 300 commands, or 200 for asynchronous callers (autopipeline.go)")))]
        max_batch: u32,
        /// Maximum wait for a reply if a connection has one caller, or for a PING reply on an idle connection. After
        /// this time, the connection is closed and all its requests fail. rueidis' ConnWriteTimeout is 10 s. 0: no
        /// limit.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log", "x-needs" = {"client.io.maxBatch": [0, null]})))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: none. rueidis: 10 s (ConnWriteTimeout). A run of half a second ends before this timeout")))]
        reply_timeout_ms: f64,
        /// Interval of checks on a connection. If nothing has arrived since the last check, a PING is sent (rueidis'
        /// Dialer.KeepAlive). 0: never.
        #[serde(default = "default_ping_every")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log", "x-needs" = {"client.io.maxBatch": [0, null]})))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: rueidis: Dialer.KeepAlive, 1 s")))]
        ping_interval_ms: f64,
    },
}

/// Scheduler of command timeouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum TimeoutScheduler {
    /// No scheduler: only the caller's own wait can have a timeout.
    None {},
    /// Threads with a queue and a lock each. Every command adds one task when sent and another when answered (Lettuce
    /// up to 6.3.1).
    Executor {
        /// Number of threads, to which tasks are assigned in turn. Lettuce's default: one per core.
        #[serde(default = "default_timers")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 256), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Lettuce: computationThreadPoolSize defaults to the number of processors, at least 2 (DefaultClientResources). Here it is the default of `client.cores`")))]
        threads: u32,
    },
    /// A lock-free timer wheel with a thread that checks it every 100 ms (Lettuce since 6.3.2).
    TimerWheel {},
}

/// How an event loop divides its time between sockets and tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum TaskFairness {
    /// Tasks get as much time as sockets took, checked every 64 tasks (Netty 4.1).
    #[default]
    Netty41,
    /// Tasks run until none is left, for at most one second (Netty 4.2).
    Netty42,
}

/// How an event loop learns what is ready.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Selector {
    /// epoll: Netty's native transport (edge-triggered), or libuv.
    #[default]
    Epoll,
    /// Java's selector (Netty without its native library). It is level-triggered, and reads each wake-up from an
    /// eventfd.
    Nio,
}

fn default_gomaxprocs() -> u32 {
    8
}
fn default_loops() -> u32 {
    8
}
fn default_poll() -> bool {
    true
}
fn default_read_first() -> bool {
    true
}
pub(super) fn default_io_ratio() -> u32 {
    50
}
fn default_ping_every() -> f64 {
    1000.0
}

fn default_ring_size() -> u32 {
    1024
}
fn default_timers() -> u32 {
    8
}
fn default_handshake_round_trips() -> u32 {
    2
}

impl Client {
    /// A load generator, such as redis-benchmark: one thread in C, whose callers are no code of their own.
    pub fn is_load_generator(&self) -> bool {
        self.runtime == Runtime::EventLoop {} && matches!(self.io, Io::EventLoops { flush: Flush::Writable {}, .. })
    }
}

impl Default for Client {
    fn default() -> Self {
        Client {
            instances: 1,
            cores: 8,
            runtime: Runtime::Threads {},
            io: Io::Blocking {
                poll_before_read: default_poll(),
                read_first: default_read_first(),
                buffer_bytes: 0,
                reply_timeout_ms: 0.0,
            },
            connections: Connections::default(),
            handshake_round_trips: default_handshake_round_trips(),
            cross_slot: CrossSlot::default(),
            application: Application::default(),
            client_side_caching: ClientSideCaching::default(),
            subscriptions: 0,
            topology: Topology::default(),
            retry: Retry::default(),
            read_from: ReadFrom::default(),
            reconnect: Reconnect::default(),
            pinned: Pinned::default(),
        }
    }
}

impl Default for TimeoutScheduler {
    fn default() -> Self {
        TimeoutScheduler::None {}
    }
}

impl Runtime {
    /// Processors that run goroutines; 0 when callers are threads.
    pub fn gomaxprocs(&self) -> u32 {
        match *self {
            Runtime::Threads {} | Runtime::EventLoop {} => 0,
            Runtime::Goroutines { gomaxprocs } => gomaxprocs,
        }
    }
}
