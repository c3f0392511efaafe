//! A run is a pure function of its scenario: however it is cut into calls, and with random numbers that belong to requests.

use super::{Run, cases, horizon};
use crate::support::recorded::{Recording, Span, take};
use crate::support::scenario;
use crate::support::scenarios::scenarios;
use engine::metric::vocabulary::Phase;
use engine::sim::{Simulation, Status};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// One call of `advance`.
#[derive(Clone, Debug)]
struct Slice {
    ns: u64,
    events: u64,
    /// Whether the chunk is taken although it is not full.
    take: bool,
}

fn slices() -> impl Strategy<Value = Vec<Slice>> {
    let events = prop_oneof![0u64..20, 0u64..2000, Just(u64::MAX)];
    let slice = (0u64..400_000, events, any::<bool>()).prop_map(|(ns, events, take)| Slice { ns, events, take });
    prop::collection::vec(slice, 0..40)
}

proptest! {
    #![proptest_config(cases(1000))]

    /// Playback, cancellation and comparison rest on this: any sequence of calls that ends at the same model time has seen
    /// the same events, reports the same, and has recorded the same spans from the moment recording was switched on.
    #[test]
    fn slicing_changes_nothing(scenario in scenarios(), slices in slices(), late in 0usize..10) {
        let until = horizon(&scenario);
        let mut straight = Simulation::new(&scenario);
        let whole = Recording::of(&mut straight, until);

        let mut sliced = Simulation::new(&scenario);
        let mut chunks = Vec::new();
        let mut from = None;
        for (index, slice) in slices.iter().enumerate() {
            if index == late {
                sliced.set_trace(true);
                from = Some(sliced.now());
            }
            let status = sliced.advance(until.min(sliced.now() + slice.ns), slice.events);
            if status == Status::Chunk || (slice.take && from.is_some()) {
                chunks.push(take(&mut sliced));
            }
        }
        let from = from.unwrap_or_else(|| {
            sliced.set_trace(true);
            sliced.now()
        });
        chunks.extend(Recording::continued(&mut sliced, until));

        prop_assert_eq!(straight.fingerprint(), sliced.fingerprint());
        prop_assert_eq!(straight.events(), sliced.events());
        prop_assert_eq!(straight.summary(), sliced.summary());
        // What ends at the very moment recording begins may have ended just before it.
        let after = |recording: &Recording| -> Vec<Span> {
            recording.ended().into_iter().filter(|span| span.end > from).collect()
        };
        prop_assert_eq!(after(&whole), after(&Recording { chunks }));
    }
}

pub fn the_same_scenario_gives_the_same_run_and_tracing_does_not_disturb_it(run: &Run) -> TestCaseResult {
    let until = run.simulation.now();
    let mut again = Simulation::new(run.scenario);
    let recording = Recording::of(&mut again, until);
    prop_assert_eq!(run.simulation.fingerprint(), again.fingerprint());
    prop_assert_eq!(run.recording.ended(), recording.ended());
    let mut silent = Simulation::new(run.scenario);
    silent.advance(until, u64::MAX);
    prop_assert_eq!(silent.fingerprint(), run.simulation.fingerprint());
    prop_assert_eq!(silent.summary(), run.simulation.summary());
    Ok(())
}

/// A random workload for one of several clients, without overheads: only draws take time.
fn random_workload(seed: u32, client: &Value) -> engine::scenario::Scenario {
    scenario(&json!({
        "seed": seed,
        "run": { "warmupMs": 0, "measuredMs": 30 },
        "workload": {
            "arrivals": { "kind": "closed", "callers": 20, "thinkUs": { "kind": "exponential", "mean": 400 } },
            "command": { "execUs": { "kind": "lognormal", "mean": 20, "scv": 2 } },
        },
        "client": client,
        "network": { "rttUs": 100 },
        "costs": { "profile": "ideal" },
    }))
}

/// Execution times and think times by request, ns.
fn draws(scenario: &engine::scenario::Scenario) -> (BTreeMap<u32, u64>, BTreeMap<u32, u64>) {
    let mut simulation = Simulation::new(scenario);
    let lives = Recording::of(&mut simulation, u64::MAX).lives();
    let callers = simulation.plan().clients[0].callers;
    let (mut executions, mut thinks) = (BTreeMap::new(), BTreeMap::new());
    for (&id, life) in lives.iter().filter(|(_, life)| life.done) {
        let [from, to] = [Phase::Execute, Phase::Blocked].map(|phase| life.reached(phase).expect("it is done"));
        executions.insert(id, to - from);
        // The caller thinks between the end of its request before and the issue of this one.
        let before = id.checked_sub(callers).and_then(|before| lives.get(&before));
        if let (Some(before), Some(issued)) = (before, life.reached(Phase::WaitCaller)) {
            let end = before.stays.last().map(|stay| stay.end);
            thinks.insert(id, issued - end.expect("it came before"));
        }
    }
    (executions, thinks)
}

/// Common random numbers: request (caller, count) has the same execution time and think time whatever the client, so a
/// comparison of two clients compares them on the same requests.
#[test]
fn every_client_serves_the_same_requests() {
    let pooled = |kind: &str, total: u32, handoff: &str| json!({ "io": { "kind": kind }, "connections": { "kind": "pooled", "maxTotal": total, "handoff": handoff } });
    let shared = |count: u32, pick: &str| json!({ "io": { "kind": "eventLoops", "loops": 2 }, "connections": { "kind": "shared", "count": count, "pick": pick } });
    let clients = [
        pooled("blocking", 20, "barging"),
        pooled("blocking", 3, "barging"),
        pooled("blocking", 3, "fifo"),
        pooled("eventLoops", 5, "barging"),
        shared(1, "random"),
        shared(4, "random"),
        shared(4, "roundRobin"),
    ];
    let (executions, thinks) = draws(&random_workload(9, &clients[0]));
    assert!(executions.len() > 500 && thinks.len() > 500);
    let distinct: std::collections::BTreeSet<_> = executions.values().collect();
    assert!(distinct.len() > executions.len() * 9 / 10, "execution times are drawn, not constant");
    for client in &clients[1..] {
        let (other_executions, other_thinks) = draws(&random_workload(9, client));
        let common = executions.keys().filter(|id| other_executions.contains_key(id)).count();
        assert!(common > 300, "{client}: only {common} requests to compare");
        for (id, time) in other_executions {
            assert!(executions.get(&id).is_none_or(|&t| t == time), "{client}: request {id} executes for {time}");
        }
        for (id, time) in other_thinks {
            assert!(thinks.get(&id).is_none_or(|&t| t == time), "{client}: the pause before {id} is {time}");
        }
    }
}

#[test]
fn another_seed_gives_other_draws() {
    let client = json!({});
    let (executions, thinks) = draws(&random_workload(9, &client));
    let (other_executions, other_thinks) = draws(&random_workload(10, &client));
    let equal = |one: &BTreeMap<u32, u64>, other: &BTreeMap<u32, u64>| {
        one.iter().filter(|(id, time)| other.get(id) == Some(time)).count()
    };
    assert!(equal(&executions, &other_executions) < executions.len() / 100);
    assert!(equal(&thinks, &other_thinks) < thinks.len() / 100);
}
