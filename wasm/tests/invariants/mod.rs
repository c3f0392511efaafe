//! Invariants of every run, checked on random scenarios: conservation laws, the structure of the
//! software that is modelled, determinism. Numbers like S0-05 are the claims of the project's validation table.

mod coverage;
mod determinism;
mod laws;
mod parts;
mod reference;
mod structure;

use crate::support::is_deep;
use crate::support::recorded::Recording;
use crate::support::scenarios::scenarios;
use engine::metric::vocabulary::{Activity, ThreadClass};
use engine::scenario::Scenario;
use engine::sim::Simulation;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, RngSeed};

/// Events of one random run; with the number of cases it bounds the time these tests take.
const EVENTS: u64 = 20_000;

/// The same cases on every machine and every day: whether a test fails must not depend on chance. `npm test` tries a fifth of
/// them. For a search, `SOAK=7 cargo test --profile fuzz invariants::` tries twenty times as many, from that seed.
pub fn cases(cases: u32) -> Config {
    let soak = std::env::var("SOAK").ok().and_then(|seed| seed.parse().ok());
    Config {
        cases: match soak {
            Some(_) => 20 * cases,
            None if is_deep() => cases,
            None => cases.div_ceil(5),
        },
        rng_algorithm: RngAlgorithm::ChaCha,
        rng_seed: RngSeed::Fixed(soak.unwrap_or(0)),
        failure_persistence: None,
        ..Config::default()
    }
}

/// A moment of model time up to which a run takes about [`EVENTS`] events, after the warm-up.
fn horizon(scenario: &Scenario) -> u64 {
    let mut simulation = Simulation::new(scenario);
    simulation.advance(simulation.plan().warmup_end, u64::MAX);
    simulation.advance(u64::MAX, EVENTS);
    simulation.now()
}

/// A run up to its horizon, with its trace.
fn recorded(scenario: &Scenario) -> (Simulation, Recording) {
    let until = horizon(scenario);
    let mut simulation = Simulation::new(scenario);
    let recording = Recording::of(&mut simulation, until);
    (simulation, recording)
}

/// A random scenario with its recorded run.
struct Run<'a> {
    scenario: &'a Scenario,
    simulation: &'a Simulation,
    recording: &'a Recording,
}

proptest! {
    #![proptest_config(cases(1000))]

    /// One recording of each scenario serves all checks of recordings.
    #[test]
    fn every_recorded_run_keeps_the_laws_and_the_structure(scenario in scenarios()) {
        let (simulation, recording) = recorded(&scenario);
        let run = Run { scenario: &scenario, simulation: &simulation, recording: &recording };
        laws::threads_are_in_one_state_at_a_time_and_share_the_cores(&run);
        laws::requests_go_through_their_phases_in_order(&run)?;
        laws::the_longest_queue_of_each_interval_is_that_of_the_trace(&run)?;
        laws::every_chunk_shows_every_moment_of_its_interval(&run)?;
        structure::the_server_executes_one_command_at_a_time_and_all_commands_of_a_read(&run)?;
        structure::connections_keep_their_order_their_limits_and_their_event_loop(&run)?;
        structure::the_server_reads_and_writes_once_a_batch(&run)?;
        structure::the_client_writes_once_a_command(&run)?;
        determinism::the_same_scenario_gives_the_same_run_and_tracing_does_not_disturb_it(&run)?;
    }
}

/// How often threads of a class have begun an activity in the measured window.
fn calls(simulation: &Simulation, class: ThreadClass, activity: Activity) -> u64 {
    simulation.world().cpu.usage(simulation.now())[class as usize].calls[activity as usize]
}
