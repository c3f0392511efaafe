//! Virtual threads that keep their carrier thread while they wait.

use crate::json::FromJson;
use serde::Serialize;

/// Where callers are pinned to their carrier threads, like virtual threads inside `synchronized` up to Java 23. A
/// pinned caller keeps its carrier thread while it waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Pinned {
    /// Nowhere: threads of the operating system, or virtual threads of Java 24 and later.
    Nowhere {},
    /// During the whole call, for example where the application calls the client inside `synchronized` or
    /// `computeIfAbsent`.
    Call {
        /// Threads that run virtual threads (jdk.virtualThreadScheduler.parallelism).
        #[serde(default = "default_parallelism")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 50000), extend("x-real" = "default", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: jdk.virtualThreadScheduler.parallelism defaults to the number of processors, here the default of client.cores")))]
        carriers: u32,
    },
    /// While a caller waits in the pool and another caller opens a connection, as in `create()` of commons-pool2.
    PoolMonitor {
        /// Threads that run virtual threads. `Object.wait` adds threads up to jdk.virtualThreadScheduler.maxPoolSize.
        #[serde(default = "default_max_pool_size")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 50000), extend("x-real" = "default", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: JDK 21: jdk.virtualThreadScheduler.maxPoolSize is 256, and Object.wait adds threads up to this number (JEP 444)")))]
        carriers: u32,
    },
}

fn default_parallelism() -> u32 {
    8
}
fn default_max_pool_size() -> u32 {
    256
}

impl Default for Pinned {
    fn default() -> Self {
        Pinned::Nowhere {}
    }
}

impl Pinned {
    /// Threads that run callers; 0: each caller has its own.
    pub fn carriers(&self) -> u32 {
        match *self {
            Pinned::Nowhere {} => 0,
            Pinned::Call { carriers } | Pinned::PoolMonitor { carriers } => carriers,
        }
    }
}
