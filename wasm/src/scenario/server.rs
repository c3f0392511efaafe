//! The Redis server: where it runs, and what of it can be configured.

use super::topology::Resharding;
use crate::json::FromJson;
use crate::kernel::dist::Dist;
use serde::Serialize;

/// The Redis server: one main thread with its event loop.
#[derive(Clone, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Server {
    /// The machine it runs on.
    pub host: ServerHost,
    /// Nodes of a Redis cluster, each with its share of the 16384 slots; 1 is a single server. The client has its connections to each.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 100), extend("x-scale" = "log")))]
    pub nodes: u32,
    /// Replicas of each node of a cluster. They serve nobody here, but a description of the cluster lists them.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 5)))]
    pub replicas: u32,
    /// Slots of a cluster that move to another node.
    pub resharding: Resharding,
    /// Version of Redis: how much one call reads and writes, and how long CLUSTER NODES takes. Small commands do not notice.
    pub version: Version,
    /// Threads that read and write for the main thread, which alone executes commands. Each occupies a core of the server.
    pub io_threads: IoThreads,
    /// Commands of a client that are parsed before the first of them is executed (`lookahead`, 16 since Redis 8.4; all that have been read since
    /// Valkey 9; 1: each when its turn comes).
    /// I/O threads parse so many, and their keys come from memory together.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000), extend("x-scale" = "log", "x-needs" = {"server.ioThreads.kind": ["none", "redis8", "valkey8", null]})))]
    pub lookahead: u32,
    /// Append-only file: what must reach the disk before replies leave. Every command counts as a write.
    pub append_only: AppendOnly,
    /// How often a second the server does its housekeeping (serverCron); with many clients more often.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 500), extend("x-unit" = "1/s", "x-scale" = "log")))]
    pub hz: u32,
    /// Reads and writes of a turn are handed to the kernel together (io_uring): entering the kernel costs once for all of
    /// them. No released Redis does this.
    pub batched_submissions: bool,
}

/// Version of Redis, as far as its event loop differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Version {
    /// 6.0 and older: reads of 16 KiB, one write() for each reply buffer; describing a cluster looks at every slot for every node.
    #[serde(rename = "6.0")]
    V6_0,
    /// 6.2: reads of 16 KiB, one write() for each reply buffer; describing a cluster looks at every slot once.
    #[serde(rename = "6.2")]
    V6_2,
    /// 7.0 and later: growing reads, and one writev() for up to 64 KiB of reply buffers.
    #[default]
    #[serde(rename = "7.0")]
    V7_0,
}

/// Threads that read and write for the main thread. The number of threads includes the main thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum IoThreads {
    /// The main thread does everything.
    None {},
    /// Redis 6 and 7: all threads write (or read) a share of the clients, then meet at a barrier; they spin while they wait.
    Redis6 {
        /// Threads, the main thread included.
        #[serde(default = "default_io_threads")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 128), extend("x-scale" = "log")))]
        threads: u32,
        /// Whether they also read and parse (`io-threads-do-reads`).
        #[serde(default)]
        do_reads: bool,
    },
    /// Redis 8: each thread has an event loop and clients of its own, and hands those with commands to the main thread.
    Redis8 {
        /// Threads, the main thread included.
        #[serde(default = "default_io_threads")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 128), extend("x-scale" = "log")))]
        threads: u32,
        /// Clients whose keys the main thread brings from memory together before it executes their commands, or twice as many if it has no
        /// more (`prefetch-batch-max-size`, since 8.2); 0: each by itself.
        #[serde(default = "default_prefetch_batch_max_size")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 128)))]
        prefetch_batch_max_size: u32,
    },
    /// Valkey 8 and 9: the main thread gives single reads and writes to as many threads as the number of events asks for.
    Valkey8 {
        /// Threads, the main thread included.
        #[serde(default = "default_io_threads")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 128), extend("x-scale" = "log")))]
        threads: u32,
        /// Events of a turn for which one thread is active (`events-per-io-thread`).
        #[serde(default = "default_events_per_io_thread")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000), extend("x-scale" = "log")))]
        events_per_io_thread: u32,
        /// Clients whose keys the main thread brings from memory together before it executes their commands
        /// (`prefetch-batch-max-size`); 0: each by itself.
        #[serde(default = "default_prefetch_batch_max_size")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 128)))]
        prefetch_batch_max_size: u32,
    },
}

/// Append-only file: what must reach the disk before replies leave.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum AppendOnly {
    /// No file.
    No {},
    /// Written every turn, and never synced by the server: the kernel writes it back when it likes, some 30 s later (`appendfsync no`).
    Unsynced {},
    /// Written every turn, synced by a background thread once a second; a slow disk stalls the server after two seconds.
    Everysec {
        /// Duration of one fsync().
        #[serde(default = "default_fsync")]
        fsync_us: Dist,
    },
    /// Written and synced before the replies of every turn.
    Always {
        /// Duration of one fsync().
        #[serde(default = "default_fsync")]
        fsync_us: Dist,
    },
}

/// The machine the server runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum ServerHost {
    /// A machine of its own.
    Own {
        /// Cores of the server's machine.
        #[serde(default = "default_server_cores")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 256), extend("x-scale" = "log")))]
        cores: u32,
        /// Whether every node of a cluster has such a machine, or all share one.
        #[serde(default = "default_per_node")]
        per_node: bool,
    },
    /// The client's machine: both compete for the same cores.
    Client {},
}

impl Default for Server {
    fn default() -> Self {
        Server {
            host: ServerHost::Own { cores: default_server_cores(), per_node: true },
            nodes: 1,
            replicas: 0,
            resharding: Resharding::default(),
            version: Version::default(),
            io_threads: IoThreads::None {},
            lookahead: 1,
            append_only: AppendOnly::No {},
            hz: 10,
            batched_submissions: false,
        }
    }
}

impl IoThreads {
    /// I/O threads besides the main thread.
    pub fn others(&self) -> u32 {
        match *self {
            IoThreads::None {} => 0,
            IoThreads::Redis6 { threads, .. }
            | IoThreads::Redis8 { threads, .. }
            | IoThreads::Valkey8 { threads, .. } => threads - 1,
        }
    }
}

impl IoThreads {
    /// Threads among which the reading from clients is shared.
    pub fn readers(&self) -> u32 {
        match *self {
            IoThreads::None {} | IoThreads::Redis6 { do_reads: false, .. } => 1,
            IoThreads::Redis6 { threads, do_reads: true } => threads,
            IoThreads::Redis8 { threads, .. } | IoThreads::Valkey8 { threads, .. } => (threads - 1).max(1),
        }
    }
}

impl Version {
    /// Whether one writev() gathers many reply buffers and reads grow with the query buffer (7.0 and later).
    pub fn gathers(self) -> bool {
        self >= Version::V7_0
    }

    /// Whether a description of the cluster goes through the slots once for all nodes (6.2 and later, commit 9cb9f98d2).
    pub fn looks_once(self) -> bool {
        self >= Version::V6_2
    }
}

fn default_server_cores() -> u32 {
    2
}

fn default_io_threads() -> u32 {
    4
}

fn default_events_per_io_thread() -> u32 {
    2
}

fn default_prefetch_batch_max_size() -> u32 {
    16
}

fn default_per_node() -> bool {
    true
}

fn default_fsync() -> Dist {
    Dist::constant(1000.0)
}
