//! Times one run natively, for the comparison with the WebAssembly build: `speed SCENARIO.json TRACE(0|1)` prints
//! `{"events", "completed", "seconds", "fingerprint"}`. Used by `npm run bench`.

#![allow(clippy::disallowed_types, reason = "timing the engine from outside is this program's purpose")]

use engine::scenario::normalize::normalize;
use engine::sim::{Simulation, Status};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("usage: speed SCENARIO.json [1]")?;
    let trace = args.next().is_some_and(|flag| flag == "1");
    let answer = normalize(&std::fs::read_to_string(file)?);
    let scenario = answer.scenario.ok_or_else(|| format!("{:?}", answer.issues))?;

    let mut simulation = Simulation::new(&scenario);
    simulation.set_trace(trace);
    let start = Instant::now();
    while simulation.advance(u64::MAX, u64::MAX) == Status::Chunk {
        simulation.close_chunk();
        simulation.clear_chunk();
    }
    let seconds = start.elapsed().as_secs_f64();

    let summary = simulation.summary();
    println!(
        r#"{{"events": {}, "completed": {}, "seconds": {seconds}, "fingerprint": "{}"}}"#,
        simulation.events(),
        summary.requests.completed,
        summary.fingerprint
    );
    Ok(())
}
