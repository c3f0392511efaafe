//! Rings of jobs: the I/O threads of Valkey 8.
//!
//! Mirrors `io_threads.c`: the main thread puts single reads and writes into a ring of each thread (`trySendReadToIOThreads`,
//! `trySendWriteToIOThreads`), the client's number deciding which, and goes on without a barrier; what is done it collects at
//! the beginning of a turn (`processIOThreadsReadDone`). A full ring, or no active thread, means that it does the job itself.
//! How many threads are active follows the number of events (`adjustIOThreadsByEventLoad`). While jobs are under way the last active
//! thread polls, behind its other jobs (`trySendPollJobToIOThreads`): meanwhile the main thread executes what has been read, and more
//! events gather for the next turn.
//!
//! Before the main thread executes what has been read for several clients it brings the keys of their first commands from memory
//! together (`memory_prefetch.c`, `processClientsCommandsBatch`): the misses of all overlap, so that the batch waits about as long as one
//! of them. The first client of a batch pays here. Since Valkey 9 the threads parse ahead (`lookahead`), and the keys of all these commands come
//! together.

use super::{MainLoop, Step};
use crate::actor::program::Op;
use crate::actor::server::io_threads::{Job, Polling};
use crate::actor::server::socket;
use crate::actor::world::World;
use crate::metric::vocabulary::Activity;
use crate::resource::cpu::ThreadId;
use crate::scenario::IoThreads;

/// `IO_JOB_QUEUE_SIZE`.
const RING_JOBS: usize = 2048;

impl MainLoop {
    /// As many threads as the events of the turn ask for; only those whose ring is empty are stopped.
    pub(super) fn adapt(&mut self, events_per_io_thread: u32, world: &mut World) -> Op {
        let target = (self.fired.len() / events_per_io_thread as usize).clamp(1, self.threads);
        while self.active > target && world.io.threads[self.active - 2].jobs.is_empty() {
            self.active -= 1;
            world.stop(self.active - 1);
        }
        self.thread = self.active;
        self.active = self.active.max(target);
        self.unlock_more(world)
    }

    /// The thread that does I/O for a client, if one is active and its ring has room.
    #[inline(always)]
    pub(super) fn ring_for(&self, client: u32, world: &World) -> Option<usize> {
        if !matches!(self.kind, IoThreads::Valkey8 { .. }) || self.active == 1 {
            return None;
        }
        let thread = client as usize % (self.active - 1);
        (world.io.threads[thread].jobs.len() < RING_JOBS).then_some(thread)
    }

    /// The thread that polls instead of the main thread: the last active one, as long as there are jobs of which the main thread has not
    /// taken notice.
    fn polling_thread(&self, world: &World) -> Option<usize> {
        let io = &world.io;
        let has_jobs = io.under_way > 0 || !io.done.is_empty();
        let thread = self.active.checked_sub(2).filter(|_| has_jobs)?;
        (io.threads[thread].jobs.len() < RING_JOBS).then_some(thread)
    }

    pub(super) fn next_ring_reply(&mut self, me: ThreadId, world: &mut World) -> Op {
        let Some(client) = self.pending_write.pop() else {
            return self.begin(Step::RingSleep);
        };
        match self.ring_for(client, world) {
            Some(thread) => self.give(client, Job::Write(client), thread, me, world),
            None => self.write_to(client),
        }
    }

    /// The end of a turn: what a thread has found, a turn without events because there is something else to do, or waiting for either.
    pub(super) fn wait_for_found(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.clear_attribution(me, None);
        let has_input = !world.io.done.is_empty() || world.now >= self.cron.due;
        match world.io.polling {
            Polling::Found => {
                world.io.polling = Polling::NotAsked;
                std::mem::swap(&mut self.fired, &mut world.io.fired);
                self.found(world)
            }
            Polling::NotAsked if self.polling_thread(world).is_none() => self.begin(Step::Sleep),
            Polling::NotAsked if has_input || !world.polls[self.node].is_empty() => self.begin(Step::Timer),
            Polling::Asked if has_input => self.begin(Step::Timer),
            _ => self.then(Step::RingSleep, Op::spin()),
        }
    }

    pub(super) fn give(&mut self, client: u32, job: Job, thread: usize, me: ThreadId, world: &mut World) -> Op {
        (self.client, self.thread) = (client, thread);
        world.sessions[client as usize].away = true;
        self.push(job, me, Some(client), world)
    }

    fn push(&mut self, job: Job, me: ThreadId, client: Option<u32>, world: &mut World) -> Op {
        world.give(self.thread, job);
        world.clear_attribution(me, client);
        self.then(Step::Given, Op::user(Activity::HandOver, world.plan.costs.ring_job))
    }

    pub(super) fn given(&mut self, world: &mut World) -> Op {
        world.call(self.thread);
        self.proceed()
    }

    /// The next job that a thread has finished; first of all a thread is asked to poll.
    pub(super) fn take_done(&mut self, me: ThreadId, world: &mut World) -> Op {
        if std::mem::replace(&mut self.next_thread, 1) == 0
            && world.io.polling == Polling::NotAsked
            && let Some(thread) = self.polling_thread(world)
        {
            self.thread = thread;
            world.io.polling = Polling::Asked;
            return self.push(Job::Poll, me, None, world);
        }
        let Some(job) = world.io.done.pop_front() else {
            return self.begin(Step::Log);
        };
        // A thread has polled: that is no job of which notice must be taken.
        let (Job::Read(client) | Job::Write(client)) = job else { return self.proceed() };
        self.client = client;
        world.sessions[self.client as usize].away = false;
        world.clear_attribution(me, Some(self.client));
        self.took_read = matches!(job, Job::Read(_));
        if self.took_read && self.prefetch.come_together {
            self.prefetch.begin_of_rings(client, world.io.done.iter(), world);
        }
        self.then(Step::Taken, Op::user(Activity::HandOver, world.plan.costs.ring_job))
    }

    pub(super) fn taken(&mut self, world: &mut World) -> Op {
        if let IoThreads::Redis8 { .. } = self.kind {
            return self.proceed();
        }
        if self.took_read {
            return self.go_to(Step::ClientTurn);
        }
        socket::goes_on(self.client, world);
        self.go_to(Step::WriteDone)
    }
}
