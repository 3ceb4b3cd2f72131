//! How JSON is printed.

use std::fmt::Write;

use ghx::terminal::is_unsafe;
use serde::Serialize;

use crate::args::Layout;
use crate::world::Look;

/// The value as JSON text with a line end: for people over several lines, otherwise on one. What would steer a terminal, or
/// is not seen, is written as an escape, whoever reads it: the next reader of a pipe may be a terminal.
pub(crate) fn text(value: &impl Serialize, layout: Layout, look: Look) -> String {
    let is_pretty = layout.pretty || look.is_terminal() && !layout.compact;
    // Nothing that is printed has keys that are no strings, which is all that can go wrong here.
    let compact = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
    let compact = escaped(compact);
    let mut text = if is_pretty { pretty(&compact) } else { compact };
    text.push('\n');
    text
}

/// The same JSON with escapes for unsafe characters, which are nowhere but in strings.
fn escaped(compact: String) -> String {
    if !compact.contains(is_unsafe) {
        return compact;
    }
    let mut text = String::with_capacity(compact.len() + 16);
    for char in compact.chars() {
        if is_unsafe(char) {
            for unit in char.encode_utf16(&mut [0; 2]) {
                // A string takes everything.
                let _ = write!(text, "\\u{unit:04x}");
            }
        } else {
            text.push(char);
        }
    }
    text
}

/// The same JSON over several lines. Parts of it are text that the library has made already, so it is laid out as text:
/// that keeps the order of keys and the digits of numbers.
fn pretty(compact: &str) -> String {
    let mut out = String::with_capacity(compact.len() * 2);
    let (mut depth, mut in_string, mut is_escaped) = (0_usize, false, false);
    let mut chars = compact.chars().peekable();
    while let Some(char) = chars.next() {
        if in_string {
            out.push(char);
            in_string = is_escaped || char != '"';
            is_escaped = !is_escaped && char == '\\';
            continue;
        }
        match char {
            '{' | '[' if chars.peek().is_some_and(|next| matches!(next, '}' | ']')) => {
                out.push(char);
                out.extend(chars.next());
            }
            '{' | '[' => {
                depth += 1;
                out.push(char);
                new_line(&mut out, depth);
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                new_line(&mut out, depth);
                out.push(char);
            }
            ',' => {
                out.push(char);
                new_line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            _ if char.is_ascii_whitespace() => {}
            _ => {
                out.push(char);
                in_string = char == '"';
            }
        }
    }
    out
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            ".*".prop_map(Value::from),
            Just(json!("\\\"{[,:]}\\\\")),
        ];
        leaf.prop_recursive(4, 64, 8, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
                prop::collection::btree_map(".*", inner, 0..8).prop_map(|map| map.into_iter().collect()),
            ]
        })
    }

    proptest! {
        #[test]
        fn pretty_is_that_of_serde(value in value()) {
            let compact = serde_json::to_string(&value).unwrap();
            prop_assert_eq!(pretty(&compact), serde_json::to_string_pretty(&value).unwrap());
        }
    }

    proptest! {
        /// Fault 49.
        #[test]
        fn escapes_do_not_change_the_value(value in value(), more in any::<String>()) {
            let value = json!([value, more, "\u{9b}\u{7f}\u{202e}\u{e0041}"]);
            let text = text(&value, Layout::default(), Look::Plain);
            prop_assert!(!text.replace('\n', "").contains(is_unsafe), "{}", text);
            prop_assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        }
    }

    #[test]
    fn the_layout_follows_the_reader_unless_said_otherwise() {
        let layout = |compact, pretty| Layout { compact, pretty };
        let lines = |layout, look| text(&json!({"a": 1}), layout, look).lines().count();
        assert_eq!(lines(layout(false, false), Look::Pipe), 1);
        assert_eq!(lines(layout(false, false), Look::Plain), 3);
        assert_eq!(lines(layout(true, false), Look::Color), 1);
        assert_eq!(lines(layout(false, true), Look::Pipe), 3);
    }
}
