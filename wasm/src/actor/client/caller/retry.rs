//! Topology requests, redirections and retries of a caller. All are rare, so their code is kept apart from the common path.

use super::{Caller, Role, Step};
use crate::actor::exchange::replies;
use crate::actor::program::Op;
use crate::actor::world::World;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::{Failure, Phase, ThreadState};
use crate::resource::cpu::ThreadId;

impl Caller {
    /// Whether the client must refresh the topology first. Then it begins to.
    #[cold]
    pub(super) fn needs_topology(&mut self, world: &mut World) -> bool {
        let process = world.process_of(self.slot);
        self.is_asking = !std::mem::take(&mut self.has_topology) && world.must_refresh(process);
        if self.is_asking {
            self.enter_without_connection(Phase::Topology, world);
            world.begin_refresh(self.slot, process);
        }
        self.is_asking
    }

    /// The program of a refresher thread: it refreshes a stale topology, or one that a MOVED has contradicted.
    #[cold]
    pub(super) fn refresh_loop(&mut self, me: ThreadId, world: &mut World) -> Op {
        let Role::Refresher(process) = self.role else { return Op::wait(ThreadState::Idle) };
        world.clear_attribution(me, None);
        let due = world.refresh_due(process as usize);
        if world.now >= due {
            self.is_asking = true;
            world.requests.get_mut(self.slot).key.1 += 1;
            world.begin_refresh(self.slot, process as usize);
            return self.go_to(Step::Routed);
        }
        if due < Nanos::MAX {
            world.alarms.set(me, due + world.process.plan.costs.wait_slack, &mut world.calendar);
        }
        self.then(Step::Started, Op::wait(ThreadState::Idle))
    }

    #[cold]
    pub(super) fn on_topology(&mut self, world: &mut World) -> Op {
        self.is_asking = false;
        let Role::Refresher(process) = self.role else {
            world.end_refresh(self.slot, world.process_of(self.slot));
            self.has_topology = true;
            return self.go_to(Step::Paused);
        };
        world.end_refresh(self.slot, process as usize);
        self.over()
    }

    /// The node has sent the request elsewhere.
    #[cold]
    pub(super) fn redirected(&mut self, world: &mut World) -> Op {
        if !world.follows(self.slot) {
            return self.fail(Failure::TooManyRedirects, world);
        }
        match world.process.plan.retry.backoff_on_redirect {
            true => self.pause(world.requests.get(self.slot).redirects.into(), world),
            false => self.go_to(Step::Paused),
        }
    }

    /// Pauses before the request begins again.
    fn pause(&mut self, tries: u32, world: &mut World) -> Op {
        self.enter_without_connection(Phase::Backoff, world);
        match world.backoff(self.slot, tries) {
            0 => self.go_to(Step::Paused),
            pause => {
                let due = world.now + pause + world.process.plan.costs.wait_slack;
                self.then(Step::Paused, Op::sleep(ThreadState::Idle, due))
            }
        }
    }

    #[cold]
    pub(super) fn try_again(&mut self, me: ThreadId, world: &mut World) -> Op {
        let is_batch = world.process.plan.split.is_some() && world.requests.get(self.slot).parent == 0;
        self.enter_without_connection(if is_batch { Phase::FanOut } else { world.first_phase() }, world);
        world.work_for(me, self.slot);
        if is_batch { self.begin_batch(world) } else { self.go_to(Step::Issued) }
    }

    /// The request, or the batch of this part, ends without an answer.
    #[cold]
    pub(super) fn fail(&mut self, failure: Failure, world: &mut World) -> Op {
        let batch = world.requests.get(self.slot).parent;
        if batch != 0 {
            world.requests.get_mut(batch).failure = Some(failure);
            return self.part_done(world);
        }
        world.end(self.slot, Some(failure));
        self.over()
    }

    /// Whether its connection has too many commands without a reply. A topology request is never refused.
    #[cold]
    pub(super) fn is_queue_full(&self, world: &World) -> bool {
        let commands = replies(&world.plan.exchange(world.requests.get(self.slot)).legs[0]);
        !self.is_asking && !world.process.outstanding.has_room(self.connection, commands)
    }

    /// Starts a goroutine that opens a connection in the background, if one is missing.
    #[cold]
    pub(super) fn call_filler(&mut self, world: &mut World) -> Option<Op> {
        self.waiter = world.process.pools[self.node].call_filler()?;
        Some(self.then(Step::FillerCalled, world.waking(self.waiter)))
    }

    /// The pool wait timed out, the pool is exhausted and does not block, or the queue of the connection is full.
    #[cold]
    pub(super) fn refused(&mut self, failure: Failure, world: &mut World) -> Op {
        self.is_asking = false;
        let request = world.requests.get_mut(self.slot);
        if u32::from(request.tries) == world.process.plan.retry.max_retries {
            return self.fail(failure, world);
        }
        request.tries += 1;
        let tries = request.tries.into();
        self.pause(tries, world)
    }

    /// A phase in which the request has no connection, perhaps no longer.
    #[inline(never)]
    pub(super) fn enter_without_connection(&self, phase: Phase, world: &mut World) {
        world.enter(self.slot, phase);
        world.requests.get_mut(self.slot).connection = 0;
    }
}
