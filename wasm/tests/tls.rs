//! TLS: round trips and cryptography of handshakes, records, and the threads that work on them, against times worked out by hand.

use crate::support::{calls, finished, finished_run};
use engine::metric::summary::Summary;
use engine::metric::vocabulary::{Activity, ThreadClass};
use engine::scenario::normalize::normalize;
use engine::sim::Simulation;
use serde_json::{Value, json};

const RTT: f64 = 1000.0;
/// µs.
const BASE: f64 = 20.0;
const EXCHANGE: f64 = 50.0;
const SIGN: f64 = 500.0;
const VERIFY: f64 = 100.0;

fn handshake_costs() -> Value {
    let ns = |us: f64| us * 1000.0;
    json!({
        "tlsHandshakeNs": ns(BASE), "tlsKeyExchangeNs": ns(EXCHANGE), "tlsSignNs": ns(SIGN), "tlsVerifyNs": ns(VERIFY),
    })
}

/// Clients of every kind, whose connections are opened for each request, or by a pool that keeps none.
fn clients() -> Vec<Value> {
    let short_lived = json!({ "kind": "pooled", "maxTotal": 1, "maxIdle": 0 });
    let client = |runtime: Value, io: Value, connections: &Value| json!({ "runtime": runtime, "io": io, "connections": connections });
    let threads = json!({ "kind": "threads" });
    vec![
        client(threads.clone(), json!({ "kind": "blocking" }), &json!({ "kind": "perRequest" })),
        client(threads.clone(), json!({ "kind": "blocking" }), &short_lived),
        client(threads, json!({ "kind": "eventLoops", "loops": 2 }), &json!({ "kind": "perRequest" })),
        client(json!({ "kind": "goroutines", "gomaxprocs": 1 }), json!({ "kind": "blocking" }), &short_lived),
        client(
            json!({ "kind": "eventLoop" }),
            json!({ "kind": "eventLoops", "loops": 1, "flush": { "kind": "drained" } }),
            &short_lived,
        ),
    ]
}

fn reconnecting(client: &Value, tls: &Value, overrides: Value) -> Value {
    let mut client = client.clone();
    client["handshakeRoundTrips"] = json!(0);
    json!({
        "run": { "warmupMs": 0, "measuredMs": 200 },
        "workload": { "arrivals": { "kind": "closed", "callers": 1 } },
        "client": client,
        "network": { "rttUs": RTT, "tls": tls },
        "costs": { "profile": "ideal", "overrides": overrides },
    })
}

/// The TCP handshake takes a round trip, that of TLS one or two, the command one. Signature, verification and key exchange come where
/// the handshake is not resumed; TLS 1.3 exchanges keys even then.
#[test]
fn a_handshake_takes_its_round_trips_and_its_cryptography() {
    let full = SIGN + VERIFY + 2.0 * EXCHANGE;
    let kinds = [
        (json!({ "kind": "none" }), 2.0 * RTT),
        (json!({ "kind": "tls12" }), 4.0 * RTT + 2.0 * BASE + full),
        (json!({ "kind": "tls13" }), 3.0 * RTT + 2.0 * BASE + full),
        (json!({ "kind": "tls12", "resumption": true }), 3.0 * RTT + 2.0 * BASE),
        (json!({ "kind": "tls13", "resumption": true }), 3.0 * RTT + 2.0 * BASE + 2.0 * EXCHANGE),
    ];
    for client in clients() {
        for (tls, us) in &kinds {
            let summary = finished(&reconnecting(&client, tls, handshake_costs()));
            let mean = summary.response_time.mean_us.expect("some are answered");
            assert!((mean - us).abs() < 1e-6, "{client} {tls}: {mean} instead of {us}");
        }
    }
}

/// Connections that stay open have no handshakes: a request takes four halves of records, and nothing else.
#[test]
fn a_request_is_encrypted_and_decrypted_twice() {
    let mut scenario = reconnecting(
        &json!({ "connections": { "kind": "pooled", "maxTotal": 1 } }),
        &json!({ "kind": "tls13" }),
        json!({ "tlsRecordNs": 2000, "tlsPerByteNs": 10, "tlsSignNs": 1e6 }),
    );
    scenario["workload"]["command"] = json!({ "requestBytes": 100, "replyBytes": 300 });
    let mean = finished(&scenario).response_time.mean_us;
    assert_eq!(mean, Some(RTT + 4.0 * 2.0 + 2.0 * 1.0 + 2.0 * 3.0));
}

/// A reply of 40 000 bytes is three records: two further write() of the server. Jedis reads each record by itself, with another read()
/// for its header.
#[test]
fn a_large_reply_is_several_records() {
    let mut scenario = reconnecting(
        &json!({ "connections": { "kind": "pooled", "maxTotal": 1 }, "io": { "kind": "blocking", "bufferBytes": 100_000 } }),
        &json!({ "kind": "tls13" }),
        json!({ "tlsRecordNs": 2000, "socketWriteNs": 5000, "socketReadNs": 1000, "socketReadEmptyNs": 100 }),
    );
    scenario["workload"]["command"] = json!({ "replyBytes": 40_000 });
    scenario["client"]["io"]["pollBeforeRead"] = json!(false);
    let summary = finished(&scenario);
    assert_eq!(calls(&summary, ThreadClass::Caller, Activity::Read), 3.0);
    let records = 2.0 * 2.0 + 2.0 * 3.0 * 2.0;
    let calls_us = 2.0 * 5.0 + 2.0 * 5.0 + (1.0 + 3.0) * (1.0 + 0.1);
    assert_eq!(summary.response_time.mean_us, Some(RTT + records + calls_us));
}

/// Each command of Lettuce is a write(), and so a record. One SSL_read() of Redis returns one, where a plain read() takes all that are there.
#[test]
fn redis_reads_one_record_at_a_time() {
    let reads = |tls: Value| {
        let scenario = json!({
            "run": { "warmupMs": 10, "measuredMs": 50 },
            "workload": { "arrivals": { "kind": "closed", "callers": 50 } },
            "client": { "cores": 64, "io": { "kind": "eventLoops", "loops": 1 }, "connections": { "kind": "shared", "count": 1 } },
            "network": { "rttUs": 100, "tls": tls },
            "costs": { "profile": "ideal", "overrides": { "socketWriteNs": 1000, "socketReadNs": 1000, "commandNs": 3000 } },
        });
        calls(&finished(&scenario), ThreadClass::ServerMain, Activity::Read)
    };
    let one_by_one = reads(json!({ "kind": "tls13" }));
    assert!((one_by_one - 1.0).abs() < 1e-3, "{one_by_one} read() a command");
    let plain = reads(json!({ "kind": "none" }));
    assert!(plain < 0.6, "{plain} read() a command");
}

/// Nanoseconds of cryptography of a thread class for each completed request.
fn cryptography((simulation, summary): &(Simulation, Summary), class: ThreadClass) -> f64 {
    let usage = simulation.world().cpu.usage(simulation.now());
    (usage[class as usize].work[Activity::Tls as usize] as f64 / summary.requests.completed).round()
}

/// I/O threads of Redis 8 and Valkey encrypt and decrypt. Only Valkey's do handshakes, too (since 8.1); in Redis the main thread does them.
#[test]
fn io_threads_encrypt_and_those_of_valkey_shake_hands() {
    let of = |io_threads: Value| {
        let mut scenario = reconnecting(
            &json!({ "cores": 64, "connections": { "kind": "perRequest" } }),
            &json!({ "kind": "tls13" }),
            json!({ "tlsRecordNs": 1000, "tlsSignNs": 100_000 }),
        );
        scenario["workload"]["arrivals"]["callers"] = json!(40);
        scenario["server"] = json!({ "host": { "kind": "own", "cores": 8 }, "ioThreads": io_threads });
        let run = finished_run(&scenario);
        [ThreadClass::ServerMain, ThreadClass::ServerIo].map(|class| cryptography(&run, class) / 1000.0)
    };
    // A hello, its reply, a command and its reply: each is a record. Some per cent more handshakes than requests are complete.
    let [main, io] = of(json!({ "kind": "none" }));
    assert!((main - 104.0).abs() < 5.0 && io == 0.0, "{main} {io}");
    let [main, io] = of(json!({ "kind": "redis8", "threads": 3, "prefetchBatchMaxSize": 0 }));
    assert!((main - 100.0).abs() < 5.0 && (io - 4.0).abs() < 0.5, "{main} {io}");
    let [main, io] = of(json!({ "kind": "valkey8", "threads": 3 }));
    assert!(main < 30.0 && io > 75.0, "{main} {io}");
}

#[test]
fn what_does_not_encrypt_is_refused() {
    let codes = |value: Value| {
        let issues = normalize(&value.to_string()).issues;
        issues.iter().map(|issue| serde_json::to_value(issue.code).expect("a code")).collect::<Vec<_>>()
    };
    let tls = json!({ "kind": "tls13" });
    let redis6 = json!({ "network": { "tls": tls }, "server": { "ioThreads": { "kind": "redis6" } } });
    assert_eq!(codes(redis6), ["SCN-38"]);
    assert_eq!(codes(json!({ "network": { "tls": tls, "transport": "unixSocket" } })), ["SCN-32"]);
}
