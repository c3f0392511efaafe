//! A client, prepared: numbers of threads and connections of one of its processes, its costs and rules, and what it says.

use super::application::Place;
use super::fan_out::{Split, exchanges};
use super::loop_rules::LoopRules;
use super::pool_rules::PoolRules;
use super::topology::RefreshRules;
use crate::actor::exchange::{self, Exchange, Part};
use crate::actor::mix::Mix;
use crate::actor::popularity::SlotShares;
use crate::actor::program::Op;
use crate::actor::slots::{Address, Slots, topology_legs};
use crate::actor::step_costs::StepCosts;
use crate::kernel::dist::Dist;
use crate::kernel::time::{MS, Nanos, from_us, limit_from_ms};
use crate::metric::vocabulary::{Activity, Phase};
use crate::scenario::{
    Arrivals, CheckOnGet, ClientRoom, Connections, Description, Flush, Io, Pinned, ReadFrom, Retry, Runtime, Scenario,
    ServerHost, TimeoutScheduler,
};

/// Jedis' `RedisOutputStream` and `RedisInputStream`.
const JEDIS_BUFFER_BYTES: u64 = 8192;
/// Go's `bufio`, as redigo and go-redis before 9.12 use it.
const GO_BUFFER_BYTES: u64 = 4096;

/// What a run needs to know of a client. All of its processes are equal.
#[derive(Clone, Debug)]
pub struct ClientPlan {
    /// How often each slot is asked for; none if all are equally often.
    slot_shares: Option<SlotShares>,
    /// Its number: 0 is the client that the scenario is about, neighbours follow.
    pub number: u16,
    /// Whether it is a proxy, which has connections and no callers.
    pub is_proxy: bool,
    /// How many processes of it there are.
    pub instances: u32,
    /// The client, its workload and its network, in a scenario as if it were the only client.
    pub scenario: Scenario,
    /// Costs of its steps.
    pub costs: StepCosts,
    /// Its first exchange among those of all clients.
    pub first_exchange: u16,
    /// Exchanges from its first to the first of those after ASKING.
    pub asking_from: u16,
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
    /// Whether it keeps values (client-side caching).
    pub keeps_values: bool,
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
    /// Callers that there can be at a time: those at work, or more where a change is to add some.
    pub callers: u32,
    /// Callers at work.
    pub at_work: u32,
    /// Requests that may wait for one.
    pub max_backlog: u32,
    /// Event-loop threads of the client; 0 for blocking I/O.
    pub loops: u32,
    /// Where the application's code runs, if there is any.
    pub application: Place,
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
    /// Numbers of connections to each node: those that there can be at a time, or more for a pool that is to grow.
    pub per_node: u32,
    /// Connections to each node that there can be at a time.
    pub most_per_node: u32,
    /// Connections of a process: those to the first node, then those to the next; at last those that subscribe.
    pub connections: u32,
    /// Connections of a process that subscribe.
    pub subscriptions: u32,
    /// Nodes that it has connections to: the primaries, and the replicas if it reads from them.
    pub nodes: u32,
    /// Where its callers are pinned.
    pub pinned: Pinned,
    /// Whether a request has to be cut, or to wait for a carrier, before it begins.
    pub prepares: bool,
    /// Which of them it reads from, and how many replicas a primary has.
    pub read_from: ReadFrom,
    /// See above.
    pub replicas: u32,
    /// Whether callers borrow connections.
    pub pooled: bool,
    /// Whether a request has a connection of its own: opened for it, closed after it.
    pub per_request: bool,
    /// Goroutines for each node that keep its pool filled.
    pub fillers: u32,
    /// Whether the pool has an evictor.
    pub has_evictor: bool,
    /// Whether nothing delays a segment, so that the receiver's soft interrupt runs inside the sender's write(), and waking the
    /// receiver in it takes time.
    pub interrupts: bool,
    /// One-way delays to the server and back, without jitter.
    pub delays: [Nanos; 2],
    /// Whether writes need random numbers.
    pub is_wire_random: bool,
    /// Jitter of writes to the server and back.
    pub jitter: [Dist; 2],
    /// Time that opening a connection takes besides its round trips.
    pub connect_delay: Nanos,
    /// Whether the server runs on the machine of its processes.
    pub shares_machine: bool,
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

impl ClientPlan {
    /// Where a key is that random bits say.
    #[inline]
    pub fn address(&self, bits: u64) -> Address {
        match &self.slot_shares {
            None => Address::new(bits),
            Some(shares) => shares.address(bits),
        }
    }

    /// Prepares client number `number` of a scenario (one that `normalize` has accepted): the `scenario` is one in which it is the only client.
    /// Appends what it exchanges with the server to `all` exchanges: one of each kind of command, and then parts of them with 1, 2… keys;
    /// if slots move, all of that again after ASKING. It has numbers for all callers and connections of the `room`, so that it can grow; for
    /// connections only to a single server: those to the second node would be others than without that room.
    #[inline(never)]
    pub fn new(number: u16, scenario: &Scenario, room: ClientRoom, all: &mut Vec<Exchange>) -> Self {
        let generation = scenario.server.version.generation();
        let costs = generation.price(scenario.costs.resolve());
        let nodes = scenario.serving_nodes();
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
        let at_work = scenario.workload.arrivals.callers();
        let callers = at_work.max(room.callers);
        let (most_per_node, room) = match scenario.client.connections {
            Connections::Pooled { max_total, .. } => (max_total, if nodes == 1 { room.connections } else { 0 }),
            Connections::Shared { count, .. } => (count, 0),
            Connections::PerRequest {} => (at_work + workers + refreshers, callers + workers + refreshers),
        };
        let per_node = most_per_node.max(room);
        let (slots, refresh) = (Slots::new(scenario), RefreshRules::new(&scenario.client));
        let description = scenario.server.description(&scenario.client.topology, &costs);
        let uncopied = generation.least_uncopied(1 + scenario.server.io_threads.additional_threads());
        let own = exchanges(&scenario.workload, split.as_ref(), slots.do_move(), uncopied);
        let first_exchange = all.len() as u16;
        let asking_from = (own.len() / (1 + usize::from(slots.do_move()))) as u16;
        all.extend(own);
        let rtt = from_us(scenario.network.rtt_us);
        let (ipi_ns, cold_wake_ns) = (costs.ipi_ns, costs.cold_wake_ns);
        let peeks = matches!(scenario.client.connections, Connections::Pooled { check_on_get: CheckOnGet::Peek, .. });
        let costs =
            StepCosts::new(&costs, &scenario.network, scenario.client.runtime, scenario.client.io.flush(), peeks);
        let processors = scenario.client.runtime.gomaxprocs();
        ClientPlan {
            number,
            is_proxy: false,
            instances: scenario.client.instances,
            max_backlog: match scenario.workload.arrivals {
                Arrivals::Open { max_backlog, .. } => max_backlog,
                Arrivals::Closed { .. } => 0,
            },
            scenario: scenario.clone(),
            costs,
            first_exchange,
            asking_from,
            mix: Mix::new(&scenario.workload),
            topology_legs: topology_legs(),
            description,
            refresh,
            routes: slots.do_move() || refresh.is_some(),
            retry: scenario.client.retry,
            keeps_values: scenario.client.client_side_caching.is_on(),
            workers,
            refreshers,
            prepares: split.is_some() || scenario.client.pinned.carriers() > 0,
            split,
            slot_shares: SlotShares::new(scenario.workload.popularity),
            test_legs: exchange::test_legs(),
            opening_legs: exchange::opening_legs(
                scenario.client.handshake_round_trips,
                pool_rules.test_on_create,
                scenario.network.tls,
            ),
            callers,
            at_work,
            loops: scenario.client.io.loops(),
            application: Place::new(&scenario.client.application),
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
            pinned: scenario.client.pinned,
            read_from: scenario.client.read_from,
            replicas: scenario.serving_replicas(),
            per_node,
            most_per_node,
            connections: nodes * per_node + scenario.client.subscriptions,
            subscriptions: scenario.client.subscriptions,
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
            pooled: matches!(scenario.client.connections, Connections::Pooled { .. }),
            per_request: matches!(scenario.client.connections, Connections::PerRequest {}),
            fillers: if pool_rules.fills { pool_rules.min_idle as u32 } else { 0 },
            has_evictor: pool_rules.evict_every > 0,
            interrupts: rtt == 0 && ipi_ns + cold_wake_ns > 0.0,
            delays: [rtt / 2, rtt - rtt / 2],
            is_wire_random: scenario.network.is_random(),
            jitter: [scenario.network.request_jitter_us, scenario.network.reply_jitter_us],
            connect_delay: from_us(scenario.network.connect_delay_us),
            shares_machine: !matches!(scenario.server.host, ServerHost::Own { .. }),
        }
    }

    /// Cost of putting a task into the queue of a timer.
    pub fn timer_offer(&self) -> Nanos {
        if self.wheel { self.costs.wheel_offer } else { self.costs.executor_offer }
    }

    /// Callers, and other threads that borrow connections. They are the first of a process.
    pub fn borrowers(&self) -> u32 {
        self.callers + self.workers + self.refreshers
    }

    /// Readiness sets: one for each event loop, or one for all goroutines.
    pub fn polls(&self) -> u32 {
        self.loops + u32::from(self.processors > 0)
    }

    /// Where a request begins that needs a connection.
    pub fn first_phase(&self) -> Phase {
        match (self.pooled, self.per_request) {
            (true, _) => Phase::WaitConnection,
            (_, true) => Phase::Connect,
            _ => Phase::Prepare,
        }
    }
}
