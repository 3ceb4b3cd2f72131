//! Types in few characters: `labels: [string]`, `state: open|closed|all = open`.

use ghx::card::{Property, Type};

/// An input with its type and default. The type of text is left out.
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

/// The contents of a list or an object.
fn shape(ty: &Type) -> Option<String> {
    match ty {
        Type::Array { items, .. } => Some(format!("[{}]", shape(&items.ty).unwrap_or_else(|| name(&items.ty)))),
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
