//! Reading types from JSON values that fit their schema.

use serde_json::Value;

pub use engine_derive::FromJson;

/// A type that can be read from a JSON value. Derive it: names, tags and defaults are those of the serde attributes.
pub trait FromJson: Sized {
    /// Reads the value; `None` when it does not fit.
    fn from_json(value: &Value) -> Option<Self>;
}

impl FromJson for f64 {
    fn from_json(value: &Value) -> Option<Self> {
        value.as_f64()
    }
}

impl FromJson for u32 {
    fn from_json(value: &Value) -> Option<Self> {
        value.as_u64()?.try_into().ok()
    }
}

impl FromJson for i32 {
    fn from_json(value: &Value) -> Option<Self> {
        value.as_i64()?.try_into().ok()
    }
}

impl FromJson for bool {
    fn from_json(value: &Value) -> Option<Self> {
        value.as_bool()
    }
}

impl FromJson for String {
    fn from_json(value: &Value) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn from_json(value: &Value) -> Option<Self> {
        if value.is_null() { Some(None) } else { T::from_json(value).map(Some) }
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(T::from_json).collect()
    }
}

/// A field of an object, or its default when it is left out.
pub fn field<T: FromJson>(object: &Value, name: &str, default: T) -> Option<T> {
    match object.get(name) {
        Some(value) => T::from_json(value),
        None => Some(default),
    }
}
