//! A scenario prepared for running: costs in integer nanoseconds, counts, and who lives where.

use super::client::fan_out::{Split, exchanges};
use super::client::loop_rules::LoopRules;
use super::client::pool_rules::PoolRules;
use super::client::topology::RefreshRules;
use super::exchange::{self, Exchange, Part};
use super::mix::Mix;
use super::program::Op;
use super::request::Request;
use super::slots::{Slots, topology_legs};
use super::step_costs::StepCosts;
use crate::kernel::table::Table;
use crate::kernel::time::{MS, Nanos, from_ms, from_us, limit_from_ms};
use crate::metric::vocabulary::Activity;
use crate::resource::cpu::ThreadId;
use crate::resource::message::Message;
use crate::resource::tcp::Rules;
use crate::scenario::{
    Connections, Description, Flush, Io, IoThreads, Network, Retry, Runtime, Scenario, ServerHost, TimeoutScheduler,
    Transport,
};

/// Jedis' `RedisOutputStream` and `RedisInputStream`.
const JEDIS_BUFFER_BYTES: u64 = 8192;
/// Go's `bufio`, as redigo and go-redis before 9.12 use it.
const GO_BUFFER_BYTES: u64 = 4096;

/// What a run needs to know of its scenario.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The scenario itself.
    pub scenario: Scenario,
    /// Costs of the steps.
    pub costs: StepCosts,
    /// What requests exchange with the server: one of each kind of command, and then parts of them with 1, 2… keys; if slots
    /// move, all of that again after ASKING.
    pub exchanges: Table<Exchange>,
    /// The first exchange after ASKING.
    pub asking_from: u16,
    /// Which node serves which slot when.
    pub slots: Slots,
    /// What the client says to learn that, and what describing it takes a node.
    pub topology_legs: Vec<Vec<Part>>,
    /// See above.
    pub description: Description,
    /// When the client asks for that; `None` when it knows.
    pub refresh: Option<RefreshRules>,
    /// Whether the node of a request has to be looked for when it is asked.
    pub routes: bool,
    /// What follows when a request gets no answer.
    pub retry: Retry,
    /// How batches are asked for in parts, if they are.
    pub split: Option<Split>,
    /// Which kinds of commands there are, and how many of each.
    pub mix: Mix,
    /// Threads that ask for parts.
    pub workers: u32,
    /// Threads that ask for the topology; they follow the workers.
    pub refreshers: u32,
    /// Round trips that test a connection, and those that open one.
    pub test_legs: Vec<Vec<Part>>,
    /// See above.
    pub opening_legs: Vec<Vec<Part>>,
    /// Caller threads.
    pub callers: u32,
    /// Event-loop threads of the client; 0 for blocking I/O.
    pub loops: u32,
    /// When event loops write.
    pub flush: Flush,
    /// How they work otherwise.
    pub loop_rules: LoopRules,
    /// Threads that keep the timeouts of commands; 0 when commands have none.
    pub timers: u32,
    /// Whether that is a timer wheel.
    pub wheel: bool,
    /// Whether blocking callers look before they wait (threads in poll(), goroutines parked) instead of waiting in read().
    pub poll_before_read: bool,
    /// Whether they try to read before that.
    pub read_first: bool,
    /// How long whoever waits for a reply does so, the slack of its timer included; 0 is for ever.
    pub reply_timeout: Nanos,
    /// Whether its connection is then closed under all who use it.
    pub closes_idle: bool,
    /// How often goroutines look whether a connection is silent; 0 is never.
    pub ping_every: Nanos,
    /// Whether goroutines write and read for callers.
    pub has_ring: bool,
    /// Processors that run goroutines; 0 when callers are threads.
    pub processors: u32,
    /// What going to sleep costs a caller, besides the switch.
    pub park: Op,
    /// Buffer of a blocking client's encoder and of its parser, B.
    pub buffer_bytes: u64,
    /// End of a value that its reader asks for by itself, B.
    pub value_end: u64,
    /// Nodes of the cluster; 1 is a single server.
    pub nodes: u32,
    /// Numbers of connections to each node: those that there can be at a time, or more for a pool that is to grow.
    pub per_node: u32,
    /// Connections to each node that there can be at a time.
    pub most_per_node: u32,
    /// Connections in all: those to the first node, then those to the next.
    pub connections: u32,
    /// I/O threads of the server besides its main thread.
    pub server_io: u32,
    /// Threads of the server among which the reading from clients is shared.
    pub server_readers: u32,
    /// Whether callers borrow connections.
    pub pooled: bool,
    /// Whether a request has a connection of its own: opened for it, closed after it.
    pub per_request: bool,
    /// Goroutines for each node that keep its pool filled.
    pub fillers: u32,
    /// Whether the pool has an evictor.
    pub has_evictor: bool,
    /// Cores by machine: the client's, and those of the nodes if they have their own.
    pub cores: Vec<u32>,
    /// Whether nothing delays a segment, so that the receiver's soft interrupt runs inside the sender's write(), and waking the
    /// receiver in it takes time.
    pub interrupts: bool,
    /// One-way delays to the server and back, without jitter.
    pub delays: [Nanos; 2],
    /// Whether writes need random numbers.
    pub is_wire_random: bool,
    /// What TCP does to the streams.
    pub tcp: Rules,
    /// End of the warm-up and of the run.
    pub warmup_end: Nanos,
    /// End of the run.
    pub end: Nanos,
}

/// The most that the slack of a poll() grows to (`MAX_SLACK`, fs/select.c).
const MOST_SLACK: Nanos = 100 * MS;

/// A wait for a reply and how late it ends: poll() by a thousandth of its time (`select_estimate_accuracy`), if that is more than the timer's slack.
fn reply_timeout(io: &Io, slack: Nanos) -> Nanos {
    let limit = limit_from_ms(io.reply_timeout_ms());
    match (limit, slack, io) {
        (0, ..) | (_, 0, _) => limit,
        (.., Io::Blocking { .. }) => limit + slack.max((limit / 1000).min(MOST_SLACK)),
        _ => limit + slack,
    }
}

/// `TCP_MSS_DEFAULT`.
const SMALL_WINDOW: u64 = 536;

fn rules(network: &Network, delays: [Nanos; 2]) -> Rules {
    // A Unix socket has no segments, and so nothing that is done for them.
    let tcp = network.transport == Transport::Tcp;
    let window = if tcp && network.window_bytes > 0 { u64::from(network.window_bytes) } else { u64::MAX };
    // No segment takes more than half of a window, or all of a very small one (`tcp_bound_to_half_wnd`).
    let most = if window > SMALL_WINDOW { window / 2 } else { window };
    Rules {
        segment: if tcp { u64::from(network.segment_bytes).min(most) } else { u64::MAX },
        loss: if tcp { network.loss_percent / 100.0 } else { 0.0 },
        window,
        slow_start: tcp && network.slow_start,
        nagle: tcp && network.nagle,
        delays,
        moderate: [network.interrupt_moderation.at_server(), network.interrupt_moderation.at_client()]
            .map(|moderates| tcp && moderates),
    }
}

impl Plan {
    /// Prepares a scenario (one that `normalize` has accepted). A pool has numbers for at least `room` connections, so that it
    /// can grow; only that of a single server: the connections to the second node would be others than without that room.
    #[inline(never)]
    pub fn new(scenario: &Scenario, room: u32) -> Self {
        let costs = scenario.costs.resolve();
        let mut cores = vec![scenario.client.cores];
        let nodes = scenario.server.nodes;
        if let ServerHost::Own { cores: server, per_node } = scenario.server.host {
            cores.extend((0..if per_node { nodes } else { 1 }).map(|_| server));
        }
        let timeout_scheduler = match scenario.client.io {
            Io::EventLoops { timeout_scheduler, .. } => timeout_scheduler,
            Io::Blocking { .. } | Io::WriterReader { .. } => TimeoutScheduler::default(),
        };
        let (poll_before_read, read_first, buffer_bytes) = match scenario.client.io {
            Io::Blocking { poll_before_read, read_first, buffer_bytes, .. } => {
                (poll_before_read, read_first, buffer_bytes)
            }
            Io::EventLoops { .. } | Io::WriterReader { .. } => Default::default(),
        };
        let split = Split::new(scenario);
        let pool_rules = PoolRules::new(&scenario.client);
        let workers = split.as_ref().map_or(0, |split| split.workers);
        let refreshers = scenario.client.topology.refreshers();
        let (most_per_node, room) = match scenario.client.connections {
            Connections::Pooled { max_total, .. } => (max_total, if nodes == 1 { room } else { 0 }),
            Connections::Shared { count, .. } => (count, 0),
            Connections::PerRequest {} => (scenario.workload.arrivals.callers() + workers + refreshers, 0),
        };
        let per_node = most_per_node.max(room);
        let (slots, refresh) = (Slots::new(scenario), RefreshRules::new(&scenario.client));
        let description = scenario.server.description(&scenario.client.topology, &costs);
        let exchanges = exchanges(&scenario.workload, split.as_ref(), slots.do_move());
        let asking_from = (exchanges.len() / (1 + usize::from(slots.do_move()))) as u16;
        let rtt = from_us(scenario.network.rtt_us);
        let delays = [rtt / 2, rtt - rtt / 2];
        let warmup_end = from_ms(scenario.run.warmup_ms);
        let (ipi_ns, cold_wake_ns) = (costs.ipi_ns, costs.cold_wake_ns);
        let costs = StepCosts::new(&costs, &scenario.network, scenario.client.runtime, scenario.client.io.flush());
        let processors = scenario.client.runtime.gomaxprocs();
        Plan {
            scenario: scenario.clone(),
            costs,
            exchanges: exchanges.into(),
            mix: Mix::new(&scenario.workload),
            asking_from,
            slots,
            topology_legs: topology_legs(),
            description,
            refresh,
            routes: slots.do_move() || refresh.is_some(),
            retry: scenario.client.retry,
            workers,
            refreshers,
            split,
            test_legs: exchange::test_legs(),
            opening_legs: exchange::opening_legs(scenario.client.handshake_round_trips, pool_rules.test_on_create),
            callers: scenario.workload.arrivals.callers(),
            loops: scenario.client.io.loops(),
            flush: scenario.client.io.flush(),
            loop_rules: LoopRules::new(scenario),
            timers: match timeout_scheduler {
                TimeoutScheduler::None {} => 0,
                TimeoutScheduler::Executor { threads } => threads,
                TimeoutScheduler::TimerWheel {} => 1,
            },
            wheel: timeout_scheduler == TimeoutScheduler::TimerWheel {},
            poll_before_read: processors > 0 || poll_before_read,
            read_first: processors > 0 || read_first,
            reply_timeout: reply_timeout(&scenario.client.io, costs.wait_slack),
            closes_idle: scenario.client.io.closes_idle(),
            ping_every: limit_from_ms(scenario.client.io.ping_interval_ms()),
            nodes,
            per_node,
            most_per_node,
            connections: nodes * per_node,
            has_ring: matches!(scenario.client.io, Io::WriterReader { .. }),
            processors,
            park: match scenario.client.runtime {
                Runtime::Threads {} => Op::kernel(Activity::FutexWait, costs.futex_wait),
                // Parking is part of switching to the next goroutine; a callback just ends.
                Runtime::Goroutines { .. } | Runtime::EventLoop {} => Op::user(Activity::None, 0),
            },
            buffer_bytes: match (u64::from(buffer_bytes), processors) {
                (0, 0) => JEDIS_BUFFER_BYTES,
                (0, _) => GO_BUFFER_BYTES,
                (bytes, _) => bytes,
            },
            // redigo reads a value, then a line; go-redis both at once.
            value_end: if pool_rules.is_redigo { 2 } else { 0 },
            server_io: scenario.server.io_threads.others(),
            server_readers: scenario.server.io_threads.readers(),
            pooled: matches!(scenario.client.connections, Connections::Pooled { .. }),
            per_request: matches!(scenario.client.connections, Connections::PerRequest {}),
            fillers: if pool_rules.fills { pool_rules.min_idle as u32 } else { 0 },
            has_evictor: pool_rules.evict_every > 0,
            cores,
            interrupts: rtt == 0 && ipi_ns + cold_wake_ns > 0.0,
            delays,
            is_wire_random: scenario.network.is_random(),
            tcp: rules(&scenario.network, delays),
            warmup_end,
            end: warmup_end + from_ms(scenario.run.measured_ms).max(1),
        }
    }

    /// Cost of putting a task into the queue of a timer.
    pub fn timer_offer(&self) -> Nanos {
        if self.wheel { self.costs.wheel_offer } else { self.costs.executor_offer }
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

    /// The event loop that runs a caller as its callback. With several, a caller always uses the same connection (`normalize`), and so has the
    /// loop of that.
    pub fn loop_of(&self, caller: ThreadId) -> u32 {
        caller % self.per_node % self.loops
    }

    /// The machine a node runs on: an index into `cores`.
    pub fn host_of(&self, node: u32) -> usize {
        (1 + node as usize).min(self.cores.len() - 1)
    }

    /// The main thread of a node: they are the first after the client's.
    pub fn thread_of_node(&self, node: u32) -> u32 {
        self.callers + self.workers + self.refreshers + self.loops + node
    }

    /// The node that a connection leads to.
    pub fn node_of(&self, connection: u32) -> u32 {
        if self.nodes == 1 { 0 } else { connection / self.per_node }
    }

    /// The readiness set of an event loop, or with number 0 the one of all goroutines: those of the nodes come first.
    pub fn client_poll(&self, index: u32) -> usize {
        (self.nodes + index) as usize
    }
}
