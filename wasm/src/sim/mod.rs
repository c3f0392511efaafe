//! A run: the world built from a scenario, advanced event by event.
//!
//! [`Simulation::advance`] may stop early (budget spent, trace chunk full) and is *slicing-invariant*: any sequence of calls
//! that reaches the same model time leaves the same state and fingerprint, and has recorded the same spans. Playback,
//! cancellation and A/B comparison rest on this.

mod change;
mod report;

use crate::actor::client::caller::Caller;
use crate::actor::client::event_loop::EventLoop;
use crate::actor::client::fan_out::Executor;
use crate::actor::client::filler::Filler;
use crate::actor::client::goroutines::Goroutines;
use crate::actor::client::node_loop::NodeLoop;
use crate::actor::client::outstanding::Outstanding;
use crate::actor::client::pool::Pool;
use crate::actor::client::pool_rules::PoolRules;
use crate::actor::client::reply_timeout::ReplyTimeouts;
use crate::actor::client::ring::{Pipe, Reader, Writer};
use crate::actor::client::timer::{Timer, TimerQueue};
use crate::actor::client::topology::Knowledge;
use crate::actor::plan::Plan;
use crate::actor::program::{Op, Program, Wish};
use crate::actor::request::Requests;
use crate::actor::server::client::ServerClient;
use crate::actor::server::io_loop::IoLoopThread;
use crate::actor::server::io_threads::{IoWorker, ServerIo};
use crate::actor::server::main_loop::MainLoop;
use crate::actor::workload::Workload;
use crate::actor::world::{Mailbox, World};
use crate::kernel::calendar::{Calendar, EventKind};
use crate::kernel::rng::Random;
use crate::kernel::table::Table;
use crate::kernel::time::Nanos;
use crate::metric::meter::Meter;
use crate::metric::summary::Summary;
use crate::metric::trace::Trace;
use crate::metric::vocabulary::ThreadClass;
use crate::resource::alarm::Alarms;
use crate::resource::cpu::{Cpu, ThreadId, Turn};
use crate::resource::poll::Poll;
use crate::resource::wire::Wire;
use crate::scenario::{Arrivals, Flush, Runtime, Scenario};
use std::collections::VecDeque;

/// Why [`Simulation::advance`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Status {
    /// The run has reached its end.
    Done = 0,
    /// The requested time is reached.
    Time = 1,
    /// The budget of events is spent.
    Events = 2,
    /// The trace chunk is full: close it, take it away and clear it.
    Chunk = 3,
    /// Requests go round without anything taking time: the clock would stand still for ever.
    Stalled = 4,
}

/// Events of one instant for each caller beyond which time is taken to stand still. A request without any delay takes about
/// 30, and what is free for a thousand requests in a row is free for all.
const EVENTS_AT_ONCE: u64 = 30_000;

/// One run of the model.
pub struct Simulation {
    world: World,
    programs: Table<Program>,
    events: u64,
    /// Number of events at which the present instant is taken for endless, and how many an instant may have.
    instant_end: u64,
    most_at_once: u64,
    fingerprint: u64,
}

impl Simulation {
    /// Builds the world of a scenario that `normalize` has accepted, at model time 0.
    pub fn new(scenario: &Scenario) -> Self {
        Simulation::with_room(scenario, 0)
    }

    /// The same, to the last event, with a pool that may grow to `room` connections ([`Simulation::change`]).
    pub fn with_room(scenario: &Scenario, room: u32) -> Self {
        let plan = Plan::new(scenario, room);
        let mut cpu = Cpu::new(&plan.cores, change::scheduler(scenario));
        let mut programs = Table::default();
        let runtime = scenario.client.runtime;
        for _ in 0..plan.callers {
            spawn(&mut cpu, ThreadClass::Caller, runtime);
            programs.push(Program::Caller(Caller::default()));
        }
        for _ in 0..plan.workers {
            spawn(&mut cpu, ThreadClass::Worker, runtime);
            programs.push(Program::Caller(Caller::worker()));
        }
        let waiting = match scenario.workload.arrivals {
            Arrivals::Open { max_backlog, .. } => max_backlog as usize,
            _ => 0,
        };
        let mut requests = Requests::new(plan.callers as usize, plan.callers as usize + waiting);
        let mut refreshers = Vec::new();
        for process in 0..plan.refreshers {
            let thread = spawn(&mut cpu, ThreadClass::Refresher, runtime);
            programs.push(Program::Caller(Caller::refresher(process, requests.open_errand(thread))));
            refreshers.push(thread);
        }
        let loops: Vec<ThreadId> = (0..plan.loops).map(|_| cpu.spawn(ThreadClass::EventLoop, 0)).collect();
        programs.extend((0..plan.loops).map(|index| match scenario.client.runtime {
            Runtime::EventLoop {} => Program::NodeLoop(Box::new(NodeLoop::new(index, &plan))),
            _ => Program::EventLoop(Box::new(EventLoop::new(index, &plan))),
        }));
        let nodes: Vec<ThreadId> =
            (0..plan.nodes).map(|node| cpu.spawn(ThreadClass::ServerMain, plan.host_of(node))).collect();
        programs.extend((0..plan.nodes).map(|node| Program::MainLoop(Box::new(MainLoop::new(node, &plan)))));
        let carriers = spawn_carriers(plan.processors, &mut cpu, &mut programs);

        let io: Vec<ThreadId> =
            (0..plan.server_io).map(|_| cpu.spawn(ThreadClass::ServerIo, plan.host_of(0))).collect();
        let first_poll = plan.nodes + plan.loops + u32::from(!carriers.is_empty());
        programs.extend((0..io.len()).map(|index| match plan.io_loops() {
            0 => Program::IoWorker(Box::new(IoWorker::new(index))),
            _ => Program::IoLoop(Box::new(IoLoopThread::new(index, first_poll as usize + index))),
        }));
        if plan.has_evictor {
            spawn(&mut cpu, ThreadClass::Evictor, runtime);
            programs.push(Program::Evictor(Box::default()));
        }
        for filler in 0..plan.fillers * plan.nodes {
            let thread = spawn(&mut cpu, ThreadClass::Evictor, runtime);
            let slot = requests.open_errand(thread);
            programs.push(Program::Filler(Box::new(Filler::new((filler / plan.fillers) as usize, slot))));
        }
        let mut pipes = Vec::new();
        if plan.has_ring {
            for connection in 0..plan.connections {
                let [writer, reader] =
                    [ThreadClass::Writer, ThreadClass::Reader].map(|class| spawn(&mut cpu, class, runtime));
                programs.push(Program::Writer(Box::new(Writer::new(connection, &scenario.client.io))));
                programs.push(Program::Reader(Box::new(Reader::new(connection))));
                pipes.push(Pipe::new(writer, reader, &scenario.client.io));
            }
        }
        let timers: Vec<ThreadId> = (0..plan.timers).map(|_| cpu.spawn(ThreadClass::Timer, 0)).collect();
        programs.extend((0..timers.len()).map(|index| Program::Timer(Timer::new(index))));

        // A client is assigned to the I/O thread with the fewest, which is the next.
        let poll_of = |connection: u32| match plan.io_loops() {
            0 => plan.node_of(connection),
            loops => first_poll + connection % loops,
        };
        let clients = (0..plan.connections).map(|connection| ServerClient::new(poll_of(connection)));

        // All goroutines share one set; which carrier waits on it, if any, changes.
        let mut owners = nodes.clone();
        owners.extend_from_slice(&loops);
        owners.extend_from_slice(&carriers[..carriers.len().min(1)]);
        owners.extend_from_slice(&io[..plan.io_loops() as usize]);
        let rules = PoolRules::new(&scenario.client);
        let borrowers = plan.callers + plan.workers + plan.refreshers;
        let pool = |node| Pool::new(rules, node * plan.per_node, plan.per_node, borrowers);
        let world = World {
            now: 0,
            calendar: Calendar::default(),
            cpu,
            wire: Wire::new(plan.connections, plan.tcp, scenario.network.mbit_per_sec),
            polls: owners.iter().map(|&owner| Poll::new(owner, plan.connections)).collect(),
            clients: clients.collect(),
            io: ServerIo::new(&nodes, &io, &plan.scenario.server.io_threads),
            requests,
            pools: (0..plan.nodes).map(pool).collect(),
            alarms: Alarms::new(programs.len()),
            reply_timeouts: ReplyTimeouts::new(programs.len(), plan.nodes, plan.connections),
            executor: Executor::new(plan.split.as_ref(), plan.callers),
            knowledge: Knowledge::of_all(plan.refresh, &refreshers),
            workload: Workload::new(&scenario.workload.arrivals),
            timers: timers.into_iter().map(TimerQueue::new).collect(),
            last_timer: 0,
            outstanding: Outstanding::new(plan.loop_rules.queue_size, plan.connections),
            mailboxes: (0..plan.loops).map(|_| Mailbox::default()).collect(),
            pipes,
            callbacks: vec![VecDeque::new(); plan.loops as usize],
            goroutines: Goroutines::new(plan.processors, carriers),
            readers: vec![None; plan.connections as usize].into(),
            random: Random::new(scenario.seed),
            trace: Trace::default(),
            meter: Meter::new(plan.nodes, plan.warmup_end, plan.end),
            plan,
        };
        let parts = if world.plan.split.is_some() { world.plan.scenario.workload.batch.size() } else { 0 };
        let most_at_once = EVENTS_AT_ONCE * (1 + u64::from(world.plan.callers)) * (1 + u64::from(parts) / 100);
        let mut simulation =
            Simulation { world, programs, events: 0, instant_end: most_at_once, most_at_once, fingerprint: 0 };
        let World { cpu, random, plan, .. } = &mut simulation.world;
        if plan.flush != (Flush::Writable {}) {
            cpu.seed_variation(random);
        }
        simulation.start(&nodes);
        simulation
    }

    /// The nodes start first, then all others, callers over their ramp: servers and the first event loop begin on
    /// different cores. I/O threads that wait for jobs are called when there are any.
    fn start(&mut self, nodes: &[ThreadId]) {
        let world = &mut self.world;
        let callers = world.plan.callers;
        let waits = |&thread: &ThreadId| matches!(self.programs[thread as usize], Program::IoWorker(_));
        let others =
            (callers..self.programs.len() as ThreadId).filter(|thread| !nodes.contains(thread) && !waits(thread));
        // What is carried needs somebody who carries it.
        let (carried, others): (Vec<_>, Vec<_>) = others.partition(|&thread| world.cpu.is_carried(thread));
        for thread in nodes.iter().copied().chain(others).chain(carried) {
            world.wake(thread);
        }
        for caller in 0..callers {
            let start = world.workload.start_of(caller);
            world.calendar.schedule(start, EventKind::Timer, caller);
        }
        if world.plan.warmup_end > 0 {
            world.calendar.schedule(world.plan.warmup_end, EventKind::WarmUpEnd, 0);
        }
        world.schedule_offer();
    }

    /// Simulates until model time `until` (or the end of the run), for at most `max_events` events.
    pub fn advance(&mut self, until: Nanos, max_events: u64) -> Status {
        let until = until.min(self.world.plan.end);
        let budget = self.events.saturating_add(max_events);
        let mut limit = budget.min(self.instant_end);
        loop {
            if self.world.trace.is_full() {
                return Status::Chunk;
            }
            if self.events >= limit {
                return if self.events >= budget { Status::Events } else { Status::Stalled };
            }
            let world = &mut self.world;
            let (kind, index) = if let Some(core) = world.cpu.pop_ready_now() {
                (EventKind::Core, core)
            } else if let Some(event) = world.calendar.pop_until(until) {
                if event.time != world.now {
                    world.pass_to(event.time);
                    self.instant_end = self.events + self.most_at_once;
                    limit = budget.min(self.instant_end);
                }
                (event.kind, event.index)
            } else {
                break;
            };
            self.count(kind, index);
            let turn = self.dispatch(kind, index);
            self.take_turns(turn);
        }
        if until > self.world.now {
            self.world.pass_to(until);
        }
        if until == self.world.plan.end { Status::Done } else { Status::Time }
    }

    #[inline(always)]
    fn count(&mut self, kind: EventKind, index: u32) {
        self.events += 1;
        let word = self.world.now ^ (u64::from(index) << 24) ^ ((kind as u64) << 56);
        self.fingerprint = (self.fingerprint.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// Lets an event happen; a core may then go on with a thread's program.
    #[inline(always)]
    fn dispatch(&mut self, kind: EventKind, index: u32) -> Turn {
        let world = &mut self.world;
        let World { cpu, wire, calendar, trace, now, .. } = world;
        match kind {
            EventKind::Core => return cpu.on_core(index, *now, calendar, trace),
            EventKind::Slice => return cpu.on_slice(index, *now, calendar, trace),
            EventKind::Arrive => world.deliver(index),
            EventKind::Timer => world.wake(index),
            EventKind::Alarm => world.on_alarm(index),
            EventKind::Offer => world.offer(),
            EventKind::WarmUpEnd => self.start_window(),
            EventKind::Acknowledge => wire.acknowledged(index, *now, calendar),
        }
        Turn::Nothing
    }

    /// Lets a thread's program go on until it wants something that takes time, then the thread that gets its core.
    #[inline(always)]
    fn take_turns(&mut self, mut turn: Turn) {
        while let Turn::Resume(thread) = turn {
            let mut op = self.programs[thread as usize].resume(thread, &mut self.world);
            if op.is_carrying() {
                op = self.carry(op, thread);
            }
            let World { cpu, calendar, trace, now, .. } = &mut self.world;
            turn = match op.wish() {
                Wish::Burst(burst) => cpu.begin(thread, burst, *now, calendar, trace),
                wish @ (Wish::Wait(state) | Wish::Sleep(state, _)) => {
                    if let Wish::Sleep(_, until) = wish {
                        calendar.schedule(until, EventKind::Timer, thread);
                    }
                    cpu.wait(thread, state, *now, calendar, trace)
                }
                Wish::Spin => cpu.spin(thread, *now, calendar, trace),
                // All those have been followed.
                Wish::Carry(_) => Turn::Nothing,
            };
        }
    }

    /// Lets `thread` do what the programs of those that it carries want, until it wants something of its own.
    #[inline(never)]
    fn carry(&mut self, mut op: Op, thread: ThreadId) -> Op {
        let world = &mut self.world;
        while let Wish::Carry(carried) = op.wish() {
            let wish = self.programs[carried as usize].resume_any(carried, world);
            op = self.programs[thread as usize].grant(wish, thread, world);
            if op.is_free() {
                op = self.programs[thread as usize].resume_any(thread, world);
            }
        }
        op
    }

    fn start_window(&mut self) {
        let world = &mut self.world;
        let now = world.now;
        world.cpu.start_window(now);
        world.wire.start_window(now);
        world.requests.start_window(now);
        for pool in world.pools.iter_mut() {
            pool.lent.settle(now);
            pool.lent.restart(now);
        }
        world.meter.start_window(now);
    }

    /// Switches the recording of spans on or off; recording starts a chunk at the present.
    pub fn set_trace(&mut self, enabled: bool) {
        self.world.trace.enabled = enabled;
        self.world.trace.clear(self.world.now);
    }

    /// Completes the chunk with everything that is still open at this moment.
    pub fn close_chunk(&mut self) {
        let World { cpu, wire, requests, trace, now, .. } = &mut self.world;
        cpu.record_open(*now, trace);
        let mut arrivals: Vec<Option<Nanos>> = vec![None; requests.slots()];
        for stream in 0..wire.streams() {
            wire.messages_in_flight(stream, |slot, arrives| arrivals[slot as usize] = Some(arrives));
            for flight in wire.in_flight(stream) {
                let id = requests.get(flight.first_request).id;
                trace.wire(flight.span, stream / 2, stream & 1 == 1, id, flight.bytes, true);
            }
        }
        requests.record_open(*now, trace, |slot| arrivals[slot as usize]);
    }

    /// Empties the chunk; the next one starts at the present.
    pub fn clear_chunk(&mut self) {
        self.world.trace.clear(self.world.now);
    }

    /// The chunk being recorded.
    pub fn trace(&self) -> &Trace {
        &self.world.trace
    }

    /// Model time.
    pub fn now(&self) -> Nanos {
        self.world.now
    }

    /// Events simulated so far.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Hash of the sequence of events so far.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The threads by lane of the trace: a class and how many of it follow each other.
    pub fn lanes(&self) -> Vec<(ThreadClass, u32)> {
        self.world.cpu.groups()
    }

    /// The scenario, prepared.
    pub fn plan(&self) -> &Plan {
        &self.world.plan
    }

    /// Report of the run up to now.
    pub fn summary(&self) -> Summary {
        report::summary(&self.world, self.events, self.fingerprint)
    }

    /// The world, for tests of its invariants.
    pub fn world(&self) -> &World {
        &self.world
    }
}

/// A thread of the client that does what callers do: of the operating system, or carried by such threads.
#[inline(never)]
fn spawn(cpu: &mut Cpu, class: ThreadClass, runtime: Runtime) -> ThreadId {
    match runtime {
        Runtime::Threads {} => cpu.spawn(class, 0),
        Runtime::Goroutines { .. } | Runtime::EventLoop {} => cpu.spawn_carried(class, 0),
    }
}

/// Go's threads: one more carrier than processors, because one may block in epoll_wait() without a processor, and `sysmon`.
/// Returns the carriers.
fn spawn_carriers(processors: u32, cpu: &mut Cpu, programs: &mut Table<Program>) -> Vec<ThreadId> {
    if processors == 0 {
        return Vec::new();
    }
    programs.extend((0..=processors).map(|_| Program::Carrier(Box::default())));
    programs.push(Program::Sysmon(Box::default()));
    let carriers = (0..=processors).map(|_| cpu.spawn(ThreadClass::Carrier, 0)).collect();
    cpu.spawn(ThreadClass::Sysmon, 0);
    carriers
}
