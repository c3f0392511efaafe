//! Random workloads for the property tests: arrivals, commands and batches, with numbers as people write them.

use engine::kernel::dist::Dist;
use engine::scenario::{ArrivalProcess, Arrivals, Batch, Command, Expirations, FurtherCommand, Memory, Popularity};
use proptest::prelude::*;
use proptest::sample::select;

/// A number with three decimals, as people write them.
pub fn between(least: f64, most: f64) -> impl Strategy<Value = f64> + Clone {
    (least..most).prop_map(|value| (value * 1000.0).round() / 1000.0)
}

/// A distribution with a mean of at most `most` µs.
pub fn dist(most: f64) -> impl Strategy<Value = Dist> {
    let mean = between(0.0, most);
    prop_oneof![
        3 => Just(Dist::constant(0.0)),
        2 => mean.clone().prop_map(Dist::constant),
        1 => (mean.clone(), mean.clone()).prop_map(|(a, b)| Dist::Uniform { min: a.min(b), max: a.max(b) }),
        1 => mean.clone().prop_map(|mean| Dist::Exponential { mean }),
        1 => (mean.clone(), 1..8u32).prop_map(|(mean, stages)| Dist::Erlang { mean, stages }),
        1 => (mean.clone(), between(1.0, 20.0)).prop_map(|(mean, scv)| Dist::Hyperexponential { mean, scv }),
        1 => (mean, between(0.0, 5.0)).prop_map(|(mean, scv)| Dist::Lognormal { mean, scv }),
    ]
}

pub fn arrivals() -> impl Strategy<Value = Arrivals> {
    let closed = (1..40u32, dist(300.0), prop_oneof![Just(0.0), between(0.0, 1000.0)])
        .prop_map(|(callers, think_us, ramp_us)| Arrivals::Closed { callers, think_us, ramp_us });
    let process = select(vec![ArrivalProcess::Poisson, ArrivalProcess::Constant]);
    let open = (between(1000.0, 400_000.0), process, select(vec![1, 1, 7]), 1..40u32, select(vec![0, 3, 1000]))
        .prop_map(|(rate_per_sec, process, burst_size, callers, max_backlog)| Arrivals::Open {
            rate_per_sec,
            process,
            burst_size,
            callers,
            max_backlog,
        });
    prop_oneof![2 => closed, 1 => open]
}

/// Small commands mostly; large ones exceed what one read(), one write() or one buffer takes.
pub fn bytes() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 1..200u32, 1 => 1..100_000u32]
}

pub fn command() -> impl Strategy<Value = Command> {
    let elements = prop_oneof![3 => Just(1), 1 => 1..50u32];
    let stored = prop_oneof![2 => Just(0), 1 => bytes()];
    (bytes(), bytes(), dist(40.0), elements, stored, any::<bool>()).prop_map(
        |(request_bytes, reply_bytes, exec_us, elements, stored_bytes, writes)| Command {
            request_bytes,
            reply_bytes,
            exec_us,
            elements,
            stored_bytes,
            writes,
            publishes: request_bytes.is_multiple_of(2),
        },
    )
}

/// A second command, or a third one, whose share is of what the second leaves.
pub fn further() -> impl Strategy<Value = FurtherCommand> {
    let share = prop_oneof![3 => Just(0.0), 1 => between(0.0, 1.0)];
    let wait = prop_oneof![2 => Just(0.0), 1 => between(0.0, 3.0)];
    (share, wait, command()).prop_map(|(share, block_ms, command)| {
        let Command { request_bytes, reply_bytes, exec_us, elements, stored_bytes, writes, .. } = command;
        FurtherCommand { share, request_bytes, reply_bytes, exec_us, elements, stored_bytes, writes, block_ms }
    })
}

/// Keys that are equally popular mostly; they are asked for on a cluster only.
pub fn popularity() -> impl Strategy<Value = Popularity> {
    prop_oneof![
        2 => (1..100_000u32).prop_map(|keys| Popularity::Uniform { keys }),
        1 => (between(0.0, 1.0), 1..100_000u32).prop_map(|(share, keys)| Popularity::Hot { share, keys }),
        1 => (between(0.0, 3.0), 1..100_000u32).prop_map(|(exponent, keys)| Popularity::Zipf { exponent, keys }),
    ]
}

/// Nodes with and without room, and keys that expire together.
pub fn keyspace() -> impl Strategy<Value = (Memory, Expirations)> {
    let memory = prop_oneof![
        2 => Just(Memory::Unlimited {}),
        1 => (1..10_000u32, 0..20u32, 0..=100u32)
            .prop_map(|(key_bytes, samples, tenacity)| Memory::Full { key_bytes, samples, tenacity }),
    ];
    let expirations = prop_oneof![
        2 => Just(Expirations::None {}),
        1 => (1..20_000u32, between(1.0, 100.0), 0..50_000u32)
            .prop_map(|(keys, every_ms, other_keys)| Expirations::Bursts { keys, every_ms, other_keys }),
    ];
    (memory, expirations)
}

pub fn batch() -> impl Strategy<Value = Batch> {
    let size = || 1..60u32;
    prop_oneof![
        4 => Just(Batch::None {}),
        1 => (size(), any::<bool>()).prop_map(|(size, reply_per_key)| Batch::MultiKey { size, reply_per_key }),
        1 => size().prop_map(|size| Batch::Pipeline { size }),
        1 => (size(), 1..=3u32).prop_map(|(size, round_trips)| Batch::Transaction { size, round_trips }),
        1 => size().prop_map(|size| Batch::TransactionInPipeline { size }),
    ]
}
