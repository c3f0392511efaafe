//! The random scenarios leave nothing out: every choice of the schema is made, every number varies, and every client that can be
//! put together is put together. A new variant that the generator does not know fails here.

use super::cases;
use crate::support::is_deep;
use crate::support::scenarios::{scenarios, scenarios_behind_proxies};
use engine::scenario::Scenario;
use engine::scenario::normalize::normalize;
use proptest::strategy::{BoxedStrategy, Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The scenario's schema as the engine itself checks it.
const SCHEMA: &str = include_str!("../../src/scenario/scenario.schema.json");

/// Scenarios that are looked at, none of which is run, in the deep tier and in `npm test`.
const DEEP_SCENARIOS: u32 = 5000;
const SCENARIOS: u32 = 2000;
/// Of those behind a proxy, which have laws of their own (`proxy.rs`).
const BEHIND_PROXIES: u32 = 300;

/// What is said at each place of a scenario. The fields of a variant have places of their own: `client.io.eventLoops.loops`.
type Said = BTreeMap<String, BTreeSet<String>>;

/// A part of the schema and its place.
struct Part<'a> {
    root: &'a Value,
    schema: &'a Value,
    place: String,
}

impl<'a> Part<'a> {
    fn new(root: &'a Value, schema: &'a Value, place: String) -> Self {
        let name = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next());
        Part { root, schema: name.map_or(schema, |name| &root["$defs"][name]), place }
    }

    fn variants(&self) -> impl Iterator<Item = &'a Value> + use<'a> {
        self.schema["oneOf"].as_array().into_iter().flatten()
    }

    /// The fields of an object, or of a variant of it.
    fn fields(&self, object: &'a Value, place: &str) -> Vec<(String, Part<'a>)> {
        let all = object["properties"].as_object().into_iter().flatten();
        let place = |name: &str| format!("{place}.{name}").trim_start_matches('.').to_owned();
        all.filter(|(_, schema)| schema["const"].is_null())
            .map(|(name, schema)| (name.clone(), Part::new(self.root, schema, place(name))))
            .collect()
    }

    /// Every word that can be said here and below. Of a number it is said that it varies.
    fn sayable(&self, said: &mut Said) {
        let words: Vec<String> = match self.schema["type"].as_str().or(self.schema["type"][0].as_str()) {
            Some("boolean") => vec!["false".into(), "true".into()],
            Some("number" | "integer") if self.schema["minimum"] != self.schema["maximum"] => vec!["varies".into()],
            _ => self.variants().flat_map(words).collect(),
        };
        if !words.is_empty() {
            said.entry(self.place.clone()).or_default().extend(words);
        }
        for (_, field) in self.fields(self.schema, &self.place) {
            field.sayable(said);
        }
        for variant in self.variants() {
            if let Some(kind) = words_of_kind(variant) {
                let place = format!("{}.{kind}", self.place);
                self.fields(variant, &place).iter().for_each(|(_, field)| field.sayable(said));
            }
        }
    }

    /// What a value says here and below.
    fn hear(&self, value: &Value, said: &mut Said) {
        let kind = value["kind"].as_str();
        let variant =
            self.variants().find(|variant| kind.is_some() && variant["properties"]["kind"]["const"].as_str() == kind);
        let (object, place) = match (variant, kind) {
            (Some(variant), Some(kind)) => (variant, format!("{}.{kind}", self.place)),
            _ => (self.schema, self.place.clone()),
        };
        let word = match value {
            Value::Object(_) => kind.map(str::to_owned),
            Value::String(word) => Some(word.clone()),
            other => Some(other.to_string()),
        };
        said.entry(self.place.clone()).or_default().extend(word);
        for (name, field) in self.fields(object, &place) {
            if let Some(inner) = value.get(&name) {
                field.hear(inner, said);
            }
        }
    }
}

/// The words of a variant of a choice: its kind, or its one or more constants.
fn words(variant: &Value) -> Vec<String> {
    let many = variant["enum"].as_array().into_iter().flatten().chain(Some(&variant["const"]));
    many.filter_map(Value::as_str).map(str::to_owned).chain(words_of_kind(variant)).collect()
}

fn words_of_kind(variant: &Value) -> Option<String> {
    variant["properties"]["kind"]["const"].as_str().map(str::to_owned)
}

static RANDOM_SCENARIOS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let mut runner = TestRunner::new(cases(1));
    let mut random = |strategy: &BoxedStrategy<Scenario>, count: u32| -> Vec<Value> {
        let mut one = || strategy.new_tree(&mut runner).expect("the strategy rejects nothing").current();
        (0..count).map(|_| serde_json::to_value(one()).expect("scenarios serialise")).collect()
    };
    let direct = random(&scenarios().boxed(), if is_deep() { DEEP_SCENARIOS } else { SCENARIOS });
    [direct, random(&scenarios_behind_proxies().boxed(), BEHIND_PROXIES)].concat()
});

#[test]
fn the_random_scenarios_make_every_choice_of_the_schema() {
    let root: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let whole = Part::new(&root, &root, String::new());
    let (mut sayable, mut said) = (Said::new(), Said::new());
    whole.sayable(&mut sayable);
    RANDOM_SCENARIOS.iter().for_each(|scenario| whole.hear(scenario, &mut said));

    let none = BTreeSet::new();
    let missing: Vec<String> = sayable
        .iter()
        .flat_map(|(place, words)| words.iter().map(move |word| (place, word)))
        // Fleets of such scenarios have tests of their own.
        .filter(|(place, _)| *place != "client.instances")
        .filter(|(place, word)| {
            let said = said.get(*place).unwrap_or(&none);
            if *word == "varies" { said.len() < 2 } else { !said.contains(*word) }
        })
        .map(|(place, word)| format!("{place}: {word}"))
        .collect();
    assert!(missing.is_empty(), "never generated:\n{}", missing.join("\n"));
    let choices: usize = sayable.values().map(BTreeSet::len).sum();
    assert!(choices > 200, "the schema has more choices than {choices}");
}

/// Runtime, I/O and connections span every client; whatever `normalize` accepts must be generated.
#[test]
fn the_random_scenarios_have_every_client_that_can_be_put_together() {
    let root: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let kinds = |name: &str| -> Vec<String> {
        root["$defs"][name]["oneOf"].as_array().into_iter().flatten().filter_map(words_of_kind).collect()
    };
    let mut possible = BTreeSet::new();
    for runtime in kinds("Runtime") {
        for io in kinds("Io") {
            for connections in kinds("Connections") {
                let loops = if io == "eventLoops" { json!({ "kind": io, "loops": 1 }) } else { json!({ "kind": io }) };
                let client =
                    json!({ "runtime": { "kind": runtime }, "io": loops, "connections": { "kind": connections } });
                if normalize(&json!({ "client": client }).to_string()).scenario.is_some() {
                    possible.insert([runtime.clone(), io.clone(), connections]);
                }
            }
        }
    }
    let generated: BTreeSet<[String; 3]> = RANDOM_SCENARIOS
        .iter()
        .map(|scenario| {
            ["runtime", "io", "connections"]
                .map(|axis| scenario["client"][axis]["kind"].as_str().unwrap_or_default().to_owned())
        })
        .collect();
    assert_eq!(generated, possible);
    assert!(possible.len() > 10, "{possible:?}");
}
