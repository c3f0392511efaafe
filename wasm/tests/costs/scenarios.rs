//! Scenarios in which single costs can be seen: one caller alone, whose response time is a sum of steps; or so many of something
//! that it is what limits the throughput.

use serde_json::{Value, json};

/// One key, whose value is kept for so long, and written by a share of the requests.
fn keeping(ttl_ms: f64, writes: f64) -> Value {
    let workload = json!({
        "popularity": { "kind": "uniform", "keys": 1 },
        "second": { "share": writes, "writes": true },
    });
    let caching = json!({ "kind": "tracking", "ttlMs": ttl_ms });
    merged(loops(json!({ "loops": 1 })), json!({ "workload": workload, "client": { "clientSideCaching": caching } }))
}

/// The scenario of a name.
pub fn named(name: &str) -> Value {
    match name {
        // One request at a time, 1 ms away: nothing is in anybody's way.
        "jedis" => lone(json!({})),
        "jedis, loopback" => lone(json!({ "network": { "rttUs": 0 } })),
        "jedis, unix" => lone(json!({ "network": { "rttUs": 100, "transport": "unixSocket" } })),
        "jedis, wrapped" => lone(pool(json!({ "maxTotal": 1, "wrap": true }))),
        "jedis, peeking" => lone(pool(json!({ "maxTotal": 1, "checkOnGet": "peek" }))),
        "jedis, per request" => lone(json!({ "client": { "connections": { "kind": "perRequest" } } })),
        "jedis, large replies" => lone(json!({ "workload": { "command": { "replyBytes": 1_000_000 } } })),
        "jedis, MGET of 10" => lone(json!({ "workload": { "batch": { "kind": "multiKey", "size": 10 } } })),
        "jedis, MULTI of 10" => lone(json!({ "workload": { "batch": { "kind": "transaction", "size": 10 } } })),
        "jedis, always synced" => lone(json!({ "server": { "appendOnly": { "kind": "always" } } })),
        "jedis, full memory" => lone(json!({
            "workload": { "command": { "storedBytes": 200 } },
            "server": { "memory": { "kind": "full", "keyBytes": 200 } },
        })),
        "jedis, replicated" => {
            lone(json!({ "workload": { "command": { "storedBytes": 200 } }, "server": { "replicas": 1 } }))
        }
        "jedis, redis 8" => lone(json!({ "server": { "ioThreads": { "kind": "redis8", "threads": 2 } } })),
        "jedis, cluster" => lone(json!({
            "client": { "topology": { "kind": "cached", "maxAgeMs": 5 } },
            "server": { "nodes": 4, "version": "6.0" },
        })),
        "jedis, a thread for each key" => lone(json!({
            "workload": { "batch": { "kind": "multiKey", "size": 2 } },
            "client": {
                "connections": { "kind": "pooled", "maxTotal": 2 },
                "crossSlot": { "kind": "split", "workers": 2, "threadPerPart": true },
            },
            "server": { "nodes": 4 },
        })),
        "jedis, 164 bytes" => lone(json!({ "workload": { "command": { "requestBytes": 164, "replyBytes": 164 } } })),
        "jedis, LRANGE of 10" => lone(json!({ "workload": { "command": { "elements": 10 } } })),
        "jedis, proxy" => lone(json!({ "network": { "proxy": { "kind": "multiplexing" } } })),
        "jedis, bridged" => lone(json!({ "network": { "bridged": true } })),
        "jedis, TLS" => lone(json!({ "network": { "tls": { "kind": "tls13" } } })),
        "jedis, TLS of 164 bytes" => lone(json!({
            "workload": { "command": { "requestBytes": 164, "replyBytes": 164 } },
            "network": { "tls": { "kind": "tls12" } },
        })),
        "jedis, TLS per request" => lone(json!({
            "run": { "warmupMs": 10, "measuredMs": 85 },
            "client": { "connections": { "kind": "perRequest" } },
            "network": { "rttUs": 200, "tls": { "kind": "tls13" } },
        })),
        "lettuce" => lone(loops(json!({ "loops": 1 }))),
        "lettuce, values kept" => lone(keeping(0.0, 0.0)),
        "lettuce, values kept for a moment" => lone(keeping(1e-6, 0.0)),
        "lettuce, kept values written" => lone(keeping(0.0, 0.5)),
        "lettuce, delayed" => lone(loops(json!({ "loops": 1, "flush": { "kind": "delayed", "delayUs": 10 } }))),
        "lettuce, executor" => {
            lone(loops(json!({ "loops": 1, "timeoutScheduler": { "kind": "executor", "threads": 1 } })))
        }
        "lettuce, wheel" => lone(loops(json!({ "loops": 1, "timeoutScheduler": { "kind": "timerWheel" } }))),
        "go" => lone(json!({ "client": { "runtime": { "kind": "goroutines", "gomaxprocs": 1 } } })),
        "go, pool that peeks" => lone(json!({ "client": {
            "runtime": { "kind": "goroutines", "gomaxprocs": 1 },
            "connections": { "checkOnGet": "peek" },
        } })),
        "node" => lone(node(json!({ "kind": "shared" }))),
        "node, auto-pipelining" => {
            let io = json!({ "kind": "eventLoops", "loops": 1, "flush": { "kind": "oneInFlight" } });
            lone(merged(node(json!({ "kind": "shared" })), json!({ "client": { "io": io } })))
        }
        // 1000 bytes more than a small reply has.
        "lettuce, replies of 1064 bytes" => lone(large_replies(loops(json!({ "loops": 1 })))),
        "load generator, replies of 1064 bytes" => lone(large_replies(load_generator())),
        "node, replies of 1064 bytes" => lone(large_replies(node(json!({ "kind": "shared" })))),
        "go, replies of 1064 bytes" => {
            lone(large_replies(json!({ "client": { "runtime": { "kind": "goroutines", "gomaxprocs": 1 } } })))
        }
        // Their replies are there before the writer has waited for as long as it is told to.
        "two on a ring that waits" => busy(
            2,
            8,
            json!({
                "client": {
                    "runtime": { "kind": "goroutines", "gomaxprocs": 8 },
                    "io": { "kind": "writerReader", "flushDelayUs": 200 },
                    "connections": { "kind": "shared" },
                },
            }),
        ),
        "node, pool" => lone(node(json!({ "kind": "pooled", "maxTotal": 1 }))),
        "load generator" => lone(load_generator()),
        // Sixteen threads on one core of the client, on loopback.
        "busy client" => busy(16, 1, pool(json!({ "maxTotal": 16 }))),
        "busy lettuce" => busy(16, 1, loops(json!({ "loops": 1 }))),
        "busy timers" => {
            busy(16, 1, loops(json!({ "loops": 1, "timeoutScheduler": { "kind": "executor", "threads": 1 } })))
        }
        "busy rueidis" => busy(
            16,
            1,
            json!({
                "client": {
                    "runtime": { "kind": "goroutines", "gomaxprocs": 1 },
                    "io": { "kind": "writerReader" },
                    "connections": { "kind": "shared" },
                },
            }),
        ),
        // More threads than the last-level cache of the default machine holds the data of.
        "six hundred threads" => busy(600, 1, pool(json!({ "maxTotal": 600 }))),
        "six hundred threads, lettuce" => busy(600, 1, loops(json!({ "loops": 1 }))),
        "six hundred threads, long writes" => {
            let long = json!({ "run": { "measuredMs": 500 }, "costs": { "overrides": { "socketWriteNs": 1e5 } } });
            busy(600, 1, merged(pool(json!({ "maxTotal": 600 })), long))
        }
        // Two threads for two cores, each of which works longer than it waits.
        "two on two cores" => busy(2, 2, loops(json!({ "loops": 1 }))),
        // Callers whose own code takes longer than a slice of CPU time.
        "long code" => {
            busy(4, 1, json!({ "run": { "measuredMs": 2000 }, "costs": { "overrides": { "callerNs": 1e7 } } }))
        }
        // A core for every caller: Redis is what limits.
        "busy server" => busy(64, 64, pool(json!({ "maxTotal": 64 }))),
        // Few enough that the server polls often.
        "half-busy server" => busy(3, 64, pool(json!({ "maxTotal": 3 }))),
        "busy server, io_uring" => busy(64, 64, with_server(json!({ "batchedSubmissions": true }))),
        "busy server, redis 6" => {
            busy(64, 64, with_server(json!({ "ioThreads": { "kind": "redis6", "threads": 4, "doReads": true } })))
        }
        "busy server, valkey 8" => {
            busy(64, 64, with_server(json!({ "ioThreads": { "kind": "valkey8", "threads": 8 } })))
        }
        "busy server, valkey 9.1" => busy(
            64,
            64,
            with_server(json!({ "version": "valkey9.1", "ioThreads": { "kind": "version", "threads": 8 } })),
        ),
        "busy server, hz 500" => busy(64, 64, with_server(json!({ "hz": 500 }))),
        "busy server, large batches" => {
            let batch = json!({ "batch": { "kind": "pipeline", "size": 20 }, "command": { "replyBytes": 10_000 } });
            busy(64, 64, merged(pool(json!({ "maxTotal": 64 })), json!({ "workload": batch })))
        }
        // Each has its turn many times while it is measured.
        "three thousand clients" => {
            let long = json!({ "run": { "measuredMs": 500 } });
            busy(3000, 256, merged(pool(json!({ "maxTotal": 3000 })), long))
        }
        // Bursts with pauses, in which threads of Redis 6 spin until they are told that nothing is left to do.
        "bursts, redis 6" => {
            let mut value = busy(64, 64, with_server(json!({ "ioThreads": { "kind": "redis6", "threads": 4 } })));
            value["workload"]["arrivals"]["thinkUs"] = json!({ "kind": "constant", "value": 5000 });
            value
        }
        _ => panic!("no scenario is named {name}"),
    }
}

/// One caller, 1 ms away.
fn lone(differs: Value) -> Value {
    merged(
        json!({
            "run": { "warmupMs": 5, "measuredMs": 50 },
            "workload": { "arrivals": { "kind": "closed", "callers": 1 } },
            "client": { "connections": { "kind": "pooled", "maxTotal": 1 } },
        }),
        differs,
    )
}

/// Many callers on a client with some cores, beside a server that has enough of them.
fn busy(callers: u32, cores: u32, differs: Value) -> Value {
    merged(
        json!({
            "run": { "warmupMs": 10, "measuredMs": 50 },
            "workload": { "arrivals": { "kind": "closed", "callers": callers } },
            "client": { "cores": cores },
            "network": { "rttUs": 0 },
            "server": { "host": { "kind": "own", "cores": 8 } },
        }),
        differs,
    )
}

fn pool(differs: Value) -> Value {
    json!({ "client": { "connections": merged(json!({ "kind": "pooled" }), differs) } })
}

fn loops(differs: Value) -> Value {
    let io = merged(json!({ "kind": "eventLoops" }), differs);
    json!({ "client": { "io": io, "connections": { "kind": "shared" } } })
}

fn node(connections: Value) -> Value {
    let io = json!({ "kind": "eventLoops", "loops": 1 });
    json!({ "client": { "runtime": { "kind": "eventLoop" }, "io": io, "connections": connections } })
}

fn large_replies(differs: Value) -> Value {
    merged(json!({ "workload": { "command": { "replyBytes": 1064 } } }), differs)
}

fn load_generator() -> Value {
    let io = json!({ "kind": "eventLoops", "loops": 1, "flush": { "kind": "writable" } });
    json!({ "client": { "runtime": { "kind": "eventLoop" }, "io": io, "connections": { "kind": "shared" } } })
}

fn with_server(server: Value) -> Value {
    merged(pool(json!({ "maxTotal": 64 })), json!({ "server": server }))
}

/// `base` with what `differs`; another kind brings its own fields only.
fn merged(mut base: Value, differs: Value) -> Value {
    match (&mut base, differs) {
        (Value::Object(fields), Value::Object(others))
            if others.get("kind").is_none_or(|kind| fields.get("kind").is_none_or(|one| one == kind)) =>
        {
            for (name, other) in others {
                let field = fields.remove(&name).unwrap_or(Value::Null);
                fields.insert(name, merged(field, other));
            }
            base
        }
        (_, differs) => differs,
    }
}
