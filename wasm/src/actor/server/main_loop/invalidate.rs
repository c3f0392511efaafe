//! Messages that answer no command: which keys have changed (client-side caching), and what has been published.
//!
//! Mirrors `trackingInvalidateKey` after each command, and `trackingBroadcastInvalidationMessages` in `beforeSleep`.

use super::{MainLoop, Step};
use crate::actor::program::Op;
use crate::actor::world::World;
use crate::metric::vocabulary::Activity;
use crate::resource::cpu::ThreadId;
use crate::resource::message::{Message, Run};

impl MainLoop {
    /// The client at work has executed a command: what it publishes is queued for those who subscribe, before its own reply.
    #[cold]
    #[inline(never)]
    pub(super) fn publish(&mut self, run: &Run, world: &mut World) {
        let bytes = world.publish(run, &mut self.receivers);
        self.push_messages(run.count, bytes, world);
    }

    /// The client at work has executed a command: those who keep what it has written are told.
    #[cold]
    #[inline(never)]
    pub(super) fn invalidate(&mut self, run: &Run, world: &mut World) {
        let bytes = world.track(self.node, run, self.client, &mut self.receivers);
        self.push_messages(1, bytes, world);
    }

    /// Tells all who get every key what the turn has written. It takes its time first; `None` when there is nothing to tell.
    #[cold]
    #[inline(never)]
    pub(super) fn broadcast(&mut self, me: ThreadId, world: &mut World) -> Option<Op> {
        let work = world.broadcast_work(self.node);
        let bytes = world.broadcast(self.node, &mut self.receivers);
        if bytes == 0 {
            return None;
        }
        self.push_messages(1, bytes, world);
        world.clear_attribution(me, None);
        Some(self.then(Step::LogDone, Op::user(Activity::Push, work)))
    }

    /// Queues messages of `bytes` each to each receiver.
    fn push_messages(&mut self, count: u32, bytes: u32, world: &mut World) {
        let run = Run { request: world.requests.errand(), message: Message::Push, last: false, count, bytes };
        for receiver in 0..self.receivers.len() {
            self.add_reply(self.receivers[receiver], run, world);
        }
        self.receivers.clear();
    }
}
