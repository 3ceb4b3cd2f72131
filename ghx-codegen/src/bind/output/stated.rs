//! The output as its schema declares it: all that there is to go by on a card without a GraphQL route.

use crate::{
    bind::{kinds, route::properties},
    card::{Card, Located, Property, Type},
    model::{BoundOutput, Change, OutputSource, OutputValue, Path},
    problem::{Code, Problem, Problems},
    schema::Schema,
    suggest,
};

/// Every output is always there, and an id says of which kind.
pub(in crate::bind) fn check(schema: &Schema, card: &Card, problems: &mut Problems) {
    let mut all = Vec::new();
    properties(&card.output, "", &mut all);
    for (_, property) in all {
        if !property.required {
            problems.push(super::problems::not_required(property));
        }
        let schema_of = match &property.schema.ty {
            Type::Array { items, .. } => items,
            _ => &property.schema,
        };
        if let (Type::String { node: Some(node), .. }, None) = (&schema_of.ty, &card.graphql) {
            check_kind(schema, node, problems);
        }
    }
}

/// The output as its schema states it.
pub(in crate::bind) fn outputs(card: &Card) -> Vec<BoundOutput> {
    card.output.properties.iter().map(output).collect()
}

fn check_kind(schema: &Schema, node: &Located<String>, problems: &mut Problems) {
    let kinds = kinds::all(schema);
    let interfaces = || kinds.values().flatten().map(String::as_str);
    if !kinds.contains_key(&node.value) && !interfaces().any(|name| name == node.value) {
        let known: Vec<&str> = kinds.keys().map(String::as_str).chain(interfaces()).collect();
        problems.push(
            Problem::error(Code::NodeKind, node.span, format!("there is no kind of node `{}`", node.value))
                .label("not in the schema")
                .help(suggest::help(&node.value, "kind", known)),
        );
    }
}

pub(super) fn output(property: &Property) -> BoundOutput {
    let inner = match &property.schema.ty {
        Type::Array { items, .. } => &items.ty,
        other => other,
    };
    let leaf = |ty: &str, kind: Option<String>| OutputValue::Leaf { ty: ty.to_owned(), kind };
    let value = match inner {
        Type::Object(object) => OutputValue::Object { fields: object.properties.iter().map(output).collect() },
        Type::String { node: Some(node), .. } => leaf("ID", Some(node.value.clone())),
        Type::Integer { .. } => leaf("Int", None),
        Type::Number => leaf("Float", None),
        Type::Boolean => leaf("Boolean", None),
        Type::Enum(_) => leaf("", None),
        Type::String { .. } | Type::Array { .. } | Type::Map { .. } => leaf("String", None),
    };
    BoundOutput {
        property: property.clone(),
        source: OutputSource::Response,
        path: Path::default(),
        value,
        change: Change::default(),
        keep: Vec::new(),
        nullable: property.schema.nullable,
    }
}
