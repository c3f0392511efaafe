//! Reconnect backoff of an event loop.

use crate::json::FromJson;
use serde::Serialize;

/// Pauses of an event loop before each reconnect attempt after its connection is closed. Clients without event loops reconnect on their
/// next request.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Reconnect {
    /// The pauses of the usual library. In Node it is ioredis: 50 ms longer each time, up to 2 s. Elsewhere it is Lettuce: 1 ms,
    /// doubled each time, up to 30 s.
    Library {},
    /// Each further pause is longer by the same step.
    Linear {
        /// Pause before the first attempt. Each further pause is longer by this time.
        #[serde(default = "default_step")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 600000), extend("x-real" = "default", "x-unit" = "ms", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: ioredis: retryStrategy is Math.min(times * 50, 2000)")))]
        step_ms: f64,
        /// Maximum pause.
        #[serde(default = "default_linear_max")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 600000), extend("x-real" = "default", "x-unit" = "ms", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: ioredis: 2,000 ms; node-redis 4: 500 ms")))]
        max_ms: f64,
    },
    /// Each further pause is twice as long.
    Exponential {
        /// Pause before the first attempt.
        #[serde(default = "default_first")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 600000), extend("x-real" = "default", "x-unit" = "ms", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Lettuce: reconnectDelay is Delay.exponential(), 1 ms doubled each time; node-redis 5: 50 ms")))]
        first_ms: f64,
        /// Maximum pause.
        #[serde(default = "default_exponential_max")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 600000), extend("x-real" = "default", "x-unit" = "ms", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Lettuce: 30 s; node-redis 5: 2,000 ms")))]
        max_ms: f64,
        /// Maximum random time added to each pause, drawn separately for each process of the client.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 600000), extend("x-real" = "default", "x-unit" = "ms", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Lettuce: none; node-redis 5: up to 199 ms")))]
        jitter_ms: f64,
    },
}

const IOREDIS: Reconnect = Reconnect::Linear { step_ms: 50.0, max_ms: 2000.0 };
const LETTUCE: Reconnect = Reconnect::Exponential { first_ms: 1.0, max_ms: 30_000.0, jitter_ms: 0.0 };

fn default_step() -> f64 {
    50.0
}
fn default_linear_max() -> f64 {
    2000.0
}
fn default_first() -> f64 {
    1.0
}
fn default_exponential_max() -> f64 {
    30_000.0
}

impl Default for Reconnect {
    fn default() -> Self {
        Reconnect::Library {}
    }
}

impl Reconnect {
    /// Pause before a try, ms; the first has number 1. `draw` is from 0 to 1.
    pub fn pause_ms(&self, number: u32, is_node: bool, draw: f64) -> f64 {
        match *self {
            Reconnect::Library {} => if is_node { IOREDIS } else { LETTUCE }.pause_ms(number, is_node, draw),
            Reconnect::Linear { step_ms, max_ms } => (step_ms * f64::from(number)).min(max_ms),
            Reconnect::Exponential { first_ms, max_ms, jitter_ms } => {
                // No pause is doubled more often than that: it would be years.
                let doubled = 1_u64 << (number - 1).min(40);
                (first_ms * doubled as f64).min(max_ms) + jitter_ms * draw
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pauses(reconnect: Reconnect, is_node: bool) -> [f64; 5] {
        [1, 2, 3, 15, 4_000_000_000].map(|number| reconnect.pause_ms(number, is_node, 0.0))
    }

    #[test]
    fn libraries_wait_longer_before_each_try() {
        assert_eq!(pauses(Reconnect::default(), true), [50.0, 100.0, 150.0, 750.0, 2000.0]);
        assert_eq!(pauses(Reconnect::default(), false), [1.0, 2.0, 4.0, 16_384.0, 30_000.0]);
        let node_redis = Reconnect::Exponential { first_ms: 50.0, max_ms: 2000.0, jitter_ms: 199.0 };
        assert_eq!([1, 2, 9].map(|number| node_redis.pause_ms(number, true, 0.5)), [149.5, 199.5, 2099.5]);
    }
}
