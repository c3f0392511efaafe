//! Redis' main thread, versions 6 and 7.
//!
//! Mirrors `aeProcessEvents` with `beforeSleep`: append the commands of the last turn to the file, write its replies
//! (`handleClientsWithPendingWrites`, the client executed last is written first, somewhat over 64 KiB each at most), wait for
//! events, then for each ready client in order one read() (`readQueryFromClient`) and every complete command in it
//! (`processInputBuffer`) before the next client is looked at. A reply is only queued when its command has run; it leaves at
//! the end of the turn. What does not fit is written when epoll reports that the socket takes more (`sendReplyToClient`).
//! After the events comes the timer (`serverCron`).
//!
//! ```text
//!  ┌► log ─ replies ─ sleep ─ events: (read, execute…, write the rest)… ─ timer ┐
//!  └────────────────────────────────────────────────────────────────────────────┘
//! ```

use super::append_only::{Flush, Log};
use super::client::had_its_share;
use super::cron::Cron;
use super::socket;
use crate::actor::plan::Plan;
use crate::actor::program::Op;
use crate::actor::world::World;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::{Activity, Phase, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::resource::message::Message;
use crate::resource::wire::{back, to_server};

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
    ClientTurn,
    Executed,
    Housekeeping,
}

/// Where in its turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Log,
    Replies,
    Sleep,
    Events,
    Timer,
}

/// Program of Redis' main thread.
pub struct MainLoop {
    step: Step,
    stage: Stage,
    /// `server.clients_pending_write`: clients are added at the head, so the last one executed is written first.
    pending_write: Vec<u32>,
    fired: Vec<u32>,
    next_fired: usize,
    /// The client at work, the size of the call for it under way, and what was written to it in this turn.
    client: u32,
    bytes: u64,
    written: u64,
    /// A submission of the turn has been paid for: the next ones ride along (`batchedSubmissions`).
    submitted: bool,
    log: Log,
    cron: Cron,
}

impl MainLoop {
    /// The main thread of a server with `connections` clients.
    pub fn new(connections: u32, plan: &Plan) -> Self {
        MainLoop {
            step: Step::Started,
            stage: Stage::Log,
            pending_write: Vec::with_capacity(connections as usize),
            fired: Vec::with_capacity(connections as usize),
            next_fired: 0,
            client: 0,
            bytes: 0,
            written: 0,
            submitted: false,
            log: Log::default(),
            cron: Cron::new(plan, connections),
        }
    }

    /// See [`crate::actor::program::Program::resume`].
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            Step::Started => self.start(me, world),
            Step::Logged => self.logged(me, world),
            Step::Synced | Step::HandlerChanged => self.proceed(me, world),
            Step::Written => self.written(me, world),
            Step::Woken => self.wait_for_events(me, world),
            Step::Polled => self.polled(me, world),
            Step::ReadDone => self.read_done(world),
            Step::ClientTurn => self.execute_next(me, world),
            Step::Executed => self.executed(me, world),
            Step::Housekeeping => self.begin(Stage::Log, me, world),
        }
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    fn start(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.arm_timer(me, world);
        self.proceed(me, world)
    }

    fn arm_timer(&self, me: ThreadId, world: &mut World) {
        if self.cron.due < Nanos::MAX {
            world.alarms.set(me, self.cron.due, &mut world.calendar);
        }
    }

    fn begin(&mut self, stage: Stage, me: ThreadId, world: &mut World) -> Op {
        self.stage = stage;
        self.proceed(me, world)
    }

    /// The next piece of work of the stage, or the next stage.
    fn proceed(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.stage {
            Stage::Log => self.flush_log(me, world),
            Stage::Replies => self.next_reply(me, world),
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

    // The append-only file.

    fn flush_log(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.log.flush(world.now) {
            Flush::Nothing => self.begin_replies(me, world),
            Flush::Wait(until) => self.then(Step::Synced, Op::Sleep(ThreadState::WaitReply, until)),
            Flush::Write(bytes) => {
                world.work_for_nobody(me, None);
                self.then(Step::Logged, Op::kernel(Activity::FileWrite, world.plan.costs.file_write.of(bytes)))
            }
        }
    }

    fn logged(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.log.written(world) {
            Some(until) if until > world.now => self.then(Step::Synced, Op::Sleep(ThreadState::WaitReply, until)),
            _ => self.begin_replies(me, world),
        }
    }

    // Replies.

    fn begin_replies(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.submitted = false;
        self.begin(Stage::Replies, me, world)
    }

    fn next_reply(&mut self, me: ThreadId, world: &mut World) -> Op {
        let Some(client) = self.pending_write.pop() else {
            return self.begin(Stage::Sleep, me, world);
        };
        self.write_to(client, me, world)
    }

    /// `writeToClient`.
    fn write_to(&mut self, client: u32, me: ThreadId, world: &mut World) -> Op {
        self.client = client;
        self.written = 0;
        self.write(me, world)
    }

    fn write(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.bytes = socket::begin_write(self.client, me, world);
        let ns = self.submit(world, world.write_cost(back(self.client), self.bytes));
        self.then(Step::Written, Op::kernel(Activity::Write, ns))
    }

    fn written(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.send(back(self.client), self.bytes);
        self.written += self.bytes;
        let client = &mut world.clients[self.client as usize];
        let more = client.has_replies();
        if more && !had_its_share(self.written) {
            return self.write(me, world);
        }
        client.pending_write = false;
        let had_handler = std::mem::replace(&mut client.write_handler, more);
        if more {
            world.polls[0].mark(self.client);
        }
        if had_handler == more {
            return self.proceed(me, world);
        }
        self.then(Step::HandlerChanged, Op::kernel(Activity::EpollCtl, world.plan.costs.epoll_ctl))
    }

    // Events.

    fn wait_for_events(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.work_for_nobody(me, None);
        let World { polls, wire, clients, .. } = world;
        // Level-triggered: a client whose data was read after it had been listed is not reported.
        polls[0].prune(|client| wire.readable(to_server(client)) > 0 || clients[client as usize].write_handler);
        let events = polls[0].len() as u64;
        if events == 0 && world.now < self.cron.due {
            return self.then(Step::Woken, Op::Wait(ThreadState::Idle));
        }
        let costs = &world.plan.costs;
        self.then(Step::Polled, Op::kernel(Activity::EpollWait, costs.epoll_wait + events * costs.epoll_event))
    }

    fn polled(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.polls[0].take(&mut self.fired);
        world.meter.server_turns += u64::from(!self.fired.is_empty());
        self.next_fired = 0;
        self.submitted = false;
        self.begin(Stage::Events, me, world)
    }

    fn next_event(&mut self, me: ThreadId, world: &mut World) -> Op {
        let Some(&client) = self.fired.get(self.next_fired) else {
            return self.begin(Stage::Timer, me, world);
        };
        self.next_fired += 1;
        self.client = client;
        if world.wire.readable(to_server(client)) == 0 {
            return self.write_rest(me, world);
        }
        self.bytes = socket::begin_read(client, me, world);
        let ns = self.submit(world, world.plan.costs.read.of(self.bytes));
        self.then(Step::ReadDone, Op::kernel(Activity::Read, ns))
    }

    fn read_done(&mut self, world: &mut World) -> Op {
        socket::end_read(self.client, self.bytes, world);
        self.then(Step::ClientTurn, Op::user(Activity::ClientTurn, world.plan.costs.client_turn))
    }

    /// `processInputBuffer`.
    fn execute_next(&mut self, me: ThreadId, world: &mut World) -> Op {
        let client = &world.clients[self.client as usize];
        let Some(&run) = client.commands.get(client.next) else {
            return self.executed_all(me, world);
        };
        if run.last {
            world.enter(run.request, Phase::Execute);
        }
        world.work_for(me, run.request);
        let (plan, request) = (&world.plan, world.requests.get(run.request));
        let work = plan.exchange(request).work(&run, &plan.costs, &world.random, request.key);
        let op = match run.message {
            Message::Open => Op::kernel(Activity::Accept, work),
            Message::Close => Op::kernel(Activity::Close, work),
            _ => Op::user(Activity::Execute, work),
        };
        self.then(Step::Executed, op)
    }

    fn executed(&mut self, me: ThreadId, world: &mut World) -> Op {
        let client = &mut world.clients[self.client as usize];
        let run = client.commands[client.next];
        client.next += 1;
        if let Some(reply) = world.plan.exchange(world.requests.get(run.request)).reply(&run) {
            // `prepareClientToWrite`: a client with a handler for EPOLLOUT is written to by that.
            if !client.has_replies() && !std::mem::replace(&mut client.pending_write, true) {
                self.pending_write.push(self.client);
            }
            client.add_reply(&reply);
            world.wire.queue(back(self.client), reply);
        }
        if run.message.has_data() {
            self.log.append(run.total(), &world.plan.scenario.server.append_only);
        }
        if run.last {
            world.enter(run.request, Phase::ReplyQueue);
        }
        self.execute_next(me, world)
    }

    fn executed_all(&mut self, me: ThreadId, world: &mut World) -> Op {
        if world.wire.readable(to_server(self.client)) > 0 {
            world.polls[0].mark(self.client);
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
            return self.begin(Stage::Log, me, world);
        }
        world.work_for_nobody(me, None);
        let work = self.cron.call(world.now);
        self.arm_timer(me, world);
        self.then(Step::Housekeeping, Op::user(Activity::Cron, work))
    }
}
