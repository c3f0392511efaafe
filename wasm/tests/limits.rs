//! What an event loop, a socket or a ring takes at once, and what becomes of the rest, against numbers computed by hand.

mod support;

use engine::metric::summary::Summary;
use engine::metric::vocabulary::{Activity, Failure, Phase, ThreadClass};
use engine::scenario::issue::IssueCode;
use engine::scenario::normalize::normalize;
use serde_json::{Value, json};
use support::{calls, finished, mean_in};

/// One shared connection, 1 ms away; nothing but waiting takes time.
fn shared(runtime: &str, io: &Value, callers: u32) -> Value {
    json!({
        "run": { "warmupMs": 100, "measuredMs": 1000 },
        "workload": { "arrivals": { "kind": "closed", "callers": callers } },
        "client": { "cores": 64, "runtime": { "kind": runtime }, "io": io, "connections": { "kind": "shared" } },
        "network": { "rttUs": 1000 },
        "costs": { "profile": "ideal" },
    })
}

/// Java's selector reads what each wake-up has written: a lone caller's loop is woken once by it and once by the reply, and only
/// the first is written. Netty's epoll lets the eventfd be (edge-triggered).
#[test]
fn javas_selector_reads_each_wake_up() {
    let lone = |selector: &str| {
        let mut value = shared("threads", &json!({ "kind": "eventLoops", "loops": 1, "selector": selector }), 1);
        value["costs"]["overrides"] = json!({ "socketReadEmptyNs": 300, "eventfdWakeNs": 1000 });
        finished(&value)
    };
    let [epoll, nio] = ["epoll", "nio"].map(lone);
    let mean = |summary: &Summary| summary.response_time.mean_us.expect("requests have completed") * 1000.0;
    assert_eq!(mean(&nio) - mean(&epoll), 300.0);
    let empty = |summary: &Summary| calls(summary, ThreadClass::EventLoop, Activity::ReadEmpty);
    assert_eq!((empty(&epoll), empty(&nio)), (0.0, 1.0));
    assert_eq!(calls(&nio, ThreadClass::Caller, Activity::EventfdWrite), 1.0);
}

/// A loop that never sleeps is never woken, so the two selectors differ by nothing but what has been read already: level-triggered
/// readiness is gone with the data, edge-triggered readiness costs a read() that finds nothing.
#[test]
fn a_busy_loop_has_no_wake_ups_to_read() {
    let busy = |selector: &str| {
        let mut value = shared("threads", &json!({ "kind": "eventLoops", "loops": 1, "selector": selector }), 200);
        value["network"]["rttUs"] = json!(0);
        value["costs"]["overrides"] =
            json!({ "socketWriteNs": 3000, "socketReadNs": 1000, "loopTaskNs": 700, "commandNs": 500 });
        finished(&value)
    };
    let nio = busy("nio");
    assert!(calls(&nio, ThreadClass::EventLoop, Activity::ReadEmpty) < 0.01, "{:?}", nio.syscalls);
}

/// Netty 4.1 with `ioRatio`: while tasks wait, they get (100 − r)/r of the time that sockets took, in steps of 64 tasks; with 100 all
/// of them run first. The less tasks get, the oftener the sockets are looked at.
#[test]
fn the_io_ratio_divides_a_loops_time() {
    let polls = |ratio: u32| {
        let mut value = shared("threads", &json!({ "kind": "eventLoops", "loops": 1, "ioRatio": ratio }), 2000);
        value["client"]["cores"] = json!(256);
        value["run"] = json!({ "warmupMs": 20, "measuredMs": 100 });
        value["network"]["rttUs"] = json!(100);
        value["costs"]["overrides"] = json!({ "socketWriteNs": 1000, "loopDecodeNs": 3000, "epollWaitNs": 100 });
        calls(&finished(&value), ThreadClass::EventLoop, Activity::EpollWait)
    };
    let [fifty, ninety, most, hundred] = [50, 90, 99, 100].map(polls);
    assert!(ninety > 5.0 * fifty && most >= ninety, "{fifty} {ninety} {most}");
    assert!(hundred <= 1.1 * fifty, "{hundred} {fifty}");
}

/// 10 callers, room for 4: at most four requests are under way at any time and the others fail at once; after 1 ms they ask again.
#[test]
fn who_finds_the_queue_full_fails_at_once() {
    let pause = json!({ "kind": "constant", "value": 1000 });
    for (runtime, flush) in [("threads", "everyCommand"), ("eventLoop", "drained")] {
        let limited = |limit: u32| {
            let io = json!({ "kind": "eventLoops", "loops": 1, "flush": { "kind": flush }, "requestQueueSize": limit });
            let mut value = shared(runtime, &io, 10);
            value["workload"]["arrivals"]["thinkUs"] = pause.clone();
            finished(&value)
        };
        let summary = limited(4);
        let failures: Vec<_> =
            summary.requests.failures.iter().map(|count| (count.failure, count.count > 0.0)).collect();
        assert_eq!(failures, [(Failure::QueueFull, true)]);
        // Never more than four at once, each for a round trip.
        assert!(summary.little.mean_in_progress <= 4.0 + 1e-9, "{:?}", summary.little);
        assert!((1900.0..=4000.0).contains(&summary.throughput.per_sec), "{:?}", summary.throughput);
        let free = limited(10);
        assert_eq!(free.requests.failed, 0.0);
        assert!((free.throughput.per_sec - 5000.0).abs() <= 10.0, "{:?}", free.throughput);
        assert_eq!(free.fingerprint, limited(0).fingerprint, "a limit that nobody meets changes nothing");
    }
}

/// A pipeline counts with all of its commands.
#[test]
fn a_batch_needs_room_for_all_of_its_commands() {
    let io = |limit: u32| json!({ "kind": "eventLoops", "loops": 1, "requestQueueSize": limit });
    let failed = |limit: u32| {
        let mut value = shared("threads", &io(limit), 1);
        value["workload"]["arrivals"]["thinkUs"] = json!({ "kind": "constant", "value": 1000 });
        value["workload"]["batch"] = json!({ "kind": "pipeline", "size": 20 });
        let requests = finished(&value).requests;
        (requests.failed > 0.0, requests.completed > 0.0)
    };
    assert_eq!((failed(19), failed(20)), ((true, false), (false, true)));
}

/// node-redis writes until its socket asks to be drained, and goes on in the next turn. The first caller is a turn ahead of the others,
/// whose 99 commands of 35 bytes are 3465 bytes: four turns of 1000.
#[test]
fn nodes_socket_is_drained_turn_by_turn() {
    let with = |mark: u32| {
        let io =
            json!({ "kind": "eventLoops", "loops": 1, "flush": { "kind": "drained" }, "highWaterMarkBytes": mark });
        let mut value = shared("eventLoop", &io, 100);
        value["costs"]["overrides"] = json!({ "socketWriteNs": 3000 });
        finished(&value)
    };
    let writes = |summary: &Summary| (calls(summary, ThreadClass::EventLoop, Activity::Write) * 100.0).round();
    assert_eq!((writes(&with(0)), writes(&with(3465)), writes(&with(1000))), (2.0, 2.0, 5.0));
}

/// 30 goroutines on a ring of 10 places: at most ten are between ring and answer, the others stand in line, each in its turn.
#[test]
fn a_full_ring_lets_its_callers_wait_in_line() {
    let with = |size: u32| finished(&shared("goroutines", &json!({ "kind": "writerReader", "ringSize": size }), 30));
    let full = with(10);
    assert!((full.throughput.per_sec - 10_000.0).abs() <= 20.0, "{:?}", full.throughput);
    assert!((mean_in(&full, Phase::Prepare) - 2000.0).abs() < 10.0, "{}", mean_in(&full, Phase::Prepare));
    assert!(full.response_time.max_us < Some(3010.0), "nobody is overtaken: {:?}", full.response_time.max_us);
    assert!((with(30).throughput.per_sec - 30_000.0).abs() <= 60.0);
    assert_eq!(with(30).fingerprint, with(1024).fingerprint, "free places change nothing");
}

/// go-redis' AutoPipeline: one batch at a time, so 90 callers whose batches hold 30 commands need three round trips for a turn
/// of all; and 90 commands leave in three writes.
#[test]
fn batches_wait_for_each_other() {
    let with = |most: u32| finished(&shared("goroutines", &json!({ "kind": "writerReader", "maxBatch": most }), 90));
    let writes = |summary: &Summary| calls(summary, ThreadClass::Writer, Activity::Write) * 90.0;
    let batched = with(30);
    assert!((batched.throughput.per_sec - 30_000.0).abs() <= 60.0, "{:?}", batched.throughput);
    assert!((writes(&batched) - 3.0).abs() < 0.1, "{}", writes(&batched));
    // With room for all, who asks while a batch is under way waits for the next: a command takes up to two round trips, not one as when
    // nobody waits.
    let (roomy, free) = (with(300), with(0));
    assert!((44_900.0..90_180.0).contains(&roomy.throughput.per_sec), "{:?}", roomy.throughput);
    assert!(roomy.response_time.max_us <= Some(2000.0), "{:?}", roomy.response_time.max_us);
    assert!((free.throughput.per_sec - 90_000.0).abs() <= 180.0, "{:?}", free.throughput);
    let mut pipeline = shared("goroutines", &json!({ "kind": "writerReader", "maxBatch": 30 }), 1);
    pipeline["workload"]["batch"] = json!({ "kind": "pipeline", "size": 75 });
    // A pipeline is cut too: 30, 30 and 15 commands, a round trip each.
    assert_eq!(finished(&pipeline).response_time.mean_us, Some(3000.0));
}

/// A setting that nothing looks at is refused, with the value that says nothing.
#[test]
fn settings_without_effect_are_refused() {
    let refused = |client: Value| {
        let issues = normalize(&json!({ "client": client }).to_string()).issues;
        issues.into_iter().map(|issue| (issue.code, issue.path, issue.nearest)).collect::<Vec<_>>()
    };
    let shared = json!({ "kind": "shared" });
    let one = |path: &str, nearest: f64| vec![(IssueCode::NoEffect, path.to_owned(), Some(nearest))];
    let loops = |differs: Value| {
        let mut io = json!({ "kind": "eventLoops" });
        io.as_object_mut().expect("it is an object").extend(differs.as_object().expect("so is this").clone());
        io
    };
    let io = loops(json!({ "ioRatio": 70, "taskFairness": "netty42" }));
    assert_eq!(refused(json!({ "io": io, "connections": shared })), one("client.io.ioRatio", 50.0));
    let io = loops(json!({ "requestQueueSize": 9 }));
    assert_eq!(refused(json!({ "io": io })), one("client.io.requestQueueSize", 0.0));
    assert_eq!(refused(json!({ "io": io, "connections": shared })), []);
    let io = loops(json!({ "highWaterMarkBytes": 16384, "flush": { "kind": "drained" } }));
    assert_eq!(refused(json!({ "io": io, "connections": shared })), one("client.io.highWaterMarkBytes", 0.0));
    // Only the loop of Netty has the settings of Netty.
    let io = loops(json!({ "loops": 1, "selector": "nio" }));
    let own = refused(json!({ "runtime": { "kind": "eventLoop" }, "io": io, "connections": shared }));
    assert_eq!(own, [(IssueCode::NoEffect, "client.io.selector".to_owned(), None)]);
    let two = refused(
        json!({ "runtime": { "kind": "eventLoop" }, "io": loops(json!({ "loops": 2 })), "connections": shared }),
    );
    assert_eq!(two, [(IssueCode::CallbacksElsewhere, "client.io".to_owned(), None)]);
    // A closed loop whose requests fail without anything taking time would never end.
    let io = loops(json!({ "requestQueueSize": 1 }));
    let endless = json!({ "client": { "io": io, "connections": shared }, "costs": { "profile": "ideal" } });
    let codes: Vec<_> = normalize(&endless.to_string()).issues.into_iter().map(|issue| issue.code).collect();
    assert_eq!(codes, [IssueCode::NothingTakesTime]);
}
