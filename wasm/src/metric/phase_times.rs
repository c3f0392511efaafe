//! Time of one request in each phase. A request visits a handful of the phases, so a mask remembers which entries count:
//! starting over and adding up touch only those.

use super::vocabulary::Phase;
use crate::kernel::time::Nanos;

/// Nanoseconds by phase.
#[derive(Clone, Copy, Debug, Default)]
pub struct PhaseTimes {
    visited: u32,
    times: [Nanos; Phase::COUNT],
}

impl PhaseTimes {
    /// Forgets all phases.
    pub fn clear(&mut self) {
        self.visited = 0;
    }

    /// Adds time spent in a phase, which is not 0: visits without duration leave no mark.
    #[inline]
    pub fn add(&mut self, phase: Phase, time: Nanos) {
        let bit = 1 << phase as u32;
        let entry = &mut self.times[phase as usize];
        *entry = if self.visited & bit == 0 { time } else { *entry + time };
        self.visited |= bit;
    }

    /// Phases that took time, as (number of the phase, time).
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (usize, Nanos)> + '_ {
        let mut left = self.visited;
        std::iter::from_fn(move || {
            let phase = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            self.times.get(phase).map(|&time| (phase, time))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visits_add_up_and_clearing_forgets_them() {
        let mut times = PhaseTimes::default();
        times.add(Phase::Execute, 5);
        times.add(Phase::WireOut, 7);
        times.add(Phase::Execute, 2);
        let seen: Vec<_> = times.iter().collect();
        assert_eq!(seen, [(Phase::WireOut as usize, 7), (Phase::Execute as usize, 7)]);
        times.clear();
        assert_eq!(times.iter().count(), 0);
        times.add(Phase::Execute, 1);
        assert_eq!(times.iter().next(), Some((Phase::Execute as usize, 1)));
    }
}
