//! The last-level cache of a machine: running threads load their data into it and evict other threads' data.
//!
//! The threads of a program share code and data. The rest is kept by the kernel for each thread: its stack, its socket and
//! their buffers. The model gives every thread data of the same size. A new line replaces each other line with the same probability,
//! so a cache of M lines keeps the part (1 − 1/M)^k of a thread's data after k new lines (A. Agarwal, M. Horowitz, J. Hennessy 1989,
//! *An analytical cache model*, for random replacement).
//!
//! Last-level caches do not replace in the order of use. Their cost therefore climbs with the number of threads instead of
//! jumping (C. Li, C. Ding, K. Shen 2007, *Quantifying the cost of context switch*; rings of 2 to 1000 threads in `micro.csv`).
//! The model stores one count for the machine and one for each thread, and no lines.

/// How many steps the course of a cache is cut into while it is filled once with other data.
const STEPS: f64 = 1024.0;
/// Squaring so often takes a number to the power of [`STEPS`].
const SQUARINGS: u32 = 10;

/// How much has come into a cache since the beginning, in units of one thread's data.
#[derive(Clone, Copy)]
pub(super) struct Filled(f64);

impl Filled {
    /// Before everything: nothing has come in yet.
    pub(super) const EMPTY: Filled = Filled(0.0);
    /// When somebody was there who never was.
    pub(super) const NEVER: Filled = Filled(f64::NEG_INFINITY);

    /// Which share of a thread's data has left a cache with room for that of `room` threads, if the thread went on last at `then`. 0 to 1.
    pub(super) fn evicted_since(self, then: Filled, room: u32) -> f64 {
        let times = (self.0 - then.0) / f64::from(room.max(1));
        let mut kept = (1.0 - times / STEPS).max(0.0);
        for _ in 0..SQUARINGS {
            kept *= kept;
        }
        1.0 - kept
    }

    /// A thread runs that went on last at `then`, and what it has lost comes in again. The share of its data that this is.
    pub(super) fn refill_cache(&mut self, then: &mut Filled, room: u32) -> f64 {
        let lost = self.evicted_since(*then, room);
        self.0 += lost;
        *then = *self;
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The shares that threads bring back which take turns, in the last of many rounds.
    fn evicted_in_rotation(threads: usize, room: u32) -> f64 {
        let (mut cache, mut left) = (Filled::EMPTY, vec![Filled::NEVER; threads]);
        let mut round = || left.iter_mut().map(|then| cache.refill_cache(then, room)).sum::<f64>() / threads as f64;
        (0..2000).map(|_| round()).last().unwrap()
    }

    #[test]
    fn the_first_time_everything_is_missing_and_at_once_again_nothing() {
        let (mut cache, mut then) = (Filled::EMPTY, Filled::NEVER);
        assert_eq!(cache.refill_cache(&mut then, 8), 1.0);
        assert_eq!(cache.refill_cache(&mut then, 8), 0.0);
    }

    #[test]
    fn what_others_bring_pushes_out_by_the_exponential_law() {
        let (mut cache, mut then) = (Filled::EMPTY, Filled::NEVER);
        cache.refill_cache(&mut then, 100);
        (0..100).for_each(|_| {
            let mut other = Filled::NEVER;
            cache.refill_cache(&mut other, 100);
        });
        // e^-1 has been kept after as much has come in as there is room for.
        assert!((cache.evicted_since(then, 100) - (1.0 - std::f64::consts::E.recip())).abs() < 0.001);
    }

    #[test]
    fn with_more_threads_than_room_the_share_solves_its_own_equation() {
        assert!(evicted_in_rotation(80, 88) < 0.001);
        // Each loses what all others bring meanwhile: x = 1 − e^(−x·(n − 1)/room).
        for (threads, share) in [(100, 0.2135), (200, 0.8566), (400, 0.989)] {
            assert!(
                (evicted_in_rotation(threads, 88) - share).abs() < 0.002,
                "{threads}: {}",
                evicted_in_rotation(threads, 88)
            );
        }
    }

    proptest! {
        #[test]
        fn a_share_is_a_share_and_never_less_when_more_came_in(came in prop::collection::vec(0.0..50.0f64, 1..20), room in 1..200u32) {
            let mut cache = Filled::EMPTY;
            let mut before = 0.0;
            for more in came {
                cache.0 += more;
                let lost = cache.evicted_since(Filled::EMPTY, room);
                prop_assert!((before..=1.0).contains(&lost));
                before = lost;
            }
        }
    }
}
