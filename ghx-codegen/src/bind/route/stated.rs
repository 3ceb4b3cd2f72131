//! The output of a card without a GraphQL route: its schema is all that there is to go by.

use crate::{
    bind::Binder,
    card::{Card, Located, Property, Type},
    model::{BoundOutput, OutputValue, Path},
    problem::{Code, Problem},
    suggest,
};

/// The output as its schema states it.
pub(in crate::bind) fn outputs(binder: &mut Binder<'_>, card: &Card) -> Vec<BoundOutput> {
    let mut all = Vec::new();
    super::properties(&card.output, "", &mut all);
    for (_, property) in all {
        check(binder, property);
    }
    card.output.properties.iter().map(output).collect()
}

/// It is always there, and an id says of what.
fn check(binder: &mut Binder<'_>, property: &Property) {
    let name = &property.name.value;
    if !property.required {
        let problem = Problem::error(
            Code::NullableOutput,
            property.name.span,
            format!("`{name}` is always present, but is not in `required`"),
        );
        let help = "add it to `required`; a missing value is null";
        binder.problems.push(problem.label("always present").help(help));
    }
    let schema = match &property.schema.ty {
        Type::Array { items, .. } => items,
        _ => &property.schema,
    };
    if let Type::String { node: Some(node), .. } = &schema.ty {
        check_kind(binder, node);
    }
}

fn check_kind(binder: &mut Binder<'_>, node: &Located<String>) {
    let kinds = super::super::kinds::all(binder.schema);
    let interfaces = || kinds.values().flatten().map(String::as_str);
    if !kinds.contains_key(&node.value) && !interfaces().any(|name| name == node.value) {
        let known: Vec<&str> = kinds.keys().map(String::as_str).chain(interfaces()).collect();
        binder.problems.push(
            Problem::error(Code::NodeKind, node.span, format!("there is no kind of node `{}`", node.value))
                .label("not in the schema")
                .help(suggest::help(&node.value, "kind", known)),
        );
    }
}

fn output(property: &Property) -> BoundOutput {
    let inner = match &property.schema.ty {
        Type::Array { items, .. } => &items.ty,
        other => other,
    };
    let leaf = |ty: &str, kind: Option<String>| OutputValue::Leaf { ty: ty.to_owned(), kind };
    let value = match inner {
        Type::Object(object) => {
            OutputValue::Object { fields: object.properties.iter().map(output).collect(), keep: None }
        }
        Type::String { node: Some(node), .. } => leaf("ID", Some(node.value.clone())),
        Type::Integer { .. } => leaf("Int", None),
        Type::Number => leaf("Float", None),
        Type::Boolean => leaf("Boolean", None),
        Type::Enum(_) => leaf("", None),
        Type::String { .. } | Type::Array { .. } | Type::Map { .. } => leaf("String", None),
    };
    BoundOutput { property: property.clone(), path: Path::default(), value, default: None }
}
