//! A cluster of several nodes: where requests go, and what more nodes bring.

mod support;

use engine::metric::summary::Summary;
use engine::scenario::issue::IssueCode;
use engine::scenario::normalize::normalize;
use serde_json::{Value, json};
use support::{run, scenario};

/// Callers with a pool to each node; only the commands take time, 10 µs each.
fn cluster(nodes: u32, server: Value, more: Value) -> Summary {
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
    run(&scenario(&json)).summary()
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
