//! serverCron: housekeeping at fixed times, `hz` times a second, by the main thread between two turns.
//!
//! Mirrors `serverCron` and `clientsCron`: every client is looked after about once a second, so the price of a call grows with
//! the number of clients. With many of them the frequency doubles until a call has at most 200 (`dynamic-hz`).

use crate::actor::plan::Plan;
use crate::kernel::time::{Nanos, SEC};

/// `MAX_CLIENTS_PER_CLOCK_TICK`.
const CLIENTS_PER_CALL: u32 = 200;
/// `CONFIG_MAX_HZ`.
const MAX_HZ: u32 = 500;
/// `CLIENTS_CRON_MIN_ITERATIONS`.
const LEAST_CLIENTS: u32 = 5;

/// The timer of the main thread.
#[derive(Clone, Copy, Debug)]
pub struct Cron {
    /// Time from one call to the next.
    pub period: Nanos,
    work: Nanos,
    /// When it is due; never, if it costs nothing and there is nothing that only it would notice.
    pub due: Nanos,
    /// What keeps the thread busy once, and when the timer would have been due.
    stall: Nanos,
    due_after: Nanos,
}

impl Cron {
    /// The timer of a server with so many clients.
    pub fn new(plan: &Plan, clients: u32) -> Self {
        let mut hz = plan.scenario.server.hz;
        while clients / hz > CLIENTS_PER_CALL && hz < MAX_HZ {
            hz = (2 * hz).min(MAX_HZ);
        }
        let looked_after = (clients / hz).max(clients.min(LEAST_CLIENTS));
        let work = plan.costs.cron + u64::from(looked_after) * plan.costs.client_cron;
        let period = SEC / u64::from(hz);
        let due = if work == 0 && !plan.has_waits && !plan.keyspace.expires { Nanos::MAX } else { period };
        Cron { period, work, due, stall: 0, due_after: due }
    }

    /// From `now` on something else keeps the thread busy for so long.
    pub fn stall(&mut self, duration: Nanos, now: Nanos) {
        if self.stall == 0 {
            self.due_after = self.due;
        }
        self.stall += duration;
        self.due = now;
    }

    /// What keeps the thread busy instead of the timer, if anything does.
    pub fn take_stall(&mut self) -> Option<Nanos> {
        if self.stall == 0 {
            return None;
        }
        self.due = self.due_after;
        Some(std::mem::take(&mut self.stall))
    }

    /// CPU time of the call that is due, in which the search for expired keys takes `expiring`; afterwards the next one is.
    pub fn call(&mut self, now: Nanos, expiring: Nanos) -> Nanos {
        let work = self.work + expiring;
        self.due = now + work + self.period;
        work
    }
}
