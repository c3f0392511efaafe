//! Further clients of the same server, and how each client is seen alone.

use super::{Client, Scenario, Workload};
use crate::json::FromJson;
use serde::Serialize;

/// A further client of the same server. Its network is that of the scenario but for the round-trip time, and so are its costs.
#[derive(Clone, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Neighbour {
    /// Name of this client in the results.
    pub name: String,
    /// Round-trip time of an empty packet between this client and the server. If absent, `network.rttUs`
    /// applies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e7), extend("x-unit" = "µs", "x-scale" = "log")))]
    pub rtt_us: Option<f64>,
    /// Callers and requests of each instance of this client.
    #[serde(default)]
    pub workload: Workload,
    /// Client library of this client, and number of its instances.
    #[serde(default)]
    pub client: Client,
}

impl Scenario {
    /// Each client in a scenario as if it were the only one: the client that the scenario is about, then its neighbours.
    pub fn alone(&self) -> Vec<Scenario> {
        let mut first = Scenario { neighbours: Vec::new(), ..self.clone() };
        first.client.instances = self.most_instances();
        let alone = |neighbour: &Neighbour| {
            let mut scenario = first.clone();
            scenario.client = neighbour.client.clone();
            scenario.workload = neighbour.workload.clone();
            scenario.network.rtt_us = neighbour.rtt_us.unwrap_or(first.network.rtt_us);
            scenario
        };
        let neighbours: Vec<Scenario> = self.neighbours.iter().map(alone).collect();
        std::iter::once(first).chain(neighbours).collect()
    }
}

/// Where something of client number `client` is that has `path` in the scenario in which it is the only one.
pub(super) fn path_of(client: usize, path: &str) -> String {
    let own = path == "network.rttUs" || path.starts_with("client") || path.starts_with("workload");
    match client.checked_sub(1).filter(|_| own) {
        Some(neighbour) => format!("neighbours.{neighbour}.{}", path.strip_prefix("network.").unwrap_or(path)),
        None => path.to_owned(),
    }
}
