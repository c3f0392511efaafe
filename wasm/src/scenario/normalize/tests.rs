//! Examples of scenarios that are read, refused and normalised.

use super::super::validate::SCHEMA;
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
    // What is asked for and never paid.
    let execution = r#""execUs": {"kind": "constant", "value": 1}"#;
    let still = |network: &str, costs: &str, workload: &str| {
        format!(
            r#"{{"network": {{"rttUs": 0{network}}}, "costs": {{"profile": "ideal"{costs}}}, "workload": {{{workload}}}}}"#
        )
    };
    let (first, second) =
        (format!(r#""command": {{{execution}}}"#), format!(r#""second": {{"share": 1, {execution}}}"#));
    let unix = r#", "overrides": {"unixReadNs": 100}"#;
    for json in [
        still("", "", &format!(r#"{first}, "second": {{"share": 1}}"#)),
        still(r#", "mbitPerSec": 1000000"#, "", ""),
        still("", unix, ""),
    ] {
        assert_eq!(only_issue(&json).code, IssueCode::NothingTakesTime, "{json}");
    }
    for json in [
        still("", "", &first),
        still("", "", &second),
        still(r#", "mbitPerSec": 100000"#, "", ""),
        still(r#", "transport": "unixSocket""#, unix, ""),
    ] {
        assert!(normalize(&json).scenario.is_some(), "{json}");
    }
    for json in [
        r#"{"network": {"rttUs": 0}}"#,
        r#"{"network": {"rttUs": 0.01}, "costs": {"profile": "ideal"}}"#,
        r#"{"network": {"rttUs": 0}, "costs": {"profile": "ideal", "overrides": {"pollNs": 1}}}"#,
        r#"{"network": {"rttUs": 0}, "costs": {"profile": "ideal"}, "workload": {"arrivals": {"kind": "open"}}}"#,
    ] {
        assert!(normalize(json).scenario.is_some(), "{json}");
    }
}

/// A kind that nobody asks for is not sent, however large it is.
#[test]
fn what_is_not_in_the_mix_takes_no_time() {
    let with = |kind: &str, share: f64| {
        format!(
            r#"{{"network": {{"rttUs": 0, "mbitPerSec": 1000000}}, "costs": {{"profile": "ideal"}},
            "workload": {{"{kind}": {{"share": {share}, "replyBytes": 1000000}}}}}}"#
        )
    };
    for kind in ["second", "third"] {
        assert_eq!(only_issue(&with(kind, 0.0)).code, IssueCode::NothingTakesTime, "{kind}");
        assert!(normalize(&with(kind, 0.5)).scenario.is_some(), "{kind}");
    }
}

#[test]
fn every_kind_of_command_is_checked_and_named() {
    let with = |workload: &str, server: &str| format!(r#"{{"workload": {{{workload}}}, "server": {{{server}}}}}"#);
    let shares = |second: f64, third: f64| {
        with(&format!(r#""second": {{"share": {second}}}, "third": {{"share": {third}}}"#), "")
    };
    let issue = only_issue(&shares(0.75, 0.5));
    assert_eq!((issue.code, issue.path.as_str()), (IssueCode::MoreThanAll, "workload.third.share"));
    assert_eq!((issue.value.as_deref(), issue.max), (Some("0.5"), Some(0.25)));
    for hundredths in 0..=100 {
        // As people write them: 0.9 and 0.1 are all.
        let second = f64::from(hundredths) / 100.0;
        let third = f64::from(100 - hundredths) / 100.0;
        assert!(normalize(&shares(second, third)).scenario.is_some(), "{second} and {third}");
        assert!(normalize(&shares(second, 1.0 - second)).scenario.is_some(), "what is left by {second}");
    }
    for kind in ["command", "second", "third"] {
        let path = |name: &str| format!("workload.{kind}.{name}");
        let interval = with(&format!(r#""{kind}": {{"execUs": {{"kind": "uniform", "min": 9, "max": 1}}}}"#), "");
        let issue = only_issue(&interval);
        assert_eq!((issue.code, issue.path), (IssueCode::EmptyInterval, path("execUs")));
        let share = |share: f64| if kind == "command" { String::new() } else { format!(r#", "share": {share}"#) };
        // 300 of them are more than a segment can number.
        let large = |of: f64| {
            format!(
                r#"{{"workload": {{"arrivals": {{"kind": "closed", "callers": 300}}, "{kind}": {{"replyBytes": 16777216{}}}}},
                "client": {{"connections": {{"kind": "perRequest"}}}}}}"#,
                share(of)
            )
        };
        let issue = only_issue(&large(0.01));
        assert_eq!((issue.code, issue.path), (IssueCode::TooMuchAtOnce, path("replyBytes")));
        if kind != "command" {
            assert!(normalize(&large(0.0)).scenario.is_some(), "{kind} is not asked for");
            let waiting = with(&format!(r#""{kind}": {{"blockMs": 20}}"#), r#""ioThreads": {"kind": "redis6"}"#);
            let issue = only_issue(&waiting);
            assert_eq!((issue.code, issue.path), (IssueCode::WaitingWithIoThreads, path("blockMs")));
        }
    }
}

#[test]
fn a_pool_that_refuses_in_no_time_is_refused() {
    let with = |more: &str| {
        let pool = r#""connections": {"kind": "pooled", "blockWhenExhausted": false}"#;
        format!(r#"{{"client": {{{pool}, "retry": {{"maxRetries": 1{more}}}}}, "costs": {{"profile": "ideal"}}}}"#)
    };
    assert_eq!(only_issue(&with(r#", "maxBackoffMs": 0"#)).code, IssueCode::NothingTakesTime);
    assert!(normalize(&with("")).scenario.is_some());
    assert!(normalize(&with("").replace("ideal", "linux-server")).scenario.is_some());
    // The callers of a load generator pay nothing under any profile.
    let load_generator = r#"{"client": {"runtime": {"kind": "eventLoop"}, "io": {"kind": "eventLoops", "loops": 1, "flush": {"kind": "writable"}}"#;
    let with = |connections: &str| format!(r#"{load_generator}, "connections": {connections}}}}}"#);
    let pool = with(r#"{"kind": "pooled", "blockWhenExhausted": false}"#);
    assert_eq!(only_issue(&pool).code, IssueCode::NothingTakesTime);
    let shared = with(r#"{"kind": "shared"}"#)
        .replace(r#""kind": "eventLoops","#, r#""kind": "eventLoops", "requestQueueSize": 1,"#);
    assert_eq!(only_issue(&shared).code, IssueCode::NothingTakesTime);
}

/// Sets every number, word and kind of the schema, one at a time, to something that is not its default, and looks
/// whether the canonical scenario has it.
#[test]
fn every_field_of_the_schema_is_read() {
    let root = SCHEMA.clone();
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
    let cluster: [&[&str]; 2] = [&["client", "topology"], &["server", "resharding"]];
    if cluster.iter().any(|of| names.starts_with(of)) {
        json["server"]["nodes"] = 3.into();
    }
    // Only replicas can be read from.
    if names == ["client", "readFrom"] {
        json["server"]["replicas"] = 1.into();
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

#[test]
fn a_million_unknown_names_are_counted_not_listed() {
    let names: Vec<String> = (0..1_000_000).map(|number| format!("\"rtt{number}\":1")).collect();
    let issues = normalize(&format!("{{{}}}", names.join(","))).issues;
    assert_eq!(issues.len(), 51);
    assert_eq!(issues[0].code, IssueCode::UnknownField);
    assert_eq!((issues[50].code, issues[50].value.as_deref()), (IssueCode::FurtherProblems, Some("999950")));
}

#[test]
fn a_text_that_nests_too_deeply_has_its_own_code() {
    let issue = only_issue(&("{\"network\":".repeat(200) + &"}".repeat(200)));
    assert_eq!((issue.code, issue.max), (IssueCode::TooDeep, Some(127.0)));
}
