//! A proxy between clients and server: times worked out by hand, what it takes its threads and the server, and the order of replies.

use crate::support::scenarios::scenarios_behind_proxies;
use crate::support::{assert_accounts, calls, finished, finished_run, is_deep, mean_in, run, scenario};
use engine::metric::summary::{ResourceUse, Summary};
use engine::metric::vocabulary::{Activity, HostRole, Phase, Resource, ThreadClass};
use engine::scenario::issue::IssueCode;
use engine::scenario::normalize::normalize;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Callers with a pool of one connection each, 100 µs before a proxy that is 40 µs before the server. Only these steps take time: a command 1 µs, the
/// proxy 1 µs on each way, a read() 0.5 µs, a write() 2 µs, an epoll_ctl() 0.3 µs.
fn behind_proxy(callers: u32) -> Value {
    json!({
        "run": { "warmupMs": 10, "measuredMs": 100 },
        "workload": { "arrivals": { "kind": "closed", "callers": callers } },
        "client": { "cores": callers.min(64), "connections": { "kind": "pooled", "maxTotal": callers } },
        "network": { "rttUs": 100, "proxy": { "kind": "multiplexing", "rttUs": 40 } },
        "costs": {
            "profile": "ideal",
            "overrides": {
                "commandNs": 1000, "proxyCommandNs": 2000, "socketReadNs": 500, "socketWriteNs": 2000, "epollCtlNs": 300,
            },
        },
    })
}

fn close(is: f64, should_be: f64, tolerance: f64) {
    assert!((is - should_be).abs() <= tolerance, "{is} instead of {should_be}");
}

fn resource(summary: &Summary, resource: Resource) -> &ResourceUse {
    summary.resources.iter().find(|used| used.resource == resource).expect("it is there")
}

/// Both round trips; read, work, watch and write of the proxy on each way; and what client and server take.
#[test]
fn a_request_passes_the_proxy_on_each_way() {
    let summary = finished(&behind_proxy(1));
    let each_way = 0.5 + 1.0 + 0.3 + 2.0;
    close(
        summary.response_time.mean_us.unwrap(),
        100.0 + 40.0 + 2.0 * each_way + (2.0 + 0.5) + (0.5 + 1.0 + 2.0),
        0.001,
    );
    close(mean_in(&summary, Phase::ProxyWork), 2.0 * each_way, 0.001);
    assert!(summary.phases.iter().all(|phase| phase.phase != Phase::ProxyQueue), "nobody waits in front of it");
    close(mean_in(&summary, Phase::WireOut) + mean_in(&summary, Phase::WireBack), 140.0, 0.001);
    for (activity, per_request) in [(Activity::Read, 2.0), (Activity::Write, 2.0), (Activity::EpollCtl, 4.0)] {
        close(calls(&summary, ThreadClass::Proxy, activity), per_request, 0.01);
    }
    let host = summary.hosts.iter().find(|host| host.host == HostRole::Proxy).expect("it has a machine");
    assert_eq!(host.cores, 1);
}

/// Callers that do not wait for each other: N / (both round trips + all demands), whichever hop is the longer one.
#[test]
fn both_round_trips_bound_the_throughput() {
    for (callers, rtt, upstream_rtt) in [(1, 100, 900), (1, 900, 100), (40, 0, 1000), (40, 500, 500), (40, 1000, 0)] {
        let mut value = behind_proxy(callers);
        value["costs"]["overrides"] = json!({ "commandNs": 1000 });
        value["network"]["rttUs"] = json!(rtt);
        value["network"]["proxy"]["rttUs"] = json!(upstream_rtt);
        value["network"]["proxy"]["upstreamConnections"] = json!(callers);
        // They start one after the other, and take turns from then on.
        value["workload"]["arrivals"]["rampUs"] = json!(1000);
        let bound = f64::from(callers) / (1001e-6);
        close(finished(&value).throughput.per_sec / bound, 1.0, 0.002);
    }
}

/// Delays that are always the same add to a request what they are, on each way.
#[test]
fn a_constant_delay_behind_the_proxy_adds_itself() {
    let constant = |value: u32| json!({ "kind": "constant", "value": value });
    let mut value = behind_proxy(1);
    let before = finished(&value);
    value["network"]["proxy"]["requestJitterUs"] = constant(30);
    value["network"]["proxy"]["replyJitterUs"] = constant(12);
    let after = finished(&value);
    let mean = |summary: &Summary| summary.response_time.mean_us.unwrap();
    close(mean(&after) - mean(&before), 42.0, 0.001);
    close(mean_in(&after, Phase::WireOut) - mean_in(&before, Phase::WireOut), 30.0, 0.001);
    close(mean_in(&after, Phase::WireBack) - mean_in(&before, Phase::WireBack), 12.0, 0.001);
}

/// A request of one caller, of which nothing but its delays takes time.
fn with_delays(first_hop: Value, second_hop: Value) -> Summary {
    let mut value = behind_proxy(1);
    value["run"] = json!({ "warmupMs": 0, "measuredMs": 4000 });
    value["costs"]["overrides"] = json!({});
    value["network"] = json!({
        "rttUs": 0, "requestJitterUs": first_hop,
        "proxy": { "kind": "multiplexing", "rttUs": 0, "requestJitterUs": second_hop },
    });
    finished(&value)
}

/// What a request waits on one hop says nothing about the other: the sum of two exponential delays is Erlang with two stages. With the same draws for both
/// its median would be 139 µs.
#[test]
fn delays_of_both_hops_are_independent() {
    let exponential = json!({ "kind": "exponential", "mean": 100 });
    let summary = with_delays(exponential.clone(), exponential);
    let times = &summary.response_time;
    assert!(times.count > 15_000.0, "{}", times.count);
    // Quantiles of Erlang(2): the x with (1 + x) exp(-x) = 1 - p. Four standard errors of each.
    close(times.mean_us.unwrap(), 200.0, 4.0 * 100.0 * (2.0 / times.count).sqrt());
    for (p, is, quantile, density) in [
        (0.5, times.p50_us, 1.678_35, 0.313_33),
        (0.9, times.p90_us, 3.889_72, 0.079_55),
        (0.99, times.p99_us, 6.638_35, 0.008_69),
    ] {
        let error = 100.0 * (p * (1.0 - p) / times.count).sqrt() / density;
        close(is.unwrap(), 100.0 * quantile, 4.0 * error + 0.01 * 100.0 * quantile);
    }
}

/// Which hop delays a request does not matter to one that is alone: in the mean it takes as long, and each hop has draws of its own.
#[test]
fn it_does_not_matter_which_hop_delays() {
    let (none, uniform) =
        (json!({ "kind": "constant", "value": 0 }), json!({ "kind": "uniform", "min": 10, "max": 70 }));
    let [first, second] =
        [(&uniform, &none), (&none, &uniform)].map(|(a, b)| with_delays(a.clone(), b.clone()).response_time);
    let error = (60.0 / 12f64.sqrt()) * (2.0 / first.count).sqrt();
    close(first.mean_us.unwrap(), second.mean_us.unwrap(), 4.0 * error);
    close(second.mean_us.unwrap(), 40.0, 4.0 * error);
    assert_ne!(first.mean_us, second.mean_us);
    assert!(second.min_us.unwrap() >= 10.0 && second.max_us.unwrap() <= 70.1);
}

/// Order is kept on the connection that all clients share: a write waits for the latest of those before it. Of Poisson writes at rate r with exponential
/// delays of mean m, P(D <= x) = (1 - exp(-x/m)) exp(-r m exp(-x/m)), and the mean is m (Ein(rm) + (1 - exp(-rm)) / (rm)). With as many connections as
/// requests at a time each waits for its own delay alone.
#[test]
fn a_late_write_delays_all_clients() {
    let mut value = behind_proxy(64);
    value["run"] = json!({ "warmupMs": 10, "measuredMs": 4000 });
    value["workload"]["arrivals"] = json!({ "kind": "open", "ratePerSec": 10_000, "callers": 64 });
    value["costs"]["overrides"] = json!({});
    value["network"] = json!({
        "rttUs": 0,
        "proxy": { "kind": "multiplexing", "rttUs": 0, "requestJitterUs": { "kind": "exponential", "mean": 100 } },
    });
    let times = finished(&value).response_time;
    // r m = 1: Ein(1) = 0.796600.
    let mean = 100.0 * (0.796_600 + (1.0 - libm::exp(-1.0)));
    close(times.mean_us.unwrap(), mean, 0.02 * mean);
    // Half of them up to 115.5 µs, 99 % up to 529.4 µs.
    for (is, quantile) in [(times.p50_us, 115.54), (times.p99_us, 529.46)] {
        let share = (1.0 - libm::exp(-quantile / 100.0)) * libm::exp(-libm::exp(-quantile / 100.0));
        assert!((share - 0.5).abs() < 0.001 || (share - 0.99).abs() < 0.001, "{share}");
        close(is.unwrap(), quantile, 0.04 * quantile);
    }
    value["network"]["proxy"]["upstreamConnections"] = json!(128);
    close(finished(&value).response_time.mean_us.unwrap(), 100.0, 2.0);
}

/// Delays of the second hop leave all draws of the first as they are.
#[test]
fn the_second_hop_changes_no_draws_of_the_first() {
    let mut value = behind_proxy(1);
    value["workload"]["arrivals"] = json!({ "kind": "open", "ratePerSec": 1000, "callers": 64 });
    value["network"]["requestJitterUs"] = json!({ "kind": "exponential", "mean": 20 });
    value["network"]["proxy"]["upstreamConnections"] = json!(64);
    value["costs"]["overrides"] = json!({});
    value["client"]["connections"]["maxTotal"] = json!(64);
    let mean = |value: &Value| finished(value).response_time.mean_us.unwrap();
    let before = mean(&value);
    value["network"]["proxy"]["replyJitterUs"] = json!({ "kind": "constant", "value": 7 });
    close(mean(&value) - before, 7.0, 0.02);
}

/// Utilisation of the proxy's thread = arrivals x what a request takes it, as long as no two share a call.
#[test]
fn the_proxys_thread_is_busy_for_what_requests_take_it() {
    let mut value = behind_proxy(1);
    value["workload"]["arrivals"]["thinkUs"] = json!({ "kind": "exponential", "mean": 500 });
    let summary = finished(&value);
    let proxy = resource(&summary, Resource::Proxy);
    close(proxy.demand_us.unwrap(), 2.0 * (0.5 + 1.0 + 0.3 + 2.0 + 0.3), 0.01);
    close(proxy.utilisation, summary.throughput.per_sec * 8.2e-6, 0.001);
}

/// Where the proxy is full its own work alone bounds the throughput: nothing is written or read one by one any more.
#[test]
fn a_full_proxy_is_the_limit() {
    let mut value = behind_proxy(1000);
    value["workload"]["arrivals"]["thinkUs"] = json!({ "kind": "exponential", "mean": 1000 });
    value["costs"]["overrides"] = json!({ "commandNs": 500, "proxyCommandNs": 2000 });
    let summary = finished(&value);
    close(summary.throughput.per_sec, 500_000.0, 5000.0);
    close(resource(&summary, Resource::Proxy).utilisation, 1.0, 0.01);
    assert!(mean_in(&summary, Phase::ProxyQueue) > 100.0, "requests wait in front of it");
    value["network"]["proxy"]["threads"] = json!(2);
    close(finished(&value).throughput.per_sec, 1000.0 / 1200e-6, 50_000.0);
}

/// The server has one connection instead of 100: it reads and writes many messages at a time.
#[test]
fn many_connections_become_one() {
    let mut value = behind_proxy(100);
    value["costs"]["overrides"]["proxyCommandNs"] = json!(0);
    let summary = finished(&value);
    assert!(summary.batching.commands_per_server_read.unwrap() > 5.0);
    assert!(summary.batching.replies_per_server_write.unwrap() > 5.0);
    close(summary.batching.commands_per_client_write.unwrap(), 1.0, 0.001);
    close(summary.batching.replies_per_client_read.unwrap(), 1.0, 0.001);
    let reads = calls(&summary, ThreadClass::ServerMain, Activity::Read);
    close(reads, 1.0 / summary.batching.commands_per_server_read.unwrap(), 0.001);
    value["network"].as_object_mut().unwrap().remove("proxy");
    let direct = finished(&value);
    close(direct.batching.commands_per_server_read.unwrap(), 1.0, 0.001);
    assert!(direct.resources.iter().all(|used| used.resource != Resource::Proxy));
    assert!(direct.phases.iter().all(|phase| !matches!(phase.phase, Phase::ProxyQueue | Phase::ProxyWork)));
}

/// A proxy that takes no time, with a connection for each client, is none: response times are those without it.
#[test]
fn a_proxy_without_costs_changes_nothing() {
    for (connections, threads) in [(1, 1), (20, 1), (5, 4)] {
        let mut value = behind_proxy(20);
        value["workload"]["arrivals"]["thinkUs"] = json!({ "kind": "exponential", "mean": 300 });
        value["workload"]["command"] = json!({ "execUs": { "kind": "exponential", "mean": 20 } });
        value["costs"]["overrides"] = json!({});
        value["network"]["proxy"] =
            json!({ "kind": "multiplexing", "threads": threads, "upstreamConnections": connections, "rttUs": 0 });
        let proxied = finished(&value);
        value["network"].as_object_mut().unwrap().remove("proxy");
        let direct = finished(&value);
        assert_eq!(proxied.response_time, direct.response_time, "{connections} connections of {threads} threads");
        assert_eq!(proxied.requests, direct.requests);
    }
}

/// Commands of one client go over all connections of the proxy in turn. Redis writes to the connection that it served last first, so replies come out
/// of order.
#[test]
fn commands_take_the_connections_in_turn() {
    for upstream in [1, 3] {
        let mut value = behind_proxy(30);
        value["client"]["io"] = json!({ "kind": "eventLoops", "loops": 1 });
        value["client"]["connections"] = json!({ "kind": "shared", "count": 2 });
        value["workload"]["command"]["execUs"] = json!({ "kind": "exponential", "mean": 5 });
        value["workload"]["batch"] = json!({ "kind": "pipeline", "size": 3 });
        value["network"]["proxy"]["upstreamConnections"] = json!(upstream);
        let (simulation, summary) = finished_run(&value);
        assert!(summary.requests.completed > 3_000.0, "{}", summary.requests.completed);
        assert_eq!(summary.requests.failed, 0.0);
        let plan = simulation.plan();
        assert_eq!((plan.connections, plan.per_node), (2 + upstream, upstream));
    }
}

/// Opening a connection, HELLO and a PING are between client and proxy; the server hears of none of them.
#[test]
fn the_proxy_itself_answers_what_is_about_a_connection() {
    let mut value = behind_proxy(1);
    value["client"]["connections"] = json!({ "kind": "perRequest" });
    value["costs"]["overrides"] = json!({ "commandNs": 1000, "proxyCommandNs": 2000, "acceptNs": 3000 });
    let summary = finished(&value);
    // TCP handshake, two round trips of HELLO and CLIENT SETINFO, and the request: four times 100 µs. SETINFO is two commands.
    close(summary.response_time.mean_us.unwrap(), 400.0 + 40.0 + 3.0 + 1.0 + 2.0 + 2.0 + 1.0, 0.01);
    close(summary.batching.commands_per_server_read.unwrap(), 1.0, 0.0);
    close(calls(&summary, ThreadClass::ServerMain, Activity::Accept), 0.0, 0.0);
    close(calls(&summary, ThreadClass::Proxy, Activity::Accept), 1.0, 0.01);
    close(calls(&summary, ThreadClass::Proxy, Activity::Close), 1.0, 0.01);
}

/// Each client has its own figures behind a proxy, and the proxy is said once. What it adds to a run is in its own processes only.
#[test]
fn instances_and_neighbours_share_the_proxy() {
    let mut value = behind_proxy(4);
    value["client"]["instances"] = json!(3);
    let neighbour = json!({ "name": "batch", "rttUs": 300, "client": behind_proxy(2)["client"], "workload": behind_proxy(2)["workload"] });
    value["neighbours"] = json!([neighbour]);
    let summary = run(&scenario(&value)).summary();
    let threads = |groups: &[engine::metric::summary::ThreadGroup]| {
        groups.iter().filter(|group| group.class == ThreadClass::Proxy).count()
    };
    assert_eq!(threads(&summary.threads), 1);
    assert_eq!(threads(&summary.neighbours[0].threads), 0);
    let both = summary.throughput.per_sec + summary.neighbours[0].throughput.per_sec;
    let proxy = resource(&summary, Resource::Proxy);
    close(proxy.utilisation, both * proxy.demand_us.unwrap() / 1e6, 0.01);
    close(summary.neighbours[0].response_time.min_us.unwrap() - summary.response_time.min_us.unwrap(), 200.0, 1.0);
}

/// Who uses the main thread: commands, and reads and writes on the proxy's connections. A client that sends three times as many uses three
/// times as much of it, and together they use all that is used.
#[test]
fn the_servers_time_is_its_clients_behind_a_proxy() {
    let mut value = behind_proxy(30);
    value["costs"]["overrides"]["proxyCommandNs"] = json!(0);
    let neighbour =
        json!({ "name": "batch", "client": behind_proxy(10)["client"], "workload": behind_proxy(10)["workload"] });
    value["neighbours"] = json!([neighbour]);
    let summary = run(&scenario(&value)).summary();
    let [first, second] = [0, 1].map(|client| &summary.server_use[client]);
    close(first.main_thread + second.main_thread, resource(&summary, Resource::ServerMain).utilisation, 0.001);
    close(first.main_thread / second.main_thread, 3.0, 0.15);
    assert!(first.demand_us.unwrap() > 1.1, "more than its commands: {:?}", first.demand_us);
}

/// A stall of the server and a caller's timeout: what was given up is answered through the proxy, and read by nobody.
#[test]
fn what_is_given_up_behind_a_proxy_is_answered_and_dropped() {
    for io in [
        json!({ "kind": "blocking", "replyTimeoutMs": 5 }),
        json!({ "kind": "eventLoops", "loops": 1, "replyTimeoutMs": 5 }),
    ] {
        let mut value = behind_proxy(10);
        if io["kind"] == "eventLoops" {
            value["client"]["connections"] = json!({ "kind": "shared", "count": 2 });
        }
        value["client"]["io"] = io;
        value["events"] = json!([{ "kind": "serverStall", "atMs": 30, "durationMs": 20 }]);
        let summary = finished(&value);
        assert!(summary.requests.failed >= 10.0, "{}", summary.requests.failed);
        assert!(summary.requests.completed > 2000.0, "{}", summary.requests.completed);
    }
}

/// Delays and the number of instances change while the run is under way.
#[test]
fn a_proxy_stays_while_the_network_changes() {
    let mut value = behind_proxy(2);
    value["events"] = json!([
        { "kind": "networkDelay", "atMs": 40, "durationMs": 30, "extraUs": 1000 },
        { "kind": "instancesChanged", "atMs": 60, "instances": 2 },
    ]);
    let summary = finished(&value);
    close(summary.response_time.max_us.unwrap(), 1155.0, 15.0);
}

/// Without a proxy every event is as it was: the setting's default is none.
#[test]
fn no_proxy_is_the_default() {
    let mut value = behind_proxy(3);
    value["network"]["proxy"] = json!({ "kind": "none" });
    let none = run(&scenario(&value)).fingerprint();
    value["network"].as_object_mut().unwrap().remove("proxy");
    assert_eq!(run(&scenario(&value)).fingerprint(), none);
}

/// What is not modelled together is refused.
#[test]
fn a_proxy_has_its_limits() {
    let refused = |path: &[&str], other: Value| {
        let mut value = behind_proxy(3);
        let place = path.iter().fold(&mut value, |at, name| &mut at[*name]);
        *place = other;
        let issues = normalize(&value.to_string()).issues;
        issues.iter().any(|issue| issue.code == IssueCode::NotWithProxy && issue.path == path.join("."))
    };
    assert!(!refused(&["workload", "batch"], json!({ "kind": "pipeline", "size": 5 })));
    assert!(refused(&["workload", "batch"], json!({ "kind": "transaction", "size": 5 })));
    assert!(refused(&["server", "nodes"], json!(3)));
    assert!(!refused(&["server", "maxClients"], json!(1)));
    assert!(refused(&["server", "tcpBacklog"], json!(128)));
    assert!(refused(&["network", "tls"], json!({ "kind": "tls13" })));
    assert!(refused(&["network", "mbitPerSec"], json!(100)));
    assert!(refused(&["network", "interruptModeration"], json!("both")));
    assert!(refused(&["network", "transport"], json!("unixSocket")));
    let never = json!({ "kind": "uniform", "min": 9, "max": 3 });
    assert!(!refused(&["network", "proxy", "requestJitterUs"], never.clone()));
    let mut empty = behind_proxy(3);
    empty["network"]["proxy"]["replyJitterUs"] = never;
    let issues = normalize(&empty.to_string()).issues;
    assert!(issues.iter().any(|i| i.code == IssueCode::EmptyInterval && i.path == "network.proxy.replyJitterUs"));
    assert!(refused(&["events"], json!([{ "kind": "connectionsDropped", "atMs": 5 }])));
    let mut blocking = behind_proxy(3);
    blocking["workload"]["second"] = json!({ "share": 0.5, "blockMs": 5 });
    blocking["network"]["proxy"]["upstreamConnections"] = json!(8);
    blocking["server"] = json!({ "maxClients": 7 });
    let issues = normalize(&blocking.to_string()).issues;
    let paths: Vec<&str> = issues.iter().map(|issue| issue.path.as_str()).collect();
    assert_eq!(paths, ["server.maxClients", "workload.second.blockMs"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if is_deep() { 2000 } else { 60 }))]

    /// Every request, every moment of every thread and every byte is accounted for, behind any proxy and with any client.
    #[test]
    fn the_laws_hold_behind_proxies(scenario in scenarios_behind_proxies()) {
        let simulation = run(&scenario);
        assert_accounts(&simulation, &simulation.summary());
    }
}
