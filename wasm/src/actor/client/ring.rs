//! Pipelining by two goroutines a connection, as in rueidis: callers put commands into a ring, a *writer* writes them, and a
//! *reader* reads replies and hands each to its caller through a channel.
//!
//! Mirrors `pipe.go`. The writer encodes until the ring is empty and flushes once. After a flush it may wait (`flushDelayUs`, a
//! `time.Sleep`) for more commands if several callers are active. A lone caller makes its socket calls itself (`syncDo`). Once two
//! callers have met on a connection, its writer and reader stay active.
//!
//! A request holds its place in the ring until its reply. Without a free place a caller waits in FIFO order.
//!
//! With `maxBatch` it is go-redis' AutoPipeline (`autopipeline.go`) instead. All commands pass the queue, at most `maxBatch` are
//! written together, and the next follow after all replies (`MaxConcurrentBatches` 1). One goroutine writes and reads there, so
//! waking the writer costs the reader nothing.
//!
//! Left out: the buffer of 512 KiB that is written when it is full.

use super::connection_exchange::Leg;
use super::plan::ClientPlan;
use crate::actor::program::Op;
use crate::actor::world::World;
use crate::kernel::time::{Nanos, from_us};
use crate::metric::vocabulary::{Activity, Phase, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::resource::message::Run;
use crate::resource::wire::{back, to_server};
use crate::scenario::Io;
use std::collections::VecDeque;

/// rueidis `ReadBufferEachConn`.
const READ_BYTES: u64 = 512 * 1024;

/// A connection with its two goroutines.
#[derive(Default)]
pub struct Pipe {
    /// Commands that the writer has not taken.
    ring: VecDeque<Run>,
    /// Callers that use the connection.
    users: u32,
    /// Whether writer and reader work.
    background: bool,
    /// Places of the ring that are free, and who waits for one.
    free: u32,
    queue: VecDeque<ThreadId>,
    /// Most commands in a batch, if batches wait for each other; and those of the present one that are not answered.
    max_batch: u32,
    unanswered: u32,
    writer: ThreadId,
    reader: ThreadId,
}

impl Pipe {
    /// A connection that nobody uses, with these two goroutines. They work from the beginning where messages may come (`_newPipe`).
    pub fn new(writer: ThreadId, reader: ThreadId, plan: &ClientPlan) -> Self {
        let io = &plan.scenario.client.io;
        let (free, max_batch) = match *io {
            Io::WriterReader { ring_size, max_batch: 0, .. } => (ring_size, 0),
            // Its queue has no limit.
            Io::WriterReader { max_batch, .. } => (u32::MAX, max_batch),
            _ => (0, 0),
        };
        Pipe { writer, reader, free, max_batch, background: max_batch > 0 || plan.keeps_values, ..Pipe::default() }
    }
}

impl Pipe {
    /// What the writer takes next: what is left of the ring, or of the batch's room.
    fn next(&mut self) -> Option<Run> {
        let mut run = self.ring.pop_front()?;
        if self.max_batch > 0 {
            let room = self.max_batch - self.unanswered;
            if run.count > room {
                self.ring.push_front(Run { count: run.count - room, ..run });
                run = Run { count: room, last: false, ..run };
            }
            self.unanswered += run.count;
        }
        (run.count > 0).then_some(run)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    /// It has what it puts into the ring.
    #[default]
    Put,
    /// It has been given a place.
    Placed,
    WriterReady,
    Woken,
    /// Whoever waited for its place has it.
    PlacePassed,
}

/// A caller was alone on the connection and has done its own I/O. If others have come meanwhile, from now on writer and reader
/// do the work.
pub fn end_exclusive(leg: Leg, world: &mut World) {
    world.heard(leg.connection);
    let pipe = world.process.pipe(leg.connection);
    pipe.users -= 1;
    if pipe.users > 0 {
        pipe.background = true;
        let (writer, reader) = (pipe.writer, pipe.reader);
        world.wake_idle(writer);
        world.wake_idle(reader);
    }
}

/// One round trip of a caller whose commands other goroutines write.
#[derive(Default)]
pub struct RingIo {
    step: Step,
    /// Who gets its place.
    heir: ThreadId,
    /// Whether nothing came in time.
    gave_up: bool,
}

impl RingIo {
    /// Begins a leg of `commands` commands; `None` for a caller that is alone on the connection and does its own I/O.
    pub fn start(&mut self, leg: Leg, commands: u32, world: &mut World) -> Option<Op> {
        let pipe = world.process.pipe(leg.connection);
        pipe.users += 1;
        self.gave_up = false;
        if pipe.users == 1 && !pipe.background {
            return None;
        }
        Some(self.then(Step::Put, leg.dispatching(commands, world)))
    }

    /// Whether it is over because nothing came in time.
    pub fn has_timed_out(&self) -> bool {
        self.gave_up
    }

    /// Continues; `None` when all replies are there, or the connection is closed.
    pub fn resume(&mut self, leg: Leg, me: ThreadId, world: &mut World) -> Option<Op> {
        match self.step {
            Step::Put => Some(self.take_place(leg, me, world)),
            Step::Placed => Some(self.put(leg, me, world)),
            Step::WriterReady => {
                let writer = world.process.pipe(leg.connection).writer;
                world.wake_idle(writer);
                Some(self.wait(leg, me, world))
            }
            Step::Woken => self.leave(leg, me, world),
            Step::PlacePassed => {
                world.wake(self.heir);
                None
            }
        }
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    fn take_place(&mut self, leg: Leg, me: ThreadId, world: &mut World) -> Op {
        leg.enter(Phase::TaskQueue, world);
        let pipe = world.process.pipe(leg.connection);
        if pipe.free == 0 {
            pipe.queue.push_back(world.requests.get(leg.slot).caller);
            return self.then(Step::Placed, Op::wait(ThreadState::WaitReply));
        }
        pipe.free -= 1;
        self.put(leg, me, world)
    }

    fn leave(&mut self, leg: Leg, me: ThreadId, world: &mut World) -> Option<Op> {
        if world.reply_timeouts.is_used {
            world.end_wait(me);
            self.gave_up = world.requests.get(leg.slot).awaiting > 0;
        }
        let pipe = world.process.pipe(leg.connection);
        pipe.users -= 1;
        match pipe.queue.pop_front() {
            Some(next) => {
                self.heir = next;
                Some(self.then(Step::PlacePassed, world.waking(next)))
            }
            None => {
                pipe.free += 1;
                None
            }
        }
    }

    fn put(&mut self, leg: Leg, me: ThreadId, world: &mut World) -> Op {
        let parts = leg.parts(world).len();
        for index in 0..parts {
            let part = leg.parts(world)[index];
            let run = leg.run(part, part.count, index + 1 == parts);
            world.process.pipe(leg.connection).ring.push_back(run);
        }
        let &mut Pipe { writer, background, .. } = world.process.pipe(leg.connection);
        if background && world.cpu.is_waiting(writer, ThreadState::Idle) {
            return self.then(Step::WriterReady, world.waking(writer));
        }
        self.wait(leg, me, world)
    }

    fn wait(&mut self, leg: Leg, me: ThreadId, world: &mut World) -> Op {
        if world.requests.get(leg.slot).awaiting == 0 {
            return self.then(Step::Woken, Op::user(Activity::None, 0));
        }
        if world.process.plan.closes_idle && !world.process.plan.mix.has_waits {
            world.limit_wait(&leg, me, world.idle_deadline(leg.connection));
        }
        self.then(Step::Woken, Op::wait(ThreadState::WaitReply))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum WriterStep {
    /// Waiting for something in the ring.
    #[default]
    Asleep,
    Encoded,
    Written,
    Delayed,
}

/// Program of the goroutine that writes one connection.
pub struct Writer {
    connection: u32,
    step: WriterStep,
    run: Option<Run>,
    delay: Nanos,
    /// When it last found the ring empty, before it flushed.
    flushed_at: Nanos,
}

impl Writer {
    /// The writer of a connection.
    pub fn new(connection: u32, io: &Io) -> Self {
        let delay = match *io {
            Io::WriterReader { flush_delay_us, .. } => from_us(flush_delay_us),
            _ => 0,
        };
        Writer { connection, step: WriterStep::Asleep, run: None, delay, flushed_at: 0 }
    }

    /// See [`crate::actor::program::Program::resume`].
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            WriterStep::Asleep => self.woken(me, world),
            WriterStep::Delayed => self.take(me, world),
            WriterStep::Encoded => self.encoded(me, world),
            WriterStep::Written => self.written(me, world),
        }
    }

    fn then(&mut self, step: WriterStep, op: Op) -> Op {
        self.step = step;
        op
    }

    fn pipe<'w>(&self, world: &'w mut World) -> &'w mut Pipe {
        world.process.pipe(self.connection)
    }

    /// With several callers about, the first command after a flush waits for others: in rueidis until so long after the flush began, in
    /// go-redis' AutoPipeline so long from now on (`accumulateBatch`).
    fn woken(&mut self, me: ThreadId, world: &mut World) -> Op {
        let pipe = self.pipe(world);
        if !pipe.background || pipe.ring.is_empty() || pipe.unanswered > 0 {
            return self.then(WriterStep::Asleep, Op::wait(ThreadState::Idle));
        }
        let (is_batching, is_shared) = (pipe.max_batch > 0, pipe.users > 1);
        let due = self.delay + if is_batching { world.now } else { self.flushed_at };
        if self.delay > 0 && (is_shared || is_batching) && due > world.now {
            let sleep = world.sleep_until(me, due);
            return self.then(WriterStep::Delayed, sleep);
        }
        self.take(me, world)
    }

    fn take(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.run = loop {
            match self.pipe(world).next() {
                // What was in the ring of a connection that was closed is not written.
                Some(run) if world.reply_timeouts.is_expected() && world.requests.is_abandoned(run.request) => {
                    world.drop_unsent_run(&run);
                }
                next => break next,
            }
        };
        let Some(run) = self.run else { return self.flush(me, world) };
        world.work_for(me, run.request);
        if run.last {
            world.enter(run.request, Phase::ClientWrite);
        }
        let encoding = u64::from(run.count) * world.process.plan.costs.loop_task;
        self.then(WriterStep::Encoded, Op::user(Activity::Task, encoding))
    }

    fn encoded(&mut self, me: ThreadId, world: &mut World) -> Op {
        if let Some(run) = self.run.take() {
            world.wire.queue(to_server(self.connection), run);
            if run.last {
                world.enter(run.request, Phase::FlushWait);
            }
        }
        self.take(me, world)
    }

    fn flush(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.clear_attribution(me, Some(self.connection));
        let out = to_server(self.connection);
        let bytes = world.wire.unsent(out);
        self.flushed_at = world.now;
        if bytes == 0 {
            return self.woken(me, world);
        }
        let cost = world.write_cost(out, bytes);
        self.then(WriterStep::Written, Op::kernel(Activity::Write, cost))
    }

    fn written(&mut self, me: ThreadId, world: &mut World) -> Op {
        let out = to_server(self.connection);
        world.send(out, world.wire.unsent(out));
        self.woken(me, world)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ReaderStep {
    /// Nobody needs it yet.
    #[default]
    Unused,
    ReadEmpty,
    Readable,
    ReadDone,
    MessagesDecoded,
    Decoded,
    CallerReady,
}

/// Program of the goroutine that reads one connection.
pub struct Reader {
    connection: u32,
    step: ReaderStep,
    /// Size of the read() under way, and how much had been taken before it.
    bytes: u64,
    from: u64,
    replies: VecDeque<Run>,
    received: Vec<Run>,
    /// What decoding the messages among them takes.
    messages: Nanos,
    caller: ThreadId,
}

impl Reader {
    /// The reader of a connection.
    pub fn new(connection: u32) -> Self {
        let (replies, received) = (VecDeque::new(), Vec::new());
        Reader { connection, step: ReaderStep::Unused, bytes: 0, from: 0, replies, received, messages: 0, caller: 0 }
    }

    /// See [`crate::actor::program::Program::resume`].
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            ReaderStep::Unused if !world.process.pipe(self.connection).background => Op::wait(ThreadState::Idle),
            ReaderStep::Unused => self.read_or_look(me, world),
            ReaderStep::ReadEmpty => self.await_data(me, world),
            ReaderStep::Readable => self.read(world),
            ReaderStep::ReadDone => self.read_done(me, world),
            ReaderStep::MessagesDecoded => self.decode_next(me, world),
            ReaderStep::Decoded => self.decoded(me, world),
            ReaderStep::CallerReady => {
                world.wake(self.caller);
                self.decode_next(me, world)
            }
        }
    }

    fn then(&mut self, step: ReaderStep, op: Op) -> Op {
        self.step = step;
        op
    }

    fn read_or_look(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.clear_attribution(me, Some(self.connection));
        if world.wire.readable(back(self.connection)) > 0 {
            return self.read(world);
        }
        self.then(ReaderStep::ReadEmpty, Op::kernel(Activity::ReadEmpty, world.process.plan.costs.read_empty))
    }

    fn await_data(&mut self, me: ThreadId, world: &mut World) -> Op {
        if world.wire.readable(back(self.connection)) > 0 {
            return self.read(world);
        }
        world.readers[self.connection as usize] = Some(me);
        self.then(ReaderStep::Readable, Op::wait(ThreadState::WaitReply))
    }

    fn read(&mut self, world: &mut World) -> Op {
        let stream = back(self.connection);
        (self.bytes, self.from) = (world.wire.readable(stream).min(READ_BYTES), world.wire.taken(stream));
        let cost = world.read_cost(stream, self.bytes);
        self.then(ReaderStep::ReadDone, Op::kernel(Activity::Read, cost))
    }

    fn read_done(&mut self, me: ThreadId, world: &mut World) -> Op {
        let stream = back(self.connection);
        if world.wire.taken(stream) != self.from {
            // Its socket was closed during the call: those who wanted these replies have given up, and they were thrown away.
            return self.read_or_look(me, world);
        }
        world.wire.read(stream, self.bytes, &mut self.received);
        if world.tracking.is_some() {
            self.messages = world.take_pushes(self.connection, &mut self.received);
        }
        for run in &self.received {
            self.replies.push_back(*run);
            world.meters[world.process.plan.number].messages_read[1] += u64::from(run.count);
            if run.last {
                world.requests.enter(run.request, Phase::Decode, world.now, &mut world.trace);
            }
        }
        self.received.clear();
        self.decode_next(me, world)
    }

    fn decode_next(&mut self, me: ThreadId, world: &mut World) -> Op {
        if self.messages > 0 {
            let decoding = Op::user(Activity::Decode, std::mem::take(&mut self.messages));
            return self.then(ReaderStep::MessagesDecoded, decoding);
        }
        let Some(run) = self.replies.front() else { return self.read_or_look(me, world) };
        world.work_for(me, run.request);
        let decoding = world.loop_decoding(run);
        self.then(ReaderStep::Decoded, Op::user(Activity::Decode, decoding))
    }

    fn decoded(&mut self, me: ThreadId, world: &mut World) -> Op {
        let Some(run) = self.replies.pop_front() else { return self.decode_next(me, world) };
        world.heard(self.connection);
        let pipe = world.process.pipe(self.connection);
        if pipe.max_batch > 0 {
            pipe.unanswered -= run.count;
            if pipe.unanswered == 0 && !pipe.ring.is_empty() {
                let writer = pipe.writer;
                world.wake_idle(writer);
            }
        }
        if world.decoded(&run) {
            if run.last {
                world.enter(run.request, Phase::WakeUp);
            }
            self.caller = world.requests.get(run.request).caller;
            if world.cpu.is_waiting(self.caller, ThreadState::WaitReply) {
                return self.then(ReaderStep::CallerReady, world.waking(self.caller));
            }
        }
        self.decode_next(me, world)
    }
}
