//! Where requests come from: callers that ask again after each reply (closed), or arrivals that do not care (open).

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
use crate::scenario::{ArrivalProcess, Arrivals};
use std::collections::VecDeque;

/// State of the source of requests.
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
}

impl Workload {
    /// The source described by a scenario.
    pub fn new(arrivals: &Arrivals) -> Self {
        let callers = arrivals.callers() as usize;
        Workload {
            arrivals: arrivals.clone(),
            counts: vec![0; callers].into(),
            offered: 0,
            idle: VecDeque::with_capacity(callers),
            backlog: VecDeque::new(),
            assigned: vec![None; callers].into(),
        }
    }

    /// From now on, pauses and gaps between arrivals are these; what has been scheduled stays.
    pub fn change(&mut self, arrivals: &Arrivals) {
        self.arrivals = arrivals.clone();
    }

    /// Whether requests arrive whatever the system can do.
    pub fn is_open(&self) -> bool {
        matches!(self.arrivals, Arrivals::Open { .. })
    }

    /// When a caller of a closed workload starts: evenly spread over the ramp.
    pub fn start_of(&self, caller: u32) -> Nanos {
        match self.arrivals {
            Arrivals::Closed { ramp_us, callers, .. } => from_us(ramp_us * f64::from(caller) / f64::from(callers)),
            Arrivals::Open { .. } => 0,
        }
    }
}

impl World {
    /// Length of a caller's pause before its next request (0 in open workloads: waiting for work is not a pause).
    #[inline(always)]
    pub fn think_time(&self, caller: ThreadId) -> Nanos {
        match &self.workload.arrivals {
            Arrivals::Closed { think_us, .. } => {
                let key = (caller, self.workload.counts[caller as usize]);
                think_us.draw(&self.random, Stream::Think, key)
            }
            Arrivals::Open { .. } => 0,
        }
    }

    /// The next request of a caller, in phase `first`. In an open workload `None` means that there is none: the caller is now
    /// listed as idle and must wait.
    #[inline(always)]
    pub fn next_request(&mut self, caller: ThreadId, first: Phase) -> Option<Slot> {
        if !self.workload.is_open() {
            let count = &mut self.workload.counts[caller as usize];
            let key = (caller, *count);
            let id = count.wrapping_mul(self.plan.callers).wrapping_add(caller);
            *count += 1;
            self.meter.issue(self.now);
            return Some(self.begin(id, key, caller, first));
        }
        let slot = self.workload.assigned[caller as usize].take().or_else(|| self.workload.backlog.pop_front());
        match slot {
            Some(slot) => {
                // The wait for a caller is traced in no lane; from here on the request belongs to this caller's.
                self.enter(slot, first);
                self.requests.get_mut(slot).caller = caller;
            }
            None => self.workload.idle.push_back(caller),
        }
        slot
    }

    #[inline(always)]
    fn begin(&mut self, id: u32, key: (u32, u32), caller: ThreadId, phase: Phase) -> Slot {
        let slot = self.requests.begin(id, key, caller, phase, self.now);
        let mix = &self.plan.mix;
        let kind = if mix.is_random { mix.kind_at(self.random.draws(Stream::Kind, key.0, key.1).uniform()) } else { 0 };
        let request = self.requests.get_mut(slot);
        (request.exchange, request.node) = (kind, 0);
        if self.plan.nodes > 1 {
            request.address = Address::new(self.random.bits(Stream::Key, key.0, key.1));
            request.node = self.plan.slots.owner(request.address.slot.into(), 0);
        }
        slot
    }

    /// Schedules the next arrival of an open workload.
    pub fn schedule_offer(&mut self) {
        let Arrivals::Open { rate_per_sec, process, burst_size, .. } = self.workload.arrivals else { return };
        if !self.workload.offered.is_multiple_of(burst_size) {
            self.calendar.schedule(self.now, EventKind::Offer, 0);
            return;
        }
        let mean = 1e6 / rate_per_sec * f64::from(burst_size);
        let gap = match process {
            ArrivalProcess::Poisson => Dist::Exponential { mean },
            ArrivalProcess::Constant => Dist::constant(mean),
        };
        let after = gap.draw(&self.random, Stream::Arrival, (0, self.workload.offered));
        self.calendar.schedule(self.now + after, EventKind::Offer, 0);
    }

    /// A request of an open workload arrives: an idle caller takes it, or it waits, or it is shed.
    pub fn offer(&mut self) {
        let Arrivals::Open { max_backlog, .. } = self.workload.arrivals else { return };
        let id = self.workload.offered;
        self.workload.offered = id.wrapping_add(1);
        self.schedule_offer();
        if self.workload.idle.is_empty() && self.workload.backlog.len() >= max_backlog as usize {
            self.meter.shed += 1;
            return;
        }
        self.meter.issue(self.now);
        let slot = self.begin(id, (0, id), NO_CALLER, Phase::WaitCaller);
        match self.workload.idle.pop_front() {
            Some(caller) => {
                self.workload.assigned[caller as usize] = Some(slot);
                if self.cpu.is_waiting(caller, ThreadState::Idle) {
                    self.wake(caller);
                }
            }
            None => self.workload.backlog.push_back(slot),
        }
    }

    /// A request ends, perhaps without an answer, and its caller goes on.
    #[inline(never)]
    pub fn end(&mut self, slot: Slot, failure: Option<Failure>) {
        let (response, times) = self.requests.complete(slot, self.now, &mut self.trace);
        let Some(failure) = failure else {
            return self.meter.complete(self.now, response, times);
        };
        // Of a request that has taken no time the trace has nothing, and some clients refuse thousands in an instant.
        if response > 0 {
            let request = self.requests.get(slot);
            self.trace.failed(self.now, request.caller, failure, request.id);
        }
        self.meter.fail(self.now, failure);
    }

    /// A request has its answer and its caller goes on.
    #[inline(always)]
    pub fn finish(&mut self, slot: Slot) {
        let (response, times) = self.requests.complete(slot, self.now, &mut self.trace);
        self.meter.complete(self.now, response, times);
    }
}
