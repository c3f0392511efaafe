//! The two FIFO queues of a pool: callers that wait for a connection, and callers that wait for the pool's lock. A caller is in one
//! of them or in none.
//!
//! A wait can time out at any place of a queue. Each caller therefore knows its neighbours and leaves in constant time, also
//! with 50 000 waiters.

use crate::kernel::table::Table;
use crate::resource::cpu::ThreadId;
use std::ops::Range;

/// Doubly linked rings. The end of each queue is a place of its own in its ring.
pub struct WaitQueues {
    first: ThreadId,
    callers: u32,
    /// The places before and behind each place. A caller in no queue is its own neighbour.
    neighbours: Table<[ThreadId; 2]>,
}

impl WaitQueues {
    /// Two empty queues for callers with these numbers.
    pub fn new(callers: &Range<ThreadId>) -> Self {
        let (first, callers) = (callers.start, callers.end - callers.start);
        WaitQueues { first, callers, neighbours: (0..callers + 2).map(|place| [place; 2]).collect() }
    }

    /// The queue of callers that wait for a connection.
    pub fn waiters(&self) -> u32 {
        self.callers
    }

    /// The queue of callers that wait for the lock.
    pub fn lock(&self) -> u32 {
        self.callers + 1
    }

    /// The caller that has been in a queue for longest.
    #[inline]
    pub fn first(&self, queue: u32) -> Option<ThreadId> {
        let [_, first] = self.neighbours[queue as usize];
        (first != queue).then_some(self.first + first)
    }

    /// A caller in no queue joins one.
    #[inline(never)]
    pub fn join(&mut self, queue: u32, caller: ThreadId) {
        let place = caller - self.first;
        debug_assert!(self.neighbours[place as usize] == [place; 2], "a caller is in one queue at a time");
        let [last, _] = self.neighbours[queue as usize];
        self.link(last, place);
        self.link(place, queue);
    }

    /// A caller leaves its queue, if it is in one.
    #[inline(never)]
    pub fn leave(&mut self, caller: ThreadId) {
        let place = caller - self.first;
        let [before, behind] = self.neighbours[place as usize];
        self.link(before, behind);
        self.neighbours[place as usize] = [place; 2];
    }

    #[inline]
    fn link(&mut self, before: u32, behind: u32) {
        self.neighbours[before as usize][1] = behind;
        self.neighbours[behind as usize][0] = before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caller_leaves_from_any_place() {
        let mut queues = WaitQueues::new(&(0..4));
        let (waiters, lock) = (queues.waiters(), queues.lock());
        assert_eq!(queues.first(waiters), None);
        (0..4).for_each(|caller| queues.join(waiters, caller));
        queues.leave(2);
        queues.leave(0);
        queues.leave(0);
        queues.join(lock, 2);
        queues.join(waiters, 0);
        let served = std::iter::from_fn(|| {
            let first = queues.first(waiters)?;
            queues.leave(first);
            Some(first)
        });
        assert_eq!(served.collect::<Vec<_>>(), [1, 3, 0]);
        assert_eq!((queues.first(waiters), queues.first(lock)), (None, Some(2)));
    }
}
