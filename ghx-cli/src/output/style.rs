//! Colors, and text that is safe to show on a terminal.

use anstyle::{AnsiColor, Style};
use ghx::terminal::{escape, is_unsafe};

use crate::environment::StreamKind;

/// The style of each kind of text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Palette {
    pub(crate) error: Style,
    pub(crate) help: Style,
    pub(crate) note: Style,
    pub(crate) heading: Style,
    pub(crate) write: Style,
    pub(crate) read: Style,
    pub(crate) faint: Style,
    pub(crate) json: JsonPalette,
}

/// The style of each kind of JSON token. Brackets, commas and colons have none.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct JsonPalette {
    pub(crate) key: Style,
    pub(crate) string: Style,
    pub(crate) number: Style,
    pub(crate) boolean: Style,
    pub(crate) null: Style,
}

impl Palette {
    pub(crate) fn of(stream: StreamKind) -> Self {
        if stream != StreamKind::ColorTerminal {
            return Self::default();
        }
        let color = |color: AnsiColor| color.on_default();
        Self {
            error: color(AnsiColor::Red).bold(),
            help: color(AnsiColor::Cyan).bold(),
            note: Style::new().dimmed(),
            heading: Style::new().bold(),
            write: color(AnsiColor::Yellow),
            read: color(AnsiColor::Green),
            faint: Style::new().dimmed(),
            json: JsonPalette {
                key: color(AnsiColor::Blue).bold(),
                string: color(AnsiColor::Green),
                number: color(AnsiColor::Cyan),
                boolean: color(AnsiColor::Yellow),
                null: Style::new().dimmed(),
            },
        }
    }
}

/// The text with escapes for control characters and invisible characters, since it may come from a file or from GitHub.
/// Line breaks are kept.
pub(crate) fn visible(text: &str) -> String {
    text.split('\n').map(escape).collect::<Vec<_>>().join("\n")
}

/// Whether [`visible`] leaves the text unchanged.
pub(crate) fn is_visible(text: &str) -> bool {
    !text.contains(|char: char| is_unsafe(char) && char != '\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(visible("a\u{1b}[31mb\u{9b}c\r\nd\te"), "a\\u{1b}[31mb\\u{9b}c\\r\nd\\te");
        assert!(is_visible("a\nb") && !is_visible("a\u{202e}b"));
    }
}
