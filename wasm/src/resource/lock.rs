//! A lock of a program's own, as Java's `ReentrantLock` without fairness (`AbstractQueuedSynchronizer`).
//!
//! Whoever finds it free takes it, before those who wait. A release wakes the thread that has waited longest, unless it is awake
//! already; that one tries like everybody else and, if somebody was faster, waits on at the head of the queue.

use super::cpu::ThreadId;
use std::collections::VecDeque;

/// One lock.
#[derive(Default)]
pub struct Lock {
    held: bool,
    queue: VecDeque<ThreadId>,
    /// The first in the queue has been woken and has not parked again.
    heir_awake: bool,
}

impl Lock {
    /// Takes the lock if it is free; a thread that has waited for it leaves the queue.
    pub fn try_take(&mut self, thread: ThreadId, is_queued: bool) -> bool {
        if self.held {
            return false;
        }
        self.held = true;
        if is_queued && let Some(place) = self.queue.iter().position(|&queued| queued == thread) {
            self.queue.remove(place);
            self.heir_awake &= place > 0;
        }
        true
    }

    /// A thread joins the queue: it is going to park, or is parked for another reason that has gone.
    pub fn queue(&mut self, thread: ThreadId) {
        self.queue.push_back(thread);
    }

    /// A queued thread parks.
    pub fn parks(&mut self, thread: ThreadId) {
        self.heir_awake &= self.queue.front() != Some(&thread);
    }

    /// Releases the lock; returns whom to wake.
    pub fn release(&mut self, is_parked: impl Fn(ThreadId) -> bool) -> Option<ThreadId> {
        self.held = false;
        self.heir(is_parked)
    }

    /// The thread to wake if nobody holds the lock. One that has not parked yet looks once more by itself.
    pub fn heir(&mut self, is_parked: impl Fn(ThreadId) -> bool) -> Option<ThreadId> {
        if self.held || self.heir_awake {
            return None;
        }
        let heir = self.queue.front().copied().filter(|&heir| is_parked(heir));
        self.heir_awake = heir.is_some();
        heir
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_free_lock_goes_to_whoever_comes_and_the_heir_is_woken_once() {
        let mut lock = Lock::default();
        assert!(lock.try_take(0, false) && !lock.try_take(1, false));
        for thread in [1, 2] {
            lock.queue(thread);
            lock.parks(thread);
        }
        assert_eq!(lock.release(|_| true), Some(1));
        assert!(lock.try_take(3, false), "a passer-by is faster");
        assert_eq!(lock.release(|_| true), None, "the heir is awake");
        assert!(lock.try_take(3, false) && !lock.try_take(1, true));
        lock.parks(1);
        assert_eq!(lock.release(|_| true), Some(1), "it has kept its place");
        assert!(lock.try_take(1, true));
        assert_eq!(lock.release(|_| false), None, "who has not parked yet looks once more by itself");
        assert!(lock.try_take(2, true));
        assert_eq!(lock.release(|_| true), None);
    }
}
