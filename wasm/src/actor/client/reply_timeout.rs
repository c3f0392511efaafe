//! Replies that do not come in time: how long callers wait for them, and what becomes of them when they come after all.
//!
//! Mirrors a socket with a timeout (Jedis' `soTimeout`, go-redis' `ReadTimeout`): who has waited for so long gives its request up
//! and closes the connection. What it has sent is executed all the same, if not at once, and answered; the answer comes to
//! a closed socket and is thrown away. The number of the connection then stands for the next socket, whose bytes follow those of
//! the one before: neither end reads across the border.
//!
//! Where event loops do the socket calls the connection lives on. Lettuce's caller waits in a timed wait (`Futures.awaitOrCancel`), or an
//! executor ends its command a little earlier (`CommandExpiryWriter` up to 6.3.1); ioredis has a timer for each command
//! (`Command.setTimeout`). What is written keeps its place among the commands of its connection: the loop reads and decodes the answer and
//! gives it to nobody. What is not written yet never is, if Netty's loop comes to it (`CommandHandler.isWriteable`). A caller that has borrowed
//! the connection gives it back as it is, open (Lettuce's and Spring's pools look at no more), and the next borrower waits behind what
//! was given up; only one on which a conversation of several round trips has broken off is closed.
//!
//! A third kind watches over the connection, not the command: node-redis' `socketTimeout` (Node's `socket.setTimeout`, which begins anew with whatever
//! is read or written) and rueidis (`pipe.go`: a deadline for who is alone, else a PING when a look finds nothing new). When the connection
//! has been silent for too long it is closed under all who use it, and they give up together. Each of them has an alarm of its own, which is put
//! off as long as the connection is not silent; the first that rings in time ends the waits of all.

use super::connection_exchange::{Leg, Topic};
use crate::actor::exchange::OPENING;
use crate::actor::request::Slot;
use crate::actor::world::{Task, World};
use crate::kernel::table::Table;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::ThreadState;
use crate::resource::cpu::ThreadId;
use crate::resource::message::Run;
use crate::resource::wire::{StreamId, back};
use crate::scenario::LISTEN_QUEUE;
use std::collections::VecDeque;

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

/// What was given up, and who may give up.
pub struct ReplyTimeouts {
    /// Whether anybody has ever set a limit.
    pub is_used: bool,
    /// The wait of each thread.
    waits: Table<Wait>,
    /// Callers whose commands the threads of timers have to end.
    pub expired: VecDeque<ThreadId>,
    /// What was given up and is not through, by node, and in all.
    open: Table<u32>,
    all_open: u32,
    /// Of each connection: when something has come last, or, in Node, gone; behind them, since when each has its socket.
    heard: Table<Nanos>,
}

impl ReplyTimeouts {
    /// Of a client with so many threads that asks so many nodes on so many connections.
    pub fn new(threads: usize, nodes: u32, connections: u32) -> Self {
        ReplyTimeouts {
            is_used: false,
            waits: vec![NO_WAIT; threads].into(),
            expired: VecDeque::new(),
            open: vec![0; nodes as usize].into(),
            all_open: 0,
            heard: vec![0; 2 * connections as usize].into(),
        }
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
    /// A caller begins to wait for a reply: it is called at `due`, when its patience is over. What is said on nobody's
    /// behalf may take as long as it wants to, and so may a command that waits on the server where callers block (Jedis
    /// `setTimeoutInfinite`), and tests and handshakes where loops make the socket calls.
    #[cold]
    #[inline(never)]
    pub fn limit_wait(&mut self, leg: &Leg, caller: ThreadId, due: Nanos) {
        let request = self.requests.get(leg.slot);
        let waits_long = self.plan.loops == 0 && self.plan.mix.wait_of(request) > 0;
        let is_aside = self.plan.loops > 0 && matches!(leg.topic, Topic::Test | Topic::Opening);
        if waits_long || is_aside || !self.requests.has_owner(leg.slot) {
            return;
        }
        self.reply_timeouts.is_used = true;
        let due = due.max(self.now);
        self.reply_timeouts.waits[caller as usize] = Wait { connection: leg.connection, timer: request.timer, due };
        self.alarms.set(caller, due, &mut self.calendar);
    }

    /// The wait is over.
    #[cold]
    #[inline(never)]
    pub fn end_wait(&mut self, caller: ThreadId) {
        if std::mem::replace(&mut self.reply_timeouts.waits[caller as usize], NO_WAIT).connection != NONE {
            self.alarms.call_off(caller);
        }
    }

    /// A thread's alarm rings: if it waits for a reply with a limit, it goes on, or the thread that keeps its timeout comes to it. Where
    /// too much has been given up and is not through, it waits as long again.
    #[cold]
    #[inline(never)]
    pub fn on_reply_timeout(&mut self, thread: ThreadId) {
        let Wait { connection, timer, .. } = self.reply_timeouts.waits[thread as usize];
        if connection == NONE || !self.cpu.is_waiting(thread, ThreadState::WaitReply) {
            return;
        }
        let closes_idle = self.plan.closes_idle;
        let is_alone = self.readers[connection as usize] == Some(thread);
        let ends = if closes_idle && !is_alone { self.idle_deadline(connection) } else { 0 };
        let at_once = if closes_idle { self.plan.callers } else { 1 };
        let is_full = (self.plan.loops > 0 || closes_idle)
            && self.reply_timeouts.all_open + at_once > self.plan.loop_rules.max_abandoned;
        // What has come is still to be read.
        let is_heard = closes_idle && self.wire.readable(back(connection)) > 0;
        if ends > self.now || is_full || is_heard {
            let due = if ends > self.now { ends } else { self.now + self.plan.reply_timeout };
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

    /// Something has come on a connection, or gone.
    #[inline(never)]
    pub fn heard(&mut self, connection: u32) {
        if self.plan.closes_idle {
            self.reply_timeouts.heard[connection as usize] = self.now;
        }
    }

    /// When a connection on which nothing more comes is closed. Node's timer runs from what came, or went, last. rueidis looks in
    /// regular intervals (`backgroundPing`); at the first look with nothing new it sends a PING, which waits in its turn.
    #[cold]
    #[inline(never)]
    pub fn idle_deadline(&self, connection: u32) -> Nanos {
        let [last, since] =
            [connection, self.plan.connections + connection].map(|at| self.reply_timeouts.heard[at as usize]);
        let begins = match (self.plan.loops, self.plan.ping_every) {
            (0, 0) => return Nanos::MAX,
            (0, every) => since + ((last - since).div_ceil(every) + 1) * every,
            _ => last,
        };
        begins + self.plan.reply_timeout
    }

    /// A connection on which nothing has come for too long is closed, and all who wait there go on without an answer. The next socket is
    /// there at once.
    #[inline(never)]
    fn close_idle(&mut self, connection: u32) {
        for thread in 0..self.reply_timeouts.waits.len() as ThreadId {
            let waits_here = self.reply_timeouts.waits[thread as usize].connection == connection;
            if waits_here && self.cpu.is_waiting(thread, ThreadState::WaitReply) {
                self.wake(thread);
            }
        }
        self.outstanding.forget(connection);
        self.close(connection);
        self.send_mark(OPENING, connection);
        self.heard(connection);
        self.heard(self.plan.connections + connection);
    }

    /// Whether a thread still waits although its patience is over.
    #[inline(never)]
    pub fn is_timed_out(&self, thread: ThreadId) -> bool {
        let wait = self.reply_timeouts.waits[thread as usize];
        wait.connection != NONE && wait.due <= self.now && self.cpu.is_waiting(thread, ThreadState::WaitReply)
    }

    /// A request gives up what it has asked, and goes on in the slot that is returned.
    #[cold]
    pub fn abandon(&mut self, slot: Slot) -> Slot {
        debug_assert!(self.requests.get(slot).awaiting > 0, "nothing would ever end it");
        self.reply_timeouts.open[usize::from(self.requests.get(slot).node)] += 1;
        self.reply_timeouts.all_open += 1;
        self.requests.abandon(slot)
    }

    /// What was given up has all its answers.
    #[inline(never)]
    fn finish_abandoned(&mut self, slot: Slot) {
        self.reply_timeouts.open[usize::from(self.requests.get(slot).node)] -= 1;
        self.reply_timeouts.all_open -= 1;
        self.requests.forget(slot);
    }

    /// Counts the replies of a run that a client has decoded; returns whether its request has all replies of its round trip, and
    /// somebody wants them.
    #[inline(never)]
    pub fn decoded(&mut self, run: &Run) -> bool {
        let is_through = self.requests.decoded(run);
        if is_through && self.reply_timeouts.is_expected() && self.requests.is_abandoned(run.request) {
            self.finish_abandoned(run.request);
            return false;
        }
        is_through
    }

    /// What was given up before a loop has come to write it is not written.
    #[cold]
    #[inline(never)]
    pub fn drop_abandoned(&mut self, mailbox: usize) {
        while let Some(&Task { run, .. }) = self.mailboxes[mailbox].tasks.front()
            && self.requests.is_abandoned(run.request)
        {
            self.mailboxes[mailbox].tasks.pop_front();
            self.drop_unsent_run(&run);
        }
    }

    /// A run of what was given up is not written.
    #[cold]
    #[inline(never)]
    pub fn drop_unsent_run(&mut self, run: &Run) {
        let answers = if run.message.has_reply() { run.count } else { 0 };
        self.outstanding.answered(self.requests.get(run.request).connection - 1, answers);
        if self.requests.decoded(&Run { count: answers, ..*run }) {
            self.finish_abandoned(run.request);
        }
    }

    /// Whether a node does not take the connection that somebody wants to open.
    #[cold]
    pub fn is_accept_queue_full(&self, leg: &Leg) -> bool {
        let node = self.requests.get(leg.slot).node;
        // Where loops make the socket calls what was given up is on connections that live on.
        self.plan.loops == 0
            && self.requests.has_owner(leg.slot)
            && self.reply_timeouts.open[usize::from(node)] >= LISTEN_QUEUE
    }

    /// Something has come back: answers to what was given up are thrown away. Returns whether anything else is there.
    #[cold]
    pub fn discard_late_reply(&mut self, stream: StreamId) -> bool {
        while let Some((slot, bytes)) = self.wire.head(stream).filter(|&(slot, _)| self.requests.is_abandoned(slot)) {
            if bytes == 0 {
                return false;
            }
            let World { wire, requests, .. } = self;
            let mut is_through = false;
            wire.read_each(stream, bytes, |run| is_through |= requests.decoded(run));
            if is_through {
                self.finish_abandoned(slot);
            }
        }
        self.wire.readable(stream) > 0
    }
}
