//! What each step costs. A *profile* is a set of numbers for one machine, with the source of every number, kept as data in
//! `profiles/`; a scenario names a profile and may override single costs.

use super::Transport;
use crate::json::FromJson;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// Defines [`Costs`], their names and their schema from one list, so that a cost cannot exist in one and not in the others.
macro_rules! costs {
    ($( $(#[doc = $doc:literal])+ $name:ident: max $max:literal $(, unit $unit:literal)?; )+) => {
        /// Resolved cost of every step.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Costs {
            $( $(#[doc = $doc])+ pub $name: f64, )+
        }

        /// Single costs that replace those of the profile.
        #[cfg(feature = "schema")]
        #[derive(schemars::JsonSchema)]
        #[schemars(rename = "CostOverrides", rename_all = "camelCase", deny_unknown_fields)]
        #[allow(dead_code, reason = "only its schema is used")]
        struct CostFields {
            $(
                $(#[doc = $doc])+
                #[schemars(range(min = 0, max = $max) $(, extend("x-unit" = $unit))?)]
                $name: Option<f64>,
            )+
        }

        const NAMES: &[&str] = &[$( stringify!($name) ),+];

        impl Costs {
            fn from_array([$( $name ),+]: [f64; NAMES.len()]) -> Self {
                Costs { $( $name ),+ }
            }
        }
    };
}

costs! {
    /// Longest time a thread keeps its core while others wait for one.
    quantum_ns: max 1e9, unit "ns";
    /// Switching a core from one thread to another.
    context_switch_ns: max 1e6, unit "ns";
    /// What a switch costs more when other threads have filled the core's caches since the thread last ran there.
    cache_refill_ns: max 1e6, unit "ns";
    /// What a switch costs more, as a share of the thread's time in the kernel in its last turn, when what the kernel keeps for it has
    /// left the last-level cache of the machine and comes back from memory.
    cold_switch_percent: max 1e4, unit "%";
    /// The longest that bringing it back can take, after a turn with many system calls.
    cold_switch_max_ns: max 1e7, unit "ns";
    /// What waking a thread takes its waker longer when all that the kernel keeps for it has left the last-level cache: the lines that
    /// waking touches, of its task and of its place in queues.
    cold_wake_ns: max 1e6, unit "ns";
    /// How many threads’ data the last-level cache of a machine has room for.
    last_level_cache_threads: max 1e6;
    /// How long a thread keeps to the core it last ran on, even if that is busy and another one is idle.
    migration_cost_ns: max 1e9, unit "ns";
    /// Interrupting an idle core so that it takes up a woken thread, paid by the waker besides its system call.
    ipi_ns: max 1e6, unit "ns";
    /// From waking a thread to its first instruction on an idle core: interrupt and leaving the idle state.
    wake_latency_ns: max 1e7, unit "ns";
    /// How much of the wake-up latency the core works already (it leaves the idle state, finds the thread and switches to it), which counts as
    /// CPU time of the woken thread: at most all of it. Nothing is sooner or later by it.
    wake_cpu_ns: max 1e7, unit "ns";
    /// Longest exit latency of the idle states that cores may sleep in (Broadwell's: C1E 10 µs, C3 40 µs, C6 133 µs, after 20, 100 and
    /// 400 µs without work). 0: the lightest only, which is part of the wake-up latency.
    idle_exit_ns: max 1e7, unit "ns";
    /// How much later than asked for a thread wakes that waits for a time (Linux’ timer slack: the kernel may put its timer off so long, to
    /// serve several with one interrupt). poll() is later by a thousandth of its time, if that is more. Not for pauses and arrivals of the load.
    timer_slack_ns: max 1e9, unit "ns";
    /// How much longer everything takes on a hardware thread while the other one of its core runs something. 0: each core of the
    /// machine has one hardware thread.
    hyper_thread_slowdown_percent: max 300, unit "%";
    /// read() on a socket that has data.
    socket_read_ns: max 1e6, unit "ns";
    /// read() on a socket that has none (EAGAIN).
    socket_read_empty_ns: max 1e6, unit "ns";
    /// Copying one byte out of a socket.
    socket_read_per_byte_ns: max 1e3, unit "ns/B";
    /// Receiving each further segment of what a read() takes: soft interrupt and merging. The first is part of `socketReadNs`.
    socket_read_per_segment_ns: max 1e6, unit "ns";
    /// write() to a socket, up to handing the segment to the network.
    socket_write_ns: max 1e6, unit "ns";
    /// Copying one byte into a socket.
    socket_write_per_byte_ns: max 1e3, unit "ns/B";
    /// The step in which Go’s runtime says how long it polls: on Linux epoll_wait() takes whole milliseconds, and less becomes one. So a
    /// goroutine sleeps a millisecond at least where nothing else happens. 0: to the nanosecond.
    go_poll_granularity_ns: max 1e9, unit "ns";
    /// poll() on one socket that then has to wait.
    poll_ns: max 1e6, unit "ns";
    /// epoll_wait() without its events.
    epoll_wait_ns: max 1e6, unit "ns";
    /// Each event that epoll_wait() returns.
    epoll_event_ns: max 1e6, unit "ns";
    /// write() to an eventfd that wakes a sleeping event loop.
    eventfd_wake_ns: max 1e6, unit "ns";
    /// Going to sleep on a futex (parking).
    futex_wait_ns: max 1e6, unit "ns";
    /// Waking a thread that sleeps on a futex (unparking), paid by the waker.
    futex_wake_ns: max 1e6, unit "ns";
    /// Opening a socket: socket(), its options and connect(), without the network.
    connect_ns: max 1e9, unit "ns";
    /// Taking a new connection on the server: accept(), options, client object, registration.
    accept_ns: max 1e9, unit "ns";
    /// close() of a socket, on either side, with what has to be cleaned up.
    close_ns: max 1e9, unit "ns";
    /// The caller's own code between two requests.
    caller_ns: max 1e9, unit "ns";
    /// Taking a connection from the pool: lock, queue, bookkeeping.
    pool_borrow_ns: max 1e6, unit "ns";
    /// Giving a connection back to the pool.
    pool_return_ns: max 1e6, unit "ns";
    /// Building the proxy around a borrowed connection (`wrap`).
    wrap_ns: max 1e9, unit "ns";
    /// Encoding a command in the caller's thread (blocking clients).
    encode_ns: max 1e6, unit "ns";
    /// Parsing a reply in the caller's thread (blocking clients).
    decode_ns: max 1e6, unit "ns";
    /// Decoding one byte of a reply beyond the first 64 in Java: copying it into an object and making a string of it. Deserialisation
    /// that runs on the event loop can be added here.
    decode_per_byte_ns: max 1e3, unit "ns/B";
    /// Building a command and handing it to an event loop, in the caller's thread.
    dispatch_ns: max 1e6, unit "ns";
    /// Putting a task into the queue of an executor of command timeouts: a task object, a queue with a lock.
    executor_offer_ns: max 1e6, unit "ns";
    /// Starting a thread of the operating system for a task, besides handing the task over (`threadPerPart`).
    thread_start_ns: max 1e9, unit "ns";
    /// Putting a timeout into a timer wheel, or calling it off: a queue without locks.
    timer_wheel_offer_ns: max 1e6, unit "ns";
    /// Running one of these tasks in the timer's thread.
    timer_task_ns: max 1e6, unit "ns";
    /// Running one write task in the event loop: encoding and pipeline, without the write() itself.
    loop_task_ns: max 1e6, unit "ns";
    /// The event loop's work for one read of a channel, besides the read() and the replies in it: buffer, pipeline.
    loop_read_ns: max 1e6, unit "ns";
    /// Decoding one reply and completing its future in the event loop, without waking the caller.
    loop_decode_ns: max 1e6, unit "ns";
    /// The caller's code after it has been woken with the reply.
    resume_ns: max 1e6, unit "ns";
    /// Parsing one command, looking it up and queueing its reply, on the server.
    command_ns: max 1e9, unit "ns";
    /// Looking whether a slot belongs to a node, while the server describes the cluster (CLUSTER NODES, CLUSTER SLOTS).
    slot_scan_ns: max 1e6, unit "ns";
    /// Writing the line of one node into that description.
    node_entry_ns: max 1e9, unit "ns";
    /// Each key of a command with several keys, on the server: look-up and its part of the reply.
    key_ns: max 1e9, unit "ns";
    /// Waiting for memory while a key is looked up: its entry, the key and the value, where a node holds more than its caches do. 0: it
    /// holds few keys.
    key_cache_miss_ns: max 1e6, unit "ns";
    /// Parsing and queueing one command between MULTI and EXEC; running it at EXEC costs `commandNs`.
    multi_queue_ns: max 1e9, unit "ns";
    /// Bookkeeping of the server's event loop for each client it serves in a turn, besides the system calls.
    client_turn_ns: max 1e6, unit "ns";
    /// More bookkeeping for a client for every thousand others served since its last turn: its state has left the caches.
    cold_client_ns: max 1e6, unit "ns";
    /// What a connection's turn takes longer, on the server and in a load generator, when what the kernel and the process keep for its
    /// socket has left the core's second-level cache: one read() and one write() on cold data.
    cold_socket_ns: max 1e6, unit "ns";
    /// How many connections' data the second-level cache of a core has room for.
    l2_cache_sockets: max 1e6;
    /// Each byte of a request beyond 64 that the executing thread stores: the object of a value, and freeing the one that it replaces.
    store_per_byte_ns: max 1e3, unit "ns/B";
    /// Each byte of a reply beyond 64 that the executing thread copies into the client's reply buffer.
    reply_per_byte_ns: max 1e3, unit "ns/B";
    /// Each further element of a reply that comes from one key (LRANGE, SMEMBERS, HGETALL), on the server: the next entry and its part of
    /// the reply.
    element_ns: max 1e6, unit "ns";
    /// Each segment through a bridge or a virtual network interface (veth, containers): the soft interrupt at its sender.
    bridge_packet_ns: max 1e6, unit "ns";
    /// read() on a Unix socket that has data.
    unix_read_ns: max 1e6, unit "ns";
    /// write() to a Unix socket.
    unix_write_ns: max 1e6, unit "ns";
    /// Parsing one command, a part of `commandNs`: what a server's I/O thread takes over for the first command it reads.
    parse_ns: max 1e6, unit "ns";
    /// Taking a client from the list of an I/O thread of Redis 8: lists, and cache misses on what that thread has touched.
    client_handoff_ns: max 1e6, unit "ns";
    /// Putting a job into the ring of an I/O thread of Valkey, or taking notice of a finished one: cache lines of the ring and of the
    /// client. Four times a request.
    ring_job_ns: max 1e6, unit "ns";
    /// Dealing a client to an I/O thread of Redis 6 or 7 and having it back after the barrier: list nodes, and cache misses on what that thread has touched.
    assign_client_ns: max 1e6, unit "ns";
    /// Moving a cache line to another core: how soon a spinning thread sees what it waits for.
    cache_line_ns: max 1e6, unit "ns";
    /// One look of an idle I/O thread for jobs; after a million of them it may go to sleep.
    spin_ns: max 1e3, unit "ns";
    /// Entering the kernel and coming back, a part of every system call: what batched submissions save.
    syscall_ns: max 1e6, unit "ns";
    /// Telling epoll to watch, or no longer to watch, whether a socket takes more.
    epoll_ctl_ns: max 1e6, unit "ns";
    /// write() to the append-only file, into the page cache.
    file_write_ns: max 1e6, unit "ns";
    /// Copying one byte into the page cache.
    file_write_per_byte_ns: max 1e3, unit "ns/B";
    /// One call of the server's housekeeping, besides its clients.
    cron_ns: max 1e9, unit "ns";
    /// Housekeeping for one client, about once a second.
    client_cron_ns: max 1e6, unit "ns";
    /// Parking a goroutine and switching to the next one that is ready.
    go_switch_ns: max 1e6, unit "ns";
    /// Making a goroutine ready, as when a channel hands something to one that waits for it.
    go_ready_ns: max 1e6, unit "ns";
    /// Encoding a command in a goroutine.
    go_encode_ns: max 1e6, unit "ns";
    /// Parsing a reply in a goroutine, and handing it to the code that asked.
    go_decode_ns: max 1e6, unit "ns";
    /// Decoding one byte of a reply beyond the first 64 in Go: copying it into a string, and the memory for that.
    go_decode_per_byte_ns: max 1e3, unit "ns/B";
    /// One step of a command through a ring between goroutines: putting it in, taking it out and encoding it, or parsing its reply.
    go_ring_ns: max 1e6, unit "ns";
    /// JavaScript from the call of a command to its encoded bytes (Node).
    node_js_command_ns: max 1e6, unit "ns";
    /// JavaScript from a reply's bytes to the promise that it fulfils (Node).
    node_js_reply_ns: max 1e6, unit "ns";
    /// Decoding one byte of a reply beyond the first 64 in JavaScript: making a string of it (Node).
    node_js_decode_per_byte_ns: max 1e3, unit "ns/B";
    /// Going from libuv to JavaScript or back for one read() or write() of a socket.
    node_js_callback_ns: max 1e6, unit "ns";
    /// JavaScript of taking a connection from a pool, or of giving it back (Node).
    node_js_pool_ns: max 1e6, unit "ns";
    /// JavaScript of auto-pipelining for each pipeline: making it, having it called at the end of the turn, and its own promise (Node).
    node_js_pipeline_ns: max 1e6, unit "ns";
    /// JavaScript of auto-pipelining for each command in a pipeline, on both ways together: a callback and a promise more (Node).
    node_js_pipeline_command_ns: max 1e6, unit "ns";
    /// How much the client’s own code varies from one time to the next: standard deviation of a step as a share of its mean. The
    /// mean stays; system calls and the server do not vary. 0: always the same.
    client_variation_percent: max 100, unit "%";
    /// One command of a load generator (redis-benchmark, valkey-benchmark, memtier): copying the prepared request.
    load_gen_command_ns: max 1e6, unit "ns";
    /// One reply of a load generator: parsing it and counting it.
    load_gen_reply_ns: max 1e6, unit "ns";
    /// Each byte of a reply beyond 64 that a load generator copies.
    load_gen_per_byte_ns: max 1e3, unit "ns/B";
    /// One callback of a load generator, for a read() or a write(): event loop, statistics and two epoll_ctl().
    load_gen_callback_ns: max 1e6, unit "ns";
}

/// A named set of costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// Everything is free: what remains is waiting and service, as in a textbook.
    Ideal,
    /// An ordinary Linux server of today, from published measurements and estimates.
    #[default]
    LinuxServer,
    /// The 2-core virtual machine on which the project's own measurements were made: waking another core is dear there.
    #[serde(rename = "linux-2core-vm")]
    Linux2CoreVm,
    /// The laptop with 8 logical processors of the article on Lettuce and Jedis (S0): client and server on one machine.
    #[serde(rename = "s0-8cpu-laptop")]
    S0Laptop,
    /// The local machine of the article on batch operations (S3).
    S3Laptop,
    /// An AWS c8g.8xlarge with clients on unix sockets (cache-benchmarks 2025).
    AwsC8g,
    /// The AWS m5.2xlarge of the article on threaded I/O (S1).
    #[serde(rename = "s1-m5-2xlarge")]
    S1M5,
    /// The Xeon servers of the article on connection pools in Go (S4).
    #[serde(rename = "s4-xeon-40core")]
    S4Xeon,
    /// The Apple M1 Pro of rueidis' benchmark of Go clients (C-1): client and server on one machine under macOS.
    #[serde(rename = "apple-m1-pro")]
    AppleM1Pro,
}

/// The numbers of the profiles without their sources, which only people read: written by `npm run schema`.
const VALUES: &[&[f64]] = include!("profiles/values.rs");

impl Profile {
    /// All profiles, in the order they are offered.
    pub const ALL: [Profile; 9] = [
        Profile::Ideal,
        Profile::LinuxServer,
        Profile::Linux2CoreVm,
        Profile::S0Laptop,
        Profile::S3Laptop,
        Profile::AwsC8g,
        Profile::S1M5,
        Profile::S4Xeon,
        Profile::AppleM1Pro,
    ];

    /// The profile's numbers, in the order of [`names`].
    fn values(self) -> &'static [f64] {
        VALUES[self as usize]
    }

    /// The profile's data file.
    pub fn json(self) -> &'static str {
        match self {
            Profile::Ideal => include_str!("profiles/ideal.json"),
            Profile::LinuxServer => include_str!("profiles/linux-server.json"),
            Profile::Linux2CoreVm => include_str!("profiles/linux-2core-vm.json"),
            Profile::S0Laptop => include_str!("profiles/s0-8cpu-laptop.json"),
            Profile::S3Laptop => include_str!("profiles/s3-laptop.json"),
            Profile::AwsC8g => include_str!("profiles/aws-c8g.json"),
            Profile::S1M5 => include_str!("profiles/s1-m5-2xlarge.json"),
            Profile::S4Xeon => include_str!("profiles/s4-xeon-40core.json"),
            Profile::AppleM1Pro => include_str!("profiles/apple-m1-pro.json"),
        }
    }

    /// The profile's entry for a cost, with `value`, `provenance` (definition, measured, published, fitted or assumed) and
    /// `source`. What the file of a fitted profile does not name is that of [`Profile::LinuxServer`].
    pub fn entries(self) -> Value {
        let mut file: Value = serde_json::from_str(self.json()).unwrap_or_default();
        let own = file["costs"].take();
        if file["base"].as_str().is_none() {
            return own;
        }
        let mut all = Profile::LinuxServer.entries();
        if let (Some(all), Value::Object(own)) = (all.as_object_mut(), own) {
            all.extend(own);
        }
        all
    }

    /// The numbers of the profile's file in the order of [`names`]; `None` when one is missing.
    pub fn values_in_file(self) -> Option<Vec<f64>> {
        let entries = self.entries();
        names().map(|name| entries[name]["value"].as_f64()).collect()
    }
}

/// Which costs a run uses.
#[derive(Clone, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct CostChoice {
    /// A named set of costs with sources.
    pub profile: Profile,
    /// Factor on all CPU times of the profile, overrides included: 1.5 is a core that takes 1.5 times as long, of two thirds of the clock. Wake-up
    /// latencies, timers and time slices stay.
    #[cfg_attr(feature = "schema", schemars(range(min = 0.1, max = 10), extend("x-scale" = "log")))]
    pub cpu_factor: f64,
    /// Single costs that replace those of the profile.
    pub overrides: CostOverrides,
}

impl Default for CostChoice {
    fn default() -> Self {
        CostChoice { profile: Profile::default(), cpu_factor: 1.0, overrides: CostOverrides::default() }
    }
}

/// Costs that are no CPU time of a core: how long something lasts whatever the core's speed, and numbers of other things.
const NOT_CPU_TIME: &[&str] = &[
    "quantum_ns",
    "cold_switch_percent",
    "cold_switch_max_ns",
    "cold_wake_ns",
    "last_level_cache_threads",
    "migration_cost_ns",
    "wake_latency_ns",
    "idle_exit_ns",
    "timer_slack_ns",
    "hyper_thread_slowdown_percent",
    "key_cache_miss_ns",
    "l2_cache_sockets",
    "go_poll_granularity_ns",
    "client_variation_percent",
];

/// Names of all costs as scenarios write them, in the order of [`Profile::values`].
pub fn names() -> impl Iterator<Item = String> {
    NAMES.iter().map(|name| camel_case(name))
}

/// Single costs that replace those of the profile.
#[derive(Clone, Debug, PartialEq)]
pub struct CostOverrides([Option<f64>; NAMES.len()]);

impl Default for CostOverrides {
    fn default() -> Self {
        CostOverrides([None; NAMES.len()])
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for CostOverrides {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        CostFields::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        CostFields::json_schema(generator)
    }
}

impl CostOverrides {
    /// Reads the costs that `number` finds under their names in scenarios.
    pub fn read(number: impl Fn(&str) -> Option<f64>) -> Self {
        let mut overrides = CostOverrides::default();
        for (value, name) in overrides.0.iter_mut().zip(names()) {
            *value = number(&name);
        }
        overrides
    }

    /// Whether no cost that a step can have reaches half a nanosecond, the least that counts.
    fn are_free(&self, transport: Transport) -> bool {
        let costs = NAMES.iter().zip(&self.0);
        costs.into_iter().all(|(&name, cost)| {
            matches!(
                name,
                "quantum_ns"
                    | "last_level_cache_threads"
                    | "go_poll_granularity_ns"
                    | "client_variation_percent"
                    | "l2_cache_sockets"
            ) || transport == Transport::Tcp && matches!(name, "unix_read_ns" | "unix_write_ns")
                || cost.is_none_or(|ns| ns < 0.5)
        })
    }
}

impl FromJson for CostOverrides {
    fn from_json(value: &Value) -> Option<Self> {
        Some(CostOverrides::read(|name| value.get(name)?.as_f64()))
    }
}

impl Serialize for CostOverrides {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(names().zip(&self.0).filter_map(|(name, value)| Some((name, (*value)?))))
    }
}

impl CostChoice {
    /// Whether every step is free where commands travel like this.
    pub fn is_free(&self, transport: Transport) -> bool {
        self.profile == Profile::Ideal && self.overrides.are_free(transport)
    }

    /// The costs of the profile with the overrides applied.
    ///
    /// # Panics
    /// Never once `npm run schema` has been run: a test compares the values with the files of the profiles.
    pub fn resolve(&self) -> Costs {
        let mut costs =
            <[f64; NAMES.len()]>::try_from(self.profile.values()).expect("npm run schema renews the values");
        for (cost, other) in costs.iter_mut().zip(&self.overrides.0) {
            *cost = other.unwrap_or(*cost);
        }
        for (cost, name) in costs.iter_mut().zip(NAMES) {
            if !NOT_CPU_TIME.contains(name) {
                *cost *= self.cpu_factor;
            }
        }
        Costs::from_array(costs)
    }
}

/// `socket_read_ns` as it is called in JSON: `socketReadNs`.
fn camel_case(name: &str) -> String {
    let mut starts_word = false;
    let mut camel = String::with_capacity(name.len());
    for letter in name.chars() {
        match letter {
            '_' => starts_word = true,
            _ if std::mem::take(&mut starts_word) => camel.push(letter.to_ascii_uppercase()),
            _ => camel.push(letter),
        }
    }
    camel
}

#[cfg(test)]
mod tests;
