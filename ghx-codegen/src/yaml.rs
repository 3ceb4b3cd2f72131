//! YAML with a place for every key and value.
//!
//! A card is read into a plain tree first, so that decoding it can report every mistake instead of
//! stopping at the first, and can point at keys as well as values.

use crate::{
    problem::{Code, Problem},
    source::{FileId, LineColumn, Sources, Span},
};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{Location, Spanned, options::DuplicateKeyPolicy};
use std::fmt;

/// A value and its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Its place.
    pub span: Span,
}

/// A key of a mapping and its place.
#[derive(Clone, Debug)]
pub struct Key {
    /// The key.
    pub name: String,
    /// Its place.
    pub span: Span,
}

/// A YAML value.
#[derive(Clone, Debug)]
pub enum Value {
    /// `~`, `null` or nothing.
    Null,
    /// `true`, `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// Text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A mapping in file order, duplicates included.
    Map(Vec<(Key, Node)>),
}

impl Value {
    /// What it is, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Int(_) | Value::Float(_) => "a number",
            Value::Text(_) => "text",
            Value::List(_) => "a list",
            Value::Map(_) => "a mapping",
        }
    }
}

impl Node {
    /// A JSON value as if it stood at a place.
    pub fn from_json(json: &serde_json::Value, span: Span) -> Node {
        use serde_json::Value as Json;
        let value = match json {
            Json::Null => Value::Null,
            Json::Bool(truth) => Value::Bool(*truth),
            Json::Number(number) => number.as_i64().map_or(Value::Float(f64::NAN), Value::Int),
            Json::String(text) => Value::Text(text.clone()),
            Json::Array(items) => Value::List(items.iter().map(|item| Node::from_json(item, span)).collect()),
            Json::Object(members) => Value::Map(
                members
                    .iter()
                    .map(|(name, json)| (Key { name: name.clone(), span }, Node::from_json(json, span)))
                    .collect(),
            ),
        };
        Node { value, span }
    }

    /// The same value as JSON.
    pub fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(b) => (*b).into(),
            Value::Int(i) => (*i).into(),
            Value::Float(f) => (*f).into(),
            Value::Text(s) => s.clone().into(),
            Value::List(items) => items.iter().map(Node::to_json).collect(),
            Value::Map(entries) => entries
                .iter()
                .map(|(key, node)| (key.name.clone(), node.to_json()))
                .collect::<serde_json::Map<_, _>>()
                .into(),
        }
    }
}

/// Reads one file. A syntax error is the only problem this can have.
pub fn parse(sources: &Sources, file: FileId) -> Result<Node, Box<Problem>> {
    let text = &sources.file(file).text;
    let options = serde_saphyr::options! {
        duplicate_keys: DuplicateKeyPolicy::LastWins,
        strict_booleans: true,
    };
    let tree: Spanned<Tree> =
        serde_saphyr::from_str_with_options(text, options).map_err(|error| Box::new(syntax(sources, file, &error)))?;
    Ok(place(file, tree))
}

fn syntax(sources: &Sources, file: FileId, error: &serde_saphyr::Error) -> Problem {
    let at = error.location().map_or(LineColumn { line: 1, column: 1 }, |l| LineColumn {
        line: usize::try_from(l.line()).unwrap_or(1),
        column: usize::try_from(l.column()).unwrap_or(1),
    });
    if let Some(start) = tab_indent(&sources.file(file).text, at.line) {
        return Problem::error(
            Code::YamlSyntax,
            Span { file, start, end: start + 1 },
            "a line is indented with a tab, which YAML does not allow",
        )
        .label("there is a tab before this")
        .help("indent with spaces");
    }
    let start = sources.offset(file, at);
    let message = error.without_snippet().to_string();
    let message = message.split(" at line").next().unwrap_or(&message).to_owned();
    Problem::error(
        Code::YamlSyntax,
        Span { file, start, end: start + 1 },
        format!("this is not well-formed YAML: {message}"),
    )
    .label("the parser stopped here")
    .help("check the indentation, brackets and quotes on this line and the one before it")
}

/// Where the first text stands after a tab in the indentation of a line (from 1), or of the next line with text: the reader
/// stops at the end of the line before a tab.
fn tab_indent(text: &str, line: usize) -> Option<usize> {
    let mut offset = 0;
    let mut lines_with_text = 0;
    for (index, one) in text.split_inclusive('\n').enumerate() {
        let content = one.trim_start();
        if index + 1 >= line && !content.is_empty() {
            let indent = one.len() - content.len();
            if one[..indent].contains('\t') {
                return Some(offset + indent);
            }
            lines_with_text += 1;
            if lines_with_text == 2 {
                return None;
            }
        }
        offset += one.len();
    }
    None
}

/// The same tree as serde sees it; only this file knows the reader's types.
enum Tree {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    List(Vec<Spanned<Tree>>),
    Map(Vec<(Spanned<String>, Spanned<Tree>)>),
}

fn place(file: FileId, tree: Spanned<Tree>) -> Node {
    let span = span(file, tree.referenced);
    let value = match tree.value {
        Tree::Null => Value::Null,
        Tree::Bool(b) => Value::Bool(b),
        Tree::Int(i) => Value::Int(i),
        Tree::Float(f) => Value::Float(f),
        Tree::Text(s) => Value::Text(s),
        Tree::List(items) => Value::List(items.into_iter().map(|item| place(file, item)).collect()),
        Tree::Map(entries) => Value::Map(
            entries
                .into_iter()
                .map(|(key, value)| {
                    (Key { span: self::span(file, key.referenced), name: key.value }, place(file, value))
                })
                .collect(),
        ),
    };
    Node { value, span }
}

fn span(file: FileId, location: Location) -> Span {
    let bytes = location.span();
    let start = bytes.byte_offset().and_then(|o| usize::try_from(o).ok()).unwrap_or(0);
    let len = bytes.byte_len().and_then(|l| usize::try_from(l).ok()).unwrap_or(0);
    Span { file, start, end: start + len }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }
    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }
    fn visit_none<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Tree, D::Error> {
        deserializer.deserialize_any(TreeVisitor)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Tree, E> {
        Ok(Tree::Bool(value))
    }
    fn visit_i64<E>(self, value: i64) -> Result<Tree, E> {
        Ok(Tree::Int(value))
    }
    fn visit_u64<E>(self, value: u64) -> Result<Tree, E> {
        Ok(i64::try_from(value).map_or_else(|_| Tree::Text(value.to_string()), Tree::Int))
    }
    fn visit_f64<E>(self, value: f64) -> Result<Tree, E> {
        Ok(Tree::Float(value))
    }
    fn visit_str<E>(self, value: &str) -> Result<Tree, E> {
        Ok(Tree::Text(value.to_owned()))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Tree, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(Tree::List(items))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Tree, A::Error> {
        let mut entries = Vec::new();
        while let Some(key) = access.next_key()? {
            entries.push((key, access.next_value()?));
        }
        Ok(Tree::Map(entries))
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TreeVisitor)
    }
}
