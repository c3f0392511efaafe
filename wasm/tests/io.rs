//! Who makes which socket call when: flush policies, timeouts of commands, fairness of event loops, blocking without poll().

use crate::support::{calls, finished, mean_in};
use engine::metric::summary::Summary;
use engine::metric::vocabulary::{Activity, Phase, ThreadClass};
use serde_json::{Value, json};

/// One shared connection and one event loop, 1 ms away; nothing but waiting takes time.
fn shared(callers: u32, io: &Value) -> Value {
    let mut loops = json!({ "kind": "eventLoops", "loops": 1 });
    loops.as_object_mut().expect("it is an object").extend(io.as_object().expect("so is this").clone());
    json!({
        "run": { "warmupMs": 100, "measuredMs": 1000 },
        "workload": { "arrivals": { "kind": "closed", "callers": callers } },
        "client": { "cores": 64, "io": loops, "connections": { "kind": "shared" } },
        "network": { "rttUs": 1000 },
        "costs": { "profile": "ideal" },
    })
}

/// A run for factors rather than per cent.
fn short() -> Value {
    json!({ "warmupMs": 20, "measuredMs": 100 })
}

fn loop_writes(summary: &Summary) -> f64 {
    calls(summary, ThreadClass::EventLoop, Activity::Write)
}

/// A batch of 600 commands leaves in 600 writes, in 600/25, or in as many as it takes at 256 a write.
#[test]
fn a_batch_is_written_as_the_flush_policy_says() {
    for (flush, writes) in [
        (json!({ "kind": "everyCommand" }), 600.0),
        (json!({ "kind": "explicit", "commands": 25 }), 24.0),
        (json!({ "kind": "explicit", "commands": 1000 }), 1.0),
        (json!({ "kind": "drained" }), 3.0),
        (json!({ "kind": "delayed", "delayUs": 50 }), 3.0),
    ] {
        let mut value = shared(1, &json!({ "flush": flush, "taskFairness": "netty42" }));
        value["workload"]["batch"] = json!({ "kind": "pipeline", "size": 600 });
        let summary = finished(&value);
        assert!((loop_writes(&summary) / writes - 1.0).abs() < 0.01, "{flush}: {}", loop_writes(&summary));
    }
}

/// C-7: a delay costs a lone caller just that delay, and it shows as such.
#[test]
fn a_delayed_flush_delays_a_lone_command() {
    let summary = finished(&shared(1, &json!({ "flush": { "kind": "delayed", "delayUs": 250 } })));
    assert_eq!(mean_in(&summary, Phase::FlushWait), 250.0);
    assert_eq!(summary.response_time.mean_us, Some(1250.0));
    let summary = finished(&shared(1, &json!({ "flush": { "kind": "drained" } })));
    assert_eq!((mean_in(&summary, Phase::FlushWait), summary.response_time.mean_us), (0.0, Some(1000.0)));
}

/// A loop whose time goes into write() serves several times as many commands when it writes what is queued together
/// (phenomenon 6 of the survey of mechanisms).
#[test]
fn writing_together_lifts_the_ceiling_of_a_loop() {
    let throughput = |flush: Value| {
        let mut value = shared(200, &json!({ "flush": flush }));
        value["network"]["rttUs"] = json!(50);
        let costs = json!({ "socketWriteNs": 6500, "socketReadNs": 1000, "loopTaskNs": 700, "loopDecodeNs": 500 });
        value["costs"]["overrides"] = costs;
        value["run"] = short();
        finished(&value).throughput.per_sec
    };
    let every = throughput(json!({ "kind": "everyCommand" }));
    assert!((100e3..150e3).contains(&every), "{every}");
    for flush in [json!({ "kind": "drained" }), json!({ "kind": "delayed", "delayUs": 20 })] {
        let together = throughput(flush.clone());
        assert!(together > 4.0 * every, "{flush}: {together} against {every}");
    }
}

/// S0-34: who puts the first task into an empty queue wakes its thread; at low load that is the caller for each command and
/// the loop for each reply. A wheel is never woken.
#[test]
fn an_executor_of_timeouts_is_woken_twice_a_command_and_a_wheel_never() {
    for (timeout, woken) in [
        (json!({ "kind": "none" }), 0.0),
        (json!({ "kind": "timerWheel" }), 0.0),
        (json!({ "kind": "executor", "threads": 3 }), 1.0),
    ] {
        let summary = finished(&shared(1, &json!({ "timeoutScheduler": timeout })));
        assert!((calls(&summary, ThreadClass::Caller, Activity::FutexWake) - woken).abs() < 0.01, "{timeout}");
        // The other one wakes the caller.
        assert!((calls(&summary, ThreadClass::EventLoop, Activity::FutexWake) - woken - 1.0).abs() < 0.01, "{timeout}");
        let timers = summary.threads.iter().find(|group| group.class == ThreadClass::Timer);
        let waits = timers.map_or(0.0, |group| group.waits_per_request.expect("requests have completed"));
        assert!((waits - 2.0 * woken).abs() < 0.02, "{timeout}: {waits} waits");
    }
}

/// Whoever wakes a timer's thread takes an idle core out of its sleep, and pays for that as for any other thread: the caller on the
/// way out, the loop before it wakes the caller.
#[test]
fn who_wakes_a_thread_of_the_executor_interrupts_an_idle_core() {
    let mean_us = |timeout: Value| {
        let mut value = shared(1, &json!({ "timeoutScheduler": timeout }));
        value["costs"]["overrides"] = json!({ "ipiNs": 1000 });
        finished(&value).response_time.mean_us.expect("requests have completed")
    };
    let longer = mean_us(json!({ "kind": "executor", "threads": 3 })) - mean_us(json!({ "kind": "timerWheel" }));
    assert!((longer - 2.0).abs() < 0.01, "{longer} µs");
}

/// L-1, L-3: timeouts cost throughput, with an executor more than with a wheel.
#[test]
fn timeouts_cost_throughput_and_a_wheel_less_than_an_executor() {
    let throughput = |timeout: Value| {
        let mut value = shared(50, &json!({ "timeoutScheduler": timeout }));
        value["client"]["cores"] = json!(8);
        value["network"]["rttUs"] = json!(0);
        value["server"]["host"] = json!({ "kind": "client" });
        value["costs"] = json!({ "profile": "linux-server" });
        value["run"] = short();
        finished(&value).throughput.per_sec
    };
    let results =
        [json!({ "kind": "executor", "threads": 8 }), json!({ "kind": "timerWheel" }), json!({ "kind": "none" })]
            .map(throughput);
    assert!(results.is_sorted(), "{results:?}");
    assert!(results[1] > 1.1 * results[0], "{results:?}");
}

/// A loop of netty 4.1 looks at its sockets between tasks, one of 4.2 when none is left.
#[test]
fn a_flood_of_tasks_holds_up_the_sockets_of_netty_42() {
    let polls = |fairness: &str| {
        let mut value = shared(2, &json!({ "taskFairness": fairness }));
        value["workload"]["batch"] = json!({ "kind": "pipeline", "size": 5_000 });
        value["costs"]["overrides"] = json!({ "loopTaskNs": 1000 });
        value["run"] = short();
        calls(&finished(&value), ThreadClass::EventLoop, Activity::EpollWait)
    };
    let [before, now] = ["netty41", "netty42"].map(polls);
    assert!(before > 10.0 * now, "{before} and {now} polls a batch");
}

/// Four system calls a command with a socket timeout since JDK 13, three before, two without.
#[test]
fn how_a_blocking_caller_waits_decides_how_many_calls_it_makes() {
    for (poll, read_first, total) in [(true, true, 4.0), (true, false, 3.0), (false, true, 2.0), (false, false, 2.0)] {
        let mut value = shared(4, &json!({}));
        value["client"]["io"] = json!({ "kind": "blocking", "pollBeforeRead": poll, "readFirst": read_first });
        value["client"]["connections"] = json!({ "kind": "pooled", "maxTotal": 4 });
        let summary = finished(&value);
        let all = [Activity::Write, Activity::ReadEmpty, Activity::Poll, Activity::Read];
        let made: f64 = all.map(|call| calls(&summary, ThreadClass::Caller, call)).iter().sum();
        assert!((made - total).abs() < 0.01, "{made} calls");
        assert_eq!(summary.response_time.mean_us, Some(1000.0));
    }
}

/// A pipeline of 100 commands of 100 bytes leaves in as many write() as it fills buffers, and its replies come in as many reads.
#[test]
fn the_buffer_decides_how_many_calls_a_pipeline_takes() {
    let writes_and_reads = |runtime: Value, buffer: u32| {
        let mut value = shared(1, &json!({}));
        value["client"]["runtime"] = runtime;
        value["client"]["io"] = json!({ "kind": "blocking", "bufferBytes": buffer });
        value["client"]["connections"] = json!({ "kind": "pooled", "maxTotal": 1 });
        value["workload"]["batch"] = json!({ "kind": "pipeline", "size": 100 });
        value["workload"]["command"] = json!({ "requestBytes": 100, "replyBytes": 90 });
        let summary = finished(&value);
        [Activity::Write, Activity::Read].map(|call| calls(&summary, ThreadClass::Caller, call).round())
    };
    let [java, go] = [json!({ "kind": "threads" }), json!({ "kind": "goroutines", "gomaxprocs": 1 })];
    assert_eq!([0, 8192, 4096, 32_768].map(|buffer| writes_and_reads(java.clone(), buffer)[0]), [2.0, 2.0, 3.0, 1.0]);
    assert_eq!([0, 32_768].map(|buffer| writes_and_reads(go.clone(), buffer)[0]), [3.0, 1.0]);
    assert!(writes_and_reads(java.clone(), 1024)[1] > writes_and_reads(java, 0)[1]);
}

/// One caller on a connection of its own, in Java, in Go with go-redis or with redigo.
fn blocking(client: &str, workload: Value) -> Summary {
    let mut value = shared(1, &json!({}));
    value["client"]["io"] = json!({ "kind": "blocking" });
    value["client"]["connections"] = json!({ "kind": "pooled", "maxTotal": 1, "handoff": "fifo" });
    if client != "jedis" {
        value["client"]["runtime"] = json!({ "kind": "goroutines", "gomaxprocs": 1 });
    }
    if client == "go-redis" {
        value["client"]["connections"]["checkOnGet"] = json!("peek");
    }
    let all = value["workload"].as_object_mut().expect("it is an object");
    all.extend(workload.as_object().expect("so is this").clone());
    finished(&value)
}

/// Java fills its 8 KiB each time. Go fills 4096 bytes, which say how large the value is, and reads the rest of it past the buffer, go-redis with
/// the end of its line, which redigo then asks for. Values that fit into the buffer come through it.
#[test]
fn a_reply_larger_than_the_buffer_is_read_past_it_in_go_only() {
    let reads = |client: &str, reply: u32, batch: Value| {
        let workload = json!({ "command": { "requestBytes": 27, "replyBytes": reply }, "batch": batch });
        calls(&blocking(client, workload), ThreadClass::Caller, Activity::Read).round()
    };
    let of_all =
        |reply, batch: Value| ["jedis", "go-redis", "redigo"].map(|client| reads(client, reply, batch.clone()));
    // 7.3 × 8192; 4096 + 55 904; 4096 + 55 902 + 2.
    assert_eq!(of_all(60_000, json!({ "kind": "none" })), [8.0, 2.0, 3.0]);
    // What is missing after the first 4096 fits into the buffer, or just does not.
    assert_eq!(of_all(8191, json!({ "kind": "none" })), [1.0, 2.0, 2.0]);
    assert_eq!(of_all(8194, json!({ "kind": "none" })), [2.0, 2.0, 3.0]);
    // Each value anew; what fills the buffer first begins with the end of the one before, which redigo has left.
    assert_eq!(of_all(10_000, json!({ "kind": "pipeline", "size": 5 })), [7.0, 10.0, 11.0]);
    assert_eq!(of_all(20_000, json!({ "kind": "multiKey", "size": 3 })), [8.0, 6.0, 7.0]);
    assert_eq!(of_all(100, json!({ "kind": "multiKey", "size": 100 })), [2.0, 3.0, 3.0]);
}

/// Arrays that are smaller than their own head are still read buffer by buffer. Each write() of 8 bytes brings 32, the last one 12.
#[test]
fn go_reads_arrays_of_almost_nothing_by_its_buffer() {
    let mut value = shared(1, &json!({}));
    value["client"]["runtime"] = json!({ "kind": "goroutines", "gomaxprocs": 1 });
    value["client"]["io"] = json!({ "kind": "blocking", "bufferBytes": 8 });
    value["client"]["connections"] = json!({ "kind": "pooled", "maxTotal": 1 });
    value["workload"]["batch"] = json!({ "kind": "pipeline", "size": 35 });
    value["workload"]["command"] = json!({ "requestBytes": 1, "replyBytes": 4, "elements": 2 });
    assert_eq!(calls(&finished(&value), ThreadClass::Caller, Activity::Read).round(), 18.0);
}

/// What is before a large argument, the argument, and the end of its line, which leaves with what follows.
#[test]
fn an_argument_as_large_as_the_buffer_is_written_past_it() {
    let writes = |client: &str, request: u32, batch: Value| {
        let workload = json!({ "command": { "requestBytes": request, "replyBytes": 5 }, "batch": batch });
        calls(&blocking(client, workload), ThreadClass::Caller, Activity::Write).round()
    };
    let of_both = |request, batch: Value| ["jedis", "redigo"].map(|client| writes(client, request, batch.clone()));
    let one = json!({ "kind": "none" });
    // 35 + 99 963 + 2; 4096 + 95 902 + 2.
    assert_eq!(of_both(100_000, one.clone()), [3.0, 3.0]);
    // 8191 bytes do not fill the buffer of Java, 8192 do. Go: 4096 + 4132, of which the end of the line is written by itself.
    assert_eq!(of_both(35 + 8191 + 2, one.clone()), [2.0, 3.0]);
    assert_eq!(of_both(35 + 8192 + 2, one.clone()), [3.0, 3.0]);
    // Go: 4096 + 1904, which fit into the buffer.
    assert_eq!(of_both(6000, one), [1.0, 2.0]);
    // The end of a line leaves with the head of the next command.
    assert_eq!(of_both(100_000, json!({ "kind": "pipeline", "size": 10 })), [21.0, 21.0]);
    // Many small arguments fill one buffer after the other.
    assert_eq!(of_both(33, json!({ "kind": "multiKey", "size": 1000 })), [3.0, 5.0]);
}

/// Keys of one command are encoded, and elements of an array decoded, one by one, each for half the price of a command.
#[test]
fn values_of_a_batch_cost_the_client_half_a_command_each() {
    let clients = [json!({ "kind": "blocking" }), json!({ "kind": "eventLoops", "loops": 1 })];
    for (batch, commands, replies, keys, elements) in [
        (json!({ "kind": "pipeline", "size": 101 }), 101.0, 101.0, 0.0, 0.0),
        (json!({ "kind": "multiKey", "size": 101 }), 1.0, 1.0, 100.0, 100.0),
        (json!({ "kind": "multiKey", "size": 101, "replyPerKey": false }), 1.0, 1.0, 100.0, 0.0),
        (json!({ "kind": "transactionInPipeline", "size": 101 }), 103.0, 103.0, 0.0, 100.0),
    ] {
        for io in &clients {
            let mut value = shared(1, &json!({}));
            value["client"]["io"] = io.clone();
            value["client"]["connections"] = json!({ "kind": "pooled", "maxTotal": 1 });
            value["workload"]["batch"] = batch.clone();
            value["costs"]["overrides"] =
                json!({ "encodeNs": 2000, "dispatchNs": 2000, "decodeNs": 1000, "loopDecodeNs": 1000 });
            let work = 2.0 * (commands + keys / 2.0) + replies + elements / 2.0;
            assert_eq!(finished(&value).response_time.mean_us, Some(1000.0 + work), "{batch} {io}");
        }
    }
}

/// A connection begins and ends without a command: where commands are written one at a time, HELLO among them, a write() carries exactly
/// one, whenever the measured window begins and ends. A PING that tests a connection is a command like others, with a write() of its own.
#[test]
fn a_write_carries_commands_and_no_ends_of_connections() {
    let reports = [json!({ "kind": "perRequest" }), json!({ "kind": "pooled", "maxTotal": 3, "testOnBorrow": true })];
    for (connections, warmup, round_trips) in
        reports.iter().flat_map(|one| (0..99).flat_map(move |n| [0, 1].map(|trips| (one, n, trips))))
    {
        let summary = finished(&json!({
            "run": { "warmupMs": f64::from(warmup) * 0.03 + 0.001, "measuredMs": 7.5 },
            "workload": { "arrivals": { "kind": "closed", "callers": 5 } },
            "client": { "cores": 64, "connections": connections, "handshakeRoundTrips": round_trips },
            "network": { "rttUs": 1000 },
            "costs": { "profile": "linux-server" },
        }));
        let carried = [summary.batching.commands_per_client_write, summary.batching.replies_per_server_write];
        assert_eq!(carried, [Some(1.0); 2], "{connections}, warm-up {warmup}, {round_trips} round trips");
    }
}
