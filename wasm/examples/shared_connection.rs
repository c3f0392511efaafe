//! 200 callers share one pipelined connection to a Redis that is 1 ms away: `cargo run --example shared_connection`.

use engine::{scenario::normalize::normalize, sim::Simulation};

/// Runs the scenario: the callers do not wait for each other's replies, so one connection carries many requests per round trip.
pub fn main() {
    let text = r#"{
        "workload": { "arrivals": { "kind": "closed", "callers": 200 } },
        "client": { "io": { "kind": "eventLoops" }, "connections": { "kind": "shared" } },
        "network": { "rttUs": 1000 }
    }"#;
    let mut run = Simulation::new(&normalize(text).scenario.expect("the scenario is valid"));
    run.advance(u64::MAX, u64::MAX);
    let summary = run.summary();
    println!("one shared connection: {:.0} requests per second", summary.throughput.per_sec);
    assert!(summary.throughput.per_sec > 100_000.0);
}
