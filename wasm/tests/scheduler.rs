//! How threads share cores, each rule against numbers worked out by hand. Costs that do not matter are zero (`ideal`).

use crate::support::{run, scenario};
use engine::metric::summary::Summary;
use serde_json::{Value, json};

/// Client and server on one core, or on a machine of one core each.
fn on_one_core(host: &str, callers: u32, loops: u32, overrides: &Value) -> Summary {
    let io = if loops == 0 { json!({ "kind": "blocking" }) } else { json!({ "kind": "eventLoops", "loops": loops }) };
    let server = if host == "own" { json!({ "kind": "own", "cores": 1 }) } else { json!({ "kind": host }) };
    run(&scenario(&json!({
        "run": { "warmupMs": 10, "measuredMs": 500 },
        "workload": { "arrivals": { "kind": "closed", "callers": callers } },
        "client": {
            "cores": 1,
            "runtime": { "kind": if loops == 0 { "threads" } else { "eventLoop" } },
            "io": io,
            "connections": { "kind": "pooled", "maxTotal": callers },
        },
        "network": { "rttUs": 0 },
        "server": { "host": server },
        "costs": { "profile": "ideal", "overrides": overrides },
    })))
    .summary()
}

fn close(is: f64, should_be: f64) {
    assert!((is / should_be - 1.0).abs() <= 0.01, "{is} instead of {should_be}");
}

/// Callers that only compute, 100 µs a request, on some hardware threads that are half as slow again in pairs.
fn computing(callers: u32, cores: u32) -> f64 {
    run(&scenario(&json!({
        "run": { "warmupMs": 10, "measuredMs": 500 },
        "workload": { "arrivals": { "kind": "closed", "callers": callers } },
        "client": { "cores": cores, "connections": { "kind": "pooled", "maxTotal": callers } },
        "network": { "rttUs": 0 },
        "server": { "host": { "kind": "own", "cores": 1 } },
        "costs": { "profile": "ideal", "overrides": { "callerNs": 100_000, "hyperThreadSlowdownPercent": 50 } },
    })))
    .summary()
    .throughput
    .per_sec
}

/// Two hardware threads of a core do 2 / 1.5 times the work of one. Threads take cores of their own while there are any.
#[test]
fn hardware_threads_share_their_core() {
    close(computing(1, 2), 1e6 / 100.0);
    close(computing(2, 2), 2e6 / 150.0);
    close(computing(2, 4), 2e6 / 100.0);
    close(computing(3, 4), 1e6 / 100.0 + 2e6 / 150.0);
    close(computing(3, 3), 1e6 / 100.0 + 2e6 / 150.0);
}

/// One request at a time: its caller's core sleeps for the round trip, the server's for as long until the next command. Each is later awake by what
/// leaving its state takes longer than the 2 µs of C1, if the machine may enter that state.
#[test]
fn a_core_that_sleeps_longer_wakes_up_later() {
    let response_us = |rtt_us: u32, limit: u32| {
        let summary = run(&scenario(&json!({
            "run": { "warmupMs": 10, "measuredMs": 200 },
            "workload": { "arrivals": { "kind": "closed", "callers": 1 } },
            "client": { "cores": 1, "connections": { "kind": "pooled", "maxTotal": 1 } },
            "network": { "rttUs": rtt_us },
            "server": { "host": { "kind": "own", "cores": 1 }, "hz": 1 },
            "costs": { "profile": "ideal", "overrides": { "idleExitNs": limit } },
        })))
        .summary();
        summary.response_time.mean_us
    };
    for (rtt_us, limit, later) in [
        (1000, 0, 0),
        (1000, 9999, 0),
        (1000, 10_000, 8),
        (1000, 40_000, 38),
        (1000, 133_000, 131),
        (300, 133_000, 38),
        (90, 133_000, 8),
        (19, 133_000, 0),
    ] {
        close(response_us(rtt_us, limit).expect("requests were served"), f64::from(rtt_us + 2 * later));
    }
}

/// A write() on loopback wakes the reader while the writer is still on its core: the core is handed over by a switch. On
/// another machine, or another core, the sleeper's core has to wake up.
#[test]
fn loopback_on_one_core_costs_switches_and_elsewhere_wake_ups() {
    let costs = json!({ "wakeLatencyNs": 50_000, "contextSwitchNs": 2000, "commandNs": 1000 });
    close(on_one_core("client", 1, 0, &costs).throughput.per_sec, 1e6 / (2.0 + 1.0 + 2.0));
    close(on_one_core("own", 1, 0, &costs).throughput.per_sec, 1e6 / (50.0 + 1.0 + 50.0));
}

/// A process that has just got a core keeps it for a slice if it has work: an event loop writes all its commands before the
/// server reads the first. After that the server interrupts it as soon as it has something to do.
#[test]
fn a_process_is_not_interrupted_in_its_first_slice() {
    let costs = |quantum: u32| json!({ "quantumNs": quantum, "commandNs": 1000, "nodeJsCallbackNs": 3000 });
    let commands_per_turn =
        |quantum| on_one_core("client", 50, 1, &costs(quantum)).batching.commands_per_server_turn.expect("turns");
    assert!(commands_per_turn(10_000_000) > 45.0, "{}", commands_per_turn(10_000_000));
    assert!(commands_per_turn(1000) < 5.0, "{}", commands_per_turn(1000));
}
