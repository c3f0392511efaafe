//! The schema, which is generated from the structs, says the same of a default wherever it is written out.

use serde_json::Value;

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
