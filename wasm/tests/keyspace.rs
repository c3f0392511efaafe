//! Eviction, expired keys and the stream to replicas, against times worked out by hand.

use crate::support::{run, scenario};
use serde_json::{Value, json};

const COMMAND: u32 = 1000;

/// A saturated main thread, where a command takes 1 µs.
fn saturated(workload: &Value, server: &Value, costs: &Value) -> Value {
    let mut overrides = json!({ "commandNs": COMMAND, "sampleKeyNs": 100, "deleteKeyNs": 500 });
    for (name, value) in costs.as_object().expect("costs by name") {
        overrides[name] = value.clone();
    }
    json!({
        "run": { "warmupMs": 10, "measuredMs": 200 },
        "workload": workload,
        "client": { "cores": 64, "connections": { "kind": "pooled", "maxTotal": 50 } },
        "network": { "rttUs": 0 },
        "server": server,
        "costs": { "profile": "ideal", "overrides": overrides },
    })
}

fn writing(bytes: u32) -> Value {
    json!({ "arrivals": { "kind": "closed", "callers": 50 }, "command": { "storedBytes": bytes } })
}

/// Time of the main thread for a command, ns.
fn ns_a_command(value: &Value) -> f64 {
    1e9 / run(&scenario(value)).summary().throughput.per_sec
}

fn close(is: f64, should_be: f64, tolerance: f64) {
    assert!((is / should_be - 1.0).abs() <= tolerance, "{is} instead of {should_be}");
}

/// A command that adds 1000 bytes evicts five keys of 200, for each of which it looks at five and deletes one: 5 (500 + 500) ns.
#[test]
fn a_command_evicts_what_it_needs() {
    let full = |more: &Value| {
        let mut memory = json!({ "kind": "full", "keyBytes": 200 });
        for (name, value) in more.as_object().expect("settings by name") {
            memory[name] = value.clone();
        }
        json!({ "memory": memory })
    };
    let of = |bytes: u32, more: &Value| ns_a_command(&saturated(&writing(bytes), &full(more), &json!({})));
    close(of(1000, &json!({})), f64::from(COMMAND) + 5.0 * 1000.0, 0.01);
    close(of(100, &json!({})), f64::from(COMMAND) + 0.5 * 1000.0, 0.01);
    // A random key is not looked for.
    close(of(1000, &json!({ "samples": 0 })), f64::from(COMMAND) + 5.0 * 500.0, 0.01);
    // 0 µs are 16 keys at a time: what a command does not evict is left for the next, and there is always more.
    close(of(200 * 40, &json!({ "tenacity": 0 })), f64::from(COMMAND) + 16.0 * 1000.0, 0.01);
    close(of(200 * 40, &json!({ "tenacity": 100 })), f64::from(COMMAND) + 40.0 * 1000.0, 0.01);
}

/// Nobody pays for eviction, expiry or replicas who has none.
#[test]
fn what_is_not_used_costs_nothing() {
    let fingerprint =
        |workload: &Value, server: &Value| run(&scenario(&saturated(workload, server, &json!({})))).fingerprint();
    let plain = json!({ "arrivals": { "kind": "closed", "callers": 50 } });
    let without = fingerprint(&plain, &json!({}));
    assert_eq!(fingerprint(&writing(1000), &json!({})), without, "there is room, and no replica");
    assert_eq!(
        fingerprint(&plain, &json!({ "memory": { "kind": "full" }, "replicas": 2 })),
        without,
        "nothing is stored"
    );
}

/// Ten thousand keys expire every 100 ms. Each takes 0.1 + 0.5 µs: 6 ms, which serverCron takes at its next run. In a second these
/// are nine or ten bursts.
#[test]
fn expired_keys_take_the_main_thread() {
    let per_sec = |server: &Value| {
        let mut value = saturated(&writing(0), server, &json!({}));
        value["run"]["measuredMs"] = json!(1000);
        run(&scenario(&value)).summary().throughput.per_sec
    };
    let expiring = json!({ "expirations": { "kind": "bursts", "keys": 10_000, "everyMs": 100 } });
    let lost = 1.0 - per_sec(&expiring) / per_sec(&json!({}));
    assert!((0.052..0.067).contains(&lost), "{lost}");
}

/// The primary copies a command once into the buffer that all replicas read, and writes to each of them once a turn. Before 7.0
/// there was a copy for each replica.
#[test]
fn replicas_cost_a_copy_and_their_writes() {
    let of = |version: &str, replicas: u32, costs: &Value| {
        let mut value = saturated(&writing(100), &json!({ "version": version, "replicas": replicas }), costs);
        // One caller: each command is a turn of its own.
        value["workload"]["arrivals"]["callers"] = json!(1);
        ns_a_command(&value)
    };
    let copies = json!({ "replicateCommandNs": 300, "storePerByteNs": 10 });
    let copy = 300.0 + 35.0 * 10.0;
    for (version, shares) in [("7.0", 1.0), ("6.2", 3.0)] {
        close(of(version, 3, &copies) - of(version, 3, &json!({})), shares * copy, 0.01);
    }
    let writes = |replicas: u32| {
        of("7.0", replicas, &json!({ "socketWriteNs": 2000 })) - of("7.0", 0, &json!({ "socketWriteNs": 2000 }))
    };
    close(writes(1), 2000.0, 0.01);
    close(writes(3), 6000.0, 0.01);
}
