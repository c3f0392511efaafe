//! Runs scenarios natively: one on each line of standard input, its summary on a line of standard output.
//! `tests/sweep/native.test.ts` compares a whole sweep of them, byte by byte, with what the command line gets from WebAssembly.

use engine::scenario::normalize::normalize;
use engine::sim::Simulation;
use std::io::{BufRead, Write, stdin, stdout};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = stdout().lock();
    for line in stdin().lock().lines() {
        let answer = normalize(&line?);
        let scenario = answer.scenario.ok_or_else(|| format!("{:?}", answer.issues))?;
        let mut simulation = Simulation::new(&scenario);
        simulation.advance(u64::MAX, u64::MAX);
        serde_json::to_writer(&mut out, &simulation.summary())?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
