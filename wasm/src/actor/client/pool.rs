//! Connection pool. Mirrors commons-pool2 `GenericObjectPool` over `LinkedBlockingDeque`: borrow takes an idle connection or
//! queues and parks; return puts the connection back *and then* signals the longest waiter. The signalled caller must wake
//! up and try again, so a caller that is already running can take the connection first ("barging"), and the woken one goes
//! to the back of the queue. With [`Handoff::Fifo`] the connection itself is handed to the longest waiter (Go's channels,
//! or commons-pool2 with fairness).
//!
//! Left out so far: creating and destroying connections (all exist from the start), validation, eviction, blocking on the
//! deque's own lock (its cost is part of `poolBorrowNs` and `poolReturnNs`).

use crate::kernel::time::Nanos;
use crate::metric::time_weighted::TimeWeighted;
use crate::resource::cpu::ThreadId;
use crate::scenario::{Handoff, IdleOrder};
use std::collections::VecDeque;

/// Who waits, and what is idle.
pub struct Pool {
    handoff: Handoff,
    order: IdleOrder,
    idle: VecDeque<u32>,
    waiters: VecDeque<ThreadId>,
    /// A waiter's signal: it may try again (barging), or has been given a connection (FIFO).
    signals: Vec<Signal>,
    /// Connections that callers hold.
    pub lent: TimeWeighted,
}

/// What a waiter finds when it is woken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Signal {
    /// Nothing has happened.
    #[default]
    None,
    /// A connection was returned; it may be gone again.
    TryAgain,
    /// This connection is yours.
    Granted(u32),
}

impl Pool {
    /// A pool of `connections` idle connections for `callers` callers.
    pub fn new(connections: u32, callers: u32, handoff: Handoff, order: IdleOrder) -> Self {
        Pool {
            handoff,
            order,
            idle: (0..connections).collect(),
            waiters: VecDeque::with_capacity(callers as usize),
            signals: vec![Signal::None; callers as usize],
            lent: TimeWeighted::default(),
        }
    }

    /// Takes an idle connection, if there is one (commons-pool2's `pollFirst`, the barging point).
    pub fn take(&mut self, now: Nanos) -> Option<u32> {
        let connection = self.idle.pop_front()?;
        self.lent.add(now, 1);
        Some(connection)
    }

    /// Queues a caller that found nothing.
    pub fn wait(&mut self, caller: ThreadId) {
        self.signals[caller as usize] = Signal::None;
        self.waiters.push_back(caller);
    }

    /// Looks at a waiter's signal and clears it.
    pub fn take_signal(&mut self, caller: ThreadId) -> Signal {
        std::mem::take(&mut self.signals[caller as usize])
    }

    /// Gives a connection back; returns the waiter to wake, if anybody waits.
    pub fn give(&mut self, connection: u32, now: Nanos) -> Option<ThreadId> {
        let waiter = self.waiters.pop_front();
        match (waiter, self.handoff) {
            (Some(waiter), Handoff::Fifo) => self.signals[waiter as usize] = Signal::Granted(connection),
            (Some(waiter), Handoff::Barging) => {
                self.signals[waiter as usize] = Signal::TryAgain;
                self.put(connection, now);
            }
            (None, _) => self.put(connection, now),
        }
        waiter
    }

    fn put(&mut self, connection: u32, now: Nanos) {
        self.lent.add(now, -1);
        match self.order {
            IdleOrder::Lifo => self.idle.push_front(connection),
            IdleOrder::Fifo => self.idle.push_back(connection),
        }
    }

    /// Number of idle connections.
    pub fn idle(&self) -> usize {
        self.idle.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_barging_the_connection_goes_to_whoever_asks_first() {
        let mut pool = Pool::new(1, 3, Handoff::Barging, IdleOrder::Lifo);
        assert_eq!(pool.take(0), Some(0));
        pool.wait(1);
        assert_eq!(pool.give(0, 0), Some(1));
        assert_eq!(pool.take(0), Some(0), "a third caller barges in");
        assert_eq!((pool.take_signal(1), pool.take(0)), (Signal::TryAgain, None));
    }

    #[test]
    fn with_fifo_hand_off_it_goes_to_the_longest_waiter() {
        let mut pool = Pool::new(1, 3, Handoff::Fifo, IdleOrder::Lifo);
        assert_eq!(pool.take(0), Some(0));
        pool.wait(2);
        pool.wait(1);
        assert_eq!(pool.give(0, 0), Some(2));
        assert_eq!((pool.take(0), pool.take_signal(2)), (None, Signal::Granted(0)));
    }
}
