//! Which slot a key is in when some keys are asked for more often than others.
//!
//! A node of a cluster has what its slots are asked for, so only the share of each slot counts. The shares are drawn from by the alias
//! method (Walker 1977): one number picks a slot or its alias.

use super::slots::{Address, SLOTS};
use crate::scenario::Popularity;

/// Keys whose slots are worked out one by one. Those behind them are so many and so rare that each slot has an equal part of them.
const SINGLE_KEYS: u32 = 65_536;

/// The slots of a cluster by the share of the requests that go there.
#[derive(Clone, Debug, PartialEq)]
pub struct SlotShares {
    /// Of each slot: which part of its column is its own, in 1/2^32, and to which slot the rest of it belongs.
    columns: Box<[(u32, u16)]>,
}

impl SlotShares {
    /// The shares of a popularity; none if each slot is asked for equally often.
    pub fn new(popularity: Popularity) -> Option<Self> {
        let even = |rest: f64| vec![rest / SLOTS as f64; SLOTS as usize];
        match popularity {
            Popularity::Uniform { .. } => None,
            Popularity::Hot { share, .. } => {
                let mut shares = even(1.0 - share);
                shares[slot_of(0)] += share;
                Some(Self::of(shares))
            }
            Popularity::Zipf { exponent, keys } => {
                let weight = |rank: u32| libm::pow(rank.into(), -exponent);
                let single = keys.min(SINGLE_KEYS);
                let mut shares = even(between(single, keys, exponent));
                (1..=single).for_each(|rank| shares[slot_of(rank - 1)] += weight(rank));
                let whole: f64 = shares.iter().sum();
                shares.iter_mut().for_each(|share| *share /= whole);
                Some(Self::of(shares))
            }
        }
    }

    /// Vose's way to fill the columns: each slot with less than its column takes the rest from one that has more.
    fn of(mut shares: Vec<f64>) -> Self {
        shares.iter_mut().for_each(|share| *share *= SLOTS as f64);
        let mut columns: Box<[(u32, u16)]> = (0..SLOTS as u16).map(|slot| (u32::MAX, slot)).collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) = (0..shares.len()).partition(|&slot| shares[slot] < 1.0);
        while let (Some(&less), Some(&more)) = (small.last(), large.last()) {
            small.pop();
            columns[less] = ((shares[less] * f64::from(u32::MAX)) as u32, more as u16);
            shares[more] -= 1.0 - shares[less];
            if shares[more] < 1.0 {
                large.pop();
                small.push(more);
            }
        }
        SlotShares { columns }
    }

    /// The address that random bits say.
    pub fn address(&self, bits: u64) -> Address {
        let column = (bits % SLOTS) as u16;
        let (own, alias) = self.columns[usize::from(column)];
        // The bits between those that pick the column and those that place the key in its slot.
        let slot = if (bits >> 14) as u32 <= own { column } else { alias };
        Address::in_slot(slot, bits)
    }
}

/// The slot of a key by its rank: a hash without a pattern (SplitMix64), as CRC16 is for names.
pub fn slot_of(rank: u32) -> usize {
    let mut mixed = (u64::from(rank) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ (mixed >> 31)) % SLOTS) as usize
}

/// What the keys of ranks beyond `first` up to `last` weigh: the integral from the middle between two of them.
fn between(first: u32, last: u32, exponent: f64) -> f64 {
    if last <= first {
        return 0.0;
    }
    let [from, to] = [first, last].map(|rank| f64::from(rank) + 0.5);
    if (exponent - 1.0).abs() < 1e-9 {
        return libm::log(to / from);
    }
    (libm::pow(to, 1.0 - exponent) - libm::pow(from, 1.0 - exponent)) / (1.0 - exponent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::rng::{Random, Stream};

    /// How often each slot is drawn.
    fn drawn(popularity: Popularity, draws: u32) -> Vec<f64> {
        let (shares, random) = (SlotShares::new(popularity).expect("not uniform"), Random::new(1));
        let mut counts = vec![0.0; SLOTS as usize];
        for number in 0..draws {
            let slot = shares.address(random.bits(Stream::Key, 0, number)).slot;
            counts[usize::from(slot)] += 1.0 / f64::from(draws);
        }
        counts
    }

    #[test]
    fn uniform_keys_need_no_shares() {
        assert_eq!(SlotShares::new(Popularity::default()), None);
    }

    #[test]
    fn a_hot_key_has_its_share_and_all_other_slots_the_rest() {
        let counts = drawn(Popularity::Hot { share: 0.3, keys: 1000 }, 200_000);
        let hot = slot_of(0);
        assert!((counts[hot] - 0.3).abs() < 0.005, "{}", counts[hot]);
        let [below, above] = [&counts[..8192], &counts[8192..]].map(|half| half.iter().sum::<f64>());
        let other = if hot < 8192 { above } else { below };
        assert!((other - 0.35).abs() < 0.006, "{other}");
    }

    /// Of three keys with exponent 1 the first has 6/11 of the requests, the second 3/11 and the third 2/11.
    #[test]
    fn the_share_of_a_rank_falls_with_the_exponent() {
        let counts = drawn(Popularity::Zipf { exponent: 1.0, keys: 3 }, 200_000);
        for (rank, share) in [(0, 6.0 / 11.0), (1, 3.0 / 11.0), (2, 2.0 / 11.0)] {
            assert!((counts[slot_of(rank)] - share).abs() < 0.005, "{rank}: {}", counts[slot_of(rank)]);
        }
    }

    /// Ten million keys are as many as they are: the tail is worth what its sum is worth.
    #[test]
    fn the_tail_weighs_what_its_keys_weigh() {
        for exponent in [0.0, 0.8, 1.0, 1.3] {
            let sum: f64 = (SINGLE_KEYS + 1..=1_000_000).map(|rank| libm::pow(rank.into(), -exponent)).sum();
            let is = between(SINGLE_KEYS, 1_000_000, exponent);
            assert!((is / sum - 1.0).abs() < 1e-6, "{exponent}: {is} instead of {sum}");
        }
    }
}
