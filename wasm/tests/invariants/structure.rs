//! The structure of the real software: who may do what, in which order, in how many system calls.

use super::{Run, calls};
use crate::support::recorded::{Life, Recording, most_at_once, rounds};
use crate::support::{run, scenario};
use engine::actor::client::application::Place;
use engine::actor::plan::Plan;
use engine::metric::vocabulary::{Activity, Phase, ThreadClass, ThreadState};
use engine::scenario::{Batch, Connections, Flush, Runtime, Scenario};
use engine::sim::Simulation;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use serde_json::json;
use std::collections::BTreeMap;

/// Lives of requests, round by round: a request that is sent on goes to another connection.
type Lives = Vec<Life>;

pub fn the_server_executes_one_command_at_a_time_and_all_commands_of_a_read(run: &Run) -> TestCaseResult {
    let Run { simulation, recording, .. } = run;
    let mut nodes: BTreeMap<u32, Lives> = BTreeMap::new();
    for life in all_rounds(recording).into_iter().filter(|life| life.connection() > 0) {
        nodes.entry(simulation.world().process.node_of(life.connection() - 1) as u32).or_default().push(life);
    }
    for lives in nodes.values() {
        let executions = lives.iter().flat_map(|life| &life.stays).filter(|stay| stay.phase == Phase::Execute);
        prop_assert!(most_at_once(executions.map(|stay| (stay.start, stay.end))) <= 1, "S0-05, S1-11");
        // I/O threads read at the same time; what one of them has read is still executed before anything else of its
        // client. While a command waits (BLPOP), Redis reads on and executes nothing of its client.
        if simulation.plan().server_io == 0 && !simulation.plan().has_waits {
            reads_are_executed_before_the_next(lives);
        }
    }
    Ok(())
}

pub fn connections_keep_their_order_their_limits_and_their_event_loop(run: &Run) -> TestCaseResult {
    let Run { scenario, simulation, recording } = run;
    // Code on the loop comes before waking the caller, unlike all other code: it is no round of its own, but a part of decoding.
    let is_on_loop = simulation.plan().clients[0].application == Place::Loop;
    let with_decoding = |mut life: Life| {
        for stay in life.stays.iter_mut().filter(|stay| is_on_loop && stay.phase == Phase::Process) {
            stay.phase = Phase::Decode;
        }
        life
    };
    let lives: Lives = recording.lives().into_values().map(with_decoding).flat_map(rounds).collect();
    let lets_others_wait = simulation.plan().clients[0].loops > 0 || simulation.plan().clients[0].closes_idle;
    // What is in a cache has a connection and is not sent there.
    let is_sent = |life: &Life| life.stays.iter().any(|stay| (Phase::WireOut..=Phase::WireBack).contains(&stay.phase));
    if !simulation.plan().clients[0].keeps_values {
        connections_are_fifo(&lives, gives_up(scenario) && lets_others_wait);
    } else if simulation.plan().clients[0].delays[0] > 0 {
        connections_are_fifo(&lives.iter().filter(|&life| is_sent(life)).cloned().collect(), true);
    }
    outstanding_requests_are_bounded(simulation, &lives);
    calls_stay_with_their_threads(simulation, recording);
    Ok(())
}

/// S0-10: one read() takes all that has arrived and one write() answers all of it, so with small messages the server
/// reads as often as it writes; without pipelining that is once a command. A turn may be under way at either end.
pub fn the_server_reads_and_writes_once_a_batch(run: &Run) -> TestCaseResult {
    let Run { simulation, .. } = run;
    let plan = simulation.plan();
    let meter = &simulation.world().meters[0];
    let [reads, writes] = [Activity::Read, Activity::Write].map(|call| server_calls(simulation, call));
    let threads = 1 + u64::from(plan.server_io);
    let command = &plan.scenario.workload.command;
    // All that 40 callers can have outstanding fits into one read() and one write(), and nothing is cut on the way.
    let small = command.request_bytes.max(command.reply_bytes) <= 400 && !plan.tcp[0].matter();
    // A turn is also written to each replica, and a message to each subscriber.
    let has_more = plan.scenario.server.replicas > 0 || plan.clients[0].subscriptions > 0;
    if is_single(&plan.scenario) && says_only_requests(&plan.scenario) && small && leaves_whole(plan) && !has_more {
        prop_assert!(reads.abs_diff(writes) <= u64::from(plan.connections), "{reads} reads, {writes} writes");
        if plan.clients[0].pooled {
            let threads = threads + u64::from(plan.nodes);
            prop_assert!(reads.abs_diff(meter.messages_read[0]) <= threads, "{reads} reads");
            prop_assert!(writes.abs_diff(meter.messages_sent[1]) <= threads, "{writes} writes");
        }
    }
    let batching = simulation.summary().batching;
    if let Some(batch) = batching.commands_per_server_read {
        prop_assert!((batch * reads as f64 - meter.messages_read[0] as f64).abs() < 1e-6);
    }
    Ok(())
}

/// Jedis: one write and, as it has a socket timeout, at most one empty read and one poll() a command. Lettuce: one
/// write() a command, however many are queued.
pub fn the_client_writes_once_a_command(run: &Run) -> TestCaseResult {
    let Run { simulation, .. } = run;
    let plan = simulation.plan();
    let class = if plan.clients[0].loops > 0 { ThreadClass::EventLoop } else { ThreadClass::Caller };
    let meter = &simulation.world().meters[0];
    // A thread of the client's own may ask for the topology besides, and writes what it asks for itself.
    let writes = calls(simulation, class, Activity::Write) + calls(simulation, ThreadClass::Refresher, Activity::Write);
    let under_way = u64::from(plan.connections.max(plan.clients[0].loops));
    if !says_only_requests(&plan.scenario) {
        return Ok(());
    }
    // The writer of a ring writes all that is in it.
    let at_once = plan.clients[0].flush == Flush::EveryCommand {} && !plan.clients[0].has_ring;
    // Node writes a batch at once, and one command in a write() only if it is no batch.
    let is_netty = plan.clients[0].loops > 0 && plan.scenario.client.runtime == Runtime::Threads {};
    if at_once && (is_netty || is_single(&plan.scenario)) && leaves_whole(plan) {
        prop_assert!(writes.abs_diff(meter.messages_sent[0]) <= under_way, "{writes} writes");
    }
    // What is larger than the buffer is read in pieces: a reply, or what a node says of its cluster.
    let described = if plan.clients[0].refresh.is_some() { plan.clients[0].description.bytes } else { 0 };
    let largest = plan.scenario.workload.command.reply_bytes.max(described);
    let whole = !plan.tcp[0].matter() && u64::from(largest) <= plan.clients[0].buffer_bytes;
    if plan.clients[0].loops == 0 && !plan.clients[0].has_ring && is_single(&plan.scenario) && whole {
        for call in [Activity::ReadEmpty, Activity::Poll, Activity::Read] {
            let times = calls(simulation, class, call);
            prop_assert!(times <= meter.messages_sent[0] + 2 * under_way, "{times} times {call:?}");
        }
    }
    Ok(())
}

fn all_rounds(recording: &Recording) -> Lives {
    recording.lives().into_values().flat_map(rounds).collect()
}

/// Calls of all threads of the server.
fn server_calls(simulation: &Simulation, call: Activity) -> u64 {
    [ThreadClass::ServerMain, ThreadClass::ServerIo].iter().map(|&class| calls(simulation, class, call)).sum()
}

/// Whether a command goes through its caller's buffer: what is as large leaves in pieces.
fn leaves_whole(plan: &Plan) -> bool {
    plan.clients[0].loops > 0
        || plan.clients[0].has_ring
        || u64::from(plan.scenario.workload.command.request_bytes) < plan.clients[0].buffer_bytes
}

/// Whether every request is one command of one kind.
fn is_single(scenario: &Scenario) -> bool {
    scenario.workload.batch == Batch::None {} && scenario.workload.kinds()[1..].iter().all(|kind| kind.share == 0.0)
}

/// Whether replies may come too late, so that the server executes what nobody waits for.
fn gives_up(scenario: &Scenario) -> bool {
    scenario.client.io.reply_timeout_ms() > 0.0
}

/// Whether nothing but requests is said on the connections: they are there from the start, nobody tests or closes them, and no
/// messages come over them.
fn says_only_requests(scenario: &Scenario) -> bool {
    if scenario.client.client_side_caching.is_on() {
        return false;
    }
    match scenario.client.connections {
        // What gets no reply in time is followed by the end of its connection, and the opening of the next.
        _ if gives_up(scenario) => false,
        Connections::Pooled { idle_timeout_ms: 0.001.., .. } | Connections::Pooled { max_lifetime_ms: 0.001.., .. } => {
            false
        }
        Connections::Pooled { fill_in_background: true, .. } => false,
        Connections::Pooled {
            max_total,
            warm,
            max_idle,
            test_on_borrow,
            test_on_return,
            time_between_eviction_runs_ms,
            ..
        } => {
            warm && max_idle >= max_total && !test_on_borrow && !test_on_return && time_between_eviction_runs_ms == 0.0
        }
        Connections::Shared { .. } => true,
        Connections::PerRequest {} => false,
    }
}

/// S0-05: a read of n commands executes n before the server reads again: no other read ends before they are executed.
fn reads_are_executed_before_the_next(lives: &Lives) {
    let mut executions: Vec<(u64, u64)> = Vec::new();
    for life in lives.iter().filter(|life| !life.is_unheard()) {
        if let (Some(read), Some(executed)) = (life.reached(Phase::ServerBatch), life.reached(Phase::Blocked)) {
            executions.push((read, executed));
        }
    }
    executions.sort_unstable();
    for pair in executions.windows(2) {
        let same_read = pair[0].0 == pair[1].0;
        assert!(same_read || pair[0].1 <= pair[1].0, "a read ended before {:?} was executed: {:?}", pair[0], pair[1]);
    }
}

/// The requests of each connection.
fn by_connection(lives: &Lives) -> BTreeMap<u32, Vec<&Life>> {
    let mut connections: BTreeMap<u32, Vec<&Life>> = BTreeMap::new();
    for life in lives.iter().filter(|life| life.connection() > 0) {
        connections.entry(life.connection()).or_default().push(life);
    }
    connections
}

/// S0-02: on each connection, commands are sent, executed and answered in one and the same order. Of what was given up on a connection
/// that lives on, or that several use, nobody knows when it came to what lay before it.
fn connections_are_fifo(lives: &Lives, gives_up: bool) {
    const STAGES: [Phase; 9] = [
        Phase::WireOut,
        Phase::ServerQueue,
        Phase::Execute,
        Phase::Blocked,
        Phase::ReplyQueue,
        Phase::WireBack,
        Phase::ClientRead,
        Phase::Decode,
        Phase::WakeUp,
    ];
    for (connection, requests) in by_connection(lives) {
        // A stage that has not been reached yet lies in the future, after all others.
        const UNKNOWN: u64 = u64::MAX - 1;
        let time = |life: &Life, stage| {
            let reached = if gives_up { life.entered(stage) } else { life.reached(stage) };
            reached.map_or(if gives_up && life.done { UNKNOWN } else { u64::MAX }, |time| time)
        };
        let mut times: Vec<[u64; STAGES.len()]> =
            requests.iter().map(|life| STAGES.map(|stage| time(life, stage))).collect();
        times.sort_unstable();
        let mut latest = [0; STAGES.len()];
        for times in times {
            for (latest, time) in latest.iter_mut().zip(times).filter(|&(_, time)| time != UNKNOWN) {
                assert!(*latest <= time, "connection {connection}: {times:?} is overtaken in {STAGES:?} at {latest}");
                *latest = time;
            }
        }
    }
}

/// S0-03: a borrowed connection carries one request at a time. S0-04: a shared one at most one for each caller, and a caller
/// has one request at a time. What was given up on a loop's connection is still there when that is lent again.
fn outstanding_requests_are_bounded(simulation: &Simulation, lives: &Lives) {
    let plan = simulation.plan();
    for (connection, requests) in by_connection(lives) {
        let outstanding = requests.iter().filter_map(|life| {
            Some((life.reached(Phase::WireOut)?, life.reached(Phase::WakeUp).unwrap_or(simulation.now())))
        });
        let is_left_behind = plan.clients[0].loops > 0 && gives_up(&plan.scenario);
        let limit = if (plan.clients[0].pooled || plan.clients[0].per_request) && !is_left_behind {
            1
        } else {
            plan.clients[0].callers
        };
        let most = most_at_once(outstanding);
        assert!(most <= limit, "{most} outstanding on connection {connection}");
    }
    let mut callers: BTreeMap<u16, Vec<(u64, u64)>> = BTreeMap::new();
    for stay in lives.iter().flat_map(|life| &life.stays).filter(|stay| stay.phase != Phase::WaitCaller) {
        callers.entry(stay.caller).or_default().push((stay.start, stay.end));
    }
    for (caller, stays) in callers {
        assert!(most_at_once(stays.into_iter()) <= 1, "caller {caller} has two requests at once");
    }
}

/// S0-01: a connection belongs to one event loop, whose thread alone does its input and output (threads do one thing at a
/// time, see `laws`, so tasks of a loop cannot overlap); callers keep off the sockets of loops; only the server serves.
fn calls_stay_with_their_threads(simulation: &Simulation, recording: &Recording) {
    use Activity::{ClientTurn, Decode, Execute, Poll, Read, ReadEmpty, Task, Write};
    let plan = simulation.plan();
    let first_loop = plan.clients[0].callers + plan.clients[0].workers + plan.clients[0].refreshers;
    let loops = first_loop..first_loop + plan.clients[0].loops;
    for span in recording.all().iter().filter(|span| span.state().is_some_and(ThreadState::on_core)) {
        let (lane, activity) = (u32::from(span.lane), span.activity());
        // One loop owns every connection, also one that its turn does not name.
        if plan.clients[0].loops > 1
            && loops.contains(&lane)
            && matches!(activity, Read | ReadEmpty | Write | Decode | Task)
        {
            let named = span.thread_connection();
            assert!(named > 0, "one of several loops works for no connection: {span:?}");
            let owner = first_loop + (named - 1) % plan.clients[0].loops;
            assert_eq!(lane, owner, "a connection in a loop that is not its own: {span:?}");
        }
        let at_socket = matches!(activity, Read | ReadEmpty | Write | Poll);
        assert!(
            !(at_socket && plan.clients[0].loops > 0 && lane < first_loop),
            "a caller at a loop's socket: {span:?}"
        );
        assert!(!(matches!(activity, Execute | ClientTurn) && lane < loops.end), "a client that serves: {span:?}");
    }
}

/// N-11: strace counted one epoll_wait() for 99.6 commands of a benchmark with 100 clients. All clients that have asked again
/// are ready when the server comes back to its poll; only the one or two it has answered last are still writing.
#[test]
fn a_saturated_server_polls_once_for_nearly_all_clients() {
    for clients in [10, 100, 1000] {
        let simulation = run(&scenario(&json!({
            "workload": { "arrivals": { "kind": "closed", "callers": clients } },
            "client": { "cores": 256, "connections": { "kind": "pooled", "maxTotal": clients } },
            "network": { "rttUs": 0 },
            "costs": {
                "profile": "ideal",
                "overrides": { "commandNs": 500, "socketReadNs": 900, "socketWriteNs": 3000, "epollWaitNs": 350 },
            },
        })));
        let polls = calls(&simulation, ThreadClass::ServerMain, Activity::EpollWait) as f64;
        let per_poll = simulation.summary().requests.completed / polls;
        let clients = f64::from(clients);
        // The window may cut a turn, of which it holds a hundred or more.
        let error = 2.0 + clients / 100.0;
        assert!((per_poll - clients).abs() <= error, "{per_poll} commands a poll of {clients} clients");
    }
}

/// S0-04: under saturation the requests outstanding on a shared connection approach the number of callers; S0-10: they are
/// read and answered in batches, so a read() and a write() each serve many.
#[test]
fn a_saturated_shared_connection_carries_a_request_of_nearly_every_caller() {
    let simulation = run(&scenario(&json!({
        "workload": {
            "arrivals": { "kind": "closed", "callers": 100 },
            "command": { "execUs": { "kind": "constant", "value": 20 } },
        },
        "client": { "io": { "kind": "eventLoops" }, "connections": { "kind": "shared" } },
        "network": { "rttUs": 100 },
    })));
    let summary = simulation.summary();
    let outstanding: f64 = summary
        .queues
        .iter()
        .filter(|q| q.phase >= Phase::WireOut && q.phase <= Phase::ClientRead)
        .map(|q| q.mean)
        .sum();
    assert!(outstanding > 90.0, "{outstanding} outstanding");
    let [reads, writes] = [Activity::Read, Activity::Write].map(|call| {
        calls(&simulation, ThreadClass::ServerMain, call) as f64 / simulation.world().meters[0].messages_read[0] as f64
    });
    let batch = summary.batching.commands_per_server_read.expect("commands were read");
    assert!(batch > 10.0, "{batch} commands a read");
    assert!(
        (reads * batch - 1.0).abs() < 1e-9 && (writes * batch - 1.0).abs() < 0.01,
        "{reads} reads, {writes} writes"
    );
}
