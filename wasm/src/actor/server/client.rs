//! State of each client at the server: the query buffer, which says how much one read() takes, and the reply buffers,
//! which say how many calls it takes to write.
//!
//! Mirrors `networking.c`: `readQueryFromClient`, `_addReplyToBuffer`, `_addReplyProtoToList`, `writeToClient`. Sizes of
//! blocks are those of jemalloc's classes, which Redis uses to the last byte.

use crate::resource::message::{Message, Run};
use crate::scenario::Version;
use std::collections::VecDeque;

/// `PROTO_IOBUF_LEN`: what a read() into a fresh query buffer takes.
const READ_BYTES: u64 = 16 * 1024;
/// `PROTO_MBULK_BIG_ARG`: an argument from here on is read by itself.
const BIG_ARGUMENT: u64 = 32 * 1024;
/// jemalloc's class for a buffer of 16 KiB with its header.
const QUERY_CLASS: u64 = 20 * 1024;
/// `PROTO_REPLY_CHUNK_BYTES`: the reply buffer inside the client.
const STATIC_BYTES: u64 = 16 * 1024;
/// A block of the reply list: 16 KiB and its header in jemalloc's class of 20 KiB.
const BLOCK_BYTES: u64 = 20 * 1024 - 32;
/// `NET_MAX_WRITES_PER_EVENT`: what is written to one client in a turn, and gathered for one writev().
const WRITE_BYTES: u64 = 64 * 1024;
/// `IOV_MAX`.
const GATHERED_BLOCKS: usize = 1024;

/// A client as the server sees it.
#[derive(Default)]
pub struct ServerClient {
    /// The readiness set that its socket is registered with.
    pub poll: u32,
    /// Commands that were read and have not been executed, the first of them at `next`.
    pub commands: Vec<Run>,
    /// See `commands`.
    pub next: usize,
    /// While one of its commands waits: those that came after it.
    pub held: Option<Vec<Run>>,
    /// How many turns of clients the server had served when it served this one last.
    pub served: u64,
    /// How many of them an I/O thread has parsed.
    pub parsed: u32,
    /// An I/O thread has it, or it is on its way: nobody else touches its socket.
    pub away: bool,
    /// It is not accepted yet: no event of its own is served before that.
    pub in_listen_queue: bool,
    /// Its last write left something over: the socket is watched for EPOLLOUT.
    pub write_handler: bool,
    /// Size of the query buffer.
    query: u64,
    /// Reply bytes in the client's own buffer, those in list blocks, and room in the last block.
    fixed: u64,
    blocks: VecDeque<u32>,
    room: u64,
}

impl ServerClient {
    /// A client whose socket is registered with the readiness set `poll`.
    pub fn new(poll: u32) -> Self {
        ServerClient { poll, ..ServerClient::default() }
    }

    /// `createClient`: another socket has a query buffer of its own. What is to be done is to accept it.
    pub fn begin(&mut self, accepted: Option<Run>) {
        (self.query, self.next) = (0, 0);
        self.commands.clear();
        self.commands.extend(accepted);
    }

    /// What the next read() asks for. `under_way` is the message at the head of the stream: what it is, its size, and how
    /// much of it has been read.
    #[inline(always)]
    pub fn ask(&mut self, version: Version, under_way: Option<(Message, u64, u64)>) -> u64 {
        let (message, bytes, read) = under_way.unwrap_or((Message::Command, 0, 0));
        // The values of a multi-key command are not as large as the command.
        let big = read > 0 && bytes >= BIG_ARGUMENT && message != Message::MultiKey;
        match (big, version.gathers()) {
            (true, true) => {
                self.query = self.query.max(bytes);
                bytes - read
            }
            (true, false) => READ_BYTES.min(bytes - read),
            (false, true) => self.grow(read),
            (false, false) => READ_BYTES,
        }
    }

    /// Makes room in the query buffer behind `kept` bytes; returns how much is free. Mirrors `sdsMakeRoomFor` in 7.0: once
    /// the buffer has its first 16 KiB it is doubled when less than 16 KiB are free, and all that is free is read.
    fn grow(&mut self, kept: u64) -> u64 {
        if self.query < READ_BYTES {
            self.query = QUERY_CLASS.max(size_class(kept + READ_BYTES));
            return READ_BYTES;
        }
        if self.query - kept.min(self.query) < READ_BYTES {
            self.query = size_class(2 * (kept + READ_BYTES));
        }
        self.query - kept
    }

    /// Replies have been queued: they fill the client's own buffer first, then blocks.
    #[inline(always)]
    pub fn add_reply(&mut self, run: &Run) {
        let mut left = run.total();
        if self.blocks.is_empty() {
            let fits = left.min(STATIC_BYTES - self.fixed);
            self.fixed += fits;
            left -= fits;
        }
        let fits = left.min(self.room);
        if let Some(last) = self.blocks.back_mut() {
            *last += fits as u32;
            self.room -= fits;
            left -= fits;
        }
        while left > 0 {
            let block = BLOCK_BYTES.max(left.min(u64::from(run.bytes)));
            let fits = left.min(block);
            self.blocks.push_back(fits as u32);
            self.room = block - fits;
            left -= fits;
        }
    }

    /// Whether anything is left to be written.
    #[inline(always)]
    pub fn has_replies(&self) -> bool {
        self.fixed > 0 || !self.blocks.is_empty()
    }

    /// Takes out what the next call writes: one buffer up to Redis 6, all that `writev()` gathers since 7.
    #[inline(always)]
    pub fn take_write(&mut self, version: Version) -> u64 {
        let mut bytes = std::mem::take(&mut self.fixed);
        if bytes > 0 && !version.gathers() {
            return bytes;
        }
        for _ in 0..GATHERED_BLOCKS {
            if bytes >= WRITE_BYTES {
                break;
            }
            let Some(block) = self.blocks.pop_front() else { break };
            bytes += u64::from(block);
            if !version.gathers() {
                break;
            }
        }
        if self.blocks.is_empty() {
            self.room = 0;
        }
        bytes
    }
}

/// Whether a client to which `written` bytes went in this turn must wait for the next with the rest.
pub fn reached_write_limit(written: u64) -> bool {
    written > WRITE_BYTES
}

/// The size of jemalloc's class for an allocation: four steps between two powers of two.
fn size_class(bytes: u64) -> u64 {
    let step = (bytes.next_power_of_two() / 8).max(1);
    bytes.div_ceil(step) * step
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replies(count: u32, bytes: u32) -> Run {
        Run { request: 0, message: Message::Reply, last: true, count, bytes }
    }

    fn writes(version: Version, run: Run) -> Vec<u64> {
        let mut client = ServerClient::default();
        client.add_reply(&run);
        std::iter::from_fn(|| client.has_replies().then(|| client.take_write(version))).collect()
    }

    /// Reads of a pipeline of `count` messages that is there as a whole.
    fn reads(version: Version, count: u64, bytes: u64) -> Vec<u64> {
        let mut client = ServerClient::default();
        let (mut read, mut sizes) = (0, Vec::new());
        while read < count * bytes {
            let size = client.ask(version, Some((Message::Command, bytes, read % bytes))).min(count * bytes - read);
            sizes.push(size);
            read += size;
        }
        sizes
    }

    /// Measured on Redis 7.0.15: 16 GETs of 8 KiB are answered in two writev(), 16 SETs of 8 KiB read in four read().
    #[test]
    fn a_pipeline_of_large_values_takes_as_many_calls_as_measured() {
        assert_eq!(writes(Version::V7_0, replies(16, 8201)).len(), 2);
        assert_eq!(reads(Version::V7_0, 16, 8240).len(), 4);
    }

    #[test]
    fn redis_6_writes_buffer_by_buffer() {
        assert_eq!(writes(Version::V6_0, replies(1, 5)), [5]);
        assert_eq!(writes(Version::V7_0, replies(1, 5)), [5]);
        assert_eq!(writes(Version::V6_0, replies(10, 5000)), [16384, 20448, 13168]);
        assert_eq!(writes(Version::V7_0, replies(10, 5000)), [50_000]);
        // A value larger than a block gets one of its own size.
        assert_eq!(writes(Version::V6_0, replies(1, 1_000_000)), [16384, 983_616]);
        assert_eq!(writes(Version::V7_0, replies(1, 1_000_000)), [1_000_000]);
    }

    #[test]
    fn a_reply_after_a_full_buffer_goes_on_in_the_last_block() {
        let mut client = ServerClient::default();
        (0..4).for_each(|_| client.add_reply(&replies(1, 10_000)));
        assert_eq!(client.take_write(Version::V6_0), 16_384);
        assert_eq!(client.take_write(Version::V6_0), 20_448);
        assert_eq!((client.take_write(Version::V6_0), client.has_replies()), (3168, false));
    }

    #[test]
    fn redis_6_reads_16_kib_and_redis_7_the_rest_of_a_big_argument() {
        assert_eq!(reads(Version::V6_0, 1, 100_000), [16384, 16384, 16384, 16384, 16384, 16384, 1696]);
        assert_eq!(reads(Version::V7_0, 1, 100_000), [16384, 83_616]);
        assert_eq!(reads(Version::V6_0, 1000, 35), [16384, 16384, 2232]);
        assert_eq!(reads(Version::V7_0, 1000, 35)[0], 16384);
    }

    #[test]
    fn allocations_round_up_to_classes() {
        assert_eq!([16384, 16385, 20480, 49056].map(size_class), [16384, 20480, 20480, 49152]);
    }
}
