//! Node's one thread: the event loop (libuv) and every caller, whose code runs as callbacks between its system calls.
//!
//! ```text
//!  ┌► callbacks that are due (timers, arrivals)
//!  │  epoll_wait(), without waiting when something is to be written
//!  │  each readable socket: read(), decode all replies, then run the callers they answer (microtasks)
//!  └─ write what they have asked for meanwhile (setImmediate)
//! ```
//!
//! Mirrors `uv_run` and `uv__read`: a socket is level-triggered, at most 32 reads of 64 KiB an event, the last one that which
//! does not fill the buffer. What a caller asks for reaches the socket at once (ioredis), after the poll phase (node-redis), or when
//! the replies to what was written before are there (ioredis' auto-pipelining), or in the next turn, when the socket's turn comes among
//! those that are ready (redis-benchmark, whose loop in C is the same otherwise): the flush policy.

use super::flushing::Gathering;
use super::plan::ClientPlan;
use crate::actor::program::{Op, Wish};
use crate::actor::world::{Task, World};
use crate::kernel::calendar::EventKind;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::{Activity, Phase, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::resource::message::Run;
use crate::resource::wire::{back, to_server};
use crate::scenario::Flush;
use std::collections::VecDeque;

/// libuv `uv__read`: the buffer it asks for, and the most reads in a row.
const READ_BYTES: u64 = 64 * 1024;
const READS_PER_EVENT: u32 = 32;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    /// Between two phases, or after a callback.
    #[default]
    Free,
    /// A callback is under way.
    Carried,
    /// Woken from epoll_wait().
    Woken,
    Polled,
    ReadDone,
    ReadHandled,
    Decoded,
    /// JavaScript has handed what is to be written to libuv.
    Handed,
    Written,
}

/// Program of Node's thread.
pub struct NodeLoop {
    /// Which loop of the process it is: a load generator has several (`--threads`), each with connections and callers of its own.
    index: u32,
    /// What a read takes longer because the loop's sockets have left the cache between their turns (load generators).
    cold: Nanos,
    /// Its readiness set.
    poll: usize,
    first_connection: u32,
    step: Step,
    callback: ThreadId,
    fired: Vec<u32>,
    next_fired: usize,
    reads: u32,
    read_bytes: u64,
    /// What had been taken out of the stream when the call began.
    taken: u64,
    replies: VecDeque<Run>,
    received: Vec<Run>,
    /// Commands of the batch that is being taken over.
    asked: u32,
    gathering: Gathering,
    writing: u32,
    /// Connections whose sockets have taken as much as they do in a turn.
    undrained: VecDeque<u32>,
}

impl NodeLoop {
    /// Loop number `index` of a process with these connections, which waits on the readiness set `poll`.
    pub fn new(index: u32, poll: usize, first_connection: u32, plan: &ClientPlan) -> Self {
        let (connections, flush) = (plan.connections, plan.flush);
        NodeLoop {
            index,
            cold: cold_read(plan),
            first_connection,
            poll,
            step: Step::Free,
            callback: 0,
            fired: Vec::with_capacity(connections as usize),
            next_fired: 0,
            reads: 0,
            read_bytes: 0,
            taken: 0,
            replies: VecDeque::new(),
            received: Vec::new(),
            asked: 0,
            gathering: Gathering::new(flush, connections, u32::MAX),
            writing: 0,
            undrained: VecDeque::new(),
        }
    }

    /// See [`crate::actor::program::Program::resume`].
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            Step::Free => self.go_on(me, world),
            Step::Carried => Op::carry(self.callback),
            Step::Woken => {
                world.alarms.call_off(me);
                self.poll(world)
            }
            Step::Polled => self.polled(me, world),
            Step::ReadDone => self.read_done(me, world),
            Step::ReadHandled => self.decode_next(me, world),
            Step::Decoded => self.decoded(me, world),
            Step::Handed => self.handed(world),
            Step::Written => self.written(me, world),
        }
    }

    fn own(&self, connection: u32) -> u32 {
        connection - self.first_connection
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    /// Work of the loop itself, not of a callback.
    fn work(&mut self, step: Step, op: Op, world: &mut World) -> Op {
        if let Wish::Burst(burst) = op.wish() {
            world.cpu.count_call(burst.activity as usize);
        }
        self.then(step, op)
    }

    /// A callback has said what it wants: CPU time, or to be called again later.
    pub fn grant(&mut self, wish: Op, me: ThreadId, world: &mut World) -> Op {
        let state = match wish.wish() {
            Wish::Burst(_) | Wish::Carry(_) | Wish::Spin => return self.then(Step::Carried, wish),
            Wish::Wait(state) => state,
            Wish::Sleep(state, until) => {
                world.calendar.schedule(until, EventKind::Timer, self.callback);
                state
            }
        };
        world.cpu.put_down(me, state, world.now, &mut world.trace);
        self.go_on(me, world)
    }

    /// What callbacks have asked for is taken over (a batch is one write, whatever the policy), then further callbacks run, then the sockets have their turn.
    fn go_on(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.clear_attribution(me, None);
        while let Some(Task { run, ends_batch, .. }) = world.process.mailboxes[self.index as usize].tasks.pop_front() {
            let connection = world.requests.get(run.request).connection - 1;
            world.wire.queue(to_server(connection), run);
            self.asked += run.count;
            if !ends_batch {
                continue;
            }
            if run.last {
                world.enter(run.request, Phase::ClientWrite);
            }
            let commands = std::mem::take(&mut self.asked);
            if !self.watch(connection, world)
                && self.gathering.add(self.own(connection), commands, ends_batch, world.now)
            {
                return self.write(connection, me, world);
            }
            if run.last {
                world.enter(run.request, Phase::FlushWait);
            }
        }
        if let Some(callback) = world.process.callbacks[self.index as usize].pop_front() {
            self.callback = callback;
            world.cpu.carry(me, callback);
            return self.then(Step::Carried, Op::carry(callback));
        }
        if self.next_fired < self.fired.len() {
            return self.read_socket(me, world);
        }
        match self.gathering.next(true, world.now) {
            Some(own) => self.write(self.first_connection + own, me, world),
            None => self.wait(me, world),
        }
    }

    // Writing.

    fn write(&mut self, connection: u32, me: ThreadId, world: &mut World) -> Op {
        self.writing = connection;
        // Commands of several callers may leave together: it works for the connection.
        world.clear_attribution(me, Some(connection));
        self.work(Step::Handed, Op::user(Activity::Task, world.process.plan.costs.loop_task), world)
    }

    fn handed(&mut self, world: &mut World) -> Op {
        let out = to_server(self.writing);
        let cost = world.write_cost(out, self.written_at_once(world));
        self.work(Step::Written, Op::kernel(Activity::Write, cost), world)
    }

    fn written(&mut self, me: ThreadId, world: &mut World) -> Op {
        let out = to_server(self.writing);
        world.send(out, self.written_at_once(world));
        world.heard(self.writing);
        if world.wire.unsent(out) > 0 {
            self.undrained.push_back(self.writing);
        }
        self.go_on(me, world)
    }

    /// Whether epoll is asked, and says, that a socket can be written.
    fn is_writable(&self, connection: u32, world: &World) -> bool {
        world.process.plan.flush == Flush::Writable {} && world.wire.unsent(to_server(connection)) > 0
    }

    /// Asks epoll when the socket can be written: it can, and so it joins those that are ready.
    fn watch(&self, connection: u32, world: &mut World) -> bool {
        let watched = self.is_writable(connection, world);
        if watched {
            world.polls[self.poll].mark(connection);
        }
        watched
    }

    /// Bytes that the socket takes before it asks to be drained (`writableNeedDrain`): whole commands, up to the one with which it is full.
    fn written_at_once(&self, world: &World) -> u64 {
        world.wire.unsent_messages(to_server(self.writing), world.process.plan.loop_rules.high_water_mark)
    }

    // Polling and reading.

    fn wait(&mut self, me: ThreadId, world: &mut World) -> Op {
        if !world.polls[self.poll].is_empty() || !self.undrained.is_empty() {
            return self.poll(world);
        }
        if let Some(due) = self.gathering.due() {
            world.alarms.set(me, due, &mut world.calendar);
        }
        self.then(Step::Woken, Op::wait(ThreadState::Idle))
    }

    fn poll(&mut self, world: &mut World) -> Op {
        let costs = &world.process.plan.costs;
        let events = world.polls[self.poll].len() as u64;
        let cost = costs.epoll_wait + events * costs.epoll_event;
        self.work(Step::Polled, Op::kernel(Activity::EpollWait, cost), world)
    }

    fn polled(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.prune(self.poll);
        world.polls[self.poll].take(&mut self.fired);
        (self.next_fired, self.reads) = (0, 0);
        while let Some(connection) = self.undrained.pop_front() {
            // What was left may have gone with what came after it.
            if world.wire.unsent(to_server(connection)) > 0 {
                self.gathering.put_back(self.own(connection));
            }
        }
        self.go_on(me, world)
    }

    fn read_socket(&mut self, me: ThreadId, world: &mut World) -> Op {
        let connection = self.fired[self.next_fired];
        if self.is_writable(connection, world) {
            self.next_fired += 1;
            if world.wire.readable(back(connection)) > 0 {
                world.polls[self.poll].mark(connection);
            }
            return self.write(connection, me, world);
        }
        world.clear_attribution(me, Some(connection));
        let stream = back(connection);
        (self.read_bytes, self.taken) = (world.wire.readable(stream).min(READ_BYTES), world.wire.taken(stream));
        let cost = world.read_cost(stream, self.read_bytes);
        self.work(Step::ReadDone, Op::kernel(Activity::Read, cost + self.cold), world)
    }

    fn read_done(&mut self, me: ThreadId, world: &mut World) -> Op {
        let connection = self.fired[self.next_fired];
        if world.wire.taken(back(connection)) != self.taken {
            // The socket has been closed for its silence: what was left in it was thrown away during the call.
            return self.read_again_or_go_on(me, world);
        }
        world.heard(connection);
        world.wire.read(back(connection), self.read_bytes, &mut self.received);
        let pushes = if world.plan.has_pushes { world.take_pushes(connection, &mut self.received) } else { 0 };
        for run in &self.received {
            self.replies.push_back(*run);
            world.meters[world.process.plan.number].messages_read[1] += u64::from(run.count);
            self.gathering.answered(connection - self.first_connection, run.count);
            world.process.outstanding.answered(connection, run.count);
            if run.last {
                world.requests.enter(run.request, Phase::Decode, world.now, &mut world.trace);
            }
        }
        self.received.clear();
        self.reads += 1;
        let handling = world.process.plan.costs.loop_read + pushes;
        self.work(Step::ReadHandled, Op::user(Activity::Decode, handling), world)
    }

    fn decode_next(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.replies.front() {
            Some(run) => {
                world.work_for(me, run.request);
                let decoding = world.loop_decoding(run);
                self.work(Step::Decoded, Op::user(Activity::Decode, decoding), world)
            }
            None => self.read_again_or_go_on(me, world),
        }
    }

    fn decoded(&mut self, me: ThreadId, world: &mut World) -> Op {
        if let Some(run) = self.replies.pop_front()
            && world.decoded(&run)
        {
            if run.last {
                world.enter(run.request, Phase::WakeUp);
            }
            if let Some(caller) = world.answered(run.request)
                && world.cpu.is_waiting(caller, ThreadState::WaitReply)
            {
                world.wake(caller);
            }
        }
        self.decode_next(me, world)
    }

    /// The callers it has answered run before the next read.
    fn read_again_or_go_on(&mut self, me: ThreadId, world: &mut World) -> Op {
        let connection = self.fired[self.next_fired];
        let more = world.wire.readable(back(connection)) > 0;
        let again = more && self.read_bytes == READ_BYTES && self.reads < READS_PER_EVENT;
        if !again {
            (self.next_fired, self.reads) = (self.next_fired + 1, 0);
            if more {
                world.polls[self.poll].mark(connection);
            }
        }
        self.go_on(me, world)
    }
}

/// See [`NodeLoop::cold`]: in a closed loop every connection that is in use has its turn before the same one has it again.
fn cold_read(plan: &ClientPlan) -> Nanos {
    if plan.flush != (Flush::Writable {}) {
        return 0;
    }
    let in_use = plan.at_work.min(plan.connections) / plan.loops;
    plan.costs.cold_socket(u64::from(in_use.max(1) - 1))
}

impl World {
    /// Node's thread is to call this one back: at once if it sleeps, else when it comes to it.
    pub fn call_back(&mut self, callback: ThreadId) {
        self.cpu.make_ready(callback, self.now, &mut self.trace);
        let index = self.process.loop_of_callback(callback);
        self.process.callbacks[index as usize].push_back(callback);
        let thread = self.polls[self.process.poll(index)].owner;
        self.wake_idle(thread);
    }
}
