//! A caller: an application thread that issues one synchronous request at a time.
//!
//! The three axes meet here. *Connections*: it borrows one (commons-pool2), picks a shared one, or opens its own. *I/O*: it does
//! the socket calls itself ([`super::blocking_io`]) or hands the command to an event loop ([`super::handover`]). *Runtime*: waiting
//! gives up the core.
//!
//! ```text
//!  think ─ caller's code ─┬ borrow ◄─ park ─┐ ─ (open) ─ (test) ─ (wrap) ┬ conversation ┬ (test) ─ return ─ (close) ─ done
//!                         │    └ none idle ─┘                            │              │
//!                         └ pick, or open ───────────────────────────────┴──────────────┘
//! ```
//!
//! In a cluster it may have to learn first who has its key: it asks for the topology in the same ways, before the request. A
//! request that was sent elsewhere, or got no connection, begins again behind the pause.

mod borrowing;
mod caching;
mod closing;
mod parts;
mod pinning;
mod retry;
mod waiting;

use super::application::Processing;
use super::connection_exchange::{ConnectionExchange, Topic};
use super::fan_out::FanOut;
use super::pool::Taken;
use super::pool_rules::PoolRules;
use crate::actor::program::{Op, in_order, unless_free};
use crate::actor::request::Slot;
use crate::actor::slots::Redirect;
use crate::actor::world::World;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::{Activity, Failure, Phase, ThreadState};
use crate::resource::cpu::ThreadId;

/// What a thread with this program is there for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Role {
    /// It has requests of its own.
    #[default]
    Issuer,
    /// It asks for parts of others' batches.
    Worker,
    /// It asks for the topology, for this process of the client.
    Refresher(u32),
}

/// What the caller has just finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    // On the way of every request, in order.
    Thought,
    CallerCode,
    /// Open workload: woken with work.
    Offered,
    /// It has a request, or a part of one, to ask for.
    Issued,
    /// It knows which node to ask.
    Routed,
    Borrowed,
    /// It knows what it got from the pool.
    Looked,
    /// It has a connection that is open: it has seen so, or has just opened it.
    Opened,
    /// That connection is as good as the pool wants it to be.
    Tested,
    /// Nothing keeps it from using the connection.
    Wrapped,
    Talking,
    /// Its request is answered, and it has a connection to give back.
    Answered,
    Returned,
    /// A connection lies in its hands that the pool is to have, its own or a new one in the place of one that was closed.
    Replaced,
    /// It has given back what it had.
    Done,
    /// It starts, or begins again.
    #[default]
    Started,

    /// It has looked into the cache, then at the connection that has read the value, and has read and decoded what lay there.
    LookedUp,
    OwnerSeen,
    OwnerRead,
    OwnerDecoded,
    /// It has paused before another try.
    Paused,
    /// It has closed a connection that was idle for too long.
    Pruned,
    LockPassed,
    /// It has called a goroutine that opens connections in the background.
    FillerCalled,
    /// It has closed the connection that it had taken: it was too old.
    Retired,
    PoolParking,
    PoolWoken,
    Opening,
    TestingBorrowed,
    TestingReturned,
    Closed,
    /// It has closed the connection on which nothing came in time.
    Dropped,
    /// It opens a connection for whoever waits, in the place of one that was closed.
    Replacing,
    WaiterWoken,
    /// It hands out the parts of a batch and collects their answers.
    FanningOut,
    /// It goes on to the next part, which it asks for itself.
    NextPart,
    /// Worker: whoever waits for the batch has been woken.
    CollectorWoken,
    /// The application's code uses the reply.
    Processing,
    /// Virtual thread: it has waited for a carrier to begin its request on.
    Mounting,
}

/// Program of a caller thread, of a worker that asks for parts of other callers' batches, or of a thread that asks for the topology.
#[derive(Default)]
pub struct Caller {
    role: Role,
    /// Whether what it says now is a question for the topology.
    is_asking: bool,
    /// Whether it has just been told: it goes on with that, however long the answer took.
    has_topology: bool,
    step: Step,
    /// The request, or the part of one, that it asks for.
    slot: Slot,
    /// Its work on a batch over several slots, from the first such batch on.
    fan_out: Option<Box<FanOut>>,
    processing: Processing,
    /// The node of the cluster that it asks.
    node: usize,
    connection: u32,
    connection_exchange: ConnectionExchange,
    /// What it was at when nothing came in time, and whether its request has failed by that.
    interrupted: Step,
    is_unanswered: bool,
    /// When it stops to wait for a connection.
    patience_ends: Nanos,
    /// What the last look into the pool found.
    taken: Option<Taken>,
    /// Whether it has queued for a connection since.
    waits: bool,
    /// Whom the caller is waking after it has returned a connection, or released the pool's lock.
    waiter: ThreadId,
}

impl Caller {
    /// The program of a worker.
    pub fn worker() -> Self {
        Caller { role: Role::Worker, ..Caller::default() }
    }

    /// The program of a thread that asks for the topology on behalf of a process, in the slot of an errand.
    pub fn refresher(process: u32, slot: Slot) -> Self {
        Caller { role: Role::Refresher(process), slot, ..Caller::default() }
    }

    fn has_no_request(&self) -> bool {
        matches!(self.role, Role::Refresher(_))
    }

    /// See [`crate::actor::program::Program::resume`].
    #[inline(always)]
    pub fn resume(&mut self, me: ThreadId, world: &mut World) -> Op {
        in_order!(self, Op::NOTHING =>
            Step::Thought => self.after_think_time(world),
            Step::CallerCode | Step::Offered => self.issue(me, world),
            Step::Issued => self.ask(world),
            Step::Routed => self.connect(me, world),
            Step::Borrowed => self.try_take(me, world),
            Step::Looked => self.obtain(me, world),
            Step::Opened => self.opened(me, world),
            Step::Tested => self.wrap(me, world),
            Step::Wrapped => self.use_connection(world),
            Step::Talking => self.continue_exchange(me, world),
            Step::Answered => self.give_back(world),
            Step::Returned => self.give(world),
            Step::Replaced => self.put(world),
            Step::Done => self.done(world),
            Step::Started => self.start(me, world),
        );
        self.resume_apart(me, world)
    }

    /// What is not on the way of every request.
    #[inline(never)]
    fn resume_apart(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.step {
            Step::LookedUp => self.looked_up(world),
            Step::OwnerSeen => self.owner_seen(world),
            Step::OwnerRead => self.owner_read(world),
            Step::OwnerDecoded => self.owner_decoded(world),
            Step::Paused => self.try_again(me, world),
            Step::Pruned => self.pruned(world),
            Step::LockPassed => {
                world.wake_waiter(self.waiter);
                self.looked(world)
            }
            Step::FillerCalled => {
                world.wake_idle(self.waiter);
                self.looked(world)
            }
            Step::Retired => self.retired(world),
            Step::PoolParking => self.park_for_connection(me, world),
            Step::PoolWoken => self.poll_again(me, world),
            Step::Opening | Step::TestingBorrowed | Step::TestingReturned | Step::Replacing => {
                self.continue_exchange(me, world)
            }
            Step::Closed => self.closed(me, world),
            Step::Dropped => self.dropped(me, world),
            Step::WaiterWoken => {
                world.wake_waiter(self.waiter);
                self.go_to(Step::Done)
            }
            Step::FanningOut => self.fan_out(me, world),
            Step::NextPart => {
                world.enter(self.slot, world.first_phase());
                self.go_to(Step::Issued)
            }
            Step::CollectorWoken => {
                world.wake(self.waiter);
                self.over()
            }
            Step::Mounting => self.mounted(world),
            Step::Processing => self.processing.resume(self.slot, me, world).unwrap_or_else(|| self.processed(world)),
            _ => Op::NOTHING,
        }
    }

    #[inline(always)]
    fn start(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.role {
            Role::Issuer => self.think(me, world),
            Role::Worker => self.take_task(me, world),
            Role::Refresher(_) => self.refresh_loop(me, world),
        }
    }

    #[inline(always)]
    fn continue_exchange(&mut self, me: ThreadId, world: &mut World) -> Op {
        match self.connection_exchange.resume(me, world) {
            Some(op) => op,
            None => self.on_exchange_end(me, world),
        }
    }

    #[inline(always)]
    fn then(&mut self, step: Step, op: Op) -> Op {
        self.step = step;
        op
    }

    /// Goes on at once where this step leads. What several steps lead to has a step of its own: it is compiled once, into
    /// the one function that goes through all of them.
    #[inline(always)]
    fn go_to(&mut self, step: Step) -> Op {
        self.then(step, Op::NOTHING)
    }

    /// Goes on after the conversation that is over.
    #[inline(always)]
    fn on_exchange_end(&mut self, me: ThreadId, world: &mut World) -> Op {
        if self.connection_exchange.has_timed_out() {
            return self.interrupted(me, world);
        }
        match self.step {
            Step::Opening => self.go_to(Step::Opened),
            Step::TestingBorrowed => self.go_to(Step::Tested),
            Step::TestingReturned => self.go_to(Step::Answered),
            Step::Replacing => {
                self.then(Step::Replaced, Op::user(Activity::Return, world.process.plan.costs.pool_return))
            }
            _ => self.got_reply(world),
        }
    }

    #[inline(never)]
    fn talk(&mut self, step: Step, topic: Topic, world: &mut World) -> Op {
        let op = self.connection_exchange.start(topic, self.slot, self.connection, world);
        self.then(step, op)
    }

    #[inline(always)]
    fn think(&mut self, me: ThreadId, world: &mut World) -> Op {
        world.clear_attribution(me, None);
        let pause = world.think_time(me);
        if pause > 0 {
            return self.then(Step::Thought, Op::sleep(ThreadState::Idle, world.now + pause));
        }
        self.after_think_time(world)
    }

    #[inline(always)]
    fn after_think_time(&mut self, world: &mut World) -> Op {
        let op = Op::user(Activity::Caller, world.process.plan.costs.caller);
        self.then(Step::CallerCode, unless_free(op, world))
    }

    #[inline(always)]
    fn issue(&mut self, me: ThreadId, world: &mut World) -> Op {
        let prepares = world.process.plan.prepares;
        let first = if prepares { world.first_to_prepare() } else { world.first_phase() };
        let Some(slot) = world.next_request(me, first) else {
            return self.then(Step::Offered, Op::wait(ThreadState::Idle));
        };
        self.slot = slot;
        world.work_for(me, slot);
        if prepares { self.prepare(me, world) } else { self.go_to(Step::Issued) }
    }

    /// Asks for the request, or the part, in hand.
    #[inline(always)]
    fn ask(&mut self, world: &mut World) -> Op {
        if world.process.plan.routes && !self.needs_topology(world) {
            world.route(self.slot);
        }
        self.go_to(Step::Routed)
    }

    /// Gets to a connection to the node that is asked.
    #[inline(always)]
    fn connect(&mut self, me: ThreadId, world: &mut World) -> Op {
        self.node = world.requests.get(self.slot).node as usize;
        match (world.process.plan.pooled, world.process.plan.per_request) {
            (true, _) => {
                let PoolRules { max_wait, blocks, .. } = world.process.pools[self.node].rules;
                self.patience_ends = match (blocks, max_wait) {
                    _ if self.has_no_request() => Nanos::MAX,
                    (false, _) => 0,
                    (true, 0) => Nanos::MAX,
                    (true, _) => world.now + max_wait + world.process.plan.costs.wait_slack,
                };
                self.borrow(world)
            }
            (_, true) => {
                self.taken = Some(Taken::Closed(
                    world.process.first_connection
                        + self.node as u32 * world.process.plan.per_node
                        + world.process.caller(me),
                ));
                self.go_to(Step::Looked)
            }
            _ => {
                self.connection = world.pick(self.slot);
                let is_limited = world.process.plan.loop_rules.queue_size > 0 && !world.process.plan.keeps_values;
                if is_limited && self.is_queue_full(world) {
                    return self.refused(Failure::QueueFull, world);
                }
                self.go_on(Phase::Prepare, me, world);
                self.go_to(Step::Wrapped)
            }
        }
    }

    /// The request's next phase; while its caller asks for the topology, that is one phase. Who asks for nobody has none.
    #[inline(always)]
    fn enter(&self, phase: Phase, world: &mut World) {
        if self.has_no_request() {
            return;
        }
        world.enter(self.slot, if self.is_asking { Phase::Topology } else { phase });
    }

    /// The request's next phase, on the connection that is now in the caller's hands.
    #[inline(always)]
    fn go_on(&mut self, phase: Phase, me: ThreadId, world: &mut World) {
        self.enter(phase, world);
        world.requests.get_mut(self.slot).connection = self.connection + 1;
        world.work_for(me, self.slot);
    }

    #[inline(always)]
    fn use_connection(&mut self, world: &mut World) -> Op {
        if world.process.plan.keeps_values && !self.is_asking {
            return self.look_up(world);
        }
        let topic = if self.is_asking { Topic::Topology } else { Topic::Request };
        self.talk(Step::Talking, topic, world)
    }

    // After the reply.

    /// Gives back what it has, or closes it.
    #[inline(always)]
    fn end_use(&mut self, world: &mut World) -> Op {
        if world.process.plan.per_request {
            self.enter(Phase::GiveBack, world);
            return self.close(world);
        }
        if !world.process.plan.pooled {
            return self.go_to(Step::Done);
        }
        if world.process.pools[self.node].rules.test_on_return {
            self.enter(Phase::TestOnReturn, world);
            return self.talk(Step::TestingReturned, Topic::Test, world);
        }
        self.go_to(Step::Answered)
    }

    #[inline(always)]
    fn give_back(&mut self, world: &mut World) -> Op {
        self.enter(Phase::GiveBack, world);
        let op = Op::user(Activity::Return, world.process.plan.costs.pool_return);
        self.then(Step::Returned, unless_free(op, world))
    }

    #[inline(always)]
    fn give(&mut self, world: &mut World) -> Op {
        if world.process.pools[self.node].is_full() {
            return self.close_surplus(world);
        }
        self.go_to(Step::Replaced)
    }

    #[inline(always)]
    fn put(&mut self, world: &mut World) -> Op {
        let waiter = world.process.pools[self.node].give(self.connection, world.now);
        self.wake_or_done(waiter, world)
    }

    fn close(&mut self, world: &World) -> Op {
        self.then(Step::Closed, Op::kernel(Activity::Close, world.process.plan.costs.close))
    }

    fn wake_or_done(&mut self, waiter: Option<ThreadId>, world: &mut World) -> Op {
        match waiter {
            // A waiter that has not parked yet sees its signal without a system call.
            Some(waiter) if world.cpu.is_waiting(waiter, ThreadState::WaitConnection) => {
                self.waiter = waiter;
                self.then(Step::WaiterWoken, world.waking(waiter))
            }
            _ => self.go_to(Step::Done),
        }
    }

    #[inline(always)]
    fn done(&mut self, world: &mut World) -> Op {
        if self.is_unanswered {
            return self.unanswered(world);
        }
        if self.is_asking {
            return self.on_topology(world);
        }
        if world.requests.get(self.slot).redirect != Redirect::None {
            return self.redirected(world);
        }
        if world.requests.get(self.slot).parent != 0 {
            return self.part_done(world);
        }
        if world.process.plan.processes_last() {
            return self.process(world);
        }
        world.finish(self.slot);
        self.over()
    }

    /// Whether it has what the application's code uses.
    fn may_process(&self, world: &World) -> bool {
        !self.is_unanswered && !self.is_asking && world.requests.get(self.slot).redirect == Redirect::None
    }

    /// Begins to use the reply.
    #[cold]
    fn process(&mut self, world: &mut World) -> Op {
        self.processing.start(self.slot, world);
        self.go_to(Step::Processing)
    }

    #[cold]
    fn processed(&mut self, world: &mut World) -> Op {
        if world.process.plan.holds_connection() {
            return self.end_use(world);
        }
        world.finish(self.slot);
        self.over()
    }

    #[inline(always)]
    fn over(&mut self) -> Op {
        // Nothing is spent between the reply and the next pause; the loop around the call is `callerNs`.
        self.go_to(Step::Started)
    }
}
