//! From counters to the summary. The only place where the engine divides.

use crate::actor::client::pool::Pool;
use crate::actor::world::World;
use crate::kernel::time::{Nanos, to_us};
use crate::metric::batch::{BATCHES, BatchMeans};
use crate::metric::histogram::Histogram;
use crate::metric::summary::{
    Batching, Distribution, FailureCount, HostUse, Little, NodeUse, PhaseCheck, PhaseTime, Queue, Requests,
    ResourceUse, ResponseHistogram, Series, StateShares, Summary, SyscallRate, ThreadGroup, Throughput, WorkTime,
};
use crate::metric::vocabulary::{Activity, Failure, HostRole, Phase, Resource, ThreadClass, ThreadState};
use crate::resource::cpu::ClassUse;

/// Reports on the measured window up to now.
pub fn summary(world: &World, events: u64, fingerprint: u64) -> Summary {
    let report = Report::new(world);
    Summary {
        engine_version: env!("CARGO_PKG_VERSION").to_owned(),
        fingerprint: format!("{:016x}", fingerprint),
        seed: world.plan.scenario.seed,
        window_start_us: to_us(report.window.0),
        window_us: to_us(report.length()),
        events: events as f64,
        requests: report.requests(),
        throughput: report.throughput(),
        response_time: distribution(&world.meter.response, Some(&world.meter.batches)),
        response_histogram: buckets(&world.meter.response),
        pending_histogram: report.pending_histogram(),
        phases: report.phases(),
        phase_check: report.phase_check(),
        threads: report.threads(),
        hosts: report.hosts(),
        syscalls: report.syscalls(),
        batching: report.batching(),
        queues: report.queues(),
        resources: report.resources(),
        nodes: report.nodes(),
        little: report.little(),
        series: report.series(),
        longest_queue: world.meter.longest_queues(world.requests.longest_queue()),
    }
}

struct Report<'a> {
    world: &'a World,
    /// The measured window as far as it has got: empty during the warm-up.
    window: (Nanos, Nanos),
    usage: [ClassUse; ThreadClass::COUNT],
    completed: u64,
}

impl<'a> Report<'a> {
    fn new(world: &'a World) -> Self {
        let start = world.meter.window.0.min(world.now);
        Report {
            world,
            window: (start, world.now),
            usage: world.cpu.usage(world.now),
            completed: world.meter.response.count(),
        }
    }

    fn length(&self) -> Nanos {
        self.window.1 - self.window.0
    }

    fn seconds(&self) -> f64 {
        self.length() as f64 / 1e9
    }

    fn per_request(&self, count: u64) -> Option<f64> {
        ratio(count, self.completed)
    }

    fn requests(&self) -> Requests {
        let meter = &self.world.meter;
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
            oldest_in_progress_us: self.world.requests.oldest().map(|issued| to_us(self.world.now - issued)),
        }
    }

    fn failed(&self) -> u64 {
        self.world.meter.failed.iter().sum()
    }

    fn throughput(&self) -> Throughput {
        let per_sec = if self.length() == 0 { 0.0 } else { self.completed as f64 / self.seconds() };
        Throughput { per_sec, half_width95: self.world.meter.batches.rate_half_width(), batches: BATCHES as u32 }
    }

    fn phases(&self) -> Vec<PhaseTime> {
        let total = self.world.meter.response.sum();
        let of = |&phase: &Phase| {
            let histogram = self.world.meter.phase(phase);
            PhaseTime {
                phase,
                share: ratio(histogram.sum(), total).unwrap_or(0.0),
                time: distribution(&histogram, None),
            }
        };
        Phase::ALL.iter().map(of).collect()
    }

    fn phase_check(&self) -> PhaseCheck {
        let phases: u64 = Phase::ALL.iter().map(|&phase| self.world.meter.phase(phase).sum()).sum();
        PhaseCheck { response_ns: self.world.meter.response.sum() as f64, phases_ns: phases as f64 }
    }

    fn threads(&self) -> Vec<ThreadGroup> {
        let present = ThreadClass::ALL.iter().filter_map(|&class| Some((class, self.world.cpu.host_of(class)?)));
        present
            .map(|(class, host)| ThreadGroup {
                class,
                host: role(host),
                count: self.world.cpu.count(class),
                shares: shares(&self.usage[class as usize]),
                work: self.work(&self.usage[class as usize].work),
                waits_per_request: self.per_request(self.usage[class as usize].waits),
            })
            .collect()
    }

    /// The first activity stands for none.
    fn work(&self, times: &[Nanos; Activity::COUNT]) -> Vec<WorkTime> {
        let done = Activity::ALL.iter().zip(times).skip(1).filter(|&(_, &time)| time > 0);
        done.map(|(&activity, &time)| WorkTime {
            activity,
            per_request_us: self.per_request(time).map(|ns| ns / 1000.0),
        })
        .collect()
    }

    fn time_on(&self, host: usize, state: ThreadState) -> Nanos {
        let on_host = |class: &&ThreadClass| self.world.cpu.host_of(**class) == Some(host);
        ThreadClass::ALL.iter().filter(on_host).map(|&c| self.usage[c as usize].time[state as usize]).sum()
    }

    /// Cores and context switches of the client's machine (0) or of all machines of the server (1) together.
    fn machines(&self, side: usize) -> (u32, u64) {
        let hosts = (0..self.world.cpu.hosts()).filter(|&host| host.min(1) == side);
        hosts.map(|host| self.world.cpu.host(host)).fold((0, 0), |sum, host| (sum.0 + host.0, sum.1 + host.1))
    }

    fn hosts(&self) -> Vec<HostUse> {
        (0..self.world.cpu.hosts().min(2))
            .map(|host| {
                let (cores, switches) = self.machines(host);
                let capacity = self.length() * u64::from(cores);
                let share = |state| ratio(self.time_on(host, state), capacity).unwrap_or(0.0);
                let (user, kernel, switch) =
                    (share(ThreadState::User), share(ThreadState::Kernel), share(ThreadState::Switch));
                HostUse {
                    host: role(host),
                    cores,
                    user,
                    kernel,
                    switch,
                    idle: (1.0 - user - kernel - switch).max(0.0),
                    switches_per_request: self.per_request(switches),
                    mean_runnable: ratio(self.time_on(host, ThreadState::Runnable), self.length()).unwrap_or(0.0),
                }
            })
            .collect()
    }

    fn syscalls(&self) -> Vec<SyscallRate> {
        let calls = |class: ThreadClass, activity: Activity| self.usage[class as usize].calls[activity as usize];
        ThreadClass::ALL
            .iter()
            .flat_map(|&class| Activity::ALL.iter().map(move |&syscall| (class, syscall)))
            .filter(|&(class, syscall)| syscall.is_syscall() && calls(class, syscall) > 0)
            .map(|(class, syscall)| SyscallRate {
                class,
                syscall,
                per_request: self.per_request(calls(class, syscall)),
            })
            .collect()
    }

    fn batching(&self) -> Batching {
        let meter = &self.world.meter;
        let calls = |of_server: bool, activity: Activity| {
            let classes = ThreadClass::ALL.iter().filter(|class| class.is_server() == of_server);
            classes.map(|&class| self.usage[class as usize].calls[activity as usize]).sum()
        };
        Batching {
            commands_per_client_write: ratio(meter.messages_sent[0], meter.writes[0]),
            commands_per_server_read: ratio(meter.messages_read[0], calls(true, Activity::Read)),
            replies_per_server_write: ratio(meter.messages_sent[1], meter.writes[1]),
            replies_per_client_read: ratio(meter.messages_read[1], calls(false, Activity::Read)),
            commands_per_server_turn: ratio(meter.messages_read[0], meter.server_turns),
        }
    }

    fn queues(&self) -> Vec<Queue> {
        let populations = self.world.requests.populations(self.world.now);
        let mean = |area: u64| ratio(area, self.length()).unwrap_or(0.0);
        let of = |(&phase, population): (&Phase, &crate::actor::request::Population)| Queue {
            phase,
            mean: mean(population.area),
            max: f64::from(population.max),
        };
        Phase::ALL.iter().zip(&populations).map(of).collect()
    }

    fn resources(&self) -> Vec<ResourceUse> {
        let cpu = &self.world.cpu;
        let on_core = |host: usize| -> Nanos {
            ThreadState::ALL.iter().filter(|s| s.on_core()).map(|&s| self.time_on(host, s)).sum()
        };
        let (client_cores, server_cores) = (self.machines(0).0, self.machines(1).0);
        let mut resources = vec![
            self.resource(Resource::ClientCores, on_core(0), u64::from(client_cores)),
            self.resource(Resource::ServerMain, cpu.busiest(ThreadClass::ServerMain, self.world.now), 1),
            self.resource(Resource::LinkOut, self.world.wire.busy(0, self.world.now), 1),
            self.resource(Resource::LinkBack, self.world.wire.busy(1, self.world.now), 1),
        ];
        if cpu.hosts() > 1 {
            resources.push(self.resource(Resource::ServerCores, on_core(1), u64::from(server_cores)));
        }
        if self.world.plan.loops > 0 {
            resources.push(self.event_loop());
        }
        if self.world.plan.processors > 0 {
            let carrier = &self.usage[ThreadClass::Carrier as usize].time;
            // What takes a processor: goroutines, and choosing the next one. Sleeping and polling do not.
            let busy = carrier[ThreadState::Carrying as usize] + carrier[ThreadState::User as usize];
            resources.push(self.resource(Resource::Processors, busy, u64::from(self.world.plan.processors)));
        }
        if self.world.plan.server_io > 0 {
            let threads = u64::from(self.world.plan.server_io);
            let busiest = cpu.busiest(ThreadClass::ServerIo, self.world.now);
            resources.push(self.resource(Resource::ServerIo, busiest * threads, threads));
        }
        if self.world.plan.pooled {
            let lent = |pool: &Pool| {
                let mut lent = pool.lent;
                lent.settle(self.world.now);
                lent.area()
            };
            let area = self.world.pools.iter().map(lent).sum();
            let most = self.world.pools.iter().map(Pool::most).sum();
            resources.push(self.resource(Resource::Connections, area, most));
        }
        busiest_first(resources)
    }

    /// The busiest loop bounds the throughput only through the share of requests it serves, which with evenly dealt
    /// connections is 1/(loops in use).
    fn event_loop(&self) -> ResourceUse {
        let in_use = u64::from(self.world.plan.loops.min(self.world.plan.nodes * self.world.plan.most_per_node));
        let busiest = self.world.cpu.busiest(ThreadClass::EventLoop, self.world.now);
        self.resource(Resource::EventLoop, busiest * in_use, in_use)
    }

    fn resource(&self, resource: Resource, busy: Nanos, servers: u64) -> ResourceUse {
        let demand_us = self.per_request(busy).map(|ns| ns / 1000.0 / servers as f64);
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
            let counts = &world.meter.nodes[node as usize];
            NodeUse {
                utilisation: ratio(world.cpu.busy(plan.thread_of_node(node), world.now), self.length()).unwrap_or(0.0),
                commands_per_sec: per_sec(counts.commands),
                moved_per_sec: per_sec(counts.moved),
                ask_per_sec: per_sec(counts.ask),
                descriptions_per_sec: per_sec(counts.descriptions),
            }
        };
        if plan.nodes == 1 { Vec::new() } else { (0..plan.nodes).map(node).collect() }
    }

    /// Ages of the requests in progress.
    fn pending_histogram(&self) -> ResponseHistogram {
        let mut ages = Histogram::default();
        for issued in self.world.requests.issued_in_progress() {
            ages.record(self.world.now - issued);
        }
        buckets(&ages)
    }

    fn little(&self) -> Little {
        let mut in_progress = self.world.meter.in_progress;
        in_progress.settle(self.world.now);
        let populations = self.world.requests.populations(self.world.now);
        let inside: u64 = populations.iter().map(|population| population.area).sum();
        let answered = |mean: Option<f64>| mean.filter(|_| self.completed > 0);
        // Whoever fails is in progress until then, too: the area is that of all who leave.
        let mean = ratio(in_progress.area(), self.completed + self.failed());
        Little {
            mean_in_progress: ratio(in_progress.area(), self.length()).unwrap_or(0.0),
            mean_response_us: answered(mean).map(|ns| ns / 1000.0),
            throughput_times_response: answered(ratio(self.world.meter.response.sum(), self.length())),
            residual_ns: in_progress.area() as f64 - inside as f64,
        }
    }

    fn series(&self) -> Series {
        let meter = &self.world.meter;
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

fn role(host: usize) -> HostRole {
    if host == 0 { HostRole::Client } else { HostRole::Server }
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

fn distribution(histogram: &Histogram, batches: Option<&BatchMeans>) -> Distribution {
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
