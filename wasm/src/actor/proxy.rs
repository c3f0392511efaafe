//! A proxy that multiplexes connections, as twemproxy does: one event loop a thread.
//!
//! Mirrors `core_core` of twemproxy, as strace shows it: wait for events; for each ready connection read, parse and forward all that is there, then
//! write what was forwarded to it in earlier turns, with one writev(). Who gets the first message of a turn is watched for room with an epoll_ctl(),
//! and no more with another one after the write. So commands that are read in one turn reach the server in one write.
//!
//! ```text
//!  sleep ─ events: (read, forward…, write)… ─┐
//!    ▲                                       │
//!    └───────────────────────────────────────┘
//! ```
//!
//! Commands take the connections to the server in turn. The server answers each connection in order, so the replies of a slow command's connection
//! wait behind it. A client gets its replies in the order of its commands; those that come too early are kept.

use super::client::plan::ClientPlan;
use super::plan::Plan;
use super::program::Op;
use super::world::World;
use crate::metric::vocabulary::{Activity, Phase, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::resource::message::{Message, Run};
use crate::resource::wire::{StreamId, back, to_server};
use crate::scenario::{Client, ClientRoom, Connections, Network, Pick, Proxy as Kind, Scenario, Workload};
use std::collections::VecDeque;

/// What one read() takes: a buffer of twemproxy (`mbuf-size`, less its header).
const READ_BYTES: u64 = 16_336;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The events of a turn are through.
    Sleep,
    Polled,
    /// The next ready connection.
    Event,
    ReadDone,
    /// The next message of what has been read.
    Message,
    Forwarded,
    Watched,
    Written,
    Unwatched,
}

/// A command of a client whose replies are not all forwarded: how many are missing, and those that came before its turn.
#[derive(Default)]
struct Awaited {
    missing: u32,
    early: Vec<Run>,
}

/// The commands of a client without all replies, oldest first, and the number of the oldest.
#[derive(Default)]
struct Order {
    awaited: VecDeque<Awaited>,
    oldest: u64,
}

impl Order {
    /// A command that so many replies follow; returns its number.
    fn ask(&mut self, replies: u32) -> u64 {
        self.awaited.push_back(Awaited { missing: replies, early: Vec::new() });
        self.oldest + self.awaited.len() as u64 - 1
    }

    /// Replies to command `number` are there. Calls `forward` with what may go to the client now: replies to a command go when those to all earlier
    /// ones have gone.
    fn answer(&mut self, number: u64, reply: Run, mut forward: impl FnMut(Run)) {
        self.awaited[(number - self.oldest) as usize].early.push(reply);
        while let Some(next) = self.awaited.front_mut() {
            for reply in next.early.drain(..) {
                next.missing -= reply.count;
                forward(reply);
            }
            if next.missing > 0 {
                return;
            }
            self.awaited.pop_front();
            self.oldest += 1;
        }
    }
}

/// A connection of a client.
#[derive(Default)]
struct Downstream {
    order: Order,
    /// In which turn it began to be watched for room; 0: it is not.
    watched: u64,
}

/// A command that the server is to answer: whose it is, which of that client's it is, and how many replies are missing.
struct Sent {
    downstream: u32,
    number: u64,
    missing: u32,
}

/// A connection to the server.
#[derive(Default)]
struct Upstream {
    sent: VecDeque<Sent>,
    watched: u64,
}

/// Program of a thread of the proxy.
pub struct Proxy {
    /// Which of the threads it is, and how many there are: connections are dealt to them in turn.
    number: u32,
    threads: u32,
    /// Its readiness set, and the first connection to the server.
    poll: usize,
    first_upstream: u32,
    step: Step,
    turn: u64,
    fired: Vec<u32>,
    next_fired: usize,
    /// The connection at work and the size of the call for it.
    connection: u32,
    bytes: u64,
    /// What has been read, and the next message of it.
    runs: Vec<Run>,
    next_run: usize,
    downstreams: Vec<Downstream>,
    upstreams: Vec<Upstream>,
    next_upstream: u32,
}

/// The proxy as if it were a client of the server: it has connections and event loops, and no callers.
pub fn plan(scenario: &Scenario, number: u16) -> Option<ClientPlan> {
    let Kind::Multiplexing { threads, upstream_connections, rtt_us, request_jitter_us, reply_jitter_us } =
        scenario.network.proxy
    else {
        return None;
    };
    let mut own = scenario.clone();
    (own.client, own.workload) = (Client::default(), Workload::default());
    own.client.connections = Connections::Shared { count: threads * upstream_connections, pick: Pick::RoundRobin };
    let Network { bridged, segment_bytes, .. } = scenario.network;
    own.network = Network { rtt_us, request_jitter_us, reply_jitter_us, bridged, segment_bytes, ..Network::default() };
    let mut plan = ClientPlan::new(number, &own, ClientRoom::default(), &mut Vec::new());
    plan.is_proxy = true;
    (plan.callers, plan.at_work, plan.loops) = (0, 0, threads);
    Some(plan)
}

impl Proxy {
    /// Thread number `number` of the proxy of a run, with a readiness set of its own.
    pub fn new(number: u32, poll: usize, plan: &Plan, proxy: &ClientPlan) -> Self {
        let threads = proxy.loops;
        let first_upstream = plan.connections - proxy.connections;
        let of = |connections: u32| connections.saturating_sub(number).div_ceil(threads);
        Proxy {
            number,
            threads,
            poll,
            first_upstream,
            step: Step::Sleep,
            turn: 0,
            fired: Vec::new(),
            next_fired: 0,
            connection: 0,
            bytes: 0,
            runs: Vec::new(),
            next_run: 0,
            downstreams: (0..of(first_upstream)).map(|_| Downstream::default()).collect(),
            upstreams: (0..of(proxy.connections)).map(|_| Upstream::default()).collect(),
            next_upstream: 0,
        }
    }

    /// See [`crate::actor::program::Program::resume`].
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            Step::Sleep => self.wait_for_events(me, world),
            Step::Polled => self.polled(world),
            Step::Event => self.next_event(me, world),
            Step::ReadDone => self.read_done(world),
            Step::Message => self.next_message(me, world),
            Step::Forwarded => self.forwarded(world),
            Step::Watched => self.then(Step::Message, Op::NOTHING),
            Step::Written => self.written(world),
            Step::Unwatched => self.then(Step::Event, Op::NOTHING),
        }
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    fn is_upstream(&self, connection: u32) -> bool {
        connection >= self.first_upstream
    }

    /// Where a connection of this thread is among those of its side.
    fn place(&self, connection: u32) -> usize {
        let first = if self.is_upstream(connection) { self.first_upstream } else { 0 };
        ((connection - first) / self.threads) as usize
    }

    /// What comes on a connection, and what leaves on it.
    fn streams(&self, connection: u32) -> (StreamId, StreamId) {
        let (out, home) = (to_server(connection), back(connection));
        if self.is_upstream(connection) { (home, out) } else { (out, home) }
    }

    fn watch(&mut self, connection: u32) -> &mut u64 {
        let place = self.place(connection);
        match self.is_upstream(connection) {
            true => &mut self.upstreams[place].watched,
            false => &mut self.downstreams[place].watched,
        }
    }

    fn wait_for_events(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.clear_attribution(me, None);
        let World { polls, wire, .. } = world;
        polls[self.poll].prune(|connection| {
            wire.readable(self.streams(connection).0) > 0 || wire.unsent(self.streams(connection).1) > 0
        });
        let events = polls[self.poll].len() as u64;
        if events == 0 {
            return self.then(Step::Sleep, Op::wait(ThreadState::Idle));
        }
        let costs = &world.process.plan.costs;
        self.then(Step::Polled, Op::kernel(Activity::EpollWait, costs.epoll_wait + events * costs.epoll_event))
    }

    fn polled(&mut self, world: &mut World) -> Op {
        world.polls[self.poll].take(&mut self.fired);
        self.turn += 1;
        self.next_fired = 0;
        self.then(Step::Event, Op::NOTHING)
    }

    fn next_event(&mut self, me: ThreadId, world: &mut World) -> Op {
        let Some(&connection) = self.fired.get(self.next_fired) else {
            return self.then(Step::Sleep, Op::NOTHING);
        };
        self.next_fired += 1;
        self.connection = connection;
        self.read(me, world)
    }

    /// Reads what is there, if anything is.
    fn read(&mut self, me: ThreadId, world: &mut World) -> Op {
        let comes = self.streams(self.connection).0;
        world.clear_attribution(me, Some(self.connection));
        self.bytes = world.wire.readable(comes).min(READ_BYTES);
        if self.bytes > 0 {
            for slot in world.wire.completed_by_read(comes, self.bytes) {
                world.requests.enter(slot, Phase::ProxyWork, world.now, &mut world.trace);
            }
            let cost = world.process.plan.costs.read.of(self.bytes);
            return self.then(Step::ReadDone, Op::kernel(Activity::Read, cost));
        }
        self.write(world)
    }

    /// Writes what was forwarded to the connection in earlier turns, if anything was.
    fn write(&mut self, world: &mut World) -> Op {
        let (turn, leaves) = (self.turn, self.streams(self.connection).1);
        let since = *self.watch(self.connection);
        if since == 0 || since == turn {
            return self.then(Step::Event, Op::NOTHING);
        }
        self.bytes = world.wire.unsent(leaves);
        let cost = world.write_cost(leaves, self.bytes);
        self.then(Step::Written, Op::kernel(Activity::Write, cost))
    }

    fn read_done(&mut self, world: &mut World) -> Op {
        self.runs.clear();
        self.next_run = 0;
        let stream = self.streams(self.connection).0;
        world.wire.read(stream, self.bytes, &mut self.runs);
        self.then(Step::Message, Op::NOTHING)
    }

    fn next_message(&mut self, me: ThreadId, world: &mut World) -> Op {
        let Some(run) = self.runs.get(self.next_run) else {
            // A read() that filled its buffer is followed by another one.
            return if self.bytes == READ_BYTES { self.read(me, world) } else { self.write(world) };
        };
        let costs = &world.process.plan.costs;
        let op = match run.message {
            Message::Open => Op::kernel(Activity::Accept, costs.accept),
            Message::Close => Op::kernel(Activity::Close, costs.close),
            _ => Op::user(Activity::Forward, u64::from(run.count) * costs.proxy_way),
        };
        world.work_for(me, run.request);
        self.then(Step::Forwarded, op)
    }

    /// A message has been parsed: it goes to whom it is for.
    fn forwarded(&mut self, world: &mut World) -> Op {
        let run = self.runs[self.next_run];
        self.next_run += 1;
        self.step = Step::Message;
        if self.is_upstream(self.connection) {
            return self.forward_reply(run, world);
        }
        if run.message.is_end() {
            world.wire.end_is_over(to_server(self.connection));
            return Op::NOTHING;
        }
        if !run.message.has_reply() {
            return Op::NOTHING;
        }
        let downstream = self.place(self.connection);
        let number = self.downstreams[downstream].order.ask(run.count);
        if !run.message.has_data() {
            // The proxy itself answers what is about a connection.
            return match world.answer_to(&run) {
                Some(reply) => self.answer(downstream, number, reply, world),
                None => Op::NOTHING,
            };
        }
        let place = self.next_upstream as usize;
        self.next_upstream = (self.next_upstream + 1) % self.upstreams.len() as u32;
        let sent = Sent { downstream: downstream as u32, number, missing: run.count };
        self.upstreams[place].sent.push_back(sent);
        let upstream = self.first_upstream + self.number + place as u32 * self.threads;
        world.wire.queue(to_server(upstream), run);
        self.begin_watching(upstream, world)
    }

    /// A reply of the server is for whoever sent the oldest command on this connection that is not answered.
    fn forward_reply(&mut self, run: Run, world: &mut World) -> Op {
        let place = self.place(self.connection);
        let sent = &mut self.upstreams[place].sent;
        let Some(oldest) = sent.front_mut() else { return Op::NOTHING };
        let (downstream, number) = (oldest.downstream as usize, oldest.number);
        oldest.missing -= run.count;
        if oldest.missing == 0 {
            sent.pop_front();
        }
        self.answer(downstream, number, run, world)
    }

    /// Replies to command `number` of a client: they are written when those of its earlier commands are.
    fn answer(&mut self, downstream: usize, number: u64, reply: Run, world: &mut World) -> Op {
        let connection = self.number + downstream as u32 * self.threads;
        let mut is_any = false;
        self.downstreams[downstream].order.answer(number, reply, |reply| {
            world.wire.queue(back(connection), reply);
            is_any = true;
        });
        if is_any { self.begin_watching(connection, world) } else { Op::NOTHING }
    }

    /// Something is to be written on a connection: that is done in the next turn.
    fn begin_watching(&mut self, connection: u32, world: &mut World) -> Op {
        let turn = self.turn;
        let watched = self.watch(connection);
        if *watched > 0 {
            return Op::NOTHING;
        }
        *watched = turn;
        world.polls[self.poll].mark(connection);
        self.then(Step::Watched, Op::kernel(Activity::EpollCtl, world.process.plan.costs.epoll_ctl))
    }

    fn written(&mut self, world: &mut World) -> Op {
        let stream = self.streams(self.connection).1;
        world.send(stream, self.bytes);
        *self.watch(self.connection) = 0;
        self.then(Step::Unwatched, Op::kernel(Activity::EpollCtl, world.process.plan.costs.epoll_ctl))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_go_in_the_order_of_commands() {
        let (mut order, mut gone) = (Order::default(), Vec::new());
        let mut answer = |order: &mut Order, number, request, count| {
            let reply = Run { request, message: Message::Reply, last: true, count, bytes: 5 };
            order.answer(number, reply, |reply| gone.push((reply.request, reply.count)));
        };
        let [first, second, third] = [1, 5, 1].map(|replies| order.ask(replies));
        answer(&mut order, second, 2, 2);
        answer(&mut order, third, 3, 1);
        answer(&mut order, first, 1, 1);
        answer(&mut order, second, 2, 3);
        let fourth = order.ask(1);
        answer(&mut order, fourth, 4, 1);
        assert_eq!(gone, [(1, 1), (2, 2), (2, 3), (3, 1), (4, 1)]);
        assert!(order.awaited.is_empty());
    }
}
