//! When an event loop writes.

use crate::json::FromJson;
use serde::Serialize;

/// When commands that an event loop has encoded are written.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Flush {
    /// Each command in its own write() (Lettuce).
    EveryCommand {},
    /// All commands of a connection together when the task queue is empty, at most 256 commands. Netty's
    /// FlushConsolidationHandler would do this.
    Drained {},
    /// All commands of a connection together, a fixed time after the first.
    Delayed {
        /// Time that the first command waits for others.
        #[serde(default = "default_flush_delay")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e6), extend("x-unit" = "µs", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "assumed: no client has this policy by default. The value is a tenth of the default RTT, enough for ten commands of a busy connection")))]
        delay_us: f64,
    },
    /// On request of the caller: after a number of commands of its batch, and at the end (Lettuce's
    /// setAutoFlushCommands(false)).
    Explicit {
        /// Commands of a batch between two flushes.
        #[serde(default = "default_flush_commands")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1024), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Lettuce issue 92: 20 to 50 commands per flush, of which this is the upper limit")))]
        commands: u32,
    },
    /// One pipeline in flight per connection. The next pipeline gathers commands until the last reply to the pipeline
    /// in flight arrives (ioredis' auto-pipelining).
    OneInFlight {},
    /// When epoll reports the socket as writable, in the loop's next iteration, together with readable sockets.
    /// Used by hiredis with an event library, and by redis-benchmark.
    Writable {},
}

impl Default for Flush {
    fn default() -> Self {
        Flush::EveryCommand {}
    }
}

fn default_flush_delay() -> f64 {
    100.0
}
fn default_flush_commands() -> u32 {
    50
}
