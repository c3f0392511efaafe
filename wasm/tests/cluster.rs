//! A cluster of several nodes: where requests go, and what more nodes bring.

use crate::support::recorded::{Recording, Span};
use crate::support::{run, scenario};
use engine::metric::summary::Summary;
use engine::metric::trace::family;
use engine::metric::vocabulary::{Activity, Phase, ThreadClass};
use engine::scenario::Scenario;
use engine::scenario::issue::IssueCode;
use engine::scenario::normalize::normalize;
use engine::sim::Simulation;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Callers with a pool to each node; only the commands take time, 10 µs each.
fn cluster(nodes: u32, server: Value, more: Value) -> Summary {
    run(&cluster_scenario(nodes, server, more)).summary()
}

fn cluster_scenario(nodes: u32, server: Value, more: Value) -> Scenario {
    let mut json = json!({
        "run": { "warmupMs": 10, "measuredMs": 500 },
        "workload": { "arrivals": { "kind": "closed", "callers": 200 } },
        "client": { "cores": 256, "connections": { "kind": "pooled", "maxTotal": 200 } },
        "network": { "rttUs": 100 },
        "server": { "nodes": nodes, "host": server },
        "costs": { "profile": "ideal", "overrides": { "commandNs": 10_000 } },
    });
    for (group, fields) in more.as_object().expect("groups of fields") {
        for (name, value) in fields.as_object().expect("fields") {
            json[group][name] = value.clone();
        }
    }
    scenario(&json)
}

fn own(cores: u32, per_node: bool) -> Value {
    json!({ "kind": "own", "cores": cores, "perNode": per_node })
}

/// S2-17: nodes serve in parallel. One node does 100 000 commands a second; nodes of a saturated cluster share the load.
#[test]
fn nodes_serve_in_parallel() {
    for nodes in [1, 2, 5] {
        let summary = cluster(nodes, own(1, true), json!({}));
        let ceiling = f64::from(nodes) * 100_000.0;
        // 200 callers keep all of five nodes busy, but not at every moment.
        assert!(summary.throughput.per_sec > 0.9 * ceiling && summary.throughput.per_sec <= ceiling * 1.001);
    }
}

/// S1-07, S1-22: processes on one machine; when they have to share a core, nothing is gained.
#[test]
fn nodes_on_one_machine_share_its_cores() {
    let throughput = |cores, per_node| cluster(3, own(cores, per_node), json!({})).throughput.per_sec;
    let (one, three, each) = (throughput(1, false), throughput(3, false), throughput(1, true));
    assert!((one / 100_000.0 - 1.0).abs() < 0.01, "{one}");
    assert!((three / each - 1.0).abs() < 0.01 && three > 280_000.0, "{three} {each}");
}

/// Keys are spread evenly: 16 384 slots in equal ranges, a request's slot drawn for it.
#[test]
fn every_node_gets_its_share_of_the_commands() {
    let summary = cluster(8, own(1, true), json!({}));
    assert_eq!(summary.nodes.len(), 8);
    let all: f64 = summary.nodes.iter().map(|node| node.commands_per_sec).sum();
    assert!((all / summary.throughput.per_sec - 1.0).abs() < 0.01, "{all}");
    for node in &summary.nodes {
        // Some 200 000 commands: the standard error of a node's share is 0.4 % of it (closed callers even it out further).
        assert!((node.commands_per_sec * 8.0 / all - 1.0).abs() < 0.03, "{node:?}");
        assert!((node.utilisation - node.commands_per_sec * 1e-5).abs() < 0.005, "{node:?}");
    }
    assert!(cluster(1, own(1, true), json!({})).nodes.is_empty(), "a single server is no cluster");
}

/// A pool for each node: with one connection to each of four nodes, four requests are under way at most.
#[test]
fn every_node_has_connections_of_its_own() {
    let one_each = |nodes| {
        let client = json!({ "client": { "connections": { "kind": "pooled", "maxTotal": 1 } } });
        cluster(nodes, own(1, true), client).throughput.per_sec
    };
    let (one, four) = (one_each(1), one_each(4));
    assert!((one - 1e6 / 110.0).abs() < 10.0, "a connection carries one request in RTT + S: {one}");
    assert!(four > 3.8 * one && four <= 4.001 * one, "{four}");
    let shared = json!({
        "client": { "io": { "kind": "eventLoops" }, "connections": { "kind": "shared", "count": 1 } },
    });
    let lettuce = cluster(4, own(1, true), shared).throughput.per_sec;
    assert!(lettuce > 350_000.0, "Lettuce has a shared connection to each node: {lettuce}");
}

#[test]
fn what_cannot_be_simulated_is_refused() {
    let issues = |json: Value| normalize(&json.to_string()).issues.iter().map(|issue| issue.code).collect::<Vec<_>>();
    let many = json!({
        "client": { "connections": { "kind": "pooled", "maxTotal": 5000 } }, "server": { "nodes": 30 },
    });
    assert_eq!(issues(many), [IssueCode::TooManyConnections]);
    let threaded = json!({ "server": { "nodes": 3, "ioThreads": { "kind": "redis8", "threads": 2 } } });
    assert_eq!(issues(threaded), [IssueCode::ClusterWithIoThreads]);
}

/// One caller that asks for ten keys at a time, of a cluster of five nodes 1 ms away; a command takes 10 µs, nothing else takes
/// any time.
fn batches(cross_slot: Value, more: Value) -> Summary {
    run(&batch_scenario(cross_slot, more)).summary()
}

fn batch_scenario(cross_slot: Value, more: Value) -> Scenario {
    let mut all = json!({
        "workload": { "arrivals": { "kind": "closed", "callers": 1 }, "batch": { "kind": "multiKey", "size": 10 } },
        "client": { "connections": { "kind": "pooled", "maxTotal": 10 }, "crossSlot": cross_slot },
        "network": { "rttUs": 1000 },
        "run": { "warmupMs": 0, "measuredMs": 2000 },
    });
    for (group, fields) in more.as_object().expect("groups of fields") {
        for (name, value) in fields.as_object().expect("fields") {
            all[group][name] = value.clone();
        }
    }
    cluster_scenario(5, own(1, true), all)
}

fn split(by: &str, workers: u32, collect: Value) -> Value {
    json!({ "kind": "split", "by": by, "workers": workers, "collect": collect })
}

fn join() -> Value {
    json!({ "kind": "join" })
}

fn mean_us(summary: &Summary) -> f64 {
    summary.response_time.mean_us.expect("requests complete")
}

/// Commands a request becomes.
fn commands(summary: &Summary) -> f64 {
    summary.nodes.iter().map(|node| node.commands_per_sec).sum::<f64>() / summary.throughput.per_sec
}

/// S2-15: an executor of one thread asks for one key after the other; so does a caller without one.
#[test]
fn one_worker_takes_the_sum_of_the_parts() {
    for workers in [0, 1] {
        let summary = batches(split("key", workers, join()), json!({}));
        assert!((mean_us(&summary) - 10.0 * 1010.0).abs() < 1e-6, "{workers}: {}", mean_us(&summary));
        assert!((commands(&summary) - 10.0).abs() < 0.1, "one command for each key");
        assert_eq!(summary.little.residual_ns, 0.0);
        let fan_out = summary.phases.iter().find(|phase| phase.phase == Phase::FanOut).expect("every phase is listed");
        assert!((fan_out.share - 1.0).abs() < 1e-9, "the parts are within one phase of the request");
    }
}

/// S2-17: with as many workers as keys a batch takes as long as its node with the most keys.
#[test]
fn many_workers_take_the_longest_of_the_parts() {
    let summary = batches(split("key", 10, join()), json!({}));
    let (least, most) = (summary.response_time.min_us.unwrap(), summary.response_time.max_us.unwrap());
    // Ten keys on five nodes: two on one of them at least, all ten at most. A node serves one after the other and answers
    // all that were there together.
    assert!(least >= 1020.0 - 1e-6 && most <= 1100.0 + 1e-6, "{least} {most}");
    let mean = mean_us(&summary);
    assert!(mean > 1030.0 && mean < 1060.0, "most often three to five keys on the fullest node: {mean}");
}

/// S2-12: Spring looks every 10 ms and sleeps once more after the last look: 10 ms x (⌈t / 10 ms⌉ + 1).
#[test]
fn a_collector_that_sleeps_takes_whole_sweeps() {
    for (keys, callers, sweeps) in [(5, 1, 2.0), (10, 1, 3.0), (30, 1, 5.0)] {
        let more = json!({ "workload": {
            "arrivals": { "kind": "closed", "callers": callers }, "batch": { "kind": "multiKey", "size": keys },
        } });
        let sleep = json!({ "kind": "pollAndSleep", "intervalMs": 10 });
        let summary = batches(split("key", 1, sleep), more);
        // 30 keys take 30.3 ms: ⌈3.03⌉ + 1 sweeps.
        assert_eq!(mean_us(&summary), sweeps * 10_000.0, "{keys} keys");
        assert_eq!(summary.response_time.min_us, summary.response_time.max_us);
    }
}

/// S2-16: looking without pause keeps a core busy, and gains the time of the sleep.
#[test]
fn a_collector_that_spins_uses_a_core() {
    let summary = batches(split("key", 1, json!({ "kind": "busyPoll" })), json!({ "client": { "cores": 4 } }));
    assert!((mean_us(&summary) - 10.0 * 1010.0).abs() < 1e-6, "{}", mean_us(&summary));
    let caller = summary.threads.iter().find(|group| group.class == ThreadClass::Caller).expect("there is one");
    assert!(caller.shares.user > 0.999, "{:?}", caller.shares);
}

/// Spring Data Redis since 3.2 waits for each key in turn, for 10 µs: nothing is later by it than if it parked, because the last part that is
/// missing has every turn, but it wakes up all the time. With timers that are 50 µs late it does so a sixth as often.
#[test]
fn a_collector_that_waits_in_turn_is_woken_by_the_last_answer() {
    let loops = json!({ "client": {
        "io": { "kind": "eventLoops", "loops": 4 }, "connections": { "kind": "shared", "count": 1 },
    } });
    for (by, workers, more) in
        [("key", 1, json!({})), ("key", 10, json!({})), ("node", 5, json!({})), ("slot", 0, loops)]
    {
        let of = |collect: Value, slack: f64| {
            let mut more = more.clone();
            more["costs"] = json!({ "overrides": { "commandNs": 10_000, "timerSlackNs": slack } });
            let simulation = run(&batch_scenario(split(by, workers, collect), more));
            let summary = simulation.summary();
            crate::support::assert_laws(&simulation, &summary);
            let parks = crate::support::calls(&summary, ThreadClass::Caller, Activity::FutexWait);
            (summary.response_time.mean_us, summary.response_time.max_us, parks)
        };
        let in_turn = || json!({ "kind": "timedGet", "timeoutUs": 10 });
        let (joined, exact, late) = (of(join(), 0.0), of(in_turn(), 0.0), of(in_turn(), 50_000.0));
        assert_eq!((joined.0, joined.1), (exact.0, exact.1), "{by} {workers}");
        assert_eq!((joined.0, joined.1), (late.0, late.1), "{by} {workers}");
        let mean = joined.0.expect("requests complete");
        assert!(joined.2 < 1.1, "{by} {workers}: {}", joined.2);
        assert!((exact.2 - mean / 10.0).abs() < 12.0, "{by} {workers}: {} in {mean} µs", exact.2);
        assert!((late.2 - mean / 60.0).abs() < 12.0, "{by} {workers}: {} in {mean} µs", late.2);
    }
}

/// S2-18: Lettuce sends a command for each slot, all at once: one round trip, whatever the number of slots.
#[test]
fn event_loops_ask_for_all_slots_at_once() {
    let lettuce = json!({ "client": {
        "io": { "kind": "eventLoops", "loops": 4 }, "connections": { "kind": "shared", "count": 1 },
    } });
    let summary = batches(split("slot", 0, join()), lettuce);
    assert!((commands(&summary) - 10.0).abs() < 0.1, "ten keys are in ten slots nearly always: {}", commands(&summary));
    let mean = mean_us(&summary);
    assert!(mean > 1020.0 && mean < 1060.0, "{mean}");
}

/// Jedis' ClusterPipeline: one pipeline for each node.
#[test]
fn a_pipeline_for_each_node_takes_one_round_trip_a_node() {
    let serial = batches(split("node", 0, join()), json!({}));
    // 5 (1 - 0.8^10) = 4.463 nodes have a key, and ten keys take 100 µs, whoever has them.
    assert!((mean_us(&serial) - 4563.0).abs() < 20.0, "{}", mean_us(&serial));
    let parallel = batches(split("node", 5, join()), json!({}));
    assert!(mean_us(&parallel) < 1060.0, "{}", mean_us(&parallel));
    assert!((commands(&parallel) - 10.0).abs() < 0.1);
}

/// S2-19: with one hash tag a batch is one command.
#[test]
fn one_hash_tag_takes_one_command() {
    let summary = batches(json!({ "kind": "hashTag" }), json!({}));
    assert_eq!(mean_us(&summary), 1010.0, "keys themselves are free here");
    assert!((commands(&summary) - 1.0).abs() < 0.01);
}

/// A worker that gets no connection in time fails the whole batch, once.
#[test]
fn a_part_without_a_connection_fails_its_batch() {
    let pool = json!({
        "client": { "connections": { "kind": "pooled", "maxTotal": 1, "maxWaitMs": 0.1 } },
        "workload": { "arrivals": { "kind": "closed", "callers": 3 }, "batch": { "kind": "multiKey", "size": 10 } },
    });
    for collect in [join(), json!({ "kind": "timedGet" })] {
        let summary = batches(split("key", 30, collect), pool.clone());
        assert!(summary.requests.failed > 100.0, "{:?}", summary.requests);
        assert_eq!(summary.little.residual_ns, 0.0);
    }
}

/// The trace shows every part on its way: each is sent once, and they take no longer than their batch waits for them. It has none
/// of requests that are not split.
#[test]
fn the_trace_shows_the_parts_within_their_batch() {
    let lettuce = json!({ "client": {
        "io": { "kind": "eventLoops", "loops": 4 }, "connections": { "kind": "shared", "count": 1 },
    } });
    for (cross_slot, more) in [
        (split("key", 0, join()), json!({})),
        (split("key", 1, json!({ "kind": "pollAndSleep", "intervalMs": 10 })), json!({})),
        (split("key", 10, join()), json!({})),
        (split("key", 0, join()), lettuce),
    ] {
        let mut simulation = Simulation::new(&batch_scenario(cross_slot, more));
        let recording = Recording::of(&mut simulation, 200_000_000);
        let batches: BTreeMap<u32, Span> = recording
            .ended()
            .into_iter()
            .filter(|span| span.phase() == Some(Phase::FanOut))
            .map(|span| (span.request, span))
            .collect();
        assert!(batches.len() > 3);
        let mut sent: BTreeMap<u32, u32> = BTreeMap::new();
        for span in recording.all().into_iter().filter(|span| (family::PART..family::REQUEST).contains(&span.kind)) {
            let Some(batch) = batches.get(&span.request) else { continue };
            assert!(batch.start <= span.start && span.end <= batch.end, "{span:?} is not within {batch:?}");
            *sent.entry(span.request).or_default() += u32::from(span.kind == family::PART + Phase::WireOut as u8);
        }
        assert!(batches.keys().all(|batch| sent[batch] == 10), "{sent:?}");
    }
    let whole = Recording::of(&mut Simulation::new(&cluster_scenario(5, own(1, true), json!({}))), 1_000_000);
    assert!(whole.all().iter().all(|span| !(family::PART..family::REQUEST).contains(&span.kind)));
}
