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

mod accept;
mod blocked;
mod fan_out;
mod hand_over;
mod invalidate;
mod log;
mod prefetch;
mod replies;
mod rings;
mod stall;
mod timer;

use super::append_only::Log;
use super::cron::Cron;
use super::io_threads::Job;
use super::socket;
use crate::actor::plan::Plan;
use crate::actor::program::{Op, in_order, unless_free};
use crate::actor::world::World;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::{Activity, Phase, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::resource::message::{Message, Run};
use crate::resource::wire::to_server;
use crate::scenario::IoThreads;
use accept::Accepting;
use blocked::Blocked;
use prefetch::Prefetch;
use std::collections::VecDeque;

/// Where in its turn the thread is: at a stage, or at what it has just finished for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    // On the way of every request, in order.
    /// A command has been executed.
    Executed,
    /// The next command of a client is looked at.
    ClientTurn,
    /// Nothing more that a client has sent can be executed.
    AllExecuted,
    /// Stage.
    Events,
    /// A client is to be read from.
    Ready,
    ReadDone,
    /// Stage.
    Timer,
    Housekeeping,
    /// Stage.
    Log,
    /// The commands of the last turn are in the file, as far as they have to be.
    LogDone,
    /// Stage.
    Replies,
    /// A client is to be written to; that call is over; and so are all the calls for it in this turn.
    Writing,
    Written,
    WriteDone,
    /// Stage.
    Sleep,
    Polled,
    Started,
    /// Stage: connections that wait in the listen queue since an earlier turn.
    ListenQueue,
    /// Stage: clients whose command has waited for long enough.
    Unblock,
    /// Stages: the share of what I/O threads read that the main thread reads itself, and then execution.
    OwnReads,
    Input,
    /// Stages: the share of a fan-out that the main thread writes itself, and then the handlers for what is left.
    OwnWrites,
    Handlers,
    Logged,
    /// Fan-out: clients are dealt, a thread has been unlocked, the barrier is reached, the barrier is passed.
    Dealt,
    Unlocked,
    AtBarrier,
    Joined,
    /// Stages of a turn with rings: replies, and waiting for what a thread finds that polls.
    RingReplies,
    RingSleep,
    /// Rings and hand-over: a client (or the poll) has been given to a thread, or taken from one.
    Given,
    Taken,
    Notified,
}

/// Program of Redis' main thread.
pub struct MainLoop {
    /// Which node of the cluster it is.
    node: usize,
    step: Step,
    /// The stage to which it comes back when it has finished something.
    stage: Step,
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
    /// The I/O thread at work and the next to be looked at (Valkey: whether this turn has begun), clients on their way back to each, and whether this turn has had input.
    thread: usize,
    next_thread: usize,
    returning: Vec<Vec<u32>>,
    had_input: bool,
    /// Whether the job taken was a read.
    took_read: bool,
    prefetch: Prefetch,
    log: Log,
    cron: Cron,
    receivers: Vec<u32>,
    /// Clients whose command waits.
    blocked: VecDeque<Blocked>,
    accepting: Accepting,
}

impl MainLoop {
    /// The main thread of a node.
    pub fn new(node: u32, plan: &Plan) -> Self {
        let connections = plan.per_node;
        let threads = 1 + plan.server_io as usize;
        MainLoop {
            node: node as usize,
            step: Step::Started,
            stage: Step::Input,
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
            prefetch: Prefetch::new(&plan.scenario.server),
            log: Log::default(),
            cron: Cron::new(plan, plan.most_per_node),
            receivers: Vec::new(),
            blocked: VecDeque::new(),
            accepting: Accepting::default(),
        }
    }

    /// See [`crate::actor::program::Program::resume`].
    #[inline(always)]
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Op {
        in_order!(self, Op::NOTHING =>
            Step::Executed => self.executed(world),
            Step::ClientTurn => self.execute_next(me, world),
            Step::AllExecuted => self.write_rest(world),
            Step::Events => self.next_event(me, world),
            Step::Ready => self.read(me, world),
            Step::ReadDone => self.read_done(world),
            Step::Timer => self.run_cron(me, world),
            Step::Housekeeping => self.begin_turn(world),
            Step::Log => self.flush_log(me, world),
            Step::LogDone => self.log_done(me, world),
            Step::Replies => self.next_reply(me, world),
            Step::Writing => self.write(me, world),
            Step::Written => self.written(world),
            Step::WriteDone => self.watch_for_room(world),
            Step::Sleep => self.wait_for_events(me, world),
            Step::Polled => self.polled(world),
        );
        self.resume_apart(me, world)
    }

    /// What is not on the way of every request.
    #[inline(never)]
    fn resume_apart(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            Step::Started => self.start(me, world),
            Step::ListenQueue => self.next_in_listen_queue(me, world),
            Step::Unblock => self.next_unblocked(world),
            Step::OwnReads => self.next_own_read(world),
            Step::Input => self.next_input(me, world),
            Step::OwnWrites => self.next_own_write(world),
            Step::Handlers => self.next_handler(world),
            Step::Logged => self.logged(world),
            Step::Dealt => self.dealt(world),
            Step::Unlocked => self.unlocked(world),
            Step::AtBarrier => self.at_barrier(world),
            Step::Joined => self.joined(),
            Step::RingReplies => self.next_ring_reply(me, world),
            Step::RingSleep => self.wait_for_found(me, world),
            Step::Given => self.given(world),
            Step::Taken => self.taken(world),
            Step::Notified => self.notified(world),
            _ => Op::NOTHING,
        }
    }

    #[inline(always)]
    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    #[inline(always)]
    fn spend(&mut self, step: Step, op: Op, world: &mut World) -> Op {
        self.then(step, unless_free(op, world))
    }

    fn start(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.arm_timer(me, world);
        self.go_to(Step::Housekeeping)
    }

    /// Goes on at once where this step leads. What several steps lead to has a step of its own: it is compiled once, into
    /// the one function that goes through all of them.
    #[inline(always)]
    fn go_to(&mut self, step: Step) -> Op {
        self.then(step, Op::NOTHING)
    }

    #[inline(always)]
    fn begin(&mut self, stage: Step) -> Op {
        self.stage = stage;
        self.go_to(stage)
    }

    /// Goes on with the stage that it is in.
    #[inline(always)]
    fn proceed(&mut self) -> Op {
        self.go_to(self.stage)
    }

    /// The price of a socket call: batched submissions enter the kernel once for all of a stage.
    #[inline(always)]
    fn submit(&mut self, world: &World, ns: Nanos) -> Nanos {
        if world.plan.scenario.server.batched_submissions && std::mem::replace(&mut self.submitted, true) {
            return ns.saturating_sub(world.plan.costs.syscall);
        }
        ns
    }

    // What I/O threads have read.

    #[inline(always)]
    fn begin_turn(&mut self, world: &mut World) -> Op {
        self.had_input = false;
        self.accepting.begin_turn();
        match self.kind {
            // The plan names the design that a version stands for.
            IoThreads::Version { .. } => self.begin(Step::Log),
            IoThreads::None {} if !self.blocked.is_empty() => self.begin(Step::Unblock),
            IoThreads::Redis6 { .. } if !self.pending_read.is_empty() => self.deal_reads(world),
            IoThreads::None {} | IoThreads::Redis6 { .. } => self.begin(Step::Log),
            IoThreads::Redis8 { .. } | IoThreads::Valkey8 { .. } => {
                self.next_thread = 0;
                self.begin(Step::Input)
            }
        }
    }

    /// The next client from which an I/O thread has read.
    fn next_input(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.kind {
            IoThreads::Valkey8 { .. } => self.take_done(me, world),
            IoThreads::Redis8 { .. } if self.next == self.list.len() => self.take_list(me, world),
            IoThreads::Redis6 { .. } | IoThreads::None {} if self.next == self.list.len() => self.begin(Step::Log),
            _ => {
                if self.prefetch.come_together {
                    self.prefetch.begin(&self.list[self.next..], world);
                }
                self.client = self.list[self.next];
                self.next += 1;
                self.go_to(Step::ClientTurn)
            }
        }
    }

    // Events.

    #[inline(always)]
    fn wait_for_events(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.clear_attribution(me, None);
        let World { polls, wire, sessions, .. } = world;
        // Level-triggered: a client whose data was read after it had been listed is not reported.
        polls[self.node]
            .prune(|client| wire.readable(to_server(client)) > 0 || sessions[client as usize].write_handler);
        let events = polls[self.node].len() as u64 + u64::from(self.is_asked_for(world));
        if events == 0 && world.now < self.cron.due && !self.has_input(world) {
            // Valkey does not sleep while its I/O threads are at work; its empty looks at epoll are one wait here.
            let waits = if world.io.under_way > 0 { Op::spin() } else { Op::wait(ThreadState::Idle) };
            return self.then(Step::Sleep, waits);
        }
        let costs = &world.plan.costs;
        let ns = costs.epoll_wait + events * costs.epoll_event;
        self.spend(Step::Polled, Op::kernel(Activity::EpollWait, ns), world)
    }

    /// Whether I/O threads have input for the main thread, or had some in this turn, after which it looks once more; or the primary has sent
    /// something.
    #[inline(always)]
    fn has_input(&self, world: &World) -> bool {
        self.had_input
            || !world.io.done.is_empty()
            || world.io.loops.iter().any(|io_loop| !io_loop.to_main.is_empty())
            || world.plan.keyspace.replicas_serve && world.keyspaces[self.node].inbox.has_arrived(world.now)
    }

    #[inline(always)]
    fn polled(&mut self, world: &mut World) -> Op {
        world.polls[self.node].take(&mut self.fired);
        self.found(world)
    }

    /// There are events, or none.
    #[inline(always)]
    fn found(&mut self, world: &mut World) -> Op {
        world.server_meter.turns += u64::from(!self.fired.is_empty());
        self.next_fired = 0;
        self.submitted = false;
        if let IoThreads::Valkey8 { events_per_io_thread, .. } = self.kind {
            return self.adapt(events_per_io_thread, world);
        }
        self.begin_events(world)
    }

    #[inline(always)]
    fn next_event(&mut self, me: ThreadId, world: &mut World) -> Op {
        let Some(&client) = self.fired.get(self.next_fired) else {
            return self.begin(Step::Timer);
        };
        self.next_fired += 1;
        self.client = client;
        let c = &world.sessions[client as usize];
        if c.away || c.in_listen_queue {
            return self.proceed();
        }
        if world.wire.readable(to_server(client)) == 0 {
            return self.go_to(Step::AllExecuted);
        }
        if world.wire.begins(to_server(client)) {
            return self.accept(me, world);
        }
        if self.postpones_reads() {
            self.pending_read.push(client);
            return self.go_to(Step::AllExecuted);
        }
        if let Some(thread) = self.ring_for(client, world) {
            return self.give(client, Job::Read(client), thread, me, world);
        }
        self.go_to(Step::Ready)
    }

    #[inline(always)]
    fn read(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.bytes = socket::begin_read(self.client, me, world);
        let cost = world.read_cost(to_server(self.client), self.bytes);
        let ns = self.submit(world, cost);
        self.spend(Step::ReadDone, Op::kernel(Activity::Read, ns), world)
    }

    #[inline(always)]
    fn read_done(&mut self, world: &mut World) -> Op {
        socket::end_read(self.client, self.bytes, world);
        if self.stage == Step::OwnReads {
            let ns = socket::parse_first(self.client, world);
            return self.then(self.stage, Op::user(Activity::ClientTurn, ns));
        }
        let turn = socket::client_turn(self.client, world);
        self.spend(Step::ClientTurn, Op::user(Activity::ClientTurn, turn), world)
    }

    /// `processInputBuffer`.
    #[inline(always)]
    fn execute_next(&mut self, me: ThreadId, world: &mut World) -> Op {
        let client = &mut world.sessions[self.client as usize];
        let Some(&run) = client.commands.get(client.next) else {
            return self.executed_all(me, world);
        };
        if run.message == Message::Open
            && let Some(op) = self.wait_to_be_accepted(world)
        {
            return op;
        }
        let client = &mut world.sessions[self.client as usize];
        let parsed = client.parsed.min(run.count);
        client.parsed -= parsed;
        if run.last {
            world.enter(run.request, Phase::Execute);
        }
        world.work_for(me, run.request);
        let work = world.work_on(self.node, &run);
        let mut work = work.saturating_sub(u64::from(parsed) * world.plan.costs.parse);
        if self.prefetch.come_together {
            work = work.saturating_sub(self.prefetch.saved(&run, world));
        }
        let call = match run.message {
            Message::Open => {
                world.admitted(self.client);
                Activity::Accept
            }
            Message::Close => {
                world.has_left(self.client);
                Activity::Close
            }
            Message::TlsHello | Message::TlsFinish => return self.then(Step::Executed, Op::user(Activity::Tls, work)),
            _ => return self.then(Step::Executed, Op::user(Activity::Execute, work)),
        };
        world.wire.end_is_over(to_server(self.client));
        self.then(Step::Executed, Op::kernel(call, work))
    }

    #[inline(always)]
    fn executed(&mut self, world: &mut World) -> Op {
        let client = &mut world.sessions[self.client as usize];
        let run = client.commands[client.next];
        client.next += 1;
        if world.plan.keyspace.replicas_serve {
            world.keyspaces[self.node].written.end(world.now);
        }
        if world.plan.has_pushes {
            self.publish(&run, world);
        }
        if world.waits(&run) {
            self.block(run, world);
        } else {
            self.answer(&run, world);
        }
        if world.plan.has_pushes {
            self.invalidate(&run, world);
        }
        if run.message.has_data() && !world.is_redirected(&run) {
            self.log.append(run.total(), &world.plan.scenario.server.append_only);
        }
        self.go_to(Step::ClientTurn)
    }

    #[inline(always)]
    fn answer(&mut self, run: &Run, world: &mut World) {
        if let Some(reply) = world.answer_to(run) {
            self.add_reply(self.client, reply, world);
        }
        if run.last {
            world.enter(run.request, Phase::ReplyQueue);
        }
    }

    #[inline(always)]
    fn executed_all(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.prefetch.here = 0;
        if let (Step::Input | Step::ListenQueue, IoThreads::Redis8 { .. }) = (self.stage, self.kind) {
            return self.goes_back(me, world);
        }
        socket::goes_on(self.client, world);
        if matches!(self.stage, Step::Input | Step::Unblock) {
            return self.proceed();
        }
        self.go_to(Step::AllExecuted)
    }
}
