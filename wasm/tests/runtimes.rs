//! Tests `client.runtime`: the mechanisms of Go, rueidis and Node against numbers computed by hand.

use crate::support::recorded::{Recording, Span, most_at_once};
use crate::support::{is_deep, mean_in, run, scenario};
use engine::metric::summary::Summary;
use engine::metric::vocabulary::{Activity, Phase, ThreadClass, ThreadState};
use engine::sim::Simulation;
use serde_json::{Value, json};

/// Calls of a class for each request.
fn per_request(simulation: &Simulation, class: ThreadClass, call: Activity) -> f64 {
    let calls = simulation.world().cpu.usage(simulation.now())[class as usize].calls[call as usize];
    calls as f64 / simulation.summary().requests.completed
}

/// Goroutines on their own machine with a core for each processor and one for `sysmon`, before a server that costs nothing but 1 µs a command.
fn goroutines(callers: u32, processors: u32, connections: u32, overrides: &Value) -> Simulation {
    let mut costs = json!({ "commandNs": 1000 });
    for (name, value) in overrides.as_object().expect("costs by name") {
        costs[name] = value.clone();
    }
    run(&scenario(&json!({
        "workload": { "arrivals": { "kind": "closed", "callers": callers } },
        "client": {
            "cores": processors + 1,
            "runtime": { "kind": "goroutines", "gomaxprocs": processors },
            "connections": { "kind": "pooled", "maxTotal": connections, "handoff": "fifo" },
        },
        "network": { "rttUs": 100 },
        "costs": { "profile": "ideal", "overrides": costs },
    })))
}

/// A lone goroutine: its processor runs dry, its carrier looks for events, blocks, is woken by the reply and comes back.
#[test]
fn a_lone_goroutine_pays_for_the_poller_and_one_switch_a_reply() {
    let simulation = goroutines(
        1,
        1,
        1,
        &json!({
            "callerNs": 200, "poolBorrowNs": 10, "poolReturnNs": 20, "goEncodeNs": 700, "goDecodeNs": 800, "goSwitchNs": 130,
            "wakeLatencyNs": 3000, "epollWaitNs": 100, "epollEventNs": 7, "socketReadEmptyNs": 300,
        }),
    );
    let caller = 200 + 10 + 700 + 800 + 20;
    let server = 3000 + 107 + 1000;
    let reply = 3000 + 107 + 130;
    let cycle = f64::from(caller + server + reply) + 100_000.0;
    let summary = simulation.summary();
    let response = summary.response_time.mean_us.expect("requests have completed") * 1000.0;
    assert!((response - (cycle - 200.0)).abs() < 1e-6, "{response} ns, not {}", cycle - 200.0);
    for (class, call, times) in [
        (ThreadClass::Caller, Activity::Write, 1.0),
        (ThreadClass::Caller, Activity::ReadEmpty, 1.0),
        (ThreadClass::Caller, Activity::Read, 1.0),
        (ThreadClass::Caller, Activity::Poll, 0.0),
        (ThreadClass::Caller, Activity::FutexWait, 0.0),
        // Once when it runs dry, once when the reply ends the wait.
        (ThreadClass::Carrier, Activity::EpollWait, 2.0),
        (ThreadClass::Carrier, Activity::Schedule, 1.0),
        (ThreadClass::Carrier, Activity::FutexWake, 0.0),
    ] {
        let seen = per_request(&simulation, class, call);
        assert!((seen - times).abs() < 0.01, "{class:?} {call:?}: {seen} a request, not {times}");
    }
}

/// While its processor is busy with others, a goroutine whose reply is there waits: replies are found when the processor
/// runs dry, all at once. Ten callers with 500 µs of work each go round in 5 ms, and one look finds what nine of them wait for.
#[test]
fn replies_wait_for_a_processor_that_runs_dry() {
    let simulation = goroutines(10, 1, 10, &json!({ "callerNs": 500_000 }));
    let polls = per_request(&simulation, ThreadClass::Carrier, Activity::EpollWait);
    assert!((0.1..0.25).contains(&polls), "{polls} epoll_wait() a request");
    let summary = simulation.summary();
    assert!((summary.throughput.per_sec - 2000.0).abs() < 5.0, "{} 1/s", summary.throughput.per_sec);
    // Each waits for the four or five that run before it, on average, besides the network's 0.1 ms.
    let waited = mean_in(&summary, Phase::ClientRead);
    assert!((1500.0..4600.0).contains(&waited), "{waited} µs between the reply's arrival and its read()");
    let idle = per_request(&simulation, ThreadClass::Sysmon, Activity::EpollWait);
    assert_eq!(idle, 0.0, "nobody is overdue");
}

/// A hundred such callers keep the processor busy for 50 ms: now `sysmon` looks, every 10 ms.
#[test]
fn sysmon_polls_when_nobody_else_does() {
    let simulation = goroutines(100, 1, 100, &json!({ "callerNs": 500_000 }));
    let polls = per_request(&simulation, ThreadClass::Sysmon, Activity::EpollWait) * 2000.0;
    assert!((90.0..=105.0).contains(&polls), "{polls} looks a second");
    let ready = mean_in(&simulation.summary(), Phase::ClientRead);
    assert!(ready > 40_000.0, "{ready} µs: found by sysmon, it still queues for the processor");
}

/// Looks of `sysmon` a second with 1000 goroutines on two processors and two cores, and how often a carrier goes to sleep for each request.
fn looks_and_sleeps(server: &Value) -> (f64, f64) {
    let simulation = run(&scenario(&json!({
        "run": { "warmupMs": 100, "measuredMs": 400 },
        "workload": { "arrivals": { "kind": "closed", "callers": 1000 } },
        "client": {
            "cores": 2,
            "runtime": { "kind": "goroutines", "gomaxprocs": 2 },
            "connections": { "kind": "pooled", "maxTotal": 256, "handoff": "fifo" },
        },
        "server": { "host": server },
        "network": { "rttUs": 0 },
        "costs": { "profile": "linux-2core-vm" },
    })));
    let usage = simulation.world().cpu.usage(simulation.now());
    let looks = usage[ThreadClass::Sysmon as usize].waits as f64 / 0.4;
    let sleeps = per_request(&simulation, ThreadClass::Carrier, Activity::FutexWait);
    (looks, sleeps)
}

/// Redis on the same cores drives carriers from them in the middle of a system call: `sysmon` takes their processors and sleeps no longer than
/// 70 µs before it looks again, besides what it takes itself. With a machine for each nobody stands still, and it looks every 10 ms.
#[test]
fn sysmon_takes_processors_from_carriers_that_stand_still_in_a_system_call() {
    let (looks, sleeps) = looks_and_sleeps(&json!({ "kind": "client" }));
    assert!((10_000.0..1e6 / 70.0).contains(&looks), "{looks} looks a second");
    assert!(sleeps > 0.0, "carriers that come back without a processor sleep");
    let (looks, _) = looks_and_sleeps(&json!({ "kind": "own", "cores": 1 }));
    assert!((90.0..110.0).contains(&looks), "{looks} looks a second with a machine of its own");
}

/// A carrier whose processor has been taken goes on with its system call, but with nothing of the goroutine's own: however often that
/// happens, no more goroutines encode or decode at once than there are processors.
#[test]
fn carriers_without_a_processor_run_no_goroutine() {
    for (cores, processors) in [(2, 1), (3, 2), (4, 3)] {
        let mut simulation = Simulation::new(&scenario(&json!({
            "run": { "warmupMs": 0, "measuredMs": 150 },
            "workload": { "arrivals": { "kind": "closed", "callers": 200 } },
            "client": {
                "cores": cores,
                "runtime": { "kind": "goroutines", "gomaxprocs": processors },
                "connections": { "kind": "pooled", "maxTotal": 100, "handoff": "fifo" },
            },
            "server": { "host": { "kind": "client" } },
            "network": { "rttUs": 0 },
            "costs": { "profile": "linux-2core-vm" },
        })));
        let spans = Recording::of(&mut simulation, u64::MAX).ended();
        let own = spans.iter().filter(|span| {
            span.state() == Some(ThreadState::User) && matches!(span.activity(), Activity::Encode | Activity::Decode)
        });
        let most = most_at_once(own.map(|span| (span.start, span.end)));
        assert_eq!(most, processors, "goroutines at once on {processors} processors");
    }
}

/// A channel gives a token to the longest waiter: no caller is overtaken, and its wait is that of everybody before it, S4-08:
/// pool wait = (N - K)/X, so (N - K)/K times the time a connection is held.
#[test]
fn tokens_are_handed_out_in_order_and_the_wait_is_littles() {
    let simulation = goroutines(4000, 4, 256, &json!({ "goSwitchNs": 130, "goReadyNs": 30, "goEncodeNs": 900 }));
    let summary = simulation.summary();
    let wait = summary.phases.iter().find(|p| p.phase == Phase::WaitConnection).expect("all phases are listed");
    let mean = wait.time.mean_us.expect("requests have completed");
    let expected = (4000.0 - 256.0) / summary.throughput.per_sec * 1e6;
    assert!((mean / expected - 1.0).abs() < 0.03, "{mean} µs, by Little's law {expected}");
    let (least, most) = (wait.time.min_us.unwrap_or(0.0), wait.time.max_us.unwrap_or(0.0));
    assert!(least > 0.8 * mean && most < 1.2 * mean, "{least} to {most} µs around {mean}");
}

/// What a switch costs is paid on a processor: with processors saturated, throughput falls by just that.
#[test]
fn a_dearer_switch_costs_throughput() {
    let per_sec = |switch: u32| {
        let costs = json!({ "commandNs": 0, "goEncodeNs": 5000, "goSwitchNs": switch });
        goroutines(400, 2, 400, &costs).summary().throughput.per_sec
    };
    let (cheap, dear) = (per_sec(0), per_sec(1000));
    assert!((cheap / 400_000.0 - 1.0).abs() < 0.01, "{cheap} 1/s on two processors at 5 µs each");
    assert!((dear / 333_333.0 - 1.0).abs() < 0.01, "{dear} 1/s at 6 µs each");
}

/// Processors, not cores, bound how many goroutines run; one core more is used by nobody.
#[test]
fn processors_bound_what_runs_at_once() {
    let with = |processors: u32| {
        run(&scenario(&json!({
            "workload": { "arrivals": { "kind": "closed", "callers": 100 } },
            "client": {
                "cores": 8,
                "runtime": { "kind": "goroutines", "gomaxprocs": processors },
                "connections": { "kind": "pooled", "maxTotal": 100, "handoff": "fifo" },
            },
            "costs": { "profile": "ideal", "overrides": { "callerNs": 100_000 } },
        })))
        .summary()
    };
    for processors in [1, 4] {
        let summary = with(processors);
        let per_sec = f64::from(processors) * 10_000.0;
        assert!((summary.throughput.per_sec / per_sec - 1.0).abs() < 0.01, "{} 1/s", summary.throughput.per_sec);
        let host = summary.hosts.first().expect("the client's machine");
        assert!((host.user - f64::from(processors) / 8.0).abs() < 0.01, "{} of the cores", host.user);
    }
}

fn one() -> Value {
    json!({ "kind": "shared", "count": 1 })
}

/// Goroutines on ten processors before a server of its own, at costs of ordinary machines: with `rueidis`, all on one
/// connection; otherwise each with one of a pool.
fn ten_processors(callers: u32, io: &Value, connections: &Value, rtt_us: u32) -> Simulation {
    let window = if is_deep() { json!({}) } else { json!({ "warmupMs": 20, "measuredMs": 100 }) };
    run(&scenario(&json!({
        "run": window,
        "workload": { "arrivals": { "kind": "closed", "callers": callers } },
        "client": {
            "cores": 10,
            "runtime": { "kind": "goroutines", "gomaxprocs": 10 },
            "io": io,
            "connections": connections,
        },
        "network": { "rttUs": rtt_us },
    })))
}

/// A lone caller of rueidis does its own I/O: exactly the run of a pool with one connection, less borrowing and giving back.
#[test]
fn a_lone_caller_of_a_ring_does_its_own_io() {
    let ring = ten_processors(1, &json!({ "kind": "writerReader" }), &one(), 100);
    let pool = json!({ "kind": "pooled", "maxTotal": 1, "handoff": "fifo" });
    let pooled = ten_processors(1, &json!({ "kind": "blocking" }), &pool, 100);
    let response = |simulation: &Simulation| simulation.summary().response_time.mean_us.unwrap_or(0.0);
    let costs = &ring.plan().costs;
    let spared = (costs.pool_borrow + costs.pool_return) as f64 / 1000.0;
    let difference = response(&pooled) - response(&ring);
    assert!((difference - spared).abs() < 0.02, "{difference} µs, of which the pool has {spared}");
    assert_eq!(per_request(&ring, ThreadClass::Writer, Activity::Write), 0.0);
}

/// C-1: with many goroutines one shared connection does several times what a pool does, because a write() and a read() carry
/// many commands; with ten of them it is about twice. Published: 2.0, 5.9 and 14.2 times (another machine, another network stack).
#[test]
fn a_ring_gains_with_concurrency() {
    let gain = |callers: u32| {
        let pool = json!({ "kind": "pooled", "maxTotal": 100, "handoff": "fifo" });
        let pooled = ten_processors(callers, &json!({ "kind": "blocking" }), &pool, 20).summary();
        let shared = ten_processors(callers, &json!({ "kind": "writerReader" }), &one(), 20).summary();
        shared.throughput.per_sec / pooled.throughput.per_sec
    };
    let gains = [10, 80, 640].map(gain);
    assert!(gains[0] < gains[1] && gains[1] < gains[2], "{gains:?}");
    assert!(gains[2] > 5.0, "{gains:?}");
}

/// C-5, C-6: waiting after a flush makes batches larger and so takes CPU off both sides; C-7: callers wait for it.
#[test]
fn a_flush_delay_trades_cpu_for_time() {
    let with = |delay_us: u32| {
        run(&scenario(&json!({
            "workload": { "arrivals": { "kind": "open", "ratePerSec": 100_000, "callers": 2000 } },
            "client": {
                "cores": 10,
                "runtime": { "kind": "goroutines", "gomaxprocs": 10 },
                "io": { "kind": "writerReader", "flushDelayUs": delay_us },
                "connections": one(),
            },
            "network": { "rttUs": 50 },
        })))
        .summary()
    };
    let (eager, patient) = (with(0), with(100));
    let client = |summary: &Summary| summary.hosts[0].user + summary.hosts[0].kernel + summary.hosts[0].switch;
    let server = |summary: &Summary| summary.hosts[1].user + summary.hosts[1].kernel + summary.hosts[1].switch;
    assert!(client(&patient) < 0.8 * client(&eager), "{} and {} of ten cores", client(&eager), client(&patient));
    assert!(server(&patient) < 0.7 * server(&eager), "{} and {}", server(&eager), server(&patient));
    let response = |summary: &Summary| summary.response_time.mean_us.unwrap_or(0.0);
    let waits = response(&patient) - response(&eager);
    assert!((20.0..110.0).contains(&waits), "{waits} µs more");
}

/// go-redis 9 against 8: one system call more a command, and nothing else.
#[test]
fn a_peek_is_one_system_call_a_borrowing() {
    let with = |check: &str| {
        let pool = json!({ "kind": "pooled", "maxTotal": 4, "handoff": "fifo", "checkOnGet": check });
        ten_processors(1, &json!({ "kind": "blocking" }), &pool, 100)
    };
    let (plain, peek) = (with("none"), with("peek"));
    let calls = [&plain, &peek].map(|simulation| per_request(simulation, ThreadClass::Caller, Activity::Peek));
    assert!(calls[0] == 0.0 && (calls[1] - 1.0).abs() < 0.01, "{calls:?}");
    let response = |simulation: &Simulation| simulation.summary().response_time.mean_us.unwrap_or(0.0);
    let cost = peek.plan().costs.read_empty as f64 / 1000.0;
    let difference = response(&peek) - response(&plain);
    assert!((difference - cost).abs() < 0.02, "{difference} µs, not {cost}");
}

/// What Node's thread writes and reads, it writes and reads on a connection, and the trace says on which; commands of several callers
/// leave together, so that a write() is no single request's.
#[test]
fn nodes_thread_says_for_which_connection_it_works() {
    let scenario = scenario(&json!({
        "run": { "warmupMs": 0, "measuredMs": 20 },
        "workload": { "arrivals": { "kind": "closed", "callers": 6 } },
        "client": {
            "runtime": { "kind": "eventLoop" },
            "io": { "kind": "eventLoops", "loops": 1, "flush": { "kind": "drained" } },
            "connections": { "kind": "shared", "count": 3 },
        },
    }));
    let recording = Recording::of(&mut Simulation::new(&scenario), u64::MAX);
    let spans = recording.ended();
    for call in [Activity::Write, Activity::Read, Activity::Task] {
        let is_call = |span: &&Span| span.state().is_some_and(ThreadState::on_core) && span.activity() == call;
        let of_call: Vec<_> = spans.iter().filter(is_call).collect();
        assert!(of_call.len() > 10, "{call:?}: {} spans", of_call.len());
        assert!(of_call.iter().all(|span| (1..=3).contains(&span.thread_connection())), "{call:?} on a connection");
    }
}

/// Two connections whose sockets take 100 bytes at a time: a later write may take along what an earlier one has left, and the
/// next turn then has nothing to write on that connection. Every packet carries bytes of some request.
#[test]
fn a_drained_socket_is_not_written_without_bytes() {
    let mut simulation = Simulation::new(&scenario(&json!({
        "run": { "warmupMs": 0, "measuredMs": 20 },
        "workload": {
            "arrivals": { "kind": "closed", "callers": 22, "thinkUs": { "kind": "constant", "value": 56.4 } },
            "command": { "requestBytes": 71, "replyBytes": 1 },
        },
        "client": {
            "cores": 1,
            "runtime": { "kind": "eventLoop" },
            "io": { "kind": "eventLoops", "loops": 1, "flush": { "kind": "drained" }, "highWaterMarkBytes": 100 },
            "connections": { "kind": "shared", "count": 2, "pick": "random" },
        },
        "network": { "rttUs": 1 },
    })));
    let recording = Recording::of(&mut simulation, u64::MAX);
    assert!(recording.lives().len() > 1000);
}

/// Two callers of one ring, 8 µs away, and a delay of 20 µs after a flush: commands and replies take 8 µs, then writer and callers wait, nothing
/// else happens, and Linux' epoll_wait() sleeps for a millisecond. With timers to the nanosecond the cycle is the delay itself.
#[test]
fn a_short_sleep_of_a_goroutine_takes_a_millisecond_where_nothing_else_happens() {
    let with = |callers: u32, delay_us: u32, tick_ns: u32| {
        let simulation = run(&scenario(&json!({
            "run": { "warmupMs": 10, "measuredMs": 100 },
            "workload": { "arrivals": { "kind": "closed", "callers": callers } },
            "client": {
                "cores": 4,
                "runtime": { "kind": "goroutines", "gomaxprocs": 4 },
                "io": { "kind": "writerReader", "flushDelayUs": delay_us },
                "connections": one(),
            },
            "network": { "rttUs": 8 },
            "costs": { "profile": "ideal", "overrides": { "goPollGranularityNs": tick_ns, "commandNs": 1 } },
        })));
        simulation.summary().response_time.mean_us.expect("requests have completed")
    };
    // The two commands of a flush are executed one after the other; both replies are then on the way.
    let near = |seen: f64, expected: f64| assert!((seen - expected).abs() < 0.5, "{seen} µs, not {expected}");
    near(with(1, 20, 1_000_000), 8.0);
    near(with(2, 20, 0), 20.0);
    near(with(2, 20, 1_000_000), 1008.0);
    // The replies are there later than the delay, and end each sleep: a round trip or two.
    assert!((8.0..16.5).contains(&with(2, 5, 1_000_000)), "{} µs", with(2, 5, 1_000_000));
    // Whole milliseconds first, and then what is left, which takes one more.
    near(with(2, 2500, 1_000_000), 3008.0);
}

/// go-redis' AutoPipeline waits for `flushDelayUs` before each batch, whenever the last one was: a round trip and a millisecond.
#[test]
fn a_batch_that_waits_for_others_waits_a_millisecond_in_go() {
    let with = |delay_us: u32| {
        run(&scenario(&json!({
            "run": { "warmupMs": 10, "measuredMs": 200 },
            "workload": { "arrivals": { "kind": "closed", "callers": 64 } },
            "client": {
                "cores": 2,
                "runtime": { "kind": "goroutines", "gomaxprocs": 2 },
                "io": { "kind": "writerReader", "flushDelayUs": delay_us, "maxBatch": 300 },
                "connections": one(),
            },
            "network": { "rttUs": 480 },
            "costs": { "profile": "ideal", "overrides": { "goPollGranularityNs": 1_000_000 } },
        })))
        .summary()
    };
    let response = |summary: &Summary| summary.response_time.mean_us.expect("requests have completed");
    // Without a delay a command waits at most for the batch before its own.
    assert!(response(&with(0)) <= 960.0, "{} µs", response(&with(0)));
    let patient = with(250);
    assert!((response(&patient) - 1480.0).abs() < 1e-6, "{} µs", response(&patient));
    assert_eq!(patient.batching.commands_per_client_write, Some(64.0));
}

/// ioredis' auto-pipelining with one caller is a pipeline for each command; with many a pipeline for all of them.
#[test]
fn auto_pipelining_costs_javascript_for_each_pipeline_and_each_command() {
    let client_us = |callers: u32, overrides: &Value| {
        let simulation = run(&scenario(&json!({
            "run": { "warmupMs": 10, "measuredMs": 100 },
            "workload": { "arrivals": { "kind": "closed", "callers": callers } },
            "client": {
                "cores": 1,
                "runtime": { "kind": "eventLoop" },
                "io": { "kind": "eventLoops", "loops": 1, "flush": { "kind": "oneInFlight" } },
                "connections": { "kind": "shared", "count": 1 },
            },
            "network": { "rttUs": 1000 },
            "costs": { "profile": "ideal", "overrides": overrides },
        })));
        let summary = simulation.summary();
        (summary.hosts[0].user * 1e6 / summary.throughput.per_sec, summary.response_time.mean_us.unwrap_or(0.0))
    };
    let costs = json!({ "nodeJsPipelineNs": 5000, "nodeJsPipelineCommandNs": 2000 });
    let (work, response) = client_us(1, &costs);
    assert!((work - 7.0).abs() < 0.05 && (response - 1007.0).abs() < 0.01, "{work} µs of work, {response} µs");
    let (work, _) = client_us(20, &costs);
    assert!((work - (2.0 + 5.0 / 20.0)).abs() < 0.05, "{work} µs of work a command");
}

/// Replies of 300 kB on one event loop: what decoding their bytes takes is what the loop can do.
#[test]
fn large_replies_fill_the_loop_that_decodes_them() {
    let summary = run(&scenario(&json!({
        "run": { "warmupMs": 100, "measuredMs": 1000 },
        "workload": { "arrivals": { "kind": "closed", "callers": 4 }, "command": { "replyBytes": 300_064 } },
        "client": {
            "cores": 2,
            "io": { "kind": "eventLoops", "loops": 1 },
            "connections": { "kind": "shared", "count": 1 },
        },
        "network": { "rttUs": 0 },
        "costs": { "profile": "ideal", "overrides": { "decodePerByteNs": 20 } },
    })))
    .summary();
    // 300 000 bytes of 20 ns are 6 ms for each, and four callers wait for four of them.
    let (rate, mean) = (summary.throughput.per_sec, summary.response_time.mean_us.unwrap_or(0.0));
    assert!((rate - 1e3 / 6.0).abs() < 1.5, "{rate} a second");
    assert!((mean - 24_000.0).abs() < 300.0, "{mean} µs");
}

/// The client's own code varies around the same mean; 0 is what it was without.
#[test]
fn varying_steps_keep_their_mean_and_break_the_step_of_callers() {
    let with = |percent: u32| {
        run(&scenario(&json!({
            "run": { "warmupMs": 20, "measuredMs": 400 },
            "workload": { "arrivals": { "kind": "closed", "callers": 1 } },
            "client": { "cores": 1, "connections": { "kind": "pooled", "maxTotal": 1 } },
            "network": { "rttUs": 10 },
            "costs": { "profile": "ideal", "overrides": { "encodeNs": 10_000, "clientVariationPercent": percent } },
        })))
        .summary()
    };
    let (constant, varying) = (with(0), with(50));
    let mean = |summary: &Summary| summary.response_time.mean_us.unwrap_or(0.0);
    assert!((mean(&constant) - 20.0).abs() < 1e-3, "{} µs", mean(&constant));
    // 20 000 steps of 10 µs with a deviation of 5: the mean is known to 0.035 µs.
    assert!((mean(&varying) - 20.0).abs() < 0.15, "{} µs", mean(&varying));
    // A least time of a half and an exponential rest: 1 % take 10 + 5 + 5 ln 100 µs or more.
    let tail = varying.response_time.p99_us.unwrap_or(0.0);
    assert!((tail - 38.0).abs() < 1.0, "{tail} µs");
}
