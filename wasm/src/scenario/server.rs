//! The Redis server: where it runs, and what of it can be configured.

use super::keyspace::{Expirations, Memory};
use super::topology::Resharding;
use crate::json::FromJson;
use crate::kernel::dist::Dist;
use serde::Serialize;

/// The Redis server: one main thread with its event loop.
#[derive(Clone, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Server {
    /// The server machine.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: client and server do not compete for cores. Article S0's laptop runs both, which its presets set")))]
    pub host: ServerHost,
    /// Nodes of a Redis cluster, each with its share of the 16,384 slots. 1: a single server. The client has
    /// connections to each node.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 100), extend("x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Redis: cluster-enabled is no")))]
    pub nodes: u32,
    /// Replicas of each node. The main thread sends each replica the commands that add memory (`storedBytes`). Replicas
    /// serve requests if a client reads from them (`client.readFrom`). In this case each replica has its own main
    /// thread and executes the commands it receives.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 5)))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: a single copy of the data")))]
    pub replicas: u32,
    /// Cluster slots that move to another node.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: slots do not move by themselves")))]
    pub resharding: Resharding,
    /// Release of Redis or Valkey. It sets how much one call reads or writes, and how many memory reads a look-up
    /// takes. Newer releases move slots atomically and send large replies without a copy. `ioThreads`, `lookahead` and
    /// `maxNewConnectionsPerCycle` can take their values from the release.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the newest version whose event loop differs from that of the previous version")))]
    pub version: Version,
    /// Threads that read and write for the main thread, which alone executes commands. Each needs a core of the server.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Redis: io-threads 1 (config.c)")))]
    pub io_threads: IoThreads,
    /// Commands of a client that are parsed before the first is executed. I/O threads parse these commands, and all
    /// their keys are prefetched together. 0: the version's own value. Redis since 8.4: 16. Valkey since 9: all
    /// commands read. Earlier versions: 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1000), extend("x-needs" = {"server.ioThreads.kind": ["none", "version", "redis8", "valkey8", null]})))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the value of the version. Up to Redis 8.2 (aws-c8g is fitted to 8.2.1) and Valkey 8: 1. Redis since 8.4: 16 (pull request 14440). Valkey since 9: all commands that were read (pull request 2092)")))]
    pub lookahead: u32,
    /// Maximum number of new connections that one iteration of the event loop accepts. Further connections wait for the
    /// next iteration. 0: the version's own value. Until Redis 7.2 this was always 1000. Since 7.4 it is a setting, 10
    /// by default.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1000)))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the value of the version. Redis up to 7.2: 1000, MAX_ACCEPTS_PER_CALL (networking.c). Redis since 7.4 and Valkey 8: 10 (pull request 12178)")))]
    pub max_new_connections_per_cycle: u32,
    /// Maximum number of clients. Redis answers a further connection with an error and closes it. 0: no limit.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 100000), extend("x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: no limit, so no connection is rejected. Redis: maxclients 10000 (config.c)")))]
    pub max_clients: u32,
    /// Maximum number of connections that wait to be accepted: the smaller of `tcp-backlog` and `net.core.somaxconn`. A
    /// further SYN gets no answer. The client sends the SYN again after 1 s, then 2 s, then 4 s. 0: no limit.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 65535), extend("x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: no limit. Redis: tcp-backlog 511 (config.c). Linux: somaxconn 4096 since 5.4, 128 earlier")))]
    pub tcp_backlog: u32,
    /// Append-only file: what must reach the disk before replies are sent. Every command is treated as a write.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Redis: appendonly no (config.c)")))]
    pub append_only: AppendOnly,
    /// Memory of each node, and what is evicted when it is full.
    #[cfg_attr(feature = "schema", schemars(extend("x-real" = "default", "x-source" = "published: Redis: maxmemory 0 (config.c), no limit")))]
    pub memory: Memory,
    /// Keys that expire.
    #[cfg_attr(feature = "schema", schemars(extend("x-real" = "default", "x-source" = "definition: no key has a time to live")))]
    pub expirations: Expirations,
    /// Runs of the periodic tasks (serverCron) per second. They run more often with many clients.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 500), extend("x-unit" = "1/s", "x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Redis: hz 10, dynamic-hz yes (config.c), which doubles hz with many clients, as here")))]
    pub hz: u32,
    /// Whether all reads of an iteration are submitted to the kernel together, and likewise all writes (io_uring). Each
    /// submission enters the kernel once. No released Redis does this.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: no released Redis uses io_uring")))]
    pub batched_submissions: bool,
}

/// Release of Redis or Valkey, as far as the model can tell them apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Version {
    /// 6.0 and older: reads of 16 KiB, one write() per reply buffer. Topology replies scan every slot for every node.
    #[serde(rename = "6.0")]
    V6_0,
    /// 6.2: reads of 16 KiB, one write() per reply buffer. Topology replies scan every slot once.
    #[serde(rename = "6.2")]
    V6_2,
    /// 7.0 and 7.2: reads grow with the query buffer, and one writev() sends up to 64 KiB of reply buffers.
    #[default]
    #[serde(rename = "7.0")]
    V7_0,
    /// 7.4: at most ten new connections per iteration.
    #[serde(rename = "7.4")]
    V7_4,
    /// 8.0: I/O threads with event loops and clients of their own.
    #[serde(rename = "8.0")]
    V8_0,
    /// 8.2: I/O threads prefetch keys. A key and its value are one object: two memory reads per look-up instead of four.
    #[serde(rename = "8.2")]
    V8_2,
    /// 8.4: up to sixteen commands of a client are parsed before the first is executed. Slots move atomically (atomic slot
    /// migration).
    #[serde(rename = "8.4")]
    V8_4,
    /// 8.6: large replies are sent without a copy.
    #[serde(rename = "8.6")]
    V8_6,
    /// Valkey 7.2: as Redis 7.2.
    #[serde(rename = "valkey7.2")]
    Valkey7_2,
    /// Valkey 8.0: I/O threads with rings of jobs, and prefetching. The hash-table entry contains the key: three memory
    /// reads per look-up.
    #[serde(rename = "valkey8.0")]
    Valkey8_0,
    /// Valkey 8.1: the new hash table, two memory reads per look-up.
    #[serde(rename = "valkey8.1")]
    Valkey8_1,
    /// Valkey 9.0: I/O threads parse all commands of a pipeline. Large replies are sent without a copy. Slots move
    /// atomically.
    #[serde(rename = "valkey9.0")]
    Valkey9_0,
    /// Valkey 9.1: all I/O threads share lock-free job queues.
    #[serde(rename = "valkey9.1")]
    Valkey9_1,
}

/// Threads that read and write for the main thread. The number of threads includes the main thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum IoThreads {
    /// The main thread does all work.
    None {},
    /// The design of the server's version, with its defaults.
    Version {
        /// Number of threads, including the main thread.
        #[serde(default = "default_io_threads")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 128), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: redis.conf of Redis 6: io-threads 4 in its example. The file advises 2 or 3 threads for four cores and 6 threads for eight")))]
        threads: u32,
    },
    /// Redis 6 and 7: each thread writes (or reads) for a share of the clients. Then all threads wait for each other at
    /// a barrier. They spin while they wait.
    Redis6 {
        /// Number of threads, including the main thread.
        #[serde(default = "default_io_threads")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 128), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: redis.conf of Redis 6: io-threads 4 in its example. The file advises 2 or 3 threads for four cores and 6 threads for eight")))]
        threads: u32,
        /// Whether I/O threads also read and parse (`io-threads-do-reads`).
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Redis 6 and 7: io-threads-do-reads no (config.c)")))]
        do_reads: bool,
    },
    /// Redis 8: each thread has its own event loop and clients. It passes clients with commands to the main thread.
    Redis8 {
        /// Number of threads, including the main thread.
        #[serde(default = "default_io_threads")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 128), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: redis.conf of Redis 6: io-threads 4 in its example. The file advises 2 or 3 threads for four cores and 6 threads for eight")))]
        threads: u32,
        /// Number of clients whose keys the main thread prefetches together before it executes their commands
        /// (`prefetch-batch-max-size`, since 8.2). The last batch may contain up to twice as many. 0: no prefetching.
        #[serde(default = "default_prefetch_batch_max_size")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 128)))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Valkey 8, and Redis since 8.2: prefetch-batch-max-size 16 (config.c)")))]
        prefetch_batch_max_size: u32,
    },
    /// Valkey 8 and 9: the main thread assigns single reads and writes to threads. The number of active threads follows
    /// the number of events.
    Valkey8 {
        /// Number of threads, including the main thread.
        #[serde(default = "default_io_threads")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 128), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: redis.conf of Redis 6: io-threads 4 in its example. The file advises 2 or 3 threads for four cores and 6 threads for eight")))]
        threads: u32,
        /// Number of events per iteration for each active thread (`events-per-io-thread`).
        #[serde(default = "default_events_per_io_thread")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Valkey 8: events-per-io-thread 2 (config.c)")))]
        events_per_io_thread: u32,
        /// Number of clients whose keys the main thread prefetches together before it executes their commands
        /// (`prefetch-batch-max-size`). 0: no prefetching.
        #[serde(default = "default_prefetch_batch_max_size")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 128)))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Valkey 8, and Redis since 8.2: prefetch-batch-max-size 16 (config.c)")))]
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
    /// The server writes the file every iteration and never syncs it. The kernel writes it to disk about 30 s later
    /// (`appendfsync no`).
    Unsynced {},
    /// The server writes the file every iteration, and a background thread syncs it once a second. A slow disk stalls
    /// the server after two seconds.
    Everysec {
        /// Duration of one fsync().
        #[serde(default = "default_fsync")]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: an SSD takes from 0.1 ms (with power-loss protection) to several ms (without). This was not measured")))]
        fsync_us: Dist,
    },
    /// The server writes and syncs the file before the replies of every iteration.
    Always {
        /// Duration of one fsync().
        #[serde(default = "default_fsync")]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: an SSD takes from 0.1 ms (with power-loss protection) to several ms (without). This was not measured")))]
        fsync_us: Dist,
    },
}

/// The machine the server runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum ServerHost {
    /// A separate machine.
    Own {
        /// Cores of the server machine.
        #[serde(default = "default_server_cores")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 256), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: one core for the main thread, one for everything else on the machine. I/O threads need more cores")))]
        cores: u32,
        /// Whether each cluster node has its own machine. Otherwise all share one.
        #[serde(default = "default_per_node")]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: nodes of a cluster do not compete for cores")))]
        per_node: bool,
    },
    /// The client machine: client and server compete for the same cores.
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
            lookahead: 0,
            max_new_connections_per_cycle: 0,
            max_clients: 0,
            tcp_backlog: 0,
            append_only: AppendOnly::No {},
            memory: Memory::default(),
            expirations: Expirations::default(),
            hz: 10,
            batched_submissions: false,
        }
    }
}

impl IoThreads {
    /// I/O threads besides the main thread.
    pub fn additional_threads(&self) -> u32 {
        match *self {
            IoThreads::None {} => 0,
            IoThreads::Version { threads }
            | IoThreads::Redis6 { threads, .. }
            | IoThreads::Redis8 { threads, .. }
            | IoThreads::Valkey8 { threads, .. } => threads - 1,
        }
    }
}

impl IoThreads {
    /// Threads among which the reading from clients is shared. Of the version's own design only [`Server::of_version`] knows.
    pub fn readers(&self) -> u32 {
        match *self {
            IoThreads::None {} | IoThreads::Version { .. } | IoThreads::Redis6 { do_reads: false, .. } => 1,
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
