//! Connections as Redis' main thread meets them: each begins with an event of the listening socket and ends with a read() that finds
//! nothing, and neither is the read() that finds a command.

use crate::support::{finished, finished_run};
use engine::metric::vocabulary::{Activity, Resource, ThreadClass};
use serde_json::{Value, json};

/// Two callers who open a connection for every request, at the same instants; nothing costs anything but what is said.
fn two_callers(overrides: Value) -> Value {
    json!({
        "run": { "warmupMs": 0, "measuredMs": 600 },
        "workload": { "arrivals": {
            "kind": "closed", "callers": 2, "thinkUs": { "kind": "constant", "value": 400000 }
        } },
        "client": { "cores": 8, "connections": { "kind": "perRequest" }, "handshakeRoundTrips": 0 },
        "network": { "rttUs": 1000 },
        "costs": { "profile": "ideal", "overrides": overrides },
    })
}

#[test]
fn a_connection_is_accepted_once_and_its_end_is_read() {
    let (simulation, summary) = finished_run(&two_callers(json!({})));
    let usage = simulation.world().cpu.usage(simulation.now());
    let per_request = |activity: Activity| {
        let calls = usage[ThreadClass::ServerMain as usize].calls[activity as usize] as f64;
        (calls / summary.requests.completed * 10.0).round() / 10.0
    };
    let calls = [Activity::Accept, Activity::Read, Activity::Close, Activity::Write].map(per_request);
    assert_eq!(calls, [1.0, 2.0, 1.0, 1.0], "a command and an end are read");
}

/// `acceptTcpHandler` only registers a client: its command is found by the next epoll_wait(), after all that have been accepted.
#[test]
fn who_is_accepted_is_read_from_in_the_next_turn() {
    let summary = finished(&two_callers(json!({ "acceptNs": 10_000, "socketReadNs": 1000 })));
    // Both are accepted before either is read from; the second waits for the first's read(), too. Each reads its own reply.
    let first = 2.0 * 1000.0 + 2.0 * 10.0 + 1.0 + 1.0;
    assert_eq!(summary.response_time.mean_us, Some(f64::midpoint(first, first + 1.0)));
}

/// The read() that finds a command and the one that finds the end, with their bookkeeping, and what each end costs.
#[test]
fn a_connection_costs_the_main_thread_one_read_more() {
    let costs = json!({ "acceptNs": 10_000, "closeNs": 5000, "socketReadNs": 1000, "clientTurnNs": 300, "socketWriteNs": 2000 });
    let summary = finished(&two_callers(costs));
    let main = summary.resources.iter().find(|one| one.resource == Resource::ServerMain).expect("it has work");
    let per_request = main.demand_us.expect("some are answered");
    assert!((per_request - (10.0 + 5.0 + 2.0 * 1.3 + 2.0)).abs() < 1e-9, "{per_request}");
}

/// `max-new-connections-per-cycle`: of 26 connections that arrive together after 1.5 ms, the first wakes the main thread, whose turn
/// finds it alone. With ten accepted in a turn the other 25 take three turns. The clients of a turn are read from in the next one, after its own accepts.
#[test]
fn a_turn_accepts_a_limited_number_of_connections() {
    let mean_us = |limit: u32| {
        let mut scenario = two_callers(json!({ "acceptNs": 10_000, "socketReadNs": 1000 }));
        scenario["workload"]["arrivals"]["callers"] = json!(26);
        scenario["client"]["cores"] = json!(32);
        scenario["server"] = json!({ "maxNewConnectionsPerCycle": limit });
        let (simulation, summary) = finished_run(&scenario);
        let usage = simulation.world().cpu.usage(simulation.now());
        assert_eq!(usage[ThreadClass::ServerMain as usize].calls[Activity::Accept as usize], 26);
        summary.response_time.mean_us.expect("all are answered")
    };
    // When the replies of each turn leave: after its accepts of 10 µs and its reads of 1 µs.
    let sent = |turns: &[(f64, f64)]| {
        let mut at = 1500.0 + 10.0;
        let sum: f64 = turns
            .iter()
            .map(|(accepted, read)| {
                at += accepted * 10.0 + read;
                at * read
            })
            .sum();
        // Then 0.5 ms over the network, and the client's read().
        sum / 26.0 + 500.0 + 1.0
    };
    assert_eq!(mean_us(10), sent(&[(10.0, 1.0), (10.0, 10.0), (5.0, 10.0), (0.0, 5.0)]));
    assert_eq!([mean_us(25), mean_us(1000)], [sent(&[(25.0, 1.0), (0.0, 25.0)]); 2]);
}

/// One connection a turn is enough for all, whoever reads: each is accepted once.
#[test]
fn every_connection_is_accepted_once_under_a_limit_of_one() {
    for threads in ["none", "redis6", "redis8", "valkey8"] {
        let mut scenario = two_callers(json!({ "acceptNs": 10_000, "socketReadNs": 1000, "closeNs": 5000 }));
        scenario["run"]["measuredMs"] = json!(30);
        scenario["workload"]["arrivals"] = json!({ "kind": "closed", "callers": 40 });
        scenario["server"] = json!({
            "maxNewConnectionsPerCycle": 1, "ioThreads": { "kind": threads }, "host": { "kind": "own", "cores": 8 },
        });
        let (simulation, summary) = finished_run(&scenario);
        let usage = simulation.world().cpu.usage(simulation.now());
        let accepted = usage[ThreadClass::ServerMain as usize].calls[Activity::Accept as usize] as f64;
        let answered = summary.requests.completed;
        assert!(answered > 400.0 && (accepted - answered).abs() <= 40.0, "{threads}: {accepted} of {answered}");
    }
}
