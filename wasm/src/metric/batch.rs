//! Confidence intervals by batch means: the window is cut into equal parts whose means are nearly independent
//! (Law, "Simulation Modeling and Analysis", chapter 9).

use crate::kernel::time::Nanos;

/// Number of batches. 30 is the usual compromise between independence and degrees of freedom.
pub const BATCHES: usize = 30;

/// 97.5 % quantile of Student's t with 29 degrees of freedom.
const T_95: f64 = 2.045;

/// Sums and counts of a quantity in equal parts of the measured window.
#[derive(Clone)]
pub struct BatchMeans {
    length: Nanos,
    /// The batch under way and its end: values come in the order of time, which saves a division each.
    current: usize,
    end: Nanos,
    counts: [u64; BATCHES],
    sums: [u64; BATCHES],
}

impl BatchMeans {
    /// Batches over the window that starts at `start` and lasts `window`.
    pub fn new(start: Nanos, window: Nanos) -> Self {
        let length = (window / BATCHES as u64).max(1);
        BatchMeans { length, current: 0, end: start + length, counts: [0; BATCHES], sums: [0; BATCHES] }
    }

    /// Adds one value observed at `now`, which must lie in the window and not before the value before.
    pub fn record(&mut self, now: Nanos, value: u64) {
        while now >= self.end && self.current < BATCHES - 1 {
            self.current += 1;
            self.end += self.length;
        }
        self.counts[self.current] += 1;
        self.sums[self.current] += value;
    }

    /// Half-width of the 95 % interval of events per second; `None` when any batch is empty (the interval would lie).
    pub fn rate_half_width(&self) -> Option<f64> {
        let seconds = self.length as f64 / 1e9;
        half_width(self.counts.iter().map(|&n| (n > 0).then_some(n as f64 / seconds)))
    }

    /// Half-width of the 95 % interval of the mean value; `None` when any batch is empty.
    pub fn mean_half_width(&self) -> Option<f64> {
        let means = self.counts.iter().zip(&self.sums);
        half_width(means.map(|(&n, &sum)| (n > 0).then_some(sum as f64 / n as f64)))
    }
}

fn half_width(batches: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let values: Vec<f64> = batches.collect::<Option<_>>()?;
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (n - 1.0);
    Some(T_95 * (variance / n).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_rate_has_no_uncertainty_and_an_empty_batch_no_interval() {
        let mut batches = BatchMeans::new(0, 30_000);
        assert_eq!(batches.rate_half_width(), None);
        (0..300).for_each(|i| batches.record(i * 100, 7));
        assert_eq!(batches.rate_half_width(), Some(0.0));
        assert_eq!(batches.mean_half_width(), Some(0.0));
    }
}
