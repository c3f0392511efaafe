//! How deep an idle core sleeps, and how much later it is awake for that.
//!
//! Mirrors Linux's `intel_idle` and its governors: a core that will idle for long enough enters a state that takes longer to leave. Here the
//! governor always guesses right: the state is the deepest whose target residency the sleep has reached. Which states are
//! allowed at all `idleExitNs` says, as a limit of the exit latency does in Linux (`/dev/cpu_dma_latency`).

use super::SchedulerCosts;
use crate::kernel::time::{Nanos, US};

/// Target residency and exit latency of the states below C1, deepest first: `bdw_cstates` in drivers/idle/intel_idle.c (Broadwell; Skylake's
/// C1E is the same, its C6 of servers 133 µs after 600).
const STATES: [(Nanos, Nanos); 3] = [(400 * US, 133 * US), (100 * US, 40 * US), (20 * US, 10 * US)];
/// Exit latency of C1, which is part of `wakeLatencyNs`.
const SHALLOWEST: Nanos = 2 * US;

impl SchedulerCosts {
    /// From wake-up to the first instruction of a core that has been idle for so long.
    #[inline(always)]
    pub(super) fn wake_after(&self, idle: Nanos) -> Nanos {
        self.wake_latency + if self.idle_exit == 0 { 0 } else { self.deeper(idle) }
    }

    /// What leaving its state takes longer than leaving C1.
    #[cold]
    #[inline(never)]
    fn deeper(&self, idle: Nanos) -> Nanos {
        let state = STATES.iter().find(|&&(residency, exit)| exit <= self.idle_exit && residency <= idle);
        state.map_or(0, |&(_, exit)| exit - SHALLOWEST)
    }
}
