//! Keys that come from memory together: what a command does not wait for because another one's wait has brought its keys, too.
//!
//! Mirrors `memory_prefetch.c`. *Valkey 8* brings the keys of the first commands of up to 16 clients that its I/O threads have read from.
//! *Redis 8* does so with the clients of an I/O thread's list (`prefetchIOThreadCommands`, since 8.2): of all of them if there are less than twice as
//! many. Since 8.4 a client's first 16 commands are parsed before one of them is executed (`lookahead`), and the keys of all of these are brought:
//! with those of other clients up to twice as many as a batch has, or by the main thread itself (`processInputBuffer`).

use crate::actor::server::io_threads::Job;
use crate::actor::world::World;
use crate::kernel::time::Nanos;
use crate::resource::message::Run;
use crate::scenario::{IoThreads, Server};

/// Which keys are there.
pub(super) struct Keys {
    /// Whether any come together.
    pub(super) come_together: bool,
    /// Clients of a batch, and commands of a client whose keys are brought together.
    batch: usize,
    lookahead: u32,
    /// Clients of the batch under way that have not had their turn.
    clients_left: usize,
    /// Commands of the client at work whose keys are there.
    pub(super) here: u32,
}

impl Keys {
    pub(super) fn new(server: &Server) -> Self {
        let (batch, lookahead) = match server.io_threads {
            IoThreads::Valkey8 { prefetch_batch, .. } => (prefetch_batch, 1),
            IoThreads::Redis8 { prefetch_batch: 0, .. } => (0, 1),
            IoThreads::Redis8 { threads: 2.., prefetch_batch } => (prefetch_batch, server.lookahead),
            _ => (0, server.lookahead),
        };
        Keys { come_together: batch > 1 || lookahead > 1, batch: batch as usize, lookahead, clients_left: 0, here: 0 }
    }

    /// The turn of a client of Valkey begins: with it perhaps a batch, with those that follow.
    pub(super) fn begin_of_rings<'a>(&mut self, others: impl Iterator<Item = &'a Job>) {
        self.here = u32::from(self.clients_left > 0);
        self.clients_left = match self.clients_left {
            0 => others.take(self.batch.saturating_sub(1)).count(),
            left => left - 1,
        };
    }

    /// The turn of the first of these clients of Redis 8 begins, with it perhaps a batch.
    pub(super) fn begin(&mut self, clients: &[u32], world: &World) {
        let parsed = |&client: &u32| world.clients[client as usize].parsed;
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
        let there = self.here.min(run.count);
        let missing = run.count - there;
        // Each wait brings the keys of so many commands.
        let waits = missing.div_ceil(self.lookahead);
        self.here = self.here - there + waits * self.lookahead - missing;
        let exchange = world.plan.exchange(world.requests.get(run.request));
        u64::from(run.count - waits) * u64::from(exchange.first_keys(run.message)) * world.plan.costs.key_memory
    }
}
