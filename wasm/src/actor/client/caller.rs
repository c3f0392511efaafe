//! A caller: an application thread that issues one synchronous request at a time.
//!
//! The three axes meet here. *Connections*: it borrows one (commons-pool2), picks a shared one, or opens its own. *I/O*: it does
//! the socket calls itself ([`super::blocking_io`]) or hands the command to an event loop ([`super::handover`]). *Runtime*: waiting
//! gives up the core.
//!
//! ```text
//!  think ─ caller's code ─┬ borrow ◄─ park ─┐ ─ (open) ─ (test) ─ (wrap) ┬ conversation ┬ (test) ─ return ─ (close) ─ done
//!                         │    └ none idle ─┘                            │              │
//!                         └ pick, or open ───────────────────────────────┴──────────────┘
//! ```

use super::conversation::{Conversation, Topic};
use super::locking::{Locking, POOL, Progress};
use super::pool::{Signal, Taken};
use crate::actor::program::Op;
use crate::actor::request::Slot;
use crate::actor::world::World;
use crate::kernel::rng::Stream;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::{Activity, Failure, Phase, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::scenario::{Connections, Pick};

/// What the caller has just finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    /// It starts, or has been resumed after its pause.
    #[default]
    Started,
    Thought,
    CallerCode,
    /// Open workload: woken with work.
    Offered,
    Borrowed,
    /// At the pool's lock, to look for a connection.
    Looking,
    PoolParking,
    PoolWoken,
    /// It has seen that the connection is still open.
    Peeked,
    Opening,
    TestingBorrowed,
    Wrapped,
    Talking,
    TestingReturned,
    Returned,
    /// At the pool's lock, to give a connection back: one that it may have no room for, or one that somebody waits for.
    Giving,
    Putting,
    Closed,
    /// A connection for whoever waits, in the place of one that was closed.
    Replacing,
    Replaced,
    WaiterWoken,
}

/// Program of a caller thread.
#[derive(Default)]
pub struct Caller {
    step: Step,
    slot: Slot,
    connection: u32,
    conversation: Conversation,
    /// When it stops to wait for a connection.
    patience_ends: Nanos,
    locking: Locking,
    /// What the last look into the pool found.
    taken: Option<Taken>,
    /// The pool has no room for the connection.
    is_surplus: bool,
    /// Who has got the connection, and is being woken.
    granted: Option<ThreadId>,
}

impl Caller {
    /// See [`crate::actor::program::Program::resume`].
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            Step::Started => self.think(me, world),
            Step::Thought => self.then(Step::CallerCode, Op::user(Activity::Caller, world.plan.costs.caller)),
            Step::CallerCode | Step::Offered => self.issue(me, world),
            Step::Borrowed => self.lock(Step::Looking, me, world),
            Step::Looking | Step::Giving | Step::Putting => {
                let progress = self.locking.resume(me, world);
                self.at_lock(progress, me, world)
            }
            Step::PoolParking => self.park_for_connection(me, world),
            Step::PoolWoken => self.look_again(me, world),
            Step::Peeked => self.opened(me, world),
            Step::Opening => self.converse(me, world, Caller::opened),
            Step::TestingBorrowed => self.converse(me, world, Caller::wrap),
            Step::Wrapped => self.use_connection(world),
            Step::Talking => self.converse(me, world, Caller::got_reply),
            Step::TestingReturned => self.converse(me, world, Caller::give_back),
            Step::Returned => self.lock(Step::Giving, me, world),
            Step::Closed => self.closed(me, world),
            Step::Replacing => self.converse(me, world, |caller, _, world| {
                caller.then(Step::Replaced, Op::user(Activity::Return, world.plan.costs.pool_return))
            }),
            Step::Replaced => self.lock(Step::Putting, me, world),
            Step::WaiterWoken => self.wake_waiter(world),
        }
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    /// Goes on with the conversation under way, and with `next` when it is over.
    fn converse(&mut self, me: ThreadId, world: &mut World, next: fn(&mut Self, ThreadId, &mut World) -> Op) -> Op {
        match self.conversation.resume(me, world) {
            Some(op) => op,
            None => next(self, me, world),
        }
    }

    fn talk(&mut self, step: Step, topic: Topic, world: &mut World) -> Op {
        let op = self.conversation.start(topic, self.slot, self.connection, world);
        self.then(step, op)
    }

    fn think(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.work_for_nobody(me, None);
        let pause = world.think_time(me);
        if pause > 0 {
            return self.then(Step::Thought, Op::sleep(ThreadState::Idle, world.now + pause));
        }
        self.then(Step::CallerCode, Op::user(Activity::Caller, world.plan.costs.caller))
    }

    fn issue(&mut self, me: ThreadId, world: &mut World) -> Op {
        let first = match (world.plan.pooled, world.plan.per_request) {
            (true, _) => Phase::WaitConnection,
            (_, true) => Phase::Connect,
            _ => Phase::Prepare,
        };
        let Some(slot) = world.next_request(me, first) else {
            return self.then(Step::Offered, Op::wait(ThreadState::Idle));
        };
        self.slot = slot;
        world.work_for(me, slot);
        match first {
            Phase::WaitConnection => {
                let max_wait = world.pool.rules.max_wait;
                self.patience_ends = if max_wait > 0 { world.now + max_wait } else { Nanos::MAX };
                self.borrow(world)
            }
            Phase::Connect => self.take(Taken::Closed(me), me, world),
            _ => {
                self.connection = self.pick(world);
                self.go_on(Phase::Prepare, me, world);
                self.use_connection(world)
            }
        }
    }

    fn pick(&self, world: &World) -> u32 {
        let request = world.requests.get(self.slot);
        let count = world.plan.connections;
        let Connections::Shared { pick, .. } = world.plan.scenario.client.connections else {
            return 0;
        };
        match pick {
            _ if count == 1 => 0,
            Pick::RoundRobin => request.id % count,
            Pick::Random => (world.random.bits(Stream::Pick, request.key.0, request.key.1) % u64::from(count)) as u32,
        }
    }

    // Borrowing.

    fn borrow(&mut self, world: &World) -> Op {
        self.then(Step::Borrowed, Op::user(Activity::Borrow, world.plan.costs.pool_borrow))
    }

    fn lock(&mut self, step: Step, me: ThreadId, world: &mut World) -> Op {
        self.step = step;
        let progress = self.locking.start(POOL, world.plan.costs.pool_lock, me, world);
        self.at_lock(progress, me, world)
    }

    fn at_lock(&mut self, progress: Progress, me: ThreadId, world: &mut World) -> Op {
        match progress {
            Progress::Goes(op) => op,
            Progress::Holds => {
                self.under_lock(world);
                match self.locking.leave(world) {
                    Some(op) => op,
                    None => self.left_lock(me, world),
                }
            }
            Progress::Left => self.left_lock(me, world),
        }
    }

    fn under_lock(&mut self, world: &mut World) {
        if self.step == Step::Looking {
            self.taken = world.pool.take(world.now);
            return;
        }
        self.is_surplus = self.step == Step::Giving && world.pool.is_full();
        if !self.is_surplus {
            self.granted = world.give_back(self.connection);
        }
    }

    fn left_lock(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            Step::Looking => self.looked(me, world),
            _ if self.is_surplus => self.close(world),
            _ => self.wake_or_done(world),
        }
    }

    fn looked(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.taken {
            Some(taken) => self.take(taken, me, world),
            None if world.now >= self.patience_ends => {
                world.fail(self.slot, Failure::PoolTimeout);
                self.over()
            }
            None => {
                world.pool.wait(me);
                self.then(Step::PoolParking, world.plan.park)
            }
        }
    }

    fn park_for_connection(&mut self, me: ThreadId, world: &mut World) -> Op {
        match world.pool.take_signal(me) {
            Signal::None => {
                if self.patience_ends < Nanos::MAX {
                    world.alarms.set(me, self.patience_ends.max(world.now), &mut world.calendar);
                }
                self.then(Step::PoolWoken, Op::wait(ThreadState::WaitConnection))
            }
            signal => self.signalled(signal, me, world),
        }
    }

    fn look_again(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.alarms.call_off(me);
        let signal = world.pool.take_signal(me);
        self.signalled(signal, me, world)
    }

    fn signalled(&mut self, signal: Signal, me: ThreadId, world: &mut World) -> Op {
        match signal {
            Signal::Granted(taken) => self.take(taken, me, world),
            // Having been woken costs the lock and the look once more.
            Signal::TryAgain => {
                self.locking.has_been_queued();
                self.borrow(world)
            }
            // So does an alarm; this look is the last.
            Signal::None => {
                world.pool.give_up(me);
                self.borrow(world)
            }
        }
    }

    fn take(&mut self, taken: Taken, me: ThreadId, world: &mut World) -> Op {
        match taken {
            Taken::Open(connection) => {
                self.connection = connection;
                match world.pool.rules.peek {
                    true => self.then(Step::Peeked, Op::kernel(Activity::Peek, world.plan.costs.read_empty)),
                    false => self.opened(me, world),
                }
            }
            Taken::Closed(connection) => {
                self.connection = connection;
                self.go_on(Phase::Connect, me, world);
                self.talk(Step::Opening, Topic::Opening, world)
            }
        }
    }

    /// The request's next phase, on the connection that is now in the caller's hands.
    fn go_on(&mut self, phase: Phase, me: ThreadId, world: &mut World) {
        world.enter(self.slot, phase);
        world.requests.get_mut(self.slot).connection = self.connection + 1;
        world.work_for(me, self.slot);
    }

    fn opened(&mut self, me: ThreadId, world: &mut World) -> Op {
        if !world.pool.rules.test_on_borrow {
            return self.wrap(me, world);
        }
        self.go_on(Phase::TestOnBorrow, me, world);
        self.talk(Step::TestingBorrowed, Topic::Test, world)
    }

    fn wrap(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.go_on(Phase::Prepare, me, world);
        if !world.pool.rules.wrap {
            return self.use_connection(world);
        }
        self.then(Step::Wrapped, Op::user(Activity::Wrap, world.plan.costs.wrap))
    }

    fn use_connection(&mut self, world: &mut World) -> Op {
        self.talk(Step::Talking, Topic::Request, world)
    }

    // After the reply.

    fn got_reply(&mut self, me: ThreadId, world: &mut World) -> Op {
        if world.plan.per_request {
            world.enter(self.slot, Phase::GiveBack);
            return self.close(world);
        }
        if !world.plan.pooled {
            return self.done(world);
        }
        if world.pool.rules.test_on_return {
            world.enter(self.slot, Phase::TestOnReturn);
            return self.talk(Step::TestingReturned, Topic::Test, world);
        }
        self.give_back(me, world)
    }

    fn give_back(&mut self, _me: ThreadId, world: &mut World) -> Op {
        world.enter(self.slot, Phase::GiveBack);
        self.then(Step::Returned, Op::user(Activity::Return, world.plan.costs.pool_return))
    }

    fn close(&mut self, world: &World) -> Op {
        self.then(Step::Closed, Op::kernel(Activity::Close, world.plan.costs.close))
    }

    /// commons-pool2 `returnObject` ends with `ensureIdle(1)`: whoever waits gets a new connection, opened by the returner.
    fn closed(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.close(self.connection);
        if !world.plan.pooled {
            return self.done(world);
        }
        self.granted = world.pool.give_closed(self.connection, world.now);
        if self.granted.is_some() || !world.pool.is_wanted() {
            return self.wake_or_done(world);
        }
        let Some(Taken::Closed(connection)) = world.pool.take(world.now) else {
            return self.done(world);
        };
        self.connection = connection;
        self.go_on(Phase::GiveBack, me, world);
        self.talk(Step::Replacing, Topic::Opening, world)
    }

    fn wake_or_done(&mut self, world: &mut World) -> Op {
        match self.granted {
            // A waiter that has not parked yet sees its signal without a system call.
            Some(waiter) if world.cpu.is_waiting(waiter, ThreadState::WaitConnection) => {
                self.then(Step::WaiterWoken, world.waking(waiter))
            }
            _ => self.done(world),
        }
    }

    fn wake_waiter(&mut self, world: &mut World) -> Op {
        if let Some(waiter) = self.granted {
            world.wake_waiter(waiter);
        }
        self.done(world)
    }

    fn done(&mut self, world: &mut World) -> Op {
        world.finish(self.slot);
        self.over()
    }

    fn over(&mut self) -> Op {
        self.step = Step::Started;
        // Nothing is spent between the reply and the next pause; the loop around the call is `callerNs`.
        Op::user(Activity::None, 0)
    }
}
