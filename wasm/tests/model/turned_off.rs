//! Tests the settings that another setting turns off: they are accepted and have no effect.

use crate::support::finished;
use serde_json::{Value, json};

/// Whether a run is the same with a setting as without it.
fn has_no_effect(scenario: &Value, object: &str, (name, value): (&str, Value)) -> bool {
    let mut set = scenario.clone();
    set.pointer_mut(object).unwrap_or_else(|| panic!("there is no {object}"))[name] = value;
    finished(scenario).fingerprint == finished(&set).fingerprint
}

/// What is accepted without effect is what `model/pools.md` says of it, and there only.
#[test]
fn what_is_turned_off_has_no_effect_and_is_listed() {
    let pool = |more: Value| {
        let mut pool = json!({ "kind": "pooled", "maxTotal": 2 });
        pool.as_object_mut().expect("it is one").extend(more.as_object().expect("so is this").clone());
        json!({ "client": { "connections": pool } })
    };
    let shared = json!({ "client": { "io": { "kind": "eventLoops" }, "connections": { "kind": "shared" } } });
    let network = |transport: &str| json!({ "network": { "transport": transport } });
    let evictor = |interval_ms: f64| {
        pool(json!({ "timeBetweenEvictionRunsMs": interval_ms, "maxTotal": 250, "minEvictableIdleMs": 50 }))
    };
    let patience = |blocks: bool| pool(json!({ "blockWhenExhausted": blocks }));
    let nodes = |nodes: u32, topology: Value| json!({ "client": { "topology": topology }, "server": { "nodes": nodes, "host": { "kind": "own" } } });
    let known = json!({ "kind": "static" });
    let cached = json!({ "kind": "cached", "maxAgeMs": 5 });
    let batches =
        |kind: &str| json!({ "workload": { "batch": { "kind": kind } }, "client": {}, "server": { "nodes": 3 } });
    let further = |kind: &str, share: f64| json!({ "workload": { kind: { "share": share } } });
    let text = include_str!("../../model/pools.md");
    let (_, rest) = text.split_once("<!-- turned off -->").expect("the table has a beginning");
    let (table, _) = rest.split_once("<!-- /turned off -->").expect("the table has an end");
    let exec = json!({ "kind": "constant", "value": 7 });
    for (off, on, object, name, value) in [
        (
            &shared,
            &json!({ "client": { "connections": { "kind": "perRequest" } } }),
            "/client",
            "handshakeRoundTrips",
            json!(0),
        ),
        (&pool(json!({})), &pool(json!({ "maxIdle": 0 })), "/client", "handshakeRoundTrips", json!(0)),
        (&network("unixSocket"), &network("tcp"), "/network", "lossPercent", json!(5)),
        (
            &network("unixSocket"),
            &json!({ "network": { "slowStart": true }, "workload": { "command": { "replyBytes": 50_000 } } }),
            "/network",
            "segmentBytes",
            json!(100),
        ),
        (
            &network("unixSocket"),
            &json!({ "network": {}, "workload": { "command": { "replyBytes": 50_000 } } }),
            "/network",
            "slowStart",
            json!(true),
        ),
        (
            &network("unixSocket"),
            &json!({ "network": {}, "workload": { "command": { "replyBytes": 50_000 } } }),
            "/network",
            "windowBytes",
            json!(10_000),
        ),
        (
            &network("unixSocket"),
            &json!({ "network": {}, "workload": { "command": { "requestBytes": 50_000 } } }),
            "/network",
            "nagle",
            json!(true),
        ),
        (&network("unixSocket"), &network("tcp"), "/network", "interruptModeration", json!("both")),
        (&evictor(0.0), &evictor(20.0), "/client/connections", "testWhileIdle", json!(true)),
        (&evictor(0.0), &evictor(20.0), "/client/connections", "minEvictableIdleMs", json!(5)),
        (&evictor(0.0), &evictor(20.0), "/client/connections", "softMinEvictableIdleMs", json!(5)),
        (&evictor(0.0), &evictor(20.0), "/client/connections", "numTestsPerEvictionRun", json!(3)),
        (&evictor(0.0), &evictor(20.0), "/client/connections", "minIdle", json!(240)),
        (&patience(false), &patience(true), "/client/connections", "maxWaitMs", json!(1)),
        (&batches("none"), &batches("pipeline"), "/client", "crossSlot", json!({ "kind": "split" })),
        (&nodes(1, known.clone()), &nodes(3, known), "/server/host", "perNode", json!(false)),
        (&nodes(1, json!({ "kind": "static" })), &nodes(3, cached), "/server", "replicas", json!(2)),
        (&further("second", 0.0), &further("second", 0.5), "/workload/second", "execUs", exec.clone()),
        (&further("third", 0.0), &further("third", 0.5), "/workload/third", "execUs", exec),
    ] {
        let short = |scenario: &Value| {
            let mut scenario = scenario.clone();
            scenario["run"] = json!({ "warmupMs": 0, "measuredMs": 100 });
            scenario
        };
        assert!(has_no_effect(&short(off), object, (name, value.clone())), "{name} has an effect in {off}");
        assert!(!has_no_effect(&short(on), object, (name, value)), "{name} has no effect in {on} either");
        let listed = object.strip_prefix("/workload/").unwrap_or(name);
        assert!(table.contains(&format!("`{listed}`")), "{name} is not listed");
    }
}
