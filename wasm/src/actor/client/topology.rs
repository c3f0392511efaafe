//! The client's topology of the cluster: how it is refreshed, and how redirections are followed.
//!
//! Mirrors Spring Data Redis (`JedisClusterTopologyProvider.getTopology`: a caller refreshes a stale topology), Jedis
//! (`renewSlotCache`: one caller refreshes after a MOVED) and Lettuce or go-redis (a background thread refreshes, callers go on). A
//! topology is the state of the cluster at the moment at which a node answered.

use super::handover;
use super::plan::ClientPlan;
use crate::actor::request::Slot;
use crate::actor::slots::Redirect;
use crate::actor::world::World;
use crate::kernel::rng::Stream;
use crate::kernel::time::{Nanos, from_ms};
use crate::metric::vocabulary::Failure;
use crate::resource::cpu::ThreadId;
use crate::scenario::{Client, QueryNode, ReadFrom, Refresher, Topology};

/// When the client asks for the topology.
#[derive(Clone, Copy, Debug)]
pub struct RefreshRules {
    max_age: Nanos,
    query_node: QueryNode,
    refresher: Refresher,
    refresh_on_moved: bool,
    min_gap: Nanos,
    /// Copies of the client that remember for themselves.
    pub processes: u32,
}

impl RefreshRules {
    /// The rules of a client; `None` for one that always knows.
    pub fn new(client: &Client) -> Option<Self> {
        let Topology::Cached {
            max_age_ms,
            query_node,
            refresher,
            refresh_on_moved,
            min_refresh_interval_ms,
            processes,
            ..
        } = client.topology
        else {
            return None;
        };
        // An answer without an age never becomes too old.
        let max_age = if max_age_ms > 0.0 { from_ms(max_age_ms).max(1) } else { Nanos::MAX };
        Some(RefreshRules {
            max_age,
            query_node,
            refresher,
            refresh_on_moved,
            min_gap: from_ms(min_refresh_interval_ms),
            processes,
        })
    }
}

/// What one process of the client knows.
#[derive(Clone, Copy, Debug)]
pub struct Knowledge {
    /// The moment whose truth it is.
    known_at: Nanos,
    /// When it was asked for last.
    asked_at: Nanos,
    /// When it is too old.
    refresh_due: Nanos,
    questions: u32,
    /// The node whose answer is awaited.
    asks: Option<u8>,
    /// The thread that does nothing but ask.
    refresher: Option<ThreadId>,
}

impl Knowledge {
    /// Whether a node's answer is awaited.
    pub fn asks(&self, node: usize) -> bool {
        self.asks.map(usize::from) == Some(node)
    }

    /// What all processes know at the beginning: everything. It becomes too old for one after another.
    pub fn of_all(rules: Option<RefreshRules>, refreshers: &[ThreadId]) -> Vec<Knowledge> {
        let Some(RefreshRules { max_age, processes, .. }) = rules else { return Vec::new() };
        let of = |process: u32| Knowledge {
            known_at: 0,
            asked_at: 0,
            refresh_due: match max_age {
                Nanos::MAX => Nanos::MAX,
                _ => max_age / u64::from(processes) * u64::from(process + 1),
            },
            questions: 0,
            asks: None,
            refresher: refreshers.get(process as usize).copied(),
        };
        (0..processes).map(of).collect()
    }
}

impl World {
    /// The process that a request, or a part of one, belongs to.
    #[inline(never)]
    pub fn process_of(&self, slot: Slot) -> usize {
        let request = self.requests.get(slot);
        let issuer = if request.parent == 0 { request } else { self.requests.get(request.parent) };
        self.process.caller(issuer.caller) as usize % self.process.knowledge.len().max(1)
    }

    /// The moment whose truth a request's client believes.
    pub fn known_at(&self, slot: Slot) -> Nanos {
        self.process.knowledge.get(self.process_of(slot)).map_or(self.now, |knowledge| knowledge.known_at)
    }

    /// Chooses the node for a request: the one it was sent to, or the one that its client believes in.
    pub fn route(&mut self, slot: Slot) {
        let request = self.requests.get(slot);
        let ClientPlan { first_exchange, asking_from, .. } = *self.process.plan;
        let first = first_exchange - self.plan.exchanges_since(request.exchange, first_exchange);
        let base = first + (request.exchange - first) % asking_from;
        let (node, exchange) = match request.redirect {
            Redirect::None => (self.plan.slots.owner(request.address.slot.into(), self.known_at(slot)), base),
            Redirect::Moved(node) => (node, base),
            Redirect::Ask(node) => (node, base + asking_from),
        };
        let is_sent_on = self.requests.get(slot).redirect != Redirect::None;
        let request = self.requests.get_mut(slot);
        (request.node, request.exchange, request.redirect) = (node, exchange, Redirect::None);
        if !is_sent_on && self.process.plan.read_from != ReadFrom::Primary {
            self.choose_replica(slot);
        }
    }

    /// A request that is to be sent to a primary goes to the node that its client reads from, if it is a read.
    #[cold]
    #[inline(never)]
    pub fn choose_replica(&mut self, slot: Slot) {
        let ClientPlan { read_from, replicas, nodes, .. } = *self.process.plan;
        let request = self.requests.get(slot);
        if replicas == 0 || self.plan.exchange(request).stored_bytes > 0 {
            return;
        }
        let draw = |of: u32| {
            let bits =
                self.random.bits(Stream::ReadFrom, request.key.0 ^ u32::from(request.tries) << 24, request.key.1);
            (bits % u64::from(of)) as u32
        };
        let copy = match read_from {
            ReadFrom::Primary => 0,
            ReadFrom::Replica => 1 + self.process.number % replicas,
            ReadFrom::AnyReplica => 1 + draw(replicas),
            ReadFrom::Any => draw(1 + replicas),
        };
        if copy > 0 {
            let primaries = nodes / (1 + replicas);
            let node = primaries + u32::from(request.node) * replicas + copy - 1;
            self.requests.get_mut(slot).node = node as u8;
        }
    }

    /// When a process' knowledge is too old.
    pub fn refresh_due(&self, process: usize) -> Nanos {
        self.process.knowledge[process].refresh_due
    }

    /// Whether a caller that needs to know of the cluster now has to ask first.
    pub fn must_refresh(&self, process: usize) -> bool {
        match self.process.plan.refresh {
            Some(RefreshRules { refresher: Refresher::OneCaller | Refresher::AllCallers, .. }) => {
                self.now >= self.refresh_due(process)
            }
            _ => false,
        }
    }

    /// Somebody asks for the topology in the name of `slot`: chooses the node.
    pub fn begin_refresh(&mut self, slot: Slot, process: usize) {
        let Some(rules) = self.process.plan.refresh else { return };
        let first_key = self.process.first_key;
        let knowledge = &mut self.process.knowledge[process];
        knowledge.questions += 1;
        knowledge.asked_at = self.now;
        if rules.refresher == Refresher::OneCaller {
            // The others take it for fresh from now on.
            knowledge.refresh_due = self.now.saturating_add(rules.max_age);
        }
        let node = match rules.query_node {
            QueryNode::First => 0,
            QueryNode::Random => {
                let bits = self.random.bits(Stream::Topology, first_key + process as u32, knowledge.questions);
                (bits % u64::from(self.process.plan.nodes)) as u8
            }
        };
        self.process.knowledge[process].asks = Some(node);
        self.requests.get_mut(slot).node = node;
    }

    /// The answer is there.
    pub fn end_refresh(&mut self, slot: Slot, process: usize) {
        let described_at = self.requests.take_description(slot);
        let Some(rules) = self.process.plan.refresh else { return };
        let knowledge = &mut self.process.knowledge[process];
        knowledge.asks = None;
        knowledge.known_at = knowledge.known_at.max(described_at);
        if rules.refresher != Refresher::OneCaller {
            knowledge.refresh_due = self.now.saturating_add(rules.max_age);
        }
        if self.outages.is_any() {
            self.learn_of_losses(described_at);
        }
    }

    /// A request was sent elsewhere: whether it goes there. A MOVED may make what its client knows too old.
    pub fn follows(&mut self, slot: Slot) -> bool {
        if let (Redirect::Moved(_), Some(rules)) = (self.requests.get(slot).redirect, self.process.plan.refresh)
            && rules.refresh_on_moved
        {
            self.request_refresh(slot, rules.min_gap);
        }
        let most = self.process.plan.retry.max_redirects;
        let request = self.requests.get_mut(slot);
        if u32::from(request.redirects) == most {
            request.redirect = Redirect::None;
            return false;
        }
        request.redirects += 1;
        true
    }

    /// A request got no answer while connections are cut: what its client knows may be too old, as after a MOVED.
    #[cold]
    pub fn suspect_topology(&mut self, slot: Slot) {
        if let Some(rules) = self.process.plan.refresh
            && rules.refresh_on_moved
        {
            self.request_refresh(slot, rules.min_gap);
        }
    }

    /// What was learnt before the command was sent is no better than what sent it astray.
    fn request_refresh(&mut self, slot: Slot, min_gap: Nanos) {
        let process = self.process_of(slot);
        let knowledge = &mut self.process.knowledge[process];
        if self.now >= knowledge.asked_at + min_gap {
            knowledge.refresh_due = knowledge.refresh_due.min(self.now);
            if let Some(refresher) = knowledge.refresher {
                self.wake_idle(refresher);
            }
        }
    }

    /// The pause before a request is tried again for the n-th time.
    pub fn backoff(&self, slot: Slot, tries: u32) -> Nanos {
        let key = self.requests.get(slot).key;
        let share = self.random.draws(Stream::Backoff, key.0 ^ tries << 24, key.1).uniform();
        from_ms(self.process.plan.retry.pause_ms(tries, share))
    }

    /// Of parts that were sent all at once: sends one to where it belongs, if it was sent away. The event loop that has the
    /// answer does that, without waking anybody.
    pub fn resend_part(&mut self, part: Slot) -> bool {
        if self.requests.get(part).redirect == Redirect::None {
            return false;
        }
        if !self.follows(part) {
            let batch = self.requests.get(part).parent;
            self.requests.get_mut(batch).failure = Some(Failure::TooManyRedirects);
            return false;
        }
        self.route(part);
        let leg = self.leg_of_part(part);
        if let Some(asleep) = handover::offer(leg, self) {
            self.wake_idle(asleep);
        }
        true
    }
}
