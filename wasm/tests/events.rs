//! The timeline of events against times computed by hand, and the laws on runs with any events.

use crate::support::clients::assert_laws_of_all;
use crate::support::{assert_accounts, finished, is_deep, pool_of, run, scenario};
use engine::metric::summary::Summary;
use engine::metric::vocabulary::Failure;
use engine::scenario::issue::IssueCode;
use engine::scenario::normalize::normalize;
use engine::sim::{Simulation, Status};
use proptest::prelude::*;
use serde_json::{Value, json};

/// One caller with a connection of its own, 1 ms away; nothing but the round trip takes time.
fn alone(events: Value) -> Value {
    json!({
        "run": { "warmupMs": 0, "measuredMs": 100 },
        "workload": { "arrivals": { "kind": "closed", "callers": 1 } },
        "client": { "connections": { "kind": "pooled", "maxTotal": 1 } },
        "network": { "rttUs": 1000 },
        "costs": { "profile": "ideal" },
        "events": events,
    })
}

/// An open load of 1000 a second, one every millisecond.
fn open(events: Value) -> Value {
    let mut value = alone(events);
    value["workload"]["arrivals"] = json!({ "kind": "open", "ratePerSec": 1000, "process": "constant", "callers": 50 });
    value["client"]["connections"]["maxTotal"] = json!(50);
    value
}

fn with(mut value: Value, path: &str, leaf: Value) -> Value {
    let mut at = &mut value;
    for name in path.split('.') {
        at = &mut at[name];
    }
    *at = leaf;
    value
}

/// The summary of a run with events; whatever happens, everything is accounted for.
fn outcome(value: &Value) -> Summary {
    let simulation = run(&scenario(value));
    let summary = simulation.summary();
    match summary.neighbours.is_empty() {
        true => assert_accounts(&simulation, &summary),
        false => assert_laws_of_all(&simulation, &summary),
    }
    summary
}

fn lost(summary: &Summary) -> f64 {
    let failures = &summary.requests.failures;
    failures.iter().filter(|count| is_lost(count.failure)).map(|count| count.count).sum()
}

/// Nothing has come, or there was nothing to send on.
fn is_lost(failure: Failure) -> bool {
    matches!(failure, Failure::ReplyTimeout | Failure::ConnectFailed)
}

/// A request a millisecond, but for those in which something stands still.
#[test]
fn a_stall_of_the_server_and_a_pause_of_the_client_take_their_time_once() {
    let plain = outcome(&alone(json!([]))).requests.completed;
    for kind in ["serverStall", "clientPause"] {
        let summary = outcome(&alone(json!([{ "kind": kind, "atMs": 20.5, "durationMs": 30 }])));
        let missing = plain - summary.requests.completed;
        assert!((29.0..=31.0).contains(&missing), "{kind}: {missing} are missing");
        let longest = summary.response_time.max_us.expect("some were answered");
        assert!((29_500.0..=31_000.0).contains(&longest), "{kind}: the longest took {longest} µs");
    }
}

/// The server's timer is due every 100 ms: here before its thread has begun, and in the middle of a stall.
#[test]
fn a_stall_over_the_timer_does_not_set_the_clock_back() {
    let stalls = json!([
        { "kind": "serverStall", "atMs": 0.0037, "durationMs": 1 },
        { "kind": "serverStall", "atMs": 95.0, "durationMs": 30 },
    ]);
    let mut value = alone(stalls);
    value["costs"] = json!({ "profile": "linux-server" });
    value["run"] = json!({ "warmupMs": 0, "measuredMs": 300 });
    let longest = outcome(&value).response_time.max_us.expect("some were answered");
    assert!((29_000.0..=32_000.0).contains(&longest), "the longest took {longest} µs");
}

#[test]
fn a_pause_stops_the_processes_of_its_client_only() {
    let beside = |client: u32| {
        let mut value = alone(json!([{ "kind": "clientPause", "atMs": 20.5, "durationMs": 30, "client": client }]));
        let (own, load) = (value["client"].clone(), value["workload"].clone());
        value["neighbours"] = json!([{ "name": "other", "client": own, "workload": load }]);
        let summary = outcome(&value);
        [summary.requests.completed, summary.neighbours[0].requests.completed]
    };
    let ([own, other], [own_then, other_then]) = (beside(0), beside(1));
    assert!(other - own > 28.0 && own_then - other_then > 28.0, "{own} {other} {own_then} {other_then}");
}

#[test]
fn delay_burst_and_limits_hold_for_their_time() {
    let delayed = outcome(&alone(json!([{ "kind": "networkDelay", "atMs": 20, "durationMs": 40, "extraUs": 3000 }])));
    // Sixty of a millisecond and ten of four.
    assert!((69.0..=71.0).contains(&delayed.requests.completed), "{}", delayed.requests.completed);
    let burst = outcome(&open(json!([{ "kind": "burst", "atMs": 20, "durationMs": 40, "factor": 3 }])));
    assert!((178.0..=180.0).contains(&burst.requests.issued), "{}", burst.requests.issued);
    let limit = json!({ "kind": "limitChanged", "atMs": 50, "path": "workload.arrivals.ratePerSec", "value": 3000 });
    let limited = outcome(&open(json!([limit])));
    assert!((197.0..=200.0).contains(&limited.requests.issued), "{}", limited.requests.issued);
    let pool = json!({ "kind": "limitChanged", "atMs": 50, "path": "client.connections.maxTotal", "value": 3 });
    let mut value = with(alone(json!([pool])), "workload.arrivals.callers", json!(4));
    value["client"]["connections"]["maxWaitMs"] = json!(0);
    assert!((190.0..=202.0).contains(&outcome(&value).requests.completed), "{}", outcome(&value).requests.completed);
    let simulation = run(&scenario(&value));
    assert_eq!(pool_of(&simulation).rules.max_total, 3);
}

#[test]
fn segments_are_lost_only_meanwhile() {
    let mut value = alone(json!([{ "kind": "networkLoss", "atMs": 20, "durationMs": 400, "lossPercent": 20 }]));
    value["run"]["measuredMs"] = json!(2000);
    let summary = outcome(&value);
    let longest = summary.response_time.max_us.expect("some were answered");
    assert!(longest > 200_000.0, "a lost segment waits for the timer: {longest}");
    assert!(summary.requests.completed > 1200.0, "{}", summary.requests.completed);
}

/// A reset is seen at once, and the next request has a new connection; each takes a millisecond.
#[test]
fn a_reset_fails_the_request_and_costs_a_handshake() {
    let dropped = json!([{ "kind": "connectionsDropped", "atMs": 20.5 }]);
    let summary = outcome(&alone(dropped.clone()));
    assert_eq!(lost(&summary), 1.0);
    let plain = outcome(&alone(json!([]))).requests.completed;
    assert!((1.0..=4.0).contains(&(plain - summary.requests.completed)));
    let retried = outcome(&with(alone(dropped), "client.retry", json!({ "maxRetries": 1, "minBackoffMs": 0 })));
    assert_eq!(lost(&retried), 0.0);
}

/// Nobody tells: the reply timeout does, or else the kernel's patience.
#[test]
fn a_silent_end_is_found_by_the_first_of_two_timeouts() {
    let silent = |reply_timeout: f64| {
        let drop = json!([{ "kind": "connectionsDropped", "atMs": 20.5, "silent": true, "giveUpMs": 50 }]);
        outcome(&with(alone(drop), "client.io", json!({ "kind": "blocking", "replyTimeoutMs": reply_timeout })))
    };
    for (reply_timeout, missing) in [(0.0, 50.0), (200.0, 50.0), (30.0, 30.0)] {
        let summary = silent(reply_timeout);
        assert_eq!(lost(&summary), 1.0, "with {reply_timeout} ms");
        let gone = 100.0 - summary.requests.completed;
        assert!((missing - 1.0..=missing + 4.0).contains(&gone), "with {reply_timeout} ms: {gone}");
    }
}

/// An idle connection that died silently is found by whoever borrows it next; a test on borrow saves the request.
#[test]
fn a_test_finds_the_dead_connection_before_the_request_does() {
    let tested = |is_tested: bool| {
        let drop = json!([{ "kind": "connectionsDropped", "atMs": 25 }]);
        let value = with(open(drop), "workload.arrivals.ratePerSec", json!(100));
        let value = with(value, "client.connections.testOnBorrow", json!(is_tested));
        lost(&outcome(&value))
    };
    assert_eq!((tested(true), tested(false) > 0.0), (0.0, true));
}

/// A loop sends again what had no answer: nobody fails, and everybody waits for the new connection.
#[test]
fn a_loop_connects_again_and_goes_on() {
    for (runtime, pause) in [("threads", 1.0), ("eventLoop", 50.0)] {
        let mut value = alone(json!([{ "kind": "connectionsDropped", "atMs": 20.5 }]));
        let flush = if runtime == "threads" { json!({ "kind": "everyCommand" }) } else { json!({ "kind": "drained" }) };
        value["client"] = json!({
            "runtime": { "kind": runtime },
            "io": { "kind": "eventLoops", "loops": 1, "flush": flush },
            "connections": { "kind": "shared" },
        });
        let summary = outcome(&value);
        let longest = summary.response_time.max_us.expect("some were answered") / 1000.0;
        // The pause, three round trips of TCP and greeting, and what was left of the request's own.
        assert!((pause + 3.4..=pause + 4.6).contains(&longest), "{runtime}: {longest} ms");
        assert_eq!(summary.requests.failed, 0.0);
    }
}

/// The server refuses connections for 30 ms from 20.5 ms on, 1 ms away: a SYN that leaves at 50 ms is the first to be accepted. Lettuce tries 1, 2, 4…
/// ms after it knows of the failure before, which takes a round trip: at 21.5, 24.5, 29.5, 38.5 and 55.5. Two round trips later it is connected,
/// and what was sent has its reply. ioredis waits for 50 ms before its first try. rueidis tries at 20.5, 22.5, 25.5, 30.5, 39.5 and 56.5.
#[test]
fn a_loop_tries_to_connect_again_after_longer_and_longer_pauses() {
    let linear = json!({ "kind": "linear", "stepMs": 10, "maxMs": 12 });
    let threads = json!({ "kind": "threads" });
    for (runtime, io, reconnect, tries_at) in [
        (threads.clone(), "eventLoops", json!({ "kind": "library" }), 55.5),
        // At 30.5, 43.5 and 56.5.
        (threads, "eventLoops", linear, 56.5),
        (json!({ "kind": "eventLoop" }), "eventLoops", json!({ "kind": "library" }), 70.5),
        (json!({ "kind": "goroutines" }), "writerReader", json!({ "kind": "library" }), 56.5),
    ] {
        let mut value = alone(json!([{ "kind": "connectionsDropped", "atMs": 20.5, "refusedMs": 30 }]));
        value["client"] = json!({
            "runtime": runtime, "io": { "kind": io }, "connections": { "kind": "shared" },
            "reconnect": reconnect, "handshakeRoundTrips": 1,
        });
        if io == "eventLoops" {
            value["client"]["io"]["loops"] = json!(1);
            value["client"]["io"]["flush"] = json!({ "kind": "drained" });
        }
        let summary = outcome(&value);
        let longest = summary.response_time.max_us.expect("some were answered") / 1000.0;
        // The request left at 20 ms and was half way; its other half way and the reply come after the handshake and the greeting.
        let expected = tries_at + 2.0 + 0.5 - 20.0;
        assert!((expected - 0.6..=expected + 0.6).contains(&longest), "{runtime}: {longest} and not {expected} ms");
        assert_eq!(summary.requests.failed, 0.0);
    }
}

/// Each request of a caller that is refused fails after a round trip, from 20.5 ms on for 30 ms; then it has a connection.
#[test]
fn a_caller_fails_as_often_as_it_is_refused() {
    let dropped = json!([{ "kind": "connectionsDropped", "atMs": 20.5, "refusedMs": 30 }]);
    let summary = outcome(&alone(dropped.clone()));
    assert!((30.0..=31.0).contains(&lost(&summary)), "{}", lost(&summary));
    let refused = summary.requests.failures.iter().find(|count| count.failure == Failure::ConnectFailed);
    assert!(
        refused.is_some_and(|refused| refused.count >= 29.0),
        "only the one on its way had a connection: {refused:?}"
    );
    let patient = json!({ "maxRetries": 100, "minBackoffMs": 0, "maxBackoffMs": 0 });
    let summary = outcome(&with(alone(dropped), "client.retry", patient));
    assert_eq!(lost(&summary), 0.0);
    let longest = summary.response_time.max_us.expect("some were answered") / 1000.0;
    assert!((31.0..=36.0).contains(&longest), "{longest}");
}

/// Ten processes of which each sends its one request again when it is connected: at one moment, or spread over the jitter.
#[test]
fn jitter_spreads_the_processes_that_connect_again() {
    let spread = |jitter: f64| {
        let mut value = alone(json!([{ "kind": "connectionsDropped", "atMs": 20.5 }]));
        value["client"] = json!({
            "instances": 10, "io": { "kind": "eventLoops", "loops": 1 }, "connections": { "kind": "shared" },
            "reconnect": { "kind": "exponential", "firstMs": 10, "maxMs": 10, "jitterMs": jitter },
        });
        outcome(&value).requests.completed
    };
    let (together, apart) = (spread(0.0), spread(40.0));
    // Each misses what it would have done in its pause, on average 20 ms more.
    assert!((120.0..280.0).contains(&(together - apart)), "{together} {apart}");
}

/// A loop that connects again costs the server the greeting, and the signature if there is TLS: 100 loops keep it busy for 100 times as long.
#[test]
fn loops_that_connect_again_keep_the_server_busy() {
    let longest = |network: Value| {
        let mut value = alone(json!([{ "kind": "connectionsDropped", "atMs": 20.5 }]));
        value["client"] = json!({
            "instances": 100, "io": { "kind": "eventLoops", "loops": 1 }, "connections": { "kind": "shared" },
        });
        value["network"] = network;
        value["run"]["measuredMs"] = json!(300);
        value["costs"] = json!({ "profile": "ideal", "overrides": { "commandNs": 10_000, "tlsSignNs": 1_000_000 } });
        outcome(&value).response_time.max_us.expect("some were answered") / 1000.0
    };
    let (plain, tls) =
        (longest(json!({ "rttUs": 1000 })), longest(json!({ "rttUs": 1000, "tls": { "kind": "tls13" } })));
    // A pause of 1 ms, round trips, and then, of each of 100 loops, three commands of 10 µs, or a signature of 1 ms as well.
    assert!((5.0..11.0).contains(&plain), "{plain}");
    assert!((103.0..112.0).contains(&tls), "{tls}");
}

/// 30 ms of detection, 10 of election; then a handshake.
#[test]
fn a_lost_node_is_replaced_after_detection_and_election() {
    let mut value = alone(json!([{ "kind": "nodeLost", "atMs": 20.5, "detectMs": 30, "electMs": 10 }]));
    let summary = outcome(&value);
    assert_eq!(lost(&summary), 1.0, "whoever waited");
    assert!((55.0..=60.0).contains(&summary.requests.completed), "{}", summary.requests.completed);
    // A client of a cluster that never asks for the topology never finds the replica; one that does asks every 10 ms.
    value["server"] = json!({ "nodes": 3 });
    value["client"]["io"] = json!({ "kind": "blocking", "replyTimeoutMs": 5 });
    let failed = |topology: Value| {
        let value = with(value.clone(), "client.topology", topology);
        let early = lost(&outcome(&value));
        let late = lost(&outcome(&with(value, "run.measuredMs", json!(400))));
        (early, late)
    };
    let (early, late) = failed(json!({ "kind": "cached", "maxAgeMs": 0, "refreshOnMoved": false }));
    assert!(late > early + 10.0, "{early} {late}");
    let background = json!({ "kind": "cached", "maxAgeMs": 10, "refresher": "background", "queryNode": "random" });
    let (early, late) = failed(background);
    assert!(early > 1.0 && late <= early, "{early} {late}");
}

#[test]
fn instances_start_and_end_during_the_run() {
    let of = |arrivals: Value| {
        let mut value = alone(json!([
            { "kind": "instancesChanged", "atMs": 20, "instances": 3 },
            { "kind": "instancesChanged", "atMs": 60, "instances": 0 },
            { "kind": "instancesChanged", "atMs": 80, "instances": 1 },
        ]));
        value["workload"]["arrivals"] = arrivals;
        outcome(&value).requests.completed
    };
    // One for 20 ms, three for 40, none for 20, one for 20.
    for arrivals in [
        json!({ "kind": "closed", "callers": 1 }),
        json!({ "kind": "open", "ratePerSec": 1000, "process": "constant", "callers": 1 }),
    ] {
        let completed = of(arrivals);
        assert!((150.0..=165.0).contains(&completed), "{completed}");
    }
}

/// Retries keep a server busy with requests that nobody waits for any more: after a burst the system does not come back. With a limit
/// on retries it does.
#[test]
fn a_retry_storm_outlives_its_burst_and_a_limit_on_retries_ends_it() {
    let goodput_at_the_end = |retries: u32| {
        let value = json!({
            "run": { "warmupMs": 0, "measuredMs": 3000 },
            "workload": {
                "arrivals": { "kind": "open", "ratePerSec": 700, "callers": 400, "maxBacklog": 2000 },
                "command": { "execUs": { "kind": "constant", "value": 1000 } },
            },
            "client": {
                "connections": { "kind": "pooled", "maxTotal": 400 },
                "io": { "kind": "blocking", "replyTimeoutMs": 50 },
                "retry": { "maxRetries": retries, "minBackoffMs": 0 },
            },
            "network": { "rttUs": 100 },
            "costs": { "profile": "ideal" },
            "events": [{ "kind": "burst", "atMs": 500, "durationMs": 300, "factor": 4 }],
        });
        let summary = outcome(&value);

        summary.series.completions.iter().rev().take(3).map(|count| f64::from(*count)).sum::<f64>()
    };
    let (with, without) = (goodput_at_the_end(3), goodput_at_the_end(0));
    assert!(with < 0.5 * without, "{with} against {without}");
}

#[test]
fn events_of_what_is_not_there_are_refused() {
    let codes =
        |value: &Value| normalize(&value.to_string()).issues.into_iter().map(|i| (i.code, i.path)).collect::<Vec<_>>();
    let refused = |event: Value| codes(&alone(json!([event])));
    let at = |name: &str| format!("events.0.{name}");
    assert_eq!(refused(json!({ "kind": "burst" })), [(IssueCode::EventWithoutSubject, at("kind"))]);
    assert_eq!(refused(json!({ "kind": "nodeLost", "node": 1 })), [(IssueCode::OutOfRange, at("node"))]);
    assert_eq!(refused(json!({ "kind": "clientPause", "client": 1 })), [(IssueCode::OutOfRange, at("client"))]);
    let limit = |path: &str, value: f64| refused(json!({ "kind": "limitChanged", "path": path, "value": value }));
    assert_eq!(limit("server.nodes", 2.0), [(IssueCode::UnknownChoice, at("path"))]);
    assert_eq!(limit("workload.arrivals.ratePerSec", 2.0), [(IssueCode::EventWithoutSubject, at("path"))]);
    assert_eq!(limit("client.retry.maxRetries", 2.5), [(IssueCode::WrongType, at("value"))]);
    assert_eq!(limit("network.rttUs", 1e9), [(IssueCode::OutOfRange, at("value"))]);
    assert_eq!(refused(json!({ "kind": "flood" })), [(IssueCode::UnknownChoice, at("kind"))]);
}

#[test]
fn events_after_the_end_change_nothing() {
    let events = json!([{ "kind": "serverStall", "atMs": 200 }, { "kind": "nodeLost", "atMs": 150 }]);
    let [plain, later] = [json!([]), events].map(|events| run(&scenario(&alone(events))).fingerprint());
    assert_eq!(plain, later);
    assert!(finished(&alone(json!([]))).requests.completed > 90.0);
}

fn event() -> impl Strategy<Value = Value> {
    let (at, lasts) = (0.0..60.0f64, 0.1..25.0f64);
    prop_oneof![
        (at.clone(), lasts.clone(), 0u32..2).prop_map(|(at, d, _)| json!({ "kind": "serverStall", "atMs": at, "durationMs": d })),
        (at.clone(), lasts.clone(), 0u32..2)
            .prop_map(|(at, d, client)| json!({ "kind": "clientPause", "atMs": at, "durationMs": d, "client": client })),
        (at.clone(), 0.0..100.0f64, any::<bool>(), 1.0..30.0f64, 0.0..20.0f64).prop_map(
            |(at, share, silent, patience, refused)| {
                let refused = if share < 50.0 { 0.0 } else { refused };
                json!({
                    "kind": "connectionsDropped", "atMs": at, "sharePercent": share, "silent": silent, "giveUpMs": patience,
                    "refusedMs": refused,
                })
            }
        ),
        (at.clone(), lasts.clone(), 0.0..10.0f64)
            .prop_map(|(at, d, e)| json!({ "kind": "nodeLost", "atMs": at, "detectMs": d, "electMs": e })),
        (at.clone(), lasts.clone(), 0.0..5000.0f64)
            .prop_map(|(at, d, us)| json!({ "kind": "networkDelay", "atMs": at, "durationMs": d, "extraUs": us })),
        (at.clone(), lasts.clone(), 0.0..20.0f64)
            .prop_map(|(at, d, p)| json!({ "kind": "networkLoss", "atMs": at, "durationMs": d, "lossPercent": p })),
        (at.clone(), 0u32..4).prop_map(|(at, n)| json!({ "kind": "instancesChanged", "atMs": at, "instances": n })),
        (at, 0.0..3000.0f64)
            .prop_map(|(at, rtt)| json!({ "kind": "limitChanged", "atMs": at, "path": "network.rttUs", "value": rtt })),
    ]
}

/// Clients of every kind of I/O, with and without timeouts and retries.
fn client() -> impl Strategy<Value = Value> {
    let kinds = prop_oneof![Just("pool"), Just("perRequest"), Just("lettuce"), Just("node"), Just("ring"), Just("go")];
    (kinds, prop_oneof![Just(0.0), 2.0..20.0f64], 0u32..3, 1u32..4).prop_map(|(kind, timeout, retries, instances)| {
        let pooled = json!({ "kind": "pooled", "maxTotal": 4, "maxWaitMs": 10, "testOnBorrow": retries == 1 });
        let blocking = json!({ "kind": "blocking", "replyTimeoutMs": timeout });
        let mut client = match kind {
            "pool" => json!({ "connections": pooled, "io": blocking }),
            "perRequest" => json!({ "connections": { "kind": "perRequest" }, "io": blocking }),
            "go" => json!({ "runtime": { "kind": "goroutines" }, "connections": pooled, "io": blocking }),
            "lettuce" => json!({
                "connections": { "kind": "shared", "count": 2 },
                "io": { "kind": "eventLoops", "loops": 2, "replyTimeoutMs": timeout },
            }),
            "node" => json!({
                "runtime": { "kind": "eventLoop" }, "connections": { "kind": "shared" },
                "io": { "kind": "eventLoops", "loops": 1, "flush": { "kind": "drained" }, "socketTimeoutMs": timeout },
            }),
            _ => json!({
                "runtime": { "kind": "goroutines" }, "connections": { "kind": "shared" },
                "io": { "kind": "writerReader", "replyTimeoutMs": timeout },
            }),
        };
        client["retry"] = json!({ "maxRetries": retries, "minBackoffMs": 1 });
        client["instances"] = json!(instances);
        client
    })
}

fn eventful() -> impl Strategy<Value = Value> {
    let events = proptest::collection::vec(event(), 0..6);
    (client(), client(), events, 1u32..12, 0u32..3, 1u32..1000).prop_map(|(own, other, events, callers, cluster, seed)| {
        let mut value = json!({
            "seed": seed,
            "run": { "warmupMs": 5, "measuredMs": 80 },
            "workload": { "arrivals": { "kind": "closed", "callers": callers, "thinkUs": { "kind": "exponential", "mean": 300 } } },
            "client": own,
            "network": { "rttUs": 300, "slowStart": seed % 3 == 0 },
            "events": events,
        });
        if cluster == 1 {
            value["server"] = json!({ "nodes": 3 });
            value["client"]["topology"] = json!({ "kind": "cached", "maxAgeMs": 20, "queryNode": "random" });
        }
        // Limits that some clients meet.
        if seed % 2 == 0 {
            (value["server"]["maxClients"], value["server"]["tcpBacklog"]) = (json!(seed / 2 % 9), json!(seed / 18 % 4));
        }
        let load = value["workload"].clone();
        value["neighbours"] = json!([{ "name": "other", "client": other, "workload": load }]);
        value
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if is_deep() { 2000 } else { 60 }, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever happens, every request, thread and byte is accounted for, and the run does not depend on how it is cut into slices.
    #[test]
    fn everything_is_accounted_for_whatever_happens(value in eventful(), step in 1u64..40) {
        let scenario = scenario(&value);
        let simulation = run(&scenario);
        assert_laws_of_all(&simulation, &simulation.summary());
        let mut sliced = Simulation::new(&scenario);
        sliced.set_trace(true);
        loop {
            match sliced.advance(sliced.now() + step * 1_000_000, 1000 + step) {
                Status::Done => break,
                Status::Chunk => {
                    sliced.close_chunk();
                    sliced.clear_chunk();
                }
                Status::Time | Status::Events => {}
                Status::Stalled => panic!("it stands still"),
            }
        }
        prop_assert_eq!(simulation.fingerprint(), sliced.fingerprint());
    }
}
