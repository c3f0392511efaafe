//! One direction of the network: bandwidth, shared by all connections, and the network card at its end.

use super::interrupts::Interrupts;
use crate::kernel::time::Nanos;

/// A link that transmits one segment after another.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    ns_per_byte: f64,
    free_at: Nanos,
    busy: Nanos,
    /// Where the card at the other end moderates its interrupts.
    pub interrupts: Option<Interrupts>,
}

impl Link {
    /// A link; `mbit_per_sec` 0 means unlimited bandwidth. The card at its end raises an interrupt for each packet, or moderates them.
    pub fn new(mbit_per_sec: f64, moderates: bool) -> Self {
        let mut link = Link { ns_per_byte: 0.0, free_at: 0, busy: 0, interrupts: None };
        link.change(mbit_per_sec, moderates);
        link
    }

    /// From now on, the link is like this; what it carries arrives when it was going to.
    pub fn change(&mut self, mbit_per_sec: f64, moderates: bool) {
        self.ns_per_byte = if mbit_per_sec > 0.0 { 8_000.0 / mbit_per_sec } else { 0.0 };
        self.interrupts = moderates.then(|| self.interrupts.unwrap_or_default());
    }

    /// Transmits `bytes` as soon as the link is free, and then `delay` away; returns when the last of them is at the other end. Saturating: on a
    /// link slow enough to need centuries a segment never arrives, rather than in the past.
    #[inline(always)]
    pub fn carry(&mut self, bytes: u64, delay: Nanos, now: Nanos) -> Nanos {
        // Most links are unlimited and free: no floating point for them.
        if self.ns_per_byte == 0.0 && self.free_at <= now {
            return now + delay;
        }
        let transmission = (bytes as f64 * self.ns_per_byte + 0.5) as Nanos;
        let departs = now.max(self.free_at).saturating_add(transmission);
        self.free_at = departs;
        self.busy = self.busy.saturating_add(transmission);
        departs.saturating_add(delay)
    }

    /// Forgets statistics. What is queued for the link will be transmitted in the window.
    pub fn start_window(&mut self, now: Nanos) {
        self.busy = self.free_at.saturating_sub(now);
    }

    /// Time spent transmitting in the window, up to `now`: what is still queued does not count yet.
    pub fn busy(&self, now: Nanos) -> Nanos {
        self.busy.saturating_sub(self.free_at.saturating_sub(now))
    }
}
