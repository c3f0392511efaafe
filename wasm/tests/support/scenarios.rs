//! Random valid scenarios for the property tests: every kind of client, host, distribution and profile, short and small.

use super::servers::servers;
use super::sides::{application, network, permitted, pinned, reconnect};
use super::workloads::{arrivals, batch, between, command, dist, further, popularity};
use engine::json::FromJson;
use engine::scenario::costs::{CostChoice, CostOverrides, Profile, names};
use engine::scenario::issue::IssueCode;
use engine::scenario::normalize::normalize;
use engine::scenario::{
    Batch, CheckOnGet, Client, ClientSideCaching, Collect, Connections, CrossSlot, Flush, Handoff, IdleOrder,
    InterruptModeration, Io, IoThreads, Network, Pick, Proxy, QueryNode, ReadFrom, Refresher, Resharding, Retry, Run,
    Runtime, Scenario, Selector, Server, SplitBy, TaskFairness, TimeoutScheduler, Tls, Topology, TopologyCommand,
    TrackingMode, Transport, VERSION, Workload,
};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// The scenario's schema as the engine itself checks it.
const SCHEMA: &str = include_str!("../../src/scenario/scenario.schema.json");

fn pooled() -> impl Strategy<Value = Connections> {
    let handoff = select(vec![Handoff::Barging, Handoff::Fifo]);
    let order = select(vec![IdleOrder::Lifo, IdleOrder::Fifo]);
    let plain = Connections::pool(1);
    let plain = (1..12u32, handoff.clone(), order.clone()).prop_map(move |(most, first, next)| {
        let mut pool = plain;
        if let Connections::Pooled { max_total, handoff, order, .. } = &mut pool {
            (*max_total, *handoff, *order) = (most, first, next);
        }
        pool
    });
    let sizes = (1..12u32, 0..8u32, 0..6u32, any::<bool>());
    let flag = any::<bool>;
    let flags =
        (flag(), flag(), flag(), flag(), flag(), flag(), flag(), prop_oneof![3 => Just(true), 1 => Just(false)]);
    // Short times: a run lasts some milliseconds.
    let off_or = |most: f64| prop_oneof![Just(0.0), between(0.001, most)];
    let every = prop_oneof![1 => Just(0.0), 2 => between(0.001, 1.0)];
    let times = (every, -3..5i32, between(0.001, 2.0), off_or(2.0), off_or(3.0), off_or(1.0), off_or(3.0));
    let full = (sizes, handoff, order, flags, times).prop_map(|(sizes, handoff, order, flags, times)| {
        let (max_total, max_idle, min_idle, warm) = sizes;
        let (test_on_borrow, test_on_return, test_on_create, test_while_idle, wrap, peek, fills, block_when_exhausted) =
            flags;
        let (
            time_between_eviction_runs_ms,
            num_tests_per_eviction_run,
            min_evictable_idle_ms,
            soft_min_evictable_idle_ms,
            max_wait_ms,
            idle_timeout_ms,
            max_lifetime_ms,
        ) = times;
        Connections::Pooled {
            max_total,
            handoff,
            order,
            warm,
            max_idle,
            min_idle,
            test_on_borrow,
            test_on_return,
            test_on_create,
            test_while_idle,
            time_between_eviction_runs_ms,
            num_tests_per_eviction_run,
            min_evictable_idle_ms,
            soft_min_evictable_idle_ms,
            block_when_exhausted,
            max_wait_ms,
            check_on_get: if peek { CheckOnGet::Peek } else { CheckOnGet::None },
            idle_timeout_ms,
            max_lifetime_ms,
            max_lifetime_jitter_ms: if wrap { max_lifetime_ms / 2.0 } else { 0.0 },
            fill_in_background: fills,
            wrap,
        }
    });
    prop_oneof![2 => plain, 4 => full, 3 => Just(Connections::PerRequest {})]
}

fn shared() -> impl Strategy<Value = Connections> {
    (1..6u32, select(vec![Pick::Random, Pick::RoundRobin]))
        .prop_map(|(count, pick)| Connections::Shared { count, pick })
}

/// Blocking callers need a pool; event loops go with everything but goroutines.
pub fn clients() -> impl Strategy<Value = Client> {
    let flush = prop_oneof![
        2 => Just(Flush::EveryCommand {}),
        1 => Just(Flush::Drained {}),
        1 => between(0.0, 200.0).prop_map(|delay_us| Flush::Delayed { delay_us }),
        1 => (1..20u32).prop_map(|commands| Flush::Explicit { commands }),
        1 => Just(Flush::OneInFlight {}),
        1 => Just(Flush::Writable {}),
    ];
    // Limits that are met: there are some tens of callers.
    let limit = || prop_oneof![2 => Just(0), 1 => 1..30u32];
    // Some that end before most replies come, some that few miss.
    let patience = || prop_oneof![3 => Just(0.0), 1 => between(0.05, 1.0), 1 => between(1.0, 5.0)];
    let own_loop = (flush.clone(), limit(), limit(), patience(), patience()).prop_map(
        |(flush, request_queue_size, mark, reply_timeout_ms, silence)| Io::EventLoops {
            loops: 1,
            flush,
            timeout_scheduler: TimeoutScheduler::None {},
            task_fairness: TaskFairness::default(),
            io_ratio: 50,
            selector: Selector::Epoll,
            request_queue_size,
            high_water_mark_bytes: if flush == (Flush::Drained {}) { 50 * mark } else { 0 },
            reply_timeout_ms,
            socket_timeout_ms: if flush == (Flush::Drained {}) && reply_timeout_ms == 0.0 { silence } else { 0.0 },
        },
    );
    let delay = prop_oneof![Just(0.0), between(0.0, 200.0)];
    let ring = prop_oneof![1 => Just(1024), 1 => 1..20u32];
    let ping = prop_oneof![1 => Just(1000.0), 1 => Just(0.0), 3 => between(0.05, 1.0)];
    let rings = (delay, ring, limit(), patience(), ping).prop_map(
        |(flush_delay_us, ring_size, max_batch, reply_timeout_ms, ping_interval_ms)| Io::WriterReader {
            flush_delay_us,
            // A queue whose batches wait for each other has no places, and no limit of time.
            ring_size: if max_batch == 0 { ring_size } else { 1024 },
            max_batch,
            reply_timeout_ms: if max_batch == 0 { reply_timeout_ms } else { 0.0 },
            ping_interval_ms: if max_batch == 0 { ping_interval_ms } else { 1000.0 },
        },
    );
    let goroutines_too = (1..5u32).prop_map(|gomaxprocs| Runtime::Goroutines { gomaxprocs });
    let callbacks = Just(Runtime::EventLoop {});
    let timeout = prop_oneof![
        2 => Just(TimeoutScheduler::None {}),
        1 => (1..4u32).prop_map(|threads| TimeoutScheduler::Executor { threads }),
        1 => Just(TimeoutScheduler::TimerWheel {}),
    ];
    let fairness = select(vec![TaskFairness::Netty41, TaskFairness::Netty42]);
    let ratio = prop_oneof![1 => Just(50), 1 => 1..=100u32];
    let selector = select(vec![Selector::Epoll, Selector::Nio]);
    let loops = (1..4u32, flush, timeout, fairness, ratio, selector, limit(), patience()).prop_map(
        |(loops, flush, timeout_scheduler, task_fairness, ratio, selector, request_queue_size, reply_timeout_ms)| {
            Io::EventLoops {
                loops,
                flush,
                timeout_scheduler,
                task_fairness,
                io_ratio: if task_fairness == TaskFairness::Netty41 { ratio } else { 50 },
                selector,
                request_queue_size,
                high_water_mark_bytes: 0,
                reply_timeout_ms,
                socket_timeout_ms: 0.0,
            }
        },
    );
    let buffer = prop_oneof![2 => Just(0), 1 => 1..500u32];
    let blocking = (any::<bool>(), any::<bool>(), buffer, patience()).prop_map(
        |(poll_before_read, read_first, buffer_bytes, reply_timeout_ms)| Io::Blocking {
            poll_before_read,
            read_first,
            buffer_bytes,
            reply_timeout_ms,
        },
    );
    let unpolled = blocking.clone().prop_map(|mut io| {
        if let Io::Blocking { poll_before_read, read_first, .. } = &mut io {
            (*poll_before_read, *read_first) = (true, true);
        }
        io
    });
    let threads = Just(Runtime::Threads {});
    let goroutines = (1..5u32).prop_map(|gomaxprocs| Runtime::Goroutines { gomaxprocs });
    let all = prop_oneof![
        3 => (threads, blocking.clone().boxed(), pooled().boxed()),
        2 => (threads, loops.clone().boxed(), shared().boxed()),
        2 => (threads, loops.boxed(), pooled().boxed()),
        3 => (goroutines, unpolled.boxed(), pooled().boxed()),
        2 => (goroutines_too, rings.boxed(), shared().boxed()),
        2 => (callbacks, own_loop.clone().boxed(), shared().boxed()),
        2 => (callbacks, own_loop.boxed(), pooled().boxed()),
    ];
    let opening = prop_oneof![2 => Just(2), 1 => 0..4u32];
    let drawn = (1..6u32, opening, all, application());
    drawn.prop_map(|(cores, handshake_round_trips, (runtime, io, connections), application)| Client {
        application,
        cores,
        runtime,
        io,
        connections,
        handshake_round_trips,
        ..Client::default()
    })
}

fn costs() -> impl Strategy<Value = CostChoice> {
    let some = |most: f64| proptest::option::weighted(0.4, between(0.0, most));
    let scheduler = (some(20_000.0), some(3000.0), some(20_000.0));
    let steps = (some(5000.0), some(5000.0), some(3000.0), some(3000.0));
    let others = proptest::collection::vec(proptest::option::weighted(0.05, between(0.0, 1.0)), names().count());
    (select(Profile::ALL.to_vec()), scheduler, steps, others).prop_map(|(profile, scheduler, steps, others)| {
        CostChoice {
            profile,
            cpu_factor: if scheduler.0.is_some() { 1.5 } else { 1.0 },
            overrides: CostOverrides::read(|name| match name {
                "quantumNs" => scheduler.0,
                "contextSwitchNs" => scheduler.1,
                "wakeLatencyNs" => scheduler.2,
                "socketReadNs" => steps.0,
                "socketWriteNs" => steps.1,
                "futexWakeNs" => steps.2,
                "loopTaskNs" => steps.3,
                _ => {
                    // What is paid for each byte, or a million times, is small.
                    let most = match name {
                        "hyperThreadSlowdownPercent" | "clientVariationPercent" => 100.0,
                        "idleExitNs" => 200_000.0,
                        "spinNs" => 5.0,
                        _ if name.contains("PerByte") => 5.0,
                        _ => 5000.0,
                    };
                    names()
                        .zip(&others)
                        .find(|(other, _)| other == name)
                        .and_then(|(_, share)| Some(((*share)? * most * 1000.0).round() / 1000.0))
                }
            }),
        }
    })
}

/// Numbers of a server with their ranges.
static SERVER_NUMBERS: LazyLock<Vec<(String, f64, f64)>> = LazyLock::new(|| {
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let fields = schema["$defs"]["Server"]["properties"].as_object().expect("a server has fields");
    let number = |(name, field): (&String, &Value)| {
        let [min, max] = ["minimum", "maximum"].map(|bound| field[bound].as_f64());
        Some((name.clone(), min?, max?))
    };
    fields.iter().filter_map(number).collect()
});

/// A server whose numbers have any value of their ranges, most often a small one. A new setting needs no line here.
pub fn with_other_numbers(shares: &[f64]) -> Server {
    let drawn = SERVER_NUMBERS.iter().zip(shares).map(|((name, min, max), share)| {
        let number = min + (max - min) * share.powi(4);
        (name.clone(), json!(number as u64))
    });
    Server::from_json(&Value::Object(drawn.collect())).expect("it fits the schema")
}

fn cross_slot() -> impl Strategy<Value = CrossSlot> {
    let collect = prop_oneof![
        2 => Just(Collect::Join {}),
        1 => between(0.001, 2.0).prop_map(|interval_ms| Collect::PollAndSleep { interval_ms }),
        1 => Just(Collect::BusyPoll {}),
        1 => between(0.1, 200.0).prop_map(|timeout_us| Collect::TimedGet { timeout_us }),
    ];
    let split = (
        select(vec![SplitBy::Key, SplitBy::Slot, SplitBy::Node]),
        prop_oneof![2 => Just(0), 1 => 1..5u32],
        any::<bool>(),
        collect,
    )
        .prop_map(|(by, workers, start, collect)| CrossSlot::Split {
            by,
            workers,
            thread_per_part: start && workers > 0,
            collect,
        });
    prop_oneof![1 => Just(CrossSlot::HashTag {}), 3 => split]
}

/// Knowledge that lasts for a part of the run; slots that move within it.
fn topology() -> impl Strategy<Value = (Topology, Retry, Resharding)> {
    let command = select(vec![TopologyCommand::Nodes, TopologyCommand::Slots]);
    let query_node = select(vec![QueryNode::First, QueryNode::Random]);
    let refresher = select(vec![Refresher::OneCaller, Refresher::AllCallers, Refresher::Background]);
    let age = prop_oneof![1 => Just(0.0), 3 => between(0.01, 5.0)];
    let gap = prop_oneof![Just(0.0), between(0.0, 3.0)];
    let cached = (command, age, query_node, refresher, any::<bool>(), gap, 1..5u32).prop_map(
        |(command, max_age_ms, query_node, refresher, refresh_on_moved, min_refresh_interval_ms, processes)| {
            Topology::Cached {
                command,
                max_age_ms,
                query_node,
                refresher,
                refresh_on_moved,
                min_refresh_interval_ms,
                processes,
            }
        },
    );
    let known = prop_oneof![1 => Just(Topology::Static {}), 3 => cached];
    let retry = (0..6u32, 0..3u32, between(0.0, 0.5), between(0.0, 1.0), any::<bool>()).prop_map(
        |(max_redirects, max_retries, min_backoff_ms, max_backoff_ms, backoff_on_redirect)| Retry {
            max_redirects,
            max_retries,
            min_backoff_ms,
            max_backoff_ms,
            backoff_on_redirect,
        },
    );
    let slot_ms = prop_oneof![Just(0.0), between(0.0, 0.01)];
    let slots = (between(0.0, 5.0), 1..3000u32, slot_ms).prop_map(|(start_ms, slots, slot_ms)| Resharding::Slots {
        start_ms,
        slots,
        slot_ms,
    });
    (known, retry, prop_oneof![1 => Just(Resharding::None {}), 2 => slots])
}

fn has_issue(scenario: &Scenario, codes: &[IssueCode]) -> bool {
    let text = serde_json::to_string(scenario).expect("scenarios serialise");
    normalize(&text).issues.iter().any(|issue| codes.contains(&issue.code))
}

/// Whether a client may have too much on its way.
fn is_too_large(scenario: &Scenario) -> bool {
    has_issue(scenario, &[IssueCode::TooMuchAtOnce])
}

/// Values that are kept, mostly few of few keys.
fn caching() -> impl Strategy<Value = ClientSideCaching> {
    let mode = select(vec![TrackingMode::Default, TrackingMode::Broadcast]);
    let ttl = prop_oneof![2 => Just(0.0), 1 => between(0.001, 5.0)];
    let kept = (mode, prop_oneof![1 => Just(0), 2 => 1..200u32], ttl)
        .prop_map(|(mode, max_keys, ttl_ms)| ClientSideCaching::Tracking { mode, max_keys, ttl_ms });
    prop_oneof![2 => Just(ClientSideCaching::None {}), 1 => kept]
}

/// Any valid scenario of a few milliseconds.
pub fn scenarios() -> impl Strategy<Value = Scenario> {
    let run = (prop_oneof![Just(0.0), between(0.0, 1.0)], between(1.0, 20.0))
        .prop_map(|(warmup_ms, measured_ms)| Run { warmup_ms, measured_ms });
    let kinds = (arrivals(), command(), further(), further(), batch(), popularity());
    let workload = kinds.prop_map(|(arrivals, command, second, mut third, batch, popularity)| {
        third.share = ((1.0 - second.share) * third.share * 1000.0).floor() / 1000.0;
        Workload { arrivals, command, second, third, batch, popularity }
    });
    let client = (clients(), cross_slot(), topology(), caching());
    (any::<u32>(), run, workload, client, network(), servers(), costs()).prop_map(
        |(seed, run, mut workload, (mut client, cross_slot, topology, caching), network, mut server, costs)| {
            (client.retry, client.client_side_caching) = (topology.1, caching);
            // Only clients in Go close what is too old when they borrow, or open others in the background.
            if let Connections::Pooled {
                idle_timeout_ms,
                max_lifetime_ms,
                max_lifetime_jitter_ms,
                fill_in_background,
                ..
            } = &mut client.connections
                && client.runtime.gomaxprocs() == 0
            {
                (*idle_timeout_ms, *max_lifetime_ms, *max_lifetime_jitter_ms, *fill_in_background) =
                    (0.0, 0.0, 0.0, false);
            }
            if network.tls != (Tls::None {}) && matches!(server.io_threads, IoThreads::Redis6 { .. }) {
                server.io_threads = IoThreads::None {};
            }
            if server.io_threads != (IoThreads::None {}) {
                (workload.second.block_ms, workload.third.block_ms) = (0.0, 0.0);
            }
            let is_load_generator = client.is_load_generator();
            // Who is refused at once and pays nothing would ask again for ever; a pool's connections have no queue.
            if let Io::EventLoops { request_queue_size, .. } = &mut client.io
                && (is_load_generator
                    || costs.resolve().caller_ns < 0.5
                    || !matches!(client.connections, Connections::Shared { .. }))
            {
                *request_queue_size = 0;
            }
            if let Connections::Pooled { block_when_exhausted, .. } = &mut client.connections
                && (is_load_generator || costs.profile == Profile::Ideal)
            {
                *block_when_exhausted = true;
            }
            if server.nodes > 1 {
                (client.topology, server.resharding) = (topology.0, topology.2);
            }
            if let (Batch::Transaction { size, .. }, Connections::Shared { .. }) = (workload.batch, client.connections)
            {
                workload.batch = Batch::TransactionInPipeline { size };
            }
            let in_one_slot = matches!(workload.batch, Batch::Transaction { .. } | Batch::TransactionInPipeline { .. });
            client.cross_slot = match cross_slot {
                CrossSlot::Split { .. } if in_one_slot => CrossSlot::HashTag {},
                // Only threads are started for a part, or look without pause.
                CrossSlot::Split { by, workers, collect, .. } if client.runtime != (Runtime::Threads {}) => {
                    let needs_thread = matches!(collect, Collect::BusyPoll {} | Collect::TimedGet { .. });
                    let collect = if needs_thread { Collect::Join {} } else { collect };
                    CrossSlot::Split { by, workers, thread_per_part: false, collect }
                }
                any => any,
            };
            let reads = [ReadFrom::Primary, ReadFrom::Replica, ReadFrom::AnyReplica, ReadFrom::Any];
            // Nodes that serve have no I/O threads, and several loops of callbacks want a single node.
            if server.replicas > 0
                && server.io_threads == (IoThreads::None {})
                && client.runtime != (Runtime::EventLoop {})
            {
                client.read_from = reads[seed as usize % reads.len()];
            }
            client.application = permitted(client.application.clone(), &client);
            client.reconnect = reconnect(&client);
            client.pinned = pinned(&client);
            let mut scenario = Scenario {
                version: VERSION,
                seed,
                run,
                workload,
                client,
                network,
                server,
                costs,
                neighbours: Vec::new(),
                events: Vec::new(),
            };
            // Not every client can keep values. What is without effect hides what is too large, so this comes first.
            if has_issue(&scenario, &[IssueCode::NotWithCaching, IssueCode::NothingTakesTime, IssueCode::NoEffect]) {
                scenario.client.client_side_caching = ClientSideCaching::None {};
            }
            // What a client gives up is on its way besides; where that would be too much, it waits. So do callers that send the parts of
            // a batch at once.
            let waits = is_too_large(&scenario) || scenario.sends_parts_at_once();
            match &mut scenario.client.io {
                Io::EventLoops { reply_timeout_ms, socket_timeout_ms, .. } if waits => {
                    (*reply_timeout_ms, *socket_timeout_ms) = (0.0, 0.0);
                }
                Io::Blocking { reply_timeout_ms, .. } | Io::WriterReader { reply_timeout_ms, .. } if waits => {
                    *reply_timeout_ms = 0.0;
                }
                _ => (),
            }
            // What a small buffer cuts into too many pieces.
            if let Io::Blocking { buffer_bytes: 1.., .. } = scenario.client.io
                && is_too_large(&scenario)
                && let Io::Blocking { buffer_bytes, .. } = &mut scenario.client.io
            {
                *buffer_bytes = 0;
            }
            // Mostly nobody subscribes, and not every client can.
            if matches!(scenario.client.io, Io::EventLoops { .. }) {
                scenario.client.subscriptions = [0, 0, 1, 5][seed as usize % 4];
            }
            if has_issue(&scenario, &[IssueCode::NotWithSubscriptions]) {
                scenario.client.subscriptions = 0;
            }
            scenario
        },
    )
}

/// The same behind a proxy, where there can be one; without it where not.
pub fn scenarios_behind_proxies() -> impl Strategy<Value = Scenario> {
    let proxy = (1..4u32, 1..4u32, between(0.0, 200.0), dist(80.0), dist(80.0));
    (scenarios(), proxy).prop_map(
        |(direct, (threads, upstream_connections, rtt_us, request_jitter_us, reply_jitter_us))| {
            let mut scenario = direct.clone();
            let transaction =
                matches!(direct.workload.batch, Batch::Transaction { .. } | Batch::TransactionInPipeline { .. });
            if transaction {
                scenario.workload.batch = Batch::Pipeline { size: direct.workload.batch.size() };
            }
            (scenario.workload.second.block_ms, scenario.workload.third.block_ms) = (0.0, 0.0);
            (scenario.client.client_side_caching, scenario.client.subscriptions) = (ClientSideCaching::None {}, 0);
            scenario.client.read_from = ReadFrom::default();
            (scenario.server.tcp_backlog, scenario.server.max_clients) = (0, 0);
            scenario.network = Network {
                mbit_per_sec: 0.0,
                tls: Tls::None {},
                transport: Transport::Tcp,
                interrupt_moderation: InterruptModeration::None,
                proxy: Proxy::Multiplexing {
                    threads,
                    upstream_connections,
                    rtt_us,
                    request_jitter_us,
                    reply_jitter_us,
                },
                ..direct.network.clone()
            };
            let is_valid = normalize(&serde_json::to_string(&scenario).expect("it has a text")).issues.is_empty();
            if is_valid { scenario } else { direct }
        },
    )
}
