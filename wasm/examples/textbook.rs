//! The closed network of queueing textbooks, in which only delays cost time: `cargo run --example textbook`.

use engine::{scenario::normalize::normalize, sim::Simulation, theory};

/// Compares the throughput of 20 callers (think time 1 ms, service 100 µs) with the formula of the machine repairman.
pub fn main() {
    let text = r#"{
        "costs": { "profile": "ideal" },
        "run": { "measuredMs": 10000 },
        "workload": {
            "arrivals": { "kind": "closed", "callers": 20, "thinkUs": { "kind": "exponential", "mean": 1000 } },
            "command": { "execUs": { "kind": "exponential", "mean": 100 } }
        },
        "client": { "connections": { "kind": "pooled", "maxTotal": 20 } },
        "network": { "rttUs": 0 }
    }"#;
    let mut run = Simulation::new(&normalize(text).scenario.expect("the scenario is valid"));
    run.advance(u64::MAX, u64::MAX);
    let throughput = run.summary().throughput.per_sec;
    let theory = theory::repairman(20, 1000.0, 100.0).throughput * 1e6;
    println!("closed network: {throughput:.0} requests per second, {theory:.0} in theory");
    assert!((throughput / theory - 1.0).abs() < 0.02);
}
