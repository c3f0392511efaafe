//! Threads that spin: they keep their core and poll until another thread has done something.
//!
//! Polling makes no events: a thread spins until [`Cpu::release`]. Its core checks for a switch at the end of its slice while other
//! threads are queued, or at once when a thread of another process takes the core.

use super::{Core, Cpu, NOBODY, Stage, ThreadId, Turn};
use crate::kernel::calendar::{Calendar, EventKind};
use crate::kernel::time::Nanos;
use crate::metric::trace::Trace;
use crate::metric::vocabulary::{Activity, ThreadState};

/// CPU time still to come of a thread that spins; and the time of an event that is not scheduled.
pub(super) const ENDLESS: Nanos = Nanos::MAX;

impl Cpu {
    /// The thread that has just been resumed spins until it is released, unless it has to give way first.
    pub fn spin(&mut self, thread: ThreadId, now: Nanos, calendar: &mut Calendar, trace: &mut Trace) -> Turn {
        let t = &mut self.threads[thread as usize];
        (t.burst, t.left) = ((ThreadState::User, Activity::Spin), ENDLESS);
        let core = t.core;
        if self.cores[core as usize].gives_way {
            return self.preempt(core, true, now, calendar, trace);
        }
        self.set_state(thread, ThreadState::User, Activity::Spin, now, trace);
        self.keep_spinning(core, now, calendar);
        Turn::Nothing
    }

    pub(super) fn keep_spinning(&mut self, core: u32, now: Nanos, calendar: &mut Calendar) {
        let c = &mut self.cores[core as usize];
        c.stage = Stage::Spinning;
        let host = c.host as usize;
        self.hosts[host].spinning += 1;
        if !self.hosts[host].ready.is_empty() {
            self.watch_spinners(host, now, calendar);
        }
    }

    /// A thread is about to queue: what the spinning ones have had so far counts for their process.
    pub(super) fn settle_spinners(&mut self, host: usize, now: Nanos, trace: &mut Trace) {
        for core in 0..self.cores.len() {
            if let Some(thread) = self.cores[core].spinner_on(host) {
                self.set_state(thread, ThreadState::User, Activity::Spin, now, trace);
            }
        }
    }

    /// Others queue: the cores of spinning threads look whether that is still so when their slices end, or at once.
    pub(super) fn watch_spinners(&mut self, host: usize, now: Nanos, calendar: &mut Calendar) {
        for (index, core) in self.cores.iter_mut().enumerate() {
            if core.spinner_on(host).is_none() {
                continue;
            }
            // Without anybody in the queue the slice was renewed whenever it was over.
            if core.slice_end < now {
                core.slice_end += (now - core.slice_end).next_multiple_of(self.costs.quantum);
            }
            let looks_at = if core.gives_way { now } else { core.slice_end };
            if looks_at < core.looks_at {
                core.looks_at = looks_at;
                calendar.schedule(looks_at, EventKind::Slice, index as u32);
            }
        }
    }

    /// A core whose thread was spinning looks whether it must give it up.
    pub fn on_slice(&mut self, core: u32, now: Nanos, calendar: &mut Calendar, trace: &mut Trace) -> Turn {
        let c = &mut self.cores[core as usize];
        c.looks_at = ENDLESS;
        let (host, first) = (c.host as usize, c.gives_way);
        if c.stage != Stage::Spinning || self.hosts[host].ready.is_empty() {
            return Turn::Nothing;
        }
        if now < c.slice_end && !first {
            self.watch_spinners(host, now, calendar);
            return Turn::Nothing;
        }
        self.hosts[host].spinning -= 1;
        self.preempt(core, first, now, calendar, trace)
    }

    /// A thread that spins goes on, at once or when it has a core again; returns whether it was spinning.
    pub fn release(&mut self, thread: ThreadId) -> bool {
        let t = &mut self.threads[thread as usize];
        if t.left != ENDLESS {
            return false;
        }
        t.left = 0;
        if let Some(core) = self.cores.get_mut(t.core as usize)
            && core.stage == Stage::Spinning
        {
            core.stage = Stage::Running;
            self.hosts[core.host as usize].spinning -= 1;
            self.ready_now.push(t.core);
        }
        true
    }
}

impl Core {
    /// The thread that spins on this core of a machine.
    fn spinner_on(&self, host: usize) -> Option<ThreadId> {
        let spins = self.stage == Stage::Spinning && self.host as usize == host;
        spins.then_some(self.current).filter(|&thread| thread != NOBODY)
    }
}
