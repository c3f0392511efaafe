//! Shared parts of the integration tests: scenarios written as JSON, finished runs, and the laws that hold on every run.

#![allow(dead_code, reason = "every test file uses a part of it")]

pub mod clients;
pub mod recorded;
pub mod scenarios;
pub mod servers;
pub mod sides;
pub mod workloads;

use engine::actor::client::pool::Pool;
use engine::metric::summary::Summary;
use engine::metric::vocabulary::{Activity, Phase, ThreadClass, ThreadState};
use engine::scenario::Scenario;
use engine::scenario::normalize::normalize;
use engine::sim::{Simulation, Status};
use serde_json::Value;

/// Whether everything runs at full length: `npm run test:deep`.
pub fn is_deep() -> bool {
    std::env::var("ROUNDTRIP_TIER").is_ok_and(|tier| tier == "deep")
}

/// The scenario of a JSON value, as the page and the command line would read it.
pub fn scenario(value: &Value) -> Scenario {
    let answer = normalize(&value.to_string());
    answer.scenario.unwrap_or_else(|| panic!("{:?}", answer.issues))
}

/// Simulates a scenario to its end.
pub fn run(scenario: &Scenario) -> Simulation {
    let mut simulation = Simulation::new(scenario);
    assert_eq!(simulation.advance(u64::MAX, u64::MAX), Status::Done);
    simulation
}

/// A finished run of a scenario, with its summary; the laws hold on it.
pub fn finished_run(value: &Value) -> (Simulation, Summary) {
    let simulation = run(&scenario(value));
    let summary = simulation.summary();
    assert_laws(&simulation, &summary);
    (simulation, summary)
}

/// The pool of the first process, to the first node.
pub fn pool_of(simulation: &Simulation) -> &Pool {
    &simulation.world().process.pools[0]
}

/// The summary of a finished run, on which the laws hold.
pub fn finished(value: &Value) -> Summary {
    finished_run(value).1
}

/// System calls of a thread class for each completed request.
pub fn calls(summary: &Summary, class: ThreadClass, syscall: Activity) -> f64 {
    let rate = summary.syscalls.iter().find(|rate| (rate.class, rate.syscall) == (class, syscall));
    rate.and_then(|rate| rate.per_request).unwrap_or(0.0)
}

/// Mean time of the completed requests in a phase, µs.
pub fn mean_in(summary: &Summary, phase: Phase) -> f64 {
    summary.phases.iter().find(|p| p.phase == phase).and_then(|p| p.time.mean_us).expect("requests have completed")
}

/// The laws of validation.md §4.1 and the asymptotic bounds of §4.2: they hold on every run of every scenario, whatever
/// its distributions. `summary` is of a simulation that has passed its warm-up.
pub fn assert_laws(simulation: &Simulation, summary: &Summary) {
    assert_accounts(simulation, summary);
    assert_cycle_bound(simulation, summary);
    assert_core_time(simulation);
}

/// Those of them that hold whatever is changed while the run is under way: every request, every moment of every thread and
/// every byte is accounted for.
pub fn assert_accounts(simulation: &Simulation, summary: &Summary) {
    let requests = &summary.requests;
    let before = requests.issued + requests.in_progress_at_start;
    let after = requests.completed + requests.failed + requests.in_progress_at_end;
    assert_eq!(before, after, "flow balance");
    assert_eq!(summary.little.residual_ns, 0.0, "Little's law on the sample path");
    let mean = (requests.completed > 0.0).then(|| summary.little.mean_response_us.expect("some were answered"));
    assert_eq!(mean, summary.little.mean_response_us, "no mean response without an answer");
    assert_eq!(summary.phase_check.phases_ns, summary.phase_check.response_ns, "phases add up to response times");

    let threads = simulation.world().cpu.usage(simulation.now());
    for group in &summary.threads {
        let lived: u64 = threads[group.class as usize].time.iter().sum();
        let window = simulation.now() - (summary.window_start_us * 1000.0).round() as u64;
        assert_eq!(lived, window * u64::from(group.count), "every {:?} is in one state at any time", group.class);
        let used = &threads[group.class as usize];
        let worked = used.time[ThreadState::User as usize] + used.time[ThreadState::Kernel as usize];
        assert!(used.work[1..].iter().sum::<u64>() <= worked, "every {:?} works on cores only", group.class);
        if window == 0 {
            continue;
        }
        let s = &group.shares;
        let shares = s.user + s.kernel + s.switch + s.runnable + s.wait_connection + s.wait_reply + s.idle + s.carrying;
        assert!((shares - 1.0).abs() < 1e-9, "shares of {:?} add up to {shares}", group.class);
    }
    for host in &summary.hosts {
        let used = host.user + host.kernel + host.switch;
        assert!((used + host.idle - 1.0).abs() < 1e-9, "core time of {:?}: {used} used, {} idle", host.host, host.idle);
    }
    for resource in &summary.resources {
        let (use_, name) = (resource.utilisation, resource.resource);
        assert!(use_ <= 1.0 + 1e-9, "{name:?} is busy for {use_} of its capacity");
        if let (Some(demand), Some(bound)) = (resource.demand_us, resource.bound_per_sec) {
            let law = summary.throughput.per_sec * demand / 1e6;
            assert!((use_ - law).abs() <= 1e-9 * law.max(1.0), "U = X D of {name:?}: {use_} is not {law}");
            assert!(summary.throughput.per_sec <= bound * (1.0 + 1e-9), "X <= 1/D of {name:?}");
        }
    }
    let world = simulation.world();
    let given_up = (0..world.requests.slots() as u32).filter(|&slot| world.requests.is_abandoned(slot)).count();
    assert_eq!(given_up, world.reply_timeouts.count() as usize, "what was given up is counted until it is answered");
    simulation.world().wire.assert_consistent();
    simulation.world().cpu.assert_consistent();
    let pools = simulation.world().process.all().iter().flat_map(|process| process.pools.iter());
    pools.for_each(Pool::assert_consistent);
}

/// X ≤ N/(D + Z) without an average in it: no caller can be faster than the constant part of its cycle allows, so in a
/// window of length L it completes at most L/cycle + 1 requests.
fn assert_cycle_bound(simulation: &Simulation, summary: &Summary) {
    let plan = simulation.plan();
    let client = &plan.clients[0];
    let at_server = client.delays[0] + client.delays[1] + plan.costs.command;
    // What is in a cache is not asked for.
    let asked = if client.keeps_values { client.costs.cache_lookup } else { at_server };
    let cycle = asked + plan.costs.caller;
    let window = summary.window_us * 1000.0;
    let callers = plan.clients[0].instances * plan.clients[0].callers;
    let most = f64::from(callers) * ((window / cycle.max(1) as f64).floor() + 1.0);
    assert!(summary.requests.completed <= most, "{} completions, at most {most} fit", summary.requests.completed);
}

/// Conservation of CPU: running threads never use more than the cores of their machines.
fn assert_core_time(simulation: &Simulation) {
    let cpu = &simulation.world().cpu;
    let usage = cpu.usage(simulation.now());
    let on_core: u64 = ThreadState::ALL
        .iter()
        .filter(|state| state.on_core())
        .flat_map(|&state| ThreadClass::ALL.iter().map(move |&class| usage[class as usize].time[state as usize]))
        .sum();
    let cores: u64 = (0..cpu.hosts()).map(|host| u64::from(cpu.host(host).0)).sum();
    assert!(on_core <= cores * simulation.now(), "{on_core} ns on {cores} cores");
}
