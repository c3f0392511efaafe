//! The pool's evictor. Mirrors commons-pool2 `GenericObjectPool.evict` on its timer thread: every `timeBetweenEvictionRunsMs` it goes through
//! idle connections, as many as a run has tests for, longest idle first and one after another, closes those that have been idle
//! for too long, tests the others with a PING (`testWhileIdle`), and at last opens connections until `minIdle` are idle
//! (`ensureMinIdle`).

use super::connection_exchange::{ConnectionExchange, Topic};
use crate::actor::program::Op;
use crate::actor::world::World;
use crate::metric::vocabulary::{Activity, ThreadState};
use crate::resource::cpu::ThreadId;

/// What the evictor has just finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    #[default]
    Started,
    /// It is time.
    Slept,
    /// Looked at a connection.
    Looked,
    Testing,
    Closed,
    Opening,
    Added,
    WaiterWoken,
}

/// Program of the evictor's thread.
#[derive(Default)]
pub struct Evictor {
    step: Step,
    /// The node whose pool is gone through.
    node: usize,
    /// Connections that this run still looks at.
    tests_left: usize,
    /// The connection at work.
    connection: u32,
    connection_exchange: ConnectionExchange,
    waiter: ThreadId,
}

impl Evictor {
    /// See [`crate::actor::program::Program::resume`].
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            Step::Started => self.sleep(world),
            Step::Slept => self.go_through(me, world),
            Step::Looked => self.examine(me, world),
            Step::Testing | Step::Opening => match self.connection_exchange.resume(me, world) {
                Some(op) => op,
                None if self.step == Step::Testing => self.keep(world),
                None => self.then(Step::Added, Op::user(Activity::Return, world.process.plan.costs.pool_return)),
            },
            Step::Closed => self.closed(world),
            Step::Added => self.add(world),
            Step::WaiterWoken => self.wake_waiter(world),
        }
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    fn sleep(&mut self, world: &World) -> Op {
        self.node = 0;
        let pause = world.process.pools[self.node].rules.evict_every + world.process.plan.costs.wait_slack;
        self.then(Step::Slept, Op::sleep(ThreadState::Idle, world.now + pause))
    }

    fn go_through(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.clear_attribution(me, None);
        // What a loop wakes with the answer.
        let errand = world.process.errand;
        world.requests.get_mut(errand).caller = me;
        self.tests_left = world.process.pools[self.node].tests_in_a_run();
        self.next(world)
    }

    fn next(&mut self, world: &mut World) -> Op {
        let connection = if self.tests_left > 0 { world.process.pools[self.node].next_to_look_at() } else { None };
        match connection {
            Some(connection) => {
                self.connection = connection;
                self.then(Step::Looked, Op::user(Activity::Borrow, world.process.plan.costs.pool_borrow))
            }
            None => self.ensure_min_idle(world),
        }
    }

    fn examine(&mut self, me: ThreadId, world: &mut World) -> Op {
        let Some(idle) = world.process.pools[self.node].begin_test(self.connection, world.now) else {
            // It has been lent meanwhile, which does not count.
            return self.next(world);
        };
        self.tests_left -= 1;
        if world.process.pools[self.node].is_evictable(idle) {
            return self.then(Step::Closed, Op::kernel(Activity::Close, world.process.plan.costs.close));
        }
        if world.process.pools[self.node].rules.test_while_idle {
            return self.talk(Step::Testing, Topic::Test, me, world);
        }
        self.keep(world)
    }

    fn talk(&mut self, step: Step, topic: Topic, me: ThreadId, world: &mut World) -> Op {
        let errand = world.process.errand;
        world.requests.get_mut(errand).connection = self.connection + 1;
        world.clear_attribution(me, Some(self.connection));
        let op = self.connection_exchange.start(topic, errand, self.connection, world);
        self.then(step, op)
    }

    fn keep(&mut self, world: &mut World) -> Op {
        let waiter = world.process.pools[self.node].end_test();
        self.wake_or_go_on(waiter, world)
    }

    fn closed(&mut self, world: &mut World) -> Op {
        world.close(self.connection);
        world.process.pools[self.node].evict(self.connection);
        self.next(world)
    }

    fn ensure_min_idle(&mut self, world: &mut World) -> Op {
        let me = world.requests.get(world.process.errand).caller;
        match world.process.pools[self.node].take_missing(world.now) {
            Some(connection) => {
                self.connection = connection;
                self.talk(Step::Opening, Topic::Opening, me, world)
            }
            // One thread serves all pools of a process (commons-pool2 `EvictionTimer`).
            None if self.node + 1 < world.process.pools.len() => {
                self.node += 1;
                self.go_through(me, world)
            }
            None => self.sleep(world),
        }
    }

    fn add(&mut self, world: &mut World) -> Op {
        let waiter = world.process.pools[self.node].give(self.connection, world.now);
        self.wake_or_go_on(waiter, world)
    }

    fn wake_or_go_on(&mut self, waiter: Option<ThreadId>, world: &mut World) -> Op {
        match waiter {
            Some(waiter) if world.cpu.is_waiting(waiter, ThreadState::WaitConnection) => {
                self.waiter = waiter;
                self.then(Step::WaiterWoken, world.waking(waiter))
            }
            _ => self.next(world),
        }
    }

    fn wake_waiter(&mut self, world: &mut World) -> Op {
        world.wake_waiter(self.waiter);
        self.next(world)
    }
}
