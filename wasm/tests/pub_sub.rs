//! Publish and subscribe: times worked out by hand, and what messages take the main thread and the link.

use crate::support::{finished, run, scenario};
use engine::metric::summary::{PubSubUse, Summary};
use engine::metric::vocabulary::Resource;
use engine::scenario::issue::IssueCode;
use engine::scenario::normalize::normalize;
use serde_json::{Value, json};

/// A caller that publishes, and connections of the same process that subscribe. Only these steps take time: a command 1 µs, a message
/// 0.5 µs, a write() 2 µs, decoding on the loop 0.3 µs.
fn publisher(subscriptions: u32) -> Value {
    json!({
        "run": { "warmupMs": 10, "measuredMs": 100 },
        "workload": {
            "arrivals": { "kind": "closed", "callers": 1 },
            "command": { "publishes": true },
        },
        "client": {
            "io": { "kind": "eventLoops", "loops": 2 },
            "connections": { "kind": "shared", "count": 1 },
            "subscriptions": subscriptions,
        },
        "network": { "rttUs": 100 },
        "costs": {
            "profile": "ideal",
            "overrides": { "commandNs": 1000, "pushNs": 500, "socketWriteNs": 2000, "loopDecodeNs": 300 },
        },
    })
}

fn pub_sub(summary: &Summary) -> &PubSubUse {
    summary.pub_sub.as_ref().expect("the client subscribes")
}

fn close(is: f64, should_be: f64, tolerance: f64) {
    assert!((is - should_be).abs() <= tolerance, "{is} instead of {should_be}");
}

/// The publisher is answered first: its write(), two ways, 1 µs and 3 x 0.5 µs, the server's write() and decoding. Then each subscriber gets its message
/// after one more write().
#[test]
fn each_subscriber_waits_for_the_writes_before_its_own() {
    let summary = finished(&publisher(3));
    close(summary.response_time.mean_us.unwrap(), 2.0 + 100.0 + 2.5 + 2.0 + 0.3, 0.001);
    let delivery = &pub_sub(&summary).delivery;
    close(delivery.mean_us.unwrap(), 2.0 + 100.0 + 2.5 + 2.0 + 2.0 * 2.0 + 0.3, 0.01);
    close(delivery.max_us.unwrap(), 2.0 + 100.0 + 2.5 + 4.0 * 2.0 + 0.3, 0.01);
    close(pub_sub(&summary).subscriptions, 3.0, 0.0);
}

/// Busy time of the main thread = publishes x (command + subscribers x message + (1 + subscribers) x write).
#[test]
fn a_message_takes_the_main_thread_its_time_for_each_subscriber() {
    for subscribers in [0_u32, 10, 200] {
        let summary = finished(&publisher(subscribers));
        let main = summary.resources.iter().find(|used| used.resource == Resource::ServerMain).unwrap();
        let each = f64::from(subscribers);
        close(main.demand_us.unwrap() / (1.0 + 0.5 * each + 2.0 * (1.0 + each)), 1.0, 0.01);
        match subscribers {
            0 => assert!(summary.pub_sub.is_none(), "nobody subscribes"),
            _ => close(pub_sub(&summary).deliveries_per_sec / summary.throughput.per_sec / each, 1.0, 0.01),
        }
    }
}

/// 50 messages of 1000 B for each publish on a link of 100 Mbit/s: 250 publishes a second, whoever publishes.
#[test]
fn the_link_carries_each_message_once_for_each_subscriber() {
    let mut value = publisher(0);
    value["workload"]["arrivals"]["callers"] = json!(4);
    value["workload"]["command"]["requestBytes"] = json!(1000);
    value["network"]["mbitPerSec"] = json!(100);
    value["run"] = json!({ "warmupMs": 1000, "measuredMs": 2000 });
    let mut listener = json!({ "name": "listener", "client": publisher(50)["client"].clone() });
    listener["workload"] = json!({ "arrivals": { "kind": "open", "ratePerSec": 0.001 } });
    value["neighbours"] = json!([listener]);
    let summary = run(&scenario(&value)).summary();
    close(summary.throughput.per_sec, 250.0, 5.0);
    assert!(summary.pub_sub.is_none(), "the publisher does not subscribe");
    close(summary.neighbours[0].pub_sub.as_ref().unwrap().deliveries_per_sec, 50.0 * 250.0, 250.0);
}

/// A subscriber that reads nothing for a while has more than 32 MiB ahead of it: the server closes it, and publishing costs no more than without.
#[test]
fn a_subscriber_that_is_too_late_is_closed() {
    let mut value = publisher(0);
    value["workload"]["command"]["requestBytes"] = json!(1_000_000);
    let mut listener = json!({ "name": "listener", "client": publisher(7)["client"].clone() });
    listener["workload"] = json!({ "arrivals": { "kind": "open", "ratePerSec": 0.001 } });
    value["neighbours"] = json!([listener]);
    value["run"] = json!({ "warmupMs": 20, "measuredMs": 20 });
    let closed = |value: &Value| run(&scenario(value)).summary().neighbours[0].pub_sub.as_ref().unwrap().closed;
    close(closed(&value), 0.0, 0.0);
    value["events"] = json!([{ "kind": "clientPause", "atMs": 0.5, "durationMs": 15, "client": 1 }]);
    close(closed(&value), 7.0, 0.0);
    let summary = run(&scenario(&value)).summary();
    let main = summary.resources.iter().find(|used| used.resource == Resource::ServerMain).unwrap();
    close(main.demand_us.unwrap(), 3.0, 0.1);
}

/// Without a subscriber PUBLISH is a command like any other.
#[test]
fn without_subscribers_nothing_changes() {
    let mut value = publisher(0);
    let published = run(&scenario(&value)).fingerprint();
    value["workload"]["command"]["publishes"] = json!(false);
    assert_eq!(run(&scenario(&value)).fingerprint(), published);
}

/// What is not modelled together is refused.
#[test]
fn subscriptions_have_their_limits() {
    let refused = |path: &[&str], other: Value| {
        let mut value = publisher(3);
        let place = path.iter().fold(&mut value, |at, name| &mut at[*name]);
        *place = other;
        let issues = normalize(&value.to_string()).issues;
        issues
            .iter()
            .filter(|issue| issue.code == IssueCode::NotWithSubscriptions)
            .map(|issue| issue.path.clone())
            .collect()
    };
    let none: Vec<String> = refused(&["seed"], json!(2));
    assert!(none.is_empty(), "{none:?}");
    let paths: [Vec<String>; 4] = [
        refused(&["server"], json!({ "nodes": 3 })),
        refused(&["server"], json!({ "ioThreads": { "kind": "valkey8" } })),
        refused(&["workload", "batch"], json!({ "kind": "multiKey" })),
        refused(&["events"], json!([{ "kind": "instancesChanged", "atMs": 20, "instances": 2 }])),
    ];
    assert_eq!(paths, [["server.nodes"], ["server.ioThreads"], ["workload.batch"], ["events"]]);
}
