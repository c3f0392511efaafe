//! Keys in the memory of a node: what is evicted, and what expires.

use crate::json::FromJson;
use serde::Serialize;

/// Memory of each node (`maxmemory`).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Memory {
    /// There is always room.
    Unlimited {},
    /// All of `maxmemory` is used. Before a command runs, keys are evicted to make room for the bytes added so far
    /// (`storedBytes`).
    Full {
        /// Memory that an evicted key frees: the key, its value, and the overhead of both.
        #[serde(default = "default_key_bytes")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000000000), extend("x-unit" = "B", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: a short key with a value of 100 bytes")))]
        key_bytes: u32,
        /// Keys that are compared for each evicted one (`maxmemory-samples`). 0: a random key, as with `allkeys-random`.
        #[serde(default = "default_samples")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 64)))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Redis: maxmemory-samples 5 (config.c)")))]
        samples: u32,
        /// How long eviction may delay a command (`maxmemory-eviction-tenacity`). The limit is 50 µs per step up to
        /// step 10, then 15% more per step. 100: no limit.
        #[serde(default = "default_tenacity")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 100)))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Redis: maxmemory-eviction-tenacity 10 (config.c), which allows 500 µs")))]
        tenacity: u32,
    },
}

/// Keys with a time to live that expire.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Expirations {
    /// Hardly any keys expire.
    None {},
    /// Many keys of each node expire at the same moment, again and again. The main thread looks for them among random keys with a
    /// TTL, for at most a quarter of its time.
    Bursts {
        /// Number of keys of each node that expire together.
        #[serde(default = "default_burst")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: a batch job wrote a hundred thousand keys with the same time to live")))]
        keys: u32,
        /// Time between two bursts of expiry.
        #[serde(default = "default_every")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: often enough to be seen in a short run")))]
        every_ms: f64,
        /// Number of other keys that have a time to live but do not expire. With more such keys, a sample contains
        /// fewer expired keys. The search ends when at most 10% of a sample's keys have expired.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1000000000)))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: all keys with a time to live expire together")))]
        other_keys: u32,
    },
}

impl Default for Memory {
    fn default() -> Self {
        Memory::Unlimited {}
    }
}

impl Default for Expirations {
    fn default() -> Self {
        Expirations::None {}
    }
}

fn default_key_bytes() -> u32 {
    200
}

fn default_samples() -> u32 {
    5
}

fn default_tenacity() -> u32 {
    10
}

fn default_burst() -> u32 {
    100_000
}

fn default_every() -> f64 {
    500.0
}
