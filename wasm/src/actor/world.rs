//! The world as an actor may see and change it: time, its machine, the wire, requests, random draws. Actors reach each other
//! only through it.

use super::admission::Admission;
use super::client::process::{Ends, Processes};
use super::client::reply_timeout::ReplyTimeouts;
use super::exchange::{CLOSING, Part};
use super::outage::Outages;
use super::plan::Plan;
use super::program::Op;
use super::pub_sub::PubSub;
use super::request::{Request, Requests, Slot};
use super::server::client::ServerClient;
use super::server::io_threads::{Polling, ServerIo};
use super::server::keyspace::Keyspace;
use super::timeline::Timeline;
use super::tls::Encryption;
use super::tracking::Tracking;
use crate::kernel::calendar::Calendar;
use crate::kernel::dist::Dist;
use crate::kernel::rng::{Random, Stream};
use crate::kernel::table::Table;
use crate::kernel::time::Nanos;
use crate::metric::meter::{Meters, ServerMeter};
use crate::metric::trace::Trace;
use crate::metric::vocabulary::{Activity, Phase, ThreadState};
use crate::resource::alarm::Alarms;
use crate::resource::cpu::{Cpu, ThreadId, Work};
use crate::resource::message::{Message, Run};
use crate::resource::poll::Poll;
use crate::resource::wire::{StreamId, Wire, back, to_server};
use crate::scenario::{Connections, Flush, Pick};
use std::collections::VecDeque;

/// Everything that actors share.
pub struct World {
    /// Model time.
    pub now: Nanos,
    /// Alarms of threads that wait for something else.
    pub alarms: Alarms,
    /// Future events.
    pub calendar: Calendar,
    /// Machines and threads.
    pub cpu: Cpu,
    /// Connections.
    pub wire: Wire,
    /// Readiness sets: one for each node of the server, then those of the first process of the client (one for each event loop, or the
    /// one of all its goroutines), those of the server's I/O threads, and those of the other processes.
    pub polls: Table<Poll>,
    /// Encryption of the connections, if they have one.
    pub tls: Option<Encryption>,
    /// Whether programs take detours: connections are encrypted, or callers can be pinned.
    pub takes_detours: bool,
    /// What the server keeps for each connection.
    pub sessions: Table<ServerClient>,
    /// The main thread of each node.
    pub mains: Vec<ThreadId>,
    /// I/O threads of the server.
    pub io: ServerIo,
    /// The keys of each node.
    pub keyspaces: Table<Keyspace>,
    /// Requests in progress.
    pub requests: Requests,
    /// Processes of the clients, and which of them acts.
    pub process: Processes,
    /// Requests that were given up, and who may give up.
    pub reply_timeouts: ReplyTimeouts,
    /// What happens when.
    pub timeline: Timeline,
    /// Connections that are cut.
    pub outages: Outages,
    /// Who may connect.
    pub admission: Admission,
    /// What clients keep, and what the server knows of it, if any client keeps values.
    pub tracking: Option<Box<Tracking>>,
    /// Who subscribes, if any client does.
    pub pub_sub: Option<Box<PubSub>>,
    /// Callers that wait for something to read, by connection.
    pub readers: Table<Option<ThreadId>>,
    /// Random numbers.
    pub random: Random,
    /// Trace being recorded.
    pub trace: Trace,
    /// Counters of the measured window, of each client.
    pub meters: Meters,
    /// Those of the server.
    pub server_meter: ServerMeter,
    /// The scenario, prepared.
    pub plan: Plan,
}

/// Equal commands for an event loop to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The commands.
    pub run: Run,
    /// Whether the last of them is the last of its caller's batch.
    pub ends_batch: bool,
}

/// What other threads may do to an event loop: put tasks in its queue and wake it.
#[derive(Default)]
pub struct Mailbox {
    /// Commands to write, in order.
    pub tasks: VecDeque<Task>,
    /// The loop is (or is about to be) blocked in epoll_wait() and nobody has woken it yet. Mirrors netty's
    /// `nextWakeupNanos` not being `AWAKE`: only the first offer pays for a wake-up.
    pub asleep: bool,
}

impl World {
    /// The instant is over, and the next one is `time`.
    #[inline(always)]
    pub fn pass_to(&mut self, time: Nanos) {
        self.requests.settle(&mut self.trace);
        if self.meters.interval_ends(time) {
            self.start_interval(time);
        }
        if time >= self.trace.interval_end {
            self.trace.record_processes(time);
        }
        self.now = time;
    }

    /// Nothing changes before `time`, in whose interval of the series the run goes on.
    #[cold]
    #[inline(never)]
    fn start_interval(&mut self, time: Nanos) {
        while self.meters.interval_ends(time) {
            self.meters.next_interval(self.requests.start_interval());
        }
    }

    /// The shared connection, of those to its node, that a request uses.
    pub fn pick(&self, slot: Slot) -> u32 {
        let plan = &self.process.plan;
        let (request, count) = (self.requests.get(slot), plan.per_node);
        let first = self.process.first_connection + u32::from(request.node) * count;
        let Connections::Shared { pick, .. } = plan.scenario.client.connections else { return first };
        first
            + match pick {
                _ if count == 1 => 0,
                Pick::RoundRobin => request.turn % count,
                Pick::Random => {
                    (self.random.bits(Stream::Pick, request.key.0, request.key.1) % u64::from(count)) as u32
                }
            }
    }

    /// Moves a request to its next phase.
    #[inline(always)]
    pub fn enter(&mut self, slot: Slot, phase: Phase) {
        self.requests.enter(slot, phase, self.now, &mut self.trace);
    }

    /// What a system call costs that wakes a thread.
    pub fn waking_cost(&self, call: Nanos, thread: ThreadId) -> Nanos {
        call + self.cpu.extra_to_wake(thread, self.now)
    }

    /// What waking a parked caller takes its waker.
    pub fn waking(&self, caller: ThreadId) -> Op {
        let costs = &self.process.plan.costs;
        if self.cpu.is_carried(caller) {
            return Op::user(Activity::Ready, costs.ready);
        }
        Op::kernel(Activity::FutexWake, self.waking_cost(costs.futex_wake, caller))
    }

    /// Wakes a waiting thread.
    pub fn wake(&mut self, thread: ThreadId) {
        match self.cpu.is_carried(thread) {
            false if self.takes_detours && self.waits_for_carrier(thread) => {}
            false => self.cpu.wake(thread, self.now, &mut self.calendar, &mut self.trace),
            true if self.process.plan.processors > 0 => self.make_ready(thread),
            true => self.call_back(thread),
        }
    }

    /// Wakes a caller that waits for a connection, unless its patience has just ended.
    pub fn wake_waiter(&mut self, caller: ThreadId) {
        if self.cpu.is_waiting(caller, ThreadState::WaitConnection) {
            self.wake(caller);
        }
    }

    /// Wakes a thread that has nothing to do, unless somebody else just has.
    pub fn wake_idle(&mut self, thread: ThreadId) {
        if self.cpu.is_waiting(thread, ThreadState::Idle) {
            self.wake(thread);
        }
    }

    /// Says for which request a thread works from now on.
    #[inline]
    pub fn work_for(&mut self, thread: ThreadId, slot: Slot) {
        let &Request { id: request, connection, client, .. } = self.requests.get(slot);
        self.cpu.attribute(thread, Work { request, connection, client: client + 1 });
    }

    /// Says that a thread works for no request in particular.
    #[inline]
    pub fn clear_attribution(&mut self, thread: ThreadId, connection: Option<u32>) {
        let work = connection.map_or(Work::NONE, |connection| {
            let ends = self.process.ends_of(connection);
            if ends.is_proxy {
                return self.work_behind_proxy(connection);
            }
            Work { client: ends.client + 1, connection: connection + 1, ..Work::NONE }
        });
        self.cpu.attribute(thread, work);
    }

    /// A call of the server on a connection of a proxy counts for the client of the first message in it: for each client as often as its
    /// messages are. No trace shows such connections.
    #[cold]
    #[inline(never)]
    fn work_behind_proxy(&self, connection: u32) -> Work {
        let command = || self.wire.head(to_server(connection)).map(|(slot, _)| slot);
        let first = self.wire.next_unsent(back(connection)).or_else(command);
        first.map_or(Work::NONE, |slot| Work { client: self.requests.get(slot).client + 1, ..Work::NONE })
    }

    /// Draws a duration that belongs to a request.
    #[inline]
    pub fn draw(&self, dist: Dist, stream: Stream, slot: Slot) -> Nanos {
        dist.draw(&self.random, stream, self.requests.get(slot).key)
    }

    /// See [`Plan::more_values`].
    #[inline]
    pub fn more_values(&self, message: Message, slot: Slot) -> u64 {
        self.plan.more_values(message, self.requests.get(slot))
    }

    /// What the client's event loop, or the reader of a connection, takes to decode equal replies.
    #[inline]
    pub fn loop_decoding(&self, run: &Run) -> Nanos {
        let costs = &self.process.plan.costs;
        let values = self.more_values(run.message, run.request);
        u64::from(run.count) * costs.loop_decode
            + u64::from(run.count) * values * costs.value_decode
            + costs.decoding_of(run.total(), run.count)
    }

    /// The effect of a write(): `bytes` queued bytes leave, and requests whose message is out completely are on the wire.
    pub fn send(&mut self, stream: StreamId, bytes: u64) {
        // Here, as what it carries is: a window may begin while the call lasts.
        let client = self.process.ends_of(stream / 2).client;
        self.meters[client].writes[stream as usize & 1] += 1;
        if let Some(tls) = &mut self.tls {
            tls.sent(stream, self.wire.sent(stream), bytes);
        }
        self.transmit(stream, bytes);
    }

    /// Where a request is whose message has arrived at the end of a stream.
    #[inline(always)]
    fn arrived_in(&self, stream: StreamId) -> Phase {
        let is_reply = stream & 1 == 1;
        match is_reply {
            _ if self.plan.proxy.is_some() && is_reply == self.is_upstream(stream / 2) => Phase::ProxyQueue,
            true => Phase::ClientRead,
            false => Phase::ServerQueue,
        }
    }

    /// Whether a connection is one of a proxy to the server.
    pub fn is_upstream(&self, connection: u32) -> bool {
        self.process.ends_of(connection).is_proxy
    }

    fn transmit(&mut self, stream: StreamId, bytes: u64) {
        let is_reply = stream & 1 == 1;
        let &Ends { client, is_wire_random, .. } = self.process.ends_of(stream / 2);
        let jitter = if is_wire_random { self.draw_for_write(stream) } else { 0 };
        let phase = if is_reply { Phase::WireBack } else { Phase::WireOut };
        let arrived = self.arrived_in(stream);
        let World { now, calendar, wire, requests, trace, meters, .. } = self;
        let (messages, is_there) =
            wire.send(stream, bytes, jitter, *now, calendar, |slot| requests.enter(slot, phase, *now, trace));
        meters[client].messages_sent[usize::from(is_reply)] += messages;
        if is_there {
            wire.land(stream, bytes, |slot| requests.enter(slot, arrived, *now, trace));
            self.message_arrived(stream);
        }
    }

    /// Draws what chance does to the next write: returns its jitter, and lets the wire know whose numbers decide about losses.
    #[cold]
    fn draw_for_write(&mut self, stream: StreamId) -> Nanos {
        let Some(slot) = self.wire.next_unsent(stream) else { return 0 };
        let plan = &self.process.of_connection(stream / 2).plan;
        // A request passes two networks with a proxy. What one draws for it says nothing about the other.
        let (dist, purpose, loss) = match (stream & 1, plan.is_proxy) {
            (0, false) => (plan.jitter[0], Stream::RequestJitter, Stream::RequestLoss),
            (_, false) => (plan.jitter[1], Stream::ReplyJitter, Stream::ReplyLoss),
            (0, true) => (plan.jitter[0], Stream::UpstreamRequestJitter, Stream::RequestLoss),
            (_, true) => (plan.jitter[1], Stream::UpstreamReplyJitter, Stream::ReplyLoss),
        };
        if self.wire.is_lossy() && slot != self.requests.errand() {
            let key = self.requests.get(slot).key;
            self.wire.belongs_to(stream, key, self.random.draws(loss, key.0, key.1));
        }
        self.draw(dist, purpose, slot)
    }

    /// The first segment in flight of a stream reaches a socket buffer, with TCP all that is there by now: whoever waits for it
    /// becomes ready.
    pub fn deliver(&mut self, stream: StreamId) {
        let phase = self.arrived_in(stream);
        let mut is_new = false;
        loop {
            if self.wire.waits_for_interrupt(stream, self.now, &mut self.calendar) {
                if is_new {
                    self.message_arrived(stream);
                }
                return;
            }
            if self.trace.enabled {
                self.record_arrival(stream);
            }
            let World { now, calendar, wire, requests, trace, .. } = self;
            if !wire.arrive(stream, *now, calendar, |slot| requests.enter(slot, phase, *now, trace)) {
                return;
            }
            if !wire.has_arrived(stream, *now) {
                return self.message_arrived(stream);
            }
            is_new = true;
        }
    }

    fn record_arrival(&mut self, stream: StreamId) {
        let Some(flight) = self.wire.arrival(stream, self.now).filter(|_| !self.is_upstream(stream / 2)) else {
            return;
        };
        let id = self.requests.get(flight.first_request).id;
        self.trace.wire((flight.span.0, self.now), stream / 2, stream & 1 == 1, id, flight.bytes, false);
    }

    /// The effect of a client's close(): the server gets the end of the connection.
    pub fn close(&mut self, connection: u32) {
        if self.tracking.is_some() {
            self.forget_tracked(connection);
        }
        if self.outages.is_any() && self.close_cut(connection) {
            return;
        }
        self.send_mark(CLOSING, connection);
    }

    /// Sends what the kernels say without a thread. Behind what an event loop has still to write it leaves with that.
    #[inline(never)]
    pub fn send_mark(&mut self, Part { message, count, bytes }: Part, connection: u32) {
        let (run, out) =
            (Run { request: self.requests.errand(), message, last: false, count, bytes }, to_server(connection));
        let is_alone = self.wire.unsent(out) == 0;
        self.wire.queue(out, run);
        if is_alone {
            self.transmit(out, u64::from(bytes));
        }
    }

    /// An alarm's event has come: if it rings, and its thread spins or still waits for something to do, for a connection or for
    /// a reply that may be too late, the thread goes on.
    pub fn on_alarm(&mut self, thread: ThreadId) {
        let rings = self.alarms.rings(thread, self.now, &mut self.calendar);
        if rings && self.reply_timeouts.is_used {
            self.on_reply_timeout(thread);
        }
        let waits = [ThreadState::Idle, ThreadState::WaitConnection].map(|state| self.cpu.is_waiting(thread, state));
        let waits = waits.contains(&true) || self.process.is_in_timed_get(thread);
        if rings && !self.cpu.release(thread) && waits {
            self.wake(thread);
        }
    }

    /// Bytes have reached a socket buffer: the owner of the socket becomes ready. The kernel's part of a wake-up (soft
    /// interrupt) costs the woken thread's latency, not CPU.
    #[inline(always)]
    fn message_arrived(&mut self, stream: StreamId) {
        let (connection, is_reply) = (stream / 2, stream & 1 == 1);
        if is_reply {
            self.process.act_for_connection(connection);
        }
        // What comes to a closed socket; from those that live on a loop reads it.
        let lives_on = self.process.plan.loops > 0 && !self.process.plan.closes_idle;
        if is_reply && self.reply_timeouts.is_expected() && !lives_on && !self.discard_late_reply(stream) {
            return;
        }
        let poll = self.poll_of(connection, is_reply);
        let reader = self.sleeping_reader(poll, connection, is_reply);
        match poll {
            Some(poll) => self.polls[poll].mark(connection),
            None => self.readers[connection as usize] = None,
        }
        if !is_reply {
            self.release_collector();
        }
        if let Some(thread) = reader {
            self.wake(thread);
        }
    }

    /// Valkey's main thread looks for events and finished jobs in turn, unless an I/O thread looks for events.
    #[inline(always)]
    fn release_collector(&mut self) {
        if self.io.collects && self.io.polling == Polling::NotAsked {
            self.cpu.release(self.io.main);
        }
    }

    /// The listening socket of a node is ready.
    pub fn wake_main(&mut self, node: usize) {
        self.release_collector();
        self.wake_idle(self.mains[node]);
    }

    /// The readiness set that lists the receiving end of a connection; none where a caller blocks on it.
    #[inline]
    fn poll_of(&self, connection: u32, is_reply: bool) -> Option<usize> {
        if !is_reply {
            return Some(self.sessions[connection as usize].poll as usize);
        }
        let process = self.process.of_connection(connection);
        match process.plan.loops {
            0 if process.plan.processors > 0 => Some(process.poll(0)),
            0 => None,
            _ => Some(process.poll(process.loop_of(connection))),
        }
    }

    /// The thread that sleeps until something arrives at this end of a connection.
    #[inline]
    fn sleeping_reader(&self, poll: Option<usize>, connection: u32, is_reply: bool) -> Option<ThreadId> {
        match poll {
            Some(_) if is_reply && self.process.of_connection(connection).plan.processors > 0 => {
                self.blocked_poller(self.process.of_connection(connection))
            }
            Some(poll) => Some(self.polls[poll].owner).filter(|&owner| self.cpu.is_waiting(owner, ThreadState::Idle)),
            None => self.readers[connection as usize],
        }
    }

    /// A level-triggered selector of the client forgets sockets that have been read empty.
    pub fn prune(&mut self, poll: usize) {
        let World { polls, wire, process, .. } = self;
        let writes = process.plan.flush == Flush::Writable {};
        polls[poll].prune(|connection| {
            wire.readable(back(connection)) > 0 || writes && wire.unsent(to_server(connection)) > 0
        });
    }

    /// What a write() of `bytes` costs. On loopback the soft interrupt of the receiver runs inside it (that is part of the
    /// cost), and with it the waking of a receiver that sleeps.
    #[inline]
    pub fn write_cost(&self, stream: StreamId, bytes: u64) -> Nanos {
        let connection = stream / 2;
        let interrupt = if self.process.ends_of(connection).interrupts { self.interrupt_cost(stream) } else { 0 };
        let is_server = stream & 1 == 1;
        let costs = if is_server { &self.plan.costs } else { &self.process.of_connection(connection).plan.costs };
        let further = self.tls.as_ref().map_or(0, |tls| tls.encrypts(bytes) * costs.write.of(0));
        costs.write.of(bytes) + interrupt + further
    }

    /// What waking the receiver at the end of a stream costs its sender.
    fn interrupt_cost(&self, stream: StreamId) -> Nanos {
        let (connection, is_reply) = (stream / 2, stream & 1 == 1);
        let reader = self.sleeping_reader(self.poll_of(connection, is_reply), connection, is_reply);
        reader.map_or(0, |thread| self.cpu.extra_to_wake(thread, self.now))
    }
}
