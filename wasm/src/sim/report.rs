//! From counters to the summary. The only place where the engine divides.

mod cache;
mod hosts;
mod pub_sub;
mod server_use;

use crate::actor::client::plan::ClientPlan;
use crate::actor::client::pool::Pool;
use crate::actor::client::process::Process;
use crate::actor::world::World;
use crate::kernel::time::{Nanos, to_us};
use crate::metric::batch::{BATCHES, BatchMeans};
use crate::metric::histogram::Histogram;
use crate::metric::meter::Meter;
use crate::metric::summary::{
    Batching, ClientSummary, Distribution, FailureCount, Little, NodeUse, PhaseCheck, PhaseTime, Queue, Requests,
    ResourceUse, ResponseHistogram, Series, StateShares, Summary, SyscallRate, ThreadGroup, Throughput, WorkTime,
};
use crate::metric::vocabulary::{Activity, Failure, HostRole, Phase, Resource, ThreadClass, ThreadState};
use crate::resource::cpu::ClassUse;

/// Reports on the measured window up to now.
pub fn summary(world: &World, events: u64, fingerprint: u64) -> Summary {
    let report = Report::new(world, 0);
    Summary {
        engine_version: env!("CARGO_PKG_VERSION").to_owned(),
        fingerprint: format!("{:016x}", fingerprint),
        seed: world.plan.scenario.seed,
        window_start_us: to_us(report.window.0),
        window_us: to_us(report.length()),
        events: events as f64,
        requests: report.requests(),
        throughput: report.throughput(),
        response_time: distribution(&report.meter.response, Some(&report.meter.batches)),
        response_histogram: buckets(&report.meter.response),
        pending_histogram: report.pending_histogram(),
        phases: report.phases(),
        phase_check: report.phase_check(),
        threads: report.threads(true),
        hosts: report.hosts(),
        syscalls: report.syscalls(true),
        batching: report.batching(),
        queues: report.queues(),
        resources: report.resources(),
        nodes: report.nodes(),
        replication: super::replication::replication(world, report.length()),
        little: report.little(),
        series: report.series(),
        longest_queue: report.longest_queue(),
        client_side_cache: report.client_side_cache(),
        pub_sub: report.pub_sub(),
        neighbours: (1..world.plan.clients.len()).map(|client| Report::new(world, client as u16).neighbour()).collect(),
        server_use: report.server_use(),
    }
}

/// Of one client, and of what it shares with the others.
struct Report<'a> {
    world: &'a World,
    client: &'a ClientPlan,
    meter: &'a Meter,
    /// The measured window as far as it has got: empty during the warm-up.
    window: (Nanos, Nanos),
    /// Use of the client's threads and of the server's.
    usage: [ClassUse; ThreadClass::COUNT],
    completed: u64,
    /// Of all clients.
    all_completed: u64,
}

impl<'a> Report<'a> {
    fn new(world: &'a World, client: u16) -> Self {
        let meter = &world.meters[client];
        let start = meter.window.0.min(world.now);
        let mut usage = world.cpu.usage_of(client, world.now);
        let all = world.cpu.usage(world.now);
        for class in ThreadClass::ALL.iter().filter(|class| class.is_shared()) {
            usage[*class as usize] = all[*class as usize];
        }
        Report {
            world,
            client: &world.plan.clients[usize::from(client)],
            meter,
            window: (start, world.now),
            usage,
            completed: meter.response.count(),
            all_completed: (0..world.plan.clients.len()).map(|n| world.meters[n as u16].response.count()).sum(),
        }
    }

    fn neighbour(&self) -> ClientSummary {
        ClientSummary {
            name: self.world.plan.scenario.neighbours[usize::from(self.client.number) - 1].name.clone(),
            requests: self.requests(),
            throughput: self.throughput(),
            response_time: distribution(&self.meter.response, Some(&self.meter.batches)),
            response_histogram: buckets(&self.meter.response),
            pending_histogram: self.pending_histogram(),
            phases: self.phases(),
            phase_check: self.phase_check(),
            threads: self.threads(false),
            hosts: vec![self.host(HostRole::Client)],
            syscalls: self.syscalls(false),
            queues: self.queues(),
            resources: self.resources(),
            little: self.little(),
            series: self.series(),
            longest_queue: self.longest_queue(),
            client_side_cache: self.client_side_cache(),
            pub_sub: self.pub_sub(),
        }
    }

    /// The processes of the client.
    fn processes(&self) -> impl Iterator<Item = &'a Process> {
        let number = self.client.number;
        self.world.process.all().iter().filter(move |process| process.plan.number == number)
    }

    fn length(&self) -> Nanos {
        self.window.1 - self.window.0
    }

    fn seconds(&self) -> f64 {
        self.length() as f64 / 1e9
    }

    /// What the server does is for the requests of all clients.
    fn per_request_of(&self, class: ThreadClass, count: u64) -> Option<f64> {
        ratio(count, if class.is_shared() { self.all_completed } else { self.completed })
    }

    fn requests(&self) -> Requests {
        let meter = self.meter;
        Requests {
            issued: meter.issued as f64,
            completed: self.completed as f64,
            failed: self.failed() as f64,
            failures: Failure::ALL
                .iter()
                .zip(meter.failed)
                .filter(|&(_, count)| count > 0)
                .map(|(&failure, count)| FailureCount { failure, count: count as f64 })
                .collect(),
            shed: meter.shed as f64,
            in_progress_at_start: meter.in_progress_at_start as f64,
            in_progress_at_end: meter.in_progress.value() as f64,
            oldest_in_progress_us: self.issued_in_progress().min().map(|issued| to_us(self.world.now - issued)),
        }
    }

    fn failed(&self) -> u64 {
        self.meter.failed.iter().sum()
    }

    fn throughput(&self) -> Throughput {
        let per_sec = if self.length() == 0 { 0.0 } else { self.completed as f64 / self.seconds() };
        Throughput { per_sec, half_width95: self.meter.batches.rate_half_width(), batches: BATCHES as u32 }
    }

    fn phases(&self) -> Vec<PhaseTime> {
        let total = self.meter.response.sum();
        let of = |&phase: &Phase| {
            let histogram = self.meter.phase(phase);
            PhaseTime {
                phase,
                share: ratio(histogram.sum(), total).unwrap_or(0.0),
                time: distribution(&histogram, None),
            }
        };
        // Most applications have no code here, and most systems no proxy.
        let is_shown = |phase: &&Phase| !phase.is_rare() || self.meter.phase(**phase).sum() > 0;
        Phase::ALL.iter().filter(is_shown).map(of).collect()
    }

    fn phase_check(&self) -> PhaseCheck {
        let phases: u64 = Phase::ALL.iter().map(|&phase| self.meter.phase(phase).sum()).sum();
        PhaseCheck { response_ns: self.meter.response.sum() as f64, phases_ns: phases as f64 }
    }

    /// Threads by class: the client's, and perhaps the server's.
    fn threads(&self, with_server: bool) -> Vec<ThreadGroup> {
        let cpu = &self.world.cpu;
        let group = |&class: &ThreadClass| {
            let usage = &self.usage[class as usize];
            let count = cpu.count(self.owner(class), class);
            (count > 0 && (with_server || !class.is_shared())).then(|| ThreadGroup {
                class,
                host: match class {
                    ThreadClass::Proxy => HostRole::Proxy,
                    class if class.is_server() && self.has_own_server() => HostRole::Server,
                    _ => HostRole::Client,
                },
                count,
                shares: shares(usage),
                work: self.work(class, &usage.work),
                waits_per_request: self.per_request_of(class, usage.waits),
            })
        };
        ThreadClass::ALL.iter().filter_map(group).collect()
    }

    /// The client that the threads of a class are counted with: its own, the first for the server's, or the proxy.
    fn owner(&self, class: ThreadClass) -> u16 {
        match class {
            ThreadClass::Proxy => self.world.plan.clients.len() as u16,
            class if class.is_server() => 0,
            _ => self.client.number,
        }
    }

    /// Whether the server has machines of its own.
    fn has_own_server(&self) -> bool {
        self.world.plan.server_hosts > 0
    }

    /// The first activity stands for none.
    fn work(&self, class: ThreadClass, times: &[Nanos; Activity::COUNT]) -> Vec<WorkTime> {
        let done = Activity::ALL.iter().zip(times).skip(1).filter(|&(_, &time)| time > 0);
        done.map(|(&activity, &time)| WorkTime {
            activity,
            per_request_us: self.per_request_of(class, time).map(|ns| ns / 1000.0),
        })
        .collect()
    }

    fn syscalls(&self, with_server: bool) -> Vec<SyscallRate> {
        let calls = |class: ThreadClass, activity: Activity| self.usage[class as usize].calls[activity as usize];
        ThreadClass::ALL
            .iter()
            .filter(|class| with_server || !class.is_shared())
            .flat_map(|&class| Activity::ALL.iter().map(move |&syscall| (class, syscall)))
            .filter(|&(class, syscall)| syscall.is_syscall() && calls(class, syscall) > 0)
            .map(|(class, syscall)| SyscallRate {
                class,
                syscall,
                per_request: self.per_request_of(class, calls(class, syscall)),
            })
            .collect()
    }

    /// Of what the client sends and reads, and of what the server does with the messages of all clients.
    fn batching(&self) -> Batching {
        let meter = self.meter;
        let of_all = |count: fn(&Meter) -> u64| -> u64 {
            self.world.plan.seen_by_server().map(|client| count(&self.world.meters[client])).sum()
        };
        let reads = |of_server: bool| {
            let is_one = |class: &&ThreadClass| class.is_server() == of_server && **class != ThreadClass::Proxy;
            ThreadClass::ALL
                .iter()
                .filter(is_one)
                .map(|&class| self.usage[class as usize].calls[Activity::Read as usize])
                .sum()
        };
        let commands_read = of_all(|meter| meter.messages_read[0]);
        Batching {
            commands_per_client_write: ratio(meter.messages_sent[0], meter.writes[0]),
            commands_per_server_read: ratio(commands_read, reads(true)),
            replies_per_server_write: ratio(of_all(|meter| meter.messages_sent[1]), of_all(|meter| meter.writes[1])),
            replies_per_client_read: ratio(meter.messages_read[1], reads(false)),
            commands_per_server_turn: ratio(commands_read, self.world.server_meter.turns),
        }
    }

    fn queues(&self) -> Vec<Queue> {
        let populations = self.world.requests.populations(self.client.number, self.world.now);
        let mean = |area: u64| ratio(area, self.length()).unwrap_or(0.0);
        let of = |(&phase, population): (&Phase, &crate::actor::request::Population)| Queue {
            phase,
            mean: mean(population.area),
            max: f64::from(population.max),
        };
        let is_shown =
            |(phase, population): &(&Phase, &crate::actor::request::Population)| !phase.is_rare() || population.max > 0;
        Phase::ALL.iter().zip(&populations).filter(is_shown).map(of).collect()
    }

    fn resources(&self) -> Vec<ResourceUse> {
        let (cpu, now, plan) = (&self.world.cpu, self.world.now, &self.world.plan);
        let on_core = |side: HostRole| -> Nanos {
            ThreadState::ALL.iter().filter(|s| s.on_core()).map(|&s| self.time_on(side, s)).sum()
        };
        let mut resources = vec![
            self.resource(Resource::ClientCores, on_core(HostRole::Client), self.machines(HostRole::Client).0.into()),
            self.shared_resource(Resource::ServerMain, cpu.busiest(0, ThreadClass::ServerMain, now), 1),
            self.shared_resource(Resource::LinkOut, self.world.wire.busy(0, now), 1),
            self.shared_resource(Resource::LinkBack, self.world.wire.busy(1, now), 1),
        ];
        if self.has_own_server() {
            let cores = self.machines(HostRole::Server).0;
            resources.push(self.shared_resource(Resource::ServerCores, on_core(HostRole::Server), cores.into()));
        }
        if let Some(proxy) = &plan.proxy {
            let busiest = cpu.busiest(proxy.number, ThreadClass::Proxy, now);
            resources.push(self.shared_resource(Resource::Proxy, busiest, 1));
        }
        if self.client.loops > 0 {
            resources.push(self.event_loop());
        }
        if self.client.processors > 0 {
            let carrier = &self.usage[ThreadClass::Carrier as usize].time;
            // What takes a processor: goroutines, and choosing the next one. Sleeping and polling do not.
            let busy = carrier[ThreadState::Carrying as usize] + carrier[ThreadState::User as usize];
            let processors = self.client.instances * self.client.processors;
            resources.push(self.resource(Resource::Processors, busy, processors.into()));
        }
        let carriers = self.client.pinned.carriers();
        if carriers > 0 {
            let area = self.processes().map(|process| process.virtual_threads.in_use.area_until(now)).sum();
            resources.push(self.resource(Resource::Carriers, area, (self.client.instances * carriers).into()));
        }
        if plan.server_io > 0 {
            let threads = u64::from(plan.server_io);
            let busiest = cpu.busiest(0, ThreadClass::ServerIo, now);
            resources.push(self.shared_resource(Resource::ServerIo, busiest * threads, threads));
        }
        if self.client.pooled {
            let lent = |pool: &Pool| pool.lent.area_until(now);
            let pools = || self.processes().flat_map(|process| process.pools.iter());
            let (area, most) = (pools().map(lent).sum(), pools().map(Pool::most).sum());
            resources.push(self.resource(Resource::Connections, area, most));
        }
        busiest_first(resources)
    }

    /// The busiest loop bounds the throughput only through the share of requests it serves, which with evenly dealt
    /// connections is 1/(loops in use).
    fn event_loop(&self) -> ResourceUse {
        let each = self.client.loops.min(self.client.nodes * self.client.most_per_node);
        let in_use = u64::from(self.client.instances * each);
        let busiest = self.world.cpu.busiest(self.client.number, ThreadClass::EventLoop, self.world.now);
        self.resource(Resource::EventLoop, busiest * in_use, in_use)
    }

    /// What only this client uses.
    fn resource(&self, resource: Resource, busy: Nanos, servers: u64) -> ResourceUse {
        self.use_of(resource, busy, servers, self.completed)
    }

    /// What all clients use.
    fn shared_resource(&self, resource: Resource, busy: Nanos, servers: u64) -> ResourceUse {
        self.use_of(resource, busy, servers, self.all_completed)
    }

    fn use_of(&self, resource: Resource, busy: Nanos, servers: u64, completed: u64) -> ResourceUse {
        let demand_us = ratio(busy, completed).map(|ns| ns / 1000.0 / servers as f64);
        ResourceUse {
            resource,
            utilisation: ratio(busy, self.length() * servers).unwrap_or(0.0),
            demand_us,
            bound_per_sec: demand_us.filter(|&d| d > 0.0).map(|d| 1e6 / d),
        }
    }

    fn nodes(&self) -> Vec<NodeUse> {
        let (world, plan) = (self.world, &self.world.plan);
        let per_sec = |count: u64| if self.length() == 0 { 0.0 } else { count as f64 / self.seconds() };
        let node = |node: u32| {
            let counts = &world.server_meter.nodes[node as usize];
            NodeUse {
                utilisation: ratio(world.cpu.busy(world.mains[node as usize], world.now), self.length()).unwrap_or(0.0),
                commands_per_sec: per_sec(counts.commands),
                moved_per_sec: per_sec(counts.moved),
                ask_per_sec: per_sec(counts.ask),
                descriptions_per_sec: per_sec(counts.descriptions),
            }
        };
        if plan.nodes == 1 { Vec::new() } else { (0..plan.nodes).map(node).collect() }
    }

    fn longest_queue(&self) -> Vec<u32> {
        self.meter.longest_queues(self.world.requests.longest_queue(self.client.number))
    }

    fn issued_in_progress(&self) -> impl Iterator<Item = Nanos> + '_ {
        self.world.requests.issued_in_progress(self.client.number)
    }

    /// Ages of the requests in progress.
    fn pending_histogram(&self) -> ResponseHistogram {
        let mut ages = Histogram::default();
        for issued in self.issued_in_progress() {
            ages.record(self.world.now - issued);
        }
        buckets(&ages)
    }

    fn little(&self) -> Little {
        let mut in_progress = self.meter.in_progress;
        in_progress.settle(self.world.now);
        let populations = self.world.requests.populations(self.client.number, self.world.now);
        let inside: u64 = populations.iter().map(|population| population.area).sum();
        let answered = |mean: Option<f64>| mean.filter(|_| self.completed > 0);
        // Whoever fails is in progress until then, too: the area is that of all who leave.
        let mean = ratio(in_progress.area(), self.completed + self.failed());
        Little {
            mean_in_progress: ratio(in_progress.area(), self.length()).unwrap_or(0.0),
            mean_response_us: answered(mean).map(|ns| ns / 1000.0),
            throughput_times_response: answered(ratio(self.meter.response.sum(), self.length())),
            residual_ns: in_progress.area() as f64 - inside as f64,
        }
    }

    fn series(&self) -> Series {
        let meter = self.meter;
        let mean =
            |i: &crate::metric::meter::Interval| ratio(i.response, u64::from(i.completions)).unwrap_or(0.0) / 1000.0;
        Series {
            interval_us: to_us(meter.interval),
            completions: meter.series.iter().map(|interval| interval.completions).collect(),
            mean_response_us: meter.series.iter().map(mean).collect(),
        }
    }
}

/// Of those that are equally busy, the order stays.
fn busiest_first(mut resources: Vec<ResourceUse>) -> Vec<ResourceUse> {
    resources.sort_by(|a, b| b.utilisation.total_cmp(&a.utilisation));
    resources
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn shares(class: &ClassUse) -> StateShares {
    let total: Nanos = class.time.iter().sum();
    let share = |state: ThreadState| ratio(class.time[state as usize], total).unwrap_or(0.0);
    StateShares {
        user: share(ThreadState::User),
        kernel: share(ThreadState::Kernel),
        switch: share(ThreadState::Switch),
        runnable: share(ThreadState::Runnable),
        wait_connection: share(ThreadState::WaitConnection),
        wait_reply: share(ThreadState::WaitReply),
        idle: share(ThreadState::Idle),
        carrying: share(ThreadState::Carrying),
    }
}

/// The buckets with values in them.
fn buckets(histogram: &Histogram) -> ResponseHistogram {
    let mut buckets = ResponseHistogram { from_us: Vec::new(), to_us: Vec::new(), counts: Vec::new() };
    for (from, to, count) in histogram.buckets() {
        buckets.from_us.push(to_us(from));
        buckets.to_us.push(to_us(to));
        buckets.counts.push(count);
    }
    buckets
}

pub(super) fn distribution(histogram: &Histogram, batches: Option<&BatchMeans>) -> Distribution {
    let quantile = |q: f64| histogram.quantile(q).map(|ns| ns / 1000.0);
    Distribution {
        count: histogram.count() as f64,
        mean_us: ratio(histogram.sum(), histogram.count()).map(|ns| ns / 1000.0),
        half_width95_us: batches.and_then(BatchMeans::mean_half_width).map(|ns| ns / 1000.0),
        min_us: histogram.range().map(|(min, _)| to_us(min)),
        p50_us: quantile(0.5),
        p90_us: quantile(0.9),
        p99_us: quantile(0.99),
        p999_us: quantile(0.999),
        max_us: histogram.range().map(|(_, max)| to_us(max)),
    }
}
