//! Types in as few characters as say it: `labels: [string]`, `state: open|closed|all = open`.

use ghx::card::{Property, Type};

/// An input with its type and default. Text needs no type.
pub(super) fn input(property: &Property) -> String {
    let mut text = property.name.to_owned();
    let ty = name(&property.ty);
    if ty != "string" {
        text.extend([": ", &ty]);
    }
    match property.default {
        Some("null") | None => {}
        Some(default) => text.extend([" = ", default.trim_matches('"')]),
    }
    text
}

/// The members of an object; those that may be absent or null have a question mark.
pub(super) fn members(properties: &[Property]) -> String {
    let member = |property: &Property| {
        let mark = if property.nullable || !property.required { "?" } else { "" };
        match shape(&property.ty) {
            Some(shape) => format!("{}{mark}: {shape}", property.name),
            None => format!("{}{mark}", property.name),
        }
    };
    properties.iter().map(member).collect::<Vec<_>>().join(", ")
}

/// What is inside of a list or an object.
fn shape(ty: &Type) -> Option<String> {
    match ty {
        Type::Array { items, .. } => {
            Some(shape(&items.ty).map_or_else(|| "[]".to_owned(), |shape| format!("[{shape}]")))
        }
        Type::Object { properties, .. } => Some(format!("{{{}}}", members(properties))),
        _ => None,
    }
}

fn name(ty: &Type) -> String {
    match ty {
        Type::String { .. } => "string".to_owned(),
        Type::Id { kind, .. } => format!("id of a {kind}"),
        Type::Integer { .. } => "integer".to_owned(),
        Type::Boolean => "boolean".to_owned(),
        Type::Enum(words) => words.join("|"),
        Type::Array { items, .. } => format!("[{}]", name(&items.ty)),
        Type::Object { properties, .. } => format!("{{{}}}", members(properties)),
        _ => "value".to_owned(),
    }
}
