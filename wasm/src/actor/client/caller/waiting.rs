//! Waiting for a connection of the pool: the caller parks, is signalled or times out, and tries again.

use super::{Caller, Step};
use crate::actor::client::pool::Signal;
use crate::actor::program::Op;
use crate::actor::world::World;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::ThreadState;
use crate::resource::cpu::ThreadId;

impl Caller {
    pub(super) fn park_for_connection(&mut self, me: ThreadId, world: &mut World) -> Op {
        let pool = &mut world.process.pools[self.node];
        let signal = if pool.is_behind(me) { Signal::None } else { pool.take_signal(me) };
        if signal != Signal::None {
            return self.signalled(signal, me, world);
        }
        if self.patience_ends < Nanos::MAX {
            world.alarms.set(me, self.patience_ends.max(world.now), &mut world.calendar);
        }
        self.then(Step::PoolWoken, Op::wait(ThreadState::WaitConnection))
    }

    pub(super) fn poll_again(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.alarms.call_off(me);
        let signal = world.process.pools[self.node].take_signal(me);
        self.signalled(signal, me, world)
    }

    pub(super) fn signalled(&mut self, signal: Signal, me: ThreadId, world: &mut World) -> Op {
        match signal {
            Signal::Granted(taken) => {
                self.taken = Some(taken);
                self.go_to(Step::Looked)
            }
            // Having been woken costs the lock and the look once more.
            Signal::TryAgain => self.borrow(world),
            // So does an alarm; this look is the last.
            Signal::None => {
                world.process.pools[self.node].abandon(me);
                self.borrow(world)
            }
        }
    }
}
