//! Blocking I/O: the caller itself encodes, writes, waits in the kernel, reads and decodes.
//!
//! Mirrors Jedis on JDK 13 and later with a socket timeout (`NioSocketImpl.timedRead`): write, read that finds nothing, poll,
//! read. Steps that an early reply makes needless are skipped. Without a timeout (`pollBeforeRead` off) the thread waits in read();
//! JDK 12 and earlier call poll() at once (`readFirst` off). Each wait has the limit of `replyTimeoutMs`, if there is one.
//! A goroutine (`internal/poll.FD.Read`) finds nothing and parks: its sockets are registered with its process' poller.

use super::connection_exchange::Leg;
use super::plan::ClientPlan;
use crate::actor::exchange::Part;
use crate::actor::program::{Op, in_order, unless_free};
use crate::actor::world::World;
use crate::metric::vocabulary::{Activity, Phase, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::resource::message::Message;
use crate::resource::wire::{back, to_server};

/// Bytes of a command before its large argument, `*3\r\n$3\r\nSET\r\n$8\r\n........\r\n$10000\r\n`, and after it.
const ARGUMENT_HEAD: u64 = 35;
const LINE_END: u64 = 2;

/// What has just been finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    #[default]
    Started,
    Encoded,
    /// What has been encoded is in the buffer.
    Buffered,
    Written,
    /// Everything is written, or a reply is decoded and others are missing.
    Asked,
    ReadEmpty,
    Polled,
    Readable,
    /// There is something to read.
    Ready,
    ReadDone,
    Decoded,
}

/// One round trip of a thread that does its own socket calls.
#[derive(Default)]
pub struct BlockingIo {
    step: Step,
    /// The part at work, and whether it is the leg's last.
    part: Part,
    is_last: bool,
    /// What is in the buffer: parts, and messages of the part at work; and whether that is all.
    parts_done: usize,
    buffered: u32,
    all_encoded: bool,
    /// Messages being encoded.
    encoding: u32,
    /// Size of the read() or write() under way, and whether any of what has been encoded last is written.
    bytes: u64,
    has_written: bool,
    /// Whether nothing came in time.
    gave_up: bool,
}

impl BlockingIo {
    /// Begins a leg.
    #[inline(always)]
    pub fn start(&mut self) {
        (self.parts_done, self.buffered, self.all_encoded, self.gave_up) = (0, 0, false, false);
        self.step = Step::Started;
    }

    /// Whether it is over because nothing came in time.
    pub fn has_timed_out(&self) -> bool {
        self.gave_up
    }

    /// Continues; `None` when all replies are decoded, or one does not come in time.
    #[inline(always)]
    pub fn resume(&mut self, leg: &Leg, me: ThreadId, world: &mut World) -> Option<Op> {
        in_order!(self, Some(Op::NOTHING) =>
            Step::Started => self.encode(leg, world),
            Step::Encoded => self.buffer(leg, world),
            Step::Buffered => self.flush(leg, world),
            Step::Written => self.written(leg, world),
            Step::Asked => self.read_or_look(leg, world),
            Step::ReadEmpty => self.poll(world),
            Step::Polled => self.await_data(leg, me, world),
            Step::Readable => self.woken(leg, me, world),
            Step::Ready => self.read(leg, world),
            Step::ReadDone => self.read_done(leg, world),
            Step::Decoded => self.decoded(leg, world),
        );
        Some(Op::NOTHING)
    }

    #[inline(always)]
    fn then(&mut self, step: Step, op: Op) -> Option<Op> {
        self.step = step;
        Some(op)
    }

    #[inline(always)]
    fn go_to(&mut self, step: Step) -> Option<Op> {
        self.then(step, Op::NOTHING)
    }

    #[inline(always)]
    fn spend(&mut self, step: Step, op: Op, world: &mut World) -> Option<Op> {
        self.then(step, unless_free(op, world))
    }

    /// Encodes as many messages as it takes to fill the buffer, or all that are left of a part.
    #[inline(always)]
    fn encode(&mut self, leg: &Leg, world: &mut World) -> Option<Op> {
        let parts = leg.parts(world);
        let part = parts[self.parts_done];
        (self.part, self.is_last) = (part, self.parts_done + 1 == parts.len());
        self.encoding = match part.count - self.buffered {
            1 => 1,
            left => {
                let room = world.process.plan.buffer_bytes.saturating_sub(world.wire.unsent(to_server(leg.connection)));
                room.div_ceil(u64::from(part.bytes)).clamp(1, u64::from(left)) as u32
            }
        };
        let costs = &world.process.plan.costs;
        let more_keys = world.more_values(part.message, leg.slot);
        let encoding = u64::from(self.encoding) * costs.encode + more_keys * costs.value_encode;
        self.spend(Step::Encoded, Op::user(Activity::Encode, encoding), world)
    }

    /// Puts what has been encoded into the buffer; writes when that is full or everything is in it.
    #[inline(always)]
    fn buffer(&mut self, leg: &Leg, world: &mut World) -> Option<Op> {
        let part = self.part;
        self.buffered += self.encoding;
        if self.buffered == part.count {
            (self.parts_done, self.buffered, self.all_encoded) = (self.parts_done + 1, 0, self.is_last);
        }
        let run = leg.run(part, self.encoding, self.all_encoded);
        world.wire.queue(to_server(leg.connection), run);
        if self.all_encoded {
            leg.enter(Phase::ClientWrite, world);
        }
        self.has_written = false;
        self.go_to(Step::Buffered)
    }

    /// Writes a full buffer, and at the end of a leg whatever is left.
    #[inline(always)]
    fn flush(&mut self, leg: &Leg, world: &mut World) -> Option<Op> {
        let unsent = world.wire.unsent(to_server(leg.connection));
        if unsent < world.process.plan.buffer_bytes && !self.all_encoded {
            return self.go_to(Step::Started);
        }
        self.bytes = unsent.min(self.most_to_write(unsent, &world.process.plan));
        let writing = world.write_cost(to_server(leg.connection), self.bytes);
        self.spend(Step::Written, Op::kernel(Activity::Write, writing), world)
    }

    /// A full buffer; but an argument as large as that is written past it, the end of its line after it. Before it Java writes what it has
    /// gathered (`RedisOutputStream.write`), Go fills the buffer with the beginning of the argument (`bufio.Writer.Write`).
    #[inline]
    fn most_to_write(&self, unsent: u64, plan: &ClientPlan) -> u64 {
        let (bytes, buffer) = (u64::from(self.part.bytes), plan.buffer_bytes);
        if bytes < ARGUMENT_HEAD + buffer + LINE_END || self.part.message == Message::MultiKey {
            return buffer;
        }
        match self.has_written {
            true => buffer.max(unsent.saturating_sub(LINE_END)),
            false if plan.processors > 0 => buffer,
            false => unsent + ARGUMENT_HEAD - bytes,
        }
    }

    #[inline(always)]
    fn written(&mut self, leg: &Leg, world: &mut World) -> Option<Op> {
        let out = to_server(leg.connection);
        world.send(out, self.bytes);
        self.has_written = true;
        let is_all = self.all_encoded && world.wire.unsent(out) == 0;
        self.go_to(if is_all { Step::Asked } else { Step::Buffered })
    }

    /// Reads if there is anything to read; otherwise finds that there is nothing, or waits in read().
    #[inline(always)]
    fn read_or_look(&mut self, leg: &Leg, world: &mut World) -> Option<Op> {
        let looks = world.process.plan.poll_before_read;
        if !looks || world.process.plan.read_first && world.wire.readable(back(leg.connection)) > 0 {
            return self.go_to(Step::Polled);
        }
        if !world.process.plan.read_first {
            return self.go_to(Step::ReadEmpty);
        }
        self.spend(Step::ReadEmpty, Op::kernel(Activity::ReadEmpty, world.process.plan.costs.read_empty), world)
    }

    #[inline(always)]
    fn poll(&mut self, world: &mut World) -> Option<Op> {
        if world.process.plan.processors > 0 {
            return self.go_to(Step::Polled);
        }
        self.spend(Step::Polled, Op::kernel(Activity::Poll, world.process.plan.costs.poll), world)
    }

    #[inline(always)]
    fn await_data(&mut self, leg: &Leg, me: ThreadId, world: &mut World) -> Option<Op> {
        if world.wire.readable(back(leg.connection)) > 0 {
            return self.go_to(Step::Ready);
        }
        world.readers[leg.connection as usize] = Some(me);
        if world.process.plan.reply_timeout > 0 {
            world.limit_wait(leg, me, world.now + world.process.plan.reply_timeout);
        }
        if world.outages.is_any() {
            world.wait_on_cut(leg, me);
        }
        self.then(Step::Readable, Op::wait(ThreadState::WaitReply))
    }

    /// Something has come, or its patience is over.
    #[inline(always)]
    fn woken(&mut self, leg: &Leg, me: ThreadId, world: &mut World) -> Option<Op> {
        if world.reply_timeouts.is_used {
            world.end_wait(me);
            self.gave_up = world.wire.readable(back(leg.connection)) == 0;
        }
        if self.gave_up { None } else { self.go_to(Step::Ready) }
    }

    #[inline(always)]
    fn read(&mut self, leg: &Leg, world: &mut World) -> Option<Op> {
        let there = world.wire.readable(back(leg.connection));
        self.bytes = if there <= world.process.plan.buffer_bytes { there } else { there.min(leg.most_to_read(world)) };
        // Go's buffer takes all records that are there, Java's the first of them.
        if world.tls.is_some() && world.process.plan.processors == 0 {
            self.bytes = world.in_one_record(back(leg.connection), self.bytes);
        }
        let cost = world.read_cost(back(leg.connection), self.bytes);
        self.spend(Step::ReadDone, Op::kernel(Activity::Read, cost), world)
    }

    #[inline(always)]
    fn read_done(&mut self, leg: &Leg, world: &mut World) -> Option<Op> {
        let World { wire, requests, process, plan, .. } = world;
        let (mut replies, mut pushes, mut values, mut large, mut last) = (0, 0, 0, 0, false);
        wire.read_each(back(leg.connection), self.bytes, |run| {
            replies += run.count;
            if run.message == Message::Push {
                pushes += run.count;
                return;
            }
            large += process.plan.costs.decoding_of(run.total(), run.count);
            values += u64::from(run.count) * plan.more_values(run.message, requests.get(run.request));
            last |= run.last;
            requests.decoded(run);
        });
        world.meters[world.process.plan.number].messages_read[1] += u64::from(replies);
        if last {
            world.enter(leg.slot, Phase::Decode);
        }
        (0..pushes).for_each(|_| world.on_push(leg.connection));
        let costs = &world.process.plan.costs;
        let each = u64::from(replies) * costs.decode + values * costs.value_decode;
        let decoding = each + large;
        self.spend(Step::Decoded, Op::user(Activity::Decode, decoding), world)
    }

    /// While replies are missing, the parser asks the stream for more.
    #[inline(always)]
    fn decoded(&mut self, leg: &Leg, world: &mut World) -> Option<Op> {
        let is_answered = world.requests.get(leg.slot).awaiting == 0;
        if is_answered { None } else { self.go_to(Step::Asked) }
    }
}
