//! Redis' main thread.
//!
//! Mirrors `aeProcessEvents` with `beforeSleep`: append the commands of the last turn to the file, write its replies
//! (`handleClientsWithPendingWrites`, the client executed last is written first, somewhat over 64 KiB each at most), wait for
//! events, then for each ready client in order one read() (`readQueryFromClient`) and every complete command in it
//! (`processInputBuffer`) before the next client is looked at. A reply is only queued when its command has run; it leaves at
//! the end of the turn. What does not fit is written when epoll reports that the socket takes more (`sendReplyToClient`).
//! After the events comes the timer (`serverCron`).
//!
//! ```text
//!  ┌► (input) ─ log ─ replies ─ sleep ─ events: (read, execute…, write the rest)… ─ timer ┐
//!  └─────────────────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! I/O threads take over reads and writes; execution stays here, one command at a time. The three kinds differ in how clients
//! get to the threads and back, which is in a file each: [`fan_out`] (Redis 6 and 7), [`rings`] (Valkey 8) and [`hand_over`]
//! (Redis 8). What they have read is executed at the beginning of a turn: the stage *input*.

mod blocked;
mod fan_out;
mod hand_over;
mod log;
mod rings;

use super::append_only::Log;
use super::client::had_its_share;
use super::cron::Cron;
use super::io_threads::Job;
use super::socket;
use crate::actor::plan::Plan;
use crate::actor::program::{Op, costs_nothing};
use crate::actor::world::World;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::{Activity, Phase, ThreadClass, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::resource::message::{Message, Run};
use crate::resource::wire::{back, to_server};
use crate::scenario::IoThreads;
use blocked::Blocked;

/// What the thread has just finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Started,
    Logged,
    Synced,
    Written,
    HandlerChanged,
    Woken,
    Polled,
    ReadDone,
    Parsed,
    ClientTurn,
    Executed,
    Housekeeping,
    /// Fan-out: clients are dealt, a thread has been unlocked, the barrier is reached, the barrier is passed.
    Dealt,
    Unlocked,
    AtBarrier,
    Joined,
    /// Rings and hand-over: a client has been given to a thread, or taken from one.
    Given,
    Taken,
    Notified,
}

/// Where in its turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Clients whose command has waited for long enough.
    Unblock,
    /// What I/O threads have read: the share that the main thread reads itself, and then execution.
    OwnReads,
    Input,
    Log,
    Replies,
    /// The share of a fan-out that the main thread writes itself, and then the handlers for what is left.
    OwnWrites,
    Handlers,
    Sleep,
    Events,
    Timer,
}

/// Program of Redis' main thread.
pub struct MainLoop {
    /// Which node of the cluster it is.
    node: usize,
    step: Step,
    stage: Stage,
    kind: IoThreads,
    /// Threads that take part in I/O at most, and now, this one included.
    threads: usize,
    active: usize,
    /// `server.clients_pending_write`: clients are added at the head, so the last one executed is written first.
    pending_write: Vec<u32>,
    /// `server.clients_pending_read`: the same for clients that I/O threads will read from.
    pending_read: Vec<u32>,
    /// Clients of the stage under way, and the next of them.
    list: Vec<u32>,
    next: usize,
    fired: Vec<u32>,
    next_fired: usize,
    /// The client at work, the size of the call for it under way, and what was written to it in this turn.
    client: u32,
    bytes: u64,
    written: u64,
    /// A submission of the turn has been paid for: the next ones ride along (`batchedSubmissions`).
    submitted: bool,
    /// The I/O thread at work and the next to be looked at, clients on their way back to each, and whether this turn has had input.
    thread: usize,
    next_thread: usize,
    returning: Vec<Vec<u32>>,
    had_input: bool,
    /// Whether the job taken was a read, whether the client's keys have been brought from memory with another one's, and how many more
    /// clients' have.
    took_read: bool,
    has_its_keys: bool,
    batch_left: usize,
    log: Log,
    cron: Cron,
    /// Clients whose command waits.
    blocked: Vec<Blocked>,
}

impl MainLoop {
    /// The main thread of a node.
    pub fn new(node: u32, plan: &Plan) -> Self {
        let connections = plan.per_node;
        let threads = 1 + plan.server_io as usize;
        MainLoop {
            node: node as usize,
            step: Step::Started,
            stage: Stage::Input,
            kind: if threads == 1 { IoThreads::None {} } else { plan.scenario.server.io_threads },
            threads,
            active: 1,
            pending_write: Vec::with_capacity(connections as usize),
            pending_read: Vec::new(),
            list: Vec::new(),
            next: 0,
            fired: Vec::with_capacity(connections as usize),
            next_fired: 0,
            client: 0,
            bytes: 0,
            written: 0,
            submitted: false,
            thread: 0,
            next_thread: 0,
            returning: vec![Vec::new(); threads - 1],
            had_input: false,
            took_read: false,
            has_its_keys: false,
            batch_left: 0,
            log: Log::default(),
            cron: Cron::new(plan, plan.most_per_node),
            blocked: Vec::new(),
        }
    }

    /// See [`crate::actor::program::Program::resume`].
    #[inline(always)]
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            Step::Started => self.start(me, world),
            Step::Logged => self.logged(me, world),
            Step::Synced | Step::HandlerChanged => self.proceed(me, world),
            Step::Written => self.written(me, world),
            Step::Woken => self.wait_for_events(me, world),
            Step::Polled => self.polled(me, world),
            Step::ReadDone => self.read_done(me, world),
            Step::Parsed => self.own_parsed(me, world),
            Step::ClientTurn => self.execute_next(me, world),
            Step::Executed => {
                self.executed(world);
                self.execute_next(me, world)
            }
            Step::Housekeeping => self.begin_turn(me, world),
            Step::Dealt => self.dealt(me, world),
            Step::Unlocked => self.unlocked(me, world),
            Step::AtBarrier => self.at_barrier(world),
            Step::Joined => self.joined(me, world),
            Step::Given => self.given(me, world),
            Step::Taken => self.taken(me, world),
            Step::Notified => self.notified(me, world),
        }
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    fn start(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.arm_timer(me, world);
        self.begin_turn(me, world)
    }

    fn arm_timer(&self, me: ThreadId, world: &mut World) {
        if self.cron.due < Nanos::MAX {
            world.alarms.set(me, self.cron.due, &mut world.calendar);
        }
    }

    #[inline(always)]
    fn begin(&mut self, stage: Stage, me: ThreadId, world: &mut World) -> Op {
        self.stage = stage;
        self.work_at(stage, me, world)
    }

    fn proceed(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.work_at(self.stage, me, world)
    }

    /// The next piece of work of a stage, or the next stage. Inlined: who begins a stage knows which.
    #[inline(always)]
    fn work_at(&mut self, stage: Stage, me: ThreadId, world: &mut World) -> Op {
        match stage {
            Stage::Unblock => self.next_unblocked(me, world),
            Stage::OwnReads => self.next_own_read(me, world),
            Stage::Input => self.next_input(me, world),
            Stage::Log => self.flush_log(me, world),
            Stage::Replies => self.next_reply(me, world),
            Stage::OwnWrites => self.next_own_write(me, world),
            Stage::Handlers => self.next_handler(me, world),
            Stage::Sleep => self.wait_for_events(me, world),
            Stage::Events => self.next_event(me, world),
            Stage::Timer => self.keep_house(me, world),
        }
    }

    /// The price of a socket call: batched submissions enter the kernel once for all of a stage.
    fn submit(&mut self, world: &World, ns: Nanos) -> Nanos {
        if world.plan.scenario.server.batched_submissions && std::mem::replace(&mut self.submitted, true) {
            return ns.saturating_sub(world.plan.costs.syscall);
        }
        ns
    }

    // What I/O threads have read.

    fn begin_turn(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.had_input = false;
        match self.kind {
            IoThreads::None {} if !self.blocked.is_empty() => self.begin(Stage::Unblock, me, world),
            IoThreads::Redis6 { .. } if !self.pending_read.is_empty() => self.deal_reads(world),
            IoThreads::None {} | IoThreads::Redis6 { .. } => self.begin(Stage::Log, me, world),
            IoThreads::Redis8 { .. } | IoThreads::Valkey8 { .. } => {
                self.next_thread = 0;
                self.begin(Stage::Input, me, world)
            }
        }
    }

    /// The next client from which an I/O thread has read.
    fn next_input(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.kind {
            IoThreads::Valkey8 { .. } => self.take_done(me, world),
            IoThreads::Redis8 { .. } if self.next == self.list.len() => self.take_list(me, world),
            IoThreads::Redis6 { .. } | IoThreads::None {} if self.next == self.list.len() => {
                self.begin(Stage::Log, me, world)
            }
            _ => {
                self.client = self.list[self.next];
                self.next += 1;
                self.execute_next(me, world)
            }
        }
    }

    // Replies.

    fn begin_replies(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.submitted = false;
        self.thread = 0;
        match self.kind {
            IoThreads::Redis6 { .. } => self.fan_out_writes(me, world),
            _ => self.begin(Stage::Replies, me, world),
        }
    }

    fn next_reply(&mut self, me: ThreadId, world: &mut World) -> Op {
        if let IoThreads::Redis8 { .. } = self.kind {
            return self.give_back(me, world);
        }
        let Some(client) = self.pending_write.pop() else {
            return self.begin(Stage::Sleep, me, world);
        };
        match self.ring_for(client, world) {
            Some(thread) => self.give(Job::Write(client), thread, me, world),
            None => self.write_to(client, me, world),
        }
    }

    /// `writeToClient`.
    fn write_to(&mut self, client: u32, me: ThreadId, world: &mut World) -> Op {
        self.client = client;
        self.written = 0;
        self.write(me, world)
    }

    #[inline]
    fn write(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.bytes = socket::begin_write(self.client, me, world);
        let ns = self.submit(world, world.write_cost(back(self.client), self.bytes));
        self.then(Step::Written, Op::kernel(Activity::Write, ns))
    }

    fn written(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.send(back(self.client), self.bytes);
        self.written += self.bytes;
        if world.clients[self.client as usize].has_replies() && !had_its_share(self.written) {
            return self.write(me, world);
        }
        if self.stage == Stage::OwnWrites {
            return self.proceed(me, world);
        }
        self.watch_for_room(me, world)
    }

    /// Installs or removes the handler for EPOLLOUT of the client at work, as what is left to be written asks for.
    fn watch_for_room(&mut self, me: ThreadId, world: &mut World) -> Op {
        if socket::needs_epoll_ctl(self.client, world) {
            return self.then(Step::HandlerChanged, Op::kernel(Activity::EpollCtl, world.plan.costs.epoll_ctl));
        }
        self.proceed(me, world)
    }

    // Events.

    fn wait_for_events(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.work_for_nobody(me, None);
        let World { polls, wire, clients, .. } = world;
        // Level-triggered: a client whose data was read after it had been listed is not reported.
        polls[self.node].prune(|client| wire.readable(to_server(client)) > 0 || clients[client as usize].write_handler);
        let events = polls[self.node].len() as u64;
        if events == 0 && world.now < self.cron.due && !self.finds_input(world) {
            // Valkey does not sleep while its I/O threads are at work; its empty looks at epoll are one wait here.
            let waits = if world.io.under_way > 0 { Op::spin() } else { Op::wait(ThreadState::Idle) };
            return self.then(Step::Woken, waits);
        }
        let costs = &world.plan.costs;
        let ns = costs.epoll_wait + events * costs.epoll_event;
        if costs_nothing(ns, Activity::EpollWait, ThreadClass::ServerMain, world) {
            return self.polled(me, world);
        }
        self.then(Step::Polled, Op::kernel(Activity::EpollWait, ns))
    }

    /// Whether I/O threads have input for the main thread, or had some in this turn, after which it looks once more.
    fn finds_input(&self, world: &World) -> bool {
        self.had_input || !world.io.done.is_empty() || world.io.loops.iter().any(|io_loop| !io_loop.to_main.is_empty())
    }

    fn polled(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.polls[self.node].take(&mut self.fired);
        world.meter.server_turns += u64::from(!self.fired.is_empty());
        self.next_fired = 0;
        self.submitted = false;
        if let IoThreads::Valkey8 { events_per_thread, .. } = self.kind {
            return self.adapt(events_per_thread, me, world);
        }
        self.begin(Stage::Events, me, world)
    }

    fn next_event(&mut self, me: ThreadId, world: &mut World) -> Op {
        let Some(&client) = self.fired.get(self.next_fired) else {
            return self.begin(Stage::Timer, me, world);
        };
        self.next_fired += 1;
        self.client = client;
        if world.clients[client as usize].away {
            return self.proceed(me, world);
        }
        if world.wire.readable(to_server(client)) == 0 {
            return self.write_rest(me, world);
        }
        if self.postpones_reads() {
            self.pending_read.push(client);
            return self.write_rest(me, world);
        }
        if let Some(thread) = self.ring_for(client, world) {
            return self.give(Job::Read(client), thread, me, world);
        }
        self.read(me, world)
    }

    fn read(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.bytes = socket::begin_read(self.client, me, world);
        let ns = self.submit(world, world.plan.costs.read.of(self.bytes));
        if costs_nothing(ns, Activity::Read, ThreadClass::ServerMain, world) {
            return self.read_done(me, world);
        }
        self.then(Step::ReadDone, Op::kernel(Activity::Read, ns))
    }

    #[inline]
    fn read_done(&mut self, me: ThreadId, world: &mut World) -> Op {
        socket::end_read(self.client, self.bytes, world);
        if self.stage == Stage::OwnReads {
            let ns = socket::parse_first(self.client, world);
            return self.then(Step::Parsed, Op::user(Activity::ClientTurn, ns));
        }
        let turn = socket::client_turn(self.client, world);
        let is_complete = !world.clients[self.client as usize].commands.is_empty();
        if is_complete && costs_nothing(turn, Activity::ClientTurn, ThreadClass::ServerMain, world) {
            return self.execute_next(me, world);
        }
        self.then(Step::ClientTurn, Op::user(Activity::ClientTurn, turn))
    }

    /// `processInputBuffer`.
    #[inline]
    fn execute_next(&mut self, me: ThreadId, world: &mut World) -> Op {
        let client = &mut world.clients[self.client as usize];
        let Some(&run) = client.commands.get(client.next) else {
            return self.executed_all(me, world);
        };
        let parsed = std::mem::take(&mut client.first_parsed);
        if run.last {
            world.enter(run.request, Phase::Execute);
        }
        world.work_for(me, run.request);
        let work = world.work_on(self.node, &run);
        let mut work = work.saturating_sub(if parsed { world.plan.costs.parse } else { 0 });
        if self.has_its_keys {
            work = work.saturating_sub(self.saved_by_prefetching(&run, world));
        }
        let op = match run.message {
            Message::Open => Op::kernel(Activity::Accept, work),
            Message::Close => Op::kernel(Activity::Close, work),
            _ => Op::user(Activity::Execute, work),
        };
        self.then(Step::Executed, op)
    }

    #[inline]
    fn executed(&mut self, world: &mut World) {
        let client = &mut world.clients[self.client as usize];
        let run = client.commands[client.next];
        client.next += 1;
        if world.waits(&run) {
            self.block(run, world);
        } else if let Some(reply) = world.answer_to(&run) {
            self.add_reply(reply, world);
        }
        if run.message.has_data() && !world.is_sent_away(&run) {
            self.log.append(run.total(), &world.plan.scenario.server.append_only);
        }
        if run.last {
            world.enter(run.request, Phase::ReplyQueue);
        }
    }

    /// `addReply`.
    #[inline]
    fn add_reply(&mut self, reply: Run, world: &mut World) {
        let client = &mut world.clients[self.client as usize];
        // `prepareClientToWrite`: a client with a handler for EPOLLOUT is written to by that.
        if !client.has_replies() && world.plan.io_loops() == 0 {
            self.pending_write.push(self.client);
        }
        client.add_reply(&reply);
        world.wire.queue(back(self.client), reply);
    }

    fn executed_all(&mut self, me: ThreadId, world: &mut World) -> Op {
        if let (Stage::Input, IoThreads::Redis8 { .. }) = (self.stage, self.kind) {
            return self.goes_back(me, world);
        }
        socket::goes_on(self.client, world);
        if matches!(self.stage, Stage::Input | Stage::Unblock) {
            return self.proceed(me, world);
        }
        self.write_rest(me, world)
    }

    /// The writable handler comes after the readable one.
    fn write_rest(&mut self, me: ThreadId, world: &mut World) -> Op {
        if world.clients[self.client as usize].write_handler {
            return self.write_to(self.client, me, world);
        }
        self.proceed(me, world)
    }

    // The timer.

    fn keep_house(&mut self, me: ThreadId, world: &mut World) -> Op {
        if world.now < self.cron.due {
            return self.begin_turn(me, world);
        }
        world.work_for_nobody(me, None);
        let work = self.cron.call(world.now);
        self.arm_timer(me, world);
        self.then(Step::Housekeeping, Op::user(Activity::Cron, work))
    }
}
