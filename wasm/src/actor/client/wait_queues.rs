//! The two lines of a pool, first come, first served: who waits for a connection, and who queues for the pool's lock. Each caller
//! stands in one of them or in none.
//!
//! A caller's patience can end wherever it stands, so each knows its neighbours: it leaves without anybody looking for it, and
//! 50 000 who wait cost no more than one.

use crate::kernel::table::Table;
use crate::resource::cpu::ThreadId;

/// Rings of neighbours; the end of each line is a place of its own in its ring, which nobody takes.
pub struct WaitQueues {
    callers: ThreadId,
    /// Who stands before, and who behind each place. Who stands in no line is his own neighbour.
    neighbours: Table<[ThreadId; 2]>,
}

impl WaitQueues {
    /// Two empty lines for so many callers.
    pub fn new(callers: u32) -> Self {
        WaitQueues { callers, neighbours: (0..callers + 2).map(|place| [place; 2]).collect() }
    }

    /// The line of those who wait for a connection.
    pub fn waiters(&self) -> u32 {
        self.callers
    }

    /// The line of those who queue for the lock.
    pub fn lock(&self) -> u32 {
        self.callers + 1
    }

    /// Who stands in a line for longest.
    #[inline]
    pub fn first(&self, line: u32) -> Option<ThreadId> {
        let [_, first] = self.neighbours[line as usize];
        (first != line).then_some(first)
    }

    /// A caller that stands nowhere joins a line.
    #[inline(never)]
    pub fn join(&mut self, line: u32, caller: ThreadId) {
        debug_assert!(self.neighbours[caller as usize] == [caller; 2], "it stands in one line at a time");
        let [last, _] = self.neighbours[line as usize];
        self.stand(last, caller);
        self.stand(caller, line);
    }

    /// A caller leaves the line in which it stands, if any.
    #[inline(never)]
    pub fn leave(&mut self, caller: ThreadId) {
        let [before, behind] = self.neighbours[caller as usize];
        self.stand(before, behind);
        self.neighbours[caller as usize] = [caller; 2];
    }

    #[inline]
    fn stand(&mut self, before: u32, behind: u32) {
        self.neighbours[before as usize][1] = behind;
        self.neighbours[behind as usize][0] = before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_leaves_is_missed_by_nobody() {
        let mut lines = WaitQueues::new(4);
        let (waiters, lock) = (lines.waiters(), lines.lock());
        assert_eq!(lines.first(waiters), None);
        (0..4).for_each(|caller| lines.join(waiters, caller));
        lines.leave(2);
        lines.leave(0);
        lines.leave(0);
        lines.join(lock, 2);
        lines.join(waiters, 0);
        let served = std::iter::from_fn(|| {
            let first = lines.first(waiters)?;
            lines.leave(first);
            Some(first)
        });
        assert_eq!(served.collect::<Vec<_>>(), [1, 3, 0]);
        assert_eq!((lines.first(waiters), lines.first(lock)), (None, Some(2)));
    }
}
