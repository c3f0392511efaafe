//! From any text to a canonical scenario or a list of coded issues: parse, check against the schema, fill defaults, check
//! combinations. Nothing is clamped or repaired: a wrong value is reported with the nearest right one.

use super::issue::{Issue, IssueCode};
use super::json::to_text;
use super::read::Read;
use super::text::{Json, Place};
use super::topology::SLOTS;
use super::validate::{SCHEMA, violations};
use super::volume::too_large;
use super::{
    AppendOnly, Arrivals, Batch, Collect, Connections, CrossSlot, Io, IoThreads, Resharding, Runtime, Scenario,
    Topology, VERSION,
};
use kernel::dist::Dist;
use serde::Serialize;

/// Parts of a batch over several slots: each is followed by itself.
const MOST_PARTS: u32 = 10_000;

/// Most connections to the nodes of a cluster.
const MOST_CONNECTIONS: u32 = 100_000;

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
    normalize_by(SCHEMA, json)
}

/// The same with the text of the schema from elsewhere: the page has it for its forms, and does not download it twice.
pub fn normalize_by(schema: &str, json: &str) -> Normalized {
    match read(schema, json) {
        Ok(scenario) => Normalized { scenario: Some(scenario), issues: Vec::new() },
        Err(issues) => Normalized { scenario: None, issues },
    }
}

fn read(schema: &str, json: &str) -> Result<Scenario, Vec<Issue>> {
    let value = Json::parse(json).map_err(|place| vec![not_json(place)])?;
    if let Some(issue) = newer_version(&value) {
        return Err(vec![issue]);
    }
    let issues = violations(schema, &value);
    if !issues.is_empty() {
        return Err(issues);
    }
    // What fits the schema can be read; the tests go through every field.
    let scenario = Scenario::read(&value).ok_or_else(|| vec![Issue::new(IssueCode::WrongType, "")])?;
    let issues = contradictions(&scenario);
    if issues.is_empty() { Ok(scenario) } else { Err(issues) }
}

fn not_json(place: Place) -> Issue {
    let mut issue = Issue::new(IssueCode::NotJson, "");
    issue.line = Some(place.line);
    issue.column = Some(place.column);
    issue
}

fn newer_version(value: &Json<'_>) -> Option<Issue> {
    let version = value.get("version")?;
    if version.as_f64()? <= f64::from(VERSION) {
        return None;
    }
    let mut issue = Issue::new(IssueCode::NewerVersion, "version").with_value(version.text());
    issue.max = Some(f64::from(VERSION));
    Some(issue)
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
    issues.extend(across_slots(scenario));
    let connections = match scenario.client.connections {
        Connections::Pooled { max_total, .. } => max_total,
        Connections::Shared { count, .. } => count,
        Connections::PerRequest {} => scenario.workload.arrivals.callers(),
    };
    if scenario.workload.second.wait_ms > 0.0 && scenario.server.io_threads != (IoThreads::None {}) {
        issues.push(Issue::new(IssueCode::WaitingWithIoThreads, "workload.second.waitMs"));
    }
    if scenario.server.nodes > 1 && scenario.server.io_threads != (IoThreads::None {}) {
        issues.push(Issue::new(IssueCode::ClusterWithIoThreads, "server.ioThreads"));
    }
    if scenario.server.nodes > 1 && connections * scenario.server.nodes > MOST_CONNECTIONS {
        let mut issue = Issue::new(IssueCode::TooManyConnections, "server.nodes");
        issue.max = Some(f64::from(MOST_CONNECTIONS));
        issues.push(issue);
    }
    issues.extend(slots_and_nodes(scenario));
    if takes_no_time(scenario) {
        issues.push(Issue::new(IssueCode::NothingTakesTime, "network.rttUs"));
    }
    if refuses_without_pause(scenario) {
        issues.push(Issue::new(IssueCode::NothingTakesTime, "workload.arrivals.thinkUs"));
    }
    issues.extend(too_large(scenario));
    let mut dists = vec![
        ("workload.command.execUs", scenario.workload.command.exec_us),
        ("workload.second.execUs", scenario.workload.second.exec_us),
        ("network.requestJitterUs", scenario.network.request_jitter_us),
        ("network.replyJitterUs", scenario.network.reply_jitter_us),
    ];
    if let Arrivals::Closed { think_us, .. } = scenario.workload.arrivals {
        dists.push(("workload.arrivals.thinkUs", think_us));
    }
    if let AppendOnly::Everysec { fsync_us } | AppendOnly::Always { fsync_us } = scenario.server.append_only {
        dists.push(("server.appendOnly.fsyncUs", fsync_us));
    }
    for (path, dist) in dists {
        if let Dist::Uniform { min, max } = dist
            && min > max
        {
            let mut issue = Issue::new(IssueCode::EmptyInterval, path);
            issue.min = Some(min);
            issue.max = Some(max);
            issues.push(issue);
        }
    }
    issues
}

/// What is wrong with a topology to be learnt, or with slots that move.
fn slots_and_nodes(scenario: &Scenario) -> Vec<Issue> {
    let nodes = scenario.server.nodes;
    let mut issues = Vec::new();
    if nodes == 1 && scenario.client.topology != (Topology::Known {}) {
        issues.push(Issue::new(IssueCode::TopologyWithoutCluster, "client.topology"));
    }
    if let Resharding::Slots { slots, .. } = scenario.server.resharding {
        let most = SLOTS.div_ceil(nodes);
        if nodes == 1 {
            issues.push(Issue::new(IssueCode::TopologyWithoutCluster, "server.resharding"));
        } else if slots > most {
            let mut issue = Issue::new(IssueCode::TooManySlots, "server.resharding.slots").with_value(to_text(&slots));
            issue.max = Some(most.into());
            issues.push(issue);
        }
    }
    issues
}

/// What is wrong with a batch over several slots, if it is one.
fn across_slots(scenario: &Scenario) -> Option<Issue> {
    let CrossSlot::Split { workers, thread_per_part, collect, .. } = scenario.client.cross_slot else { return None };
    if thread_per_part && workers == 0 {
        let mut issue = Issue::new(IssueCode::NoEffect, "client.crossSlot.threadPerPart").with_value(to_text(&true));
        issue.suggestion = Some("false".to_owned());
        return Some(issue);
    }
    if matches!(scenario.workload.batch, Batch::Transaction { .. } | Batch::TransactionInPipeline { .. }) {
        return Some(Issue::new(IssueCode::TransactionAcrossSlots, "client.crossSlot"));
    }
    if scenario.sends_parts_at_once() && scenario.client.io.reply_timeout_ms() > 0.0 {
        let path =
            if scenario.client.io.breaks_off() { "client.io.socketTimeoutMs" } else { "client.io.replyTimeoutMs" };
        let mut issue = Issue::new(IssueCode::NoEffect, path);
        issue.nearest = Some(0.0);
        return Some(issue.with_value(to_text(&scenario.client.io.reply_timeout_ms())));
    }
    if collect == (Collect::Spin {}) && scenario.client.runtime != (Runtime::Threads {}) {
        return Some(Issue::new(IssueCode::SpinningWithoutThread, "client.crossSlot.collect"));
    }
    let mut issue = Issue::new(IssueCode::TooManyParts, "workload.batch.size");
    issue.max = Some(MOST_PARTS.into());
    (scenario.workload.batch.size() > MOST_PARTS).then_some(issue)
}

/// Whether callers of a closed loop would go round without the clock moving on.
fn takes_no_time(scenario: &Scenario) -> bool {
    let Arrivals::Closed { think_us, .. } = scenario.workload.arrivals else { return false };
    let network = &scenario.network;
    let delays = [think_us, scenario.workload.command.exec_us, network.request_jitter_us, network.reply_jitter_us];
    scenario.costs.is_free()
        && network.rtt_us < 0.001
        && network.mbit_per_sec == 0.0
        && delays.iter().all(|dist| dist.mean_us() < 0.001)
}

/// Whether callers whom the pool, or a full queue, refuses at once would ask again at the same instant, for ever.
fn refuses_without_pause(scenario: &Scenario) -> bool {
    let Arrivals::Closed { think_us, .. } = scenario.workload.arrivals else { return false };
    let (costs, retry) = (scenario.costs.resolve(), &scenario.client.retry);
    let is_free = match (scenario.client.connections, scenario.client.io) {
        // Of the two pools' costs only one is paid.
        (Connections::Pooled { block_when_exhausted: false, .. }, _) => {
            costs.pool_borrow_ns < 0.5 || costs.node_pool_ns < 0.5
        }
        (Connections::Shared { .. }, Io::EventLoops { request_queue_size: 1.., .. }) => true,
        _ => false,
    };
    let pauses = retry.retries > 0 && retry.min_backoff_ms.min(retry.max_backoff_ms) >= 0.001;
    is_free && !pauses && think_us.mean_us() < 0.001 && costs.caller_ns < 0.5
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn only_issue(json: &str) -> Issue {
        let answer = normalize(json);
        assert_eq!(answer.scenario, None, "{json}");
        assert_eq!(answer.issues.len(), 1, "{:?}", answer.issues);
        answer.issues.into_iter().next().unwrap()
    }

    #[test]
    fn an_empty_object_is_the_default_scenario() {
        assert_eq!(normalize("{}").scenario, Some(Scenario::default()));
    }

    #[test]
    fn the_canonical_form_normalizes_to_itself() {
        let json = serde_json::to_string(&Scenario::default()).unwrap();
        assert_eq!(normalize(&json).scenario, Some(Scenario::default()));
    }

    #[test]
    fn a_misspelt_field_is_refused_with_the_name_it_resembles() {
        let issue = only_issue(r#"{"network": {"rtUs": 5}}"#);
        assert_eq!((issue.code, issue.path.as_str()), (IssueCode::UnknownField, "network.rtUs"));
        assert_eq!(issue.suggestion.as_deref(), Some("rttUs"));
        // Two letters of three are another word: not `run`.
        assert_eq!(only_issue(r#"{"rtt": 5}"#).suggestion, None);
    }

    #[test]
    fn misspelt_fields_are_refused_inside_every_variant() {
        for json in [
            r#"{"workload": {"arrivals": {"kind": "closed", "caller": 3}}}"#,
            r#"{"workload": {"arrivals": {"kind": "open", "ratePerSecond": 3}}}"#,
            r#"{"workload": {"command": {"execUs": {"kind": "constant", "value": 1, "valu": 3}}}}"#,
            r#"{"client": {"io": {"kind": "eventLoops", "loop": 3}}}"#,
            r#"{"client": {"io": {"kind": "blocking", "loops": 3}}}"#,
            r#"{"client": {"connections": {"kind": "pooled", "maxTotl": 3}}}"#,
            r#"{"client": {"runtime": {"kind": "threads", "x": 3}}}"#,
            r#"{"server": {"host": {"kind": "client", "cores": 3}}}"#,
            r#"{"costs": {"overrides": {"pollN": 3}}}"#,
        ] {
            assert_eq!(only_issue(json).code, IssueCode::UnknownField, "{json}");
        }
    }

    #[test]
    fn values_out_of_range_come_with_the_nearest_valid_one() {
        let issue = only_issue(r#"{"network": {"rttUs": -4}}"#);
        assert_eq!((issue.code, issue.path.as_str()), (IssueCode::OutOfRange, "network.rttUs"));
        assert_eq!((issue.min, issue.max, issue.nearest), (Some(0.0), Some(1e7), Some(0.0)));
        let issue = only_issue(r#"{"client": {"connections": {"kind": "pooled", "maxTotal": 0}}}"#);
        assert_eq!((issue.code, issue.nearest), (IssueCode::OutOfRange, Some(1.0)));
        let issue = only_issue(r#"{"workload": {"arrivals": {"kind": "closed", "callers": 1000000000}}}"#);
        assert_eq!((issue.code, issue.nearest), (IssueCode::OutOfRange, Some(50_000.0)));
    }

    #[test]
    fn truncated_json_says_where_it_ends() {
        let issue = only_issue("{\"network\":\n {\"rttUs\": 1000");
        assert_eq!((issue.code, issue.line), (IssueCode::NotJson, Some(2)));
    }

    #[test]
    fn wrong_types_choices_and_missing_kinds_are_told_apart() {
        assert_eq!(only_issue(r#"{"network": 4}"#).code, IssueCode::WrongType);
        assert_eq!(only_issue(r#"{"seed": 1.5}"#).code, IssueCode::WrongType);
        assert_eq!(only_issue(r#"[]"#).code, IssueCode::WrongType);
        let issue = only_issue(r#"{"client": {"io": {"kind": "blockin"}}}"#);
        assert_eq!((issue.code, issue.suggestion.as_deref()), (IssueCode::UnknownChoice, Some("blocking")));
        let issue = only_issue(r#"{"client": {"io": {}}}"#);
        assert_eq!((issue.code, issue.path.as_str()), (IssueCode::MissingField, "client.io.kind"));
        assert_eq!(only_issue(r#"{"costs": {"profile": "mine"}}"#).code, IssueCode::UnknownChoice);
    }

    #[test]
    fn a_newer_version_and_impossible_combinations_are_refused() {
        assert_eq!(only_issue(r#"{"version": 9, "warp": true}"#).code, IssueCode::NewerVersion);
        let json = r#"{"client": {"io": {"kind": "blocking"}, "connections": {"kind": "shared", "count": 1}}}"#;
        assert_eq!(only_issue(json).code, IssueCode::BlockingShared);
        let json = r#"{"workload": {"command": {"execUs": {"kind": "uniform", "min": 9, "max": 1}}}}"#;
        assert_eq!(only_issue(json).code, IssueCode::EmptyInterval);
    }

    #[test]
    fn a_closed_loop_in_which_nothing_takes_time_is_refused() {
        let free = r#"{"network": {"rttUs": 0}, "costs": {"profile": "ideal", "overrides": {"pollNs": 0.4}}}"#;
        assert_eq!(only_issue(free).code, IssueCode::NothingTakesTime);
        for json in [
            r#"{"network": {"rttUs": 0}}"#,
            r#"{"network": {"rttUs": 0.01}, "costs": {"profile": "ideal"}}"#,
            r#"{"network": {"rttUs": 0}, "costs": {"profile": "ideal", "overrides": {"pollNs": 1}}}"#,
            r#"{"network": {"rttUs": 0}, "costs": {"profile": "ideal"}, "workload": {"arrivals": {"kind": "open"}}}"#,
        ] {
            assert!(normalize(json).scenario.is_some(), "{json}");
        }
    }

    #[test]
    fn a_pool_that_refuses_in_no_time_is_refused() {
        let with = |more: &str| {
            let pool = r#""connections": {"kind": "pooled", "blockWhenExhausted": false}"#;
            format!(r#"{{"client": {{{pool}, "retry": {{"retries": 1{more}}}}}, "costs": {{"profile": "ideal"}}}}"#)
        };
        assert_eq!(only_issue(&with(r#", "maxBackoffMs": 0"#)).code, IssueCode::NothingTakesTime);
        assert!(normalize(&with("")).scenario.is_some());
        assert!(normalize(&with("").replace("ideal", "linux-server")).scenario.is_some());
    }

    /// Sets every number, word and kind of the schema, one at a time, to something that is not its default, and looks
    /// whether the canonical scenario has it.
    #[test]
    fn every_field_of_the_schema_is_read() {
        let root: Value = serde_json::from_str(SCHEMA).unwrap();
        let mut fields = 0;
        let mut todo = vec![(root.clone(), Vec::<(String, Value)>::new(), Vec::<(String, Value)>::new())];
        while let Some((schema, path, needs)) = todo.pop() {
            let schema = match schema["$ref"].as_str() {
                Some(reference) => root["$defs"][reference.rsplit('/').next().unwrap()].clone(),
                None => schema,
            };
            for variant in schema["oneOf"].as_array().into_iter().flatten() {
                todo.push((variant.clone(), path.clone(), needs.clone()));
            }
            let Some(properties) = schema["properties"].as_object() else {
                for value in other_values(&schema) {
                    fields += 1;
                    assert_survives(&path, value, &needs);
                }
                continue;
            };
            // The other required fields of a variant come along with the one under test.
            let siblings: serde_json::Map<String, Value> = schema["required"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|name| (name.as_str().unwrap().to_owned(), first_value(&properties[name.as_str().unwrap()])))
                .collect();
            for (name, property) in properties {
                let mut path = path.clone();
                path.push((name.clone(), Value::Object(siblings.clone())));
                let own = property["x-needs"].as_object().into_iter().flatten();
                // `null`, being left out, is the default: nothing has to be said.
                let own = own.filter(|(_, values)| !values.as_array().unwrap().contains(&Value::Null));
                let needs = needs.iter().cloned().chain(own.map(|(place, values)| (place.clone(), values[0].clone())));
                todo.push((property.clone(), path, needs.collect()));
            }
        }
        assert!(fields > 60, "the schema has more fields than {fields}");
    }

    #[test]
    fn what_nothing_looks_at_is_refused_with_the_value_that_says_nothing() {
        let client = |client: &str| only_issue(&format!(r#"{{"client": {{{client}}}}}"#));
        for (json, path, nearest) in [
            (r#""connections": {"kind": "pooled", "idleTimeoutMs": 5}"#, "connections.idleTimeoutMs", 0.0),
            (
                r#""runtime": {"kind": "goroutines"}, "connections": {"kind": "shared"},
                "io": {"kind": "writerReader", "maxBatch": 9, "ringSize": 5}"#,
                "io.ringSize",
                1024.0,
            ),
            (r#""io": {"kind": "eventLoops", "requestQueueSize": 7}"#, "io.requestQueueSize", 0.0),
            (r#""io": {"kind": "eventLoops", "highWaterMarkBytes": 7}"#, "io.highWaterMarkBytes", 0.0),
            (r#""io": {"kind": "eventLoops", "taskFairness": "netty42", "ioRatio": 7}"#, "io.ioRatio", 50.0),
        ] {
            let issue = client(json);
            assert_eq!((issue.code, issue.path), (IssueCode::NoEffect, format!("client.{path}")));
            assert_eq!((issue.nearest, issue.suggestion), (Some(nearest), None));
        }
        let split = |more: &str| client(&format!(r#""crossSlot": {{"kind": "split", "threadPerPart": true{more}}}"#));
        let in_go = split(r#", "workers": 3}, "runtime": {"kind": "goroutines""#);
        for issue in [split(""), in_go] {
            assert_eq!((issue.code, issue.path.as_str()), (IssueCode::NoEffect, "client.crossSlot.threadPerPart"));
            assert_eq!(issue.suggestion.as_deref(), Some("false"));
        }
        let node = r#""runtime": {"kind": "eventLoop"}, "io": {"kind": "eventLoops", "loops": 1, "selector": "nio"}"#;
        assert_eq!(client(node).suggestion.as_deref(), Some("epoll"));
        let go = r#""runtime": {"kind": "goroutines"}, "io": {"kind": "blocking", "pollBeforeRead": false}"#;
        assert_eq!(client(go).path, "client.io.pollBeforeRead");
        let said_nothing = r#"{"client": {"connections": {"kind": "pooled", "idleTimeoutMs": 0.0}}}"#;
        assert!(normalize(said_nothing).scenario.is_some());
    }

    fn first_value(schema: &Value) -> Value {
        other_values(schema).into_iter().next().unwrap_or(Value::Null)
    }

    fn other_values(schema: &Value) -> Vec<Value> {
        if let Some(word) = schema["const"].as_str() {
            return vec![word.into()];
        }
        let integer = schema["type"] == "integer";
        match (schema["minimum"].as_f64(), schema["maximum"].as_f64()) {
            (Some(min), Some(max)) if integer => vec![((min + (max - min).min(6.0)) as u64).into()],
            (Some(min), Some(max)) => vec![(min + (max - min).min(7.5)).into()],
            _ => Vec::new(),
        }
    }

    /// Builds the scenario with `value` at the end of the path (outside in: name and siblings) and with what that needs, and reads it.
    fn assert_survives(path: &[(String, Value)], value: Value, needs: &[(String, Value)]) {
        let names: Vec<&str> = path.iter().map(|(name, _)| name.as_str()).collect();
        let mut json = path.iter().rev().fold(value.clone(), |inner, (name, siblings)| {
            let mut object = siblings.clone();
            object[name] = inner;
            object
        });
        // What only some clients look at needs one of them.
        for (place, value) in needs {
            let mut names = place.split('.').peekable();
            let mut at = &mut json;
            while let Some(name) = names.next() {
                at = &mut at[name];
                if names.peek().is_none() {
                    *at = value.clone();
                }
            }
        }
        // Callers that do their own I/O cannot share connections; the combination is not what is tested here.
        if names.starts_with(&["client", "connections"]) && json["client"]["runtime"]["kind"] != "goroutines" {
            json["client"]["io"] = serde_json::json!({ "kind": "eventLoops" });
        }
        // Only a cluster has a topology and slots.
        if names.starts_with(&["client", "topology"]) || names.starts_with(&["server", "resharding"]) {
            json["server"]["nodes"] = 3.into();
        }
        // Callbacks go with their own loop.
        if json["client"]["io"]["kind"] == "writerReader" {
            json["client"]["runtime"] = serde_json::json!({ "kind": "goroutines" });
            json["client"]["connections"] = serde_json::json!({ "kind": "shared" });
        }
        if json["client"]["runtime"]["kind"] == "eventLoop" {
            json["client"]["io"]["kind"] = "eventLoops".into();
            json["client"]["io"]["loops"] = 1.into();
        }
        // Somebody has to start those threads.
        if names.last() == Some(&"threadPerPart") {
            json["client"]["crossSlot"]["workers"] = 1.into();
        }
        // The larger bound of a uniform distribution is at least the smaller.
        if names.last() == Some(&"min") {
            let dist = names[..names.len() - 1].iter().fold(&mut json, |at, name| &mut at[*name]);
            dist["max"] = 100.0.into();
        }
        let answer = normalize(&json.to_string());
        let scenario = answer.scenario.unwrap_or_else(|| panic!("{json}: {:?}", answer.issues));
        let canonical = serde_json::to_value(scenario).unwrap();
        let read = names.iter().fold(&canonical, |at, name| &at[*name]);
        assert_eq!(*read, value, "{}", names.join("."));
    }

    #[test]
    fn all_problems_are_reported_at_once() {
        let answer = normalize(r#"{"sed": 1, "network": {"rttUs": -1}, "client": {"cores": "many"}}"#);
        assert_eq!(answer.issues.len(), 3);
    }
}
