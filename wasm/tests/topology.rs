//! Tests the cached topology of a cluster client, its refresh, and the cost of redirects, against numbers computed by hand.

use crate::support::{mean_in, run, scenario};
use engine::metric::summary::{NodeUse, Summary};
use engine::metric::vocabulary::{Failure, Phase, ThreadClass};
use engine::scenario::issue::IssueCode;
use engine::scenario::normalize::normalize;
use serde_json::{Value, json};

/// Adds fields to a scenario, group by group.
fn with(mut json: Value, more: &Value) -> Value {
    for (group, fields) in more.as_object().expect("groups of fields") {
        for (name, value) in fields.as_object().expect("fields") {
            json[group][name] = value.clone();
        }
    }
    json
}

/// One Jedis caller, four nodes 1 ms away, commands of 10 µs; nothing else takes time.
fn lone(more: &Value) -> Summary {
    let json = json!({
        "run": { "warmupMs": 0, "measuredMs": 1000 },
        "workload": { "arrivals": { "kind": "closed", "callers": 1 } },
        "client": { "cores": 64, "connections": { "kind": "pooled", "maxTotal": 8 } },
        "network": { "rttUs": 1000 },
        "server": { "nodes": 4, "host": { "kind": "own", "cores": 1 } },
        "costs": { "profile": "ideal", "overrides": { "commandNs": 10_000 } },
    });
    let simulation = run(&scenario(&with(json, more)));
    let summary = simulation.summary();
    crate::support::assert_laws(&simulation, &summary);
    summary
}

fn cached(fields: &Value) -> Value {
    let mut topology = json!({ "kind": "cached" });
    for (name, value) in fields.as_object().expect("fields") {
        topology[name] = value.clone();
    }
    topology
}

/// All slots of the first of four nodes go to the last one, at once, after 100 ms.
fn failover() -> Value {
    json!({ "kind": "slots", "startMs": 100, "slots": 4096, "slotMs": 0 })
}

fn sum(summary: &Summary, of: impl Fn(&NodeUse) -> f64) -> f64 {
    summary.nodes.iter().map(of).sum()
}

fn descriptions(summary: &Summary) -> Vec<f64> {
    summary.nodes.iter().map(|node| node.descriptions_per_sec).collect()
}

/// An answer that takes longer than it counts as fresh is used all the same by whoever has asked for it, as in Spring Data Redis: a
/// question and a request take turns.
#[test]
fn an_answer_that_is_old_when_it_comes_still_serves_whoever_asked() {
    let client = json!({ "topology": cached(&json!({ "maxAgeMs": 0.5 })) });
    let summary = lone(&json!({ "client": client }));
    // The first request goes with what was known at the start.
    assert_eq!(summary.responsetime_range(), (1010.0, 2020.0));
    let questions = descriptions(&summary)[0];
    assert!((questions - summary.throughput.per_sec).abs() <= 2.0, "{questions}");
    assert!((questions - 1e6 / 2020.0).abs() <= 2.0, "{questions}");
}

/// A client that never asks again is sent on for ever: a quarter of its requests take two round trips. A failover changes nothing
/// else: each request follows exactly one MOVED.
#[test]
fn a_client_that_never_learns_pays_a_round_trip_for_every_key_that_moved() {
    let client = json!({ "topology": cached(&json!({ "maxAgeMs": 0 })) });
    let summary = lone(&json!({ "client": client, "server": { "resharding": failover() } }));
    assert_eq!(summary.responsetime_range(), (1010.0, 2020.0));
    let moved = sum(&summary, |node| node.moved_per_sec);
    assert_eq!(summary.nodes[0].moved_per_sec, moved, "only the node that lost its slots sends away");
    // 900 ms at 1262.5 µs a request on average, a quarter of them moved: 178, give or take a standard error of 11.
    assert!((moved - 178.0).abs() < 40.0, "{moved}");
    assert_eq!(descriptions(&summary), [0.0; 4]);
    assert_eq!(summary.requests.failed, 0.0);
}

/// A client that asks on MOVED (Jedis) is sent on once; the request that was takes three round trips.
#[test]
fn a_client_that_asks_on_moved_is_sent_on_once() {
    for (refresher, most) in [("oneCaller", 3030.0), ("allCallers", 3030.0), ("background", 2020.0)] {
        let topology =
            cached(&json!({ "maxAgeMs": 0, "refreshOnMoved": true, "refresher": refresher, "queryNode": "random" }));
        let summary = lone(&json!({ "client": { "topology": topology }, "server": { "resharding": failover() } }));
        assert_eq!(summary.responsetime_range(), (1010.0, most), "{refresher}");
        assert_eq!(sum(&summary, |node| node.moved_per_sec), 1.0, "{refresher}");
        assert_eq!(descriptions(&summary).iter().sum::<f64>(), 1.0, "{refresher}");
        let learning = summary.phases.iter().find(|phase| phase.phase == Phase::Topology).expect("a phase");
        let waits = learning.share * summary.requests.completed * summary.response_time.mean_us.expect("requests");
        assert!((waits - if most > 3000.0 { 1010.0 } else { 0.0 }).abs() < 1e-6, "{refresher}: {waits}");
    }
}

/// Within the least gap a MOVED does not make the client ask.
#[test]
fn a_gap_keeps_moved_from_asking_too_often() {
    let slowly = json!({ "kind": "slots", "startMs": 100, "slots": 4096, "slotMs": 0.2 });
    let asked = |gap: f64| {
        let topology = cached(&json!({ "maxAgeMs": 0, "refreshOnMoved": true, "minRefreshIntervalMs": gap }));
        let summary = lone(&json!({ "client": { "topology": topology }, "server": { "resharding": slowly } }));
        (descriptions(&summary).iter().sum::<f64>(), sum(&summary, |node| node.moved_per_sec))
    };
    let (often, once) = (asked(0.0), asked(300.0));
    assert!(often.0 > 5.0 && often.0 == often.1, "{often:?}");
    assert_eq!(once.0, 3.0, "at 300, 600 and 900 ms");
    assert!(once.1 > often.1, "{once:?}");
}

/// A key that has moved before the rest of its slot is asked for with ASKING at the new node; what is there for good is known.
#[test]
fn a_key_that_is_ahead_of_its_slot_takes_one_more_round_trip() {
    // One slot in 900 ms: half of its keys are there, on average. Hash tags put all keys into few slots: none here, so count.
    let moving = json!({ "kind": "slots", "startMs": 0, "slots": 4096, "slotMs": 1000 });
    let summary = lone(&json!({
        "workload": { "arrivals": { "kind": "closed", "callers": 400 } },
        "client": { "connections": { "kind": "pooled", "maxTotal": 400 } },
        "server": { "resharding": moving },
        "costs": { "overrides": { "commandNs": 10 } },
    }));
    assert_eq!(sum(&summary, |node| node.moved_per_sec), 0.0, "no slot is through");
    let ask = sum(&summary, |node| node.ask_per_sec);
    // 400 000 requests, one in 16 384 of them for the slot, half of those late enough: 12.
    assert!(ask > 3.0 && ask < 30.0, "{ask}");
    assert_eq!(summary.nodes[0].ask_per_sec, ask);
}

/// S2-09: a process asks at most once in the life of an answer, whatever its callers do. S2-07: always the same node, until
/// Spring shuffled them.
#[test]
fn every_process_asks_once_in_the_life_of_an_answer() {
    let asked = |node: &str, refresher: &str| {
        let topology = cached(&json!({ "maxAgeMs": 100, "queryNode": node, "refresher": refresher, "processes": 150 }));
        let summary = lone(&json!({
            "workload": { "arrivals": { "kind": "closed", "callers": 150 } },
            "client": { "topology": topology, "connections": { "kind": "pooled", "maxTotal": 150 } },
            "run": { "warmupMs": 1000, "measuredMs": 4000 },
            "costs": { "overrides": { "commandNs": 100 } },
        }));
        descriptions(&summary)
    };
    let first = asked("first", "oneCaller");
    assert!(first[0] > 1450.0 && first[0] <= 1500.0, "{first:?}");
    assert_eq!(first[1..], [0.0; 3]);
    let random = asked("random", "oneCaller");
    assert!(random.iter().sum::<f64>() <= 1500.0);
    // A share of 6000 questions has a standard error of 34: 8 a second.
    assert!(random.iter().all(|rate| (rate - 375.0).abs() < 40.0), "{random:?}");
    // Asking again only after the answer: a round trip more.
    let everyone = asked("first", "allCallers");
    assert!((everyone[0] / 1500.0 - 100.0 / 102.0).abs() < 0.01, "{everyone:?}");
    let background = asked("first", "background");
    assert!((background[0] / 1500.0 - 100.0 / 101.0).abs() < 0.01, "{background:?}");
}

/// Who is in the way: all callers of a process, one of them, or nobody.
#[test]
fn who_asks_decides_who_waits() {
    let waiting = |refresher: &str| {
        let topology = cached(&json!({ "maxAgeMs": 50, "refresher": refresher }));
        let summary = lone(&json!({
            "workload": { "arrivals": { "kind": "closed", "callers": 20 } },
            "client": { "topology": topology, "connections": { "kind": "pooled", "maxTotal": 20 } },
            "costs": { "overrides": { "commandNs": 0, "slotScanNs": 0, "nodeEntryNs": 2_000_000 } },
        }));
        (descriptions(&summary).iter().sum::<f64>(), mean_in(&summary, Phase::Topology) * summary.requests.completed)
    };
    let (one, everyone, background) = (waiting("oneCaller"), waiting("allCallers"), waiting("background"));
    assert!((one.0 - 19.0).abs() <= 1.0, "{one:?}");
    // All twenty find it too old before the first answer is there, and the node takes 160 ms for all of their questions.
    assert!(everyone.0 > 4.0 * one.0 && everyone.1 > 30.0 * one.1, "{everyone:?} {one:?}");
    assert!(background.0 > 10.0, "{background:?}");
    assert_eq!(background.1, 0.0);
}

/// The cost of a description, to the nanosecond: looks and lines by version, command and number of nodes.
#[test]
fn describing_a_cluster_costs_looks_and_lines() {
    let busy = |version: &str, command: &str, nodes: u32, replicas: u32| {
        let topology = cached(&json!({ "maxAgeMs": 100, "command": command }));
        let costs = json!({ "commandNs": 0, "slotScanNs": 2, "nodeEntryNs": 1500 });
        let json = json!({
            "workload": { "arrivals": { "kind": "closed", "callers": 1 } },
            "client": { "topology": topology },
            "server": { "nodes": nodes, "replicas": replicas, "version": version, "hz": 1 },
            "costs": { "overrides": costs },
        });
        let summary = lone(&json);
        (summary.nodes[0].utilisation * 1e9 / summary.nodes[0].descriptions_per_sec).round()
    };
    let look = 16384.0 * 2.0;
    for (nodes, replicas) in [(4, 0), (8, 1), (20, 3)] {
        let all = f64::from(nodes * (1 + replicas));
        assert_eq!(busy("6.0", "nodes", nodes, replicas), all * (look + 1500.0));
        assert_eq!(busy("6.0", "slots", nodes, replicas), f64::from(nodes) * look + all * 1500.0);
        for command in ["nodes", "slots"] {
            assert_eq!(busy("6.2", command, nodes, replicas), look + all * 1500.0);
        }
    }
}

/// go-redis until 2024 paused before it followed a MOVED: 8 ms and a random part of up to 16.
#[test]
fn a_pause_before_following_costs_more_than_the_redirection() {
    let client = json!({
        "topology": cached(&json!({ "maxAgeMs": 0 })),
        "retry": { "backoffOnRedirect": true, "maxBackoffMs": 512 },
    });
    let summary = lone(&json!({ "client": client, "server": { "resharding": failover() } }));
    let (least, most) = summary.responsetime_range();
    assert_eq!(least, 1010.0);
    assert!(most > 2020.0 + 20_000.0 && most <= 2020.0 + 24_000.0, "{most}");
    let pauses = mean_in(&summary, Phase::Backoff) * summary.requests.completed;
    let mean = pauses / sum(&summary, |node| node.moved_per_sec);
    // 8 ms + U(0, 16 ms): a mean of 16 ms, standard error 4.6 ms / √50.
    assert!((mean - 16_000.0).abs() < 2500.0, "{mean}");
}

/// A request that follows no redirection fails, and its caller goes on.
#[test]
fn too_many_redirections_fail_a_request() {
    let client = json!({ "topology": cached(&json!({ "maxAgeMs": 0 })), "retry": { "maxRedirects": 0 } });
    let summary = lone(&json!({ "client": client, "server": { "resharding": failover() } }));
    assert_eq!(summary.requests.failed, sum(&summary, |node| node.moved_per_sec));
    assert_eq!(summary.requests.failures[0].failure, Failure::TooManyRedirects);
    assert_eq!(summary.responsetime_range(), (1010.0, 1010.0));
}

/// A request that gets no connection in time is tried again (go-redis since 2025) after 8 to 24 ms.
#[test]
fn a_request_without_a_connection_is_tried_again() {
    let tried = |retries: u32| {
        lone(&json!({
            "workload": { "arrivals": { "kind": "closed", "callers": 3 } },
            "client": {
                "connections": { "kind": "pooled", "maxTotal": 1, "maxWaitMs": 0.5, "handoff": "fifo" },
                "retry": { "maxRetries": retries },
            },
            "server": { "nodes": 1 },
        }))
    };
    let (never, often) = (tried(0), tried(5));
    assert!(never.requests.failed > 100.0 && mean_in(&never, Phase::Backoff) == 0.0, "{:?}", never.requests);
    assert!(often.requests.failed < 0.1 * never.requests.failed, "{:?}", often.requests);
    assert!(often.response_time.max_us.expect("requests") > 8000.0);
    assert!(mean_in(&often, Phase::Backoff) > 0.0);
}

/// Lettuce's mget: the event loop sends a part on, and the caller sleeps all the while.
#[test]
fn event_loops_send_parts_on_by_themselves() {
    let lettuce = |resharding: Value| {
        lone(&json!({
            "workload": { "batch": { "kind": "multiKey", "size": 20 } },
            "client": {
                "io": { "kind": "eventLoops", "loops": 2 },
                "connections": { "kind": "shared", "count": 1 },
                "crossSlot": { "kind": "split", "by": "slot" },
                "topology": cached(&json!({ "maxAgeMs": 0 })),
            },
            "server": { "resharding": resharding },
            "costs": { "overrides": { "commandNs": 100 } },
        }))
    };
    let (before, after) = (lettuce(json!({ "kind": "none" })), lettuce(failover()));
    assert!(before.response_time.max_us.expect("requests") < 1010.0);
    let max = after.response_time.max_us.expect("requests");
    assert!(max > 2000.0 && max < 2010.0, "one more round trip for all parts together: {max}");
    for summary in [before, after] {
        let caller = summary.threads.iter().find(|group| group.class == ThreadClass::Caller).expect("there is one");
        // The request in progress at the end has waited, too.
        assert!(caller.waits_per_request.expect("requests") < 1.01, "{caller:?}");
    }
}

/// Workers and callers that ask part by part follow redirections, too; a part that must not fails its batch.
#[test]
fn parts_of_batches_are_sent_on() {
    let batch = |workers: u32, retry: Value| {
        lone(&json!({
            "workload": { "batch": { "kind": "multiKey", "size": 5 } },
            "client": {
                "crossSlot": { "kind": "split", "by": "key", "workers": workers },
                "topology": cached(&json!({ "maxAgeMs": 0 })), "retry": retry,
            },
            "server": { "resharding": failover() },
        }))
    };
    for workers in [0, 1] {
        let summary = batch(workers, json!({}));
        let (least, most) = summary.responsetime_range();
        // Five keys one after another; all of them moved, once in a while.
        assert!(least == 5050.0 && most > 7000.0 && most <= 10_100.0, "{least} {most}");
        let failed = batch(workers, json!({ "maxRedirects": 0 })).requests;
        assert!(failed.failed > 50.0, "{failed:?}");
    }
}

#[test]
fn a_single_server_has_no_topology() {
    let issues = |json: Value| {
        let issues = normalize(&json.to_string()).issues;
        issues.into_iter().map(|issue| (issue.code, issue.path, issue.max)).collect::<Vec<_>>()
    };
    let topology = json!({ "client": { "topology": { "kind": "cached" } } });
    assert_eq!(issues(topology), [(IssueCode::TopologyWithoutCluster, "client.topology".to_owned(), None)]);
    let moving = |nodes: u32| json!({ "server": { "nodes": nodes, "resharding": { "kind": "slots", "slots": 6000 } } });
    assert_eq!(issues(moving(1)), [(IssueCode::TopologyWithoutCluster, "server.resharding".to_owned(), None)]);
    assert_eq!(issues(moving(3)), [(IssueCode::TooManySlots, "server.resharding.slots".to_owned(), Some(5462.0))]);
    assert_eq!(issues(moving(2)), []);
}

/// A thread that asks in the background sleeps when nothing is to be asked.
#[test]
fn the_background_thread_sleeps() {
    let summary = lone(&json!({ "client": { "topology": cached(&json!({ "refresher": "background" })) } }));
    let group = summary.threads.iter().find(|group| group.class == ThreadClass::Refresher).expect("there is one");
    assert_eq!(group.count, 1);
    // Nine answers in a second, a round trip and 10 µs each.
    assert!((group.shares.idle - (1.0 - 9.0 * 0.00101)).abs() < 1e-3, "{:?}", group.shares);
}

/// Least and largest response time, µs.
trait Range {
    fn responsetime_range(&self) -> (f64, f64);
}

impl Range for Summary {
    fn responsetime_range(&self) -> (f64, f64) {
        (self.response_time.min_us.expect("requests"), self.response_time.max_us.expect("requests"))
    }
}
