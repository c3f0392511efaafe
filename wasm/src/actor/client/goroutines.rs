//! Go's scheduler: which goroutine runs next, and on what.
//!
//! Mirrors `runtime/proc.go` (Go 1.21 and later). A *processor* (P) is the right to run goroutines and has a queue of its own; a
//! *carrier* (M) is an operating-system thread, which needs a processor to run goroutines. What becomes ready is put where
//! it runs next on the processor that made it ready (`runnext`), and pushes the one that was there to the end of the queue;
//! if a processor is idle and no carrier is on the look-out for work (*spinning*), one is woken (`wakep`). The system calls of
//! all this are made by the carriers: see [`super::carrier`]. A carrier that others have driven from its core in the middle of a system call loses
//! its processor when `sysmon` looks (`retake`), and goes on when it gets one again.
//!
//! Left out: preemption of a goroutine after 10 ms, garbage collection, the limit of 256 for a processor's own queue (no
//! queue is bounded here), new carriers where all are taken (a processor then stays where it is).

use super::process::Process;
use crate::actor::program::Op;
use crate::actor::world::World;
use crate::kernel::table::Table;
use crate::kernel::time::{MS, Nanos};
use crate::metric::vocabulary::ThreadState;
use crate::resource::cpu::ThreadId;
use crate::resource::wire::back;
use std::collections::VecDeque;

/// Every so many choices a processor looks at the global queue first (`schedule`, so that it is not starved).
const GLOBAL_EVERY: u32 = 61;
/// Most goroutines that a processor takes from the global queue at once: half of a local queue's 256.
const GLOBAL_BATCH: usize = 128;
/// `sysmon` looks for network events when nobody has for so long.
pub const NOBODY_POLLED: Nanos = 10 * MS;

/// The goroutines of one processor that are ready.
#[derive(Default)]
struct RunQueue {
    /// `runnext`: made ready by the goroutine that runs now.
    next: Option<ThreadId>,
    queue: VecDeque<ThreadId>,
    /// The carrier that has the processor, or had it last.
    holder: ThreadId,
    choices: u32,
}

/// What all carriers share: who is ready, and who is idle.
#[derive(Default)]
pub struct Goroutines {
    queues: Table<RunQueue>,
    global: VecDeque<ThreadId>,
    idle_processors: Vec<usize>,
    /// Carriers without a processor that sleep on a futex (or are about to), the last one first.
    idle_carriers: Vec<ThreadId>,
    /// The carrier that blocks in epoll_wait().
    pub poller: Option<ThreadId>,
    /// When somebody last looked for network events.
    polled_at: Nanos,
    /// Carriers on the look-out for work.
    spinning: u32,
    /// The processor whose goroutine runs at this very instant.
    pub running: Option<usize>,
    /// Carriers, with the processors they are given, that the one at work must wake: each costs it a system call.
    to_wake: Vec<Assignment>,
    /// What each carrier was given while it slept, by its number.
    given: Table<Option<Assignment>>,
    first_carrier: ThreadId,
    /// Goroutines that sleep for a time.
    sleepers: Vec<Sleeper>,
    /// The first of them to be due, as far as the carrier that blocks in epoll_wait() knows.
    poll_until: Nanos,
}

/// A goroutine that sleeps for a time (`time.Sleep`), in the heap of timers of the processor it ran on.
#[derive(Clone, Copy, Debug)]
struct Sleeper {
    goroutine: ThreadId,
    processor: usize,
    due: Nanos,
}

/// An idle processor for a carrier that has none.
#[derive(Clone, Copy, Debug)]
pub struct Assignment {
    /// Who gets it.
    pub carrier: ThreadId,
    /// What it gets.
    pub processor: usize,
    /// Whether it is to look out for work (or knows that there is some).
    pub spinning: bool,
}

impl Goroutines {
    /// A scheduler of so many processors, all idle, with these carriers, all asleep.
    pub fn new(processors: u32, carriers: Vec<ThreadId>) -> Self {
        Goroutines {
            queues: (0..processors).map(|_| RunQueue::default()).collect(),
            idle_processors: (0..processors as usize).rev().collect(),
            given: vec![None; carriers.len()].into(),
            first_carrier: carriers.first().copied().unwrap_or(0),
            idle_carriers: carriers,
            ..Goroutines::default()
        }
    }

    /// The next goroutine of a processor without any look elsewhere than the global queue.
    pub fn choose(&mut self, processor: usize) -> Option<ThreadId> {
        let own = &mut self.queues[processor];
        own.choices += 1;
        if own.choices.is_multiple_of(GLOBAL_EVERY)
            && let Some(first) = self.global.pop_front()
        {
            return Some(first);
        }
        own.next.take().or_else(|| own.queue.pop_front()).or_else(|| self.take_global(processor))
    }

    /// Takes a fair share of the global queue; the first of it is to run now.
    fn take_global(&mut self, processor: usize) -> Option<ThreadId> {
        let share = (self.global.len() / self.queues.len() + 1).min(GLOBAL_BATCH).min(self.global.len());
        let first = self.global.pop_front();
        for _ in 1..share {
            self.queues[processor].queue.extend(self.global.pop_front());
        }
        first
    }

    /// Takes half of what another processor has ready, its `runnext` only if that is all there is.
    pub fn steal(&mut self, processor: usize) -> Option<ThreadId> {
        let processors = self.queues.len();
        for other in (1..processors).map(|step| (processor + step) % processors) {
            let half = self.queues[other].queue.len().div_ceil(2);
            let Some(first) = self.queues[other].queue.pop_front() else { continue };
            for _ in 1..half {
                let stolen = self.queues[other].queue.pop_front();
                self.queues[processor].queue.extend(stolen);
            }
            return Some(first);
        }
        (1..processors).find_map(|step| self.queues[(processor + step) % processors].next.take())
    }

    /// Goroutines that network events have made ready (`injectglist`): as many as there are idle processors go to the global
    /// queue, each with a carrier to be woken, the rest to the processor at hand or, without one, to the global queue too.
    #[inline(never)]
    pub fn inject(&mut self, ready: &[ThreadId], processor: Option<usize>) {
        let elsewhere = ready.len().min(self.idle_processors.len());
        for (index, &goroutine) in ready.iter().enumerate() {
            match processor {
                Some(own) if index >= elsewhere => self.queues[own].queue.push_back(goroutine),
                _ => self.global.push_back(goroutine),
            }
        }
        for _ in 0..elsewhere {
            self.assign(false);
        }
    }

    /// Gives an idle processor to an idle carrier, which somebody then has to wake.
    #[inline(never)]
    fn assign(&mut self, spinning: bool) -> bool {
        let Some(&carrier) = self.idle_carriers.last() else { return false };
        let Some(processor) = self.idle_processors.pop() else { return false };
        self.idle_carriers.pop();
        self.queues[processor].holder = carrier;
        self.spinning += u32::from(spinning);
        self.to_wake.push(Assignment { carrier, processor, spinning });
        true
    }

    /// `wakep`: somebody should look for work, unless somebody does.
    pub fn wake_spare_worker(&mut self) {
        if self.spinning == 0 {
            self.assign(true);
        }
    }

    /// A carrier on the look-out has found something, or gives up.
    pub fn stop_spinning(&mut self) {
        self.spinning -= 1;
    }

    /// A carrier gives up its processor.
    pub fn release(&mut self, processor: usize) {
        self.idle_processors.push(processor);
    }

    /// A processor for a carrier that comes back from epoll_wait() or a system call.
    pub fn acquire(&mut self, carrier: ThreadId) -> Option<usize> {
        let processor = self.idle_processors.pop()?;
        self.queues[processor].holder = carrier;
        Some(processor)
    }

    /// Whether a carrier's processor has been taken from it.
    pub fn lost_processor(&self, processor: Option<usize>, carrier: ThreadId) -> bool {
        processor.is_some_and(|processor| self.queues[processor].holder != carrier)
    }

    /// `handoffp`: the processor of a carrier that stands still goes to an idle one, if there is work in its queue, or nobody else looks for any.
    /// Whether it does.
    fn hand_off(&mut self, processor: usize) -> bool {
        let RunQueue { next, queue, .. } = &self.queues[processor];
        let has_work = next.is_some() || !queue.is_empty();
        let is_needed = has_work || self.spinning == 0 && self.idle_processors.is_empty();
        if !is_needed || self.idle_carriers.is_empty() {
            return false;
        }
        self.release(processor);
        self.assign(!has_work)
    }

    /// A carrier without a processor goes to sleep on a futex.
    pub fn retire(&mut self, carrier: ThreadId) {
        self.idle_carriers.push(carrier);
    }

    /// What a carrier was given while it slept.
    pub fn take_given(&mut self, carrier: ThreadId) -> Option<Assignment> {
        self.given[(carrier - self.first_carrier) as usize].take()
    }

    /// Moves the carriers that the one at work must wake into its own list.
    pub fn take_to_wake(&mut self, into: &mut Vec<Assignment>) {
        into.append(&mut self.to_wake);
    }

    /// A goroutine is ready: it runs next on the processor whose goroutine runs at this instant, or waits in the global queue.
    pub fn push(&mut self, goroutine: ThreadId) {
        let Some(processor) = self.running else { return self.global.push_back(goroutine) };
        let own = &mut self.queues[processor];
        if let Some(before) = own.next.replace(goroutine) {
            own.queue.push_back(before);
        }
    }
}

impl Goroutines {
    /// Whether a goroutine sleeps for a time.
    pub fn has_sleepers(&self) -> bool {
        !self.sleepers.is_empty()
    }

    /// When the next of them is due.
    fn next_due(&self) -> Option<Nanos> {
        self.sleepers.iter().map(|sleeper| sleeper.due).min()
    }

    /// One of the goroutines that are due on this processor, or on any.
    fn take_due(&mut self, processor: Option<usize>, now: Nanos) -> Option<ThreadId> {
        let is_due = |sleeper: &Sleeper| sleeper.due <= now && processor.is_none_or(|own| own == sleeper.processor);
        let place = self.sleepers.iter().position(is_due)?;
        Some(self.sleepers.remove(place).goroutine)
    }
}

impl World {
    /// The goroutine that runs now sleeps until `due` (`time.Sleep`). Mirrors `runtime/time.go`: its processor looks whenever it chooses the
    /// next goroutine, others before they give up (`stealWork`). Where nothing runs, the carrier that blocks in epoll_wait() does so no
    /// longer than until then, but in whole milliseconds; one that blocks already begins anew (`netpollBreak`, at no cost here).
    pub fn sleep_until(&mut self, goroutine: ThreadId, due: Nanos) -> Op {
        let processor = self.process.goroutines.running.unwrap_or(0);
        self.process.goroutines.sleepers.push(Sleeper { goroutine, processor, due });
        if let Some(poller) = self.blocked_poller(&self.process)
            && due < self.process.goroutines.poll_until
        {
            self.limit_poll(poller);
        }
        Op::wait(ThreadState::WaitReply)
    }

    /// Makes goroutines that are due ready, as if the one that ran last on this processor had; only those of the processor, or of all.
    #[inline(never)]
    pub fn run_timers(&mut self, processor: usize, of_all: bool) {
        self.process.goroutines.running = Some(processor);
        let whose = if of_all { None } else { Some(processor) };
        while let Some(goroutine) = self.process.goroutines.take_due(whose, self.now) {
            self.make_ready(goroutine);
        }
        self.process.goroutines.running = None;
    }

    /// A carrier is about to block in epoll_wait(): how long, in the steps in which the runtime can say so.
    pub fn limit_poll(&mut self, poller: ThreadId) {
        let Some(due) = self.process.goroutines.next_due() else {
            self.process.goroutines.poll_until = Nanos::MAX;
            return;
        };
        self.process.goroutines.poll_until = due;
        let (delay, tick) = (due.saturating_sub(self.now), self.process.plan.costs.poll_tick);
        let polled = match delay {
            0 => 0,
            _ if tick == 0 => delay,
            _ => (delay / tick).max(1) * tick,
        };
        let slack = if polled > 0 { self.process.plan.costs.timer_slack } else { 0 };
        self.alarms.set(poller, self.now + polled + slack, &mut self.calendar);
    }

    /// A goroutine can go on. Made ready by another one it runs next on the same processor, or on an idle one; by a timer or
    /// an arrival, wherever there is room first.
    pub fn make_ready(&mut self, goroutine: ThreadId) {
        self.cpu.make_ready(goroutine, self.now, &mut self.trace);
        self.process.goroutines.push(goroutine);
        if self.process.goroutines.running.is_some() {
            return self.process.goroutines.wake_spare_worker();
        }
        match self.blocked_poller(&self.process) {
            // Its epoll_wait() ends when the first timer does.
            Some(poller) => self.wake_carrier(poller),
            None => self.wake_from_outside(),
        }
    }

    fn wake_from_outside(&mut self) {
        self.process.goroutines.wake_spare_worker();
        self.wake_carriers();
    }

    /// Wakes the carriers that somebody has to wake, at nobody's expense.
    #[inline(never)]
    pub fn wake_carriers(&mut self) {
        while let Some(assignment) = self.process.goroutines.to_wake.pop() {
            self.give_processor(assignment);
        }
    }

    /// Gives a carrier a processor and wakes it, if it is already asleep.
    pub fn give_processor(&mut self, assignment: Assignment) {
        let Goroutines { given, first_carrier, .. } = &mut self.process.goroutines;
        given[(assignment.carrier - *first_carrier) as usize] = Some(assignment);
        if self.cpu.is_waiting(assignment.carrier, ThreadState::Idle) {
            self.wake_carrier(assignment.carrier);
        }
    }

    fn wake_carrier(&mut self, carrier: ThreadId) {
        self.cpu.wake(carrier, self.now, &mut self.calendar, &mut self.trace);
    }

    /// `retake`: hands off the processors of carriers that have stood still in a system call since the last look. Whether there are any.
    pub fn retake(&mut self, last_look: Nanos) -> bool {
        let World { cpu, process, .. } = self;
        let goroutines = &mut process.goroutines;
        let mut taken = false;
        for processor in 0..goroutines.queues.len() {
            let holder = goroutines.queues[processor].holder;
            taken |= cpu.is_stalled(holder, last_look) && goroutines.hand_off(processor);
        }
        self.wake_carriers();
        taken
    }

    // Network events, for whoever polls.

    /// The carrier that sleeps in epoll_wait().
    pub fn blocked_poller(&self, process: &Process) -> Option<ThreadId> {
        process.goroutines.poller.filter(|&poller| self.cpu.is_waiting(poller, ThreadState::Idle))
    }

    /// CPU time of an epoll_wait() now.
    pub fn epoll_cost(&self) -> Nanos {
        let costs = &self.process.plan.costs;
        costs.epoll_wait + self.polls[self.netpoll()].len() as u64 * costs.epoll_event
    }

    /// Place of the process' one epoll instance among the readiness sets.
    fn netpoll(&self) -> usize {
        self.process.poll(0)
    }

    /// Whether epoll_wait() would return at once.
    pub fn has_network_events(&self) -> bool {
        !self.polls[self.netpoll()].is_empty()
    }

    /// Whether there are network events for which nobody has looked for long.
    pub fn network_events_are_overdue(&self) -> bool {
        let Goroutines { poller, polled_at, .. } = self.process.goroutines;
        poller.is_none() && self.now >= polled_at + NOBODY_POLLED && self.has_network_events()
    }

    /// What epoll_wait() returns: the goroutines that wait for the sockets that have become readable, and still are (the
    /// kernel looks again). `fired` is room to work in.
    pub fn take_ready(&mut self, fired: &mut Vec<u32>, ready: &mut Vec<ThreadId>) {
        self.process.goroutines.polled_at = self.now;
        let netpoll = self.netpoll();
        self.polls[netpoll].take(fired);
        ready.clear();
        for &connection in &*fired {
            if self.wire.readable(back(connection)) > 0
                && let Some(goroutine) = self.readers[connection as usize].take()
            {
                self.cpu.make_ready(goroutine, self.now, &mut self.trace);
                ready.push(goroutine);
            }
        }
    }
}
