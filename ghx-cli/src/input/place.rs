//! A place in a text.

use std::fmt;

/// How much of a line is shown before and after a place, in characters.
const AROUND: usize = 40;

/// A place in a text: line and column, from 1, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Place {
    /// A place whose column is counted in bytes.
    pub(super) fn of_bytes(text: &str, line: usize, column: usize) -> Self {
        let line = line.max(1);
        let written = text.split('\n').nth(line - 1).unwrap_or_default();
        let column = written.char_indices().take_while(|(at, _)| at + 1 < column).count() + 1;
        Self { line, column }
    }

    /// The place after this text.
    pub(super) fn after(before: &str) -> Self {
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        Self { line: before.matches('\n').count() + 1, column: before[start..].chars().count() + 1 }
    }

    /// The same place with this number of lines before it.
    pub(super) fn down(self, lines: usize) -> Self {
        Self { line: self.line + lines, ..self }
    }

    /// The line with a mark below the place; a long line is cut around it.
    pub(super) fn excerpt(self, text: &str) -> String {
        let line: Vec<char> = text.split('\n').nth(self.line - 1).unwrap_or_default().chars().collect();
        let at = (self.column - 1).min(line.len());
        let (start, end) = (at.saturating_sub(AROUND), (at + AROUND).min(line.len()));
        let shown: String = line[start..end].iter().collect();
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        format!("{number} | {shown}\n{margin} | {}^", " ".repeat(at - start))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_characters() {
        assert_eq!(Place::of_bytes("{\n  \"ä\": x", 2, 9), Place { line: 2, column: 8 });
        assert_eq!(Place::of_bytes("", 0, 0), Place { line: 1, column: 1 });
        assert_eq!(Place::after("a\nbä"), Place { line: 2, column: 3 });
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let text = format!("{}!{}", "a".repeat(500), "b".repeat(500));
        let excerpt = Place { line: 1, column: 501 }.excerpt(&text);
        let (line, mark) = excerpt.split_once('\n').unwrap();
        assert_eq!(line.find('!'), mark.find('^'));
        assert!(line.len() < 100);
        assert_eq!(Place { line: 3, column: 9 }.excerpt("a"), "3 | \n  | ^");
    }
}
