//! Virtual threads that keep their carrier while they wait.

use crate::support::{finished, finished_run, mean_in, run, scenario};
use engine::metric::summary::{ResourceUse, Summary};
use engine::metric::vocabulary::{Phase, Resource};
use engine::scenario::issue::IssueCode;
use engine::scenario::normalize::normalize;
use serde_json::{Value, json};

const RTT: f64 = 1000.0;

/// So many callers without a pause; nothing but the network takes time.
fn callers(count: u32, client: Value, pinned: Value) -> Value {
    let mut client = client;
    client["cores"] = json!(64);
    client["handshakeRoundTrips"] = json!(0);
    client["pinned"] = pinned;
    json!({
        "run": { "warmupMs": 100, "measuredMs": 1000 },
        "workload": { "arrivals": { "kind": "closed", "callers": count, "rampUs": 0 } },
        "client": client,
        "network": { "rttUs": RTT },
        "costs": { "profile": "ideal" },
    })
}

fn jedis(connections: u32) -> Value {
    json!({ "connections": { "kind": "pooled", "maxTotal": connections, "handoff": "fifo" } })
}

fn lettuce() -> Value {
    json!({ "io": { "kind": "eventLoops", "loops": 1 }, "connections": { "kind": "shared", "count": 1 } })
}

/// The same with no connection open at the beginning.
fn cold(connections: u32) -> Value {
    let mut client = jedis(connections);
    client["connections"]["warm"] = json!(false);
    client
}

fn call(carriers: u32) -> Value {
    json!({ "kind": "call", "carriers": carriers })
}

fn monitor(carriers: u32) -> Value {
    json!({ "kind": "poolMonitor", "carriers": carriers })
}

/// The carriers as a resource.
fn carriers_of(summary: &Summary) -> &ResourceUse {
    summary.resources.iter().find(|found| found.resource == Resource::Carriers).expect("carriers are a resource")
}

/// As many requests at a time as there are carriers, whatever the pool and the number of callers; all others wait in order.
#[test]
fn pinned_calls_are_as_many_at_once_as_there_are_carriers() {
    for client in [jedis(64), lettuce()] {
        for (count, carriers) in [(64, 8), (64, 1), (6, 3)] {
            let (_, summary) = finished_run(&callers(count, client.clone(), call(carriers)));
            let (rate, expected) = (summary.throughput.per_sec, f64::from(carriers) * 1e6 / RTT);
            assert!((rate / expected - 1.0).abs() < 0.01, "{rate} instead of {expected}");
            let turns = f64::from(count) / f64::from(carriers);
            let found = carriers_of(&summary);
            assert!((found.utilisation - 1.0).abs() < 0.01, "{} of the carriers are in use", found.utilisation);
            assert!((found.bound_per_sec.unwrap() / expected - 1.0).abs() < 0.01);
            assert_eq!(summary.response_time.mean_us, Some(RTT * turns));
            assert_eq!(mean_in(&summary, Phase::WaitCaller), RTT * (turns - 1.0));
        }
    }
}

/// With a carrier for each caller nobody waits for one: the same events at the same times.
#[test]
fn enough_carriers_change_nothing() {
    for client in [jedis(3), lettuce()] {
        let with = |pinned: Value| {
            let mut value = callers(10, client.clone(), pinned);
            value["costs"] = json!({ "profile": "linux-server" });
            run(&scenario(&value)).fingerprint()
        };
        let nowhere = with(json!({ "kind": "nowhere" }));
        assert_eq!(with(call(10)), nowhere);
        assert_ne!(with(call(2)), nowhere);
    }
}

/// Twelve requests at once every 100 ms and three carriers: they are answered after one, two, three and four round trips.
#[test]
fn a_burst_is_served_in_rounds() {
    let mut value = callers(1, jedis(64), call(3));
    value["workload"]["arrivals"] = json!({
        "kind": "open", "ratePerSec": 120, "process": "constant", "burstSize": 12, "callers": 64,
    });
    let summary = finished(&value);
    assert_eq!(summary.response_time.mean_us, Some(2.5 * RTT));
    assert_eq!(summary.response_time.max_us, Some(4.0 * RTT));
    // Twelve round trips in 100 ms on three carriers.
    assert!((carriers_of(&summary).utilisation - 0.04).abs() < 1e-3, "{}", carriers_of(&summary).utilisation);
}

/// The application's code belongs to the call; a pause between two requests does not.
#[test]
fn a_pinned_call_ends_with_the_code() {
    let mut value = callers(4, jedis(64), call(1));
    value["client"]["application"] = json!({ "waitUs": 500.0 });
    value["workload"]["arrivals"]["thinkUs"] = json!({ "kind": "constant", "value": 100_000.0 });
    // All four begin together: after their first requests, one after the other, they are apart by what a call takes.
    value["run"]["warmupMs"] = json!(150);
    let summary = finished(&value);
    assert_eq!(summary.response_time.mean_us, Some(RTT + 500.0));
    assert_eq!(mean_in(&summary, Phase::WaitCaller), 0.0);
}

/// Two connections and four carriers. Borrowers that find none are pinned while the two are opened. With three of them a carrier is left for
/// whoever opens; with four no reply is ever read (Jedis issue 3927).
#[test]
fn waiters_that_are_pinned_keep_openers_from_their_replies() {
    let completed = |count: u32, pinned: Value| {
        let mut value = callers(count, cold(2), pinned);
        value["run"] = json!({ "warmupMs": 0, "measuredMs": 100 });
        finished(&value).requests.completed
    };
    let nowhere = json!({ "kind": "nowhere" });
    assert_eq!(completed(5, monitor(4)), completed(5, nowhere.clone()));
    assert!(completed(6, nowhere) > 100.0);
    assert_eq!(completed(6, monitor(4)), 0.0);
}

/// The same with a limit for the wait: four borrowers fail (Jedis issue 3905), and then all goes on.
#[test]
fn a_limited_wait_ends_the_deadlock() {
    let mut client = cold(2);
    client["connections"]["maxWaitMs"] = json!(20);
    let mut value = callers(6, client, monitor(4));
    value["run"] = json!({ "warmupMs": 0, "measuredMs": 100 });
    let summary = finished(&value);
    assert_eq!(summary.requests.failed, 4.0);
    // From the 21st millisecond on: two connections, one request each in a round trip.
    assert!((summary.requests.completed - 2.0 * 79.0).abs() <= 2.0, "{}", summary.requests.completed);
}

#[test]
fn what_has_no_effect_is_refused() {
    let code = |value: Value| normalize(&value.to_string()).issues.into_iter().map(|i| (i.code, i.path)).next();
    let refused = Some((IssueCode::NoEffect, "client.pinned".to_owned()));
    assert_eq!(code(callers(4, lettuce(), monitor(4))), refused);
    let go = json!({ "runtime": { "kind": "goroutines" }, "connections": { "kind": "pooled" } });
    assert_eq!(code(callers(4, go, call(4))), refused);
}
