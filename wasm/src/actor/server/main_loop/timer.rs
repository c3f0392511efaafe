//! The stage *timer*: `serverCron`, and in it the slow search for expired keys.

use super::{MainLoop, Step};
use crate::actor::program::Op;
use crate::actor::world::World;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::Activity;
use crate::resource::cpu::ThreadId;

impl MainLoop {
    /// What has become due while the thread was busy, or before it began, rings at once.
    pub(super) fn arm_timer(&self, me: ThreadId, world: &mut World) {
        if self.cron.due < Nanos::MAX {
            world.alarms.set(me, self.cron.due.max(world.now), &mut world.calendar);
        }
    }

    #[inline(always)]
    pub(super) fn run_cron(&mut self, me: ThreadId, world: &mut World) -> Op {
        if world.now < self.cron.due {
            return self.go_to(Step::Housekeeping);
        }
        world.clear_attribution(me, None);
        let World { keyspaces, plan, now, .. } = world;
        let work = match self.cron.take_stall() {
            Some(stall) => stall,
            None => {
                let expiring = keyspaces[self.node].expire_slowly(*now, self.cron.period, &plan.keyspace);
                self.cron.call(*now, expiring)
            }
        };
        self.arm_timer(me, world);
        self.then(Step::Housekeeping, Op::user(Activity::Cron, work))
    }
}
