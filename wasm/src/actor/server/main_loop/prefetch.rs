//! Memory prefetch: the main thread fetches the keys of several commands at once, so only the first of them waits for memory.
//!
//! Mirrors `memory_prefetch.c`. *Valkey 8* fetches the keys of the first commands of clients that its I/O threads have read: at most
//! 16 keys or clients together (`addCommandToBatchAndProcessIfFull`). *Valkey 9* fetches those of all parsed commands (pull request
//! 2092), and the next 16 of a longer pipeline before their first command.
//!
//! *Redis 8* does the same with the clients of an I/O thread's list (`prefetchIOThreadCommands`, since 8.2), or with all of them if
//! there are fewer than twice as many. Since 8.4 a client's first 16 commands are parsed before the first is executed
//! (`lookahead`), and their keys are fetched: with other clients' keys up to twice a batch, or by the main thread itself
//! (`processInputBuffer`).

use crate::actor::server::io_threads::Job;
use crate::actor::world::World;
use crate::kernel::time::Nanos;
use crate::resource::message::Run;
use crate::scenario::{IoThreads, Server};

/// Which keys are there.
pub(super) struct Prefetch {
    /// Whether any come together.
    pub(super) come_together: bool,
    /// Clients of a batch, and commands of a client whose keys are brought together.
    batch: usize,
    lookahead: u32,
    /// Clients of the batch under way that have not had their turn.
    clients_left: usize,
    /// Commands of the client at work whose keys are there; of the last client of a batch of Valkey, which may be cut off.
    pub(super) here: u32,
    last_here: u32,
    /// Of the first client of a batch of Valkey: commands for whose keys it waits once.
    first_of_batch: u32,
    /// The batch is one of Valkey's, which counts keys.
    counts_keys: bool,
}

impl Prefetch {
    pub(super) fn new(server: &Server) -> Self {
        let (batch, lookahead) = match server.io_threads {
            IoThreads::Valkey8 { prefetch_batch_max_size: 0 | 1, .. } => (0, 1),
            IoThreads::Valkey8 { prefetch_batch_max_size, .. } => (prefetch_batch_max_size, server.lookahead),
            IoThreads::Redis8 { prefetch_batch_max_size: 0, .. } => (0, 1),
            IoThreads::Redis8 { threads: 2.., prefetch_batch_max_size } => (prefetch_batch_max_size, server.lookahead),
            _ => (0, server.lookahead),
        };
        let counts_keys = matches!(server.io_threads, IoThreads::Valkey8 { .. });
        Prefetch {
            come_together: batch > 1 || lookahead > 1,
            batch: batch as usize,
            lookahead,
            clients_left: 0,
            here: 0,
            last_here: 0,
            first_of_batch: 0,
            counts_keys,
        }
    }

    /// The turn of a client of Valkey begins: with it perhaps a batch, with those that follow.
    /// `client` is the one whose turn it is.
    pub(super) fn begin_of_rings<'a>(&mut self, client: u32, following: impl Iterator<Item = &'a Job>, world: &World) {
        if self.clients_left > 0 {
            self.clients_left -= 1;
            self.here = if self.clients_left > 0 { world.sessions[client as usize].parsed } else { self.last_here };
            return;
        }
        // Commands whose keys are brought, and the keys of the batch so far.
        let brought = |client: u32, keys: u64| {
            let (parsed, each) = world.parsed(client);
            let room = (self.batch as u64).saturating_sub(keys).div_ceil(each.max(1));
            let commands = u64::from(parsed).min(room);
            (commands as u32, keys + commands * each)
        };
        let (own, mut keys) = brought(client, 0);
        let (mut clients, mut last_here) = (0, 0);
        for job in following {
            let Job::Read(other) = *job else { continue };
            if clients + 1 >= self.batch || keys >= self.batch as u64 {
                break;
            }
            (last_here, keys) = brought(other, keys);
            clients += 1;
        }
        // The batch waits once: with the first key.
        (self.clients_left, self.last_here, self.here) = (clients, last_here, 0);
        self.first_of_batch = own;
    }

    /// The turn of the first of these clients of Redis 8 begins, with it perhaps a batch.
    pub(super) fn begin(&mut self, clients: &[u32], world: &World) {
        let parsed = |&client: &u32| world.sessions[client as usize].parsed;
        let own = clients.first().map_or(0, parsed);
        if self.clients_left > 0 {
            (self.clients_left, self.here) = (self.clients_left - 1, own);
            return;
        }
        let most = if clients.len() < 2 * self.batch { clients.len() } else { self.batch };
        let mut commands = 0;
        let fits = |client: &&u32| {
            commands += parsed(client) as usize;
            commands <= 2 * self.batch
        };
        self.clients_left = clients.iter().take(most).take_while(fits).count().saturating_sub(1);
        // The batch waits once: with the first key.
        self.here = 0;
    }

    /// What a run of commands does not wait for.
    #[inline(never)]
    pub(super) fn saved(&mut self, run: &Run, world: &World) -> Nanos {
        if self.counts_keys {
            return self.saved_of_rings(run, world);
        }
        let there = self.here.min(run.count);
        let missing = run.count - there;
        // Each wait brings the keys of so many commands.
        let waits = missing.div_ceil(self.lookahead);
        self.here = self.here - there + waits * self.lookahead - missing;
        let exchange = world.plan.exchange(world.requests.get(run.request));
        u64::from(run.count - waits) * u64::from(exchange.first_keys(run.message)) * world.plan.costs.key_memory
    }

    /// Valkey: the batch's wait is that of its first command; of a longer pipeline each further wait brings as many keys as a batch has.
    fn saved_of_rings(&mut self, run: &Run, world: &World) -> Nanos {
        let exchange = world.plan.exchange(world.requests.get(run.request));
        let keys = u64::from(exchange.first_keys(run.message));
        // Of a command of many keys a batch brings so many, and waits for each of the others.
        let each = keys.min(self.batch as u64);
        let there = self.here.min(run.count);
        self.here -= there;
        let first = self.first_of_batch.min(run.count - there);
        self.first_of_batch -= first;
        let missing = u64::from(run.count - there - first);
        // Valkey 8 brings nothing for what no thread has parsed.
        let (at_once, waits) = match self.lookahead {
            1 => (1, missing * each),
            most => {
                let at_once = (self.batch as u64 / keys.max(1)).clamp(1, u64::from(most));
                (at_once, missing.div_ceil(at_once))
            }
        };
        if missing > 0 {
            // What the last wait has brought beyond this run is there for the next.
            self.here = (missing.div_ceil(at_once) * at_once - missing) as u32;
        }
        let waits = waits + u64::from(first > 0);
        (u64::from(run.count) * each).saturating_sub(waits) * world.plan.costs.key_memory
    }
}

impl World {
    /// Commands of a client that are parsed, and the keys of each.
    fn parsed(&self, client: u32) -> (u32, u64) {
        let client = &self.sessions[client as usize];
        let keys = client
            .commands
            .get(client.next)
            .map_or(0, |run| self.plan.exchange(self.requests.get(run.request)).first_keys(run.message));
        (client.parsed, u64::from(keys))
    }
}
