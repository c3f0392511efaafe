//! Random servers for the property tests.

use super::scenarios::with_other_numbers;
use super::workloads::{dist, keyspace};
use engine::scenario::{AppendOnly, IoThreads, Server, ServerHost, Version};
use proptest::prelude::*;
use proptest::sample::select;

/// A server by itself: hosts of one or two cores, every version, mostly without a file.
pub fn servers() -> impl Strategy<Value = Server> {
    let host = prop_oneof![
        1 => Just(ServerHost::Client {}),
        2 => (1..6u32, any::<bool>()).prop_map(|(cores, per_node)| ServerHost::Own { cores, per_node }),
    ];
    let append_only = prop_oneof![
        4 => Just(AppendOnly::No {}),
        1 => Just(AppendOnly::Unsynced {}),
        1 => dist(3000.0).prop_map(|fsync_us| AppendOnly::Everysec { fsync_us }),
        1 => dist(300.0).prop_map(|fsync_us| AppendOnly::Always { fsync_us }),
    ];
    let threads = 1..5u32;
    let io_threads = prop_oneof![
        4 => Just(IoThreads::None {}),
        2 => (threads.clone(), any::<bool>()).prop_map(|(threads, do_reads)| IoThreads::Redis6 { threads, do_reads }),
        1 => (threads.clone(), 0..20u32)
            .prop_map(|(threads, prefetch_batch_max_size)| IoThreads::Redis8 { threads, prefetch_batch_max_size }),
        1 => threads.clone().prop_map(|threads| IoThreads::Version { threads }),
        1 => (threads, 1..4u32, 0..20u32).prop_map(|(threads, events_per_io_thread, prefetch_batch_max_size)| {
            IoThreads::Valkey8 { threads, events_per_io_thread, prefetch_batch_max_size }
        }),
    ];
    let version = select(vec![
        Version::V6_0,
        Version::V6_2,
        Version::V7_0,
        Version::V7_4,
        Version::V8_0,
        Version::V8_2,
        Version::V8_4,
        Version::V8_6,
        Version::Valkey7_2,
        Version::Valkey8_0,
        Version::Valkey8_1,
        Version::Valkey9_0,
        Version::Valkey9_1,
    ]);
    let nodes = prop_oneof![3 => Just(1), 1 => 2..6u32];
    let lookahead = prop_oneof![2 => 0..2u32, 1 => 2..40u32];
    let shares = proptest::collection::vec(0.0..1.0f64, 8);
    let keys = keyspace();
    (host, nodes, 0..4u32, version, io_threads, lookahead, append_only, any::<bool>(), shares, keys).prop_map(
        |(host, nodes, replicas, version, io_threads, lookahead, append_only, batched_submissions, shares, keys)| {
            Server {
                host,
                // Nodes of a cluster have no I/O threads.
                nodes: if io_threads == (IoThreads::None {}) { nodes } else { 1 },
                replicas,
                version,
                io_threads,
                // Threads of Redis 6 do not look ahead.
                lookahead: match io_threads {
                    IoThreads::Redis6 { .. } => 0,
                    _ => lookahead,
                },
                append_only,
                memory: keys.0,
                expirations: keys.1,
                batched_submissions,
                ..with_other_numbers(&shares)
            }
        },
    )
}
