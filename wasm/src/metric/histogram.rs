//! Log-linear histogram of nanoseconds in the manner of HdrHistogram: 64 equal buckets an octave, so the middle of a bucket
//! is within 0.8 % of every value in it. Recording is one shift and one increment.

use crate::kernel::table::Table;
use crate::kernel::time::Nanos;

const SUB_BITS: u32 = 6;
const SUB: usize = 1 << SUB_BITS;
/// Values of 2^40 ns (18 minutes) and more share the last bucket.
const OCTAVES: usize = 40 - SUB_BITS as usize + 1;

/// Counts of durations.
#[derive(Clone)]
pub struct Histogram {
    counts: Table<u32>,
    sum: u64,
    min: Nanos,
    max: Nanos,
}

impl Default for Histogram {
    fn default() -> Self {
        Histogram { counts: vec![0; OCTAVES * SUB].into(), sum: 0, min: Nanos::MAX, max: 0 }
    }
}

fn bucket_of(value: Nanos) -> usize {
    if value < SUB as u64 {
        return value as usize;
    }
    let exponent = 63 - value.leading_zeros();
    let octave = (exponent - SUB_BITS + 1) as usize;
    let within = (value >> (exponent - SUB_BITS)) as usize & (SUB - 1);
    (octave * SUB + within).min(OCTAVES * SUB - 1)
}

/// Smallest value of a bucket; that of the next one is where it ends.
fn start_of(bucket: usize) -> Nanos {
    let (octave, within) = (bucket / SUB, (bucket % SUB) as u64);
    if octave == 0 { within } else { (SUB as u64 + within) << (octave - 1) }
}

/// The middle of a bucket.
fn value_of(bucket: usize) -> f64 {
    let (octave, within) = (bucket / SUB, bucket % SUB);
    if octave == 0 {
        return within as f64;
    }
    let width = (1u64 << (octave - 1)) as f64;
    (SUB + within) as f64 * width + (width - 1.0) / 2.0
}

impl Histogram {
    /// Counts one duration.
    #[inline(always)]
    pub fn record(&mut self, value: Nanos) {
        self.counts[bucket_of(value)] += 1;
        self.sum += value;
        self.min = self.min.min(value);
        self.max = self.max.max(value);
    }

    /// Counts `n` equal durations (at most 2^32 - 1 in all).
    pub fn record_times(&mut self, value: Nanos, n: u64) {
        if n > 0 {
            self.counts[bucket_of(value)] += n as u32;
            self.sum += value * n;
            self.min = self.min.min(value);
            self.max = self.max.max(value);
        }
    }

    /// Counts `n` durations of 0 (at most 2^32 - 1 in all).
    pub fn record_zeros(&mut self, n: u64) {
        if n > 0 {
            self.counts[0] += n as u32;
            self.min = 0;
        }
    }

    /// Number of values: adds up the buckets, so that recording need not count.
    pub fn count(&self) -> u64 {
        self.counts.iter().map(|&n| u64::from(n)).sum()
    }

    /// Exact sum of all values.
    pub fn sum(&self) -> u64 {
        self.sum
    }

    /// Smallest and largest value, exact; `None` without values.
    pub fn range(&self) -> Option<(Nanos, Nanos)> {
        (self.min <= self.max).then_some((self.min, self.max))
    }

    /// Every bucket that holds anything: its smallest value, where it ends, and how many values it holds.
    pub fn buckets(&self) -> impl Iterator<Item = (Nanos, Nanos, u32)> + '_ {
        let filled = self.counts.iter().enumerate().filter(|&(_, &n)| n > 0);
        filled.map(|(bucket, &n)| (start_of(bucket), start_of(bucket + 1), n))
    }

    /// The value below which a fraction `q` of all values lies (nearest rank), within 0.8 %.
    pub fn quantile(&self, q: f64) -> Option<f64> {
        let (min, max) = self.range()?;
        let count = self.count();
        let rank = ((q * count as f64).ceil() as u64).clamp(1, count);
        let mut seen = 0;
        for (bucket, &n) in self.counts.iter().enumerate() {
            seen += u64::from(n);
            if seen >= rank {
                return Some(value_of(bucket).max(min as f64).min(max as f64));
            }
        }
        Some(max as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_bucket_is_within_one_percent_of_its_values(value in 1u64..(1 << 40)) {
            let middle = value_of(bucket_of(value));
            prop_assert!((middle - value as f64).abs() <= 0.008 * value as f64 + 0.5, "{value} -> {middle}");
        }

        #[test]
        fn a_bucket_holds_what_lies_between_its_ends(value in 0u64..(1 << 40)) {
            let mut histogram = Histogram::default();
            histogram.record(value);
            let buckets: Vec<_> = histogram.buckets().collect();
            prop_assert!(matches!(buckets[..], [(from, to, 1)] if from <= value && value < to), "{value} in {buckets:?}");
        }

        #[test]
        fn quantiles_agree_with_sorting(mut values in prop::collection::vec(1u64..1_000_000_000, 1..500), q in 0.01f64..1.0) {
            let mut histogram = Histogram::default();
            values.iter().for_each(|&v| histogram.record(v));
            values.sort_unstable();
            let rank = ((q * values.len() as f64).ceil() as usize).clamp(1, values.len());
            let exact = values[rank - 1] as f64;
            let estimate = histogram.quantile(q).unwrap();
            prop_assert!((estimate - exact).abs() <= 0.01 * exact + 1.0, "{estimate} against {exact}");
        }
    }
}
