//! Messages of one request and its replies: one command, or a batch in one to three round trips (*legs*).
//!
//! A batch of n keys is n commands (pipeline), one command with n keys (MGET, MSET), or n commands between MULTI and EXEC.
//! Jedis' `Transaction` sends EXEC in a round trip of its own, before version 4 MULTI as well; inside a pipeline all of them
//! leave together.

use super::step_costs::StepCosts;
use crate::kernel::dist::Dist;
use crate::kernel::rng::{Random, Stream};
use crate::kernel::time::Nanos;
use crate::resource::message::{Message, Run};
use crate::scenario::{Batch, Command, Tls};

/// RESP bytes of a command besides its keys and values: `*2\r\n$3\r\nGET\r\n`.
const COMMAND_HEADER: u32 = 13;
/// `*1\r\n$5\r\nMULTI\r\n` and `*1\r\n$4\r\nEXEC\r\n`.
const MULTI_BYTES: u32 = 15;
const EXEC_BYTES: u32 = 14;
/// `+OK\r\n` and `+QUEUED\r\n`.
const OK_BYTES: u32 = 5;
const QUEUED_BYTES: u32 = 9;
/// `*1\r\n$6\r\nASKING\r\n`.
const ASKING_BYTES: u32 = 16;
/// Head of an array reply: `*n\r\n`.
pub const ARRAY_HEADER: u32 = 5;

/// `*1\r\n$4\r\nPING\r\n` and `+PONG\r\n`.
const PING_BYTES: u32 = 14;
const PONG_BYTES: u32 = 7;
/// A command or reply of so many bytes is a small one: its bytes are part of `commandNs` (a value of up to 44 bytes lies in its object's header,
/// `OBJ_ENCODING_EMBSTR_SIZE_LIMIT`).
const SMALL_BYTES: u32 = 64;
/// SYN and FIN each take one sequence number.
const MARK_BYTES: u32 = 1;
/// `*2\r\n$5\r\nHELLO\r\n$1\r\n3\r\n`, and its reply, a map of seven entries.
const HELLO_BYTES: u32 = 22;
const HELLO_REPLY_BYTES: u32 = 140;
/// `*4\r\n$6\r\nCLIENT\r\n$7\r\nSETINFO\r\n$8\r\nLIB-NAME\r\n$5\r\njedis\r\n`; the version is as long.
const SET_INFO_BYTES: u32 = 54;

/// ClientHello of OpenSSL 3; the server's flight with a certificate of 2048 bits signed by one more; the client's key and Finished in TLS
/// 1.2; and the server's Finished.
const TLS_HELLO_BYTES: u32 = 300;
const TLS_REPLY_BYTES: u32 = 2300;
const TLS_FINISH_BYTES: u32 = 93;
const TLS_FINISHED_BYTES: u32 = 51;

/// Equal messages to be sent one after another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// What they are.
    pub message: Message,
    /// How many.
    pub count: u32,
    /// Size of each, B.
    pub bytes: u32,
}

/// A kind of request, prepared.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// Round trips in order, each with what is sent in it.
    pub legs: Vec<Vec<Part>>,
    /// Keys a request asks for.
    pub keys: u32,
    /// Elements of a single command's reply.
    pub elements: u32,
    /// Whether it begins with ASKING.
    pub asking: bool,
    /// How long its command waits on the server before it is executed.
    pub wait: Nanos,
    /// Size of the request of one key, B.
    pub request_bytes: u32,
    /// Memory that a key of it adds, B.
    pub stored_bytes: u32,
    /// Whether it changes its keys.
    pub writes: bool,
    /// Whether it is PUBLISH.
    pub publishes: bool,
    reply_bytes: u32,
    /// Those that Redis copies into the client's reply buffer.
    copied_bytes: u32,
    reply_per_key: bool,
    exec: Dist,
}

/// The commands that test a connection.
pub fn test_legs() -> Vec<Vec<Part>> {
    vec![vec![Part { message: Message::Ping, count: 1, bytes: PING_BYTES }]]
}

/// The commands on a new connection after the TCP handshake: the TLS handshake, then HELLO, then name and version of the library in a pipeline (Jedis
/// since version 4, `Connection.initializeFromClientConfig`), and as much again in each further round trip; a PING at last if the
/// connection is tested.
pub fn opening_legs(round_trips: u32, test: bool, tls: Tls) -> Vec<Vec<Part>> {
    let part = |message, count, bytes| Part { message, count, bytes };
    let commands_of = |trip| match trip {
        0 => part(Message::Hello, 1, HELLO_BYTES),
        _ => part(Message::SetInfo, 2, SET_INFO_BYTES),
    };
    let encryption = [part(Message::TlsHello, 1, TLS_HELLO_BYTES), part(Message::TlsFinish, 1, TLS_FINISH_BYTES)];
    let mut legs: Vec<Vec<Part>> =
        encryption.into_iter().take(tls.round_trips() as usize).map(|part| vec![part]).collect();
    legs.extend((0..round_trips).map(|trip| vec![commands_of(trip)]));
    legs.extend(test_legs().into_iter().filter(|_| test));
    if let Some(first) = legs.first_mut() {
        first.insert(0, OPENING);
    }
    legs
}

/// What a loop says on a connection that it has opened again, as one message; `None` if that is nothing.
pub fn greeting(opening_legs: &[Vec<Part>]) -> Option<Part> {
    let said = || opening_legs.iter().flatten().filter(|part| part.message.has_reply());
    let (count, bytes) = (said().map(|part| part.count).sum(), said().map(|part| part.count * part.bytes).sum::<u32>());
    (count > 0).then(|| Part { message: Message::Greeting, count, bytes: bytes.div_ceil(count) })
}

/// The beginning of a connection; it travels with the first commands.
pub const OPENING: Part = Part { message: Message::Open, count: 1, bytes: MARK_BYTES };

/// The end of a connection.
pub const CLOSING: Part = Part { message: Message::Close, count: 1, bytes: MARK_BYTES };

/// Replies that a leg waits for: one for each command.
pub fn replies(leg: &[Part]) -> u32 {
    leg.iter().filter(|part| part.message.has_reply()).map(|part| part.count).sum()
}

impl Exchange {
    /// What a request for `command`, issued in batches, exchanges; after ASKING if `asking`, which leaves with the first of it.
    pub fn new(command: &Command, batch: &Batch, asking: bool) -> Self {
        let keys = batch.size();
        let part = |message, count, bytes| Part { message, count, bytes };
        let single = command.request_bytes;
        let multi = part(Message::Multi, 1, MULTI_BYTES);
        let queued = part(Message::Queued, keys, single);
        let exec = part(Message::Exec, 1, EXEC_BYTES);
        let more_keys = (keys - 1).saturating_mul(single.saturating_sub(COMMAND_HEADER).max(1));
        let mut legs = match *batch {
            Batch::None {} => vec![vec![part(Message::Command, 1, single)]],
            Batch::Pipeline { .. } => vec![vec![part(Message::Command, keys, single)]],
            Batch::MultiKey { .. } => vec![vec![part(Message::MultiKey, 1, single.saturating_add(more_keys))]],
            Batch::Transaction { round_trips: 3, .. } => vec![vec![multi], vec![queued], vec![exec]],
            Batch::Transaction { round_trips: 2, .. } => vec![vec![multi, queued], vec![exec]],
            Batch::Transaction { .. } | Batch::TransactionInPipeline { .. } => vec![vec![multi, queued, exec]],
        };
        if asking {
            legs[0].insert(0, part(Message::Asking, 1, ASKING_BYTES));
        }
        Exchange {
            legs,
            asking,
            wait: 0,
            keys,
            elements: command.elements,
            request_bytes: command.request_bytes,
            stored_bytes: command.stored_bytes,
            writes: command.writes,
            publishes: command.publishes,
            reply_bytes: command.reply_bytes,
            copied_bytes: command.reply_bytes,
            reply_per_key: matches!(*batch, Batch::MultiKey { reply_per_key: true, .. }),
            exec: command.exec_us,
        }
    }

    /// A single value of at least `uncopied` bytes is sent from where it lies (`isCopyAvoidPreferred`). Elements of an array are copied.
    pub fn avoid_copies(&mut self, uncopied: u32) {
        if self.elements == 1 && self.reply_bytes >= uncopied {
            self.copied_bytes = 0;
        }
    }

    /// Size of the reply to a key, or to all of them.
    pub fn reply_size(&self) -> u32 {
        self.reply_bytes
    }

    /// Whether a command on many keys is answered with a value for each.
    pub fn is_per_key(&self) -> bool {
        self.reply_per_key
    }

    /// CPU time of Redis for a run of commands; `key` identifies the request's random draws.
    #[inline(always)]
    pub fn work(&self, run: &Run, costs: &StepCosts, random: &Random, key: (u32, u32)) -> Nanos {
        let (count, keys) = (u64::from(run.count), u64::from(self.keys));
        match run.message {
            Message::Command => {
                count * (costs.command + self.handling(costs)) + self.execution(run.count, costs, random, key)
            }
            Message::MultiKey => {
                costs.command
                    + keys * (costs.key + self.handling(costs))
                    + self.execution(self.keys, costs, random, key)
            }
            Message::Queued => count * costs.queued,
            Message::Exec => {
                costs.command
                    + keys * (costs.command + self.handling(costs))
                    + self.execution(self.keys, costs, random, key)
            }
            Message::Multi
            | Message::Ping
            | Message::Hello
            | Message::SetInfo
            | Message::Greeting
            | Message::Asking => count * costs.command,
            Message::Open => costs.accept,
            Message::Close => costs.close,
            Message::Topology
            | Message::TlsHello
            | Message::TlsFinish
            | Message::Reply
            | Message::Array
            | Message::TlsReply
            | Message::Push => 0,
        }
    }

    /// Time of the commands themselves: the same draw for each of a batch, so that it does not depend on how the batch is cut.
    #[inline(always)]
    fn execution(&self, count: u32, costs: &StepCosts, random: &Random, key: (u32, u32)) -> Nanos {
        u64::from(count) * (costs.key_memory + self.exec.draw(random, Stream::Execution, key))
    }

    /// What the executing thread takes for the sizes of one command or key: storing the bytes of the request, copying those of the reply, and
    /// the further elements of a reply from one key.
    #[inline(always)]
    fn handling(&self, costs: &StepCosts) -> Nanos {
        costs.store.of(u64::from(self.request_bytes.saturating_sub(SMALL_BYTES)))
            + costs.reply.of(u64::from(self.copied_bytes.saturating_sub(SMALL_BYTES)))
            + u64::from(self.elements - 1) * costs.element
    }

    /// How many keys the first command of a run has.
    pub fn first_keys(&self, message: Message) -> u32 {
        match message {
            Message::Command => 1,
            Message::MultiKey => self.keys,
            _ => 0,
        }
    }

    /// What Redis answers to a run of commands.
    pub fn reply(&self, run: &Run) -> Option<Run> {
        let array = ARRAY_HEADER.saturating_add(self.keys.saturating_mul(self.reply_bytes));
        let (message, bytes) = match run.message {
            Message::MultiKey if self.reply_per_key => (Message::Array, array),
            Message::Exec => (Message::Array, array),
            Message::Command if self.elements > 1 => (Message::Array, self.reply_bytes),
            Message::Command | Message::MultiKey => (Message::Reply, self.reply_bytes),
            Message::Multi | Message::SetInfo | Message::Asking => (Message::Reply, OK_BYTES),
            Message::Queued => (Message::Reply, QUEUED_BYTES),
            Message::Ping => (Message::Reply, PONG_BYTES),
            Message::Hello => (Message::Reply, HELLO_REPLY_BYTES),
            Message::TlsHello => (Message::TlsReply, TLS_REPLY_BYTES),
            Message::TlsFinish => (Message::Reply, TLS_FINISHED_BYTES),
            Message::Topology
            | Message::Greeting
            | Message::Open
            | Message::Close
            | Message::Reply
            | Message::Array
            | Message::TlsReply
            | Message::Push => return None,
        };
        Some(Run { message, bytes, ..*run })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(batch: Batch) -> Vec<Vec<(Message, u32, u32)>> {
        let exchange = Exchange::new(&Command { request_bytes: 27, ..Command::default() }, &batch, false);
        let leg = |leg: &Vec<Part>| leg.iter().map(|part| (part.message, part.count, part.bytes)).collect();
        exchange.legs.iter().map(leg).collect()
    }

    #[test]
    fn a_batch_is_cut_into_messages_as_its_kind_says() {
        use Message::{Command, Exec, Multi, MultiKey, Queued};
        let size = 100;
        assert_eq!(sent(Batch::None {}), [[(Command, 1, 27)]]);
        assert_eq!(sent(Batch::Pipeline { size }), [[(Command, 100, 27)]]);
        // 13 bytes of header and 14 a key, as `*101\r\n$4\r\nMGET\r\n` and `$8\r\n........\r\n` nearly are.
        assert_eq!(sent(Batch::MultiKey { size, reply_per_key: true }), [[(MultiKey, 1, 27 + 99 * 14)]]);
        let together = [[(Multi, 1, 15), (Queued, 100, 27), (Exec, 1, 14)]];
        assert_eq!(sent(Batch::TransactionInPipeline { size }), together);
        assert_eq!(sent(Batch::Transaction { size, round_trips: 1 }), together);
        assert_eq!(
            sent(Batch::Transaction { size, round_trips: 2 }),
            [vec![(Multi, 1, 15), (Queued, 100, 27)], vec![(Exec, 1, 14)]]
        );
        assert_eq!(sent(Batch::Transaction { size, round_trips: 3 }).len(), 3);
    }
}
