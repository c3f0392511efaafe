//! Handling of a batch whose keys are in several slots of a cluster.

use super::{Connections, Io, Scenario};
use crate::json::FromJson;
use serde::Serialize;

/// What the client does with a batch of keys in a cluster, where a command may only have keys of one slot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum CrossSlot {
    /// All keys of a batch have the same hash tag, so they are in one slot.
    HashTag {},
    /// Each key is in a random slot. The client splits the batch, sends the parts and collects the replies.
    Split {
        /// The unit into which the client splits a batch.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Spring Data Redis: mGet on a cluster sends a GET for each key, as in article S2")))]
        by: SplitBy,
        /// Threads that send the parts of all batches, in turn. 0: the caller itself sends the parts, one after
        /// another. With event loops and shared connections, the caller sends all parts without waiting for replies in
        /// between.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Lettuce: the caller sends all parts and waits. Spring Data Redis up to 3.0: an executor with one thread (ThreadPoolTaskExecutor). Jedis' ClusterPipeline: three workers (MULTI_NODE_PIPELINE_SYNC_WORKERS)")))]
        workers: u32,
        /// Whether each part gets a new thread, at most `workers` threads at a time. Spring Data Redis since 3.1 does
        /// this without a limit.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["threads", null]})))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Spring Data Redis up to 3.0 starts no thread per part; since 3.1 its SimpleAsyncTaskExecutor does")))]
        thread_per_part: bool,
        /// How the caller waits for all replies.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Lettuce and Jedis wait until they are woken. Spring Data Redis before 3.2 sleeps between polls. Later versions wait for each reply in turn")))]
        collect: Collect,
    },
}

/// The unit into which a client splits a batch over several slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum SplitBy {
    /// Each key, as one command (Spring Data Redis' mGet).
    #[default]
    Key,
    /// The keys of each slot, as one command (Lettuce's mget).
    Slot,
    /// The keys of each node, as a pipeline (Jedis' ClusterPipeline).
    Node,
}

/// How a caller learns that all parts of its batch are answered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Collect {
    /// The caller blocks and is woken when all replies are in.
    Join {},
    /// The caller polls all parts, then sleeps, and repeats. It also sleeps after the poll that finds them complete
    /// (Spring Data Redis before 3.2).
    PollAndSleep {
        /// Sleep after each poll.
        #[serde(default = "default_sweep")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0.001, max = 10000), extend("x-unit" = "ms", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Spring Data Redis before 3.2: Thread.sleep(10) (ClusterCommandExecutor.collectResults)")))]
        interval_ms: f64,
    },
    /// The caller waits for each missing reply in turn, with a short timeout, and repeats (Spring Data Redis since
    /// 3.2).
    TimedGet {
        /// Timeout of each get(). After a timeout, the caller tries the next missing reply.
        #[serde(default = "default_turn")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0.1, max = 1000000), extend("x-unit" = "µs", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Spring Data Redis since 3.2: future.get(10, MICROSECONDS) (ClusterCommandExecutor.collectResults)")))]
        timeout_us: f64,
    },
    /// The caller polls without pause and keeps its core.
    BusyPoll {},
}

fn default_sweep() -> f64 {
    10.0
}

fn default_turn() -> f64 {
    10.0
}

impl Scenario {
    /// Whether callers send all parts of a batch over several slots before they wait for any, as Lettuce does.
    pub fn sends_parts_at_once(&self) -> bool {
        let client = &self.client;
        matches!(client.cross_slot, CrossSlot::Split { workers: 0, .. })
            && matches!(client.connections, Connections::Shared { .. })
            && matches!(client.io, Io::EventLoops { .. })
    }
}

impl Default for CrossSlot {
    fn default() -> Self {
        CrossSlot::HashTag {}
    }
}

impl Default for Collect {
    fn default() -> Self {
        Collect::Join {}
    }
}
