//! TLS between client and server.

use crate::json::FromJson;
use serde::Serialize;

/// Encryption of the connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Tls {
    /// No encryption.
    None {},
    /// TLS 1.2: two more round trips for each new connection, one if its session is resumed.
    Tls12 {
        /// Whether new connections resume an earlier session, which saves the signature and the key exchange. Few Redis
        /// clients resume sessions.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Go's crypto/tls keeps no sessions without a ClientSessionCache, which go-redis does not set. ioredis does not resume sessions either. Redis supports resumption (tls-session-caching yes)")))]
        resumption: bool,
    },
    /// TLS 1.3: one more round trip for each new connection.
    Tls13 {
        /// Whether new connections resume an earlier session, which saves the signature. Few Redis clients resume
        /// sessions.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Go's crypto/tls keeps no sessions without a ClientSessionCache, which go-redis does not set. ioredis does not resume sessions either. Redis supports resumption (tls-session-caching yes)")))]
        resumption: bool,
    },
}

impl Default for Tls {
    fn default() -> Self {
        Tls::None {}
    }
}

impl Tls {
    /// Round trips that it adds to opening a connection.
    pub fn round_trips(self) -> u32 {
        match self {
            Tls::None {} => 0,
            Tls::Tls12 { resumption: false } => 2,
            Tls::Tls12 { .. } | Tls::Tls13 { .. } => 1,
        }
    }
}
