//! Connection pool. Mirrors commons-pool2 `GenericObjectPool` over `LinkedBlockingDeque`: borrow takes an idle connection,
//! opens a new one while there are fewer than `maxTotal`, or queues and parks; return puts the connection back *and then*
//! signals the longest waiter. The signalled caller must wake up and try again, so a caller that is already running can take
//! the connection first ("barging"), and the woken one goes to the back of the queue. A signal moves the waiter into the
//! queue of the deque's lock, and only the first of that queue is really woken (`AbstractQueuedSynchronizer`), the next one
//! when the first has had the lock and let go of it: while a woken waiter waits for a core, further returns wake nobody. With [`Handoff::Fifo`] the connection
//! itself is handed to the longest waiter (Go's channels, or commons-pool2 with fairness). A connection that comes back while
//! `maxIdle` are idle is closed; redigo closes the one idle longest in its place.

mod resize;

use super::lifetime::Lifetimes;
use super::pool_rules::PoolRules;
use super::wait_queues::WaitQueues;
use crate::kernel::table::Table;
use crate::kernel::time::Nanos;
use crate::metric::time_weighted::TimeWeighted;
use crate::resource::cpu::ThreadId;
use crate::scenario::{Handoff, IdleOrder};
use std::collections::VecDeque;
use std::ops::Range;

/// Who waits, what is idle, and what does not exist.
pub struct Pool {
    /// How it behaves.
    pub rules: PoolRules,
    /// Connections that may be idle: `maxIdle`, or none while more are open than there may be.
    most_idle: usize,
    /// Its first connection.
    first: u32,
    /// The first of its callers.
    first_caller: ThreadId,
    idle: VecDeque<u32>,
    /// Since when each connection has been idle.
    idle_since: Table<Nanos>,
    /// When its opening began; of those that were there at the start, with the run.
    born: Table<Nanos>,
    /// Idle connection that the evictor is testing: not to be lent meanwhile.
    under_test: Option<u32>,
    /// What the evictor has yet to look at before it begins again with all that are idle; the last is the next.
    unseen: Vec<u32>,
    /// Connections that are not open; the last is opened first.
    closed: Vec<u32>,
    /// Who waits; and waiters with a signal, in the queue of the lock, of whom the first has been woken.
    queues: WaitQueues,
    /// Goroutines that open connections in the background, and how many of them do.
    resting: Vec<ThreadId>,
    opening: usize,
    /// A waiter's signal: it may try again (barging), or has been given a connection (FIFO).
    signals: Table<Signal>,
    /// Connections that callers hold.
    pub lent: TimeWeighted,
}

/// What a borrower gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// An open connection.
    Open(u32),
    /// The right to open this one.
    Closed(u32),
}

/// What a waiter finds when it is woken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Signal {
    /// Nothing has happened.
    #[default]
    None,
    /// A connection was returned; it may be gone again.
    TryAgain,
    /// This connection is yours.
    Granted(Taken),
}

impl Pool {
    /// A pool of the connections from `first` on, for callers with these numbers. It has numbers for `room` of them.
    pub fn new(rules: PoolRules, first: u32, room: u32, callers: Range<ThreadId>) -> Self {
        let idle = first + rules.first_idle;
        Pool {
            rules,
            most_idle: rules.max_idle,
            first,
            first_caller: callers.start,
            idle: (first..idle).collect(),
            idle_since: vec![0; room as usize].into(),
            born: vec![0; room as usize].into(),
            under_test: None,
            unseen: Vec::new(),
            closed: (idle..first + room).rev().collect(),
            queues: WaitQueues::new(&callers),
            resting: Vec::new(),
            opening: if rules.fills { rules.min_idle } else { 0 },
            signals: callers.map(|_| Signal::None).collect(),
            lent: TimeWeighted::default(),
        }
    }

    /// Takes an idle connection if there is one (`pollFirst`, the barging point), or one to be opened if there may be more
    /// (`create`).
    #[inline(always)]
    pub fn take(&mut self, now: Nanos) -> Option<Taken> {
        let tested_first = self.under_test.is_some() && self.idle.front() == self.under_test.as_ref();
        let idle = if tested_first { self.idle.remove(1) } else { self.idle.pop_front() };
        let taken = idle.map(Taken::Open).or_else(|| self.take_closed(now).map(Taken::Closed))?;
        self.lent.add(now, 1);
        Some(taken)
    }

    /// A connection to be opened, if there may be more.
    #[inline(never)]
    fn take_closed(&mut self, now: Nanos) -> Option<u32> {
        let connection = if self.may_open() { self.closed.pop() } else { None }?;
        self.born[(connection - self.first) as usize] = now;
        Some(connection)
    }

    /// Whether there may be more.
    fn may_open(&self) -> bool {
        self.open() < self.rules.max_total as usize
    }

    /// Connections that are open, or being opened.
    pub fn open(&self) -> usize {
        self.idle_since.len() - self.closed.len()
    }

    /// Most connections at a time in the measured window: what it may have, or the more that it had before that was less.
    pub fn most(&self) -> u64 {
        self.lent.max().max(self.open() as u64).max(self.rules.max_total.into())
    }

    /// A connection that has been idle for too long, for a borrower to close before it takes its own: the one idle longest (redigo
    /// `Pool.get` prunes from the back).
    pub fn take_stale(&mut self, now: Nanos) -> Option<u32> {
        let is_last_first = self.rules.order == IdleOrder::Lifo;
        let &connection = if is_last_first { self.idle.back() } else { self.idle.front() }?;
        let idle = now - self.idle_since[(connection - self.first) as usize];
        let is_stale = idle > self.rules.idle_timeout && self.under_test != Some(connection);
        if is_stale {
            self.idle.retain(|&other| other != connection);
        }
        is_stale.then_some(connection)
    }

    /// A stale connection has been closed.
    pub fn forget(&mut self, connection: u32) {
        self.close(connection);
    }

    /// Whether a lent connection is too old to be used (go-redis `ConnPool.isHealthyConn`).
    #[inline]
    pub fn is_stale(&self, connection: u32, now: Nanos, lifetimes: &Lifetimes) -> bool {
        let own = connection - self.first;
        let born = self.born[own as usize];
        self.rules.max_lifetime > 0 && now - born >= lifetimes.of(&self.rules, own, born)
    }

    /// A lent connection that was too old has been closed.
    pub fn retire(&mut self, connection: u32, now: Nanos) {
        self.close(connection);
        self.lent.add(now, -1);
    }

    /// Queues a caller that found nothing.
    pub fn wait(&mut self, caller: ThreadId) {
        debug_assert!(self.idle.len() <= usize::from(self.under_test.is_some()), "nobody waits for what lies there");
        self.signals[(caller - self.first_caller) as usize] = Signal::None;
        self.queues.join(self.queues.waiters(), caller);
    }

    /// Removes a caller whose patience is over from the queue.
    pub fn abandon(&mut self, caller: ThreadId) {
        self.queues.leave(caller);
    }

    /// Whether a caller has its signal, but others are before it in the queue of the lock: it must sleep until they let go.
    pub fn is_behind(&self, caller: ThreadId) -> bool {
        self.signals[(caller - self.first_caller) as usize] == Signal::TryAgain
            && self.queues.first(self.queues.lock()) != Some(caller)
    }

    /// Looks at a waiter's signal and clears it.
    pub fn take_signal(&mut self, caller: ThreadId) -> Signal {
        std::mem::take(&mut self.signals[(caller - self.first_caller) as usize])
    }

    /// Whether a connection that comes back now is closed.
    pub fn is_full(&self) -> bool {
        self.most_idle <= self.idle.len()
    }

    /// What is closed when a connection comes back to a full pool: that one, or of redigo's, where it has its place before the others, the one
    /// idle longest (`Pool.put`).
    #[inline(always)]
    pub fn surplus(&mut self, connection: u32, now: Nanos) -> u32 {
        // (redigo has no evictor. Who gives its pool one has what is under test stay.)
        if !self.rules.is_redigo || self.under_test.is_some() {
            return connection;
        }
        self.idle_since[(connection - self.first) as usize] = now;
        self.idle.push_front(connection);
        self.idle.pop_back().unwrap_or(connection)
    }

    /// Whether somebody waits and nothing is idle.
    pub fn is_wanted(&self) -> bool {
        self.idle.is_empty() && self.queues.first(self.queues.waiters()).is_some()
    }

    /// Gives a connection back; returns the waiter to wake, if there is one.
    #[inline(always)]
    pub fn give(&mut self, connection: u32, now: Nanos) -> Option<ThreadId> {
        if self.rules.handoff == Handoff::Fifo
            && let Some(waiter) = self.next_waiter()
        {
            self.grant(waiter, Taken::Open(connection));
            return Some(waiter);
        }
        self.lent.add(now, -1);
        self.add_idle(connection, now);
        self.signal()
    }

    /// Signals the longest waiter; returns it if it is the first in the queue of the lock, and so to be woken.
    #[inline(never)]
    fn signal(&mut self) -> Option<ThreadId> {
        let waiter = self.next_waiter()?;
        self.signals[(waiter - self.first_caller) as usize] = Signal::TryAgain;
        let lock = self.queues.lock();
        self.queues.join(lock, waiter);
        self.queues.first(lock).filter(|&first| first == waiter)
    }

    /// A caller has looked into the pool and lets go of its lock; if it came from the head of the lock's queue, the next one
    /// there is to be woken.
    #[inline(always)]
    pub fn pass_lock(&mut self, caller: ThreadId) -> Option<ThreadId> {
        let lock = self.queues.lock();
        let holder = self.queues.first(lock)?;
        // Also of one whose patience ended before its turn came.
        self.queues.leave(caller);
        self.queues.first(lock).filter(|_| holder == caller)
    }

    /// Takes the longest waiter out of the queue.
    #[inline]
    fn next_waiter(&mut self) -> Option<ThreadId> {
        let waiter = self.queues.first(self.queues.waiters())?;
        self.queues.leave(waiter);
        Some(waiter)
    }

    /// A connection that was lent has been closed. With FIFO hand-off the longest waiter may open it anew; it is returned.
    pub fn give_closed(&mut self, connection: u32, now: Nanos) -> Option<ThreadId> {
        self.close(connection);
        if self.rules.handoff == Handoff::Fifo
            && self.may_open()
            && let Some(waiter) = self.next_waiter()
        {
            self.closed.pop();
            self.born[(connection - self.first) as usize] = now;
            self.grant(waiter, Taken::Closed(connection));
            return Some(waiter);
        }
        self.lent.add(now, -1);
        None
    }

    fn grant(&mut self, waiter: ThreadId, taken: Taken) {
        self.signals[(waiter - self.first_caller) as usize] = Signal::Granted(taken);
    }

    #[inline(always)]
    fn add_idle(&mut self, connection: u32, now: Nanos) {
        self.idle_since[(connection - self.first) as usize] = now;
        match self.rules.order {
            IdleOrder::Lifo => self.idle.push_front(connection),
            IdleOrder::Fifo => self.idle.push_back(connection),
        }
    }

    /// How many connections a run of the evictor looks at (`getNumTests`).
    pub fn tests_in_a_run(&self) -> usize {
        let (idle, tests) = (self.idle.len(), self.rules.tests_per_run.unsigned_abs() as usize);
        if self.rules.tests_per_run < 0 { idle.div_ceil(tests) } else { tests.min(idle) }
    }

    /// The next connection that the evictor looks at, the one idle longest first. It goes on where its last run has ended.
    pub fn next_to_look_at(&mut self) -> Option<u32> {
        if self.unseen.is_empty() {
            self.unseen.extend(&self.idle);
            if self.rules.order == IdleOrder::Fifo {
                self.unseen.reverse();
            }
        }
        self.unseen.pop()
    }

    /// Whether a connection that has been idle for so long is closed (`DefaultEvictionPolicy`).
    pub fn is_evictable(&self, idle: Nanos) -> bool {
        let PoolRules { min_evictable_idle, soft_min_evictable_idle, min_idle, .. } = self.rules;
        idle > min_evictable_idle || idle > soft_min_evictable_idle && self.idle.len() > min_idle
    }

    /// Begins to test a connection unless it has been lent meanwhile; says for how long it has been idle.
    pub fn begin_test(&mut self, connection: u32, now: Nanos) -> Option<Nanos> {
        let is_idle = self.idle.contains(&connection);
        self.under_test = is_idle.then_some(connection);
        is_idle.then(|| now - self.idle_since[(connection - self.first) as usize])
    }

    /// The tested connection stays; returns the waiter to wake, if anybody has begun to wait for it.
    pub fn end_test(&mut self) -> Option<ThreadId> {
        self.under_test = None;
        self.signal()
    }

    /// The tested connection is closed.
    pub fn evict(&mut self, connection: u32) {
        self.under_test = None;
        self.idle.retain(|&idle| idle != connection);
        self.close(connection);
    }

    /// A connection to be opened because fewer than `minIdle` are idle, if there may be more.
    pub fn take_missing(&mut self, now: Nanos) -> Option<u32> {
        if self.idle.len() + self.opening >= self.rules.min_idle {
            return None;
        }
        let connection = self.take_closed(now)?;
        self.lent.add(now, 1);
        Some(connection)
    }

    /// A goroutine of the background to be called because fewer than `minIdle` are idle or being opened, if there may be more
    /// (go-redis `ConnPool.checkMinIdleConns`).
    pub fn call_filler(&mut self) -> Option<ThreadId> {
        let is_short = self.idle.len() + self.opening < self.rules.min_idle && self.may_open();
        let filler = if is_short { self.resting.pop() } else { None };
        self.opening += usize::from(filler.is_some());
        filler
    }

    /// What such a goroutine opens next; without anything it rests.
    pub fn fill(&mut self, filler: ThreadId, now: Nanos) -> Option<u32> {
        self.opening -= 1;
        let connection = self.take_missing(now);
        match connection {
            Some(_) => self.opening += 1,
            None => self.resting.push(filler),
        }
        connection
    }

    /// For tests: nobody waits for what lies there, unless somebody has been told of it who has not looked yet.
    pub fn assert_consistent(&self) {
        let lendable = self.idle.len() - usize::from(self.under_test.is_some());
        let [waiter, woken] = [self.queues.waiters(), self.queues.lock()].map(|queue| self.queues.first(queue));
        let is_forgotten = lendable > 0 && waiter.is_some() && woken.is_none();
        assert!(!is_forgotten, "{waiter:?} waits while {:?} lie idle", self.idle);
    }

    /// Whether nobody uses a connection.
    pub fn lies_idle(&self, connection: u32) -> bool {
        self.under_test != Some(connection) && self.idle.contains(&connection)
    }

    /// Number of idle connections.
    pub fn idle(&self) -> usize {
        self.idle.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(max_total: u32, handoff: Handoff) -> Pool {
        let rules = PoolRules { max_total, handoff, first_idle: max_total, max_idle: 100, ..PoolRules::default() };
        Pool::new(rules, 0, max_total, 0..3)
    }

    #[test]
    fn with_barging_the_connection_goes_to_whoever_asks_first() {
        let mut pool = pool(1, Handoff::Barging);
        assert_eq!(pool.take(0), Some(Taken::Open(0)));
        pool.wait(1);
        assert_eq!(pool.give(0, 0), Some(1));
        assert_eq!(pool.take(0), Some(Taken::Open(0)), "a third caller barges in");
        assert_eq!((pool.take_signal(1), pool.take(0)), (Signal::TryAgain, None));
    }

    #[test]
    fn one_signalled_waiter_is_woken_at_a_time() {
        let mut pool = pool(2, Handoff::Barging);
        (0..2).for_each(|_| assert!(pool.take(0).is_some()));
        [0, 1, 2].into_iter().for_each(|caller| pool.wait(caller));
        assert_eq!((pool.give(0, 0), pool.give(1, 0)), (Some(0), None), "the second waits for the lock");
        assert_eq!([0, 1, 2].map(|caller| pool.is_behind(caller)), [false, true, false]);
        assert_eq!(pool.pass_lock(2), None, "who has not queued for the lock passes nothing on");
        assert_eq!((pool.pass_lock(0), pool.pass_lock(1)), (Some(1), None));
    }

    #[test]
    fn with_fifo_hand_off_it_goes_to_the_longest_waiter() {
        let mut pool = pool(1, Handoff::Fifo);
        assert_eq!(pool.take(0), Some(Taken::Open(0)));
        pool.wait(2);
        pool.wait(1);
        assert_eq!(pool.give(0, 0), Some(2));
        assert_eq!((pool.take(0), pool.take_signal(2)), (None, Signal::Granted(Taken::Open(0))));
        assert_eq!((pool.give_closed(0, 0), pool.take_signal(1)), (Some(1), Signal::Granted(Taken::Closed(0))));
    }

    #[test]
    fn a_cold_pool_opens_connections_and_a_full_one_closes_them() {
        let rules = PoolRules { max_total: 2, max_idle: 1, ..PoolRules::default() };
        let mut pool = Pool::new(rules, 0, 2, 0..3);
        assert_eq!((pool.take(0), pool.take(0)), (Some(Taken::Closed(0)), Some(Taken::Closed(1))));
        assert_eq!((pool.take(0), pool.is_full()), (None, false));
        pool.give(0, 0);
        assert!(pool.is_full(), "one is idle already");
        assert_eq!(pool.give_closed(1, 0), None);
        assert_eq!((pool.take(0), pool.take(0)), (Some(Taken::Open(0)), Some(Taken::Closed(1))));
    }

    #[test]
    fn a_full_pool_closes_what_comes_back_and_redigo_what_was_idle_longest() {
        for (is_redigo, under_test, closed, left) in
            [(false, None, 0, [1, 2]), (true, None, 2, [0, 1]), (true, Some(2), 0, [1, 2])]
        {
            let rules = PoolRules { max_total: 3, max_idle: 2, first_idle: 3, is_redigo, ..PoolRules::default() };
            let mut pool = Pool::new(rules, 0, 3, 0..3);
            assert_eq!((pool.take(0), pool.is_full()), (Some(Taken::Open(0)), true));
            pool.under_test = under_test;
            assert_eq!(pool.surplus(0, 9), closed);
            assert_eq!((&pool.idle, pool.idle_since[0]), (&VecDeque::from(left), if closed == 2 { 9 } else { 0 }));
            pool.give_closed(closed, 9);
            assert_eq!((pool.open(), pool.lent.value()), (2, 0));
        }
        let keeps_nothing = PoolRules { max_total: 1, first_idle: 1, is_redigo: true, ..PoolRules::default() };
        let mut pool = Pool::new(keeps_nothing, 0, 1, 0..3);
        assert_eq!((pool.take(0), pool.surplus(0, 9), pool.idle()), (Some(Taken::Open(0)), 0, 0));
    }

    #[test]
    fn a_pool_that_may_have_more_opens_them_and_one_that_may_have_fewer_closes_none() {
        let rules = PoolRules { max_total: 1, first_idle: 1, max_idle: 100, ..PoolRules::default() };
        let mut pool = Pool::new(rules, 0, 3, 0..3);
        assert_eq!((pool.take(0), pool.take(0), pool.open()), (Some(Taken::Open(0)), None, 1));
        pool.rules.max_total = 3;
        assert_eq!((pool.take(0), pool.take(0)), (Some(Taken::Closed(1)), Some(Taken::Closed(2))));
        pool.rules.max_total = 1;
        pool.give(2, 0);
        assert_eq!((pool.open(), pool.take(0), pool.take(0)), (3, Some(Taken::Open(2)), None));
        pool.give_closed(2, 0);
        pool.give_closed(1, 0);
        assert_eq!((pool.open(), pool.take(0), pool.most()), (1, None, 3), "the one that may be is lent");
    }

    #[test]
    fn the_evictor_looks_at_a_part_and_goes_on_with_the_next() {
        let mut pool = pool(5, Handoff::Barging);
        let tests = [-1, -2, -5, -6, 0, 3, 9].map(|tests| {
            pool.rules.tests_per_run = tests;
            pool.tests_in_a_run()
        });
        assert_eq!(tests, [5, 3, 1, 1, 0, 3, 5]);
        let seen: Vec<_> = (0..6).map(|_| pool.next_to_look_at()).collect();
        assert_eq!(seen, [4, 3, 2, 1, 0, 4].map(Some));
    }

    #[test]
    fn the_soft_limit_spares_the_last_ones() {
        let mut pool = pool(3, Handoff::Barging);
        (pool.rules.min_idle, pool.rules.soft_min_evictable_idle, pool.rules.min_evictable_idle) = (2, 10, 100);
        assert_eq!([10, 11, 101].map(|idle| pool.is_evictable(idle)), [false, true, true]);
        pool.take(0);
        assert_eq!([11, 100, 101].map(|idle| pool.is_evictable(idle)), [false, false, true]);
    }

    #[test]
    fn a_connection_under_test_is_not_lent() {
        let mut pool = pool(2, Handoff::Barging);
        assert_eq!(
            (pool.next_to_look_at(), pool.begin_test(1, 7)),
            (Some(1), Some(7)),
            "the longest idle is the first"
        );
        assert_eq!((pool.take(0), pool.take(0)), (Some(Taken::Open(0)), None));
        pool.wait(0);
        assert_eq!((pool.end_test(), pool.take(0)), (Some(0), Some(Taken::Open(1))));
        pool.give(1, 0);
        pool.begin_test(1, 0);
        pool.evict(1);
        assert_eq!((pool.idle(), pool.take(0)), (0, Some(Taken::Closed(1))));
    }
}
