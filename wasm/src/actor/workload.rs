//! Where requests come from: callers that ask again after each reply (closed), or arrivals that do not care (open).

use super::popularity::slot_of;
use super::request::{NO_CALLER, Slot};
use super::slots::Address;
use super::world::World;
use crate::kernel::calendar::EventKind;
use crate::kernel::dist::Dist;
use crate::kernel::rng::Stream;
use crate::kernel::table::Table;
use crate::kernel::time::{Nanos, from_us};
use crate::metric::vocabulary::{Failure, Phase, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::scenario::{ArrivalProcess, Arrivals, ReadFrom};
use std::collections::VecDeque;

/// State of a process' source of requests. Callers are listed by their threads and counted by their numbers within the process.
pub struct Workload {
    arrivals: Arrivals,
    /// Closed: requests issued by each caller.
    counts: Table<u32>,
    /// Open: arrivals so far.
    offered: u32,
    /// Open: callers without work, the one that has been idle longest first.
    idle: VecDeque<ThreadId>,
    /// Open: requests without a caller, oldest first.
    backlog: VecDeque<Slot>,
    /// Open: what each woken caller is to work on.
    assigned: Table<Option<Slot>>,
    /// Closed: whether callers issue requests of their own. Not after their number has changed: then who does is looked up.
    issues: bool,
    /// Callers at work: the first of them, in the order of their numbers.
    at_work: u32,
    /// Whether their number has changed in this run.
    has_changed: bool,
    /// Callers that have stopped, or have never started.
    stopped: Table<bool>,
    /// Closed, after such a change: the number of the next request.
    next_turn: u32,
    /// Whether its process takes no new requests, and whether callers have ever started.
    is_off: bool,
    has_started: bool,
    /// Open: whether the next arrival is scheduled.
    is_scheduled: bool,
}

impl Workload {
    /// The source described by a scenario, with room for so many `callers`.
    pub fn new(arrivals: &Arrivals, callers: u32) -> Self {
        let (at_work, callers) = (arrivals.callers(), callers as usize);
        Workload {
            arrivals: arrivals.clone(),
            counts: vec![0; callers].into(),
            offered: 0,
            idle: VecDeque::with_capacity(callers),
            backlog: VecDeque::new(),
            assigned: vec![None; callers].into(),
            issues: !matches!(arrivals, Arrivals::Open { .. }),
            at_work,
            has_changed: false,
            stopped: (0..callers).map(|own| own >= at_work as usize).collect(),
            next_turn: 0,
            is_off: false,
            has_started: true,
            is_scheduled: false,
        }
    }

    /// From now on, pauses and gaps between arrivals are these; what has been scheduled stays. Callers: see [`World::set_callers`].
    pub fn change(&mut self, arrivals: &Arrivals) {
        self.arrivals = arrivals.clone();
    }

    /// Whether requests arrive whatever the system can do.
    pub fn is_open(&self) -> bool {
        matches!(self.arrivals, Arrivals::Open { .. })
    }

    /// Its process is not at work at the beginning.
    pub fn begin_off(&mut self) {
        (self.is_off, self.has_started, self.issues) = (true, false, false);
    }

    /// Whether its callers do not start for the time being.
    pub fn is_off_and_closed(&self) -> bool {
        self.is_off && !self.is_open()
    }

    /// When a caller of a closed workload starts: evenly spread over the ramp.
    pub fn start_of(&self, caller: u32) -> Nanos {
        self.ramp(caller, self.at_work)
    }

    /// When one of several callers that start together does so.
    fn ramp(&self, number: u32, of: u32) -> Nanos {
        match self.arrivals {
            Arrivals::Closed { ramp_us, .. } => from_us(ramp_us * f64::from(number) / f64::from(of)),
            Arrivals::Open { .. } => 0,
        }
    }
}

impl World {
    /// Length of a caller's pause before its next request (0 in open workloads: waiting for work is not a pause).
    #[inline(always)]
    pub fn think_time(&self, caller: ThreadId) -> Nanos {
        match &self.process.workload.arrivals {
            Arrivals::Closed { think_us, .. } => {
                let own = self.process.caller(caller);
                let key = (self.process.first_key + own, self.process.workload.counts[own as usize]);
                think_us.draw(&self.random, Stream::Think, key)
            }
            Arrivals::Open { .. } => 0,
        }
    }

    /// The next request of a caller, in phase `first`. In an open workload `None` means that there is none: the caller is now
    /// listed as idle and must wait.
    #[inline(always)]
    pub fn next_request(&mut self, caller: ThreadId, first: Phase) -> Option<Slot> {
        let own = self.process.caller(caller);
        if self.process.workload.issues {
            let count = &mut self.process.workload.counts[own as usize];
            let number = std::mem::replace(count, *count + 1);
            let turn = number.wrapping_mul(self.process.plan.at_work).wrapping_add(own);
            self.meters[self.process.plan.number].issue(self.now);
            return Some(self.begin(turn, (own, number), caller, first));
        }
        if self.process.workload.has_changed
            && let Some(next) = self.next_after_change(caller, own, first)
        {
            return next;
        }
        let Workload { assigned, backlog, .. } = &mut self.process.workload;
        let slot = assigned[own as usize].take().or_else(|| backlog.pop_front());
        match slot {
            Some(slot) => {
                // The wait for a caller is traced in no lane; from here on the request belongs to this caller's.
                self.enter(slot, first);
                self.requests.get_mut(slot).caller = caller;
            }
            None => self.process.workload.idle.push_back(caller),
        }
        slot
    }

    /// The same after the number of callers has changed: who is too many stops. `None` where the caller goes on as in any open workload.
    #[cold]
    #[inline(never)]
    fn next_after_change(&mut self, caller: ThreadId, own: u32, first: Phase) -> Option<Option<Slot>> {
        let is_open = self.process.workload.is_open();
        let workload = &mut self.process.workload;
        if own >= workload.at_work && workload.assigned[own as usize].is_none() {
            workload.stopped[own as usize] = true;
            return Some(None);
        }
        if is_open || workload.is_off {
            return None;
        }
        let turn = workload.next_turn;
        workload.next_turn = turn.wrapping_add(1);
        let count = &mut workload.counts[own as usize];
        let number = std::mem::replace(count, *count + 1);
        self.meters[self.process.plan.number].issue(self.now);
        Some(Some(self.begin(turn, (own, number), caller, first)))
    }

    /// From now on the process that acts has so many callers: more of them start, over the ramp; who is too many stops after its request.
    #[cold]
    pub fn set_callers(&mut self, callers: u32) {
        let workload = &mut self.process.workload;
        let before = std::mem::replace(&mut workload.at_work, callers);
        if before == callers {
            return;
        }
        if !std::mem::replace(&mut workload.has_changed, true) {
            let rounds = workload.counts.iter().copied().max().unwrap_or(0);
            workload.next_turn = rounds.wrapping_mul(before);
        }
        workload.issues = false;
        let first = self.process.first_thread;
        let workload = &mut self.process.workload;
        for caller in std::mem::take(&mut workload.idle) {
            if caller - first < callers {
                workload.idle.push_back(caller);
            } else {
                workload.stopped[(caller - first) as usize] = true;
            }
        }
        for own in before..callers {
            // Who has not stopped yet goes on.
            let workload = &mut self.process.workload;
            if !std::mem::replace(&mut workload.stopped[own as usize], false) {
                continue;
            }
            if workload.is_off_and_closed() {
                // They start with the others, or once these are at work again.
                if workload.has_started {
                    workload.idle.push_back(first + own);
                }
                continue;
            }
            let start = self.now + workload.ramp(own - before, callers - before);
            self.calendar.schedule(start, EventKind::Timer, first + own);
        }
    }

    /// A request comes into being: number `turn` of its process, with draws of its own by `key` within that.
    #[inline(always)]
    fn begin(&mut self, turn: u32, (caller_key, count): (u32, u32), caller: ThreadId, phase: Phase) -> Slot {
        let key = (self.process.first_key + caller_key, count);
        let slot = self.requests.begin(self.process.plan.number, key, caller, phase, self.now);
        let mix = &self.process.plan.mix;
        let kind = if mix.is_random { mix.kind_at(self.random.draws(Stream::Kind, key.0, key.1).uniform()) } else { 0 };
        let request = self.requests.get_mut(slot);
        (request.turn, request.id) = (turn, self.process.id_of(turn));
        (request.exchange, request.node) = (self.process.plan.first_exchange + kind, 0);
        if self.plan.nodes > 1 {
            let bits = self.random.bits(Stream::Key, key.0, key.1);
            request.address = match &self.tracking {
                None => self.process.plan.address(bits),
                Some(tracking) => Address::in_slot(slot_of(tracking.key_of(request, &self.random)) as u16, bits),
            };
            request.node = self.plan.slots.owner(request.address.slot.into(), 0);
            if self.process.plan.read_from != ReadFrom::Primary {
                self.choose_replica(slot);
            }
        }
        slot
    }

    /// Schedules the next arrival of an open workload: that of the process that acts.
    pub fn schedule_offer(&mut self) {
        let number = self.process.acting() as u32;
        let Arrivals::Open { rate_per_sec, process, burst_size, .. } = self.process.workload.arrivals else { return };
        if self.process.workload.is_off {
            return;
        }
        self.process.workload.is_scheduled = true;
        if !self.process.workload.offered.is_multiple_of(burst_size) {
            self.calendar.schedule(self.now, EventKind::Offer, number);
            return;
        }
        let mean = 1e6 / rate_per_sec * f64::from(burst_size);
        let gap = match process {
            ArrivalProcess::Poisson => Dist::Exponential { mean },
            ArrivalProcess::Constant => Dist::constant(mean),
        };
        let after = gap.draw(&self.random, Stream::Arrival, (self.process.first_key, self.process.workload.offered));
        self.calendar.schedule(self.now + after, EventKind::Offer, number);
    }

    /// From now on so many instances of the first client are at work. Others finish what they have begun.
    #[cold]
    pub fn set_instances(&mut self, instances: u32) {
        let all = self.process.all().iter().take_while(|process| process.plan.number == 0).count();
        for number in 0..all {
            self.process.act_for(number);
            let is_off = number as u32 >= instances;
            let workload = &mut self.process.workload;
            if std::mem::replace(&mut workload.is_off, is_off) == is_off {
                continue;
            }
            workload.issues = !is_off && !workload.is_open() && !workload.has_changed;
            if !is_off {
                self.put_to_work();
            }
        }
    }

    /// The process that acts takes requests again, or for the first time.
    fn put_to_work(&mut self) {
        let workload = &mut self.process.workload;
        if workload.is_open() {
            if !workload.is_scheduled {
                self.schedule_offer();
            }
            return;
        }
        let first = self.process.first_thread;
        if !std::mem::replace(&mut self.process.workload.has_started, true) {
            for caller in 0..self.process.workload.at_work {
                let start = self.now + self.process.workload.start_of(caller);
                self.calendar.schedule(start, EventKind::Timer, first + caller);
            }
        }
        while let Some(caller) = self.process.workload.idle.pop_front() {
            if self.cpu.is_waiting(caller, ThreadState::Idle) {
                self.wake(caller);
            }
        }
    }

    /// A request of an open workload arrives: an idle caller takes it, or it waits, or it is shed.
    pub fn offer(&mut self) {
        let Arrivals::Open { max_backlog, .. } = self.process.workload.arrivals else { return };
        self.process.workload.is_scheduled = false;
        if self.process.workload.is_off {
            return;
        }
        let turn = self.process.workload.offered;
        self.process.workload.offered = turn.wrapping_add(1);
        self.schedule_offer();
        if self.process.workload.idle.is_empty() && self.process.workload.backlog.len() >= max_backlog as usize {
            self.meters[self.process.plan.number].shed += 1;
            return;
        }
        self.meters[self.process.plan.number].issue(self.now);
        let slot = self.begin(turn, (0, turn), NO_CALLER, Phase::WaitCaller);
        match self.process.workload.idle.pop_front() {
            Some(caller) => {
                let own = self.process.caller(caller);
                self.process.workload.assigned[own as usize] = Some(slot);
                if self.cpu.is_waiting(caller, ThreadState::Idle) {
                    self.wake(caller);
                }
            }
            None => self.process.workload.backlog.push_back(slot),
        }
    }

    /// A request ends, perhaps without an answer, and its caller goes on.
    #[inline(never)]
    pub fn end(&mut self, slot: Slot, failure: Option<Failure>) {
        let client = self.process.plan.number;
        let (response, times) = self.requests.complete(slot, self.now, &mut self.trace);
        let Some(failure) = failure else {
            return self.meters[client].complete(self.now, response, times);
        };
        // Of a request that has taken no time the trace has nothing, and some clients refuse thousands in an instant.
        if response > 0 {
            let request = self.requests.get(slot);
            self.trace.failed(self.now, request.caller, failure, request.id);
        }
        self.meters[client].fail(self.now, failure);
    }

    /// A request has its answer and its caller goes on.
    #[inline(always)]
    pub fn finish(&mut self, slot: Slot) {
        let (response, times) = self.requests.complete(slot, self.now, &mut self.trace);
        self.meters[self.process.plan.number].complete(self.now, response, times);
    }
}
