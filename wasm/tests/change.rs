//! A running system that is changed: identical to the event before, as the new numbers say after.

mod support;

use engine::kernel::time::{MS, Nanos};
use engine::sim::{Simulation, Status};
use serde_json::{Value, json};
use support::{assert_accounts, run, scenario};

/// 16 callers through a pool of 4, half a millisecond away.
fn pool(rtt_us: f64) -> Value {
    json!({
        "workload": { "arrivals": { "kind": "closed", "callers": 16 } },
        "client": { "connections": { "kind": "pooled", "maxTotal": 4 } },
        "network": { "rttUs": rtt_us },
        "run": { "warmupMs": 0, "measuredMs": 60 }
    })
}

/// A run that becomes another one at a moment.
fn changed(from: &Value, at: Nanos, to: &Value) -> Simulation {
    let mut simulation = Simulation::new(&scenario(from));
    assert_eq!(simulation.advance(at, u64::MAX), Status::Time);
    assert!(simulation.change(&scenario(to)));
    assert_eq!(simulation.advance(u64::MAX, u64::MAX), Status::Done);
    simulation
}

#[test]
fn a_change_to_the_same_changes_nothing() {
    let same = changed(&pool(500.0), 20 * MS, &pool(500.0));
    assert_eq!(same.fingerprint(), run(&scenario(&pool(500.0))).fingerprint());
}

#[test]
fn before_the_change_both_are_the_same_to_the_event() {
    let (mut plain, mut branch) = (Simulation::new(&scenario(&pool(500.0))), Simulation::new(&scenario(&pool(500.0))));
    plain.advance(20 * MS, u64::MAX);
    branch.advance(20 * MS, u64::MAX);
    assert_eq!((plain.fingerprint(), plain.events()), (branch.fingerprint(), branch.events()));
    assert!(branch.change(&scenario(&pool(5000.0))));
    plain.advance(40 * MS, u64::MAX);
    branch.advance(40 * MS, u64::MAX);
    assert_ne!(plain.fingerprint(), branch.fingerprint());
}

#[test]
fn after_the_change_the_run_is_as_fast_as_one_that_was_always_so() {
    let (slow, fast) = (run(&scenario(&pool(2000.0))).summary(), run(&scenario(&pool(500.0))).summary());
    let branch = changed(&pool(500.0), 30 * MS, &pool(2000.0)).summary();
    let expected = f64::midpoint(slow.throughput.per_sec, fast.throughput.per_sec);
    let ratio = branch.throughput.per_sec / expected;
    assert!((0.97..1.03).contains(&ratio), "half the window at each speed: {ratio}");
}

#[test]
fn what_is_on_its_way_arrives_when_it_was_going_to_and_the_laws_hold() {
    for (from, to) in [(20_000.0, 0.0), (0.0, 20_000.0), (500.0, 700.0)] {
        let branch = changed(&pool(from), 10 * MS + 123, &pool(to));
        assert_accounts(&branch, &branch.summary());
    }
}

#[test]
fn costs_rates_pauses_and_sizes_can_change() {
    let with = |path: [&str; 2], value: Value| {
        let mut other = pool(500.0);
        other[path[0]][path[1]] = value;
        other
    };
    let others = [
        with(["costs", "overrides"], json!({ "socketWriteNs": 50_000.0 })),
        with(["network", "mbitPerSec"], json!(1.0)),
        with(["workload", "command"], json!({ "requestBytes": 900, "replyBytes": 9000 })),
        with(
            ["workload", "arrivals"],
            json!({ "kind": "closed", "callers": 16, "thinkUs": { "kind": "exponential", "mean": 900.0 } }),
        ),
    ];
    for other in &others {
        let branch = changed(&pool(500.0), 20 * MS, other);
        assert_accounts(&branch, &branch.summary());
        assert_ne!(branch.fingerprint(), run(&scenario(&pool(500.0))).fingerprint(), "{other}");
    }
}

#[test]
fn slices_make_no_difference() {
    let whole = changed(&pool(500.0), 20 * MS, &pool(900.0));
    let mut sliced = Simulation::new(&scenario(&pool(500.0)));
    while sliced.advance(20 * MS, 7) == Status::Events {}
    assert!(sliced.change(&scenario(&pool(900.0))));
    while sliced.advance(u64::MAX, 11) == Status::Events {}
    assert_eq!(sliced.fingerprint(), whole.fingerprint());
}

#[test]
fn a_system_of_another_shape_is_refused_and_goes_on_as_it_was() {
    let mut callers = pool(500.0);
    callers["workload"]["arrivals"]["callers"] = json!(17);
    let mut connections = pool(500.0);
    connections["client"]["connections"]["maxTotal"] = json!(5);
    let mut cores = pool(500.0);
    cores["client"]["cores"] = json!(3);
    let mut batch = pool(500.0);
    batch["workload"]["batch"] = json!({ "kind": "pipeline", "size": 3 });
    let mut nagle = pool(500.0);
    nagle["network"]["nagle"] = json!(true);
    for other in [callers, connections, cores, batch, nagle] {
        let mut simulation = Simulation::new(&scenario(&pool(500.0)));
        simulation.advance(20 * MS, u64::MAX);
        assert!(!simulation.change(&scenario(&other)), "{other}");
        simulation.advance(u64::MAX, u64::MAX);
        assert_eq!(simulation.fingerprint(), run(&scenario(&pool(500.0))).fingerprint());
    }
}
