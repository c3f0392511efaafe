//! Counter-based random numbers: a draw is a pure function of (seed, stream, entity, count).
//!
//! There is no state to share, so the think time of caller 17's fourth request is the same number whatever the client
//! strategy, the thread count or the order of execution. That is what makes A/B comparisons use common random numbers
//! (L'Ecuyer et al., streams and substreams, taken to the limit). The mixer is the finaliser of SplitMix64 (Steele, Lea,
//! Flood 2014, "Fast splittable pseudorandom number generators"), applied once per word of the key.

/// What a random number is used for; each purpose is an independent stream.
#[derive(Clone, Copy, Debug)]
#[repr(u64)]
pub enum Stream {
    /// Think time of a caller before its n-th request.
    Think = 1,
    /// Execution time of a request on the server.
    Execution = 2,
    /// Gap before the n-th arrival of an open workload.
    Arrival = 3,
    /// Which shared connection a request uses.
    Pick = 4,
    /// Extra delay of a request on its way to the server.
    RequestJitter = 5,
    /// Extra delay of a reply on its way back.
    ReplyJitter = 6,
    /// Whether a request asks for the second kind of command.
    Kind = 7,
    /// Duration of the n-th fsync() of the append-only file.
    Fsync = 8,
    /// Which segments of a request get lost on their way to the server.
    RequestLoss = 40,
    /// Which segments of a reply get lost on their way back.
    ReplyLoss = 41,
}

/// The random numbers of one run.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    seed: u64,
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// The random numbers of a run with this seed.
    pub fn new(seed: u32) -> Self {
        Random { seed: mix(u64::from(seed).wrapping_add(GOLDEN)) }
    }

    /// 64 random bits for draw number `count` of `entity` in `stream`.
    pub fn bits(&self, stream: Stream, entity: u32, count: u32) -> u64 {
        let key = (u64::from(entity) << 32) | u64::from(count);
        let salted = mix(self.seed.wrapping_add((stream as u64).wrapping_mul(GOLDEN)));
        mix(salted ^ mix(key.wrapping_add(GOLDEN)))
    }

    /// A generator for the draws one sample may need (most need one or two).
    pub fn draws(&self, stream: Stream, entity: u32, count: u32) -> Draws {
        Draws { state: self.bits(stream, entity, count) }
    }
}

/// The few uniform numbers that belong to one sample.
#[derive(Clone, Copy, Debug, Default)]
pub struct Draws {
    state: u64,
}

impl Draws {
    /// A uniform number in (0, 1]: never 0, so that its logarithm exists.
    pub fn uniform(&mut self) -> f64 {
        self.state = self.state.wrapping_add(GOLDEN);
        ((mix(self.state) >> 11) + 1) as f64 / (1u64 << 53) as f64
    }

    /// A generator of its own, for something that needs a number of draws that nobody knows yet.
    pub fn branch(&mut self) -> Draws {
        self.state = self.state.wrapping_add(GOLDEN);
        Draws { state: mix(mix(self.state) ^ GOLDEN) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_depends_on_every_part_of_its_key() {
        let random = Random::new(7);
        let base = random.bits(Stream::Think, 3, 4);
        assert_eq!(base, Random::new(7).bits(Stream::Think, 3, 4));
        assert_ne!(base, Random::new(8).bits(Stream::Think, 3, 4));
        assert_ne!(base, random.bits(Stream::Execution, 3, 4));
        assert_ne!(base, random.bits(Stream::Think, 4, 4));
        assert_ne!(base, random.bits(Stream::Think, 3, 5));
    }

    /// Chi-square over 256 cells, 1 M draws: 99.9 % of good generators stay below 330.5 (255 degrees of freedom).
    #[test]
    fn first_draws_of_neighbouring_keys_are_uniform() {
        let random = Random::new(1);
        let mut cells = [0u32; 256];
        for entity in 0..1000 {
            for count in 0..1000 {
                let u = random.draws(Stream::Execution, entity, count).uniform();
                cells[((u * 256.0) as usize).min(255)] += 1;
            }
        }
        let expected = 1_000_000.0 / 256.0;
        let chi2: f64 = cells.iter().map(|&c| (f64::from(c) - expected).powi(2) / expected).sum();
        assert!(chi2 < 330.5, "chi-square {chi2}");
    }
}
