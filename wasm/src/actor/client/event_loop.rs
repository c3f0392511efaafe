//! A client event loop: Lettuce on Netty 4.1's native epoll transport.
//!
//! Mirrors `EpollEventLoop.run`: wait (or only look, when tasks are queued), serve ready channels, then run write tasks for
//! about as long as the I/O took (`ioRatio`), checking the clock every 64 tasks. Every task is one command and one
//! write() (Lettuce flushes every command). Replies are read in bulk, decoded one by one, and each completes the oldest
//! outstanding command of its channel *inside* the decode loop; a parked caller costs a futex wake there.
//!
//! Channels are edge-triggered: a read goes on only while it filled the buffer, at most 16 times a turn, and the buffer
//! follows `AdaptiveRecvByteBufAllocator`. Java's selector (NIO) is level-triggered: it does not report what has been read already,
//! and reads the eventfd through which it was woken.

use super::flushing::Gathering;
use super::loop_rules::LoopRules;
use super::plan::ClientPlan;
use crate::actor::program::Op;
use crate::actor::world::{Task, World};
use crate::kernel::time::{MS, Nanos};
use crate::metric::vocabulary::{Activity, Phase, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::resource::message::{Message, Run};
use crate::resource::wire::{back, to_server};

/// netty `DefaultMaxMessagesRecvByteBufAllocator.maxMessagesPerRead`.
const READS_PER_EVENT: u32 = 16;
/// netty `FlushConsolidationHandler.DEFAULT_EXPLICIT_FLUSH_AFTER_FLUSHES`.
const MOST_TOGETHER: u32 = 256;
/// netty 4.2 `maxTaskProcessingQuantumMs`.
const TASK_QUANTUM: Nanos = 1000 * MS;
/// netty `SingleThreadEventExecutor.runAllTasks`: the clock is read once in so many tasks.
const TASKS_PER_CHECK: u32 = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// A turn begins: poll, or sleep.
    Turn,
    /// Woken from epoll_wait().
    Woken,
    Polled,
    ReadDone,
    ReadHandled,
    ReadEmpty,
    Decoded,
    /// The timeouts of the answered commands have been called off.
    CalledOff,
    TimerWoken,
    /// The application's code has had its CPU time, and what it waited for.
    Computed,
    Processed,
    CallerWoken,
    Encoded,
    Written,
}

/// Program of an event-loop thread.
pub struct EventLoop {
    /// Which loop of the client this is.
    index: usize,
    /// How many there are: the connections of the process, from its first on, are dealt to them in turn.
    loops: u32,
    first_connection: u32,
    /// Its readiness set.
    poll: usize,
    step: Step,
    fired: Vec<u32>,
    next_fired: usize,
    reads: u32,
    read_bytes: u64,
    buffers: Vec<ReceiveBuffer>,
    replies: Vec<Run>,
    next_reply: usize,
    io_start: Nanos,
    tasks_deadline: Nanos,
    tasks_run: u32,
    /// The one command being encoded.
    task: Task,
    gathering: Gathering,
    /// The connection being written, and whether others may have to follow it.
    writing: u32,
    flushing: bool,
    /// The caller being woken.
    caller: ThreadId,
    /// Timer's thread being woken.
    timer: ThreadId,
}

impl EventLoop {
    /// Loop number `index` of a process with these connections, which waits on the readiness set `poll`.
    pub fn new(index: u32, poll: usize, first_connection: u32, plan: &ClientPlan) -> Self {
        let flush = plan.flush;
        // What a loop keeps of connections it keeps of its own: with 256 loops all would be half a gigabyte.
        let (loops, own) = (plan.loops, plan.connections.div_ceil(plan.loops));
        let run = Run { request: 0, message: Message::Command, last: true, count: 0, bytes: 0 };
        EventLoop {
            index: index as usize,
            loops,
            first_connection,
            poll,
            step: Step::Turn,
            fired: Vec::new(),
            next_fired: 0,
            reads: 0,
            read_bytes: 0,
            buffers: vec![ReceiveBuffer::default(); own as usize],
            replies: Vec::new(),
            next_reply: 0,
            io_start: 0,
            tasks_deadline: 0,
            tasks_run: 0,
            task: Task { run, ends_batch: true },
            gathering: Gathering::new(flush, own, MOST_TOGETHER),
            writing: 0,
            flushing: false,
            caller: 0,
            timer: 0,
        }
    }

    /// See [`crate::actor::program::Program::resume`].
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            Step::Turn => self.turn(me, world),
            Step::Woken => self.woken(me, world),
            Step::Polled => self.polled(me, world),
            Step::ReadDone => self.read_done(world),
            Step::ReadHandled => self.decode_next(me, world),
            Step::ReadEmpty => self.next_channel(me, world),
            Step::Decoded => self.decoded(me, world),
            Step::CalledOff => self.called_off(me, world),
            Step::TimerWoken => self.wake_timer(me, world),
            Step::Computed => self.computed(me, world),
            Step::Processed => self.complete(me, world),
            Step::CallerWoken => self.wake_caller(me, world),
            Step::Encoded => self.encoded(me, world),
            Step::Written => self.written(me, world),
        }
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    fn turn(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.clear_attribution(me, None);
        if world.process.mailboxes[self.index].tasks.is_empty() && world.polls[self.poll].is_empty() {
            world.process.mailboxes[self.index].asleep = true;
            if let Some(due) = self.gathering.due() {
                // Java's selector counts milliseconds, so its timers are polls.
                let slack = if world.process.plan.loop_rules.is_nio { 0 } else { world.process.plan.costs.wait_slack };
                world.alarms.set(me, due + slack, &mut world.calendar);
            }
            return self.then(Step::Woken, Op::wait(ThreadState::Idle));
        }
        self.poll(0, world)
    }

    fn woken(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.alarms.call_off(me);
        // Java's select() reads what whoever has woken it wrote.
        let drains = world.process.plan.loop_rules.is_nio && !world.process.mailboxes[self.index].asleep;
        let draining = if drains { world.process.plan.costs.read_empty } else { 0 };
        if drains {
            world.cpu.count_call(Activity::ReadEmpty as usize);
        }
        self.poll(draining, world)
    }

    fn poll(&mut self, draining: Nanos, world: &mut World) -> Op {
        let costs = &world.process.plan.costs;
        let events = world.polls[self.poll].len() as u64;
        let polling = costs.epoll_wait + events * costs.epoll_event;
        self.then(Step::Polled, Op::kernel(Activity::EpollWait, polling + draining))
    }

    fn polled(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.process.mailboxes[self.index].asleep = false;
        if world.process.plan.loop_rules.is_nio {
            world.prune(self.poll);
        }
        world.polls[self.poll].take(&mut self.fired);
        self.next_fired = 0;
        self.reads = 0;
        self.io_start = world.now;
        self.serve_channel(me, world)
    }

    /// The place of a connection among those of this loop.
    fn own(&self, connection: u32) -> u32 {
        (connection - self.first_connection) / self.loops
    }

    fn serve_channel(&mut self, me: ThreadId, world: &mut World) -> Op {
        let Some(&connection) = self.fired.get(self.next_fired) else {
            return self.start_tasks(me, world);
        };
        world.clear_attribution(me, Some(connection));
        let readable = world.wire.readable(back(connection));
        if readable == 0 {
            // The data this event announced was read in the turn before.
            return self.then(Step::ReadEmpty, Op::kernel(Activity::ReadEmpty, world.process.plan.costs.read_empty));
        }
        self.read_bytes = readable.min(self.buffers[self.own(connection) as usize].size());
        let cost = world.read_cost(back(connection), self.read_bytes);
        self.then(Step::ReadDone, Op::kernel(Activity::Read, cost))
    }

    fn read_done(&mut self, world: &mut World) -> Op {
        let connection = self.fired[self.next_fired];
        let own = self.own(connection);
        self.replies.clear();
        self.next_reply = 0;
        world.wire.read(back(connection), self.read_bytes, &mut self.replies);
        let pushes = if world.plan.has_pushes { world.take_pushes(connection, &mut self.replies) } else { 0 };
        for run in &self.replies {
            world.meters[world.process.plan.number].messages_read[1] += u64::from(run.count);
            self.gathering.answered(own, run.count);
            world.process.outstanding.answered(connection, run.count);
            if run.last {
                world.requests.enter(run.request, Phase::Decode, world.now, &mut world.trace);
            }
        }
        self.reads += 1;
        self.then(Step::ReadHandled, Op::user(Activity::Decode, world.process.plan.costs.loop_read + pushes))
    }

    fn decode_next(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.replies.get(self.next_reply) {
            Some(run) => {
                world.work_for(me, run.request);
                let decoding = world.loop_decoding(run);
                self.then(Step::Decoded, Op::user(Activity::Decode, decoding))
            }
            None => self.read_again_or_go_on(me, world),
        }
    }

    fn decoded(&mut self, me: ThreadId, world: &mut World) -> Op {
        let is_done =
            world.reply_timeouts.is_expected() && world.requests.is_abandoned(self.replies[self.next_reply].request);
        if world.process.plan.timers == 0 || is_done {
            return self.complete_reply(me, world);
        }
        let replies = u64::from(self.replies[self.next_reply].count);
        self.then(Step::CalledOff, Op::user(Activity::Expire, replies * world.process.plan.timer_offer()))
    }

    fn called_off(&mut self, me: ThreadId, world: &mut World) -> Op {
        let run = self.replies[self.next_reply];
        let timer = world.requests.get(run.request).timer;
        match world.offer_to_timer(timer.into(), run.count) {
            Some(thread) => {
                self.timer = thread;
                self.then(Step::TimerWoken, world.waking(thread))
            }
            None => self.complete_reply(me, world),
        }
    }

    fn wake_timer(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.wake_idle(self.timer);
        self.complete_reply(me, world)
    }

    fn complete_reply(&mut self, me: ThreadId, world: &mut World) -> Op {
        let run = self.replies[self.next_reply];
        if world.runs_on_loop(&run) {
            world.enter(run.request, Phase::Process);
            return self.then(Step::Computed, Op::user(Activity::Process, world.application_code(run.request)));
        }
        self.complete(me, world)
    }

    /// The application's code, which runs on this loop, has had its CPU time. While it waits for something else, so does the loop.
    fn computed(&mut self, me: ThreadId, world: &mut World) -> Op {
        match world.application_wait() {
            0 => self.complete(me, world),
            wait => self.then(Step::Processed, Op::sleep(ThreadState::WaitReply, world.now + wait)),
        }
    }

    fn complete(&mut self, me: ThreadId, world: &mut World) -> Op {
        let run = self.replies[self.next_reply];
        if world.decoded(&run) {
            if run.last {
                world.enter(run.request, Phase::WakeUp);
            }
            if let Some(caller) = world.answered(run.request)
                && world.cpu.is_waiting(caller, ThreadState::WaitReply)
            {
                self.caller = caller;
                // From now on nobody else wakes it.
                if world.reply_timeouts.is_used {
                    world.end_wait(caller);
                }
                let waking = world.waking_cost(world.process.plan.costs.futex_wake, caller);
                return self.then(Step::CallerWoken, Op::kernel(Activity::FutexWake, waking));
            }
        }
        self.next_reply += 1;
        self.decode_next(me, world)
    }

    fn wake_caller(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.wake(self.caller);
        self.next_reply += 1;
        self.decode_next(me, world)
    }

    fn read_again_or_go_on(&mut self, me: ThreadId, world: &mut World) -> Op {
        let connection = self.fired[self.next_fired];
        let own = self.own(connection);
        let filled = self.buffers[own as usize].record(self.read_bytes);
        if filled && self.reads < READS_PER_EVENT {
            return self.serve_channel(me, world);
        }
        if world.wire.readable(back(connection)) > 0 {
            world.polls[self.poll].mark(connection);
        }
        self.next_channel(me, world)
    }

    fn next_channel(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.next_fired += 1;
        self.reads = 0;
        self.serve_channel(me, world)
    }

    fn start_tasks(&mut self, me: ThreadId, world: &mut World) -> Op {
        let io_time = world.now - self.io_start;
        let LoopRules { tasks_first, io_ratio, .. } = world.process.plan.loop_rules;
        self.tasks_deadline = match (tasks_first, self.fired.is_empty()) {
            (true, _) => world.now + TASK_QUANTUM,
            // Without I/O netty runs the least number of tasks, so that new I/O is not kept waiting.
            (false, true) => world.now,
            (false, false) => world.now + io_time * (100 - io_ratio) / io_ratio,
        };
        self.tasks_run = 0;
        self.next_task(me, world)
    }

    fn next_task(&mut self, me: ThreadId, world: &mut World) -> Op {
        let pause =
            self.tasks_run > 0 && self.tasks_run.is_multiple_of(TASKS_PER_CHECK) && world.now >= self.tasks_deadline;
        if world.reply_timeouts.is_expected() {
            world.drop_abandoned(self.index);
        }
        let tasks = &mut world.process.mailboxes[self.index].tasks;
        let Some(Task { run, ends_batch }) = (if pause { None } else { tasks.pop_front() }) else {
            return self.flush_gathered(me, world);
        };
        let is_last = run.count == 1;
        if !is_last {
            tasks.push_front(Task { run: Run { count: run.count - 1, ..run }, ends_batch });
        }
        let one = Run { count: 1, last: run.last && is_last, ..run };
        self.task = Task { run: one, ends_batch: ends_batch && is_last };
        self.tasks_run += 1;
        world.work_for(me, one.request);
        if one.last {
            world.enter(one.request, Phase::ClientWrite);
        }
        self.then(Step::Encoded, Op::user(Activity::Task, world.process.plan.costs.loop_task))
    }

    fn encoded(&mut self, me: ThreadId, world: &mut World) -> Op {
        let Task { run, ends_batch } = self.task;
        let connection = world.requests.get(run.request).connection - 1;
        if world.reply_timeouts.is_expected() && world.requests.is_abandoned(run.request) {
            world.drop_unsent_run(&run);
            return self.next_task(me, world);
        }
        world.wire.queue(to_server(connection), run);
        if self.gathering.add(self.own(connection), 1, ends_batch, world.now) {
            self.flushing = false;
            return self.write(connection, world);
        }
        if run.last {
            world.enter(run.request, Phase::FlushWait);
        }
        self.next_task(me, world)
    }

    /// Writes what has been gathered and is due, connection by connection.
    fn flush_gathered(&mut self, me: ThreadId, world: &mut World) -> Op {
        let drained = world.process.mailboxes[self.index].tasks.is_empty();
        match self.gathering.next(drained, world.now) {
            Some(own) => {
                let connection = self.first_connection + own * self.loops + self.index as u32;
                self.flushing = true;
                world.clear_attribution(me, Some(connection));
                self.write(connection, world)
            }
            None => self.turn(me, world),
        }
    }

    fn write(&mut self, connection: u32, world: &mut World) -> Op {
        self.writing = connection;
        let out = to_server(connection);
        let writing = world.write_cost(out, world.wire.unsent(out));
        self.then(Step::Written, Op::kernel(Activity::Write, writing))
    }

    fn written(&mut self, me: ThreadId, world: &mut World) -> Op {
        let out = to_server(self.writing);
        world.send(out, world.wire.unsent(out));
        if self.flushing {
            return self.flush_gathered(me, world);
        }
        self.next_task(me, world)
    }
}

/// Size of the next read of a channel. Mirrors netty's `AdaptiveRecvByteBufAllocator`: grows by four steps of its table when
/// a read filled the buffer, shrinks by one step after two reads in a row that would have fitted the smaller size.
#[derive(Clone, Copy, Debug)]
struct ReceiveBuffer {
    step: u8,
    small_before: bool,
}

/// netty's table: steps of 16 up to 512 (only those from 64 on are reachable), then doubling, up to 65536.
fn size_of_step(step: u8) -> u64 {
    match step {
        0..=28 => 64 + 16 * step as u64,
        _ => 512 << (step - 28).min(7),
    }
}

const LAST_STEP: u8 = 35;
/// 2048 bytes, where netty starts.
const FIRST_STEP: u8 = 30;

impl Default for ReceiveBuffer {
    fn default() -> Self {
        ReceiveBuffer { step: FIRST_STEP, small_before: false }
    }
}

impl ReceiveBuffer {
    fn size(&self) -> u64 {
        size_of_step(self.step)
    }

    /// Learns from a read; returns whether it filled the buffer.
    fn record(&mut self, bytes: u64) -> bool {
        let filled = bytes >= self.size();
        if filled {
            self.step = (self.step + 4).min(LAST_STEP);
            self.small_before = false;
        } else if bytes <= size_of_step(self.step.saturating_sub(1)) {
            if self.small_before {
                self.step = self.step.saturating_sub(1);
            }
            self.small_before = !self.small_before;
        }
        filled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_receive_buffer_grows_fast_and_shrinks_slowly() {
        let mut buffer = ReceiveBuffer::default();
        assert_eq!(buffer.size(), 2048);
        assert!(!buffer.record(10));
        assert!(!buffer.record(10));
        assert_eq!(buffer.size(), 1024);
        assert!(buffer.record(1024));
        assert_eq!(buffer.size(), 16384);
        (0..4).for_each(|_| assert!(buffer.record(buffer.size())));
        assert_eq!(buffer.size(), 65536);
    }
}
