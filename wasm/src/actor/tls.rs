//! TLS: records and the cryptography of the threads that make the socket calls.
//!
//! Mirrors OpenSSL as Redis uses it (`tls.c`), and JSSE. Each write() makes a record of each 16 KiB, with a system call of its own. One
//! SSL_read() of Redis returns at most one record, and needs two read(): for its header and for its body. Blocking Java clients read the same
//! way. Netty, Go and Node take what the socket has, and decrypt all records in it. Encrypting comes before the write(), decrypting
//! after the read().
//!
//! The handshake is a round trip of ordinary messages ([`super::exchange::opening_legs`]). Who reads them does the cryptography; only in Redis 8
//! the main thread does that of the server, because I/O threads get a client when its handshake is over.

use super::program::Op;
use super::world::World;
use crate::kernel::table::Table;
use crate::kernel::time::{Nanos, from_ns};
use crate::metric::vocabulary::Activity;
use crate::resource::cpu::ThreadId;
use crate::resource::message::{Message, Run};
use crate::resource::wire::StreamId;
use crate::scenario::costs::Costs;
use crate::scenario::{IoThreads, Scenario, Tls};
use std::cell::Cell;
use std::collections::VecDeque;

/// Most bytes of a record (`SSL3_RT_MAX_PLAIN_LENGTH`).
const RECORD_BYTES: u64 = 16 * 1024;

/// What is computed for a connection, ns.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Prices {
    record: f64,
    per_byte: f64,
    /// Of the client, with the server's first flight.
    reply: Nanos,
    /// Of the server, with the client's first flight, and with its second.
    hello: Nanos,
    finish: Nanos,
}

impl Prices {
    fn new(tls: Tls, costs: &Costs) -> Self {
        let Costs { tls_handshake_ns: base, tls_key_exchange_ns: exchange, tls_sign_ns: sign, .. } = *costs;
        let (hello, finish, reply) = match tls {
            Tls::None {} => (0.0, 0.0, 0.0),
            Tls::Tls12 { resumption: true } => (base, 0.0, base),
            Tls::Tls13 { resumption: true } => (base + exchange, 0.0, base + exchange),
            Tls::Tls12 { .. } => (base + sign, exchange, base + exchange + costs.tls_verify_ns),
            Tls::Tls13 { .. } => (base + exchange + sign, 0.0, base + exchange + costs.tls_verify_ns),
        };
        Prices {
            record: costs.tls_record_ns,
            per_byte: costs.tls_per_byte_ns,
            reply: from_ns(reply),
            hello: from_ns(hello),
            finish: from_ns(finish),
        }
    }

    fn of(&self, records: u64, bytes: u64) -> Nanos {
        from_ns(self.record * records as f64 + self.per_byte * bytes as f64)
    }
}

/// The encryption of all connections of a run.
pub struct Encryption {
    prices: Prices,
    /// Messages of a client in a handshake.
    messages: u64,
    /// Whether the server's main thread does the cryptography of handshakes, whoever reads.
    main_shakes: bool,
    /// Where records end in each stream, from those on that have not been read completely.
    ends: Table<VecDeque<u64>>,
    /// What the call takes that a program is about to make.
    due: Cell<Nanos>,
    /// The other half of a call, for each thread that has had its first.
    halves: Table<Option<Op>>,
}

impl Encryption {
    /// The encryption of `streams` streams, used by so many threads; `None` where there is none.
    pub fn new(scenario: &Scenario, streams: u32, threads: usize) -> Option<Self> {
        (scenario.network.tls != Tls::None {}).then(|| Encryption {
            prices: Prices::new(scenario.network.tls, &scenario.costs.resolve()),
            messages: scenario.network.tls.round_trips().into(),
            main_shakes: matches!(scenario.server.io_threads, IoThreads::Redis8 { .. }),
            ends: (0..streams).map(|_| VecDeque::new()).collect(),
            due: Cell::new(0),
            halves: vec![None; threads].into(),
        })
    }

    /// From now on cryptography costs what it does in this scenario.
    pub fn reprice(&mut self, scenario: &Scenario) {
        self.prices = Prices::new(scenario.network.tls, &scenario.costs.resolve());
    }

    /// Whether the call that a program is about to make has to wait for cryptography, or is followed by it.
    pub fn is_due(&self) -> bool {
        self.due.get() > 0
    }

    /// A write() of `bytes` bytes is about to be made; returns how many further write() it takes.
    pub fn encrypts(&self, bytes: u64) -> u64 {
        let records = bytes.div_ceil(RECORD_BYTES);
        self.due.set(self.due.get() + self.prices.of(records, bytes));
        records.saturating_sub(1)
    }

    /// What a whole handshake takes the server, and how many messages of the client it has.
    pub fn server_handshake(&self) -> (Nanos, u64) {
        (self.prices.hello + self.prices.finish, self.messages)
    }

    /// `bytes` bytes have been written behind the offset `start` of a stream.
    pub fn sent(&mut self, stream: StreamId, start: u64, bytes: u64) {
        let ends = &mut self.ends[stream as usize];
        ends.extend((1..=bytes.div_ceil(RECORD_BYTES)).map(|record| start + (record * RECORD_BYTES).min(bytes)));
    }

    /// Most bytes that one SSL_read() returns where `taken` bytes of a stream have been read.
    fn most_at_once(&mut self, stream: StreamId, taken: u64) -> u64 {
        let ends = &mut self.ends[stream as usize];
        // What was thrown away has been read by nobody.
        while ends.front().is_some_and(|&end| end <= taken) {
            ends.pop_front();
        }
        ends.front().map_or(u64::MAX, |end| end - taken)
    }

    /// A read() of `bytes` bytes is about to be made where `taken` bytes have been read; returns how many records it completes.
    fn decrypts(&mut self, stream: StreamId, taken: u64, bytes: u64) -> u64 {
        self.most_at_once(stream, taken);
        let records = self.ends[stream as usize].iter().take_while(|&&end| end <= taken + bytes).count() as u64;
        self.due.set(self.due.get() + self.prices.of(records, bytes));
        records
    }
}

impl World {
    /// What a read() of `bytes` costs, without its cryptography.
    #[inline(always)]
    pub fn read_cost(&mut self, stream: StreamId, bytes: u64) -> Nanos {
        let costs = if stream & 1 == 0 { &self.plan.costs } else { &self.process.plan.costs };
        let read = costs.read.of(bytes);
        if self.tls.is_some() { read + self.begin_decrypting(stream, bytes) } else { read }
    }

    /// Bytes of those that are there that one read() returns to a program that gets one record at a time.
    #[inline(always)]
    pub fn in_one_record(&mut self, stream: StreamId, there: u64) -> u64 {
        match &mut self.tls {
            None => there,
            Some(tls) => there.min(tls.most_at_once(stream, self.wire.taken(stream))),
        }
    }

    /// Returns what the further read() of the records cost, one for each header.
    #[cold]
    #[inline(never)]
    fn begin_decrypting(&mut self, stream: StreamId, bytes: u64) -> Nanos {
        let is_server = stream & 1 == 0;
        let Some(tls) = &mut self.tls else { return 0 };
        let records = tls.decrypts(stream, self.wire.taken(stream), bytes);
        if let Some((message, size, there)) = self.wire.under_way(stream)
            && there < size
            && there + bytes >= size
        {
            let shaking = match message {
                Message::TlsReply => tls.prices.reply,
                Message::TlsHello if !tls.main_shakes => tls.prices.hello,
                Message::TlsFinish if !tls.main_shakes => tls.prices.finish,
                _ => 0,
            };
            tls.due.set(tls.due.get() + shaking);
        }
        let client = &self.process.plan;
        match (is_server, client.loops + client.processors) {
            (true, _) => records * self.plan.costs.read_empty,
            (false, 0) => records * client.costs.read_empty,
            _ => 0,
        }
    }

    /// What the server's main thread takes for a message of a handshake.
    #[cold]
    pub fn shake_hands(&self, run: &Run) -> Nanos {
        match &self.tls {
            Some(tls) if tls.main_shakes && run.message == Message::TlsHello => tls.prices.hello,
            Some(tls) if tls.main_shakes => tls.prices.finish,
            _ => 0,
        }
    }

    /// Whether what costs nothing still has to wait for cryptography.
    #[inline(always)]
    pub fn is_encrypting(&self) -> bool {
        self.tls.as_ref().is_some_and(Encryption::is_due)
    }

    /// The other half of the call whose first half a thread has just made.
    pub fn second_half(&mut self, thread: ThreadId) -> Option<Op> {
        self.tls.as_mut()?.halves[thread as usize].take()
    }

    /// The first half of a call, where it needs cryptography.
    pub fn first_half(&mut self, op: Op, thread: ThreadId) -> Op {
        let Some(tls) = &mut self.tls else { return op };
        let due = tls.due.take();
        if due == 0 {
            return op;
        }
        let crypto = Op::user(Activity::Tls, due);
        let halves = if op.is(Activity::Read) { [op, crypto] } else { [crypto, op] };
        if !op.is_free() {
            tls.halves[thread as usize] = Some(halves[1]);
        }
        self.cpu.count_call(Activity::Tls as usize);
        if op.is_free() { crypto } else { halves[0] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::normalize::normalize;
    use serde_json::json;

    fn encryption() -> Encryption {
        let costs = json!({ "profile": "ideal", "overrides": { "tlsRecordNs": 500, "tlsPerByteNs": 0.5 } });
        let scenario = json!({ "network": { "tls": { "kind": "tls13" } }, "costs": costs });
        let scenario = normalize(&scenario.to_string()).scenario.expect("valid");
        Encryption::new(&scenario, 2, 1).expect("it is on")
    }

    #[test]
    fn a_write_makes_a_record_of_each_16_kib() {
        let tls = encryption();
        assert_eq!((tls.encrypts(100), tls.due.take()), (0, 550));
        assert_eq!((tls.encrypts(40_000), tls.due.take()), (2, 3 * 500 + 20_000));
    }

    #[test]
    fn one_read_returns_one_record() {
        let mut tls = encryption();
        tls.sent(0, 0, 100);
        tls.sent(0, 100, 20_000);
        assert_eq!(tls.most_at_once(0, 0), 100);
        assert_eq!(tls.most_at_once(0, 60), 40);
        assert_eq!(tls.most_at_once(0, 100), 16_384);
        assert_eq!(tls.most_at_once(0, 100 + 16_384), 20_000 - 16_384);
        assert_eq!(tls.most_at_once(0, 20_100), u64::MAX);
    }

    #[test]
    fn a_record_is_decrypted_when_its_end_is_read() {
        let mut tls = encryption();
        [100, 200, 300].iter().for_each(|end| tls.sent(1, end - 100, 100));
        assert_eq!((tls.decrypts(1, 0, 250), tls.due.take()), (2, 2 * 500 + 125));
        assert_eq!((tls.decrypts(1, 250, 50), tls.due.take()), (1, 525));
    }
}
