//! Every default of the scenario has a source: `defaults.json` says of each where its value comes from, or that it is assumed.
//!
//! The schema, which is generated from the structs, says which fields there are. So a field that is new and a default that is
//! changed have to be explained here before the tests pass.

use serde_json::Value;
use std::collections::BTreeMap;

/// A default as the schema has it.
struct Declared {
    value: Value,
    unit: &'static str,
}

/// Path of a setting and the kind of thing that has it, if several kinds have a setting of that name.
type Setting = (String, Option<String>);

/// What `defaults.json` says of one setting, or of the same one of several kinds.
struct Entry {
    path: String,
    of: Vec<String>,
    default: Value,
    source: String,
}

fn schema() -> Value {
    serde_json::from_str(include_str!("../../src/scenario/scenario.schema.json")).expect("the schema is JSON")
}

/// Follows a reference into the schema's definitions.
fn resolve<'a>(schema: &'a Value, node: &'a Value) -> &'a Value {
    let name = node["$ref"].as_str().and_then(|reference| reference.strip_prefix("#/$defs/"));
    name.map_or(node, |name| &schema["$defs"][name])
}

/// The kind that an alternative of a choice is for.
fn kind(alternative: &Value) -> Option<&str> {
    alternative["properties"]["kind"]["const"].as_str()
}

/// Names of fields end with their unit.
fn unit(field: &Value, name: &str) -> &'static str {
    const UNITS: [&str; 8] = ["µs", "ms", "B", "%", "1/s", "Mbit/s", "ns", "ns/B"];
    let written = field["x-unit"].as_str().map(|unit| UNITS.into_iter().find(|&known| known == unit).expect("a unit"));
    written.unwrap_or(if name.ends_with("Us") { "µs" } else { "" })
}

/// Collects the defaults of all fields below a node of the schema.
fn collect(schema: &Value, node: &Value, path: &str, of: Option<&str>, found: &mut BTreeMap<Setting, Declared>) {
    for (name, field) in node["properties"].as_object().expect("structs have fields") {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let inner = resolve(schema, field);
        let is_distribution = field["$ref"] == "#/$defs/Dist";
        let alternatives = inner["oneOf"].as_array().filter(|all| !is_distribution && kind(&all[0]).is_some());
        let default = field.get("default");
        let leaf = match (default, alternatives) {
            // What is without a default is a kind, or a cost, which has its own table.
            (None, _) => None,
            (Some(default), Some(_)) => Some((format!("{path}.kind"), default["kind"].clone())),
            (Some(default), None) if is_distribution => {
                assert_eq!(default["kind"], "constant", "{path} is random by default");
                Some((path.clone(), default["value"].clone()))
            }
            (Some(_), None) if inner["properties"].is_object() && path != "costs.overrides" => None,
            (Some(default), None) => Some((path.clone(), default.clone())),
        };
        if let Some((path, value)) = leaf {
            let before = found.insert((path, of.map(str::to_owned)), Declared { value, unit: unit(field, name) });
            assert!(before.is_none(), "{name} is there twice");
        }
        for alternative in alternatives.into_iter().flatten() {
            collect(schema, alternative, &path, kind(alternative), found);
        }
        if alternatives.is_none() && inner["properties"].is_object() {
            collect(schema, inner, &path, None, found);
        }
    }
}

fn defaults() -> BTreeMap<Setting, Declared> {
    let schema = schema();
    let mut found = BTreeMap::new();
    collect(&schema, &schema, "", None, &mut found);
    found
}

fn entries() -> Vec<Entry> {
    let file: Value =
        serde_json::from_str(include_str!("../../src/scenario/defaults.json")).expect("the sources are JSON");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let entry = |entry: &Value| {
        let provenance = text(&entry["provenance"]);
        let source = text(&entry["source"]);
        assert!(["definition", "published", "assumed"].contains(&provenance.as_str()), "{source}: {provenance}?");
        assert!(source.len() > 5, "{entry} has no source");
        Entry {
            path: text(&entry["path"]),
            of: entry["of"].as_array().into_iter().flatten().map(text).collect(),
            default: entry["default"].clone(),
            source: format!("{provenance}: {source}"),
        }
    };
    file["defaults"].as_array().expect("a list").iter().map(entry).collect()
}

impl Entry {
    fn is_about(&self, (path, of): &Setting) -> bool {
        let is_of_that_kind = || of.as_ref().is_some_and(|kind| self.of.contains(kind));
        self.path == *path && (self.of.is_empty() || is_of_that_kind())
    }
}

/// As people write it: a text without quotation marks, numbers without ".0".
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(fields) if fields.is_empty() => "none".to_owned(),
        _ => value.to_string(),
    }
}

/// The table of `model/defaults.md`.
pub fn table() -> String {
    let defaults = defaults();
    let mut text = String::from("\n| setting | default | its source |\n|---|---|---|\n");
    for entry in entries() {
        let unit = defaults.iter().find(|(setting, _)| entry.is_about(setting)).map_or("", |(_, default)| default.unit);
        let of = if entry.of.is_empty() { String::new() } else { format!(" ({})", entry.of.join(", ")) };
        let value = format!("{} {unit}", written(&entry.default));
        text += &format!("| `{}`{of} | {} | {} |\n", entry.path, value.trim_end(), entry.source.replace('|', "\\|"));
    }
    text + "\n"
}

#[test]
fn every_default_has_one_source_which_is_that_of_its_value() {
    let (defaults, entries) = (defaults(), entries());
    for (setting, default) in &defaults {
        let about: Vec<&Entry> = entries.iter().filter(|entry| entry.is_about(setting)).collect();
        assert_eq!(about.len(), 1, "{setting:?} = {} needs one source in src/scenario/defaults.json", default.value);
        let told = &about[0].default;
        let is_same = *told == default.value || told.as_f64().is_some_and(|told| default.value.as_f64() == Some(told));
        assert!(is_same, "{setting:?} is {}; its source is that of {told}", default.value);
    }
    for entry in &entries {
        let settings = defaults.keys().filter(|setting| entry.is_about(setting)).count();
        assert!(settings >= entry.of.len().max(1), "{} {:?} is no setting with a default", entry.path, entry.of);
    }
    assert!(defaults.len() > 120, "{} defaults", defaults.len());
}

/// The default of a choice is written out in the schema, with that of every field: they say the same.
#[test]
fn what_is_chosen_by_default_has_the_defaults_of_its_fields() {
    let schema = schema();
    let mut all = Vec::new();
    nodes(&schema, &mut all);
    let mut compared = 0;
    for node in all.iter().filter(|node| node["default"].is_object() && node["$ref"] != "#/$defs/Dist") {
        let (default, inner) = (&node["default"], resolve(&schema, node));
        let alternatives = inner["oneOf"].as_array().into_iter().flatten();
        let chosen = alternatives.filter(|alternative| kind(alternative) == default["kind"].as_str());
        for fields in chosen.chain([inner]).filter_map(|chosen| chosen["properties"].as_object()) {
            for (name, field) in fields.iter().filter(|(_, field)| field["default"] != Value::Null) {
                assert_eq!(default[name], field["default"], "{name}");
                compared += 1;
            }
        }
    }
    assert!(compared > 60, "{compared} fields were compared");
}

fn nodes<'a>(node: &'a Value, all: &mut Vec<&'a Value>) {
    all.push(node);
    match node {
        Value::Object(fields) => fields.values().for_each(|inner| nodes(inner, all)),
        Value::Array(items) => items.iter().for_each(|inner| nodes(inner, all)),
        _ => (),
    }
}
