//! Hardware threads that share a physical core (hyper-threads): each is slower while the other one works.

use super::{Core, Cpu, Host, NOBODY, Stage};
use crate::kernel::calendar::{Calendar, EventKind};
use crate::kernel::table::Table;
use crate::kernel::time::Nanos;
use crate::metric::trace::Trace;
use crate::metric::vocabulary::{Activity, ThreadState};

impl Cpu {
    /// How long something takes on a core that takes `ns` there while its sibling is idle. What counts is whether the sibling
    /// works when it begins: steps are short.
    #[inline(always)]
    pub(super) fn paced(&self, core: u32, ns: Nanos) -> Nanos {
        if self.costs.hyper_thread == 0 { ns } else { self.slowed_by_sibling(core, ns) }
    }

    #[inline(never)]
    fn slowed_by_sibling(&self, core: u32, ns: Nanos) -> Nanos {
        if self.shares(core) { ns + ns * self.costs.hyper_thread / 100 } else { ns }
    }

    /// Whether its sibling works. One that is only starting waits for its interrupt.
    fn shares(&self, core: u32) -> bool {
        self.cores
            .get(self.cores[core as usize].sibling as usize)
            .is_some_and(|sibling| sibling.stage > Stage::Starting)
    }

    /// The slice of a thread is over and nobody queues: it moves to a physical core that is all idle if it has to share its own
    /// (Linux's `group_smt_balance`). Whether it does.
    #[inline(never)]
    pub(super) fn moves_to_whole_core(
        &mut self,
        core: u32,
        now: Nanos,
        calendar: &mut Calendar,
        trace: &mut Trace,
    ) -> bool {
        let thread = self.cores[core as usize].current;
        let host = self.threads[thread as usize].host as usize;
        let free = self.hosts[host].idle_whole_core(&self.cores).filter(|_| self.shares(core));
        let Some(free) = free else { return false };
        self.set_state(thread, ThreadState::Runnable, Activity::None, now, trace);
        let Cpu { hosts, cores, threads, costs, .. } = self;
        let t = &mut threads[thread as usize];
        (t.core, t.ran_until) = (NOBODY, now);
        cores[core as usize].gives_way = false;
        hosts[host].mark_idle(cores, core, now);
        let c = hosts[host].take_from_idle(cores, free);
        let latency = costs.wake_after(now - std::mem::replace(&mut c.held_since, now));
        c.assign(thread);
        calendar.schedule(now + latency, EventKind::Core, free);
        true
    }
}

impl Host {
    /// The core that fell idle last; of hardware threads rather one whose sibling is idle, too (`select_idle_core`).
    #[inline(never)]
    pub(super) fn other_idle_core(&self, cores: &Table<Core>, hyper_thread: u64) -> Option<u32> {
        let alone = if hyper_thread > 0 { self.idle_whole_core(cores) } else { None };
        alone.or(Some(self.idle)).filter(|&core| core != NOBODY)
    }

    /// Of the idle hardware threads whose sibling is idle, too, the one that fell idle last.
    fn idle_whole_core(&self, cores: &Table<Core>) -> Option<u32> {
        let mut at = self.idle;
        while let Some(core) = cores.get(at as usize) {
            if cores.get(core.sibling as usize).is_none_or(|sibling| sibling.stage == Stage::Idle) {
                return Some(at);
            }
            at = core.idle_before;
        }
        None
    }
}

/// The other hardware thread of a core, both numbered within their machine as Linux does: the first one of each core, then the
/// second one of each. The last of an odd number has none.
pub(super) fn sibling_of(index: u32, count: u32) -> u32 {
    let half = count / 2;
    match index {
        _ if index < half => index + half,
        _ if index < 2 * half => index - half,
        _ => NOBODY,
    }
}
