//! A caller: an application thread that issues one synchronous request at a time.
//!
//! The three axes meet here. *Connections*: it borrows one (commons-pool2) or picks a shared one. *I/O*: it does the socket
//! calls itself ([`super::blocking_io`]) or hands the command to an event loop ([`super::handover`]). *Runtime*: waiting gives
//! up the core.
//!
//! ```text
//!  think ─ caller's code ─┬ borrow ◄─ park ─┐   ┬ conversation ┬ return ─ done
//!                         │    └ none idle ─┘   │              │
//!                         └ pick ───────────────┴──────────────┘
//! ```

use super::conversation::Conversation;
use super::pool::Signal;
use crate::actor::program::Op;
use crate::actor::request::Slot;
use crate::actor::world::World;
use crate::kernel::rng::Stream;
use crate::metric::vocabulary::{Activity, Phase, ThreadState};
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
    PoolFutexWait,
    PoolWoken,
    Talking,
    Returned,
    WaiterWoken,
}

/// Program of a caller thread.
#[derive(Default)]
pub struct Caller {
    step: Step,
    slot: Slot,
    conversation: Conversation,
    /// Whom the caller is waking after it has returned a connection.
    waiter: ThreadId,
}

impl Caller {
    /// See [`crate::actor::program::Program::resume`].
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            Step::Started => self.think(me, world),
            Step::Thought => self.then(Step::CallerCode, Op::user(Activity::Caller, world.plan.costs.caller)),
            Step::CallerCode | Step::Offered => self.issue(me, world),
            Step::Borrowed => self.try_take(me, world),
            Step::PoolFutexWait => self.park_for_connection(me, world),
            Step::PoolWoken => self.look_again(me, world),
            Step::Talking => match self.conversation.resume(me, world) {
                Some(op) => op,
                None => self.got_reply(world),
            },
            Step::Returned => self.give(world),
            Step::WaiterWoken => self.wake_waiter(world),
        }
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    fn think(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.work_for_nobody(me, None);
        let pause = world.think_time(me);
        if pause > 0 {
            return self.then(Step::Thought, Op::Sleep(world.now + pause));
        }
        self.then(Step::CallerCode, Op::user(Activity::Caller, world.plan.costs.caller))
    }

    fn issue(&mut self, me: ThreadId, world: &mut World) -> Op {
        let first = if world.plan.pooled { Phase::WaitConnection } else { Phase::Prepare };
        let Some(slot) = world.next_request(me, first) else {
            return self.then(Step::Offered, Op::Wait(ThreadState::Idle));
        };
        self.slot = slot;
        world.work_for(me, slot);
        if world.plan.pooled {
            return self.then(Step::Borrowed, Op::user(Activity::Borrow, world.plan.costs.pool_borrow));
        }
        let connection = self.pick(world);
        self.use_connection(me, connection, world)
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

    fn try_take(&mut self, me: ThreadId, world: &mut World) -> Op {
        match world.pool.take(world.now) {
            Some(connection) => self.use_connection(me, connection, world),
            None => {
                world.pool.wait(me);
                self.then(Step::PoolFutexWait, Op::kernel(Activity::FutexWait, world.plan.costs.futex_wait))
            }
        }
    }

    fn park_for_connection(&mut self, me: ThreadId, world: &mut World) -> Op {
        match world.pool.take_signal(me) {
            Signal::None => self.then(Step::PoolWoken, Op::Wait(ThreadState::WaitConnection)),
            signal => self.signalled(signal, me, world),
        }
    }

    fn look_again(&mut self, me: ThreadId, world: &mut World) -> Op {
        let signal = world.pool.take_signal(me);
        self.signalled(signal, me, world)
    }

    fn signalled(&mut self, signal: Signal, me: ThreadId, world: &mut World) -> Op {
        match signal {
            Signal::Granted(connection) => self.use_connection(me, connection, world),
            // Having been woken costs the lock and the look once more.
            _ => self.then(Step::Borrowed, Op::user(Activity::Borrow, world.plan.costs.pool_borrow)),
        }
    }

    fn use_connection(&mut self, me: ThreadId, connection: u32, world: &mut World) -> Op {
        if world.plan.pooled {
            world.enter(self.slot, Phase::Prepare);
        }
        world.requests.get_mut(self.slot).connection = connection + 1;
        world.work_for(me, self.slot);
        let op = self.conversation.start(self.slot, connection, world);
        self.then(Step::Talking, op)
    }

    // After the reply.

    fn got_reply(&mut self, world: &mut World) -> Op {
        if world.plan.pooled {
            world.enter(self.slot, Phase::GiveBack);
            return self.then(Step::Returned, Op::user(Activity::Return, world.plan.costs.pool_return));
        }
        self.done(world)
    }

    fn give(&mut self, world: &mut World) -> Op {
        match world.pool.give(self.conversation.connection(), world.now) {
            // A waiter that has not parked yet sees its signal without a system call.
            Some(waiter) if world.cpu.is_waiting(waiter, ThreadState::WaitConnection) => {
                self.waiter = waiter;
                self.then(Step::WaiterWoken, Op::kernel(Activity::FutexWake, world.plan.costs.futex_wake))
            }
            _ => self.done(world),
        }
    }

    fn wake_waiter(&mut self, world: &mut World) -> Op {
        world.wake(self.waiter);
        self.done(world)
    }

    fn done(&mut self, world: &mut World) -> Op {
        world.finish(self.slot);
        self.step = Step::Started;
        // Nothing is spent between the reply and the next pause; the loop around the call is `callerNs`.
        Op::user(Activity::None, 0)
    }
}
