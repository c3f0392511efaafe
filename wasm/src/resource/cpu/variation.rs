//! The client's own code takes longer one time than another: a least time and an exponential rest, as of a path whose instructions are the
//! same and whose cache misses, branches and interrupts are not. Mean and standard deviation are those asked for.
//!
//! Each thread has a random sequence of its own, so that it varies in the same way whatever other threads do.

use super::{Burst, Cpu, ThreadId};
use crate::kernel::rng::{Random, Stream};
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::ThreadState;

/// How many factors there are; each is as likely as any other.
const FACTORS: usize = 256;
/// A factor of 1.
const ONE: f64 = 65536.0;
/// Knuth's multiplier (MMIX); the highest bits of such a sequence are random enough for a place in a table.
const MULTIPLIER: u64 = 6_364_136_223_846_793_005;

/// What one step takes, as a multiple of its mean, in 65 536ths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variation {
    factors: [u32; FACTORS],
    /// Whether all are 1.
    is_none: bool,
}

impl Variation {
    /// Factors with mean 1 and a standard deviation of so many percent, at most 100: a least time below nothing there is not.
    pub(super) fn of_percent(percent: f64) -> Self {
        let share = (percent / 100.0).clamp(0.0, 1.0);
        // Each factor stands for a 256th of the distribution, and is its mean there, so that the mean of all is exactly 1.
        let above = |place: usize| {
            let tail = 1.0 - place as f64 / FACTORS as f64;
            if tail > 0.0 { tail * (1.0 - libm::log(tail)) } else { 0.0 }
        };
        let rest = |place: usize| (above(place) - above(place + 1)) * FACTORS as f64;
        let factors = std::array::from_fn(|place| ((1.0 - share + share * rest(place)) * ONE) as u32);
        Variation { factors, is_none: share == 0.0 }
    }
}

impl Cpu {
    /// The steps of a thread of a client vary from now on, by random numbers of its own.
    pub fn seed_variation(&mut self, thread: ThreadId, key: u32, random: &Random) {
        let t = &mut self.threads[thread as usize];
        t.varies = true;
        t.random = random.bits(Stream::ClientWork, key, 0);
    }

    /// What a burst takes this time.
    #[inline(always)]
    pub(super) fn varied(&mut self, thread: ThreadId, burst: Burst) -> Nanos {
        if self.variation.is_none || burst.state != ThreadState::User { burst.ns } else { self.vary(thread, burst.ns) }
    }

    #[inline(never)]
    fn vary(&mut self, thread: ThreadId, ns: Nanos) -> Nanos {
        let t = &mut self.threads[thread as usize];
        if !t.varies {
            return ns;
        }
        t.random = t.random.wrapping_mul(MULTIPLIER).wrapping_add(1);
        let factor = self.variation.factors[(t.random >> 56) as usize];
        // The last factor is below 2^20, and steps are shorter than 2^44 ns (five hours).
        (ns * u64::from(factor) + ONE as u64 / 2) >> 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_have_the_mean_and_the_deviation_that_were_asked_for() {
        for percent in [0.0, 20.0, 50.0, 100.0] {
            let factors = Variation::of_percent(percent).factors.map(|factor| f64::from(factor) / ONE);
            let mean = factors.iter().sum::<f64>() / FACTORS as f64;
            let square = factors.iter().map(|factor| (factor - mean).powi(2)).sum::<f64>() / FACTORS as f64;
            assert!((mean - 1.0).abs() < 1e-4, "{percent} %: mean {mean}");
            // Means of 256ths vary a little less than what they stand for.
            let deviation = square.sqrt() * 100.0;
            assert!((deviation - percent).abs() <= 0.02 * percent, "{percent} %: {deviation} %");
            let least = factors.iter().copied().fold(f64::MAX, f64::min);
            assert!((least - (1.0 - percent / 100.0)).abs() < 0.01, "{percent} %: at least {least}");
        }
    }
}
