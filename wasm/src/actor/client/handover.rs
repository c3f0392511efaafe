//! I/O by an event loop, from the calling thread's side: it hands the commands over, parks, and is woken with the reply.
//!
//! Mirrors Lettuce. `DefaultEndpoint.write` puts a task into the loop's queue and wakes the loop only if it sleeps. The synchronous
//! call parks (`CompletableFuture.get` over `LockSupport.park`) up to the command timeout. A callback of the loop does the same: the
//! loop runs the task after the callback, and calls back.

use super::connection_exchange::Leg;
use crate::actor::program::Op;
use crate::actor::world::{Task, World};
use crate::kernel::time::Nanos;
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
    LoopWoken,
    Parking,
    Woken,
    /// It has called off what would have ended its command.
    CalledOff,
    Resumed,
}

/// Puts a leg into the queue of its connection's event loop; returns the loop's thread if somebody has to wake it.
pub fn offer(leg: Leg, world: &mut World) -> Option<ThreadId> {
    let index = world.process.loop_of(leg.connection);
    let parts = leg.parts(world).len();
    world.process.outstanding.asked(leg.connection, world.requests.get(leg.slot).awaiting);
    for at in 0..parts {
        let (part, last) = (leg.parts(world)[at], at + 1 == parts);
        let run = leg.run(part, part.count, last);
        world.process.mailboxes[index as usize].tasks.push_back(Task { run, ends_batch: last });
    }
    let was_asleep = std::mem::take(&mut world.process.mailboxes[index as usize].asleep);
    was_asleep.then(|| world.polls[world.process.poll(index)].owner)
}

/// One round trip of a thread whose socket calls an event loop makes.
#[derive(Default)]
pub struct Handover {
    step: Step,
    /// Whether the thread waits for the replies of this leg.
    waits: bool,
    /// Timer's thread being woken.
    timer: ThreadId,
    /// When its timeout was set.
    set_at: Nanos,
    /// Whether nothing came in time.
    gave_up: bool,
}

impl Handover {
    /// Begins a leg of `commands` commands.
    pub fn start(&mut self, leg: Leg, commands: u32, world: &World) -> Op {
        self.waits = !world.requests.get(leg.slot).detached;
        self.gave_up = false;
        self.then(Step::Dispatched, leg.dispatching(commands, world))
    }

    /// Whether it is over because nothing came in time.
    pub fn has_timed_out(&self) -> bool {
        self.gave_up
    }

    /// Continues; `None` when all replies are there, or one does not come in time, and the thread is awake.
    pub fn resume(&mut self, leg: Leg, me: ThreadId, world: &mut World) -> Option<Op> {
        Some(match self.step {
            Step::Dispatched => self.set_timeouts(leg, world),
            Step::Set => self.offer_to_timer(leg, world),
            Step::TimerWoken => self.wake_timer(leg, world),
            Step::LoopWoken => self.wake_loop(leg, world),
            Step::Parking => self.park(leg, me, world),
            Step::Woken => self.woken(leg, me, world),
            Step::CalledOff => self.go_on(world),
            Step::Resumed => {
                self.gave_up = self.waits && world.reply_timeouts.is_used && world.requests.get(leg.slot).awaiting > 0;
                return None;
            }
        })
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    fn set_timeouts(&mut self, leg: Leg, world: &mut World) -> Op {
        if world.process.plan.timers == 0 {
            return self.offer_task(leg, world);
        }
        let commands = u64::from(world.requests.get(leg.slot).awaiting);
        self.then(Step::Set, Op::user(Activity::Expire, commands * world.process.plan.timer_offer()))
    }

    fn offer_to_timer(&mut self, leg: Leg, world: &mut World) -> Op {
        self.set_at = world.now;
        let timer = world.next_timer();
        let request = world.requests.get_mut(leg.slot);
        request.timer = timer as u16;
        let commands = request.awaiting;
        match world.offer_to_timer(timer, commands) {
            Some(thread) => {
                self.timer = thread;
                self.then(Step::TimerWoken, world.waking(thread))
            }
            None => self.offer_task(leg, world),
        }
    }

    fn wake_timer(&mut self, leg: Leg, world: &mut World) -> Op {
        world.wake_idle(self.timer);
        self.offer_task(leg, world)
    }

    fn offer_task(&mut self, leg: Leg, world: &mut World) -> Op {
        leg.enter(Phase::TaskQueue, world);
        if let Some(event_loop) = offer(leg, world) {
            let waking = world.waking_cost(world.process.plan.costs.eventfd_wake, event_loop);
            return self.then(Step::LoopWoken, Op::kernel(Activity::EventfdWrite, waking));
        }
        self.park_unless_answered(leg, world)
    }

    fn wake_loop(&mut self, leg: Leg, world: &mut World) -> Op {
        let owner = world.polls[world.process.poll(world.process.loop_of(leg.connection))].owner;
        // Unless it has been woken by a reply in the meantime.
        world.wake_idle(owner);
        self.park_unless_answered(leg, world)
    }

    fn park_unless_answered(&mut self, leg: Leg, world: &mut World) -> Op {
        if !self.waits {
            return self.then(Step::Resumed, Op::user(Activity::None, 0));
        }
        if world.requests.get(leg.slot).awaiting == 0 {
            return self.go_on(world);
        }
        self.then(Step::Parking, world.process.plan.park)
    }

    fn park(&mut self, leg: Leg, me: ThreadId, world: &mut World) -> Op {
        if world.requests.get(leg.slot).awaiting == 0 {
            return self.go_on(world);
        }
        if world.process.plan.reply_timeout > 0 {
            // An executor's timeout runs from when it was set, the caller's own wait from now.
            let since = if world.executor_expires() { self.set_at } else { world.now };
            world.limit_wait(&leg, me, since + world.process.plan.reply_timeout);
        }
        self.then(Step::Woken, Op::wait(ThreadState::WaitReply))
    }

    /// The replies are there, or its patience is over.
    fn woken(&mut self, leg: Leg, me: ThreadId, world: &mut World) -> Op {
        if world.reply_timeouts.is_used {
            world.end_wait(me);
            // Whoever ends its command itself calls off the wheel, which would have done so later.
            if world.process.plan.wheel && world.requests.get(leg.slot).awaiting > 0 {
                return self.then(Step::CalledOff, Op::user(Activity::Expire, world.process.plan.timer_offer()));
            }
        }
        self.go_on(world)
    }

    fn go_on(&mut self, world: &World) -> Op {
        self.then(Step::Resumed, Op::user(Activity::Resume, world.process.plan.costs.resume))
    }
}
