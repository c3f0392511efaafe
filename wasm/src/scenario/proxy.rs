//! A proxy between the clients and the server.

use super::issue::{Issue, IssueCode};
use super::validate::join;
use super::{Batch, Event, InterruptModeration, ReadFrom, Scenario, Tls, Transport, no_delay};
use crate::json::FromJson;
use crate::kernel::dist::Dist;
use serde::Serialize;

/// A proxy that multiplexes connections. Clients connect to it, and it sends all commands over a few connections of its own.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Proxy {
    /// Clients connect to the server directly.
    None {},
    /// A process on a machine of its own, such as twemproxy. Commands of all clients share its connections to the server, and
    /// replies come back in order.
    Multiplexing {
        /// Threads of the proxy, each with an event loop, a core and its share of the clients' connections.
        #[serde(default = "one")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 64), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: twemproxy has one thread for all pools (nc.c). Envoy has one worker for each hardware thread (--concurrency)")))]
        threads: u32,
        /// Number of connections of each thread to the server. Commands are assigned to them in turn.
        #[serde(default = "one")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 128), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: twemproxy: server_connections 1 (nc_conf.h). Envoy's Redis filter has one for each worker and host")))]
        upstream_connections: u32,
        /// Round-trip time between proxy and server. `network.rttUs` is then the round trip between client and proxy.
        #[serde(default = "default_rtt")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e7), extend("x-unit" = "µs", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: two machines in one zone, 100 to 500 µs")))]
        rtt_us: f64,
        /// Extra random delay of each write from the proxy to the server. Order on a connection is preserved.
        #[serde(default = "no_delay")]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: a path with constant delay; network.requestJitterUs applies to the hop before the proxy")))]
        request_jitter_us: Dist,
        /// Extra random delay of each write from the server to the proxy. Order on a connection is preserved.
        #[serde(default = "no_delay")]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: a path with constant delay; network.replyJitterUs applies to the hop before the proxy")))]
        reply_jitter_us: Dist,
    },
}

impl Default for Proxy {
    fn default() -> Self {
        Proxy::None {}
    }
}

impl Proxy {
    /// Its threads, and the connections of all of them to the server; none without a proxy.
    pub fn size(self) -> (u32, u32) {
        match self {
            Proxy::None {} => (0, 0),
            Proxy::Multiplexing { threads, upstream_connections, .. } => (threads, threads * upstream_connections),
        }
    }

    /// Round-trip time between it and the server, µs; 0 without a proxy.
    pub fn rtt_us(self) -> f64 {
        match self {
            Proxy::None {} => 0.0,
            Proxy::Multiplexing { rtt_us, .. } => rtt_us,
        }
    }

    /// Extra random delays between it and the server, of writes to the server and back, and the names of the fields; none without a proxy.
    pub fn jitter(self) -> Option<[(&'static str, Dist); 2]> {
        match self {
            Proxy::None {} => None,
            Proxy::Multiplexing { request_jitter_us, reply_jitter_us, .. } => {
                Some([("requestJitterUs", request_jitter_us), ("replyJitterUs", reply_jitter_us)])
            }
        }
    }
}

/// What is wrong with a proxy in the scenario of one client, if there is one: what is not modelled together with it.
pub(super) fn not_with_proxy(alone: &Scenario) -> Vec<Issue> {
    let Scenario { client, workload, server, network, events, .. } = alone;
    let (threads, connections) = network.proxy.size();
    if threads == 0 {
        return Vec::new();
    }
    let concerns_connections = |event: &Event| match event {
        Event::ConnectionsDropped { .. } | Event::NodeLost { .. } => true,
        Event::LimitChanged { path, .. } => path == "network.mbitPerSec",
        _ => false,
    };
    let is_transaction = matches!(workload.batch, Batch::Transaction { .. } | Batch::TransactionInPipeline { .. });
    let conflicts = [
        ("server.nodes", server.nodes > 1),
        ("server.maxClients", server.max_clients > 0 && server.max_clients < connections),
        ("server.tcpBacklog", server.tcp_backlog > 0),
        ("client.readFrom", client.read_from != ReadFrom::default()),
        ("client.clientSideCaching", client.client_side_caching.is_on()),
        ("client.subscriptions", client.subscriptions > 0),
        ("workload.batch", is_transaction),
        ("network.tls", network.tls != Tls::None {}),
        ("network.transport", network.transport != Transport::Tcp),
        ("network.mbitPerSec", network.mbit_per_sec > 0.0),
        ("network.interruptModeration", network.interrupt_moderation != InterruptModeration::None),
        ("events", events.iter().any(concerns_connections)),
    ];
    let found = conflicts.into_iter().filter(|&(_, is_so)| is_so).map(|(path, _)| path.to_owned());
    let waiting =
        workload.kinds().into_iter().filter(|kind| kind.block_ms > 0.0).map(|kind| join(kind.path, "blockMs"));
    found.chain(waiting).map(|path| Issue::new(IssueCode::NotWithProxy, &path)).collect()
}

fn one() -> u32 {
    1
}
fn default_rtt() -> f64 {
    200.0
}
