//! The stage *replies*: what the last turn has to say is written, to the client executed last first.
//!
//! Mirrors `handleClientsWithPendingWrites`, `writeToClient` and `sendReplyToClient`.

use super::{MainLoop, Step};
use crate::actor::program::Op;
use crate::actor::server::client::reached_write_limit;
use crate::actor::server::socket;
use crate::actor::world::World;
use crate::metric::vocabulary::Activity;
use crate::resource::cpu::ThreadId;
use crate::resource::message::Run;
use crate::resource::wire::back;
use crate::scenario::IoThreads;

impl MainLoop {
    /// `addReply`.
    #[inline(always)]
    pub(super) fn add_reply(&mut self, client: u32, reply: Run, world: &mut World) {
        let session = &mut world.sessions[client as usize];
        // `prepareClientToWrite`: a client with a handler for EPOLLOUT is written to by that.
        if !session.has_replies() && world.plan.io_loops() == 0 {
            self.pending_write.push(client);
        }
        session.add_reply(&reply);
        world.wire.queue(back(client), reply);
    }

    #[inline(always)]
    pub(super) fn begin_replies(&mut self, world: &mut World) -> Op {
        self.submitted = false;
        self.thread = 0;
        match self.kind {
            IoThreads::Redis6 { .. } => self.fan_out_writes(world),
            IoThreads::Valkey8 { .. } => self.begin(Step::RingReplies),
            _ => self.begin(Step::Replies),
        }
    }

    #[inline(always)]
    pub(super) fn next_reply(&mut self, me: ThreadId, world: &mut World) -> Op {
        if let IoThreads::Redis8 { .. } = self.kind {
            return self.give_back(me, world);
        }
        match self.pending_write.pop() {
            Some(client) => self.write_to(client),
            None => self.begin(Step::Sleep),
        }
    }

    /// `writeToClient`.
    #[inline(always)]
    pub(super) fn write_to(&mut self, client: u32) -> Op {
        self.client = client;
        self.written = 0;
        self.go_to(Step::Writing)
    }

    #[inline(always)]
    pub(super) fn write(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.bytes = socket::begin_write(self.client, me, world);
        let ns = self.submit(world, world.write_cost(back(self.client), self.bytes));
        self.spend(Step::Written, Op::kernel(Activity::Write, ns), world)
    }

    #[inline(always)]
    pub(super) fn written(&mut self, world: &mut World) -> Op {
        world.send(back(self.client), self.bytes);
        self.written += self.bytes;
        if world.sessions[self.client as usize].has_replies() && !reached_write_limit(self.written) {
            return self.go_to(Step::Writing);
        }
        if self.stage == Step::OwnWrites {
            return self.proceed();
        }
        self.go_to(Step::WriteDone)
    }

    /// Installs or removes the handler for EPOLLOUT of the client at work, as what is left to be written asks for.
    #[inline(always)]
    pub(super) fn watch_for_room(&mut self, world: &mut World) -> Op {
        if socket::needs_epoll_ctl(self.client, world) {
            return self.then(self.stage, Op::kernel(Activity::EpollCtl, world.plan.costs.epoll_ctl));
        }
        self.proceed()
    }

    /// The writable handler comes after the readable one.
    #[inline(always)]
    pub(super) fn write_rest(&mut self, world: &mut World) -> Op {
        if world.sessions[self.client as usize].write_handler {
            return self.write_to(self.client);
        }
        self.proceed()
    }
}
