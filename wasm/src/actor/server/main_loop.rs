//! Redis' main thread, versions 6 and 7 without I/O threads.
//!
//! Mirrors `aeProcessEvents` with `beforeSleep`: write the replies of the last turn (`handleClientsWithPendingWrites`, the
//! client executed last is written first, at most 64 KiB each), wait for events, then for each ready client in order one
//! read() of at most 16 KiB (`readQueryFromClient`) and every complete command in it (`processInputBuffer`) before the next
//! client is looked at. A reply is only queued when its command has run; it leaves at the end of the turn.
//!
//! Left out so far: timers (serverCron), replies over the static buffer, large arguments.

use crate::actor::program::Op;
use crate::actor::world::World;
use crate::metric::vocabulary::{Activity, Phase, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::resource::message::Run;
use crate::resource::wire::{back, to_server};

/// `PROTO_IOBUF_LEN`: the most one read() takes.
const READ_BYTES: u64 = 16 * 1024;
/// `NET_MAX_WRITES_PER_EVENT`: the most that is written to one client in a turn.
const WRITE_BYTES: u64 = 64 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    BeforeSleep,
    Written,
    Woken,
    Polled,
    ReadDone,
    ClientTurn,
    Executed,
}

/// Program of Redis' main thread.
pub struct MainLoop {
    step: Step,
    /// `server.clients_pending_write`: clients are added at the head, so the last one executed is written first.
    pending_write: Vec<u32>,
    /// Clients whose reply did not fit this turn's 64 KiB; they go on in the next.
    unfinished: Vec<u32>,
    has_pending: Vec<bool>,
    fired: Vec<u32>,
    next_fired: usize,
    bytes: u64,
    commands: Vec<Run>,
    next_command: usize,
    writing: u32,
}

impl MainLoop {
    /// A server with `connections` clients.
    pub fn new(connections: u32) -> Self {
        let n = connections as usize;
        MainLoop {
            step: Step::BeforeSleep,
            pending_write: Vec::with_capacity(n),
            unfinished: Vec::new(),
            has_pending: vec![false; n],
            fired: Vec::with_capacity(n),
            next_fired: 0,
            bytes: 0,
            commands: Vec::new(),
            next_command: 0,
            writing: 0,
        }
    }

    /// See [`crate::actor::program::Program::resume`].
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            Step::BeforeSleep => self.write_next(me, world),
            Step::Written => self.written(me, world),
            Step::Woken => self.wait_for_events(me, world),
            Step::Polled => self.polled(me, world),
            Step::ReadDone => self.read_done(me, world),
            Step::ClientTurn => self.execute_next(me, world),
            Step::Executed => self.executed(me, world),
        }
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    fn write_next(&mut self, me: ThreadId, world: &mut World) -> Op {
        let Some(client) = self.pending_write.pop() else {
            return self.wait_for_events(me, world);
        };
        self.writing = client;
        self.bytes = world.wire.unsent(back(client)).min(WRITE_BYTES);
        world.work_for_nobody(me, Some(client));
        for slot in world.wire.completed_by_send(back(client), self.bytes) {
            world.requests.enter(slot, Phase::ServerWrite, world.now, &mut world.trace);
        }
        self.then(Step::Written, Op::kernel(Activity::Write, world.plan.costs.write.of(self.bytes)))
    }

    fn written(&mut self, me: ThreadId, world: &mut World) -> Op {
        let stream = back(self.writing);
        world.send(stream, self.bytes);
        if world.wire.unsent(stream) > 0 {
            self.unfinished.push(self.writing);
        } else {
            self.has_pending[self.writing as usize] = false;
        }
        self.write_next(me, world)
    }

    fn wait_for_events(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.work_for_nobody(me, None);
        let World { polls, wire, .. } = world;
        // Level-triggered: a client whose data was read after it had been listed is not reported.
        polls[0].prune(|client| wire.readable(to_server(client)) > 0);
        let events = polls[0].len() as u64;
        if events == 0 && self.unfinished.is_empty() {
            return self.then(Step::Woken, Op::Wait(ThreadState::Idle));
        }
        let costs = &world.plan.costs;
        self.then(Step::Polled, Op::kernel(Activity::EpollWait, costs.epoll_wait + events * costs.epoll_event))
    }

    fn polled(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.polls[0].take(&mut self.fired);
        world.meter.server_turns += u64::from(!self.fired.is_empty());
        self.next_fired = 0;
        self.read_next(me, world)
    }

    fn read_next(&mut self, me: ThreadId, world: &mut World) -> Op {
        let Some(&client) = self.fired.get(self.next_fired) else {
            self.pending_write.append(&mut self.unfinished);
            return self.write_next(me, world);
        };
        let stream = to_server(client);
        self.bytes = world.wire.readable(stream).min(READ_BYTES);
        world.work_for_nobody(me, Some(client));
        for slot in world.wire.completed_by_read(stream, self.bytes) {
            world.requests.enter(slot, Phase::ServerRead, world.now, &mut world.trace);
        }
        self.then(Step::ReadDone, Op::kernel(Activity::Read, world.plan.costs.read.of(self.bytes)))
    }

    fn read_done(&mut self, _me: ThreadId, world: &mut World) -> Op {
        let client = self.fired[self.next_fired];
        self.commands.clear();
        self.next_command = 0;
        world.wire.read(to_server(client), self.bytes, &mut self.commands);
        for run in &self.commands {
            world.meter.messages_read[0] += u64::from(run.count);
            if run.last {
                world.requests.enter(run.request, Phase::ServerBatch, world.now, &mut world.trace);
            }
        }
        self.then(Step::ClientTurn, Op::user(Activity::ClientTurn, world.plan.costs.client_turn))
    }

    fn execute_next(&mut self, me: ThreadId, world: &mut World) -> Op {
        let Some(run) = self.commands.get(self.next_command) else {
            return self.client_done(me, world);
        };
        if run.last {
            world.enter(run.request, Phase::Execute);
        }
        world.work_for(me, run.request);
        let (plan, request) = (&world.plan, world.requests.get(run.request));
        let work = plan.exchange(request).work(run, &plan.costs, &world.random, request.key);
        self.then(Step::Executed, Op::user(Activity::Execute, work))
    }

    fn executed(&mut self, me: ThreadId, world: &mut World) -> Op {
        let run = self.commands[self.next_command];
        let client = self.fired[self.next_fired];
        let reply = world.plan.exchange(world.requests.get(run.request)).reply(&run);
        world.wire.queue(back(client), reply);
        if run.last {
            world.enter(run.request, Phase::ReplyQueue);
        }
        if !std::mem::replace(&mut self.has_pending[client as usize], true) {
            self.pending_write.push(client);
        }
        self.next_command += 1;
        self.execute_next(me, world)
    }

    fn client_done(&mut self, me: ThreadId, world: &mut World) -> Op {
        let client = self.fired[self.next_fired];
        if world.wire.readable(to_server(client)) > 0 {
            world.polls[0].mark(client);
        }
        self.next_fired += 1;
        self.read_next(me, world)
    }
}
