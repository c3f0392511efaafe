//! Whom a server lets in: `tcp-backlog` and `maxclients`, against times computed by hand. Nothing costs anything but what is said, and a
//! round trip takes 1 ms.

use crate::support::{finished, finished_run};
use engine::metric::summary::Summary;
use engine::metric::vocabulary::{Activity, ThreadClass};
use serde_json::{Value, json};

/// Five processes with a caller each, who opens a connection first.
fn five(connections: Value, server: Value) -> Value {
    json!({
        "run": { "warmupMs": 0, "measuredMs": 100 },
        "workload": { "arrivals": { "kind": "closed", "callers": 1 } },
        "client": { "instances": 5, "connections": connections, "handshakeRoundTrips": 0 },
        "server": server,
        "network": { "rttUs": 1000 },
        "costs": { "profile": "ideal" },
    })
}

fn cold_pool() -> Value {
    json!({ "kind": "pooled", "maxTotal": 1, "warm": false })
}

/// Each caller asks once within a run, after 8 s.
fn after_8_s() -> Value {
    json!({ "kind": "constant", "value": 8e6 })
}

fn with(mut value: Value, path: &str, field: Value) -> Value {
    *value.pointer_mut(path).expect("it is there") = field;
    value
}

fn of_one_try(server: Value) -> Summary {
    let mut value = five(json!({ "kind": "perRequest" }), server);
    value["run"]["measuredMs"] = json!(15_500);
    value["workload"]["arrivals"]["thinkUs"] = after_8_s();
    finished(&value)
}

/// Linux lets one more wait than the limit. Of five SYN at once two are taken, two more after 1 s, and the last after 1 + 2 s.
#[test]
fn a_syn_that_finds_a_full_queue_is_sent_again_after_1_2_and_4_seconds() {
    let summary = of_one_try(json!({ "tcpBacklog": 1 }));
    assert_eq!(summary.requests.completed, 5.0);
    assert_eq!(summary.response_time.mean_us, Some((5.0 * 2.0 + 2.0 * 1000.0 + 3000.0) / 5.0 * 1000.0));
    assert_eq!(of_one_try(json!({ "tcpBacklog": 4 })).response_time.max_us, Some(2000.0));
}

/// A main thread that does something else accepts nobody: the queue stays full as long as that.
#[test]
fn a_server_that_stands_still_leaves_its_queue_full() {
    let mut value = five(json!({ "kind": "perRequest" }), json!({ "tcpBacklog": 1 }));
    value["run"]["measuredMs"] = json!(15_500);
    value["workload"]["arrivals"]["thinkUs"] = after_8_s();
    value["events"] = json!([{ "kind": "serverStall", "atMs": 8000, "durationMs": 1500 }]);
    let summary = finished(&value);
    // Two are accepted after 1.5 s; three SYN at 1 s are in vain, and of those at 3 s two find room, and the last at 7 s.
    let mean_ms = 2.0f64.mul_add(1500.5 + 0.5, 2.0f64.mul_add(3002.0, 7002.0)) / 5.0;
    assert!((summary.response_time.mean_us.expect("all are answered") / 1000.0 - mean_ms).abs() < 1.0);
}

/// Whose patience ends before the next SYN fails then.
#[test]
fn who_waits_for_its_connection_no_longer_than_its_timeout_fails() {
    let server = json!({ "tcpBacklog": 1 });
    let patient = |ms: f64| {
        let value = five(cold_pool(), server.clone());
        let value = with(
            value,
            "/client",
            json!({
                "instances": 5, "connections": cold_pool(), "handshakeRoundTrips": 0,
                "io": { "kind": "blocking", "replyTimeoutMs": ms },
            }),
        );
        let mut value = with(value, "/run/measuredMs", json!(8900));
        value["workload"]["arrivals"]["thinkUs"] = after_8_s();
        let summary = finished(&value);
        (summary.requests.completed, summary.requests.failed)
    };
    assert_eq!(patient(500.0), (2.0, 3.0));
    assert_eq!(patient(1200.0), (2.0, 0.0));
}

/// The patience of 0.1 ms has ended before the SYN arrives, after 1 ms: that is when it fails, and time never runs backwards.
#[test]
fn who_gives_up_before_the_syn_arrives_fails_when_it_is_dropped() {
    let mut value = five(cold_pool(), json!({ "tcpBacklog": 1 }));
    value["run"] = json!({ "warmupMs": 4.5, "measuredMs": 10 });
    value["network"]["rttUs"] = json!(2000);
    value["client"]["io"] = json!({ "kind": "blocking", "replyTimeoutMs": 0.1 });
    let summary = finished(&value);
    assert!(summary.requests.failed > 10.0, "{:?}", summary.requests);
    assert_eq!(summary.little.residual_ns, 0.0, "each of the five is in one phase at any time");
    assert_eq!(summary.little.mean_in_progress, 5.0);
}

/// Three are in. The others are told that there are too many two round trips after each try, of which each costs the server an accept().
#[test]
fn a_client_too_many_fails_after_two_round_trips() {
    let mut value = five(cold_pool(), json!({ "maxClients": 3 }));
    value["costs"]["overrides"] = json!({ "acceptNs": 1000 });
    let (simulation, summary) = finished_run(&value);
    let failed = summary.requests.failed;
    assert!((2.0 * 49.0..=2.0 * 50.0).contains(&failed), "{failed}");
    // The first opens its connection for 1 ms.
    assert!((3.0 * 98.0..=3.0 * 99.0).contains(&summary.requests.completed), "{}", summary.requests.completed);
    let accepted = simulation.world().cpu.usage(simulation.now())[ThreadClass::ServerMain as usize].calls
        [Activity::Accept as usize] as f64;
    assert!((accepted - failed - 3.0).abs() <= 2.0, "{accepted}");
}

/// Each request has a connection of its own: as soon as one ends there is room.
#[test]
fn who_leaves_makes_room() {
    let summary = finished(&five(json!({ "kind": "perRequest" }), json!({ "maxClients": 5 })));
    assert_eq!(summary.requests.failed, 0.0);
    let crowded = finished(&five(json!({ "kind": "perRequest" }), json!({ "maxClients": 4 })));
    assert!(crowded.requests.failed > 20.0 && crowded.requests.completed > 150.0);
}

/// Loops that lost their connection come back together: of five, two find room in the queue, and of the others two a second later. With two clients
/// at most, the other three try for ever, each time after a longer pause.
#[test]
fn loops_come_back_as_the_server_lets_them() {
    let completed = |server: Value, measured: f64| {
        let mut value = five(json!({ "kind": "shared" }), server);
        value["client"]["io"] = json!({ "kind": "eventLoops", "loops": 1, "flush": { "kind": "drained" } });
        value["run"]["measuredMs"] = json!(measured);
        value["events"] = json!([{ "kind": "connectionsDropped", "atMs": 20.5 }]);
        let (simulation, summary) = finished_run(&value);
        let accepted = simulation.world().cpu.usage(simulation.now())[ThreadClass::ServerMain as usize].calls
            [Activity::Accept as usize];
        (summary.requests.completed, accepted)
    };
    let all = completed(json!({}), 4000.0).0;
    // Two are late by 1 s, and the last by 3 s.
    let (queued, accepted) = completed(json!({ "tcpBacklog": 1 }), 4000.0);
    assert!((all - queued - 5000.0).abs() < 50.0, "{all} {queued}");
    assert_eq!(accepted, 5);
    let (two, tries) = completed(json!({ "maxClients": 2 }), 4000.0);
    assert!((all - two - 3.0 * 3980.0).abs() < 50.0, "{all} {two}");
    // Pauses of 1, 2, 4 … ms and two round trips: some eleven tries each.
    assert!((2 + 3 * 10..=2 + 3 * 12).contains(&tries), "{tries}");
}

/// Nobody is ever in the way where there is room for all.
#[test]
fn limits_that_are_not_met_change_nothing() {
    let run = |server: Value| {
        let mut value = five(json!({ "kind": "perRequest" }), server);
        value["workload"]["arrivals"]["callers"] = json!(7);
        finished(&value)
    };
    let [plain, limited] = [run(json!({})), run(json!({ "maxClients": 35, "tcpBacklog": 35 }))];
    assert_eq!(plain.requests.completed, limited.requests.completed);
    assert_eq!(plain.response_time.mean_us, limited.response_time.mean_us);
}
