//! Costs of each step. A *profile* is a set of numbers for one machine, with the source of every number, kept as data in
//! `profiles/`; a scenario names a profile and may override single costs.

mod profile;

use super::Transport;
use crate::json::FromJson;
use serde::{Serialize, Serializer};
use serde_json::Value;

pub use profile::Profile;

/// Defines [`Costs`], their names and their schema from one list, so that a cost cannot exist in one and not in the others.
macro_rules! costs {
    ($( $(#[doc = $doc:literal])+ $name:ident: max $max:literal $(, unit $unit:literal)?; )+) => {
        /// Resolved cost of every step.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Costs {
            $( $(#[doc = $doc])+ pub $name: f64, )+
        }

        /// Individual costs that replace those of the profile.
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
    /// Maximum time a thread keeps its core while other threads are waiting.
    quantum_ns: max 1e9, unit "ns";
    /// Switching a core from one thread to another.
    context_switch_ns: max 1e6, unit "ns";
    /// Extra cost of switching to a thread after other threads have filled the core's caches.
    cache_refill_ns: max 1e6, unit "ns";
    /// Extra cost at a switch: reloading a thread's kernel data from memory, if it has left the last-level cache. It is
    /// a share of the thread's kernel time in its last turn.
    cold_switch_percent: max 1e4, unit "%";
    /// Upper limit of the time that `coldSwitchPercent` adds. A turn with many system calls reaches this limit.
    cold_switch_max_ns: max 1e7, unit "ns";
    /// Extra cost of waking a thread whose kernel data has left the last-level cache. The waker touches the thread's task structure
    /// and queue entries.
    cold_wake_ns: max 1e6, unit "ns";
    /// Number of threads whose data fits into a machine's last-level cache.
    last_level_cache_threads: max 1e6;
    /// Time after a run for which a thread waits for the same core, even if another core is idle.
    migration_cost_ns: max 1e9, unit "ns";
    /// Interrupting an idle core to run a woken thread; charged to the waker in addition to its system call.
    ipi_ns: max 1e6, unit "ns";
    /// Time from waking a thread to its first instruction on an idle core: interrupt and idle-state exit.
    wake_latency_ns: max 1e7, unit "ns";
    /// CPU time within the wake-up latency: leaving the idle state, finding the thread and switching to it. It is
    /// charged to the woken thread, up to the whole latency, and adds no delay.
    wake_cpu_ns: max 1e7, unit "ns";
    /// Maximum exit latency of the idle states a core may enter. 0: only the lightest state, which the wake-up latency
    /// includes. Broadwell: 10 µs (C1E), 40 µs (C3) and 133 µs (C6), after 20, 100 and 400 µs idle.
    idle_exit_ns: max 1e7, unit "ns";
    /// Delay of timed waits (Linux timer slack: one interrupt serves several timers). Pauses and arrivals of the load
    /// are exempt. For poll(), the delay is 0.1% of the timeout if that is more.
    timer_slack_ns: max 1e9, unit "ns";
    /// Extra time of all work on a hardware thread while its sibling on the same core is busy. 0: one hardware thread per core.
    hyper_thread_slowdown_percent: max 300, unit "%";
    /// read() on a socket with data.
    socket_read_ns: max 1e6, unit "ns";
    /// read() on a socket without data (EAGAIN).
    socket_read_empty_ns: max 1e6, unit "ns";
    /// Copying one byte out of a socket.
    socket_read_per_byte_ns: max 1e3, unit "ns/B";
    /// Receiving each further segment of a read(): softirq and merging. The first segment is included in
    /// `socketReadNs`.
    socket_read_per_segment_ns: max 1e6, unit "ns";
    /// write() to a socket, until the segment is passed to the network.
    socket_write_ns: max 1e6, unit "ns";
    /// Copying one byte into a socket.
    socket_write_per_byte_ns: max 1e3, unit "ns/B";
    /// Resolution of poll timeouts in Go's runtime; 0: nanoseconds. On Linux, epoll_wait() takes whole milliseconds, so a goroutine
    /// sleeps at least 1 ms if nothing else happens.
    go_poll_granularity_ns: max 1e9, unit "ns";
    /// poll() that blocks because its socket is not ready.
    poll_ns: max 1e6, unit "ns";
    /// epoll_wait() itself, without its events.
    epoll_wait_ns: max 1e6, unit "ns";
    /// Each event that epoll_wait() returns.
    epoll_event_ns: max 1e6, unit "ns";
    /// write() to an eventfd that wakes a sleeping event loop.
    eventfd_wake_ns: max 1e6, unit "ns";
    /// Blocking on a futex (parking).
    futex_wait_ns: max 1e6, unit "ns";
    /// Waking a thread that is blocked on a futex (unparking); charged to the waker.
    futex_wake_ns: max 1e6, unit "ns";
    /// Opening a socket: socket(), socket options and connect(), without network time.
    connect_ns: max 1e9, unit "ns";
    /// Accepting a connection on the server: accept(), socket options, client object, registration.
    accept_ns: max 1e9, unit "ns";
    /// close() of a socket on either side, including cleanup.
    close_ns: max 1e9, unit "ns";
    /// TLS handshake on either side without public-key cryptography. This is the whole cost of a resumed handshake in
    /// TLS 1.2.
    tls_handshake_ns: max 1e9, unit "ns";
    /// Key exchange of a TLS handshake on either side: a key pair and the shared secret (X25519). A resumed TLS 1.3 session needs one,
    /// a resumed TLS 1.2 session does not.
    tls_key_exchange_ns: max 1e9, unit "ns";
    /// Signature of the server in a full TLS handshake. RSA 2048 takes 20 to 30 times as long as ECDSA P-256.
    tls_sign_ns: max 1e9, unit "ns";
    /// Verifying the server's signature and certificates in a full TLS handshake, at the client.
    tls_verify_ns: max 1e9, unit "ns";
    /// Encrypting or decrypting one TLS record (at most 16 KiB), without its bytes.
    tls_record_ns: max 1e6, unit "ns";
    /// Encrypting or decrypting one byte (AES-GCM with hardware support), and copying it.
    tls_per_byte_ns: max 1e3, unit "ns/B";
    /// The caller's own code between two requests.
    caller_ns: max 1e9, unit "ns";
    /// Borrowing a connection from the pool: lock, queue, bookkeeping.
    pool_borrow_ns: max 1e6, unit "ns";
    /// Extra cost of a borrow that checks the socket (`checkOnGet`), without `poolBorrowNs` and the system call.
    /// Clients such as go-redis 9 track each connection's state, set deadlines, and run hooks and a retry loop.
    checked_borrow_ns: max 1e6, unit "ns";
    /// Returning a connection to the pool.
    pool_return_ns: max 1e6, unit "ns";
    /// Building the proxy around a borrowed connection (`wrap`).
    wrap_ns: max 1e9, unit "ns";
    /// Encoding a command in the caller's thread (blocking clients).
    encode_ns: max 1e6, unit "ns";
    /// Parsing a reply in the caller's thread (blocking clients).
    decode_ns: max 1e6, unit "ns";
    /// Decoding each reply byte after the first 64 in Java: copying it into an object and creating a string. Deserialisation on the
    /// event loop can be added here.
    decode_per_byte_ns: max 1e3, unit "ns/B";
    /// Building a command in the caller's thread and passing it to an event loop.
    dispatch_ns: max 1e6, unit "ns";
    /// Adding a task to the queue of a command-timeout executor: a task object and a locked queue.
    executor_offer_ns: max 1e6, unit "ns";
    /// Starting an operating-system thread for a task, without submitting the task (`threadPerPart`).
    thread_start_ns: max 1e9, unit "ns";
    /// Adding a timeout to a timer wheel or cancelling it: a lock-free queue.
    timer_wheel_offer_ns: max 1e6, unit "ns";
    /// Running one timeout task in the timer's thread.
    timer_task_ns: max 1e6, unit "ns";
    /// Running a write task in the event loop (encoding, pipeline), without the write() itself.
    loop_task_ns: max 1e6, unit "ns";
    /// Event-loop work per read of a channel (buffer, pipeline), without the read() itself and without decoding the
    /// replies.
    loop_read_ns: max 1e6, unit "ns";
    /// Decoding a reply and completing its future in the event loop, without waking the caller.
    loop_decode_ns: max 1e6, unit "ns";
    /// The caller's own code after the reply has woken the caller.
    resume_ns: max 1e6, unit "ns";
    /// Parsing a command, looking it up and queueing its reply, on the server.
    command_ns: max 1e9, unit "ns";
    /// Checking whether a node owns a slot, while the server builds a topology reply (CLUSTER NODES, CLUSTER SLOTS).
    slot_scan_ns: max 1e6, unit "ns";
    /// Writing the entry of one node into a topology reply.
    node_entry_ns: max 1e9, unit "ns";
    /// Each key of a multi-key command on the server: look-up and its part of the reply.
    key_ns: max 1e9, unit "ns";
    /// Sampling one random key, to choose a key for eviction or to find expired keys.
    sample_key_ns: max 1e6, unit "ns";
    /// Deleting an evicted or expired key: hash tables, freeing, and the DEL for the append-only file and the replicas.
    delete_key_ns: max 1e9, unit "ns";
    /// Adding a command to the buffer for the replicas, in addition to `storePerByteNs` for its bytes. Before Redis
    /// 7.0, this cost applies once for each replica.
    replicate_command_ns: max 1e6, unit "ns";
    /// Remembering that a connection has read a key (tracking table of the server). In mode `broadcast`: recording a
    /// written key.
    track_key_ns: max 1e6, unit "ns";
    /// Queueing one message that answers no command, such as an invalidation, for one connection. Its write() is charged separately.
    push_ns: max 1e6, unit "ns";
    /// Looking up a value in the client's own cache: hash table, lock and LRU order.
    cache_lookup_ns: max 1e6, unit "ns";
    /// Forwarding a command and its reply through a proxy, half in each direction: parsing, choosing connections,
    /// buffers. System calls are separate.
    proxy_command_ns: max 1e6, unit "ns";
    /// Memory stalls while a key is looked up: its table entry, the key and the value. They occur if the data of a node
    /// does not fit into its caches. 0: few keys, all in the caches.
    key_cache_miss_ns: max 1e6, unit "ns";
    /// Parsing and queueing a command between MULTI and EXEC. Running it at EXEC costs `commandNs`.
    multi_queue_ns: max 1e9, unit "ns";
    /// Bookkeeping of the server's event loop per client and iteration, without system calls.
    client_turn_ns: max 1e6, unit "ns";
    /// Extra bookkeeping per thousand other clients served since a client's last turn, because the client's state has
    /// left the caches.
    cold_client_ns: max 1e6, unit "ns";
    /// Extra time for one read() and one write() together, on a connection whose data has left the core's L2 cache. It
    /// applies to the server and to load generators.
    cold_socket_ns: max 1e6, unit "ns";
    /// Number of connections whose data fits into a core's L2 cache.
    l2_cache_sockets: max 1e6;
    /// Storing each request byte after the first 64: creating the value object and freeing the old one. Runs in the executing
    /// thread.
    store_per_byte_ns: max 1e3, unit "ns/B";
    /// Copying each reply byte after the first 64 into the client's reply buffer, in the executing thread.
    reply_per_byte_ns: max 1e3, unit "ns/B";
    /// Each further element of a reply from one key (LRANGE, SMEMBERS, HGETALL), on the server: fetching and writing it.
    element_ns: max 1e6, unit "ns";
    /// Sending one segment through a bridge or virtual network interface (veth, containers): the softirq at the
    /// sender.
    bridge_packet_ns: max 1e6, unit "ns";
    /// read() on a Unix socket with data.
    unix_read_ns: max 1e6, unit "ns";
    /// write() to a Unix socket.
    unix_write_ns: max 1e6, unit "ns";
    /// Parsing a command, a part of `commandNs`. A server's I/O thread does this for the first command it reads.
    parse_ns: max 1e6, unit "ns";
    /// Taking a client from a Redis 8 I/O thread's list. Includes list operations and misses on cache lines that the
    /// I/O thread has used.
    client_handoff_ns: max 1e6, unit "ns";
    /// Adding a job to a Valkey I/O thread's ring or collecting a finished job, four times per request. Includes misses
    /// on cache lines of the ring and the client.
    ring_job_ns: max 1e6, unit "ns";
    /// Valkey 9.1: adding a job to a queue that all I/O threads share, or collecting a finished job. This cost replaces
    /// `ringJobNs`.
    queue_job_ns: max 1e6, unit "ns";
    /// Passing a client to an I/O thread of Redis 6 or 7 and back after the barrier. Includes list nodes and misses on
    /// cache lines that the I/O thread has used.
    assign_client_ns: max 1e6, unit "ns";
    /// Transferring a cache line to another core: the delay until a spinning thread sees a change.
    cache_line_ns: max 1e6, unit "ns";
    /// One check for jobs by an idle I/O thread. The thread may go to sleep after a million checks.
    spin_ns: max 1e3, unit "ns";
    /// Entering and leaving the kernel, included in every system call. Batched submissions save it.
    syscall_ns: max 1e6, unit "ns";
    /// epoll_ctl(): starting or stopping to watch whether a socket is writable.
    epoll_ctl_ns: max 1e6, unit "ns";
    /// write() to the append-only file, into the page cache.
    file_write_ns: max 1e6, unit "ns";
    /// Copying one byte into the page cache.
    file_write_per_byte_ns: max 1e3, unit "ns/B";
    /// One run of the server's periodic tasks, without those per client.
    cron_ns: max 1e9, unit "ns";
    /// Periodic tasks for one client, about once a second.
    client_cron_ns: max 1e6, unit "ns";
    /// Parking a goroutine and switching to the next ready one.
    go_switch_ns: max 1e6, unit "ns";
    /// Making a goroutine ready, such as when a channel passes a value to a waiting one.
    go_ready_ns: max 1e6, unit "ns";
    /// Encoding a command in a goroutine.
    go_encode_ns: max 1e6, unit "ns";
    /// Parsing a reply in a goroutine and passing it to the calling code.
    go_decode_ns: max 1e6, unit "ns";
    /// Decoding each reply byte after the first 64 in Go: copying it into a string and allocating memory.
    go_decode_per_byte_ns: max 1e3, unit "ns/B";
    /// One step of a command through a ring between goroutines: adding it, removing and encoding it, or parsing its reply.
    go_ring_ns: max 1e6, unit "ns";
    /// JavaScript from calling a command to its encoded bytes (Node).
    node_js_command_ns: max 1e6, unit "ns";
    /// JavaScript from a reply's bytes to fulfilling its promise (Node).
    node_js_reply_ns: max 1e6, unit "ns";
    /// Decoding each reply byte after the first 64 in JavaScript: creating a string (Node).
    node_js_decode_per_byte_ns: max 1e3, unit "ns/B";
    /// Crossing between libuv and JavaScript for one read() or write() on a socket.
    node_js_callback_ns: max 1e6, unit "ns";
    /// JavaScript that borrows a connection from a pool or returns it (Node).
    node_js_pool_ns: max 1e6, unit "ns";
    /// JavaScript per pipeline of auto-pipelining: creating the pipeline and its promise, and scheduling for the end of
    /// the iteration (Node).
    node_js_pipeline_ns: max 1e6, unit "ns";
    /// JavaScript that auto-pipelining runs per command, both directions together: an additional callback and promise (Node).
    node_js_pipeline_command_ns: max 1e6, unit "ns";
    /// Standard deviation of the time of each step in the client's own code, relative to the step's mean. The mean does
    /// not change. System calls and the server do not vary. 0: no variation.
    client_variation_percent: max 100, unit "%";
    /// One command of a load generator (redis-benchmark, valkey-benchmark, memtier): copying the prepared request.
    load_gen_command_ns: max 1e6, unit "ns";
    /// One reply of a load generator: parsing and statistics.
    load_gen_reply_ns: max 1e6, unit "ns";
    /// Copying each reply byte after the first 64 in a load generator.
    load_gen_per_byte_ns: max 1e3, unit "ns/B";
    /// One callback of a load generator per read() or write(): event loop, statistics and two epoll_ctl() calls.
    load_gen_callback_ns: max 1e6, unit "ns";
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
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the kind of machine that most readers have")))]
    pub profile: Profile,
    /// Factor for all CPU times of the profile and its overrides. Wake-up latencies, timers and time slices do not
    /// change. 1.5: a core with two thirds of the clock rate.
    #[cfg_attr(feature = "schema", schemars(range(min = 0.1, max = 10), extend("x-scale" = "log")))]
    #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: the machine of the profile, unchanged")))]
    pub cpu_factor: f64,
    /// Individual costs that replace those of the profile.
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

/// Individual costs that replace those of the profile.
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
