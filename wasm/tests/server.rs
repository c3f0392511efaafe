//! The mechanisms of the server, each against numbers worked out by hand. Costs that do not matter are zero (`ideal`).

use crate::support::recorded::Recording;
use crate::support::{finished, is_deep, mean_in, run, scenario};
use engine::metric::vocabulary::{Activity, Phase, ThreadClass};
use engine::scenario::normalize::normalize;
use engine::sim::Simulation;
use serde_json::{Value, json};

/// A scenario in which only what is overridden costs anything; `more` is merged into it.
fn ideal(overrides: &Value, more: &Value) -> Value {
    let mut value = json!({
        "run": { "warmupMs": 20, "measuredMs": 1000 },
        "client": { "cores": 256 },
        "network": { "rttUs": 0 },
        "costs": { "profile": "ideal", "overrides": overrides },
    });
    merge(&mut value, more);
    value
}

fn merge(into: &mut Value, from: &Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (name, value) in from {
                merge(into.entry(name.as_str()).or_insert(Value::Null), value);
            }
        }
        (into, from) => *into = from.clone(),
    }
}

fn callers(count: u32) -> Value {
    json!({
        "workload": { "arrivals": { "kind": "closed", "callers": count } },
        "client": { "connections": { "kind": "pooled", "maxTotal": count } },
    })
}

fn simulated(overrides: &Value, parts: &[Value]) -> Simulation {
    let mut more = json!({});
    parts.iter().for_each(|part| merge(&mut more, part));
    run(&scenario(&ideal(overrides, &more)))
}

fn per_sec(simulation: &Simulation) -> f64 {
    simulation.summary().throughput.per_sec
}

fn close(is: f64, should_be: f64, tolerance: f64) {
    assert!((is / should_be - 1.0).abs() <= tolerance, "{is} instead of {should_be}");
}

fn calls(simulation: &Simulation, class: ThreadClass, activity: Activity) -> f64 {
    simulation.world().cpu.usage(simulation.now())[class as usize].calls[activity as usize] as f64
}

/// P-3, P-9: a saturated server serves pipelines of P commands at X = 1/(c + a/P): c for each command, a for each batch.
#[test]
fn a_pipeline_shares_the_price_of_its_calls() {
    let costs = json!({ "socketReadNs": 900, "socketWriteNs": 3000, "clientTurnNs": 500, "commandNs": 740 });
    for size in [1, 4, 16, 64, 256] {
        let pipeline = json!({ "workload": { "batch": { "kind": "pipeline", "size": size } } });
        let commands = per_sec(&simulated(&costs, &[callers(50), pipeline])) * f64::from(size);
        close(commands, 1e9 / (740.0 + 4400.0 / f64::from(size)), 0.01);
    }
}

/// Beyond what the second-level cache has room for, a turn takes longer by the share of a connection's data that has left it: half after 400
/// connections have had turns, nothing up to 200. Turns of a saturated server come in one order and then in the other (replies are written to the
/// client first that was served last), so that the mean is below that of a round. With I/O threads each has its share of the connections.
#[test]
fn many_connections_leave_the_second_level_cache() {
    let with = |connections: u32, threads: &Value| {
        let costs = json!({ "commandNs": 10_000, "coldSocketNs": 8000, "l2CacheSockets": 200 });
        let server = json!({ "server": { "host": { "kind": "own", "cores": 16 }, "ioThreads": threads } });
        simulated(&costs, &[callers(connections), server])
    };
    let none = json!({ "kind": "none" });
    let few = with(200, &none);
    assert_eq!([199, 399, 999].map(|others| few.world().plan.costs.cold_socket(others)), [0, 4000, 6400]);
    close(1e9 / per_sec(&few), 10_000.0, 0.005);
    let [many, most] = [400, 1000].map(|connections| 1e9 / per_sec(&with(connections, &none)));
    assert!((12_000.0..14_000.0).contains(&many) && (14_000.0..16_400.0).contains(&most), "{many} and {most}");
    // Redis 8: its one I/O thread pays for its 400 clients, beside the main thread.
    let aside = 1e9 / per_sec(&with(400, &json!({ "kind": "redis8", "threads": 2 })));
    assert!((9_900.0..12_000.0).contains(&aside), "{aside}");
}

/// What the executing thread takes for sizes: bytes beyond 64 that it stores and copies (36 of 2 ns, 936 of 3), elements beyond the first.
#[test]
fn bytes_and_elements_have_a_price() {
    let costs = json!({
        "commandNs": 10_000, "storePerByteNs": 2, "replyPerByteNs": 3, "elementNs": 50, "keyNs": 500,
    });
    let ns = |workload: &Value| 1e9 / per_sec(&simulated(&costs, &[callers(1), json!({ "workload": workload })]));
    let command = json!({ "requestBytes": 100, "replyBytes": 1000, "elements": 100 });
    close(ns(&json!({ "command": { "requestBytes": 100, "replyBytes": 1000 } })), 12_880.0, 1e-4);
    close(ns(&json!({ "command": command })), 12_880.0 + 99.0 * 50.0, 1e-4);
    let pipeline = json!({ "command": command, "batch": { "kind": "pipeline", "size": 10 } });
    close(ns(&pipeline), 10.0 * (12_880.0 + 99.0 * 50.0), 1e-4);
    let mget =
        json!({ "command": { "requestBytes": 100, "replyBytes": 1000 }, "batch": { "kind": "multiKey", "size": 10 } });
    close(ns(&mget), 10_000.0 + 10.0 * (500.0 + 2880.0), 1e-4);
}

/// Each write() pays for the packet through a bridge, on both sides, and a Unix socket has none.
#[test]
fn packets_through_a_bridge_cost_their_senders() {
    let ns = |network: &Value| {
        let costs = json!({ "commandNs": 10_000, "bridgePacketNs": 400 });
        1e9 / per_sec(&simulated(&costs, &[callers(1), json!({ "network": network })]))
    };
    close(ns(&json!({})), 10_000.0, 1e-4);
    close(ns(&json!({ "bridged": true })), 10_800.0, 1e-4);
    close(ns(&json!({ "bridged": true, "transport": "unixSocket" })), 10_000.0, 1e-4);
}

/// `appendfsync always`: a caller alone waits for its own fsync; of many callers all commands of a turn share one.
#[test]
fn replies_wait_for_the_disk_together() {
    let always =
        json!({ "server": { "appendOnly": { "kind": "always", "fsyncUs": { "kind": "constant", "value": 900 } } } });
    let costs = json!({ "commandNs": 10_000, "fileWriteNs": 40_000 });
    close(per_sec(&simulated(&costs, &[callers(1), always.clone()])), 1e6 / 950.0, 0.001);
    // Long enough for all replies of a turn to be answered with a new command before the server has looked.
    let costs_of_many = json!({ "commandNs": 10_000, "fileWriteNs": 40_000, "epollWaitNs": 1000 });
    close(per_sec(&simulated(&costs_of_many, &[callers(20), always.clone()])), 20e6 / (1.0 + 200.0 + 940.0), 0.001);
    let waiting = simulated(&costs, &[callers(1), always]).summary();
    let main = waiting.threads.iter().find(|group| group.class == ThreadClass::ServerMain).expect("there is a server");
    assert!((main.shares.wait_reply - 900.0 / 950.0).abs() < 1e-3, "{:?}", main.shares);
}

/// `appendfsync no`: the write() stays (1500 ns and 35 bytes), nobody waits for the disk; and an fsync() that is not called has no duration.
#[test]
fn what_is_never_synced_costs_its_write() {
    let of = |kind: &str| {
        let costs = json!({ "commandNs": 100_000, "fileWriteNs": 1500, "fileWritePerByteNs": 2 });
        let file = json!({ "server": { "appendOnly": { "kind": kind } } });
        simulated(&costs, &[callers(1), file]).summary().response_time.mean_us.expect("replies")
    };
    assert!((of("unsynced") - of("no") - 1.57).abs() < 1e-9, "{} {}", of("unsynced"), of("no"));
    let with_duration =
        json!({ "server": { "appendOnly": { "kind": "unsynced", "fsyncUs": { "kind": "constant", "value": 1 } } } });
    assert!(!normalize(&with_duration.to_string()).issues.is_empty());
}

/// `appendfsync everysec`: nobody notices a disk that keeps up; one that needs three seconds stops the server for the third.
#[test]
fn a_slow_disk_stalls_the_server_after_two_seconds() {
    let everysec = |ms: u32| {
        let fsync = json!({ "kind": "constant", "value": 1000 * ms });
        json!({
            "run": { "warmupMs": 0, "measuredMs": 10_000 },
            "server": { "appendOnly": { "kind": "everysec", "fsyncUs": fsync } },
        })
    };
    let costs = json!({ "commandNs": 100_000 });
    let longest = |ms| simulated(&costs, &[callers(1), everysec(ms)]).summary().response_time.max_us.expect("replies");
    assert!(longest(1900) < 101.0);
    close(longest(3000), 1e6, 0.001);
}

/// clientsCron looks after every client about once a second, whatever `hz` is.
#[test]
fn housekeeping_grows_with_the_number_of_clients() {
    let idle = json!({ "workload": { "arrivals": { "kind": "open", "ratePerSec": 0.001, "callers": 1 } } });
    let busy = |clients: u32, hz: u32| {
        let more = json!({
            "run": { "warmupMs": 0, "measuredMs": 3000 },
            "client": { "connections": { "kind": "pooled", "maxTotal": clients } },
            "server": { "hz": hz },
        });
        let simulation = simulated(&json!({ "clientCronNs": 20_000 }), &[idle.clone(), more]);
        simulation.world().cpu.busiest(0, ThreadClass::ServerMain, simulation.now()) as f64 / 3e9
    };
    // some 20 % of a core with 10 000 clients; 125 of them 80 times a second, and the timer starts anew after the work.
    close(busy(10_000, 10), 2.5 / 15.0, 0.01);
    close(busy(1000, 10), 2.0 / 102.0, 0.03);
    close(busy(1000, 100), 0.2 / 10.2, 0.03);
}

/// A turn of n clients makes n reads and n writes; submitted together they enter the kernel twice.
#[test]
fn batched_submissions_enter_the_kernel_once_a_turn() {
    let costs = json!({ "socketReadNs": 1000, "socketWriteNs": 1000, "syscallNs": 400, "commandNs": 500 });
    let batched = json!({ "server": { "batchedSubmissions": true } });
    close(per_sec(&simulated(&costs, &[callers(50)])), 1e9 / 2500.0, 0.01);
    close(per_sec(&simulated(&costs, &[callers(50), batched])), 50e9 / (50.0 * 1700.0 + 800.0), 0.01);
}

/// 16 values of 8 KiB: as measured on Redis 7.0.15, two writev() and an epoll_ctl() before and after the second, and four
/// reads for 16 large SETs. Redis 6 writes buffer by buffer.
#[test]
fn large_values_take_as_many_calls_as_measured() {
    let counted = |version: &str, request: u32, reply: u32| {
        let more = json!({
            "workload": {
                "command": { "requestBytes": request, "replyBytes": reply },
                "batch": { "kind": "pipeline", "size": 16 },
            },
            "network": { "rttUs": 1000 },
            "server": { "version": version },
        });
        let simulation = simulated(&json!({}), &[callers(1), more]);
        let batches = simulation.summary().requests.completed;
        [Activity::Write, Activity::EpollCtl, Activity::Read]
            .map(|call| (calls(&simulation, ThreadClass::ServerMain, call) / batches).round())
    };
    assert_eq!(counted("7.0", 27, 8201), [2.0, 2.0, 1.0]);
    assert_eq!(counted("6.0", 27, 8201), [7.0, 2.0, 1.0]);
}

/// N-1: the more clients are served between two turns of one of them, the colder is what belongs to it.
#[test]
fn many_connections_are_cold() {
    let costs = json!({ "commandNs": 5000, "coldClientNs": 250, "epollWaitNs": 100 });
    // The shorter window has 20.4 turns of 4000 clients: one more or less is within the limit.
    let (warmup_ms, measured_ms) = if is_deep() { (200, 1000) } else { (50, 490) };
    let window = json!({ "run": { "warmupMs": warmup_ms, "measuredMs": measured_ms } });
    for clients in [10, 1000, 4000] {
        let others = f64::from(clients - 1);
        close(per_sec(&simulated(&costs, &[callers(clients), window.clone()])), 1e9 / (5000.0 + 0.25 * others), 0.03);
    }
    // Of a cluster each node has a machine of its own, and 1000 of the 4000 connections.
    let nodes =
        json!({ "server": { "nodes": 4 }, "client": { "connections": { "kind": "pooled", "maxTotal": 1000 } } });
    let of_each = per_sec(&simulated(&costs, &[callers(4000), window, nodes])) / 4.0;
    close(of_each, 1e9 / (5000.0 + 0.25 * 999.0), 0.03);
}

/// A Unix socket has costs of its own.
#[test]
fn a_unix_socket_is_cheaper() {
    let costs = json!({ "socketReadNs": 1000, "socketWriteNs": 3000, "unixReadNs": 700, "unixWriteNs": 1600, "commandNs": 500 });
    let unix = json!({ "network": { "transport": "unixSocket" } });
    close(per_sec(&simulated(&costs, &[callers(50)])), 1e9 / 4500.0, 0.01);
    close(per_sec(&simulated(&costs, &[callers(50), unix])), 1e9 / 2800.0, 0.01);
}

/// BLPOP of 20 ms with nothing to come: Redis sees that the time is over when it wakes up, which without other work is the next
/// tick of its timer. Measured on an idle server: about 100 ms at `hz 10`, 34 ms at `hz 100` (measured/README.md, finding 13).
#[test]
fn a_waiting_command_ends_when_the_server_next_wakes_up() {
    for (hz, response_us) in [(10, 100_000.0), (100, 30_000.0)] {
        let summary = finished(&json!({
            "run": { "warmupMs": 200, "measuredMs": 3000 },
            "workload": { "arrivals": { "kind": "closed", "callers": 1 }, "second": { "share": 1, "blockMs": 20 } },
            "client": { "connections": { "kind": "pooled", "maxTotal": 1 } },
            "server": { "hz": hz },
            "costs": { "profile": "ideal" },
        }));
        assert_eq!(summary.response_time.mean_us, Some(response_us), "hz {hz}");
        // All but its way is the wait, of which nothing is said to be an answer that is to be written.
        let way_us = mean_in(&summary, Phase::WireOut) + mean_in(&summary, Phase::WireBack);
        assert!((mean_in(&summary, Phase::Blocked) + way_us - response_us).abs() < 1.0, "hz {hz}");
        assert!(mean_in(&summary, Phase::ReplyQueue) < 1.0, "hz {hz}");
    }
}

/// The same beside fifteen others that keep the server awake: on connections of their own nobody else notices, and it takes its
/// 20 ms. On a shared connection everybody waits behind it, so that nothing wakes the server before its timer does.
#[test]
fn a_waiting_command_holds_whoever_shares_its_connection() {
    let with = |io: Value, connections: Value| {
        finished(&json!({
            "run": { "warmupMs": 200, "measuredMs": 5000 },
            "workload": {
                "arrivals": {
                    "kind": "closed", "callers": 16, "thinkUs": { "kind": "constant", "value": 9000 }, "rampUs": 9000,
                },
                "second": { "share": 0.01, "blockMs": 20 },
            },
            "client": { "cores": 16, "io": io, "connections": connections },
            "costs": { "profile": "ideal" },
        }))
    };
    let loops = json!({ "kind": "eventLoops", "loops": 1 });
    let own = with(loops.clone(), json!({ "kind": "pooled", "maxTotal": 16 }));
    assert_eq!(mean_in(&own, Phase::ServerBatch), 0.0);
    let (usual, longest) = (own.response_time.p50_us, own.response_time.max_us.expect("requests have completed"));
    assert!(usual.is_some_and(|us| us < 1010.0) && (21_000.0..24_000.0).contains(&longest), "{usual:?} {longest}");

    let shared = with(loops, json!({ "kind": "shared" }));
    let longest = shared.response_time.max_us.expect("requests have completed");
    assert!(longest > 60_000.0, "{longest}");
    assert!(mean_in(&shared, Phase::ServerBatch) > 1000.0);
    // Of a connection one command at most is blocked at a time: the others are behind it.
    let blocked = shared.queues.iter().find(|queue| queue.phase == Phase::Blocked);
    assert_eq!(blocked.map(|queue| queue.max), Some(1.0));
    assert!(shared.throughput.per_sec < 0.7 * own.throughput.per_sec);
}

/// S1-21: of a socket that is readable and has room again, Redis reads first and then writes what is left of a reply.
#[test]
fn a_socket_is_read_before_the_rest_of_a_reply_is_written() {
    let costs =
        json!({ "socketReadNs": 1000, "socketWriteNs": 1000, "epollWaitNs": 100, "epollCtlNs": 100, "commandNs": 100 });
    let large = json!({
        "run": { "warmupMs": 0, "measuredMs": 20 },
        "workload": {
            "arrivals": { "kind": "closed", "callers": 16 },
            "command": { "requestBytes": 27, "replyBytes": 100_000 },
        },
        "client": { "io": { "kind": "eventLoops", "loops": 1 }, "connections": { "kind": "shared", "count": 1 } },
    });
    let mut simulation = Simulation::new(&scenario(&ideal(&costs, &large)));
    let recording = Recording::of(&mut simulation, 2_000_000);
    let main = simulation.world().io.main;
    let mut calls: Vec<(u64, Activity)> = recording
        .all()
        .into_iter()
        .filter(|span| span.state().is_some() && u32::from(span.lane) == main)
        .map(|span| (span.start, span.activity()))
        .collect();
    calls.sort_unstable_by_key(|&(start, _)| start);
    // Every second epoll_ctl() asks for room on this one socket, the others end that.
    let (mut asked, mut with_both) = (false, 0);
    for turn in calls.split(|&(_, activity)| activity == Activity::EpollWait) {
        let of = |wanted| turn.iter().position(|&(_, activity)| activity == wanted);
        if let (true, Some(read), Some(write)) = (asked, of(Activity::Read), of(Activity::Write)) {
            assert!(read < write, "{turn:?}");
            with_both += 1;
        }
        asked ^= turn.iter().filter(|(_, activity)| *activity == Activity::EpollCtl).count() % 2 == 1;
    }
    assert!(with_both > 10, "{with_both} turns with both");
}
