//! A single problem of an input.

use std::fmt;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// One problem of an input: where it is, what was expected, what was given, and how to fix it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputProblem {
    /// The start of the message if the pointer is empty: `the input`.
    whole: &'static str,
    pointer: String,
    expected: String,
    given: String,
    rule: String,
    hint: Option<String>,
}

impl InputProblem {
    /// A problem of the value at `pointer` (a JSON pointer, empty for the input as a whole). `rule` completes a sentence
    /// that starts with the field: "must be an integer, not true".
    pub fn new(
        pointer: impl Into<String>,
        expected: impl Into<String>,
        given: impl Into<String>,
        rule: impl Into<String>,
    ) -> Self {
        let (pointer, expected, given, rule) = (pointer.into(), expected.into(), given.into(), rule.into());
        Self { whole: "the input", pointer, expected, given, rule, hint: None }
    }

    /// A problem of a step outside its input.
    #[cfg(feature = "json")]
    pub(crate) fn of_step(expected: impl Into<String>, given: impl Into<String>, rule: impl Into<String>) -> Self {
        Self { whole: "the step", ..Self::new("", expected, given, rule) }
    }

    /// The same problem with a hint how to fix it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Where the problem is, as a JSON pointer: `/labels/0`. Empty for the input as a whole.
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// What was expected: `an integer`.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// What was given instead: `the string "42"`.
    pub fn given(&self) -> &str {
        &self.given
    }

    /// The whole message: the field, the rule, and the hint if there is one.
    pub fn message(&self) -> String {
        self.to_string()
    }

    pub(super) fn move_below(&mut self, member: &str) {
        self.pointer = format!("/{}{}", escape_segment(member), self.pointer);
    }
}

/// Escapes one segment of a JSON pointer.
pub(crate) fn escape_segment(member: &str) -> String {
    member.replace('~', "~0").replace('/', "~1")
}

/// A JSON pointer as a path: `/labels/0/name` becomes `labels[0].name`.
fn to_path(pointer: &str) -> String {
    let mut path = String::new();
    for segment in pointer.split('/').skip(1) {
        if !segment.is_empty() && segment.bytes().all(|byte| byte.is_ascii_digit()) {
            path.extend(["[", segment, "]"]);
            continue;
        }
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(&segment.replace("~1", "/").replace("~0", "~"));
    }
    path
}

impl fmt::Display for InputProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() {
            write!(f, "{} {}", self.whole, self.rule)?;
        } else {
            write!(f, "`{}` {}", to_path(&self.pointer), self.rule)?;
        }
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl Serialize for InputProblem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_struct("InputProblem", 4)?;
        map.serialize_field("pointer", &self.pointer)?;
        map.serialize_field("expected", &self.expected)?;
        map.serialize_field("given", &self.given)?;
        map.serialize_field("message", &self.message())?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_is_shown_as_a_path() {
        assert_eq!(to_path("/labels/0/na~1me"), "labels[0].na/me");
        assert_eq!(to_path("/a"), "a");
        assert_eq!(to_path("/"), "");
    }
}
