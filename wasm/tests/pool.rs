//! The connection pool against hand-computed numbers: what tests, openings, closings and limits cost, and where they show.

use crate::support::recorded::Recording;
use crate::support::{calls, finished, finished_run, mean_in, pool_of, scenario};
use engine::metric::summary::Summary;
use engine::metric::vocabulary::{Activity, Failure, Phase, ThreadClass};
use engine::sim::Simulation;
use serde_json::{Value, json};

const RTT: f64 = 1000.0;

/// A closed loop of `callers` over `connections` on a network of 1 ms where nothing but waiting takes time.
fn pooled(callers: u32, connections: Value) -> Value {
    json!({
        "run": { "warmupMs": 200, "measuredMs": 1000 },
        "workload": { "arrivals": { "kind": "closed", "callers": callers } },
        "client": { "cores": 64, "connections": connections },
        "network": { "rttUs": RTT },
        "costs": { "profile": "ideal" },
    })
}

fn merged(mut pool: Value, settings: &Value) -> Value {
    let fields = settings.as_object().expect("settings are an object");
    pool.as_object_mut().expect("a pool is an object").extend(fields.clone());
    pool
}

fn server_reads_per_request(summary: &Summary) -> f64 {
    let is_read = |rate: &&engine::metric::summary::SyscallRate| {
        (rate.class, rate.syscall) == (ThreadClass::ServerMain, Activity::Read)
    };
    summary.syscalls.iter().find(is_read).and_then(|rate| rate.per_request).expect("the server reads")
}

/// S2-05: 1, 2, 3 commands an operation for no test, one, both. Each test is a full round trip that holds the connection, so
/// K connections complete K / (round trips × RTT); each is also a read() and a write() of the server.
#[test]
fn a_test_costs_a_round_trip_and_an_event_of_the_server() {
    for io in [json!({ "kind": "blocking" }), json!({ "kind": "eventLoops", "loops": 2 })] {
        for (borrow, give_back) in [(false, false), (true, false), (false, true), (true, true)] {
            let settings = json!({ "testOnBorrow": borrow, "testOnReturn": give_back });
            let mut value = pooled(8, merged(json!({ "kind": "pooled", "maxTotal": 4 }), &settings));
            value["client"]["io"] = io.clone();
            let (_, summary) = finished_run(&value);
            let trips = 1.0 + f64::from(u8::from(borrow)) + f64::from(u8::from(give_back));
            assert!((summary.throughput.per_sec - 4.0 * 1e6 / (trips * RTT)).abs() <= 4.0, "{:?}", summary.throughput);
            assert!((server_reads_per_request(&summary) - trips).abs() < 0.01, "{settings}");
            let in_tests = [Phase::TestOnBorrow, Phase::TestOnReturn].map(|phase| mean_in(&summary, phase));
            assert_eq!(in_tests, [borrow, give_back].map(|on| if on { RTT } else { 0.0 }), "{settings}");
        }
    }
}

/// Opening takes three round trips: the handshake of TCP, HELLO, CLIENT SETINFO.
#[test]
fn a_connection_for_each_request_costs_three_round_trips_more() {
    let (simulation, summary) = finished_run(&pooled(3, json!({ "kind": "perRequest" })));
    assert!((summary.throughput.per_sec - 3.0 * 1e6 / (4.0 * RTT)).abs() <= 3.0, "{:?}", summary.throughput);
    assert_eq!((mean_in(&summary, Phase::Connect), mean_in(&summary, Phase::WaitConnection)), (3.0 * RTT, 0.0));
    let usage = simulation.world().cpu.usage(simulation.now());
    let accepted = usage[ThreadClass::ServerMain as usize].calls[Activity::Accept as usize] as f64;
    let closed = usage[ThreadClass::ServerMain as usize].calls[Activity::Close as usize] as f64;
    assert!((accepted - summary.requests.completed).abs() <= 3.0 && (closed - accepted).abs() <= 3.0);
}

/// A client that says less while it opens needs fewer round trips (redigo none, go-redis one); TCP's own always comes first, and
/// `testOnCreate` adds a PING. The server accepts each connection once.
#[test]
fn opening_takes_the_round_trips_of_the_client() {
    for io in [json!({ "kind": "blocking" }), json!({ "kind": "eventLoops", "loops": 2 })] {
        for (round_trips, test) in [(0, false), (1, false), (3, false), (0, true), (2, true)] {
            let mut value = pooled(3, json!({ "kind": "pooled", "maxTotal": 3, "maxIdle": 0, "testOnCreate": test }));
            value["client"]["handshakeRoundTrips"] = json!(round_trips);
            value["client"]["io"] = io.clone();
            let (simulation, summary) = finished_run(&value);
            let trips = 1.0 + f64::from(round_trips) + f64::from(u8::from(test));
            assert_eq!(mean_in(&summary, Phase::Connect), trips * RTT, "{round_trips} {test} {io}");
            let usage = simulation.world().cpu.usage(simulation.now());
            let accepted = usage[ThreadClass::ServerMain as usize].calls[Activity::Accept as usize] as f64;
            assert!((accepted - summary.requests.completed).abs() <= 3.0, "{accepted} accepted");
        }
    }
}

/// Whoever writes and reads one command at a time does so once a command: the beginnings and ends of connections are no commands,
/// and what evictors write are calls like those of callers.
#[test]
fn calls_carry_commands_whoever_makes_them_and_nothing_else() {
    let idle = json!({ "kind": "pooled", "maxTotal": 8, "timeBetweenEvictionRunsMs": 5, "testWhileIdle": true });
    let short_lived = json!({ "kind": "pooled", "maxTotal": 3, "maxIdle": 0 });
    let [threads, loops] = [json!({ "kind": "blocking" }), json!({ "kind": "eventLoops", "loops": 2 })];
    for (connections, io, round_trips) in [
        (&idle, &threads, 2),
        (&idle, &loops, 1),
        (&short_lived, &threads, 1),
        (&short_lived, &loops, 0),
        (&json!({ "kind": "perRequest" }), &threads, 0),
    ] {
        let mut value = pooled(3, connections.clone());
        value["client"]["io"] = io.clone();
        value["client"]["handshakeRoundTrips"] = json!(round_trips);
        let (_, Summary { batching, .. }) = finished_run(&value);
        let per_call = [batching.commands_per_client_write, batching.replies_per_client_read];
        for commands in per_call.map(|commands| commands.expect("there are calls")) {
            assert!((commands - 1.0).abs() < 0.01, "{connections}: {batching:?}");
        }
        assert!(batching.commands_per_server_read.is_some_and(|commands| commands < 1.01), "{batching:?}");
    }
}

/// So a node of a cluster has read as many commands as it was asked for, however many connections that took.
#[test]
fn nodes_count_commands_and_no_connections() {
    let mut value = pooled(3, json!({ "kind": "perRequest" }));
    value["client"]["handshakeRoundTrips"] = json!(0);
    value["server"] = json!({ "nodes": 3 });
    let (_, summary) = finished_run(&value);
    let commands: f64 = summary.nodes.iter().map(|node| node.commands_per_sec).sum();
    assert!((commands / summary.throughput.per_sec - 1.0).abs() < 0.01, "{commands} {:?}", summary.throughput);
}

/// `testOnCreate` costs where a connection is opened and nowhere else.
#[test]
fn a_warm_pool_has_nothing_to_test_on_create() {
    let fingerprint = |test: bool| {
        finished_run(&pooled(3, json!({ "kind": "pooled", "maxTotal": 3, "testOnCreate": test }))).1.fingerprint
    };
    assert_eq!(fingerprint(true), fingerprint(false));
}

/// A cold pool opens each connection once; then it is a warm one.
#[test]
fn a_cold_pool_opens_what_it_needs_and_no_more() {
    let cold = json!({ "kind": "pooled", "maxTotal": 8, "warm": false });
    let mut value = pooled(3, cold);
    value["run"]["warmupMs"] = json!(0);
    let (simulation, summary) = finished_run(&value);
    let usage = simulation.world().cpu.usage(simulation.now());
    assert_eq!(usage[ThreadClass::Caller as usize].calls[Activity::Connect as usize], 3);
    assert_eq!(pool_of(&simulation).idle(), 0);
    // 1000 ms for each caller, of which 3 for opening.
    assert_eq!(summary.requests.completed, 3.0 * 997.0);
}

/// With `maxIdle` 0 no connection survives its request: four round trips each (phenomenon 15 of the survey of mechanisms).
/// With FIFO hand-off (Go) whoever waits opens the next one; with barging (commons-pool2) the returner does, for the waiter.
#[test]
fn a_pool_that_keeps_nothing_opens_a_connection_for_every_request() {
    for (handoff, callers) in [("fifo", 2), ("fifo", 6), ("barging", 2)] {
        let keeps_nothing = json!({ "kind": "pooled", "maxTotal": 2, "maxIdle": 0, "handoff": handoff });
        let (_, summary) = finished_run(&pooled(callers, keeps_nothing));
        assert!((summary.throughput.per_sec - 2.0 * 1e6 / (4.0 * RTT)).abs() <= 4.0, "{:?}", summary.throughput);
    }
    let keeps_nothing = json!({ "kind": "pooled", "maxTotal": 2, "maxIdle": 0 });
    let (_, summary) = finished_run(&pooled(6, keeps_nothing));
    assert!(summary.throughput.per_sec < 550.0, "{:?}", summary.throughput);
    assert!(mean_in(&summary, Phase::GiveBack) > 2.9 * RTT, "the returner opens the next connection");
}

/// With enough idle connections allowed, nothing is closed; with fewer, what comes back in excess is.
#[test]
fn fewer_idle_connections_than_a_burst_uses_mean_churn() {
    let mut before = f64::INFINITY;
    for max_idle in [8, 4, 0] {
        let mut value = pooled(8, json!({ "kind": "pooled", "maxTotal": 8, "maxIdle": max_idle }));
        value["workload"]["arrivals"]["thinkUs"] = json!({ "kind": "exponential", "mean": 3000 });
        let (_, summary) = finished_run(&value);
        assert!(summary.throughput.per_sec < before, "maxIdle {max_idle}: {:?}", summary.throughput);
        before = summary.throughput.per_sec;
    }
}

/// redigo closes the connection idle longest instead of the one that comes back, so fewer become too old to be lent; without such a limit it
/// is all the same which.
#[test]
fn redigo_keeps_what_comes_back_to_a_full_pool() {
    let closes = |check: &str, idle_timeout: f64| {
        let pool = json!({
            "kind": "pooled", "maxTotal": 8, "maxIdle": 4, "handoff": "fifo", "checkOnGet": check, "idleTimeoutMs": idle_timeout,
        });
        let mut value = pooled(8, pool);
        value["client"]["runtime"] = json!({ "kind": "goroutines", "gomaxprocs": 8 });
        value["workload"]["arrivals"]["thinkUs"] = json!({ "kind": "exponential", "mean": 3000 });
        calls(&finished_run(&value).1, ThreadClass::Caller, Activity::Close)
    };
    let [redigo, go_redis] = ["none", "peek"].map(|check| closes(check, 2.0));
    assert!(redigo < 0.97 * go_redis, "{redigo} {go_redis}");
    assert_eq!(closes("none", 0.0), closes("peek", 0.0));
}

/// One connection, two callers, a command of 5 ms, patience for 2 ms: with fair hand-off every second request fails after
/// exactly 2 ms, and everything is accounted for.
#[test]
fn patience_ends_when_it_should() {
    let mut value = pooled(2, json!({ "kind": "pooled", "maxTotal": 1, "handoff": "fifo", "maxWaitMs": 2 }));
    value["workload"]["command"] = json!({ "execUs": { "kind": "constant", "value": 4000 } });
    let (_, summary) = finished_run(&value);
    let requests = &summary.requests;
    assert_eq!(requests.failures.len(), 1);
    assert_eq!(requests.failures[0].count, requests.failed);
    // In 5 ms one succeeds; the other caller fails at 2 ms and 4 ms, and gets the connection at 5 ms.
    assert!((requests.failed / requests.completed - 2.0).abs() < 0.02, "{requests:?}");
    assert!((summary.throughput.per_sec - 200.0).abs() <= 1.0, "{:?}", summary.throughput);
    assert_eq!(summary.response_time.max_us, Some(6000.0), "a wait of 1 ms and a request of 5");
    // Three leave in 5 ms, whose stays of 6, 2 and 2 ms two callers have one after the other.
    let mean = summary.little.mean_response_us.expect("half of them are answered");
    assert!((mean - 10_000.0 / 3.0).abs() < 10.0, "{mean}");
}

/// `blockWhenExhausted` off (and redigo's `Wait`): who finds no connection fails in the same instant, however patient it is, and
/// tries again when it is told to.
#[test]
fn without_waiting_an_exhausted_pool_refuses_at_once() {
    let refusing = json!({ "kind": "pooled", "maxTotal": 2, "blockWhenExhausted": false, "maxWaitMs": 50 });
    let mut value = pooled(3, refusing);
    value["workload"]["arrivals"]["thinkUs"] = json!({ "kind": "constant", "value": 500 });
    let (_, summary) = finished_run(&value);
    let requests = &summary.requests;
    assert_eq!(requests.failures.iter().map(|f| f.failure).collect::<Vec<_>>(), [Failure::PoolExhausted]);
    assert_eq!(requests.failures[0].count, requests.failed);
    assert!(requests.failed > 0.0);
    assert_eq!((mean_in(&summary, Phase::WaitConnection), summary.response_time.max_us), (0.0, Some(RTT)));

    value["client"]["retry"] = json!({ "maxRetries": 100, "minBackoffMs": 0.1, "maxBackoffMs": 0.5 });
    let (_, patient) = finished_run(&value);
    assert_eq!(patient.requests.failed, 0.0);
    assert!(mean_in(&patient, Phase::Backoff) > 0.0);
}

/// Idle connections are tested one after another: with n of them a run takes n round trips.
#[test]
fn the_evictor_tests_closes_and_refills() {
    let mut value = undisturbed(json!({ "testWhileIdle": true }));
    let (simulation, _) = finished_run(&value);
    // 995 ms with a pause of 100 ms and 10 tests of 1 ms each: nine runs, and nobody disturbs them.
    assert_eq!(usage(&simulation, Activity::Write), 90);
    assert_eq!(pool_of(&simulation).idle(), 10);

    value["run"]["warmupMs"] = json!(200);
    value["client"]["connections"]["minEvictableIdleMs"] = json!(50);
    value["client"]["connections"]["minIdle"] = json!(4);
    let (simulation, _) = finished_run(&value);
    assert_eq!(pool_of(&simulation).idle(), 4);
    let (opened, closed) = (usage(&simulation, Activity::Connect), usage(&simulation, Activity::Close));
    assert!(opened > 30 && opened.abs_diff(closed) <= 4, "every run replaces its four: {opened} and {closed}");
}

/// A run looks at `numTestsPerEvictionRun` connections, or a part of those that are idle, and the next run goes on behind them.
#[test]
fn the_evictor_looks_at_as_many_as_it_is_told() {
    // 995 ms hold 9 pauses of 100 ms with a run of less than 10 ms behind each.
    for (tests, a_run) in [(3, 3), (12, 10), (-1, 10), (-4, 3), (0, 0)] {
        let (simulation, _) =
            finished_run(&undisturbed(json!({ "testWhileIdle": true, "numTestsPerEvictionRun": tests })));
        let runs = usage(&simulation, Activity::Write) / a_run.max(1);
        assert!(if a_run == 0 { runs == 0 } else { runs == 9 }, "{tests}: {runs} runs of {a_run}");
    }
    // Three a run of ten that are too old: four runs until none is left.
    let closing = |runs: f64| {
        let settings = json!({ "numTestsPerEvictionRun": 3, "minEvictableIdleMs": 50 });
        let mut value = undisturbed(settings);
        value["run"] = json!({ "warmupMs": 0, "measuredMs": 100.0 * runs + 50.0 });
        pool_of(&finished_run(&value).0).idle()
    };
    assert_eq!([0.0, 1.0, 2.0, 3.0, 4.0, 5.0].map(closing), [10, 7, 4, 1, 0, 0]);
}

/// `softMinEvictableIdle` closes only what is idle beyond `minIdle`; `minEvictableIdle` closes the others too.
#[test]
fn the_soft_limit_leaves_min_idle_connections() {
    let left = |settings: Value| {
        let (simulation, _) = finished_run(&undisturbed(settings));
        (pool_of(&simulation).idle(), usage(&simulation, Activity::Close), usage(&simulation, Activity::Connect))
    };
    assert_eq!(left(json!({ "minIdle": 4, "softMinEvictableIdleMs": 50 })), (4, 6, 0));
    assert_eq!(left(json!({ "minIdle": 4, "softMinEvictableIdleMs": 0 })), (10, 0, 0));
}

/// Ten idle connections, an evictor every 100 ms, and a caller that sleeps for the whole run of 995 ms.
fn undisturbed(settings: Value) -> Value {
    let mut value =
        pooled(1, merged(json!({ "kind": "pooled", "maxTotal": 10, "timeBetweenEvictionRunsMs": 100 }), &settings));
    value["run"] = json!({ "warmupMs": 0, "measuredMs": 995 });
    value["workload"]["arrivals"] =
        json!({ "kind": "closed", "callers": 1, "thinkUs": { "kind": "constant", "value": 1e8 } });
    value
}

fn usage(simulation: &Simulation, activity: Activity) -> u64 {
    simulation.world().cpu.usage(simulation.now())[ThreadClass::Evictor as usize].calls[activity as usize]
}

/// S0-30: the proxy around a borrowed connection costs the borrower's own time, once a request.
#[test]
fn wrapping_costs_what_it_costs() {
    let mut value = pooled(4, json!({ "kind": "pooled", "maxTotal": 4, "wrap": true }));
    value["costs"] = json!({ "profile": "ideal", "overrides": { "wrapNs": 250_000 } });
    let (_, summary) = finished_run(&value);
    assert!((summary.throughput.per_sec - 4.0 * 1e6 / (RTT + 250.0)).abs() <= 4.0, "{:?}", summary.throughput);
}

/// A waiter that was woken for nothing joins the queue again before it lets go of the pool's lock (`Condition.await`): a
/// connection that comes back while it wakes the next one is not left lying there until somebody else returns another. Here
/// nothing comes after a batch for 100 ms and more: whoever was forgotten would wait for that long.
#[test]
fn whoever_looks_in_vain_is_not_forgotten_while_it_passes_on_the_lock() {
    let crowd = json!({
        "run": { "measuredMs": 6000 },
        "workload": {
            "arrivals": { "kind": "closed", "callers": 4, "thinkUs": { "kind": "exponential", "mean": 100_000 } },
            "batch": { "kind": "multiKey", "size": 100 },
        },
        "client": {
            "cores": 8,
            "connections": { "kind": "pooled", "maxTotal": 8 },
            "crossSlot": { "kind": "split", "by": "key", "workers": 32, "collect": { "kind": "join" } },
        },
        "network": { "rttUs": 500 },
        "server": { "nodes": 6 },
    });
    for seed in 1..5 {
        let mut value = crowd.clone();
        value["seed"] = json!(seed);
        let (_, summary) = finished_run(&value);
        let longest = summary.response_time.max_us.expect("requests have completed");
        assert!(longest < 15_000.0, "seed {seed}: {longest} µs for a batch of about 2.3 ms");
    }
}

/// redigo's IdleTimeout: one caller that comes every 3 ms to a warm pool of 4 finds connections that have been idle for longer than 2 ms.
/// It closes them all, opens its own anew (three round trips), and so each time: the one that it gave back is stale, too.
#[test]
fn what_was_idle_for_too_long_is_closed_by_who_comes() {
    let with = |idle: f64| {
        let mut value = pooled(1, json!({ "kind": "pooled", "maxTotal": 4, "idleTimeoutMs": idle }));
        value["client"]["runtime"] = json!({ "kind": "goroutines" });
        value["workload"]["arrivals"]["thinkUs"] = json!({ "kind": "constant", "value": 3000 });
        value["run"]["warmupMs"] = json!(0);
        let (simulation, summary) = finished_run(&value);
        let closed = simulation.world().cpu.usage(simulation.now())[ThreadClass::Caller as usize].calls
            [Activity::Close as usize];
        (closed as f64 - summary.requests.completed, mean_in(&summary, Phase::Connect), summary.fingerprint)
    };
    let (closed, connecting, _) = with(2.0);
    // Three that nobody had used, and one for each request.
    assert!((closed - 3.0).abs() <= 1.0, "{closed} more than requests");
    assert_eq!(connecting, 3.0 * RTT);
    let (_, connecting, used) = with(10.0);
    assert_eq!(connecting, 0.0, "its own comes back in time");
    // Those behind it go once, after 10 ms.
    assert_ne!(used, with(0.0).2);
}

/// go-redis' ConnMaxLifetime of 10 ms: a connection is opened in 3 ms, lent at the ages of 3, 4 … 9 ms, and closed by who finds it 10 ms
/// old. So 7 requests in 10 ms, whether they queue for it (and are handed it) or one comes at a time (and finds it idle).
#[test]
fn who_gets_a_connection_that_is_too_old_opens_another() {
    for callers in [1, 4] {
        let pool = json!({ "kind": "pooled", "maxTotal": 1, "handoff": "fifo", "maxLifetimeMs": 10 });
        let mut value = pooled(callers, pool);
        value["client"]["runtime"] = json!({ "kind": "goroutines" });
        let summary = finished(&value);
        assert!((summary.throughput.per_sec - 700.0).abs() <= 2.0, "{callers}: {:?}", summary.throughput);
    }
}

/// go-redis' MinIdleConns: the first of two takes the one idle connection, for three round trips. What it leaves missing is opened
/// meanwhile, in one, so the second, half a round trip later than that, need not wait for an opening of its own.
#[test]
fn what_a_borrower_leaves_missing_is_opened_in_the_background() {
    let connecting = |fills: bool| {
        let pool = json!({ "kind": "pooled", "maxTotal": 4, "warm": false, "minIdle": 1, "fillInBackground": fills });
        let mut value = pooled(2, pool);
        value["client"]["runtime"] = json!({ "kind": "goroutines" });
        value["client"]["handshakeRoundTrips"] = json!(0);
        value["workload"]["batch"] = json!({ "kind": "transaction", "size": 2, "roundTrips": 3 });
        value["workload"]["arrivals"]["rampUs"] = json!(3.0 * RTT);
        // Both are at their second requests then.
        value["run"] = json!({ "warmupMs": 0, "measuredMs": 5.9 });
        let (simulation, summary) = finished_run(&value);
        assert_eq!(summary.requests.completed, 2.0);
        (mean_in(&summary, Phase::Connect), pool_of(&simulation).open(), pool_of(&simulation).idle())
    };
    assert_eq!(connecting(false), (RTT / 2.0, 2, 0), "the second opens its own");
    // Each of them leaves the pool without an idle connection.
    assert_eq!(connecting(true), (0.0, 3, 1));
}

/// A server that takes 5 ms for a command, and a caller that waits 3 ms for its answer. It gives up, closes the connection and opens
/// another: a round trip for TCP, then HELLO, which waits until what was given up has been executed (so 2 ms instead of 1), and
/// CLIENT SETINFO, another round trip. So each request takes 7 ms and fails, while the server works for 5 of them.
fn impatient(client: Value) -> Value {
    let mut value = pooled(1, json!({ "kind": "pooled", "maxTotal": 1 }));
    value["client"]["io"] = json!({ "kind": "blocking", "replyTimeoutMs": 3 });
    value["workload"]["command"] = json!({ "execUs": { "kind": "constant", "value": 5000 } });
    merged(value["client"].take(), &client).clone_into(&mut value["client"]);
    value["run"] = json!({ "warmupMs": 0, "measuredMs": 699 });
    value
}

fn failures(summary: &Summary, reason: Failure) -> f64 {
    summary.requests.failures.iter().find(|failure| failure.failure == reason).map_or(0.0, |failure| failure.count)
}

#[test]
fn what_is_given_up_is_executed_all_the_same() {
    for runtime in ["threads", "goroutines"] {
        let (simulation, summary) = finished_run(&impatient(json!({ "runtime": { "kind": runtime } })));
        assert_eq!((summary.requests.completed, failures(&summary, Failure::ReplyTimeout)), (0.0, 100.0), "{runtime}");
        let main =
            summary.threads.iter().find(|group| group.class == ThreadClass::ServerMain).expect("there is a server");
        assert!((main.shares.user - 5.0 / 7.0).abs() < 0.01, "{runtime}: {}", main.shares.user);
        assert!(simulation.world().reply_timeouts.count() <= 1);
        assert_eq!(pool_of(&simulation).open(), 1);
    }
}

#[test]
fn the_trace_tells_who_has_failed_and_why() {
    let mut simulation = Simulation::new(&scenario(&impatient(json!({}))));
    let spans = Recording::of(&mut simulation, 699_000_000).all();
    let failed: Vec<_> =
        spans.iter().filter_map(|span| span.failure().map(|why| (why, span.start, span.end))).collect();
    // The first one finds a connection; all others open one.
    let end = |n: u64| 3_000_000 + n * 7_000_000;
    let expected: Vec<_> = (0..100).map(|n| (Failure::ReplyTimeout, end(n), end(n))).collect();
    assert_eq!(failed, expected);
    let last = |id| spans.iter().filter(|span| span.phase().is_some() && span.request == id).map(|span| span.end).max();
    assert_eq!(last(4), Some(end(4)), "at the end of its last phase");
}

/// With one more try, and a pause of 1 ms before it, the first request fails after 3 ms, the pause, and 6 ms: HELLO of its second try
/// waits for nobody, as the server finishes in the pause. Every other one takes 4 ms more, because it begins without a connection.
#[test]
fn who_gets_no_answer_tries_again() {
    let retry = json!({ "maxRetries": 1, "minBackoffMs": 1, "maxBackoffMs": 1 });
    let (_, summary) = finished_run(&impatient(json!({ "retry": retry })));
    let failed = 1.0 + ((699.0 - 10.0) / 14.0_f64).floor();
    assert_eq!((summary.requests.completed, failures(&summary, Failure::ReplyTimeout)), (0.0, failed));
}

/// Where the commands before a PING take longer than it may, the borrower closes that connection and takes another, which it tests as well
/// or has to open (redigo's `Pool.GetContext`, whose loop goes on with the next idle one). The request itself has not failed.
#[test]
fn after_a_test_without_an_answer_the_next_connection_is_tried() {
    let pool = json!({ "kind": "pooled", "maxTotal": 4, "testOnBorrow": true, "handoff": "fifo" });
    let mut value = pooled(8, pool);
    value["client"]["io"] = json!({ "kind": "blocking", "replyTimeoutMs": 12 });
    value["workload"]["command"] = json!({ "execUs": { "kind": "exponential", "mean": 5000 } });
    let mut simulation = Simulation::new(&scenario(&value));
    let lives = Recording::of(&mut simulation, 1_000_000_000).lives();
    let mut futile = 0;
    for stays in lives.values().map(|life| &life.stays) {
        for (at, test) in stays.iter().enumerate().filter(|(_, stay)| stay.phase == Phase::TestOnBorrow) {
            let next = stays[at + 1..].iter().find(|stay| stay.connection != 0);
            let Some(again) = next.filter(|_| test.end - test.start >= 12_000_000) else { continue };
            futile += 1;
            assert!([Phase::TestOnBorrow, Phase::Connect].contains(&again.phase), "{stays:?}");
            assert_ne!((again.phase, again.connection), (Phase::TestOnBorrow, test.connection), "{stays:?}");
        }
    }
    assert!(futile > 10, "{futile}");
}

/// What comes within the limit is what would come without one.
#[test]
fn a_limit_that_nothing_exceeds_changes_nothing() {
    let with = |limit: f64| {
        let mut value = pooled(20, json!({ "kind": "pooled", "maxTotal": 4, "maxWaitMs": 50 }));
        value["client"]["io"] = json!({ "kind": "blocking", "replyTimeoutMs": limit });
        value["costs"] = json!({ "profile": "linux-server" });
        finished(&value)
    };
    let (without, with) = (with(0.0), with(100.0));
    assert_eq!((without.phases, without.requests), (with.phases, with.requests));
}

/// The listen queue of a server that stands still holds 511 connections: whoever comes then gets no answer to connect(), and what
/// is given up does not pile up for ever.
#[test]
fn a_server_that_stands_still_stops_taking_connections() {
    let mut value = pooled(400, json!({ "kind": "perRequest" }));
    value["client"]["io"] = json!({ "kind": "blocking", "replyTimeoutMs": 2 });
    value["client"]["handshakeRoundTrips"] = json!(0);
    value["workload"]["command"] = json!({ "execUs": { "kind": "constant", "value": 1e6 } });
    value["run"] = json!({ "warmupMs": 0, "measuredMs": 100 });
    let (simulation, summary) = finished_run(&value);
    // All 400 fail after a round trip for TCP and 2 ms of waiting, twice. When the second time has come for 111 of them, connect()
    // has no more answers: the other 290 fail every 2 ms, and so do the 110 before after their third time.
    assert_eq!(simulation.world().reply_timeouts.count(), 400 + 511 - 1);
    assert_eq!(
        summary.requests.failed,
        2.0 * 400.0 + 290.0 * (100.0 - 6.0) / 2.0 + 110.0 * (1.0 + (100.0_f64 - 9.0 - 1.0) / 2.0)
    );
}
