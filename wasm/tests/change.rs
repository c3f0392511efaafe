//! A running system that is changed: identical to the event before, as the new numbers say after.

use crate::support::{assert_accounts, run, scenario};
use engine::kernel::time::{MS, Nanos};
use engine::sim::{Simulation, Status};
use serde_json::{Value, json};
use std::{env, fs};

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

/// The same with a pool of another size.
fn sized(max_total: u32) -> Value {
    let mut other = pool(500.0);
    other["client"]["connections"]["maxTotal"] = json!(max_total);
    other
}

/// A run with room for more connections that gets another pool at a moment.
fn resized(to: &Value) -> Simulation {
    let mut simulation = Simulation::with_room(&scenario(&sized(4)), 12);
    simulation.advance(20 * MS, u64::MAX);
    assert!(simulation.change(&scenario(to)));
    simulation.advance(u64::MAX, u64::MAX);
    simulation
}

#[test]
fn room_for_more_connections_changes_nothing_until_there_are_more() {
    for io in [json!({ "kind": "blocking" }), json!({ "kind": "eventLoops", "loops": 2 })] {
        let mut value = sized(4);
        value["client"]["io"] = io;
        value["client"]["connections"]["warm"] = json!(false);
        let (mut plain, mut roomy) = (Simulation::new(&scenario(&value)), Simulation::with_room(&scenario(&value), 12));
        for simulation in [&mut plain, &mut roomy] {
            simulation.advance(u64::MAX, u64::MAX);
        }
        assert_eq!((roomy.fingerprint(), roomy.events()), (plain.fingerprint(), plain.events()));
        let texts = [plain, roomy].map(|simulation| serde_json::to_string(&simulation.summary()).unwrap());
        assert_eq!(texts[0], texts[1]);
    }
}

#[test]
fn a_larger_pool_opens_connections_when_they_are_needed() {
    let opened = |simulation: &Simulation| {
        let world = simulation.world();
        assert_accounts(simulation, &simulation.summary());
        world.process.pools[0].open()
    };
    let (small, large) = (run(&scenario(&sized(4))).summary(), run(&scenario(&sized(12))).summary());
    let branch = resized(&sized(12));
    assert_eq!(opened(&branch), 12);
    let per_sec = branch.summary().throughput.per_sec;
    let expected = small.throughput.per_sec / 3.0 + large.throughput.per_sec * 2.0 / 3.0;
    // Opening takes four round trips of the 80 that are left.
    assert!((0.95..1.0).contains(&(per_sec / expected)), "{per_sec} of {expected}");
}

#[test]
fn a_smaller_pool_keeps_what_is_open() {
    let same = resized(&sized(4));
    assert_eq!(resized(&sized(2)).fingerprint(), same.fingerprint());
    let mut closing = sized(2);
    closing["client"]["connections"]["maxIdle"] = json!(0);
    let closing = resized(&closing);
    assert_accounts(&closing, &closing.summary());
    assert_eq!(closing.world().process.pools[0].open(), 2, "what comes back is closed, and two may be opened");
}

#[test]
fn a_pool_tests_from_a_moment_on() {
    let mut tests = sized(4);
    tests["client"]["connections"]["testOnBorrow"] = json!(true);
    let (plain, tested) = (resized(&sized(4)).summary(), resized(&tests).summary());
    // A third of the window at full speed, two thirds with two round trips instead of one.
    let ratio = tested.throughput.per_sec / plain.throughput.per_sec;
    assert!((0.63..0.72).contains(&ratio), "{ratio}");
}

#[test]
fn a_system_of_another_shape_is_refused_and_goes_on_as_it_was() {
    let mut callers = pool(500.0);
    callers["workload"]["arrivals"]["callers"] = json!(17);
    let mut connections = pool(500.0);
    connections["client"]["connections"]["maxTotal"] = json!(5);
    let mut opening = pool(500.0);
    opening["client"]["connections"]["testOnCreate"] = json!(true);
    let mut evictor = pool(500.0);
    evictor["client"]["connections"]["timeBetweenEvictionRunsMs"] = json!(1);
    let mut cores = pool(500.0);
    cores["client"]["cores"] = json!(3);
    let mut batch = pool(500.0);
    batch["workload"]["batch"] = json!({ "kind": "pipeline", "size": 3 });
    let mut nagle = pool(500.0);
    nagle["network"]["nagle"] = json!(true);
    for other in [callers, connections, opening, evictor, cores, batch, nagle] {
        let mut simulation = Simulation::new(&scenario(&pool(500.0)));
        simulation.advance(20 * MS, u64::MAX);
        assert!(!simulation.change(&scenario(&other)), "{other}");
        simulation.advance(u64::MAX, u64::MAX);
        assert_eq!(simulation.fingerprint(), run(&scenario(&pool(500.0))).fingerprint());
    }
}

/// A run that is changed twice, in slices of so many events: its fingerprints at each change and at the end.
fn changed_twice(golden: &Value, slice: u64) -> Vec<String> {
    let mut given = golden["scenario"].clone();
    let room = golden["room"].as_u64().expect("room for connections");
    let mut simulation =
        Simulation::with_room(&scenario(&given), u32::try_from(room).expect("a number of connections"));
    let mut fingerprints = Vec::new();
    let mut advance = |simulation: &mut Simulation, until: Nanos| {
        while simulation.advance(until, slice) == Status::Events {}
        fingerprints.push(simulation.summary().fingerprint);
    };
    for change in golden["changes"].as_array().expect("changes") {
        advance(&mut simulation, change["atMs"].as_u64().expect("milliseconds") * MS);
        *given.pointer_mut(change["path"].as_str().expect("a path")).expect("a value") = change["to"].clone();
        assert!(simulation.change(&scenario(&given)));
    }
    advance(&mut simulation, u64::MAX);
    assert_accounts(&simulation, &simulation.summary());
    fingerprints
}

/// `tests/engine/golden.test.ts` checks the same file through WebAssembly.
#[test]
fn one_change_after_another_is_known_to_the_event_however_it_is_sliced() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/golden/changed/twice.json");
    let mut golden: Value =
        serde_json::from_str(&fs::read_to_string(file).expect("the file can be read")).expect("JSON");
    let whole = changed_twice(&golden, u64::MAX);
    if env::var_os("UPDATE_GOLDEN").is_some() {
        golden["fingerprints"] = json!(whole);
        fs::write(file, serde_json::to_string_pretty(&golden).expect("JSON") + "\n").expect("the file can be written");
    }
    assert_eq!(json!(whole), golden["fingerprints"]);
    assert_eq!(changed_twice(&golden, 7), whole);
}
