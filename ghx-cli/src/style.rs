//! Colours, and what may reach a terminal.

use anstyle::{AnsiColor, Style};
use ghx::terminal::{escape, is_unsafe};

use crate::world::Look;

/// What each kind of text looks like.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Palette {
    pub(crate) error: Style,
    pub(crate) help: Style,
    pub(crate) note: Style,
    pub(crate) heading: Style,
    pub(crate) write: Style,
    pub(crate) read: Style,
    pub(crate) faint: Style,
}

impl Palette {
    pub(crate) fn of(look: Look) -> Self {
        if look != Look::Color {
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
        }
    }
}

/// The text with escapes for what would steer a terminal or is not seen: it may come from a file or from GitHub. Lines
/// stay lines.
pub(crate) fn visible(text: &str) -> String {
    text.split('\n').map(escape).collect::<Vec<_>>().join("\n")
}

/// Whether [`visible`] leaves the text as it is.
pub(crate) fn is_visible(text: &str) -> bool {
    !text.contains(|char: char| is_unsafe(char) && char != '\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(visible("a\u{1b}[31mb\u{9b}c\r\nd\te"), "a\\u{1b}[31mb\\u{9b}c\\r\nd\\te");
        assert!(is_visible("a\nb") && !is_visible("a\u{202e}b"));
    }
}
