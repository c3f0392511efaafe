//! The application's code: what a caller, an event loop or a thread of a pool does with a reply.
//!
//! A pool of threads is a number of places. A caller stands for the continuation of its asynchronous request: once it has been woken with the reply
//! it takes a place, or queues for one, and does the work of the thread that runs the continuation. While callers queue, the pool grows by a
//! thread at a time. Mirrors `PortableThreadPool` of .NET, whose gate thread looks every 500 ms whether the queue makes progress.

use super::plan::ClientPlan;
use crate::actor::exchange::Exchange;
use crate::actor::program::Op;
use crate::actor::request::Slot;
use crate::actor::slots::Redirect;
use crate::actor::world::World;
use crate::kernel::time::{Nanos, from_ns, from_us};
use crate::metric::vocabulary::{Activity, Phase, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::resource::message::{Message, Run};
use crate::scenario::{Application, Runs};
use std::collections::VecDeque;

/// Where the application's code runs, if there is any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// There is none.
    Nowhere,
    /// The caller runs it, before it gives its connection back.
    Holding,
    /// The caller runs it after that.
    Caller,
    /// The event loop that has decoded the reply.
    Loop,
    /// A thread of the pool.
    Pool,
}

impl Place {
    /// Where the code of an application runs.
    pub fn new(application: &Application) -> Self {
        match application.runs {
            _ if !application.does_something() => Place::Nowhere,
            Runs::Caller { holds_connection: true } => Place::Holding,
            Runs::Caller { .. } => Place::Caller,
            Runs::EventLoop {} => Place::Loop,
            Runs::Pool { .. } => Place::Pool,
        }
    }
}

/// The pool of threads of a process that run the application's code.
#[derive(Default)]
pub struct Handlers {
    threads: u32,
    most: u32,
    busy: u32,
    /// Time between two threads that are added; 0: none is.
    every: Nanos,
    /// When the next one may be added.
    grows_at: Nanos,
    queue: VecDeque<ThreadId>,
}

impl Handlers {
    /// The pool at the beginning.
    pub fn new(application: &Application) -> Self {
        let Runs::Pool { threads, max_threads, growth_per_sec } = application.runs else { return Handlers::default() };
        let every = if growth_per_sec > 0.0 { from_ns(1e9 / growth_per_sec).max(1) } else { 0 };
        Handlers { threads, most: max_threads.max(threads), every, ..Handlers::default() }
    }

    /// Threads that it has.
    pub fn threads(&self) -> u32 {
        self.threads
    }

    /// Takes a thread, or joins the queue.
    fn take(&mut self, caller: ThreadId, now: Nanos) -> bool {
        if self.busy < self.threads {
            self.busy += 1;
            return true;
        }
        self.queue.push_back(caller);
        if self.queue.len() == 1 {
            self.grows_at = now + self.every;
        }
        false
    }

    /// When whoever waits longest is to look whether the pool may grow.
    fn next_growth(&self) -> Option<(ThreadId, Nanos)> {
        let first = *self.queue.front()?;
        (self.every > 0 && self.threads < self.most).then_some((first, self.grows_at))
    }

    /// Whether a caller that has been woken has a thread: it was given one, or the pool grows now.
    fn has_given(&mut self, caller: ThreadId, now: Nanos) -> bool {
        if self.queue.front() != Some(&caller) {
            return !self.queue.contains(&caller);
        }
        if now < self.grows_at {
            return false;
        }
        self.queue.pop_front();
        (self.threads, self.busy) = (self.threads + 1, self.busy + 1);
        self.grows_at = now + self.every;
        true
    }

    /// A thread is free: it goes on with the reply that waits longest, whose caller is returned.
    fn give_back(&mut self) -> Option<ThreadId> {
        let next = self.queue.pop_front();
        self.busy -= u32::from(next.is_none());
        next
    }
}

/// What has just been finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    #[default]
    Started,
    /// It has been woken in the queue for a thread.
    Woken,
    /// The CPU time is over, then all of it.
    Computed,
    Waited,
    /// Whoever goes on with its thread has been woken.
    Passed,
}

/// The work of a caller with its reply.
#[derive(Default)]
pub struct Processing {
    step: Step,
    next: ThreadId,
}

impl Processing {
    /// Begins with the reply of a request.
    pub fn start(&mut self, slot: Slot, world: &mut World) {
        world.enter(slot, Phase::Process);
        self.step = Step::Started;
    }

    /// Continues; `None` when the work is done.
    pub fn resume(&mut self, slot: Slot, me: ThreadId, world: &mut World) -> Option<Op> {
        let is_pooled = world.process.plan.application == Place::Pool;
        match self.step {
            Step::Started if is_pooled && !world.process.handlers.take(me, world.now) => Some(self.queue(world)),
            Step::Woken if !world.process.handlers.has_given(me, world.now) => Some(self.queue(world)),
            Step::Woken => {
                world.alarms.call_off(me);
                world.watch_growth();
                Some(self.compute(slot, me, world))
            }
            Step::Started => Some(self.compute(slot, me, world)),
            Step::Computed => {
                self.step = Step::Waited;
                Some(match world.application_wait() {
                    0 => Op::NOTHING,
                    wait => Op::sleep(ThreadState::WaitReply, world.now + wait),
                })
            }
            Step::Waited if is_pooled => {
                self.next = world.process.handlers.give_back()?;
                world.alarms.call_off(self.next);
                world.watch_growth();
                self.step = Step::Passed;
                Some(world.waking(self.next))
            }
            Step::Waited => None,
            Step::Passed => {
                world.wake_idle(self.next);
                None
            }
        }
    }

    fn queue(&mut self, world: &mut World) -> Op {
        world.watch_growth();
        self.step = Step::Woken;
        Op::wait(ThreadState::Idle)
    }

    fn compute(&mut self, slot: Slot, me: ThreadId, world: &mut World) -> Op {
        world.work_for(me, slot);
        self.step = Step::Computed;
        Op::user(Activity::Process, world.application_code(slot))
    }
}

impl World {
    /// CPU time of the application's code for a request.
    pub fn application_code(&self, slot: Slot) -> Nanos {
        let application = &self.process.plan.scenario.client.application;
        let bytes = self.plan.exchange(self.requests.get(slot)).reply_total();
        from_us(application.code_us) + from_ns(application.per_byte_ns * bytes as f64)
    }

    /// How long the application's code waits for something else, and keeps its thread.
    pub fn application_wait(&self) -> Nanos {
        from_us(self.process.plan.scenario.client.application.wait_us)
    }

    /// Whether an event loop that has decoded replies, the last that their request waits for, runs the application's code for them.
    #[inline]
    pub fn runs_on_loop(&self, run: &Run) -> bool {
        self.process.plan.application == Place::Loop && self.ends_request(run)
    }

    #[cold]
    fn ends_request(&self, run: &Run) -> bool {
        let request = self.requests.get(run.request);
        let is_last = self.plan.exchange(request).legs.len() == 1 || run.message == Message::Array;
        run.last
            && is_last
            && request.awaiting == run.count
            && request.redirect == Redirect::None
            && !self.requests.is_abandoned(run.request)
    }

    /// Whoever waits longest for a thread of the pool looks when the pool may grow. That may be overdue: who was to look has been given
    /// a thread before it ran.
    fn watch_growth(&mut self) {
        if let Some((first, at)) = self.process.handlers.next_growth() {
            self.alarms.set(first, at.max(self.now), &mut self.calendar);
        }
    }
}

impl ClientPlan {
    /// Whether a caller runs the application's code before it gives its connection back.
    #[inline(always)]
    pub fn holds_connection(&self) -> bool {
        self.application == Place::Holding
    }

    /// Whether a caller, itself or in the place of a thread of the pool, runs the application's code after that.
    #[inline(always)]
    pub fn processes_last(&self) -> bool {
        matches!(self.application, Place::Caller | Place::Pool)
    }
}

impl Exchange {
    /// Bytes of all values that are answered.
    pub fn reply_total(&self) -> u64 {
        let per_key = self.legs.iter().flatten().any(|part| part.message != Message::MultiKey) || self.is_per_key();
        u64::from(self.reply_size()) * if per_key { u64::from(self.keys) } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(threads: u32, max_threads: u32, growth_per_sec: f64) -> Handlers {
        let runs = Runs::Pool { threads, max_threads, growth_per_sec };
        Handlers::new(&Application { runs, ..Application::default() })
    }

    #[test]
    fn threads_go_to_those_who_wait_longest() {
        let mut handlers = pool(1, 1, 2.0);
        assert!(handlers.take(1, 0));
        assert!(!handlers.take(2, 0) && !handlers.take(3, 0));
        assert!(handlers.next_growth().is_none(), "it has all threads that it may have");
        assert_eq!(handlers.give_back(), Some(2));
        assert!(handlers.has_given(2, 0) && !handlers.has_given(3, 0));
        assert_eq!([handlers.give_back(), handlers.give_back()], [Some(3), None]);
        assert!(handlers.take(4, 0));
    }

    #[test]
    fn a_pool_grows_by_a_thread_at_a_time_while_replies_wait() {
        const MS: Nanos = 1_000_000;
        let mut handlers = pool(1, 3, 2.0);
        handlers.take(1, 0);
        handlers.take(2, 100 * MS);
        handlers.take(3, 200 * MS);
        assert_eq!(handlers.next_growth(), Some((2, 600 * MS)));
        assert!(!handlers.has_given(2, 599 * MS) && handlers.has_given(2, 600 * MS));
        assert_eq!(handlers.next_growth(), Some((3, 1100 * MS)));
        assert!(handlers.has_given(3, 1100 * MS));
        handlers.take(4, 1200 * MS);
        assert_eq!((handlers.threads(), handlers.next_growth()), (3, None));
    }
}
