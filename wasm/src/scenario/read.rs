//! From a JSON value that fits the schema to the scenario's structs.
//!
//! Written out rather than derived: serde's code for tagged unions was a fifth of the whole WebAssembly file. That nothing
//! is forgotten here is tested field by field against the schema (`every_field_of_the_schema_is_read`).

use super::client;
use super::costs::{CostChoice, CostOverrides, Profile};
use super::cross_slot::{default_sweep, default_turn};
use super::flush;
use super::text::Json;
use super::topology;
use super::{
    AppendOnly, ArrivalProcess, Arrivals, Batch, CheckOnGet, Client, Collect, Command, Connections, CrossSlot, Flush,
    FurtherCommand, Handoff, IdleOrder, InterruptModeration, Io, IoThreads, Network, Pick, QueryNode, Refresher,
    Resharding, Retry, Run, Runtime, Scenario, Selector, Server, ServerHost, SplitBy, TaskFairness, TimeoutScheduler,
    Topology, TopologyCommand, Transport, Version, Workload,
};
use kernel::dist::Dist;

/// Reads a type from a value that fits its schema; `None` when it does not.
pub trait Read: Sized {
    /// See the trait.
    fn read(value: &Json<'_>) -> Option<Self>;
}

impl Read for f64 {
    fn read(value: &Json<'_>) -> Option<Self> {
        value.as_f64()
    }
}

impl Read for u32 {
    fn read(value: &Json<'_>) -> Option<Self> {
        let number = value.as_integer()?;
        (0.0..=f64::from(u32::MAX)).contains(&number).then_some(number as u32)
    }
}

impl Read for i32 {
    fn read(value: &Json<'_>) -> Option<Self> {
        let number = value.as_integer()?;
        (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&number).then_some(number as i32)
    }
}

impl Read for bool {
    fn read(value: &Json<'_>) -> Option<Self> {
        value.as_bool()
    }
}

/// A field, or its default when it is left out. A call, and no closure for the default: written out for a hundred fields it was
/// kilobytes.
#[inline(never)]
fn field<T: Read>(value: &Json<'_>, name: &str, default: T) -> Option<T> {
    match value.get(name) {
        Some(inner) => T::read(inner),
        None => Some(default),
    }
}

/// A field that must be there.
fn required<T: Read>(value: &Json<'_>, name: &str) -> Option<T> {
    T::read(value.get(name)?)
}

/// Reads structs whose fields all have defaults.
macro_rules! records {
    ($( $record:ident { $( $field:ident: $name:literal ),+ } )+) => { $(
        impl Read for $record {
            fn read(value: &Json<'_>) -> Option<Self> {
                let default = $record::default();
                Some($record { $( $field: field(value, $name, default.$field)?, )+ })
            }
        }
    )+ };
}

records! {
    Scenario {
        version: "version", seed: "seed", run: "run", workload: "workload", client: "client", network: "network",
        server: "server", costs: "costs"
    }
    Run { warmup_ms: "warmupMs", measured_ms: "measuredMs" }
    Workload { arrivals: "arrivals", command: "command", second: "second", third: "third", batch: "batch" }
    FurtherCommand {
        share: "share", request_bytes: "requestBytes", reply_bytes: "replyBytes", exec_us: "execUs",
        elements: "elements", block_ms: "blockMs"
    }
    Command { request_bytes: "requestBytes", reply_bytes: "replyBytes", exec_us: "execUs", elements: "elements" }
    Client { cores: "cores", runtime: "runtime", io: "io", connections: "connections",
        handshake_round_trips: "handshakeRoundTrips", cross_slot: "crossSlot",
        topology: "topology", retry: "retry" }
    Network {
        rtt_us: "rttUs", request_jitter_us: "requestJitterUs", reply_jitter_us: "replyJitterUs",
        mbit_per_sec: "mbitPerSec", loss_percent: "lossPercent", segment_bytes: "segmentBytes",
        slow_start: "slowStart", window_bytes: "windowBytes", nagle: "nagle", transport: "transport",
        bridged: "bridged", interrupt_moderation: "interruptModeration"
    }
    Server {
        host: "host", nodes: "nodes", replicas: "replicas", resharding: "resharding", version: "version", io_threads: "ioThreads", lookahead: "lookahead", append_only: "appendOnly", hz: "hz", batched_submissions: "batchedSubmissions"
    }
    Retry {
        max_redirects: "maxRedirects", max_retries: "maxRetries", min_backoff_ms: "minBackoffMs",
        max_backoff_ms: "maxBackoffMs", backoff_on_redirect: "backoffOnRedirect"
    }
    CostChoice { profile: "profile", cpu_factor: "cpuFactor", overrides: "overrides" }
}

/// Reads choices without fields.
macro_rules! words {
    ($( $choice:ident { $( $word:literal => $variant:ident ),+ } )+) => { $(
        impl Read for $choice {
            fn read(value: &Json<'_>) -> Option<Self> {
                match value.as_str()? {
                    $( $word => Some($choice::$variant), )+
                    _ => None,
                }
            }
        }
    )+ };
}

words! {
    ArrivalProcess { "poisson" => Poisson, "constant" => Constant }
    QueryNode { "first" => First, "random" => Random }
    CheckOnGet { "none" => None, "peek" => Peek }
    Handoff { "barging" => Barging, "fifo" => Fifo }
    IdleOrder { "lifo" => Lifo, "fifo" => Fifo }
    Refresher { "oneCaller" => OneCaller, "allCallers" => AllCallers, "background" => Background }
    Selector { "epoll" => Epoll, "nio" => Nio }
    SplitBy { "key" => Key, "slot" => Slot, "node" => Node }
    TaskFairness { "netty41" => Netty41, "netty42" => Netty42 }
    Pick { "random" => Random, "roundRobin" => RoundRobin }
    TopologyCommand { "nodes" => Nodes, "slots" => Slots }
    InterruptModeration { "none" => None, "server" => Server, "client" => Client, "both" => Both }
    Transport { "tcp" => Tcp, "unixSocket" => UnixSocket }
    Version { "6.0" => V6_0, "6.2" => V6_2, "7.0" => V7_0 }
    Profile {
        "ideal" => Ideal, "linux-server" => LinuxServer, "linux-2core-vm" => Linux2CoreVm, "s0-8cpu-laptop" => S0Laptop,
        "s3-laptop" => S3Laptop, "aws-c8g" => AwsC8g, "s1-m5-2xlarge" => S1M5, "s4-xeon-40core" => S4Xeon,
        "apple-m1-pro" => AppleM1Pro
    }
}

impl Read for CostOverrides {
    fn read(value: &Json<'_>) -> Option<Self> {
        Some(CostOverrides::read(|name| value.get(name)?.as_f64()))
    }
}

fn kind<'a>(value: &'a Json<'_>) -> Option<&'a str> {
    value.get("kind")?.as_str()
}

impl Read for Arrivals {
    fn read(value: &Json<'_>) -> Option<Self> {
        let callers = field(value, "callers", super::default_callers())?;
        Some(match kind(value)? {
            "closed" => Arrivals::Closed {
                callers,
                think_us: field(value, "thinkUs", super::no_delay())?,
                ramp_us: field(value, "rampUs", 0.0)?,
            },
            "open" => Arrivals::Open {
                rate_per_sec: field(value, "ratePerSec", super::default_rate())?,
                process: field(value, "process", ArrivalProcess::default())?,
                burst_size: field(value, "burstSize", super::one())?,
                callers,
                max_backlog: field(value, "maxBacklog", super::default_backlog())?,
            },
            _ => return None,
        })
    }
}

impl Read for Batch {
    fn read(value: &Json<'_>) -> Option<Self> {
        let size = field(value, "size", super::default_batch())?;
        Some(match kind(value)? {
            "none" => Batch::None {},
            "multiKey" => {
                Batch::MultiKey { size, reply_per_key: field(value, "replyPerKey", super::default_reply_per_key())? }
            }
            "pipeline" => Batch::Pipeline { size },
            "transaction" => {
                Batch::Transaction { size, round_trips: field(value, "roundTrips", super::default_round_trips())? }
            }
            "transactionInPipeline" => Batch::TransactionInPipeline { size },
            _ => return None,
        })
    }
}

impl Read for Dist {
    fn read(value: &Json<'_>) -> Option<Self> {
        let number = |name| required(value, name);
        Some(match kind(value)? {
            "constant" => Dist::Constant { value: number("value")? },
            "uniform" => Dist::Uniform { min: number("min")?, max: number("max")? },
            "exponential" => Dist::Exponential { mean: number("mean")? },
            "erlang" => Dist::Erlang { mean: number("mean")?, stages: required(value, "stages")? },
            "hyperexponential" => Dist::Hyperexponential { mean: number("mean")?, scv: number("scv")? },
            "lognormal" => Dist::Lognormal { mean: number("mean")?, scv: number("scv")? },
            _ => return None,
        })
    }
}

impl Read for Runtime {
    fn read(value: &Json<'_>) -> Option<Self> {
        match kind(value)? {
            "threads" => Some(Runtime::Threads {}),
            "goroutines" => Some(Runtime::Goroutines {
                gomaxprocs: field(value, "gomaxprocs", super::client::default_gomaxprocs())?,
            }),
            "eventLoop" => Some(Runtime::EventLoop {}),
            _ => None,
        }
    }
}

impl Read for Io {
    fn read(value: &Json<'_>) -> Option<Self> {
        match kind(value)? {
            "blocking" => Some(Io::Blocking {
                poll_before_read: field(value, "pollBeforeRead", client::default_poll())?,
                read_first: field(value, "readFirst", client::default_read_first())?,
                buffer_bytes: field(value, "bufferBytes", 0)?,
                reply_timeout_ms: field(value, "replyTimeoutMs", 0.0)?,
            }),
            "writerReader" => Some(Io::WriterReader {
                flush_delay_us: field(value, "flushDelayUs", 0.0)?,
                ring_size: field(value, "ringSize", client::default_ring_size())?,
                max_batch: field(value, "maxBatch", 0)?,
                reply_timeout_ms: field(value, "replyTimeoutMs", 0.0)?,
                ping_interval_ms: field(value, "pingIntervalMs", client::default_ping_every())?,
            }),
            "eventLoops" => Some(Io::EventLoops {
                loops: field(value, "loops", client::default_loops())?,
                flush: field(value, "flush", Flush::default())?,
                timeout_scheduler: field(value, "timeoutScheduler", TimeoutScheduler::default())?,
                task_fairness: field(value, "taskFairness", TaskFairness::default())?,
                io_ratio: field(value, "ioRatio", client::default_io_ratio())?,
                selector: field(value, "selector", Selector::default())?,
                request_queue_size: field(value, "requestQueueSize", 0)?,
                high_water_mark_bytes: field(value, "highWaterMarkBytes", 0)?,
                reply_timeout_ms: field(value, "replyTimeoutMs", 0.0)?,
                socket_timeout_ms: field(value, "socketTimeoutMs", 0.0)?,
            }),
            _ => None,
        }
    }
}

impl Read for CrossSlot {
    fn read(value: &Json<'_>) -> Option<Self> {
        match kind(value)? {
            "hashTag" => Some(CrossSlot::HashTag {}),
            "split" => Some(CrossSlot::Split {
                by: field(value, "by", SplitBy::default())?,
                workers: field(value, "workers", 0)?,
                thread_per_part: field(value, "threadPerPart", false)?,
                collect: field(value, "collect", Collect::default())?,
            }),
            _ => None,
        }
    }
}

impl Read for Topology {
    fn read(value: &Json<'_>) -> Option<Self> {
        match kind(value)? {
            "static" => Some(Topology::Static {}),
            "cached" => Some(Topology::Cached {
                command: field(value, "command", TopologyCommand::default())?,
                max_age_ms: field(value, "maxAgeMs", topology::default_max_age())?,
                query_node: field(value, "queryNode", QueryNode::default())?,
                refresher: field(value, "refresher", Refresher::default())?,
                refresh_on_moved: field(value, "refreshOnMoved", false)?,
                min_refresh_interval_ms: field(value, "minRefreshIntervalMs", 0.0)?,
                processes: field(value, "processes", topology::default_processes())?,
            }),
            _ => None,
        }
    }
}

impl Read for Resharding {
    fn read(value: &Json<'_>) -> Option<Self> {
        match kind(value)? {
            "none" => Some(Resharding::None {}),
            "slots" => Some(Resharding::Slots {
                start_ms: field(value, "startMs", topology::default_start())?,
                slots: field(value, "slots", topology::default_slots())?,
                slot_ms: field(value, "slotMs", topology::default_slot_time())?,
            }),
            _ => None,
        }
    }
}

impl Read for Collect {
    fn read(value: &Json<'_>) -> Option<Self> {
        Some(match kind(value)? {
            "join" => Collect::Join {},
            "pollAndSleep" => Collect::PollAndSleep { interval_ms: field(value, "intervalMs", default_sweep())? },
            "timedGet" => Collect::TimedGet { timeout_us: field(value, "timeoutUs", default_turn())? },
            "busyPoll" => Collect::BusyPoll {},
            _ => return None,
        })
    }
}

impl Read for Flush {
    fn read(value: &Json<'_>) -> Option<Self> {
        Some(match kind(value)? {
            "everyCommand" => Flush::EveryCommand {},
            "drained" => Flush::Drained {},
            "oneInFlight" => Flush::OneInFlight {},
            "writable" => Flush::Writable {},
            "delayed" => Flush::Delayed { delay_us: field(value, "delayUs", flush::default_flush_delay())? },
            "explicit" => Flush::Explicit { commands: field(value, "commands", flush::default_flush_commands())? },
            _ => return None,
        })
    }
}

impl Read for TimeoutScheduler {
    fn read(value: &Json<'_>) -> Option<Self> {
        Some(match kind(value)? {
            "none" => TimeoutScheduler::None {},
            "executor" => TimeoutScheduler::Executor { threads: field(value, "threads", client::default_timers())? },
            "timerWheel" => TimeoutScheduler::TimerWheel {},
            _ => return None,
        })
    }
}

impl Read for Connections {
    fn read(value: &Json<'_>) -> Option<Self> {
        Some(match kind(value)? {
            "pooled" => Connections::Pooled {
                max_total: field(value, "maxTotal", client::default_max_total())?,
                handoff: field(value, "handoff", Handoff::default())?,
                order: field(value, "order", IdleOrder::default())?,
                warm: field(value, "warm", client::default_warm())?,
                max_idle: field(value, "maxIdle", client::default_max_idle())?,
                min_idle: field(value, "minIdle", 0)?,
                test_on_borrow: field(value, "testOnBorrow", false)?,
                test_on_return: field(value, "testOnReturn", false)?,
                test_on_create: field(value, "testOnCreate", false)?,
                test_while_idle: field(value, "testWhileIdle", false)?,
                time_between_eviction_runs_ms: field(value, "timeBetweenEvictionRunsMs", 0.0)?,
                num_tests_per_eviction_run: field(value, "numTestsPerEvictionRun", client::default_tests_per_run())?,
                min_evictable_idle_ms: field(value, "minEvictableIdleMs", client::default_min_evictable_idle())?,
                soft_min_evictable_idle_ms: field(value, "softMinEvictableIdleMs", 0.0)?,
                block_when_exhausted: field(value, "blockWhenExhausted", client::default_block())?,
                max_wait_ms: field(value, "maxWaitMs", 0.0)?,
                check_on_get: field(value, "checkOnGet", CheckOnGet::default())?,
                idle_timeout_ms: field(value, "idleTimeoutMs", 0.0)?,
                max_lifetime_ms: field(value, "maxLifetimeMs", 0.0)?,
                fill_in_background: field(value, "fillInBackground", false)?,
                wrap: field(value, "wrap", false)?,
            },
            "shared" => Connections::Shared {
                count: field(value, "count", client::default_shared())?,
                pick: field(value, "pick", Pick::default())?,
            },
            "perRequest" => Connections::PerRequest {},
            _ => return None,
        })
    }
}

impl Read for IoThreads {
    fn read(value: &Json<'_>) -> Option<Self> {
        let threads = field(value, "threads", super::default_io_threads())?;
        let prefetch_batch_max_size = || field(value, "prefetchBatchMaxSize", super::default_prefetch_batch_max_size());
        Some(match kind(value)? {
            "none" => IoThreads::None {},
            "redis6" => IoThreads::Redis6 { threads, do_reads: field(value, "doReads", false)? },
            "redis8" => IoThreads::Redis8 { threads, prefetch_batch_max_size: prefetch_batch_max_size()? },
            "valkey8" => IoThreads::Valkey8 {
                threads,
                events_per_io_thread: field(value, "eventsPerIoThread", super::default_events_per_io_thread())?,
                prefetch_batch_max_size: prefetch_batch_max_size()?,
            },
            _ => return None,
        })
    }
}

impl Read for AppendOnly {
    fn read(value: &Json<'_>) -> Option<Self> {
        let fsync_us = || field(value, "fsyncUs", super::default_fsync());
        Some(match kind(value)? {
            "no" => AppendOnly::No {},
            "unsynced" => AppendOnly::Unsynced {},
            "everysec" => AppendOnly::Everysec { fsync_us: fsync_us()? },
            "always" => AppendOnly::Always { fsync_us: fsync_us()? },
            _ => return None,
        })
    }
}

impl Read for ServerHost {
    fn read(value: &Json<'_>) -> Option<Self> {
        match kind(value)? {
            "own" => Some(ServerHost::Own {
                cores: field(value, "cores", super::default_server_cores())?,
                per_node: field(value, "perNode", super::default_per_node())?,
            }),
            "client" => Some(ServerHost::Client {}),
            _ => None,
        }
    }
}
