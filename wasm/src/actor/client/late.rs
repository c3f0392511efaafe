//! Replies that do not come in time: how long callers wait for them, and what becomes of them when they come after all.
//!
//! Mirrors a socket with a timeout (Jedis' `soTimeout`, go-redis' `ReadTimeout`): who has waited for so long gives its request up
//! and closes the connection. What it has sent is executed all the same, if not at once, and answered; the answer comes to
//! a closed socket and is thrown away. The number of the connection then stands for the next socket, whose bytes follow those of
//! the one before: neither end reads across the border.

use super::conversation::Leg;
use crate::actor::request::Slot;
use crate::actor::world::World;
use crate::kernel::table::Table;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::ThreadState;
use crate::resource::cpu::ThreadId;
use crate::resource::wire::StreamId;
use crate::scenario::LISTEN_QUEUE;

/// No connection.
const NONE: u32 = u32::MAX;

/// What was given up, and who may give up.
pub struct Late {
    /// Whether anybody has ever set a limit.
    pub is_used: bool,
    /// The connection on which each thread waits with a limit.
    waits_on: Table<u32>,
    /// What was given up and is not through, by node, and in all.
    open: Table<u32>,
    all_open: u32,
}

impl Late {
    /// Of a client with so many threads that asks so many nodes.
    pub fn new(threads: usize, nodes: u32) -> Self {
        Late { is_used: false, waits_on: vec![NONE; threads].into(), open: vec![0; nodes as usize].into(), all_open: 0 }
    }

    /// Whether answers may come that nobody waits for.
    #[inline]
    pub fn is_expected(&self) -> bool {
        self.all_open > 0
    }

    /// What was given up and is not through, of all nodes.
    pub fn count(&self) -> u32 {
        self.open.iter().sum()
    }
}

impl World {
    /// A caller begins to wait for a reply: it is called when its patience is over. A command that waits on the server may take as
    /// long as it wants to (Jedis `setTimeoutInfinite`), and so may what is said on nobody's behalf.
    #[cold]
    pub fn limit_wait(&mut self, leg: &Leg, caller: ThreadId) {
        let waits_long = self.plan.wait > 0 && self.plan.is_of_second_kind(self.requests.get(leg.slot));
        if waits_long || !self.requests.is_somebodys(leg.slot) {
            return;
        }
        self.late.is_used = true;
        self.late.waits_on[caller as usize] = leg.connection;
        let due: Nanos = self.now + self.plan.reply_timeout;
        self.alarms.set(caller, due, &mut self.calendar);
    }

    /// The wait is over.
    #[cold]
    pub fn end_wait(&mut self, caller: ThreadId) {
        if std::mem::replace(&mut self.late.waits_on[caller as usize], NONE) != NONE {
            self.alarms.call_off(caller);
        }
    }

    /// A thread's alarm rings: if it waits for a reply with a limit, it goes on.
    #[cold]
    pub fn lose_patience(&mut self, thread: ThreadId) {
        let connection = self.late.waits_on[thread as usize];
        if connection != NONE && self.cpu.is_waiting(thread, ThreadState::WaitReply) {
            self.readers[connection as usize] = None;
            self.wake(thread);
        }
    }

    /// A request gives up what it has asked, and goes on in the slot that is returned.
    #[cold]
    pub fn give_up(&mut self, slot: Slot) -> Slot {
        self.late.open[usize::from(self.requests.get(slot).node)] += 1;
        self.late.all_open += 1;
        self.requests.give_up(slot)
    }

    /// Whether a node does not take the connection that somebody wants to open.
    #[cold]
    pub fn does_not_listen(&self, leg: &Leg) -> bool {
        let node = self.requests.get(leg.slot).node;
        self.requests.is_somebodys(leg.slot) && self.late.open[usize::from(node)] >= LISTEN_QUEUE
    }

    /// Something has come back: answers to what was given up are thrown away. Returns whether anything else is there.
    #[cold]
    pub fn throw_late_away(&mut self, stream: StreamId) -> bool {
        while let Some((slot, bytes)) = self.wire.head(stream).filter(|&(slot, _)| self.requests.is_given_up(slot)) {
            if bytes == 0 {
                return false;
            }
            let World { wire, requests, late, .. } = self;
            wire.read_each(stream, bytes, |run| {
                if requests.decoded(run) {
                    late.open[usize::from(requests.get(slot).node)] -= 1;
                    late.all_open -= 1;
                    requests.forget(slot);
                }
            });
        }
        self.wire.readable(stream) > 0
    }
}
