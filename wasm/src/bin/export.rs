//! Prints what the TypeScript side generates its types and constants from: the JSON Schemas of scenario and summary, and
//! the constants of the ABI. Run by `npm run schema`.

use engine::metric::summary::Summary;
use engine::metric::trace::{CHUNK_SPANS, NO_REQUEST, OPEN, family};
use engine::metric::vocabulary::{Activity, Failure, HostRole, Phase, ThreadClass, ThreadState};
use engine::scenario::Scenario;
use engine::scenario::costs::Profile;
use engine::scenario::normalize::Normalized;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, schema_for};
use serde_json::{Value, json};

/// What crosses the boundary as JSON text, apart from the scenario itself.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct Answers {
    summary: Summary,
    normalized: Normalized,
}

fn main() {
    let profiles: Vec<Value> =
        Profile::ALL.iter().map(|profile| json!({ "name": profile, "costs": profile.entries() })).collect();
    let values: Vec<Vec<f64>> = Profile::ALL
        .iter()
        .map(|profile| profile.values_in_file().unwrap_or_else(|| panic!("{profile:?} lacks a cost")))
        .collect();
    let document = json!({
        "scenario.schema.json": schema_for!(Scenario),
        // What the engine writes, not what it would accept: absent is not the same as null there.
        "summary.schema.json": SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<Answers>(),
        "abi": {
            "threadStates": names(ThreadState::ALL, |word| word.name()),
            "activities": names(Activity::ALL, |word| word.name()),
            "phases": names(Phase::ALL, |word| word.name()),
            "threadClasses": names(ThreadClass::ALL, |word| word.name()),
            "hostRoles": names(HostRole::ALL, |word| word.name()),
            "families": {
                "thread": family::THREAD, "wire": family::WIRE, "process": family::PROCESS, "serving": family::SERVING, "part": family::PART,
                "request": family::REQUEST, "failed": family::FAILED,
            },
            "open": OPEN,
            "noRequest": NO_REQUEST,
            "chunkSpans": CHUNK_SPANS,
        },
        // A file of its own: the rest of it is a part of every first visit.
        "failures": { "failures": names(Failure::ALL, |word| word.name()) },
        "profiles": profiles,
        "profiles/values.rs": format!("{values:?}"),
    });
    println!("{}", serde_json::to_string_pretty(&document).expect("JSON values serialise"));
}

fn names<T: Copy>(words: &[T], name: impl Fn(T) -> &'static str) -> Vec<&'static str> {
    words.iter().map(|&word| name(word)).collect()
}
