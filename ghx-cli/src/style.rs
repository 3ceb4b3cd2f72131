//! Colours, and what may reach a terminal.

use anstyle::{AnsiColor, Style};

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

/// The text without characters that would steer a terminal: it may come from a file or from GitHub.
pub(crate) fn visible(text: &str) -> String {
    let show = |char: char| if char.is_control() && char != '\n' { '\u{fffd}' } else { char };
    text.chars().map(show).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(visible("a\u{1b}[31mb\u{9b}c\r\nd\te"), "a\u{fffd}[31mb\u{fffd}c\u{fffd}\nd\u{fffd}e");
    }
}
