//! Publish and subscribe: whom a message goes to, and when each of them has it.
//!
//! Mirrors `pubsubPublishMessageInternal`: within PUBLISH a message is queued for each connection that subscribes to the channel, and
//! only then the publisher's own reply. All subscriptions here are to one channel. So each gets every message, in order: what it has
//! not read yet is told by how many it has read, and the messages themselves are kept once.

use super::plan::Plan;
use super::world::World;
use crate::kernel::table::Table;
use crate::kernel::time::Nanos;
use crate::metric::histogram::Histogram;
use crate::resource::message::{Message, Run};
use std::collections::VecDeque;

/// `client-output-buffer-limit pubsub 32mb`: a subscription with more bytes ahead of it is closed.
const MOST_AHEAD: u64 = 32 * 1024 * 1024;
/// A message is an array of three values: its kind, the channel and the payload.
const FURTHER_VALUES: u64 = 2;
/// Bytes of a small message, which are part of `pushNs`.
const SMALL_BYTES: u64 = 64;
/// So many messages are kept before those are dropped that everybody has read.
const DROP_AT: usize = 4096;

/// A connection that subscribes.
#[derive(Clone, Copy, Debug)]
struct Subscription {
    connection: u32,
    client: u16,
    is_closed: bool,
    /// Messages that it has read.
    read: u64,
}

/// A message that not everybody has read.
#[derive(Clone, Copy, Debug)]
struct Published {
    /// When its publisher began.
    at: Nanos,
    /// Bytes of all messages until and with this one.
    bytes: u64,
}

/// Who subscribes, where anybody does.
pub struct PubSub {
    subscriptions: Vec<Subscription>,
    /// The subscription of each connection, by number; [`NONE`] where it is none.
    of_connections: Table<u32>,
    log: VecDeque<Published>,
    /// Messages before the first of the log, and their bytes.
    dropped: u64,
    dropped_bytes: u64,
    /// Time until messages were delivered, of each client.
    delays: Table<Histogram>,
}

const NONE: u32 = u32::MAX;

impl PubSub {
    /// For a run in which anybody subscribes; `processes` gives the process of each connection, whose last ones are subscriptions.
    pub fn new(plan: &Plan, processes: impl Iterator<Item = usize>) -> Option<Box<Self>> {
        if plan.clients.iter().all(|client| client.subscriptions == 0) {
            return None;
        }
        let (mut subscriptions, mut of_connections) = (Vec::new(), Vec::new());
        let (mut process, mut own) = (0, 0);
        for (connection, of) in processes.enumerate() {
            own = if of == process { own + 1 } else { 1 };
            process = of;
            let client = &plan.clients[plan.processes[of].client];
            let subscribes = own > client.connections - client.subscriptions;
            of_connections.push(if subscribes { subscriptions.len() as u32 } else { NONE });
            if subscribes {
                let (connection, client) = (connection as u32, client.number);
                subscriptions.push(Subscription { connection, client, is_closed: false, read: 0 });
            }
        }
        Some(Box::new(PubSub {
            subscriptions,
            of_connections: of_connections.into(),
            log: VecDeque::new(),
            dropped: 0,
            dropped_bytes: 0,
            delays: vec![Histogram::default(); plan.clients.len()].into(),
        }))
    }

    /// The measured window begins.
    pub fn start_window(&mut self) {
        self.delays.iter_mut().for_each(|delays| *delays = Histogram::default());
    }

    /// Subscriptions of a client, those of them that the server has closed, and the times until messages were delivered.
    pub fn counts(&self, client: u16) -> (u32, u32, &Histogram) {
        let own = || self.subscriptions.iter().filter(|subscription| subscription.client == client);
        let closed = own().filter(|subscription| subscription.is_closed).count();
        (own().count() as u32, closed as u32, &self.delays[usize::from(client)])
    }

    fn open(&self) -> u64 {
        self.subscriptions.iter().filter(|subscription| !subscription.is_closed).count() as u64
    }

    /// Bytes of all messages, and of the first `count`.
    fn bytes_of(&self, count: u64) -> u64 {
        let of_log = |index: u64| self.log.get(index as usize).map(|published| published.bytes);
        (count - self.dropped).checked_sub(1).and_then(of_log).unwrap_or(self.dropped_bytes)
    }

    fn published(&self) -> u64 {
        self.dropped + self.log.len() as u64
    }

    fn drop_read(&mut self) {
        let open = self.subscriptions.iter().filter(|subscription| !subscription.is_closed);
        let least = open.map(|subscription| subscription.read).min().unwrap_or(self.published());
        self.dropped_bytes = self.bytes_of(least);
        self.log.drain(..(least - self.dropped) as usize);
        self.dropped = least;
    }

    /// Messages that a client has read from a connection: from the time `at` on, it takes `each` to decode one.
    fn deliver(&mut self, subscription: u32, count: u32, mut at: Nanos, each: impl Fn(u64) -> Nanos) -> Nanos {
        let begin = at;
        for _ in 0..count {
            let Subscription { read, client, is_closed, .. } = self.subscriptions[subscription as usize];
            // Nobody reads what is left of a connection that the server has closed.
            if is_closed {
                break;
            }
            let before = self.bytes_of(read);
            let Some(&published) = self.log.get((read - self.dropped) as usize) else { break };
            at += each(published.bytes - before);
            self.delays[usize::from(client)].record(at - published.at);
            self.subscriptions[subscription as usize].read += 1;
        }
        at - begin
    }
}

impl World {
    /// Whether a connection subscribes.
    pub fn subscribes(&self, connection: u32) -> bool {
        self.pub_sub.as_ref().is_some_and(|pub_sub| pub_sub.of_connections[connection as usize] != NONE)
    }

    /// A client has read `count` messages from a connection that subscribes. Returns what it takes to decode them, as a loop does.
    #[cold]
    pub fn read_messages(&mut self, connection: u32, count: u32) -> Nanos {
        let World { pub_sub: Some(pub_sub), process, now, .. } = self else { return 0 };
        let costs = &process.plan.costs;
        let fixed = costs.loop_decode + FURTHER_VALUES * costs.value_decode;
        let each = |bytes| fixed + costs.decoding_of(bytes, 1);
        let subscription = pub_sub.of_connections[connection as usize];
        pub_sub.deliver(subscription, count, *now + costs.loop_read, each)
    }

    /// What the messages of a run of commands take the main thread.
    #[cold]
    pub fn publishing_work(&self, run: &Run) -> Nanos {
        let Some(pub_sub) = self.pub_sub.as_ref().filter(|_| self.is_published(run)) else { return 0 };
        let costs = &self.plan.costs;
        let each = costs.push + costs.reply.of(u64::from(run.bytes).saturating_sub(SMALL_BYTES));
        u64::from(run.count) * pub_sub.open() * each
    }

    fn is_published(&self, run: &Run) -> bool {
        run.message == Message::Command && self.plan.exchange(self.requests.get(run.request)).publishes
    }

    /// A run of commands has been executed: `receivers` get as many messages of the size that is returned, if it is not 0. PUBLISH and
    /// "message" are equally long words, so a message is as large as the command.
    #[cold]
    pub fn publish(&mut self, run: &Run, receivers: &mut Vec<u32>) -> u32 {
        receivers.clear();
        if !self.is_published(run) {
            return 0;
        }
        let World { pub_sub: Some(pub_sub), requests, .. } = self else { return 0 };
        let at = requests.get(run.request).issued();
        for _ in 0..run.count {
            let bytes = pub_sub.bytes_of(pub_sub.published()) + u64::from(run.bytes);
            pub_sub.log.push_back(Published { at, bytes });
        }
        let least = pub_sub.bytes_of(pub_sub.published()).saturating_sub(MOST_AHEAD);
        for number in 0..pub_sub.subscriptions.len() {
            let Subscription { read, is_closed, connection, .. } = pub_sub.subscriptions[number];
            if is_closed {
                continue;
            }
            if pub_sub.bytes_of(read) < least {
                pub_sub.subscriptions[number].is_closed = true;
            } else {
                receivers.push(connection);
            }
        }
        if pub_sub.log.len() >= DROP_AT {
            pub_sub.drop_read();
        }
        run.bytes
    }
}
