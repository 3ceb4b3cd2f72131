//! Edits: a range of a file's text and its replacement.

use std::ops::Range;

/// One replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    /// The bytes that are replaced.
    pub(crate) at: Range<usize>,
    /// The replacement.
    pub(crate) with: String,
}

impl Edit {
    /// Replaces these bytes.
    pub(crate) fn replace(at: Range<usize>, with: impl Into<String>) -> Self {
        Edit { at, with: with.into() }
    }

    /// Removes these bytes.
    pub(crate) fn cut(at: Range<usize>) -> Self {
        Edit::replace(at, "")
    }

    /// Inserts text before this byte.
    pub(crate) fn insert(at: usize, with: impl Into<String>) -> Self {
        Edit::replace(at..at, with)
    }
}

/// Swaps two ranges.
pub(crate) fn swap(text: &str, a: Range<usize>, b: Range<usize>) -> Vec<Edit> {
    let (of_a, of_b) = (slice(text, &a).to_owned(), slice(text, &b).to_owned());
    vec![Edit::replace(a, of_b), Edit::replace(b, of_a)]
}

/// The text of a range; empty if the range is not valid.
pub(crate) fn slice<'t>(text: &'t str, at: &Range<usize>) -> &'t str {
    text.get(at.clone()).unwrap_or_default()
}

/// The text with all edits applied; `None` if they overlap, are out of range or change nothing.
pub(crate) fn apply(text: &str, edits: &[Edit]) -> Option<String> {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
    let mut out = String::with_capacity(text.len() + 64);
    let mut done = 0;
    for edit in edits {
        out.push_str(text.get(done..edit.at.start)?);
        text.get(edit.at.clone())?;
        out.push_str(&edit.with);
        done = edit.at.end;
    }
    out.push_str(text.get(done..)?);
    (out != text).then_some(out)
}

/// An edit for display: the text before and after it, each on one line.
pub(crate) fn shown(text: &str, edits: &[Edit]) -> String {
    let words = |edit: &Edit| match (slice(text, &edit.at), edit.with.as_str()) {
        ("", new) => format!("+`{}`", short(new)),
        (old, "") => format!("-`{}`", short(old)),
        (old, new) => format!("`{}` → `{}`", short(old), short(new)),
    };
    edits.iter().map(words).collect::<Vec<_>>().join(", ")
}

fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(70) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_applied_in_order_of_position() {
        let edits = [Edit::replace(4..5, "Z"), Edit::cut(0..2), Edit::insert(3, "+")];
        assert_eq!(apply("abcdéf", &edits), None, "4..5 is half a character");
        let edits = [Edit::replace(4..6, "Z"), Edit::cut(0..2), Edit::insert(3, "+")];
        assert_eq!(apply("abcdéf", &edits).as_deref(), Some("c+dZf"));
    }

    #[test]
    fn overlapping_invalid_or_empty_edits_are_refused() {
        assert_eq!(apply("abc", &[Edit::cut(0..2), Edit::cut(1..3)]), None, "they overlap");
        assert_eq!(apply("abc", &[Edit::cut(2..9)]), None, "outside");
        assert_eq!(apply("abc", &[Edit::replace(0..1, "a")]), None, "the same");
    }

    #[test]
    fn swap_exchanges_two_ranges() {
        assert_eq!(apply("a: x, b: yy", &swap("a: x, b: yy", 3..4, 9..11)).as_deref(), Some("a: yy, b: x"));
    }

    #[test]
    fn edits_are_displayed_on_one_line() {
        assert_eq!(shown("a: x\n  b", &[Edit::replace(3..8, "y")]), "`x b` → `y`");
        assert_eq!(shown("ab", &[Edit::cut(0..1), Edit::insert(1, "c")]), "-`a`, +`c`");
    }
}
