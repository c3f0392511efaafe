//! What is said on a connection for one purpose: one or more round trips (*legs*), each by whoever does the socket calls.

use super::blocking_io::BlockingIo;
use super::handover::Handover;
use crate::actor::exchange::Part;
use crate::actor::program::Op;
use crate::actor::request::Slot;
use crate::actor::world::World;
use crate::metric::vocabulary::Phase;
use crate::resource::cpu::ThreadId;
use crate::resource::message::Run;

/// A round trip under way: where, for whom, and which.
#[derive(Clone, Copy, Debug, Default)]
pub struct Leg {
    /// The request that is served.
    pub slot: Slot,
    /// The connection.
    pub connection: u32,
    /// Which of the conversation's round trips.
    pub index: u8,
}

impl Leg {
    /// What is sent, in order.
    pub fn parts<'w>(&self, world: &'w World) -> &'w [Part] {
        &world.plan.exchange(world.requests.get(self.slot)).legs[usize::from(self.index)]
    }

    /// `count` messages of the part at `index` as they lie in the stream.
    pub fn run(&self, index: usize, count: u32, world: &World) -> Run {
        let parts = self.parts(world);
        let Part { message, bytes, .. } = parts[index];
        Run { request: self.slot, message, last: index + 1 == parts.len(), count, bytes }
    }
}

/// A conversation on one connection.
#[derive(Default)]
pub struct Conversation {
    leg: Leg,
    blocking: BlockingIo,
    handover: Handover,
}

impl Conversation {
    /// The request's own conversation.
    pub fn start(&mut self, slot: Slot, connection: u32, world: &mut World) -> Op {
        self.leg = Leg { slot, connection, index: 0 };
        self.start_leg(world)
    }

    /// The connection that is used.
    pub fn connection(&self) -> u32 {
        self.leg.connection
    }

    fn start_leg(&mut self, world: &mut World) -> Op {
        let replies = self.leg.parts(world).iter().map(|part| part.count).sum();
        world.requests.get_mut(self.leg.slot).awaiting = replies;
        match world.plan.loops {
            0 => self.blocking.start(self.leg, world),
            _ => self.handover.start(replies, world),
        }
    }

    /// Continues; `None` when everything has been said and answered.
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Option<Op> {
        let op = match world.plan.loops {
            0 => self.blocking.resume(self.leg, me, world),
            _ => self.handover.resume(self.leg, world),
        };
        op.or_else(|| self.next_leg(me, world))
    }

    fn next_leg(&mut self, me: ThreadId, world: &mut World) -> Option<Op> {
        let exchange = world.plan.exchange(world.requests.get(self.leg.slot));
        self.leg.index += 1;
        if usize::from(self.leg.index) == exchange.legs.len() {
            return None;
        }
        world.work_for(me, self.leg.slot);
        world.enter(self.leg.slot, Phase::Prepare);
        Some(self.start_leg(world))
    }
}
