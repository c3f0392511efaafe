//! Fuzzing: any text into `normalize`, any scenario that it accepts into the engine. There must be no panic, no hang, no memory
//! without bound, and every run must obey the laws that the invariants prove for tame scenarios.
//!
//! `cargo test` tries a fixed number of inputs, the same on every machine, and all those in `found/`, which once failed.
//! `npm run fuzz -- MINUTES` searches as long as it is told, with checked arithmetic, and stores what fails.

#![allow(clippy::disallowed_types, reason = "a search has a clock; what it runs has none")]

mod arbitrary;
#[path = "../support/mod.rs"]
mod support;
mod watch;

use arbitrary::{Choices, Scenarios, damaged};
use engine::scenario::Scenario;
use engine::scenario::normalize::normalize;
use engine::sim::{Simulation, Status};
use serde_json::Value;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Inputs of the short search, in the deep tier and in `npm test`.
const DEEP_INPUTS: u32 = 2_000;
const INPUTS: u32 = 400;
/// Events simulated of most scenarios.
const EVENTS: u64 = 20_000;
/// Events simulated of stored inputs, and of a share of the others: most of those end before. What grows with the length of a queue or of
/// a run takes longer for them than an input may.
const EVENTS_TO_THE_END: u64 = 2_000_000;
/// Of so many scenarios one is simulated to its end: in the short search, and in one as long as it is told.
const SHORT_SHARE: u32 = 100;
const LONG_SHARE: u32 = 20;
/// Texts into `normalize` for each scenario that is simulated.
const TEXTS: u32 = 4;

/// What a search has done.
#[derive(Default)]
struct Account {
    texts: u64,
    /// Texts refused, by the code of their first issue.
    refused: BTreeMap<String, u64>,
    scenarios: u64,
    events: u64,
    completed: f64,
    /// Most memory that one input used, and the input.
    heaviest: (usize, String),
    /// Longest time that one input took, and the input.
    slowest: (Duration, String),
}

impl Account {
    /// A text gets a canonical scenario, which means itself, or a reason; never both, never neither.
    fn read(&mut self, text: &str) -> Option<Scenario> {
        let answer = normalize(text);
        self.texts += 1;
        if let Some(issue) = answer.issues.first() {
            assert_eq!(answer.scenario, None, "a refused text has no scenario");
            *self.refused.entry(format!("{:?}", issue.code)).or_default() += 1;
            return None;
        }
        let scenario = answer.scenario.expect("a text without issues has a scenario");
        let canonical = serde_json::to_value(&scenario).expect("scenarios serialise");
        let again = serde_json::to_value(normalize(&canonical.to_string()).scenario).expect("scenarios serialise");
        assert!(means_the_same(&canonical, &again), "the canonical form means itself: {canonical} {again}");
        Some(scenario)
    }

    /// A scenario runs for a number of events, in slices, with and without a trace, and obeys the laws at the end of each.
    fn simulate(&mut self, scenario: &Scenario, events: u64) {
        let mut simulation = Simulation::new(scenario);
        self.scenarios += 1;
        for trace in [false, true] {
            simulation.set_trace(trace);
            let status = simulation.advance(u64::MAX, events / 2);
            simulation.close_chunk();
            simulation.clear_chunk();
            let summary = simulation.summary();
            simulation.world().wire.assert_consistent();
            simulation.world().cpu.assert_consistent();
            if simulation.world().meters[0].measuring {
                // Bounds from costs and rates are for systems that stay as they are.
                match (scenario.neighbours.is_empty(), scenario.events.is_empty()) {
                    (true, true) => support::assert_laws(&simulation, &summary),
                    (true, false) => support::assert_accounts(&simulation, &summary),
                    (false, _) => support::clients::assert_laws_of_all(&simulation, &summary),
                }
            }
            if matches!(status, Status::Done | Status::Stalled) {
                break;
            }
        }
        self.events += simulation.events();
        self.completed += simulation.summary().requests.completed;
    }

    /// Everything that is to be tried with one text.
    fn try_text(&mut self, text: &str, events: u64) {
        if let Some(scenario) = self.read(text) {
            self.simulate(&scenario, events);
        }
    }

    /// Tries a text; a failure is stored, made smaller if possible, and ends the test.
    fn watch(&mut self, text: &str, events: u64) {
        let begun = Instant::now();
        let (outcome, bytes) = watch::over(text, || catch_unwind(AssertUnwindSafe(|| self.try_text(text, events))));
        if outcome.is_err() || bytes > watch::MOST_BYTES {
            let file = watch::store(&smallest(text, events));
            panic!("an input fails ({bytes} bytes); stored as {}", file.display());
        }
        if bytes > self.heaviest.0 {
            self.heaviest = (bytes, text.to_owned());
        }
        if begun.elapsed() > self.slowest.0 {
            self.slowest = (begun.elapsed(), text.to_owned());
        }
    }

    fn report(&self, seconds: f64) {
        println!(
            "fuzz: {} texts, {} scenarios, {:.1} M events, {} requests completed in {seconds:.0} s",
            self.texts,
            self.scenarios,
            self.events as f64 / 1e6,
            self.completed
        );
        println!("fuzz: refused by first issue: {:?}", self.refused);
        println!("fuzz: peak memory {:.1} MB: {}", self.heaviest.0 as f64 / 1e6, self.heaviest.1);
        println!("fuzz: slowest {:.2} s: {}", self.slowest.0.as_secs_f64(), self.slowest.1);
    }
}

/// Whether two values are equal but for the last bit of numbers: those of more than 15 digits are read that precisely.
fn means_the_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| means_the_same(a, b)))
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| means_the_same(a, b)),
        _ => {
            one == other
                || matches!((one.as_f64(), other.as_f64()), (Some(a), Some(b)) if a.to_bits().abs_diff(b.to_bits()) <= 1)
        }
    }
}

/// The failing scenario without the fields that are not needed to fail.
fn smallest(text: &str, events: u64) -> String {
    let Ok(mut value) = serde_json::from_str::<Value>(text) else { return text.to_owned() };
    let fails = |value: &Value| {
        let text = value.to_string();
        watch::over(&text, || catch_unwind(|| Account::default().try_text(&text, events)).is_err()).0
    };
    while let Some(smaller) = without_one(&value).into_iter().find(fails) {
        value = smaller;
    }
    if fails(&value) { value.to_string() } else { text.to_owned() }
}

/// The value without one of its fields, in every way.
fn without_one(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    for (name, inner) in value.as_object().into_iter().flatten() {
        let mut less = value.clone();
        less.as_object_mut().into_iter().for_each(|object| drop(object.remove(name)));
        all.push(less);
        for inner in without_one(inner) {
            let mut less = value.clone();
            less[name] = inner;
            all.push(less);
        }
    }
    all
}

/// Inputs one after another, one of `share` to its end, as long as `goes_on` says of the number tried.
fn search(seed: u32, share: u32, mut goes_on: impl FnMut(u32) -> bool) -> Account {
    let (scenarios, nearly) = (Scenarios::new(0.0), Scenarios::new(0.02));
    let mut account = Account::default();
    let mut index = 0;
    while goes_on(index) {
        let mut choices = Choices::of(seed, index);
        let text = scenarios.any(&mut choices).to_string();
        account.watch(&text, if index % share == 0 { EVENTS_TO_THE_END } else { EVENTS });
        for _ in 0..TEXTS {
            let text = match choices.happens(0.3) {
                true => damaged(&text, &mut choices),
                false => nearly.any(&mut choices).to_string(),
            };
            let (outcome, _) = watch::over(&text, || catch_unwind(AssertUnwindSafe(|| account.read(&text).is_some())));
            if outcome.is_err() {
                panic!("a text fails; stored as {}", watch::store(&text).display());
            }
        }
        index += 1;
    }
    account
}

fn from_environment(name: &str) -> Option<u32> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// One test, because one input after another is watched.
#[test]
fn nothing_that_can_be_asked_for_breaks_the_engine() {
    watch::start();
    let begun = Instant::now();
    if let Ok(file) = std::env::var("FUZZ_FILE") {
        let text = std::fs::read_to_string(file).expect("the file can be read");
        return Account::default().try_text(&text, EVENTS_TO_THE_END);
    }
    let found = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzz/found");
    let mut files: Vec<_> = std::fs::read_dir(found).expect("the folder is there").flatten().collect();
    files.sort_by_key(std::fs::DirEntry::path);
    for file in files {
        let text = std::fs::read_to_string(file.path()).expect("the file can be read");
        Account::default().watch(&text, EVENTS_TO_THE_END);
    }
    let account = match from_environment("FUZZ_SECONDS") {
        Some(seconds) => {
            let end = Duration::from_secs(seconds.into());
            search(from_environment("FUZZ_SEED").unwrap_or(1), LONG_SHARE, |_| begun.elapsed() < end)
        }
        None => {
            let inputs = if support::is_deep() { DEEP_INPUTS } else { INPUTS };
            search(0, SHORT_SHARE, |tried| tried < inputs)
        }
    };
    account.report(begun.elapsed().as_secs_f64());
    // A search that is refused or idle most of the time would find nothing.
    assert!(account.scenarios * 10 > account.texts / u64::from(TEXTS), "{} scenarios", account.scenarios);
    assert!(account.completed > account.scenarios as f64, "{} requests", account.completed);
}
