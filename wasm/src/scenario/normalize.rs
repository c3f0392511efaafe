//! From any text to a canonical scenario or a list of coded issues: parse, check against the schema, fill defaults, check
//! combinations. Nothing is clamped or repaired: a wrong value is reported with the nearest right one.

use super::event::impossible;
use super::issue::{Issue, IssueCode};
use super::neighbour::path_of;
use super::proxy::not_with_proxy;
use super::topology::SLOTS;
use super::validate::{join, violations};
use super::volume::{too_large, too_many_instances};
use super::{
    AppendOnly, Arrivals, Batch, Collect, Connections, CrossSlot, Event, Io, IoThreads, KINDS, Kind, Pick, Pinned,
    ReadFrom, Resharding, Runtime, Scenario, Tls, Topology, VERSION,
};
use crate::json::FromJson;
use crate::kernel::dist::Dist;
use serde::Serialize;
use serde_json::Value;

/// Objects and lists inside each other that serde_json reads: its limit, which it does not export.
const DEEPEST: f64 = 127.0;

/// Parts of a batch over several slots: each is followed by itself.
pub const MOST_PARTS: u32 = 10_000;

/// Most connections to the nodes of a cluster.
const MOST_CONNECTIONS: u32 = 100_000;

/// Nodes that serve requests have numbers of eight bits.
const MOST_NODES: u32 = 255;

/// Answer of [`normalize`]: a complete scenario, or the reasons why there is none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Normalized {
    /// The scenario with every default filled in; absent when there are issues.
    pub scenario: Option<Scenario>,
    /// Everything that is wrong, object by object.
    pub issues: Vec<Issue>,
}

/// Reads a scenario. Fields that are left out take their defaults; an empty object is the default scenario.
pub fn normalize(json: &str) -> Normalized {
    match read(json) {
        Ok(scenario) => Normalized { scenario: Some(scenario), issues: Vec::new() },
        Err(issues) => Normalized { scenario: None, issues },
    }
}

fn read(json: &str) -> Result<Scenario, Vec<Issue>> {
    let value: Value = serde_json::from_str(json).map_err(|error| vec![not_json(&error)])?;
    if let Some(issue) = newer_version(&value) {
        return Err(vec![issue]);
    }
    let issues = violations(&value);
    if !issues.is_empty() {
        return Err(issues);
    }
    let scenario = Scenario::from_json(&value).expect("what fits the schema can be read");
    let issues = of_all_clients(&scenario);
    if issues.is_empty() { Ok(scenario) } else { Err(issues) }
}

fn not_json(error: &serde_json::Error) -> Issue {
    // serde_json has no other sign of it.
    let is_too_deep = error.to_string().starts_with("recursion limit exceeded");
    let mut issue = Issue::new(if is_too_deep { IssueCode::TooDeep } else { IssueCode::NotJson }, "");
    issue.max = is_too_deep.then_some(DEEPEST);
    issue.line = Some(error.line() as u32);
    issue.column = Some(error.column() as u32);
    issue
}

fn newer_version(value: &Value) -> Option<Issue> {
    let version = value.get("version")?;
    if version.as_f64()? <= f64::from(VERSION) {
        return None;
    }
    let mut issue = Issue::new(IssueCode::NewerVersion, "version").with_value(version);
    issue.max = Some(f64::from(VERSION));
    Some(issue)
}

/// Contradictions of each client, and what is too much of all together. What is wrong with the server is said once.
fn of_all_clients(scenario: &Scenario) -> Vec<Issue> {
    let mut issues: Vec<Issue> = Vec::new();
    let clients = scenario.alone();
    let keeps_values = clients.iter().any(|alone| alone.client.client_side_caching.is_on());
    let subscribes = clients.iter().any(|alone| alone.client.subscriptions > 0);
    for (number, alone) in clients.iter().enumerate() {
        let of_pushes =
            of_keys(alone, keeps_values).into_iter().chain(of_subscriptions(alone, number == 0, subscribes));
        for mut issue in contradictions(alone).into_iter().chain(of_pushes).chain(not_with_proxy(alone)) {
            issue.path = path_of(number, &issue.path);
            if !issues.contains(&issue) {
                issues.push(issue);
            }
        }
    }
    issues.extend(impossible(scenario));
    issues.extend(too_many_exchanges(&clients));
    issues.extend(too_many_instances(&clients));
    issues
}

/// What is wrong with the keys of a client; `keeps_values` says whether any client does so.
fn of_keys(alone: &Scenario, keeps_values: bool) -> Vec<Issue> {
    if !keeps_values {
        return Vec::new();
    }
    let Scenario { client, workload, server, .. } = alone;
    let (own, io_threads) = (client.client_side_caching, server.of_version().io_threads);
    let has_readers = matches!(
        (client.runtime, client.io, client.connections),
        (.., Connections::Shared { .. }) | (Runtime::Threads {} | Runtime::EventLoop {}, _, Connections::Pooled { .. })
    );
    let conflicts = [
        ("workload.batch", workload.batch != (Batch::None {})),
        ("server.ioThreads", matches!(io_threads, IoThreads::Redis8 { .. } | IoThreads::Valkey8 { .. })),
        ("client.readFrom", client.read_from != ReadFrom::default()),
        ("client.connections", own.is_on() && (!has_readers || client.is_load_generator())),
        ("client.io.maxBatch", own.is_on() && matches!(client.io, Io::WriterReader { max_batch: 1.., .. })),
    ];
    let found = conflicts.into_iter().filter(|&(_, is_so)| is_so);
    found.map(|(path, _)| Issue::new(IssueCode::NotWithCaching, path)).collect()
}

/// What is wrong with the subscriptions of a client, or with what it publishes where `subscribes` says that any client subscribes. Only the
/// first client's instances change.
fn of_subscriptions(alone: &Scenario, is_first: bool, subscribes: bool) -> Vec<Issue> {
    let Scenario { client, workload, server, events, .. } = alone;
    if !subscribes {
        return Vec::new();
    }
    let (own, io_threads) = (client.subscriptions > 0, server.of_version().io_threads);
    let changes = events.iter().any(|event| matches!(event, Event::InstancesChanged { .. }));
    let batches = !matches!(workload.batch, Batch::None {} | Batch::Pipeline { .. });
    let conflicts = [
        ("server.nodes", server.nodes > 1),
        ("server.ioThreads", matches!(io_threads, IoThreads::Redis8 { .. } | IoThreads::Valkey8 { .. })),
        ("client.readFrom", client.read_from != ReadFrom::default()),
        ("workload.batch", workload.command.publishes && batches),
        ("client.subscriptions", own && client.is_load_generator()),
        ("events", own && is_first && changes),
    ];
    let found = conflicts.into_iter().filter(|&(_, is_so)| is_so);
    found.map(|(path, _)| Issue::new(IssueCode::NotWithSubscriptions, path)).collect()
}

/// Requests name what they exchange in 16 bits: of all clients, one for each kind of command and number of keys in a part.
fn too_many_exchanges(clients: &[Scenario]) -> Option<Issue> {
    const MOST: u32 = 1 << 16;
    let of = |alone: &Scenario| {
        let is_cut = alone.client.cross_slot != (CrossSlot::HashTag {}) && alone.workload.batch.size() > 1;
        2 * KINDS as u32 * (1 + if is_cut { alone.workload.batch.size().min(MOST_PARTS) } else { 0 })
    };
    if clients.len() == 1 || clients.iter().map(of).sum::<u32>() <= MOST {
        return None;
    }
    let largest = clients.iter().enumerate().max_by_key(|(_, alone)| of(alone))?.0;
    let mut issue = Issue::new(IssueCode::TooManyParts, &path_of(largest, "workload.batch.size"));
    issue.max = Some(f64::from(MOST / (2 * KINDS as u32 * clients.len() as u32)));
    Some(issue)
}

/// Several loops of callbacks have nothing in common: each caller must always use the same connection, and so one loop.
fn loops_apart(scenario: &Scenario) -> Option<Issue> {
    let client = &scenario.client;
    if client.runtime != (Runtime::EventLoop {}) || client.io.loops() < 2 {
        return None;
    }
    let callers = scenario.workload.arrivals.callers();
    let is_apart = scenario.serving_nodes() == 1
        && matches!(scenario.workload.arrivals, Arrivals::Closed { .. })
        && matches!(client.connections, Connections::Shared { count, pick: Pick::RoundRobin }
            if callers.is_multiple_of(count) && count >= client.io.loops());
    (!is_apart).then(|| Issue::new(IssueCode::LoopsInCommon, "client.io.loops"))
}

/// What no single field can tell.
fn contradictions(scenario: &Scenario) -> Vec<Issue> {
    let mut issues = Vec::new();
    if matches!((scenario.client.io, scenario.client.connections), (Io::Blocking { .. }, Connections::Shared { .. })) {
        issues.push(Issue::new(IssueCode::BlockingShared, "client.connections"));
    }
    if matches!(
        (scenario.workload.batch, scenario.client.connections),
        (Batch::Transaction { round_trips: 2.., .. }, Connections::Shared { .. })
    ) {
        issues.push(Issue::new(IssueCode::SharedTransaction, "workload.batch.roundTrips"));
    }
    if matches!((scenario.client.runtime, scenario.client.io), (Runtime::Goroutines { .. }, Io::EventLoops { .. })) {
        issues.push(Issue::new(IssueCode::GoroutinesWithLoops, "client.io"));
    }
    if matches!(scenario.client.io, Io::WriterReader { .. })
        && !matches!(
            (scenario.client.runtime, scenario.client.connections),
            (Runtime::Goroutines { .. }, Connections::Shared { .. })
        )
    {
        issues.push(Issue::new(IssueCode::WriterReaderAlone, "client.io"));
    }
    if scenario.client.runtime == (Runtime::EventLoop {}) && scenario.client.io != scenario.client.io.own_loop() {
        issues.push(Issue::new(IssueCode::CallbacksElsewhere, "client.io"));
    }
    issues.extend(loops_apart(scenario));
    issues.extend(across_slots(scenario));
    issues.extend(too_many_shares(scenario));
    let kinds = scenario.workload.kinds();
    for kind in &kinds {
        if kind.block_ms > 0.0 && scenario.server.io_threads != (IoThreads::None {}) {
            issues.push(Issue::new(IssueCode::WaitingWithIoThreads, &join(kind.path, "blockMs")));
        }
    }
    let connections = scenario.client.connections.per_node(scenario.workload.arrivals.callers());
    let nodes = scenario.serving_nodes();
    if nodes > 1 && scenario.server.io_threads != (IoThreads::None {}) {
        issues.push(Issue::new(IssueCode::ClusterWithIoThreads, "server.ioThreads"));
    }
    if scenario.network.tls != (Tls::None {}) && matches!(scenario.server.io_threads, IoThreads::Redis6 { .. }) {
        issues.push(Issue::new(IssueCode::TlsWithFanOut, "network.tls"));
    }
    if nodes > 1 && connections.saturating_mul(nodes) > MOST_CONNECTIONS {
        let mut issue = Issue::new(IssueCode::TooManyConnections, "server.nodes");
        issue.max = Some(f64::from(MOST_CONNECTIONS));
        issues.push(issue);
    }
    issues.extend(slots_and_nodes(scenario));
    issues.extend(read_from(scenario));
    issues.extend(pinned(scenario));
    if takes_no_time(scenario) {
        issues.push(Issue::new(IssueCode::NothingTakesTime, "network.rttUs"));
    }
    if refuses_without_pause(scenario) {
        issues.push(Issue::new(IssueCode::NothingTakesTime, "workload.arrivals.thinkUs"));
    }
    issues.extend(too_large(scenario));
    let mut dists = vec![
        ("network", "requestJitterUs", scenario.network.request_jitter_us),
        ("network", "replyJitterUs", scenario.network.reply_jitter_us),
    ];
    dists.extend(
        scenario.network.proxy.jitter().into_iter().flatten().map(|(name, dist)| ("network.proxy", name, dist)),
    );
    for kind in &kinds {
        dists.push((kind.path, "execUs", kind.command.exec_us));
    }
    if let Arrivals::Closed { think_us, .. } = scenario.workload.arrivals {
        dists.push(("workload.arrivals", "thinkUs", think_us));
    }
    if let AppendOnly::Everysec { fsync_us } | AppendOnly::Always { fsync_us } = scenario.server.append_only {
        dists.push(("server.appendOnly", "fsyncUs", fsync_us));
    }
    for (path, name, dist) in dists {
        if let Dist::Uniform { min, max } = dist
            && min > max
        {
            let mut issue = Issue::new(IssueCode::EmptyInterval, &join(path, name));
            issue.min = Some(min);
            issue.max = Some(max);
            issues.push(issue);
        }
    }
    issues
}

/// Whether the further kinds of commands are more than all requests.
fn too_many_shares(scenario: &Scenario) -> Option<Issue> {
    let (second, third) = (scenario.workload.second.share, scenario.workload.third.share);
    let mut issue = Issue::new(IssueCode::MoreThanAll, "workload.third.share").with_value(&third);
    issue.max = Some(1.0 - second);
    (second + third > 1.0).then_some(issue)
}

/// What is wrong with a topology to be learnt, or with slots that move.
fn slots_and_nodes(scenario: &Scenario) -> Vec<Issue> {
    let nodes = scenario.server.nodes;
    let mut issues = Vec::new();
    if nodes == 1 && scenario.client.topology != (Topology::Static {}) {
        issues.push(Issue::new(IssueCode::TopologyWithoutCluster, "client.topology"));
    }
    if let Resharding::Slots { slots, .. } = scenario.server.resharding {
        let most = SLOTS.div_ceil(nodes);
        if nodes == 1 {
            issues.push(Issue::new(IssueCode::TopologyWithoutCluster, "server.resharding"));
        } else if slots > most {
            let mut issue = Issue::new(IssueCode::TooManySlots, "server.resharding.slots").with_value(&slots);
            issue.max = Some(most.into());
            issues.push(issue);
        }
    }
    issues
}

/// What is wrong with where a client reads, if anything.
fn read_from(scenario: &Scenario) -> Option<Issue> {
    if scenario.client.read_from != ReadFrom::Primary && scenario.server.replicas == 0 {
        let mut issue = Issue::new(IssueCode::NoEffect, "client.readFrom").with_value(&scenario.client.read_from);
        issue.suggestion = Some("primary".to_owned());
        return Some(issue);
    }
    if scenario.serving_nodes() <= MOST_NODES {
        return None;
    }
    let mut issue = Issue::new(IssueCode::OutOfRange, "server.replicas").with_value(&scenario.server.replicas);
    let most = f64::from(MOST_NODES / scenario.server.nodes - 1);
    (issue.min, issue.max, issue.nearest) = (Some(0.0), Some(most), Some(most));
    Some(issue)
}

/// Only who borrows connections meets the monitor of their pool.
fn pinned(scenario: &Scenario) -> Option<Issue> {
    let client = &scenario.client;
    if !matches!(client.pinned, Pinned::PoolMonitor { .. }) || matches!(client.connections, Connections::Pooled { .. })
    {
        return None;
    }
    let mut issue = Issue::new(IssueCode::NoEffect, "client.pinned").with_value(&client.pinned);
    issue.suggestion = Some("nowhere".to_owned());
    Some(issue)
}

/// What is wrong with a batch over several slots, if it is one.
fn across_slots(scenario: &Scenario) -> Option<Issue> {
    let CrossSlot::Split { workers, thread_per_part, collect, .. } = scenario.client.cross_slot else { return None };
    if thread_per_part && workers == 0 {
        let mut issue = Issue::new(IssueCode::NoEffect, "client.crossSlot.threadPerPart").with_value(&true);
        issue.suggestion = Some("false".to_owned());
        return Some(issue);
    }
    if matches!(scenario.workload.batch, Batch::Transaction { .. } | Batch::TransactionInPipeline { .. }) {
        return Some(Issue::new(IssueCode::TransactionAcrossSlots, "client.crossSlot"));
    }
    if scenario.sends_parts_at_once() && scenario.client.io.reply_timeout_ms() > 0.0 {
        let path =
            if scenario.client.io.closes_idle() { "client.io.socketTimeoutMs" } else { "client.io.replyTimeoutMs" };
        let mut issue = Issue::new(IssueCode::NoEffect, path);
        issue.nearest = Some(0.0);
        return Some(issue.with_value(&scenario.client.io.reply_timeout_ms()));
    }
    if matches!(collect, Collect::BusyPoll {} | Collect::TimedGet { .. })
        && scenario.client.runtime != (Runtime::Threads {})
    {
        return Some(Issue::new(IssueCode::SpinningWithoutThread, "client.crossSlot.collect"));
    }
    let mut issue = Issue::new(IssueCode::TooManyParts, "workload.batch.size");
    issue.max = Some(MOST_PARTS.into());
    (scenario.workload.batch.size() > MOST_PARTS).then_some(issue)
}

/// Whether callers of a closed loop would go round without the clock moving on.
fn takes_no_time(scenario: &Scenario) -> bool {
    let Arrivals::Closed { think_us, .. } = scenario.workload.arrivals else { return false };
    let (network, workload) = (&scenario.network, &scenario.workload);
    let second_hop = network.proxy.jitter().into_iter().flatten().map(|(_, dist)| dist);
    let mut delays = [think_us, network.request_jitter_us, network.reply_jitter_us].into_iter().chain(second_hop);
    // What nobody sends takes no time, nor does what a fast line carries in less than the clock can say.
    let (mut bytes, mut work) = (0, 0.0);
    for Kind { share, command, block_ms, .. } in &workload.kinds() {
        if *share > 0.0 {
            bytes += command.request_bytes + command.reply_bytes;
            work += share * (command.exec_us.mean_us() + block_ms);
        }
    }
    let bits = f64::from(bytes) * f64::from(workload.batch.size()) * 8.0;
    scenario.costs.is_free(network.transport)
        && network.rtt_us + network.proxy.rtt_us() < 0.001
        && (network.mbit_per_sec == 0.0 || bits < network.mbit_per_sec * 0.001)
        && delays.all(|dist| dist.mean_us() < 0.001)
        && work < 1e-6
}

/// Whether callers whom the pool, or a full queue, refuses at once, or whom a cache answers in no time, would ask again at the same instant,
/// for ever.
fn refuses_without_pause(scenario: &Scenario) -> bool {
    let Arrivals::Closed { think_us, .. } = scenario.workload.arrivals else { return false };
    let (costs, retry) = (scenario.costs.resolve(), &scenario.client.retry);
    let is_load_generator = scenario.client.is_load_generator();
    let hits_are_free = scenario.client.client_side_caching.is_on() && costs.cache_lookup_ns < 0.5;
    let is_free = match (scenario.client.connections, scenario.client.io) {
        // Of the two pools' costs only one is paid.
        (Connections::Pooled { block_when_exhausted: false, .. }, _) => {
            is_load_generator || costs.pool_borrow_ns < 0.5 || costs.node_js_pool_ns < 0.5
        }
        (Connections::Shared { .. }, Io::EventLoops { request_queue_size: 1.., .. }) => true,
        _ => false,
    };
    let pauses = retry.max_retries > 0 && retry.min_backoff_ms.min(retry.max_backoff_ms) >= 0.001;
    // A load generator has no code of callers, and no pool.
    let calls_are_free = is_load_generator || costs.caller_ns < 0.5;
    (hits_are_free || is_free && !pauses) && think_us.mean_us() < 0.001 && calls_are_free
}

#[cfg(test)]
mod tests;
