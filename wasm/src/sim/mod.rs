//! A run: the world built from a scenario, advanced event by event.
//!
//! [`Simulation::advance`] may stop early (budget spent, trace chunk full) and is *slicing-invariant*: any sequence of calls
//! that reaches the same model time leaves the same state and fingerprint, and has recorded the same spans. Playback,
//! cancellation and A/B comparison rest on this.

mod build;
mod change;
mod replication;
mod report;
mod timeline;

use crate::actor::client::process::Process;
use crate::actor::plan::Plan;
use crate::actor::program::{Op, Program, Wish};
use crate::actor::world::World;
use crate::kernel::calendar::EventKind;
use crate::kernel::table::Table;
use crate::kernel::time::Nanos;
use crate::metric::picture::Picture;
use crate::metric::summary::Summary;
use crate::metric::trace::Trace;
use crate::metric::vocabulary::ThreadClass;
use crate::resource::cpu::{ThreadId, Turn};
use crate::scenario::{Room, Scenario};

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
    /// Threads that the trace shows, by lane; empty where it shows all.
    shown: Vec<ThreadId>,
    /// Until when each process stands still, and any of them.
    paused: Vec<Nanos>,
    paused_until: Nanos,
}

impl Simulation {
    /// Builds the world of a scenario that `normalize` has accepted, at model time 0.
    pub fn new(scenario: &Scenario) -> Self {
        Simulation::with_room(scenario, Room::default())
    }

    /// The same with room for what it may change to ([`Simulation::change`]). Until then everything happens at the same times; only the
    /// numbers of threads behind the callers are others where there is room for more callers.
    pub fn with_room(scenario: &Scenario, mut room: Room) -> Self {
        room.include(scenario);
        let (world, programs) = build::build(Plan::new(scenario, room));
        let callers: u32 = world.process.all().iter().map(|process| process.plan.callers).sum();
        let most_at_once = EVENTS_AT_ONCE * (1 + u64::from(callers)) * (1 + world.plan.most_parts() / 100);
        let mut simulation = Simulation {
            world,
            programs,
            events: 0,
            instant_end: most_at_once,
            most_at_once,
            fingerprint: 0,
            shown: Vec::new(),
            paused: Vec::new(),
            paused_until: 0,
        };
        simulation.show(0);
        simulation.start();
        simulation
    }

    /// The nodes start first, then all others, callers over their ramp: servers and the first event loop begin on
    /// different cores. I/O threads that wait for jobs are called when there are any.
    fn start(&mut self) {
        let Simulation { world, programs, .. } = self;
        let mains = world.mains.clone();
        let starts = |&thread: &ThreadId| match programs[thread as usize] {
            Program::IoWorker(_) => false,
            Program::Caller(_) => world.cpu.class(thread) != ThreadClass::Caller,
            _ => !mains.contains(&thread),
        };
        let starting = (0..programs.len() as ThreadId).filter(starts);
        // What is carried needs somebody who carries it.
        let (carried, threads): (Vec<_>, Vec<_>) = starting.partition(|&thread| world.cpu.is_carried(thread));
        for thread in mains.iter().copied().chain(threads).chain(carried) {
            world.process.act_for_thread(thread);
            world.wake(thread);
        }
        for number in 0..world.process.all().len() {
            world.process.act_for(number);
            for caller in 0..world.process.plan.at_work {
                if world.process.workload.is_off_and_closed() {
                    continue;
                }
                let start = world.process.workload.start_of(caller);
                world.calendar.schedule(start, EventKind::Timer, world.process.first_thread + caller);
            }
        }
        if world.plan.warmup_end > 0 {
            world.calendar.schedule(world.plan.warmup_end, EventKind::Milestone, 0);
        }
        for number in 0..world.process.all().len() {
            world.process.act_for(number);
            world.schedule_offer();
        }
        world.schedule_events();
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
                    debug_assert!(event.time > world.now, "no event lies in the past");
                    world.pass_to(event.time);
                    self.instant_end = self.events + self.most_at_once;
                    limit = budget.min(self.instant_end);
                }
                (event.kind, event.index)
            } else {
                break;
            };
            if self.world.now < self.paused_until && self.waits_for_pause(kind, index) {
                continue;
            }
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
            EventKind::Timer => {
                world.process.act_for_thread(index);
                world.wake(index);
            }
            EventKind::Alarm => {
                world.process.act_for_thread(index);
                world.on_alarm(index);
            }
            EventKind::Offer => {
                world.process.act_for(index as usize);
                world.offer();
            }
            EventKind::Milestone if index == 0 => self.start_window(),
            EventKind::Milestone => self.happen(index),
            EventKind::Acknowledge => wire.acknowledged(index, *now, calendar),
        }
        Turn::Nothing
    }

    /// Lets a thread's program go on until it wants something that takes time, then the thread that gets its core.
    #[inline(always)]
    fn take_turns(&mut self, mut turn: Turn) {
        while let Turn::Resume(thread) = turn {
            self.world.process.act_for_thread(thread);
            self.world.cpu.count_for(thread);
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
            world.cpu.count_for(carried);
            let wish = self.programs[carried as usize].resume_any(carried, world);
            world.cpu.count_for(thread);
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
        world.requests.start_window(now, &mut world.trace);
        for process in world.process.all_mut() {
            let pools = process.pools.iter_mut().map(|pool| &mut pool.lent);
            for held in pools.chain([&mut process.virtual_threads.in_use]) {
                held.settle(now);
                held.restart(now);
            }
        }
        world.meters.start_window(now);
        world.server_meter.start_window();
        if let Some(tracking) = &mut world.tracking {
            tracking.start_window();
        }
        if let Some(pub_sub) = &mut world.pub_sub {
            pub_sub.start_window();
        }
    }

    /// Switches the recording of spans on or off; recording starts a chunk at the present.
    pub fn set_trace(&mut self, enabled: bool) {
        let World { trace, requests, now, .. } = &mut self.world;
        trace.enabled = enabled;
        trace.clear(*now);
        trace.interval_end = match &mut trace.picture {
            Some(picture) if enabled => {
                picture.count(requests.phases(), *now);
                Picture::next_interval(*now)
            }
            _ => Nanos::MAX,
        };
    }

    /// From now on the trace shows process number `process`, or the first where there is none with that number, and the server, with the
    /// numbers that they would have alone. Before anything is recorded it is the first one.
    pub fn show(&mut self, process: usize) {
        let world = &mut self.world;
        let processes = world.process.of_clients();
        if processes == 1 {
            return;
        }
        let process = if process < processes { process } else { 0 };
        self.shown = world.process.with_server(process, &world.cpu);
        let own = &world.process.all()[process];
        let connections = own.first_connection..own.first_connection + own.plan.connections;
        let owners = world.process.numbers_of_connections();
        world.trace.picture =
            Some(Picture::new(process as u32, processes, connections, owners, self.programs.len(), &self.shown));
        self.set_trace(self.world.trace.enabled);
    }

    /// The process that the trace shows.
    pub fn shown(&self) -> &Process {
        let first = self.shown.first().copied().unwrap_or(0);
        &self.world.process.all()[self.world.process.of_thread(first)]
    }

    /// Completes the chunk with everything that is still open at this moment.
    pub fn close_chunk(&mut self) {
        let World { cpu, wire, requests, trace, now, process, .. } = &mut self.world;
        cpu.record_open(*now, trace);
        let mut arrivals: Vec<Option<Nanos>> = vec![None; requests.slots()];
        // What is held arrives at no time that is known. What has come and waits for an interrupt is not received yet.
        for stream in (0..wire.streams()).filter(|&stream| !wire.is_held(stream)) {
            wire.messages_in_flight(stream, |slot, arrives| arrivals[slot as usize] = Some(arrives.max(*now)));
            // No trace shows the connections of a proxy.
            let is_shown = !process.ends_of(stream / 2).is_proxy;
            for flight in wire.in_flight(stream).filter(|_| is_shown) {
                let id = requests.get(flight.first_request).id;
                let span = (flight.span.0, flight.span.1.max(*now));
                trace.wire(span, stream / 2, stream & 1 == 1, id, flight.bytes, true);
            }
        }
        requests.record_open(*now, trace, |slot| arrivals[slot as usize]);
        trace.record_open_processes(*now);
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
        match self.shown.is_empty() {
            true => self.world.cpu.groups(),
            false => self.world.cpu.groups_of(&self.shown),
        }
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
