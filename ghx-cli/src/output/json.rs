//! How JSON is printed.

use std::fmt::Write;

use clap::Args;
use ghx::terminal::is_unsafe;
use serde::Serialize;

use super::style::{JsonPalette, Palette};
use crate::environment::StreamKind;

/// What strings begin and end with.
const QUOTE: char = '\u{22}';

/// The layout of JSON: indented on a terminal, one line otherwise, unless a flag says which.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct Layout {
    /// Compact JSON, even on a terminal
    #[arg(long, conflicts_with = "pretty")]
    pub(crate) compact: bool,
    /// Indented JSON, even when piped
    #[arg(long)]
    pub(crate) pretty: bool,
}

impl Layout {
    /// Whether a flag asks for JSON.
    pub(crate) fn is_given(self) -> bool {
        self.compact || self.pretty
    }

    /// The same layout, on one line unless `--pretty` was given.
    pub(super) fn or_compact(self) -> Self {
        Self { compact: !self.pretty, ..self }
    }
}

/// The value as JSON text with a final line break, in color on a terminal.
pub(crate) fn text(value: &impl Serialize, layout: Layout, stream: StreamKind) -> String {
    let is_indented = layout.pretty || stream.is_terminal() && !layout.compact;
    write(&compact(value), is_indented, stream)
}

/// The value as JSON on one line, without unsafe characters.
pub(super) fn compact(value: &impl Serialize) -> String {
    // Serialization fails only for keys that are not strings, and no result has those.
    escaped(serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned()))
}

/// Compact JSON as text with a final line break.
pub(super) fn write(compact: &str, is_indented: bool, stream: StreamKind) -> String {
    let mut text = if is_indented || stream == StreamKind::ColorTerminal {
        let mut writer = Writer::new(compact, is_indented, Palette::of(stream).json);
        writer.write();
        writer.out
    } else {
        compact.to_owned()
    };
    text.push('\n');
    text
}

/// The same JSON with escapes for control characters and invisible characters, which occur only in strings. Pipes get the
/// escapes as well, since the program that reads the pipe may write to a terminal.
pub(super) fn escaped(compact: String) -> String {
    if !compact.contains(is_unsafe) {
        return compact;
    }
    let mut text = String::with_capacity(compact.len() + 16);
    for char in compact.chars() {
        if is_unsafe(char) {
            for unit in char.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(text, "\\u{unit:04x}");
            }
        } else {
            text.push(char);
        }
    }
    text
}

/// Writes compact JSON with indentation and colors. Parts of a result are JSON text already, so it works on text: that
/// keeps the order of keys and the digits of numbers.
struct Writer<'t> {
    rest: &'t str,
    out: String,
    is_indented: bool,
    depth: usize,
    palette: JsonPalette,
}

impl<'t> Writer<'t> {
    fn new(compact: &'t str, is_indented: bool, palette: JsonPalette) -> Self {
        Self { rest: compact, out: String::with_capacity(compact.len() * 2), is_indented, depth: 0, palette }
    }

    fn write(&mut self) {
        while let Some(char) = self.rest.chars().next() {
            match char {
                '{' | '[' => self.open(char),
                '}' | ']' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.new_line();
                    self.punctuation(1);
                }
                ',' => {
                    self.punctuation(1);
                    self.new_line();
                }
                ':' => {
                    self.punctuation(1);
                    if self.is_indented {
                        self.out.push(' ');
                    }
                }
                QUOTE => self.string(),
                _ if char.is_ascii_whitespace() => self.rest = &self.rest[1..],
                _ => self.scalar(char),
            }
        }
    }

    fn open(&mut self, char: char) {
        let close = if char == '{' { '}' } else { ']' };
        if self.rest[1..].starts_with(close) {
            self.punctuation(2);
            return;
        }
        self.punctuation(1);
        self.depth += 1;
        self.new_line();
    }

    /// A string, which is a key if a colon follows.
    fn string(&mut self) {
        let mut is_escaped = false;
        let end = self.rest[1..].find(|char: char| {
            let is_end = char == QUOTE && !is_escaped;
            is_escaped = char == '\\' && !is_escaped;
            is_end
        });
        let (text, rest) = self.rest.split_at(end.map_or(self.rest.len(), |end| end + 2));
        self.rest = rest;
        let style = if rest.starts_with(':') { self.palette.key } else { self.palette.string };
        self.styled(style, text);
    }

    /// A number, `true`, `false` or `null`.
    fn scalar(&mut self, first: char) {
        let end = self.rest.find(|char: char| ",]}".contains(char) || char.is_ascii_whitespace());
        let (text, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        let style = match first {
            't' | 'f' => self.palette.boolean,
            'n' => self.palette.null,
            _ => self.palette.number,
        };
        self.styled(style, text);
    }

    fn styled(&mut self, style: anstyle::Style, text: &str) {
        let _ = write!(self.out, "{style}{text}{style:#}");
    }

    fn punctuation(&mut self, length: usize) {
        let (text, rest) = self.rest.split_at(length);
        self.out.push_str(text);
        self.rest = rest;
    }

    fn new_line(&mut self) {
        if self.is_indented {
            self.out.push('\n');
            self.out.extend(std::iter::repeat_n("  ", self.depth));
        }
    }
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
        fn indented_json_is_that_of_serde(value in value()) {
            let compact = serde_json::to_string(&value).unwrap();
            let indented = write(&compact, true, StreamKind::PlainTerminal);
            prop_assert_eq!(indented.trim_end(), serde_json::to_string_pretty(&value).unwrap());
        }

        #[test]
        fn colors_change_nothing_else(value in value()) {
            let compact = compact(&value);
            for is_indented in [false, true] {
                let colored = write(&compact, is_indented, StreamKind::ColorTerminal);
                let plain = anstream::adapter::strip_str(&colored).to_string();
                prop_assert_eq!(plain, write(&compact, is_indented, StreamKind::PlainTerminal));
            }
        }

        /// Fault 49.
        #[test]
        fn escapes_do_not_change_the_value(value in value(), more in any::<String>()) {
            let value = json!([value, more, "\u{9b}\u{7f}\u{202e}\u{e0041}"]);
            let text = text(&value, Layout::default(), StreamKind::PlainTerminal);
            prop_assert!(!text.replace('\n', "").contains(is_unsafe), "{}", text);
            prop_assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        }
    }

    #[test]
    fn each_kind_of_token_has_its_color() {
        let colored = write(r#"{"key":["text",-1.5,true,null,{}]}"#, false, StreamKind::ColorTerminal);
        let expected = "{\u{1b}[1m\u{1b}[34m\"key\"\u{1b}[0m:[\u{1b}[32m\"text\"\u{1b}[0m,\u{1b}[36m-1.5\u{1b}[0m,\
            \u{1b}[33mtrue\u{1b}[0m,\u{1b}[2mnull\u{1b}[0m,{}]}\n";
        assert_eq!(colored, expected);
    }

    #[test]
    fn the_layout_depends_on_the_stream_unless_a_flag_is_given() {
        let layout = |compact, pretty| Layout { compact, pretty };
        let lines = |layout, stream| text(&json!({"a": 1}), layout, stream).lines().count();
        assert_eq!(lines(layout(false, false), StreamKind::Pipe), 1);
        assert_eq!(lines(layout(false, false), StreamKind::PlainTerminal), 3);
        assert_eq!(lines(layout(true, false), StreamKind::ColorTerminal), 1);
        assert_eq!(lines(layout(false, true), StreamKind::Pipe), 3);
    }
}
