//! Checks a JSON value against the scenario's own JSON Schema and reports *every* problem with its path.
//!
//! The schema is generated from the structs next door (`npm run schema`), without its words for people, so ranges and names live in one
//! place. Only what that schema uses is understood: `$ref`, objects that have nothing but their properties, unions tagged by
//! `kind`, string constants, and numbers with bounds.

use super::issue::{Issue, IssueCode};
use serde_json::Value;
use std::sync::LazyLock;

/// The scenario's JSON Schema.
pub(super) static SCHEMA: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("scenario.schema.json")).expect("a test reads the schema"));

/// Most problems that are listed. Further ones are only counted: a text with a million unknown names is no scenario, and each listed
/// name is compared with all that exist.
pub const MOST_ISSUES: usize = 50;

/// The ways in which `value` departs from the scenario schema: at most [`MOST_ISSUES`], and then how many more.
pub fn violations(value: &Value) -> Vec<Issue> {
    let mut check = Check { root: &SCHEMA, whole: value, issues: Vec::new(), left: 0 };
    check.value(value, &SCHEMA, "");
    if check.left > 0 {
        let further = Issue::new(IssueCode::FurtherProblems, "").with_value(&check.left);
        check.issues.push(further);
    }
    check.issues
}

struct Check<'a> {
    root: &'a Value,
    /// The scenario that is checked.
    whole: &'a Value,
    issues: Vec<Issue>,
    /// Problems beyond the list.
    left: u64,
}

impl<'a> Check<'a> {
    fn is_full(&self) -> bool {
        self.issues.len() >= MOST_ISSUES
    }

    fn add(&mut self, issue: Issue) {
        if self.is_full() {
            self.left += 1;
        } else {
            self.issues.push(issue);
        }
    }

    fn value(&mut self, value: &Value, schema: &'a Value, path: &str) {
        if let Some(reference) = schema["$ref"].as_str() {
            let target = self.resolve(reference);
            return self.value(value, target, path);
        }
        if let Some(variants) = schema["oneOf"].as_array() {
            return self.union(value, variants, path);
        }
        match type_of(schema) {
            Some("object") => self.object(value, schema, path),
            Some(kind @ ("number" | "integer")) => self.number(value, schema, kind, path),
            Some("string") => self.string(value, schema, path),
            Some("array") => self.list(value, schema, path),
            Some(kind @ "boolean") if value.as_bool().is_none() => self.wrong_type(value, kind, path),
            _ => {}
        }
    }

    /// A list, such as that of neighbours. What the settings of each need is looked for in a scenario in which it is the only client.
    fn list(&mut self, value: &Value, schema: &'a Value, path: &str) {
        let Some(items) = value.as_array() else { return self.wrong_type(value, "array", path) };
        let most = schema["maxItems"].as_u64().unwrap_or(u64::MAX);
        if items.len() as u64 > most {
            let mut issue = Issue::new(IssueCode::OutOfRange, path).with_value(&items.len());
            issue.min = Some(0.0);
            issue.max = Some(most as f64);
            issue.nearest = Some(most as f64);
            return self.add(issue);
        }
        for (index, item) in items.iter().enumerate() {
            if path != "neighbours" {
                self.value(item, &schema["items"], &join(path, &index.to_string()));
                continue;
            }
            let alone = alone(self.whole, item);
            let issues = std::mem::take(&mut self.issues);
            let mut check = Check { root: self.root, whole: &alone, issues, left: self.left };
            check.value(item, &schema["items"], &join(path, &index.to_string()));
            (self.issues, self.left) = (check.issues, check.left);
        }
    }

    fn resolve(&self, reference: &str) -> &'a Value {
        let name = reference.strip_prefix("#/$defs/").unwrap_or_default();
        &self.root["$defs"][name]
    }

    fn object(&mut self, value: &Value, schema: &'a Value, path: &str) {
        let (Some(given), Some(properties)) = (value.as_object(), schema["properties"].as_object()) else {
            return self.wrong_type(value, "object", path);
        };
        let names = || properties.keys().map(String::as_str);
        for (name, inner) in given {
            let inner_path = join(path, name);
            match schema["properties"].get(name) {
                Some(property) => {
                    self.value(inner, property, &inner_path);
                    self.effect(inner, property, &inner_path);
                }
                None if self.is_full() => self.left += 1,
                None => {
                    let mut issue = Issue::new(IssueCode::UnknownField, &inner_path).with_value(inner);
                    issue.suggestion = most_similar(name, names());
                    issue.allowed = names().map(str::to_owned).collect();
                    self.add(issue);
                }
            }
        }
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if value.get(name).is_none() {
                self.add(Issue::new(IssueCode::MissingField, &join(path, name)));
            }
        }
    }

    /// A field with `x-needs` says something only where each place in it has one of its values (`null`: is left out).
    fn effect(&mut self, value: &Value, schema: &Value, path: &str) {
        let Some(needs) = schema["x-needs"].as_object() else { return };
        let nothing = &schema["default"];
        let is_met = |(place, allowed): (&String, &Value)| {
            let found = place.split('.').fold(self.whole, |at, name| &at[name]);
            allowed.as_array().into_iter().flatten().any(|one| says_the_same(one, found))
        };
        if says_the_same(value, nothing) || needs.iter().all(is_met) {
            return;
        }
        let mut issue = Issue::new(IssueCode::NoEffect, path).with_value(value);
        issue.nearest = nothing.as_f64();
        // The other values that say nothing are words, kinds and yes or no.
        let word = nothing.get("kind").unwrap_or(nothing);
        let word = word.as_str().or(word.as_bool().map(|yes| if yes { "true" } else { "false" }));
        issue.suggestion = word.map(str::to_owned);
        self.add(issue);
    }

    /// A union is either a set of string constants or a set of objects told apart by `kind`.
    fn union(&mut self, value: &Value, variants: &'a [Value], path: &str) {
        let names: Vec<&str> = variants.iter().flat_map(constants).collect();
        if !names.is_empty() {
            return self.choice(value, names, path);
        }
        if value.as_object().is_none() {
            return self.wrong_type(value, "object", path);
        }
        let kinds: Vec<&str> = variants.iter().filter_map(kind_of).collect();
        let kind_path = join(path, "kind");
        let Some(kind) = value.get("kind") else {
            let mut issue = Issue::new(IssueCode::MissingField, &kind_path);
            issue.allowed = kinds.into_iter().map(str::to_owned).collect();
            return self.add(issue);
        };
        match variants.iter().find(|variant| kind.as_str().is_some() && kind_of(variant) == kind.as_str()) {
            Some(variant) => self.object(value, variant, path),
            None => self.choice(kind, kinds, &kind_path),
        }
    }

    fn string(&mut self, value: &Value, schema: &'a Value, path: &str) {
        let names = constants(schema);
        if names.is_empty() {
            if value.as_str().is_none() {
                self.wrong_type(value, "string", path);
            }
        } else {
            self.choice(value, names, path);
        }
    }

    fn choice(&mut self, value: &Value, names: Vec<&str>, path: &str) {
        let Some(given) = value.as_str() else {
            return self.wrong_type(value, "string", path);
        };
        if !names.contains(&given) {
            let mut issue = Issue::new(IssueCode::UnknownChoice, path).with_value(value);
            issue.suggestion = most_similar(given, names.iter().copied());
            issue.allowed = names.into_iter().map(str::to_owned).collect();
            self.add(issue);
        }
    }

    fn number(&mut self, value: &Value, schema: &Value, kind: &str, path: &str) {
        let Some(number) = value.as_f64() else {
            return self.wrong_type(value, kind, path);
        };
        let min = schema["minimum"].as_f64().unwrap_or(f64::NEG_INFINITY);
        let max = schema["maximum"].as_f64().unwrap_or(f64::INFINITY);
        if number < min || number > max {
            let mut issue = Issue::new(IssueCode::OutOfRange, path).with_value(value);
            issue.min = Some(min);
            issue.max = Some(max);
            issue.nearest = Some(number.max(min).min(max));
            self.add(issue);
        } else if kind == "integer" && !(value.is_i64() || value.is_u64()) {
            self.wrong_type(value, kind, path);
        }
    }

    fn wrong_type(&mut self, value: &Value, expected: &str, path: &str) {
        let mut issue = Issue::new(IssueCode::WrongType, path).with_value(value);
        issue.expected = Some(expected.to_owned());
        self.add(issue);
    }
}

/// The scenario in which a neighbour is the only client, as JSON.
fn alone(whole: &Value, neighbour: &Value) -> Value {
    let mut alone = whole.clone();
    if let (Some(fields), Some(own)) = (alone.as_object_mut(), neighbour.as_object()) {
        fields.remove("neighbours");
        for name in ["client", "workload"] {
            fields.insert(name.to_owned(), own.get(name).cloned().unwrap_or_default());
        }
    }
    alone
}

pub(super) fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// Whether two words, numbers, kinds, or yes and no are the same.
fn says_the_same(one: &Value, other: &Value) -> bool {
    let [one, other] = [one, other].map(|value| value.get("kind").unwrap_or(value));
    one == other || one.as_f64().is_some() && one.as_f64() == other.as_f64()
}

/// The schema's type; of `["number", "null"]` (an optional field) the first.
fn type_of(schema: &Value) -> Option<&str> {
    schema["type"].as_str().or_else(|| schema["type"].as_array()?.first()?.as_str())
}

fn kind_of(variant: &Value) -> Option<&str> {
    variant["properties"]["kind"]["const"].as_str()
}

fn constants(schema: &Value) -> Vec<&str> {
    match (schema["const"].as_str(), schema["enum"].as_array()) {
        (Some(one), _) => vec![one],
        (None, Some(many)) => many.iter().filter_map(Value::as_str).collect(),
        (None, None) => Vec::new(),
    }
}

/// The candidate within an edit distance of a third of the name's length (at least 2 from four letters on), if any.
fn most_similar<'n>(name: &str, candidates: impl Iterator<Item = &'n str>) -> Option<String> {
    let letters = name.chars().count();
    let limit = (letters / 3).max(if letters < 4 { 1 } else { 2 });
    candidates
        .map(|candidate| (edit_distance(name, candidate), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, candidate)| candidate.to_owned())
}

/// Levenshtein distance without regard to (ASCII) case.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().map(|c| c.to_ascii_lowercase()).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().map(|c| c.to_ascii_lowercase()).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &cb) in b.iter().enumerate() {
            let substitute = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = substitute.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
