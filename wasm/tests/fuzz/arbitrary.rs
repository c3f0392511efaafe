//! Random JSON that fits the scenario's schema over its whole range, so that a new field is fuzzed without anybody thinking of
//! it; and texts that do not fit it.

use engine::kernel::rng::{Draws, Random, Stream};
use serde_json::{Map, Value};

/// The scenario's schema as the engine itself checks it.
const SCHEMA: &str = include_str!("../../src/scenario/scenario.schema.json");

/// Pieces of text that parsers and checks have stumbled over somewhere.
const ODDITIES: [&str; 16] = [
    "1e999",
    "-1e999",
    "-0.0",
    "1e-400",
    "18446744073709551616",
    "9007199254740993",
    "NaN",
    "null",
    "true",
    "[]",
    "{}",
    "\"\\ud800\"",
    "\"\u{202e}é\u{0}\"",
    "\"kind\"",
    "[[[[[[[[",
    "{\"kind\":{\"kind\":",
];

/// The random choices of one input.
pub struct Choices(Draws);

impl Choices {
    /// Those of input number `index` of a search.
    pub fn of(seed: u32, index: u32) -> Self {
        Choices(Random::new(seed).draws(Stream::Kind, 0, index))
    }

    /// Whether something with this probability happens.
    pub fn happens(&mut self, probability: f64) -> bool {
        self.0.uniform() <= probability
    }

    /// A number below `count`, which is not 0.
    pub fn below(&mut self, count: usize) -> usize {
        (self.0.bits() % count as u64) as usize
    }

    /// A number between two bounds: most often of any magnitude, sometimes one of the bounds.
    fn between(&mut self, min: f64, max: f64) -> f64 {
        match self.below(12) {
            0 => min,
            1 => max,
            2..4 => min + (max - min) * self.0.uniform(),
            _ => {
                // Small values are what makes a run quick and a cost ordinary.
                let (low, high) = (libm::log(min.max(0.001)), libm::log(max.max(0.001)));
                libm::exp(low + (high - low) * self.0.uniform() * self.0.uniform()).clamp(min, max)
            }
        }
    }
}

/// A generator of whole scenarios.
pub struct Scenarios {
    schema: Value,
    /// Probability that a part is something else than the schema says.
    wrong: f64,
}

impl Scenarios {
    /// Scenarios that fit the schema, but for a share `wrong` of their parts.
    pub fn new(wrong: f64) -> Self {
        Scenarios { schema: serde_json::from_str(SCHEMA).expect("the schema is JSON"), wrong }
    }

    /// A value that fits the schema; whether its parts fit each other is for the engine to say.
    pub fn any(&self, choices: &mut Choices) -> Value {
        // Some scenarios say much, some little: what is left out has its default.
        let share = [0.1, 0.3, 0.6, 0.9][choices.below(4)];
        let mut value = self.value(&self.schema, choices, share);
        if choices.happens(0.9) {
            let whole = value.clone();
            self.leave_out(&self.schema, &mut value, &whole);
        }
        value
    }

    /// Leaves out what nothing in the whole scenario looks at (`x-needs`): hardly any client but Lettuce would be tried otherwise.
    fn leave_out(&self, schema: &Value, value: &mut Value, whole: &Value) {
        let name = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next());
        let schema = name.map_or(schema, |name| &self.schema["$defs"][name]);
        if let Some(items) = value.as_array_mut() {
            for item in items {
                // What a neighbour needs is looked for in a scenario in which it is the only client.
                let mut alone = whole.clone();
                for part in ["client", "workload"].into_iter().filter(|_| item.get("name").is_some()) {
                    alone[part] = item[part].clone();
                }
                self.leave_out(&schema["items"], item, &alone);
            }
            return;
        }
        let mut variants = schema["oneOf"].as_array().into_iter().flatten();
        let object = variants.find(|variant| variant["properties"]["kind"]["const"] == value["kind"]).unwrap_or(schema);
        let Some(fields) = value.as_object_mut() else { return };
        fields.retain(|name, _| {
            let needs = object["properties"][name]["x-needs"].as_object();
            needs.into_iter().flatten().all(|(place, values)| {
                let found = place.split('.').fold(whole, |at, name| &at[name]);
                values.as_array().is_some_and(|values| values.contains(found))
            })
        });
        for (name, inner) in fields {
            self.leave_out(&object["properties"][name], inner, whole);
        }
    }

    fn value(&self, schema: &Value, choices: &mut Choices, share: f64) -> Value {
        if choices.happens(self.wrong) {
            let nested = (0..choices.below(300)).fold(Value::Null, |inner, _| Value::Array(vec![inner]));
            let wrong = [Value::Null, true.into(), (-1).into(), 0.5.into(), 1e300.into(), "threads".into(), nested];
            return wrong[choices.below(wrong.len())].clone();
        }
        if let Some(reference) = schema["$ref"].as_str() {
            let name = reference.rsplit('/').next().unwrap_or_default();
            // Of many overridden costs little can be learnt.
            let share = if name == "CostOverrides" { share.min(0.3) } else { share };
            return self.value(&self.schema["$defs"][name], choices, share);
        }
        if let Some(variants) = schema["oneOf"].as_array() {
            return self.value(&variants[choices.below(variants.len())], choices, share);
        }
        if schema["type"] == "array" {
            let items = 0..choices.below(4);
            return items.map(|_| self.value(&schema["items"], choices, share)).collect();
        }
        if schema["type"] == "string" && schema["const"].is_null() && schema["enum"].is_null() {
            return format!("name {}", choices.below(3)).into();
        }
        if let Some(words) = schema["enum"].as_array() {
            return words[choices.below(words.len())].clone();
        }
        if schema["const"].is_string() {
            return schema["const"].clone();
        }
        let bounds = (schema["minimum"].as_f64(), schema["maximum"].as_f64());
        match (schema["properties"].as_object(), bounds) {
            (Some(properties), _) => {
                let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
                let mut object = Map::new();
                if choices.happens(self.wrong) {
                    object.insert("kinds".into(), Value::Null);
                }
                for (name, property) in properties {
                    if required.iter().any(|one| one == name) || choices.happens(share) {
                        object.insert(name.clone(), self.value(property, choices, share));
                    }
                }
                object.into()
            }
            (None, (Some(min), Some(max))) => match schema["type"] == "integer" {
                true => (choices.between(min, max).round() as u64).into(),
                false => choices.between(min, max).into(),
            },
            _ => choices.happens(0.5).into(),
        }
    }
}

/// A text made from one that fits, by some random changes of its bytes or values.
pub fn damaged(text: &str, choices: &mut Choices) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=choices.below(4) {
        let at = choices.below(bytes.len() + 1);
        let to = (at + choices.below(12)).min(bytes.len());
        match choices.below(7) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..to)),
            2 => bytes.splice(at..at, ODDITIES[choices.below(ODDITIES.len())].bytes()).for_each(drop),
            3 => bytes.splice(at..to, ODDITIES[choices.below(ODDITIES.len())].bytes()).for_each(drop),
            4 => {
                let piece = bytes[at..to].to_vec();
                bytes.splice(at..at, piece).for_each(drop);
            }
            5 => {
                // A number becomes another one.
                let digit = (at..bytes.len()).find(|&i| bytes[i].is_ascii_digit());
                let other = [b"-1".as_slice(), b"0", b"999999999999", b"0.5", b"\"1\""][choices.below(5)];
                digit.into_iter().for_each(|i| bytes.splice(i..=i, other.iter().copied()).for_each(drop));
            }
            _ => {
                let byte = choices.below(256) as u8;
                bytes.get_mut(at).into_iter().for_each(|b| *b = byte);
            }
        }
    }
    // As the WebAssembly build reads what it is given.
    String::from_utf8_lossy(&bytes).into_owned()
}
