//! Tests the limits of one turn of an event loop, a socket or a ring, against numbers computed by hand.

use crate::support::{calls, finished, finished_run, mean_in, scenario};
use engine::metric::summary::{Summary, SyscallRate};
use engine::metric::vocabulary::{Activity, Failure, Phase, ThreadClass};
use engine::scenario::issue::IssueCode;
use engine::scenario::normalize::normalize;
use engine::scenario::writes;
use proptest::prelude::*;
use serde_json::{Value, json};

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
/// whose 99 commands of 35 bytes are 3465 bytes: four turns of 1000 and a little more.
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
    let of = [0, 3465, 1000, 50].map(|mark| writes(&with(mark)));
    assert_eq!(of, [2.0, 2.0, 5.0, 51.0], "commands are not cut: two of them fill 50 bytes");
}

/// 30 goroutines on a ring of 10 places: at most ten are between ring and answer, the others stand in line, each in its turn.
#[test]
fn a_full_ring_lets_its_callers_wait_in_line() {
    let with = |size: u32| finished(&shared("goroutines", &json!({ "kind": "writerReader", "ringSize": size }), 30));
    let full = with(10);
    assert!((full.throughput.per_sec - 10_000.0).abs() <= 20.0, "{:?}", full.throughput);
    assert!((mean_in(&full, Phase::TaskQueue) - 2000.0).abs() < 10.0, "{}", mean_in(&full, Phase::TaskQueue));
    let later = full.longest_queue.iter().skip(100);
    assert_eq!(later.max(), Some(&20), "those in line are the longest queue");
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
    // Two loops would also have the one connection in common.
    let in_common = (IssueCode::LoopsInCommon, "client.io.loops".to_owned(), None);
    assert_eq!(two, [(IssueCode::CallbacksElsewhere, "client.io".to_owned(), None), in_common]);
    // A closed loop whose requests fail without anything taking time would never end.
    let io = loops(json!({ "requestQueueSize": 1 }));
    let endless = json!({ "client": { "io": io, "connections": shared }, "costs": { "profile": "ideal" } });
    let codes: Vec<_> = normalize(&endless.to_string()).issues.into_iter().map(|issue| issue.code).collect();
    assert_eq!(codes, [IssueCode::NothingTakesTime]);
}

fn given_up(summary: &Summary) -> f64 {
    let failures = &summary.requests.failures;
    failures.iter().find(|count| count.failure == Failure::ReplyTimeout).map_or(0.0, |count| count.count)
}

/// One caller, a command that takes 5 ms, a limit of 3 ms and a round trip of 1: it gives up 3 ms after it began to wait, asks again at once and
/// waits behind what it has given up. So the answers come later and later, each to nobody, and the server works all the time.
#[test]
fn a_command_that_is_given_up_keeps_its_place_on_its_connection() {
    let watched =
        [json!({ "kind": "none" }), json!({ "kind": "timerWheel" }), json!({ "kind": "executor", "threads": 1 })];
    let netty = watched.map(|kind| ("threads", kind));
    let clients: Vec<_> = netty.into_iter().chain([("eventLoop", json!({ "kind": "none" }))]).collect();
    let pool = json!({ "kind": "pooled", "maxTotal": 1 });
    for ((runtime, watch), pooled) in clients.iter().flat_map(|client| [(client, false), (client, true)]) {
        let io = json!({ "kind": "eventLoops", "loops": 1, "replyTimeoutMs": 3, "timeoutScheduler": watch });
        let mut value = shared(runtime, &io, 1);
        if pooled {
            value["client"]["connections"].clone_from(&pool);
        }
        value["run"] = json!({ "warmupMs": 0, "measuredMs": 299.5 });
        value["workload"]["command"] = json!({ "execUs": { "kind": "constant", "value": 5000 } });
        let (simulation, summary) = finished_run(&value);
        assert_eq!((summary.requests.completed, given_up(&summary)), (0.0, 99.0), "{runtime} {watch}");
        // What was given up is thrown away when its answer is read, one after the other.
        let read = simulation.world().meters[0].messages_read[1];
        assert!((30..60).contains(&read), "{runtime} {watch}: {read} answers");
        assert_eq!(u64::from(simulation.world().reply_timeouts.count()), 99 - read, "{runtime} {watch}");
        let main = summary.threads.iter().find(|group| group.class == ThreadClass::ServerMain).expect("it is there");
        assert!(main.shares.user > 0.99, "{:?}", main.shares);
    }
}

/// An executor's thread ends the command itself, and wakes its caller; with a wheel the caller has long gone on when its thread looks.
#[test]
fn an_executor_ends_commands_and_wakes_their_callers() {
    let watched = |kind: &str| {
        let io = json!({ "kind": "eventLoops", "replyTimeoutMs": 3, "timeoutScheduler": { "kind": kind } });
        let mut value = shared("threads", &io, 1);
        value["network"]["rttUs"] = json!(10_000);
        finished(&value)
    };
    let wakes = |summary: &Summary| {
        let is_wake = |rate: &&SyscallRate| rate.class == ThreadClass::Timer && rate.syscall == Activity::FutexWake;
        summary.syscalls.iter().filter(is_wake).count()
    };
    let [none, wheel, executor] = ["none", "timerWheel", "executor"].map(watched);
    assert_eq!([&none, &wheel, &executor].map(wakes), [0, 0, 1]);
    assert_eq!(given_up(&none), given_up(&executor));
}

/// Netty's loop does not write what was given up before it came to it; Node has handed everything to its socket.
#[test]
fn what_is_given_up_in_the_queue_is_not_written() {
    let io = |runtime: &str| {
        let io = json!({ "kind": "eventLoops", "loops": 1, "replyTimeoutMs": 1 });
        let mut value = shared(runtime, &io, 50);
        value["run"] = json!({ "warmupMs": 0, "measuredMs": 100 });
        // A loop that takes 0.2 ms for each command comes to five in the time.
        value["costs"]["overrides"] = json!({ "loopTaskNs": 200_000, "nodeJsCallbackNs": 100_000 });
        value["workload"]["arrivals"]["thinkUs"] = json!({ "kind": "constant", "value": 20_000 });
        let (simulation, summary) = finished_run(&value);
        (summary, simulation.world().meters[0].messages_sent[0] as f64)
    };
    let (netty, sent) = io("threads");
    assert!(sent < 0.2 * netty.requests.issued, "{sent} of {} were written", netty.requests.issued);
    assert_eq!(netty.requests.completed + given_up(&netty) + netty.requests.in_progress_at_end, netty.requests.issued);
    let (node, sent) = io("eventLoop");
    assert!(given_up(&node) > 0.0 && sent > 0.9 * node.requests.issued, "{sent} of {}", node.requests.issued);
}

/// What comes within the limit is what would come without one.
#[test]
fn a_limit_that_no_answer_exceeds_changes_nothing() {
    for (runtime, flush) in [("threads", "everyCommand"), ("eventLoop", "drained"), ("eventLoop", "oneInFlight")] {
        let with = |limit: u32| {
            let io = json!({ "kind": "eventLoops", "loops": 1, "flush": { "kind": flush }, "replyTimeoutMs": limit });
            let mut value = shared(runtime, &io, 40);
            value["costs"] = json!({ "profile": "linux-server" });
            finished(&value)
        };
        let (without, with) = (with(0), with(50));
        assert_eq!((without.phases, without.requests, without.syscalls), (with.phases, with.requests, with.syscalls));
    }
}

/// A server that stands still is asked again and again. Beyond what there is room for, callers wait on, so that memory stays bounded.
#[test]
fn a_server_that_stands_still_does_not_fill_the_memory() {
    let io = json!({ "kind": "eventLoops", "loops": 1, "replyTimeoutMs": 0.001 });
    let mut value = shared("threads", &io, 500);
    value["workload"]["command"] = json!({ "requestBytes": 1000, "execUs": { "kind": "constant", "value": 1e7 } });
    value["run"] = json!({ "warmupMs": 0, "measuredMs": 5 });
    let (simulation, summary) = finished_run(&value);
    let (late, most) =
        (simulation.world().reply_timeouts.count(), simulation.plan().clients[0].loop_rules.max_abandoned);
    assert_eq!((late, most), (16_384, 16_384));
    assert_eq!(summary.requests.issued, summary.requests.failed + summary.requests.in_progress_at_end);
    value["workload"]["batch"] = json!({ "kind": "pipeline", "size": 1000 });
    value["workload"]["command"] = json!({ "execUs": { "kind": "constant", "value": 1e7 } });
    let (simulation, _) = finished_run(&value);
    assert_eq!(
        (simulation.world().reply_timeouts.count(), simulation.plan().clients[0].loop_rules.max_abandoned),
        (500, 500)
    );
}

/// One connection in a pool of a loop, two callers, a command of 5 ms, a round trip of 1 and a limit of 4. Whoever gives up gives the connection
/// back as it is: the next borrower's command waits behind what was given up, and is given up, too. Of a transaction in two
/// round trips the second is missing: such a connection is closed.
#[test]
fn a_pool_of_a_loop_lends_a_connection_whose_answer_is_still_to_come() {
    let of = |batch: Value| {
        let mut value = shared("threads", &json!({ "kind": "eventLoops", "loops": 1, "replyTimeoutMs": 4 }), 2);
        value["client"]["connections"] = json!({ "kind": "pooled", "maxTotal": 1, "handoff": "fifo" });
        value["workload"]["batch"] = batch;
        value["workload"]["command"] = json!({ "execUs": { "kind": "constant", "value": 5000 } });
        value["run"] = json!({ "warmupMs": 0, "measuredMs": 199 });
        let (simulation, summary) = finished_run(&value);
        let closed = summary.syscalls.iter().any(|rate| rate.syscall == Activity::Close);
        (summary.requests.completed, given_up(&summary), closed, simulation.world().process.pools[0].open())
    };
    assert_eq!(of(json!({ "kind": "none" })), (0.0, 49.0, false, 1));
    let (_, _, closed, open) = of(json!({ "kind": "transaction", "size": 1, "roundTrips": 2 }));
    assert!(closed && open <= 1);
}

#[test]
fn a_limit_that_nobody_keeps_is_refused() {
    let issues = |client: Value| {
        let batch = json!({ "kind": "multiKey", "size": 5 });
        let text = json!({ "client": client, "workload": { "batch": batch }, "server": { "nodes": 3 } }).to_string();
        normalize(&text).issues.into_iter().map(|issue| (issue.code, issue.path, issue.nearest)).collect::<Vec<_>>()
    };
    let io = json!({ "kind": "eventLoops", "replyTimeoutMs": 5 });
    let refused = [(IssueCode::NoEffect, "client.io.replyTimeoutMs".to_owned(), Some(0.0))];
    let shared = json!({ "kind": "shared" });
    let split = |workers: u32| json!({ "kind": "split", "workers": workers });
    assert_eq!(issues(json!({ "io": io, "connections": shared, "crossSlot": split(0) })), refused);
    assert_eq!(issues(json!({ "io": io, "connections": shared, "crossSlot": split(2) })), []);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// What bounds the memory of a run knows how often a client with a small buffer calls write(): to the call for commands by
    /// themselves and in pipelines of Java, whether their arguments fit or not. No more are made by Go, which fills its buffer before an
    /// argument is written past it, and of a command on many keys, whose size is taken as a sum.
    #[test]
    fn a_small_buffer_makes_as_many_writes_as_are_reckoned_with(
        buffer in 1u32..120, beyond in -40i64..90, size in 1u32..6, kind in 0usize..3, is_go in any::<bool>()
    ) {
        let bytes = (i64::from(buffer) + beyond).clamp(1, 400) as u32;
        let batch = [json!({ "kind": "none" }), json!({ "kind": "pipeline", "size": size }), json!({ "kind": "multiKey", "size": size })];
        let runtime = if is_go { json!({ "kind": "goroutines", "gomaxprocs": 1 }) } else { json!({ "kind": "threads" }) };
        let value = json!({
            "run": { "warmupMs": 0, "measuredMs": 3.5 },
            "workload": {
                "arrivals": { "kind": "closed", "callers": 1 }, "batch": batch[kind], "command": { "requestBytes": bytes }
            },
            "client": { "cores": 4, "runtime": runtime, "io": { "kind": "blocking", "bufferBytes": buffer } },
            "network": { "rttUs": 1000 },
            "costs": { "profile": "ideal" },
        });
        let (simulation, _) = finished_run(&value);
        let usage = simulation.world().cpu.usage(simulation.now());
        let of = |class: ThreadClass| usage[class as usize].calls[Activity::Write as usize];
        let called = of(ThreadClass::Caller) + of(ThreadClass::Carrier);
        // The fourth request has been written and is on its way at the end.
        let reckoned = 4 * writes(&scenario(&value).workload.batch, bytes, buffer);
        prop_assert!(called <= reckoned, "{called} calls, {reckoned} reckoned with");
        prop_assert!(kind == 2 || is_go || called == reckoned, "{called} calls, {reckoned} reckoned with");
    }
}
