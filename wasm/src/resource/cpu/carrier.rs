//! Goroutines and chains of callbacks: threads without a core of their own, which other threads carry.
//!
//! While a carrier is on a core, the span is the carried one's and the carrier's state says that it carries; the core's time
//! counts for the carrier, as the operating system sees it.

use super::{Cpu, NOBODY, ThreadId};
use crate::kernel::time::Nanos;
use crate::metric::trace::Trace;
use crate::metric::vocabulary::{Activity, ThreadClass, ThreadState};

impl Cpu {
    /// Creates a goroutine or a chain of callbacks: it never has a core of its own, but other threads carry it.
    pub fn spawn_carried(&mut self, class: ThreadClass, client: u16, host: usize) -> ThreadId {
        let thread = self.spawn(class, client, host);
        self.threads[thread as usize].is_carried = true;
        thread
    }

    /// Whether a thread runs on carriers instead of cores.
    pub fn is_carried(&self, thread: ThreadId) -> bool {
        self.threads[thread as usize].is_carried
    }

    /// The carrier takes this one up: bursts that it begins from now on are the carried one's.
    pub fn carry(&mut self, carrier: ThreadId, carried: ThreadId) {
        self.threads[carrier as usize].carries = carried;
    }

    /// The carrier puts down what it carries, which waits in `state`. The carrier keeps its core: no thread gives one up.
    pub fn put_down(&mut self, carrier: ThreadId, state: ThreadState, now: Nanos, trace: &mut Trace) {
        let carried = std::mem::replace(&mut self.threads[carrier as usize].carries, NOBODY);
        self.change(carried, state, Activity::None, now, trace);
    }

    /// Whether a carrier has been without a core since then, in the middle of a system call of whom it carries.
    pub fn is_stalled(&self, carrier: ThreadId, since: Nanos) -> bool {
        let t = &self.threads[carrier as usize];
        // Waking another carrier is the carrier's own call.
        let is_in_call = t.burst.0 == ThreadState::Kernel && t.burst.1 != Activity::FutexWake && t.left > 0;
        is_in_call && t.carries != NOBODY && t.state == ThreadState::Runnable && t.since <= since
    }

    /// One that is carried and waits can go on as soon as somebody carries it.
    pub fn make_ready(&mut self, carried: ThreadId, now: Nanos, trace: &mut Trace) {
        self.change(carried, ThreadState::Runnable, Activity::None, now, trace);
    }

    /// What a carrier does on a core is done by whom it carries; without a core both are ready.
    pub(super) fn set_state_of_both(
        &mut self,
        carrier: ThreadId,
        carried: ThreadId,
        (state, activity): (ThreadState, Activity),
        now: Nanos,
        trace: &mut Trace,
    ) {
        let is_running = matches!(state, ThreadState::User | ThreadState::Kernel);
        let both = if is_running { (state, ThreadState::Carrying) } else { (ThreadState::Runnable, state) };
        for (thread, state, activity) in [(carried, both.0, activity), (carrier, both.1, Activity::None)] {
            let t = &self.threads[thread as usize];
            if (t.state, t.activity) != (state, activity) {
                self.change(thread, state, activity, now, trace);
            }
        }
    }
}
