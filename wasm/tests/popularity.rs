//! Popular keys of a cluster, against shares worked out by hand.

use crate::support::{run, scenario};
use serde_json::{Value, json};

/// Six nodes, each of which takes 10 µs a command; 240 callers.
fn cluster(popularity: &Value) -> Value {
    json!({
        "run": { "warmupMs": 20, "measuredMs": 300 },
        "workload": { "arrivals": { "kind": "closed", "callers": 240 }, "popularity": popularity },
        "client": { "cores": 256, "connections": { "kind": "pooled", "maxTotal": 240 } },
        "network": { "rttUs": 0 },
        "server": { "nodes": 6 },
        "costs": { "profile": "ideal", "overrides": { "commandNs": 10_000 } },
    })
}

fn per_sec(value: &Value) -> f64 {
    run(&scenario(value)).summary().throughput.per_sec
}

/// The share of each node in all commands, the busiest first.
fn shares(value: &Value) -> Vec<f64> {
    let simulation = run(&scenario(value));
    let commands = simulation.world().server_meter.nodes.iter().map(|node| node.commands as f64);
    let mut shares: Vec<f64> = commands.collect();
    let all: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= all);
    shares.sort_by(|a, b| b.total_cmp(a));
    shares
}

/// A hot key with share h makes its node serve h + (1 - h) / 6 of all requests. That node is full: 100,000 commands per second.
#[test]
fn a_hot_key_leaves_a_cluster_with_little_more_than_its_node() {
    for hot in [0.3, 0.6] {
        let value = cluster(&json!({ "kind": "hot", "share": hot }));
        let share = hot + (1.0 - hot) / 6.0;
        let is = shares(&value);
        assert!((is[0] - share).abs() < 0.01, "{hot}: {is:?}");
        let rate = per_sec(&value);
        assert!((rate * share / 100_000.0 - 1.0).abs() < 0.02, "{hot}: {rate}");
    }
}

/// What nobody asks for more often changes nothing.
#[test]
fn keys_that_are_equally_popular_are_those_without_a_popularity() {
    let without = scenario(&json!({ "server": { "nodes": 6 }, "run": { "warmupMs": 5, "measuredMs": 20 } }));
    let mut uniform = without.clone();
    uniform.workload.popularity = engine::scenario::Popularity::default();
    assert_eq!(run(&without).fingerprint(), run(&uniform).fingerprint());
}

/// One node has all slots, and without client-side caching nobody looks at keys.
#[test]
fn popular_keys_of_one_node_change_nothing() {
    let fingerprint = |popularity: Value| {
        let value = json!({ "workload": { "popularity": popularity }, "run": { "warmupMs": 5, "measuredMs": 20 } });
        run(&scenario(&value)).fingerprint()
    };
    let uniform = fingerprint(json!({ "kind": "uniform" }));
    assert_eq!(fingerprint(json!({ "kind": "zipf" })), uniform);
    assert_eq!(fingerprint(json!({ "kind": "hot", "share": 0.5 })), uniform);
}

/// Exponent 0 is uniform: each node has a sixth. With 0.99 and a million keys the most popular one has 1/14.9 of all requests, which
/// its node serves besides its share of the rest.
#[test]
fn zipf_loads_nodes_unevenly() {
    let of = |exponent: f64| shares(&cluster(&json!({ "kind": "zipf", "exponent": exponent, "keys": 1_000_000 })));
    let even = of(0.0);
    assert!(even[0] < 0.175 && even[5] > 0.158, "{even:?}");
    let steep = of(0.99);
    assert!(steep[0] > 0.19 && steep[5] < 0.16, "{steep:?}");
}

/// The keys of a batch are as popular as those of single commands.
#[test]
fn batches_are_cut_by_the_popularity_of_their_keys() {
    let mut value = cluster(&json!({ "kind": "hot", "share": 0.6 }));
    value["workload"]["batch"] = json!({ "kind": "pipeline", "size": 10 });
    value["client"]["crossSlot"] =
        json!({ "kind": "split", "by": "node", "workers": 0, "collect": { "kind": "join" } });
    let is = shares(&value);
    assert!((is[0] - (0.6 + 0.4 / 6.0)).abs() < 0.01, "{is:?}");
}
