//! Places in a YAML file, and edits of them.
//!
//! A node's own span ends early for lists and mappings (it is the bracket, or empty), so the extent of a node is computed
//! from its children and, for `{ }` and `[ ]`, from the text.

use std::ops::Range;

use ghx_codegen::{
    source::Span,
    yaml::{Key, Node, Value},
};

use super::{apply::Edit, apply::slice, corpus::Catalogue};

/// A card or subject file.
#[derive(Clone, Copy)]
pub(crate) struct Sheet<'a> {
    /// Its text.
    pub(crate) text: &'a str,
    /// Its tree.
    pub(crate) root: &'a Node,
    /// The catalogue that it is part of.
    pub(crate) catalogue: &'a Catalogue,
}

/// One entry of a mapping.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'a> {
    /// The mapping that it is in.
    pub(crate) map: &'a Node,
    /// Its position there.
    pub(crate) index: usize,
    /// Its key.
    pub(crate) key: &'a Key,
    /// Its value.
    pub(crate) value: &'a Node,
}

/// The bytes of a span.
pub(crate) fn range(span: Span) -> Range<usize> {
    span.start..span.end
}

/// The entries of a mapping; none for anything else.
pub(crate) fn entries(node: &Node) -> impl Iterator<Item = Entry<'_>> {
    let list: &[(Key, Node)] = match &node.value {
        Value::Map(entries) => entries,
        _ => &[],
    };
    list.iter().enumerate().map(move |(index, (key, value))| Entry { map: node, index, key, value })
}

/// The elements of a list; none for anything else.
pub(crate) fn items(node: &Node) -> &[Node] {
    match &node.value {
        Value::List(items) => items,
        _ => &[],
    }
}

/// The entry of that name.
pub(crate) fn entry<'a>(node: &'a Node, name: &str) -> Option<Entry<'a>> {
    entries(node).find(|entry| entry.key.name == name)
}

/// The text of a scalar.
pub(crate) fn text_of(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

impl<'a> Sheet<'a> {
    /// The entry at a path of keys.
    pub(crate) fn find(&self, path: &[&str]) -> Option<Entry<'a>> {
        let (last, way) = path.split_last()?;
        let map = way.iter().try_fold(self.root, |node, key| entry(node, key).map(|e| e.value))?;
        entry(map, last)
    }

    /// The entries of the mapping at a path.
    pub(crate) fn below(&self, path: &[&str]) -> impl Iterator<Item = Entry<'a>> {
        self.find(path).into_iter().flat_map(|found| entries(found.value))
    }

    /// Every entry of every mapping, with the path of its keys.
    pub(crate) fn all(&self) -> Vec<(Vec<&'a str>, Entry<'a>)> {
        let mut out = Vec::new();
        walk(self.root, &mut Vec::new(), &mut out);
        out
    }

    /// Where a node ends.
    pub(crate) fn end(&self, node: &Node) -> usize {
        match &node.value {
            Value::Map(_) | Value::List(_) if self.is_flow(node) => self.closing(node.span.start),
            Value::Map(entries) => {
                entries.last().map_or(node.span.end, |(key, value)| self.end(value).max(key.span.end))
            }
            Value::List(items) => items.last().map_or(node.span.end, |item| self.end(item)),
            _ => node.span.start + slice(self.text, &range(node.span)).trim_end().len(),
        }
    }

    /// The bytes of a node.
    pub(crate) fn extent(&self, node: &Node) -> Range<usize> {
        node.span.start..self.end(node)
    }

    /// Whether it is written in `{ }` or `[ ]`.
    pub(crate) fn is_flow(&self, node: &Node) -> bool {
        matches!(slice(self.text, &(node.span.start..node.span.start + 1)), "{" | "[")
    }

    /// One past the bracket that closes the one at `open`.
    fn closing(&self, open: usize) -> usize {
        let mut depth = 0usize;
        let mut quote = None;
        for (at, c) in self.text.char_indices().skip_while(|(at, _)| *at < open) {
            match (quote, c) {
                (Some(q), c) if q == c => quote = None,
                (None, '"' | '\'') => quote = Some(c),
                (None, '{' | '[') => depth += 1,
                (None, '}' | ']') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at + c.len_utf8();
            }
        }
        self.text.len()
    }

    /// The column of a byte, from 0.
    pub(crate) fn column(&self, at: usize) -> usize {
        let start = self.text[..at].rfind('\n').map_or(0, |line| line + 1);
        at - start
    }

    /// Removes an entry from its mapping.
    pub(crate) fn drop(&self, entry: Entry<'_>) -> Edit {
        let places: Vec<_> =
            entries(entry.map).map(|e| e.key.span.start..self.end(e.value).max(e.key.span.end + 1)).collect();
        self.drop_place(entry.map, &places, entry.index, "{}")
    }

    /// Removes an element from its list.
    pub(crate) fn drop_item(&self, list: &Node, index: usize) -> Edit {
        let places: Vec<_> = items(list).iter().map(|item| self.item_start(list, item)..self.end(item)).collect();
        self.drop_place(list, &places, index, "[]")
    }

    /// A block list's element begins at its dash.
    fn item_start(&self, list: &Node, item: &Node) -> usize {
        let start = item.span.start;
        if self.is_flow(list) { start } else { self.text[..start].rfind('-').unwrap_or(start) }
    }

    fn drop_place(&self, parent: &Node, places: &[Range<usize>], index: usize, empty: &str) -> Edit {
        let Some(own) = places.get(index) else { return Edit::cut(0..0) };
        if let Some(next) = places.get(index + 1) {
            return Edit::cut(own.start..next.start);
        }
        match index.checked_sub(1).and_then(|before| places.get(before)) {
            Some(before) => Edit::cut(before.end..own.end),
            None if self.is_flow(parent) => Edit::cut(own.clone()),
            None => Edit::replace(own.clone(), empty),
        }
    }

    /// Inserts an entry before this one.
    pub(crate) fn add_before(&self, entry: Entry<'_>, text: &str) -> Edit {
        let start = entry.key.span.start;
        let between =
            if self.is_flow(entry.map) { ", ".to_owned() } else { format!("\n{}", " ".repeat(self.column(start))) };
        Edit::insert(start, format!("{text}{between}"))
    }

    /// Inserts an element at the beginning of a `[ ]` list.
    pub(crate) fn add_item(&self, list: &Node, text: &str) -> Option<Edit> {
        let separator = if items(list).is_empty() { "" } else { ", " };
        self.is_flow(list).then(|| Edit::insert(list.span.start + 1, format!("{text}{separator}")))
    }

    /// Replaces a value.
    pub(crate) fn put(&self, node: &Node, text: impl Into<String>) -> Edit {
        Edit::replace(self.extent(node), text)
    }

    /// Adds a letter at the end of a scalar.
    pub(crate) fn misspell(&self, node: &Node) -> Edit {
        self.misspell_at(self.extent(node))
    }

    /// Adds a letter at the end of a key.
    pub(crate) fn misspell_key(&self, key: &Key) -> Edit {
        self.misspell_at(range(key.span))
    }

    fn misspell_at(&self, at: Range<usize>) -> Edit {
        let quoted = slice(self.text, &at).ends_with(['"', '\'']);
        Edit::insert(if quoted { at.end - 1 } else { at.end }, "x")
    }
}

fn walk<'a>(node: &'a Node, path: &mut Vec<&'a str>, out: &mut Vec<(Vec<&'a str>, Entry<'a>)>) {
    for entry in entries(node) {
        path.push(&entry.key.name);
        out.push((path.clone(), entry));
        walk(entry.value, path, out);
        path.pop();
    }
    for item in items(node) {
        walk(item, path, out);
    }
}
