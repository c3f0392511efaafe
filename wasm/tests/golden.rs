//! Runs whose every event is known: a change of the model shows here, on purpose or not. The same files are checked through
//! WebAssembly by `tests/engine/golden.test.ts`, so native and WebAssembly builds cannot drift apart.
//!
//! After a wanted change of the model: `UPDATE_GOLDEN=1 cargo test --profile quick golden::`, and review the difference.

use crate::support::recorded::Recording;
use crate::support::{assert_laws, run, scenario};
use engine::sim::Simulation;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::{env, fs};

fn files() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

/// What a file says of its scenario: the fingerprint covers every event; the other numbers make a difference readable.
fn outcome(given: &Value) -> Value {
    let scenario = scenario(given);
    let simulation = run(&scenario);
    let summary = simulation.summary();
    assert_laws(&simulation, &summary);

    let mut traced = Simulation::new(&scenario);
    let spans = Recording::of(&mut traced, u64::MAX).ended().len();
    assert_eq!(traced.fingerprint(), simulation.fingerprint(), "tracing disturbs nothing");
    json!({
        "scenario": given,
        "fingerprint": summary.fingerprint,
        "events": simulation.events(),
        "spans": spans,
        "completed": summary.requests.completed,
        "throughput": summary.throughput.per_sec,
        "meanUs": summary.response_time.mean_us,
        "p99Us": summary.response_time.p99_us,
    })
}

#[test]
fn known_runs_have_not_changed() {
    let update = env::var_os("UPDATE_GOLDEN").is_some();
    let (mut changed, mut fingerprints) = (Vec::new(), BTreeSet::new());
    let files = files();
    for file in &files {
        let text = fs::read_to_string(file).expect("golden files can be read");
        let golden: Value = serde_json::from_str(&text).expect("golden files are JSON");
        let outcome = outcome(&golden["scenario"]);
        fingerprints.insert(outcome["fingerprint"].to_string());
        // Compared as text: reading a number with seventeen digits may lose the last bit.
        let outcome = serde_json::to_string_pretty(&outcome).expect("JSON serialises") + "\n";
        if update {
            fs::write(file, outcome).expect("golden files can be written");
        } else if outcome != text {
            let lines = outcome.lines().zip(text.lines()).filter(|(is, was)| is != was);
            let difference: String = lines.map(|(is, was)| format!("  was {was}\n  is  {is}\n")).collect();
            changed.push(format!("{}\n{difference}", file.display()));
        }
    }
    let help = "after a wanted change: UPDATE_GOLDEN=1 cargo test --profile quick golden::";
    assert!(changed.is_empty(), "{}\n{help}", changed.join("\n"));
    assert!(files.len() >= 10 && fingerprints.len() == files.len(), "ten scenarios or more, all of them different");
}
