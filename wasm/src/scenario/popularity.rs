//! How often each key is asked for.

use crate::json::FromJson;
use serde::Serialize;

/// How the requests are spread over the keys. It decides which node of a cluster gets them, and which reads client-side caches answer. With
/// neither, it changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Popularity {
    /// All keys are requested equally often.
    Uniform {
        /// Number of distinct keys. Only client-side caching depends on it.
        #[serde(default = "default_keys")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000000000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: a million, as in many benchmarks")))]
        keys: u32,
    },
    /// The key of rank r is requested in proportion to 1/r^exponent (Zipf).
    Zipf {
        /// How strongly requests concentrate on popular keys. 0: all keys equally often.
        #[serde(default = "default_exponent")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3)))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: YCSB: ZIPFIAN_CONSTANT 0.99")))]
        exponent: f64,
        /// Number of distinct keys.
        #[serde(default = "default_keys")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000000000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: a million, as in many benchmarks")))]
        keys: u32,
    },
    /// One key, or the keys of one slot that share a hash tag, gets a share of all requests. The rest is spread evenly.
    Hot {
        /// Share of all requests that use the hot key, or the keys of the hot slot.
        #[serde(default = "default_share")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: a third, enough to make one node of six the busiest by far")))]
        share: f64,
        /// Number of distinct keys, the hot key included. Only client-side caching depends on it.
        #[serde(default = "default_keys")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000000000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: a million, as in many benchmarks")))]
        keys: u32,
    },
}

impl Default for Popularity {
    fn default() -> Self {
        Popularity::Uniform { keys: default_keys() }
    }
}

fn default_exponent() -> f64 {
    0.99
}

fn default_keys() -> u32 {
    1_000_000
}

fn default_share() -> f64 {
    0.33
}
