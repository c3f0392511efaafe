//! JSON text as a tree. serde_json is still who writes ([`super::json`]) and who judges in the tests; its reader with its B-trees,
//! its table of 309 powers of ten and its sentences would be 6 kB of the WebAssembly file.

use serde::{Serialize, Serializer};
use std::ops::Index;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`.
    Null,
    /// Yes or no.
    Bool(bool),
    /// A number, and whether it was written as a whole one.
    Number { value: f64, is_whole: bool },
    /// A word.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// Names and values in the order of the text. Of what is there twice the last counts.
    Object(Vec<(String, Value)>),
}

/// Where reading stopped: line and column, from 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

/// Lists and objects in each other: further ones would cost more stack than a text may.
const DEEPEST: u32 = 128;

impl Value {
    /// Reads a text, or says where it stops to be JSON.
    pub fn parse(text: &str) -> Result<Value, Place> {
        let mut reader = Reader { text, at: 0 };
        match reader.value(DEEPEST) {
            Some(value) if reader.token().is_none() => Ok(value),
            _ => Err(reader.place()),
        }
    }

    pub fn as_bool(&self) -> Option<bool> {
        if let Value::Bool(is) = *self { Some(is) } else { None }
    }

    pub fn as_f64(&self) -> Option<f64> {
        if let Value::Number { value, .. } = *self { Some(value) } else { None }
    }

    pub fn as_str(&self) -> Option<&str> {
        if let Value::Text(text) = self { Some(text) } else { None }
    }

    pub fn as_list(&self) -> Option<&[Value]> {
        if let Value::List(items) = self { Some(items) } else { None }
    }

    pub fn as_object(&self) -> Option<&[(String, Value)]> {
        if let Value::Object(members) = self { Some(members) } else { None }
    }

    /// Whether this is a number that was written as a whole one.
    pub fn is_whole(&self) -> bool {
        matches!(self, Value::Number { is_whole: true, .. })
    }

    /// What an object has under a name.
    #[inline(never)]
    pub fn get(&self, name: &str) -> Option<&Value> {
        let (_, value) = self.as_object()?.iter().rev().find(|(other, _)| other == name)?;
        Some(value)
    }
}

/// What is not there is `null`.
impl Index<&str> for Value {
    type Output = Value;

    fn index(&self, name: &str) -> &Value {
        self.get(name).unwrap_or(&Value::Null)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(is) => serializer.serialize_bool(*is),
            // Beyond 2^53 not every whole number is there.
            Value::Number { value, is_whole: true } if value.abs() < 9e15 => serializer.serialize_i64(*value as i64),
            Value::Number { value, .. } => serializer.serialize_f64(*value),
            Value::Text(text) => serializer.serialize_str(text),
            Value::List(items) => serializer.collect_seq(items),
            Value::Object(members) => serializer.collect_map(members.iter().map(|(name, value)| (name, value))),
        }
    }
}

/// A text, and how far it has been read. What returns an option has none where the text is not JSON.
struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next byte that is no white space, which stays to be read.
    #[inline(never)]
    fn token(&mut self) -> Option<u8> {
        while matches!(self.peek()?, b' ' | b'\n' | b'\r' | b'\t') {
            self.at += 1;
        }
        self.peek()
    }

    /// Passes a byte if it comes next.
    fn passes(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self, depth: u32) -> Option<Value> {
        match self.token()? {
            b'{' => self.object(depth.checked_sub(1)?),
            b'[' => self.list(depth.checked_sub(1)?),
            b'"' => Some(Value::Text(self.string()?)),
            b't' => self.word("true").map(|()| Value::Bool(true)),
            b'f' => self.word("false").map(|()| Value::Bool(false)),
            b'n' => self.word("null").map(|()| Value::Null),
            _ => self.number(),
        }
    }

    fn word(&mut self, word: &str) -> Option<()> {
        word.bytes().all(|byte| self.passes(byte)).then_some(())
    }

    fn object(&mut self, depth: u32) -> Option<Value> {
        let mut members = Vec::new();
        while self.goes_on(members.is_empty(), b'}')? {
            self.token();
            let name = self.string()?;
            self.token();
            if !self.passes(b':') {
                return None;
            }
            members.push((name, self.value(depth)?));
        }
        Some(Value::Object(members))
    }

    fn list(&mut self, depth: u32) -> Option<Value> {
        let mut items = Vec::new();
        while self.goes_on(items.is_empty(), b']')? {
            items.push(self.value(depth)?);
        }
        Some(Value::List(items))
    }

    /// Whether a list or an object has another member, after its opening bracket or what follows a member.
    #[inline(never)]
    fn goes_on(&mut self, is_first: bool, end: u8) -> Option<bool> {
        if is_first {
            self.at += 1;
        }
        self.token();
        if self.passes(end) {
            return Some(false);
        }
        (is_first || self.passes(b',')).then_some(true)
    }

    fn string(&mut self) -> Option<String> {
        if !self.passes(b'"') {
            return None;
        }
        let mut string = String::new();
        loop {
            let from = self.at;
            while !matches!(self.peek()?, b'"' | b'\\' | ..b' ') {
                self.at += 1;
            }
            string.push_str(self.text.get(from..self.at)?);
            if self.passes(b'"') {
                return Some(string);
            }
            if !self.passes(b'\\') {
                return None;
            }
            string.push(self.escaped()?);
        }
    }

    /// What a backslash stands for together with what follows it.
    fn escaped(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += 1;
        Some(match letter {
            b'"' | b'\\' | b'/' => letter.into(),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => match self.unit()? {
                // A character beyond the first 65 536 is written in two halves.
                high @ 0xd800..0xdc00 => {
                    self.word("\\u")?;
                    let low = self.unit()?;
                    (low >> 10 == 0xdc00 >> 10).then_some(())?;
                    char::from_u32(0x1_0000 + ((high & 0x3ff) << 10 | low & 0x3ff))?
                }
                unit => char::from_u32(unit)?,
            },
            _ => return None,
        })
    }

    /// Four hexadecimal digits.
    fn unit(&mut self) -> Option<u32> {
        let mut unit = 0;
        for _ in 0..4 {
            unit = unit << 4 | char::from(self.peek()?).to_digit(16)?;
            self.at += 1;
        }
        Some(unit)
    }

    fn number(&mut self) -> Option<Value> {
        let is_negative = self.passes(b'-');
        let mut number = Decimal { digits: 0, exponent: 0 };
        if !self.passes(b'0') {
            self.digits(|digit| number.push(digit, 0))?;
        }
        let mut is_whole = true;
        if self.passes(b'.') {
            is_whole = false;
            self.digits(|digit| number.push(digit, -1))?;
        }
        if self.passes(b'e') || self.passes(b'E') {
            is_whole = false;
            let sign = if self.passes(b'-') { -1 } else { 1 };
            if sign > 0 {
                self.passes(b'+');
            }
            let mut power = 0i32;
            self.digits(|digit| power = power.saturating_mul(10).saturating_add(digit as i32))?;
            number.exponent = number.exponent.saturating_add(sign * power);
        }
        let size = number.value()?;
        Some(Value::Number { value: if is_negative { -size } else { size }, is_whole })
    }

    /// Passes at least one digit.
    fn digits(&mut self, mut each: impl FnMut(u64)) -> Option<()> {
        let from = self.at;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            each(u64::from(digit - b'0'));
            self.at += 1;
        }
        (self.at > from).then_some(())
    }

    /// Where the byte is that does not fit, or the last one of a text that ends too early.
    fn place(&self) -> Place {
        let last = self.at.min(self.text.len().saturating_sub(1));
        let before = &self.text.as_bytes()[..last];
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let lines = before.iter().filter(|&&byte| byte == b'\n').count();
        Place { line: 1 + lines as u32, column: 1 + (last - start) as u32 }
    }
}

/// A number as its digits and a power of ten.
struct Decimal {
    digits: u64,
    exponent: i32,
}

impl Decimal {
    /// Adds a digit that makes the exponent different by `shift`. Those that no longer fit are beyond what an `f64` tells apart.
    fn push(&mut self, digit: u64, shift: i32) {
        if self.digits < u64::MAX / 10 {
            self.digits = self.digits * 10 + digit;
            self.exponent += shift;
        } else {
            self.exponent += shift + 1;
        }
    }

    /// The number, unless it is too large. Powers of ten are exact up to 10^22, and so is what has 15 digits and no further one.
    fn value(self) -> Option<f64> {
        let mut value = self.digits as f64;
        let mut exponent = self.exponent;
        while exponent != 0 && value != 0.0 && value.is_finite() {
            let step = exponent.clamp(-308, 308);
            let size = step.unsigned_abs();
            let near = (0..size % 22).fold(1.0, |power, _| power * 10.0);
            let far = FAR[(size / 22) as usize];
            value = if step > 0 { value * near * far } else { value / near / far };
            exponent -= step;
        }
        value.is_finite().then_some(value)
    }
}

/// Every 22nd power of ten.
const FAR: [f64; 15] =
    [1e0, 1e22, 1e44, 1e66, 1e88, 1e110, 1e132, 1e154, 1e176, 1e198, 1e220, 1e242, 1e264, 1e286, 1e308];

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value as Judge;

    /// Every kind of value, escape and number.
    const SAMPLE: &str = r#" {"a" : [ ], "b":{}, "c":[null , true,false],
        "d":[0, -0.5, 12.75e-3, 1E+2, 4294967295, 0.30000000000000004, 1e300, 2.5e-310, 123456789012345678901234567890],
        "e":"é\u00e9\ud83d\ude00 \"\\\/\b\f\n\r\t 😀", "":{"a":{"a":[[1]]}}, "a":3}"#;

    /// The same verdict and the same value, numbers but for their last bit or two.
    fn agrees(text: &str) {
        match (Value::parse(text), serde_json::from_str::<Judge>(text)) {
            (Ok(value), Ok(judge)) => assert!(is_same(&value, &judge), "{text}: {value:?} {judge}"),
            (Err(_), Err(_)) => {}
            (ours, theirs) => panic!("{text}: {ours:?} {theirs:?}"),
        }
    }

    fn is_same(value: &Value, judge: &Judge) -> bool {
        match (value, judge) {
            (Value::Null, Judge::Null) => true,
            (Value::Bool(a), Judge::Bool(b)) => a == b,
            (Value::Number { value: a, .. }, Judge::Number(number)) => {
                let b = number.as_f64().unwrap();
                a.to_bits().abs_diff(b.to_bits()) <= 2
            }
            (Value::Text(a), Judge::String(b)) => a == b,
            (Value::List(a), Judge::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)),
            (Value::Object(a), Judge::Object(b)) => {
                b.iter().all(|(name, b)| is_same(&value[name.as_str()], b))
                    && a.iter().all(|(name, _)| b.contains_key(name))
            }
            _ => false,
        }
    }

    #[test]
    fn texts_are_read_as_serde_json_reads_them() {
        agrees(SAMPLE);
        // Cut short anywhere, and with any letter of JSON in place of any of its own.
        for (at, letter) in SAMPLE.char_indices() {
            agrees(&SAMPLE[..at]);
            for other in r#"{}[],:"\-+.eE019tfnu /"#.chars().chain(['\n', '\u{1}', 'é']) {
                agrees(&format!("{}{other}{}", &SAMPLE[..at], &SAMPLE[at + letter.len_utf8()..]));
            }
        }
        for text in
            ["", " ", "1 2", "01", "-", "1e400", "-1e-400", "1e99999999999", "0e99999999999", "\u{feff}1", "nul", "NaN"]
        {
            agrees(text);
        }
    }

    #[test]
    fn numbers_of_up_to_fifteen_digits_are_exact() {
        for digits in [1u64, 3, 999_999_999_999_999, 123_456_789_012_345, 700_000_000_000_001] {
            for exponent in -22..=22 {
                let text = format!("{digits}e{exponent}");
                assert_eq!(Value::parse(&text).unwrap().as_f64(), text.parse().ok(), "{text}");
            }
        }
    }

    #[test]
    fn what_is_deep_is_refused_before_it_costs_the_stack() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(Value::parse(&nested(DEEPEST as usize)).is_ok());
        assert!(Value::parse(&nested(DEEPEST as usize + 1)).is_err());
        assert!(Value::parse(&"[".repeat(1_000_000)).is_err());
    }

    #[test]
    fn the_place_is_where_reading_stops() {
        let place = |text| Value::parse(text).unwrap_err();
        assert_eq!(place(""), Place { line: 1, column: 1 });
        assert_eq!(place("{\"a\":\n {\"b\": 1x}"), Place { line: 2, column: 9 });
        assert_eq!(place("{\n \"a\""), Place { line: 2, column: 4 });
        assert_eq!(place("[1]\n\n ]"), Place { line: 3, column: 2 });
    }
}
