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
    /// It always knows, and nobody is asked.
    Static {},
    /// It asks a node now and then and remembers the answer. At the beginning it knows; several processes renew it at evenly spread times.
    Cached {
        /// What it asks with.
        #[serde(default)]
        command: TopologyCommand,
        /// Age at which the answer is asked for anew: 100 ms in Spring Data Redis, 5 s in ioredis, 10 s in go-redis. 0 means never.
        #[serde(default = "default_max_age")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        max_age_ms: f64,
        /// Which node it asks.
        #[serde(default)]
        query_node: QueryNode,
        /// Who asks, and who waits for the answer.
        #[serde(default)]
        refresher: Refresher,
        /// Whether a MOVED makes it ask at once (Jedis always; Lettuce with adaptive triggers; Spring Data Redis never).
        #[serde(default)]
        refresh_on_moved: bool,
        /// Least time between two questions that a MOVED causes: 30 s in Lettuce up to 6, none in Jedis.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        min_refresh_interval_ms: f64,
        /// Processes of the client: callers are dealt to them in turn, and each remembers an answer of its own. The other threads and connections are shared.
        #[serde(default = "default_processes")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000), extend("x-scale" = "log")))]
        processes: u32,
    },
}

/// What the client learns the topology with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum TopologyCommand {
    /// CLUSTER NODES: a line for each node, replicas too (Lettuce, Spring Data Redis).
    #[default]
    Nodes,
    /// CLUSTER SLOTS: an entry for each range of slots (Jedis, go-redis, ioredis).
    Slots,
}

/// Which node is asked for the topology.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum QueryNode {
    /// Always the first (Spring Data Redis before 2.1.3: the order of a map of constant keys).
    #[default]
    First,
    /// A random one each time (Spring Data Redis since 2.1.3, go-redis, ioredis).
    Random,
}

/// Who asks for the topology, and who waits meanwhile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Refresher {
    /// The caller that finds the answer too old asks and waits; the others go on with the old one (Jedis' tryLock, early Spring Data Redis).
    #[default]
    OneCaller,
    /// Every caller that finds it too old asks and waits, until the first has the new one (Spring Data Redis of today).
    AllCallers,
    /// A thread of its own asks; nobody waits (Lettuce, go-redis).
    Background,
}

/// What a caller does when it gets no answer but a redirection or a failure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Retry {
    /// Redirections (MOVED, ASK) that a request follows before it fails: 5 in Lettuce and Spring Data Redis, 4 in Jedis, 3 in go-redis.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 100)))]
    pub max_redirects: u32,
    /// How often a request that got no connection, or no reply, in time is tried again (go-redis: 3).
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 100)))]
    pub max_retries: u32,
    /// Least pause before such a try. A random part is added: up to twice as much before the first try, four times before the second…
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 60000), extend("x-unit" = "ms", "x-scale" = "log")))]
    pub min_backoff_ms: f64,
    /// Longest pause.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 60000), extend("x-unit" = "ms", "x-scale" = "log")))]
    pub max_backoff_ms: f64,
    /// Whether it pauses before it follows a redirection, too (go-redis until 2024).
    pub backoff_on_redirect: bool,
}

/// Slots that move from the first node of a cluster to the last one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Resharding {
    /// Every slot stays where it is.
    None {},
    /// One slot after another moves. While it does, a growing share of its keys is at the new node (ASK); afterwards it is the new node's (MOVED).
    Slots {
        /// When the first slot begins to move.
        #[serde(default = "default_start")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        start_ms: f64,
        /// Slots that move; at most all of the first node.
        #[serde(default = "default_slots")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 16384), extend("x-scale" = "log")))]
        slots: u32,
        /// Time in which the keys of one slot move. With 0 all slots change hands at once, as in a failover.
        #[serde(default = "default_slot_time")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
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
