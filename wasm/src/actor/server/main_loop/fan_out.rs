//! Fan-out and fan-in: the I/O threads of Redis 6 and 7.
//!
//! Mirrors `handleClientsWithPendingWritesUsingThreads` and `handleClientsWithPendingReadsUsingThreads`: pending clients are
//! dealt in turn to all threads, client i to thread i modulo n, the main thread being thread 0. It does its own share and
//! then spins until everybody has finished, so at any time all threads read, or all write, or none does anything. Commands
//! run after the barrier, in the order of the list. With fewer than two pending clients a thread the main thread locks the
//! others out and writes alone.

use super::{MainLoop, Step};
use crate::actor::program::Op;
use crate::actor::server::io_threads::Job;
use crate::actor::world::World;
use crate::metric::vocabulary::{Activity, ThreadState};
use crate::scenario::IoThreads;

impl MainLoop {
    /// `postponeClientRead`: only while the threads are active.
    #[inline(always)]
    pub(super) fn postpones_reads(&self) -> bool {
        matches!(self.kind, IoThreads::Redis6 { do_reads: true, .. }) && self.active > 1
    }

    pub(super) fn deal_reads(&mut self, world: &mut World) -> Op {
        self.stage = Step::OwnReads;
        std::mem::swap(&mut self.list, &mut self.pending_read);
        self.pending_read.clear();
        self.deal_last_first(world)
    }

    pub(super) fn fan_out_writes(&mut self, world: &mut World) -> Op {
        if self.pending_write.len() >= 2 * self.threads {
            return self.unlock_all(world);
        }
        // `stopThreadedIOIfNeeded`, to which a turn without any reply does not come.
        if self.active > 1 && !self.pending_write.is_empty() {
            self.active = 1;
            (0..self.threads - 1).for_each(|thread| world.stop(thread));
        }
        self.begin(Step::Replies)
    }

    fn unlock_all(&mut self, world: &mut World) -> Op {
        self.thread = self.active;
        self.active = self.threads;
        self.stage = Step::OwnWrites;
        self.unlock_more(world)
    }

    /// Unlocks the mutexes of the threads from `thread` up to the last active one; those that are blocked must be woken.
    pub(super) fn unlock_more(&mut self, world: &mut World) -> Op {
        while self.thread < self.active {
            let io = &mut world.io.threads[self.thread - 1];
            io.stopped = false;
            world.alarms.call_off(io.thread);
            if world.cpu.is_waiting(io.thread, ThreadState::Idle) {
                let waking = world.waking_cost(world.plan.costs.futex_wake, world.io.threads[self.thread - 1].thread);
                return self.then(Step::Unlocked, Op::kernel(Activity::FutexWake, waking));
            }
            self.thread += 1;
        }
        if self.stage != Step::OwnWrites {
            return self.begin_events(world);
        }
        std::mem::swap(&mut self.list, &mut self.pending_write);
        self.pending_write.clear();
        self.deal_last_first(world)
    }

    /// Clients are added at the head of the list, so the last one comes first.
    fn deal_last_first(&mut self, world: &mut World) -> Op {
        self.list.reverse();
        self.deal(world)
    }

    pub(super) fn unlocked(&mut self, world: &mut World) -> Op {
        world.call(self.thread - 1);
        self.thread += 1;
        self.unlock_more(world)
    }

    /// Clients that stay with the main thread are not handed over: neither they nor their buffers change caches.
    fn deal(&mut self, world: &World) -> Op {
        let given = self.list.len() - self.list.len().div_ceil(self.threads);
        let dealing = given as u64 * world.plan.costs.deal;
        self.then(Step::Dealt, Op::user(Activity::HandOver, dealing))
    }

    pub(super) fn dealt(&mut self, world: &mut World) -> Op {
        for (index, &client) in self.list.iter().enumerate() {
            let share = index % self.threads;
            if share > 0 {
                let job = if self.stage == Step::OwnReads { Job::Read(client) } else { Job::Write(client) };
                world.give(share - 1, job);
            }
        }
        (0..self.threads - 1).for_each(|thread| world.call(thread));
        self.next = 0;
        self.proceed()
    }

    pub(super) fn next_own_read(&mut self, world: &mut World) -> Op {
        let Some(&client) = self.list.get(self.next) else {
            return self.at_barrier(world);
        };
        self.next += self.threads;
        self.client = client;
        self.go_to(Step::Ready)
    }

    pub(super) fn next_own_write(&mut self, world: &mut World) -> Op {
        let Some(&client) = self.list.get(self.next) else {
            return self.at_barrier(world);
        };
        self.next += self.threads;
        self.write_to(client)
    }

    /// Waits, on its core, until all threads have finished.
    pub(super) fn at_barrier(&mut self, world: &World) -> Op {
        if world.io.under_way > 0 {
            return self.then(Step::AtBarrier, Op::spin());
        }
        self.then(Step::Joined, Op::user(Activity::Spin, world.plan.costs.cache_line))
    }

    pub(super) fn joined(&mut self) -> Op {
        self.next = 0;
        let then = if self.stage == Step::OwnReads { Step::Input } else { Step::Handlers };
        self.begin(then)
    }

    /// Clients to which not everything could be written.
    pub(super) fn next_handler(&mut self, world: &mut World) -> Op {
        while let Some(&client) = self.list.get(self.next) {
            self.next += 1;
            self.client = client;
            if world.sessions[client as usize].has_replies() {
                return self.go_to(Step::WriteDone);
            }
        }
        self.begin(Step::Sleep)
    }
}
