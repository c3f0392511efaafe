//! Commands that requests send: one kind, or several in a mix.

use super::{Workload, no_delay};
use crate::json::FromJson;
use crate::kernel::dist::Dist;
use serde::Serialize;

/// What a request asks for. Sizes are RESP bytes on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Command {
    /// Encoded size of the request. Default: SET with a 5-byte key and value.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 16777216), extend("x-unit" = "B", "x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: SET with a key and a value of five bytes in RESP: *3, $3 SET, $5 key, $5 value")))]
    pub request_bytes: u32,
    /// Encoded size of the reply. Default: +OK.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 16777216), extend("x-unit" = "B", "x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: +OK in RESP")))]
    pub reply_bytes: u32,
    /// Execution time of the command on the server, in addition to parsing and replying (`costs.commandNs`).
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: `commandNs` covers a small command")))]
    pub exec_us: Dist,
    /// Elements in the reply of one key (LRANGE, SMEMBERS, HGETALL); 1: a single value. Each further element costs
    /// `costs.elementNs` on the server and the decoding of one value on the client. `replyBytes` covers all elements.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000000), extend("x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: a single value")))]
    pub elements: u32,
    /// Memory that each key of the command adds to the data set, such as a new key with its value. 0: a read, or a
    /// write in place. If memory is full (`server.memory`), other keys are evicted. Replicas get each command that adds
    /// memory.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 16777216), extend("x-real" = "default", "x-unit" = "B")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the data set neither grows nor is replicated")))]
    pub stored_bytes: u32,
    /// Whether the command changes the value of its key. Processes that keep the value get an invalidation message (client-side
    /// caching).
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: a read. This setting matters only for client-side caching")))]
    pub writes: bool,
    /// Whether the command is PUBLISH. Each connection that subscribes (`client.subscriptions`) gets a message of `requestBytes`.
    #[cfg_attr(feature = "schema", schemars(extend("x-real" = "default")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: no message, because most commands are not PUBLISH")))]
    pub publishes: bool,
}

/// A kind of command in the mix, besides the first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct FurtherCommand {
    /// Share of the requests that send this command. The other requests send the first command.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the workload has one kind of command")))]
    pub share: f64,
    /// Encoded size of the request.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 16777216), extend("x-unit" = "B", "x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the same as for the first command")))]
    pub request_bytes: u32,
    /// Encoded size of the reply.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 16777216), extend("x-unit" = "B", "x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the same as for the first command")))]
    pub reply_bytes: u32,
    /// Execution time of the command on the server, in addition to parsing and replying.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the same as for the first command")))]
    pub exec_us: Dist,
    /// Elements in the reply of one key.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000000), extend("x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the same as for the first command")))]
    pub elements: u32,
    /// Memory that each key of the command adds to the data set.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 16777216), extend("x-real" = "default", "x-unit" = "B")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the same as for the first command")))]
    pub stored_bytes: u32,
    /// Whether the command changes the value of its key.
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the same as for the first command")))]
    pub writes: bool,
    /// Time for which the command blocks on the server until it times out, like BLPOP. In this time Redis serves other
    /// clients, but the command's own connection gets no replies.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 600000), extend("x-unit" = "ms", "x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: most commands do not block, unlike BLPOP")))]
    pub block_ms: f64,
}

/// Kinds of commands that there can be in a mix.
pub const KINDS: usize = 3;

/// One kind of command in the mix.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Where a scenario describes it.
    pub path: &'static str,
    /// Share of the requests that ask for it.
    pub share: f64,
    /// What they ask for.
    pub command: Command,
    /// Time for which it waits on the server, ms.
    pub block_ms: f64,
}

impl Workload {
    /// The kinds of commands. The first has what the others leave.
    #[inline(never)]
    pub fn kinds(&self) -> [Kind; KINDS] {
        let (second, third) = (self.second.kind("workload.second"), self.third.kind("workload.third"));
        let share = 1.0 - second.share - third.share;
        [Kind { path: "workload.command", share, command: self.command, block_ms: 0.0 }, second, third]
    }
}

impl FurtherCommand {
    fn kind(&self, path: &'static str) -> Kind {
        let &FurtherCommand { share, request_bytes, reply_bytes, exec_us, elements, stored_bytes, writes, block_ms } =
            self;
        let command = Command { request_bytes, reply_bytes, exec_us, elements, stored_bytes, writes, publishes: false };
        Kind { path, share, command, block_ms }
    }
}

impl Default for Command {
    fn default() -> Self {
        Command {
            request_bytes: 35,
            reply_bytes: 5,
            exec_us: no_delay(),
            elements: 1,
            stored_bytes: 0,
            writes: false,
            publishes: false,
        }
    }
}

impl Default for FurtherCommand {
    fn default() -> Self {
        FurtherCommand {
            share: 0.0,
            request_bytes: 35,
            reply_bytes: 5,
            exec_us: no_delay(),
            elements: 1,
            stored_bytes: 0,
            writes: false,
            block_ms: 0.0,
        }
    }
}
