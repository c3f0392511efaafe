//! Which key a request asks for, where keys are told apart: by its rank, 0 for the most popular.
//!
//! Zipf's law by rejection-inversion (Hörmann and Derflinger 1996): the number of draws does not depend on the number of keys.

use crate::kernel::rng::Draws;
use crate::scenario::Popularity;

/// Ranks are drawn by this.
#[derive(Clone, Copy, Debug)]
pub enum Ranks {
    /// Each of so many equally often.
    Even(u32),
    /// The first with a probability, the others equally often.
    Hot(f64, u32),
    /// Zipf's law.
    Zipf(Zipf),
}

/// Zipf's law with the integrals that bound it.
#[derive(Clone, Copy, Debug)]
pub struct Zipf {
    exponent: f64,
    keys: f64,
    from: f64,
    to: f64,
    /// A point that is at most so far below its rank is accepted at once.
    near: f64,
}

impl Ranks {
    /// The ranks of a popularity.
    pub fn new(popularity: Popularity) -> Self {
        match popularity {
            Popularity::Uniform { keys } => Ranks::Even(keys),
            Popularity::Hot { share, keys } => Ranks::Hot(share, keys),
            Popularity::Zipf { exponent, keys } => Ranks::Zipf(Zipf::new(exponent, keys)),
        }
    }

    /// Draws a rank.
    pub fn draw(&self, draws: &mut Draws) -> u32 {
        let even = |draws: &mut Draws, keys: u32| (((draws.bits() >> 32) * u64::from(keys)) >> 32) as u32;
        match self {
            Ranks::Even(keys) => even(draws, *keys),
            Ranks::Hot(share, keys) if draws.uniform() <= *share || *keys == 1 => 0,
            Ranks::Hot(_, keys) => 1 + even(draws, keys - 1),
            Ranks::Zipf(zipf) => zipf.draw(draws),
        }
    }
}

impl Zipf {
    fn new(exponent: f64, keys: u32) -> Self {
        let mut zipf = Zipf { exponent, keys: keys.into(), from: 0.0, to: 0.0, near: 0.0 };
        zipf.from = zipf.integral(1.5) - 1.0;
        zipf.to = zipf.integral(zipf.keys + 0.5);
        zipf.near = 2.0 - zipf.inverse(zipf.integral(2.5) - zipf.weight(2.0));
        zipf
    }

    fn weight(&self, rank: f64) -> f64 {
        libm::pow(rank, -self.exponent)
    }

    fn is_logarithmic(&self) -> bool {
        (self.exponent - 1.0).abs() < 1e-9
    }

    /// The integral of the weight from 1.
    fn integral(&self, to: f64) -> f64 {
        let slope = 1.0 - self.exponent;
        if self.is_logarithmic() { libm::log(to) } else { (libm::pow(to, slope) - 1.0) / slope }
    }

    fn inverse(&self, area: f64) -> f64 {
        let slope = 1.0 - self.exponent;
        if self.is_logarithmic() { libm::exp(area) } else { libm::pow((1.0 + area * slope).max(0.0), 1.0 / slope) }
    }

    fn draw(&self, draws: &mut Draws) -> u32 {
        loop {
            let area = self.to + draws.uniform() * (self.from - self.to);
            let point = self.inverse(area);
            let rank = libm::round(point).max(1.0).min(self.keys);
            if rank - point <= self.near || area >= self.integral(rank + 0.5) - self.weight(rank) {
                return rank as u32 - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::rng::{Random, Stream};

    fn shares(popularity: Popularity, keys: usize) -> Vec<f64> {
        const DRAWS: u32 = 200_000;
        let (ranks, random) = (Ranks::new(popularity), Random::new(1));
        let mut shares = vec![0.0; keys];
        for number in 0..DRAWS {
            let rank = ranks.draw(&mut random.draws(Stream::Rank, 0, number));
            shares[rank as usize] += 1.0 / f64::from(DRAWS);
        }
        shares
    }

    #[test]
    fn each_key_has_its_share() {
        for exponent in [0.0, 0.99, 1.0, 2.0] {
            let whole: f64 = (1..=50).map(|rank| libm::pow(rank.into(), -exponent)).sum();
            for (rank, share) in shares(Popularity::Zipf { exponent, keys: 50 }, 50).into_iter().enumerate() {
                let is = libm::pow(rank as f64 + 1.0, -exponent) / whole;
                assert!((share - is).abs() < 0.005, "{exponent}, {rank}: {share} instead of {is}");
            }
        }
        assert!(shares(Popularity::Uniform { keys: 20 }, 20).iter().all(|share| (share - 0.05).abs() < 0.003));
        let hot = shares(Popularity::Hot { share: 0.4, keys: 4 }, 4);
        assert!((hot[0] - 0.4).abs() < 0.005 && hot[1..].iter().all(|share| (share - 0.2).abs() < 0.005), "{hot:?}");
        assert_eq!(shares(Popularity::Zipf { exponent: 3.0, keys: 1 }, 1).len(), 1);
    }
}
