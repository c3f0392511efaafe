//! Client-side caching: what the processes of the clients keep, what the server knows of it, and the messages that say what has
//! changed.
//!
//! Mirrors `tracking.c`. *Default mode*: a connection that reads a key is remembered for it (`trackingRememberKeys`); a write sends
//! each of them an invalidation and forgets all of them (`trackingInvalidateKey`). *BCAST*: nothing is remembered; the keys that a
//! turn has written are sent to every connection in one message (`trackingBroadcastInvalidationMessages`).
//!
//! A message is a RESP3 push. It lies between the replies of a connection and belongs to no request, so what it says is kept here, in
//! the order of the connection.

use super::client::cache::Cache;
use super::exchange::Exchange;
use super::key_table::KeyTable;
use super::plan::Plan;
use super::ranks::Ranks;
use super::request::{Request, Slot};
use super::world::World;
use crate::kernel::rng::{Random, Stream};
use crate::kernel::table::Table;
use crate::kernel::time::{Nanos, from_ms};
use crate::resource::message::{Message, Run};
use crate::scenario::{ClientSideCaching, TrackingMode};
use std::collections::VecDeque;
use std::sync::Arc;

/// `>2\r\n$10\r\ninvalidate\r\n*1\r\n`, and `$8\r\n........\r\n` for each key.
const HEAD_BYTES: u32 = 25;
const KEY_BYTES: u32 = 14;

/// What a client does with keys.
#[derive(Clone, Copy, Debug)]
struct KeyRules {
    ranks: Ranks,
    /// Whether it keeps values; how many, and for how long.
    keeps: bool,
    most: u32,
    longest: Nanos,
    broadcast: bool,
}

/// A connection that has read a key since it was last written.
#[derive(Clone, Copy, Debug)]
struct Link {
    connection: u32,
    /// The connection of that number: it may have ended.
    generation: u32,
    next: u32,
}

/// No link.
const NONE: u32 = u32::MAX;

/// What is counted of a client in the measured window.
#[derive(Clone, Copy, Debug, Default)]
pub struct CacheCounts {
    /// Reads that found their value, and those that did not.
    pub hits: u64,
    /// See above.
    pub misses: u64,
    /// Keys of the invalidation messages that have been read.
    pub invalidations: u64,
}

/// All that client-side caching needs, where a client has it.
pub struct Tracking {
    clients: Vec<KeyRules>,
    /// Of each process.
    caches: Table<Cache>,
    /// Server: the first link of each key that is tracked.
    tracked: KeyTable,
    links: Vec<Link>,
    free: Vec<u32>,
    /// How often each connection has ended.
    generations: Table<u32>,
    /// Server: keys written in this turn, by node, and whom they are sent to.
    written: Table<Vec<u32>>,
    listeners: Table<Vec<u32>>,
    /// Keys of the messages on their way, by connection.
    messages: Table<VecDeque<Arc<[u32]>>>,
    counts: Table<CacheCounts>,
}

impl KeyRules {
    fn new(popularity: crate::scenario::Popularity, caching: ClientSideCaching) -> Self {
        let ranks = Ranks::new(popularity);
        match caching {
            ClientSideCaching::None {} => KeyRules { ranks, keeps: false, most: 0, longest: 0, broadcast: false },
            ClientSideCaching::Tracking { mode, max_keys, ttl_ms } => KeyRules {
                ranks,
                keeps: true,
                most: max_keys,
                longest: if ttl_ms > 0.0 { from_ms(ttl_ms).max(1) } else { Nanos::MAX },
                broadcast: mode == TrackingMode::Broadcast,
            },
        }
    }
}

impl Tracking {
    /// For a run in which any client keeps values; `processes` gives the client of each, `ends` process and node of each connection.
    pub fn new(plan: &Plan, ends: impl Iterator<Item = (usize, usize)>) -> Option<Box<Self>> {
        let rules = |client: &Arc<super::client::plan::ClientPlan>| {
            KeyRules::new(client.scenario.workload.popularity, client.scenario.client.client_side_caching)
        };
        let clients: Vec<KeyRules> = plan.clients.iter().map(rules).collect();
        if !clients.iter().any(|client| client.keeps) {
            return None;
        }
        let of_process = |process: usize| clients[plan.processes[process].client];
        let mut listeners: Table<Vec<u32>> = vec![Vec::new(); plan.nodes as usize].into();
        let mut connections = 0;
        for (connection, (process, node)) in ends.enumerate() {
            let rules = of_process(process);
            if rules.keeps && rules.broadcast {
                listeners[node].push(connection as u32);
            }
            connections = connection + 1;
        }
        Some(Box::new(Tracking {
            caches: (0..plan.processes.len()).map(|process| Cache::new(of_process(process).most)).collect(),
            tracked: KeyTable::default(),
            links: Vec::new(),
            free: Vec::new(),
            generations: vec![0; connections].into(),
            written: vec![Vec::new(); plan.nodes as usize].into(),
            listeners,
            messages: vec![VecDeque::new(); connections].into(),
            counts: vec![CacheCounts::default(); clients.len()].into(),
            clients,
        }))
    }

    /// The measured window begins.
    pub fn start_window(&mut self) {
        self.counts.fill(CacheCounts::default());
    }

    /// What was counted of a client; `None` if it keeps nothing.
    pub fn counts(&self, client: u16) -> Option<CacheCounts> {
        self.clients[usize::from(client)].keeps.then(|| self.counts[usize::from(client)])
    }

    /// Values that a process keeps.
    pub fn kept(&self, process: usize) -> u32 {
        self.caches[process].count()
    }

    /// Keys that the server remembers.
    pub fn tracked(&self) -> u32 {
        self.tracked.count()
    }

    /// The key of a request, by its rank.
    pub fn key_of(&self, request: &Request, random: &Random) -> u32 {
        let (entity, count) = request.key;
        self.clients[usize::from(request.client)].ranks.draw(&mut random.draws(Stream::Rank, entity, count))
    }

    /// Whether a request may be answered from a cache, and its answer kept.
    fn is_kept(&self, request: &Request, exchange: &Exchange) -> bool {
        self.clients[usize::from(request.client)].keeps && !exchange.writes
    }

    /// Connections that are remembered for a key. Those that have ended are not among them.
    fn remembered(&self, key: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.tracked.get(key).unwrap_or(NONE);
        let all = std::iter::successors(self.links.get(first as usize), |link| self.links.get(link.next as usize));
        all.filter(|link| self.generations[link.connection as usize] == link.generation).map(|link| link.connection)
    }

    fn remember(&mut self, key: u32, connection: u32) {
        if self.remembered(key).any(|other| other == connection) {
            return;
        }
        let next = self.tracked.get(key).unwrap_or(NONE);
        let link = Link { connection, generation: self.generations[connection as usize], next };
        let at = self.free.pop().unwrap_or_else(|| {
            self.links.push(link);
            (self.links.len() - 1) as u32
        });
        self.links[at as usize] = link;
        self.tracked.insert(key, at);
    }

    fn forget(&mut self, key: u32) {
        let mut at = self.tracked.remove(key).unwrap_or(NONE);
        while at != NONE {
            self.free.push(at);
            at = self.links[at as usize].next;
        }
    }
}

/// Where a value was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// The request is no read of a client that keeps values.
    NotKept,
    /// It is there; this connection has read it.
    Hit(u32),
    /// It is not.
    Miss,
}

impl World {
    fn tracking(&mut self) -> &mut Tracking {
        self.tracking.as_mut().expect("asked for only where a client keeps values")
    }

    // The client.

    /// Whether the request in a slot is looked up before it is sent.
    #[cold]
    pub fn may_be_kept(&self, slot: Slot) -> bool {
        let request = self.requests.get(slot);
        self.tracking.as_ref().is_some_and(|tracking| tracking.is_kept(request, self.plan.exchange(request)))
    }

    /// Looks for the value that a request wants in the cache of the process that acts.
    #[cold]
    pub fn look_up(&mut self, slot: Slot) -> Lookup {
        if !self.may_be_kept(slot) {
            return Lookup::NotKept;
        }
        let World { tracking: Some(tracking), requests, random, process, now, .. } = self else {
            return Lookup::NotKept;
        };
        let key = tracking.key_of(requests.get(slot), random);
        tracking.caches[process.acting()].get(key, *now).map_or(Lookup::Miss, Lookup::Hit)
    }

    /// Counts a look-up. After a miss, a place is kept for the answer.
    #[cold]
    pub fn looked_up(&mut self, slot: Slot, is_hit: bool, connection: u32) {
        let World { tracking: Some(tracking), requests, random, process, .. } = self else { return };
        let request = requests.get(slot);
        let key = tracking.key_of(request, random);
        let counts = &mut tracking.counts[usize::from(request.client)];
        if is_hit {
            counts.hits += 1;
        } else {
            counts.misses += 1;
            tracking.caches[process.acting()].expect(key, connection);
        }
    }

    /// The reply to a request that was looked up is there.
    #[cold]
    pub fn keep_reply(&mut self, slot: Slot, connection: u32) {
        if !self.may_be_kept(slot) {
            return;
        }
        let World { tracking: Some(tracking), requests, random, process, now, .. } = self else { return };
        let request = requests.get(slot);
        let key = tracking.key_of(request, random);
        let until = now.saturating_add(tracking.clients[usize::from(request.client)].longest);
        tracking.caches[process.acting()].put(key, connection, until);
    }

    /// A message has been read from a connection of the process that acts: its keys are kept no longer.
    #[cold]
    pub fn on_push(&mut self, connection: u32) {
        let (acting, client) = (self.process.acting(), self.process.plan.number);
        let tracking = self.tracking();
        let Some(keys) = tracking.messages[connection as usize].pop_front() else { return };
        tracking.counts[usize::from(client)].invalidations += keys.len() as u64;
        for &key in keys.iter() {
            tracking.caches[acting].remove(key);
        }
    }

    /// Takes messages out of what has been read from a connection, and does what they say. Returns what a loop takes to decode them.
    #[cold]
    pub fn take_pushes(&mut self, connection: u32, read: &mut Vec<Run>) -> Nanos {
        let mut count = 0;
        read.retain(|run| {
            let is_push = run.message == Message::Push;
            count += if is_push { run.count } else { 0 };
            !is_push
        });
        let plan = &self.process.plan;
        self.meters[plan.number].messages_read[1] += u64::from(count);
        if self.subscribes(connection) {
            return self.read_messages(connection, count);
        }
        (0..count).for_each(|_| self.on_push(connection));
        let plan = &self.process.plan;
        u64::from(count) * plan.costs.loop_decode
    }

    /// A connection has ended: libraries then drop all that the process keeps, and the server forgets what the connection has read.
    #[cold]
    pub fn forget_tracked(&mut self, connection: u32) {
        let process = self.process.of_connection(connection).number as usize;
        if let Some(tracking) = &mut self.tracking {
            tracking.generations[connection as usize] += 1;
            tracking.caches[process].clear();
        }
    }

    // The server.

    /// What a run of commands takes the main thread for the keys that are tracked.
    fn tracking_work(&self, run: &Run) -> Nanos {
        let Some(tracking) = &self.tracking else { return 0 };
        let request = self.requests.get(run.request);
        let exchange = self.plan.exchange(request);
        if run.message != Message::Command {
            return 0;
        }
        let (costs, rules) = (&self.plan.costs, &tracking.clients[usize::from(request.client)]);
        if exchange.writes {
            let messages = tracking.remembered(tracking.key_of(request, &self.random)).count() as u64;
            let is_listened_to = tracking.listeners.iter().any(|listeners| !listeners.is_empty());
            return messages * costs.push + if is_listened_to { costs.track_key } else { 0 };
        }
        if rules.keeps && !rules.broadcast { costs.track_key } else { 0 }
    }

    /// What a run of commands takes the main thread for messages that answer no command.
    #[cold]
    pub fn push_work(&self, run: &Run) -> Nanos {
        self.tracking_work(run) + self.publishing_work(run)
    }

    /// A run of commands from `connection` has been executed: remembers what was read. Of what was written, `receivers` get those who
    /// get a message of `bytes`.
    #[cold]
    pub fn track(&mut self, node: usize, run: &Run, connection: u32, receivers: &mut Vec<u32>) -> u32 {
        receivers.clear();
        if run.message != Message::Command || self.is_redirected(run) {
            return 0;
        }
        let World { tracking: Some(tracking), plan, requests, random, .. } = self else { return 0 };
        let request = requests.get(run.request);
        let (key, rules) = (tracking.key_of(request, random), tracking.clients[usize::from(request.client)]);
        if !plan.exchange(request).writes {
            if rules.keeps && !rules.broadcast {
                tracking.remember(key, connection);
            }
            return 0;
        }
        receivers.extend(tracking.remembered(key));
        tracking.forget(key);
        let keys: Arc<[u32]> = Arc::new([key]);
        receivers.iter().for_each(|&receiver| tracking.messages[receiver as usize].push_back(keys.clone()));
        if !tracking.listeners[node].is_empty() && !tracking.written[node].contains(&key) {
            tracking.written[node].push(key);
        }
        HEAD_BYTES + KEY_BYTES
    }

    /// What sending the keys of a turn of a node to all connections takes.
    #[cold]
    pub fn broadcast_work(&self, node: usize) -> Nanos {
        let Some(tracking) = &self.tracking else { return 0 };
        match tracking.written[node].len() {
            0 => 0,
            _ => tracking.listeners[node].len() as u64 * self.plan.costs.push,
        }
    }

    /// The keys of a turn of a node are sent: `receivers` get a message of the size that is returned, if it is not 0.
    #[cold]
    pub fn broadcast(&mut self, node: usize, receivers: &mut Vec<u32>) -> u32 {
        receivers.clear();
        let tracking = self.tracking();
        let keys: Arc<[u32]> = std::mem::take(&mut tracking.written[node]).into();
        if keys.is_empty() {
            return 0;
        }
        receivers.extend(&tracking.listeners[node]);
        receivers.iter().for_each(|&receiver| tracking.messages[receiver as usize].push_back(keys.clone()));
        HEAD_BYTES + KEY_BYTES * keys.len() as u32
    }
}
