//! Reply timeouts: how long a caller waits for a reply, and how a late reply is handled.
//!
//! Three mechanisms exist.
//!
//! *A socket timeout of a blocking client* (Jedis' `soTimeout`, go-redis' `ReadTimeout`). The caller abandons its request and closes
//! the connection. The server still executes the commands it received. Their replies reach a closed socket and are discarded.
//! The connection's number then stands for the next socket. Its bytes follow the old ones, and neither end reads across the border.
//!
//! *A command timeout of a client with event loops.* The connection stays open. In Lettuce the caller's timed wait ends
//! (`Futures.awaitOrCancel`), or an executor ends the command a little earlier (`CommandExpiryWriter` up to 6.3.1). ioredis has a timer
//! for each command (`Command.setTimeout`). A sent command keeps its place: the loop decodes its reply and discards it. An unsent
//! command is dropped when Netty's loop reaches it (`CommandHandler.isWriteable`). A borrower returns the connection open, and the next
//! borrower waits behind the abandoned commands. Only a connection in the middle of an exchange of several round trips is closed.
//!
//! *An idle timeout of the connection* (node-redis' `socketTimeout`, by Node's `socket.setTimeout`; rueidis' `pipe.go`). Node's timer
//! restarts with each read and write. rueidis sets a deadline for a lone caller, else sends a PING after a silent interval.
//! A silent connection is closed, and all of its callers fail together. Each caller has an alarm, which moves on while data
//! arrives. The first alarm that expires ends all waits.

use super::connection_exchange::{Leg, Topic};
use crate::actor::exchange::OPENING;
use crate::actor::request::Slot;
use crate::actor::world::{Task, World};
use crate::kernel::table::Table;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::ThreadState;
use crate::resource::cpu::ThreadId;
use crate::resource::message::{Message, Run};
use crate::resource::wire::{StreamId, Wire, back};
use crate::scenario::LISTEN_QUEUE;

/// No connection.
const NONE: u32 = u32::MAX;

/// A thread's wait with a limit.
#[derive(Clone, Copy, Debug)]
struct Wait {
    /// The connection, and the timer that watches over the command.
    connection: u32,
    timer: u16,
    /// When it is over.
    due: Nanos,
}

const NO_WAIT: Wait = Wait { connection: NONE, timer: 0, due: 0 };

/// Abandoned requests, and the waits that can time out.
pub struct ReplyTimeouts {
    /// Whether any wait has had a limit.
    pub is_used: bool,
    /// The wait of each thread.
    waits: Table<Wait>,
    /// Abandoned requests without all replies: by node, and in all.
    open: Table<u32>,
    all_open: u32,
    /// Of each connection: the time of its last read, or, in Node, last read or write; then when its socket was opened.
    heard: Table<Nanos>,
}

impl ReplyTimeouts {
    /// For a number of threads, nodes and connections.
    pub fn new(threads: usize, nodes: u32, connections: u32) -> Self {
        ReplyTimeouts {
            is_used: false,
            waits: vec![NO_WAIT; threads].into(),
            open: vec![0; nodes as usize].into(),
            all_open: 0,
            heard: vec![0; 2 * connections as usize].into(),
        }
    }

    /// Whether late replies may come.
    #[inline]
    pub fn is_expected(&self) -> bool {
        self.all_open > 0
    }

    /// Abandoned requests without all replies, of all nodes.
    pub fn count(&self) -> u32 {
        self.open.iter().sum()
    }
}

impl World {
    /// A caller begins to wait for a reply until `due`. Three waits have no limit: errands without a request, blocking commands of
    /// blocking clients (Jedis `setTimeoutInfinite`), and tests and handshakes of clients with event loops.
    #[cold]
    #[inline(never)]
    pub fn limit_wait(&mut self, leg: &Leg, caller: ThreadId, due: Nanos) {
        let request = self.requests.get(leg.slot);
        let waits_long = self.process.plan.loops == 0 && self.plan.exchange(request).wait > 0;
        let is_aside = self.process.plan.loops > 0 && matches!(leg.topic, Topic::Test | Topic::Opening);
        if waits_long || is_aside || !self.requests.has_owner(leg.slot) {
            return;
        }
        self.reply_timeouts.is_used = true;
        let due = due.max(self.now);
        self.reply_timeouts.waits[caller as usize] = Wait { connection: leg.connection, timer: request.timer, due };
        self.alarms.set(caller, due, &mut self.calendar);
    }

    /// A caller waits on a connection until `due` at the latest, whatever it says there.
    #[cold]
    pub fn limit_wait_to(&mut self, connection: u32, caller: ThreadId, due: Nanos) {
        self.reply_timeouts.is_used = true;
        let wait = &mut self.reply_timeouts.waits[caller as usize];
        if wait.connection == connection && wait.due <= due {
            return;
        }
        *wait = Wait { connection, timer: 0, due };
        self.alarms.set(caller, due, &mut self.calendar);
    }

    /// A command that was given up never reaches the server.
    #[cold]
    pub fn lose_command(&mut self, run: &Run) {
        if self.requests.decoded(run) {
            self.finish_abandoned(run.request);
        }
    }

    /// The wait is over.
    #[cold]
    #[inline(never)]
    pub fn end_wait(&mut self, caller: ThreadId) {
        if std::mem::replace(&mut self.reply_timeouts.waits[caller as usize], NO_WAIT).connection != NONE {
            self.alarms.call_off(caller);
        }
    }

    /// A thread's alarm expires. If it still waits for a reply, the thread or its timer thread ends the wait. With too many abandoned
    /// requests open, it waits as long again.
    #[cold]
    #[inline(never)]
    pub fn on_reply_timeout(&mut self, thread: ThreadId) {
        let Wait { connection, timer, .. } = self.reply_timeouts.waits[thread as usize];
        if connection == NONE || !self.cpu.is_waiting(thread, ThreadState::WaitReply) {
            return;
        }
        let closes_idle = self.process.plan.closes_idle;
        let is_alone = self.readers[connection as usize] == Some(thread);
        let ends = if closes_idle && !is_alone { self.idle_deadline(connection) } else { 0 };
        let at_once = if closes_idle { self.process.plan.callers } else { 1 };
        let is_full = (self.process.plan.loops > 0 || closes_idle)
            && self.process.abandoned + at_once > self.process.plan.loop_rules.max_abandoned;
        // What has come is still to be read.
        let is_heard = closes_idle && self.wire.readable(back(connection)) > 0;
        if ends > self.now || is_full || is_heard {
            let due = if ends > self.now { ends } else { self.now + self.process.plan.reply_timeout };
            self.reply_timeouts.waits[thread as usize].due = due;
            return self.alarms.set(thread, due, &mut self.calendar);
        }
        if self.executor_expires() {
            return self.expire_later(timer.into(), thread);
        }
        if is_alone {
            self.readers[connection as usize] = None;
        }
        match closes_idle {
            true => self.close_idle(connection),
            false => self.wake(thread),
        }
    }

    /// Data was read from a connection, or written to it.
    #[inline(never)]
    pub fn heard(&mut self, connection: u32) {
        if self.process.plan.closes_idle {
            self.reply_timeouts.heard[connection as usize] = self.now;
        }
    }

    /// When a connection without further data is closed. Node's timer starts at the last read or write. rueidis checks in regular
    /// intervals (`backgroundPing`): at the first check without new data it sends a PING, which has the reply timeout.
    #[cold]
    #[inline(never)]
    pub fn idle_deadline(&self, connection: u32) -> Nanos {
        let [last, since] =
            [connection, self.plan.connections + connection].map(|at| self.reply_timeouts.heard[at as usize]);
        let begins = match (self.process.plan.loops, self.process.plan.ping_every) {
            (0, 0) => return Nanos::MAX,
            (0, every) => since + ((last - since).div_ceil(every) + 1) * every,
            _ => last,
        };
        begins + self.process.plan.reply_timeout
    }

    /// Closes a silent connection: all of its callers go on without a reply. Its next socket is open at once.
    #[inline(never)]
    fn close_idle(&mut self, connection: u32) {
        for thread in 0..self.reply_timeouts.waits.len() as ThreadId {
            let waits_here = self.reply_timeouts.waits[thread as usize].connection == connection;
            if waits_here && self.cpu.is_waiting(thread, ThreadState::WaitReply) {
                self.wake(thread);
            }
        }
        self.process.outstanding.forget(connection);
        self.close(connection);
        self.send_mark(OPENING, connection);
        self.heard(connection);
        self.heard(self.plan.connections + connection);
    }

    /// Whether a thread still waits after its timeout.
    #[inline(never)]
    pub fn is_timed_out(&self, thread: ThreadId) -> bool {
        let wait = self.reply_timeouts.waits[thread as usize];
        wait.connection != NONE && wait.due <= self.now && self.cpu.is_waiting(thread, ThreadState::WaitReply)
    }

    /// A request abandons its commands and goes on in the returned slot.
    #[cold]
    pub fn abandon(&mut self, slot: Slot) -> Slot {
        debug_assert!(self.requests.get(slot).awaiting > 0, "nothing would ever end it");
        self.reply_timeouts.open[usize::from(self.requests.get(slot).node)] += 1;
        self.reply_timeouts.all_open += 1;
        self.process.abandoned += 1;
        self.requests.abandon(slot)
    }

    /// An abandoned request has all its replies.
    #[inline(never)]
    fn finish_abandoned(&mut self, slot: Slot) {
        self.reply_timeouts.open[usize::from(self.requests.get(slot).node)] -= 1;
        self.reply_timeouts.all_open -= 1;
        self.process.abandoned -= 1;
        self.requests.forget(slot);
    }

    /// Counts the replies of a run that a client has decoded. Returns whether a request that was not abandoned has all replies of its
    /// round trip.
    #[inline(never)]
    pub fn decoded(&mut self, run: &Run) -> bool {
        let is_through = self.requests.decoded(run);
        if is_through && self.reply_timeouts.is_expected() && self.requests.is_abandoned(run.request) {
            self.finish_abandoned(run.request);
            return false;
        }
        is_through
    }

    /// Drops commands that were abandoned before their loop has written them.
    #[cold]
    #[inline(never)]
    pub fn drop_abandoned(&mut self, mailbox: usize) {
        while let Some(&Task { run, .. }) = self.process.mailboxes[mailbox].tasks.front()
            && self.requests.is_abandoned(run.request)
        {
            self.process.mailboxes[mailbox].tasks.pop_front();
            self.drop_unsent_run(&run);
        }
    }

    /// Drops an unwritten run of an abandoned request.
    #[cold]
    #[inline(never)]
    pub fn drop_unsent_run(&mut self, run: &Run) {
        let answers = if run.message.has_reply() { run.count } else { 0 };
        self.process.outstanding.answered(self.requests.get(run.request).connection - 1, answers);
        if self.requests.decoded(&Run { count: answers, ..*run }) {
            self.finish_abandoned(run.request);
        }
    }

    /// Whether the accept queue of a request's node is full.
    #[cold]
    pub fn is_accept_queue_full(&self, leg: &Leg) -> bool {
        let node = self.requests.get(leg.slot).node;
        // Where loops make the socket calls what was given up is on connections that live on.
        self.process.plan.loops == 0
            && self.requests.has_owner(leg.slot)
            && self.reply_timeouts.open[usize::from(node)] >= LISTEN_QUEUE
    }

    /// Discards late replies at the head of a stream. Returns whether other data is readable.
    #[cold]
    pub fn discard_late_reply(&mut self, stream: StreamId) -> bool {
        // A message may lie before a late reply. An errand's reply is another matter: a thread waits for it.
        let may_push = self.tracking.is_some() && !self.subscribes(stream / 2);
        let is_push = |wire: &Wire| wire.under_way(stream).is_some_and(|(message, ..)| message == Message::Push);
        while let Some((slot, bytes)) = self
            .wire
            .head(stream)
            .filter(|&(slot, _)| self.requests.is_abandoned(slot) || may_push && is_push(&self.wire))
        {
            if bytes == 0 {
                return false;
            }
            let World { wire, requests, .. } = self;
            let (mut is_through, mut pushes) = (false, 0);
            wire.read_each(stream, bytes, |run| match run.message {
                Message::Push => pushes += run.count,
                _ => is_through |= requests.decoded(run),
            });
            (0..pushes).for_each(|_| self.on_push(stream / 2));
            if is_through {
                self.finish_abandoned(slot);
            }
        }
        self.wire.readable(stream) > 0
    }
}
