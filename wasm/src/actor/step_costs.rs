//! Cost of each step, in whole nanoseconds.

use crate::kernel::time::{Nanos, from_ns};
use crate::scenario::costs::Costs;
use crate::scenario::{Flush, Network, Runtime, Transport};

/// What passes a bridge or a virtual interface at once: the kernel cuts it into segments only where it leaves the machine (GSO).
const LARGEST_PACKET: u64 = 64 * 1024;

/// Numbers of bytes, from 0 on, whose costs are looked up: most messages are short, and rounding a float takes WebAssembly a
/// dozen instructions.
const SHORT: usize = 128;

/// A cost that grows with the number of bytes, and of segments beyond the first.
#[derive(Clone, Copy, Debug)]
pub struct ByteCost {
    short: [Nanos; SHORT],
    fixed: f64,
    per_byte: f64,
    per_segment: f64,
    segment: u64,
}

impl ByteCost {
    /// A cost that does not depend on segments.
    fn new(fixed: f64, per_byte: f64) -> Self {
        ByteCost::with_segments(fixed, per_byte, 0.0, u64::MAX)
    }

    fn with_segments(fixed: f64, per_byte: f64, per_segment: f64, segment: u64) -> Self {
        let mut cost = ByteCost { short: [0; SHORT], fixed, per_byte, per_segment, segment };
        cost.short = std::array::from_fn(|bytes| cost.rounded(bytes as u64));
        cost
    }

    /// The cost of `bytes`.
    #[inline]
    pub fn of(&self, bytes: u64) -> Nanos {
        if bytes < SHORT as u64 { self.short[bytes as usize] } else { self.rounded(bytes) }
    }

    #[inline(never)]
    fn rounded(&self, bytes: u64) -> Nanos {
        let segments = if bytes > self.segment { (bytes - 1) / self.segment } else { 0 };
        from_ns(self.fixed + self.per_byte * bytes as f64 + self.per_segment * segments as f64)
    }
}

/// Costs of all steps, ns; see [`Costs`] for their meaning.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "same names and meanings as the fields of Costs")]
pub struct StepCosts {
    pub read: ByteCost,
    pub read_empty: Nanos,
    pub write: ByteCost,
    pub poll_tick: Nanos,
    pub poll: Nanos,
    pub epoll_wait: Nanos,
    pub epoll_event: Nanos,
    pub eventfd_wake: Nanos,
    pub futex_wait: Nanos,
    pub futex_wake: Nanos,
    pub connect: Nanos,
    pub accept: Nanos,
    pub close: Nanos,
    pub caller: Nanos,
    pub wrap: Nanos,
    pub pool_borrow: Nanos,
    pub pool_return: Nanos,
    pub encode: Nanos,
    pub decode: Nanos,
    pub value_encode: Nanos,
    pub value_decode: Nanos,
    decode_bytes: ByteCost,
    pub dispatch: Nanos,
    pub executor_offer: Nanos,
    pub thread_start: Nanos,
    pub wheel_offer: Nanos,
    pub timer_task: Nanos,
    pub loop_task: Nanos,
    pub loop_read: Nanos,
    pub loop_decode: Nanos,
    pub resume: Nanos,
    pub command: Nanos,
    pub key: Nanos,
    pub key_memory: Nanos,
    pub queued: Nanos,
    pub client_turn: Nanos,
    pub syscall: Nanos,
    pub parse: Nanos,
    pub cold_client: Nanos,
    pub hand_over: Nanos,
    pub ring_job: Nanos,
    pub sample_key: Nanos,
    pub delete_key: Nanos,
    /// A command for the replicas, by its bytes.
    pub replicate: ByteCost,
    pub track_key: Nanos,
    pub push: Nanos,
    pub cache_lookup: Nanos,
    /// Of a command at a proxy, and of its reply: half of what both take.
    pub proxy_way: Nanos,
    pub cold_socket: Nanos,
    /// See [`Costs::l2_cache_sockets`].
    pub l2_cache_sockets: u64,
    /// Of each byte of a request, and of a reply, on the thread that executes.
    pub store: ByteCost,
    pub reply: ByteCost,
    pub element: Nanos,
    pub deal: Nanos,
    pub cache_line: Nanos,
    pub poll_job: Nanos,
    pub epoll_ctl: Nanos,
    pub file_write: ByteCost,
    pub cron: Nanos,
    pub client_cron: Nanos,
    pub go_switch: Nanos,
    pub ready: Nanos,
    /// Of a thread of the operating system.
    pub timer_slack: Nanos,
    /// Of whoever waits for a time in the client. Goroutines and callbacks have none: who serves their timers polls, in whole milliseconds.
    pub wait_slack: Nanos,
}

/// What one more key or element takes of a command's encoding or a reply's decoding, without a call and a response object of its
/// own. Measured (batch_ops): 0.10 µs of client CPU a key of MSET, 0.15 of MGET, 0.25 of a pipeline.
const VALUE_SHARE: f64 = 0.5;

/// Costs of steps that every runtime has in a way of its own, ns.
struct RuntimeCosts {
    pool_borrow: f64,
    pool_return: f64,
    encode: f64,
    decode: f64,
    decode_per_byte: f64,
    dispatch: f64,
    loop_task: f64,
    loop_read: f64,
    loop_decode: f64,
    caller: f64,
    resume: f64,
    ready: f64,
    wait_slack: f64,
}

impl RuntimeCosts {
    fn new(c: &Costs, runtime: Runtime, flush: Flush) -> Self {
        let threads = RuntimeCosts {
            pool_borrow: c.pool_borrow_ns,
            pool_return: c.pool_return_ns,
            encode: c.encode_ns,
            decode: c.decode_ns,
            decode_per_byte: c.decode_per_byte_ns,
            dispatch: c.dispatch_ns,
            loop_task: c.loop_task_ns,
            loop_read: c.loop_read_ns,
            loop_decode: c.loop_decode_ns,
            caller: c.caller_ns,
            resume: c.resume_ns,
            ready: 0.0,
            wait_slack: c.timer_slack_ns,
        };
        match runtime {
            Runtime::Threads {} => threads,
            Runtime::Goroutines { .. } => RuntimeCosts {
                encode: c.go_encode_ns,
                decode: c.go_decode_ns,
                decode_per_byte: c.go_decode_per_byte_ns,
                dispatch: c.go_ring_ns,
                loop_task: c.go_ring_ns,
                loop_decode: c.go_ring_ns,
                ready: c.go_ready_ns,
                wait_slack: 0.0,
                ..threads
            },
            // A load generator, written in C: it has no code of callers, and no pool.
            Runtime::EventLoop {} if flush == (Flush::Writable {}) => RuntimeCosts {
                pool_borrow: 0.0,
                pool_return: 0.0,
                dispatch: c.load_gen_command_ns,
                loop_task: c.load_gen_callback_ns,
                loop_read: c.load_gen_callback_ns,
                loop_decode: c.load_gen_reply_ns,
                decode_per_byte: c.load_gen_per_byte_ns,
                caller: 0.0,
                resume: 0.0,
                wait_slack: 0.0,
                ..threads
            },
            Runtime::EventLoop {} => {
                // ioredis' auto-pipelining; a half of what a command costs there is on each way.
                let (batch, each_way) = match flush {
                    Flush::OneInFlight {} => (c.node_js_pipeline_ns, c.node_js_pipeline_command_ns / 2.0),
                    _ => (0.0, 0.0),
                };
                RuntimeCosts {
                    pool_borrow: c.node_js_pool_ns,
                    pool_return: c.node_js_pool_ns,
                    decode_per_byte: c.node_js_decode_per_byte_ns,
                    dispatch: c.node_js_command_ns + each_way,
                    loop_task: c.node_js_callback_ns + batch,
                    loop_read: c.node_js_callback_ns,
                    loop_decode: c.node_js_reply_ns + each_way,
                    wait_slack: 0.0,
                    ..threads
                }
            }
        }
    }
}

impl StepCosts {
    /// What a turn of a connection takes longer after those of `other_connections`: the share of its data that has left a cache with room for
    /// `l2_cache_sockets` connections.
    #[inline]
    pub fn cold_socket(&self, other_connections: u64) -> Nanos {
        let sockets = other_connections + 1;
        self.cold_socket * sockets.saturating_sub(self.l2_cache_sockets) / sockets
    }

    /// From the costs of a scenario; who does the client's work decides which of them are meant. `peeks`: its pool checks connections by a peek.
    pub fn new(c: &Costs, network: &Network, runtime: Runtime, flush: Flush, peeks: bool) -> Self {
        let own = RuntimeCosts::new(c, runtime, flush);
        let bridge = if network.bridged && network.transport == Transport::Tcp { c.bridge_packet_ns } else { 0.0 };
        let segment = u64::from(network.segment_bytes);
        let (read, write, segment) = match network.transport {
            Transport::Tcp => (c.socket_read_ns, c.socket_write_ns, segment),
            Transport::UnixSocket => (c.unix_read_ns, c.unix_write_ns, u64::MAX),
        };
        StepCosts {
            read: ByteCost::with_segments(read, c.socket_read_per_byte_ns, c.socket_read_per_segment_ns, segment),
            read_empty: whole_ns(c.socket_read_empty_ns),
            write: ByteCost::with_segments(write + bridge, c.socket_write_per_byte_ns, bridge, LARGEST_PACKET),
            poll_tick: whole_ns(c.go_poll_granularity_ns),
            poll: whole_ns(c.poll_ns),
            epoll_wait: whole_ns(c.epoll_wait_ns),
            epoll_event: whole_ns(c.epoll_event_ns),
            eventfd_wake: whole_ns(c.eventfd_wake_ns),
            futex_wait: whole_ns(c.futex_wait_ns),
            futex_wake: whole_ns(c.futex_wake_ns),
            connect: whole_ns(c.connect_ns),
            accept: whole_ns(c.accept_ns),
            close: whole_ns(c.close_ns),
            caller: whole_ns(own.caller),
            wrap: whole_ns(c.wrap_ns),
            pool_borrow: whole_ns(own.pool_borrow + if peeks { c.checked_borrow_ns } else { 0.0 }),
            pool_return: whole_ns(own.pool_return),
            encode: whole_ns(own.encode),
            decode: whole_ns(own.decode),
            value_encode: whole_ns(c.encode_ns * VALUE_SHARE),
            value_decode: whole_ns(c.decode_ns * VALUE_SHARE),
            decode_bytes: ByteCost::new(0.0, own.decode_per_byte),
            dispatch: whole_ns(own.dispatch),
            executor_offer: whole_ns(c.executor_offer_ns),
            thread_start: whole_ns(c.thread_start_ns),
            wheel_offer: whole_ns(c.timer_wheel_offer_ns),
            timer_task: whole_ns(c.timer_task_ns),
            loop_task: whole_ns(own.loop_task),
            loop_read: whole_ns(own.loop_read),
            loop_decode: whole_ns(own.loop_decode),
            resume: whole_ns(own.resume),
            command: whole_ns(c.command_ns),
            key: whole_ns(c.key_ns),
            key_memory: whole_ns(c.key_cache_miss_ns),
            queued: whole_ns(c.multi_queue_ns),
            client_turn: whole_ns(c.client_turn_ns),
            syscall: whole_ns(c.syscall_ns),
            parse: whole_ns(c.parse_ns),
            cold_client: whole_ns(c.cold_client_ns),
            hand_over: whole_ns(c.client_handoff_ns),
            ring_job: whole_ns(c.ring_job_ns),
            sample_key: whole_ns(c.sample_key_ns),
            delete_key: whole_ns(c.delete_key_ns),
            replicate: ByteCost::new(c.replicate_command_ns, c.store_per_byte_ns),
            track_key: whole_ns(c.track_key_ns),
            push: whole_ns(c.push_ns),
            cache_lookup: whole_ns(c.cache_lookup_ns),
            proxy_way: whole_ns(c.proxy_command_ns / 2.0),
            cold_socket: whole_ns(c.cold_socket_ns),
            l2_cache_sockets: whole_ns(c.l2_cache_sockets),
            store: ByteCost::new(0.0, c.store_per_byte_ns),
            reply: ByteCost::new(0.0, c.reply_per_byte_ns),
            element: whole_ns(c.element_ns),
            deal: whole_ns(c.assign_client_ns),
            cache_line: whole_ns(c.cache_line_ns),
            poll_job: whole_ns(c.spin_ns),
            epoll_ctl: whole_ns(c.epoll_ctl_ns),
            file_write: ByteCost::new(c.file_write_ns, c.file_write_per_byte_ns),
            cron: whole_ns(c.cron_ns),
            client_cron: whole_ns(c.client_cron_ns),
            go_switch: whole_ns(c.go_switch_ns),
            ready: whole_ns(own.ready),
            timer_slack: whole_ns(c.timer_slack_ns),
            wait_slack: whole_ns(own.wait_slack),
        }
    }
}

/// Bytes of a reply that are part of what decoding it costs anyway: small replies are what those costs were found with.
const SMALL_REPLY: u64 = 64;

impl StepCosts {
    /// What the bytes of `replies` replies of one size take to decode, `bytes` in all, beyond what each small reply takes.
    #[inline]
    pub fn decoding_of(&self, bytes: u64, replies: u32) -> Nanos {
        let beyond = bytes.saturating_sub(u64::from(replies) * SMALL_REPLY);
        if beyond == 0 { 0 } else { self.decode_bytes.of(beyond) }
    }
}

/// The cost in whole nanoseconds.
#[inline(never)]
fn whole_ns(cost: f64) -> Nanos {
    from_ns(cost)
}
