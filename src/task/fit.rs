//! Whether an output fits an input: the check of a reference before anything is sent.

use serde_json::{Map, Value};

use crate::card::{Card, Property, Type};
use crate::suggest::did_you_mean;

/// The output at a path, or why there is none.
pub(super) fn output_at(card: &'static Card, path: &str) -> Result<&'static Type, String> {
    let mut properties = card.outputs;
    let mut found: Option<&'static Type> = None;
    for segment in path.split('.') {
        let next = match found {
            Some(Type::Array { items, .. }) if segment.bytes().all(|byte| byte.is_ascii_digit()) => &items.ty,
            Some(Type::Object { properties: below }) => {
                properties = below;
                member(card, properties, segment)?
            }
            None => member(card, properties, segment)?,
            Some(_) => return Err(format!("{} has nothing below `{segment}`: {path}", card.id)),
        };
        found = Some(next);
    }
    found.ok_or_else(|| format!("{} has no output without a name", card.id))
}

fn member(card: &Card, properties: &'static [Property], name: &str) -> Result<&'static Type, String> {
    if let Some(property) = properties.iter().find(|property| property.name == name) {
        return Ok(&property.ty);
    }
    let names: Vec<&str> = properties.iter().map(|property| property.name).collect();
    let hint = did_you_mean(name, names.iter().copied()).unwrap_or_else(|| format!("it gives {}", names.join(", ")));
    Err(format!("{} gives no `{name}` ({hint})", card.id))
}

/// What an input wants at a place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted {
    /// An input of the card.
    Type(&'static Type),
    /// The node id of a subject.
    Id(&'static str),
    /// A number of a subject.
    Number,
    /// Text of a subject.
    Text,
}

/// What an input wants under this name.
pub(super) fn wanted(card: &'static Card, name: &str) -> Option<Wanted> {
    if let Some(property) = card.input(name) {
        return Some(Wanted::Type(&property.ty));
    }
    card.subjects.iter().find_map(|spec| {
        let is = |known: Option<&str>| known == Some(name);
        if is(spec.id) {
            Some(Wanted::Id(spec.kind))
        } else if is(spec.number) {
            Some(Wanted::Number)
        } else if spec.names().any(|known| known == name) {
            Some(Wanted::Text)
        } else {
            None
        }
    })
}

/// Why a value does not fit the references in it; one sentence for each that is wrong. `output` finds what one refers to.
pub(super) fn misfits(
    wanted: Wanted,
    value: &Value,
    pointer: &str,
    output: &dyn Fn(&str) -> Option<&'static Type>,
    found: &mut Vec<(String, String)>,
) {
    match value {
        Value::Object(members) => match (members.get("$ref"), members.get("$text"), wanted) {
            (Some(Value::String(address)), _, _) => {
                if let Some(reason) = output(address).and_then(|given| misfit(wanted, given)) {
                    found.push((pointer.to_owned(), format!("{{{{{address}}}}} {reason}")));
                }
            }
            (_, Some(Value::Array(pieces)), _) => in_text(pieces, pointer, output, found),
            (_, _, Wanted::Type(Type::Object { properties })) => {
                below(properties, members, pointer, output, found);
            }
            _ => {}
        },
        Value::Array(items) => {
            if let Wanted::Type(Type::Array { items: wanted, .. }) = wanted {
                for (index, item) in items.iter().enumerate() {
                    misfits(Wanted::Type(&wanted.ty), item, &format!("{pointer}/{index}"), output, found);
                }
            }
        }
        _ => {}
    }
}

fn below(
    properties: &'static [Property],
    members: &Map<String, Value>,
    pointer: &str,
    output: &dyn Fn(&str) -> Option<&'static Type>,
    found: &mut Vec<(String, String)>,
) {
    for property in properties {
        if let Some(value) = members.get(property.name) {
            misfits(Wanted::Type(&property.ty), value, &format!("{pointer}/{}", property.name), output, found);
        }
    }
}

fn in_text(
    pieces: &[Value],
    pointer: &str,
    output: &dyn Fn(&str) -> Option<&'static Type>,
    found: &mut Vec<(String, String)>,
) {
    for address in pieces.iter().filter_map(|piece| piece["$ref"].as_str()) {
        if let Some(Type::Array { .. } | Type::Object { .. }) = output(address) {
            found.push((pointer.to_owned(), format!("{{{{{address}}}}} is no single value, and cannot stand in text")));
        }
    }
}

/// Why an output does not fit; `None` if it does.
fn misfit(wanted: Wanted, given: &Type) -> Option<String> {
    let fits = match (wanted, given) {
        (Wanted::Type(wanted), given) => return misfit_type(wanted, given),
        (Wanted::Id(wanted), Type::Id { kind }) => return other_kind(wanted, kind),
        (Wanted::Number, Type::Integer { .. }) | (Wanted::Text, Type::String { .. }) => true,
        _ => false,
    };
    let expected = match wanted {
        Wanted::Id(kind) => format!("the node id of a {kind}"),
        Wanted::Number => "an integer".to_owned(),
        Wanted::Text | Wanted::Type(_) => "a string".to_owned(),
    };
    (!fits).then(|| format!("is {}, where {expected} is wanted", name(given)))
}

fn misfit_type(wanted: &Type, given: &Type) -> Option<String> {
    let fits = match (wanted, given) {
        (Type::Id { kind: wanted }, Type::Id { kind }) => return other_kind(wanted, kind),
        (Type::Array { items: wanted, .. }, Type::Array { items, .. }) => return misfit_type(&wanted.ty, &items.ty),
        (Type::Enum(wanted), Type::Enum(given)) => given.iter().all(|word| wanted.contains(word)),
        (Type::String { .. }, Type::String { .. } | Type::Id { .. } | Type::Enum(_))
        | (Type::Integer { .. }, Type::Integer { .. })
        | (Type::Boolean, Type::Boolean)
        | (Type::Object { .. }, Type::Object { .. }) => true,
        _ => false,
    };
    (!fits).then(|| format!("is {}, where {} is wanted", name(given), name(wanted)))
}

fn other_kind(wanted: &str, given: &str) -> Option<String> {
    (wanted != given).then(|| format!("is the node id of a {given}, where that of a {wanted} is wanted"))
}

fn name(ty: &Type) -> String {
    match ty {
        Type::String { .. } => "a string".to_owned(),
        Type::Id { kind } => format!("the node id of a {kind}"),
        Type::Integer { .. } => "an integer".to_owned(),
        Type::Boolean => "a boolean".to_owned(),
        Type::Enum(words) => format!("one of {}", words.join(", ")),
        Type::Array { items, .. } => format!("a list of {}", name(&items.ty)),
        Type::Object { .. } => "an object".to_owned(),
    }
}
