//! New connections.
//!
//! Mirrors `acceptTcpHandler`: an event of the listening socket accepts at most `max-new-connections-per-cycle` connections. The others stay
//! in the listen queue, and the socket is ready again in the next turn. Who is accepted is read from when an event of its own comes.
//! Who is too much (`maxclients`) is accepted, told so and closed, and counts like the others.

use super::{MainLoop, Step};
use crate::actor::program::Op;
use crate::actor::world::World;
use crate::metric::vocabulary::Activity;
use crate::resource::cpu::ThreadId;
use crate::resource::wire::to_server;
use std::collections::VecDeque;

/// `-ERR max number of clients reached\r\n`.
const TOO_MANY_BYTES: u64 = 36;

/// How many connections this turn has accepted, and which wait for a later turn.
#[derive(Default)]
pub(super) struct Accepting {
    accepted: u32,
    /// The longest waiting comes first.
    listen_queue: VecDeque<u32>,
}

impl Accepting {
    /// Another turn may accept as many connections again.
    #[inline(always)]
    pub(super) fn begin_turn(&mut self) {
        self.accepted = 0;
    }

    /// Whether connections wait since an earlier turn.
    #[inline(always)]
    fn is_pending(&self) -> bool {
        !self.listen_queue.is_empty()
    }
}

impl MainLoop {
    /// The connection of an event is to be accepted.
    #[cold]
    pub(super) fn accept(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.clear_attribution(me, Some(self.client));
        let client = &mut world.sessions[self.client as usize];
        client.begin(world.wire.take_beginning(to_server(self.client)));
        self.go_to(Step::ClientTurn)
    }

    /// Whether the listening socket is ready: its last event has left connections, or some are to be rejected.
    #[inline(always)]
    pub(super) fn is_asked_for(&self, world: &World) -> bool {
        self.accepting.is_pending() || world.admission.must_reject(self.node)
    }

    /// Events begin with the listening socket if that is ready.
    #[inline(always)]
    pub(super) fn begin_events(&mut self, world: &World) -> Op {
        self.begin(if self.is_asked_for(world) { Step::ListenQueue } else { Step::Events })
    }

    /// The connection that waits longest, if this turn may accept it.
    pub(super) fn next_in_listen_queue(&mut self, me: ThreadId, world: &mut World) -> Op {
        if self.has_accepted_all(world) {
            return self.begin(Step::Events);
        }
        if world.admission.reject(self.node) {
            self.accepting.accepted += 1;
            world.clear_attribution(me, None);
            let costs = &world.plan.costs;
            let work = costs.accept + costs.write.of(TOO_MANY_BYTES) + costs.close;
            return self.then(Step::ListenQueue, Op::kernel(Activity::Accept, work));
        }
        let Some(client) = self.accepting.listen_queue.pop_front() else { return self.begin(Step::Events) };
        self.client = client;
        world.sessions[client as usize].in_listen_queue = false;
        self.go_to(Step::ClientTurn)
    }

    /// Counts the connection at work as accepted in this turn. If it has to wait, it joins the listen queue, and this returns how
    /// the turn goes on.
    #[cold]
    pub(super) fn wait_to_be_accepted(&mut self, world: &mut World) -> Option<Op> {
        let is_behind = self.stage != Step::ListenQueue && self.accepting.is_pending();
        if !is_behind && !self.has_accepted_all(world) {
            self.accepting.accepted += 1;
            return None;
        }
        self.accepting.listen_queue.push_back(self.client);
        world.sessions[self.client as usize].in_listen_queue = true;
        Some(if self.stage == Step::Events { self.go_to(Step::AllExecuted) } else { self.proceed() })
    }

    fn has_accepted_all(&self, world: &World) -> bool {
        self.accepting.accepted >= world.plan.scenario.server.max_new_connections_per_cycle
    }
}
