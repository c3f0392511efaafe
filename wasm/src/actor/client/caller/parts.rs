//! Sends the parts of a batch over several slots: the caller's own or, as a worker, those of other callers.

use super::{Caller, Role, Step};
use crate::actor::client::fan_out::Split;
use crate::actor::program::Op;
use crate::actor::request::Request;
use crate::actor::world::World;
use crate::metric::vocabulary::ThreadState;
use crate::resource::cpu::ThreadId;

impl Caller {
    #[cold]
    pub(super) fn begin_batch(&mut self, world: &mut World) -> Op {
        if world.process.plan.routes && self.needs_topology(world) {
            return self.go_to(Step::Routed);
        }
        let batch = self.slot;
        world.cut(batch);
        if world.process.plan.split.as_ref().is_some_and(Split::is_serial) {
            self.slot = world.requests.get(batch).next;
            return self.go_to(Step::NextPart);
        }
        let op = self.fan_out.get_or_insert_default().start(batch, world);
        self.then(Step::FanningOut, op)
    }

    pub(super) fn fan_out(&mut self, me: ThreadId, world: &mut World) -> Op {
        let op = self.fan_out.as_mut().and_then(|fan_out| fan_out.resume(me, world));
        op.unwrap_or_else(|| self.collected(world))
    }

    /// All parts of the batch in hand are answered.
    pub(super) fn collected(&mut self, world: &mut World) -> Op {
        let failure = world.requests.get(self.slot).failure;
        if failure.is_none() && world.process.plan.processes_last() {
            return self.process(world);
        }
        world.end(self.slot, failure);
        self.over()
    }

    pub(super) fn take_task(&mut self, me: ThreadId, world: &mut World) -> Op {
        match world.next_task(me) {
            Some(part) => {
                self.slot = part;
                world.work_for(me, part);
                self.go_to(Step::Issued)
            }
            None => {
                world.clear_attribution(me, None);
                self.then(Step::Started, Op::wait(ThreadState::Idle))
            }
        }
    }

    /// A part has its answer, or will have none.
    #[cold]
    pub(super) fn part_done(&mut self, world: &mut World) -> Op {
        let &Request { parent: batch, next, .. } = world.requests.get(self.slot);
        let collector = world.end_part(self.slot);
        if self.role == Role::Issuer {
            let is_last = collector.is_some();
            self.slot = if is_last { batch } else { next };
            return if is_last { self.collected(world) } else { self.go_to(Step::NextPart) };
        }
        match collector {
            // A collector that looks without pause sees it by itself; one that sleeps, when it looks.
            Some(waiter) if !world.cpu.release(waiter) && world.cpu.is_waiting(waiter, ThreadState::WaitReply) => {
                self.waiter = waiter;
                self.then(Step::CollectorWoken, world.waking(waiter))
            }
            _ => self.over(),
        }
    }
}
