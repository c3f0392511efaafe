//! JSON text as a tree. hifijson takes it apart; what is kept of it is what a scenario needs: names in their order, and numbers also
//! as they were written, so that a problem can quote them. (serde_json's reader is 7 kB more of what the page downloads, trees that
//! are searched and a table of the powers of ten among them; tests and tools read with it.)

use super::json::to_text;
use hifijson::token::Lex;
use hifijson::{Error, Expect, SliceLexer, num::LexWrite, str::LexAlloc};
use std::borrow::Cow;
use std::ops::Index;

/// Objects and lists inside each other; what is deeper is refused before it can exhaust the stack.
pub const DEEPEST: usize = 128;

/// A JSON value.
pub enum Json<'a> {
    /// `null`, and what an object does not have.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number: its text, and whether that has neither a point nor an exponent.
    Number(&'a [u8], bool),
    /// A string.
    String(Cow<'a, str>),
    /// A list.
    Array(Vec<Self>),
    /// Names and values, as they were written; of those with the same name the last one counts.
    Object(Vec<(Cow<'a, str>, Self)>),
}

/// Where text stops being JSON: line and column, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
    /// The text is JSON up to there, and nests more deeply than [`DEEPEST`].
    pub is_too_deep: bool,
}

impl<'a> Json<'a> {
    /// Reads a text that is one JSON value.
    ///
    /// # Errors
    /// The place of the first character that cannot follow what is before it, or of the last one when something is missing.
    pub fn parse(text: &'a str) -> Result<Self, Place> {
        let mut lexer = SliceLexer::new(text.as_bytes());
        let read = lexer.exactly_one(Lex::ws_peek, |next, lexer| Self::read(next, lexer, DEEPEST));
        read.map_err(|error| {
            let taken = text.len() - lexer.as_slice().len();
            let before = &text.as_bytes()[..text.len().min(taken + 1)];
            let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let lines = before.iter().filter(|&&byte| byte == b'\n').count();
            Place {
                line: lines as u32 + 1,
                column: (before.len() - line_start) as u32,
                is_too_deep: matches!(error, Error::Depth),
            }
        })
    }

    fn read(next: u8, lexer: &mut SliceLexer<'a>, deepest: usize) -> Result<Self, Error> {
        let inner = deepest.checked_sub(1).ok_or(Error::Depth)?;
        Ok(match next {
            b'a'..=b'z' => lexer.null_or_bool().ok_or(Expect::Value)?.map_or(Json::Null, Json::Bool),
            b'0'..=b'9' | b'-' => {
                let (digits, parts) = lexer.num_bytes().validated()?;
                Json::Number(digits, parts.is_int())
            }
            b'"' => Json::String(lexer.discarded().str_string()?),
            b'[' => {
                let mut items = Vec::new();
                lexer.discarded().seq(b']', Lex::ws_peek, |next, lexer| {
                    items.push(Self::read(next, lexer, inner)?);
                    Ok::<_, Error>(())
                })?;
                Json::Array(items)
            }
            b'{' => {
                let mut members = Vec::new();
                lexer.discarded().seq(b'}', Lex::ws_peek, |next, lexer| {
                    lexer.expect(|_| Some(next), b'"').ok_or(Expect::String)?;
                    let name = lexer.str_string()?;
                    lexer.expect(Lex::ws_peek, b':').ok_or(Expect::Colon)?;
                    let next = lexer.ws_peek().ok_or(Expect::Value)?;
                    members.push((name, Self::read(next, lexer, inner)?));
                    Ok::<_, Error>(())
                })?;
                Json::Object(members)
            }
            _ => return Err(Expect::Value.into()),
        })
    }

    /// What an object has under a name.
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.as_object()?.iter().rev().find(|(other, _)| other == name).map(|(_, value)| value)
    }

    /// Names and values of an object.
    pub fn as_object(&self) -> Option<&[(Cow<'a, str>, Self)]> {
        if let Json::Object(members) = self { Some(members) } else { None }
    }

    /// The values of a list.
    pub fn as_array(&self) -> Option<&[Self]> {
        if let Json::Array(items) = self { Some(items) } else { None }
    }

    /// A string's text.
    pub fn as_str(&self) -> Option<&str> {
        if let Json::String(text) = self { Some(text) } else { None }
    }

    /// `true` or `false`.
    pub fn as_bool(&self) -> Option<bool> {
        if let Json::Bool(value) = self { Some(*value) } else { None }
    }

    /// A number's value.
    pub fn as_f64(&self) -> Option<f64> {
        if let Json::Number(digits, _) = self { Some(value_of(digits)) } else { None }
    }

    /// The value of a number without point and exponent.
    pub fn as_integer(&self) -> Option<f64> {
        if matches!(self, Json::Number(_, true)) { self.as_f64() } else { None }
    }

    /// The value as text again, without spaces and numbers as they were written.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) {
        match self {
            Json::Null => text.push_str("null"),
            Json::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
            Json::Number(digits, _) => text.extend(digits.iter().map(|&digit| char::from(digit))),
            Json::String(string) => text.push_str(&to_text(string)),
            Json::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    text.push(if index == 0 { '[' } else { ',' });
                    item.write(text);
                }
                text.push_str(if items.is_empty() { "[]" } else { "]" });
            }
            Json::Object(members) => {
                for (index, (name, value)) in members.iter().enumerate() {
                    text.push(if index == 0 { '{' } else { ',' });
                    text.push_str(&to_text(name));
                    text.push(':');
                    value.write(text);
                }
                text.push_str(if members.is_empty() { "{}" } else { "}" });
            }
        }
    }
}

impl<'a> Index<&str> for Json<'a> {
    type Output = Json<'a>;

    fn index(&self, name: &str) -> &Json<'a> {
        self.get(name).unwrap_or(&Json::Null)
    }
}

/// The value of a JSON number: exact for up to 15 digits and powers of ten up to 22, as people and this program's files write them,
/// within the last bits otherwise.
fn value_of(number: &[u8]) -> f64 {
    let (mut digits, mut exponent) = (0_u64, 0_i32);
    let mut point = 0;
    let mut rest = number.iter();
    while let Some(&byte) = rest.next() {
        match byte {
            b'0'..=b'9' if digits < u64::MAX / 100 => {
                digits = digits * 10 + u64::from(byte - b'0');
                exponent -= point;
            }
            b'0'..=b'9' => exponent += 1 - point,
            b'.' => point = 1,
            b'e' | b'E' => {
                let written = rest.as_slice();
                let power = written.iter().filter(|byte| byte.is_ascii_digit());
                let power = power.fold(0, |power, byte| (power * 10 + i32::from(byte - b'0')).min(10_000));
                exponent += if written.first() == Some(&b'-') { -power } else { power };
                break;
            }
            _ => {}
        }
    }
    let power = 10_f64.powi(exponent.abs());
    if digits == 0 {
        return 0.0;
    }
    let value = if exponent < 0 { digits as f64 / power } else { digits as f64 * power };
    if number.first() == Some(&b'-') { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where serde_json, another reader, stops.
    fn place_elsewhere(text: &str) -> Place {
        let error = serde_json::from_str::<serde_json::Value>(text).unwrap_err();
        Place { line: error.line() as u32, column: error.column() as u32, is_too_deep: false }
    }

    #[test]
    fn broken_text_is_refused_where_another_reader_refuses_it() {
        for text in [
            "",
            "{",
            "[1,",
            "{\"a\": 1",
            "{\"a\":\n {\"b\": 10",
            "{\"a\" 1}",
            "{\"a\": 1 \"b\": 2}",
            "[1 2]",
            "{\n\n  a: 1}",
            "[1,]",
            "[1] 2",
            "{\"a\": +1}",
            "[\"abc",
        ] {
            assert_eq!(Json::parse(text).err(), Some(place_elsewhere(text)), "{text}");
        }
        for text in ["nul", "[01]", "[1.]", "[1e]", "[-]", r#""\x""#, r#""\ud800""#, "\"\n\"", "\u{feff}1", "{1: 2}"] {
            assert!(Json::parse(text).is_err(), "{text}");
            place_elsewhere(text);
        }
    }

    #[test]
    fn what_is_too_deep_is_refused() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(Json::parse(&nested(DEEPEST)).is_ok());
        for depth in [DEEPEST + 1, 1_000_000] {
            let place = Json::parse(&nested(depth)).err();
            assert!(place.is_some_and(|place| place.is_too_deep), "{depth}");
        }
        assert!(Json::parse("[[[").is_err_and(|place| !place.is_too_deep));
    }

    #[test]
    fn numbers_as_people_write_them_are_exact() {
        for digits in ["0", "1", "15", "361", "99999", "4294967295", "123456789012345", "999999999999999"] {
            for shift in 0..=22 {
                for number in
                    [format!("{digits}e{shift}"), format!("-{digits}E-{shift}"), format!("{digits}.0e+{shift}")]
                {
                    assert_eq!(value_of(number.as_bytes()), number.parse::<f64>().unwrap(), "{number}");
                }
            }
        }
        for number in ["0.15", "0.361", "1234.5678", "0.000001", "-0.1", "3.14159265358979", "100000000000000000000"] {
            assert_eq!(value_of(number.as_bytes()), number.parse::<f64>().unwrap(), "{number}");
        }
    }

    #[test]
    fn other_numbers_are_within_the_last_bits() {
        for number in
            ["0.1234567890123456789", "1.2345678901234567e308", "1e300", "2.5e-300", "123456789012345678901234567890"]
        {
            let exact: f64 = number.parse::<f64>().unwrap();
            assert!((value_of(number.as_bytes()) / exact - 1.0).abs() < 1e-13, "{number}");
        }
        assert_eq!(value_of(b"1e99999999999"), f64::INFINITY);
        assert_eq!(value_of(b"1e-99999999999"), 0.0);
        assert_eq!(value_of(b"0e99999999999"), 0.0);
        assert!(Json::parse("-0").unwrap().as_f64().unwrap().is_sign_positive());
    }

    #[test]
    fn of_members_with_one_name_the_last_one_counts() {
        let json = Json::parse(r#"{"a": 1, "\u0061": 2.50, "b": [true, null, {}, [], "\"\u00e9"]}"#).unwrap();
        assert_eq!(json["a"].as_f64(), Some(2.5));
        assert_eq!((json["b"].as_integer(), json["c"].as_f64(), json["a"]["b"].as_str()), (None, None, None));
        assert_eq!(json.text(), r#"{"a":1,"a":2.50,"b":[true,null,{},[],"\"é"]}"#);
    }
}
