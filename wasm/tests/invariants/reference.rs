//! A second, naive simulator for the simplest client, compared with the engine request by request, to the nanosecond.
//!
//! It knows nothing of threads, cores, phases or events: with constant costs, a core and a connection for every caller, what
//! a caller does between two replies is one sum, and the server is a loop over a sorted list of arrivals. It was written
//! from the description of the mechanisms, not from the engine's code.

use super::cases;
use crate::support::recorded::Recording;
use crate::support::scenario;
use engine::sim::Simulation;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Constant costs, ns.
#[derive(Clone, Debug)]
struct Costs {
    wake: u64,
    caller: u64,
    borrow: u64,
    give_back: u64,
    encode: u64,
    decode: u64,
    write: u64,
    read: u64,
    read_empty: u64,
    poll: u64,
    epoll: u64,
    epoll_event: u64,
    client_turn: u64,
    command: u64,
}

/// The scenario in the naive simulator's own words, ns.
#[derive(Clone, Debug)]
struct Setting {
    callers: u32,
    start_gap: u64,
    think: u64,
    one_way: u64,
    costs: Costs,
    end: u64,
}

/// When a request was issued and when its caller had the reply.
type Request = (u64, u64);

/// Simulates; answers every completed request of each caller, or `None` when two things happen at the same nanosecond, where
/// either order would be right.
fn simulate(setting: &Setting) -> Option<Vec<Vec<Request>>> {
    let c = &setting.costs;
    let mut done: Vec<Vec<Request>> = vec![Vec::new(); setting.callers as usize];
    let mut issued: Vec<u64> = Vec::new();
    // When commands reach the server, and whose they are.
    let mut arrivals: BTreeSet<(u64, usize)> = BTreeSet::new();
    for caller in 0..setting.callers as usize {
        let at = caller as u64 * setting.start_gap + c.wake;
        issued.push(next_issue(setting, at));
        arrivals.insert((arrival_of(setting, issued[caller]), caller));
    }
    let mut now = c.wake;
    while let Some(&(first, _)) = arrivals.first() {
        if first > setting.end {
            break;
        }
        if first > now {
            // Nothing to do: the thread sleeps, the arrival wakes it.
            now = first + c.wake;
        }
        let ready = |now: u64| arrivals.iter().take_while(move |&&(at, _)| at <= now).copied().collect::<Vec<_>>();
        let looked = now;
        now += c.epoll + c.epoll_event * ready(now).len() as u64;
        let fired = ready(now);
        if has_ties(&arrivals, [looked, now]) {
            return None;
        }
        for arrival in &fired {
            arrivals.remove(arrival);
            now += c.read + c.client_turn + c.command;
        }
        for &(_, caller) in fired.iter().rev() {
            now += c.write;
            let reply = now + setting.one_way;
            let waits_from = issued[caller] + c.borrow + c.encode + c.write + c.read_empty + c.poll;
            if reply == waits_from {
                return None;
            }
            let reads = if reply < waits_from { waits_from } else { reply + c.wake };
            let completed = reads + c.read + c.decode + c.give_back;
            done[caller].push((issued[caller], completed));
            issued[caller] = next_issue(setting, completed);
            arrivals.insert((arrival_of(setting, issued[caller]), caller));
        }
    }
    done.iter_mut().for_each(|requests| requests.retain(|&(_, completed)| completed <= setting.end));
    Some(done)
}

/// When a caller that is free at `at` issues its next request.
fn next_issue(setting: &Setting, at: u64) -> u64 {
    let pause = if setting.think > 0 { setting.think + setting.costs.wake } else { 0 };
    at + pause + setting.costs.caller
}

fn arrival_of(setting: &Setting, issued: u64) -> u64 {
    issued + setting.costs.borrow + setting.costs.encode + setting.costs.write + setting.one_way
}

/// Two arrivals at once, or one at the very beginning or end of the server's poll.
fn has_ties(arrivals: &BTreeSet<(u64, usize)>, poll: [u64; 2]) -> bool {
    let times: Vec<u64> = arrivals.iter().map(|&(at, _)| at).collect();
    times.iter().any(|at| poll.contains(at)) || times.windows(2).any(|pair| pair[0] == pair[1])
}

fn for_the_engine(setting: &Setting) -> Value {
    let c = &setting.costs;
    let us = |ns: u64| ns as f64 / 1000.0;
    json!({
        "run": { "warmupMs": 0, "measuredMs": us(setting.end) / 1000.0 },
        "workload": { "arrivals": {
            "kind": "closed",
            "callers": setting.callers,
            "thinkUs": { "kind": "constant", "value": us(setting.think) },
            "rampUs": us(setting.start_gap * u64::from(setting.callers)),
        } },
        "client": { "cores": setting.callers, "connections": { "kind": "pooled", "maxTotal": setting.callers } },
        "network": { "rttUs": us(2 * setting.one_way) },
        "server": { "host": { "kind": "own", "cores": 1 } },
        "costs": { "profile": "ideal", "overrides": {
            "wakeLatencyNs": c.wake,
            "callerNs": c.caller,
            "poolBorrowNs": c.borrow,
            "poolReturnNs": c.give_back,
            "encodeNs": c.encode,
            "decodeNs": c.decode,
            "socketWriteNs": c.write,
            "socketReadNs": c.read,
            "socketReadEmptyNs": c.read_empty,
            "pollNs": c.poll,
            "epollWaitNs": c.epoll,
            "epollEventNs": c.epoll_event,
            "clientTurnNs": c.client_turn,
            "commandNs": c.command,
        } },
    })
}

/// What the engine's trace says of every request that has ended.
fn simulated_by_the_engine(setting: &Setting) -> Vec<Vec<Request>> {
    let mut simulation = Simulation::new(&scenario(&for_the_engine(setting)));
    let mut done = vec![Vec::new(); setting.callers as usize];
    for (id, life) in Recording::of(&mut simulation, u64::MAX).lives() {
        if let (true, Some(first), Some(last)) = (life.done, life.stays.first(), life.stays.last()) {
            done[(id % setting.callers) as usize].push((first.start, last.end));
        }
    }
    done
}

fn settings() -> impl Strategy<Value = Setting> {
    let cost = || 1u64..4000;
    let client = (0u64..20_000, cost(), cost(), cost(), cost(), cost());
    let socket = (cost(), cost(), cost(), cost());
    let server = (cost(), 0u64..300, cost(), cost());
    let costs = (client, socket, server).prop_map(|(client, socket, server)| Costs {
        wake: client.0,
        caller: client.1,
        borrow: client.2,
        give_back: client.3,
        encode: client.4,
        decode: client.5,
        write: socket.0,
        read: socket.1,
        read_empty: socket.2,
        poll: socket.3,
        epoll: server.0,
        epoll_event: server.1,
        client_turn: server.2,
        command: server.3,
    });
    let think = prop_oneof![Just(0u64), 1000u64..200_000];
    (1..12u32, 1000u64..9000, think, 500u64..100_000, costs).prop_map(|(callers, start_gap, think, one_way, costs)| {
        Setting { callers, start_gap, think, one_way, costs, end: 3_000_000 }
    })
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn the_engine_agrees_with_a_naive_simulator_on_every_request(setting in settings()) {
        let naive = simulate(&setting);
        prop_assume!(naive.is_some());
        prop_assert_eq!(simulated_by_the_engine(&setting), naive.unwrap_or_default());
    }
}

/// The property above skips what has ties; most settings must have none.
#[test]
fn the_naive_simulator_is_not_shy() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::new(cases(1));
    let mut compared = 0;
    for _ in 0..200 {
        let setting = settings().new_tree(&mut runner).expect("the strategy rejects nothing").current();
        compared += simulate(&setting).map_or(0, |done| done.iter().map(Vec::len).sum());
    }
    assert!(compared > 10_000, "{compared} requests compared");
}
