//! Handles a command at a node: executes it, describes the cluster, or redirects it.

use crate::actor::slots::{REDIRECT_BYTES, Redirect};
use crate::actor::world::World;
use crate::kernel::time::{Nanos, from_ns};
use crate::resource::message::{Message, Run};

impl World {
    /// CPU time of a node for a run of commands.
    #[inline]
    pub fn work_on(&mut self, node: usize, run: &Run) -> Nanos {
        match run.message {
            Message::Topology => return self.describe(node, run),
            Message::TlsHello | Message::TlsFinish => return self.shake_hands(run),
            Message::Greeting => return self.greeted(run),
            _ => {}
        }
        if self.plan.slots.do_move() && run.message.has_data() && self.redirects_run(node, run) {
            return u64::from(run.count) * self.plan.costs.command;
        }
        let (plan, request) = (&self.plan, self.requests.get(run.request));
        let work = plan.exchange(request).work(run, &plan.costs, &self.random, request.key);
        let pushing = if plan.has_pushes { self.push_work(run) } else { 0 };
        if plan.keyspace.is_used { work + pushing + self.keep(node, run, work) } else { work + pushing }
    }

    #[cold]
    fn describe(&mut self, node: usize, run: &Run) -> Nanos {
        self.requests.describe(run.request, self.now);
        self.server_meter.nodes[node].descriptions += 1;
        from_ns(self.plan.clients[usize::from(self.requests.get(run.request).client)].description.work_ns)
    }

    /// The TLS handshake is done for the first of its messages.
    #[cold]
    fn greeted(&self, run: &Run) -> Nanos {
        let handshake = self.tls.as_ref().map_or((0, 0), |tls| tls.server_handshake());
        let commands = u64::from(run.count).saturating_sub(handshake.1);
        handshake.0 + commands * self.plan.costs.command
    }

    /// Looks whether the node has the key of a request. Messages of one request are not told apart: if the node sends one
    /// away, the client repeats all.
    fn redirects_run(&mut self, node: usize, run: &Run) -> bool {
        let request = self.requests.get(run.request);
        let asking = self.plan.exchange(request).asking;
        let redirect = self.plan.slots.verdict(self.plan.primary_of(node) as u8, request.address, asking, self.now);
        let counts = &mut self.server_meter.nodes[node];
        match redirect {
            Redirect::None => return false,
            Redirect::Moved(_) => counts.moved += u64::from(run.count),
            Redirect::Ask(_) => counts.ask += u64::from(run.count),
        }
        self.requests.get_mut(run.request).redirect = redirect;
        true
    }

    /// What the node answers to a run of commands.
    #[inline]
    pub fn answer_to(&self, run: &Run) -> Option<Run> {
        let request = self.requests.get(run.request);
        let bytes = match run.message {
            Message::Topology => self.plan.clients[usize::from(request.client)].description.bytes,
            _ if self.is_redirected(run) => REDIRECT_BYTES,
            _ => return self.plan.exchange(request).reply(run),
        };
        Some(Run { message: Message::Reply, bytes, ..*run })
    }

    /// Whether a run of commands was not executed here.
    pub fn is_redirected(&self, run: &Run) -> bool {
        run.message.has_data() && self.requests.get(run.request).redirect != Redirect::None
    }
}
