//! Client-side caching: values that a process of the client keeps, and how the server says that they have changed.

use crate::json::FromJson;
use serde::Serialize;

/// Values that each process of the client keeps (client-side caching). A read whose key is there costs a local look-up. The server
/// tracks the keys and sends an invalidation message when one is written (RESP3 push).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum ClientSideCaching {
    /// Every read goes to the server.
    None {},
    /// A reply is kept until its key is written or the reply is too old. A full cache evicts the least recently used
    /// reply. `CLIENT TRACKING` is on for every connection.
    Tracking {
        /// Keys for which a connection gets invalidation messages.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.io.kind": ["eventLoops", "writerReader"], "client.connections.kind": ["shared"]})))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Redis: CLIENT TRACKING without BCAST, as in Jedis, redis-py and node-redis")))]
        mode: TrackingMode,
        /// Maximum number of values that each process keeps. 0: no limit.
        #[serde(default = "default_max_keys")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 100000000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: 10,000 in Jedis (CacheConfig) and redis-py (CacheConfig). node-redis: no limit; rueidis: 128 MiB for each connection")))]
        max_keys: u32,
        /// Maximum time for which a cached value is used (rueidis' client TTL, node-redis' `ttl`). 0: no limit, so a
        /// value is used until its key is written.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Jedis and redis-py have no such limit; node-redis: ttl 0; in rueidis each call sets its own")))]
        ttl_ms: f64,
    },
}

/// Which keys a connection gets invalidation messages about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum TrackingMode {
    /// The keys that the connection has read. The server remembers these keys, and forgets a key after sending the
    /// message.
    #[default]
    Default,
    /// All keys (BCAST). The server remembers nothing. In each loop iteration it sends the written keys to every connection in
    /// one message.
    Broadcast,
}

impl Default for ClientSideCaching {
    fn default() -> Self {
        ClientSideCaching::None {}
    }
}

impl ClientSideCaching {
    /// Whether there is any.
    pub fn is_on(&self) -> bool {
        *self != ClientSideCaching::None {}
    }
}

fn default_max_keys() -> u32 {
    10_000
}
