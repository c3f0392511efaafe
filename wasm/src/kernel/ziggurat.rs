//! Exponential random numbers by the ziggurat method (Marsaglia and Tsang 2000, "The Ziggurat Method for Generating Random
//! Variables"): the density is covered by 256 layers of equal area, and 99 of 100 numbers need one look into a table and one
//! multiplication. A logarithm for each would cost a tenth of a run in which every delay is drawn. The distribution is exact,
//! and as only the tables need more than IEEE arithmetic, every platform draws the same numbers.

use super::rng::Draws;
#[cfg(test)]
use super::rng::{Random, Stream};
use std::cell::OnceCell;

const LAYERS: usize = 256;
/// Where the tail begins, and the area of a layer.
const TAIL: f64 = 7.697_117_470_131_05;
const AREA: f64 = 0.003_949_659_822_581_557;

thread_local! {
    /// Made with the first number. Runs do not share threads, so there is nobody to lock it against.
    static LAYERS_OF_EXPONENTIAL: OnceCell<Ziggurat> = const { OnceCell::new() };
}

/// Draws an exponential number with mean 1.
#[inline]
pub fn exponential(draws: &mut Draws) -> f64 {
    LAYERS_OF_EXPONENTIAL.with(|layers| layers.get_or_init(Ziggurat::default).sample(draws))
}

/// The layers: their widths from the widest on, and the density at those.
struct Ziggurat {
    widths: [f64; LAYERS + 1],
    heights: [f64; LAYERS + 1],
}

impl Default for Ziggurat {
    /// The tables for a mean of 1.
    fn default() -> Self {
        let mut widths = [0.0; LAYERS + 1];
        // The lowest layer is as wide as a rectangle that holds the tail as well.
        (widths[0], widths[1]) = (AREA * libm::exp(TAIL), TAIL);
        for layer in 2..LAYERS {
            let below = widths[layer - 1];
            widths[layer] = -libm::log(libm::exp(-below) + AREA / below);
        }
        Ziggurat { widths, heights: widths.map(|width| libm::exp(-width)) }
    }
}

impl Ziggurat {
    #[inline]
    fn sample(&self, draws: &mut Draws) -> f64 {
        match self.point(draws) {
            (layer, x) if x < self.widths[layer + 1] => x,
            (layer, x) => self.beyond(layer, x, draws),
        }
    }

    /// A layer, and a point in it.
    #[inline]
    fn point(&self, draws: &mut Draws) -> (usize, f64) {
        let bits = draws.bits();
        let layer = bits as usize % LAYERS;
        // Signed: see `kernel::time`.
        (layer, (bits >> 11) as i64 as f64 / (1u64 << 53) as f64 * self.widths[layer])
    }

    /// The number that a point leads to which is not in the part of its layer that lies wholly below the density.
    #[cold]
    fn beyond(&self, mut layer: usize, mut x: f64, draws: &mut Draws) -> f64 {
        // The tail has the same form as the whole, so it is the whole again, further out.
        let mut start = 0.0;
        loop {
            if layer == 0 {
                start += TAIL;
            } else if self.is_below_density(layer, x, draws) {
                return start + x;
            }
            (layer, x) = self.point(draws);
            if x < self.widths[layer + 1] {
                return start + x;
            }
        }
    }

    /// Whether a point at `x`, drawn from the part of a layer through which the density passes, lies below that.
    fn is_below_density(&self, layer: usize, x: f64, draws: &mut Draws) -> bool {
        let (low, high) = (self.heights[layer], self.heights[layer + 1]);
        low + (high - low) * draws.uniform() < libm::exp(-x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_have_equal_areas_and_the_last_one_ends_at_the_top() {
        let ziggurat = Ziggurat::default();
        for layer in 1..LAYERS {
            let height = ziggurat.heights[layer + 1] - ziggurat.heights[layer];
            let area = ziggurat.widths[layer] * height;
            assert!((area / AREA - 1.0).abs() < 1e-9, "layer {layer}: {area}");
        }
        assert_eq!(ziggurat.heights[LAYERS], 1.0);
    }

    /// Kolmogorov-Smirnov over 1 M draws at the 99.9 % level: the largest distance to 1 - exp(-x), looked at in steps of 1/256,
    /// stays below 1.95 / sqrt(n); and the tail beyond 7.697 is as heavy as it should be.
    #[test]
    fn numbers_follow_the_exponential_distribution_into_the_tail() {
        let random = Random::new(5);
        let (n, per_unit) = (1_000_000u32, 256.0);
        let mut cells = vec![0u32; 16 * 256];
        let mut in_tail = 0u32;
        for count in 0..n {
            let x = random.draws(Stream::Execution, 0, count).exponential();
            cells[((x * per_unit) as usize).min(16 * 256 - 1)] += 1;
            in_tail += u32::from(x > TAIL);
        }
        let mut below = 0;
        for (cell, &inside) in cells.iter().enumerate().take(15 * 256) {
            below += inside;
            let expected = 1.0 - libm::exp(-(cell as f64 + 1.0) / per_unit);
            let distance = (f64::from(below) / f64::from(n) - expected).abs();
            assert!(distance < 1.95 / f64::from(n).sqrt(), "{distance} at {cell}");
        }
        let expected = f64::from(n) * libm::exp(-TAIL);
        assert!((f64::from(in_tail) - expected).abs() < 4.0 * expected.sqrt(), "{in_tail} beyond the last layer");
    }
}
