//! Reads from replicas: what each node has to do, and how far a replica is behind, against values worked out by hand.

use crate::support::{run, scenario};
use engine::metric::summary::Summary;
use engine::scenario::issue::IssueCode;
use engine::scenario::normalize::normalize;
use serde_json::{Value, json};

/// Callers with a pool to each node; commands take 10 µs. `written` is the share of writes.
fn system(read_from: &str, replicas: u32, written: f64) -> Value {
    json!({
        "run": { "warmupMs": 10, "measuredMs": 500 },
        "workload": {
            "arrivals": { "kind": "closed", "callers": 400 },
            "second": { "share": written, "storedBytes": 1 },
        },
        "client": { "cores": 256, "connections": { "kind": "pooled", "maxTotal": 400 }, "readFrom": read_from },
        "network": { "rttUs": 100 },
        "server": { "replicas": replicas },
        "costs": { "profile": "ideal", "overrides": { "commandNs": 10_000 } },
    })
}

fn outcome(value: &Value) -> Summary {
    run(&scenario(value)).summary()
}

fn close(is: f64, should_be: f64, tolerance: f64) {
    assert!((is / should_be - 1.0).abs() <= tolerance, "{is} instead of {should_be}");
}

/// A node does 100 000 commands a second, and n replicas are n more nodes for reads.
#[test]
fn reads_scale_with_the_nodes_that_serve_them() {
    let per_sec = |from: &str, replicas| outcome(&system(from, replicas, 0.0)).throughput.per_sec;
    for (from, replicas, nodes) in
        [("primary", 2, 1.0), ("replica", 2, 1.0), ("anyReplica", 2, 2.0), ("any", 1, 2.0), ("any", 3, 4.0)]
    {
        close(per_sec(from, replicas), nodes * 100_000.0, 0.06);
    }
}

/// Each node executes all writes w and its share of the reads, so X = 1 / (S (w + (1 - w) / (1 + n))). Where all are writes, replicas
/// bring nothing.
#[test]
fn writes_fill_the_replicas() {
    for (written, replicas) in [(0.2, 2), (0.5, 3), (1.0, 2)] {
        let summary = outcome(&system("any", replicas, written));
        let share = written + (1.0 - written) / f64::from(1 + replicas);
        close(summary.throughput.per_sec, 100_000.0 / share, 0.06);
        let least = summary.nodes.iter().map(|node| node.utilisation).fold(1.0, f64::min);
        assert!(least > 0.85, "{:?}", summary.nodes);
        let replication = summary.replication.expect("replicas serve");
        close(replication.applied_per_sec, written * summary.throughput.per_sec * f64::from(replicas), 0.06);
    }
}

/// The primary has executed a write and copied it (0.5 µs), writes it to two replicas (2 µs each); it travels for 50 µs; a replica reads it
/// (3 µs) and executes it (10 µs). The caller waits for none of the replicas.
#[test]
fn a_write_arrives_at_an_idle_replica_after_its_way() {
    let mut value = system("anyReplica", 2, 1.0);
    value["workload"]["arrivals"] = json!({ "kind": "closed", "callers": 1 });
    value["costs"]["overrides"] = json!({
        "commandNs": 10_000, "replicateCommandNs": 500, "socketWriteNs": 2000, "socketReadNs": 3000,
    });
    let summary = outcome(&value);
    let lag = summary.replication.expect("replicas serve").lag;
    let expected = 2.0 * 2.0 + 50.0 + 3.0 + 10.0;
    assert_eq!([lag.min_us, lag.max_us].map(|us| (us.unwrap_or(0.0) * 1000.0).round()), [expected * 1000.0; 2]);
    assert_eq!(summary.nodes.len(), 3);
    assert!(summary.nodes[1].commands_per_sec == 0.0 && summary.nodes[1].utilisation > 0.0, "it gets only the stream");
}

/// Four writes of a pipeline wait once for their keys on the primary (3 x 8 µs less), and each for its own on the replica: 4 x 18 µs after
/// the way. The lag counts from the end of the shorter time.
#[test]
fn a_write_is_executed_when_its_primary_has_waited_once_for_several_keys() {
    let mut value = system("anyReplica", 1, 1.0);
    value["workload"]["arrivals"] = json!({ "kind": "closed", "callers": 1 });
    value["workload"]["batch"] = json!({ "kind": "pipeline", "size": 4 });
    value["server"]["lookahead"] = json!(4);
    value["costs"]["overrides"] = json!({ "commandNs": 10_000, "keyCacheMissNs": 8000 });
    let lag = outcome(&value).replication.expect("replicas serve").lag;
    assert_eq!([lag.min_us, lag.max_us].map(|us| (us.unwrap_or(0.0) * 1000.0).round()), [122_000.0; 2]);
}

/// A replica with more to do than it can is ever further behind, and says so; no request waits for that.
#[test]
fn a_full_replica_falls_behind() {
    let mut value = system("replica", 1, 0.5);
    value["workload"]["arrivals"] =
        json!({ "kind": "open", "ratePerSec": 120_000, "process": "constant", "callers": 400 });
    let ahead = |value: &Value| outcome(value).replication.expect("replicas serve");
    let behind = ahead(&value);
    value["workload"]["arrivals"]["ratePerSec"] = json!(60_000);
    let even = ahead(&value);
    assert!(even.pending < 10.0 && even.lag.p99_us < Some(200.0), "{even:?}");
    assert!(behind.lag.p50_us > even.lag.p99_us, "{behind:?}");
}

/// What is in the buffers of replicas that nobody reads from changes nothing: they are no nodes.
#[test]
fn replicas_that_nobody_reads_from_are_no_nodes() {
    let summary = outcome(&system("primary", 2, 0.5));
    assert!(summary.nodes.is_empty() && summary.replication.is_none());
    let mut value = system("primary", 2, 0.5);
    value["neighbours"] = json!([{ "name": "reports", "client": { "readFrom": "anyReplica" } }]);
    let summary = outcome(&value);
    assert_eq!(summary.nodes.len(), 3, "a neighbour reads from them");
    assert!(summary.replication.is_some_and(|replication| replication.applied_per_sec > 0.0));
}

/// While the primary is lost, its replicas go on to serve reads.
#[test]
fn reads_survive_the_loss_of_a_primary() {
    let lost = |from: &str| {
        let mut value = system(from, 1, 0.0);
        value["events"] = json!([{ "kind": "nodeLost", "atMs": 100, "detectMs": 300, "electMs": 100 }]);
        outcome(&value).throughput.per_sec
    };
    let all = outcome(&system("replica", 1, 0.0)).throughput.per_sec;
    assert_eq!(lost("replica"), all);
    assert!(lost("primary") < 0.5 * all);
}

/// Each batch over several slots is sent to the copies of its slots, and each copy of a slot gets its share.
#[test]
fn parts_of_batches_are_read_from_replicas() {
    let mut value = system("any", 1, 0.0);
    value["server"]["nodes"] = json!(2);
    value["workload"]["batch"] = json!({ "kind": "multiKey", "size": 20 });
    value["client"]["crossSlot"] = json!({ "kind": "split", "by": "node", "workers": 0 });
    let summary = outcome(&value);
    let shares = summary.nodes.iter().map(|node| node.commands_per_sec);
    let mean = shares.clone().sum::<f64>() / 4.0;
    shares.for_each(|share| close(share, mean, 0.1));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = |value: &Value| {
        let issues = normalize(&value.to_string()).issues;
        issues.into_iter().map(|issue| (issue.code, issue.path)).collect::<Vec<_>>()
    };
    assert_eq!(refused(&system("any", 0, 0.0)), [(IssueCode::NoEffect, "client.readFrom".to_owned())]);
    let mut value = system("any", 5, 0.0);
    value["client"]["connections"]["maxTotal"] = json!(8);
    value["server"]["nodes"] = json!(60);
    assert_eq!(refused(&value), [(IssueCode::OutOfRange, "server.replicas".to_owned())]);
    value["server"]["replicas"] = json!(3);
    assert_eq!(refused(&value), []);
}
