//! Goroutines that keep a pool filled. Mirrors go-redis `ConnPool.checkMinIdleConns`: a borrower that leaves fewer than `minIdle` idle
//! connections starts a goroutine for each missing one. The goroutine opens a connection and adds it to the idle ones. In the
//! model these goroutines exist from the start, one for each connection that can be missing, and sleep.

use super::connection_exchange::{ConnectionExchange, Topic};
use crate::actor::program::Op;
use crate::actor::request::Slot;
use crate::actor::world::World;
use crate::metric::vocabulary::{Activity, ThreadState};
use crate::resource::cpu::ThreadId;

/// What it has just finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    #[default]
    Called,
    Opening,
    Opened,
    WaiterWoken,
}

/// Program of such a goroutine.
pub struct Filler {
    step: Step,
    /// The node whose pool it fills.
    node: usize,
    /// The errand's slot.
    slot: Slot,
    /// What it opens.
    connection: u32,
    connection_exchange: ConnectionExchange,
    waiter: ThreadId,
}

impl Filler {
    /// A goroutine that fills the pool of a node, in the slot of an errand.
    pub fn new(node: usize, slot: Slot) -> Self {
        let connection_exchange = ConnectionExchange::default();
        Filler { step: Step::default(), node, slot, connection: 0, connection_exchange, waiter: 0 }
    }

    /// See [`crate::actor::program::Program::resume`].
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            Step::Called => self.open(me, world),
            Step::Opening => match self.connection_exchange.resume(me, world) {
                Some(op) => op,
                None => self.then(Step::Opened, Op::user(Activity::Return, world.process.plan.costs.pool_return)),
            },
            Step::Opened => self.add(me, world),
            Step::WaiterWoken => {
                world.wake_waiter(self.waiter);
                self.open(me, world)
            }
        }
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    fn open(&mut self, me: ThreadId, world: &mut World) -> Op {
        let Some(connection) = world.process.pools[self.node].fill(me, world.now) else {
            world.clear_attribution(me, None);
            return self.then(Step::Called, Op::wait(ThreadState::Idle));
        };
        self.connection = connection;
        world.requests.get_mut(self.slot).connection = connection + 1;
        world.clear_attribution(me, Some(connection));
        let op = self.connection_exchange.start(Topic::Opening, self.slot, connection, world);
        self.then(Step::Opening, op)
    }

    fn add(&mut self, me: ThreadId, world: &mut World) -> Op {
        match world.process.pools[self.node].give(self.connection, world.now) {
            Some(waiter) if world.cpu.is_waiting(waiter, ThreadState::WaitConnection) => {
                self.waiter = waiter;
                self.then(Step::WaiterWoken, world.waking(waiter))
            }
            _ => self.open(me, world),
        }
    }
}
