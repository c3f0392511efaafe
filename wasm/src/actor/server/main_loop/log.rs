//! The stage *log*: the commands of the last turn are appended to the file before anybody is answered.
//!
//! Mirrors `flushAppendOnlyFile` in `beforeSleep`.

use super::{MainLoop, Step};
use crate::actor::program::Op;
use crate::actor::server::append_only::Flush;
use crate::actor::world::World;
use crate::metric::vocabulary::{Activity, ThreadState};
use crate::resource::cpu::ThreadId;

impl MainLoop {
    #[inline(always)]
    pub(super) fn flush_log(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.log.flush(world.now) {
            Flush::Nothing => self.go_to(Step::LogDone),
            Flush::Wait(until) => self.then(Step::Log, Op::sleep(ThreadState::WaitReply, until)),
            Flush::Write(bytes) => {
                world.clear_attribution(me, None);
                self.then(Step::Logged, Op::kernel(Activity::FileWrite, world.plan.costs.file_write.of(bytes)))
            }
        }
    }

    /// `beforeSleep` also looks for expired keys, and writes to the replicas. Here a replica executes what it has been sent, too.
    #[inline(always)]
    pub(super) fn log_done(&mut self, me: ThreadId, world: &mut World) -> Op {
        if world.plan.keyspace.is_used
            && let Some(op) = world.keyspace_work(self.node)
        {
            world.clear_attribution(me, None);
            return self.then(Step::LogDone, op);
        }
        if world.tracking.is_some()
            && let Some(op) = self.broadcast(me, world)
        {
            return op;
        }
        self.begin_replies(world)
    }

    pub(super) fn logged(&mut self, world: &mut World) -> Op {
        match self.log.written(world) {
            Some(until) if until > world.now => self.then(Step::Log, Op::sleep(ThreadState::WaitReply, until)),
            _ => self.go_to(Step::LogDone),
        }
    }
}
