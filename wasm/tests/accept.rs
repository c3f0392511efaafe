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
