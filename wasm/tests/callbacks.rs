//! Callers that are callbacks of an event loop (Node), and load generators, whose loops are the same: against numbers computed by hand.

use crate::support::{run, scenario};
use engine::metric::summary::Summary;
use engine::metric::vocabulary::{Activity, ThreadClass};
use engine::sim::Simulation;
use serde_json::{Value, json};

/// Calls of a class for each request.
fn per_request(simulation: &Simulation, class: ThreadClass, call: Activity) -> f64 {
    let calls = simulation.world().cpu.usage(simulation.now())[class as usize].calls[call as usize];
    calls as f64 / simulation.summary().requests.completed
}

/// Callers of Node, whose costs are all given, on one core before a server that costs 1 µs a command.
fn callbacks(callers: u32, flush: &str, connections: &Value, more: &Value) -> Simulation {
    let mut costs = json!({
        "commandNs": 1000, "callerNs": 100, "nodeJsCommandNs": 600, "nodeJsReplyNs": 500, "nodeJsCallbackNs": 40, "resumeNs": 30,
        "socketWriteNs": 3000, "socketReadNs": 1000, "epollWaitNs": 200, "epollEventNs": 7,
    });
    for (name, value) in more.as_object().expect("costs by name") {
        costs[name] = value.clone();
    }
    run(&scenario(&json!({
        "workload": { "arrivals": { "kind": "closed", "callers": callers } },
        "client": {
            "cores": 4,
            "runtime": { "kind": "eventLoop" },
            "io": { "kind": "eventLoops", "loops": 1, "flush": { "kind": flush } },
            "connections": connections,
        },
        "network": { "rttUs": 100 },
        "costs": { "profile": "ideal", "overrides": costs },
    })))
}

fn one() -> Value {
    json!({ "kind": "shared", "count": 1 })
}

/// One caller goes through the one thread: no wake-up but that of the thread itself, no futex, no second thread.
#[test]
fn a_lone_callback_costs_a_turn_of_the_loop() {
    for flush in ["everyCommand", "drained", "oneInFlight"] {
        let simulation = callbacks(1, flush, &one(), &json!({ "wakeLatencyNs": 5000 }));
        let client = 600 + 40 + 3000 + (5000 + 207 + 1000 + 40 + 500 + 30);
        let server = 5000 + 207 + 1000 + 1000 + 3000;
        let summary = simulation.summary();
        let response = summary.response_time.mean_us.expect("requests have completed") * 1000.0;
        let expected = f64::from(client + server) + 100_000.0;
        assert!((response - expected).abs() < 1e-6, "{flush}: {response} ns, not {expected}");
        for (call, times) in
            [(Activity::Write, 1.0), (Activity::Read, 1.0), (Activity::EpollWait, 1.0), (Activity::FutexWait, 0.0)]
        {
            let seen = per_request(&simulation, ThreadClass::EventLoop, call);
            assert!((seen - times).abs() < 0.01, "{flush}, {call:?}: {seen} a request");
        }
    }
}

/// A program that waits until a socket can be written does so in a turn of its own, one epoll_wait() later.
#[test]
fn a_socket_that_is_watched_is_written_in_the_next_turn() {
    // The load generator's work takes as long as Node's, but it has no code of callers: 0.03 µs less from reply to answer.
    let load = json!({ "loadGenCommandNs": 600, "loadGenReplyNs": 500, "loadGenCallbackNs": 40 });
    let with = |flush: &str| callbacks(1, flush, &one(), &load);
    let (at_once, next_turn) = (with("everyCommand"), with("writable"));
    let polls = per_request(&next_turn, ThreadClass::EventLoop, Activity::EpollWait);
    assert!((polls - 2.0).abs() < 0.01, "{polls} polls a request");
    let response = |run: &Simulation| run.summary().response_time.mean_us.expect("requests have completed") * 1000.0;
    let longer = response(&next_turn) - response(&at_once);
    assert!((longer - (207.0 - 30.0)).abs() < 1e-6, "{longer} ns longer, not a turn");
}

/// A load generator on several threads: each is a loop with connections and callers of its own, and limits its share.
#[test]
fn threads_of_a_load_generator_share_its_connections() {
    let with = |threads: u32| {
        run(&scenario(&json!({
            "workload": { "arrivals": { "kind": "closed", "callers": 48 } },
            "client": {
                "cores": 8,
                "runtime": { "kind": "eventLoop" },
                "io": { "kind": "eventLoops", "loops": threads, "flush": { "kind": "writable" } },
                "connections": { "kind": "shared", "count": 48, "pick": "roundRobin" },
            },
            "network": { "rttUs": 0 },
            // A read and a write of 3 µs each with their callbacks of 2 µs: 10 µs a request; Redis takes 1.
            "costs": { "profile": "ideal", "overrides": {
                "loadGenCallbackNs": 2000, "socketWriteNs": 3000, "socketReadNs": 3000, "commandNs": 1000,
            } },
        })))
    };
    // Redis reads and writes, too: 7 µs a request, which two threads of the load generator outrun.
    for (threads, per_sec) in [(1, 1e5), (2, 1e6 / 7.0), (4, 1e6 / 7.0)] {
        let simulation = with(threads);
        let found = simulation.summary().throughput.per_sec;
        assert!((found / per_sec - 1.0).abs() < 0.02, "{threads} threads: {found} 1/s");
        let group = simulation.summary().threads.into_iter().find(|group| group.class == ThreadClass::EventLoop);
        assert_eq!(group.expect("it has loops").count, threads);
    }
}

/// Several loops of callbacks share nothing: a caller that would change between them is refused.
#[test]
fn several_loops_of_callbacks_need_a_connection_for_each_caller() {
    let refused = |callers: u32, connections: Value, flush: &str| {
        let value = json!({
            "workload": { "arrivals": { "kind": "closed", "callers": callers } },
            "client": {
                "runtime": { "kind": "eventLoop" },
                "io": { "kind": "eventLoops", "loops": 4, "flush": { "kind": flush } },
                "connections": connections,
            },
        });
        let issues = engine::scenario::normalize::normalize(&value.to_string()).issues;
        issues.first().map(|issue| serde_json::to_value(issue.code).expect("it is a word"))
    };
    let round = |count: u32| json!({ "kind": "shared", "count": count, "pick": "roundRobin" });
    assert_eq!(refused(50, round(50), "writable"), None);
    assert_eq!(refused(100, round(50), "writable"), None);
    assert_eq!(refused(50, round(50), "drained"), Some(json!("SCN-17")));
    for connections in
        [round(20), round(2), json!({ "kind": "shared", "count": 50 }), json!({ "kind": "pooled", "maxTotal": 50 })]
    {
        assert_eq!(refused(50, connections, "writable"), Some(json!("SCN-36")));
    }
}

/// Reads and writes then alternate as sockets become ready, and a server that is faster finds few commands a turn; who reads first
/// and then writes sends bursts.
#[test]
fn a_loop_that_waits_for_writable_sockets_sends_no_bursts() {
    let commands_a_turn = |flush: &str| {
        run(&scenario(&json!({
            "workload": { "arrivals": { "kind": "closed", "callers": 50 } },
            "client": {
                "cores": 1,
                "runtime": { "kind": "eventLoop" },
                "io": { "kind": "eventLoops", "loops": 1, "flush": { "kind": flush } },
                "connections": { "kind": "pooled", "maxTotal": 50 },
            },
            "server": { "host": { "kind": "own", "cores": 1 } },
            "network": { "rttUs": 0 },
            "costs": { "profile": "linux-2core-vm", "overrides": { "nodeJsPoolNs": 2000, "nodeJsCallbackNs": 3000 } },
        })))
        .summary()
        .batching
        .commands_per_server_turn
        .expect("commands were served")
    };
    let (bursts, one_by_one) = (commands_a_turn("drained"), commands_a_turn("writable"));
    assert!(one_by_one < 2.0 && bursts > 2.0 * one_by_one, "{one_by_one} and {bursts} commands a turn");
}

/// ioredis writes every command; node-redis what all callers have asked for in one turn; auto-pipelining what has gathered
/// while a pipeline was under way. Callers that do nothing else end up in one batch, as the measured ones did: 200 in a write().
#[test]
fn commands_of_a_turn_leave_together_if_the_client_lets_them() {
    let batch = |flush: &str| {
        let summary = callbacks(200, flush, &one(), &json!({})).summary();
        (summary.batching.commands_per_client_write.expect("commands were sent"), summary.throughput.per_sec)
    };
    let every = batch("everyCommand");
    assert!((every.0 - 1.0).abs() < 1e-9, "{} commands a write", every.0);
    // A command takes 0.1 + 0.6 + 0.04 + 3 + 0.5 + 0.03 µs and its share of a read() and a turn.
    assert!((225_000.0..234_192.0).contains(&every.1), "{} 1/s", every.1);
    // All of them go round together: the network, 2.23 µs each on both sides, and once the calls of either side.
    let round = 100.0 + 200.0 * 2.23 + (3.0 + 0.04) + (0.207 + 1.0 + 3.0) + (0.207 + 1.0 + 0.04);
    for flush in ["drained", "oneInFlight"] {
        let (commands, per_sec) = batch(flush);
        assert!((commands - 200.0).abs() < 1.0, "{flush}: {commands} commands a write");
        assert!((per_sec * round / 200e6 - 1.0).abs() < 0.01, "{flush}: {per_sec} 1/s, not {}", 200e6 / round);
    }
}

/// With callers that pause, node-redis writes at every turn, while auto-pipelining waits for replies: larger batches, longer
/// waits.
#[test]
fn stop_and_wait_gathers_longer_than_a_turn() {
    let with = |flush: &str| {
        let client = json!({
            "cores": 4,
            "runtime": { "kind": "eventLoop" },
            "io": { "kind": "eventLoops", "loops": 1, "flush": { "kind": flush } },
            "connections": one(),
        });
        let pause = json!({ "kind": "exponential", "mean": 2000 });
        let arrivals = json!({ "kind": "closed", "callers": 100, "thinkUs": pause });
        // What auto-pipelining costs in JavaScript is not what this is about.
        let costs = json!({ "overrides": { "nodeJsPipelineNs": 0, "nodeJsPipelineCommandNs": 0 } });
        run(&scenario(&json!({ "workload": { "arrivals": arrivals }, "client": client, "costs": costs }))).summary()
    };
    let (free, one_pipeline) = (with("drained"), with("oneInFlight"));
    let batch = |summary: &Summary| summary.batching.commands_per_client_write.unwrap_or(0.0);
    let response = |summary: &Summary| summary.response_time.mean_us.unwrap_or(0.0);
    assert!(batch(&one_pipeline) > 5.0 * batch(&free), "{} and {}", batch(&one_pipeline), batch(&free));
    // On average half of the pipeline under way, of a round trip of a millisecond.
    let waits = response(&one_pipeline) - response(&free);
    assert!((350.0..650.0).contains(&waits), "{waits} µs");
}

/// With one pipeline in flight a command waits for the pipeline before its own, so that a round trip limits
/// each caller to less than one command in it, but never to less than one in two.
#[test]
fn stop_and_wait_takes_at_most_two_round_trips() {
    let simulation =
        callbacks(20, "oneInFlight", &one(), &json!({ "commandNs": 10, "socketWriteNs": 10, "callerNs": 0 }));
    let response = simulation.summary().response_time.max_us.expect("requests have completed");
    assert!((100.0..260.0).contains(&response), "{response} µs");
}

/// A pool gives every command a read() and a write() of its own again.
#[test]
fn a_pool_takes_nodes_batches_away() {
    let pool = json!({ "kind": "pooled", "maxTotal": 50, "handoff": "fifo" });
    let pooled = callbacks(200, "drained", &pool, &json!({}));
    let batching = pooled.summary().batching;
    assert_eq!((batching.commands_per_client_write, batching.replies_per_client_read), (Some(1.0), Some(1.0)));
    let shared = callbacks(200, "drained", &one(), &json!({})).summary().throughput.per_sec;
    let ratio = pooled.summary().throughput.per_sec / shared;
    assert!((0.3..0.6).contains(&ratio), "{ratio} of one shared connection: 4 µs more of system calls on 3.7 µs");
}
