//! I/O threads of Redis 8: each has its own epoll, its own clients for life, and hands those with commands to the main thread.
//!
//! Mirrors `iothread.c`: a client is assigned when it connects, to the thread with the fewest clients. A readable event is one
//! read(); when a whole command is there the client is disabled and joins a list, which goes to the main thread when it has
//! 16 clients or before the thread looks at epoll again. The main thread is notified only if it sleeps and the list was
//! empty. Clients that come back are written to at once, and enabled. So a client is in one place at a time.

use super::client::reached_write_limit;
use super::socket;
use crate::actor::program::Op;
use crate::actor::world::World;
use crate::metric::vocabulary::{Activity, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::resource::wire::{back, to_server};

/// `IO_THREAD_MAX_PENDING_CLIENTS`: a list is handed over when it has so many.
pub const LIST_CLIENTS: usize = 16;

/// What the main thread and one I/O thread of Redis 8 know of each other.
pub struct IoLoop {
    /// The I/O thread itself.
    pub thread: ThreadId,
    /// Clients with commands, for the main thread.
    pub to_main: Vec<u32>,
    /// Clients on their way back.
    pub to_loop: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Turn,
    Taken,
    Written,
    HandlerChanged,
    Notified,
    Polled,
    ReadDone,
    Parsed,
}

/// Program of an I/O thread of Redis 8.
pub struct IoLoopThread {
    /// Which of the I/O threads it is, and which readiness set it has.
    index: usize,
    poll: usize,
    step: Step,
    /// Clients that have come back, and clients that epoll has reported.
    returned: Vec<u32>,
    fired: Vec<u32>,
    /// Clients with commands, not handed over yet.
    outgoing: Vec<u32>,
    client: u32,
    bytes: u64,
    written: u64,
}

impl IoLoopThread {
    /// I/O thread number `index`, which waits on the readiness set `poll`.
    pub fn new(index: usize, poll: usize) -> Self {
        IoLoopThread {
            index,
            poll,
            step: Step::Turn,
            returned: Vec::new(),
            fired: Vec::new(),
            outgoing: Vec::with_capacity(LIST_CLIENTS),
            client: 0,
            bytes: 0,
            written: 0,
        }
    }

    /// See [`crate::actor::program::Program::resume`].
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            Step::Turn => self.turn(me, world),
            Step::Taken | Step::HandlerChanged => self.proceed(me, world),
            Step::Written => self.written(me, world),
            Step::Notified => self.notified(me, world),
            Step::Polled => self.polled(me, world),
            Step::ReadDone => self.read_done(world),
            Step::Parsed => self.parsed(me, world),
        }
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    /// Clients that have come back, then those that are ready, then the next turn.
    fn proceed(&mut self, me: ThreadId, world: &mut World) -> Op {
        if let Some(client) = self.returned.pop() {
            return self.take_back_client(client, me, world);
        }
        match self.fired.pop() {
            Some(client) => self.serve(client, me, world),
            None => self.turn(me, world),
        }
    }

    /// `IOThreadBeforeSleep`, and epoll_wait().
    fn turn(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.clear_attribution(me, None);
        let to_loop = &mut world.io.loops[self.index].to_loop;
        if !to_loop.is_empty() {
            std::mem::swap(&mut self.returned, to_loop);
            self.returned.reverse();
            let taking = self.returned.len() as u64 * world.plan.costs.hand_over;
            return self.then(Step::Taken, Op::user(Activity::HandOver, taking));
        }
        if !self.outgoing.is_empty() {
            return self.hand_over(me, world);
        }
        let ns = world.polling(self.poll, false);
        if world.polls[self.poll].is_empty() {
            return self.then(Step::Turn, Op::wait(ThreadState::Idle));
        }
        self.then(Step::Polled, Op::kernel(Activity::EpollWait, ns))
    }

    fn polled(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.polls[self.poll].take(&mut self.fired);
        world.server_meter.turns += u64::from(!self.fired.is_empty());
        self.fired.reverse();
        self.proceed(me, world)
    }

    /// A client comes back: it is written to, and may be read from again.
    fn take_back_client(&mut self, client: u32, me: ThreadId, world: &mut World) -> Op {
        world.sessions[client as usize].away = false;
        socket::goes_on(client, world);
        if !world.sessions[client as usize].has_replies() {
            return self.proceed(me, world);
        }
        self.write_to(client, me, world)
    }

    fn serve(&mut self, client: u32, me: ThreadId, world: &mut World) -> Op {
        let c = &world.sessions[client as usize];
        match (c.away, c.write_handler) {
            (true, _) => self.proceed(me, world),
            (false, true) => self.write_to(client, me, world),
            (false, false) if world.wire.readable(to_server(client)) == 0 => self.proceed(me, world),
            (false, false) => {
                self.client = client;
                self.bytes = socket::begin_read(client, me, world);
                // A beginning is not read: the main thread accepts it.
                let read = match world.wire.begins(to_server(client)) {
                    true => Op::NOTHING,
                    false => Op::kernel(Activity::Read, world.read_cost(to_server(client), self.bytes)),
                };
                self.then(Step::ReadDone, read)
            }
        }
    }

    fn read_done(&mut self, world: &mut World) -> Op {
        socket::end_read(self.client, self.bytes, world);
        let ns = socket::parse_first(self.client, world);
        self.then(Step::Parsed, Op::user(Activity::ClientTurn, ns))
    }

    /// `enqueuePendingClientsToMainThread`, when a command is complete.
    fn parsed(&mut self, me: ThreadId, world: &mut World) -> Op {
        let client = &mut world.sessions[self.client as usize];
        if client.commands.is_empty() {
            socket::goes_on(self.client, world);
            return self.proceed(me, world);
        }
        client.away = true;
        self.outgoing.push(self.client);
        if self.outgoing.len() < LIST_CLIENTS {
            return self.proceed(me, world);
        }
        self.hand_over(me, world)
    }

    fn hand_over(&mut self, me: ThreadId, world: &mut World) -> Op {
        let main = world.io.main;
        let to_main = &mut world.io.loops[self.index].to_main;
        let notify = to_main.is_empty() && world.cpu.is_waiting(main, ThreadState::Idle);
        to_main.append(&mut self.outgoing);
        if notify {
            world.clear_attribution(me, None);
            let waking = world.waking_cost(world.plan.costs.eventfd_wake, main);
            return self.then(Step::Notified, Op::kernel(Activity::EventfdWrite, waking));
        }
        self.proceed(me, world)
    }

    fn notified(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.notify(world.io.main);
        self.proceed(me, world)
    }

    fn write_to(&mut self, client: u32, me: ThreadId, world: &mut World) -> Op {
        (self.client, self.written) = (client, 0);
        self.write(me, world)
    }

    fn write(&mut self, me: ThreadId, world: &mut World) -> Op {
        let ns;
        (self.bytes, ns) = world.begin_apart_write(self.client, me);
        self.then(Step::Written, Op::kernel(Activity::Write, ns))
    }

    fn written(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.send(back(self.client), self.bytes);
        self.written += self.bytes;
        if world.sessions[self.client as usize].has_replies() && !reached_write_limit(self.written) {
            return self.write(me, world);
        }
        socket::goes_on(self.client, world);
        if socket::needs_epoll_ctl(self.client, world) {
            return self.then(Step::HandlerChanged, Op::kernel(Activity::EpollCtl, world.plan.costs.epoll_ctl));
        }
        self.proceed(me, world)
    }
}
