//! Reads `{{…}}`: a reference, something that looks like one, or text.

/// What begins with `{{`.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Braces<'t> {
    /// `{{step.path}}`.
    Reference(Reference<'t>),
    /// It begins with a name, but is not a reference.
    Named(&'t str),
    /// Other braces.
    Text,
}

/// A well-formed reference. The step may not exist.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Reference<'t> {
    /// With its braces.
    pub(super) whole: &'t str,
    /// Id or position.
    pub(super) step: &'t str,
    /// As it is written: `.labels[0]`.
    written: &'t str,
    /// With dots only: `labels.0`.
    pub(super) path: String,
}

impl Reference<'_> {
    /// Without braces and spaces: `new.labels[0]`.
    pub(super) fn shown(&self) -> String {
        format!("{}{}", self.step, self.written)
    }
}

/// Reads what begins with `{{`. It looks no further than the next `{`, so that a text is read in linear time.
pub(super) fn read(text: &str) -> Braces<'_> {
    let inside = text[2..].trim_start();
    let (step, mut rest) = split_while(inside, |c| c.is_alphanumeric() || is_name_char(c));
    if step.is_empty() {
        return Braces::Text;
    }
    let after_step = rest;
    let mut path = String::new();
    while let Some((segment, after)) = segment(rest) {
        path.extend([".", segment]);
        rest = after;
    }
    let written = &after_step[..after_step.len() - rest.len()];
    match rest.trim_start().strip_prefix("}}") {
        Some(after) if written.starts_with('.') && step.chars().all(is_name_char) => {
            let whole = &text[..text.len() - after.len()];
            Braces::Reference(Reference { whole, step, written, path: path.split_off(1) })
        }
        _ => Braces::Named(step),
    }
}

/// `.name` or `[0]` at the start of a text, and what comes after it.
fn segment(text: &str) -> Option<(&str, &str)> {
    if let Some(name) = text.strip_prefix('.') {
        return Some(split_while(name, is_name_char)).filter(|(name, _)| !name.is_empty());
    }
    let (index, rest) = split_while(text.strip_prefix('[')?, |c| c.is_ascii_digit());
    index.parse::<usize>().ok()?;
    Some((index, rest.strip_prefix(']')?))
}

fn split_while(text: &str, is_part: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !is_part(c)).unwrap_or(text.len()))
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

/// Names that are reserved in references.
const RESERVED: [&str; 3] = ["item", "index", "input"];

/// Why a step cannot be called this; `None` if it can.
pub(super) fn unfit_id(id: &str) -> Option<&'static str> {
    if id.is_empty() || !id.chars().all(is_name_char) {
        Some("an id consists of letters (a to z), digits, `-` and `_`")
    } else if id.bytes().all(|byte| byte.is_ascii_digit()) {
        Some("a number means the position of a step: put a letter into the id")
    } else {
        RESERVED.contains(&id).then_some("`item`, `index` and `input` are reserved")
    }
}

/// The beginning of braces, for a message: up to their end, or a few characters.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(end, _)| end);
    let line = text[..end].split('\n').next().unwrap_or_default();
    match line.find("}}") {
        Some(at) => line[..at + 2].to_owned(),
        None if line.len() < text.len() => format!("{line}…"),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parts(text: &str) -> Option<(String, String)> {
        match read(text) {
            Braces::Reference(reference) => Some((reference.shown(), format!("{}.{}", reference.step, reference.path))),
            _ => None,
        }
    }

    /// Such braces were once posted as text.
    #[test]
    fn elements_of_lists_are_references() {
        for (text, shown, address) in [
            ("{{n.id}}", "n.id", "n.id"),
            ("{{ n.id }} more", "n.id", "n.id"),
            ("{{n.labels[0]}}", "n.labels[0]", "n.labels.0"),
            ("{{n.items[2].id}}", "n.items[2].id", "n.items.2.id"),
            ("{{n.labels.0}}", "n.labels.0", "n.labels.0"),
            ("{{0.a-b[1][2]}}", "0.a-b[1][2]", "0.a-b.1.2"),
        ] {
            assert_eq!(parts(text), Some((shown.to_owned(), address.to_owned())), "{text}");
        }
    }

    #[test]
    fn what_begins_with_a_name_and_is_no_reference_is_told_apart_from_text() {
        for (text, name) in [
            ("{{n}}", "n"),
            ("{{n .url}}", "n"),
            ("{{né.url}}", "né"),
            ("{{n.}}", "n"),
            ("{{n..id}}", "n"),
            ("{{n.labels[]}}", "n"),
            ("{{n.labels[-1]}}", "n"),
            ("{{n.labels[99999999999999999999]}}", "n"),
            ("{{n.labels[0}}", "n"),
            ("{{n.id}", "n"),
            ("{{n.id", "n"),
            ("{{n | count}}", "n"),
            ("{{n[0].id}}", "n"),
        ] {
            match read(text) {
                Braces::Named(found) => assert_eq!(found, name, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        for text in ["{{}}", "{{", "{{ .Values.x }}", "{{#if x}}", "{{{n.id}}", "{{\"n\"}}"] {
            assert_eq!(read(text), Braces::Text, "{text}");
        }
    }

    #[test]
    fn an_excerpt_is_short() {
        assert_eq!(excerpt("{{n}} and more"), "{{n}}");
        assert_eq!(excerpt("{{n\nmore}}"), "{{n…");
        assert_eq!(excerpt("{{n"), "{{n");
        assert!(excerpt(&"{{é".repeat(100_000)).len() < 100);
    }

    proptest! {
        #[test]
        fn never_panics(text in any::<String>()) {
            let _ = read(&format!("{{{{{text}"));
            let _ = excerpt(&text);
        }

        /// Long input once took quadratic time, and was repeated in messages.
        #[test]
        fn nothing_behind_the_next_brace_matters(inside in "[^{]{0,20}", behind in any::<String>()) {
            let text = format!("{{{{{inside}{{");
            let longer = format!("{text}{behind}");
            let same = |braces: Braces<'_>| match braces {
                Braces::Reference(reference) => (reference.whole.len(), reference.step.len()),
                Braces::Named(name) => (0, name.len()),
                Braces::Text => (0, 0),
            };
            prop_assert_eq!(same(read(&text)), same(read(&longer)));
        }
    }
}
