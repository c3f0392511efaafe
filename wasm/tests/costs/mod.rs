//! Every cost does what it says: where its step is taken, doubling it moves the figure that it must move, the way it must; where
//! the step is not taken, nothing changes at all, to the last event. Both runs of a line have the same random numbers.

mod scenarios;

use Moves::{Adds, Falls, Rises};
use engine::metric::summary::Summary;
use engine::metric::vocabulary::{HostRole, ThreadClass};
use engine::scenario::costs::{Profile, names};
use serde_json::json;
use std::collections::BTreeSet;

/// What doubling a cost does.
#[derive(Clone, Copy, Debug)]
enum Moves {
    /// The mean response time grows by this many times the cost, to the nanosecond.
    Adds(f64),
    /// The figure grows by at least this share.
    Rises(Figure, f64),
    /// The figure shrinks by at least this share.
    Falls(Figure, f64),
}

/// What is looked at.
#[derive(Clone, Copy, Debug)]
enum Figure {
    ResponseTime,
    Throughput,
    /// Switches of the client's cores, a request.
    Switches,
    /// Share of the time that the server's main thread is being switched to.
    ServerSwitches,
    /// Share of the time that the server's I/O threads occupy a core.
    IoThreads,
    /// 99th percentile of the response time, as a multiple of the mean.
    TailOverMean,
}

impl Figure {
    fn of(self, summary: &Summary) -> f64 {
        let figure = match self {
            Figure::ResponseTime => summary.response_time.mean_us,
            Figure::TailOverMean => {
                let times = &summary.response_time;
                times.p99_us.zip(times.mean_us).map(|(tail, mean)| tail / mean)
            }
            Figure::Throughput => Some(summary.throughput.per_sec),
            Figure::Switches => summary
                .hosts
                .iter()
                .find(|host| host.host == HostRole::Client)
                .and_then(|host| host.switches_per_request),
            Figure::ServerSwitches => {
                let group = summary.threads.iter().find(|group| group.class == ThreadClass::ServerMain);
                group.map(|group| group.shares.switch)
            }
            Figure::IoThreads => {
                let group = summary.threads.iter().find(|group| group.class == ThreadClass::ServerIo);
                group.map(|group| group.shares.user + group.shares.kernel)
            }
        };
        figure.expect("the scenario has this figure")
    }
}

/// A cost, where its step is taken, what doubling it does there, and where the step is not taken (`""`: it is everywhere).
type Line = (&'static str, &'static str, Moves, &'static str);

use Figure::{IoThreads, ResponseTime, ServerSwitches, Switches, TailOverMean, Throughput};

/// One line for each cost.
const LINES: &[Line] = &[
    // The machine.
    ("quantumNs", "long code", Falls(Switches, 0.3), "jedis"),
    ("contextSwitchNs", "busy client", Falls(Throughput, 0.05), ""),
    ("cacheRefillNs", "busy client", Falls(Throughput, 0.05), ""),
    ("coldSwitchPercent", "six hundred threads", Falls(Throughput, 0.05), "jedis"),
    ("coldSwitchMaxNs", "six hundred threads, long writes", Falls(Throughput, 0.02), "jedis"),
    ("coldWakeNs", "six hundred threads, lettuce", Falls(Throughput, 0.004), "jedis"),
    ("lastLevelCacheThreads", "six hundred threads", Rises(Throughput, 0.05), "jedis"),
    ("migrationCostNs", "two on two cores", Falls(Throughput, 0.02), "jedis"),
    ("ipiNs", "jedis, loopback", Adds(2.0), "jedis"),
    ("wakeLatencyNs", "jedis", Adds(2.0), ""),
    ("wakeCpuNs", "jedis", Rises(ServerSwitches, 0.9), ""),
    ("idleExitNs", "jedis", Rises(ResponseTime, 0.03), "busy client"),
    ("timerSlackNs", "lettuce, delayed", Adds(1.0), "jedis"),
    ("hyperThreadSlowdownPercent", "two on two cores", Falls(Throughput, 0.05), "jedis"),
    // Sockets.
    ("socketReadNs", "jedis", Adds(2.0), "jedis, unix"),
    ("socketReadEmptyNs", "jedis, peeking", Adds(1.0), "lettuce"),
    ("socketReadPerByteNs", "jedis", Adds(40.0), ""),
    ("socketReadPerSegmentNs", "jedis, large replies", Rises(ResponseTime, 0.01), "jedis"),
    ("socketWriteNs", "jedis", Adds(2.0), "jedis, unix"),
    ("socketWritePerByteNs", "jedis", Adds(40.0), ""),
    ("unixReadNs", "jedis, unix", Adds(2.0), "jedis"),
    ("unixWriteNs", "jedis, unix", Adds(2.0), "jedis"),
    ("connectNs", "jedis, per request", Adds(1.0), "jedis"),
    ("acceptNs", "jedis, per request", Adds(1.0), "jedis"),
    ("closeNs", "jedis, per request", Adds(1.0), "jedis"),
    // Encryption.
    ("tlsHandshakeNs", "jedis, TLS per request", Adds(2.0), "jedis, TLS"),
    ("tlsKeyExchangeNs", "jedis, TLS per request", Adds(2.0), "jedis, TLS"),
    ("tlsSignNs", "jedis, TLS per request", Adds(1.0), "jedis, TLS"),
    ("tlsVerifyNs", "jedis, TLS per request", Adds(1.0), "jedis, TLS"),
    ("tlsRecordNs", "jedis, TLS", Adds(4.0), "jedis"),
    ("tlsPerByteNs", "jedis, TLS of 164 bytes", Adds(656.0), "jedis"),
    // Waiting and waking.
    ("pollNs", "busy client", Falls(Throughput, 0.01), "lettuce"),
    ("epollWaitNs", "half-busy server", Falls(Throughput, 0.005), ""),
    ("epollEventNs", "jedis", Adds(1.0), ""),
    ("eventfdWakeNs", "lettuce", Adds(1.0), "jedis"),
    ("futexWaitNs", "busy lettuce", Falls(Throughput, 0.02), "jedis"),
    ("futexWakeNs", "lettuce", Adds(1.0), "jedis"),
    ("syscallNs", "busy server, io_uring", Rises(Throughput, 0.02), "jedis"),
    // Blocking clients and pools.
    ("callerNs", "busy client", Falls(Throughput, 0.01), ""),
    ("poolBorrowNs", "jedis", Adds(1.0), "lettuce"),
    ("poolReturnNs", "jedis", Adds(1.0), "lettuce"),
    ("wrapNs", "jedis, wrapped", Adds(1.0), "jedis"),
    ("encodeNs", "jedis", Adds(1.0), "lettuce"),
    ("decodeNs", "jedis", Adds(1.0), "lettuce"),
    // Event loops.
    ("decodePerByteNs", "lettuce, replies of 1064 bytes", Adds(1000.0), "jedis"),
    ("dispatchNs", "lettuce", Adds(1.0), "jedis"),
    ("executorOfferNs", "lettuce, executor", Adds(2.0), "lettuce, wheel"),
    ("threadStartNs", "jedis, a thread for each key", Rises(ResponseTime, 0.04), "jedis"),
    ("timerWheelOfferNs", "lettuce, wheel", Adds(2.0), "lettuce, executor"),
    ("timerTaskNs", "busy timers", Falls(Throughput, 0.02), "lettuce"),
    ("loopTaskNs", "lettuce", Adds(1.0), "jedis"),
    ("loopReadNs", "lettuce", Adds(1.0), "jedis"),
    ("loopDecodeNs", "lettuce", Adds(1.0), "jedis"),
    ("resumeNs", "lettuce", Adds(1.0), "jedis"),
    // The server.
    ("commandNs", "jedis", Adds(1.0), ""),
    ("slotScanNs", "jedis, cluster", Rises(ResponseTime, 0.001), "jedis"),
    ("nodeEntryNs", "jedis, cluster", Rises(ResponseTime, 0.0001), "jedis"),
    ("keyNs", "jedis, MGET of 10", Adds(10.0), "jedis"),
    ("sampleKeyNs", "jedis, full memory", Adds(5.0), "jedis"),
    ("deleteKeyNs", "jedis, full memory", Adds(1.0), "jedis"),
    ("replicateCommandNs", "jedis, replicated", Adds(1.0), "jedis"),
    ("trackKeyNs", "lettuce, values kept for a moment", Adds(1.0), "jedis"),
    ("pushNs", "lettuce, kept values written", Rises(ResponseTime, 0.0001), "lettuce, values kept"),
    ("cacheLookupNs", "lettuce, values kept", Adds(1.0), "jedis"),
    ("proxyCommandNs", "jedis, proxy", Adds(1.0), "jedis"),
    ("keyCacheMissNs", "jedis, MGET of 10", Adds(10.0), ""),
    ("multiQueueNs", "jedis, MULTI of 10", Adds(10.0), "jedis"),
    ("clientTurnNs", "jedis", Adds(1.0), ""),
    ("coldClientNs", "three thousand clients", Falls(Throughput, 0.02), "jedis"),
    ("parseNs", "busy server, redis 6", Rises(Throughput, 0.01), "jedis"),
    ("clientHandoffNs", "jedis, redis 8", Adds(2.0), "jedis"),
    ("ringJobNs", "busy server, valkey 8", Falls(Throughput, 0.05), "jedis, redis 8"),
    ("queueJobNs", "busy server, valkey 9.1", Falls(Throughput, 0.05), "busy server, valkey 8"),
    ("coldSocketNs", "three thousand clients", Falls(Throughput, 0.02), "jedis"),
    ("l2CacheSockets", "three thousand clients", Falls(ResponseTime, 0.002), "jedis"),
    ("storePerByteNs", "jedis, 164 bytes", Adds(100.0), "jedis"),
    ("replyPerByteNs", "jedis, 164 bytes", Adds(100.0), "jedis"),
    ("elementNs", "jedis, LRANGE of 10", Adds(9.0), "jedis"),
    ("bridgePacketNs", "jedis, bridged", Adds(2.0), "jedis"),
    ("assignClientNs", "busy server, redis 6", Falls(Throughput, 0.05), "jedis, redis 8"),
    ("cacheLineNs", "busy server, redis 6", Falls(Throughput, 0.001), "jedis"),
    ("spinNs", "bursts, redis 6", Rises(IoThreads, 0.05), "jedis"),
    ("epollCtlNs", "busy server, large batches", Rises(ResponseTime, 0.005), "jedis"),
    ("fileWriteNs", "jedis, always synced", Adds(1.0), "jedis"),
    ("fileWritePerByteNs", "jedis, always synced", Adds(35.0), "jedis"),
    ("cronNs", "busy server, hz 500", Falls(Throughput, 0.01), "jedis"),
    ("clientCronNs", "busy server, hz 500", Falls(Throughput, 0.02), "jedis"),
    // Goroutines.
    ("goSwitchNs", "go", Adds(1.0), "jedis"),
    ("goReadyNs", "busy rueidis", Falls(Throughput, 0.01), "jedis"),
    ("goEncodeNs", "go", Adds(1.0), "jedis"),
    ("goDecodeNs", "go", Adds(1.0), "jedis"),
    ("goDecodePerByteNs", "go, replies of 1064 bytes", Adds(1000.0), "go"),
    ("goPollGranularityNs", "two on a ring that waits", Falls(Throughput, 0.3), "busy rueidis"),
    ("checkedBorrowNs", "go, pool that peeks", Adds(1.0), "go"),
    ("goRingNs", "busy rueidis", Falls(Throughput, 0.05), "go"),
    // One event loop.
    ("nodeJsCommandNs", "node", Adds(1.0), "jedis"),
    ("nodeJsReplyNs", "node", Adds(1.0), "jedis"),
    ("nodeJsCallbackNs", "node", Adds(2.0), "jedis"),
    ("nodeJsPoolNs", "node, pool", Adds(2.0), "node"),
    ("nodeJsDecodePerByteNs", "node, replies of 1064 bytes", Adds(1000.0), "node"),
    ("nodeJsPipelineNs", "node, auto-pipelining", Adds(1.0), "node"),
    ("nodeJsPipelineCommandNs", "node, auto-pipelining", Adds(1.0), "node"),
    // A load generator.
    ("loadGenCommandNs", "load generator", Adds(1.0), "node"),
    ("loadGenReplyNs", "load generator", Adds(1.0), "node"),
    ("loadGenPerByteNs", "load generator, replies of 1064 bytes", Adds(1000.0), "node"),
    ("loadGenCallbackNs", "load generator", Adds(2.0), "node"),
    // All of the client's own code.
    ("clientVariationPercent", "busy lettuce", Rises(TailOverMean, 0.01), ""),
];

/// What a cost is that the profile has as 0, or so small that it would not be seen.
const OTHER_VALUES: &[(&str, f64)] = &[
    ("idleExitNs", 20_000.0),
    ("migrationCostNs", 20_000.0),
    ("wakeCpuNs", 500.0),
    ("checkedBorrowNs", 2000.0),
    ("keyCacheMissNs", 470.0),
    ("cronNs", 50_000.0),
    ("clientCronNs", 50_000.0),
    ("hyperThreadSlowdownPercent", 54.0),
    ("clientVariationPercent", 50.0),
];

/// The cost before it is doubled: the default profile's.
fn value(cost: &str) -> f64 {
    let other = OTHER_VALUES.iter().find(|(name, _)| *name == cost).map(|&(_, value)| value);
    let own = Profile::default().entries()[cost]["value"].as_f64().expect("every cost has a value");
    let value = other.unwrap_or(own);
    assert!(value > 0.0, "{cost}: twice nothing is nothing");
    value
}

fn with_cost(scenario: &str, cost: &str, value: f64) -> Summary {
    let mut json = scenarios::named(scenario);
    json["costs"]["overrides"][cost] = json!(value);
    let simulation = crate::support::run(&crate::support::scenario(&json));
    let summary = simulation.summary();
    crate::support::assert_laws(&simulation, &summary);
    assert!(summary.requests.completed >= 10.0, "{scenario}: {} requests", summary.requests.completed);
    summary
}

/// What is wrong with a line, if anything.
fn objection((cost, scenario, moves, absent): Line) -> Option<String> {
    let value = value(cost);
    let [before, after] = [value, 2.0 * value].map(|value| with_cost(scenario, cost, value));
    let of = |figure: Figure| (figure.of(&before), figure.of(&after));
    let wrong = match moves {
        Adds(times) => {
            let (one, two) = of(ResponseTime);
            let added = (two - one) * 1000.0;
            // Costs of less than a nanosecond are rounded once a call.
            let rounding = if value < 1.0 { 2.0 } else { 1e-3 };
            ((added - times * value).abs() > rounding).then(|| format!("adds {} times itself", added / value))
        }
        Rises(figure, least) | Falls(figure, least) => {
            let (one, two) = of(figure);
            let share = if matches!(moves, Rises(..)) { two / one - 1.0 } else { 1.0 - two / one };
            (share < least).then(|| format!("{figure:?} from {one} to {two}: {share}"))
        }
    };
    if let Some(found) = wrong {
        return Some(format!("{cost} in {scenario}: {moves:?} expected, {found}"));
    }
    if absent.is_empty() {
        return None;
    }
    let [before, after] = [value, 2.0 * value].map(|value| with_cost(absent, cost, value).fingerprint);
    (before != after).then(|| format!("{cost} changes {absent}, where its step is not taken"))
}

#[test]
fn every_cost_moves_what_it_must_and_nothing_else() {
    let listed: BTreeSet<String> = LINES.iter().map(|line| line.0.to_owned()).collect();
    let all: BTreeSet<String> = names().collect();
    assert_eq!(listed, all, "one line for each cost");
    assert_eq!(listed.len(), LINES.len(), "no cost has two lines");
    let objections: Vec<String> = LINES.iter().filter_map(|&line| objection(line)).collect();
    assert!(objections.is_empty(), "{}", objections.join("\n"));
}
