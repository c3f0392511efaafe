//! How old the connections of a pool may become. Mirrors go-redis `ConnPool.calcConnExpiresAt`: each connection has a limit of its own,
//! spread evenly around the one that is set.

use super::pool_rules::PoolRules;
use crate::kernel::rng::{Random, Stream};
use crate::kernel::time::Nanos;

/// Where the lifetimes of the connections of a process are drawn.
pub struct Lifetimes<'r> {
    /// The random numbers of the run.
    pub random: &'r Random,
    /// Where the keys of the process begin.
    pub first_key: u32,
}

impl Lifetimes<'_> {
    /// How old connection number `own` of a pool may become that was opened at `born`. Its draw belongs to these two.
    pub fn of(&self, rules: &PoolRules, own: u32, born: Nanos) -> Nanos {
        let PoolRules { max_lifetime, max_lifetime_jitter: jitter, .. } = *rules;
        if jitter == 0 {
            return max_lifetime;
        }
        let mut draws = self.random.draws(Stream::Lifetime, self.first_key.wrapping_add(own), born as u32);
        max_lifetime - jitter + (2.0 * jitter as f64 * draws.uniform()) as Nanos
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Nanos = 1_000_000;

    /// 100 ms, and up to 50 ms more or less: the limits of 200 connections are spread evenly over 100 ms.
    #[test]
    fn lifetimes_are_spread_by_their_jitter() {
        let lifetimes = Lifetimes { random: &Random::new(1), first_key: 7 };
        let ended = |max_lifetime_jitter: Nanos, at: Nanos| {
            let rules = PoolRules { max_lifetime: 100 * MS, max_lifetime_jitter, ..PoolRules::default() };
            (0..200).filter(|&own| lifetimes.of(&rules, own, 0) <= at).count()
        };
        assert_eq!([99, 100].map(|ms| ended(0, ms * MS)), [0, 200]);
        let [before, early, half, late, all] = [50, 75, 100, 125, 150].map(|ms| ended(50 * MS, ms * MS));
        assert_eq!((before, all), (0, 200));
        assert!((35..=65).contains(&early) && (80..=120).contains(&half) && (135..=165).contains(&late));
    }
}
