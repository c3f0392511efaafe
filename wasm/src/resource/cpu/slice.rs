//! A thread's time on a core: switched in, it runs its bursts until it waits, its slice ends while others are ready, or it must
//! give way; then the core takes the next.

use super::spin::ENDLESS;
use super::{Cpu, NOBODY, Stage, Turn, WARM_SWITCHES};
use crate::kernel::calendar::{Calendar, EventKind};
use crate::kernel::time::Nanos;
use crate::metric::trace::Trace;
use crate::metric::vocabulary::{Activity, ThreadState};

impl Cpu {
    #[inline(always)]
    pub(super) fn switch_in(&mut self, core: u32, now: Nanos, calendar: &mut Calendar, trace: &mut Trace) -> Turn {
        let c = &mut self.cores[core as usize];
        let thread = c.current;
        if c.last == thread {
            return self.start_slice(core, now, calendar, trace);
        }
        let t = &mut self.threads[thread as usize];
        let warm = t.last_core == core && c.switches - t.ran_at <= WARM_SWITCHES;
        let cost = self.costs.switch + if warm { 0 } else { self.costs.cache_refill };
        c.switches += 1;
        self.hosts[c.host as usize].switches += 1;
        if cost == 0 {
            return self.start_slice(core, now, calendar, trace);
        }
        c.stage = Stage::Switching;
        t.core = core;
        self.set_state(thread, ThreadState::Switch, Activity::None, now, trace);
        calendar.schedule(now + cost, EventKind::Core, core);
        Turn::Nothing
    }

    #[inline(always)]
    pub(super) fn start_slice(&mut self, core: u32, now: Nanos, calendar: &mut Calendar, trace: &mut Trace) -> Turn {
        let c = &mut self.cores[core as usize];
        let thread = c.current;
        c.stage = Stage::Running;
        c.last = thread;
        c.slice_end = now + self.costs.quantum;
        let t = &mut self.threads[thread as usize];
        t.core = core;
        t.last_core = core;
        t.ran_at = c.switches;
        if t.left == 0 {
            return Turn::Resume(thread);
        }
        let (state, activity) = t.burst;
        self.set_state(thread, state, activity, now, trace);
        if self.threads[thread as usize].left == ENDLESS {
            self.keep_spinning(core, now, calendar);
            return Turn::Nothing;
        }
        self.run_part(core, now, calendar);
        Turn::Nothing
    }

    /// Runs the rest of the current burst, or as much of it as the slice allows.
    #[inline(always)]
    pub(super) fn run_part(&mut self, core: u32, now: Nanos, calendar: &mut Calendar) {
        let c = &self.cores[core as usize];
        let t = &mut self.threads[c.current as usize];
        let end = (now + t.left).min(c.slice_end.max(now + 1));
        t.left -= end - now;
        calendar.schedule(end, EventKind::Core, core);
    }

    #[inline(always)]
    pub(super) fn part_done(&mut self, core: u32, now: Nanos, calendar: &mut Calendar, trace: &mut Trace) -> Turn {
        let c = &mut self.cores[core as usize];
        let thread = c.current;
        if now >= c.slice_end {
            if !self.hosts[c.host as usize].ready.is_empty() {
                return self.preempt(core, false, now, calendar, trace);
            }
            c.slice_end = now + self.costs.quantum;
        }
        if self.threads[thread as usize].left == 0 {
            return Turn::Resume(thread);
        }
        self.run_part(core, now, calendar);
        Turn::Nothing
    }

    /// Takes the core from its thread, which queues: first if it had to give way, last when its slice is over.
    pub(super) fn preempt(
        &mut self,
        core: u32,
        first: bool,
        now: Nanos,
        calendar: &mut Calendar,
        trace: &mut Trace,
    ) -> Turn {
        let c = &self.cores[core as usize];
        let (thread, host) = (c.current, c.host as usize);
        self.set_state(thread, ThreadState::Runnable, Activity::None, now, trace);
        let t = &mut self.threads[thread as usize];
        (t.core, t.ran_until) = (NOBODY, now);
        let ready = &mut self.hosts[host].ready;
        if first {
            ready.push_first(t.process(), thread);
        } else {
            ready.push_last(t.process(), thread);
        }
        self.run_next(core, now, calendar, trace)
    }

    /// Gives a free core to the oldest ready thread of the process that has had less CPU time, or lets it idle.
    #[inline(always)]
    pub(super) fn run_next(&mut self, core: u32, now: Nanos, calendar: &mut Calendar, trace: &mut Trace) -> Turn {
        let c = &mut self.cores[core as usize];
        c.gives_way = false;
        match self.next_for(core, now) {
            Some(next) => {
                let c = &mut self.cores[core as usize];
                let same = self.threads[c.current as usize].process() == self.threads[next as usize].process();
                if !same {
                    c.held_since = now;
                }
                self.assign(core, next);
                self.switch_in(core, now, calendar, trace)
            }
            None => {
                self.fall_idle(core);
                Turn::Nothing
            }
        }
    }
}
