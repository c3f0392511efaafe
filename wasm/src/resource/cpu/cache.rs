//! The last-level cache of a machine: it holds the data of the threads that ran there last, and whoever has not run for longer
//! finds its own in memory only.
//!
//! Threads of one program run the same code over the same data; what each has of its own the kernel keeps for it: its stack, its
//! socket, the buffers between. Every thread counts alike, and who ran longest ago leaves first. Mirrors the jump in the cost of a switch when the working
//! sets outgrow a cache (C. Li, C. Ding, K. Shen 2007, *Quantifying the cost of context switch*; rings of 2 to 1000 threads in
//! `micro.csv`).

use super::{NOBODY, Thread, ThreadId};
use crate::kernel::table::Table;

/// Threads whose data the cache holds: a list through [`Place`] of each, from the one that ran last to the one that will
/// have to leave first, so that nothing is searched or moved however many there are.
pub(super) struct LastLevel {
    newest: ThreadId,
    oldest: ThreadId,
    held: u32,
}

/// Where a thread stands in that list.
#[derive(Clone, Copy)]
pub(super) struct Place {
    is_held: bool,
    newer: ThreadId,
    older: ThreadId,
}

impl Place {
    /// Not in the cache.
    pub(super) const NOWHERE: Place = Place { is_held: false, newer: NOBODY, older: NOBODY };
}

impl LastLevel {
    /// One that holds nobody's data.
    pub(super) fn empty() -> Self {
        LastLevel { newest: NOBODY, oldest: NOBODY, held: 0 }
    }

    /// A thread runs: its data is in the cache from now on, of which there is room for that of `room` threads. Whether it
    /// had left it.
    pub(super) fn misses(&mut self, thread: ThreadId, room: u32, threads: &mut Table<Thread>) -> bool {
        let Place { is_held, newer, older } = threads[thread as usize].place;
        if self.newest == thread {
            return false;
        }
        if is_held {
            self.join(newer, older, threads);
        } else {
            // Several leave where a change in the middle of a run has made the cache smaller.
            while self.held >= room.max(1) {
                self.drop_oldest(threads);
            }
            self.held += 1;
        }
        self.join(thread, self.newest, threads);
        self.join(NOBODY, thread, threads);
        threads[thread as usize].place.is_held = true;
        !is_held
    }

    fn drop_oldest(&mut self, threads: &mut Table<Thread>) {
        let oldest = self.oldest as usize;
        self.join(threads[oldest].place.newer, NOBODY, threads);
        threads[oldest].place = Place::NOWHERE;
        self.held -= 1;
    }

    /// Makes two threads neighbours; with [`NOBODY`] on a side, the other one is the end of the list.
    fn join(&mut self, newer: ThreadId, older: ThreadId, threads: &mut Table<Thread>) {
        match threads.get_mut(newer as usize) {
            Some(t) => t.place.older = older,
            None => self.newest = older,
        }
        match threads.get_mut(older as usize) {
            Some(t) => t.place.newer = newer,
            None => self.oldest = newer,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::vocabulary::ThreadClass;
    use proptest::prelude::*;

    fn misses(room: u32, order: &[ThreadId]) -> Vec<bool> {
        let mut threads = Table::default();
        (0..16).for_each(|_| threads.push(Thread::idle(ThreadClass::Caller, 0)));
        let mut cache = LastLevel::empty();
        order.iter().map(|&thread| cache.misses(thread, room, &mut threads)).collect()
    }

    #[test]
    fn who_ran_longest_ago_leaves_first() {
        // 0 ran again after 1, so 2 takes the room of 1.
        assert_eq!(misses(2, &[0, 1, 0, 2, 0, 1]), [true, true, false, true, false, true]);
    }

    #[test]
    fn threads_that_take_turns_find_nothing_when_there_is_room_for_one_less() {
        let turns: Vec<ThreadId> = (0..3).cycle().take(9).collect();
        assert_eq!(misses(3, &turns)[3..], [false; 6]);
        assert_eq!(misses(2, &turns), [true; 9]);
    }

    proptest! {
        #[test]
        fn it_holds_the_threads_that_ran_last(room in 1..8u32, order in prop::collection::vec(0..16u32, 1..200)) {
            let found = misses(room, &order);
            for (at, thread) in order.iter().enumerate() {
                let mut since: Vec<_> = order[..at].iter().rev().take_while(|other| *other != thread).collect();
                let ran_before = since.len() < at;
                since.sort_unstable();
                since.dedup();
                prop_assert_eq!(found[at], !ran_before || since.len() >= room as usize);
            }
        }
    }
}
