//! I/O threads that are given jobs by the main thread: those of Redis 6 and 7, and those of Valkey 8.
//!
//! Mirrors `IOThreadMain`: look for jobs up to a million times, then lock the own mutex, which blocks only if the main thread
//! holds it (it *stopped* the thread), and look again. So an I/O thread that is not stopped keeps a core busy whether there is
//! work or not. A read job is one read() and the parsing of the first command; a write job is writing what a client may get
//! in a turn.

use super::client::had_its_share;
use super::io_loop::IoLoop;
use super::socket;
use crate::actor::program::Op;
use crate::actor::world::World;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::{Activity, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::resource::wire::back;
use crate::scenario::IoThreads;
use std::collections::VecDeque;

/// Looks of an idle I/O thread before it tries its mutex.
const LOOKS: u64 = 1_000_000;

/// What to do for a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// One read(), and the first command parsed.
    Read(u32),
    /// Its replies, as far as a turn allows.
    Write(u32),
}

impl Job {
    /// For whom.
    pub fn client(self) -> u32 {
        match self {
            Job::Read(client) | Job::Write(client) => client,
        }
    }
}

/// What the main thread and one I/O thread know of each other.
pub struct IoThread {
    /// The I/O thread itself.
    pub thread: ThreadId,
    /// Jobs handed over and not begun.
    pub jobs: VecDeque<Job>,
    /// The main thread holds its mutex.
    pub stopped: bool,
    looking_since: Nanos,
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
    /// Turns of clients that any thread has served.
    pub served: u64,
    /// Jobs that are not done.
    pub under_way: u32,
    /// The main thread takes notice of every finished job (Valkey), or only of the last (the barrier of Redis 6).
    pub collects: bool,
    /// Finished jobs of which it has not taken notice, in the order in which they were finished.
    pub done: VecDeque<Job>,
}

impl ServerIo {
    /// The I/O threads `threads` of this kind of the server whose main thread is `main`.
    pub fn new(main: ThreadId, threads: &[ThreadId], kind: &IoThreads) -> Self {
        let io_thread =
            |&thread| IoThread { thread, jobs: VecDeque::new(), stopped: true, looking_since: 0, blocks_at: 0 };
        let io_loop = |&thread| IoLoop { thread, to_main: Vec::new(), to_loop: Vec::new() };
        let (workers, loops) =
            if matches!(kind, IoThreads::Redis8 { .. }) { (&[][..], threads) } else { (threads, &[][..]) };
        ServerIo {
            main,
            threads: workers.iter().map(io_thread).collect(),
            loops: loops.iter().map(io_loop).collect(),
            served: 0,
            under_way: 0,
            collects: matches!(kind, IoThreads::Valkey8 { .. }),
            done: VecDeque::new(),
        }
    }
}

impl World {
    /// There is news for a thread of the server: if it spins it sees it, if it sleeps it wakes up.
    pub fn remind(&mut self, thread: ThreadId) {
        if !self.cpu.release(thread) {
            self.wake_idle(thread);
        }
    }

    /// Gives an I/O thread a job; [`World::call`] lets it see it.
    pub fn give(&mut self, thread: usize, job: Job) {
        self.io.threads[thread].jobs.push_back(job);
        self.io.under_way += 1;
    }

    /// An I/O thread that looks for jobs, or is blocked on its mutex, goes on.
    pub fn call(&mut self, thread: usize) {
        self.remind(self.io.threads[thread].thread);
    }

    /// The main thread locks the mutex of an I/O thread, which blocks when it has looked long enough.
    pub fn stop(&mut self, thread: usize) {
        let now = self.now;
        let limit = LOOKS * self.plan.costs.look;
        let io = &mut self.io.threads[thread];
        let looked = now - io.looking_since.min(now);
        io.stopped = true;
        io.blocks_at = now + if limit == 0 { 0 } else { limit - looked % limit };
        self.alarms.set(io.thread, io.blocks_at, &mut self.calendar);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Looking,
    Seen,
    LockedOut,
    ReadDone,
    Parsed,
    Written,
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
        IoWorker { index, step: Step::Looking, client: 0, bytes: 0, written: 0 }
    }

    /// See [`crate::actor::program::Program::resume`].
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            Step::Looking => self.look(me, world),
            Step::Seen => self.next_job(me, world),
            Step::LockedOut => self.block(me, world),
            Step::ReadDone => self.read_done(world),
            Step::Parsed => self.done(Job::Read(self.client), me, world),
            Step::Written => self.job_written(me, world),
        }
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    /// Sees the jobs that the main thread has written to memory, which takes as long as a cache line to move.
    fn look(&mut self, me: ThreadId, world: &mut World) -> Op {
        let io = &world.io.threads[self.index];
        if !io.jobs.is_empty() {
            return self.then(Step::Seen, Op::user(Activity::Spin, world.plan.costs.cache_line));
        }
        if io.stopped && world.now >= io.blocks_at {
            world.work_for_nobody(me, None);
            return self.then(Step::LockedOut, Op::kernel(Activity::FutexWait, world.plan.costs.futex_wait));
        }
        self.then(Step::Looking, Op::spin())
    }

    fn block(&mut self, me: ThreadId, world: &mut World) -> Op {
        let io = &mut world.io.threads[self.index];
        io.looking_since = world.now;
        if io.stopped && io.jobs.is_empty() {
            return self.then(Step::Looking, Op::wait(ThreadState::Idle));
        }
        self.look(me, world)
    }

    fn next_job(&mut self, me: ThreadId, world: &mut World) -> Op {
        match world.io.threads[self.index].jobs.pop_front() {
            Some(Job::Read(client)) => {
                self.client = client;
                self.bytes = socket::begin_read(client, me, world);
                self.then(Step::ReadDone, Op::kernel(Activity::Read, world.plan.costs.read.of(self.bytes)))
            }
            Some(Job::Write(client)) => {
                (self.client, self.written) = (client, 0);
                self.write(me, world)
            }
            None => {
                world.work_for_nobody(me, None);
                world.io.threads[self.index].looking_since = world.now;
                self.look(me, world)
            }
        }
    }

    fn read_done(&mut self, world: &mut World) -> Op {
        socket::end_read(self.client, self.bytes, world);
        let ns = socket::parse_first(self.client, world);
        self.then(Step::Parsed, Op::user(Activity::ClientTurn, ns))
    }

    fn write(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.bytes = socket::begin_write(self.client, me, world);
        self.then(Step::Written, Op::kernel(Activity::Write, world.write_cost(back(self.client), self.bytes)))
    }

    fn job_written(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.send(back(self.client), self.bytes);
        self.written += self.bytes;
        if world.clients[self.client as usize].has_replies() && !had_its_share(self.written) {
            return self.write(me, world);
        }
        self.done(Job::Write(self.client), me, world)
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
