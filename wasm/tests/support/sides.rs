//! Random network, encryption and application of a scenario: the network that a request passes, its encryption, and the application's code after it.

use super::workloads::{between, dist};
use engine::scenario::{
    Application, Client, Connections, CrossSlot, InterruptModeration, Io, Network, Pinned, Reconnect, Retry, Runs,
    Runtime, Tls, Transport,
};
use proptest::prelude::*;
use proptest::sample::select;

/// The application's code of some clients, wherever it runs.
pub fn application() -> impl Strategy<Value = Application> {
    let pool = (1..4u32, 0..4u32, select(vec![0.0, 100.0, 10_000.0])).prop_map(|(threads, more, growth_per_sec)| {
        Runs::Pool { threads, max_threads: threads + more, growth_per_sec }
    });
    let runs = prop_oneof![
        any::<bool>().prop_map(|holds_connection| Runs::Caller { holds_connection }),
        Just(Runs::EventLoop {}),
        pool,
    ];
    let code = (between(0.0, 60.0), select(vec![0.0, 1.0]), select(vec![0.0, 25.0]), runs);
    let some =
        code.prop_map(|(code_us, per_byte_ns, wait_us, runs)| Application { code_us, per_byte_ns, wait_us, runs });
    prop_oneof![3 => Just(Application::default()), 1 => some]
}

/// Where this client can run such code.
pub fn permitted(application: Application, client: &Client) -> Application {
    let is_whole = matches!(client.cross_slot, CrossSlot::HashTag {});
    let is_apart = is_whole && client.runtime == (Runtime::Threads {}) && matches!(client.io, Io::EventLoops { .. });
    let holds = is_whole && matches!(client.connections, Connections::Pooled { .. });
    let runs = match application.runs {
        Runs::Caller { holds_connection } => Runs::Caller { holds_connection: holds_connection && holds },
        _ if !is_apart => Runs::default(),
        elsewhere => elsewhere,
    };
    Application { runs, ..application }
}

/// A sum with as few digits as its parts: JSON keeps it exactly.
fn short(ms: f64) -> f64 {
    (ms * 1000.0).round() / 1000.0
}

/// The pauses before a client connects again, where an event loop makes them.
pub fn reconnect(client: &Client) -> Reconnect {
    let Retry { max_redirects, min_backoff_ms, max_backoff_ms, .. } = client.retry;
    match max_redirects % 3 {
        1 if matches!(client.io, Io::EventLoops { .. }) => {
            Reconnect::Linear { step_ms: short(1.0 + min_backoff_ms), max_ms: short(2.0 + max_backoff_ms) }
        }
        2 if matches!(client.io, Io::EventLoops { .. }) => Reconnect::Exponential {
            first_ms: short(1.0 + min_backoff_ms),
            max_ms: short(4.0 + max_backoff_ms),
            jitter_ms: max_backoff_ms,
        },
        _ => Reconnect::default(),
    }
}

/// Where the callers of some clients are pinned.
pub fn pinned(client: &Client) -> Pinned {
    let can_be = client.runtime == (Runtime::Threads {})
        && matches!(client.cross_slot, CrossSlot::HashTag {})
        && matches!(client.application.runs, Runs::Caller { .. });
    let is_pooled = matches!(client.connections, Connections::Pooled { .. });
    let carriers = client.cores;
    match client.handshake_round_trips {
        1 if can_be => Pinned::Call { carriers },
        3 if can_be && is_pooled => Pinned::PoolMonitor { carriers },
        _ => Pinned::default(),
    }
}

/// Encryption of some of the networks.
fn encryption(transport: Transport, segment_bytes: u32, resumption: bool) -> Tls {
    match (transport, segment_bytes) {
        (Transport::Tcp, 536) => Tls::Tls12 { resumption },
        (Transport::Tcp, 65483) => Tls::Tls13 { resumption },
        _ => Tls::None {},
    }
}

/// Networks with and without jitter, losses, limits and encryption.
#[allow(clippy::needless_update, reason = "a new setting has its default until it is drawn here")]
pub fn network() -> impl Strategy<Value = Network> {
    // Without any delay and any cost a closed loop would make no progress in time.
    let rtt = prop_oneof![between(1.0, 50.0), between(50.0, 1500.0)];
    let bandwidth = prop_oneof![3 => Just(0.0), 1 => between(50.0, 10_000.0)];
    // Most networks send what is written as it is.
    let plain = (Just(0.0), Just(1460), Just(false), Just(0), Just(false));
    let loss = prop_oneof![1 => Just(0.0), 1 => between(0.0, 10.0)];
    let limits =
        (select(vec![100, 536, 1460, 65483]), any::<bool>(), select(vec![0, 0, 1, 4096, 65536]), any::<bool>());
    let limited = (loss, limits)
        .prop_map(|(loss, (segment, slow_start, window, nagle))| (loss, segment, slow_start, window, nagle));
    let tcp = prop_oneof![3 => plain, 2 => limited];
    let path = (rtt, dist(80.0), dist(80.0), bandwidth);
    let transport = prop_oneof![4 => Just(Transport::Tcp), 1 => Just(Transport::UnixSocket)];
    let moderation = select(vec![
        InterruptModeration::None,
        InterruptModeration::None,
        InterruptModeration::Server,
        InterruptModeration::Client,
        InterruptModeration::Both,
    ]);
    (path, tcp, transport, moderation).prop_map(
        |(
            (rtt_us, request_jitter_us, reply_jitter_us, mbit_per_sec),
            (loss_percent, segment_bytes, slow_start, window_bytes, nagle),
            transport,
            interrupt_moderation,
        )| {
            Network {
                rtt_us,
                tls: encryption(transport, segment_bytes, nagle),
                connect_delay_us: if nagle { 0.0 } else { rtt_us / 2.0 },
                request_jitter_us,
                reply_jitter_us,
                mbit_per_sec,
                loss_percent,
                segment_bytes,
                slow_start,
                window_bytes,
                nagle,
                transport,
                bridged: segment_bytes % 2 == 0,
                interrupt_moderation,
                ..Network::default()
            }
        },
    )
}
