//! Reports as JSON text. Numbers and strings are written by serde_json, the structure around them here: serde_json's own code
//! for that, a copy for each type that occurs in a report, was a tenth of the whole WebAssembly file.

#[cfg(test)]
use super::{Scenario, normalize::normalize};
use serde::Serializer;
use serde::ser::{Error, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct};
use std::fmt::{self, Display};

/// The JSON text of a report: of structs, lists, maps with string keys, options, words and numbers.
pub fn to_json(report: &(impl Serialize + ?Sized)) -> Vec<u8> {
    let mut writer = Writer { text: Vec::new() };
    match report.serialize(&mut writer) {
        Ok(()) => writer.text,
        Err(refusal) => match refusal {},
    }
}

/// The same as a string.
pub fn to_text(report: &(impl Serialize + ?Sized)) -> String {
    String::from_utf8(to_json(report)).unwrap_or_default()
}

struct Writer {
    text: Vec<u8>,
}

// Each of these is there once, and what is derived for a struct is a row of calls.
impl Writer {
    #[inline(never)]
    fn number(&mut self, value: f64) {
        // Writing into memory does not fail. (Not expect(): its message would bring the quoting of strings into the engine.)
        let _ = serde_json::to_writer(&mut self.text, &value);
    }

    #[inline(never)]
    fn integer(&mut self, value: i64) {
        // As serde_json writes it, whose crate for integers would bring the quoting of errors into the engine: half a kilobyte.
        self.text.extend_from_slice(value.to_string().as_bytes());
    }

    #[inline(never)]
    fn string(&mut self, value: &str) {
        let _ = serde_json::to_writer(&mut self.text, value);
    }

    #[inline(never)]
    fn literal(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }

    #[inline(never)]
    fn open(&mut self) {
        self.literal("{");
    }

    /// Divides what comes next from what came before it in the same list or object.
    #[inline(never)]
    fn divide(&mut self) {
        if !matches!(self.text.last(), Some(b'[' | b'{')) {
            self.text.push(b',');
        }
    }

    #[inline(never)]
    fn name(&mut self, name: &str) {
        self.divide();
        self.string(name);
        self.text.push(b':');
    }
}

/// Why a value could not be written: for no reason at all.
#[derive(Debug)]
enum Refusal {}

impl Display for Refusal {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Refusal {}

impl Error for Refusal {
    fn custom<T: Display>(_: T) -> Self {
        unreachable!()
    }
}

type Written = Result<(), Refusal>;
type Absent = Impossible<(), Refusal>;

impl Serializer for &mut Writer {
    type Ok = ();
    type Error = Refusal;
    type SerializeSeq = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeTuple = Absent;
    type SerializeTupleStruct = Absent;
    type SerializeTupleVariant = Absent;
    type SerializeStructVariant = Absent;

    fn serialize_bool(self, value: bool) -> Written {
        self.literal(if value { "true" } else { "false" });
        Ok(())
    }
    fn serialize_i8(self, value: i8) -> Written {
        self.serialize_i64(value.into())
    }
    fn serialize_i16(self, value: i16) -> Written {
        self.serialize_i64(value.into())
    }
    fn serialize_i32(self, value: i32) -> Written {
        self.serialize_i64(value.into())
    }
    fn serialize_i64(self, value: i64) -> Written {
        self.integer(value);
        Ok(())
    }
    fn serialize_u8(self, value: u8) -> Written {
        self.serialize_i64(value.into())
    }
    fn serialize_u16(self, value: u16) -> Written {
        self.serialize_i64(value.into())
    }
    fn serialize_u32(self, value: u32) -> Written {
        self.serialize_i64(value.into())
    }
    fn serialize_u64(self, value: u64) -> Written {
        match i64::try_from(value) {
            Ok(value) => self.serialize_i64(value),
            Err(_) => self.serialize_f64(value as f64),
        }
    }
    fn serialize_f32(self, value: f32) -> Written {
        self.serialize_f64(value.into())
    }
    fn serialize_f64(self, value: f64) -> Written {
        self.number(value);
        Ok(())
    }
    fn serialize_char(self, value: char) -> Written {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, value: &str) -> Written {
        self.string(value);
        Ok(())
    }
    fn serialize_bytes(self, value: &[u8]) -> Written {
        self.collect_seq(value)
    }
    fn serialize_none(self) -> Written {
        self.serialize_unit()
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Written {
        self.literal("null");
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.serialize_unit()
    }
    #[inline(always)]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.serialize_str(variant)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        let mut object = self.serialize_map(Some(1))?;
        object.serialize_entry(variant, value)?;
        SerializeMap::end(object)
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Refusal> {
        self.literal("[");
        Ok(self)
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Self, Refusal> {
        self.open();
        Ok(self)
    }
    // Names of types are written nowhere: inlined, they are not in the engine either.
    #[inline(always)]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Refusal> {
        self.open();
        Ok(self)
    }
    // Reports consist of what has names.
    fn serialize_tuple(self, _: usize) -> Result<Absent, Refusal> {
        unreachable!()
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Absent, Refusal> {
        unreachable!()
    }
    fn serialize_tuple_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Absent, Refusal> {
        unreachable!()
    }
    fn serialize_struct_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Absent, Refusal> {
        unreachable!()
    }
}

impl SerializeSeq for &mut Writer {
    type Ok = ();
    type Error = Refusal;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.divide();
        value.serialize(&mut **self)
    }
    fn end(self) -> Written {
        self.literal("]");
        Ok(())
    }
}

impl SerializeMap for &mut Writer {
    type Ok = ();
    type Error = Refusal;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        self.divide();
        key.serialize(&mut **self)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.literal(":");
        value.serialize(&mut **self)
    }
    fn end(self) -> Written {
        self.literal("}");
        Ok(())
    }
}

impl SerializeStruct for &mut Writer {
    type Ok = ();
    type Error = Refusal;

    #[inline(never)]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Written {
        self.name(name);
        value.serialize(&mut **self)
    }
    fn end(self) -> Written {
        self.literal("}");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees(report: &impl Serialize) {
        assert_eq!(String::from_utf8(to_json(report)).unwrap(), serde_json::to_string(report).unwrap());
    }

    #[test]
    fn the_text_is_that_of_serde_json() {
        agrees(&Scenario::default());
        agrees(&normalize("{}"));
        agrees(&normalize(r#"{"sed": "a\n\"é\"", "network": {"rttUs": -1.5}, "costs": {"overrides": {"pollN": 3}}}"#));
        agrees(&normalize(r#"{"costs": {"profile": "ideal", "overrides": {"pollNs": 3, "socketReadNs": 1e300}}}"#));
        agrees(
            &serde_json::json!({ "a": [[], {}, [null, true, false, -3, 0.5, "\\"]], "b": { "c": u32::MAX, "": [1] } }),
        );
        agrees(&[f64::NAN, f64::INFINITY, -0.0, 1e21].to_vec());
    }
}
