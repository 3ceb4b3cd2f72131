//! Which kinds of node an ID input accepts.
//!
//! GitHub's published schema says it with `@possibleTypes`; the pinned one does not, so `node-kinds.yaml` does.

use super::Schema;
use crate::{
    problem::{Code, Problem, Problems},
    source::{FileId, Sources},
    suggest,
    yaml::{self, Node, Value},
};
use apollo_compiler::ast;
use std::collections::{BTreeMap, BTreeSet};

/// `AddLabelsToLabelableInput.labelIds` → the kinds.
#[derive(Debug, Default)]
pub struct NodeKinds {
    kinds: BTreeMap<String, Vec<String>>,
    unreadable: bool,
}

impl NodeKinds {
    pub(super) fn parse(schema: &Schema, sources: &Sources, file: FileId, problems: &mut Problems) -> Self {
        let node = match yaml::parse(sources, file) {
            Ok(node) => node,
            Err(problem) => {
                problems.push(*problem);
                return NodeKinds { unreadable: true, ..Self::default() };
            }
        };
        let mut kinds = BTreeMap::new();
        let Value::Map(entries) = &node.value else {
            return Self::default();
        };
        for (key, node) in entries {
            if !known_field(schema, &key.name) {
                problems.push(
                    Problem::error(Code::SchemaFolder, key.span, format!("there is no input field `{}`", key.name))
                        .label("not in the schema")
                        .help("write `Input.field` as in the schema"),
                );
            }
            kinds.insert(key.name.clone(), names(schema, node, problems));
        }
        NodeKinds { kinds, unreadable: false }
    }

    /// Could the file not be read? That is already reported.
    pub fn unreadable(&self) -> bool {
        self.unreadable
    }

    /// The object types that an input field accepts; `None` if that is unknown.
    pub fn accepted(&self, schema: &Schema, input: &str, field: &str) -> Option<BTreeSet<String>> {
        if let Some(stated) = possible_types(schema, input, field) {
            return Some(stated);
        }
        let kinds = self.kinds.get(&format!("{input}.{field}"))?;
        Some(kinds.iter().flat_map(|kind| schema.concrete(kind)).collect())
    }
}

fn known_field(schema: &Schema, name: &str) -> bool {
    name.split_once('.')
        .and_then(|(input, field)| schema.input_fields(input).map(|fields| fields.iter().any(|f| f.name == field)))
        .unwrap_or(false)
}

fn names(schema: &Schema, node: &Node, problems: &mut Problems) -> Vec<String> {
    let Value::List(items) = &node.value else {
        return Vec::new();
    };
    let mut names = Vec::new();
    for item in items {
        let Value::Text(name) = &item.value else {
            continue;
        };
        if schema.is_composite(name) {
            names.push(name.clone());
        } else {
            let known: Vec<&str> = schema.objects().map(|(n, _)| n).collect();
            problems.push(
                Problem::error(Code::SchemaFolder, item.span, format!("there is no type `{name}`"))
                    .label("not in the schema")
                    .help(suggest::help(name, "type", known.iter().copied())),
            );
        }
    }
    names
}

/// `@possibleTypes(concreteTypes: ["Issue"], abstractType: "Labelable")`.
fn possible_types(schema: &Schema, input: &str, field: &str) -> Option<BTreeSet<String>> {
    let definition = schema.input_fields(input)?.into_iter().find(|f| f.name == field)?;
    let directive = definition.directives.get("possibleTypes")?;
    let concrete = directive.specified_argument_by_name("concreteTypes")?;
    let ast::Value::List(items) = &**concrete else {
        return None;
    };
    Some(items.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect())
}
