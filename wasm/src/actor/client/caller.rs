//! A caller: an application thread that issues one synchronous request at a time.
//!
//! The three axes meet here. *Connections*: it borrows one (commons-pool2) or picks a shared one. *I/O*: it does the socket
//! calls itself, as Jedis on JDK 13 and later with a socket timeout (`NioSocketImpl.timedRead`: write, read that finds
//! nothing, poll, read), or hands the command to an event loop and parks, as Lettuce (`CompletableFuture.get` over
//! `LockSupport.park`). *Runtime*: waiting gives up the core.
//!
//! ```text
//!  think ─ caller's code ─┬ borrow ◄─ park ─┐   ┬ encode, write, (read: empty, poll), read, decode ┬ return ─ done
//!                         │    └ none idle ─┘   │                                                  │
//!                         └ pick ───────────────┴ dispatch, (wake the loop), park, resume ─────────┘
//! ```

use super::pool::Signal;
use crate::actor::exchange::Part;
use crate::actor::program::Op;
use crate::actor::request::Slot;
use crate::actor::world::World;
use crate::kernel::rng::Stream;
use crate::metric::vocabulary::{Activity, Phase, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::resource::message::Run;
use crate::resource::wire::{back, to_server};
use crate::scenario::{Connections, Pick};

/// Largest read of a blocking client: Jedis' `RedisInputStream` buffer.
const READ_BYTES: u64 = 8192;
/// Buffer of a blocking client's encoder, written out when it is full: Jedis' `RedisOutputStream`.
const WRITE_BUFFER_BYTES: u64 = 8192;

/// What the caller has just finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// It starts, or has been resumed after its pause.
    Started,
    Thought,
    CallerCode,
    /// Open workload: woken with work.
    Offered,
    Borrowed,
    PoolFutexWait,
    PoolWoken,
    Encoded,
    Written,
    ReadEmpty,
    Polled,
    Readable,
    ReadDone,
    Decoded,
    Dispatched,
    LoopWoken,
    ReplyFutexWait,
    ReplyWoken,
    Resumed,
    Returned,
    WaiterWoken,
}

/// Program of a caller thread.
pub struct Caller {
    step: Step,
    slot: Slot,
    connection: u32,
    /// Round trip of the request under way, and what of it is in the buffer: parts, and messages of the part at work.
    leg: u32,
    parts_done: u32,
    buffered: u32,
    /// Messages being encoded.
    encoding: u32,
    /// Size of the read() or write() under way.
    bytes: u64,
    /// Whom the caller is waking after it has returned a connection.
    waiter: ThreadId,
}

impl Default for Caller {
    fn default() -> Self {
        Caller {
            step: Step::Started,
            slot: 0,
            connection: 0,
            leg: 0,
            parts_done: 0,
            buffered: 0,
            encoding: 0,
            bytes: 0,
            waiter: 0,
        }
    }
}

impl Caller {
    /// See [`crate::actor::program::Program::resume`].
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            Step::Started => self.think(me, world),
            Step::Thought => self.then(Step::CallerCode, Op::user(Activity::Caller, world.plan.costs.caller)),
            Step::CallerCode | Step::Offered => self.issue(me, world),
            Step::Borrowed => self.try_take(me, world),
            Step::PoolFutexWait => self.park_for_connection(me, world),
            Step::PoolWoken => self.look_again(me, world),
            Step::Encoded => self.buffer(world),
            Step::Written => self.written(world),
            Step::ReadEmpty => self.then(Step::Polled, Op::kernel(Activity::Poll, world.plan.costs.poll)),
            Step::Polled => self.await_data(me, world),
            Step::Readable => self.read(world),
            Step::ReadDone => self.read_done(world),
            Step::Decoded => self.decoded(me, world),
            Step::Dispatched => self.offer_task(world),
            Step::LoopWoken => self.wake_loop(world),
            Step::ReplyFutexWait => self.park_for_reply(world),
            Step::ReplyWoken => self.then(Step::Resumed, Op::user(Activity::Resume, world.plan.costs.resume)),
            Step::Resumed => self.leg_done(me, world),
            Step::Returned => self.give(world),
            Step::WaiterWoken => self.wake_waiter(world),
        }
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    fn think(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.work_for_nobody(me, None);
        let pause = world.think_time(me);
        if pause > 0 {
            return self.then(Step::Thought, Op::Sleep(world.now + pause));
        }
        self.then(Step::CallerCode, Op::user(Activity::Caller, world.plan.costs.caller))
    }

    fn issue(&mut self, me: ThreadId, world: &mut World) -> Op {
        let first = if world.plan.pooled { Phase::WaitConnection } else { Phase::Prepare };
        let Some(slot) = world.next_request(me, first) else {
            return self.then(Step::Offered, Op::Wait(ThreadState::Idle));
        };
        self.slot = slot;
        world.work_for(me, slot);
        if world.plan.pooled {
            return self.then(Step::Borrowed, Op::user(Activity::Borrow, world.plan.costs.pool_borrow));
        }
        let connection = self.pick(world);
        self.use_connection(me, connection, world)
    }

    fn pick(&self, world: &World) -> u32 {
        let request = world.requests.get(self.slot);
        let count = world.plan.connections;
        let Connections::Shared { pick, .. } = world.plan.scenario.client.connections else {
            return 0;
        };
        match pick {
            _ if count == 1 => 0,
            Pick::RoundRobin => request.id % count,
            Pick::Random => (world.random.bits(Stream::Pick, request.key.0, request.key.1) % u64::from(count)) as u32,
        }
    }

    // Borrowing.

    fn try_take(&mut self, me: ThreadId, world: &mut World) -> Op {
        match world.pool.take(world.now) {
            Some(connection) => self.use_connection(me, connection, world),
            None => {
                world.pool.wait(me);
                self.then(Step::PoolFutexWait, Op::kernel(Activity::FutexWait, world.plan.costs.futex_wait))
            }
        }
    }

    fn park_for_connection(&mut self, me: ThreadId, world: &mut World) -> Op {
        match world.pool.take_signal(me) {
            Signal::None => self.then(Step::PoolWoken, Op::Wait(ThreadState::WaitConnection)),
            signal => self.signalled(signal, me, world),
        }
    }

    fn look_again(&mut self, me: ThreadId, world: &mut World) -> Op {
        let signal = world.pool.take_signal(me);
        self.signalled(signal, me, world)
    }

    fn signalled(&mut self, signal: Signal, me: ThreadId, world: &mut World) -> Op {
        match signal {
            Signal::Granted(connection) => self.use_connection(me, connection, world),
            // Having been woken costs the lock and the look once more.
            _ => self.then(Step::Borrowed, Op::user(Activity::Borrow, world.plan.costs.pool_borrow)),
        }
    }

    fn use_connection(&mut self, me: ThreadId, connection: u32, world: &mut World) -> Op {
        self.connection = connection;
        if world.plan.pooled {
            world.enter(self.slot, Phase::Prepare);
        }
        world.requests.get_mut(self.slot).connection = connection + 1;
        world.work_for(me, self.slot);
        self.start_leg(0, world)
    }

    /// The next round trip of the request: most have one.
    fn start_leg(&mut self, leg: u32, world: &mut World) -> Op {
        (self.leg, self.parts_done, self.buffered) = (leg, 0, 0);
        let World { plan, requests, .. } = world;
        let request = requests.get_mut(self.slot);
        let replies = plan.exchange(request).replies(leg as usize);
        request.awaiting = replies;
        match plan.loops {
            0 => self.encode(world),
            _ => self.then(Step::Dispatched, Op::user(Activity::Dispatch, u64::from(replies) * plan.costs.dispatch)),
        }
    }

    fn leg_done(&mut self, me: ThreadId, world: &mut World) -> Op {
        let exchange = world.plan.exchange(world.requests.get(self.slot));
        if self.leg as usize + 1 == exchange.legs.len() {
            return self.got_reply(world);
        }
        world.work_for(me, self.slot);
        world.enter(self.slot, Phase::Prepare);
        self.start_leg(self.leg + 1, world)
    }

    // Blocking I/O.

    /// Encodes as many messages as it takes to fill the buffer, or all that are left of a part.
    fn encode(&mut self, world: &mut World) -> Op {
        let part = self.part(world);
        let room = WRITE_BUFFER_BYTES.saturating_sub(world.wire.unsent(to_server(self.connection)));
        let left = part.count - self.buffered;
        self.encoding = match left {
            1 => 1,
            _ => room.div_ceil(u64::from(part.bytes)).clamp(1, u64::from(left)) as u32,
        };
        let encoding = u64::from(self.encoding) * world.plan.costs.encode;
        self.then(Step::Encoded, Op::user(Activity::Encode, encoding))
    }

    fn part(&self, world: &World) -> Part {
        let exchange = world.plan.exchange(world.requests.get(self.slot));
        exchange.legs[self.leg as usize][self.parts_done as usize]
    }

    /// Puts what has been encoded into the buffer; writes when that is full or everything is in it.
    fn buffer(&mut self, world: &mut World) -> Op {
        let part = self.part(world);
        self.buffered += self.encoding;
        if self.buffered == part.count {
            (self.parts_done, self.buffered) = (self.parts_done + 1, 0);
        }
        let last = self.all_encoded(world);
        let run = Run { request: self.slot, message: part.message, last, count: self.encoding, bytes: part.bytes };
        world.wire.queue(to_server(self.connection), run);
        if last {
            world.enter(self.slot, Phase::ClientWrite);
        }
        // An argument as large as the buffer is written past it, in one call.
        let most = if u64::from(part.bytes) < WRITE_BUFFER_BYTES { WRITE_BUFFER_BYTES } else { u64::MAX };
        self.flush(last, most, world)
    }

    fn all_encoded(&self, world: &World) -> bool {
        let exchange = world.plan.exchange(world.requests.get(self.slot));
        self.parts_done as usize == exchange.legs[self.leg as usize].len()
    }

    /// Writes a full buffer, and at the end of a leg whatever is left; at most `most` bytes.
    fn flush(&mut self, last: bool, most: u64, world: &mut World) -> Op {
        let unsent = world.wire.unsent(to_server(self.connection));
        if unsent < WRITE_BUFFER_BYTES && !last {
            return self.encode(world);
        }
        self.bytes = unsent.min(most);
        self.then(Step::Written, Op::kernel(Activity::Write, world.plan.costs.write.of(self.bytes)))
    }

    fn written(&mut self, world: &mut World) -> Op {
        let out = to_server(self.connection);
        world.send(out, self.bytes);
        let last = self.all_encoded(world);
        if !last || world.wire.unsent(out) > 0 {
            return self.flush(last, WRITE_BUFFER_BYTES, world);
        }
        self.read_or(Step::ReadEmpty, Op::kernel(Activity::ReadEmpty, world.plan.costs.read_empty), world)
    }

    fn await_data(&mut self, me: ThreadId, world: &mut World) -> Op {
        if world.wire.readable(back(self.connection)) == 0 {
            world.readers[self.connection as usize] = Some(me);
        }
        self.read_or(Step::Readable, Op::Wait(ThreadState::WaitReply), world)
    }

    /// Reads if there is anything to read, does the other thing otherwise.
    fn read_or(&mut self, step: Step, op: Op, world: &mut World) -> Op {
        if world.wire.readable(back(self.connection)) > 0 { self.read(world) } else { self.then(step, op) }
    }

    fn read(&mut self, world: &mut World) -> Op {
        self.bytes = world.wire.readable(back(self.connection)).min(READ_BYTES);
        self.then(Step::ReadDone, Op::kernel(Activity::Read, world.plan.costs.read.of(self.bytes)))
    }

    fn read_done(&mut self, world: &mut World) -> Op {
        let mut read = std::mem::take(&mut world.received);
        world.wire.read(back(self.connection), self.bytes, &mut read);
        let mut replies = 0;
        let mut last = false;
        for run in read.drain(..) {
            replies += run.count;
            last |= run.last;
            world.decoded(&run);
        }
        world.received = read;
        world.meter.messages_read[1] += u64::from(replies);
        if last {
            world.enter(self.slot, Phase::Decode);
        }
        self.then(Step::Decoded, Op::user(Activity::Decode, u64::from(replies) * world.plan.costs.decode))
    }

    /// Whether all replies of the round trip are decoded; if not, the parser asks the stream for more.
    fn decoded(&mut self, me: ThreadId, world: &mut World) -> Op {
        if world.requests.get(self.slot).awaiting == 0 {
            return self.leg_done(me, world);
        }
        self.read_or(Step::ReadEmpty, Op::kernel(Activity::ReadEmpty, world.plan.costs.read_empty), world)
    }

    // I/O by an event loop.

    fn offer_task(&mut self, world: &mut World) -> Op {
        world.enter(self.slot, Phase::TaskQueue);
        let leg = &world.plan.exchange(world.requests.get(self.slot)).legs[self.leg as usize];
        let mailbox = &mut world.mailboxes[(self.connection % world.plan.loops) as usize];
        for (index, part) in leg.iter().enumerate() {
            mailbox.tasks.push_back(Run {
                request: self.slot,
                message: part.message,
                last: index + 1 == leg.len(),
                count: part.count,
                bytes: part.bytes,
            });
        }
        if std::mem::take(&mut mailbox.asleep) {
            return self.then(Step::LoopWoken, Op::kernel(Activity::EventfdWrite, world.plan.costs.eventfd_wake));
        }
        self.park_unless_answered(world)
    }

    fn wake_loop(&mut self, world: &mut World) -> Op {
        let owner = world.polls[1 + (self.connection % world.plan.loops) as usize].owner;
        // The loop may have been woken by a reply in the meantime.
        if world.cpu.is_waiting(owner, ThreadState::Idle) {
            world.wake(owner);
        }
        self.park_unless_answered(world)
    }

    fn park_unless_answered(&mut self, world: &mut World) -> Op {
        if world.requests.get(self.slot).awaiting == 0 {
            return self.then(Step::Resumed, Op::user(Activity::Resume, world.plan.costs.resume));
        }
        self.then(Step::ReplyFutexWait, Op::kernel(Activity::FutexWait, world.plan.costs.futex_wait))
    }

    fn park_for_reply(&mut self, world: &mut World) -> Op {
        if world.requests.get(self.slot).awaiting == 0 {
            return self.then(Step::Resumed, Op::user(Activity::Resume, world.plan.costs.resume));
        }
        self.then(Step::ReplyWoken, Op::Wait(ThreadState::WaitReply))
    }

    // After the reply.

    fn got_reply(&mut self, world: &mut World) -> Op {
        if world.plan.pooled {
            world.enter(self.slot, Phase::GiveBack);
            return self.then(Step::Returned, Op::user(Activity::Return, world.plan.costs.pool_return));
        }
        self.done(world)
    }

    fn give(&mut self, world: &mut World) -> Op {
        match world.pool.give(self.connection, world.now) {
            // A waiter that has not parked yet sees its signal without a system call.
            Some(waiter) if world.cpu.is_waiting(waiter, ThreadState::WaitConnection) => {
                self.waiter = waiter;
                self.then(Step::WaiterWoken, Op::kernel(Activity::FutexWake, world.plan.costs.futex_wake))
            }
            _ => self.done(world),
        }
    }

    fn wake_waiter(&mut self, world: &mut World) -> Op {
        world.wake(self.waiter);
        self.done(world)
    }

    fn done(&mut self, world: &mut World) -> Op {
        world.finish(self.slot);
        self.step = Step::Started;
        // Nothing is spent between the reply and the next pause; the loop around the call is `callerNs`.
        Op::user(Activity::None, 0)
    }
}
