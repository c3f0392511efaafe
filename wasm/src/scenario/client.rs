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
    /// Cores of the client's machine.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 256), extend("x-scale" = "log")))]
    pub cores: u32,
    /// What a caller is, and what waiting costs it.
    pub runtime: Runtime,
    /// Who makes the socket calls.
    pub io: Io,
    /// How callers and connections meet.
    pub connections: Connections,
    /// Round trips of commands on a new connection, after TCP's own: 2 for Jedis since version 4 (HELLO, CLIENT SETINFO), 1 for
    /// a password or a database, 0 for a client that says nothing (redigo).
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 5)))]
    pub handshake_round_trips: u32,
    /// What it does with a batch of keys in a cluster.
    pub cross_slot: CrossSlot,
    /// How it knows which node of a cluster serves which slot.
    pub topology: Topology,
    /// What a caller does when it gets no answer but a redirection or a failure.
    pub retry: Retry,
}

/// What a caller is, and what waiting costs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Runtime {
    /// Operating-system threads: waiting parks the thread, waking costs a context switch.
    Threads {},
    /// Goroutines: Go's runtime switches between them without the kernel, and looks for replies when it runs out of others.
    Goroutines {
        /// Processors that run goroutines at the same time (GOMAXPROCS). Go's default: one per core.
        #[serde(default = "default_gomaxprocs")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 256), extend("x-scale" = "log")))]
        gomaxprocs: u32,
    },
    /// One thread is the event loop and runs all callers as its callbacks (Node.js).
    EventLoop {},
}

/// Who makes the socket calls.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Io {
    /// The caller itself writes, waits and reads (Jedis).
    Blocking {
        /// Whether it waits in poll() before it reads, as Java does when the socket has a timeout; otherwise it waits in read().
        #[serde(default = "default_poll")]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["threads", null]})))]
        poll_before_read: bool,
        /// Whether it tries to read before it waits in poll(), as Java does since version 13; older ones poll first.
        #[serde(default = "default_read_first")]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["threads", null]})))]
        read_first: bool,
        /// Buffer that commands are gathered in and replies are read into; 0 means the usual one: 8 KiB of Jedis, 4 KiB of Go.
        /// go-redis has 32 KiB since 9.14.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 16777216), extend("x-unit" = "B", "x-scale" = "log")))]
        buffer_bytes: u32,
        /// How long it waits for a reply; then the request fails, and its connection is closed (Jedis' soTimeout, 2 s; go-redis'
        /// ReadTimeout, 3 s). 0 means for ever.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        reply_timeout_ms: f64,
    },
    /// Event-loop threads do; callers hand over tasks and park (Lettuce on Netty).
    EventLoops {
        /// Number of event-loop threads; connections are dealt to them in turn. Lettuce's default: one per core.
        #[serde(default = "default_loops")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 256), extend("x-scale" = "log")))]
        loops: u32,
        /// When commands that a loop has encoded are written.
        #[serde(default)]
        flush: Flush,
        /// Who watches over the time that commands take.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["threads", null]})))]
        timeout_scheduler: TimeoutScheduler,
        /// How a loop divides its time between sockets and tasks.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["threads", null]})))]
        task_fairness: TaskFairness,
        /// Share of a loop's time that is for sockets while tasks wait (Netty 4.1's ioRatio). With 100 all tasks are run before
        /// the sockets have their next turn.
        #[serde(default = "default_io_ratio")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 100), extend("x-unit" = "%", "x-needs" = {"client.runtime.kind": ["threads", null], "client.io.taskFairness": ["netty41", null]})))]
        io_ratio: u32,
        /// How a loop learns what is ready.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["threads", null]})))]
        selector: Selector,
        /// Commands of a shared connection that may be queued or unanswered; a request that would exceed it fails at once (Lettuce's
        /// requestQueueSize, node-redis' commandsQueueMaxLength). 0 means no limit.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 10000000), extend("x-scale" = "log", "x-needs" = {"client.connections.kind": ["shared"]})))]
        request_queue_size: u32,
        /// Bytes after which Node's socket asks to be drained: the rest waits for the next turn of the loop (node-redis; 16 KiB up to
        /// Node 21, 64 KiB since). 0 means no limit.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 16777216), extend("x-unit" = "B", "x-scale" = "log", "x-needs" = {"client.runtime.kind": ["eventLoop"], "client.io.flush.kind": ["drained"]})))]
        high_water_mark_bytes: u32,
        /// How long a caller waits for the answer to its command; then the request fails, and its connection lives on, in its pool
        /// if it has one: the answer is read and thrown away when it comes (Lettuce's command timeout, 60 s; ioredis' commandTimeout).
        /// 0 means for ever.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        reply_timeout_ms: f64,
        /// How long nothing may be read from Node's socket, nor written to it, while somebody waits; then the socket is closed under all who use it,
        /// whose requests fail at once, and the next one takes its place (node-redis' socketTimeout). 0 means for ever.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log", "x-needs" = {"client.runtime.kind": ["eventLoop"], "client.io.flush.kind": ["drained"], "client.io.replyTimeoutMs": [0, null]})))]
        socket_timeout_ms: f64,
    },
    /// Two goroutines a connection do: one writes what callers have put into a ring, one reads and hands out replies (rueidis).
    WriterReader {
        /// How long after a flush the writer waits for more, when several callers are about.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e6), extend("x-unit" = "µs", "x-scale" = "log")))]
        flush_delay_us: f64,
        /// Requests that a ring holds, from their writing to their answer; who finds it full waits (rueidis: 2 to the power of
        /// RingScaleEachConn).
        #[serde(default = "default_ring_size")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 65536), extend("x-scale" = "log", "x-needs" = {"client.io.maxBatch": [0, null]})))]
        ring_size: u32,
        /// Most commands that are written together; the next follow when all of these are answered (go-redis' AutoPipeline: 300).
        /// 0 means that the writer waits for nobody (rueidis).
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 100000), extend("x-scale" = "log")))]
        max_batch: u32,
        /// How long a caller that is alone on a connection waits for its reply, and how long a PING on one that has been silent does; then the
        /// connection is closed and the requests of all its callers fail (rueidis' ConnWriteTimeout, 10 s). 0 means for ever.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log", "x-needs" = {"client.io.maxBatch": [0, null]})))]
        reply_timeout_ms: f64,
        /// How often a connection is looked at: where nothing has come since the last look, a PING is sent (rueidis' Dialer.KeepAlive). 0 means never.
        #[serde(default = "default_ping_every")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log", "x-needs" = {"client.io.maxBatch": [0, null]})))]
        ping_interval_ms: f64,
    },
}

/// Who watches over the time that commands take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum TimeoutScheduler {
    /// No thread: nothing but the caller's own wait has a limit, if it has one.
    None {},
    /// Threads with a queue and a lock each: every command puts a task into one of them and another one when it is answered (Lettuce up to 6.3.1).
    Executor {
        /// Threads, used in turn. Lettuce's default: one per core.
        #[serde(default = "default_timers")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 256), extend("x-scale" = "log")))]
        threads: u32,
    },
    /// A timer wheel without locks, whose thread looks at it every 100 ms (Lettuce since 6.3.2).
    TimerWheel {},
}

/// How an event loop divides its time between sockets and tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum TaskFairness {
    /// Tasks get as much time as sockets took, looked at every 64 tasks (Netty 4.1).
    #[default]
    Netty41,
    /// Tasks run until none is left, for at most a second (Netty 4.2).
    Netty42,
}

/// How an event loop learns what is ready.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Selector {
    /// Netty's native epoll, edge-triggered; or libuv's.
    #[default]
    Epoll,
    /// Java's selector, as Netty uses it without its native library: level-triggered, and each wake-up is read from an eventfd.
    Nio,
}

/// How callers and connections meet.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Connections {
    /// A caller borrows a connection for itself, uses it and gives it back (commons-pool2).
    Pooled {
        /// Most connections in the pool.
        #[serde(default = "default_max_total")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10000), extend("x-scale" = "log")))]
        max_total: u32,
        /// Who gets a returned connection when callers are waiting.
        #[serde(default)]
        handoff: Handoff,
        /// Which idle connection is lent next.
        #[serde(default)]
        order: IdleOrder,
        /// Whether the pool is full when the run begins; otherwise connections are opened when they are needed.
        #[serde(default = "default_warm")]
        warm: bool,
        /// Connections that may be idle: one that comes back while so many are idle is closed.
        #[serde(default = "default_max_idle")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 10000), extend("x-scale" = "log")))]
        max_idle: u32,
        /// Idle connections that the evictor keeps up, and that a pool that is not warm begins with.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 10000), extend("x-scale" = "log")))]
        min_idle: u32,
        /// Whether a borrower tests its connection with a PING first.
        #[serde(default)]
        test_on_borrow: bool,
        /// Whether a connection is tested with a PING before it goes back.
        #[serde(default)]
        test_on_return: bool,
        /// Whether a new connection is tested with a PING before anybody has it.
        #[serde(default)]
        test_on_create: bool,
        /// Whether the evictor tests idle connections with a PING, one after another.
        #[serde(default)]
        test_while_idle: bool,
        /// Time between two runs of the evictor, a thread that looks after idle connections; 0 means that there is none.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        time_between_eviction_runs_ms: f64,
        /// Connections that a run of the evictor looks at: so many, or, if negative, this part of those that are idle: −1 all
        /// (Jedis), −2 half of them. commons-pool2's own default is 3.
        #[serde(default = "default_tests_per_run")]
        #[cfg_attr(feature = "schema", schemars(range(min = -100, max = 10000)))]
        num_tests_per_eviction_run: i32,
        /// Idle time after which the evictor closes a connection.
        #[serde(default = "default_min_evictable_idle")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0.001, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        min_evictable_idle_ms: f64,
        /// Idle time after which the evictor closes a connection as long as more than minIdle are idle; 0 means never.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        soft_min_evictable_idle_ms: f64,
        /// Whether a caller that finds no connection waits for one; otherwise its request fails at once ("Pool exhausted").
        #[serde(default = "default_block")]
        block_when_exhausted: bool,
        /// Longest wait for a connection; then the request fails. 0 means for ever.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        max_wait_ms: f64,
        /// Whether a borrower looks at its connection's socket first.
        #[serde(default)]
        check_on_get: CheckOnGet,
        /// Idle time after which borrowers close connections before they take their own (redigo's IdleTimeout; go-redis'
        /// ConnMaxIdleTime: 30 min). 0 means never.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log", "x-needs" = {"client.runtime.kind": ["goroutines"]})))]
        idle_timeout_ms: f64,
        /// Age at which a borrower closes a connection and takes another (redigo's MaxConnLifetime; go-redis' MaxConnAge,
        /// ConnMaxLifetime). 0 means never.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log", "x-needs" = {"client.runtime.kind": ["goroutines"]})))]
        max_lifetime_ms: f64,
        /// Whether a borrower that leaves fewer than minIdle idle has others opened at once, in the background (go-redis'
        /// MinIdleConns). Otherwise only the evictor does.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["goroutines"]})))]
        fill_in_background: bool,
        /// Whether a borrower gets the connection wrapped in a proxy (Lettuce's ConnectionPoolSupport).
        #[serde(default)]
        wrap: bool,
    },
    /// All callers use the same connections at the same time; replies are matched in order (Lettuce).
    Shared {
        /// Number of shared connections.
        #[serde(default = "default_shared")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10000), extend("x-scale" = "log")))]
        count: u32,
        /// Which of them a request uses.
        #[serde(default)]
        pick: Pick,
    },
    /// Every request opens a connection, uses it and closes it.
    PerRequest {},
}

/// Who gets a returned connection when callers are waiting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Handoff {
    /// Whoever asks first: a running thread can take it before the woken one has started (commons-pool2's default).
    #[default]
    Barging,
    /// The longest-waiting caller, always (Go channels; commons-pool2 with fairness).
    Fifo,
}

/// Whether a borrower looks at its connection's socket first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum CheckOnGet {
    /// It takes the connection as it is.
    #[default]
    None,
    /// It looks, without taking anything, whether the socket has been closed: one system call and no round trip (go-redis 9).
    Peek,
}

/// Which idle connection is lent next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum IdleOrder {
    /// The one returned last (commons-pool2's default).
    #[default]
    Lifo,
    /// The one returned first.
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
