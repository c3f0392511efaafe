//! A thread: its state, the burst it is at, the core it keeps to, and whom it works for.

use super::cache::Filled;
use super::{NOBODY, ThreadId};
use crate::kernel::time::Nanos;
use crate::metric::trace::NO_REQUEST;
use crate::metric::vocabulary::{Activity, ThreadClass, ThreadState};

pub(super) struct Thread {
    pub(super) class: ThreadClass,
    pub(super) host: u8,
    /// Whether it runs on carriers instead of cores.
    pub(super) is_carried: bool,
    /// Whom it carries, or [`NOBODY`].
    pub(super) carries: ThreadId,
    pub(super) state: ThreadState,
    pub(super) activity: Activity,
    /// State and activity of the burst, for when it goes on after a preemption.
    pub(super) burst: (ThreadState, Activity),
    pub(super) core: u32,
    pub(super) last_core: u32,
    /// Switches of `last_core` when it last ran there, and when it left it.
    pub(super) ran_at: u32,
    pub(super) ran_until: Nanos,
    /// Time in the kernel since it was switched in.
    pub(super) turn: Nanos,
    /// What had come into the last-level cache when it last went on.
    pub(super) went_on_at: Filled,
    pub(super) since: Nanos,
    /// CPU time of the burst still to come after the part that is running.
    pub(super) left: Nanos,
    /// Whom the span under way is for, and whom the next one will be for: (request, connection + 1).
    pub(super) works_for: (u32, u32),
    pub(super) next_for: (u32, u32),
    /// Time on a core in the measured window, busy waiting not counted.
    pub(super) busy: Nanos,
    /// Whether its own code takes longer one time than another, and where its random sequence is.
    pub(super) varies: bool,
    pub(super) random: u64,
}

impl Thread {
    /// One that waits, idle, until somebody wakes it.
    pub(super) fn idle(class: ThreadClass, host: u8) -> Self {
        Thread {
            class,
            host,
            is_carried: false,
            carries: NOBODY,
            state: ThreadState::Idle,
            activity: Activity::None,
            since: 0,
            core: NOBODY,
            last_core: NOBODY,
            ran_at: 0,
            ran_until: 0,
            turn: 0,
            went_on_at: Filled::NEVER,
            burst: (ThreadState::User, Activity::None),
            left: 0,
            works_for: (NO_REQUEST, 0),
            next_for: (NO_REQUEST, 0),
            busy: 0,
            varies: false,
            random: 0,
        }
    }

    /// Whether it takes a core to do something other than spin.
    pub(super) fn is_busy(&self) -> bool {
        self.state.is_busy() && self.activity != Activity::Spin
    }

    /// Whether it may run on another core than its last one.
    pub(super) fn may_move(&self, affinity: Nanos, now: Nanos) -> bool {
        self.last_core == NOBODY || now - self.ran_until >= affinity
    }

    /// Which process it belongs to.
    pub(super) fn process(&self) -> usize {
        usize::from(self.class.is_server())
    }

    /// Activity and connection of its span in the trace.
    pub(super) fn trace_argument(&self) -> u32 {
        self.activity as u32 | (self.works_for.1 << 8)
    }
}
