//! When an event loop writes.

use crate::json::FromJson;
use serde::Serialize;

/// When commands that an event loop has encoded are written.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Flush {
    /// Each command in a write() of its own (Lettuce).
    EveryCommand {},
    /// All commands of a connection together when no task is left, 256 at most: what Netty's FlushConsolidationHandler would do.
    Drained {},
    /// All commands of a connection together, some time after the first of them.
    Delayed {
        /// How long the first command waits for others.
        #[serde(default = "default_flush_delay")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1e6), extend("x-unit" = "µs", "x-scale" = "log")))]
        delay_us: f64,
    },
    /// When the caller says so: after so many commands of its batch, and at the end (Lettuce's setAutoFlushCommands(false)).
    Explicit {
        /// Commands of a batch between two flushes.
        #[serde(default = "default_flush_commands")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1024), extend("x-scale" = "log")))]
        commands: u32,
    },
    /// One pipeline at a time: while one is under way on a connection, the next gathers, and leaves with its last reply (ioredis' auto-pipelining).
    OneInFlight {},
    /// When epoll says that the socket can be written, in the loop's next turn and in turn with the sockets that are read (hiredis with an event library, redis-benchmark).
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
