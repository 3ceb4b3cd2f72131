//! `gh-json.yaml`: the types of `gh`'s JSON fields, which `gh` itself does not list. Written by hand for the fields that cards use.
//!
//! ```yaml
//! issue view:
//!   author: { login: string }
//!   labels: [{ name: string }]             # a list
//!   milestone?: { title: string }          # may be null
//!   state: OPEN | CLOSED                   # one of these
//!   createdAt: date-time
//!   $ask: [url]                            # a card must test it: the command also returns other things
//! issue list: [{ id: id }]                 # the command prints a list
//! ```

use super::{
    described::{Described, with_login},
    facts::Logins,
    gh::Gh,
};
use crate::{
    problem::{Code, Problem, Problems},
    source::{FileId, Sources, Span},
    suggest,
    yaml::{self, Node, Value},
};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

/// The shapes of JSON fields by command, as schemas.
#[derive(Debug, Default)]
pub struct GhJson {
    shapes: BTreeMap<String, Json>,
    asks: BTreeMap<String, Vec<String>>,
}

/// The key for fields that a card must test.
const ASK: &str = "$ask";

/// The names of scalar types, and what they mean.
const SCALARS: &[(&str, &str, Option<&str>)] = &[
    ("string", "string", None),
    ("integer", "integer", None),
    ("boolean", "boolean", None),
    ("uri", "string", Some("uri")),
    ("date-time", "string", Some("date-time")),
    ("id", "string", Some("id")),
];

impl GhJson {
    pub(super) fn parse(gh: Option<&Gh>, sources: &Sources, file: FileId, problems: &mut Problems) -> Self {
        let node = match yaml::parse(sources, file) {
            Ok(node) => node,
            Err(problem) => {
                problems.push(*problem);
                return Self::default();
            }
        };
        let mut read = Self::default();
        for (key, node) in entries(&node, problems) {
            let shape = value(node, problems);
            if let Some(gh) = gh {
                check_names(gh, &key.name, key.span, record(node), problems);
            }
            read.asks.insert(key.name.clone(), asks(record(node), problems));
            read.shapes.insert(key.name.clone(), shape);
        }
        read
    }

    /// Marks the logins of accounts.
    pub(super) fn mark(&mut self, logins: &Logins) {
        for (command, field) in logins.members.iter().filter_map(|name| name.split_once('.')) {
            let Some(shape) = self.shapes.get_mut(command) else { continue };
            let record = if shape.get("items").is_some() { &mut shape["items"] } else { shape };
            let account = &mut record["properties"][field];
            *account = with_login(account, &logins.app, &logins.deleted);
        }
    }

    /// What a command prints, as a schema.
    pub fn shape(&self, command: &str) -> Option<&Json> {
        self.shapes.get(command)
    }

    /// The fields that a card must test, since the command returns more than was asked for.
    pub fn asks(&self, command: &str) -> &[String] {
        self.asks.get(command).map_or(&[], Vec::as_slice)
    }

    /// The object that a command prints, or of which it prints a list.
    pub fn record(&self, command: &str) -> Option<Described<'_>> {
        let shape = self.shape(command)?;
        let described = Described::new(shape, shape);
        Some(described.items().unwrap_or(described))
    }
}

/// `$ask: [url]`.
fn asks(record: &Node, problems: &mut Problems) -> Vec<String> {
    let Value::Map(fields) = &record.value else { return Vec::new() };
    let Some((_, asks)) = fields.iter().find(|(key, _)| key.name == ASK) else { return Vec::new() };
    let Value::List(items) = &asks.value else {
        problems.push(unreadable(asks.span, "a list of fields"));
        return Vec::new();
    };
    let stated = |name: &str| fields.iter().any(|(key, _)| key.name.trim_end_matches('?') == name);
    let mut names = Vec::new();
    for item in items {
        match &item.value {
            Value::Text(name) if stated(name) => names.push(name.clone()),
            _ => problems.push(unreadable(item.span, "a field that is declared below")),
        }
    }
    names
}

/// The fields of a command that prints one object, or a list of them.
fn record(node: &Node) -> &Node {
    match &node.value {
        Value::List(items) => items.first().unwrap_or(node),
        _ => node,
    }
}

fn entries<'n>(node: &'n Node, problems: &mut Problems) -> &'n [(yaml::Key, Node)] {
    if let Value::Map(entries) = &node.value {
        return entries;
    }
    problems.push(unreadable(node.span, "a mapping of fields to types"));
    &[]
}

fn object(node: &Node, problems: &mut Problems) -> Json {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for (key, node) in entries(node, problems).iter().filter(|(key, _)| key.name != ASK) {
        let (name, nullable) = key.name.strip_suffix('?').map_or((key.name.as_str(), false), |name| (name, true));
        let mut value = value(node, problems);
        if nullable {
            value["nullable"] = true.into();
        }
        properties.insert(name.to_owned(), value);
        required.push(name.to_owned());
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

fn value(node: &Node, problems: &mut Problems) -> Json {
    match &node.value {
        Value::Map(_) => object(node, problems),
        Value::List(items) => {
            if let [item] = items.as_slice() {
                return json!({ "type": "array", "items": value(item, problems) });
            }
            problems.push(unreadable(node.span, "a list with one element, the type of all elements"));
            json!({})
        }
        Value::Text(text) if text.contains('|') => {
            let words: Vec<&str> = text.split('|').map(|word| word.trim().trim_matches('"')).collect();
            json!({ "type": "string", "enum": words })
        }
        Value::Text(text) => scalar(text, node.span, problems),
        _ => {
            problems.push(unreadable(node.span, "a type"));
            json!({})
        }
    }
}

fn scalar(text: &str, at: Span, problems: &mut Problems) -> Json {
    match SCALARS.iter().find(|(name, ..)| *name == text) {
        Some((_, ty, Some(format))) => json!({ "type": ty, "format": format }),
        Some((_, ty, None)) => json!({ "type": ty }),
        None => {
            problems.push(
                Problem::error(Code::SchemaFolder, at, format!("`{text}` is not a type"))
                    .label("unknown")
                    .help(suggest::help(text, "type", SCALARS.iter().map(|(name, ..)| *name))),
            );
            json!({})
        }
    }
}

/// `gh` knows the command and the fields.
fn check_names(gh: &Gh, command: &str, at: Span, node: &Node, problems: &mut Problems) {
    let Some(known) = gh.command(command) else {
        problems.push(
            Problem::error(Code::SchemaFolder, at, format!("`gh` has no command `{command}`"))
                .label("not in gh-cli.json")
                .help(suggest::help(command, "command", gh.commands())),
        );
        return;
    };
    let Value::Map(fields) = &node.value else { return };
    let names = || known.json_fields.iter().map(String::as_str);
    let unknown = |name: &str| name != ASK && !names().any(|known| known == name.trim_end_matches('?'));
    for (key, _) in fields.iter().filter(|(key, _)| unknown(&key.name)) {
        let name = key.name.trim_end_matches('?');
        problems.push(
            Problem::error(Code::SchemaFolder, key.span, format!("`gh {command}` has no JSON field `{name}`"))
                .label("not in gh-cli.json")
                .help(suggest::help(name, "field", names())),
        );
    }
}

fn unreadable(at: Span, wanted: &str) -> Problem {
    Problem::error(Code::SchemaFolder, at, format!("expected {wanted}"))
        .label("not expected here")
        .help("write `field: type`, `field: { … }`, `field: [ … ]` or `field?:` for a field that may be null")
}
