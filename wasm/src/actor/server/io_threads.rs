//! I/O threads that are given jobs by the main thread: those of Redis 6 and 7, and those of Valkey 8.
//!
//! Mirrors `IOThreadMain`: poll for jobs up to a million times, then lock the own mutex, which blocks only if the main thread
//! holds it (it *stopped* the thread), and poll again. So an I/O thread that is not stopped keeps a core busy whether there is
//! work or not. A read job is one read() and the parsing of the first command; a write job is writing what a client may get
//! in a turn.

use super::client::reached_write_limit;
use super::io_loop::IoLoop;
use super::socket;
use crate::actor::program::Op;
use crate::actor::world::World;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::{Activity, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::resource::wire::{back, to_server};
use crate::scenario::IoThreads;
use std::collections::VecDeque;

/// Polls of an idle I/O thread before it tries its mutex.
const POLLS_BEFORE_LOCK: u64 = 1_000_000;

/// What to do for a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// One read(), and the first command parsed.
    Read(u32),
    /// Its replies, as far as a turn allows.
    Write(u32),
    /// Nothing for a client: epoll_wait() in the place of the main thread (Valkey).
    Poll,
}

/// Who polls for events while I/O threads have jobs: `server.io_poll_state`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polling {
    /// The main thread, or nobody.
    NotAsked,
    /// An I/O thread will.
    Asked,
    /// It has found some.
    Found,
}

/// What the main thread and one I/O thread know of each other.
pub struct IoThread {
    /// The I/O thread itself.
    pub thread: ThreadId,
    /// Jobs handed over and not begun.
    pub jobs: VecDeque<Job>,
    /// The main thread holds its mutex.
    pub stopped: bool,
    polling_since: Nanos,
    blocks_at: Nanos,
}

/// The I/O threads of a server and what they share with its main thread.
pub struct ServerIo {
    /// The main thread.
    pub main: ThreadId,
    /// Threads that are given jobs; stopped at first.
    pub threads: Vec<IoThread>,
    /// Threads that have an event loop (Redis 8).
    pub loops: Vec<IoLoop>,
    /// Turns of clients that any thread has served, of each node: each has a machine of its own.
    pub served: Vec<u64>,
    /// Jobs that are not done.
    pub under_way: u32,
    /// The main thread takes notice of every finished job (Valkey), or only of the last (the barrier of Redis 6).
    pub collects: bool,
    /// Finished jobs of which it has not taken notice, in the order in which they were finished.
    pub done: VecDeque<Job>,
    /// Whether an I/O thread polls for it, and the clients that it has found ready.
    pub polling: Polling,
    /// See `polling`.
    pub fired: Vec<u32>,
}

impl ServerIo {
    /// The I/O threads `threads` of this kind of the server whose main thread is the first of `mains`, one of each node.
    pub fn new(mains: &[ThreadId], threads: &[ThreadId], kind: &IoThreads) -> Self {
        let io_thread =
            |&thread| IoThread { thread, jobs: VecDeque::new(), stopped: true, polling_since: 0, blocks_at: 0 };
        let io_loop = |&thread| IoLoop { thread, to_main: Vec::new(), to_loop: Vec::new() };
        let (workers, loops) =
            if matches!(kind, IoThreads::Redis8 { .. }) { (&[][..], threads) } else { (threads, &[][..]) };
        ServerIo {
            main: mains[0],
            threads: workers.iter().map(io_thread).collect(),
            loops: loops.iter().map(io_loop).collect(),
            served: vec![0; mains.len()],
            under_way: 0,
            collects: matches!(kind, IoThreads::Valkey8 { .. }),
            done: VecDeque::new(),
            polling: Polling::NotAsked,
            fired: Vec::new(),
        }
    }
}

impl World {
    /// There is news for a thread of the server: if it spins it sees it, if it sleeps it wakes up.
    pub fn notify(&mut self, thread: ThreadId) {
        if !self.cpu.release(thread) {
            self.wake_idle(thread);
        }
    }

    /// Gives an I/O thread a job; [`World::call`] lets it see it.
    pub fn give(&mut self, thread: usize, job: Job) {
        self.io.threads[thread].jobs.push_back(job);
        self.io.under_way += 1;
    }

    /// An I/O thread that polls for jobs, or is blocked on its mutex, goes on.
    pub fn call(&mut self, thread: usize) {
        self.notify(self.io.threads[thread].thread);
    }

    /// The main thread locks the mutex of an I/O thread, which blocks when it has polled long enough.
    pub fn stop(&mut self, thread: usize) {
        let now = self.now;
        let limit = POLLS_BEFORE_LOCK * self.plan.costs.poll_job;
        let io = &mut self.io.threads[thread];
        let polled = now - io.polling_since.min(now);
        io.stopped = true;
        io.blocks_at = now + if limit == 0 { 0 } else { limit - polled % limit };
        self.alarms.set(io.thread, io.blocks_at, &mut self.calendar);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Polling,
    Seen,
    LockedOut,
    ReadDone,
    Parsed,
    Written,
    Polled,
}

/// Program of an I/O thread.
pub struct IoWorker {
    /// Which of the I/O threads it is.
    index: usize,
    step: Step,
    client: u32,
    bytes: u64,
    written: u64,
}

impl IoWorker {
    /// I/O thread number `index`.
    pub fn new(index: usize) -> Self {
        IoWorker { index, step: Step::Polling, client: 0, bytes: 0, written: 0 }
    }

    /// See [`crate::actor::program::Program::resume`].
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            Step::Polling => self.poll_jobs(me, world),
            Step::Seen => self.next_job(me, world),
            Step::LockedOut => self.block(me, world),
            Step::ReadDone => self.read_done(world),
            Step::Parsed => self.done(Job::Read(self.client), me, world),
            Step::Written => self.job_written(me, world),
            Step::Polled => self.polled(me, world),
        }
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    /// Sees the jobs that the main thread has written to memory, which takes as long as a cache line to move.
    fn poll_jobs(&mut self, me: ThreadId, world: &mut World) -> Op {
        let io = &world.io.threads[self.index];
        if !io.jobs.is_empty() {
            return self.then(Step::Seen, Op::user(Activity::Spin, world.plan.costs.cache_line));
        }
        if io.stopped && world.now >= io.blocks_at {
            world.clear_attribution(me, None);
            return self.then(Step::LockedOut, Op::kernel(Activity::FutexWait, world.plan.costs.futex_wait));
        }
        self.then(Step::Polling, Op::spin())
    }

    fn block(&mut self, me: ThreadId, world: &mut World) -> Op {
        let io = &mut world.io.threads[self.index];
        io.polling_since = world.now;
        if io.stopped && io.jobs.is_empty() {
            return self.then(Step::Polling, Op::wait(ThreadState::Idle));
        }
        self.poll_jobs(me, world)
    }

    fn next_job(&mut self, me: ThreadId, world: &mut World) -> Op {
        match world.io.threads[self.index].jobs.pop_front() {
            Some(Job::Read(client)) => {
                self.client = client;
                self.bytes = socket::begin_read(client, me, world);
                let cost = world.read_cost(to_server(client), self.bytes);
                self.then(Step::ReadDone, Op::kernel(Activity::Read, cost))
            }
            Some(Job::Write(client)) => {
                (self.client, self.written) = (client, 0);
                self.write(me, world)
            }
            Some(Job::Poll) => {
                world.clear_attribution(me, None);
                let ns = world.polling(0, true);
                self.then(Step::Polled, Op::kernel(Activity::EpollWait, ns))
            }
            None => {
                world.clear_attribution(me, None);
                world.io.threads[self.index].polling_since = world.now;
                self.poll_jobs(me, world)
            }
        }
    }

    fn read_done(&mut self, world: &mut World) -> Op {
        socket::end_read(self.client, self.bytes, world);
        let ns = socket::parse_first(self.client, world);
        self.then(Step::Parsed, Op::user(Activity::ClientTurn, ns))
    }

    fn write(&mut self, me: ThreadId, world: &mut World) -> Op {
        let ns;
        (self.bytes, ns) = world.begin_apart_write(self.client, me);
        self.then(Step::Written, Op::kernel(Activity::Write, ns))
    }

    fn job_written(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.send(back(self.client), self.bytes);
        self.written += self.bytes;
        if world.sessions[self.client as usize].has_replies() && !reached_write_limit(self.written) {
            return self.write(me, world);
        }
        self.done(Job::Write(self.client), me, world)
    }

    /// `IOThreadPoll`. When it finds nothing it is asked again and again; those looks are part of the main thread's waiting here.
    fn polled(&mut self, me: ThreadId, world: &mut World) -> Op {
        let World { polls, io, cpu, .. } = world;
        polls[0].take(&mut io.fired);
        io.polling = if io.fired.is_empty() { Polling::NotAsked } else { Polling::Found };
        io.under_way -= 1;
        cpu.release(io.main);
        self.next_job(me, world)
    }

    /// A job is done; the main thread may be waiting for it.
    fn done(&mut self, job: Job, me: ThreadId, world: &mut World) -> Op {
        let io = &mut world.io;
        io.under_way -= 1;
        if io.collects {
            io.done.push_back(job);
        }
        if io.collects || io.under_way == 0 {
            world.cpu.release(io.main);
        }
        self.next_job(me, world)
    }
}
