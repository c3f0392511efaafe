//! Little's law and the forced-flow law for each part by itself: every queue, every socket buffer, the pool.
//!
//! Each law has three sides that come from different places. How many requests are in a part is counted in the part, after every
//! event: in the tasks of event loops, in the marks of the byte streams, in the server's clients, in the pool. How many the summary
//! reports is the population of phases. Arrivals and waits are those of the trace. So whatever is in one queue and is counted in
//! another one breaks a law, also if the sum of all stays right.

use super::{cases, recorded};
use crate::support::calls;
use crate::support::recorded::{Life, Recording, Span, take};
use crate::support::scenarios::scenarios;
use engine::actor::client::pool::Pool;
use engine::actor::server::client::ServerClient;
use engine::actor::world::World;
use engine::kernel::time::Nanos;
use engine::metric::summary::{Queue, Summary};
use engine::metric::vocabulary::{Activity, Phase, Resource, ThreadClass};
use engine::resource::wire::{StreamId, back, to_server};
use engine::scenario::{
    Batch, ClientSideCaching, Connections, CrossSlot, Io, Resharding, Runs, Runtime, Scenario, Topology,
};
use engine::sim::{Simulation, Status};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// Steps of a run; after each of them everything is counted.
const STEPS: usize = 800;

/// A place where requests are, and the phases in which they are there.
struct Part {
    name: &'static str,
    phases: &'static [Phase],
    count: fn(&World) -> usize,
    /// Which clients have it.
    is_there: fn(&Scenario) -> bool,
}

const PARTS: [Part; 9] = [
    Part { name: "tasks of event loops", phases: &[Phase::TaskQueue], count: tasks, is_there: is_netty },
    Part {
        name: "encoded commands",
        phases: &[Phase::ClientWrite, Phase::FlushWait],
        count: |world| each(world, to_server, unsent),
        // What a loop or a writer has in hand to encode is in none of its queues.
        is_there: |scenario| !is_netty(scenario) && !has_ring(scenario),
    },
    Part {
        name: "the way to the server",
        phases: &[Phase::WireOut],
        count: |world| each(world, to_server, on_the_way),
        is_there: |_| true,
    },
    Part {
        name: "the server's socket buffers",
        phases: &[Phase::ServerQueue, Phase::ServerRead],
        count: |world| each(world, to_server, readable),
        is_there: |_| true,
    },
    Part {
        name: "commands read",
        phases: &[Phase::ServerBatch, Phase::Execute],
        count: commands_read,
        is_there: |_| true,
    },
    Part {
        name: "the server's reply buffers",
        phases: &[Phase::ReplyQueue, Phase::ServerWrite],
        count: |world| each(world, back, unsent),
        // A command that waits has no reply yet.
        is_there: |scenario| scenario.workload.kinds().iter().all(|kind| kind.block_ms == 0.0),
    },
    Part {
        name: "the way back",
        phases: &[Phase::WireBack],
        count: |world| each(world, back, on_the_way),
        is_there: |_| true,
    },
    Part {
        name: "the client's socket buffers",
        phases: &[Phase::ClientRead],
        count: |world| each(world, back, readable),
        is_there: |_| true,
    },
    Part {
        name: "all of it",
        phases: Phase::ALL,
        count: |world| world.meters[0].in_progress.value() as usize,
        is_there: |_| true,
    },
];

fn is_netty(scenario: &Scenario) -> bool {
    scenario.client.io.loops() > 0 && scenario.client.runtime == Runtime::Threads {}
}

fn has_ring(scenario: &Scenario) -> bool {
    matches!(scenario.client.io, Io::WriterReader { .. })
}

/// The sum over all connections of what is in one of their streams.
fn each(world: &World, stream: fn(u32) -> StreamId, count: fn(&World, StreamId) -> usize) -> usize {
    (0..world.wire.streams() / 2).map(|connection| count(world, stream(connection))).sum()
}

/// Whether this is a request that somebody waits for: what was given up is in no phase, and a part of a batch is in that of the batch.
fn is_whole(world: &World, slot: u32) -> bool {
    world.requests.get(slot).parent == 0
}

/// Requests whose last message waits for a write().
fn unsent(world: &World, stream: StreamId) -> usize {
    world.wire.completed_by_send(stream, world.wire.unsent(stream)).filter(|&slot| is_whole(world, slot)).count()
}

/// Requests whose last message a read() of so much would have.
fn within(world: &World, stream: StreamId, bytes: u64) -> usize {
    world.wire.completed_by_read(stream, bytes).filter(|&slot| is_whole(world, slot)).count()
}

/// Requests whose last message is in the receiver's socket buffer.
fn readable(world: &World, stream: StreamId) -> usize {
    within(world, stream, world.wire.readable(stream))
}

/// Requests whose last message is on the wire or held back by the sender's kernel.
fn on_the_way(world: &World, stream: StreamId) -> usize {
    const ALL: u64 = u64::MAX / 2;
    within(world, stream, ALL) - unsent(world, stream) - readable(world, stream)
}

fn tasks(world: &World) -> usize {
    let tasks = world.process.mailboxes.iter().flat_map(|mailbox| &mailbox.tasks);
    tasks.filter(|task| task.run.last && is_whole(world, task.run.request)).count()
}

fn commands_read(world: &World) -> usize {
    let of = |client: &ServerClient| {
        let held = client.held.iter().flatten();
        client
            .commands
            .iter()
            .skip(client.next)
            .chain(held)
            .filter(|run| run.last && is_whole(world, run.request))
            .count()
    };
    world.sessions.iter().map(of).sum()
}

/// A run that was looked at after every event of its window.
struct Watched {
    simulation: Simulation,
    summary: Summary,
    recording: Recording,
    window: (Nanos, Nanos),
    /// Number x time in each part, as counted there.
    areas: Vec<Nanos>,
    /// The same of connections that are lent.
    lent: Nanos,
}

fn watched(scenario: &Scenario) -> Watched {
    let mut simulation = Simulation::new(scenario);
    let start = simulation.plan().warmup_end;
    let mut recording = Recording::of(&mut simulation, start);
    let (mut areas, mut lent) = (vec![0; PARTS.len()], 0);
    for _ in 0..STEPS {
        let counts = PARTS.map(|part| (part.count)(simulation.world()) as Nanos);
        let lent_now: u64 = simulation.world().process.pools.iter().map(|pool| pool.lent.value()).sum();
        let before = simulation.now();
        let status = simulation.advance(Nanos::MAX, 1);
        for (area, count) in areas.iter_mut().zip(counts) {
            *area += count * (simulation.now() - before);
        }
        lent += lent_now * (simulation.now() - before);
        match status {
            Status::Chunk => recording.chunks.push(take(&mut simulation)),
            Status::Done => break,
            _ => (),
        }
    }
    recording.chunks.push(take(&mut simulation));
    Watched { summary: simulation.summary(), window: (start, simulation.now()), simulation, recording, areas, lent }
}

impl Watched {
    /// Arrivals in a part within the window, those included that are there when it begins, and their mean time there within it.
    fn arrivals_and_wait(&self, spans: &[Span], phases: &[Phase]) -> (f64, f64) {
        let (from, to) = self.window;
        let inside = |span: &Span| span.end.min(to).saturating_sub(span.start.max(from));
        let is_here = |span: &&Span| span.phase().is_some_and(|phase| phases.contains(&phase)) && inside(span) > 0;
        let stays = spans.iter().filter(is_here);
        let (count, time) = stays.fold((0, 0), |(count, time), span| (count + 1, time + inside(span)));
        (f64::from(count), if count == 0 { 0.0 } else { time as f64 / f64::from(count) })
    }

    /// Of requests that ended within the window, by the trace and by the summary. What a client finds in its cache may take no time, and
    /// then no span shows it.
    fn waits_are_those_of_the_phases(&self) {
        let lives = self.recording.lives();
        let ended =
            lives.values().filter(|life| life.done && life.stays.last().is_some_and(|stay| stay.end > self.window.0));
        let mut times = [0; Phase::COUNT];
        let mut seen = 0.0;
        for life in ended {
            life.stays.iter().for_each(|stay| times[stay.phase as usize] += stay.end - stay.start);
            seen += 1.0;
        }
        let count = self.summary.requests.completed;
        assert!(seen == count || seen < count && self.simulation.plan().clients[0].keeps_values, "{seen} of {count}");
        for (phase, time) in self.summary.phases.iter().zip(times) {
            let reported = phase.time.mean_us.unwrap_or(0.0) * 1000.0 * count;
            assert!(
                (reported - time as f64).abs() <= 1e-9 * reported + 0.5,
                "{:?}: {reported} is not {time}",
                phase.phase
            );
        }
    }
}

/// Leaves a pool what its callers do with it, and makes it large enough for all of them if `for_all`. Returns whether anybody may wait.
fn plain_pool(scenario: &mut Scenario, for_all: bool) -> bool {
    let callers = scenario.workload.arrivals.callers();
    let mut may_wait = false;
    if let Connections::Pooled { max_total, handoff, order, test_on_borrow, test_on_return, max_wait_ms, .. } =
        scenario.client.connections
    {
        let size = if for_all { callers.max(max_total) } else { max_total };
        may_wait = size < callers;
        let mut pool = Connections::pool(size);
        if let Connections::Pooled {
            handoff: h, order: o, test_on_borrow: b, test_on_return: r, max_wait_ms: w, ..
        } = &mut pool
        {
            (*h, *o, *b, *r, *w) = (handoff, order, test_on_borrow, test_on_return, max_wait_ms);
        }
        scenario.client.connections = pool;
    }
    may_wait
}

/// Leaves out what is said for other reasons than requests and their tests, and what is executed for nobody.
fn only_requests(scenario: &mut Scenario) {
    (scenario.client.cross_slot, scenario.client.topology) = (CrossSlot::HashTag {}, Topology::Static {});
    scenario.client.subscriptions = 0;
    scenario.server.resharding = Resharding::None {};
    match &mut scenario.client.io {
        Io::Blocking { reply_timeout_ms, .. } | Io::WriterReader { reply_timeout_ms, .. } => *reply_timeout_ms = 0.0,
        Io::EventLoops { reply_timeout_ms, socket_timeout_ms, .. } => {
            (*reply_timeout_ms, *socket_timeout_ms) = (0.0, 0.0);
        }
    }
}

/// Commands of a request by the rules of the clients: of itself, its round trips, and its PINGs.
fn commands(scenario: &Scenario) -> (u32, usize, u32) {
    let (own, trips) = match scenario.workload.batch {
        Batch::None {} | Batch::MultiKey { .. } => (1, 1),
        Batch::Pipeline { size } => (size, 1),
        Batch::Transaction { size, round_trips } => (size + 2, round_trips as usize),
        Batch::TransactionInPipeline { size } => (size + 2, 1),
    };
    let pings = match scenario.client.connections {
        Connections::Pooled { test_on_borrow, test_on_return, .. } => {
            u32::from(test_on_borrow) + u32::from(test_on_return)
        }
        _ => 0,
    };
    (own, trips, pings)
}

proptest! {
    #![proptest_config(cases(200))]

    /// Arrival rate x mean wait = mean number, in every queue and every buffer; and the waits of those that are through are the
    /// times that the summary has of the phases.
    #[test]
    fn little_holds_in_every_queue_and_buffer(scenario in scenarios()) {
        let run = watched(&scenario);
        let spans: Vec<Span> = run.recording.all().into_iter().filter(|span| span.phase().is_some()).collect();
        let window = (run.window.1 - run.window.0) as f64;
        for (part, &counted) in PARTS.iter().zip(&run.areas).filter(|(part, _)| (part.is_there)(&scenario)) {
            let (arrivals, wait) = run.arrivals_and_wait(&spans, part.phases);
            let own = |queue: &&Queue| part.phases.contains(&queue.phase);
            let mean: f64 = run.summary.queues.iter().filter(own).map(|queue| queue.mean).sum();
            let (counted, law) = (counted as f64, arrivals * wait);
            let most = 1e-9 * counted.max(1.0) + 0.5;
            prop_assert!((law - counted).abs() <= most, "{}: λW is {law}, counted {counted}", part.name);
            prop_assert!((mean * window - counted).abs() <= most, "{}: N is {mean} x {window}, counted {counted}", part.name);
        }
        if run.summary.requests.failed == 0.0 {
            run.waits_are_those_of_the_phases();
        }
    }

    /// M-1: the connections of the pool that are lent are its throughput x the time that a request holds one.
    #[test]
    fn little_holds_in_the_pool(mut scenario in scenarios(), for_all in any::<bool>()) {
        only_requests(&mut scenario);
        let may_wait = plain_pool(&mut scenario, for_all);
        let run = watched(&scenario);
        let Some(pool) = run.summary.resources.iter().find(|resource| resource.resource == Resource::Connections) else {
            return Ok(());
        };
        let window = (run.window.1 - run.window.0) as f64;
        let area = |from: Phase, to: Phase| -> f64 {
            let queues = &run.summary.queues;
            queues.iter().filter(|queue| (from..=to).contains(&queue.phase)).map(|queue| queue.mean * window).sum()
        };
        let most: u64 = run.simulation.world().process.pools.iter().map(Pool::most).sum();
        let (lent, used) = (run.lent as f64, pool.utilisation * most as f64 * window);
        let error = 1e-9 * lent.max(1.0) + 0.5;
        prop_assert!((used - lent).abs() <= error, "used {used}, lent {lent}");
        // The caller gives its connection back when the loop has run the code.
        let on_loop = scenario.client.application.runs == (Runs::EventLoop {});
        let holds = on_loop || run.simulation.plan().clients[0].holds_connection();
        let code = if holds { area(Phase::Process, Phase::Process) } else { 0.0 };
        let held = area(Phase::Connect, Phase::GiveBack) + code;
        prop_assert!(area(Phase::Connect, Phase::TestOnReturn) <= lent + error, "held {held}, lent {lent}");
        prop_assert!(lent <= held + area(Phase::WaitConnection, Phase::WaitConnection) + error, "held {held}, lent {lent}");
        // Otherwise somebody may be woken after the connection has been given back, or has been given one and is not awake yet.
        if !may_wait {
            prop_assert!((held - lent).abs() <= error, "held {held}, lent {lent}");
        }
    }

    /// Forced flow, X_k = V_k X: as many commands, PINGs among them, go each way as requests ask for; a request that is under way has
    /// its part of them.
    #[test]
    fn flows_are_forced_by_the_requests(mut scenario in scenarios()) {
        only_requests(&mut scenario);
        // What the client's cache answers sends no command.
        scenario.client.client_side_caching = ClientSideCaching::None {};
        plain_pool(&mut scenario, false);
        scenario.run.warmup_ms = 0.0;
        let (own, trips, pings) = commands(&scenario);
        let encryption = scenario.network.tls.round_trips();
        let opening = match (scenario.client.connections, scenario.client.handshake_round_trips) {
            (Connections::PerRequest {}, 0) => encryption,
            (Connections::PerRequest {}, round_trips) => encryption + 1 + 2 * (round_trips - 1),
            _ => 0,
        };
        let (simulation, recording) = recorded(&scenario);
        let (summary, meter) = (simulation.summary(), &simulation.world().meters[0]);
        let visits = f64::from(own + pings + opening);
        let least = visits * summary.requests.completed;
        let most = least + visits * summary.requests.in_progress_at_end;
        let [sent, answered] = meter.messages_sent.map(|messages| messages as f64);
        let [executed, read] = meter.messages_read.map(|messages| messages as f64);
        // Beginning and end of a connection are in the counts of commands for a moment, and taken off then.
        let marks = if simulation.plan().clients[0].per_request { 2.0 * f64::from(simulation.plan().clients[0].callers) } else { 0.0 };
        let sent = if simulation.plan().clients[0].per_request { executed } else { sent };
        let flows = [most + marks, sent, executed, answered, read, least];
        prop_assert!(flows.is_sorted_by(|one, next| one >= next), "{:?}", flows);

        let crossings = |life: &Life| life.stays.iter().filter(|stay| stay.phase == Phase::WireOut).count();
        for (id, life) in recording.lives().into_iter().filter(|(_, life)| life.done) {
            // Who gets no connection sends nothing.
            let crossed = crossings(&life);
            let has_failed = summary.requests.failed > 0.0 && crossed == 0;
            prop_assert!(crossed == trips || has_failed, "request {} crossed {} times: {:?}", id, crossed, life);
        }

        // One small command at a time on each connection: each is a read() and a write() of the server.
        let workload = &scenario.workload;
        let small =
            workload.kinds().iter().all(|kind| kind.command.request_bytes.max(kind.command.reply_bytes) <= 400);
        let is_alone = simulation.plan().clients[0].pooled && workload.batch == (Batch::None {});
        // What is stored is copied for the replicas in writes of its own.
        let copies = scenario.server.replicas > 0 && workload.kinds().iter().any(|kind| kind.command.stored_bytes > 0);
        // An argument as large as a blocking client's buffer is written past it.
        let has_room = simulation.plan().clients[0].loops > 0 || simulation.plan().clients[0].buffer_bytes > 400;
        if small && has_room && is_alone && !copies && !simulation.plan().tcp[0].matter() {
            for call in [Activity::Read, Activity::Write] {
                let classes = [ThreadClass::ServerMain, ThreadClass::ServerIo];
                let calls: f64 = classes.iter().map(|&class| calls(&summary, class, call) * summary.requests.completed).sum();
                let threads = f64::from(simulation.plan().nodes + simulation.plan().server_io);
                prop_assert!(least <= calls + 0.5 && calls <= most + threads + 0.5, "{calls} times {call:?}, {least} to {most}");
            }
        }
    }
}

/// The laws would be hollow if nothing ever were in a part.
#[test]
fn every_part_has_requests_in_it() {
    let mut runner = TestRunner::new(cases(1));
    let mut used = [0; PARTS.len()];
    for _ in 0..40 {
        let scenario = scenarios().new_tree(&mut runner).expect("the strategy rejects nothing").current();
        for ((used, part), area) in used.iter_mut().zip(&PARTS).zip(watched(&scenario).areas) {
            *used += u32::from((part.is_there)(&scenario) && area > 0);
        }
    }
    assert!(used.iter().all(|&used| used > 3), "{used:?}");
}
