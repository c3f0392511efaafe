//! A thread's time on a core: switched in, it runs its bursts until it waits, its slice ends while others are ready, or it must
//! give way; then the core takes the next.

use super::spin::ENDLESS;
use super::{Core, Cpu, NOBODY, Stage, Thread, ThreadId, Turn, WARM_SWITCHES};
use crate::kernel::calendar::{Calendar, EventKind};
use crate::kernel::time::Nanos;
use crate::metric::trace::Trace;
use crate::metric::vocabulary::{Activity, ThreadState};

impl Cpu {
    /// A core takes up the thread assigned to it: begins to wake up and to switch to it, if it must and has not, or to run it.
    #[inline(always)]
    pub(super) fn start(&mut self, core: u32, now: Nanos, calendar: &mut Calendar, trace: &mut Trace) -> Turn {
        let Core { current: thread, stage, last, .. } = self.cores[core as usize];
        self.threads[thread as usize].core = core;
        if stage <= Stage::Starting {
            let waking = if stage == Stage::Waking { self.costs.wake_cpu } else { 0 };
            let switching = if last == thread { 0 } else { self.switch_to(thread, core) };
            let cost = waking + self.paced(core, switching);
            if cost > 0 {
                self.cores[core as usize].stage = Stage::Switching;
                self.set_state(thread, ThreadState::Switch, Activity::None, now, trace);
                calendar.schedule(now + cost, EventKind::Core, core);
                return Turn::Nothing;
            }
        }
        let Cpu { cores, threads, costs, .. } = self;
        let (c, t) = (&mut cores[core as usize], &mut threads[thread as usize]);
        (c.stage, c.last, c.slice_end) = (Stage::Running, thread, now + costs.quantum);
        (t.last_core, t.ran_at) = (core, c.switches);
        if t.left == 0 {
            return Turn::Resume(thread);
        }
        self.go_on(core, now, calendar, trace);
        Turn::Nothing
    }

    /// Counts a switch. What it costs: more where the thread's data has left the caches of the core, and more again where it
    /// has left that of the machine.
    #[inline(always)]
    fn switch_to(&mut self, thread: ThreadId, core: u32) -> Nanos {
        let Cpu { hosts, cores, threads, costs, .. } = self;
        let (c, t) = (&mut cores[core as usize], &mut threads[thread as usize]);
        let host = &mut hosts[c.host as usize];
        let warm = t.last_core == core && c.switches - t.ran_at <= WARM_SWITCHES;
        c.switches += 1;
        host.switches += 1;
        let cost = costs.switch + if warm { 0 } else { costs.cache_refill };
        if costs.memory_share + costs.memory_wake > 0 { cost + self.refill_cache(thread) } else { cost }
    }

    /// Brings back what has left the last-level cache of its machine of a thread's data. What it takes.
    #[inline(never)]
    fn refill_cache(&mut self, thread: ThreadId) -> Nanos {
        let Cpu { hosts, threads, costs, .. } = self;
        let t = &mut threads[thread as usize];
        let (host, turn) = (t.host as usize, std::mem::take(&mut t.turn));
        let lost = hosts[host].filled.refill_cache(&mut threads[thread as usize].went_on_at, costs.last_level);
        ((turn * costs.memory_share / 100).min(costs.memory_refill) as f64 * lost) as Nanos
    }

    /// A thread that was preempted has a core again: it goes on with its burst, or spins.
    fn go_on(&mut self, core: u32, now: Nanos, calendar: &mut Calendar, trace: &mut Trace) {
        let thread = self.cores[core as usize].current;
        let Thread { burst: (state, activity), left, .. } = self.threads[thread as usize];
        self.set_state(thread, state, activity, now, trace);
        match left {
            ENDLESS => self.keep_spinning(core, now, calendar),
            _ => self.run_part(core, now, calendar),
        }
    }

    /// Runs the rest of the current burst, or as much of it as the slice allows.
    fn run_part(&mut self, core: u32, now: Nanos, calendar: &mut Calendar) {
        let c = &self.cores[core as usize];
        let t = &mut self.threads[c.current as usize];
        let end = c.part_end(t.left, now);
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
            if self.costs.hyper_thread > 0 && self.moves_to_whole_core(core, now, calendar, trace) {
                return Turn::Nothing;
            }
            let c = &mut self.cores[core as usize];
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
        let Cpu { hosts, cores, .. } = self;
        let c = &mut cores[core as usize];
        c.gives_way = false;
        let host = &mut hosts[c.host as usize];
        if host.ready.is_empty() {
            host.mark_idle(cores, core, now);
            return Turn::Nothing;
        }
        self.run_ready(core, now, calendar, trace)
    }

    #[inline(always)]
    fn run_ready(&mut self, core: u32, now: Nanos, calendar: &mut Calendar, trace: &mut Trace) -> Turn {
        let next = self.next_for(core, now);
        let Cpu { hosts, cores, threads, .. } = self;
        let c = &mut cores[core as usize];
        let Some(next) = next else {
            hosts[c.host as usize].mark_idle(cores, core, now);
            return Turn::Nothing;
        };
        if threads[c.current as usize].process() != threads[next as usize].process() {
            c.held_since = now;
        }
        c.assign(next);
        self.start(core, now, calendar, trace)
    }
}
