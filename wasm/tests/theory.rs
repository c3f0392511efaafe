//! The engine against queueing theory, on the `ideal` profile: every overhead is free, so only delays and service remain.
//!
//! Deterministic scenarios must agree to the nanosecond. Random ones must contain the theoretical value in their
//! confidence interval, and that interval must be narrow, or it would prove nothing. Both limits allow for the number of
//! comparisons, so that all of them hold together with a probability of 99 % for any seed: none had to be chosen. Every run
//! must also obey the laws that hold for all distributions.

use crate::support::{assert_laws, finished, is_deep, mean_in, scenario};
use engine::metric::summary::Summary;
use engine::metric::vocabulary::Phase;
use engine::sim::{Simulation, Status};
use engine::theory;
use serde_json::{Value, json};

/// Quantiles of Student's t with 29 degrees of freedom: the summary's intervals are 95 %, the policy asks for 99 %.
const T_99: f64 = 2.756;
const T_95: f64 = 2.045;
const BATCHES: u64 = 30;
/// The seed of all random cases.
const SEED: u32 = 1;
/// Comparisons of this file.
const COMPARISONS: u32 = 44;
/// They hold together with 99 % if each holds with 0.99^(1/44) (Šidák): 99.977 %. Student's t for that.
const T_ALL: f64 = 4.205;
/// A half-width is itself an estimate from 30 batches. With the same probability it exceeds the true one by at most this factor:
/// the root of the 99.977 % quantile of χ² with 29 degrees of freedom over 29.
const SCATTER: f64 = 1.479;

/// How much shorter the random runs of `npm test` are than those of the deep tier (`npm run test:deep`), whose lengths and limits this
/// file has. A service time or a rate that is wrong by 1 % still shows: it moves R by 1/(1 − ρ) %.
fn shorter() -> f64 {
    if is_deep() { 1.0 } else { 4.0 }
}

/// An interval is wider by the root of how much shorter its run is.
fn wider() -> f64 {
    shorter().sqrt()
}

/// A mean with the half-width of its 99 % confidence interval.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    mean: f64,
    half_width: f64,
}

impl Estimate {
    /// Panics unless theory lies in the interval, widened for all comparisons, and the interval reaches at most `limit` (a share)
    /// to either side in the deep tier, but for the scatter of its own estimate.
    fn must_contain(self, theory: f64, limit: f64, what: &str) {
        let (error, width) = (self.mean / theory - 1.0, self.half_width / theory);
        println!(
            "{what:44} theory {theory:11.4}  simulated {:11.4} ({:+.3} % ± {:.3} %)",
            self.mean,
            100.0 * error,
            100.0 * width
        );
        assert!(
            width <= SCATTER * limit * wider(),
            "{what}: the interval is too wide to prove anything: ± {} %",
            100.0 * width
        );
        let most = width * T_ALL / T_99;
        assert!(error.abs() <= most, "{what}: theory {theory} is outside {} ± {} %", self.mean, 100.0 * most);
    }
}

/// Throughput of a finished run.
fn throughput(summary: &Summary) -> Estimate {
    let half_width = summary.throughput.half_width95.expect("every batch has completions") * T_99 / T_95;
    Estimate { mean: summary.throughput.per_sec, half_width }
}

/// Mean response time of a finished run, µs.
fn response(summary: &Summary) -> Estimate {
    let half_width = summary.response_time.half_width95_us.expect("every batch has completions") * T_99 / T_95;
    Estimate { mean: summary.response_time.mean_us.expect("requests have completed"), half_width }
}

/// Runs a scenario and estimates the mean time from the arrival of a command at the server to the end of its execution, µs.
///
/// That, not the response time of the caller, is the R of an M/G/1 station: Redis writes the replies of a turn together
/// after the last command of the turn, so a caller waits longer than its command does. The summary has batch means of whole
/// response times only, so the batches are cut here.
fn time_at_server(value: &Value) -> (Estimate, Summary) {
    let scenario = scenario(value);
    let mut simulation = Simulation::new(&scenario);
    let (start, end) = (simulation.plan().warmup_end, simulation.plan().end);
    let mut before = (0.0, 0.0);
    let mut means = Vec::new();
    for batch in 1..=BATCHES {
        let until = start + (end - start) * batch / BATCHES;
        let status = simulation.advance(until, u64::MAX);
        assert!(matches!(status, Status::Time | Status::Done));
        let summary = simulation.summary();
        let phases = [Phase::ServerQueue, Phase::ServerRead, Phase::ServerBatch, Phase::Execute];
        let count = summary.requests.completed;
        let total = count * phases.iter().map(|&phase| mean_in(&summary, phase)).sum::<f64>();
        means.push((total - before.1) / (count - before.0));
        before = (count, total);
    }
    let summary = simulation.summary();
    assert_laws(&simulation, &summary);
    (estimate(before.1 / before.0, &means), summary)
}

/// A mean over the window, with what the means of its batches say of how sure it is.
fn estimate(mean: f64, means: &[f64]) -> Estimate {
    let centre = means.iter().sum::<f64>() / BATCHES as f64;
    let variance = means.iter().map(|m| (m - centre).powi(2)).sum::<f64>() / (BATCHES - 1) as f64;
    Estimate { mean, half_width: T_99 * (variance / BATCHES as f64).sqrt() }
}

fn constant(us: f64) -> Value {
    json!({ "kind": "constant", "value": us })
}

fn exponential(us: f64) -> Value {
    json!({ "kind": "exponential", "mean": us })
}

fn blocking(connections: u32) -> Value {
    let pool = json!({ "kind": "pooled", "maxTotal": connections, "handoff": "fifo" });
    json!({ "cores": 1, "io": { "kind": "blocking" }, "connections": pool })
}

fn shared(cores: u32) -> Value {
    let one = json!({ "kind": "shared", "count": 1 });
    json!({ "cores": cores, "io": { "kind": "eventLoops", "loops": 1 }, "connections": one })
}

/// A closed workload without overheads; times in µs.
fn closed(callers: u32, ramp: f64, rtt: f64, service: f64, client: &Value) -> Value {
    json!({
        "run": { "warmupMs": 3.0 * (rtt + service) / 1000.0, "measuredMs": 50.0 * (rtt + service) / 1000.0 },
        "workload": {
            "arrivals": { "kind": "closed", "callers": callers, "rampUs": ramp },
            "command": { "execUs": constant(service) },
        },
        "client": client,
        "network": { "rttUs": rtt },
        "costs": { "profile": "ideal" },
    })
}

/// X = N/R of a closed run without think time. Counting completions in a window would be off by up to one a caller.
fn per_second(callers: u32, summary: &Summary) -> f64 {
    f64::from(callers) * 1e6 / summary.response_time.mean_us.expect("requests have completed")
}

/// `model/validation.md` says for how many comparisons the limits allow.
#[test]
fn the_description_states_the_number_of_comparisons() {
    let words: Vec<&str> = include_str!("../model/validation.md").split_whitespace().collect();
    let sentence = format!("The limits allow for the {COMPARISONS} comparisons");
    assert!(words.join(" ").contains(&sentence), "model/validation.md: {sentence}");
}

/// Equal to the last clock tick.
fn assert_exact(summary: &Summary, response_us: f64) {
    let time = &summary.response_time;
    assert_eq!((time.min_us, time.max_us), (Some(response_us), Some(response_us)));
}

#[test]
fn one_request_at_a_time_is_bound_by_the_round_trip() {
    for (rtt, published, digits) in [(250e3, 3.99984, 5), (12e3, 83.26, 2), (1e3, 990.1, 1), (200.0, 4761.9, 1)] {
        for client in [blocking(1), shared(1)] {
            let summary = finished(&closed(1, 0.0, rtt, 10.0, &client));
            assert_exact(&summary, rtt + 10.0);
            let x = per_second(1, &summary);
            assert!((x / 1e6 - theory::stop_and_wait(rtt, 10.0, 0.0)).abs() < 1e-12);
            assert!((x - published).abs() <= 0.5 * 0.1f64.powi(digits), "{x} is not {published}");
        }
    }
}

/// The callers start evenly spread over one cycle (RTT + S), so their requests reach the server 60 µs apart and never wait:
/// the window slides. Started all at once they would arrive together, see the next test.
#[test]
fn two_hundred_callers_on_one_connection_slide_a_window() {
    let summary = finished(&closed(200, 12_010.0, 12e3, 10.0, &shared(1)));
    assert_exact(&summary, 12_010.0);
    let x = per_second(200, &summary);
    assert!((x - 1e6 * theory::sliding_window(200, 12e3, 10.0)).abs() < 1e-6);
    assert!((x - 16_652.8).abs() < 0.05, "{x}");
}

/// Without the ramp 200 requests arrive at one instant. The server executes them in one turn and, as Redis does, writes their
/// replies together after the last of them; so all callers get their replies at the same instant and ask again at the
/// same instant. A bunch that has formed stays together: its cycle is RTT + 200 S, that of "send 200, read 200".
///
/// Two things are needed to see it undisturbed. The server must look after all have arrived: with a wake-up that takes no
/// time at all it is awake before the second of the 200 simultaneous segments, answers the first alone, and so loses one
/// caller a cycle until the bunch has dissolved into the sliding window. And each caller needs a core, or they would ask
/// again one after another. The 1 ns wake-ups are those of server, event loop and callers.
#[test]
fn without_a_ramp_the_callers_bunch_into_batches() {
    for (mut client, wake_ups) in [(shared(256), 4.0), (blocking(200), 2.0)] {
        client["cores"] = json!(256);
        let mut value = closed(200, 0.0, 12e3, 10.0, &client);
        value["costs"]["overrides"] = json!({ "wakeLatencyNs": 1 });
        let summary = finished(&value);
        assert_exact(&summary, 12e3 + 200.0 * 10.0 + wake_ups / 1000.0);
        let x = per_second(200, &summary);
        assert!((x - 1e6 * theory::batch_and_wait(200, 12e3, 10.0)).abs() < 0.005, "{x}");
        // Windows may begin or end inside a turn; all others have 200.
        assert!(summary.batching.commands_per_server_turn.is_some_and(|commands| commands > 190.0));
    }
    let dissolved = finished(&{
        let mut value = closed(200, 0.0, 12e3, 10.0, &shared(256));
        value["run"]["warmupMs"] = json!(10_000);
        value
    });
    assert_exact(&dissolved, 12_010.0);
}

/// A pool of K connections for T callers: min(K, T)/(RTT + S), and (T − K)/X in the queue (validation.md §4.4).
#[test]
fn a_pool_gives_each_connection_one_round_trip_at_a_time() {
    for (connections, callers) in [(8, 200), (50, 200), (200, 200), (300, 8)] {
        let mut value = closed(callers, 1_001.0, 1e3, 1.0, &blocking(connections));
        value["run"] = json!({ "warmupMs": 100, "measuredMs": 500 });
        let summary = finished(&value);
        let x = 1e6 * theory::pool_throughput(connections, callers, 1e3, 1.0, 0.0);
        let simulated = per_second(callers, &summary);
        assert!((simulated / x - 1.0).abs() < 1e-3, "{connections} for {callers}: {simulated} is not {x}");
        let wait = 1e6 * theory::pool_wait(connections, callers, x);
        let waited = mean_in(&summary, Phase::WaitConnection);
        assert!((waited - wait).abs() <= 1e-3 * wait + 1e-9, "{connections} for {callers}: {waited} is not {wait}");
    }
}

/// 1 Gbit/s and 10 000-byte replies: 12 500 a second, whatever else could go faster.
#[test]
fn bandwidth_bounds_the_throughput() {
    let mut value = closed(64, 100.0, 100.0, 1.0, &blocking(64));
    value["network"]["mbitPerSec"] = json!(1000);
    value["workload"]["command"]["replyBytes"] = json!(10_000);
    value["run"] = json!({ "warmupMs": 50, "measuredMs": 500 });
    let summary = finished(&value);
    let cap = theory::bandwidth_cap(1e9, 10_000.0);
    assert!((summary.throughput.per_sec / cap - 1.0).abs() < 1e-3, "{} is not {cap}", summary.throughput.per_sec);
}

/// An open Poisson stream over more connections than requests are ever in progress, so that nothing waits before the server.
fn open(rate_per_sec: f64, connections: u32, exec: &Value, seconds: f64) -> Value {
    json!({
        "seed": SEED,
        "run": { "warmupMs": 200, "measuredMs": 1000.0 * seconds / shorter() },
        "workload": {
            "arrivals": { "kind": "open", "ratePerSec": rate_per_sec, "callers": connections },
            "command": { "requestBytes": 1, "replyBytes": 1, "execUs": exec },
        },
        "client": blocking(connections),
        "network": { "rttUs": 0 },
        "costs": { "profile": "ideal" },
    })
}

/// Runs the server as M/G/1 with S = 10 µs. Service in order of readiness does not look at service times, so Pollaczek and
/// Khinchine's mean holds although the order is not exactly that of arrival.
fn station(name: &str, exec: &Value, scv: f64, cases: &[(f64, f64, f64)]) {
    for &(rho, seconds, limit) in cases {
        let connections = (100.0 / (1.0 - rho)) as u32;
        let (estimate, _) = time_at_server(&open(rho * 1e5, connections, exec, seconds));
        estimate.must_contain(
            theory::mg1_response(10.0, rho, scv),
            limit,
            &format!("{name}, utilisation {rho}: R, µs"),
        );
    }
}

#[test]
fn the_server_is_m_m_1() {
    station("M/M/1", &exponential(10.0), 1.0, &[(0.5, 90.0, 0.005), (0.8, 110.0, 0.01)]);
}

/// Bursts of four, as far apart as keeps the utilisation.
#[test]
fn the_server_is_m_m_1_with_bursts() {
    let mut value = open(0.6e5, 400, &exponential(10.0), 90.0);
    value["workload"]["arrivals"]["burstSize"] = json!(4);
    let (estimate, _) = time_at_server(&value);
    estimate.must_contain(theory::burst_response(10.0, 0.6, 4), 0.01, "M[4]/M/1, utilisation 0.6: R, µs");
}

#[test]
fn the_server_is_m_d_1() {
    station("M/D/1", &constant(10.0), 0.0, &[(0.5, 15.0, 0.005), (0.8, 45.0, 0.01)]);
}

#[test]
fn the_server_is_m_g_1_with_regular_service() {
    let exec = json!({ "kind": "erlang", "mean": 10.0, "stages": 2 });
    station("M/E2/1", &exec, 0.5, &[(0.5, 50.0, 0.005), (0.8, 70.0, 0.01)]);
}

#[test]
fn the_server_is_m_g_1_with_irregular_service() {
    let exec = json!({ "kind": "hyperexponential", "mean": 10.0, "scv": 4.0 });
    station("M/H2/1", &exec, 4.0, &[(0.5, 130.0, 0.01)]);
}

/// Three kinds of commands, each of one length, are one station whose service times are their mixture: 10 µs on average, scv 1.144.
#[test]
fn the_server_is_m_g_1_with_a_mix_of_three_kinds() {
    let (shares, services) = ([0.7, 0.2, 0.1], [5.0, 12.0, 41.0]);
    let moment = |power: i32| shares.iter().zip(services).map(|(share, us): (&f64, f64)| share * us.powi(power)).sum();
    let (mean, square): (f64, f64) = (moment(1), moment(2));
    let mut value = open(0.5e5, 200, &constant(services[0]), 90.0);
    for (kind, name) in [(1, "second"), (2, "third")] {
        let exec = constant(services[kind]);
        value["workload"][name] = json!({ "share": shares[kind], "requestBytes": 1, "replyBytes": 1, "execUs": exec });
    }
    let (estimate, summary) = time_at_server(&value);
    let executed = mean_in(&summary, Phase::Execute);
    assert!((executed / mean - 1.0).abs() < 1e-3 * wider(), "{executed} µs are executed");
    let r = theory::mg1_response(mean, 0.05 * mean, square / (mean * mean) - 1.0);
    estimate.must_contain(r, 0.005, "M/G/1, three kinds, utilisation 0.5: R, µs");
}

/// In heavy traffic successive response times are so alike that an interval of 1 % takes 10^8 requests, minutes of a test;
/// 4 % takes a sixteenth of them, 6 % a thirty-sixth. `model/validation.md` quotes a long run.
#[test]
fn the_server_is_m_g_1_in_heavy_traffic() {
    station("M/M/1", &exponential(10.0), 1.0, &[(0.9, 25.0, 0.04), (0.95, 75.0, 0.06)]);
    station("M/D/1", &constant(10.0), 0.0, &[(0.9, 16.0, 0.04), (0.95, 28.0, 0.06)]);
    let exec = json!({ "kind": "hyperexponential", "mean": 10.0, "scv": 4.0 });
    station("M/H2/1", &exec, 4.0, &[(0.8, 25.0, 0.04), (0.9, 55.0, 0.06)]);
}

/// A pool whose connections are held for an exponential time: the whole hold is one random delay on the wire, the rest is
/// free. Borrowers queue in order of arrival, so this is M/M/c and the response time of the caller is its R.
fn pool(servers: u32, rho: f64, seconds: f64, limit: f64) {
    let mut value = open(rho * f64::from(servers) * 1e4, 500, &constant(0.0), seconds);
    value["client"]["connections"]["maxTotal"] = json!(servers);
    value["network"]["requestJitterUs"] = exponential(100.0);
    let summary = finished(&value);
    let r = theory::mmc_response(servers, 100.0, rho);
    response(&summary).must_contain(r, limit, &format!("M/M/{servers}, utilisation {rho}: R, µs"));
}

/// Runs a scenario and estimates in batches which share of the requests of its window get no answer.
fn loss(value: &Value) -> (Estimate, Summary) {
    let scenario = scenario(value);
    let mut simulation = Simulation::new(&scenario);
    let (start, end) = (simulation.plan().warmup_end, simulation.plan().end);
    let mut before = (0.0, 0.0);
    let mut shares = Vec::new();
    for batch in 1..=BATCHES {
        simulation.advance(start + (end - start) * batch / BATCHES, u64::MAX);
        let requests = simulation.summary().requests;
        let lost = requests.failed + requests.shed;
        let all = requests.issued + requests.shed;
        shares.push((lost - before.0) / (all - before.1));
        before = (lost, all);
    }
    let summary = simulation.summary();
    assert_laws(&simulation, &summary);
    (estimate(before.0 / before.1, &shares), summary)
}

/// A pool that lets nobody wait (`ErrPoolExhausted`): Erlang's loss formula, for exponential times and, as it only knows their mean,
/// for all others.
#[test]
fn an_open_pool_without_patience_loses_as_erlang_says() {
    for (servers, load, delay, what) in [
        (4, 3.0, exponential(100.0), "M/M/4/4"),
        (8, 8.0, json!({ "kind": "hyperexponential", "mean": 100.0, "scv": 4.0 }), "M/H2/8/8"),
    ] {
        let mut value = open(load * 1e4, 500, &constant(0.0), 20.0);
        value["client"]["connections"]["maxTotal"] = json!(servers);
        value["client"]["connections"]["blockWhenExhausted"] = json!(false);
        value["network"]["requestJitterUs"] = delay;
        let (lost, _) = loss(&value);
        lost.must_contain(theory::erlang_b(servers, load), 0.015, &format!("{what}, load {load}: share that is lost"));
    }
}

/// One caller with one connection and room for four more requests: whoever finds five is shed.
#[test]
fn a_caller_with_a_short_backlog_is_m_m_1_k() {
    let (rho, most) = (0.8f64, 5);
    let mut value = open(rho * 1e4, 1, &constant(0.0), 120.0);
    value["workload"]["arrivals"]["maxBacklog"] = json!(most - 1);
    value["network"]["requestJitterUs"] = exponential(100.0);
    let (lost, summary) = loss(&value);
    // p_n is proportional to ρ^n; Little's law with the rate of those that are let in.
    let all: f64 = (0..=most).map(|n| rho.powi(n)).sum();
    let share = rho.powi(most) / all;
    let inside = (0..=most).map(|n| f64::from(n) * rho.powi(n)).sum::<f64>() / all;
    lost.must_contain(share, 0.02, "M/M/1/5, utilisation 0.8: share that is lost");
    response(&summary).must_contain(inside / (rho * (1.0 - share) / 100.0), 0.01, "M/M/1/5, utilisation 0.8: R, µs");
}

/// A hundred nodes on one core take turns there, slice by slice: a processor that is shared. Its mean knows of the lengths of
/// requests only their mean, where first come, first served takes 150 µs if they are equal and 350 if they are these. It is no such
/// processor exactly, so this is none of the comparisons: one request in a hundred meets another one at its own node and waits for all
/// of it, and a slice is a twentieth of a request (long runs: −0.2 and +1.7 %).
#[test]
fn nodes_on_one_core_are_nearly_m_g_1_with_processor_sharing() {
    let hyper = json!({ "kind": "hyperexponential", "mean": 100.0, "scv": 4.0 });
    for (what, exec, seconds) in [("M/D/1-PS", constant(100.0), 12.0), ("M/H2/1-PS", hyper, 100.0)] {
        let mut value = open(0.5e4, 60, &exec, seconds);
        value["server"] = json!({ "nodes": 100, "host": { "kind": "own", "cores": 1, "perNode": false } });
        value["costs"]["overrides"] = json!({ "quantumNs": 5000 });
        let (Estimate { mean, half_width }, _) = time_at_server(&value);
        let theory = theory::mm1_response(100.0, 0.5);
        println!("{what:44} theory {theory:11.4}  simulated {mean:11.4} ± {half_width:.4}");
        assert!((mean - theory).abs() <= half_width + 0.02 * theory, "{what}: theory {theory} is outside {mean}");
        assert!(half_width < 0.04 * wider() * theory, "{what}: ± {half_width} proves nothing");
    }
}

#[test]
fn an_open_pool_of_two_or_four_is_m_m_c() {
    pool(2, 0.8, 350.0, 0.01);
    pool(4, 0.8, 140.0, 0.01);
}

#[test]
fn an_open_pool_of_eight_is_m_m_c() {
    pool(8, 0.9, 70.0, 0.02);
}

/// N callers who think for an exponential millisecond and share one connection that is held for an exponential 100 µs.
#[test]
fn callers_and_one_connection_are_machines_and_a_repairman() {
    for callers in [1, 2, 5, 10, 11, 12, 15, 20, 50] {
        let exact = theory::repairman(callers, 1000.0, 100.0);
        let summary = finished(&json!({
            "seed": SEED,
            "run": { "warmupMs": 1000, "measuredMs": 1000.0 * if callers < 3 { 350.0 } else { 90.0 } / shorter() },
            "workload": { "arrivals": { "kind": "closed", "callers": callers, "thinkUs": exponential(1000.0) } },
            "client": blocking(1),
            "network": { "rttUs": 0, "requestJitterUs": exponential(100.0) },
            "costs": { "profile": "ideal" },
        }));
        throughput(&summary).must_contain(1e6 * exact.throughput, 0.005, &format!("repairman, N = {callers}: X, 1/s"));
        response(&summary).must_contain(exact.response, 0.01, &format!("repairman, N = {callers}: R, µs"));
        let knee = theory::knee(1000.0, &[100.0]);
        assert_eq!(knee, 11.0);
        let bound = 1e6 * theory::throughput_bound(callers, 1000.0, &[100.0]);
        assert!(
            summary.throughput.per_sec <= bound * (1.0 + 0.005 * wider()),
            "{} exceeds {bound}",
            summary.throughput.per_sec
        );
    }
}

/// 200 callers, think 12 ms, one server of 10 µs. Theory counts R = 11.983 µs at the server; callers see 12.25 µs, for
/// Redis answers the commands of a turn together. Beside 12 ms of thinking that moves X by 0.003 %.
#[test]
fn the_textbook_closed_network_has_the_throughput_of_mva() {
    let exact = theory::mva(200, 12_000.0, &[10.0]);
    let (at_server, summary) = time_at_server(&json!({
        "seed": SEED,
        "run": { "warmupMs": 100, "measuredMs": 60_000.0 / shorter() },
        "workload": {
            "arrivals": { "kind": "closed", "callers": 200, "thinkUs": exponential(12_000.0), "rampUs": 12_000 },
            "command": { "execUs": exponential(10.0) },
        },
        "client": shared(1),
        "network": { "rttUs": 0 },
        "costs": { "profile": "ideal" },
    }));
    throughput(&summary).must_contain(1e6 * exact.throughput, 0.005, "200 callers, one server: X, 1/s");
    assert!((1e6 * exact.throughput - 16_650.04).abs() < 0.005);
    at_server.must_contain(exact.response, 0.005, "200 callers, one server: R, µs");
    let seen = response(&summary).mean;
    println!("{:44} {seen}", "200 callers, one server: R of the callers, µs");
    assert!(seen > exact.response && seen < 1.05 * exact.response, "callers see {seen}");
}

/// Three nodes with one connection each, which is held for an exponential 100 µs: three stations between which requests choose by
/// their slots. 2185 slots have moved from the first node to the last one, so that they are asked for 1/5, 1/3 and 7/15 of them.
#[test]
fn a_closed_network_of_three_stations_has_the_throughput_of_mva() {
    let moved = 2185.0 / 16_384.0;
    let visits = [1.0 / 3.0 - moved, 1.0 / 3.0, 1.0 / 3.0 + moved];
    let exact = theory::mva(20, 1000.0, &visits.map(|visits| 100.0 * visits));
    let summary = finished(&json!({
        "seed": SEED,
        "run": { "warmupMs": 1000, "measuredMs": 30_000 },
        "workload": { "arrivals": { "kind": "closed", "callers": 20, "thinkUs": exponential(1000.0) } },
        "client": blocking(1),
        "network": { "rttUs": 0, "requestJitterUs": exponential(100.0) },
        "server": { "nodes": 3, "resharding": { "kind": "slots", "startMs": 0, "slots": 2185, "slotMs": 0 } },
        "costs": { "profile": "ideal" },
    }));
    throughput(&summary).must_contain(1e6 * exact.throughput, 0.005, "20 callers, three stations: X, 1/s");
    response(&summary).must_contain(exact.response, 0.01, "20 callers, three stations: R, µs");
    for (node, visits) in summary.nodes.iter().zip(visits) {
        let share = node.commands_per_sec / summary.throughput.per_sec;
        assert!((share / visits - 1.0).abs() < 0.01, "forced flow: {share} instead of {visits} of the requests");
    }
}
