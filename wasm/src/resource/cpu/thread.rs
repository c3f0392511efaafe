//! A thread: its state, the burst it is at, the core it keeps to, and whom it works for.

use super::cache::Filled;
use super::{NOBODY, ThreadId};
use crate::kernel::time::Nanos;
use crate::metric::trace::NO_REQUEST;
use crate::metric::vocabulary::{Activity, ThreadClass, ThreadState};

/// Whom a thread works for.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// The request, or none.
    pub request: u32,
    /// Connection + 1; 0 without one.
    pub connection: u32,
    /// Client + 1; 0 for none in particular.
    pub client: u16,
}

impl Work {
    /// For nobody in particular.
    pub const NONE: Work = Work { request: NO_REQUEST, connection: 0, client: 0 };
}

/// Where the use of threads of a client and a class is counted. The server's threads belong to client 0.
fn row_of(client: u16, class: ThreadClass) -> u16 {
    client * ThreadClass::COUNT as u16 + class as u16
}

pub(super) struct Thread {
    pub(super) class: ThreadClass,
    /// The client that it belongs to; what it has in common with others of its class is counted in this row.
    pub(super) client: u16,
    pub(super) row: u16,
    pub(super) host: u16,
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
    /// Whom the span under way is for, and whom the next one will be for.
    pub(super) works_for: Work,
    pub(super) next_for: Work,
    /// Time on a core in the measured window, busy waiting not counted.
    pub(super) busy: Nanos,
    /// Whether its own code takes longer one time than another, and where its random sequence is.
    pub(super) varies: bool,
    pub(super) random: u64,
}

impl Thread {
    /// One that waits, idle, until somebody wakes it.
    pub(super) fn idle(class: ThreadClass, client: u16, host: u16) -> Self {
        Thread {
            class,
            client,
            row: row_of(client, class),
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
            works_for: Work::NONE,
            next_for: Work::NONE,
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
        self.activity as u32 | (self.works_for.connection << 8)
    }
}
