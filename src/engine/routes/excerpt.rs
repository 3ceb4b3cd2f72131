//! Parts of a response that is text.

use std::borrow::Cow;

/// Which part of a text is wanted.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    /// Only lines that contain this.
    pub(super) grep: Option<String>,
    /// Only this many lines at the end.
    pub(super) tail: Option<usize>,
    /// Only this many bytes at the end, or fewer so that no character is cut.
    pub(super) max: Option<usize>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    pub(super) text: String,
    /// Whether `tail` or `max` left something out.
    pub(super) is_truncated: bool,
}

impl Part {
    /// This part of a text that is [`plain`].
    pub(super) fn of(&self, text: &str) -> Excerpt {
        let mut is_truncated = false;
        let mut chosen = Cow::Borrowed(text);
        if self.grep.is_some() || self.tail.is_some() {
            let contains = |line: &&str| self.grep.as_deref().is_none_or(|part| line.contains(part));
            let lines: Vec<&str> = text.lines().filter(contains).collect();
            let left_out = lines.len().saturating_sub(self.tail.unwrap_or(usize::MAX));
            is_truncated = left_out > 0;
            chosen = Cow::Owned(lines.get(left_out..).unwrap_or_default().join("\n"));
        }
        let end = self.max.map_or(&*chosen, |max| end_of(&chosen, max));
        is_truncated |= end.len() < chosen.len();
        Excerpt { text: end.to_owned(), is_truncated }
    }
}

/// The end of a text, in at most this many bytes.
fn end_of(text: &str, max: usize) -> &str {
    let start = text.len().saturating_sub(max);
    let start = (start..=text.len()).find(|start| text.is_char_boundary(*start)).unwrap_or(text.len());
    text.get(start..).unwrap_or_default()
}

/// The text without a byte-order mark and without the codes that move and colour a terminal.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.contains(['\u{1b}', '\u{9b}']) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(['\u{1b}', '\u{9b}']) {
        let (before, code) = rest.split_at(start);
        plain.push_str(before);
        rest = after_code(code);
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// The text after the code that it begins with. A code never reaches beyond the end of its line.
fn after_code(text: &str) -> &str {
    let mut characters = text.chars();
    let kind = match characters.next() {
        Some('\u{9b}') => '[',
        _ => match characters.clone().next() {
            Some(kind) if kind != '\n' => {
                characters.next();
                kind
            }
            _ => return characters.as_str(),
        },
    };
    let rest = characters.as_str();
    let line = rest.find('\n').unwrap_or(rest.len());
    let (line, _) = rest.split_at(line);
    let length = match kind {
        // A sequence of parameters with a final letter.
        '[' => line.find(|c: char| ('\u{40}'..='\u{7e}').contains(&c)).map_or(line.len(), |end| end + 1),
        // A text that ends with a bell or with `ESC \`.
        ']' | 'P' | 'X' | '^' | '_' => {
            let ends = [line.find('\u{7}').map(|end| end + 1), line.find("\u{1b}\\").map(|end| end + 2)];
            ends.into_iter().flatten().min().unwrap_or(line.len())
        }
        // A character set: one more character.
        '(' | ')' | '*' | '+' => line.chars().next().map_or(0, char::len_utf8),
        _ => 0,
    };
    rest.get(length..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn marks_and_colours_are_removed() {
        for (text, expected) in [
            ("\u{feff}a", "a"),
            ("a\u{feff}", "a\u{feff}"),
            ("\u{1b}[31;1mred\u{1b}[0m", "red"),
            ("\u{9b}2Kx", "x"),
            ("\u{1b}]0;title\u{7}x", "x"),
            ("\u{1b}]8;;https://x\u{1b}\\link", "link"),
            ("\u{1b}(Bx", "x"),
            ("\u{1b}7x", "x"),
            ("a\u{1b}\nb", "a\nb"),
            ("a\u{1b}[31\nb", "a\nb"),
            ("a\u{1b}", "a"),
        ] {
            assert_eq!(plain(text), expected, "{text:?}");
        }
    }

    #[test]
    fn the_end_of_a_text_is_kept() {
        let log = "one\ntwo error\r\nthree\nfour error\n";
        let part = |grep: Option<&str>, tail, max| {
            let Excerpt { text, is_truncated } = Part { grep: grep.map(Into::into), tail, max }.of(log);
            (text, is_truncated)
        };
        assert_eq!(part(None, None, None), (log.to_owned(), false));
        assert_eq!(part(None, Some(2), None), ("three\nfour error".to_owned(), true));
        assert_eq!(part(None, Some(4), None), ("one\ntwo error\nthree\nfour error".to_owned(), false));
        assert_eq!(part(Some("error"), None, None), ("two error\nfour error".to_owned(), false));
        assert_eq!(part(Some("error"), Some(1), None), ("four error".to_owned(), true));
        assert_eq!(part(Some("nothing"), Some(1), None), (String::new(), false));
        assert_eq!(part(None, None, Some(6)), ("error\n".to_owned(), true));
        assert_eq!(part(None, Some(0), None), (String::new(), true));
        assert_eq!(end_of("aé", 1), "");
    }

    proptest! {
        #[test]
        fn no_code_remains(text in "[a\\u{1b}\\u{9b}\\[\\]0;m\\n\\u{7}é]{0,30}") {
            let plain = plain(&text).into_owned();
            let has_code = plain.contains(['\u{1b}', '\u{9b}']);
            prop_assert!(!has_code);
            prop_assert_eq!(plain.matches('\n').count(), text.matches('\n').count());
        }

        #[test]
        fn an_excerpt_is_never_larger_than_asked(text in any::<String>(), tail in 0usize..5, max in 0usize..20) {
            let part = Part { grep: None, tail: Some(tail), max: Some(max) }.of(&text);
            prop_assert!(part.text.len() <= max && part.text.lines().count() <= tail);
            let whole = Part::default().of(&text);
            prop_assert_eq!(whole, Excerpt { text, is_truncated: false });
        }
    }
}
