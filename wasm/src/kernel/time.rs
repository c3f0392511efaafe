//! Model time: integer nanoseconds since the start of the run.
//!
//! Integers make ties exact and runs repeatable; a `u64` holds 584 years. Across the WebAssembly boundary time travels
//! as `f64`, which is exact below 2^53 ns (104 days of model time).

/// A point in model time, or a span of it, in nanoseconds.
pub type Nanos = u64;

/// One microsecond, the unit of scenarios and summaries.
pub const US: Nanos = 1_000;
/// One millisecond.
pub const MS: Nanos = 1_000_000;
/// One second.
pub const SEC: Nanos = 1_000_000_000;

/// Rounds a non-negative number of microseconds to the nearest nanosecond. Negative values and NaN become 0: sampled
/// durations can be neither, and `normalize` refuses them in scenarios.
#[inline]
pub fn from_us(us: f64) -> Nanos {
    whole(us * 1_000.0 + 0.5)
}

/// Rounds a non-negative number of milliseconds to the nearest nanosecond.
#[inline(never)]
pub fn from_ms(ms: f64) -> Nanos {
    whole(ms * 1_000_000.0 + 0.5)
}

/// A limit in milliseconds, where 0 means that there is none: nothing else becomes 0.
#[inline(never)]
pub fn limit_from_ms(ms: f64) -> Nanos {
    if ms > 0.0 { from_us(ms * 1_000.0).max(1) } else { 0 }
}

/// Rounds a non-negative number of nanoseconds given as a float (cost parameters are floats).
#[inline]
pub fn from_ns(ns: f64) -> Nanos {
    whole(ns + 0.5)
}

/// The whole nanoseconds of a time below 292 years: machines have an instruction for the conversion to signed integers, and
/// need several for others.
#[inline]
fn whole(ns: f64) -> Nanos {
    (ns as i64).max(0) as Nanos
}

/// Nanoseconds as microseconds, for reports.
pub fn to_us(ns: Nanos) -> f64 {
    ns as f64 / 1_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn microseconds_round_to_the_nearest_nanosecond() {
        assert_eq!(from_us(0.0004), 0);
        assert_eq!(from_us(0.0006), 1);
        assert_eq!(from_us(12_000.0), 12 * MS);
        assert_eq!(from_us(-1.0), 0);
        assert_eq!(to_us(1_500), 1.5);
    }
}
