//! I/O by an event loop, seen from the thread that asks: hand the commands over, park, be woken with the reply.
//!
//! Mirrors Lettuce: `DefaultEndpoint.write` puts a task into the loop's queue and wakes the loop if, and only if, it sleeps;
//! the synchronous call parks (`CompletableFuture.get` over `LockSupport.park`). A callback of the loop itself does the same: the
//! loop takes the task over when the callback is through, and calls back.

use super::conversation::Leg;
use super::locking::{Locking, Progress, endpoint};
use crate::actor::program::Op;
use crate::actor::world::{Task, World};
use crate::metric::vocabulary::{Activity, Phase, ThreadState};
use crate::resource::cpu::ThreadId;

/// What has just been finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    #[default]
    Dispatched,
    /// The timeouts of the commands are set.
    Set,
    TimerWoken,
    /// At the lock of the connection's endpoint.
    AtLock,
    LoopWoken,
    Parking,
    Woken,
    Resumed,
}

/// One round trip of a thread whose socket calls an event loop makes.
#[derive(Default)]
pub struct Handover {
    step: Step,
    /// Timer's thread being woken.
    timer: ThreadId,
    locking: Locking,
}

impl Handover {
    /// Begins a leg of `commands` commands.
    pub fn start(&mut self, commands: u32, world: &World) -> Op {
        self.then(Step::Dispatched, Op::user(Activity::Dispatch, u64::from(commands) * world.plan.costs.dispatch))
    }

    /// Continues; `None` when all replies are there and the thread is awake.
    pub fn resume(&mut self, leg: Leg, me: ThreadId, world: &mut World) -> Option<Op> {
        Some(match self.step {
            Step::Dispatched => self.set_timeouts(leg, me, world),
            Step::Set => self.offer_to_timer(leg, me, world),
            Step::TimerWoken => {
                world.wake_idle(self.timer);
                self.lock(leg, me, world)
            }
            Step::AtLock => {
                let progress = self.locking.resume(me, world);
                self.at_lock(progress, leg, world)
            }
            Step::LoopWoken => self.wake_loop(leg, world),
            Step::Parking => self.park(leg, world),
            Step::Woken => self.then(Step::Resumed, Op::user(Activity::Resume, world.plan.costs.resume)),
            Step::Resumed => return None,
        })
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    fn set_timeouts(&mut self, leg: Leg, me: ThreadId, world: &mut World) -> Op {
        if world.plan.timers == 0 {
            return self.lock(leg, me, world);
        }
        let commands = u64::from(world.requests.get(leg.slot).awaiting);
        self.then(Step::Set, Op::user(Activity::Expire, commands * world.plan.timer_offer()))
    }

    fn offer_to_timer(&mut self, leg: Leg, me: ThreadId, world: &mut World) -> Op {
        let timer = world.next_timer();
        let request = world.requests.get_mut(leg.slot);
        request.timer = timer;
        let commands = request.awaiting;
        match world.offer_to_timer(timer, commands) {
            Some(thread) => {
                self.timer = thread;
                self.then(Step::TimerWoken, Op::kernel(Activity::FutexWake, world.plan.costs.futex_wake))
            }
            None => self.lock(leg, me, world),
        }
    }

    /// `SharedLock.incrementWriters`: a lock for every command, held for all of a batch at once here.
    fn lock(&mut self, leg: Leg, me: ThreadId, world: &mut World) -> Op {
        if world.plan.costs.endpoint_lock == 0 {
            return self.offer_task(leg, world);
        }
        self.step = Step::AtLock;
        let commands = u64::from(world.requests.get(leg.slot).awaiting);
        let work = commands * world.plan.costs.endpoint_lock;
        let progress = self.locking.start(endpoint(leg.connection), work, me, world);
        self.at_lock(progress, leg, world)
    }

    fn at_lock(&mut self, progress: Progress, leg: Leg, world: &mut World) -> Op {
        match progress {
            Progress::Goes(op) => op,
            Progress::Holds => match self.locking.leave(world) {
                Some(op) => op,
                None => self.offer_task(leg, world),
            },
            Progress::Left => self.offer_task(leg, world),
        }
    }

    fn offer_task(&mut self, leg: Leg, world: &mut World) -> Op {
        leg.enter(Phase::TaskQueue, world);
        let owner = (leg.connection % world.plan.loops) as usize;
        let parts = leg.parts(world).len();
        for index in 0..parts {
            let run = leg.run(index, leg.parts(world)[index].count, world);
            world.mailboxes[owner].tasks.push_back(Task { run, ends_batch: index + 1 == parts });
        }
        if std::mem::take(&mut world.mailboxes[owner].asleep) {
            let waking = world.waking_cost(world.plan.costs.eventfd_wake, world.polls[1 + owner].owner);
            return self.then(Step::LoopWoken, Op::kernel(Activity::EventfdWrite, waking));
        }
        self.park_unless_answered(leg, world)
    }

    fn wake_loop(&mut self, leg: Leg, world: &mut World) -> Op {
        let owner = world.polls[1 + (leg.connection % world.plan.loops) as usize].owner;
        // Unless it has been woken by a reply in the meantime.
        world.wake_idle(owner);
        self.park_unless_answered(leg, world)
    }

    fn park_unless_answered(&mut self, leg: Leg, world: &mut World) -> Op {
        if world.requests.get(leg.slot).awaiting == 0 {
            return self.then(Step::Resumed, Op::user(Activity::Resume, world.plan.costs.resume));
        }
        self.then(Step::Parking, world.plan.park)
    }

    fn park(&mut self, leg: Leg, world: &mut World) -> Op {
        if world.requests.get(leg.slot).awaiting == 0 {
            return self.then(Step::Resumed, Op::user(Activity::Resume, world.plan.costs.resume));
        }
        self.then(Step::Woken, Op::wait(ThreadState::WaitReply))
    }
}
