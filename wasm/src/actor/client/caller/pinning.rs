//! How a caller begins a request that is cut into parts, or that needs a carrier thread because callers can be pinned.

use super::{Caller, Role, Step};
use crate::actor::client::virtual_threads::Stage;
use crate::actor::program::Op;
use crate::actor::world::World;
use crate::metric::vocabulary::{Phase, ThreadState};
use crate::resource::cpu::ThreadId;

impl World {
    /// Where a request begins that has to be prepared.
    pub(super) fn first_to_prepare(&self) -> Phase {
        if self.process.plan.split.is_some() { Phase::FanOut } else { Phase::WaitCaller }
    }
}

impl Caller {
    /// Prepares the request that it has taken.
    #[cold]
    #[inline(never)]
    pub(super) fn prepare(&mut self, me: ThreadId, world: &mut World) -> Op {
        match world.process.plan.split.is_some() {
            true => self.begin_batch(world),
            false if world.mount(me) => self.mounted(world),
            false => self.then(Step::Mounting, Op::wait(ThreadState::Idle)),
        }
    }

    /// It has a carrier for its request.
    #[cold]
    pub(super) fn mounted(&mut self, world: &mut World) -> Op {
        world.enter(self.slot, world.first_phase());
        self.go_to(Step::Issued)
    }

    /// Lets go of its carrier where it waits for what it has just wished and is not pinned.
    pub fn after_wish(&self, wish: Op, me: ThreadId, world: &mut World) {
        if self.role != Role::Issuer {
            return;
        }
        let stage = match self.step {
            Step::Thought | Step::CallerCode | Step::Offered | Step::Started => Stage::Outside,
            Step::Opening | Step::Replacing => Stage::Opening,
            _ => Stage::Other,
        };
        world.after_wish(wish, me, stage);
    }
}
