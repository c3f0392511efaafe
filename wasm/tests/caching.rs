//! Client-side caching: hit ratios against closed forms, times and costs worked out by hand.

use crate::support::{assert_accounts, finished, finished_run, is_deep, run, scenario};
use engine::metric::summary::{CacheUse, Summary};
use serde_json::{Value, json};

/// Overlays one JSON value with another.
fn with(value: &Value, more: &Value) -> Value {
    let (Value::Object(all), Value::Object(others)) = (value, more) else { return more.clone() };
    let mut all = all.clone();
    for (name, other) in others {
        let under = all.get(name).cloned().unwrap_or(Value::Null);
        all.insert(name.clone(), with(&under, other));
    }
    Value::Object(all)
}

/// Reads of uniform keys by callers that pause, through one shared connection; only the look-up in the cache takes time. In a
/// second it answers 35,000 reads: the standard deviation of a hit ratio is 0.003.
fn readers(keys: u32, max_keys: u32, writes: f64) -> Value {
    let (warmup_ms, measured_ms) = if is_deep() { (2000, 4000) } else { (500, 1000) };
    json!({
        "run": { "warmupMs": warmup_ms, "measuredMs": measured_ms },
        "workload": {
            "arrivals": { "kind": "closed", "callers": 20, "thinkUs": { "kind": "exponential", "mean": 500 } },
            "second": { "share": writes, "writes": true },
            "popularity": { "kind": "uniform", "keys": keys },
        },
        "client": {
            "io": { "kind": "eventLoops", "loops": 1 },
            "connections": { "kind": "shared", "count": 1 },
            "clientSideCaching": { "kind": "tracking", "maxKeys": max_keys },
        },
        "network": { "rttUs": 2 },
        "costs": { "profile": "ideal", "overrides": { "cacheLookupNs": 300 } },
    })
}

fn summary(value: &Value) -> Summary {
    finished(value)
}

fn cache(summary: &Summary) -> &CacheUse {
    summary.client_side_cache.as_ref().expect("the client keeps values")
}

fn hit_ratio(value: &Value) -> f64 {
    cache(&summary(value)).hit_ratio.expect("there were reads")
}

fn close(is: f64, should_be: f64, tolerance: f64) {
    assert!((is - should_be).abs() <= tolerance, "{is} instead of {should_be}");
}

/// Without writes: of 1000 keys that are equally popular, 250 are there at any time.
#[test]
fn a_cache_smaller_than_the_working_set_has_its_share() {
    let summary = summary(&readers(1000, 250, 0.0));
    close(cache(&summary).hit_ratio.unwrap_or(0.0), 0.25, 0.01);
    close(cache(&summary).values, 250.0, 0.0);
    assert!(cache(&summary).invalidations_per_sec == 0.0, "nobody writes");
    close(hit_ratio(&readers(200, 250, 0.0)), 1.0, 1e-3);
}

/// What happened to a key before a read was a write with probability w / (r + w): then the value is not there.
#[test]
fn writes_take_their_share_of_an_unlimited_cache() {
    let alone = summary(&readers(50, 0, 0.2));
    close(cache(&alone).hit_ratio.unwrap_or(0.0), 0.8, 0.01);
    // Each value that is fetched is invalidated once, in the long run.
    let misses = cache(&alone).hits_per_sec * 0.25;
    close(cache(&alone).invalidations_per_sec / misses, 1.0, 0.03);
    // Of four processes each reads 0.8 and all together write 4 x 0.2.
    let fleet = with(&readers(50, 0, 0.2), &json!({ "client": { "instances": 4 } }));
    close(hit_ratio(&fleet), 0.5, 0.01);
    let broadcast = json!({ "client": { "clientSideCaching": { "mode": "broadcast" } } });
    close(hit_ratio(&with(&fleet, &broadcast)), 0.5, 0.01);
}

/// A neighbour that only writes, as often as the client reads: half of the reads find nothing.
#[test]
fn a_write_of_any_client_invalidates() {
    let writer = json!({
        "name": "writer",
        "workload": {
            "arrivals": { "kind": "closed", "callers": 20, "thinkUs": { "kind": "exponential", "mean": 400 } },
            "command": { "writes": true },
            "popularity": { "kind": "uniform", "keys": 40 },
        },
    });
    let value = with(&readers(40, 0, 0.0), &json!({ "neighbours": [writer] }));
    let summary = run(&scenario(&value)).summary();
    let (reads, writes) = (summary.throughput.per_sec, summary.neighbours[0].throughput.per_sec);
    close(cache(&summary).hit_ratio.unwrap_or(0.0), reads / (reads + writes), 0.01);
    assert!(summary.neighbours[0].client_side_cache.is_none(), "it keeps nothing");
}

/// Che's approximation of an LRU cache: a key is there if it was asked for within the last T, where the keys that are there are as many
/// as there is room for.
#[test]
fn popular_keys_are_there_more_often() {
    let (keys, room, exponent) = (2000, 200.0, 0.9);
    let weights: Vec<f64> = (1..=keys).map(|rank| libm::pow(rank.into(), -exponent)).collect();
    let whole: f64 = weights.iter().sum();
    let is_there = |weight: f64, time: f64| 1.0 - libm::exp(-weight / whole * time);
    let (mut short, mut long) = (1.0, 1e6);
    for _ in 0..100 {
        let middle = (short + long) / 2.0;
        let kept: f64 = weights.iter().map(|&weight| is_there(weight, middle)).sum();
        if kept < room { short = middle } else { long = middle }
    }
    let expected: f64 = weights.iter().map(|&weight| weight / whole * is_there(weight, short)).sum();
    let popularity = json!({ "kind": "zipf", "exponent": exponent, "keys": keys });
    let value = with(&readers(1, 200, 0.0), &json!({ "workload": { "popularity": null } }));
    let value = with(&value, &json!({ "workload": { "popularity": popularity } }));
    close(hit_ratio(&value), expected, 0.01);
}

/// A hit takes the look-up, and with a pool a look at the socket; a miss takes the round trip in addition.
#[test]
fn a_hit_takes_a_look_up_and_a_miss_a_round_trip() {
    let one = json!({
        "run": { "warmupMs": 200, "measuredMs": 200 },
        "workload": {
            "arrivals": { "kind": "closed", "callers": 1, "thinkUs": { "kind": "constant", "value": 100 } },
            "popularity": { "kind": "uniform", "keys": 10 },
        },
        "client": {
            "connections": { "kind": "pooled", "maxTotal": 2 },
            "clientSideCaching": { "kind": "tracking" },
        },
        "network": { "rttUs": 1000 },
        "costs": { "profile": "ideal", "overrides": { "cacheLookupNs": 300, "socketReadEmptyNs": 200, "encodeNs": 50 } },
    });
    close(summary(&one).response_time.p50_us.unwrap_or(0.0), 0.5, 1e-9);
    let lettuce = with(&one, &json!({ "client": { "io": null, "connections": null } }));
    let shared = json!({ "client": { "io": { "kind": "eventLoops" }, "connections": { "kind": "shared" } } });
    close(summary(&with(&lettuce, &shared)).response_time.p50_us.unwrap_or(0.0), 0.3, 1e-9);
    // Each value is of use for no time at all.
    let never = with(&one, &json!({ "client": { "clientSideCaching": { "ttlMs": 0.0001 } } }));
    let never = summary(&never);
    close(cache(&never).hit_ratio.unwrap_or(1.0), 0.0, 0.0);
    // The look-up, encoding, and looking at a socket without data before it waits.
    close(never.response_time.p50_us.unwrap_or(0.0), 1000.35, 1e-9);
}

/// On a saturated server, a read costs 1 µs and 0.5 µs to remember it; a write costs 1 µs and 2 µs for each process that keeps the key.
#[test]
fn tracking_and_messages_take_the_main_thread() {
    let costs = json!({ "commandNs": 1000, "trackKeyNs": 500, "pushNs": 2000, "cacheLookupNs": 100 });
    let one_key = with(
        &readers(1, 0, 0.5),
        &json!({
            "client": { "instances": 8 },
            "workload": { "arrivals": { "callers": 1, "thinkUs": { "kind": "exponential", "mean": 2000 } } },
            "costs": { "overrides": costs },
        }),
    );
    let summary = summary(&one_key);
    let seconds = 1.0;
    let requests = summary.throughput.per_sec;
    let CacheUse { hits_per_sec, invalidations_per_sec, .. } = cache(&summary);
    let (writes, misses) = (requests / 2.0, requests / 2.0 - hits_per_sec);
    let main = summary.threads.iter().find(|group| group.class.is_server()).expect("the server has a main thread");
    let busy = 1e9 * main.shares.user * seconds;
    close(busy / (writes * 1000.0 + misses * 1500.0 + invalidations_per_sec * 2000.0), 1.0, 0.02);
}

/// With a pool, messages lie on connections until somebody uses them or looks for a value that they have read.
#[test]
fn messages_on_idle_connections_are_seen_before_a_hit_counts() {
    let pool = json!({
        "client": { "io": { "kind": "blocking" }, "connections": { "kind": "pooled", "maxTotal": 8 } },
        "workload": { "arrivals": { "callers": 8 } },
    });
    let mut value = readers(50, 0, 0.2);
    value["client"]["io"] = Value::Null;
    value["client"]["connections"] = Value::Null;
    close(hit_ratio(&with(&value, &pool)), 0.8, 0.015);
}

/// A reply that the pool's evictor waits for is no message that may lie before a late reply: it is not thrown away with one.
#[test]
fn the_evictor_gets_its_reply_behind_late_ones() {
    let (simulation, summary) = finished_run(&json!({
        "run": { "warmupMs": 0, "measuredMs": 20 },
        "workload": { "arrivals": { "kind": "closed", "callers": 1 } },
        "client": {
            "cores": 1,
            "io": { "kind": "blocking", "replyTimeoutMs": 0.05 },
            "connections": {
                "kind": "pooled",
                "maxTotal": 2,
                "warm": false,
                "maxIdle": 1,
                "minIdle": 1,
                "timeBetweenEvictionRunsMs": 0.001,
                "minEvictableIdleMs": 0.001,
            },
            "clientSideCaching": { "kind": "tracking" },
        },
        "network": { "rttUs": 1, "requestJitterUs": { "kind": "constant", "value": 55 } },
        "costs": { "profile": "apple-m1-pro" },
    }));
    assert_accounts(&simulation, &summary);
}

/// Nobody pays who keeps nothing.
#[test]
fn what_is_not_used_costs_nothing() {
    let plain = json!({ "run": { "warmupMs": 5, "measuredMs": 20 }, "workload": { "second": { "share": 0.5 } } });
    let fingerprint = |value: &Value| summary(value).fingerprint;
    let writes =
        json!({ "workload": { "second": { "writes": true }, "popularity": { "kind": "uniform", "keys": 3 } } });
    assert_eq!(fingerprint(&plain), fingerprint(&with(&plain, &writes)));
    assert!(summary(&plain).client_side_cache.is_none());
}

/// What is not modelled together is refused by name.
#[test]
fn what_does_not_go_together_is_refused() {
    let refused = |more: Value| {
        let text = with(&readers(10, 0, 0.0), &more).to_string();
        let issues = engine::scenario::normalize::normalize(&text).issues;
        issues.iter().map(|issue| issue.path.clone()).collect::<Vec<_>>()
    };
    assert_eq!(refused(json!({})), Vec::<String>::new());
    assert_eq!(refused(json!({ "workload": { "batch": { "kind": "pipeline" } } })), ["workload.batch"]);
    assert_eq!(refused(json!({ "server": { "ioThreads": { "kind": "redis8", "threads": 2 } } })), ["server.ioThreads"]);
    let free = json!({ "workload": { "arrivals": { "thinkUs": { "mean": 0 } } }, "costs": { "overrides": { "cacheLookupNs": 0 } } });
    assert_eq!(refused(free), ["workload.arrivals.thinkUs"]);
}
