//! A carrier: an operating-system thread of Go's runtime (an M) that runs goroutines while it has a processor.
//!
//! ```text
//!  woken ─► own queue ─ global queue ─ epoll_wait(0), if nobody blocks in it ─ steal ─┐
//!             │ found: switch (goSwitchNs), run the goroutine until it parks ─► again │ nothing: give up the processor
//!             └───────────────────────────────────────────────────────────────────────┘
//!                  └► block in epoll_wait(), if nobody does; else sleep on a futex
//! ```
//!
//! Replies make goroutines ready only when somebody polls: with every processor busy they wait until one runs dry (or
//! `sysmon` looks, after 10 ms), and then come in batches.

use super::goroutines::{Assignment, NOBODY_POLLED};
use crate::actor::program::{Op, Wish};
use crate::actor::world::World;
use crate::kernel::calendar::EventKind;
use crate::kernel::time::{Nanos, US};
use crate::metric::vocabulary::{Activity, ThreadState};
use crate::resource::cpu::ThreadId;

/// What the carrier has just finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// It has been woken with a processor.
    Woken,
    /// It came out of epoll_wait(), where it had blocked.
    Unblocked,
    /// It has looked for network events, with or without a processor.
    Polled,
    Switched,
    /// A burst of the goroutine it carries.
    Carried,
    /// It has woken another carrier; then it goes on with what it was at.
    WokeAnother,
    FutexWait,
}

/// What a carrier was about to do when it had to wake others first.
#[derive(Clone, Copy, Debug)]
enum Next {
    Schedule,
    Switch,
    /// What the goroutine wants.
    Grant(Op),
}

/// Program of a carrier.
pub struct Carrier {
    step: Step,
    next: Next,
    processor: Option<usize>,
    spinning: bool,
    /// Whether it has looked for network events since it last found something to do.
    polled: bool,
    goroutine: ThreadId,
    to_wake: Vec<Assignment>,
    fired: Vec<u32>,
    ready: Vec<ThreadId>,
}

impl Default for Carrier {
    fn default() -> Self {
        Carrier {
            step: Step::Woken,
            next: Next::Schedule,
            processor: None,
            spinning: false,
            polled: false,
            goroutine: 0,
            to_wake: Vec::new(),
            fired: Vec::new(),
            ready: Vec::new(),
        }
    }
}

impl Carrier {
    /// See [`crate::actor::program::Program::resume`].
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            Step::Woken | Step::FutexWait => self.take_given(me, world),
            Step::Unblocked => {
                world.alarms.call_off(me);
                self.poll(world)
            }
            Step::Polled => self.collect(me, world),
            Step::Switched => {
                world.cpu.carry(me, self.goroutine);
                self.run(world)
            }
            Step::Carried => self.go_on(me, world),
            Step::WokeAnother => {
                if let Some(assignment) = self.to_wake.pop() {
                    world.give_processor(assignment);
                }
                self.wake_then(self.next, me, world)
            }
        }
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    /// Work of its own, not of a goroutine.
    fn work(&mut self, step: Step, op: Op, world: &mut World) -> Op {
        if let Wish::Burst(burst) = op.wish() {
            world.cpu.count_call(burst.activity as usize);
        }
        self.then(step, op)
    }

    /// A burst of the goroutine is over: it goes on, unless the processor is gone and there is no other (`exitsyscall`).
    fn go_on(&mut self, me: ThreadId, world: &mut World) -> Op {
        if world.process.goroutines.lost_processor(self.processor, me) {
            self.processor = world.process.goroutines.acquire(me);
            if self.processor.is_none() {
                world.cpu.put_down(me, ThreadState::Runnable, world.now, &mut world.trace);
                world.process.goroutines.push(self.goroutine);
                return self.sleep(me, world);
            }
        }
        self.run(world)
    }

    /// Lets the goroutine's program say what it wants next.
    fn run(&mut self, world: &mut World) -> Op {
        world.process.goroutines.running = self.processor;
        self.then(Step::Carried, Op::carry(self.goroutine))
    }

    /// The goroutine has said what it wants: this carrier gives it CPU time, or puts it down.
    pub fn grant(&mut self, wish: Op, me: ThreadId, world: &mut World) -> Op {
        world.process.goroutines.running = None;
        let state = match wish.wish() {
            Wish::Burst(_) | Wish::Spin | Wish::Carry(_) => return self.wake_then(Next::Grant(wish), me, world),
            Wish::Wait(state) => state,
            Wish::Sleep(state, until) => {
                world.calendar.schedule(until, EventKind::Timer, self.goroutine);
                state
            }
        };
        world.cpu.put_down(me, state, world.now, &mut world.trace);
        self.wake_then(Next::Schedule, me, world)
    }

    /// Wakes whom it has to, one system call each, and then goes on.
    fn wake_then(&mut self, next: Next, me: ThreadId, world: &mut World) -> Op {
        world.process.goroutines.take_to_wake(&mut self.to_wake);
        if let Some(last) = self.to_wake.last() {
            let call =
                Op::kernel(Activity::FutexWake, world.waking_cost(world.process.plan.costs.futex_wake, last.carrier));
            self.next = next;
            return self.work(Step::WokeAnother, call, world);
        }
        match next {
            Next::Schedule => self.schedule(me, world),
            Next::Switch => {
                self.work(Step::Switched, Op::user(Activity::Schedule, world.process.plan.costs.go_switch), world)
            }
            Next::Grant(op) => self.then(Step::Carried, op),
        }
    }

    /// `findRunnable`.
    fn schedule(&mut self, me: ThreadId, world: &mut World) -> Op {
        let Some(processor) = self.processor else { return self.sleep(me, world) };
        if world.process.goroutines.has_sleepers() {
            world.run_timers(processor, false);
        }
        if let Some(goroutine) = world.process.goroutines.choose(processor) {
            return self.found(goroutine, me, world);
        }
        if !self.polled && world.process.goroutines.poller.is_none() {
            return self.poll(world);
        }
        let mut stolen = world.process.goroutines.steal(processor);
        if stolen.is_none() && world.process.goroutines.has_sleepers() {
            world.run_timers(processor, true);
            stolen = world.process.goroutines.choose(processor);
        }
        match stolen {
            Some(goroutine) => self.found(goroutine, me, world),
            None => self.release_processor(processor, me, world),
        }
    }

    fn found(&mut self, goroutine: ThreadId, me: ThreadId, world: &mut World) -> Op {
        self.goroutine = goroutine;
        self.polled = false;
        if std::mem::take(&mut self.spinning) {
            world.process.goroutines.stop_spinning();
            // There may be more: the next one looks for it.
            world.process.goroutines.wake_spare_worker();
        }
        self.wake_then(Next::Switch, me, world)
    }

    // Network events.

    #[inline(never)]
    fn poll(&mut self, world: &mut World) -> Op {
        self.polled = true;
        self.work(Step::Polled, Op::kernel(Activity::EpollWait, world.epoll_cost()), world)
    }

    fn collect(&mut self, me: ThreadId, world: &mut World) -> Op {
        if world.process.goroutines.poller == Some(me) {
            world.process.goroutines.poller = None;
            self.processor = world.process.goroutines.acquire(me);
        }
        world.take_ready(&mut self.fired, &mut self.ready);
        let (first, ready) = match (self.processor, self.ready.as_slice()) {
            (Some(_), [first, remaining @ ..]) => (Some(*first), remaining),
            (_, all) => (None, all),
        };
        world.process.goroutines.inject(ready, self.processor);
        match first {
            Some(goroutine) => self.found(goroutine, me, world),
            None => self.wake_then(Next::Schedule, me, world),
        }
    }

    // Nothing to do.

    fn release_processor(&mut self, processor: usize, me: ThreadId, world: &mut World) -> Op {
        self.processor = None;
        self.polled = false;
        if std::mem::take(&mut self.spinning) {
            world.process.goroutines.stop_spinning();
        }
        world.process.goroutines.release(processor);
        if world.process.goroutines.poller.is_some() {
            return self.sleep(me, world);
        }
        world.process.goroutines.poller = Some(me);
        // The call that would block returns at once if something has happened in the meantime.
        if world.has_network_events() {
            self.poll(world)
        } else {
            world.limit_poll(me);
            self.then(Step::Unblocked, Op::wait(ThreadState::Idle))
        }
    }

    #[inline(never)]
    fn sleep(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.process.goroutines.retire(me);
        self.work(Step::FutexWait, Op::kernel(Activity::FutexWait, world.process.plan.costs.futex_wait), world)
    }

    fn take_given(&mut self, me: ThreadId, world: &mut World) -> Op {
        let Some(Assignment { processor, spinning, .. }) = world.process.goroutines.take_given(me) else {
            return self.then(Step::Woken, Op::wait(ThreadState::Idle));
        };
        (self.processor, self.spinning) = (Some(processor), spinning);
        self.schedule(me, world)
    }
}

/// How long `sysmon` sleeps between looks, as long as there was a processor to take in the last [`SHORT_PAUSES`]; then twice as long each time.
const SHORTEST_PAUSE: Nanos = 20 * US;
const SHORT_PAUSES: u32 = 50;
/// Doublings up to 10 ms.
const DOUBLINGS: u32 = 9;

/// Program of `sysmon`: it takes processors from carriers that stand still in a system call, and looks for network events when every
/// processor has been too busy to do so for 10 ms.
#[derive(Default)]
pub struct Sysmon {
    /// Whether it has asked for network events.
    polled: bool,
    /// Whether it is done, and goes to sleep.
    looked: bool,
    looked_at: Nanos,
    /// Looks since it last took a processor.
    in_vain: u32,
    fired: Vec<u32>,
    ready: Vec<ThreadId>,
}

impl Sysmon {
    /// See [`crate::actor::program::Program::resume`].
    pub fn resume(&mut self, world: &mut World) -> Op {
        if std::mem::take(&mut self.looked) {
            let pause = SHORTEST_PAUSE << self.in_vain.saturating_sub(SHORT_PAUSES).min(DOUBLINGS);
            let due = world.now + pause.min(NOBODY_POLLED) + world.process.plan.costs.timer_slack;
            return Op::sleep(ThreadState::Idle, due);
        }
        if std::mem::take(&mut self.polled) {
            world.take_ready(&mut self.fired, &mut self.ready);
            world.process.goroutines.inject(&self.ready, None);
        } else if world.network_events_are_overdue() {
            self.polled = true;
            return Op::kernel(Activity::EpollWait, world.epoll_cost());
        }
        self.in_vain = if world.retake(self.looked_at) { 0 } else { self.in_vain + 1 };
        (self.looked, self.looked_at) = (true, world.now);
        Op::kernel(Activity::FutexWait, world.cpu.clock_cost())
    }
}
