//! Whom a node lets in: the accept queue of its kernel (`tcp-backlog`), and `maxclients` of Redis.
//!
//! *Accept queue.* A SYN that arrives while more than `tcp-backlog` connections wait to be accepted is dropped (`sk_acceptq_is_full`). Its
//! sender gets no answer and sends it again after 1, 2, 4 … seconds (`TCP_TIMEOUT_INIT`, `tcp_syn_retries`). A caller with a reply timeout gives up
//! by then. A connection waits here from its SYN on until the main thread accepts it.
//!
//! *maxclients.* Beyond it Redis accepts a connection, writes `-ERR max number of clients reached` and closes it (`acceptCommonHandler`). The
//! client knows that two round trips after its SYN. A caller's request fails then; a loop waits as after any failed try.
//!
//! A connection without a request (of an evictor or go-redis' filler) is let in beyond `maxclients`: no request can fail with it.

use super::world::World;
use crate::kernel::time::{Nanos, SEC};
use crate::scenario::Server;

/// The wait before a SYN is sent again, doubled each time.
const SYN_AGAIN: Nanos = SEC;
/// `tcp_syn_retries`: how often it is.
const SYN_RETRIES: u32 = 6;

/// A connection as the server's machine sees it.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// It waits to be accepted.
    waits: bool,
    /// It is one of the clients that `maxclients` counts, or is about to be.
    is_client: bool,
}

/// What becomes of a SYN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The connection is there.
    Accepted,
    /// It is dropped: the sender gets no answer.
    Dropped,
    /// Redis accepts it and says that there are too many.
    TooMany,
}

/// Who waits and who is in, where either has a limit.
#[derive(Default)]
pub struct Admission {
    /// Whether there is a limit.
    pub is_used: bool,
    /// Connections that may wait, and clients there may be; 0 is any number.
    backlog: u32,
    max_clients: u32,
    places: Vec<Place>,
    /// Of each node.
    waiting: Vec<u32>,
    clients: Vec<u32>,
    /// Connections of each node to be rejected, and of all nodes.
    rejections: Vec<u32>,
    all_rejections: u32,
    /// How often the loops of each process have been rejected, or got no answer, since they were connected.
    tries: Vec<u32>,
}

impl Admission {
    /// Limits of a server with so many nodes, connections and processes of clients.
    pub fn new(server: &Server, nodes: u32, connections: u32, processes: usize) -> Self {
        let (backlog, max_clients) = (server.tcp_backlog, server.max_clients);
        if backlog == 0 && max_clients == 0 {
            return Admission::default();
        }
        let of_nodes = vec![0; nodes as usize];
        Admission {
            is_used: true,
            backlog,
            max_clients,
            places: vec![Place::default(); connections as usize],
            waiting: of_nodes.clone(),
            clients: of_nodes.clone(),
            rejections: of_nodes,
            all_rejections: 0,
            tries: vec![0; processes],
        }
    }

    /// Whether a node's main thread has to reject a connection.
    #[inline(always)]
    pub fn must_reject(&self, node: usize) -> bool {
        self.all_rejections > 0 && self.rejections[node] > 0
    }

    /// The main thread of a node rejects one connection, if there is one to reject.
    pub fn reject(&mut self, node: usize) -> bool {
        let is_waiting = self.must_reject(node);
        if is_waiting {
            self.rejections[node] -= 1;
            self.all_rejections -= 1;
        }
        is_waiting
    }

    fn set_waiting(&mut self, connection: u32, node: usize, waits: bool) {
        let before = std::mem::replace(&mut self.places[connection as usize].waits, waits);
        self.waiting[node] = self.waiting[node] + u32::from(waits) - u32::from(before);
    }

    fn set_client(&mut self, connection: u32, node: usize, is_client: bool) {
        let before = std::mem::replace(&mut self.places[connection as usize].is_client, is_client);
        self.clients[node] = self.clients[node] + u32::from(is_client) - u32::from(before);
    }

    fn answer(&self, connection: u32, node: usize, has_owner: bool) -> Answer {
        // Linux's queue is full when it has one more than its limit.
        if self.backlog > 0 && self.waiting[node] > self.backlog {
            return Answer::Dropped;
        }
        let is_in = self.places[connection as usize].is_client;
        match self.max_clients {
            0 => Answer::Accepted,
            most if has_owner && !is_in && self.clients[node] >= most => Answer::TooMany,
            _ => Answer::Accepted,
        }
    }

    /// Counts another try of a process' loops that was in vain; returns its number.
    pub fn another_try(&mut self, process: u32) -> u32 {
        self.tries[process as usize] += 1;
        self.tries[process as usize]
    }

    /// The loops of a process are connected.
    pub fn all_connected(&mut self, process: u32) {
        if let Some(tries) = self.tries.get_mut(process as usize) {
            *tries = 0;
        }
    }
}

/// How long the last SYN is waited for.
pub fn last_wait() -> Nanos {
    SYN_AGAIN << SYN_RETRIES
}

/// How long after its `number`-th SYN, the first being number 0, a client sends the next one; `None` if it sends no more.
pub fn syn_pause(number: u32, has_owner: bool) -> Option<Nanos> {
    // Who cannot fail goes on with the longest pause.
    (number < SYN_RETRIES || !has_owner).then(|| SYN_AGAIN << number.min(SYN_RETRIES))
}

impl World {
    /// Connections that are open when the run begins are clients.
    pub fn admit_open(&mut self) {
        for number in 0..if self.admission.is_used { self.process.all().len() } else { 0 } {
            self.process.act_for(number);
            let plan = &self.process.plan;
            let (first, per_node) = (self.process.first_connection, plan.per_node);
            let open = match (plan.pooled, plan.per_request) {
                (true, _) => self.process.pools[0].rules.first_idle,
                (_, true) => 0,
                _ => per_node,
            };
            let subscribing = (plan.connections - plan.subscriptions..plan.connections).map(|own| (0, own));
            for (node, own) in (0..plan.nodes).flat_map(|node| (0..open).map(move |own| (node, own))).chain(subscribing)
            {
                self.admission.set_client(first + node * per_node + own, node as usize, true);
            }
        }
    }

    /// A SYN arrives. `has_owner`: on behalf of a request.
    #[cold]
    pub fn answer_syn(&mut self, connection: u32, has_owner: bool) -> Answer {
        let node = self.process.node_of(connection);
        let answer = self.admission.answer(connection, node, has_owner);
        match answer {
            Answer::Dropped => {}
            Answer::Accepted => {
                self.admission.set_waiting(connection, node, true);
                self.admission.set_client(connection, node, true);
            }
            Answer::TooMany => {
                self.admission.rejections[node] += 1;
                self.admission.all_rejections += 1;
                self.wake_main(node);
            }
        }
        answer
    }

    /// The main thread has accepted a connection.
    #[cold]
    #[inline(never)]
    pub fn admitted(&mut self, connection: u32) {
        if self.admission.is_used {
            let node = self.process.node_of(connection);
            self.admission.set_waiting(connection, node, false);
            self.admission.set_client(connection, node, true);
        }
    }

    /// The server has seen the end of a connection, or lost it.
    #[cold]
    #[inline(never)]
    pub fn has_left(&mut self, connection: u32) {
        if self.admission.is_used {
            let node = self.process.node_of(connection);
            self.admission.set_waiting(connection, node, false);
            self.admission.set_client(connection, node, false);
        }
    }
}
