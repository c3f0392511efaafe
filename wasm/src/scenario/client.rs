//! The client: three axes (runtime, I/O, connections) that span every client library.

use super::cross_slot::CrossSlot;
use super::flush::Flush;
use super::topology::{Retry, Topology};
use crate::json::FromJson;
use serde::Serialize;

/// The client process: three axes (runtime, I/O, connections) span every client library.
#[derive(Clone, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Client {
    /// Cores of the client machine.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 256), extend("x-scale" = "log")))]
    pub cores: u32,
    /// What runs the callers, and the cost of waiting.
    pub runtime: Runtime,
    /// Which threads make the socket calls.
    pub io: Io,
    /// How callers use connections.
    pub connections: Connections,
    /// Round trips of commands on a new connection, after TCP's own. Jedis has 2 since version 4 (HELLO, CLIENT
    /// SETINFO). A password or a database number has 1; redigo has 0.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 5)))]
    pub handshake_round_trips: u32,
    /// How the client handles multi-key batches in a cluster.
    pub cross_slot: CrossSlot,
    /// How the client knows which node serves which slot.
    pub topology: Topology,
    /// How a caller handles redirects and failures.
    pub retry: Retry,
}

/// What runs the callers, and the cost of waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Runtime {
    /// Operating-system threads: waiting blocks the thread, waking it costs a context switch.
    Threads {},
    /// Goroutines: Go's runtime switches between them without the kernel. It polls the network when none is ready.
    Goroutines {
        /// Goroutines that can run at the same time (GOMAXPROCS). Go's default: one per core.
        #[serde(default = "default_gomaxprocs")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 256), extend("x-scale" = "log")))]
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
        poll_before_read: bool,
        /// Whether the caller tries read() before it waits in poll(), as Java does since version 13. Older versions
        /// poll first.
        #[serde(default = "default_read_first")]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["threads", null]})))]
        read_first: bool,
        /// Buffer for writing commands and for reading replies. 0: the library's usual size, 8 KiB in Jedis and 4 KiB
        /// in Go. go-redis has 32 KiB since 9.14.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 16777216), extend("x-unit" = "B", "x-scale" = "log")))]
        buffer_bytes: u32,
        /// Maximum wait for a reply; after it the request fails and its connection is closed. Jedis' soTimeout is 2 s,
        /// go-redis' ReadTimeout 3 s. 0: no limit.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        reply_timeout_ms: f64,
    },
    /// Event-loop threads make them; callers submit tasks and block (Lettuce on Netty).
    EventLoops {
        /// Number of event-loop threads; connections are assigned to them in turn. Lettuce's default: one per core.
        #[serde(default = "default_loops")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 256), extend("x-scale" = "log")))]
        loops: u32,
        /// When a loop writes the commands it has encoded.
        #[serde(default)]
        flush: Flush,
        /// What schedules command timeouts.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["threads", null]})))]
        timeout_scheduler: TimeoutScheduler,
        /// How a loop divides its time between sockets and tasks.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["threads", null]})))]
        task_fairness: TaskFairness,
        /// Share of a loop's time for sockets while tasks wait (Netty 4.1's ioRatio). At 100 all tasks run before the
        /// next turn of the sockets.
        #[serde(default = "default_io_ratio")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 100), extend("x-unit" = "%", "x-needs" = {"client.runtime.kind": ["threads", null], "client.io.taskFairness": ["netty41", null]})))]
        io_ratio: u32,
        /// How a loop finds ready sockets.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["threads", null]})))]
        selector: Selector,
        /// Maximum number of commands queued or in flight on a shared connection; further requests fail at once.
        /// Lettuce: requestQueueSize, node-redis: commandsQueueMaxLength. 0: no limit.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 10000000), extend("x-scale" = "log", "x-needs" = {"client.connections.kind": ["shared"]})))]
        request_queue_size: u32,
        /// Buffered bytes after which Node's socket reports back-pressure; the rest waits for the next loop turn
        /// (node-redis). 16 KiB up to Node 21, 64 KiB since. 0: no limit.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 16777216), extend("x-unit" = "B", "x-scale" = "log", "x-needs" = {"client.runtime.kind": ["eventLoop"], "client.io.flush.kind": ["drained"]})))]
        high_water_mark_bytes: u32,
        /// Maximum wait for a reply; after it the request fails. Its connection stays open and the late reply is
        /// discarded. Lettuce's command timeout is 60 s; ioredis has commandTimeout. 0: no limit.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        reply_timeout_ms: f64,
        /// Maximum time without data on Node's socket in either direction while requests are waiting. After it the
        /// socket is closed, all its requests fail and a new connection is opened (node-redis' socketTimeout). 0: no
        /// limit.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log", "x-needs" = {"client.runtime.kind": ["eventLoop"], "client.io.flush.kind": ["drained"], "client.io.replyTimeoutMs": [0, null]})))]
        socket_timeout_ms: f64,
    },
    /// Two goroutines per connection. One writes commands from a ring; the other reads and delivers replies (rueidis).
    WriterReader {
        /// Time that the writer waits for more commands after a flush, if several callers are active.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e6), extend("x-unit" = "µs", "x-scale" = "log")))]
        flush_delay_us: f64,
        /// Requests that a ring holds, from writing to reply; a caller waits while it is full. In rueidis it is 2 to
        /// the power of RingScaleEachConn.
        #[serde(default = "default_ring_size")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 65536), extend("x-scale" = "log", "x-needs" = {"client.io.maxBatch": [0, null]})))]
        ring_size: u32,
        /// Maximum number of commands written together; the next batch follows when all of these are answered.
        /// go-redis' AutoPipeline has 300. 0: the writer does not wait for replies (rueidis).
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 100000), extend("x-scale" = "log")))]
        max_batch: u32,
        /// Maximum wait for a reply on a connection with a single caller, and for a PING on a silent one. After it the
        /// connection is closed and all its requests fail. rueidis' ConnWriteTimeout is 10 s. 0: no limit.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log", "x-needs" = {"client.io.maxBatch": [0, null]})))]
        reply_timeout_ms: f64,
        /// Interval of checks on a connection. If nothing has arrived since the last check, a PING is sent (rueidis'
        /// Dialer.KeepAlive). 0: never.
        #[serde(default = "default_ping_every")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log", "x-needs" = {"client.io.maxBatch": [0, null]})))]
        ping_interval_ms: f64,
    },
}

/// What schedules command timeouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum TimeoutScheduler {
    /// No scheduler: only the caller's own wait can have a timeout.
    None {},
    /// Threads with a queue and a lock each. Every command adds one task when sent and another when answered (Lettuce
    /// up to 6.3.1).
    Executor {
        /// Threads, used in turn. Lettuce's default: one per core.
        #[serde(default = "default_timers")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 256), extend("x-scale" = "log")))]
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
    /// Netty's native epoll, edge-triggered, or libuv's.
    #[default]
    Epoll,
    /// Java's selector (Netty without its native library): level-triggered; each wake-up is read from an eventfd.
    Nio,
}

/// How callers use connections.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Connections {
    /// A caller borrows a connection for exclusive use and returns it (commons-pool2).
    Pooled {
        /// Maximum number of connections in the pool.
        #[serde(default = "default_max_total")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10000), extend("x-scale" = "log")))]
        max_total: u32,
        /// Which caller gets a returned connection when several are waiting.
        #[serde(default)]
        handoff: Handoff,
        /// Which idle connection is borrowed next.
        #[serde(default)]
        order: IdleOrder,
        /// Whether the pool is full when the run starts. Otherwise connections are opened on demand.
        #[serde(default = "default_warm")]
        warm: bool,
        /// Maximum number of idle connections. A connection returned beyond it is closed.
        #[serde(default = "default_max_idle")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 10000), extend("x-scale" = "log")))]
        max_idle: u32,
        /// Minimum number of idle connections, which the evictor maintains. A pool that is not warm starts with this
        /// many.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 10000), extend("x-scale" = "log")))]
        min_idle: u32,
        /// Whether a borrower first tests its connection with a PING.
        #[serde(default)]
        test_on_borrow: bool,
        /// Whether a connection is tested with a PING before it is returned.
        #[serde(default)]
        test_on_return: bool,
        /// Whether a new connection is tested with a PING before its first use.
        #[serde(default)]
        test_on_create: bool,
        /// Whether the evictor tests idle connections with a PING, one after another.
        #[serde(default)]
        test_while_idle: bool,
        /// Time between two runs of the evictor, a thread that maintains idle connections. 0: no evictor.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        time_between_eviction_runs_ms: f64,
        /// Connections that the evictor checks per run. A negative value is a share of the idle ones: −1 all (Jedis),
        /// −2 half. The default of commons-pool2 is 3.
        #[serde(default = "default_tests_per_run")]
        #[cfg_attr(feature = "schema", schemars(range(min = -100, max = 10000)))]
        num_tests_per_eviction_run: i32,
        /// Idle time after which the evictor closes a connection.
        #[serde(default = "default_min_evictable_idle")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0.001, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        min_evictable_idle_ms: f64,
        /// Idle time after which the evictor closes a connection, while more than minIdle are idle. 0: never.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        soft_min_evictable_idle_ms: f64,
        /// Whether a caller waits if no connection is available. Otherwise its request fails at once ("Pool
        /// exhausted").
        #[serde(default = "default_block")]
        block_when_exhausted: bool,
        /// Maximum wait for a connection; after it the request fails. 0: no limit.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        max_wait_ms: f64,
        /// Whether a borrower checks its connection's socket first.
        #[serde(default)]
        check_on_get: CheckOnGet,
        /// Idle time after which the next borrower closes a connection before taking another (redigo's IdleTimeout;
        /// go-redis' ConnMaxIdleTime: 30 min). 0: never.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log", "x-needs" = {"client.runtime.kind": ["goroutines"]})))]
        idle_timeout_ms: f64,
        /// Age at which a borrower closes a connection and takes another (redigo's MaxConnLifetime; go-redis'
        /// MaxConnAge, ConnMaxLifetime). 0: never.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log", "x-needs" = {"client.runtime.kind": ["goroutines"]})))]
        max_lifetime_ms: f64,
        /// Whether the pool opens connections in the background as soon as fewer than minIdle are idle (go-redis'
        /// MinIdleConns). Otherwise only the evictor opens them.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["goroutines"]})))]
        fill_in_background: bool,
        /// Whether a borrower gets the connection wrapped in a proxy (Lettuce's ConnectionPoolSupport).
        #[serde(default)]
        wrap: bool,
    },
    /// All callers use the same connections concurrently; replies are matched in order (Lettuce).
    Shared {
        /// Number of shared connections.
        #[serde(default = "default_shared")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10000), extend("x-scale" = "log")))]
        count: u32,
        /// Which shared connection a request uses.
        #[serde(default)]
        pick: Pick,
    },
    /// Every request opens a connection, uses it and closes it.
    PerRequest {},
}

/// Which caller gets a returned connection when several are waiting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Handoff {
    /// The first caller that requests it: a running thread can overtake the woken one (commons-pool2's default).
    #[default]
    Barging,
    /// Always the longest-waiting caller (Go channels; commons-pool2 with fairness).
    Fifo,
}

/// Whether a borrower checks its connection's socket first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum CheckOnGet {
    /// No check.
    #[default]
    None,
    /// A peek at the socket finds out whether it has been closed: one system call, no round trip (go-redis 9).
    Peek,
}

/// Which idle connection is borrowed next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum IdleOrder {
    /// The last one returned (commons-pool2's default).
    #[default]
    Lifo,
    /// The first one returned.
    Fifo,
}

/// Which shared connection a request uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Pick {
    /// A random one.
    #[default]
    Random,
    /// Each in turn.
    RoundRobin,
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
fn default_max_total() -> u32 {
    8
}
fn default_warm() -> bool {
    true
}
fn default_max_idle() -> u32 {
    10_000
}
fn default_tests_per_run() -> i32 {
    -1
}
fn default_min_evictable_idle() -> f64 {
    1_800_000.0
}
fn default_block() -> bool {
    true
}
fn default_handshake_round_trips() -> u32 {
    2
}
fn default_shared() -> u32 {
    1
}

impl Default for Client {
    fn default() -> Self {
        Client {
            cores: 8,
            runtime: Runtime::Threads {},
            io: Io::Blocking {
                poll_before_read: default_poll(),
                read_first: default_read_first(),
                buffer_bytes: 0,
                reply_timeout_ms: 0.0,
            },
            connections: Connections::pool(default_max_total()),
            handshake_round_trips: default_handshake_round_trips(),
            cross_slot: CrossSlot::default(),
            topology: Topology::default(),
            retry: Retry::default(),
        }
    }
}

impl Default for TimeoutScheduler {
    fn default() -> Self {
        TimeoutScheduler::None {}
    }
}

impl Connections {
    /// Most connections to a node, of so many callers.
    pub fn per_node(&self, callers: u32) -> u32 {
        match *self {
            Connections::Pooled { max_total: most, .. } | Connections::Shared { count: most, .. } => most,
            Connections::PerRequest {} => callers,
        }
    }

    /// A pool as it is without further settings.
    pub fn pool(max_total: u32) -> Self {
        Connections::Pooled {
            max_total,
            handoff: Handoff::Barging,
            order: IdleOrder::Lifo,
            warm: default_warm(),
            max_idle: default_max_idle(),
            min_idle: 0,
            test_on_borrow: false,
            test_on_return: false,
            test_on_create: false,
            test_while_idle: false,
            time_between_eviction_runs_ms: 0.0,
            num_tests_per_eviction_run: default_tests_per_run(),
            min_evictable_idle_ms: default_min_evictable_idle(),
            soft_min_evictable_idle_ms: 0.0,
            block_when_exhausted: default_block(),
            max_wait_ms: 0.0,
            check_on_get: CheckOnGet::None,
            idle_timeout_ms: 0.0,
            max_lifetime_ms: 0.0,
            fill_in_background: false,
            wrap: false,
        }
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
