//! The main thread's side of Redis 8's I/O threads: clients are handed over ([`crate::actor::server::io_loop`] is the other side).
//!
//! Mirrors `processClientsFromIOThread` and `sendPendingClientsToIOThreads`. The main thread takes a thread's whole list, executes its
//! clients' commands, and returns the clients in lists of 16 or at the end of the turn. It notifies a thread through an eventfd
//! only if that sleeps and had an empty list. With `appendfsync always` no client returns before the file is on disk.

use super::{MainLoop, Step};
use crate::actor::program::Op;
use crate::actor::server::io_loop::LIST_CLIENTS;
use crate::actor::world::World;
use crate::metric::vocabulary::{Activity, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::scenario::AppendOnly;

impl MainLoop {
    /// The list of the next I/O thread that has one.
    pub(super) fn take_list(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.list.clear();
        self.next = 0;
        // Once each: a thread that has handed over more in the meantime must wait for the others.
        while let Some(io_loop) = world.io.loops.get_mut(self.next_thread) {
            self.next_thread += 1;
            if !io_loop.to_main.is_empty() {
                std::mem::swap(&mut self.list, &mut io_loop.to_main);
                self.had_input = true;
                world.clear_attribution(me, None);
                let taking = self.list.len() as u64 * world.plan.costs.hand_over;
                return self.then(Step::Taken, Op::user(Activity::HandOver, taking));
            }
        }
        self.begin(Step::Log)
    }

    /// A client is done with: it goes back to its I/O thread.
    pub(super) fn goes_back(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.thread = self.client as usize % self.returning.len();
        let returning = &mut self.returning[self.thread];
        returning.push(self.client);
        let waits = matches!(world.plan.scenario.server.append_only, AppendOnly::Always { .. });
        if returning.len() < LIST_CLIENTS || waits {
            return self.proceed();
        }
        self.hand_back(me, world)
    }

    /// What is left at the end of a turn goes back.
    pub(super) fn give_back(&mut self, me: ThreadId, world: &mut World) -> Op {
        while self.thread < self.returning.len() {
            if !self.returning[self.thread].is_empty() {
                return self.hand_back(me, world);
            }
            self.thread += 1;
        }
        self.begin(Step::Sleep)
    }

    fn hand_back(&mut self, me: ThreadId, world: &mut World) -> Op {
        let io_loop = &mut world.io.loops[self.thread];
        let notify = io_loop.to_loop.is_empty() && world.cpu.is_waiting(io_loop.thread, ThreadState::Idle);
        io_loop.to_loop.append(&mut self.returning[self.thread]);
        let sleeper = io_loop.thread;
        if notify {
            world.clear_attribution(me, None);
            let waking = world.waking_cost(world.plan.costs.eventfd_wake, sleeper);
            return self.then(Step::Notified, Op::kernel(Activity::EventfdWrite, waking));
        }
        self.proceed()
    }

    pub(super) fn notified(&mut self, world: &mut World) -> Op {
        world.notify(world.io.loops[self.thread].thread);
        self.proceed()
    }
}
