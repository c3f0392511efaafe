//! Requests of several kinds: how many of each there are, and what is done for each.

use crate::support::recorded::Recording;
use crate::support::{finished, mean_in, scenario};
use engine::kernel::rng::{Random, Stream};
use engine::metric::vocabulary::Phase;
use engine::sim::Simulation;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const CALLERS: u32 = 4;

/// Four callers with a connection each on the `ideal` profile, in half a millisecond of distance.
fn mix(workload: &Value) -> Value {
    let mut value = json!({
        "run": { "warmupMs": 0, "measuredMs": 4000 },
        "workload": { "arrivals": { "kind": "closed", "callers": CALLERS } },
        "client": { "cores": CALLERS, "connections": { "kind": "pooled", "maxTotal": CALLERS } },
        "network": { "rttUs": 500 },
        "costs": { "profile": "ideal" },
    });
    let all = value["workload"].as_object_mut().expect("it is an object");
    all.extend(workload.as_object().expect("so is this").clone());
    value
}

fn exec(us: f64) -> Value {
    json!({ "kind": "constant", "value": us })
}

/// How long every answered request of a run was in a phase, ns.
fn times_in(value: &Value, phase: Phase) -> BTreeMap<u32, u64> {
    let mut simulation = Simulation::new(&scenario(value));
    let lives = Recording::of(&mut simulation, u64::MAX).lives();
    let time = |stays: &[crate::support::recorded::Stay]| {
        stays.iter().filter(|stay| stay.phase == phase).map(|stay| stay.end - stay.start).sum()
    };
    lives.into_iter().filter(|(_, life)| life.done).map(|(id, life)| (id, time(&life.stays))).collect()
}

/// A number is drawn for each request, the same under every client: up to the second's share it is of the second kind, from there up
/// to the third's of the third.
#[test]
fn there_are_as_many_requests_of_each_kind_as_asked_for() {
    let shares = [0.7, 0.2, 0.1];
    let services = [10_000, 20_000, 40_000];
    let value = mix(&json!({
        "command": { "execUs": exec(10.0) },
        "second": { "share": shares[1], "execUs": exec(20.0) },
        "third": { "share": shares[2], "execUs": exec(40.0) },
    }));
    let executed = times_in(&value, Phase::Execute);
    let random = Random::new(1);
    let mut counts = [0; 3];
    for (&id, &time) in &executed {
        let drawn = random.draws(Stream::Kind, id % CALLERS, id / CALLERS).uniform();
        let kind = if drawn <= shares[1] { 1 } else { 2 * usize::from(drawn <= shares[1] + shares[2]) };
        assert_eq!(time, services[kind], "request {id} is of kind {kind}");
        counts[kind] += 1;
    }
    let all = executed.len() as f64;
    assert!(all > 20_000.0, "{all} requests");
    for (count, share) in counts.into_iter().zip(shares) {
        // Four standard deviations of a binomial number.
        let scatter = 4.0 * (all * share * (1.0 - share)).sqrt();
        assert!((f64::from(count) - all * share).abs() < scatter, "{count} of {all} are not {share}");
    }
    let mean: f64 = shares.iter().zip(services).map(|(share, ns)| share * ns as f64 / 1e3).sum();
    let found = mean_in(&finished(&value), Phase::Execute);
    assert!((found / mean - 1.0).abs() < 0.02, "{found} is not {mean} µs");
}

/// What is of no request draws nothing and changes nothing; a share without another is drawn like the second's.
#[test]
fn only_the_shares_say_who_is_of_which_kind() {
    let third = |share: f64| json!({ "share": share, "replyBytes": 700, "execUs": exec(40.0) });
    let print = |workload: &Value| finished(&mix(workload)).fingerprint;
    assert_eq!(print(&json!({ "third": third(0.0) })), print(&json!({})));
    let second = json!({ "share": 0.3, "execUs": exec(20.0) });
    assert_eq!(print(&json!({ "second": second, "third": third(0.0) })), print(&json!({ "second": second })));
    assert_eq!(print(&json!({ "third": third(0.3) })), print(&json!({ "second": third(0.3) })));
    let all = json!({ "requestBytes": 35, "replyBytes": 700, "execUs": exec(40.0) });
    assert_eq!(mean_in(&finished(&mix(&json!({ "third": third(1.0) }))), Phase::Execute), 40.0);
    // Three times the same.
    let same = |share: f64| json!({ "share": share, "replyBytes": 700, "execUs": exec(40.0) });
    let mixed = finished(&mix(&json!({ "command": all, "second": same(0.4), "third": same(0.3) })));
    assert_eq!(mixed.throughput, finished(&mix(&json!({ "command": all }))).throughput);
}

/// Each kind waits for its own time. Others keep the server awake, so that it sees at once that it is over.
#[test]
fn commands_that_wait_do_so_for_the_time_of_their_kind() {
    let mut value = mix(&json!({
        "arrivals": { "kind": "open", "ratePerSec": 4000, "callers": 200 },
        "second": { "share": 0.02, "blockMs": 20 },
        "third": { "share": 0.02, "blockMs": 5 },
    }));
    value["client"]["connections"]["maxTotal"] = json!(200);
    let blocked: Vec<u64> = times_in(&value, Phase::Blocked).into_values().filter(|&ns| ns > 0).collect();
    let waited = |ms: u64| blocked.iter().filter(|&&ns| (ms * 1_000_000..(ms + 3) * 1_000_000).contains(&ns)).count();
    assert_eq!(waited(5) + waited(20), blocked.len(), "all wait for one of the two times");
    // Of 16 000 requests.
    assert!((260..380).contains(&waited(5)) && (260..380).contains(&waited(20)), "{} {}", waited(5), waited(20));
}

/// Nothing else wakes the server, so that it finds many that have waited long enough. It comes first to whose time was over first, whoever
/// began to wait before, as Redis looks through `clients_timeout_table`; and writes the reply first to whom it came to last, because
/// `clients_pending_write` grows at its head.
#[test]
fn whose_time_is_over_first_is_released_first() {
    let waits = [20, 5];
    let mut value = mix(&json!({
        "arrivals": { "kind": "closed", "callers": CALLERS, "rampUs": 3000 },
        "second": { "share": 0.5, "blockMs": waits[0] },
        "third": { "share": 0.5, "blockMs": waits[1] },
    }));
    value["costs"]["overrides"] = json!({ "socketWriteNs": 1000 });
    let lives = Recording::of(&mut Simulation::new(&scenario(&value)), u64::MAX).lives();
    let random = Random::new(1);
    let mut turns: BTreeMap<u64, Vec<(u64, u64)>> = BTreeMap::new();
    for (id, life) in lives.into_iter().filter(|(_, life)| life.done) {
        let stay = |phase| life.stays.iter().find(|stay| stay.phase == phase).expect("all of them wait");
        let (blocked, written) = (stay(Phase::Blocked), stay(Phase::WireBack).start);
        let is_third = random.draws(Stream::Kind, id % CALLERS, id / CALLERS).uniform() > 0.5;
        let over = blocked.start + waits[usize::from(is_third)] * 1_000_000;
        turns.entry(blocked.end).or_default().push((written, over));
    }
    let mut others_first = 0;
    for turn in turns.values_mut() {
        turn.sort_unstable();
        assert!(turn.is_sorted_by_key(|&(_, over)| std::cmp::Reverse(over)), "{turn:?}");
        others_first += turn.len() - 1;
    }
    assert!(others_first > 50, "{others_first} were answered together with others");
}

/// Where callers block, who waits for something that may not come sets no limit (Jedis `setTimeoutInfinite`); a slow command has one.
#[test]
fn a_command_that_waits_has_no_time_limit_whichever_kind_it_is() {
    let failed = |kind: &str, waits: bool| {
        let mut command = json!({ "share": 1 });
        let (name, value) = if waits { ("blockMs", json!(20)) } else { ("execUs", exec(20_000.0)) };
        command[name] = value;
        let mut value = mix(&json!({ kind: command }));
        value["client"]["io"] = json!({ "kind": "blocking", "replyTimeoutMs": 10 });
        let requests = finished(&value).requests;
        assert!(requests.completed + requests.failed > 20.0);
        requests.failed > 0.0
    };
    for kind in ["second", "third"] {
        assert!(!failed(kind, true), "the {kind} kind waits");
        assert!(failed(kind, false), "the {kind} kind executes");
    }
}

/// Parts of a batch are of the kind of their batch, also behind ASKING.
#[test]
fn a_batch_that_is_cut_stays_of_its_kind() {
    let keys = 6;
    let mut value = mix(&json!({
        "batch": { "kind": "multiKey", "size": keys },
        "command": { "execUs": exec(10.0) },
        "second": { "share": 0.3, "execUs": exec(20.0) },
        "third": { "share": 0.3, "execUs": exec(40.0) },
    }));
    value["client"]["crossSlot"] = json!({ "kind": "split", "by": "node" });
    value["client"]["topology"] = json!({ "kind": "cached" });
    value["server"] =
        json!({ "nodes": 3, "resharding": { "kind": "slots", "slots": 5000, "startMs": 0, "slotMs": 0.5 } });
    let summary = finished(&value);
    // Redis executes for every key as long as its kind says: 0.4 × 10 + 0.3 × 20 + 0.3 × 40 µs.
    let busy: f64 = summary.nodes.iter().map(|node| node.utilisation).sum::<f64>() * summary.window_us;
    let each = busy / summary.requests.completed / f64::from(keys);
    assert!((each / 22.0 - 1.0).abs() < 0.02, "{each} µs a key");
}
