//! Work under a lock: a thread tries to take it, spins for a moment, tries again, and parks until it is woken to try once more.
//! Without contention that takes no time beyond the work itself.

use crate::actor::program::Op;
use crate::actor::world::World;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::{Activity, ThreadState};
use crate::resource::cpu::ThreadId;

/// Number of the pool's lock.
pub const POOL: usize = 0;

/// Number of the lock of a connection's endpoint.
pub fn endpoint(connection: u32) -> usize {
    1 + connection as usize
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    #[default]
    Spun,
    Parking,
    Woken,
    /// The work under the lock is done.
    Worked,
    HeirWoken,
}

/// Where a thread is with its work under a lock.
pub enum Progress {
    /// On the way.
    Goes(Op),
    /// The work is done and the lock still held: its effect comes now, then [`Locking::leave`].
    Holds,
    /// The lock has been left.
    Left,
}

/// A piece of work under a lock.
#[derive(Default)]
pub struct Locking {
    step: Step,
    lock: usize,
    work: Nanos,
    /// The thread is in the lock's queue.
    is_queued: bool,
    heir: ThreadId,
}

impl Locking {
    /// The thread has been moved into the lock's queue by somebody else.
    pub fn has_been_queued(&mut self) {
        self.is_queued = true;
    }

    /// Begins to take a lock for some nanoseconds of work.
    pub fn start(&mut self, lock: usize, work: Nanos, me: ThreadId, world: &mut World) -> Progress {
        (self.lock, self.work) = (lock, work);
        if self.take(me, world) {
            return self.worked();
        }
        Progress::Goes(self.then(Step::Spun, Op::user(Activity::Lock, world.plan.costs.lock_spin)))
    }

    /// Continues.
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Progress {
        let tries = matches!(self.step, Step::Spun | Step::Parking | Step::Woken);
        if tries && self.take(me, world) {
            return self.worked();
        }
        match self.step {
            Step::Worked => Progress::Holds,
            Step::HeirWoken => {
                world.wake_waiter(self.heir);
                Progress::Left
            }
            Step::Spun | Step::Woken => {
                if !std::mem::replace(&mut self.is_queued, true) {
                    world.locks[self.lock].queue(me);
                }
                Progress::Goes(self.then(Step::Parking, world.plan.park))
            }
            Step::Parking => {
                world.locks[self.lock].parks(me);
                Progress::Goes(self.then(Step::Woken, Op::wait(ThreadState::WaitConnection)))
            }
        }
    }

    fn take(&mut self, me: ThreadId, world: &mut World) -> bool {
        let taken = world.locks[self.lock].try_take(me, self.is_queued);
        self.is_queued &= !taken;
        taken
    }

    fn worked(&mut self) -> Progress {
        match self.work {
            0 => Progress::Holds,
            ns => Progress::Goes(self.then(Step::Worked, Op::user(Activity::Lock, ns))),
        }
    }

    /// Leaves the lock; the op, if there is one, wakes whoever has waited longest.
    pub fn leave(&mut self, world: &mut World) -> Option<Op> {
        let World { locks, cpu, .. } = world;
        self.heir = locks[self.lock].release(|thread| cpu.is_waiting(thread, ThreadState::WaitConnection))?;
        let waking = world.waking(self.heir);
        Some(self.then(Step::HeirWoken, waking))
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }
}
