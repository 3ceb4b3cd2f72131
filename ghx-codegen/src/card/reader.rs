//! A mapping, read key by key, with a problem for every key that is unknown, doubled, missing or of the wrong kind.

use crate::{
    problem::{CARD_GUIDE, Code, Problem, Problems},
    source::Span,
    suggest,
    yaml::{Key, Node, Value},
};
use std::ops::Deref;

/// A value and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

impl<T> Located<T> {
    /// A value at a place.
    pub fn new(value: T, span: Span) -> Self {
        Located { value, span }
    }
}

impl<T> Deref for Located<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

/// An open mapping.
pub(crate) struct Reader<'a> {
    entries: &'a [(Key, Node)],
    what: &'static str,
    at: Span,
    /// The keys that misspelt ones were most likely meant to be.
    meant: Vec<String>,
}

impl<'a> Reader<'a> {
    /// Opens a mapping and reports unknown and doubled keys at once.
    pub(crate) fn open(node: &'a Node, what: &'static str, known: &[&str], problems: &mut Problems) -> Option<Self> {
        let entries = Self::entries(node, what, problems)?;
        #[cfg(test)]
        opened::add(known);
        let mut meant = Vec::new();
        for (index, (key, _)) in entries.iter().enumerate() {
            if !known.contains(&key.name.as_str()) {
                meant.extend(suggest::nearest(&key.name, known.iter().copied()).map(str::to_owned));
                problems.push(
                    Problem::error(Code::UnknownKey, key.span, format!("{what} has no key `{}`", key.name))
                        .label("unknown key")
                        .help(suggest::help(&key.name, "key", known.iter().copied())),
                );
            }
            doubled(&entries[..index], key, problems);
        }
        let at = entries.first().map_or(node.span, |(key, _)| key.span);
        Some(Reader { entries, what, at, meant })
    }

    /// The entries of a mapping whose keys are free (names of inputs, variables, …); doubled keys are reported.
    pub(crate) fn entries(node: &'a Node, what: &'static str, problems: &mut Problems) -> Option<&'a [(Key, Node)]> {
        let Value::Map(entries) = &node.value else {
            problems.push(wrong(node, &format!("{what} must be a mapping")));
            return None;
        };
        Some(entries)
    }

    /// The place of a key, or of the whole mapping if the key is missing.
    pub(crate) fn key_span(&self, name: &str) -> Span {
        self.entries.iter().find(|(key, _)| key.name == name).map_or(self.at, |(key, _)| key.span)
    }

    /// The first value under a key.
    pub(crate) fn optional(&self, name: &str) -> Option<&'a Node> {
        self.entries.iter().find(|(key, _)| key.name == name).map(|(_, node)| node)
    }

    /// The value under a key that must be there.
    pub(crate) fn required(&self, name: &str, problems: &mut Problems) -> Option<&'a Node> {
        let found = self.optional(name);
        if found.is_none() && !self.meant.iter().any(|key| key == name) {
            problems.push(
                Problem::error(Code::MissingKey, self.at, format!("{} needs `{name}`", self.what))
                    .label(format!("`{name}` is missing"))
                    .help(format!("add `{name}:`; the keys are described in {CARD_GUIDE}")),
            );
        }
        found
    }

    /// Required text that is not empty.
    pub(crate) fn text(&self, name: &str, problems: &mut Problems) -> Option<Located<String>> {
        text(self.required(name, problems)?, name, problems)
    }

    /// Text that may be left out.
    pub(crate) fn optional_text(&self, name: &str, problems: &mut Problems) -> Option<Located<String>> {
        text(self.optional(name)?, name, problems)
    }

    /// A list of texts; empty if left out.
    pub(crate) fn texts(&self, name: &str, problems: &mut Problems) -> Vec<Located<String>> {
        self.list(name, problems).iter().filter_map(|node| text(node, name, problems)).collect()
    }

    /// A list; empty if left out.
    pub(crate) fn list(&self, name: &str, problems: &mut Problems) -> &'a [Node] {
        match self.optional(name) {
            None => &[],
            Some(Node { value: Value::List(items), .. }) => items,
            Some(node) => {
                problems.push(wrong(node, &format!("`{name}` must be a list")));
                &[]
            }
        }
    }

    /// A boolean that may be left out.
    pub(crate) fn flag(&self, name: &str, problems: &mut Problems) -> Option<Located<bool>> {
        match self.optional(name)? {
            Node { value: Value::Bool(b), span } => Some(Located::new(*b, *span)),
            node => {
                problems.push(wrong(node, &format!("`{name}` must be `true` or `false`")));
                None
            }
        }
    }

    /// A whole number that may be left out.
    pub(crate) fn integer(&self, name: &str, problems: &mut Problems) -> Option<Located<i64>> {
        match self.optional(name)? {
            Node { value: Value::Int(i), span } => Some(Located::new(*i, *span)),
            node => {
                problems.push(wrong(node, &format!("`{name}` must be a whole number of up to 18 digits")));
                None
            }
        }
    }

    /// `name: { a: b, … }` with free keys and text values; empty if left out.
    pub(crate) fn text_map(
        &self,
        name: &'static str,
        problems: &mut Problems,
    ) -> Vec<(Located<String>, Located<String>)> {
        let Some(node) = self.optional(name) else {
            return Vec::new();
        };
        free_map(node, name, problems)
            .into_iter()
            .filter_map(|(key, node)| Some((key, text(node, name, problems)?)))
            .collect()
    }
}

/// A mapping with free keys; doubled keys are reported.
pub(crate) fn free_map<'a>(
    node: &'a Node,
    what: &'static str,
    problems: &mut Problems,
) -> Vec<(Located<String>, &'a Node)> {
    let entries = Reader::entries(node, what, problems).unwrap_or_default();
    for (index, (key, _)) in entries.iter().enumerate() {
        doubled(&entries[..index], key, problems);
    }
    entries.iter().map(|(key, node)| (Located::new(key.name.clone(), key.span), node)).collect()
}

/// A value as text; numbers and booleans are not text.
pub(crate) fn text(node: &Node, what: &str, problems: &mut Problems) -> Option<Located<String>> {
    match &node.value {
        Value::Text(s) if !s.trim().is_empty() => Some(Located::new(s.trim_end().to_owned(), node.span)),
        _ => {
            let what = if what.contains(' ') { what.to_owned() } else { format!("`{what}`") };
            problems.push(wrong(node, &format!("{what} must be text")));
            None
        }
    }
}

/// A problem about a value of the wrong kind.
pub(crate) fn wrong(node: &Node, expected: &str) -> Problem {
    let kind = match &node.value {
        Value::Text(text) if text.trim().is_empty() => "empty",
        value => value.kind(),
    };
    Problem::error(Code::WrongValue, node.span, format!("{expected}, not {kind}")).label(kind).help(match node.value {
        Value::Null if expected.ends_with("must be text") => {
            "write a value; a word such as `null` needs quotes".to_owned()
        }
        Value::Int(_) | Value::Float(_) | Value::Bool(_) if expected.ends_with("must be text") => {
            "put it in quotes if it is meant as text".to_owned()
        }
        _ => format!("the keys are described in {CARD_GUIDE}"),
    })
}

/// Reports every doubled key below a node, in values of any form too: examples, defaults, literals.
pub(crate) fn doubled_keys(node: &Node, problems: &mut Problems) {
    match &node.value {
        Value::List(items) => items.iter().for_each(|item| doubled_keys(item, problems)),
        Value::Map(entries) => {
            for (index, (key, value)) in entries.iter().enumerate() {
                doubled(&entries[..index], key, problems);
                doubled_keys(value, problems);
            }
        }
        _ => {}
    }
}

fn doubled(before: &[(Key, Node)], key: &Key, problems: &mut Problems) {
    if let Some((first, _)) = before.iter().find(|(earlier, _)| earlier.name == key.name) {
        problems.push(
            Problem::error(Code::DuplicateKey, key.span, format!("`{}` is given twice", key.name))
                .label("the second time")
                .related(first.span, "the first time")
                .help("keep one of them"),
        );
    }
}

/// The key lists of the mappings that were opened, for the test that compares them with the schema for editors.
#[cfg(test)]
pub(super) mod opened {
    use std::{cell::RefCell, collections::BTreeSet};

    thread_local!(static LISTS: RefCell<BTreeSet<Vec<String>>> = RefCell::default());

    pub(super) fn add(known: &[&str]) {
        LISTS.with_borrow_mut(|lists| lists.insert(known.iter().map(|key| (*key).to_owned()).collect()));
    }

    pub(in crate::card) fn take() -> BTreeSet<Vec<String>> {
        LISTS.take()
    }
}
