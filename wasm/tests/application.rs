//! The application's code: how long it takes, and whom it keeps waiting where it runs.

use crate::support::{finished, finished_run, mean_in, run, scenario};
use engine::metric::vocabulary::{Activity, Phase, ThreadClass};
use engine::scenario::normalize::normalize;
use engine::sim::{Simulation, Status};
use serde_json::{Value, json};

const RTT: f64 = 1000.0;

/// So many callers without a pause; nothing costs anything but the application's code.
fn callers(count: u32, client: Value, application: Value) -> Value {
    let mut client = client;
    client["cores"] = json!(64);
    client["application"] = application;
    json!({
        "run": { "warmupMs": 100, "measuredMs": 1000 },
        "workload": { "arrivals": { "kind": "closed", "callers": count } },
        "client": client,
        "network": { "rttUs": RTT },
        "costs": { "profile": "ideal" },
    })
}

fn jedis(connections: u32) -> Value {
    json!({ "connections": { "kind": "pooled", "maxTotal": connections } })
}

fn lettuce() -> Value {
    json!({ "io": { "kind": "eventLoops", "loops": 1 }, "connections": { "kind": "shared", "count": 1 } })
}

fn node() -> Value {
    let io = json!({ "kind": "eventLoops", "loops": 1, "flush": { "kind": "drained" } });
    json!({ "runtime": { "kind": "eventLoop" }, "io": io, "connections": { "kind": "shared", "count": 1 } })
}

fn has_rate(value: &Value, expected: f64) {
    let rate = finished(value).throughput.per_sec;
    // The callers are in step: a round more or less ends within the window.
    assert!((rate / expected - 1.0).abs() < 0.02, "{rate} instead of {expected}: {}", value["client"]);
}

/// A fixed part, a part for each byte of all replies, and a wait: the request is complete after all of them.
#[test]
fn a_request_is_complete_when_the_code_is() {
    let application = json!({ "codeUs": 300.0, "perByteNs": 2, "waitUs": 40.0 });
    for (batch, bytes) in [(json!({ "kind": "none" }), 500.0), (json!({ "kind": "multiKey", "size": 3 }), 1500.0)] {
        let mut value = callers(1, jedis(1), application.clone());
        value["workload"]["command"] = json!({ "replyBytes": 500 });
        value["workload"]["batch"] = batch;
        let (simulation, summary) = finished_run(&value);
        let code = 300.0 + 2e-3 * bytes;
        assert_eq!(summary.response_time.mean_us, Some(RTT + code + 40.0));
        assert_eq!(mean_in(&summary, Phase::Process), code + 40.0);
        let work = simulation.world().cpu.usage(simulation.now())[ThreadClass::Caller as usize].work;
        let share = work[Activity::Process as usize] as f64 / 1e9;
        assert!((share - code / (RTT + code + 40.0)).abs() < 1e-3, "{share}");
    }
}

/// One connection, ten callers: it is free again when the reply is there, or when the code is through with it.
#[test]
fn code_may_hold_its_connection() {
    let code = |holds: bool| json!({ "codeUs": 1000.0, "runs": { "kind": "caller", "holdsConnection": holds } });
    has_rate(&callers(10, jedis(1), code(false)), 1e6 / RTT);
    has_rate(&callers(10, jedis(1), code(true)), 1e6 / (RTT + 1000.0));
}

/// Ten callers with a millisecond of code: side by side in threads of their own, one after the other on the loop. The loop waits with its code;
/// in Node that is a timer.
#[test]
fn code_on_a_loop_is_run_one_by_one() {
    // The commands that follow ten replies leave together, after all of their code.
    let (apart, alone) = (10.0 * 1e6 / (RTT + 1000.0), 10.0 * 1e6 / (RTT + 10.0 * 1000.0));
    let on = |kind: &str, time: &str| json!({ time: 1000.0, "runs": { "kind": kind } });
    for time in ["codeUs", "waitUs"] {
        has_rate(&callers(10, lettuce(), on("caller", time)), apart);
        has_rate(&callers(10, lettuce(), on("eventLoop", time)), alone);
    }
    // Node writes what a callback has asked for before it runs the next one that is due.
    has_rate(&callers(10, node(), on("caller", "codeUs")), 1e6 / 1000.0);
    has_rate(&callers(10, node(), on("caller", "waitUs")), apart);
}

/// While the loop runs code for one caller, the replies of the others wait in their sockets.
#[test]
fn replies_wait_for_a_loop_that_runs_code() {
    let application = json!({ "codeUs": 1000.0, "runs": { "kind": "eventLoop" } });
    let summary = finished(&callers(10, lettuce(), application));
    let mean = summary.response_time.mean_us.expect("some are answered");
    assert!((mean - 11_000.0).abs() < 1.0, "{mean}: a round trip, and the code of all ten");
    let waits =
        mean_in(&summary, Phase::ClientRead) + mean_in(&summary, Phase::TaskQueue) + mean_in(&summary, Phase::Decode);
    assert!(waits > 7000.0, "{waits}");
}

#[test]
fn a_pool_runs_as_much_at_once_as_it_has_threads() {
    let pool = |threads: u32| json!({ "waitUs": 1000.0, "runs": { "kind": "pool", "threads": threads, "maxThreads": threads } });
    has_rate(&callers(10, lettuce(), pool(2)), 2000.0);
    has_rate(&callers(10, lettuce(), pool(10)), 5000.0);
}

/// A thread that waits 100 ms for each reply, and two more each second. The first reply comes after 1 ms, so threads begin at 1, 501, 1001 and
/// 1501 ms, and have completed 19, 14, 9 and 4 replies after two seconds.
#[test]
fn a_pool_grows_slowly() {
    let runs = json!({ "kind": "pool", "threads": 1, "maxThreads": 4, "growthPerSec": 2 });
    let mut value = callers(40, lettuce(), json!({ "waitUs": 100_000.0, "runs": runs }));
    value["run"] = json!({ "warmupMs": 0, "measuredMs": 2000 });
    let (simulation, summary) = finished_run(&value);
    assert_eq!(summary.requests.completed, 19.0 + 14.0 + 9.0 + 4.0);
    assert_eq!(simulation.world().process.handlers.threads(), 4);
    // Never more than its most, and never at all without growth.
    value["client"]["application"]["runs"]["growthPerSec"] = json!(0);
    assert_eq!(finished(&value).requests.completed, 19.0);
}

/// Whoever was to see the pool grow is given a thread by another one, and the next in the queue is late: the pool grows at once, and
/// not at a moment that has passed.
#[test]
fn a_pool_does_not_grow_in_the_past() {
    let runs = json!({ "kind": "pool", "threads": 2, "growthPerSec": 10_000 });
    let client = json!({ "io": { "kind": "eventLoops" }, "application": { "waitUs": 25, "runs": runs } });
    let run = json!({ "warmupMs": 0, "measuredMs": 50 });
    let value = json!({ "run": run, "client": client, "costs": { "profile": "s3-laptop" } });
    let mut simulation = Simulation::new(&scenario(&value));
    let mut before = simulation.now();
    while simulation.advance(u64::MAX, 1) == Status::Events {
        assert!(simulation.now() >= before, "{} comes after {before}", simulation.now());
        before = simulation.now();
    }
    assert!(simulation.world().process.handlers.threads() > 2);
}

/// Code that does nothing is no code: the run is the same to the last event.
#[test]
fn no_code_changes_nothing() {
    let fingerprint = |value: &Value| run(&scenario(value)).fingerprint();
    let plain = callers(10, lettuce(), json!({}));
    for kind in ["eventLoop", "pool"] {
        let value = callers(10, lettuce(), json!({ "runs": { "kind": kind } }));
        assert_eq!(fingerprint(&value), fingerprint(&plain), "{kind}");
    }
}

#[test]
fn only_clients_with_loops_run_code_elsewhere() {
    let codes = |client: Value, runs: Value| {
        let mut client = client;
        client["application"] = json!({ "codeUs": 10.0, "runs": runs });
        let issues = normalize(&json!({ "client": client }).to_string()).issues;
        issues.iter().map(|issue| serde_json::to_value(issue.code).expect("a code")).collect::<Vec<_>>()
    };
    for kind in ["eventLoop", "pool"] {
        assert_eq!(codes(jedis(8), json!({ "kind": kind })), ["SCN-32"]);
        assert_eq!(codes(node(), json!({ "kind": kind })), ["SCN-32"]);
        assert_eq!(codes(lettuce(), json!({ "kind": kind })), Vec::<Value>::new());
    }
    assert_eq!(codes(lettuce(), json!({ "kind": "caller", "holdsConnection": true })), ["SCN-32"]);
}
