//! Machines: cores, a run queue each, and the threads on them.
//!
//! Mirrors what matters of Linux's scheduler for short bursts: a woken thread takes an idle core after the wake-up latency
//! or queues for a busy one; a core pays for switching to another thread than it ran last, and more if other threads have
//! meanwhile filled its caches; a thread keeps its core until it waits or its time slice ends while others are queued, and
//! its place on that core for a while after it has run (`migrationCostNs`), even if another core is idle.
//!
//! Processes (client and server on one machine) get equal shares, as scheduler groups do: the next thread is the oldest of
//! the process that has had less CPU time, and a woken thread of such a process takes the core from the other one's thread
//! as soon as that has finished the step it is at, but not in the first slice of a process on that core (`RUN_TO_PARITY`): a
//! thread that works in short turns finishes them. Time asleep earns at most one slice of credit. Within a process the queue
//! is FIFO. Left out: priorities, periodic balancing between cores, frequency scaling.
//!
//! What runs at every event, or on the way of every request, is inlined by force, here and in the layers above: a call in
//! WebAssembly spills every value in use and checks the stack, and all of it together cost a third of the speed there. So that
//! each such piece is compiled once all the same, programs of threads go on through steps instead of calling what comes next
//! ([`crate::actor::program::in_order`]). What is small or called from a few places on the way of a request is marked `#[inline]`:
//! elsewhere the WebAssembly build inlines little.
//!
//! ```text
//!            wake                    core free, switched
//!  waiting ───────► runnable ─────────────────────► user / kernel ──► waiting
//!                      ▲                                │ slice over, others queued
//!                      └────────────────────────────────┘
//! ```

mod cache;
mod carrier;
mod idle;
mod placement;
mod ready;
mod ready_now;
mod report;
mod siblings;
mod slice;
mod spin;
mod thread;
mod usage;
mod variation;

use self::cache::Filled;
use self::ready::Ready;
use self::ready_now::ReadyNow;
use self::spin::ENDLESS;
use self::thread::Thread;
pub use self::thread::Work;
pub use self::usage::ClassUse;
use self::variation::Variation;
use crate::kernel::calendar::{Calendar, EventKind};
use crate::kernel::table::Table;
use crate::kernel::time::Nanos;
use crate::metric::trace::Trace;
use crate::metric::vocabulary::{Activity, ThreadClass, ThreadState};

/// Index of a thread: its lane in traces.
pub type ThreadId = u32;

const NOBODY: u32 = u32::MAX;
/// A thread finds its caches warm when its core has switched no more often than this since it last ran there. Pipe rings on
/// one core (`micro.csv`): 2.3 µs a hop with 2 threads, 3.4 µs with 8 as with 50.
const WARM_SWITCHES: u32 = 3;

/// A piece of CPU time a thread wants before its next decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Burst {
    /// `User` or `Kernel`.
    pub state: ThreadState,
    /// What it is for.
    pub activity: Activity,
    /// How long.
    pub ns: Nanos,
}

/// What a core is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum Stage {
    Idle,
    /// A thread is assigned; the core is leaving its idle state and has yet to work for that.
    Waking,
    /// A thread is assigned; the core is about to switch.
    Starting,
    Switching,
    Running,
    /// Its thread spins: no event ends that.
    Spinning,
}

struct Core {
    host: u16,
    /// The other hardware thread of its physical core, or [`NOBODY`].
    sibling: u32,
    stage: Stage,
    current: ThreadId,
    /// Thread whose state is in the caches and registers.
    last: ThreadId,
    slice_end: Nanos,
    /// Switches so far.
    switches: u32,
    /// Time it has been busy since the machine's load was last looked at.
    busy: Nanos,
    /// Since when it has run threads of one process only, one after another; or since when it has been idle.
    held_since: Nanos,
    /// A thread of another process is to have this core after the step under way.
    gives_way: bool,
    /// The thread that goes before all others here, or [`NOBODY`].
    claimed_by: ThreadId,
    /// When it will look whether its thread, which spins while others queue, must give it up.
    looks_at: Nanos,
    /// Neighbours among the idle cores of its host: the one that fell idle just before and just after, or [`NOBODY`].
    idle_before: u32,
    idle_after: u32,
}

struct Host {
    ready: Ready,
    /// What has come into its last-level cache.
    filled: Filled,
    /// When the load of the cores was last compared.
    compared_at: Nanos,
    /// The core that fell idle last: the head of a list linked through the cores, from whose middle one can be taken
    /// without moving the others.
    idle: u32,
    cores: u32,
    /// How many of them have a thread that spins.
    spinning: u32,
    switches: u64,
}

/// Costs of the scheduler itself.
#[derive(Clone, Copy, Debug)]
pub struct SchedulerCosts {
    /// Time slice.
    pub quantum: Nanos,
    /// Switching a core to another thread.
    pub switch: Nanos,
    /// Filling the caches of a core again for a thread that was driven out of them.
    pub cache_refill: Nanos,
    /// What a switch costs more when all data of the thread comes from memory: so many percent of the time it was in the kernel in
    /// its last turn, which touched what it needs again.
    pub memory_share: u64,
    /// The longest that can take.
    pub memory_refill: Nanos,
    /// What waking such a thread costs its waker more.
    pub memory_wake: Nanos,
    /// How many threads' data the last-level cache of a machine has room for.
    pub last_level: u32,
    /// How long a thread keeps to the core it ran on, even if another one is idle.
    pub affinity: Nanos,
    /// Interrupting an idle core so that it takes up a woken thread, paid by the waker.
    pub interrupt: Nanos,
    /// From wake-up to an idle core's first instruction.
    pub wake_latency: Nanos,
    /// The end of it, in which that core works already: at most all of it.
    pub wake_cpu: Nanos,
    /// The longest that leaving an idle state may take; 0 where that is all in `wake_latency`.
    pub idle_exit: Nanos,
    /// Percent that everything takes longer on a core while its sibling, the other hardware thread of the same physical core,
    /// runs something; 0 where cores have no siblings.
    pub hyper_thread: u64,
    /// Standard deviation of what the client's own code takes, percent of its mean.
    pub client_variation: f64,
}

/// All machines of a run.
pub struct Cpu {
    hosts: Table<Host>,
    cores: Table<Core>,
    threads: Table<Thread>,
    costs: SchedulerCosts,
    variation: Variation,
    window_start: Nanos,
    /// By client and class.
    usage: Table<ClassUse>,
    /// Row of `usage` in which calls count: that of the thread whose program goes on.
    counted_in: u16,
    /// Time of the server's main threads by the client they worked for; first for none in particular.
    served: Table<Nanos>,
    /// Cores that continue at this very instant, in order; drained before the calendar moves on.
    ready_now: ReadyNow,
}

/// What the scheduler wants next from the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This thread has finished its burst (or starts): ask its program what it wants.
    Resume(ThreadId),
    /// Nothing: time must pass.
    Nothing,
}

impl Cpu {
    /// Machines with the given numbers of cores and no threads.
    pub fn new(cores_of_hosts: &[u32], costs: SchedulerCosts) -> Self {
        let mut cores = Vec::new();
        let mut hosts = Vec::new();
        for (host, &count) in cores_of_hosts.iter().enumerate() {
            let first = cores.len() as u32;
            cores.extend((0..count).map(|index| Core {
                host: host as u16,
                sibling: first.saturating_add(siblings::sibling_of(index, count)),
                stage: Stage::Idle,
                current: NOBODY,
                last: NOBODY,
                slice_end: 0,
                held_since: 0,
                switches: 0,
                busy: 0,
                gives_way: false,
                claimed_by: NOBODY,
                looks_at: ENDLESS,
                idle_before: NOBODY,
                idle_after: NOBODY,
            }));
            hosts.push(Host {
                ready: Ready::default(),
                filled: Filled::EMPTY,
                compared_at: 0,
                idle: NOBODY,
                cores: count,
                spinning: 0,
                switches: 0,
            });
        }
        let ready_now = ReadyNow::with_room_for(cores.len());
        let mut cpu = Cpu {
            hosts: hosts.into(),
            cores: cores.into(),
            threads: Table::default(),
            costs,
            variation: Variation::of_percent(costs.client_variation),
            window_start: 0,
            usage: Table::default(),
            counted_in: 0,
            served: Table::default(),
            ready_now,
        };
        // The core that fell idle last is taken first, so the lowest core is used first.
        for core in (0..cpu.cores.len()).rev() {
            let host = usize::from(cpu.cores[core].host);
            cpu.hosts[host].mark_idle(&mut cpu.cores, core as u32, 0);
        }
        cpu
    }

    /// The thread that runs on a core, or is to run there.
    pub fn current(&self, core: u32) -> Option<ThreadId> {
        Some(self.cores[core as usize].current).filter(|&thread| thread != NOBODY)
    }

    /// From now on, scheduling costs this.
    pub fn reprice(&mut self, costs: SchedulerCosts) {
        self.variation = Variation::of_percent(costs.client_variation);
        self.costs = costs;
    }

    /// Creates a thread that waits, idle, until somebody wakes it.
    pub fn spawn(&mut self, class: ThreadClass, client: u16, host: usize) -> ThreadId {
        let clients = usize::from(client) + 1;
        while self.usage.len() < clients * ThreadClass::COUNT {
            self.usage.push(ClassUse::default());
        }
        while self.served.len() < clients + 1 {
            self.served.push(0);
        }
        self.threads.push(Thread::idle(class, client, host as u16));
        (self.threads.len() - 1) as ThreadId
    }

    /// The class of a thread.
    #[inline]
    pub fn class(&self, thread: ThreadId) -> ThreadClass {
        self.threads[thread as usize].class
    }

    /// Says for whom a thread works from its next span on, for the trace and for who uses the server.
    #[inline]
    pub fn attribute(&mut self, thread: ThreadId, work: Work) {
        self.threads[thread as usize].next_for = work;
    }

    /// Whether a thread has given up its core and waits in this state.
    #[inline]
    pub fn is_waiting(&self, thread: ThreadId, state: ThreadState) -> bool {
        let t = &self.threads[thread as usize];
        t.state == state && !state.on_core()
    }

    /// Makes a waiting thread runnable: it takes an idle core (the one it ran on last, if that is idle) or queues.
    #[inline(always)]
    pub fn wake(&mut self, thread: ThreadId, now: Nanos, calendar: &mut Calendar, trace: &mut Trace) {
        debug_assert!(self.threads[thread as usize].core == NOBODY, "only waiting threads are woken");
        // Who waits carries nobody.
        self.change(thread, ThreadState::Runnable, Activity::None, now, trace);
        let Cpu { hosts, cores, threads, costs, .. } = self;
        let t = &threads[thread as usize];
        let host = &mut hosts[t.host as usize];
        host.ready.limit_credit(t.process(), costs.quantum);
        match host.idle_core_for(t, cores, costs, now).or_else(|| host.core_to_balance(cores, now)) {
            Some(core) => {
                let c = host.take_from_idle(cores, core);
                let latency = costs.wake_after(now - std::mem::replace(&mut c.held_since, now));
                (c.stage, c.current) = (Stage::Waking, thread);
                let works_from = now + latency - costs.wake_cpu;
                self.at(works_from, now, core, calendar);
            }
            None => self.queue_woken(thread, now, calendar, trace),
        }
    }

    /// A woken thread finds no core.
    fn queue_woken(&mut self, thread: ThreadId, now: Nanos, calendar: &mut Calendar, trace: &mut Trace) {
        let t = &self.threads[thread as usize];
        let (host, process) = (t.host as usize, t.process());
        let spins = self.hosts[host].spinning > 0;
        if spins {
            self.settle_spinners(host, now, trace);
        }
        if self.class(thread) != ThreadClass::Sysmon || !self.claim_core(thread) {
            self.hosts[host].ready.push_last(process, thread);
            self.ask_for_core(thread, now);
        }
        if spins {
            self.watch_spinners(host, now, calendar);
        }
    }

    /// Continues a core at `time`: at once in order if that is now, through the calendar otherwise.
    #[inline(always)]
    fn at(&mut self, time: Nanos, now: Nanos, core: u32, calendar: &mut Calendar) {
        if time == now {
            self.ready_now.push(core);
        } else {
            calendar.schedule(time, EventKind::Core, core);
        }
    }

    /// The next core that continues at this very instant.
    #[inline(always)]
    pub fn pop_ready_now(&mut self) -> Option<u32> {
        self.ready_now.pop()
    }

    /// A core reached the moment it was scheduled for.
    #[inline(always)]
    pub fn on_core(&mut self, core: u32, now: Nanos, calendar: &mut Calendar, trace: &mut Trace) -> Turn {
        match self.cores[core as usize].stage {
            Stage::Running => self.part_done(core, now, calendar, trace),
            Stage::Waking | Stage::Starting | Stage::Switching => self.start(core, now, calendar, trace),
            Stage::Idle | Stage::Spinning => Turn::Nothing,
        }
    }

    /// Starts a burst of the thread that has just been resumed, unless it has to give way first; then its core goes on with
    /// another.
    #[inline(always)]
    pub fn begin(
        &mut self,
        thread: ThreadId,
        burst: Burst,
        now: Nanos,
        calendar: &mut Calendar,
        trace: &mut Trace,
    ) -> Turn {
        let wanted = self.varied(thread, burst);
        let t = &mut self.threads[thread as usize];
        t.burst = (burst.state, burst.activity);
        let (core, c) = (t.core, &self.cores[t.core as usize]);
        if c.gives_way {
            t.left = wanted;
            return self.preempt(core, true, now, calendar, trace);
        }
        let ns = self.paced(core, wanted);
        let end = self.cores[core as usize].part_end(ns, now);
        self.threads[thread as usize].left = ns - (end - now);
        self.set_state(thread, burst.state, burst.activity, now, trace);
        calendar.schedule(end, EventKind::Core, core);
        Turn::Nothing
    }

    /// The thread that has just been resumed gives up its core and waits in `state`; its core goes on with another.
    #[inline(always)]
    pub fn wait(
        &mut self,
        thread: ThreadId,
        state: ThreadState,
        now: Nanos,
        calendar: &mut Calendar,
        trace: &mut Trace,
    ) -> Turn {
        self.set_state(thread, state, Activity::None, now, trace);
        let t = &mut self.threads[thread as usize];
        let core = std::mem::replace(&mut t.core, NOBODY);
        t.ran_until = now;
        self.usage[usize::from(t.row)].waits += 1;
        self.run_next(core, now, calendar, trace)
    }

    #[inline(always)]
    fn set_state(&mut self, thread: ThreadId, state: ThreadState, activity: Activity, now: Nanos, trace: &mut Trace) {
        match self.threads[thread as usize].carries {
            NOBODY => self.change(thread, state, activity, now, trace),
            carried => self.set_state_of_both(thread, carried, (state, activity), now, trace),
        }
    }

    #[inline(always)]
    fn change(&mut self, thread: ThreadId, state: ThreadState, activity: Activity, now: Nanos, trace: &mut Trace) {
        // Where nothing costs anything, many states take no time.
        if now > self.threads[thread as usize].since {
            self.count_span(thread, now, trace);
        }
        let t = &mut self.threads[thread as usize];
        (t.state, t.activity, t.works_for) = (state, activity, t.next_for);
    }

    /// A thread has been in its state until `now`.
    #[inline(always)]
    fn count_span(&mut self, thread: ThreadId, now: Nanos, trace: &mut Trace) {
        let t = &mut self.threads[thread as usize];
        let span = now - t.since.max(self.window_start);
        self.usage[usize::from(t.row)].add(t, span);
        if t.is_busy() {
            t.busy += span;
            if t.class == ThreadClass::ServerMain {
                self.served[usize::from(t.works_for.client)] += span;
            }
        }
        // The core's time counts once, for the carrier: that is what the operating system sees.
        if t.state.is_busy() && !t.is_carried {
            let ran = now - t.since;
            self.hosts[t.host as usize].ready.count(t.process(), ran);
            self.cores[t.core as usize].busy += ran;
            t.turn += if t.state == ThreadState::Kernel { ran } else { 0 };
        }
        let since = std::mem::replace(&mut t.since, now);
        if trace.enabled {
            trace.thread((since, now), thread, t.state, t.works_for.request, t.trace_argument(), false);
        }
    }

    /// Forgets all statistics: the measured window starts now.
    pub fn start_window(&mut self, now: Nanos) {
        self.window_start = now;
        self.usage.fill(ClassUse::default());
        self.served.fill(0);
        self.threads.iter_mut().for_each(|t| t.busy = 0);
        self.hosts.iter_mut().for_each(|h| h.switches = 0);
    }

    /// Writes the state of every thread at `now` into a chunk that is about to close.
    pub fn record_open(&self, now: Nanos, trace: &mut Trace) {
        for (thread, t) in self.threads.iter().enumerate() {
            trace.thread((t.since, now), thread as u32, t.state, t.works_for.request, t.trace_argument(), true);
        }
    }

    /// Panics unless no two threads share a core and no thread runs without one (used by property tests).
    pub fn assert_consistent(&self) {
        for (index, core) in self.cores.iter().enumerate() {
            if core.stage == Stage::Running {
                assert_eq!(self.threads[core.current as usize].core, index as u32, "a running thread knows its core");
            }
        }
        let running = self.threads.iter().filter(|t| t.state.on_core()).count();
        let busy = self.cores.iter().filter(|c| c.stage != Stage::Idle).count();
        assert!(running <= busy, "{running} threads on {busy} busy cores");
    }
}

impl Core {
    /// A thread is to run here.
    fn assign(&mut self, thread: ThreadId) {
        (self.stage, self.current) = (Stage::Starting, thread);
    }

    /// When it has run a burst of which so much is left, or as much of it as the slice allows.
    fn part_end(&self, left: Nanos, now: Nanos) -> Nanos {
        (now + left).min(self.slice_end.max(now + 1))
    }
}
