//! The summary: the one report of a run that page, command line, lessons, sweeps and bridge read. Times in microseconds,
//! rates per second, shares between 0 and 1; everything refers to the measured window unless it says otherwise.

use super::vocabulary::{Activity, Failure, HostRole, Phase, Resource, ThreadClass};
use serde::Serialize;

/// Derives what every part of the summary needs.
macro_rules! report {
    ($($item:item)+) => { $(
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        $item
    )+ };
}

report! {
    /// What a run has shown.
    pub struct Summary {
        /// Version of the engine that ran it.
        pub engine_version: String,
        /// Hash of the whole sequence of events: equal fingerprints mean equal runs, on every platform.
        pub fingerprint: String,
        /// Seed of the run.
        pub seed: u32,
        /// Model time at which measuring began, µs.
        pub window_start_us: f64,
        /// Length of the measured window, µs.
        pub window_us: f64,
        /// Events simulated in the whole run.
        pub events: f64,
        /// Requests of the measured window.
        pub requests: Requests,
        /// Completed requests per second.
        pub throughput: Throughput,
        /// From the moment a caller wants a reply until it has it.
        pub response_time: Distribution,
        /// How many requests took how long: what the percentiles are read from.
        pub response_histogram: ResponseHistogram,
        /// Ages of the requests in progress at the end; the response time of each is at least that long (right-censored).
        pub pending_histogram: ResponseHistogram,
        /// Where that time went; the means add up to the mean response time, exactly.
        pub phases: Vec<PhaseTime>,
        /// Exactness of the decomposition.
        pub phase_check: PhaseCheck,
        /// Threads by class.
        pub threads: Vec<ThreadGroup>,
        /// Machines.
        pub hosts: Vec<HostUse>,
        /// System calls per completed request.
        pub syscalls: Vec<SyscallRate>,
        /// How many commands travel together.
        pub batching: Batching,
        /// Queues, averaged over time.
        pub queues: Vec<Queue>,
        /// Resources by utilisation, busiest first.
        pub resources: Vec<ResourceUse>,
        /// Nodes of the cluster; none for a single server.
        pub nodes: Vec<NodeUse>,
        /// Writes on replicas that serve requests; absent without any.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub replication: Option<Replication>,
        /// Little's law on this run.
        pub little: Little,
        /// Throughput over the whole run, warm-up included.
        pub series: Series,
        /// The neighbours, in their order; none without any. Everything above is about the first client and the server.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub neighbours: Vec<ClientSummary>,
        /// Who uses the server's main threads: the first client, then its neighbours; none without any.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub server_use: Vec<ServerUse>,
        /// What its processes keep (client-side caching); absent where they keep nothing.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub client_side_cache: Option<CacheUse>,
        /// Messages to its connections that subscribe; absent where none does.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub pub_sub: Option<PubSubUse>,
        /// The longest queue in each interval of the series: the most requests that were at one time in one of the phases in which they
        /// wait in a row (for a caller, a connection, an event loop, the server, its replies or whoever reads them). The queue with
        /// which an interval begins counts in it.
        pub longest_queue: Vec<u32>,
    }

    /// What a run has shown of a neighbour: the same as of the first client.
    pub struct ClientSummary {
        /// Its name in the scenario.
        pub name: String,
        /// Requests of the measured window.
        pub requests: Requests,
        /// Completed requests per second, of all its instances.
        pub throughput: Throughput,
        /// From the moment a caller wants a reply until it has it.
        pub response_time: Distribution,
        /// How many requests took how long.
        pub response_histogram: ResponseHistogram,
        /// Ages of the requests in progress at the end.
        pub pending_histogram: ResponseHistogram,
        /// Where the response time went.
        pub phases: Vec<PhaseTime>,
        /// Exactness of the decomposition.
        pub phase_check: PhaseCheck,
        /// Its threads by class.
        pub threads: Vec<ThreadGroup>,
        /// Its machines.
        pub hosts: Vec<HostUse>,
        /// Its system calls per completed request.
        pub syscalls: Vec<SyscallRate>,
        /// Queues of its requests, averaged over time.
        pub queues: Vec<Queue>,
        /// Resources that it uses, alone or with others, busiest first.
        pub resources: Vec<ResourceUse>,
        /// Little's law on its requests.
        pub little: Little,
        /// Its throughput over the whole run.
        pub series: Series,
        /// Its longest queue in each interval of that.
        pub longest_queue: Vec<u32>,
        /// What its processes keep; absent where they keep nothing.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub client_side_cache: Option<CacheUse>,
        /// Messages to its connections that subscribe; absent where none does.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub pub_sub: Option<PubSubUse>,
    }

    /// Messages to connections that subscribe, in the measured window.
    pub struct PubSubUse {
        /// Connections that subscribe, of all processes.
        pub subscriptions: f64,
        /// Those of them that the server has closed at its output buffer limit since the start of the run.
        pub closed: f64,
        /// Messages delivered to all of them, 1/s.
        pub deliveries_per_sec: f64,
        /// From the moment a caller wants to publish until a subscriber has decoded the message.
        pub delivery: Distribution,
    }

    /// Client-side caching in the measured window.
    pub struct CacheUse {
        /// Share of the reads that found their value; null without reads.
        pub hit_ratio: Option<f64>,
        /// Reads that found their value, 1/s, of all processes.
        pub hits_per_sec: f64,
        /// Keys of the invalidation messages that its processes have read, 1/s.
        pub invalidations_per_sec: f64,
        /// Values in the cache of one process at the end, averaged over its processes.
        pub values: f64,
        /// Keys that the server remembers at the end, for all clients.
        pub tracked_keys: f64,
    }

    /// What one client has of the server.
    pub struct ServerUse {
        /// Share of the time of the main threads that they work for this client: for its commands, replies and connections.
        pub main_thread: f64,
        /// That time per completed request of this client, µs.
        pub demand_us: Option<f64>,
        /// Share of the completed requests of all clients.
        pub requests: f64,
    }

    /// Times counted in buckets, 64 an octave; those without any are left out. One entry a bucket in each list.
    pub struct ResponseHistogram {
        /// Smallest value, µs.
        pub from_us: Vec<f64>,
        /// Where it ends: the smallest value that is no longer in it, µs.
        pub to_us: Vec<f64>,
        /// Number of values; they add up to the count of the times.
        pub counts: Vec<u32>,
    }

    /// Requests of the measured window.
    pub struct Requests {
        /// Issued.
        pub issued: f64,
        /// Completed.
        pub completed: f64,
        /// Ended without an answer; they count in no response time.
        pub failed: f64,
        /// The same by reason, for reasons that occurred.
        pub failures: Vec<FailureCount>,
        /// Refused because too many were waiting for a caller.
        pub shed: f64,
        /// In progress when the window began.
        pub in_progress_at_start: f64,
        /// In progress when it ended; issued + at start = completed + failed + at end.
        pub in_progress_at_end: f64,
        /// How long the oldest of those has been in progress, µs: a wait that no response time counts yet.
        pub oldest_in_progress_us: Option<f64>,
    }

    /// Requests that ended without an answer for one reason.
    pub struct FailureCount {
        /// The reason.
        pub failure: Failure,
        /// How many.
        pub count: f64,
    }

    /// Completed requests per second.
    pub struct Throughput {
        /// Mean over the window.
        pub per_sec: f64,
        /// Half-width of the 95 % confidence interval from batch means; absent with too few completions.
        pub half_width95: Option<f64>,
        /// Batches behind the interval.
        pub batches: u32,
    }

    /// A distribution of times, µs. Percentiles carry an error of at most 1 %; mean, min and max are exact.
    pub struct Distribution {
        /// Number of values.
        pub count: f64,
        /// Mean; null without values.
        pub mean_us: Option<f64>,
        /// Half-width of the 95 % confidence interval of the mean from batch means; absent with too few values.
        pub half_width95_us: Option<f64>,
        /// Smallest.
        pub min_us: Option<f64>,
        /// Median.
        pub p50_us: Option<f64>,
        /// 90th percentile.
        pub p90_us: Option<f64>,
        /// 99th percentile.
        pub p99_us: Option<f64>,
        /// 99.9th percentile.
        pub p999_us: Option<f64>,
        /// Largest.
        pub max_us: Option<f64>,
    }

    /// Time in one phase.
    pub struct PhaseTime {
        /// The phase.
        pub phase: Phase,
        /// Share of the response time.
        pub share: f64,
        /// Distribution over the completed requests.
        pub time: Distribution,
    }

    /// Exactness of the decomposition, in integer nanoseconds.
    pub struct PhaseCheck {
        /// Sum of all response times, ns.
        pub response_ns: f64,
        /// Sum of all phases of all requests, ns; equal to the former.
        pub phases_ns: f64,
    }

    /// Threads of one class.
    pub struct ThreadGroup {
        /// The class.
        pub class: ThreadClass,
        /// Machine it runs on.
        pub host: HostRole,
        /// Number of threads.
        pub count: u32,
        /// Shares of thread time; they add up to 1.
        pub shares: StateShares,
        /// What they were on cores for, switching left out.
        pub work: Vec<WorkTime>,
        /// Times a thread of this class gave up its core to wait, per completed request.
        pub waits_per_request: Option<f64>,
    }

    /// Core time of a class of threads for one kind of work.
    pub struct WorkTime {
        /// Which.
        pub activity: Activity,
        /// Of all its threads together, µs per completed request.
        pub per_request_us: Option<f64>,
    }

    /// Shares of time in each thread state.
    pub struct StateShares {
        /// Running its own code.
        pub user: f64,
        /// In a system call.
        pub kernel: f64,
        /// Being switched to.
        pub switch: f64,
        /// Ready, without a core.
        pub runnable: f64,
        /// Waiting for a connection.
        pub wait_connection: f64,
        /// Waiting for a reply; the server's main thread: for the disk.
        pub wait_reply: f64,
        /// Nothing to do.
        pub idle: f64,
        /// On a core for a goroutine or a callback, to which the core's time belongs.
        pub carrying: f64,
    }

    /// Use of one machine's cores; the shares add up to 1.
    pub struct HostUse {
        /// The machine.
        pub host: HostRole,
        /// Its cores.
        pub cores: u32,
        /// Share of core time in user code.
        pub user: f64,
        /// Share in system calls.
        pub kernel: f64,
        /// Share in context switches.
        pub switch: f64,
        /// Share without work.
        pub idle: f64,
        /// Context switches per completed request.
        pub switches_per_request: Option<f64>,
        /// Threads that were ready without a core, averaged over time.
        pub mean_runnable: f64,
    }

    /// System calls of one kind by one class of threads.
    pub struct SyscallRate {
        /// Who makes it.
        pub class: ThreadClass,
        /// Which one.
        pub syscall: Activity,
        /// Calls per completed request.
        pub per_request: Option<f64>,
    }

    /// How many commands or replies one system call carries; null when there was none. All commands count, also those with which a
    /// client greets on a new connection or tests one; the ends of a connection are none.
    pub struct Batching {
        /// Commands per write() of the client.
        pub commands_per_client_write: Option<f64>,
        /// Commands per read() of the server.
        pub commands_per_server_read: Option<f64>,
        /// Replies per write() of the server.
        pub replies_per_server_write: Option<f64>,
        /// Replies per read() of the client.
        pub replies_per_client_read: Option<f64>,
        /// Commands per turn of the server's event loop.
        pub commands_per_server_turn: Option<f64>,
    }

    /// One queue over time.
    pub struct Queue {
        /// Phase whose population this is.
        pub phase: Phase,
        /// Mean number of requests in it.
        pub mean: f64,
        /// Largest number.
        pub max: f64,
    }

    /// Utilisation of one resource.
    pub struct ResourceUse {
        /// The resource.
        pub resource: Resource,
        /// Busy share of its capacity.
        pub utilisation: f64,
        /// Its time per completed request, µs (for several servers: divided by their number).
        pub demand_us: Option<f64>,
        /// The throughput it would allow if it were always busy, 1/s: the law X ≤ 1/D.
        pub bound_per_sec: Option<f64>,
    }

    /// One node of the cluster.
    pub struct NodeUse {
        /// Share of the time that its main thread is on a core.
        pub utilisation: f64,
        /// Commands it has read, 1/s; questions about the topology included.
        pub commands_per_sec: f64,
        /// Commands it has answered with MOVED, 1/s.
        pub moved_per_sec: f64,
        /// Commands it has answered with ASK, 1/s.
        pub ask_per_sec: f64,
        /// Times it has described the cluster (CLUSTER NODES, CLUSTER SLOTS), 1/s.
        pub descriptions_per_sec: f64,
    }

    /// What replicas that serve requests have done with the writes of their primaries.
    pub struct Replication {
        /// Writes that the replicas have executed, 1/s; each counts once for each replica.
        pub applied_per_sec: f64,
        /// Time from the execution of a write on its primary to its execution on a replica.
        pub lag: Distribution,
        /// Writes that were sent and not executed at the end.
        pub pending: f64,
    }

    /// Little's law: number in the system = rate of those that leave it x time that they are in it.
    pub struct Little {
        /// Mean number of requests in progress, from a counter.
        pub mean_in_progress: f64,
        /// Mean number in progress / rate of all that end: the mean time until a request is answered or fails that Little's law
        /// gives, µs. It counts those that still wait, whom the mean over the completed requests leaves out. Null where none was
        /// answered.
        pub mean_response_us: Option<f64>,
        /// Throughput x mean response time; differs from the former only by requests that failed or were cut off at the ends of the window.
        pub throughput_times_response: Option<f64>,
        /// Area under the counter minus the time of every request inside the window, ns: 0 on every run.
        pub residual_ns: f64,
    }

    /// Completions in equal intervals from the start of the run.
    pub struct Series {
        /// Length of an interval, µs.
        pub interval_us: f64,
        /// Completions in each.
        pub completions: Vec<u32>,
        /// Mean response time of those completions, µs; 0 without any.
        pub mean_response_us: Vec<f64>,
    }
}
