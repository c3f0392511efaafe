//! An exchange on a connection for one purpose: one or more round trips (*legs*). The thread that makes the socket calls runs each.

use super::blocking_io::BlockingIo;
use super::handover::Handover;
use super::ring::{self, RingIo};
use crate::actor::admission::{Answer, last_wait, syn_pause};
use crate::actor::exchange::{ARRAY_HEADER, OPENING, Part, replies};
use crate::actor::outage::{LEAST_TRY, Refused};
use crate::actor::program::{Op, is_through};
use crate::actor::request::Slot;
use crate::actor::world::World;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::{Activity, Phase, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::resource::message::{Message, Run};
use crate::resource::wire::back;

/// The purpose of an exchange.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Topic {
    /// The request itself.
    #[default]
    Request,
    /// A PING.
    Test,
    /// The topology of the cluster.
    Topology,
    /// Opening the connection: TCP handshake, HELLO, CLIENT SETINFO.
    Opening,
}

/// Index of a leg whose successor is the first.
const BEFORE_THE_FIRST: u8 = u8::MAX;

/// A round trip under way: where, for whom, and which.
#[derive(Clone, Copy, Debug, Default)]
pub struct Leg {
    /// The request that is served, or the errand.
    pub slot: Slot,
    /// The connection.
    pub connection: u32,
    /// What it is for.
    pub topic: Topic,
    /// Which round trip of the exchange.
    pub index: u8,
}

impl Leg {
    /// What is sent, in order.
    #[inline(always)]
    pub fn parts<'w>(&self, world: &'w World) -> &'w [Part] {
        &self.all(world)[usize::from(self.index)]
    }

    /// All round trips of the exchange.
    #[inline(always)]
    fn all<'w>(&self, world: &'w World) -> &'w [Vec<Part>] {
        match self.topic {
            Topic::Request => &world.plan.exchange(world.requests.get(self.slot)).legs,
            Topic::Test => &world.process.plan.test_legs,
            Topic::Topology => &world.process.plan.topology_legs,
            Topic::Opening => &world.process.plan.opening_legs,
        }
    }

    /// Moves the request on, when it is the request itself that is talked about.
    #[inline(always)]
    pub fn enter(&self, phase: Phase, world: &mut World) {
        if self.topic == Topic::Request {
            world.enter(self.slot, phase);
        }
    }

    /// What giving its `commands` commands to whoever makes the socket calls takes.
    pub fn dispatching(&self, commands: u32, world: &World) -> Op {
        let costs = &world.process.plan.costs;
        let more_keys: u64 = self.parts(world).iter().map(|part| world.more_values(part.message, self.slot)).sum();
        Op::user(Activity::Dispatch, u64::from(commands) * costs.dispatch + more_keys * costs.value_encode)
    }

    /// Most that a read() of its replies brings: what the buffer holds. If that is empty, as it is here, Go reads past it what is
    /// missing of a value that is at least as large (`bufio.Reader.Read`). Never less than the buffer, so that it need not be asked for less.
    #[inline]
    pub fn most_to_read(&self, world: &World) -> u64 {
        let (plan, stream) = (&world.process.plan, back(self.connection));
        let buffer = plan.buffer_bytes;
        match world.wire.under_way(stream) {
            Some((message, size, taken)) if plan.processors > 0 && self.topic == Topic::Request => {
                let head = if message == Message::Array { u64::from(ARRAY_HEADER) } else { 0 };
                // A scenario may give an array fewer bytes than its head has.
                let value = (size.saturating_sub(head) / (1 + world.more_values(message, self.slot))).max(1);
                match taken.saturating_sub(head) % value {
                    // How large it is has not been read.
                    0 => buffer,
                    there => (value - there).saturating_sub(plan.value_end).max(buffer),
                }
            }
            _ => buffer,
        }
    }

    /// `count` messages of a part as they lie in the stream; `last` if nothing of the leg comes after them.
    #[inline(always)]
    pub fn run(&self, part: Part, count: u32, last: bool) -> Run {
        let Part { message, bytes, .. } = part;
        Run { request: self.slot, message, last: last && self.topic == Topic::Request, count, bytes }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    /// connect() has been called.
    Connecting,
    /// The SYN arrives.
    Knocking,
    /// The TCP handshake is over.
    Established,
    /// connect() was not answered.
    Unconnected,
    /// A leg begins.
    Beginning,
    /// The thread does its own socket calls,
    #[default]
    Alone,
    /// an event loop does them,
    HandedOver,
    /// or the goroutines of the connection.
    ThroughRing,
}

/// An exchange on one connection.
#[derive(Default)]
pub struct ConnectionExchange {
    step: Step,
    leg: Leg,
    blocking: BlockingIo,
    handover: Handover,
    ring: RingIo,
    syns: SynTries,
}

/// SYNs that a server with limits has got for one connection.
#[derive(Clone, Copy, Debug, Default)]
struct SynTries {
    /// Those that were in vain.
    number: u32,
    /// When the first was sent.
    began: Nanos,
}

/// A wait for something from the network.
fn sleep_until(at: Nanos, world: &World) -> Op {
    if at == world.now { Op::user(Activity::None, 0) } else { Op::sleep(ThreadState::WaitReply, at) }
}

impl ConnectionExchange {
    /// Begins an exchange.
    #[inline(always)]
    pub fn start(&mut self, topic: Topic, slot: Slot, connection: u32, world: &mut World) -> Op {
        self.leg = Leg { slot, connection, topic, index: 0 };
        if topic == Topic::Opening {
            self.leg.index = BEFORE_THE_FIRST;
            self.blocking = BlockingIo::default();
            return self.then(Step::Connecting, Op::kernel(Activity::Connect, world.process.plan.costs.connect));
        }
        self.then(Step::Beginning, Op::NOTHING)
    }

    #[inline(always)]
    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    /// The connection that is used.
    pub fn connection(&self) -> u32 {
        self.leg.connection
    }

    /// Whether it ended without a reply in time. Only the part that has made the last socket calls knows: the others' state is of
    /// earlier exchanges.
    #[inline(always)]
    pub fn has_timed_out(&self) -> bool {
        match self.step {
            Step::Alone => self.blocking.has_timed_out(),
            Step::HandedOver => self.handover.has_timed_out(),
            Step::ThroughRing => self.ring.has_timed_out(),
            Step::Unconnected => true,
            Step::Connecting | Step::Knocking | Step::Established | Step::Beginning => false,
        }
    }

    /// Whether connect() was answered.
    pub fn is_connected(&self) -> bool {
        self.step != Step::Unconnected
    }

    /// Whether others can use the connection without the reply: no further round trip was planned on it.
    pub fn leaves_connection_whole(&self, world: &World) -> bool {
        self.leg.all(world).len() == 1
    }

    #[inline(always)]
    fn start_leg(&mut self, world: &mut World) -> Op {
        let replies = replies(self.leg.parts(world));
        world.requests.get_mut(self.leg.slot).awaiting = replies;
        if world.process.plan.loops > 0 {
            let op = self.handover.start(self.leg, replies, world);
            return self.then(Step::HandedOver, op);
        }
        if world.process.plan.has_ring
            && let Some(op) = self.ring.start(self.leg, replies, world)
        {
            return self.then(Step::ThroughRing, op);
        }
        self.blocking.start();
        self.then(Step::Alone, Op::NOTHING)
    }

    /// Continues; `None` when everything has been said and answered. Steps that cost nothing follow each other in here and need not
    /// climb out to where the program is driven.
    #[inline(never)]
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Option<Op> {
        loop {
            let op = self.go_on(me, world)?;
            if !is_through(op, world) {
                return Some(op);
            }
        }
    }

    #[inline(always)]
    fn go_on(&mut self, me: ThreadId, world: &mut World) -> Option<Op> {
        if self.step == Step::Beginning {
            let op = self.start_leg(world);
            if op != Op::NOTHING {
                return Some(op);
            }
        }
        let op = match self.step {
            Step::Beginning => return Some(Op::NOTHING),
            Step::Alone => self.talk(me, world),
            Step::HandedOver => self.handover.resume(self.leg, me, world),
            Step::ThroughRing => self.ring.resume(self.leg, me, world),
            Step::Connecting => return Some(self.handshake(world)),
            Step::Knocking => return Some(self.answer_syn(world)),
            Step::Established => {
                self.acknowledge(world);
                None
            }
            Step::Unconnected => return None,
        };
        match op {
            None => self.next_leg(me, world),
            some => some,
        }
    }

    /// Goes on with socket calls of its own.
    #[inline(always)]
    fn talk(&mut self, me: ThreadId, world: &mut World) -> Option<Op> {
        let op = self.blocking.resume(&self.leg, me, world);
        if op.is_none() && world.process.plan.has_ring {
            ring::end_exclusive(self.leg, world);
        }
        op
    }

    /// The TCP handshake: SYN, then SYN and ACK, without a thread of the client or server; then `connectDelayUs`.
    fn handshake(&mut self, world: &mut World) -> Op {
        if world.outages.is_any() {
            world.open_cut(self.leg.connection);
        }
        match world.refused(self.leg.slot) {
            Some(Refused::KnownAt(at)) => {
                return self.then(Step::Unconnected, Op::sleep(ThreadState::WaitReply, at));
            }
            Some(Refused::OverAt(at)) => {
                return self.then(Step::Established, Op::sleep(ThreadState::WaitReply, at));
            }
            None => {}
        }
        if world.reply_timeouts.is_used && world.is_accept_queue_full(&self.leg) {
            let reply_timeout = world.process.plan.reply_timeout;
            return self.then(Step::Unconnected, Op::sleep(ThreadState::WaitReply, world.now + reply_timeout));
        }
        if world.admission.is_used {
            self.syns = SynTries { number: 0, began: world.now };
            return self.then(Step::Knocking, sleep_until(world.now + world.process.plan.delays[0], world));
        }
        let round_trip: Nanos = world.process.plan.delays.iter().sum();
        let there_at = world.now + round_trip + world.process.plan.connect_delay;
        self.then(Step::Established, sleep_until(there_at, world))
    }

    /// A SYN has reached a server with limits. If it is dropped, the next one arrives after a pause, unless its reply timeout is over by
    /// then.
    #[cold]
    #[inline(never)]
    fn answer_syn(&mut self, world: &mut World) -> Op {
        let has_owner = world.requests.has_owner(self.leg.slot);
        let plan = world.process.plan.clone();
        let [out, back] = plan.delays;
        match world.answer_syn(self.leg.connection, has_owner) {
            Answer::Accepted => self.then(Step::Established, sleep_until(world.now + back + plan.connect_delay, world)),
            Answer::TooMany => {
                let known_at = (world.now + back + out + back).max(world.now + LEAST_TRY);
                self.then(Step::Unconnected, Op::sleep(ThreadState::WaitReply, known_at))
            }
            Answer::Dropped => {
                let (pause, reply_timeout) = (syn_pause(self.syns.number, has_owner), plan.reply_timeout);
                let gives_up =
                    if reply_timeout > 0 && has_owner { self.syns.began + reply_timeout } else { Nanos::MAX };
                self.syns.number += 1;
                // Who has given up while the SYN travelled learns it here, as without limits.
                let gives_up = gives_up.max(world.now);
                // The last SYN is waited for as long as for another one.
                let next = world.now + pause.unwrap_or_else(last_wait);
                match pause {
                    Some(_) if next < gives_up => self.then(Step::Knocking, Op::sleep(ThreadState::WaitReply, next)),
                    _ => self.then(Step::Unconnected, Op::sleep(ThreadState::WaitReply, next.min(gives_up))),
                }
            }
        }
    }

    /// The last ACK of the handshake: with it Redis has a connection to accept. It travels with what is said first, if that is a greeting.
    #[cold]
    fn acknowledge(&self, world: &mut World) {
        if world.process.plan.opening_legs.is_empty() {
            world.send_mark(OPENING, self.leg.connection);
        }
    }

    #[inline(always)]
    fn next_leg(&mut self, me: ThreadId, world: &mut World) -> Option<Op> {
        if self.has_timed_out() {
            return None;
        }
        self.leg.index = self.leg.index.wrapping_add(1);
        if usize::from(self.leg.index) == self.leg.all(world).len() {
            return None;
        }
        world.work_for(me, self.leg.slot);
        self.leg.enter(Phase::Prepare, world);
        Some(self.then(Step::Beginning, Op::NOTHING))
    }
}
