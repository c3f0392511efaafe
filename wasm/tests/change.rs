//! A running system that is changed: identical to the event before, as the new numbers say after.

use crate::support::{assert_accounts, run, scenario};
use engine::kernel::time::{MS, Nanos};
use engine::scenario::Room;
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

/// What each write asks of its connection is kept there, and follows the change.
#[test]
fn the_network_begins_to_vary_at_the_change() {
    let mut varied = pool(500.0);
    varied["network"]["replyJitterUs"] = json!({ "kind": "exponential", "mean": 500.0 });
    let (even, uneven) = (run(&scenario(&pool(500.0))).summary(), run(&scenario(&varied)).summary());
    let branch = changed(&pool(500.0), 30 * MS, &varied).summary();
    let expected = f64::midpoint(even.throughput.per_sec, uneven.throughput.per_sec);
    let ratio = branch.throughput.per_sec / expected;
    assert!(uneven.throughput.per_sec < 0.7 * even.throughput.per_sec, "the jitter matters");
    assert!((0.95..1.05).contains(&ratio), "half the window each: {ratio}");
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
    let mut simulation = Simulation::with_room(&scenario(&sized(4)), Room::of(&scenario(&sized(12))));
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
        let (mut plain, mut roomy) = (
            Simulation::new(&scenario(&value)),
            Simulation::with_room(&scenario(&value), Room::of(&scenario(&sized(12)))),
        );
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
fn a_smaller_pool_closes_what_comes_back_until_it_is_as_small() {
    let (small, large) = (run(&scenario(&sized(2))).summary(), run(&scenario(&sized(4))).summary());
    let smaller = resized(&sized(2));
    assert_accounts(&smaller, &smaller.summary());
    assert_eq!(smaller.world().process.pools[0].open(), 2);
    let expected = large.throughput.per_sec / 3.0 + small.throughput.per_sec * 2.0 / 3.0;
    let ratio = smaller.summary().throughput.per_sec / expected;
    assert!((0.97..1.03).contains(&ratio), "{ratio}");
}

#[test]
fn a_smaller_pool_closes_at_once_what_is_idle() {
    let mut calm = sized(12);
    calm["workload"]["arrivals"] = json!({ "kind": "closed", "callers": 2 });
    let mut small = calm.clone();
    small["client"]["connections"]["maxTotal"] = json!(3);
    let mut simulation = Simulation::new(&scenario(&calm));
    simulation.advance(20 * MS, u64::MAX);
    assert_eq!(simulation.world().process.pools[0].open(), 12, "a warm pool");
    assert!(simulation.change(&scenario(&small)));
    assert_eq!(simulation.world().process.pools[0].open(), 3, "two are lent and one is idle");
    simulation.advance(u64::MAX, u64::MAX);
    assert_accounts(&simulation, &simulation.summary());
    assert_eq!(simulation.world().process.pools[0].open(), 3);
}

#[test]
fn a_pool_can_grow_and_shrink_again() {
    let mut simulation = Simulation::with_room(&scenario(&sized(4)), Room::of(&scenario(&sized(12))));
    for (at, size) in [(10, 12), (20, 1), (30, 7), (45, 2)] {
        simulation.advance(at * MS, u64::MAX);
        assert!(simulation.change(&scenario(&sized(size))));
    }
    simulation.advance(u64::MAX, u64::MAX);
    assert_accounts(&simulation, &simulation.summary());
    assert_eq!(simulation.world().process.pools[0].open(), 2);
}

/// Each way in which callers reach the server, with so many of them.
fn with_callers(callers: u32) -> Vec<Value> {
    let closed = json!({ "kind": "closed", "callers": callers, "rampUs": 500.0 });
    let open = json!({ "kind": "open", "callers": callers, "ratePerSec": 20_000.0, "maxBacklog": 50 });
    let shared = json!({ "kind": "shared", "count": 2 });
    let clients = [
        json!({ "connections": { "kind": "pooled", "maxTotal": 8 } }),
        json!({ "connections": { "kind": "pooled", "maxTotal": 8, "handoff": "fifo" } }),
        json!({ "connections": { "kind": "perRequest" } }),
        json!({ "connections": shared, "io": { "kind": "eventLoops", "loops": 2 } }),
        json!({ "connections": shared, "io": { "kind": "writerReader" }, "runtime": { "kind": "goroutines" } }),
        json!({ "connections": { "kind": "pooled", "maxTotal": 8 }, "runtime": { "kind": "goroutines" } }),
        json!({ "connections": shared, "io": { "kind": "eventLoops", "loops": 1 }, "runtime": { "kind": "eventLoop" } }),
    ];
    let of = |arrivals: &Value| {
        clients.clone().map(|client| {
            json!({
                "workload": { "arrivals": arrivals },
                "client": client,
                "network": { "rttUs": 300 },
                "run": { "warmupMs": 0, "measuredMs": 60 }
            })
        })
    };
    of(&closed).into_iter().chain(of(&open)).collect()
}

/// How many callers do anything in a stretch of a run.
fn callers_at_work(simulation: &mut Simulation, until: Nanos) -> u32 {
    simulation.set_trace(true);
    let mut seen = std::collections::BTreeSet::new();
    let callers = simulation.plan().clients[0].callers;
    loop {
        let status = simulation.advance(until, u64::MAX);
        simulation.close_chunk();
        let trace = simulation.trace();
        // Lanes of callers in which a state begins: who has stopped has one span for all of the chunk.
        let from = trace.from as f64;
        for (index, &lane) in trace.lane.iter().enumerate() {
            let is_thread = trace.kind[index] & 0x7f < 16;
            if is_thread && u32::from(lane) < callers && trace.start[index] > from {
                seen.insert(lane);
            }
        }
        simulation.clear_chunk();
        if status != Status::Chunk {
            simulation.set_trace(false);
            return seen.len() as u32;
        }
    }
}

#[test]
fn room_for_more_callers_changes_no_time_until_there_are_more() {
    let figures = |simulation: &Simulation| {
        let mut value = serde_json::to_value(simulation.summary()).unwrap();
        let fields = value.as_object_mut().unwrap();
        // Threads behind the callers have other numbers, and callers that have not started are idle.
        fields.retain(|name, _| name != "fingerprint" && name != "threads");
        value
    };
    for (few, many) in with_callers(12).iter().zip(with_callers(30)) {
        let (mut plain, mut roomy) =
            (Simulation::new(&scenario(few)), Simulation::with_room(&scenario(few), Room::of(&scenario(&many))));
        for simulation in [&mut plain, &mut roomy] {
            simulation.advance(u64::MAX, u64::MAX);
        }
        assert_eq!(roomy.events(), plain.events(), "{few}");
        assert_eq!(figures(&roomy), figures(&plain), "{few}");
    }
}

#[test]
fn callers_start_and_stop_in_a_running_system() {
    for (few, many) in with_callers(5).iter().zip(with_callers(30)) {
        let mut simulation = Simulation::with_room(&scenario(few), Room::of(&scenario(&many)));
        assert!(callers_at_work(&mut simulation, 10 * MS) <= 5, "{few}");
        assert!(simulation.change(&scenario(&many)));
        assert_eq!(callers_at_work(&mut simulation, 30 * MS), 30, "{many}");
        assert!(simulation.change(&scenario(few)));
        // They finish what they have begun.
        simulation.advance(40 * MS, u64::MAX);
        assert!(callers_at_work(&mut simulation, 50 * MS) <= 5, "{few}");
        assert!(simulation.change(&scenario(&many)));
        assert_eq!(callers_at_work(&mut simulation, u64::MAX), 30, "{many}");
        assert_accounts(&simulation, &simulation.summary());
    }
}

#[test]
fn with_other_callers_it_is_as_fast_as_a_run_that_always_had_them() {
    let with = |callers: u32| {
        let mut value = sized(30);
        value["workload"]["arrivals"]["callers"] = json!(callers);
        value
    };
    for (from, to) in [(6, 24), (24, 6)] {
        let expected = [from, to].map(|callers| run(&scenario(&with(callers))).summary().throughput.per_sec);
        let mut simulation = Simulation::with_room(&scenario(&with(from)), Room::of(&scenario(&with(to))));
        simulation.advance(30 * MS, u64::MAX);
        assert!(simulation.change(&scenario(&with(to))));
        simulation.advance(u64::MAX, u64::MAX);
        let ratio = simulation.summary().throughput.per_sec / f64::midpoint(expected[0], expected[1]);
        assert!((0.97..1.03).contains(&ratio), "{from} to {to}: {ratio}");
    }
}

#[test]
fn no_two_requests_have_the_same_number() {
    let with = |callers: u32| {
        let mut value = pool(500.0);
        value["workload"]["arrivals"]["callers"] = json!(callers);
        value
    };
    let mut simulation = Simulation::with_room(&scenario(&with(3)), Room::of(&scenario(&with(9))));
    let mut issued = std::collections::BTreeMap::new();
    for step in 1..=60 {
        simulation.advance(step * MS, u64::MAX);
        if step % 7 == 0 {
            assert!(simulation.change(&scenario(&with(if step % 2 == 0 { 9 } else { 2 }))));
        }
        let requests = &simulation.world().requests;
        for slot in 1..requests.slots() as u32 {
            let request = requests.get(slot);
            let first = *issued.entry(request.id).or_insert(request.key);
            assert_eq!(first, request.key, "request {} at {step} ms", request.id);
        }
    }
    assert_accounts(&simulation, &simulation.summary());
}

#[test]
fn a_request_keeps_its_batch_and_the_next_one_has_the_new_size() {
    let with = |size: u32| {
        let mut value = pool(2000.0);
        value["workload"]["batch"] = json!({ "kind": "pipeline", "size": size });
        // Whoever waits at the change gets a connection before the end.
        value["client"]["connections"]["handoff"] = json!("fifo");
        value["run"]["measuredMs"] = json!(61);
        value
    };
    let replies = |simulation: &Simulation| simulation.world().meters[0].messages_read[1] as f64;
    let mut simulation = Simulation::new(&scenario(&with(1)));
    simulation.advance(20 * MS, u64::MAX);
    let before = simulation.summary().requests;
    let alone = before.completed + before.in_progress_at_end;
    assert!(simulation.change(&scenario(&with(50))));
    assert!(simulation.change(&scenario(&with(20))));
    simulation.advance(u64::MAX, u64::MAX);
    assert_accounts(&simulation, &simulation.summary());
    let read = replies(&simulation) - alone - 20.0 * (simulation.summary().requests.completed - alone);
    // Of batches in progress at the end some replies may have been read, on four connections.
    assert!((0.0..80.0).contains(&read), "{read} replies too many");
}

#[test]
fn an_event_changes_callers_pool_and_batches() {
    let limit =
        |at: u32, path: &str, value: u32| json!({ "kind": "limitChanged", "atMs": at, "path": path, "value": value });
    let mut value = sized(4);
    value["workload"]["batch"] = json!({ "kind": "pipeline", "size": 2 });
    value["events"] = json!([
        limit(10, "workload.arrivals.callers", 40),
        limit(20, "client.connections.maxTotal", 20),
        limit(30, "workload.batch.size", 7),
        limit(40, "workload.arrivals.callers", 3),
        limit(50, "client.connections.maxTotal", 2),
    ]);
    let simulation = run(&scenario(&value));
    assert_accounts(&simulation, &simulation.summary());
    assert_eq!(simulation.world().process.pools[0].open(), 2);
    assert_eq!((simulation.plan().clients[0].callers, simulation.plan().clients[0].at_work), (40, 3));
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
    let mut parts = pool(500.0);
    parts["workload"]["batch"] = json!({ "kind": "multiKey", "size": 3 });
    parts["client"]["crossSlot"] = json!({ "kind": "split" });
    let mut nagle = pool(500.0);
    nagle["network"]["nagle"] = json!(true);
    for other in [callers, connections, opening, evictor, cores, parts, nagle] {
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
    let mut largest = given.clone();
    largest["client"]["connections"]["maxTotal"] = json!(room);
    let mut simulation = Simulation::with_room(&scenario(&given), Room::of(&scenario(&largest)));
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

#[test]
fn batches_change_while_slots_move_and_redirected_ones_keep_their_size() {
    let with = |size: u32| {
        json!({
            "workload": { "arrivals": { "kind": "closed", "callers": 16 }, "batch": { "kind": "pipeline", "size": size } },
            "client": { "connections": { "kind": "pooled", "maxTotal": 8, "handoff": "fifo" } },
            "server": { "nodes": 3, "resharding": { "kind": "slots", "startMs": 5, "slots": 4000, "slotMs": 0.01 } },
            "network": { "rttUs": 400 },
            "run": { "warmupMs": 0, "measuredMs": 60 }
        })
    };
    let mut simulation = Simulation::new(&scenario(&with(1)));
    for step in 1..30 {
        simulation.advance(2 * step * MS, u64::MAX);
        assert!(simulation.change(&scenario(&with(1 + step as u32 % 5))));
    }
    simulation.advance(u64::MAX, u64::MAX);
    let redirected: f64 = simulation.summary().nodes.iter().map(|node| node.moved_per_sec + node.ask_per_sec).sum();
    assert!(redirected > 0.0, "requests are sent elsewhere");
    assert_accounts(&simulation, &simulation.summary());
}
