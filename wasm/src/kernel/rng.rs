//! Counter-based random numbers: a draw is a pure function of (seed, stream, entity, count).
//!
//! There is no state to share, so the think time of caller 17's fourth request is the same number whatever the client
//! strategy, the thread count or the order of execution. That is what makes A/B comparisons use common random numbers
//! (L'Ecuyer et al., streams and substreams, taken to the limit). The mixer is the finaliser of SplitMix64 (Steele, Lea,
//! Flood 2014, "Fast splittable pseudorandom number generators"), applied once per word of the key.

use super::ziggurat;

/// What a random number is used for; each purpose is an independent stream.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub enum Stream {
    /// Think time of a caller before its n-th request.
    Think,
    /// Execution time of a request on the server.
    Execution,
    /// Gap before the n-th arrival of an open workload.
    Arrival,
    /// Which shared connection a request uses.
    Pick,
    /// Extra delay of a request on its way to the server.
    RequestJitter,
    /// Extra delay of a reply on its way back.
    ReplyJitter,
    /// Which kind of command a request asks for.
    Kind,
    /// Duration of the n-th fsync() of the append-only file.
    Fsync,
    /// Which slot of a cluster the n-th key of a request is in.
    Key,
    /// Which segments of a request get lost on their way to the server.
    RequestLoss,
    /// Which segments of a reply get lost on their way back.
    ReplyLoss,
    /// Which node is asked for the topology.
    Topology,
    /// How long a request pauses before it is tried again.
    Backoff,
    /// How long a step of a client's thread takes this time.
    ClientWork,
    /// How long a connection may be used.
    Lifetime,
    /// How long a process pauses before it connects again.
    Reconnect,
    /// Which replica a request is sent to.
    ReadFrom,
    /// Which key a request asks for, where keys are told apart.
    Rank,
    /// Extra delay of a request on its way from a proxy to the server.
    UpstreamRequestJitter,
    /// Extra delay of a reply on its way from the server to a proxy.
    UpstreamReplyJitter,
}

impl Stream {
    /// Number of streams; `UpstreamReplyJitter` is the last.
    const COUNT: usize = Stream::UpstreamReplyJitter as usize + 1;
}

/// The random numbers of one run.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    /// What each stream starts from.
    seeds: [u64; Stream::COUNT],
}

#[inline]
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// The random numbers of a run with this seed.
    pub fn new(seed: u32) -> Self {
        let run = mix(u64::from(seed).wrapping_add(GOLDEN));
        Random { seeds: std::array::from_fn(|stream| mix(run.wrapping_add((stream as u64 + 1).wrapping_mul(GOLDEN)))) }
    }

    /// 64 random bits for draw number `count` of `entity` in `stream`.
    #[inline]
    pub fn bits(&self, stream: Stream, entity: u32, count: u32) -> u64 {
        self.draws(stream, entity, count).bits()
    }

    /// A generator for the draws one sample may need (most need one or two).
    #[inline]
    pub fn draws(&self, stream: Stream, entity: u32, count: u32) -> Draws {
        let key = (u64::from(entity) << 32) | u64::from(count);
        Draws::from_mix_of(self.seeds[stream as usize] ^ mix(key.wrapping_add(GOLDEN)))
    }
}

/// The few random numbers that belong to one sample.
#[derive(Clone, Copy, Debug, Default)]
pub struct Draws {
    /// The bits drawn last: the next ones are mixed from them when they are asked for, which mostly they are not.
    last: u64,
}

impl Draws {
    /// A generator whose first bits are `seed`, mixed.
    #[inline]
    fn from_mix_of(seed: u64) -> Draws {
        Draws { last: seed.wrapping_sub(GOLDEN) }
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.last = mix(self.last.wrapping_add(GOLDEN));
        self.last
    }

    /// A uniform number in (0, 1].
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        ((self.bits() >> 11) + 1) as f64 / (1u64 << 53) as f64
    }

    /// An exponential number with mean 1.
    #[inline]
    pub fn exponential(&mut self) -> f64 {
        ziggurat::exponential(self)
    }

    /// A normal number with mean 0 and variance 1: a random direction, which a point in the unit circle gives (Marsaglia's
    /// polar method), and Box and Muller's radius, half of whose square is exponential. Needs no trigonometry.
    pub fn normal(&mut self) -> f64 {
        loop {
            let (x, y) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let square = x * x + y * y;
            if 0.0 < square && square <= 1.0 {
                return x * (2.0 * self.exponential() / square).sqrt();
            }
        }
    }

    /// A generator of its own, for something that needs a number of draws that nobody knows yet.
    pub fn branch(&mut self) -> Draws {
        Draws::from_mix_of(self.bits() ^ GOLDEN)
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
