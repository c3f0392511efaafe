//! How a caller gets a connection from the pool: it looks, takes an idle one or opens another, and has it tested and wrapped as the pool wants.
//! Waiting for a connection: [`super::waiting`].

use super::{Caller, Step};
use crate::actor::client::connection_exchange::Topic;
use crate::actor::client::lifetime::Lifetimes;
use crate::actor::client::pool::Taken;
use crate::actor::program::{Op, unless_free};
use crate::actor::world::World;
use crate::metric::vocabulary::{Activity, Failure, Phase, ThreadState};
use crate::resource::cpu::ThreadId;

impl Caller {
    #[inline(always)]
    pub(super) fn borrow(&mut self, world: &mut World) -> Op {
        let op = Op::user(Activity::Borrow, world.process.plan.costs.pool_borrow);
        self.then(Step::Borrowed, unless_free(op, world))
    }

    #[inline(always)]
    pub(super) fn try_take(&mut self, me: ThreadId, world: &mut World) -> Op {
        if world.process.pools[self.node].rules.idle_timeout > 0
            && let Some(prune) = self.prune(world)
        {
            return prune;
        }
        let pool = &mut world.process.pools[self.node];
        self.taken = pool.take(world.now);
        self.waits = self.taken.is_none() && world.now < self.patience_ends;
        let next = pool.pass_lock(me);
        if self.waits {
            // At the same time as it lets go of the lock: what is returned from now on signals those who wait.
            pool.wait(me);
        }
        match next {
            Some(next) if world.cpu.is_waiting(next, ThreadState::WaitConnection) => {
                self.waiter = next;
                self.then(Step::LockPassed, world.waking(next))
            }
            _ => self.looked(world),
        }
    }

    #[inline]
    pub(super) fn looked(&mut self, world: &mut World) -> Op {
        if world.process.plan.fillers > 0
            && let Some(call) = self.call_filler(world)
        {
            return call;
        }
        self.go_to(Step::Looked)
    }

    #[inline(always)]
    pub(super) fn obtain(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.taken {
            Some(taken) => self.take(taken, me, world),
            None if self.waits => self.then(Step::PoolParking, world.process.plan.park),
            None => {
                let blocks = world.process.pools[self.node].rules.blocks;
                self.refused(if blocks { Failure::PoolTimeout } else { Failure::PoolExhausted }, world)
            }
        }
    }

    #[inline(always)]
    fn is_too_old(&self, connection: u32, world: &World) -> bool {
        let lifetimes = Lifetimes { random: &world.random, first_key: world.process.first_key };
        world.process.pools[self.node].is_stale(connection, world.now, &lifetimes)
    }

    #[inline(always)]
    pub(super) fn take(&mut self, taken: Taken, me: ThreadId, world: &mut World) -> Op {
        match taken {
            Taken::Open(connection) if self.is_too_old(connection, world) => {
                self.connection = connection;
                self.then(Step::Retired, Op::kernel(Activity::Close, world.process.plan.costs.close))
            }
            Taken::Open(connection) => {
                self.connection = connection;
                match world.process.pools[self.node].rules.peek {
                    true => self.then(Step::Opened, Op::kernel(Activity::Peek, world.process.plan.costs.read_empty)),
                    false => self.go_to(Step::Opened),
                }
            }
            Taken::Closed(connection) => {
                self.connection = connection;
                self.go_on(Phase::Connect, me, world);
                self.talk(Step::Opening, Topic::Opening, world)
            }
        }
    }

    #[inline(always)]
    pub(super) fn opened(&mut self, me: ThreadId, world: &mut World) -> Op {
        if !world.process.pools[self.node].rules.test_on_borrow {
            return self.go_to(Step::Tested);
        }
        self.go_on(Phase::TestOnBorrow, me, world);
        self.talk(Step::TestingBorrowed, Topic::Test, world)
    }

    #[inline(always)]
    pub(super) fn wrap(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.go_on(Phase::Prepare, me, world);
        let wraps = world.process.pools[self.node].rules.wrap;
        self.then(
            Step::Wrapped,
            if wraps { Op::user(Activity::Wrap, world.process.plan.costs.wrap) } else { Op::NOTHING },
        )
    }
}
