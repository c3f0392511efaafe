//! Distributions of durations, in microseconds. Sampled in `f64` with `libm`, rounded once to nanoseconds, so that native
//! and WebAssembly builds draw the same numbers to the last bit.

use super::rng::{Draws, Random, Stream};
use super::time::{Nanos, from_us};
use crate::json::FromJson;
use serde::Serialize;

/// A distribution of a duration in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum Dist {
    /// Always the same value.
    Constant {
        /// Value of every draw.
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e8), extend("x-unit" = "µs")))]
        value: f64,
    },
    /// Every value between two bounds is equally likely.
    Uniform {
        /// Smallest value.
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e8), extend("x-unit" = "µs")))]
        min: f64,
        /// Largest value.
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e8), extend("x-unit" = "µs")))]
        max: f64,
    },
    /// Memoryless random process; squared coefficient of variation 1.
    Exponential {
        /// Mean.
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e8), extend("x-unit" = "µs")))]
        mean: f64,
    },
    /// Sum of several exponential stages, more regular than exponential. The squared coefficient of variation is
    /// 1/stages.
    Erlang {
        /// Mean of the sum of all stages.
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e8), extend("x-unit" = "µs")))]
        mean: f64,
        /// Number of stages.
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 64)))]
        stages: u32,
    },
    /// Mixture of a short and a long exponential with balanced means, less regular than exponential.
    Hyperexponential {
        /// Mean of the whole mixture.
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e8), extend("x-unit" = "µs")))]
        mean: f64,
        /// Squared coefficient of variation, at least 1.
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 100)))]
        scv: f64,
    },
    /// Product of many small factors: one peak with a long right tail, typical of network delay.
    Lognormal {
        /// Mean (not the median).
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e8), extend("x-unit" = "µs")))]
        mean: f64,
        /// Squared coefficient of variation.
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 100)))]
        scv: f64,
    },
}

impl Dist {
    /// A constant, for defaults.
    pub const fn constant(value: f64) -> Self {
        Dist::Constant { value }
    }

    /// Whether it is always 0, as most delays are: it need not be drawn.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(*self, Dist::Constant { value } if value == 0.0)
    }

    /// Draws one duration.
    #[inline(never)]
    pub fn sample(&self, draws: &mut Draws) -> Nanos {
        from_us(match *self {
            Dist::Constant { value } => value,
            Dist::Uniform { min, max } => min + (max - min) * draws.uniform(),
            Dist::Exponential { mean } => mean * draws.exponential(),
            Dist::Erlang { mean, stages } => {
                let stage = mean / f64::from(stages);
                (0..stages).map(|_| stage * draws.exponential()).sum()
            }
            Dist::Hyperexponential { mean, scv } => {
                let p = 0.5 * (1.0 + ((scv - 1.0) / (scv + 1.0)).sqrt());
                let branch = if draws.uniform() <= p { p } else { 1.0 - p };
                mean / (2.0 * branch) * draws.exponential()
            }
            Dist::Lognormal { mean, scv } => {
                let sigma2 = libm::log(1.0 + scv);
                let mu = libm::log(mean.max(f64::MIN_POSITIVE)) - 0.5 * sigma2;
                libm::exp(mu + sigma2.sqrt() * draws.normal())
            }
        })
    }

    /// Draws the duration that `stream` holds for `key` (an entity and its count). Constants cost no random number.
    #[inline]
    pub fn draw(&self, random: &Random, stream: Stream, key: (u32, u32)) -> Nanos {
        let mut draws = match *self {
            Dist::Constant { value } => return from_us(value),
            _ => random.draws(stream, key.0, key.1),
        };
        match *self {
            // The usual one, without the weight of the others.
            Dist::Exponential { mean } => from_us(mean * draws.exponential()),
            _ => self.sample(&mut draws),
        }
    }

    /// Expected value in microseconds.
    pub fn mean_us(&self) -> f64 {
        match *self {
            Dist::Constant { value } => value,
            Dist::Uniform { min, max } => 0.5 * (min + max),
            Dist::Exponential { mean }
            | Dist::Erlang { mean, .. }
            | Dist::Hyperexponential { mean, .. }
            | Dist::Lognormal { mean, .. } => mean,
        }
    }

    /// Squared coefficient of variation (variance over squared mean); 0 for a mean of 0.
    pub fn scv(&self) -> f64 {
        match *self {
            Dist::Constant { .. } => 0.0,
            Dist::Uniform { min, max } => {
                let mean = 0.5 * (min + max);
                if mean == 0.0 { 0.0 } else { (max - min) * (max - min) / 12.0 / (mean * mean) }
            }
            Dist::Exponential { .. } => 1.0,
            Dist::Erlang { stages, .. } => 1.0 / f64::from(stages),
            Dist::Hyperexponential { scv, .. } | Dist::Lognormal { scv, .. } => scv,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 200 000 draws: the sample mean must lie within 4 standard errors, the variance within 6 % (4th moments are large).
    #[test]
    fn samples_have_the_stated_mean_and_variance() {
        let dists = [
            Dist::constant(40.0),
            Dist::Uniform { min: 10.0, max: 90.0 },
            Dist::Exponential { mean: 50.0 },
            Dist::Erlang { mean: 50.0, stages: 2 },
            Dist::Hyperexponential { mean: 50.0, scv: 4.0 },
            Dist::Lognormal { mean: 50.0, scv: 0.5 },
        ];
        let random = Random::new(11);
        for dist in dists {
            let n = 200_000u32;
            let samples: Vec<f64> =
                (0..n).map(|i| dist.sample(&mut random.draws(Stream::Think, 0, i)) as f64 / 1000.0).collect();
            let mean = samples.iter().sum::<f64>() / f64::from(n);
            let variance = samples.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / f64::from(n - 1);
            let expected_variance = dist.scv() * dist.mean_us().powi(2);
            let error = 4.0 * (expected_variance / f64::from(n)).sqrt() + 1e-3;
            assert!((mean - dist.mean_us()).abs() < error, "{dist:?}: mean {mean}");
            assert!(
                (variance - expected_variance).abs() <= 0.06 * expected_variance + 1e-6,
                "{dist:?}: variance {variance}"
            );
        }
    }
}
