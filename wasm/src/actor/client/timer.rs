//! Threads that keep command timeouts.
//!
//! *Executor*: Lettuce up to 6.3.1, `CommandExpiryWriter` over Netty's `DefaultEventExecutor`. A thread takes tasks (set or cancel a
//! timeout) from a `LinkedBlockingQueue` and sleeps while it is empty. The first task of an empty queue wakes it.
//! *Timer wheel*: `HashedWheelTimer`. The thread polls its queue every 100 ms, and no task wakes it.
//!
//! The executor's thread ends a command that takes too long and wakes its caller. The wheel does not get to that: the caller's own
//! timed wait has the same length, and the wheel polls later ([`super::reply_timeout`]).

use crate::actor::program::Op;
use crate::actor::world::World;
use crate::kernel::time::{MS, Nanos};
use crate::metric::vocabulary::{Activity, ThreadState};
use crate::resource::cpu::ThreadId;

/// netty `HashedWheelTimer`: the default tick.
const TICK: Nanos = 100 * MS;

/// Tasks that a timer's thread has not seen yet.
pub struct TimerQueue {
    /// The thread.
    pub owner: ThreadId,
    /// How many.
    tasks: u32,
}

impl TimerQueue {
    /// The empty queue of a thread.
    pub fn new(owner: ThreadId) -> Self {
        TimerQueue { owner, tasks: 0 }
    }
}

impl World {
    /// The timer for the next command: each in turn.
    pub fn next_timer(&mut self) -> u32 {
        self.process.last_timer = (self.process.last_timer + 1) % self.process.timers.len() as u32;
        self.process.last_timer
    }

    /// Puts tasks into a timer's queue; returns its thread if that must be woken.
    pub fn offer_to_timer(&mut self, timer: u32, tasks: u32) -> Option<ThreadId> {
        let is_wheel = self.process.plan.wheel;
        let queue = &mut self.process.timers[timer as usize];
        let was_empty = queue.tasks == 0;
        queue.tasks += tasks;
        let sleeps = was_empty && !is_wheel && self.cpu.is_waiting(queue.owner, ThreadState::Idle);
        sleeps.then_some(queue.owner)
    }

    /// Whether threads with a queue end the commands that take too long.
    pub fn executor_expires(&self) -> bool {
        self.process.plan.timers > 0 && !self.process.plan.wheel
    }

    /// A caller's command has taken too long: the thread of its timer wakes from its timed wait, if it sleeps.
    #[inline(never)]
    pub fn expire_later(&mut self, timer: u32, caller: ThreadId) {
        let queue = &mut self.process.timers[timer as usize];
        queue.tasks += 1;
        let owner = queue.owner;
        self.process.expired.push_back(caller);
        self.wake_idle(owner);
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    /// Ready for tasks.
    #[default]
    Looking,
    FutexWait,
    /// The caller of a command that took too long.
    CallerWoken,
}

/// Program of a timer's thread.
pub struct Timer {
    index: usize,
    step: Step,
    /// Whose command it ends.
    caller: ThreadId,
}

impl Timer {
    /// Timer number `index` of the client.
    pub fn new(index: usize) -> Self {
        Timer { index, step: Step::default(), caller: 0 }
    }

    /// See [`crate::actor::program::Program::resume`].
    pub fn resume(&mut self, world: &mut World) -> Op {
        let step = std::mem::take(&mut self.step);
        if step == Step::CallerWoken && world.is_timed_out(self.caller) {
            world.wake(self.caller);
        }
        let queue = &mut world.process.timers[self.index];
        let tasks = std::mem::take(&mut queue.tasks);
        if tasks > 0 {
            return Op::user(Activity::Expire, u64::from(tasks) * world.process.plan.costs.timer_task);
        }
        if let Some(caller) = world.process.expired.pop_front() {
            (self.caller, self.step) = (caller, Step::CallerWoken);
            return world.waking(caller);
        }
        if world.process.plan.wheel {
            let tick = (world.now / TICK + 1) * TICK;
            return Op::sleep(ThreadState::Idle, tick + world.process.plan.costs.wait_slack);
        }
        match step {
            Step::FutexWait => Op::wait(ThreadState::Idle),
            Step::Looking | Step::CallerWoken => {
                self.step = Step::FutexWait;
                Op::kernel(Activity::FutexWait, world.process.plan.costs.futex_wait)
            }
        }
    }
}
