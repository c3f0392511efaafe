//! Connections that are cut, and nodes that are lost.
//!
//! A cut connection delivers nothing: what was on its way, and what is written from then on, stays where it is. How that ends depends on
//! who makes the socket calls.
//!
//! *A caller of its own* (Jedis, go-redis with a pool): it sees a reset at once, or at the next use, and a silent end when its reply
//! timeout or its kernel's patience is over. It gives up its request and closes the connection. Commands that never reached the server
//! are gone with it. The next socket works.
//!
//! *An event loop, or writer and reader* (Lettuce, ioredis, rueidis): it connects again and sends what has no answer once more. Here the
//! same bytes arrive after the new handshake. Callers whose timeout is shorter give up meanwhile. While the server refuses connections the
//! pauses between its tries grow ([`crate::scenario::Reconnect`]).
//!
//! Refused is a SYN that arrives before the server takes connections: its sender knows after a round trip. A caller's request fails then.
//!
//! A lost node is silent. When its replica serves, each process connects to that as soon as it knows: at once, or with its next answer
//! about the topology. Errands without a request (tests by an evictor, questions for the topology) see a cut connection at once.

use super::admission::{Answer, last_wait, syn_pause};
use super::client::connection_exchange::Leg;
use super::client::plan::ClientPlan;
use super::exchange::{OPENING, greeting};
use super::request::Slot;
use super::timeline::Moment;
use super::world::World;
use crate::kernel::rng::Stream;
use crate::kernel::table::Table;
use crate::kernel::time::{Nanos, from_ms};
use crate::resource::cpu::ThreadId;
use crate::resource::wire::{back, to_server};
use crate::scenario::Runtime;

/// Tries to connect that are counted one by one. From then on pauses no longer grow.
const TRIES: u32 = 64;
/// A try to connect takes at least so long, ns: without a network and without costs a caller would try for ever at one moment.
pub const LEAST_TRY: Nanos = 1000;

/// State of a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Cut {
    /// It carries what is written to it.
    #[default]
    No,
    /// The other end has gone, and this end can see it.
    Reset,
    /// This end cannot see it; its kernel gives up after so long.
    Silent(Nanos),
    /// Its node is lost.
    Lost,
    /// A loop is connecting again.
    Reconnecting,
}

/// What becomes of a connection that the server refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The client knows it then.
    KnownAt(Nanos),
    /// The client has tried until then, and is connected.
    OverAt(Nanos),
}

/// A node that is lost.
#[derive(Clone, Copy, Debug)]
struct Loss {
    node: usize,
    /// Since when its replica serves.
    replaced_at: Option<Nanos>,
}

/// Connections that are cut.
#[derive(Default)]
pub struct Outages {
    cuts: Table<Cut>,
    losses: Vec<Loss>,
    /// How many are cut.
    count: u32,
    /// Until when the server refuses connections.
    refused_until: Nanos,
}

impl Outages {
    /// Whether any connection is cut.
    #[inline(always)]
    pub fn is_any(&self) -> bool {
        self.count > 0
    }

    fn of(&self, connection: u32) -> Cut {
        self.cuts.get(connection as usize).copied().unwrap_or_default()
    }
}

impl ClientPlan {
    /// Whether a caller makes the socket calls for its own request, and closes the connection when it fails.
    fn owns_sockets(&self) -> bool {
        self.loops == 0 && !self.has_ring
    }

    /// Time that a loop takes to connect: handshake and greeting.
    fn connecting(&self) -> Nanos {
        self.connect_delay + self.round_trip() * (1 + self.opening_legs.len() as u64)
    }

    fn round_trip(&self) -> Nanos {
        self.delays.iter().sum()
    }

    /// A loop's pause before a try to connect; see [`crate::scenario::Reconnect::pause_ms`]. Writer and reader of rueidis connect at once with what they have to
    /// write; if that is refused they wait as Lettuce does.
    fn reconnect_pause(&self, number: u32, draw: f64) -> Nanos {
        let client = &self.scenario.client;
        let usual = if self.has_ring { number - 1 } else { number };
        match usual {
            0 => 0,
            _ => from_ms(client.reconnect.pause_ms(usual, client.runtime == (Runtime::EventLoop {}), draw)),
        }
    }
}

impl World {
    fn set_cut(&mut self, connection: u32, cut: Cut) {
        let all = self.plan.connections as usize;
        while self.outages.cuts.len() < all {
            self.outages.cuts.push(Cut::No);
        }
        let before = std::mem::replace(&mut self.outages.cuts[connection as usize], cut);
        self.outages.count -= u32::from(before != Cut::No);
        self.outages.count += u32::from(cut != Cut::No);
        // A server that hears nothing keeps its client.
        if !matches!(cut, Cut::No | Cut::Silent(_)) {
            self.has_left(connection);
            self.forget_tracked(connection);
        }
        for stream in [to_server(connection), back(connection)] {
            match cut {
                Cut::No => self.wire.let_go(stream, self.now, &mut self.calendar),
                _ => self.wire.hold(stream),
            }
        }
    }

    /// Connections end: with `patience`, silently, until the client's kernel gives them up.
    pub fn drop_connections(&mut self, share: f64, patience: Option<Nanos>) {
        let all = self.plan.connections;
        let upto = |connection: u32| (f64::from(connection) * share) as u32;
        let chosen: Vec<u32> = (0..all).filter(|&c| upto(c + 1) > upto(c) && self.outages.of(c) == Cut::No).collect();
        let Some(patience) = patience else { return self.reset(&chosen) };
        for connection in chosen {
            self.set_cut(connection, Cut::Silent(patience));
            self.process.act_for_connection(connection);
            if self.process.plan.owns_sockets() {
                self.fail_reader(connection, patience);
            }
        }
    }

    /// The kernels of the clients give up silent connections.
    pub fn give_up_silent(&mut self) {
        let is_silent = |&connection: &u32| matches!(self.outages.of(connection), Cut::Silent(_));
        let silent: Vec<u32> = (0..self.plan.connections).filter(is_silent).collect();
        self.reset(&silent);
    }

    /// Both ends of connections know that they have ended. Callers see it; loops connect again.
    fn reset(&mut self, connections: &[u32]) {
        let mut last = None;
        for &connection in connections {
            self.process.act_for_connection(connection);
            let (plan, number) = (self.process.plan.clone(), self.process.number);
            if plan.owns_sockets() {
                self.set_cut(connection, Cut::Reset);
                self.fail_reader(connection, 0);
                continue;
            }
            self.set_cut(connection, Cut::Reconnecting);
            if last.replace(number) != Some(number) {
                self.schedule_moment(self.reconnected_at(number), Moment::Reconnects(number));
            }
        }
    }

    /// When loops of a process that begins to connect now are connected again.
    fn reconnected_at(&self, process: u32) -> Nanos {
        let (plan, until) = (&self.process.plan, self.outages.refused_until);
        let mut at = self.now;
        for number in 1.. {
            let draw = self.random.draws(Stream::Reconnect, process, number).uniform();
            let pause = plan.reconnect_pause(number, draw);
            at += pause;
            if at + plan.delays[0] >= until {
                break;
            }
            at += plan.round_trip();
            if number >= TRIES {
                // All further tries but the last few.
                let step = (plan.round_trip() + pause).max(LEAST_TRY);
                at += until.saturating_sub(at + plan.delays[0]) / step * step;
            }
        }
        at + plan.connecting()
    }

    /// The server refuses new connections for a time.
    pub fn refuse_connections(&mut self, duration: Nanos) {
        self.outages.refused_until = self.outages.refused_until.max(self.now + duration);
    }

    /// Whether a SYN that a client sends now is refused; returns when the client knows, or, where it opens a connection for no request and tries
    /// until it has one, when that is.
    #[cold]
    #[inline(never)]
    pub fn refused(&self, slot: Slot) -> Option<Refused> {
        let (plan, until) = (&self.process.plan, self.outages.refused_until);
        if self.now + plan.delays[0] >= until {
            return None;
        }
        let round_trip = plan.round_trip().max(LEAST_TRY);
        Some(match self.requests.has_owner(slot) {
            true => Refused::KnownAt(self.now + round_trip),
            false => Refused::OverAt(until + round_trip + plan.connect_delay),
        })
    }

    /// Loops of a process are connected again.
    pub fn reconnect(&mut self, process: u32) {
        self.process.act_for(process as usize);
        let (first, count) = (self.process.first_connection, self.process.plan.connections);
        let mut answers = [Answer::Accepted; 2];
        for connection in first..first + count {
            if self.outages.of(connection) == Cut::Reconnecting {
                if self.admission.is_used {
                    let answer = self.answer_syn(connection, true);
                    answers[usize::from(answer == Answer::TooMany)] = answer;
                    if answer != Answer::Accepted {
                        continue;
                    }
                }
                self.set_cut(connection, Cut::No);
                self.close(connection);
                self.send_mark(OPENING, connection);
                if let Some(greeting) = greeting(&self.process.plan.opening_legs) {
                    self.send_mark(greeting, connection);
                }
            }
        }
        if self.admission.is_used {
            self.connect_later(process, answers);
        }
    }

    /// A process tries again to open the connections that it did not get.
    fn connect_later(&mut self, process: u32, answers: [Answer; 2]) {
        if answers == [Answer::Accepted; 2] {
            return self.admission.all_connected(process);
        }
        let number = self.admission.another_try(process);
        let plan = &self.process.plan;
        let at = match answers {
            // It has been rejected, which it knew two round trips after its SYN.
            [_, Answer::TooMany] => {
                let draw = self.random.draws(Stream::Reconnect, process, number.saturating_add(1)).uniform();
                let pause = plan.reconnect_pause(number.saturating_add(1), draw);
                self.now + (2 * plan.round_trip() + pause).max(LEAST_TRY)
            }
            _ => self.now + syn_pause(number - 1, false).unwrap_or_else(last_wait),
        };
        self.schedule_moment(at, Moment::Reconnects(process));
    }

    /// A node's machine is lost.
    pub fn lose_node(&mut self, node: usize) {
        self.outages.losses.push(Loss { node, replaced_at: None });
        for connection in 0..self.plan.connections {
            if self.process.node_of(connection) == node {
                self.set_cut(connection, Cut::Lost);
            }
        }
    }

    /// The replica of a lost node serves. Who knows the cluster finds it at once; so does whoever waits for an answer from that node.
    pub fn replace_node(&mut self, node: usize) {
        for loss in self.outages.losses.iter_mut().filter(|loss| loss.node == node) {
            loss.replaced_at = Some(self.now);
        }
        for number in 0..self.process.all().len() {
            self.process.act_for(number);
            if self.process.knowledge.is_empty() || self.process.asks(node) {
                self.find_replacement(node);
            }
        }
    }

    /// The process that acts knows where a lost node's slots are served now.
    fn find_replacement(&mut self, node: usize) {
        let (first, count) = (self.process.first_connection, self.process.plan.connections);
        let is_lost =
            |&connection: &u32| self.outages.of(connection) == Cut::Lost && self.process.node_of(connection) == node;
        let lost: Vec<u32> = (first..first + count).filter(is_lost).collect();
        self.reset(&lost);
    }

    /// The process that acts has learnt the topology: it may find the replacements of lost nodes.
    #[cold]
    #[inline(never)]
    pub fn learn_of_losses(&mut self, known_at: Nanos) {
        let is_known = |loss: &&Loss| loss.replaced_at.is_some_and(|at| at <= known_at);
        let nodes: Vec<usize> = self.outages.losses.iter().filter(is_known).map(|loss| loss.node).collect();
        nodes.into_iter().for_each(|node| self.find_replacement(node));
    }

    /// A client opens a connection: the next socket works, unless the node is lost.
    #[cold]
    #[inline(never)]
    pub fn open_cut(&mut self, connection: u32) {
        if matches!(self.outages.of(connection), Cut::Reset | Cut::Silent(_)) {
            self.set_cut(connection, Cut::No);
        }
    }

    /// A caller is about to wait for a reply on a connection that may be cut. Without a request of anybody it goes on as on a new one.
    #[cold]
    #[inline(never)]
    pub fn wait_on_cut(&mut self, leg: &Leg, caller: ThreadId) {
        let has_owner = self.requests.has_owner(leg.slot);
        let patience = match self.outages.of(leg.connection) {
            _ if !self.process.plan.owns_sockets() => return,
            Cut::No | Cut::Reconnecting | Cut::Lost => return,
            Cut::Reset | Cut::Silent(_) if !has_owner => return self.set_cut(leg.connection, Cut::No),
            Cut::Reset => 0,
            Cut::Silent(patience) => patience,
        };
        self.limit_wait_to(leg.connection, caller, self.now + patience);
    }

    /// The read() of whoever waits on a connection fails after a time. An errand's finds the next connection.
    fn fail_reader(&mut self, connection: u32, after: Nanos) {
        let Some(reader) = self.readers[connection as usize] else { return };
        match self.cpu.class(reader).asks_for_requests() {
            true => self.limit_wait_to(connection, reader, self.now + after),
            false => self.set_cut(connection, Cut::No),
        }
    }

    /// A client closes a cut connection. What has not reached the server never will; the next socket works, unless the node is lost.
    /// Returns whether there is nothing left to say on it.
    #[cold]
    #[inline(never)]
    pub fn close_cut(&mut self, connection: u32) -> bool {
        let cut = self.outages.of(connection);
        if cut == Cut::No {
            return false;
        }
        let is_lost = self.process.plan.owns_sockets() && self.swallow(connection);
        if is_lost {
            self.has_left(connection);
        }
        if cut != Cut::Lost {
            self.set_cut(connection, Cut::No);
        }
        is_lost
    }

    /// Commands on their way to the server are lost, if it is not in the middle of reading those before. Returns whether they are.
    fn swallow(&mut self, connection: u32) -> bool {
        let out = to_server(connection);
        if self.wire.readable(out) > 0 || self.wire.unsent(out) > 0 {
            return false;
        }
        for run in self.wire.swallow(out) {
            if run.message.has_reply() && self.requests.is_abandoned(run.request) {
                self.lose_command(&run);
            }
        }
        true
    }
}
