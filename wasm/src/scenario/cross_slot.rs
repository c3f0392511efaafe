//! What a client does with a batch whose keys lie in several slots of a cluster.

use super::{Connections, Io, Scenario};
use crate::json::FromJson;
use serde::Serialize;

/// What the client does with a batch of keys in a cluster, where a command may only have keys of one slot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum CrossSlot {
    /// The keys of a batch carry the same hash tag, so they are in one slot: nothing to do.
    HashTag {},
    /// The keys are in slots drawn for each of them: the client asks for the parts of a batch and collects the answers.
    Split {
        /// What is asked for by itself.
        #[serde(default)]
        by: SplitBy,
        /// Threads that ask for the parts of all callers' batches in turn. With 0 the caller asks: for one part after the other, or with event loops and shared connections for all at once.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1000), extend("x-scale" = "log")))]
        workers: u32,
        /// Whether a thread is started for every part, `workers` of them at a time (Spring Data Redis since 3.1, without a limit).
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["threads", null]})))]
        thread_per_part: bool,
        /// How the caller learns that all answers are there.
        #[serde(default)]
        collect: Collect,
    },
}

/// What of a batch over several slots is asked for by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum SplitBy {
    /// Each key, as a command (Spring Data Redis' mGet).
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
    /// It parks and is woken.
    Join {},
    /// It looks at all of them and sleeps, over and over, also after the look that finds them complete (Spring Data Redis before 3.2).
    PollAndSleep {
        /// How long it sleeps after each look.
        #[serde(default = "default_sweep")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0.001, max = 10000), extend("x-unit" = "ms", "x-scale" = "log")))]
        interval_ms: f64,
    },
    /// It waits for each answer in turn, for a short time at most, and goes on to the next that is missing, over and over (Spring Data Redis since 3.2).
    TimedGet {
        /// How long it waits for one before it goes on to the next.
        #[serde(default = "default_turn")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0.1, max = 1000000), extend("x-unit" = "µs", "x-scale" = "log")))]
        timeout_us: f64,
    },
    /// It looks without pause and keeps its core.
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
