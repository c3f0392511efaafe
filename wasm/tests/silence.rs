//! Connections that are closed when they have been silent for too long, under all who use them, against numbers computed by hand.

use crate::support::{calls, finished, finished_run, scenario};
use engine::metric::summary::Summary;
use engine::metric::vocabulary::{Activity, Failure, ThreadClass};
use engine::scenario::issue::IssueCode;
use engine::scenario::normalize::normalize;
use engine::sim::Simulation;
use serde_json::{Value, json};

/// One shared connection, 1 ms away; nothing but the command takes time.
fn shared(runtime: &str, io: &Value, callers: u32, exec_us: f64, measured_ms: f64) -> Value {
    json!({
        "run": { "warmupMs": 0, "measuredMs": measured_ms },
        "workload": {
            "arrivals": { "kind": "closed", "callers": callers },
            "command": { "execUs": { "kind": "constant", "value": exec_us } },
        },
        "client": { "cores": 64, "runtime": { "kind": runtime }, "io": io, "connections": { "kind": "shared" } },
        "network": { "rttUs": 1000 },
        "costs": { "profile": "ideal" },
    })
}

fn node(more: Value) -> Value {
    let mut io = json!({ "kind": "eventLoops", "loops": 1, "flush": { "kind": "drained" } });
    io.as_object_mut().expect("it is one").extend(more.as_object().expect("it is one").clone());
    io
}

fn rueidis(timeout_ms: f64, ping_interval_ms: f64) -> Value {
    json!({ "kind": "writerReader", "replyTimeoutMs": timeout_ms, "pingIntervalMs": ping_interval_ms })
}

fn given_up(summary: &Summary) -> f64 {
    let failures = &summary.requests.failures;
    failures.iter().find(|count| count.failure == Failure::ReplyTimeout).map_or(0.0, |count| count.count)
}

/// A caller of Node, a command of 50 ms, a limit of 20: every 20 ms the socket is closed, and the next one used. Redis does
/// what it was sent and finds the end behind it; what it answers is not even read.
#[test]
fn a_silent_socket_of_node_is_closed_again_and_again() {
    let value = shared("eventLoop", &node(json!({ "socketTimeoutMs": 20 })), 1, 50_000.0, 199.0);
    let (simulation, summary) = finished_run(&value);
    assert_eq!((summary.requests.completed, given_up(&summary)), (0.0, 9.0));
    assert_eq!(simulation.world().meters[0].messages_read[1], 0);
    let main = summary.threads.iter().find(|group| group.class == ThreadClass::ServerMain).expect("it is there");
    assert!(main.shares.user > 0.98, "{:?}", main.shares);
}

/// Redis writes to its disk for about as long as Node's socket may be silent, and answers with more than one read() takes. Late replies
/// are thrown away while Node's thread still reads from the socket that was closed.
#[test]
fn late_replies_are_thrown_away_while_node_reads() {
    let io = node(json!({ "socketTimeoutMs": 0.5 }));
    let mut simulation = Simulation::new(&scenario(&json!({
        "run": { "warmupMs": 0, "measuredMs": 200 },
        "workload": { "arrivals": { "kind": "closed", "callers": 7 }, "command": { "replyBytes": 80_000 } },
        "client": { "runtime": { "kind": "eventLoop" }, "io": io, "connections": { "kind": "shared" } },
        "network": { "rttUs": 30 },
        "server": { "appendOnly": { "kind": "always", "fsyncUs": { "kind": "exponential", "mean": 200 } } },
        "costs": { "profile": "s0-8cpu-laptop", "overrides": { "idleExitNs": 150_000 } },
    })));
    for us in 0..200_000 {
        simulation.advance(1000 * us, u64::MAX);
        simulation.world().wire.assert_consistent();
    }
    let summary = simulation.summary();
    assert!(summary.requests.completed > 100.0 && given_up(&summary) > 100.0, "{:?}", summary.requests);
}

/// Node's timer starts anew with whatever is read *or written*: ten callers who come one by one wait until the last of them has waited
/// long enough, and all fail with the socket.
#[test]
fn all_users_of_a_silent_socket_fail_at_once() {
    let failed = |until_ms: f64| {
        let mut value = shared("eventLoop", &node(json!({ "socketTimeoutMs": 20 })), 10, 1e6, until_ms);
        value["workload"]["arrivals"]["rampUs"] = json!(10_000);
        given_up(&finished(&value))
    };
    // The last one asks after nine tenths of 10 ms.
    assert_eq!((failed(28.9), failed(29.1)), (0.0, 10.0));
}

/// As long as requests keep coming and are written, a server that says nothing is not noticed. A limit for each command notices it.
#[test]
fn writes_hide_a_server_that_stands_still() {
    let failed = |more: Value| {
        let mut value = shared("eventLoop", &node(more), 1, 1e6, 500.0);
        value["workload"]["arrivals"] =
            json!({ "kind": "open", "ratePerSec": 100, "process": "constant", "callers": 200 });
        given_up(&finished(&value))
    };
    assert_eq!(failed(json!({ "socketTimeoutMs": 20 })), 0.0);
    assert!(failed(json!({ "replyTimeoutMs": 20 })) > 40.0);
}

/// rueidis, two callers, nothing ever comes. The first is alone on the connection and closes it after 50 ms, under the other, too. From then on
/// the connection has writer and reader, and is looked at every 100 ms: a PING leaves, and 50 ms later the connection is closed.
#[test]
fn a_ping_without_an_answer_closes_the_connection_of_rueidis() {
    let failed = |timeout_ms: f64, ping_interval_ms: f64, until_ms: f64| {
        let io = rueidis(timeout_ms, ping_interval_ms);
        given_up(&finished(&shared("goroutines", &io, 2, 1e7, until_ms)))
    };
    assert_eq!(
        [49.9, 50.1, 199.9, 200.1, 349.9, 350.1].map(|until| failed(50.0, 100.0, until)),
        [0.0, 2.0, 2.0, 4.0, 4.0, 6.0]
    );
    // Without PINGs only who is alone notices; without a limit, nobody.
    assert_eq!((failed(50.0, 0.0, 1000.0), failed(0.0, 100.0, 1000.0)), (2.0, 0.0));
}

/// A look that finds something new sends no PING: three callers whose commands take 60 ms wait for 180 ms each, and an answer comes every 60. A
/// limit of 70 ms for each command would end them all.
#[test]
fn answers_to_others_put_the_ping_off() {
    let run = |runtime: &str, io: &Value| finished(&shared(runtime, io, 3, 60_000.0, 3000.0));
    let ring = run("goroutines", &rueidis(70.0, 100.0));
    assert_eq!((given_up(&ring), ring.requests.completed), (0.0, 49.0));
    assert!(given_up(&run("eventLoop", &node(json!({ "replyTimeoutMs": 70 })))) > 30.0);
}

/// What came of one conversation says nothing of the next. rueidis' first caller is alone, its command takes 60 ms and is given up after 50, and the
/// second caller's with it. From then on the connection has writer and reader, whom no look finds silent, and all answers count.
#[test]
fn who_has_given_up_alone_gets_answers_through_the_ring() {
    let ring = finished(&shared("goroutines", &rueidis(50.0, 200.0), 2, 60_000.0, 1000.0));
    // Redis executes both of those first; two answers come at 241 ms, and two more every 121 ms.
    assert_eq!((given_up(&ring), ring.requests.completed), (2.0, 14.0));
}

/// Event loops, a connection for each request that is there after the TCP handshake: each costs its round trip and the whole patience, the
/// first as well as those that are opened after one was given up.
#[test]
fn each_new_connection_is_waited_for_anew() {
    let io = json!({ "kind": "eventLoops", "loops": 1, "replyTimeoutMs": 20 });
    let mut value = shared("threads", &io, 1, 1e6, 199.0);
    value["client"]["connections"] = json!({ "kind": "perRequest" });
    value["client"]["handshakeRoundTrips"] = json!(0);
    assert_eq!(given_up(&finished(&value)), 9.0);
}

/// What comes in time is what would come without a limit.
#[test]
fn a_limit_that_nothing_exceeds_changes_nothing() {
    let pairs = [
        ("eventLoop", node(json!({})), node(json!({ "socketTimeoutMs": 50 }))),
        ("goroutines", rueidis(0.0, 1000.0), rueidis(50.0, 20.0)),
    ];
    for (runtime, without, with) in pairs {
        let run = |io: &Value| {
            let mut value = shared(runtime, io, 40, 1.0, 500.0);
            value["costs"] = json!({ "profile": "linux-server" });
            finished(&value)
        };
        let (without, with) = (run(&without), run(&with));
        assert_eq!((without.phases, without.requests, without.syscalls), (with.phases, with.requests, with.syscalls));
    }
}

/// The end of a socket costs Redis a close(), the next one an accept(), once for the eight who used it.
#[test]
fn the_server_closes_and_accepts_once() {
    let mut value = shared("eventLoop", &node(json!({ "socketTimeoutMs": 5 })), 8, 2000.0, 1000.0);
    value["costs"]["overrides"] = json!({ "closeNs": 1000, "acceptNs": 1000 });
    let summary = finished(&value);
    let per_request = |call| calls(&summary, ThreadClass::ServerMain, call);
    assert!(given_up(&summary) > 0.0 && per_request(Activity::Close) > 0.0);
    assert_eq!(per_request(Activity::Close), per_request(Activity::Accept));
}

#[test]
fn a_limit_that_nobody_keeps_is_refused() {
    let issues = |runtime: &str, io: Value| {
        let client = json!({ "runtime": { "kind": runtime }, "io": io, "connections": { "kind": "shared" } });
        let issues = normalize(&json!({ "client": client }).to_string()).issues;
        issues.into_iter().map(|issue| (issue.code, issue.path)).collect::<Vec<_>>()
    };
    let refused = |field: &str| vec![(IssueCode::NoEffect, format!("client.io.{field}"))];
    let threads = json!({ "kind": "eventLoops", "flush": { "kind": "drained" }, "socketTimeoutMs": 5 });
    assert_eq!(issues("threads", threads), refused("socketTimeoutMs"));
    let both = node(json!({ "socketTimeoutMs": 5, "replyTimeoutMs": 5 }));
    assert_eq!(issues("eventLoop", both), refused("socketTimeoutMs"));
    let batches = json!({ "kind": "writerReader", "maxBatch": 300, "replyTimeoutMs": 5 });
    assert_eq!(issues("goroutines", batches), refused("replyTimeoutMs"));
    assert_eq!(issues("eventLoop", node(json!({ "socketTimeoutMs": 5 }))), []);
}
