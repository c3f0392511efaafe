//! The scenario, prepared: every number in nanoseconds, counts, and who lives where.

use super::client::plan::ClientPlan;
use super::exchange::Exchange;
use super::proxy;
use super::request::Request;
use super::server::keyspace::KeyspaceRules;
use super::slots::Slots;
use super::step_costs::StepCosts;
use crate::kernel::table::Table;
use crate::kernel::time::{Nanos, from_ms};
use crate::resource::message::Message;
use crate::resource::tcp::Rules;
use crate::scenario::{IoThreads, Room, Scenario, ServerHost, Transport};
use std::sync::Arc;

/// What a run needs to know of its scenario.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The scenario itself.
    pub scenario: Scenario,
    /// What it may grow to.
    pub room: Room,
    /// Costs of the server's steps.
    pub costs: StepCosts,
    /// What requests exchange with the server: those of the first client, then those of the next.
    pub exchanges: Table<Exchange>,
    /// What keys take the main threads besides commands.
    pub keyspace: KeyspaceRules,
    /// Which node serves which slot when.
    pub slots: Slots,
    /// Nodes that serve requests: the primaries, then the replicas of the first, of the second… 1 is a single server.
    pub nodes: u32,
    /// Replicas of each primary that serve requests.
    pub replicas: u32,
    /// Connections of all clients.
    pub connections: u32,
    /// Numbers of connections to a node, and how many there can be at a time.
    pub per_node: u32,
    /// See above.
    pub most_per_node: u32,
    /// Whether the server sends what answers no command: a client keeps values, or subscribes.
    pub has_pushes: bool,
    /// Whether commands of any client make the server wait.
    pub has_waits: bool,
    /// I/O threads of the server besides its main thread.
    pub server_io: u32,
    /// Threads of the server among which the reading from clients is shared.
    pub server_readers: u32,
    /// Cores by machine: the client's, and those of the nodes if they have their own.
    pub cores: Vec<u32>,
    /// What TCP does to the streams of each client.
    pub tcp: Vec<Rules>,
    /// End of the warm-up and of the run.
    pub warmup_end: Nanos,
    /// End of the run.
    pub end: Nanos,
    /// Machines of the server among them; 0 where it runs on the first client's.
    pub server_hosts: usize,
    /// The clients: the one that the scenario is about, then its neighbours.
    pub clients: Vec<Arc<ClientPlan>>,
    /// The proxy between them and the server, which is seen as a further client.
    pub proxy: Option<Arc<ClientPlan>>,
    /// The processes of all clients.
    pub processes: Vec<Place>,
}

/// Where a process of a client is.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The client, by number.
    pub client: usize,
    /// Its machine: an index into the cores.
    pub host: usize,
    /// Where the keys of its random draws begin.
    pub first_key: u32,
}

/// Instances of a client and clients that there can be: so many have keys of their own.
pub const MOST_INSTANCES: u32 = 1024;
/// See above.
pub const MOST_CLIENTS: u32 = 64;

/// Where the keys of a process' draws begin. Callers count from there, and the parts of batches in steps of 65536: the factor keeps
/// the steps of two processes apart. It is odd, so no two processes have the same.
fn first_key(client: u32, instance: u32) -> u32 {
    (client * MOST_INSTANCES + instance).wrapping_mul(0x9e37) << 16
}

/// `TCP_MSS_DEFAULT`.
const SMALL_WINDOW: u64 = 536;

fn rules(scenario: &Scenario, may_lose: bool, delays: [Nanos; 2]) -> Rules {
    let network = &scenario.network;
    // A Unix socket has no segments, and so nothing that is done for them.
    let tcp = network.transport == Transport::Tcp;
    let window = if tcp && network.window_bytes > 0 { u64::from(network.window_bytes) } else { u64::MAX };
    // No segment takes more than half of a window, or all of a very small one (`tcp_bound_to_half_wnd`).
    let most = if window > SMALL_WINDOW { window / 2 } else { window };
    Rules {
        segment: if tcp { u64::from(network.segment_bytes).min(most) } else { u64::MAX },
        loss: if tcp { network.loss_percent / 100.0 } else { 0.0 },
        may_lose,
        window,
        slow_start: tcp && network.slow_start,
        nagle: tcp && network.nagle,
        delays,
        moderate: [network.interrupt_moderation.at_server(), network.interrupt_moderation.at_client()]
            .map(|moderates| tcp && moderates),
    }
}

impl Plan {
    /// Prepares a scenario (one that `normalize` has accepted). Clients have numbers for all callers and connections of the `room`, so that
    /// they can grow.
    #[inline(never)]
    pub fn new(scenario: &Scenario, room: Room) -> Self {
        let scenario = &Scenario { server: scenario.server.of_version(), ..scenario.clone() };
        let mut exchanges = Vec::new();
        let alone = scenario.alone();
        let prepare =
            |(alone, number)| Arc::new(ClientPlan::new(number, alone, room.of_client(number), &mut exchanges));
        let clients: Vec<Arc<ClientPlan>> = alone.iter().zip(0..).map(prepare).collect();
        let (nodes, replicas) = (scenario.serving_nodes(), scenario.serving_replicas());
        let mut cores = vec![scenario.client.cores];
        if let ServerHost::Own { cores: server, per_node } = scenario.server.host {
            cores.extend((0..if per_node { nodes } else { 1 }).map(|_| server));
        }
        let server_hosts = cores.len() - 1;
        let mut processes = Vec::new();
        for (client, instance) in clients.iter().flat_map(|client| (0..client.instances).map(move |i| (client, i))) {
            let is_apart = !processes.is_empty() && !client.shares_machine;
            if is_apart {
                cores.push(client.scenario.client.cores);
            }
            processes.push(Place {
                client: client.number.into(),
                host: if is_apart { cores.len() - 1 } else { 0 },
                first_key: first_key(client.number.into(), instance),
            });
        }
        let proxy = proxy::plan(scenario, clients.len() as u16).map(Arc::new);
        cores.extend(proxy.iter().map(|proxy| proxy.loops));
        let sum = |count: fn(&ClientPlan) -> u32| clients.iter().map(|client| client.instances * count(client)).sum();
        let upstream = proxy.as_ref().map(|proxy| proxy.connections);
        let warmup_end = from_ms(scenario.run.warmup_ms);
        Plan {
            scenario: scenario.clone(),
            room,
            costs: clients[0].costs,
            keyspace: KeyspaceRules::new(scenario, &clients[0].costs, &exchanges),
            exchanges: exchanges.into(),
            slots: Slots::new(scenario),
            nodes,
            replicas,
            connections: sum(|client| client.connections) + upstream.unwrap_or(0),
            per_node: upstream.unwrap_or_else(|| sum(|client| client.per_node + client.subscriptions)),
            most_per_node: upstream.unwrap_or_else(|| sum(|client| client.most_per_node + client.subscriptions)),
            has_pushes: clients.iter().any(|client| client.keeps_values || client.subscriptions > 0),
            has_waits: clients.iter().any(|client| client.mix.has_waits),
            server_io: scenario.server.io_threads.additional_threads(),
            server_readers: scenario.server.io_threads.readers(),
            cores,
            server_hosts,
            processes,
            tcp: clients
                .iter()
                .chain(&proxy)
                .map(|client| rules(&client.scenario, scenario.may_lose(), client.delays))
                .collect(),
            warmup_end,
            end: warmup_end + from_ms(scenario.run.measured_ms).max(1),
            clients,
            proxy,
        }
    }

    /// Keeps what requests of before exchange: the numbers of this plan's own follow those.
    pub fn keep(&mut self, before: &[Exchange]) {
        let first = before.len() as u16;
        for client in &mut self.clients {
            Arc::make_mut(client).first_exchange += first;
        }
        let own = std::mem::take(&mut self.exchanges);
        self.exchanges = before.iter().chain(own.iter()).cloned().collect();
        self.keyspace = KeyspaceRules::new(&self.scenario, &self.costs, &self.exchanges);
    }

    /// How far before a client's present exchanges, which begin at `first`, those are among which an older request has its own.
    #[inline]
    pub fn exchanges_since(&self, exchange: u16, first: u16) -> u16 {
        if exchange >= first {
            return 0;
        }
        // Before each change there were as many.
        let all = self.exchanges.len() as u16 - self.clients[0].first_exchange;
        (first - exchange).div_ceil(all) * all
    }

    /// A client by its number; the number after all of them is the proxy's.
    pub fn client(&self, number: u16) -> &Arc<ClientPlan> {
        self.clients.iter().chain(&self.proxy).nth(number.into()).unwrap_or(&self.clients[0])
    }

    /// How many clients there are, a proxy among them.
    pub fn clients_and_proxy(&self) -> usize {
        self.clients.len() + usize::from(self.proxy.is_some())
    }

    /// The clients whose connections the server has, by number: the proxy alone where there is one.
    pub fn seen_by_server(&self) -> std::ops::Range<u16> {
        let clients = self.clients.len() as u16;
        if self.proxy.is_some() { clients..clients + 1 } else { 0..clients }
    }

    /// What a request exchanges.
    #[inline]
    pub fn exchange(&self, request: &Request) -> &Exchange {
        &self.exchanges[request.exchange as usize]
    }

    /// Values of a request's message besides its first: the keys of a MGET or MSET, the elements of an array. The client has to
    /// encode or decode each of them.
    #[inline]
    pub fn more_values(&self, message: Message, request: &Request) -> u64 {
        match message {
            Message::MultiKey => u64::from(self.exchange(request).keys.max(1) - 1),
            Message::Array => {
                let exchange = self.exchange(request);
                u64::from(exchange.keys.max(1).max(exchange.elements) - 1)
            }
            _ => 0,
        }
    }

    /// I/O threads of the server that have an event loop of their own (Redis 8).
    pub fn io_loops(&self) -> u32 {
        if matches!(self.scenario.server.io_threads, IoThreads::Redis8 { .. }) { self.server_io } else { 0 }
    }

    /// The most parts that a batch of any client is cut into.
    pub fn most_parts(&self) -> u64 {
        let parts =
            |client: &Arc<ClientPlan>| client.split.as_ref().map_or(0, |_| client.scenario.workload.batch.size());
        self.clients.iter().map(parts).max().unwrap_or(0).into()
    }

    /// The replicas of a primary that serve requests.
    pub fn replicas_of(&self, primary: usize) -> std::ops::Range<usize> {
        let replicas = self.replicas as usize;
        let first = self.scenario.server.nodes as usize + primary * replicas;
        first..first + replicas
    }

    /// The node whose slots a node has: itself, or its primary.
    pub fn primary_of(&self, node: usize) -> usize {
        let primaries = self.scenario.server.nodes as usize;
        if node < primaries { node } else { (node - primaries) / self.replicas as usize }
    }

    /// The machine a node runs on: an index into `cores`.
    pub fn host_of(&self, node: u32) -> usize {
        (1 + node as usize).min(self.server_hosts)
    }
}
