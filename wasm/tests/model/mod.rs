//! The chapters in `wasm/model` are complete: they have every cost with its value and source, and explain every phase and
//! every state of a thread.
//!
//! After a change of a profile: `UPDATE_GOLDEN=1 cargo test --profile quick model::` rewrites the table.

mod defaults;
mod turned_off;

use engine::metric::vocabulary::{Phase, ThreadState};
use engine::scenario::costs::Profile;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// How the generated table begins and ends.
const BEGIN: &str = "<!-- costs: written by UPDATE_GOLDEN=1 cargo test --profile quick model:: -->\n";
const END: &str = "<!-- /costs -->";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("model")
}

/// All chapters but the generated table.
fn prose() -> String {
    let files = fs::read_dir(folder()).expect("the chapters exist").map(|file| file.expect("a file").path());
    files.filter(|path| !path.ends_with("costs.md")).map(|path| fs::read_to_string(path).expect("a text")).collect()
}

/// Names of the costs in the order of the profile's file, which a parsed object has lost.
fn names(json: &str) -> Vec<&str> {
    let lines = json.lines().filter(|line| line.contains("\"value\""));
    lines.filter_map(|line| line.trim().strip_prefix('"')?.split('"').next()).collect()
}

fn source(entry: &Value) -> String {
    format!("{}: {}", word(&entry["provenance"]), word(&entry["source"]))
}

fn table() -> String {
    let mut text = String::from(
        "\n| cost | `ideal` | `linux-server` | its source | `linux-2core-vm` | its source |\n|---|---|---|---|---|---|\n",
    );
    for name in names(Profile::LinuxServer.json()) {
        let [ideal, server, vm] = [Profile::Ideal, Profile::LinuxServer, Profile::Linux2CoreVm]
            .map(|profile| profile.entries()[name].clone());
        text += &format!(
            "| `{name}` | {} | {} | {} | {} | {} |\n",
            ideal["value"],
            server["value"],
            source(&server),
            vm["value"],
            source(&vm)
        );
    }
    text += "\nThe other profiles are `linux-server` but for these costs:\n\n| profile | cost | value | its source |\n|---|---|---|---|\n";
    for profile in Profile::ALL.into_iter().skip(3) {
        let file: Value = serde_json::from_str(profile.json()).expect("profiles are JSON");
        let profile = serde_json::to_value(profile).expect("profiles have names");
        for (name, entry) in file["costs"].as_object().expect("costs are by name") {
            text += &format!("| `{}` | `{name}` | {} | {} |\n", word(&profile), entry["value"], source(entry));
        }
    }
    text + "\n"
}

fn word(value: &Value) -> String {
    value.as_str().expect("provenance and source are texts").replace('|', "\\|")
}

#[test]
fn the_table_of_costs_is_that_of_the_profiles() {
    let table = table();
    for profile in Profile::ALL {
        for name in names(profile.json()) {
            assert!(table.contains(&format!("| `{name}` |")), "{name} of {profile:?} is not in the table");
        }
    }
    let path = folder().join("costs.md");
    let text = fs::read_to_string(&path).expect("the chapter exists");
    let (before, rest) = text.split_once(BEGIN).expect("the table has a beginning");
    let (written, after) = rest.split_once(END).expect("the table has an end");
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(path, format!("{before}{BEGIN}{table}{END}{after}")).expect("the chapter can be written");
    } else {
        assert!(written == table, "the costs are stale: UPDATE_GOLDEN=1 cargo test --profile quick model::");
    }
}

#[test]
fn every_cost_phase_and_state_is_explained() {
    let prose = prose();
    for word in Phase::ALL.iter().map(|phase| phase.name()).chain(ThreadState::ALL.iter().map(|state| state.name())) {
        assert!(prose.contains(&format!("| `{word}` |")), "{word} is not explained");
    }
    for name in names(Profile::Ideal.json()) {
        let is_plain_socket_call =
            ["socketReadNs", "socketWriteNs", "socketReadPerByteNs", "socketWritePerByteNs"].contains(&name);
        assert!(is_plain_socket_call || prose.contains(&format!("`{name}`")), "{name} is not explained");
    }
}

/// Every word in code of the table that says what clients call the fields is a field.
#[test]
fn settings_of_clients_lead_to_fields_that_there_are() {
    let text = include_str!("../../model/left-out.md");
    let (_, rest) = text.split_once("<!-- settings -->").expect("the table has a beginning");
    let (table, _) = rest.split_once("<!-- /settings -->").expect("the table has an end");
    let schema = include_str!("../../src/scenario/scenario.schema.json").replace("\": {", "\":{");
    let words: Vec<&str> = table.split('`').skip(1).step_by(2).collect();
    for word in &words {
        assert!(schema.contains(&format!("\"{word}\":{{")), "`{word}` is no field");
    }
    assert!(words.len() > 60, "{} fields are named", words.len());
}
