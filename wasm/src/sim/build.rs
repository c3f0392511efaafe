//! The world of a scenario at model time 0: threads, connections and readiness sets get their numbers here.
//!
//! The first process and the server come first, in the order in which a run without further processes has always had them. What belongs to further
//! processes follows, so that they change no number of what is there without them.

use super::change;
use crate::actor::admission::Admission;
use crate::actor::client::application::Handlers;
use crate::actor::client::caller::Caller;
use crate::actor::client::event_loop::EventLoop;
use crate::actor::client::fan_out::Executor;
use crate::actor::client::filler::Filler;
use crate::actor::client::goroutines::Goroutines;
use crate::actor::client::node_loop::NodeLoop;
use crate::actor::client::outstanding::Outstanding;
use crate::actor::client::plan::ClientPlan;
use crate::actor::client::pool::Pool;
use crate::actor::client::pool_rules::PoolRules;
use crate::actor::client::process::{Process, Processes};
use crate::actor::client::reply_timeout::ReplyTimeouts;
use crate::actor::client::ring::{Pipe, Reader, Writer};
use crate::actor::client::timer::{Timer, TimerQueue};
use crate::actor::client::topology::Knowledge;
use crate::actor::client::virtual_threads::VirtualThreads;
use crate::actor::outage::Outages;
use crate::actor::plan::Plan;
use crate::actor::program::Program;
use crate::actor::proxy::Proxy;
use crate::actor::pub_sub::PubSub;
use crate::actor::request::Requests;
use crate::actor::server::client::ServerClient;
use crate::actor::server::io_loop::IoLoopThread;
use crate::actor::server::io_threads::{IoWorker, ServerIo};
use crate::actor::server::keyspace::Keyspace;
use crate::actor::server::main_loop::MainLoop;
use crate::actor::timeline::Timeline;
use crate::actor::tls::Encryption;
use crate::actor::tracking::Tracking;
use crate::actor::workload::Workload;
use crate::actor::world::{Mailbox, World};
use crate::kernel::calendar::Calendar;
use crate::kernel::rng::Random;
use crate::kernel::table::Table;
use crate::metric::meter::{Meters, ServerMeter};
use crate::metric::trace::Trace;
use crate::metric::vocabulary::ThreadClass;
use crate::resource::alarm::Alarms;
use crate::resource::cpu::{Cpu, ThreadId};
use crate::resource::poll::Poll;
use crate::resource::wire::Wire;
use crate::scenario::{Flush, Runtime, Tls};
use std::collections::VecDeque;
use std::sync::Arc;

/// Builds the world of a prepared scenario, and the programs of its threads.
pub fn build(plan: Plan) -> (World, Table<Program>) {
    let mut builder = Builder::new(&plan);
    let mut first = builder.begin_process(&plan, 0);
    let (mains, io) = builder.server(&plan, &mut first);
    builder.end_process(first);
    for number in 1..plan.processes.len() {
        let mut process = builder.begin_process(&plan, number);
        builder.carriers(&mut process);
        builder.client_polls(&mut process);
        builder.end_process(process);
    }
    let first_proxy_poll = builder.polls.len() as u32;
    if let Some(proxy) = &plan.proxy {
        builder.proxy(&plan, proxy);
    }
    let Builder { cpu, programs, requests, process, polls, .. } = builder;
    let clients_of_proxy = plan.proxy.as_ref().map_or(0, |proxy| plan.connections - proxy.connections);
    // A client is assigned to the I/O thread with the fewest, which is the next.
    let first_io_poll = plan.nodes + process.all()[0].plan.polls();
    let poll_of = |connection: u32| match plan.io_loops() {
        // Clients of a proxy are registered with that.
        _ if connection < clients_of_proxy => {
            first_proxy_poll + connection % plan.proxy.as_ref().map_or(1, |proxy| proxy.loops)
        }
        0 => process.node_of(connection) as u32,
        loops => first_io_poll + connection % loops,
    };
    let sessions = (0..plan.connections).map(|connection| ServerClient::new(poll_of(connection))).collect();
    // The server's limits count a proxy's connections, which are there before all others.
    let admission = if plan.proxy.is_some() {
        Admission::default()
    } else {
        Admission::new(&plan.scenario.server, plan.nodes, plan.connections, plan.processes.len())
    };
    let tracking = Tracking::new(&plan, process.ends());
    let pub_sub = PubSub::new(&plan, process.ends().map(|(process, _)| process));
    let mut world = World {
        now: 0,
        calendar: Calendar::default(),
        cpu,
        wire: Wire::new(process.clients_of_connections(), plan.tcp.clone(), plan.scenario.network.mbit_per_sec),
        polls,
        takes_detours: plan.scenario.network.tls != Tls::None {}
            || plan.clients.iter().any(|client| client.pinned.carriers() > 0),
        tls: Encryption::new(&plan.scenario, 2 * plan.connections, programs.len()),
        sessions,
        io: ServerIo::new(&mains, &io, &plan.scenario.server.io_threads),
        keyspaces: (0..plan.nodes).map(|node| Keyspace::of_node(node >= plan.scenario.server.nodes)).collect(),
        mains,
        requests,
        process,
        alarms: Alarms::new(programs.len()),
        reply_timeouts: ReplyTimeouts::new(programs.len(), plan.nodes, plan.connections),
        timeline: Timeline::new(plan.scenario.server.nodes, plan.nodes),
        outages: Outages::default(),
        admission,
        tracking,
        pub_sub,
        readers: vec![None; plan.connections as usize].into(),
        random: Random::new(plan.scenario.seed),
        trace: Trace::default(),
        meters: Meters::new(plan.clients_and_proxy(), plan.warmup_end, plan.end),
        server_meter: ServerMeter::new(plan.nodes),
        plan,
    };
    seed_variation(&mut world);
    world.admit_open();
    (world, programs)
}

/// Gives every thread of a client its own random numbers. Not where it is a load generator in C: nothing was measured there, and it neither
/// allocates nor collects nor compiles.
fn seed_variation(world: &mut World) {
    let World { cpu, process, random, .. } = world;
    for thread in 0..cpu.threads() {
        process.act_for_thread(thread);
        if process.plan.flush == (Flush::Writable {}) || cpu.class(thread).is_shared() {
            continue;
        }
        // The first process has the numbers of its threads, among which the server's are.
        let first = if process.number == 0 { process.first_thread } else { process.first_key };
        cpu.seed_variation(thread, first + number_without_room(&process.plan, process.caller(thread)), random);
    }
}

/// The number of a thread within its process, for its random draws: without room for more callers it is the same. Those callers follow all others.
fn number_without_room(plan: &ClientPlan, own: u32) -> u32 {
    match own {
        _ if own < plan.at_work => own,
        _ if own < plan.callers => LAST_NUMBERS + own - plan.at_work,
        _ => own - (plan.callers - plan.at_work),
    }
}

/// Behind all threads of a process; before the keys of its parts of batches, which count in steps of 65536.
const LAST_NUMBERS: u32 = 1 << 15;

/// What the world is built of.
struct Builder {
    cpu: Cpu,
    programs: Table<Program>,
    requests: Requests,
    process: Processes,
    polls: Table<Poll>,
    connections: u32,
    /// Instances of the first client that are at work from the beginning.
    at_work: u32,
}

/// A process of which some threads are there.
struct Begun {
    number: usize,
    plan: Arc<ClientPlan>,
    host: usize,
    first_key: u32,
    first_thread: ThreadId,
    first_connection: u32,
    first_poll: u32,
    refreshers: Vec<ThreadId>,
    loops: Vec<ThreadId>,
    carriers: Vec<ThreadId>,
}

impl Builder {
    fn new(plan: &Plan) -> Self {
        let all =
            |count: fn(&ClientPlan) -> u32| plan.clients.iter().map(|c| c.instances * count(c)).sum::<u32>() as usize;
        let callers = all(|client| client.callers);
        Builder {
            cpu: Cpu::new(&plan.cores, change::scheduler(&plan.scenario)),
            programs: Table::default(),
            requests: Requests::new(plan.clients.len(), callers, callers + all(|client| client.max_backlog)),
            process: Processes::default(),
            polls: Table::default(),
            connections: 0,
            at_work: plan.scenario.client.instances,
        }
    }

    /// Spawns a thread of a client that does what callers do: of the operating system, or carried by such threads.
    fn spawn(&mut self, class: ThreadClass, process: &Begun, program: Program) -> ThreadId {
        self.programs.push(program);
        match process.plan.scenario.client.runtime {
            Runtime::Threads {} => self.cpu.spawn(class, process.plan.number, process.host),
            Runtime::Goroutines { .. } | Runtime::EventLoop {} => {
                self.cpu.spawn_carried(class, process.plan.number, process.host)
            }
        }
    }

    /// Threads that borrow connections, and event loops.
    fn begin_process(&mut self, plan: &Plan, number: usize) -> Begun {
        let place = &plan.processes[number];
        let client = plan.clients[place.client].clone();
        let first_poll = if number == 0 { plan.nodes } else { self.polls.len() as u32 };
        let mut process = Begun {
            number,
            host: place.host,
            first_key: place.first_key,
            first_thread: self.programs.len() as ThreadId,
            first_connection: self.connections,
            first_poll,
            refreshers: Vec::new(),
            loops: Vec::new(),
            carriers: Vec::new(),
            plan: client.clone(),
        };
        self.connections += client.connections;
        for _ in 0..client.callers {
            self.spawn(ThreadClass::Caller, &process, Program::Caller(Caller::default()));
        }
        for _ in 0..client.workers {
            self.spawn(ThreadClass::Worker, &process, Program::Caller(Caller::worker()));
        }
        for refresher in 0..client.refreshers {
            let thread = self.programs.len() as ThreadId;
            let slot = self.open_errand(&process, thread);
            let program = Program::Caller(Caller::refresher(refresher, slot));
            let thread = self.spawn(ThreadClass::Refresher, &process, program);
            process.refreshers.push(thread);
        }
        for index in 0..client.loops {
            let poll = (first_poll + index) as usize;
            self.programs.push(match client.scenario.client.runtime {
                Runtime::EventLoop {} => {
                    Program::NodeLoop(Box::new(NodeLoop::new(index, poll, process.first_connection, &client)))
                }
                _ => Program::EventLoop(Box::new(EventLoop::new(index, poll, process.first_connection, &client))),
            });
            process.loops.push(self.cpu.spawn(ThreadClass::EventLoop, client.number, process.host));
        }
        process
    }

    fn open_errand(&mut self, process: &Begun, thread: ThreadId) -> u32 {
        let key = process.first_key + number_without_room(&process.plan, thread - process.first_thread);
        self.requests.open_errand(process.plan.number, key, thread)
    }

    /// The server: its main threads, then the carriers of the first process, its I/O threads, and all readiness sets until then.
    fn server(&mut self, plan: &Plan, first: &mut Begun) -> (Vec<ThreadId>, Vec<ThreadId>) {
        let mains: Vec<ThreadId> =
            (0..plan.nodes).map(|node| self.cpu.spawn(ThreadClass::ServerMain, 0, plan.host_of(node))).collect();
        self.programs.extend((0..plan.nodes).map(|node| Program::MainLoop(Box::new(MainLoop::new(node, plan)))));
        self.carriers(first);
        let io: Vec<ThreadId> =
            (0..plan.server_io).map(|_| self.cpu.spawn(ThreadClass::ServerIo, 0, plan.host_of(0))).collect();
        self.polls.extend(mains.iter().map(|&main| Poll::new(main, 0, plan.connections)));
        self.client_polls(first);
        let first_io_poll = self.polls.len();
        self.programs.extend((0..io.len()).map(|index| match plan.io_loops() {
            0 => Program::IoWorker(Box::new(IoWorker::new(index))),
            _ => Program::IoLoop(Box::new(IoLoopThread::new(index, first_io_poll + index))),
        }));
        let io_loops = &io[..plan.io_loops() as usize];
        self.polls.extend(io_loops.iter().map(|&thread| Poll::new(thread, 0, plan.connections)));
        (mains, io)
    }

    /// A proxy: its threads, each with a readiness set over the connections of all clients, and its connections to the server.
    fn proxy(&mut self, plan: &Plan, client: &Arc<ClientPlan>) {
        let mut process = Begun {
            number: plan.processes.len(),
            host: plan.cores.len() - 1,
            first_key: 0,
            first_thread: self.programs.len() as ThreadId,
            first_connection: self.connections,
            first_poll: self.polls.len() as u32,
            refreshers: Vec::new(),
            loops: Vec::new(),
            carriers: Vec::new(),
            plan: client.clone(),
        };
        self.connections += client.connections;
        for number in 0..client.loops {
            let thread = self.cpu.spawn(ThreadClass::Proxy, client.number, process.host);
            self.programs.push(Program::Proxy(Box::new(Proxy::new(number, self.polls.len(), plan, client))));
            self.polls.push(Poll::new(thread, 0, plan.connections));
            process.loops.push(thread);
        }
        self.end_process(process);
    }

    /// Go's threads: one more carrier than processors, because one may block in epoll_wait() without a processor, and `sysmon`.
    fn carriers(&mut self, process: &mut Begun) {
        let processors = process.plan.processors;
        if processors == 0 {
            return;
        }
        self.programs.extend((0..=processors).map(|_| Program::Carrier(Box::default())));
        self.programs.push(Program::Sysmon(Box::default()));
        process.carriers =
            (0..=processors).map(|_| self.cpu.spawn(ThreadClass::Carrier, process.plan.number, process.host)).collect();
        self.cpu.spawn(ThreadClass::Sysmon, process.plan.number, process.host);
    }

    /// Readiness sets of a process. All goroutines share one; which carrier waits on it, if any, changes.
    fn client_polls(&mut self, process: &mut Begun) {
        process.first_poll = self.polls.len() as u32;
        let owners = process.loops.iter().chain(process.carriers.first());
        let poll = |&owner: &ThreadId| Poll::new(owner, process.first_connection, process.plan.connections);
        self.polls.extend(owners.map(poll));
    }

    /// All other threads of a process, and what it shares among them.
    fn end_process(&mut self, process: Begun) {
        let (plan, nodes) = (process.plan.clone(), process.plan.nodes);
        let io = &plan.scenario.client.io;
        let mut errand = self.requests.errand();
        if plan.has_evictor {
            let thread = self.spawn(ThreadClass::Evictor, &process, Program::Evictor(Box::default()));
            if process.number > 0 {
                errand = self.open_errand(&process, thread);
            }
        }
        for filler in 0..plan.fillers * nodes {
            let slot = self.open_errand(&process, self.programs.len() as ThreadId);
            let program = Program::Filler(Box::new(Filler::new((filler / plan.fillers) as usize, slot)));
            self.spawn(ThreadClass::Evictor, &process, program);
        }
        let mut pipes = Vec::new();
        if plan.has_ring {
            for own in 0..plan.connections {
                let connection = process.first_connection + own;
                let writer =
                    self.spawn(ThreadClass::Writer, &process, Program::Writer(Box::new(Writer::new(connection, io))));
                let reader =
                    self.spawn(ThreadClass::Reader, &process, Program::Reader(Box::new(Reader::new(connection))));
                pipes.push(Pipe::new(writer, reader, &plan));
            }
        }
        let timers: Vec<ThreadId> =
            (0..plan.timers).map(|_| self.cpu.spawn(ThreadClass::Timer, plan.number, process.host)).collect();
        self.programs.extend((0..timers.len()).map(|index| Program::Timer(Timer::new(index))));

        let mut workload = Workload::new(&plan.scenario.workload.arrivals, plan.callers);
        if process.number as u32 >= self.at_work && plan.number == 0 {
            workload.begin_off();
        }
        let rules = PoolRules::new(&plan.scenario.client);
        let borrowers = process.first_thread..process.first_thread + plan.borrowers();
        let pool = |node| {
            let first = process.first_connection + node * plan.per_node;
            Pool::new(rules, first, plan.per_node, borrowers.clone())
        };
        self.process.push(Process {
            number: process.number as u32,
            first_key: process.first_key,
            first_thread: process.first_thread,
            first_connection: process.first_connection,
            first_poll: process.first_poll,
            host: process.host,
            errand,
            pools: (0..nodes).map(pool).collect(),
            executor: Executor::new(plan.split.as_ref(), plan.callers),
            knowledge: Knowledge::of_all(plan.refresh, &process.refreshers),
            workload,
            timers: timers.into_iter().map(TimerQueue::new).collect(),
            last_timer: 0,
            expired: VecDeque::new(),
            abandoned: 0,
            handlers: Handlers::new(&plan.scenario.client.application),
            virtual_threads: VirtualThreads::new(plan.pinned, plan.callers),
            outstanding: Outstanding::new(plan.loop_rules.queue_size, process.first_connection, plan.connections),
            mailboxes: (0..plan.loops).map(|_| Mailbox::default()).collect(),
            pipes,
            callbacks: vec![VecDeque::new(); plan.loops as usize],
            goroutines: Goroutines::new(plan.processors, process.carriers),
            plan,
        });
        self.process.own_threads(process.number, self.programs.len() as ThreadId);
    }
}
