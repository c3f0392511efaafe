//! A number that changes over time, averaged by how long it had each value.

use crate::kernel::time::Nanos;

/// Area under a step function, with its largest value.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeWeighted {
    value: u64,
    max: u64,
    area: u64,
    since: Nanos,
}

impl TimeWeighted {
    /// Changes the value by `delta` at time `now`. The value must not become negative.
    pub fn add(&mut self, now: Nanos, delta: i64) {
        self.settle(now);
        self.value = self.value.wrapping_add_signed(delta);
        debug_assert!(self.value < u64::MAX / 2, "a population cannot be negative");
        self.max = self.max.max(self.value);
    }

    /// Adds up the area until `now`.
    pub fn settle(&mut self, now: Nanos) {
        self.area += self.value * (now - self.since);
        self.since = now;
    }

    /// Starts a new window at `now`, keeping the current value.
    pub fn restart(&mut self, now: Nanos) {
        self.area = 0;
        self.since = now;
        self.max = self.value;
    }

    /// Current value.
    pub fn value(&self) -> u64 {
        self.value
    }

    /// Largest value of the window.
    pub fn max(&self) -> u64 {
        self.max
    }

    /// Area up to the last change or [`settle`](Self::settle), in value x ns. 50 000 for an hour is 2^57: it fits.
    pub fn area(&self) -> u64 {
        self.area
    }

    /// Area up to `now`, in value x ns.
    pub fn area_until(mut self, now: Nanos) -> u64 {
        self.settle(now);
        self.area
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_is_value_times_time() {
        let mut queue = TimeWeighted::default();
        queue.add(10, 2);
        queue.add(15, 1);
        queue.add(20, -3);
        queue.settle(100);
        assert_eq!((queue.area(), queue.max(), queue.value()), (2 * 5 + 3 * 5, 3, 0));
        queue.restart(100);
        assert_eq!((queue.area(), queue.max()), (0, 0));
    }
}
