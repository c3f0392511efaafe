//! A batch whose keys lie in several slots: its parts are handed out, and their answers collected.
//!
//! Three clients, one mechanism. *Spring Data Redis* gives each key to an executor as a task of its own and looks every 10 ms
//! whether all are done (`ClusterCommandExecutor.collectResults`, which sleeps after the last look too), or since 3.2 waits for each in turn. *Jedis* sends a pipeline to
//! each node, by the threads of an executor (`MultiNodePipelineBase`). *Lettuce* sends a command for each slot at once
//! and is called back (`RedisAdvancedClusterAsyncCommandsImpl.mget`).
//!
//! ```text
//!  hand out a part ─ (wake a worker) ─┐
//!         ▲───────────────────────────┴─ collect: park, or look and sleep, or look and look, or wait in turn
//! ```

use super::connection_exchange::{Leg, Topic};
use super::handover::Handover;
use super::in_turn::Turns;
use crate::actor::exchange::{Exchange, replies};
use crate::actor::program::Op;
use crate::actor::request::{Request, Slot};
use crate::actor::slots::{Address, SLOTS};
use crate::actor::world::World;
use crate::kernel::rng::Stream;
use crate::kernel::time::{MS, Nanos, from_ms, from_us};
use crate::metric::vocabulary::{Activity, Phase, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::scenario::normalize::MOST_PARTS;
use crate::scenario::{Batch, Collect, CrossSlot, KINDS, ReadFrom, Scenario, SplitBy, Workload};
use std::collections::VecDeque;

/// How batches are asked for in parts.
#[derive(Clone, Debug)]
pub struct Split {
    by: SplitBy,
    /// Threads that ask for parts.
    pub workers: u32,
    /// Whether callers send all parts before they wait for any.
    pub at_once: bool,
    /// Whether such a thread is started for each part.
    thread_per_part: bool,
    collect: Collect,
}

impl Split {
    /// What the scenario says of batches over several slots; `None` when requests are not split.
    pub fn new(scenario: &Scenario) -> Option<Self> {
        let CrossSlot::Split { by, workers, thread_per_part, collect } = scenario.client.cross_slot else {
            return None;
        };
        let at_once = scenario.sends_parts_at_once();
        (scenario.workload.batch.size() > 1).then_some(Split { by, workers, at_once, thread_per_part, collect })
    }

    /// Whether the caller itself asks for one part after the other.
    pub fn is_serial(&self) -> bool {
        self.workers == 0 && !self.at_once
    }
}

// Requests name theirs in 16 bits.
const _: () = assert!(2 * KINDS * (1 + MOST_PARTS as usize) <= 1 << 16);

/// What whole requests exchange, by kind of command, and then parts of them with 1, 2… keys, likewise; and all of that again
/// after ASKING if slots move. Redis does not copy values of at least `uncopied` bytes.
pub fn exchanges(workload: &Workload, split: Option<&Split>, slots_move: bool, uncopied: u32) -> Vec<Exchange> {
    let (batch, kinds) = (workload.batch, workload.kinds());
    let part = |by: SplitBy, size: u32| match (batch, by) {
        (_, SplitBy::Key) => Batch::None {},
        (Batch::MultiKey { reply_per_key, .. }, SplitBy::Slot) => Batch::MultiKey { size, reply_per_key },
        _ => Batch::Pipeline { size },
    };
    let most = split.map_or(0, |split| if split.by == SplitBy::Key { 1 } else { batch.size() });
    let mut exchanges = Vec::new();
    for index in 0..(1 + most) * (1 + u32::from(slots_move)) {
        let (asking, keys) = (index > most, index % (1 + most));
        let asked = split.filter(|_| keys > 0).map_or(batch, |split| part(split.by, keys));
        for kind in &kinds {
            let mut exchange = Exchange::new(&kind.command, &asked, asking);
            exchange.wait = from_ms(kind.block_ms);
            exchange.avoid_copies(uncopied);
            exchanges.push(exchange);
        }
    }
    exchanges
}

/// Parts that wait for a worker, and workers that wait for a part.
#[derive(Default)]
pub struct Executor {
    tasks: VecDeque<Slot>,
    idle: VecDeque<ThreadId>,
    /// Keys of each part of a batch that is being cut; all 0 in between.
    sizes: Vec<u32>,
    /// What callers wait for that collect in turn.
    turns: Turns,
}

impl Executor {
    /// The executor of a client with so many callers.
    pub fn new(split: Option<&Split>, callers: u32) -> Self {
        let in_turn =
            split.is_some_and(|split| matches!(split.collect, Collect::TimedGet { .. }) && !split.is_serial());
        Executor { turns: Turns::new(if in_turn { callers } else { 0 }), ..Executor::default() }
    }

    /// Whether a thread waits for a part whose turn it is, and for no longer than its alarm says.
    pub fn is_in_timed_get(&self, thread: ThreadId) -> bool {
        self.turns.is_waiting(thread)
    }
}

impl World {
    /// The next part for a worker; without one it is listed as idle and must wait.
    pub fn next_task(&mut self, worker: ThreadId) -> Option<Slot> {
        let task = self.process.executor.tasks.pop_front();
        match task {
            Some(part) => {
                self.enter(part, self.first_phase());
                self.requests.get_mut(part).caller = worker;
            }
            None => self.process.executor.idle.push_back(worker),
        }
        task
    }

    /// The phase in which a caller, or a worker, asks for what it has in hand.
    pub fn first_phase(&self) -> Phase {
        self.process.plan.first_phase()
    }

    /// Cuts a batch into parts, in the order of their first keys.
    pub fn cut(&mut self, batch: Slot) {
        let Some(&Split { by, at_once, .. }) = self.process.plan.split.as_ref() else { return };
        let Request { key, exchange: kind, .. } = *self.requests.get(batch);
        let size = self.process.plan.scenario.workload.batch.size();
        let plan = self.process.plan.clone();
        let keys = || {
            let (plan, mut draws) = (plan.clone(), self.random.draws(Stream::Key, key.0, key.1));
            (0..size).map(move |index| (index, plan.address(draws.bits())))
        };
        let known_at = self.known_at(batch);
        let mut sizes = std::mem::take(&mut self.process.executor.sizes);
        sizes.resize((SLOTS as usize).max(size as usize), 0);
        let slots = self.plan.slots;
        let node_of = |address: Address| slots.owner(address.slot.into(), known_at);
        let part_of = |(index, address): (u32, Address)| match by {
            SplitBy::Key => index as usize,
            SplitBy::Slot => address.slot as usize,
            SplitBy::Node => node_of(address) as usize,
        };
        for key in keys() {
            sizes[part_of(key)] += 1;
        }
        let (mut last, mut number) = (batch, 0);
        for place in keys() {
            let count = std::mem::take(&mut sizes[part_of(place)]);
            if count == 0 {
                continue;
            }
            number += 1;
            let part = self.requests.begin_part(batch, self.now);
            let request = self.requests.get_mut(part);
            // Numbers of callers have 16 bits.
            request.key = (key.0.wrapping_add(number << 16), key.1);
            (request.exchange, request.address, request.node, request.detached) =
                (kind + KINDS as u16 * count as u16, place.1, node_of(place.1), at_once);
            self.requests.get_mut(last).next = part;
            if plan.read_from != ReadFrom::Primary {
                self.choose_replica(part);
            }
            last = part;
        }
        let caller = {
            let batch = self.requests.get_mut(batch);
            batch.awaiting = number;
            self.process.caller(batch.caller)
        };
        self.process.executor.turns.begin(caller, number as usize);
        self.process.executor.sizes = sizes;
    }

    /// Chooses the connection for a part that is sent with others.
    #[inline(never)]
    pub fn leg_of_part(&mut self, part: Slot) -> Leg {
        let connection = self.pick(part);
        self.enter(part, Phase::Prepare);
        let leg = Leg { slot: part, connection, topic: Topic::Request, index: 0 };
        let commands = replies(leg.parts(self));
        let request = self.requests.get_mut(part);
        (request.connection, request.awaiting) = (connection + 1, commands);
        leg
    }

    /// A reply has been decoded, after which its request has all of its round trip: the thread that waits for it. Of a part
    /// that nobody waits for alone, whoever waits for the whole batch, if it was the last.
    pub fn answered(&mut self, slot: Slot) -> Option<ThreadId> {
        let &Request { caller, detached, .. } = self.requests.get(slot);
        if !detached {
            return Some(caller);
        }
        if self.plan.slots.do_move() && self.resend_part(slot) {
            return None;
        }
        self.end_part(slot).filter(|_| !self.cpu.release(caller))
    }

    /// Ends a part, which has its answer or will have none; returns the caller if it is done with waiting: for all parts, or in turn for this one.
    /// Who looks without pause, or sleeps, sees it by itself.
    pub fn end_part(&mut self, part: Slot) -> Option<ThreadId> {
        let &Request { parent: batch, key, .. } = self.requests.get(part);
        let is_last = self.requests.end_part(part, self.now, &mut self.trace);
        let &Request { caller, key: whole, .. } = self.requests.get(batch);
        let own = self.process.caller(caller);
        let turns = &mut self.process.executor.turns;
        if !turns.are_taken() {
            return is_last.then_some(caller);
        }
        let number = key.0.wrapping_sub(whole.0) >> 16;
        let is_its_turn = turns.answer(own, number as usize - 1);
        if is_its_turn && turns.is_waiting(own) {
            // From now on nobody else wakes it.
            self.alarms.call_off(caller);
        }
        is_its_turn.then_some(caller)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    #[default]
    Offered,
    WorkerWoken,
    Dispatching,
    Parking,
    Woken,
    Resumed,
    Slept,
    Spun,
    ParkingInTurn,
    WokenInTurn,
    ResumedInTurn,
}

/// A caller's work on a batch that others ask for, part by part.
#[derive(Default)]
pub struct FanOut {
    step: Step,
    batch: Slot,
    /// The next part to be handed out.
    part: Slot,
    /// The part after it: a part may be answered, and its place taken, before the next one's turn.
    after: Slot,
    worker: ThreadId,
    leg: Leg,
    handover: Handover,
    /// Whether the last look found all answers.
    is_complete: bool,
}

impl FanOut {
    /// Hands out the first part.
    pub fn start(&mut self, batch: Slot, world: &mut World) -> Op {
        self.batch = batch;
        self.after = world.requests.get(batch).next;
        self.next(world)
    }

    /// Continues; `None` when all parts are answered and the caller knows.
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Option<Op> {
        Some(match self.step {
            Step::Offered => self.offer(world),
            Step::WorkerWoken => {
                world.wake_idle(self.worker);
                self.next(world)
            }
            Step::Dispatching => match self.handover.resume(self.leg, me, world) {
                Some(op) => op,
                None => self.next(world),
            },
            Step::Parking if self.pending(world) == 0 => return None,
            Step::Parking => self.then(Step::Woken, Op::wait(ThreadState::WaitReply)),
            Step::Woken => {
                world.work_for(me, self.batch);
                self.then(Step::Resumed, Op::user(Activity::Resume, world.process.plan.costs.resume))
            }
            Step::Resumed => return None,
            Step::Slept if self.is_complete => return None,
            Step::Spun if self.pending(world) == 0 => return None,
            Step::ParkingInTurn => self.timed_get(me, world),
            Step::WokenInTurn => {
                world.alarms.call_off(me);
                let own = world.process.caller(me);
                world.process.executor.turns.set_waiting(own, false);
                self.then(Step::ResumedInTurn, Op::user(Activity::Resume, world.process.plan.costs.resume))
            }
            Step::ResumedInTurn if self.pending(world) == 0 => return None,
            Step::Slept | Step::Spun | Step::ResumedInTurn => self.collect(world),
        })
    }

    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    fn pending(&self, world: &World) -> u32 {
        world.requests.get(self.batch).awaiting
    }

    fn next(&mut self, world: &mut World) -> Op {
        self.part = self.after;
        if self.part == 0 {
            return self.collect(world);
        }
        self.after = world.requests.get(self.part).next;
        let (split, costs) = (world.process.plan.split.as_ref(), &world.process.plan.costs);
        let offering = match split {
            Some(Split { at_once: true, .. }) => return self.dispatch(world),
            // `SimpleAsyncTaskExecutor`.
            Some(Split { thread_per_part: true, .. }) => costs.executor_offer + costs.thread_start,
            _ => costs.executor_offer,
        };
        self.then(Step::Offered, Op::user(Activity::Dispatch, offering))
    }

    fn offer(&mut self, world: &mut World) -> Op {
        world.process.executor.tasks.push_back(self.part);
        match world.process.executor.idle.pop_front() {
            Some(worker) => {
                self.worker = worker;
                self.then(Step::WorkerWoken, world.waking(worker))
            }
            None => self.next(world),
        }
    }

    fn dispatch(&mut self, world: &mut World) -> Op {
        self.leg = world.leg_of_part(self.part);
        let commands = world.requests.get(self.part).awaiting;
        let op = self.handover.start(self.leg, commands, world);
        self.then(Step::Dispatching, op)
    }

    fn collect(&mut self, world: &mut World) -> Op {
        self.is_complete = self.pending(world) == 0;
        match world.process.plan.split.as_ref().map_or(Collect::Join {}, |split| split.collect) {
            Collect::Join {} if self.is_complete => self.then(Step::Resumed, Op::user(Activity::None, 0)),
            Collect::Join {} => self.then(Step::Parking, world.process.plan.park),
            Collect::PollAndSleep { interval_ms } => {
                let pause = ((interval_ms * MS as f64) as Nanos).max(1) + world.process.plan.costs.wait_slack;
                self.then(Step::Slept, Op::sleep(ThreadState::Idle, world.now + pause))
            }
            Collect::TimedGet { .. } if self.is_complete => self.then(Step::Resumed, Op::user(Activity::None, 0)),
            Collect::TimedGet { .. } => {
                let own = world.process.caller(world.requests.get(self.batch).caller);
                world.process.executor.turns.go_on(own);
                self.then(Step::ParkingInTurn, world.process.plan.park)
            }
            Collect::BusyPoll {} if self.is_complete => self.then(Step::Resumed, Op::user(Activity::None, 0)),
            Collect::BusyPoll {} => self.then(Step::Spun, Op::spin()),
        }
    }

    /// `FutureTask.awaitDone`: it parks unless the answer has come, and is woken by that, or when it has waited for long enough.
    fn timed_get(&mut self, me: ThreadId, world: &mut World) -> Op {
        let Some(Split { collect: Collect::TimedGet { timeout_us }, .. }) = world.process.plan.split else {
            return Op::NOTHING;
        };
        let own = world.process.caller(me);
        if world.process.executor.turns.is_answered(own) {
            return self.collect(world);
        }
        let due = world.now + from_us(timeout_us).max(1) + world.process.plan.costs.wait_slack;
        world.process.executor.turns.set_waiting(own, true);
        world.alarms.set(me, due, &mut world.calendar);
        self.then(Step::WokenInTurn, Op::wait(ThreadState::WaitReply))
    }
}
