//! Closes a connection in the caller: one that comes back while enough are idle, one that was idle for too long or
//! is too old, and one on which nothing has come in time.

use super::{Caller, Step};
use crate::actor::client::connection_exchange::Topic;
use crate::actor::client::pool::Taken;
use crate::actor::program::Op;
use crate::actor::slots::Redirect;
use crate::actor::world::World;
use crate::metric::vocabulary::{Activity, Failure, Phase};
use crate::resource::cpu::ThreadId;

impl Caller {
    /// The connection that came back is closed, or that of the request.
    #[inline(never)]
    pub(super) fn closed(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.close(self.connection);
        match world.process.plan.pooled {
            true => self.replace(me, world),
            false => self.go_to(Step::Done),
        }
    }

    /// A connection is closed because enough are idle.
    #[inline(never)]
    pub(super) fn close_surplus(&mut self, world: &mut World) -> Op {
        self.connection = world.process.pools[self.node].surplus(self.connection, world.now);
        self.close(world)
    }

    /// commons-pool2 `returnObject` and `invalidateObject` end with `ensureIdle(1)`: whoever waits gets a new connection, opened by
    /// the returner.
    fn replace(&mut self, me: ThreadId, world: &mut World) -> Op {
        let granted = world.process.pools[self.node].give_closed(self.connection, world.now);
        if granted.is_some() || !world.process.pools[self.node].is_wanted() {
            return self.wake_or_done(granted, world);
        }
        let Some(Taken::Closed(connection)) = world.process.pools[self.node].take(world.now) else {
            return self.go_to(Step::Done);
        };
        self.connection = connection;
        self.go_on(Phase::GiveBack, me, world);
        self.talk(Step::Replacing, Topic::Opening, world)
    }

    /// Closes the next connection that has been idle for too long, if there is one.
    #[cold]
    pub(super) fn prune(&mut self, world: &mut World) -> Option<Op> {
        self.connection = world.process.pools[self.node].take_stale(world.now)?;
        Some(self.then(Step::Pruned, Op::kernel(Activity::Close, world.process.plan.costs.close)))
    }

    #[cold]
    pub(super) fn pruned(&mut self, world: &mut World) -> Op {
        world.close(self.connection);
        world.process.pools[self.node].forget(self.connection);
        self.go_to(Step::Borrowed)
    }

    /// The connection that it had taken was too old and is closed: it looks again.
    #[cold]
    pub(super) fn retired(&mut self, world: &mut World) -> Op {
        world.close(self.connection);
        world.process.pools[self.node].retire(self.connection, world.now);
        self.go_to(Step::Borrowed)
    }

    /// Nothing has come in time on the connection at hand: it is closed, unless an event loop keeps it, and goes back into its pool. What
    /// was asked there is given up.
    #[cold]
    pub(super) fn interrupted(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.interrupted = self.step;
        if self.connection_exchange.is_connected() {
            self.slot = world.abandon(self.slot);
            world.work_for(me, self.slot);
        }
        match self.step {
            Step::Talking => {
                if !self.is_asking {
                    // The node may have said something, but nobody has heard it.
                    world.requests.get_mut(self.slot).redirect = Redirect::None;
                }
                self.is_unanswered = true;
                let is_whole = world.process.plan.loops > 0 && self.connection_exchange.leaves_connection_whole(world);
                // Where all its users give up, the connection has been closed already.
                if is_whole || world.process.plan.closes_idle {
                    return self.got_reply(world);
                }
                self.enter(Phase::GiveBack, world);
            }
            Step::Opening => self.is_unanswered = true,
            Step::TestingReturned => self.enter(Phase::GiveBack, world),
            _ => {}
        }
        self.then(Step::Dropped, Op::kernel(Activity::Close, world.process.plan.costs.close))
    }

    /// The connection on which nothing came is closed. After a futile test the borrower looks for another; after a futile opening
    /// nobody tries to open one for those who wait.
    #[cold]
    pub(super) fn dropped(&mut self, me: ThreadId, world: &mut World) -> Op {
        if self.connection_exchange.is_connected() {
            world.close(self.connection);
        }
        match self.interrupted {
            _ if !world.process.plan.pooled => self.go_to(Step::Done),
            Step::TestingBorrowed => {
                self.enter(Phase::WaitConnection, world);
                world.requests.get_mut(self.slot).connection = 0;
                world.work_for(me, self.slot);
                world.process.pools[self.node].retire(self.connection, world.now);
                self.go_to(Step::Borrowed)
            }
            Step::Opening | Step::Replacing => {
                let granted = world.process.pools[self.node].give_closed(self.connection, world.now);
                self.wake_or_done(granted, world)
            }
            _ => self.replace(me, world),
        }
    }

    /// The request, or the question for the topology, has got no answer in time, or no connection.
    #[cold]
    pub(super) fn unanswered(&mut self, world: &mut World) -> Op {
        self.is_unanswered = false;
        if world.outages.is_any() && !self.is_asking {
            world.suspect_topology(self.slot);
        }
        let failure = if self.interrupted == Step::Opening { Failure::ConnectFailed } else { Failure::ReplyTimeout };
        self.refused(failure, world)
    }
}
