//! How much a scenario can have on its way at once. The engine remembers every piece that travels by itself, so this is what
//! bounds its memory; what asks for more is refused with the amount it asks for.

use super::issue::{Issue, IssueCode};
use super::neighbour::path_of;
#[cfg(test)]
use super::normalize::normalize;
use super::validate::join;
use super::{Arrivals, Batch, Connections, CrossSlot, Io, Kind, Scenario, SplitBy, Transport};

/// Bytes on their way in one direction: what the length of a segment can say.
const MOST_BYTES: f64 = u32::MAX as f64;
/// Pieces that travel by themselves: segments, and commands written one by one. Some tens of bytes are kept of each.
const MOST_PIECES: f64 = 4_194_304.0;
/// Memory of a run, B: a browser has to give it to two of them.
const MOST_MEMORY: f64 = 1_073_741_824.0;
/// What is kept of each of these, B, as WebAssembly allocates it: measured, with what tables leave behind that have grown, and rounded up.
const CALLER: u64 = 900;
/// Of each caller in the pool of each node.
const BORROWER: u64 = 20;
/// Of a request that is on its way, was given up or waits for a caller.
const REQUEST: u64 = 700;
/// Of a part of a batch over several slots, besides its pieces.
const PART: u64 = 750;
/// Of a connection in use, with the place that each of 256 loops has for it.
const CONNECTION: u64 = 2500;
/// Of a piece.
const PIECE: f64 = 128.0;
/// Redis' `tcp-backlog`: connections that a node has not accepted yet, beyond which connect() gets no answer. Here for all that a
/// client has given up and is not through, which is what fills it while a node stands still.
pub const LISTEN_QUEUE: u32 = 511;
/// Commands that may have been given up on connections that live on and be under way. Who would give up one more waits on.
const MOST_LATE: u32 = 16_384;
/// Bytes of a command besides its argument from which that is too large for a buffer, and of the end of its line.
const LARGE: u64 = 37;
const LINE_END: u64 = 2;
/// Bytes of `+QUEUED\r\n`, which answers a command of a transaction before EXEC does.
const QUEUED_BYTES: f64 = 9.0;

/// The kind of command of which too much would be on its way, if any, with the bytes it asks for and those it may; or all that is kept
/// of requests, parts, connections and pieces together, with the memory that it takes.
pub(super) fn too_large(scenario: &Scenario) -> Option<Issue> {
    let workload = &scenario.workload;
    let queued = match workload.batch {
        Batch::Transaction { .. } | Batch::TransactionInPipeline { .. } => QUEUED_BYTES,
        _ => 0.0,
    };
    let at_once = f64::from(workload.batch.size()) * f64::from(in_progress(scenario));
    let kept = kept(scenario);
    for Kind { path, share, command, .. } in &workload.kinds() {
        let messages = [("requestBytes", command.request_bytes, 0.0), ("replyBytes", command.reply_bytes, queued)];
        for (name, bytes, more) in messages {
            let message = f64::from(bytes) + more;
            let (asked, piece) = (at_once * message, piece(scenario, message, name == "requestBytes"));
            let most = MOST_BYTES.min(MOST_PIECES * piece);
            let memory = kept + PIECE * asked / piece;
            let (asked, most) = if asked > most { (asked, most) } else { (memory, MOST_MEMORY) };
            // What nobody asks for is nowhere.
            if asked <= most || *share <= 0.0 {
                continue;
            }
            let (path, name) = match workload.batch {
                // Callers, connections and segments alone never come to so much.
                Batch::None {} if most == MOST_MEMORY => ("workload.arrivals", "maxBacklog"),
                Batch::None {} => (*path, name),
                _ => ("workload.batch", "size"),
            };
            let mut issue = Issue::new(IssueCode::TooMuchAtOnce, &join(path, name)).with_value(&(asked as u64));
            issue.max = Some(most);
            return Some(issue);
        }
    }
    None
}

/// Threads that there can be: the trace numbers them in 16 bits, of which one number stands for none.
const MOST_THREADS: u64 = 65_000;

/// Whether all instances of all clients have more threads, or need more memory, than there can be. Each client alone may fit.
pub(super) fn too_many_instances(clients: &[Scenario]) -> Option<Issue> {
    let instances = |alone: &Scenario| f64::from(alone.client.instances);
    let sum =
        |of_each: fn(&Scenario) -> f64| clients.iter().map(|alone| instances(alone) * of_each(alone)).sum::<f64>();
    // One client without copies is asked for its settings, not for its instances.
    if clients.len() == 1 && clients[0].client.instances == 1 {
        return None;
    }
    let (threads, memory) = (sum(|alone| f64::from(threads(alone))), sum(kept));
    let (asked, most) =
        if threads > MOST_THREADS as f64 { (threads, MOST_THREADS as f64) } else { (memory, MOST_MEMORY) };
    let most_instances = clients.iter().enumerate().max_by_key(|(_, alone)| alone.client.instances)?;
    let mut issue = Issue::new(IssueCode::TooManyInstances, &path_of(most_instances.0, "client.instances"))
        .with_value(&(asked as u64));
    issue.max = Some(most);
    (asked > most).then_some(issue)
}

/// Threads of an instance, goroutines and callbacks among them.
fn threads(scenario: &Scenario) -> u32 {
    let client = &scenario.client;
    let callers = scenario.workload.arrivals.callers();
    let connections = scenario.serving_nodes() * client.connections.per_node(callers);
    let ring = if matches!(client.io, Io::WriterReader { .. }) { 2 * connections } else { 0 };
    let workers = if let CrossSlot::Split { workers, .. } = client.cross_slot { workers } else { 0 };
    callers + workers + ring + client.io.loops() + client.runtime.gomaxprocs() + 8
}

/// Memory of callers, requests, parts and connections.
fn kept(scenario: &Scenario) -> f64 {
    let arrivals = &scenario.workload.arrivals;
    let (callers, nodes) = (arrivals.callers(), u64::from(scenario.serving_nodes()));
    let mut requests = u64::from(in_progress(scenario));
    if let Arrivals::Open { max_backlog, .. } = *arrivals {
        requests += u64::from(max_backlog);
    }
    let connections =
        nodes * u64::from(scenario.client.connections.per_node(callers)) + u64::from(scenario.client.subscriptions);
    let of_caller = CALLER + BORROWER * nodes + PART * u64::from(parts(scenario));
    (u64::from(callers) * of_caller + REQUEST * requests + CONNECTION * connections) as f64
}

/// Requests that may have been given up on connections that live on and be under way: at least one of each caller.
pub fn max_abandoned(scenario: &Scenario) -> u32 {
    scenario.workload.arrivals.callers().max(MOST_LATE / scenario.workload.batch.size())
}

/// Requests that can be on their way at once; a pool has its connections to every node. What was given up may still be.
fn in_progress(scenario: &Scenario) -> u32 {
    let callers = scenario.workload.arrivals.callers();
    let given_up = match scenario.client.io {
        _ if scenario.client.io.reply_timeout_ms() == 0.0 => 0,
        Io::Blocking { .. } => LISTEN_QUEUE * scenario.serving_nodes(),
        Io::EventLoops { .. } | Io::WriterReader { .. } => max_abandoned(scenario),
    };
    given_up
        + match scenario.client.connections {
            Connections::Pooled { max_total, .. } => callers.min(max_total.saturating_mul(scenario.serving_nodes())),
            Connections::Shared { .. } | Connections::PerRequest {} => callers,
        }
}

/// Into how many parts a caller cuts its batch, at most. It does so before it has a connection.
fn parts(scenario: &Scenario) -> u32 {
    let CrossSlot::Split { by, .. } = scenario.client.cross_slot else { return 0 };
    let most = if by == SplitBy::Node { scenario.serving_nodes() } else { u32::MAX };
    scenario.workload.batch.size().min(most)
}

/// Size of what travels by itself, of messages of `message` bytes, on average and at least.
fn piece(scenario: &Scenario, message: f64, is_request: bool) -> f64 {
    let network = &scenario.network;
    let limited = network.loss_percent > 0.0 || network.slow_start || network.nagle || network.window_bytes > 0;
    let segments = limited && network.transport == Transport::Tcp;
    let segment = if segments { f64::from(network.segment_bytes) } else { f64::INFINITY };
    // Event loops write each command by itself; the others what a buffer holds, which is large unless it was made small.
    match scenario.client.io {
        Io::EventLoops { .. } => message / (message / segment).ceil().max(1.0),
        Io::Blocking { buffer_bytes, .. } if buffer_bytes > 0 => {
            let batch = &scenario.workload.batch;
            let all = f64::from(batch.size()) * message;
            // Who writes replies knows nothing of the buffer, but answers no more often than it is asked.
            let calls = if is_request { writes(batch, message as u32, buffer_bytes) as f64 } else { 0.0 };
            segment.min(f64::from(buffer_bytes)).min(all / (calls + all / segment))
        }
        _ => segment,
    }
}

/// write() calls in which a blocking client with a buffer of `buffer` bytes sends the commands of a batch, of `bytes` bytes each: a full
/// buffer and what is left at the end; but an argument that does not fit is written by itself, what comes before it too, and the end of
/// its line with what comes next (Java; Go, which fills the buffer first, may need fewer). What a transaction adds to its commands is not in it.
pub fn writes(batch: &Batch, bytes: u32, buffer: u32) -> u64 {
    let (commands, bytes, buffer) = (u64::from(batch.size()), u64::from(bytes), u64::from(buffer));
    if bytes < buffer + LARGE || matches!(batch, Batch::MultiKey { .. }) {
        return (commands * bytes).div_ceil(buffer);
    }
    match LINE_END.div_ceil(buffer) {
        1 if buffer > LINE_END => 2 * commands + 1,
        ends => (2 + ends) * commands,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn issues(json: &str) -> Vec<(IssueCode, String, Option<String>, Option<f64>)> {
        let issues = normalize(json).issues;
        issues.into_iter().map(|issue| (issue.code, issue.path, issue.value, issue.max)).collect()
    }

    #[test]
    fn what_would_fill_the_memory_is_refused_with_its_size() {
        let batch =
            r#""batch": {"kind": "pipeline", "size": 1000000}, "command": {"requestBytes": 1, "replyBytes": 5000}"#;
        let refused = |size: &str, most| {
            vec![(IssueCode::TooMuchAtOnce, "workload.batch.size".to_owned(), Some(size.to_owned()), Some(most))]
        };
        // Eight connections carry eight pipelines.
        assert_eq!(issues(&format!(r#"{{"workload": {{{batch}}}}}"#)), refused("40000000000", MOST_BYTES));
        let one = r#""arrivals": {"kind": "closed", "callers": 1}"#;
        // A buffer of a few bytes makes a piece of each.
        let buffered = |bytes: u32| {
            let io = format!(
                r#""io": {{"kind": "blocking", "bufferBytes": {bytes}}}, "connections": {{"kind": "perRequest"}}"#
            );
            let command = r#""command": {"requestBytes": 12000000}"#;
            issues(&format!(
                r#"{{"client": {{{io}}}, "workload": {{"arrivals": {{"kind": "closed", "callers": 5}}, {command}}}}}"#
            ))
        };
        assert_eq!(buffered(1024), vec![]);
        let path = "workload.command.requestBytes".to_owned();
        assert_eq!(
            buffered(11),
            vec![(IssueCode::TooMuchAtOnce, path, Some("60000000".to_owned()), Some(11.0 * MOST_PIECES))]
        );
        let lossy = r#""network": {"lossPercent": 1, "segmentBytes": 1000}"#;
        let small = batch.replace("5000", "4000");
        assert_eq!(issues(&format!(r#"{{"workload": {{{small}, {one}}}}}"#)), []);
        assert_eq!(issues(&format!(r#"{{"workload": {{{small}, {one}}}, {lossy}}}"#)), []);
        assert_eq!(
            issues(&format!(r#"{{"workload": {{{batch}, {one}}}, {lossy}}}"#)),
            refused("5000000000", MOST_PIECES * 1000.0)
        );
    }

    #[test]
    fn what_a_client_gives_up_is_on_its_way_besides() {
        let with = |timeout: u32| {
            let client = format!(r#""client": {{"io": {{"kind": "blocking", "replyTimeoutMs": {timeout}}}}}"#);
            issues(&format!(r#"{{"workload": {{"command": {{"replyBytes": 10000000}}}}, {client}}}"#))
        };
        assert_eq!(with(0), []);
        let eight = (f64::from(8 + LISTEN_QUEUE) * 1e7).to_string();
        let path = "workload.command.replyBytes".to_owned();
        assert_eq!(with(1), vec![(IssueCode::TooMuchAtOnce, path, Some(eight), Some(MOST_BYTES))]);
    }

    #[test]
    fn parts_of_batches_are_kept_each_for_itself() {
        let with = |by: &str, size: u32| {
            let split = format!(r#""crossSlot": {{"kind": "split", "by": "{by}"}}"#);
            let client = format!(r#""client": {{"connections": {{"kind": "perRequest"}}, {split}}}"#);
            let batch = format!(r#""batch": {{"kind": "multiKey", "size": {size}}}"#);
            issues(&format!(r#"{{"workload": {{{batch}, "command": {{"requestBytes": 10}}}}, {client}}}"#))
        };
        // 200 callers.
        assert_eq!(with("key", 5242), vec![]);
        let [(code, path, value, most)] = &with("key", 10_000)[..] else { panic!("one issue") };
        assert_eq!((*code, path.as_str()), (IssueCode::TooMuchAtOnce, "workload.batch.size"));
        let memory = 200 * (CALLER + BORROWER + 10_000 * PART + REQUEST + CONNECTION);
        assert_eq!((value.as_deref(), *most), (Some(&*memory.to_string()), Some(MOST_MEMORY)));
        assert_eq!(with("node", 10_000), vec![]);
    }

    /// Each of these alone is followed.
    #[test]
    fn connections_parts_waiting_requests_and_segments_share_one_memory() {
        let with = |callers: u32, waiting: u32, count: u32| {
            let arrivals = format!(r#""arrivals": {{"kind": "open", "callers": {callers}, "maxBacklog": {waiting}}}"#);
            let workload = format!(r#""workload": {{{arrivals}, "batch": {{"kind": "multiKey", "size": 20}}}}"#);
            let client = format!(
                r#""client": {{"connections": {{"kind": "shared", "count": {count}}}, "crossSlot": {{"kind": "split", "by": "key"}}, "io": {{"kind": "eventLoops", "loops": 256}}}}"#
            );
            let network = r#""network": {"lossPercent": 1, "slowStart": true, "nagle": true}"#;
            issues(&format!(r#"{{{workload}, {client}, {network}, "server": {{"nodes": 100}}}}"#))
        };
        assert_eq!([with(50_000, 0, 1), with(100, 1_000_000, 1), with(100, 0, 1000)], [vec![], vec![], vec![]]);
        let one = |(code, path, value, most): (IssueCode, String, Option<String>, Option<f64>)| {
            assert!(value.and_then(|bytes| bytes.parse::<f64>().ok()) > most, "it says how much");
            (code, path, most)
        };
        let refused = |path: &str| vec![(IssueCode::TooMuchAtOnce, path.to_owned(), Some(MOST_MEMORY))];
        let all = [with(50_000, 1_000_000, 1000), with(50_000, 0, 1000), with(10_000, 1_000_000, 1000)];
        let paths = ["workload.batch.size"; 3];
        assert_eq!(all.map(|issues| issues.into_iter().map(one).collect::<Vec<_>>()), paths.map(refused));
    }

    #[test]
    fn a_large_value_is_named_where_there_is_no_batch() {
        let with = |callers: u32| {
            let client = r#""client": {"connections": {"kind": "perRequest"}}"#;
            let arrivals = format!(r#""arrivals": {{"kind": "closed", "callers": {callers}}}"#);
            issues(&format!(r#"{{"workload": {{"command": {{"replyBytes": 16777216}}, {arrivals}}}, {client}}}"#))
        };
        assert_eq!(with(255), []);
        let refused = with(256).remove(0);
        assert_eq!((refused.0, refused.1.as_str()), (IssueCode::TooMuchAtOnce, "workload.command.replyBytes"));
    }
}
