//! Generations of the server: what a version changes, against times worked out by hand.

use crate::support::{run, scenario};
use serde_json::{Value, json};

/// What the fitted costs of one processor say of a command (`aws-c8g`): 1.02 µs, of which 0.76 are parsing.
const COMMAND: u32 = 1020;
const PARSE: u32 = 759;
const JOB: u32 = 100;

/// A saturated main thread with I/O threads of its version.
fn saturated(version: &str, pipeline: u32, more: &Value) -> Value {
    let mut costs = json!({
        "socketReadNs": 1000, "socketWriteNs": 3000, "commandNs": COMMAND, "parseNs": PARSE, "ringJobNs": JOB,
        "queueJobNs": JOB / 2, "quantumNs": 3_000_000,
    });
    for (name, value) in more.as_object().expect("costs by name") {
        costs[name] = value.clone();
    }
    json!({
        "run": { "warmupMs": 5, "measuredMs": 50 },
        "workload": {
            "arrivals": { "kind": "closed", "callers": 960 },
            "batch": { "kind": "pipeline", "size": pipeline },
        },
        "client": { "cores": 256, "connections": { "kind": "pooled", "maxTotal": 960 } },
        "network": { "rttUs": 0 },
        "server": {
            "host": { "kind": "own", "cores": 64 }, "version": version,
            "ioThreads": { "kind": "version", "threads": 24 },
        },
        "costs": { "profile": "ideal", "overrides": costs },
    })
}

/// Time of the main thread for a command, ns.
fn ns_a_command(value: &Value) -> f64 {
    let commands = value["workload"]["batch"]["size"].as_f64().unwrap_or(1.0);
    1e9 / (run(&scenario(value)).summary().throughput.per_sec * commands)
}

fn close(is: f64, should_be: f64, tolerance: f64) {
    assert!((is / should_be - 1.0).abs() <= tolerance, "{is} instead of {should_be}");
}

/// The main thread pays for four jobs a request. In Valkey 8 an I/O thread parses the first command only: a pipeline of four saves
/// three quarters of the jobs, 300 ns a command, and costs three quarters of the parsing, 569 ns. In 9.0 all are parsed, so only the saving is left.
#[test]
fn pipelines_of_four_are_slower_in_valkey_8_1_and_faster_in_9_0() {
    let (jobs, command, parse) = (f64::from(4 * JOB), f64::from(COMMAND), f64::from(PARSE));
    let of = |version: &str, pipeline: u32| ns_a_command(&saturated(version, pipeline, &json!({})));
    close(of("valkey8.1", 1), jobs + command - parse, 0.02);
    close(of("valkey8.1", 4), jobs / 4.0 + command - parse / 4.0, 0.02);
    close(of("valkey9.0", 1), jobs + command - parse, 0.02);
    close(of("valkey9.0", 4), jobs / 4.0 + command - parse, 0.02);
    // Queues that all threads share cost half as much a job here.
    close(of("valkey9.1", 1), jobs / 2.0 + command - parse, 0.02);
}

/// One wait for memory is four reads up to Redis 8.0: bucket, entry, key and value.
#[test]
fn a_look_up_reads_fewer_places_in_newer_hash_tables() {
    let wait = |version: &str| {
        let of = |memory: u32| {
            let mut value = saturated(version, 1, &json!({ "keyCacheMissNs": memory }));
            value["server"]["ioThreads"] = json!({ "kind": "none" });
            value["workload"]["arrivals"]["callers"] = json!(96);
            ns_a_command(&value)
        };
        of(2000) - of(0)
    };
    for (version, share) in [("7.0", 1.0), ("8.0", 1.0), ("8.2", 0.5), ("valkey8.0", 0.75), ("valkey8.1", 0.5)] {
        close(wait(version), 2000.0 * share, 0.02);
    }
}

/// A value that is not copied costs the executing thread no byte: without I/O threads from 16 KiB on.
#[test]
fn large_replies_are_sent_without_a_copy() {
    let copying = |version: &str, bytes: u32| {
        let of = |per_byte: f64| {
            let mut value = saturated(version, 1, &json!({ "replyPerByteNs": per_byte }));
            value["server"]["ioThreads"] = json!({ "kind": "none" });
            value["workload"]["command"] = json!({ "replyBytes": bytes });
            value["workload"]["arrivals"]["callers"] = json!(96);
            ns_a_command(&value)
        };
        of(0.5) - of(0.0)
    };
    close(copying("valkey8.1", 20_064), 10_000.0, 0.02);
    close(copying("8.6", 10_064), 5000.0, 0.02);
    assert!(copying("valkey9.0", 20_064).abs() < 1.0 && copying("8.6", 20_064).abs() < 1.0);
}

/// What a scenario says in full and what its version stands for are one run.
#[test]
fn a_version_stands_for_its_settings() {
    let with = |server: Value| {
        let mut value = saturated("7.0", 4, &json!({ "keyCacheMissNs": 400 }));
        for (name, setting) in server.as_object().expect("settings by name") {
            value["server"][name] = setting.clone();
        }
        value["workload"]["arrivals"]["callers"] = json!(48);
        run(&scenario(&value)).summary().fingerprint
    };
    let threads = 4;
    let version =
        |version: &str| with(json!({ "version": version, "ioThreads": { "kind": "version", "threads": threads } }));
    let redis6 = json!({ "version": "6.2", "ioThreads": { "kind": "redis6", "threads": threads } });
    assert_eq!(version("6.2"), with(redis6));
    let redis8 = json!({
        "version": "8.2", "lookahead": 16, "maxNewConnectionsPerCycle": 10,
        "ioThreads": { "kind": "redis8", "threads": threads, "prefetchBatchMaxSize": 16 },
    });
    assert_eq!(version("8.4"), with(redis8));
    let valkey = json!({
        "version": "valkey8.1", "lookahead": 1000,
        "ioThreads": { "kind": "valkey8", "threads": threads, "eventsPerIoThread": 2, "prefetchBatchMaxSize": 16 },
    });
    assert_eq!(version("valkey9.0"), with(valkey));
    assert_ne!(version("valkey9.0"), version("valkey8.1"));
}

/// Three slots that take 10 ms each: their keys answer ASK and MOVED from 10 ms on. Where slots move at once, nothing is redirected before
/// all have been copied, at 40 ms, and no node says ASK.
#[test]
fn slots_that_move_at_once_are_never_asked_for() {
    let redirections = |version: &str, measured: u32| {
        let value = json!({
            "run": { "warmupMs": 0, "measuredMs": measured },
            "workload": { "arrivals": { "kind": "closed", "callers": 50 } },
            "client": { "cores": 64, "connections": { "kind": "pooled", "maxTotal": 50 } },
            "network": { "rttUs": 10 },
            "server": {
                "nodes": 3, "version": version,
                "resharding": { "kind": "slots", "startMs": 10, "slots": 3000, "slotMs": 0.01 },
            },
            "costs": { "profile": "ideal", "overrides": { "commandNs": 1000 } },
        });
        let simulation = run(&scenario(&value));
        let nodes = &simulation.world().server_meter.nodes;
        [nodes.iter().map(|node| node.ask).sum::<u64>(), nodes.iter().map(|node| node.moved).sum()]
    };
    assert!(redirections("8.2", 39).iter().all(|&count| count > 0));
    assert_eq!(redirections("8.4", 39), [0, 0]);
    let [ask, moved] = redirections("valkey9.0", 45);
    assert!(ask == 0 && moved > 0, "{ask} {moved}");
}
