//! I/O threads of the server, against closed forms in the `ideal` profile, and their structure.

use crate::support::recorded::{Recording, Span};
use crate::support::{run, scenario};
use engine::metric::vocabulary::{Activity, Phase, ThreadClass};
use engine::sim::Simulation;
use serde_json::{Value, json};

const READ: u32 = 1000;
const WRITE: u32 = 3000;
const TURN: u32 = 500;
const COMMAND: u32 = 740;
const PARSE: u32 = 200;

/// A saturated server on as many cores as it likes; `more` costs come on top of those of every command.
fn saturated(clients: u32, pipeline: u32, threads: &Value, cores: u32, more: &Value) -> Value {
    let mut costs = json!({
        "socketReadNs": READ, "socketWriteNs": WRITE, "clientTurnNs": TURN, "commandNs": COMMAND, "parseNs": PARSE,
        "quantumNs": 3_000_000,
    });
    for (name, value) in more.as_object().expect("costs by name") {
        costs[name] = value.clone();
    }
    json!({
        "run": { "warmupMs": 5, "measuredMs": 50 },
        "workload": {
            "arrivals": { "kind": "closed", "callers": clients },
            "batch": { "kind": "pipeline", "size": pipeline },
        },
        "client": { "cores": 256, "connections": { "kind": "pooled", "maxTotal": clients } },
        "network": { "rttUs": 0 },
        "server": { "host": { "kind": "own", "cores": cores }, "ioThreads": threads },
        "costs": { "profile": "ideal", "overrides": costs },
    })
}

fn keys_per_sec(value: &Value) -> f64 {
    let simulation = run(&scenario(value));
    simulation.summary().throughput.per_sec * value["workload"]["batch"]["size"].as_f64().expect("a pipeline")
}

fn redis6(threads: u32, reads: bool) -> Value {
    json!({ "kind": "redis6", "threads": threads, "doReads": reads })
}

fn redis8(threads: u32) -> Value {
    json!({ "kind": "redis8", "threads": threads })
}

fn valkey8(threads: u32) -> Value {
    json!({ "kind": "valkey8", "threads": threads })
}

fn close(is: f64, should_be: f64, tolerance: f64) {
    assert!((is / should_be - 1.0).abs() <= tolerance, "{is} instead of {should_be}");
}

const NO_MORE: fn() -> Value = || json!({});

/// M-9: N clients take ceil(N/n) (r + w) + N c, where r includes what the reader does besides.
#[test]
fn redis_6_meets_at_a_barrier_after_reading_and_after_writing() {
    let clients = 96;
    let [read, write, command] = [READ + TURN + PARSE, WRITE, COMMAND - PARSE].map(f64::from);
    for threads in [2, 3, 4, 6, 8] {
        let share = f64::from(clients / threads);
        let n = f64::from(clients);
        let both = keys_per_sec(&saturated(clients, 1, &redis6(threads, true), 16, &NO_MORE()));
        close(both, n * 1e9 / (share * (read + write) + n * command), 0.03);
        let writes = keys_per_sec(&saturated(clients, 1, &redis6(threads, false), 16, &NO_MORE()));
        close(writes, n * 1e9 / (share * write + n * (read + command)), 0.03);
    }
}

/// M-10: the throughput grows with the threads until the main thread has no more time: min(1/c, n/(r + w)). T-2: with one
/// thread besides the main thread next to nothing is gained.
#[test]
fn redis_8_and_valkey_8_grow_with_their_threads_and_then_stand() {
    let io = f64::from(READ + TURN + PARSE + WRITE);
    let main = f64::from(COMMAND - PARSE);
    for threads in [2, 3, 5, 8, 12, 16] {
        let bounds = [1e9 / main, f64::from(threads - 1) * 1e9 / io];
        let [least, most] = [bounds[0].min(bounds[1]), bounds[0].max(bounds[1])];
        // Where both bounds are near each other, lists make the sides wait for each other; Valkey's main thread waits for a poll that
        // lies behind the jobs of a thread.
        let near = if most / least < 1.5 { 0.65 } else { 0.88 };
        for (kind, share) in [(redis8(threads), near), (valkey8(threads), 0.65)] {
            let is = keys_per_sec(&saturated(240, 1, &kind, 32, &NO_MORE()));
            assert!(is < 1.01 * least && is > share * least, "{kind}: {is}, bound {least}");
        }
    }
    let alone = keys_per_sec(&saturated(240, 1, &json!({ "kind": "none" }), 32, &NO_MORE()));
    let one = keys_per_sec(&saturated(240, 1, &redis8(2), 32, &NO_MORE()));
    assert!(one > alone && one < 1.2 * alone, "{one} against {alone}");
}

/// M-11, T-3: a deep pipeline leaves little to the I/O threads.
#[test]
fn a_deep_pipeline_gains_little_from_threads() {
    let gain = |pipeline| {
        let off = keys_per_sec(&saturated(120, pipeline, &json!({ "kind": "none" }), 16, &NO_MORE()));
        [2, 8].map(|threads| keys_per_sec(&saturated(120, pipeline, &redis8(threads), 16, &NO_MORE())) / off)
    };
    let [shallow, deep] = [gain(1), gain(16)];
    assert!(shallow[1] > 5.0, "{shallow:?}");
    assert!(deep[1] > 1.2 && deep[1] < 1.6 && deep[0] > 0.95 * deep[1], "{deep:?}");
}

/// S1-02 to S1-05: more threads are better, and so are threads that also read; but writes gain more than reads.
#[test]
fn the_order_of_redis_6_configurations_is_that_of_the_article() {
    let costs = json!({ "assignClientNs": 50, "cacheLineNs": 100 });
    let of = |threads: &Value| keys_per_sec(&saturated(100, 1, threads, 8, &costs));
    let off = of(&json!({ "kind": "none" }));
    let [[two, two_both], [four, four_both]] = [2, 4].map(|n| [false, true].map(|reads| of(&redis6(n, reads))));
    assert!(off < two && two < four && two < two_both && four < four_both && two_both < four_both);
    assert!(two / off > two_both / two && four / off > four_both / four, "{off} {two} {two_both} {four} {four_both}");
}

/// S1-16: one thread is the main thread alone.
#[test]
fn one_thread_is_none() {
    let fingerprint = |threads: &Value| run(&scenario(&saturated(20, 1, threads, 4, &NO_MORE()))).fingerprint();
    let none = fingerprint(&json!({ "kind": "none" }));
    for threads in [redis6(1, true), redis8(1), valkey8(1)] {
        assert_eq!(fingerprint(&threads), none, "{threads}");
    }
}

/// S1-19: below two pending clients a thread nobody is called, so light load gains nothing; neither does one connection of
/// any kind of threads of Redis 6.
#[test]
fn light_load_leaves_the_threads_alone() {
    let off = keys_per_sec(&saturated(7, 1, &json!({ "kind": "none" }), 8, &NO_MORE()));
    let simulation = run(&scenario(&saturated(7, 1, &redis6(4, true), 8, &NO_MORE())));
    close(simulation.summary().throughput.per_sec, off, 1e-9);
    assert_eq!(
        simulation.world().cpu.usage(simulation.now())[ThreadClass::ServerIo as usize].calls,
        [0; Activity::COUNT]
    );
}

/// T-15: threads that spin without a core of their own cost more than they do.
#[test]
fn more_threads_than_cores_are_a_loss() {
    let on = |cores| keys_per_sec(&saturated(64, 1, &redis6(4, true), cores, &json!({ "contextSwitchNs": 1300 })));
    let off = keys_per_sec(&saturated(64, 1, &json!({ "kind": "none" }), 4, &NO_MORE()));
    assert!(on(4) > 1.5 * off, "{} against {off}", on(4));
    assert!(on(3) < 0.5 * off && on(2) < 0.5 * off, "{} and {} against {off}", on(3), on(2));
}

/// Spans of a thread class at some activity: (start, end, lane).
fn spans(simulation: &Simulation, recording: &Recording, server_io: bool, wanted: &[Activity]) -> Vec<Span> {
    let main = simulation.world().io.main;
    let here = |lane: u16| if server_io { u32::from(lane) > main } else { u32::from(lane) == main };
    recording
        .all()
        .into_iter()
        .filter(|span| span.state().is_some() && here(span.lane) && wanted.contains(&span.activity()))
        .collect()
}

fn recorded(value: &Value) -> (Simulation, Recording) {
    let mut simulation = Simulation::new(&scenario(value));
    let recording = Recording::of(&mut simulation, 20_000_000);
    (simulation, recording)
}

/// S1-11, S1-12, S1-14, S1-20: all threads read, or all write, or the main thread executes; it works or spins meanwhile.
#[test]
fn redis_6_does_one_thing_at_a_time() {
    let (simulation, recording) = recorded(&saturated(40, 1, &redis6(4, true), 8, &json!({ "cacheLineNs": 100 })));
    let mut phases: Vec<(u64, u64, Activity)> = Vec::new();
    for server_io in [false, true] {
        for activity in [Activity::Read, Activity::Execute, Activity::Write] {
            let spans = spans(&simulation, &recording, server_io, &[activity]);
            assert!(!spans.is_empty() || (server_io && activity == Activity::Execute), "{activity:?}");
            phases.extend(spans.iter().map(|span| (span.start, span.end, activity)));
        }
    }
    phases.sort_unstable();
    let mut latest = (0, Activity::Read);
    for (start, end, activity) in phases {
        assert!(activity == latest.1 || start >= latest.0, "{activity:?} at {start} while {:?}", latest.1);
        latest = if activity == latest.1 { (latest.0.max(end), activity) } else { (end, activity) };
    }
    let main = simulation.summary().threads.into_iter().find(|group| group.class == ThreadClass::ServerMain);
    assert!(main.is_some_and(|group| group.shares.idle < 0.02), "it is busy or spins");
}

/// S1-13: clients are dealt in turn, so the shares of a turn differ by one at most. S1-15: and executed in the list's order.
#[test]
fn redis_6_deals_evenly() {
    let (simulation, recording) = recorded(&saturated(41, 1, &redis6(4, true), 8, &NO_MORE()));
    let main = simulation.world().io.main;
    let writes =
        recording.all().into_iter().filter(|span| span.state().is_some() && span.activity() == Activity::Write);
    let mut by_lane = std::collections::BTreeMap::<u16, u32>::new();
    writes.filter(|span| u32::from(span.lane) >= main).for_each(|span| *by_lane.entry(span.lane).or_default() += 1);
    let counts: Vec<u32> = by_lane.into_values().collect();
    // Of 41 clients the main thread has 11 and the others 10 each.
    let turns = counts[1];
    assert!(counts.len() == 4 && counts[1..].iter().all(|&n| n.abs_diff(turns) <= 10), "{counts:?}");
    close(f64::from(counts[0]) / f64::from(turns), 1.1, 0.05);
    let mut executed: Vec<_> =
        recording.lives().into_values().filter_map(|life| life.reached(Phase::Execute)).collect();
    let many = executed.len();
    executed.sort_unstable();
    executed.dedup();
    assert!(executed.len() == many && many > 1000, "two commands began at once");
}

/// S1-18: threads that have nothing to do burn their cores until the main thread locks them out, which it does only in a turn
/// that has replies. Threads of Redis 8 sleep in epoll_wait().
#[test]
fn idle_threads_of_redis_6_spin() {
    let of = |threads: &Value| {
        let mut value = saturated(64, 1, threads, 8, &json!({ "spinNs": 1, "epollWaitNs": 350 }));
        // All together once, and then nobody for a long time.
        value["workload"]["arrivals"]["thinkUs"] = json!({ "kind": "constant", "value": 1_000_000 });
        value["run"] = json!({ "warmupMs": 1010, "measuredMs": 100 });
        let threads = run(&scenario(&value)).summary().threads;
        threads.into_iter().find(|group| group.class == ThreadClass::ServerIo).expect("it has I/O threads").shares
    };
    assert!(of(&redis6(4, true)).user > 0.99 && of(&redis8(4)).idle > 0.99);
}

/// Threads that are locked out look a million times for work before they block, and are woken when there is enough again.
#[test]
fn threads_of_redis_6_block_when_they_are_locked_out() {
    let of = |look: u32| {
        let costs = json!({ "spinNs": look, "futexWakeNs": 1200 });
        let mut value = saturated(40, 1, &redis6(4, true), 8, &costs);
        // Single requests, which lock the threads out, and now and then a slow command behind which many collect.
        value["workload"]["arrivals"]["thinkUs"] = json!({ "kind": "exponential", "mean": 2000 });
        value["workload"]["command"] = json!({ "execUs": { "kind": "hyperexponential", "mean": 10, "scv": 100 } });
        value["run"] = json!({ "warmupMs": 0, "measuredMs": 400 });
        let simulation = run(&scenario(&value));
        let usage = simulation.world().cpu.usage(simulation.now());
        let wakes = usage[ThreadClass::ServerMain as usize].calls[Activity::FutexWake as usize];
        let io = simulation.summary().threads.into_iter().find(|group| group.class == ThreadClass::ServerIo);
        (wakes, io.expect("it has I/O threads").shares)
    };
    let [(few_wakes, long), (many_wakes, short)] = [of(1000), of(0)];
    assert!(long.user > 0.95 && long.idle < 0.05 && few_wakes <= 5, "a second of looking: {long:?}, {few_wakes} wakes");
    assert!(short.idle > 0.5 && many_wakes > 20, "none: {short:?}, {many_wakes} wakes");
}

/// Valkey 8 wakes as many threads as there are events for: one client is served by the main thread alone.
#[test]
fn valkey_8_adapts_to_the_load() {
    let alone = run(&scenario(&saturated(1, 1, &valkey8(8), 16, &NO_MORE())));
    assert_eq!(alone.world().cpu.usage(alone.now())[ThreadClass::ServerIo as usize].calls, [0; Activity::COUNT]);
    let busy = run(&scenario(&saturated(100, 1, &valkey8(8), 16, &NO_MORE())));
    let usage = busy.world().cpu.usage(busy.now());
    let reads = |class: ThreadClass| usage[class as usize].calls[Activity::Read as usize];
    assert!(reads(ThreadClass::ServerIo) > 20 * reads(ThreadClass::ServerMain).max(1), "the threads read");
}

/// While its threads have jobs the main thread does not poll: the last of them does, behind its jobs, so that a turn finds several events
/// and asks for several threads. If it polled itself it would find one event at a time, and never use more than one thread.
#[test]
fn threads_of_valkey_8_poll_for_the_main_thread() {
    let of = |threads: u32| {
        let mut value = saturated(100, 1, &valkey8(threads), 16, &json!({ "epollWaitNs": 350 }));
        value["network"]["rttUs"] = json!(200);
        let simulation = run(&scenario(&value));
        let usage = simulation.world().cpu.usage(simulation.now());
        let polls = |class: ThreadClass| usage[class as usize].calls[Activity::EpollWait as usize];
        let [main, io] = [ThreadClass::ServerMain, ThreadClass::ServerIo].map(polls);
        assert!(io > 4 * main, "{io} polls of {threads} threads, {main} of the main thread");
        simulation.summary().throughput.per_sec
    };
    let [two, eight] = [2, 8].map(of);
    assert!(eight > 1.8 * two, "{two} and {eight}");
}

/// As many rounds of all clients, whatever a wait for keys is shared by.
fn rounds_of_all(batch: u32, pipeline: u32) -> Value {
    let ms = if batch < 4 || pipeline > 1 { 500 } else { 1000 / batch };
    json!({ "warmupMs": ms / 10, "measuredMs": ms })
}

/// Keys that lie in memory cost a command what waiting for memory costs, unless the main thread brings those of a batch together: then they
/// cost the batch as much. A batch of one is none, and of what one client has sent only the first command is brought.
#[test]
fn valkey_8_waits_once_for_the_keys_of_a_batch() {
    let per_command = |memory: u32, batch: u32, pipeline: u32| {
        let mut threads = valkey8(16);
        threads["prefetchBatchMaxSize"] = json!(batch);
        let mut value = saturated(960, pipeline, &threads, 32, &json!({ "keyCacheMissNs": memory }));
        value["run"] = rounds_of_all(batch, pipeline);
        1e9 / keys_per_sec(&value)
    };
    for (batch, share) in [(0, 1.0), (1, 1.0), (4, 0.25), (16, 1.0 / 16.0)] {
        // In both the main thread is the bottleneck.
        let is = (per_command(20_000, batch, 1) - per_command(10_000, batch, 1)) / 10_000.0;
        // What is done when a batch begins does not always fill it.
        assert!((0.99..1.15).contains(&(is / share)), "{batch}: {is}");
    }
    let [near, far, together] = [(0, 16), (1000, 0), (1000, 16)].map(|(memory, batch)| per_command(memory, batch, 4));
    close(far - near, 1000.0, 0.05);
    close(far - together, 1000.0 / 4.0 * 15.0 / 16.0, 0.1);
}

/// Valkey 9 parses ahead all that it has read, and counts keys: of pipelines of 4 a batch of 16 keys is four clients, so that each key waits
/// a sixteenth. Of a pipeline of 40 the batch has the first 16 keys; the others come 16 at a time.
#[test]
fn valkey_9_waits_once_for_sixteen_keys_of_pipelines() {
    let per_command = |memory: u32, pipeline: u32| {
        // So few that there are many rounds of all of them.
        let clients = if pipeline > 16 { 96 } else { 960 };
        let mut value = saturated(clients, pipeline, &valkey8(16), 32, &json!({ "keyCacheMissNs": memory }));
        value["server"]["lookahead"] = json!(512);
        value["run"] = json!({ "warmupMs": 25, "measuredMs": 250 });
        1e9 / keys_per_sec(&value)
    };
    for (pipeline, waits) in [(1, 1.0 / 16.0), (4, 1.0 / 16.0), (40, 3.0 / 40.0)] {
        let is = (per_command(20_000, pipeline) - per_command(10_000, pipeline)) / 10_000.0;
        assert!((0.99..1.15).contains(&(is / waits)), "{pipeline}: {is}");
    }
}

/// What the main thread of Valkey does for a request besides its command: four jobs in rings, two that it puts there and two that it finds
/// finished. Threads of Valkey 9 parse all commands of a pipeline, so that it does not.
#[test]
fn valkey_pays_for_four_jobs_a_request() {
    let ns = |pipeline: u32, lookahead: u32, job: u32| {
        let mut value = saturated(480, pipeline, &valkey8(16), 32, &json!({ "ringJobNs": job }));
        value["server"]["lookahead"] = json!(lookahead);
        1e9 / keys_per_sec(&value)
    };
    close(ns(1, 1, 200), f64::from(4 * 200 + COMMAND - PARSE), 0.02);
    close(ns(4, 1, 200), f64::from(200 + COMMAND) - f64::from(PARSE) / 4.0, 0.02);
    close(ns(4, 512, 200), f64::from(200 + COMMAND - PARSE), 0.02);
    // Not the cost of Redis 8's lists.
    let fingerprint = |hand_over: u32| {
        run(&scenario(&saturated(48, 1, &valkey8(16), 32, &json!({ "clientHandoffNs": hand_over }))))
            .summary()
            .fingerprint
    };
    assert_eq!(fingerprint(0), fingerprint(5000));
}

/// Redis 8.4 parses 16 commands of a client before it executes the first, and one wait brings the keys of all of them: 40 wait three times. One
/// command is none ahead, and brings its keys itself. With an I/O thread as well.
#[test]
fn redis_8_waits_once_for_the_keys_of_what_it_has_parsed() {
    let mean = |threads: &Value, pipeline: u32, lookahead: u32, memory: u32| {
        let mut value = saturated(1, pipeline, threads, 8, &json!({ "keyCacheMissNs": memory }));
        value["server"]["lookahead"] = json!(lookahead);
        let summary = run(&scenario(&value)).summary();
        summary.response_time.mean_us.expect("there is one")
    };
    let without_prefetch = json!({ "kind": "redis8", "threads": 2, "prefetchBatchMaxSize": 0 });
    for threads in [json!({ "kind": "none" }), redis8(2), without_prefetch.clone()] {
        for (pipeline, lookahead, waits) in [(40, 1, 40.0), (40, 16, 3.0), (40, 50, 1.0), (1, 16, 1.0)] {
            let waits = if threads == without_prefetch { f64::from(pipeline) } else { waits };
            let [near, far] = [0, 10_000].map(|memory| mean(&threads, pipeline, lookahead, memory));
            assert!((far - near - waits * 10.0).abs() < 1e-6, "{threads} {pipeline} {lookahead}: {}", far - near);
        }
    }
}

/// The main thread of Redis 8 brings the keys of an I/O thread's clients together. A list has 16 clients or more here, so a wait is a
/// sixteenth of one for each, or less where a list of up to 31 is one batch.
#[test]
fn redis_8_waits_once_for_the_keys_of_a_list() {
    let per_command = |memory: u32, batch: u32| {
        let mut threads = redis8(16);
        threads["prefetchBatchMaxSize"] = json!(batch);
        let mut value = saturated(960, 1, &threads, 32, &json!({ "keyCacheMissNs": memory }));
        value["run"] = rounds_of_all(batch, 1);
        1e9 / keys_per_sec(&value)
    };
    for (batch, least, most) in [(0, 1.0, 1.0), (4, 1.0 / 7.0, 0.26), (16, 1.0 / 31.0, 1.1 / 16.0)] {
        let is = (per_command(20_000, batch) - per_command(10_000, batch)) / 10_000.0;
        assert!((0.99 * least..1.01 * most).contains(&is), "{batch}: {is}");
    }
}

/// Its I/O threads parse what is parsed ahead, so that the main thread, which limits, does less for each command of a pipeline.
#[test]
fn io_threads_of_redis_8_parse_ahead() {
    let ns = |lookahead: u32| {
        let mut value = saturated(240, 32, &redis8(8), 16, &NO_MORE());
        value["server"]["lookahead"] = json!(lookahead);
        1e9 / keys_per_sec(&value)
    };
    let [one, half, all] = [1, 16, 32].map(ns);
    close(one - half, 15.0 / 32.0 * f64::from(PARSE), 0.05);
    close(one - all, 31.0 / 32.0 * f64::from(PARSE), 0.05);
}

/// Redis 8 notifies a sleeping thread once for a list, not once for a client.
#[test]
fn redis_8_wakes_only_those_who_sleep() {
    let simulation = run(&scenario(&saturated(200, 1, &redis8(4), 8, &json!({ "eventfdWakeNs": 1500 }))));
    let usage = simulation.world().cpu.usage(simulation.now());
    let wakes: u64 = [ThreadClass::ServerMain, ThreadClass::ServerIo]
        .iter()
        .map(|&class| usage[class as usize].calls[Activity::EventfdWrite as usize])
        .sum();
    let commands = simulation.world().meters[0].messages_read[0];
    assert!(wakes * 16 < commands, "{wakes} wake-ups for {commands} commands");
}
