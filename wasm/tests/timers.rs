//! Timed waits of threads end as late as the kernel lets them (`timerSlackNs`), to the nanosecond; pauses and arrivals of the load, and
//! timers that somebody polls for in whole milliseconds, do not.

use crate::support::{finished, finished_run, mean_in};
use engine::metric::vocabulary::{Activity, Phase, ThreadClass};
use serde_json::{Value, json};

/// `callers` that are 1 ms away from a server, where nothing but waiting takes time, and timers are late by 0 or 50 µs.
fn waiting(is_late: bool, callers: u32, exec_us: f64, client: &Value, measured_ms: f64) -> Value {
    let mut value = json!({
        "run": { "warmupMs": 0, "measuredMs": measured_ms },
        "workload": {
            "arrivals": { "kind": "closed", "callers": callers },
            "command": { "execUs": { "kind": "constant", "value": exec_us } },
        },
        "client": client,
        "network": { "rttUs": 1000 },
        "costs": { "profile": "ideal", "overrides": { "timerSlackNs": if is_late { 50_000 } else { 0 } } },
    });
    value["client"]["cores"] = json!(64);
    value
}

fn loops(settings: &Value) -> Value {
    let mut io = json!({ "kind": "eventLoops", "loops": 1 });
    io.as_object_mut().expect("an object").extend(settings.as_object().expect("an object").clone());
    json!({ "io": io, "connections": { "kind": "shared" } })
}

/// A server that answers nobody in time: how many requests fail in `measured_ms`, with exact timers and late ones.
fn failures(callers: u32, client: &Value, measured_ms: f64) -> [f64; 2] {
    [false, true].map(|is_late| finished(&waiting(is_late, callers, 1e7, client, measured_ms)).requests.failed)
}

/// A borrower's patience is a futex' timeout: of two callers the one without the connection fails every 1.05 ms.
#[test]
fn a_borrower_is_patient_a_little_longer() {
    let pool = |runtime: &str| {
        let connections = json!({ "kind": "pooled", "maxTotal": 1, "handoff": "fifo", "maxWaitMs": 1 });
        json!({ "runtime": { "kind": runtime }, "connections": connections })
    };
    assert_eq!(failures(2, &pool("threads"), 105.01), [105.0, 100.0]);
    assert_eq!(failures(2, &pool("goroutines"), 105.01), [105.0, 105.0]);
}

/// A pause before another try is a sleep.
#[test]
fn a_back_off_is_a_little_longer() {
    let client = json!({
        "connections": { "kind": "pooled", "maxTotal": 1, "blockWhenExhausted": false },
        "retry": { "maxRetries": 1, "minBackoffMs": 1, "maxBackoffMs": 1 },
    });
    assert_eq!(failures(2, &client, 105.01), [105.0, 100.0]);
}

/// A caller of event loops parks (50 µs); a blocking one polls its socket, which is late by a thousandth of two seconds (2 ms).
#[test]
fn a_limit_of_a_reply_ends_a_little_later() {
    assert_eq!(failures(1, &loops(&json!({ "replyTimeoutMs": 1 })), 105.01), [105.0, 100.0]);
    let blocking = json!({
        "io": { "kind": "blocking", "replyTimeoutMs": 2000 }, "connections": { "kind": "pooled", "maxTotal": 1 },
    });
    assert_eq!(failures(1, &blocking, 2001.9), [1.0, 0.0]);
    assert_eq!(failures(1, &blocking, 2002.1), [1.0, 1.0]);
}

/// Netty waits with nanoseconds for its native epoll; Java's selector counts milliseconds.
#[test]
fn a_delayed_flush_leaves_at_the_end_of_the_slack() {
    let mean = |selector: &str, is_late: bool| {
        let flush = json!({ "flush": { "kind": "delayed", "delayUs": 10 }, "selector": selector });
        let mut value = waiting(is_late, 1, 0.0, &loops(&flush), 100.0);
        value["costs"]["overrides"]["commandNs"] = json!(0);
        finished(&value).response_time.mean_us
    };
    assert_eq!([false, true].map(|is_late| mean("epoll", is_late)), [Some(1010.0), Some(1060.0)]);
    assert_eq!([false, true].map(|is_late| mean("nio", is_late)), [Some(1010.0), Some(1010.0)]);
}

/// Spring's collector sleeps 10.05 ms twice.
#[test]
fn a_sweep_sleeps_a_little_longer() {
    let collect = json!({ "kind": "pollAndSleep", "intervalMs": 10 });
    let client = json!({
        "connections": { "kind": "pooled", "maxTotal": 8 },
        "crossSlot": { "kind": "split", "by": "key", "workers": 1, "collect": collect },
    });
    let mean = |is_late: bool| {
        let mut value = waiting(is_late, 1, 0.0, &client, 500.0);
        value["workload"]["batch"] = json!({ "kind": "multiKey", "size": 5 });
        value["server"] = json!({ "nodes": 5 });
        mean_in(&finished(&value), Phase::FanOut)
    };
    assert_eq!([false, true].map(mean), [20_000.0, 20_100.0]);
}

/// The evictor comes every 10.05 ms.
#[test]
fn an_evictor_comes_a_little_later() {
    let connections = json!({ "kind": "pooled", "maxTotal": 2, "timeBetweenEvictionRunsMs": 10 });
    let looks = |is_late: bool, measured_ms: f64| {
        let value = waiting(is_late, 1, 0.0, &json!({ "connections": connections }), measured_ms);
        let (simulation, _) = finished_run(&value);
        simulation.world().cpu.usage(simulation.now())[ThreadClass::Evictor as usize].calls[Activity::Borrow as usize]
    };
    assert_eq!([false, true].map(|is_late| looks(is_late, 1004.9)), [100, 99]);
    assert_eq!([false, true].map(|is_late| looks(is_late, 1005.1)), [100, 100]);
}

/// What makes the load is exact: nothing changes, to the last event. So are Node's limits and pauses.
#[test]
fn pauses_and_arrivals_and_polled_timers_are_exact() {
    let think = json!({ "kind": "closed", "callers": 3, "thinkUs": { "kind": "exponential", "mean": 500 } });
    let open = json!({ "kind": "open", "ratePerSec": 2000 });
    let pool = json!({ "connections": { "kind": "pooled", "maxTotal": 2 } });
    let mut node = loops(&json!({ "replyTimeoutMs": 1.5, "flush": { "kind": "delayed", "delayUs": 10 } }));
    node["runtime"] = json!({ "kind": "eventLoop" });
    node["retry"] = json!({ "maxRetries": 2, "minBackoffMs": 1, "maxBackoffMs": 4 });
    for (arrivals, client) in [(&think, &pool), (&open, &pool), (&think, &node)] {
        let fingerprint = |is_late: bool| {
            let mut value = waiting(is_late, 1, 600.0, client, 200.0);
            value["workload"]["arrivals"] = arrivals.clone();
            finished_run(&value).0.fingerprint()
        };
        assert_eq!(fingerprint(false), fingerprint(true), "{arrivals} {client}");
    }
}
