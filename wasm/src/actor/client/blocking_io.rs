//! Blocking I/O: the caller itself encodes, writes, waits in the kernel, reads and decodes.
//!
//! Mirrors Jedis on JDK 13 and later with a socket timeout (`NioSocketImpl.timedRead`): write, read that finds nothing, poll,
//! read. Steps that an early reply makes needless are skipped. Without a timeout (`pollBeforeRead` off) the thread waits in read();
//! JDK 12 and earlier call poll() at once (`readFirst` off). Each wait has the limit of `replyTimeoutMs`, if there is one.
//! A goroutine (`internal/poll.FD.Read`) finds nothing and parks: its sockets are registered with its process' poller.

use super::conversation::Leg;
use crate::actor::exchange::Part;
use crate::actor::program::{Op, costs_nothing, is_through};
use crate::actor::world::World;
use crate::metric::vocabulary::{Activity, Phase, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::resource::message::Message;
use crate::resource::wire::{back, to_server};

/// What has just been finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    #[default]
    Encoded,
    Written,
    ReadEmpty,
    Polled,
    Readable,
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
    /// Size of the read() or write() under way.
    bytes: u64,
    /// Whether nothing came in time.
    gave_up: bool,
}

impl BlockingIo {
    /// Begins a leg.
    pub fn start(&mut self, leg: &Leg, world: &mut World) -> Op {
        (self.parts_done, self.buffered, self.all_encoded, self.gave_up) = (0, 0, false, false);
        self.encode(leg, world)
    }

    /// Whether it is over because nothing came in time.
    pub fn has_given_up(&self) -> bool {
        self.gave_up
    }

    /// Continues; `None` when all replies are decoded, or one does not come in time. Steps that cost nothing follow each other in here and need not climb out
    /// to where the program is driven.
    pub fn resume(&mut self, leg: &Leg, me: ThreadId, world: &mut World) -> Option<Op> {
        let class = world.cpu.class(me);
        loop {
            let op = self.go_on(leg, me, world)?;
            if !is_through(op, class, world) {
                return Some(op);
            }
        }
    }

    #[inline(always)]
    fn go_on(&mut self, leg: &Leg, me: ThreadId, world: &mut World) -> Option<Op> {
        Some(match self.step {
            Step::Encoded => self.buffer(leg, world),
            Step::Written => self.written(leg, me, world),
            Step::ReadEmpty => self.poll(leg, me, world),
            Step::Polled => self.await_data(leg, me, world),
            Step::Readable => return self.woken(leg, me, world),
            Step::ReadDone => self.read_done(leg, world),
            Step::Decoded => return self.decoded(leg, me, world),
        })
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    /// Encodes as many messages as it takes to fill the buffer, or all that are left of a part.
    #[inline]
    fn encode(&mut self, leg: &Leg, world: &mut World) -> Op {
        let parts = leg.parts(world);
        let part = parts[self.parts_done];
        (self.part, self.is_last) = (part, self.parts_done + 1 == parts.len());
        self.encoding = match part.count - self.buffered {
            1 => 1,
            left => {
                let room = world.plan.buffer_bytes.saturating_sub(world.wire.unsent(to_server(leg.connection)));
                room.div_ceil(u64::from(part.bytes)).clamp(1, u64::from(left)) as u32
            }
        };
        let costs = &world.plan.costs;
        let more_keys = world.more_values(part.message, leg.slot);
        let encoding = u64::from(self.encoding) * costs.encode + more_keys * costs.value_encode;
        self.then(Step::Encoded, Op::user(Activity::Encode, encoding))
    }

    /// Puts what has been encoded into the buffer; writes when that is full or everything is in it.
    #[inline]
    fn buffer(&mut self, leg: &Leg, world: &mut World) -> Op {
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
        // An argument as large as the buffer is written past it, in one call.
        let is_large = u64::from(part.bytes) >= world.plan.buffer_bytes && part.message != Message::MultiKey;
        let most = if is_large { u64::MAX } else { world.plan.buffer_bytes };
        self.flush(leg, most, world)
    }

    /// Writes a full buffer, and at the end of a leg whatever is left; at most `most` bytes.
    #[inline]
    fn flush(&mut self, leg: &Leg, most: u64, world: &mut World) -> Op {
        let unsent = world.wire.unsent(to_server(leg.connection));
        if unsent < world.plan.buffer_bytes && !self.all_encoded {
            return self.encode(leg, world);
        }
        self.bytes = unsent.min(most);
        let writing = world.write_cost(to_server(leg.connection), self.bytes);
        self.then(Step::Written, Op::kernel(Activity::Write, writing))
    }

    #[inline]
    fn written(&mut self, leg: &Leg, me: ThreadId, world: &mut World) -> Op {
        let out = to_server(leg.connection);
        world.send(out, self.bytes);
        if !self.all_encoded || world.wire.unsent(out) > 0 {
            return self.flush(leg, world.plan.buffer_bytes, world);
        }
        self.read_or_look(leg, me, world)
    }

    /// Reads if there is anything to read; otherwise finds that there is nothing, or waits in read().
    fn read_or_look(&mut self, leg: &Leg, me: ThreadId, world: &mut World) -> Op {
        let looks = world.plan.poll_before_read;
        if !looks || world.plan.read_first && world.wire.readable(back(leg.connection)) > 0 {
            return self.await_data(leg, me, world);
        }
        if !world.plan.read_first {
            return self.poll(leg, me, world);
        }
        let ns = world.plan.costs.read_empty;
        if costs_nothing(ns, Activity::ReadEmpty, world.cpu.class(me), world) {
            return self.poll(leg, me, world);
        }
        self.then(Step::ReadEmpty, Op::kernel(Activity::ReadEmpty, ns))
    }

    #[inline]
    fn poll(&mut self, leg: &Leg, me: ThreadId, world: &mut World) -> Op {
        let ns = world.plan.costs.poll;
        if world.plan.processors > 0 || costs_nothing(ns, Activity::Poll, world.cpu.class(me), world) {
            return self.await_data(leg, me, world);
        }
        self.then(Step::Polled, Op::kernel(Activity::Poll, ns))
    }

    #[inline]
    fn await_data(&mut self, leg: &Leg, me: ThreadId, world: &mut World) -> Op {
        if world.wire.readable(back(leg.connection)) > 0 {
            return self.read(leg, me, world);
        }
        world.readers[leg.connection as usize] = Some(me);
        if world.plan.reply_timeout > 0 {
            world.limit_wait(leg, me, world.now + world.plan.reply_timeout);
        }
        self.then(Step::Readable, Op::wait(ThreadState::WaitReply))
    }

    /// Something has come, or its patience is over.
    fn woken(&mut self, leg: &Leg, me: ThreadId, world: &mut World) -> Option<Op> {
        if world.late.is_used {
            world.end_wait(me);
            self.gave_up = world.wire.readable(back(leg.connection)) == 0;
        }
        (!self.gave_up).then(|| self.read(leg, me, world))
    }

    #[inline]
    fn read(&mut self, leg: &Leg, me: ThreadId, world: &mut World) -> Op {
        self.bytes = world.wire.readable(back(leg.connection)).min(world.plan.buffer_bytes);
        let ns = world.plan.costs.read.of(self.bytes);
        if costs_nothing(ns, Activity::Read, world.cpu.class(me), world) {
            return self.read_done(leg, world);
        }
        self.then(Step::ReadDone, Op::kernel(Activity::Read, ns))
    }

    #[inline]
    fn read_done(&mut self, leg: &Leg, world: &mut World) -> Op {
        let World { wire, requests, plan, .. } = world;
        let (mut replies, mut values, mut last) = (0, 0, false);
        wire.read_each(back(leg.connection), self.bytes, |run| {
            replies += run.count;
            values += plan.more_values(run.message, requests.get(run.request));
            last |= run.last;
            requests.decoded(run);
        });
        world.meter.messages_read[1] += u64::from(replies);
        if last {
            world.enter(leg.slot, Phase::Decode);
        }
        let costs = &world.plan.costs;
        let decoding = u64::from(replies) * costs.decode + values * costs.value_decode;
        self.then(Step::Decoded, Op::user(Activity::Decode, decoding))
    }

    /// While replies are missing, the parser asks the stream for more.
    fn decoded(&mut self, leg: &Leg, me: ThreadId, world: &mut World) -> Option<Op> {
        let is_answered = world.requests.get(leg.slot).awaiting == 0;
        (!is_answered).then(|| self.read_or_look(leg, me, world))
    }
}
