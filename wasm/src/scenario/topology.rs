//! How a client of a cluster knows which node serves which slot, what it does when it is wrong, and slots on the move.

use super::costs::Costs;
use super::server::Server;
use crate::json::FromJson;
use serde::Serialize;

/// Slots of a cluster: `CLUSTER_SLOTS`.
pub const SLOTS: u32 = 16384;
/// A line of CLUSTER NODES: name, addresses, flags, master, times, epoch, link, range.
const LINE_BYTES: u32 = 113;
/// An entry of CLUSTER SLOTS: its range, and each node that has it.
const RANGE_BYTES: u32 = 15;
const RANGE_NODE_BYTES: u32 = 80;

/// How the client knows which node serves which slot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Topology {
    /// The client always knows the topology and queries no node.
    Static {},
    /// The client queries a node from time to time and caches the reply. It starts with a valid topology. Several
    /// processes refresh at evenly spaced times.
    Cached {
        /// Command that queries the topology.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Spring Data Redis and Lettuce: CLUSTER NODES, as in article S2; Jedis and go-redis: CLUSTER SLOTS")))]
        command: TopologyCommand,
        /// Age at which the topology is refreshed. Spring Data Redis: 100 ms; ioredis: 5 s; go-redis: 10 s. 0: never.
        #[serde(default = "default_max_age")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Spring Data Redis: cacheTimeout of JedisClusterTopologyProvider, as in article S2")))]
        max_age_ms: f64,
        /// Node that is queried.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Spring Data Redis before 2.1.3, as in article S2. Later versions query a random node")))]
        query_node: QueryNode,
        /// Which callers refresh the topology, and which wait for it.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: one caller, as in Jedis (tryLock) and early Spring Data Redis. Current Spring Data Redis: every caller; Lettuce and go-redis: a separate thread")))]
        refresher: Refresher,
        /// Whether MOVED refreshes the topology immediately. Jedis: always; Lettuce: with adaptive triggers; Spring
        /// Data Redis: never.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Spring Data Redis does not refresh on MOVED. Jedis and go-redis do. Lettuce does with adaptive triggers (all on since Lettuce 7)")))]
        refresh_on_moved: bool,
        /// Minimum time between two refreshes caused by MOVED. Lettuce up to 6: 30 s; Jedis: none.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Jedis: none. Lettuce: 30 s up to version 6, 5 s since version 7")))]
        min_refresh_interval_ms: f64,
        /// Number of client processes. Callers are assigned to them in turn, and each process has its own cached
        /// topology. All processes share the connections and all other threads.
        #[serde(default = "default_processes")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: one process; article S2 has 150")))]
        processes: u32,
    },
}

/// Command that queries the topology.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum TopologyCommand {
    /// CLUSTER NODES: a line per node, including replicas (Lettuce, Spring Data Redis).
    #[default]
    Nodes,
    /// CLUSTER SLOTS: an entry per range of slots (Jedis, go-redis, ioredis).
    Slots,
}

/// Node that is queried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum QueryNode {
    /// Always the first node (Spring Data Redis before 2.1.3: the order of its map never changed).
    #[default]
    First,
    /// A random node each time (Spring Data Redis since 2.1.3, go-redis, ioredis).
    Random,
}

/// Which callers refresh the topology, and which wait for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Refresher {
    /// The caller that finds the topology too old queries a node and waits. Other callers use the old topology (Jedis'
    /// tryLock, early Spring Data Redis).
    #[default]
    OneCaller,
    /// Every caller that finds the topology too old queries a node. All these callers wait until the first of them has
    /// the new topology (current Spring Data Redis).
    AllCallers,
    /// A separate thread refreshes the topology. No caller waits (Lettuce, go-redis).
    Background,
}

/// How a caller handles redirects and failures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Retry {
    /// Maximum number of redirects (MOVED, ASK) that a request follows before it fails. Lettuce and Spring Data Redis:
    /// 5; Jedis: 4; go-redis: 3.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 100)))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Lettuce: ClusterClientOptions.DEFAULT_MAX_REDIRECTS; Spring Data Redis: 5; Jedis: 4 (its maxAttempts of 5 includes the first attempt); go-redis: 3")))]
    pub max_redirects: u32,
    /// Maximum number of retries of a request that got no connection or no reply in time (go-redis: 3).
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 100)))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: commons-pool2 and redigo do not retry; go-redis retries 3 times (MaxRetries)")))]
    pub max_retries: u32,
    /// Minimum backoff before a retry. A random time is added: at most twice the minimum before the first retry. This
    /// limit doubles with each further retry.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 60000), extend("x-unit" = "ms", "x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: go-redis, MinRetryBackoff: 8 ms up to 9.20, 10 ms in 9.22")))]
    pub min_backoff_ms: f64,
    /// Maximum backoff.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 60000), extend("x-unit" = "ms", "x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: go-redis, MaxRetryBackoff: 512 ms up to 9.20, 1,000 ms in 9.22")))]
    pub max_backoff_ms: f64,
    /// Whether the backoff also applies before redirects (go-redis until 2024).
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Lettuce and Jedis follow redirects without backoff; go-redis backed off until 2024")))]
    pub backoff_on_redirect: bool,
}

/// Slots that move from the first node of a cluster to the last one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Resharding {
    /// No slots move.
    None {},
    /// One slot after another moves. While a slot moves, a growing share of its keys is on the new node (ASK).
    /// Afterwards the new node owns it (MOVED).
    Slots {
        /// Time at which the first slot starts to move.
        #[serde(default = "default_start")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: after the warm-up, so that a run shows before, during and after")))]
        start_ms: f64,
        /// Slots to move, at most all slots of the first node.
        #[serde(default = "default_slots")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 16384), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: a sixteenth of all slots, so one key in sixteen is affected. Moving 4,096 slots to a fourth node would take longer than the run")))]
        slots: u32,
        /// Time to move the keys of one slot. 0: all slots move at the same time, as in a failover.
        #[serde(default = "default_slot_time")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: one MIGRATE of about ten small keys. A real slot takes longer, depending on its keys. A run of half a second would then end before the next slot moves")))]
        slot_ms: f64,
    },
}

/// What a node says when it is asked for the topology.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// CPU time of the node, ns.
    pub work_ns: f64,
    /// Size of the answer, B.
    pub bytes: u32,
}

impl Server {
    /// How a node describes the cluster. CLUSTER NODES (`clusterGenNodeDescription`) looks at every slot for every node up to
    /// Redis 6.0, CLUSTER SLOTS for every primary; since 6.2 both go through the slots once.
    pub fn description(&self, topology: &Topology, costs: &Costs) -> Description {
        let all = self.nodes * (1 + self.replicas);
        let by_ranges = matches!(topology, Topology::Cached { command: TopologyCommand::Slots, .. });
        let rounds = match (self.version.looks_once(), by_ranges) {
            (true, _) => 1,
            (false, true) => self.nodes,
            (false, false) => all,
        };
        Description {
            work_ns: costs.command_ns
                + f64::from(rounds * SLOTS) * costs.slot_scan_ns
                + f64::from(all) * costs.node_entry_ns,
            bytes: if by_ranges { self.nodes * RANGE_BYTES + all * RANGE_NODE_BYTES } else { all * LINE_BYTES },
        }
    }
}

fn default_max_age() -> f64 {
    100.0
}

fn default_processes() -> u32 {
    1
}

fn default_start() -> f64 {
    100.0
}

fn default_slots() -> u32 {
    1000
}

fn default_slot_time() -> f64 {
    1.0
}

impl Topology {
    /// Threads that do nothing but ask for the topology: one a process, if there are any.
    pub fn refreshers(&self) -> u32 {
        match *self {
            Topology::Cached { refresher: Refresher::Background, processes, .. } => processes,
            _ => 0,
        }
    }
}

impl Retry {
    /// The pause before the n-th try, ms; `share` is a random number between 0 and 1. Mirrors go-redis' `internal.RetryBackoff`.
    pub fn pause_ms(&self, tries: u32, share: f64) -> f64 {
        let spread = (1u64 << tries.min(32)) as f64 * share;
        (self.min_backoff_ms * (1.0 + spread)).min(self.max_backoff_ms)
    }
}

impl Default for Topology {
    fn default() -> Self {
        Topology::Static {}
    }
}

impl Default for Retry {
    fn default() -> Self {
        Retry {
            max_redirects: 5,
            max_retries: 0,
            min_backoff_ms: 8.0,
            max_backoff_ms: 512.0,
            backoff_on_redirect: false,
        }
    }
}

impl Default for Resharding {
    fn default() -> Self {
        Resharding::None {}
    }
}
