//! A process of a client: its threads, its connections, and what only it knows. A client has one or several of them.

use super::application::Handlers;
use super::fan_out::Executor;
use super::goroutines::Goroutines;
use super::outstanding::Outstanding;
use super::plan::ClientPlan;
use super::pool::Pool;
use super::ring::Pipe;
use super::timer::TimerQueue;
use super::topology::Knowledge;
use super::virtual_threads::VirtualThreads;
use crate::actor::request::Slot;
use crate::actor::workload::Workload;
use crate::actor::world::Mailbox;
use crate::kernel::table::Table;
use crate::metric::vocabulary::ThreadClass;
use crate::resource::cpu::{Cpu, ThreadId};
use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A process of a client. Threads and connections have numbers that are unique in the run; those of a process follow each other from the
/// first on, its callers before its other borrowers.
pub struct Process {
    /// The client that it belongs to, prepared.
    pub plan: Arc<ClientPlan>,
    /// Its number among all processes.
    pub number: u32,
    /// Keys of its random draws begin here, so that each process has draws of its own.
    pub first_key: u32,
    /// Its first caller.
    pub first_thread: ThreadId,
    /// Its first connection.
    pub first_connection: u32,
    /// The readiness set of its first event loop, or of all its goroutines.
    pub first_poll: u32,
    /// The machine that it runs on.
    pub host: usize,
    /// Slot of what it says on nobody's behalf.
    pub errand: Slot,
    /// Its connection pools, one for each node.
    pub pools: Table<Pool>,
    /// Parts of batches, and the threads that ask for them.
    pub executor: Executor,
    /// What each copy of its topology holds; empty when it knows everything.
    pub knowledge: Vec<Knowledge>,
    /// Where its requests come from.
    pub workload: Workload,
    /// Its timers, and the one used last.
    pub timers: Vec<TimerQueue>,
    /// See above.
    pub last_timer: u32,
    /// Callers whose commands a timer thread must end.
    pub expired: VecDeque<ThreadId>,
    /// Abandoned requests without all replies.
    pub abandoned: u32,
    /// Its event loops: their task queues and whether they sleep.
    pub mailboxes: Vec<Mailbox>,
    /// Threads that run the application's code.
    pub handlers: Handlers,
    /// Its callers, where they are virtual threads that can be pinned.
    pub virtual_threads: VirtualThreads,
    /// Commands without an answer, where their number is limited.
    pub outstanding: Outstanding,
    /// Connections that goroutines write and read for callers.
    pub pipes: Vec<Pipe>,
    /// Callers that each loop of callbacks is to call back, in order.
    pub callbacks: Vec<VecDeque<ThreadId>>,
    /// Scheduler of its goroutines.
    pub goroutines: Goroutines,
}

impl Process {
    /// The number of a connection among those of this process.
    #[inline(always)]
    pub fn own(&self, connection: u32) -> u32 {
        connection - self.first_connection
    }

    /// The number of a thread among those of this process.
    #[inline(always)]
    pub fn caller(&self, thread: ThreadId) -> u32 {
        thread - self.first_thread
    }

    /// Whether a thread waits for its turn with a batch.
    pub fn is_in_timed_get(&self, thread: ThreadId) -> bool {
        self.executor.is_in_timed_get(thread.wrapping_sub(self.first_thread))
    }

    /// Whether it waits for what a node says about the topology.
    pub fn asks(&self, node: usize) -> bool {
        self.knowledge.iter().any(|knowledge| knowledge.asks(node))
    }

    /// The event loop that makes the socket calls of a connection.
    #[inline(always)]
    pub fn loop_of(&self, connection: u32) -> u32 {
        self.own(connection) % self.plan.loops
    }

    /// The event loop that runs a caller as its callback. With several, a caller always uses the same connection (`normalize`), and so has the
    /// loop of that.
    pub fn loop_of_callback(&self, caller: ThreadId) -> u32 {
        self.caller(caller) % self.plan.per_node % self.plan.loops
    }

    /// The readiness set of an event loop, or with number 0 the one of all goroutines.
    #[inline(always)]
    pub fn poll(&self, index: u32) -> usize {
        (self.first_poll + index) as usize
    }

    /// The connection on which goroutines write and read for callers.
    #[inline(always)]
    pub fn pipe(&mut self, connection: u32) -> &mut Pipe {
        let own = self.own(connection) as usize;
        &mut self.pipes[own]
    }
}

/// The ends of a connection, and what each call on it asks: here it is found without the process and its plan.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    /// The process at one end.
    pub process: u16,
    /// The client that this belongs to.
    pub client: u16,
    /// The node at the other end.
    pub node: u16,
    /// See [`ClientPlan::is_proxy`].
    pub is_proxy: bool,
    /// See [`ClientPlan::interrupts`].
    pub interrupts: bool,
    /// See [`ClientPlan::is_wire_random`].
    pub is_wire_random: bool,
}

impl Ends {
    fn new(process: u16, node: u16, plan: &ClientPlan) -> Self {
        let &ClientPlan { number: client, is_proxy, interrupts, is_wire_random, .. } = plan;
        Ends { process, client, node, is_proxy, interrupts, is_wire_random }
    }
}

/// The processes of all clients. They stand for the one that acts now: whose thread runs, or for whom data arrives.
pub struct Processes {
    all: Table<Process>,
    /// Those of clients: all but a proxy, which comes last.
    of_clients: u32,
    acting: usize,
    /// The process of each thread; those of the server belong to the first.
    of_threads: Table<u16>,
    ends: Table<Ends>,
}

impl Processes {
    /// No process yet.
    pub fn new() -> Self {
        Processes {
            all: Table::default(),
            of_clients: 0,
            acting: 0,
            of_threads: Table::default(),
            ends: Table::default(),
        }
    }

    /// Adds a process with its connections. Its threads, and those of the server, are known by [`Processes::own_threads`].
    pub fn push(&mut self, process: Process) {
        let number = self.all.len() as u16;
        let plan = &process.plan;
        // Those that subscribe come last, and only a single node has some.
        let node_of = |own: u32| (own / plan.per_node).min(plan.nodes - 1) as u16;
        self.ends.extend((0..plan.connections).map(|own| Ends::new(number, node_of(own), plan)));
        self.of_clients += u32::from(!plan.is_proxy);
        self.all.push(process);
    }

    /// The threads up to number `end` that have no process yet are those of process `number`.
    pub fn own_threads(&mut self, number: usize, end: ThreadId) {
        let more = end as usize - self.of_threads.len();
        self.of_threads.extend(std::iter::repeat_n(number as u16, more));
    }

    /// From now on the process of a thread acts.
    #[inline(always)]
    pub fn act_for_thread(&mut self, thread: ThreadId) {
        self.acting = self.of_threads[thread as usize].into();
    }

    /// From now on the process of a connection acts.
    #[inline(always)]
    pub fn act_for_connection(&mut self, connection: u32) {
        self.acting = self.ends[connection as usize].process.into();
    }

    /// From now on a process acts.
    #[inline(always)]
    pub fn act_for(&mut self, number: usize) {
        self.acting = number;
    }

    /// From now on, each process has the plan that `plan_of` finds for its client's number.
    pub fn set_plans(&mut self, plan_of: impl Fn(u16) -> Arc<ClientPlan>) {
        for process in self.all.iter_mut() {
            process.plan = plan_of(process.plan.number);
        }
        for ends in self.ends.iter_mut() {
            *ends = Ends::new(ends.process, ends.node, &self.all[usize::from(ends.process)].plan);
        }
    }

    /// What a request of the process that acts is called in traces, by its number within that.
    #[inline(always)]
    pub fn id_of(&self, turn: u32) -> u32 {
        turn.wrapping_mul(self.of_clients).wrapping_add(self.acting as u32)
    }

    /// Number of processes of clients.
    pub fn of_clients(&self) -> usize {
        self.of_clients as usize
    }

    /// The number of the process that acts.
    #[inline(always)]
    pub fn acting(&self) -> usize {
        self.acting
    }

    /// The process of a connection.
    #[inline(always)]
    pub fn of_connection(&self, connection: u32) -> &Process {
        &self.all[usize::from(self.ends[connection as usize].process)]
    }

    /// The ends of a connection.
    #[inline(always)]
    pub fn ends_of(&self, connection: u32) -> &Ends {
        &self.ends[connection as usize]
    }

    /// The node that a connection leads to.
    #[inline(always)]
    pub fn node_of(&self, connection: u32) -> usize {
        self.ends[connection as usize].node.into()
    }

    /// The process of a thread; those of the server belong to the first.
    pub fn of_thread(&self, thread: ThreadId) -> usize {
        self.of_threads[thread as usize].into()
    }

    /// The threads of a process and of the server, in the order in which they are numbered where there is no other process: callers and event loops,
    /// the server's main threads, carriers, its I/O threads, all others.
    pub fn with_server(&self, process: usize, cpu: &Cpu) -> Vec<ThreadId> {
        let rank = |class: ThreadClass| match class {
            ThreadClass::Caller | ThreadClass::Worker | ThreadClass::Refresher | ThreadClass::EventLoop => 0,
            ThreadClass::ServerMain => 1,
            ThreadClass::Carrier | ThreadClass::Sysmon => 2,
            ThreadClass::ServerIo => 3,
            _ => 4,
        };
        let is_shown = |&thread: &ThreadId| cpu.class(thread).is_shared() || self.of_thread(thread) == process;
        let mut threads: Vec<ThreadId> = (0..cpu.threads()).filter(is_shown).collect();
        threads.sort_by_key(|&thread| rank(cpu.class(thread)));
        threads
    }

    /// Process and node of each connection.
    pub fn ends(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.ends.iter().map(|ends| (ends.process.into(), ends.node.into()))
    }

    /// The number of the process of each connection.
    pub fn numbers_of_connections(&self) -> Vec<u16> {
        self.ends.iter().map(|ends| ends.process).collect()
    }

    /// The client of each connection.
    pub fn clients_of_connections(&self) -> Vec<u16> {
        self.ends.iter().map(|ends| ends.client).collect()
    }

    /// All of them.
    pub fn all(&self) -> &[Process] {
        &self.all
    }

    /// All of them, to change them.
    pub fn all_mut(&mut self) -> &mut [Process] {
        &mut self.all
    }
}

impl Default for Processes {
    fn default() -> Self {
        Processes::new()
    }
}

impl Deref for Processes {
    type Target = Process;

    #[inline(always)]
    fn deref(&self) -> &Process {
        &self.all[self.acting]
    }
}

impl DerefMut for Processes {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Process {
        &mut self.all[self.acting]
    }
}
