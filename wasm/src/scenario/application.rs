//! The application's code that uses a reply, and the thread that runs it.

use crate::json::FromJson;
use serde::Serialize;

/// The application's code that uses a reply. A request is complete when this code has finished.
#[derive(Clone, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Application {
    /// CPU time of this code for each request.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e7), extend("x-real" = "default", "x-unit" = "µs", "x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the callers of a benchmark do nothing with a reply")))]
    pub code_us: f64,
    /// CPU time of this code per reply byte, for example to parse JSON. The client's own decoding is in
    /// `costs.decodePerByteNs`.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1000), extend("x-real" = "default", "x-unit" = "ns/B")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the callers of a benchmark do nothing with a reply. JSON parsers in Java take about 3 to 30 ns per byte (assumed)")))]
    pub per_byte_ns: f64,
    /// Time for which this code waits for something else, such as a database, and occupies its thread.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e7), extend("x-real" = "default", "x-unit" = "µs", "x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the callers of a benchmark do nothing with a reply")))]
    pub wait_us: f64,
    /// Which thread runs this code.
    #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["threads", null], "client.io.kind": ["eventLoops"], "client.crossSlot.kind": ["hashTag", null]})))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Jedis, and the synchronous API of Lettuce: the caller continues with the reply")))]
    pub runs: Runs,
}

/// Which thread runs the application's code.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Runs {
    /// The thread, goroutine or callback that sent the request.
    Caller {
        /// Whether the code runs before the connection goes back to the pool, as inside try-with-resources.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-real" = "default", "x-needs" = {"client.connections.kind": ["pooled", null], "client.crossSlot.kind": ["hashTag", null]})))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the connection is returned as soon as the reply has arrived")))]
        holds_connection: bool,
    },
    /// The event loop that decoded the reply: callbacks of an asynchronous API without an executor. The loop serves no
    /// connection while it runs them.
    EventLoop {},
    /// The event loop passes the reply to a thread of a pool. Replies wait in order while all threads are busy.
    Pool {
        /// Initial number of threads.
        #[serde(default = "default_threads")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 50000), extend("x-real" = "default", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: the thread pool of .NET starts with one thread for each core (ThreadPool.GetMinThreads), here the default of client.cores")))]
        threads: u32,
        /// Maximum number of threads in the pool.
        #[serde(default = "default_threads")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 50000), extend("x-real" = "default", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: a pool of fixed size. The thread pool of .NET grows to 32,767")))]
        max_threads: u32,
        /// Threads that are added each second while replies wait.
        #[serde(default = "default_growth")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e6), extend("x-real" = "default", "x-unit" = "1/s", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: the thread pool of .NET adds a thread every 500 ms while its queue makes no progress (GateActivitiesPeriodMs)")))]
        growth_per_sec: f64,
    },
}

fn default_threads() -> u32 {
    8
}
fn default_growth() -> f64 {
    2.0
}

impl Default for Runs {
    fn default() -> Self {
        Runs::Caller { holds_connection: false }
    }
}

impl Default for Application {
    fn default() -> Self {
        Application { code_us: 0.0, per_byte_ns: 0.0, wait_us: 0.0, runs: Runs::default() }
    }
}

impl Application {
    /// Whether there is any such code.
    pub fn does_something(&self) -> bool {
        self.code_us > 0.0 || self.per_byte_ns > 0.0 || self.wait_us > 0.0
    }
}
