//! 200 callers share a pool of 8 blocking connections to a Redis that is 1 ms away: `cargo run --example pool`.

use engine::{scenario::normalize::normalize, sim::Simulation, theory};

/// Runs the scenario and compares its throughput with the bound K/(RTT + S) of a pool.
pub fn main() {
    let text = r#"{
        "workload": { "arrivals": { "kind": "closed", "callers": 200 } },
        "client": { "connections": { "kind": "pooled", "maxTotal": 8, "handoff": "fifo" } },
        "network": { "rttUs": 1000 }
    }"#;
    let mut run = Simulation::new(&normalize(text).scenario.expect("the scenario is valid"));
    run.advance(u64::MAX, u64::MAX);
    let summary = run.summary();
    let bound = theory::pool_throughput(8, 200, 1000.0, 0.0, 0.0) * 1e6;
    println!("pool of 8: {:.0} requests per second, at most {bound:.0} by K/RTT", summary.throughput.per_sec);
    assert!((0.9..1.0).contains(&(summary.throughput.per_sec / bound)));
}
