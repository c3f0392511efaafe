//! Instances and neighbours: laws of each client and of the whole, theory, and that a neighbour changes nobody's draws.

use crate::invariants::cases;
use crate::support::clients::{Client, assert_laws_of_all, first, neighbour};
use crate::support::scenarios::scenarios;
use crate::support::{run, scenario};
use engine::metric::summary::{Queue, Summary};
use engine::metric::trace::family;
use engine::metric::vocabulary::{Phase, Resource};
use engine::scenario::issue::IssueCode;
use engine::scenario::normalize::normalize;
use engine::sim::{Simulation, Status};
use engine::theory;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Student's t with 29 degrees of freedom for 99.9 %, over that for 95 %: of each comparison here.
const WIDER: f64 = 3.659 / 2.045;

fn exponential(us: f64) -> Value {
    json!({ "kind": "exponential", "mean": us })
}

fn pooled(connections: u32) -> Value {
    json!({ "cores": 1, "connections": { "kind": "pooled", "maxTotal": connections, "handoff": "fifo" } })
}

fn closed(callers: u32, think: f64) -> Value {
    json!({ "arrivals": { "kind": "closed", "callers": callers, "thinkUs": exponential(think) } })
}

fn finished(value: &Value) -> Summary {
    let simulation = run(&scenario(value));
    let summary = simulation.summary();
    assert_laws_of_all(&simulation, &summary);
    summary
}

fn assert_near(mean: f64, half_width: Option<f64>, theory: f64, limit: f64, what: &str) {
    let half_width = half_width.expect("every batch has completions") * WIDER;
    println!("{what:50} theory {theory:10.3}  simulated {mean:10.3} ± {half_width:.3}");
    assert!(half_width <= limit * theory, "{what}: ± {half_width} proves nothing");
    assert!((mean - theory).abs() <= half_width, "{what}: {theory} is outside {mean} ± {half_width}");
}

/// Every kind of client beside every other one: all laws hold.
#[test]
fn the_laws_hold_for_every_client_beside_every_other_one() {
    let shared = |count: u32| json!({ "kind": "shared", "count": count });
    let clients = [
        pooled(4),
        json!({ "io": { "kind": "eventLoops", "loops": 2 }, "connections": shared(3) }),
        json!({ "io": { "kind": "eventLoops", "loops": 1, "timeoutScheduler": { "kind": "executor", "threads": 1 } }, "connections": shared(1) }),
        json!({ "runtime": { "kind": "goroutines", "gomaxprocs": 2 }, "connections": { "kind": "pooled", "maxTotal": 3, "minIdle": 2, "fillInBackground": true } }),
        json!({ "runtime": { "kind": "goroutines", "gomaxprocs": 2 }, "io": { "kind": "writerReader" }, "connections": shared(2) }),
        json!({ "runtime": { "kind": "eventLoop" }, "io": { "kind": "eventLoops", "loops": 1 }, "connections": shared(1) }),
        json!({ "connections": { "kind": "perRequest" } }),
        json!({ "connections": { "kind": "pooled", "maxTotal": 4, "timeBetweenEvictionRunsMs": 5, "testWhileIdle": true } }),
    ];
    for (number, client) in clients.iter().enumerate() {
        let neighbours: Vec<Value> = clients.iter().enumerate().map(|(other, client)| {
            let mut client = client.clone();
            client["instances"] = json!(1 + other % 3);
            json!({ "name": format!("n{other}"), "client": client, "workload": closed(5, 300.0), "rttUs": 100 * other })
        }).collect();
        let summary = finished(&json!({
            "run": { "warmupMs": 5, "measuredMs": 40 },
            "workload": closed(10, 200.0),
            "client": client,
            "neighbours": neighbours,
            "server": { "ioThreads": if number % 2 == 0 { json!({ "kind": "none" }) } else { json!({ "kind": "redis8", "threads": 3 }) } },
        }));
        assert!(summary.neighbours.iter().all(|neighbour| neighbour.requests.completed > 0.0), "client {number}");
        let requests: f64 = summary.server_use.iter().map(|part| part.requests).sum();
        assert!((requests - 1.0).abs() < 1e-12, "the shares of all clients are {requests}");
    }
}

proptest! {
    #![proptest_config(cases(200))]

    /// Clients and workloads of any two random scenarios beside each other, in several instances.
    #[test]
    fn the_laws_hold_for_any_clients_beside_each_other(
        one in scenarios(), other in scenarios(), instances in 1u32..4, others in 1u32..4, events in 1_000u64..20_000
    ) {
        let (mut value, other) = (json!(one), json!(other));
        value["run"] = json!({ "warmupMs": 0, "measuredMs": 1000 });
        value["client"]["instances"] = json!(instances);
        value["neighbours"] = json!([{ "name": "other", "client": other["client"], "workload": other["workload"] }]);
        value["neighbours"][0]["client"]["instances"] = json!(others);
        // Not every client fits every server.
        if let Some(scenario) = normalize(&value.to_string()).scenario {
            let mut simulation = Simulation::new(&scenario);
            simulation.advance(u64::MAX, events);
            assert_laws_of_all(&simulation, &simulation.summary());
        }
    }
}

/// A neighbour that takes nothing of what is shared leaves every request of the first client as it was.
#[test]
fn a_neighbour_changes_nobodys_draws() {
    let value = json!({
        "run": { "warmupMs": 10, "measuredMs": 200 },
        "workload": {
            "arrivals": { "kind": "open", "ratePerSec": 20_000, "callers": 100 },
            "second": { "share": 0.1, "execUs": exponential(40.0) },
        },
        "client": pooled(6),
        "network": { "rttUs": 100, "requestJitterUs": exponential(80.0), "replyJitterUs": exponential(20.0) },
        "server": { "nodes": 3 },
        "costs": { "profile": "ideal" },
    });
    let alone = finished(&value);
    let mut beside = value;
    beside["neighbours"] = json!([
        { "name": "batch", "workload": closed(20, 500.0), "client": { "instances": 3, "cores": 4 } },
    ]);
    let beside = finished(&beside);
    assert!(beside.neighbours[0].requests.completed > 5000.0, "the neighbour has asked");
    assert_eq!(alone.response_time, beside.response_time);
    assert_eq!(alone.phases, beside.phases);
    assert_eq!((alone.requests, alone.series), (beside.requests, beside.series));
}

/// Four instances with a pool of two each against one with a pool of eight at the same load: each is M/M/c.
#[test]
fn divided_pools_lose_what_theory_says() {
    let fleet = |instances: u32, connections: u32, rate: f64| {
        let mut client = pooled(connections);
        client["instances"] = json!(instances);
        let summary = finished(&json!({
            "run": { "warmupMs": 1000, "measuredMs": 8000 },
            "workload": { "arrivals": { "kind": "open", "ratePerSec": rate, "callers": 200 } },
            "client": client,
            "network": { "rttUs": 0, "requestJitterUs": exponential(100.0) },
            "costs": { "profile": "ideal" },
        }));
        let response = &summary.response_time;
        let theory = theory::mmc_response(connections, 100.0, rate / f64::from(connections) / 1e4);
        let what = format!("{instances} pools of {connections}: R, µs");
        assert_near(response.mean_us.expect("some"), response.half_width95_us, theory, 0.05, &what);
        theory
    };
    let (divided, whole) = (fleet(4, 2, 16_000.0), fleet(1, 8, 64_000.0));
    assert!(divided > 1.7 * whole, "{divided} µs against {whole} µs: what pooling is worth");
}

/// Two populations with their own think times at one server: exact mean-value analysis for two classes.
#[test]
fn two_populations_have_the_throughput_of_mva() {
    let summary = finished(&json!({
        "run": { "warmupMs": 100, "measuredMs": 6000 },
        "workload": { "arrivals": { "kind": "closed", "callers": 160, "thinkUs": exponential(4000.0) }, "command": { "execUs": exponential(10.0) } },
        "client": pooled(160),
        "network": { "rttUs": 0 },
        "costs": { "profile": "ideal" },
        "neighbours": [{
            "name": "second class",
            "workload": { "arrivals": { "kind": "closed", "callers": 80, "thinkUs": exponential(2000.0) }, "command": { "execUs": exponential(10.0) } },
            "client": pooled(80),
        }],
    }));
    let exact = theory::mva_two_classes([160, 80], [4000.0, 2000.0], 10.0);
    let clients = [first(&summary), neighbour(&summary.neighbours[0])];
    for (class, (client, (throughput, response))) in clients.iter().zip(exact).enumerate() {
        let (x, what) = (client.throughput, format!("class {class}: X, 1/s"));
        assert_near(x.per_sec, x.half_width95, 1e6 * throughput, 0.01, &what);
        // The time at the server; callers see a little more, because replies of a turn leave together.
        let at_server = [Phase::ServerQueue, Phase::ServerRead, Phase::ServerBatch, Phase::Execute];
        let seen: f64 =
            client.times.iter().filter(|p| at_server.contains(&p.phase)).filter_map(|p| p.time.mean_us).sum();
        println!(
            "class {class}: R at the server, µs                     theory {response:10.3}  simulated {seen:10.3}"
        );
        assert!((seen / response - 1.0).abs() < 0.05, "class {class}: {seen} µs at the server instead of {response}");
    }
    let together = 1e6 * (exact[0].0 + exact[1].0);
    let main = summary.resources.iter().find(|part| part.resource == Resource::ServerMain).expect("a server");
    assert!((main.utilisation / (together * 1e-5) - 1.0).abs() < 0.01, "U = X S: {}", main.utilisation);
    let used: f64 = summary.server_use.iter().map(|part| part.main_thread).sum();
    assert!((used - main.utilisation).abs() < 1e-9, "all of it is somebody's: {used} of {}", main.utilisation);
}

/// The round-trip time of each client is its own.
#[test]
fn each_client_has_its_own_round_trip_time() {
    let summary = finished(&json!({
        "run": { "warmupMs": 10, "measuredMs": 100 },
        "workload": { "arrivals": { "kind": "closed", "callers": 1 } },
        "network": { "rttUs": 1000 },
        "costs": { "profile": "ideal" },
        "neighbours": [
            { "name": "near", "rttUs": 200, "workload": { "arrivals": { "kind": "closed", "callers": 1 } } },
            { "name": "beside", "workload": { "arrivals": { "kind": "closed", "callers": 1 } } },
        ],
    }));
    let mean = |client: &Client| client.response.mean_us;
    assert_eq!(mean(&first(&summary)), Some(1000.0));
    assert_eq!(summary.neighbours.iter().map(|n| mean(&neighbour(n))).collect::<Vec<_>>(), [Some(200.0), Some(1000.0)]);
}

/// With the server on the client's machine all instances share its cores; with one of its own each instance has its own cores.
#[test]
fn each_instance_has_a_machine_of_its_own_unless_the_server_shares_it() {
    let cores = |host: &str| {
        let mut value = json!({ "client": { "instances": 3, "cores": 4 }, "run": { "warmupMs": 0, "measuredMs": 5 } });
        value["server"] = if host == "own" {
            json!({ "host": { "kind": "own", "cores": 2 } })
        } else {
            json!({ "host": { "kind": "client" } })
        };
        finished(&value).hosts.iter().map(|host| host.cores).collect::<Vec<_>>()
    };
    assert_eq!((cores("own"), cores("client")), (vec![12, 2], vec![4]));
}

fn issues(value: &Value) -> Vec<(IssueCode, String)> {
    normalize(&value.to_string()).issues.into_iter().map(|issue| (issue.code, issue.path)).collect()
}

#[test]
fn what_is_wrong_with_a_neighbour_is_named_where_it_is() {
    let with = |neighbour: Value| issues(&json!({ "neighbours": [{ "name": "fine" }, neighbour] }));
    assert_eq!(with(json!({ "name": "also" })), []);
    assert_eq!(with(json!({})), [(IssueCode::MissingField, "neighbours.1.name".to_owned())]);
    assert_eq!(with(json!({ "name": "x", "rtt": 1 })), [(IssueCode::UnknownField, "neighbours.1.rtt".to_owned())]);
    let shared = json!({ "name": "x", "client": { "connections": { "kind": "shared" } } });
    assert_eq!(with(shared), [(IssueCode::BlockingShared, "neighbours.1.client.connections".to_owned())]);
    let free = json!({ "name": "x", "client": { "instances": 0 }, "workload": { "arrivals": { "kind": "closed", "callers": 0 } } });
    let paths = ["neighbours.1.client.instances", "neighbours.1.workload.arrivals.callers"];
    assert_eq!(with(free), paths.map(|path| (IssueCode::OutOfRange, path.to_owned())));
    assert_eq!(issues(&json!({ "neighbours": 1 })), [(IssueCode::WrongType, "neighbours".to_owned())]);
    // What a setting needs is looked for in the neighbour itself.
    let loops = json!({ "io": { "kind": "eventLoops", "requestQueueSize": 5 }, "connections": { "kind": "shared" } });
    assert_eq!(with(json!({ "name": "x", "client": loops })), []);
}

#[test]
fn a_fleet_that_is_too_large_is_refused_with_its_size() {
    let with = |instances: u32, callers: u32| {
        let value = json!({
            "client": { "instances": instances },
            "workload": { "arrivals": { "kind": "closed", "callers": callers } },
        });
        let issues = normalize(&value.to_string()).issues;
        issues.into_iter().map(|issue| (issue.code, issue.path, issue.value)).collect::<Vec<_>>()
    };
    assert_eq!(with(40, 200), []);
    let refused = (IssueCode::TooManyInstances, "client.instances".to_owned());
    let asked = 1024 * (200 + 8);
    assert_eq!(with(1024, 200), [(refused.0, refused.1, Some(asked.to_string()))]);
}

/// The trace shows one process, with the numbers that it would have alone.
#[test]
fn the_trace_of_a_fleet_is_that_of_its_first_process() {
    let mut value = json!({
        "run": { "warmupMs": 0, "measuredMs": 20 },
        "workload": { "arrivals": { "kind": "open", "ratePerSec": 3_000, "callers": 10 } },
        "client": pooled(4),
        "costs": { "profile": "ideal" },
    });
    let trace = |value: &Value| {
        let mut simulation = Simulation::new(&scenario(value));
        simulation.set_trace(true);
        simulation.advance(u64::MAX, u64::MAX);
        simulation.close_chunk();
        let t = simulation.trace();
        let spans = (0..t.len()).map(|i| (t.kind[i], t.lane[i], t.request[i], t.arg[i], t.start[i], t.end[i]));
        // The server also works for others, and those are counted.
        let is_own = |kind: u8, lane: u16| match kind & 0x7f {
            family::PROCESS | family::SERVING => false,
            kind => kind >= family::WIRE || lane < 10,
        };
        let mut own: Vec<_> = spans.filter(|&(kind, lane, ..)| is_own(kind, lane)).collect();
        own.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
        (simulation.lanes(), own)
    };
    let alone = trace(&value);
    value["neighbours"] = json!([{ "name": "other", "workload": closed(3, 2000.0), "client": { "instances": 2 } }]);
    assert_eq!(alone, trace(&value));
    assert!(alone.1.len() > 500);
}

/// The trace says of all processes how many requests they have waiting and at the server, and for whom the server works.
#[test]
fn the_trace_of_a_fleet_counts_the_requests_of_all_processes() {
    let value = json!({
        "run": { "warmupMs": 0, "measuredMs": 20 },
        "workload": closed(30, 50.0),
        "client": { "instances": 2, "connections": { "kind": "pooled", "maxTotal": 5 } },
        "neighbours": [{ "name": "other", "workload": closed(8, 100.0), "client": pooled(2) }],
    });
    let mut simulation = Simulation::new(&scenario(&value));
    simulation.show(1);
    simulation.set_trace(true);
    let (mut waiting, mut at_server, mut served) = ([0.0; 3], [0.0; 3], [0.0; 3]);
    loop {
        let status = simulation.advance(u64::MAX, u64::MAX);
        simulation.close_chunk();
        let t = simulation.trace();
        for i in 0..t.len() {
            let length = t.end[i] - t.start[i].max(t.from as f64);
            match t.kind[i] & 0x7f {
                family::PROCESS => {
                    waiting[usize::from(t.lane[i])] += length * f64::from(t.request[i]);
                    at_server[usize::from(t.lane[i])] += length * f64::from(t.arg[i]);
                }
                family::SERVING => served[t.arg[i] as usize] += length,
                _ => {}
            }
        }
        simulation.clear_chunk();
        if status == Status::Done {
            break;
        }
    }
    let summary = simulation.summary();
    let mean = |queues: &[Queue], phases: &[Phase]| -> f64 {
        queues.iter().filter(|queue| phases.contains(&queue.phase)).map(|queue| queue.mean).sum()
    };
    let window = 20e6;
    let near = |counted: f64, mean: f64, what: &str| {
        assert!((counted / window - mean).abs() <= 0.05 * mean + 0.1, "{what}: {} against {mean}", counted / window);
    };
    let at_client = [Phase::WaitCaller, Phase::WaitConnection, Phase::TaskQueue];
    near(waiting[0] + waiting[1], mean(&summary.queues, &at_client), "waiting");
    let neighbour = &summary.neighbours[0];
    near(waiting[2], mean(&neighbour.queues, &at_client), "waiting neighbour");
    let on_server: Vec<Phase> = Phase::ALL.iter().copied().filter(|phase| phase.is_at_server()).collect();
    near(at_server[0] + at_server[1], mean(&summary.queues, &on_server), "at the server");
    near(at_server[2], mean(&neighbour.queues, &on_server), "neighbour at the server");
    assert_eq!(served[1], 0.0, "it is shown itself");
    assert!(served[0] > 0.0 && served[2] > 0.0);
}
