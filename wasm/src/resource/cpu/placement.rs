//! On which core a thread runs.
//!
//! A woken thread takes its last core if that is idle, else any idle core (of hardware threads, one whose sibling is idle, too, if there
//! is one: `select_idle_core`), else it queues. For `migrationCostNs` after it has
//! run it takes no other core than its last one. That can leave one core busy and another idle for long, so loads are compared
//! now and then, as Linux's balancing does, and an idle core takes a thread from one that is much busier.

use super::{Core, Cpu, Host, NOBODY, SchedulerCosts, Stage, Thread, ThreadId};
use crate::kernel::table::Table;
use crate::kernel::time::{MS, Nanos};

/// Time between two comparisons of loads: a few ticks of the kernel's clock (250 Hz).
const COMPARE_EVERY: Nanos = 10 * MS;
/// A core helps another one that has been busy longer by this share of the time.
const IMBALANCE: f64 = 0.25;

impl Cpu {
    /// What waking this thread costs its waker beyond the system call: the interrupt of an idle core (a busy one finds the
    /// thread in its queue), and lines of the thread that have left the last-level cache.
    #[inline]
    pub fn extra_to_wake(&self, thread: ThreadId, now: Nanos) -> Nanos {
        let t = &self.threads[thread as usize];
        let host = &self.hosts[t.host as usize];
        let interrupt =
            if host.idle_core_for(t, &self.cores, &self.costs, now).is_some() { self.costs.interrupt } else { 0 };
        interrupt + if self.costs.memory_wake > 0 { self.cold_lines(t, host) } else { 0 }
    }

    #[inline(never)]
    fn cold_lines(&self, t: &Thread, host: &Host) -> Nanos {
        let lost = host.filled.evicted_since(t.went_on_at, self.costs.last_level);
        (self.costs.memory_wake as f64 * lost) as Nanos
    }

    /// What a thread pays that sleeps for a time: the clock is set to interrupt its core, and does.
    pub fn clock_cost(&self) -> Nanos {
        2 * self.costs.interrupt
    }

    /// Go's `sysmon` was woken and finds no idle core: it has its last one, if it has run before, after the step under way there. It runs for
    /// microseconds and sleeps for longer, so that it is always owed time (where it makes 7300 looks a second, it takes the core of
    /// Redis 7300 times). Whether it has one.
    pub(super) fn claim_core(&mut self, thread: ThreadId) -> bool {
        let Thread { host, last_core, .. } = self.threads[thread as usize];
        let Some(core) = self.cores.get_mut(last_core as usize) else { return false };
        (core.claimed_by, core.gives_way) = (thread, true);
        self.hosts[host as usize].ready.count_claim();
        true
    }

    /// A thread was woken and finds no idle core. If its process has had less than its share, a thread of the other process
    /// gives way, unless its process has had the core for less than a slice (`set_protect_slice`): that on the woken thread's last
    /// core, or any if it may move.
    pub(super) fn ask_for_core(&mut self, thread: ThreadId, now: Nanos) {
        let t = &self.threads[thread as usize];
        let (host, process) = (t.host as usize, t.process());
        if !self.hosts[host].ready.has_less_cpu_time(process) {
            return;
        }
        let threads = &self.threads;
        let on_it = [Stage::Running, Stage::Spinning];
        let protected_for = self.costs.quantum;
        let gives = |c: &Core| {
            on_it.contains(&c.stage)
                && threads[c.current as usize].process() != process
                && now >= c.held_since + protected_for
        };
        let on = |c: &Core| c.host as usize == host && !c.gives_way && gives(c);
        let chosen = match self.cores.get(t.last_core as usize) {
            Some(core) if gives(core) => Some(t.last_core as usize),
            _ if t.may_move(self.costs.affinity, now) => self.cores.iter().position(on),
            _ => None,
        };
        if let Some(core) = chosen {
            self.cores[core].gives_way = true;
        }
    }

    /// The next ready thread for a core that has become free.
    #[inline(always)]
    pub(super) fn next_for(&mut self, core: u32, now: Nanos) -> Option<ThreadId> {
        let Cpu { hosts, cores, threads, costs, .. } = self;
        let c = &mut cores[core as usize];
        let host = &mut hosts[c.host as usize];
        if c.claimed_by != NOBODY {
            host.ready.settle_claim();
            return Some(std::mem::replace(&mut c.claimed_by, NOBODY));
        }
        let may_run = |&thread: &ThreadId| {
            let t = &threads[thread as usize];
            t.last_core == core || t.may_move(costs.affinity, now)
        };
        let next = host.ready.next(may_run);
        if next.is_some() || host.ready.is_empty() || !host.helps(cores, core, now) {
            return next;
        }
        host.ready.next(|_| true)
    }
}

impl Host {
    /// The core that a woken thread takes: its last one if that is idle, else the one that fell idle last if it may go there.
    #[inline(always)]
    pub(super) fn idle_core_for(
        &self,
        t: &Thread,
        cores: &Table<Core>,
        costs: &SchedulerCosts,
        now: Nanos,
    ) -> Option<u32> {
        match cores.get(t.last_core as usize) {
            Some(core) if core.stage == Stage::Idle => Some(t.last_core),
            _ if !t.may_move(costs.affinity, now) => None,
            _ => self.other_idle_core(cores, costs.hyper_thread),
        }
    }

    /// Takes a core out of the list of idle ones.
    #[inline(always)]
    pub(super) fn take_from_idle<'c>(&mut self, cores: &'c mut Table<Core>, core: u32) -> &'c mut Core {
        let Core { idle_before: before, idle_after: after, .. } = cores[core as usize];
        match cores.get_mut(after as usize) {
            Some(newer) => newer.idle_before = before,
            None => self.idle = before,
        }
        if let Some(older) = cores.get_mut(before as usize) {
            older.idle_after = after;
        }
        &mut cores[core as usize]
    }

    #[inline]
    pub(super) fn mark_idle(&mut self, cores: &mut Table<Core>, core: u32, now: Nanos) {
        let before = std::mem::replace(&mut self.idle, core);
        if let Some(older) = cores.get_mut(before as usize) {
            older.idle_after = core;
        }
        let c = &mut cores[core as usize];
        (c.stage, c.current, c.held_since) = (Stage::Idle, NOBODY, now);
        (c.idle_before, c.idle_after) = (before, NOBODY);
    }

    /// An idle core that takes a thread which keeps to another one.
    pub(super) fn core_to_balance(&mut self, cores: &mut Table<Core>, now: Nanos) -> Option<u32> {
        let idle = self.idle;
        (idle != NOBODY && self.helps(cores, idle, now)).then_some(idle)
    }

    /// Whether a free core takes a thread that keeps to another one: loads are compared from time to time, and the other
    /// has been much busier since the last comparison.
    fn helps(&mut self, cores: &mut Table<Core>, core: u32, now: Nanos) -> bool {
        let elapsed = now - self.compared_at;
        if elapsed < COMPARE_EVERY {
            return false;
        }
        self.compared_at = now;
        let Core { busy: own, host, .. } = cores[core as usize];
        let mut busiest = 0;
        for other in cores.iter_mut().filter(|other| other.host == host) {
            busiest = busiest.max(std::mem::take(&mut other.busy));
        }
        (busiest - own) as f64 >= IMBALANCE * elapsed as f64
    }
}
