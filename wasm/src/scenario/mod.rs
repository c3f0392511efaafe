//! The scenario: everything that defines a run. Rust first; the JSON Schema, the TypeScript types and the page's form are
//! generated from these structs, whose doc comments are the English help texts.
//!
//! Units are in the names. `kind` tags every choice. Unknown fields are refused (see [`normalize`]).

mod application;
mod caching;
mod client;
mod command;
mod connections;
pub mod costs;
mod cross_slot;
mod event;
mod flush;
mod generation;
mod io;
pub mod issue;
mod keyspace;
mod neighbour;
pub mod normalize;
mod pinned;
mod popularity;
mod proxy;
mod read_from;
mod reconnect;
mod room;
mod server;
mod tls;
mod topology;
mod validate;
mod volume;

use crate::json::FromJson;
use crate::kernel::dist::Dist;
use costs::CostChoice;
use serde::Serialize;

pub use application::{Application, Runs};
pub use caching::{ClientSideCaching, TrackingMode};
pub use client::{Client, Io, Runtime, Selector, TaskFairness, TimeoutScheduler};
pub use command::{Command, FurtherCommand, KINDS, Kind};
pub use connections::{CheckOnGet, Connections, Handoff, IdleOrder, Pick};
pub use cross_slot::{Collect, CrossSlot, SplitBy};
pub use event::Event;
pub use flush::Flush;
pub use keyspace::{Expirations, Memory};
pub use neighbour::Neighbour;
pub use pinned::Pinned;
pub use popularity::Popularity;
pub use proxy::Proxy;
pub use read_from::ReadFrom;
pub use reconnect::Reconnect;
pub use room::{ClientRoom, Room};
pub use server::{AppendOnly, IoThreads, Server, ServerHost, Version};
pub use tls::Tls;
pub use topology::{Description, QueryNode, Refresher, Resharding, Retry, Topology, TopologyCommand};
pub use volume::{LISTEN_QUEUE, max_abandoned, writes};

/// The scenario format this engine writes. Older ones are upgraded, newer ones refused.
pub const VERSION: u32 = 2;

/// One run of the model: callers, client, network, server and costs.
#[derive(Clone, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Scenario {
    /// Format version.
    #[cfg_attr(feature = "schema", schemars(range(min = 2, max = 2)))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the newest format. A file of version 1 is migrated when it is read")))]
    pub version: u32,
    /// Seed of all random numbers. The same seed gives the same run, to the nanosecond.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 4294967295u32)))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: an arbitrary number")))]
    pub seed: u32,
    /// How long to simulate and what to measure.
    pub run: Run,
    /// Callers and their requests.
    pub workload: Workload,
    /// The client. All its instances are alike.
    pub client: Client,
    /// The network between client and server.
    pub network: Network,
    /// The Redis server.
    pub server: Server,
    /// Costs of all steps: CPU time and delays.
    pub costs: CostChoice,
    /// Further clients of the same server or cluster.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(length(max = 63)))]
    pub neighbours: Vec<Neighbour>,
    /// Events during the run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(length(max = 63)))]
    pub events: Vec<Event>,
}

/// How long to simulate and what to measure.
#[derive(Clone, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Run {
    /// Model time before measuring starts. The statistics of this time are discarded.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 600000), extend("x-unit" = "ms")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: longer than the transient of most scenarios with an RTT of a few milliseconds. A contended pool needs a longer warm-up (wasm/model/metrics.md)")))]
    pub warmup_ms: f64,
    /// Measured model time.
    #[cfg_attr(feature = "schema", schemars(range(min = 0.001, max = 3600000), extend("x-unit" = "ms")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: about ten thousand requests, simulated in a fraction of a second. Rare events and narrow confidence intervals need longer runs")))]
    pub measured_ms: f64,
}

/// Callers and their requests.
#[derive(Clone, Debug, Default, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Workload {
    /// How requests arrive.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: article S0: threads that send a request, wait and repeat, as redis-benchmark and JMH also do")))]
    pub arrivals: Arrivals,
    /// The command that requests send.
    pub command: Command,
    /// A second command in the mix, for example a slow one or a big one.
    pub second: FurtherCommand,
    /// A third command in the mix, for example a slow command in addition to reads and writes.
    pub third: FurtherCommand,
    /// Whether a request is one command or a batch.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: one command per request")))]
    pub batch: Batch,
    /// How the requests are spread over the keys, and so over the nodes of a cluster. This setting has no effect on a
    /// single node without client-side caching.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: all keys are requested equally often")))]
    pub popularity: Popularity,
}

/// How requests arrive.
#[derive(Clone, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Arrivals {
    /// Closed loop: each caller sends its next request after the reply to its last request and a pause.
    Closed {
        /// Number of threads that send requests. Each has at most one request in progress.
        #[serde(default = "default_callers")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 50000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: article S0: most of its runs have 200 threads")))]
        callers: u32,
        /// Pause of a caller between a reply and its next request.
        #[serde(default = "no_delay")]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: article S0: its threads do not pause between requests; redis-benchmark does not either")))]
        think_us: Dist,
        /// Time over which the callers start, evenly spread. 0: all callers start at the same moment.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e7), extend("x-unit" = "µs")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: all callers start at the same moment, like the threads of a benchmark")))]
        ramp_us: f64,
    },
    /// Open loop: requests arrive at a given rate, independent of the system. Free callers take them.
    Open {
        /// Mean arrival rate.
        #[serde(default = "default_rate")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0.001, max = 1e7), extend("x-unit" = "1/s", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: half of the load that one Redis commonly serves without pipelining: busy, but far from saturated")))]
        rate_per_sec: f64,
        /// Distribution of the gaps between arrivals.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: random arrivals, as from many independent users")))]
        process: ArrivalProcess,
        /// Number of requests that arrive at the same moment, for example from one page that needs many values. Larger
        /// bursts have longer gaps between them, so the mean rate stays the same.
        #[serde(default = "default_burst_size")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: no bursts")))]
        burst_size: u32,
        /// Number of caller threads, and so the maximum number of requests in progress.
        #[serde(default = "default_callers")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 50000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: article S0: most of its runs have 200 threads")))]
        callers: u32,
        /// Maximum number of requests waiting for a free caller. Further arrivals are rejected (shed).
        #[serde(default = "default_backlog")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1000000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: two seconds of the default rate: a growing queue is visible before requests are rejected, and memory stays bounded")))]
        max_backlog: u32,
    },
}

/// Regularity of the arrivals of an open workload.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ArrivalProcess {
    /// Independent users: exponential gaps.
    #[default]
    Poisson,
    /// Equal gaps, like a metronome.
    Constant,
}

/// Whether a request is one command or a batch of them. A request is complete when all of its replies have arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Batch {
    /// One command.
    None {},
    /// One command with many keys (MGET, MSET).
    MultiKey {
        /// Keys per request.
        #[serde(default = "default_batch")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: article S3: the smallest batch in its table above one command; also the depth of published pipelines (P-11, T-18)")))]
        size: u32,
        /// Whether the reply has one value per key (MGET) or one status for all keys (MSET).
        #[serde(default = "default_reply_per_key")]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the batch is an MGET; an MSET has one status for all keys")))]
        reply_per_key: bool,
    },
    /// Many commands are sent together. Their replies are read together.
    Pipeline {
        /// Commands per request.
        #[serde(default = "default_batch")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: article S3: the smallest batch in its table above one command; also the depth of published pipelines (P-11, T-18)")))]
        size: u32,
    },
    /// MULTI, commands and EXEC through the client's transaction object.
    Transaction {
        /// Commands between MULTI and EXEC.
        #[serde(default = "default_batch")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: article S3: the smallest batch in its table above one command; also the depth of published pipelines (P-11, T-18)")))]
        size: u32,
        /// Round trips per transaction. 1: everything is sent together. Jedis since version 4 needs 2: it sends EXEC
        /// after the replies to the commands. Older versions of Jedis need 3.
        #[serde(default = "default_round_trips")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 3)))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Jedis since version 4 sends EXEC after the replies to the commands (Transaction.exec)")))]
        round_trips: u32,
    },
    /// MULTI, commands and EXEC inside a pipeline: one round trip.
    TransactionInPipeline {
        /// Commands between MULTI and EXEC.
        #[serde(default = "default_batch")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: article S3: the smallest batch in its table above one command; also the depth of published pipelines (P-11, T-18)")))]
        size: u32,
    },
}

/// The network between client and server.
#[derive(Clone, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Network {
    /// Round-trip time of an empty packet, half in each direction.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e7), extend("x-unit" = "µs", "x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: a round number between one zone (100 to 500 µs) and two cities (12 ms in article S0). One connection that sends one request at a time then carries at most 1,000 requests/s")))]
    pub rtt_us: f64,
    /// Extra time to open a connection, in addition to its round trips: DNS, routing, a slow accept.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e7), extend("x-real" = "default", "x-unit" = "µs", "x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the address is known, and the server accepts without delay")))]
    pub connect_delay_us: f64,
    /// Extra random delay of each write from client to server. Order on a connection is preserved.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: a path with constant delay. The presets with an RTT of 1 ms have 20 µs of jitter, which is assumed (wasm/model/residuals.md)")))]
    pub request_jitter_us: Dist,
    /// Extra random delay of each write from server to client. Order on a connection is preserved.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: a path with constant delay. The presets with an RTT of 1 ms have 20 µs of jitter, which is assumed (wasm/model/residuals.md)")))]
    pub reply_jitter_us: Dist,
    /// Bandwidth of the link in each direction, shared by all connections. 0: no limit.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e6), extend("x-real" = "default", "x-unit" = "Mbit/s", "x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: a link that small commands do not fill: 100,000 commands per second need about 80 Mbit/s, headers included")))]
    pub mbit_per_sec: f64,
    /// Share of segments that are lost and retransmitted. Later data on the same connection waits for the
    /// retransmission.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 20), extend("x-real" = "default", "x-unit" = "%")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: no loss within a data centre")))]
    pub loss_percent: f64,
    /// Maximum payload of a TCP segment (MSS): 1,460 on Ethernet, about 65,000 on loopback.
    #[cfg_attr(feature = "schema", schemars(range(min = 100, max = 65483), extend("x-unit" = "B", "x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: TCP over IPv4 on Ethernet: 1,500 less 40 bytes of headers; 1,448 with timestamps; 65,483 on Linux's loopback")))]
    pub segment_bytes: u32,
    /// Whether TCP slow start applies: ten segments per round trip on a new connection, doubling each time. It applies
    /// again after a pause.
    #[cfg_attr(feature = "schema", schemars(extend("x-real" = "default")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: off, unlike TCP, which starts with ten segments. Single small commands need fewer segments. Bursts after a pause may need more")))]
    pub slow_start: bool,
    /// Maximum number of unacknowledged bytes in flight (receive window). 0: no limit.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1073741824), extend("x-real" = "default", "x-unit" = "B", "x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: a window that small commands do not fill; Linux's window grows to 6 MiB (tcp_rmem)")))]
    pub window_bytes: u32,
    /// Nagle's algorithm at the client (TCP_NODELAY off): a small segment waits until the previous one is acknowledged.
    #[cfg_attr(feature = "schema", schemars(extend("x-real" = "default")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: TCP_NODELAY is on in Jedis, Lettuce, Go's net package, ioredis, node-redis, and in Redis")))]
    pub nagle: bool,
    /// Kind of socket between client and server. A Unix socket has no segments: nothing is lost, held back or
    /// retransmitted.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: TCP, the default of all clients")))]
    pub transport: Transport,
    /// Encryption of the connections. Each handshake costs CPU time and round trips. Each record and byte costs CPU
    /// time on both sides.
    #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"network.transport": ["tcp", null]})))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Redis: tls-port 0 (config.c); no client encrypts by default")))]
    pub tls: Tls,
    /// Whether packets go through a bridge or a virtual network interface, as between containers. Each packet costs its
    /// sender `costs.bridgePacketNs`.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: client and server without containers")))]
    pub bridged: bool,
    /// Which network cards moderate interrupts (Linux's dynamic interrupt moderation, DIM).
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: no network card, as on loopback. The ENA driver of AWS moderates interrupts on ARM64 from version 2.2.5 (2020), and on all machines from 2.8.3 (2023)")))]
    pub interrupt_moderation: InterruptModeration,
    /// A proxy between the clients and the server (twemproxy, Envoy, Codis): one more hop, and few connections to the server.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: clients connect to the server themselves")))]
    pub proxy: Proxy,
}

/// Whose network card moderates its interrupts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum InterruptModeration {
    /// No card: each packet reaches the kernel on arrival.
    #[default]
    None,
    /// The server's network card.
    Server,
    /// The client's network card.
    Client,
    /// Both network cards.
    Both,
}

impl InterruptModeration {
    /// Whether the server's card does.
    pub fn at_server(self) -> bool {
        matches!(self, Self::Server | Self::Both)
    }

    /// Whether the client's card does.
    pub fn at_client(self) -> bool {
        matches!(self, Self::Client | Self::Both)
    }
}

/// Kind of socket between client and server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Transport {
    /// TCP, over a network or loopback.
    #[default]
    Tcp,
    /// Unix domain socket, without the network stack (`unixReadNs`, `unixWriteNs`).
    UnixSocket,
}

fn default_callers() -> u32 {
    200
}
fn default_rate() -> f64 {
    50_000.0
}
fn default_burst_size() -> u32 {
    1
}
fn default_backlog() -> u32 {
    100_000
}
fn default_batch() -> u32 {
    10
}
fn default_reply_per_key() -> bool {
    true
}
fn default_round_trips() -> u32 {
    2
}
fn no_delay() -> Dist {
    Dist::constant(0.0)
}

impl Default for Scenario {
    fn default() -> Self {
        Scenario {
            version: VERSION,
            seed: 1,
            run: Run::default(),
            workload: Workload::default(),
            client: Client::default(),
            network: Network::default(),
            server: Server::default(),
            costs: CostChoice::default(),
            neighbours: Vec::new(),
            events: Vec::new(),
        }
    }
}

impl Default for Run {
    fn default() -> Self {
        Run { warmup_ms: 50.0, measured_ms: 500.0 }
    }
}

impl Default for Arrivals {
    fn default() -> Self {
        Arrivals::Closed { callers: default_callers(), think_us: no_delay(), ramp_us: 0.0 }
    }
}

impl Default for Batch {
    fn default() -> Self {
        Batch::None {}
    }
}

impl Network {
    /// Whether chance delays segments or loses them.
    pub fn is_random(&self) -> bool {
        self.loss_percent > 0.0 || !self.request_jitter_us.is_zero() || !self.reply_jitter_us.is_zero()
    }
}

impl Default for Network {
    fn default() -> Self {
        Network {
            rtt_us: 1000.0,
            connect_delay_us: 0.0,
            request_jitter_us: no_delay(),
            reply_jitter_us: no_delay(),
            mbit_per_sec: 0.0,
            loss_percent: 0.0,
            segment_bytes: 1460,
            slow_start: false,
            window_bytes: 0,
            nagle: false,
            transport: Transport::Tcp,
            tls: Tls::None {},
            bridged: false,
            interrupt_moderation: InterruptModeration::None,
            proxy: Proxy::None {},
        }
    }
}

impl Arrivals {
    /// Number of caller threads.
    pub fn callers(&self) -> u32 {
        match *self {
            Arrivals::Closed { callers, .. } | Arrivals::Open { callers, .. } => callers,
        }
    }
}

impl Batch {
    /// Keys that a request asks for.
    pub fn size(&self) -> u32 {
        match *self {
            Batch::None {} => 1,
            Batch::MultiKey { size, .. }
            | Batch::Pipeline { size }
            | Batch::Transaction { size, .. }
            | Batch::TransactionInPipeline { size } => size,
        }
    }
}
