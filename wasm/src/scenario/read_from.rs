//! Which nodes a client reads from, and how many nodes serve requests because of that.

use super::Scenario;
use crate::json::FromJson;
use serde::Serialize;

/// Which nodes a client sends its reads to. Commands that add memory (`storedBytes`) are writes and go to the primary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ReadFrom {
    /// The primary of the key's slot.
    #[default]
    Primary,
    /// One replica of the primary, always the same one. Client instances are assigned to the replicas in turn.
    Replica,
    /// A replica of the primary, drawn for each request.
    AnyReplica,
    /// The primary or one of its replicas, drawn for each request.
    Any,
}

impl Scenario {
    /// Replicas of each primary that serve requests: none if no client reads from them.
    pub fn serving_replicas(&self) -> u32 {
        let reads = |from: ReadFrom| from != ReadFrom::Primary;
        let clients = self.neighbours.iter().map(|neighbour| &neighbour.client);
        let is_read = std::iter::once(&self.client).chain(clients).any(|client| reads(client.read_from));
        if is_read { self.server.replicas } else { 0 }
    }

    /// Nodes that serve requests: the primaries, and the replicas that are read from.
    pub fn serving_nodes(&self) -> u32 {
        self.server.nodes * (1 + self.serving_replicas())
    }
}
