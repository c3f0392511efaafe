//! Clients that are blocked by a command (BLPOP on an empty list).
//!
//! Mirrors `blockForKeys`, and `handleBlockedClientsTimeout` with `processUnblockedClients` in `beforeSleep`. The thread serves other
//! clients. It reads a blocked client's commands but executes none of them. It notices the end of the block time when it begins
//! a turn: without other work, at the next tick of `serverCron`.

use super::{MainLoop, Step};
use crate::actor::program::Op;
use crate::actor::world::World;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::Phase;
use crate::resource::message::{Message, Run};

/// A client that is not answered for now.
pub struct Blocked {
    until: Nanos,
    client: u32,
    /// What waits.
    run: Run,
}

impl World {
    /// Whether a run of commands waits. In a transaction none does, as in Redis.
    #[inline]
    pub(super) fn waits(&self, run: &Run) -> bool {
        self.plan.has_waits && self.is_for_blocked_client(run)
    }

    #[cold]
    fn is_for_blocked_client(&self, run: &Run) -> bool {
        matches!(run.message, Message::Command | Message::MultiKey)
            && self.plan.exchange(self.requests.get(run.request)).wait > 0
            && !self.is_redirected(run)
    }
}

impl MainLoop {
    /// The client at work is not answered until its commands have waited, one after the other.
    #[cold]
    pub(super) fn block(&mut self, run: Run, world: &mut World) {
        let client = &mut world.sessions[self.client as usize];
        client.held = Some(client.commands.split_off(client.next));
        let wait = world.plan.exchange(world.requests.get(run.request)).wait;
        let until = world.now + u64::from(run.count) * wait;
        // Whose time is over first stands first, as in Redis' `clients_timeout_table`.
        let at = self.blocked.partition_point(|blocked| blocked.until <= until);
        self.blocked.insert(at, Blocked { until, client: self.client, run });
        if run.last {
            world.enter(run.request, Phase::Blocked);
        }
    }

    /// The next client whose time is over: it gets its answer, and what it has sent meanwhile is executed.
    #[cold]
    pub(super) fn next_unblocked(&mut self, world: &mut World) -> Op {
        if self.blocked.front().is_none_or(|blocked| blocked.until > world.now) {
            return self.begin(Step::Log);
        }
        let Some(Blocked { client, run, .. }) = self.blocked.pop_front() else { unreachable!() };
        self.client = client;
        self.answer(&run, world);
        let client = &mut world.sessions[client as usize];
        (client.commands, client.next) = (client.held.take().unwrap_or_default(), 0);
        self.go_to(Step::ClientTurn)
    }
}
