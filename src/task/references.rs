//! Whether an output fits the input that refers to it.

use serde_json::{Map, Value};

use crate::capability::input::{Marker, Target, read_marker};
use crate::card::{Card, Property, Type};
use crate::display::{noun_of, with_article};
use crate::error::{InputProblem, escape_segment};

/// What an input expects at a place.
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

/// What the input of this name expects.
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

/// Finds the type of the output that a reference names.
type Output<'f> = &'f dyn Fn(Target<'_>) -> Option<&'static Type>;

/// Adds a problem for each reference in a value that does not fit its place.
pub(super) fn misfits(wanted: Wanted, value: &Value, pointer: &str, output: Output<'_>, found: &mut Vec<InputProblem>) {
    match (read_marker(value), value, wanted) {
        (Some(Marker::Ref(target)), ..) => {
            found.extend(
                output(target).and_then(|given| misfit(wanted, given)).map(|misfit| misfit.at(pointer, target)),
            );
        }
        (Some(Marker::Text(pieces)), ..) => in_text(pieces, pointer, output, found),
        (None, Value::Object(members), Wanted::Type(Type::Object { properties, .. })) => {
            below(properties, members, pointer, output, found);
        }
        (None, Value::Object(members), Wanted::Type(Type::Map { values, .. })) => {
            for (name, value) in members {
                let pointer = format!("{pointer}/{}", escape_segment(name));
                misfits(Wanted::Type(&values.ty), value, &pointer, output, found);
            }
        }
        (None, Value::Array(items), Wanted::Type(Type::Array { items: wanted, .. })) => {
            for (index, item) in items.iter().enumerate() {
                misfits(Wanted::Type(&wanted.ty), item, &format!("{pointer}/{index}"), output, found);
            }
        }
        _ => {}
    }
}

fn below(
    properties: &'static [Property],
    members: &Map<String, Value>,
    pointer: &str,
    output: Output<'_>,
    found: &mut Vec<InputProblem>,
) {
    for property in properties {
        if let Some(value) = members.get(property.name) {
            misfits(Wanted::Type(&property.ty), value, &format!("{pointer}/{}", property.name), output, found);
        }
    }
}

fn in_text(pieces: &[Value], pointer: &str, output: Output<'_>, found: &mut Vec<InputProblem>) {
    for piece in pieces {
        let Some(Marker::Ref(target)) = read_marker(piece) else { continue };
        let Some(given @ (Type::Array { .. } | Type::Object { .. } | Type::Map { .. })) = output(target) else {
            continue;
        };
        let (braced, given) = (target.braced(), name(given));
        let rule = format!("has {braced} inside text, but that is {given}: text takes single values");
        found.push(InputProblem::new(pointer, "a single value", given, rule));
    }
}

/// What is expected, and what the output is instead.
struct Misfit {
    wanted: String,
    given: String,
}

impl Misfit {
    fn at(self, pointer: &str, target: Target<'_>) -> InputProblem {
        let rule = format!("needs {}, but {} is {}", self.wanted, target.braced(), self.given);
        InputProblem::new(pointer, self.wanted, self.given, rule)
    }
}

/// Why an output does not fit; `None` if it does.
fn misfit(wanted: Wanted, given: &Type) -> Option<Misfit> {
    let (fits, expected) = match (wanted, given) {
        (Wanted::Type(wanted), given) => return misfit_type(wanted, given),
        (Wanted::Id(wanted), Type::Id { kind, .. }) => return other_kind(wanted, kind),
        // What it is inside is known when the step has run.
        (_, Type::Json) => return None,
        (Wanted::Id(kind), _) => (false, node_id(kind)),
        (Wanted::Number, given) => (matches!(given, Type::Integer { .. }), "an integer".to_owned()),
        (Wanted::Text, given) => (matches!(given, Type::String { .. }), "a string".to_owned()),
    };
    (!fits).then(|| Misfit { wanted: expected, given: name(given) })
}

fn misfit_type(wanted: &Type, given: &Type) -> Option<Misfit> {
    let fits = match (wanted, given) {
        (Type::Id { kind: wanted, .. }, Type::Id { kind, .. }) => return other_kind(wanted, kind),
        (Type::Array { items: wanted, .. }, Type::Array { items, .. }) => misfit_type(&wanted.ty, &items.ty).is_none(),
        (Type::Map { values: wanted, .. }, Type::Map { values, .. }) => misfit_type(&wanted.ty, &values.ty).is_none(),
        (Type::Enum(wanted), Type::Enum(given)) => given.iter().all(|word| wanted.contains(word)),
        (Type::String { .. }, Type::String { .. } | Type::Id { .. } | Type::Enum(_))
        | (Type::Integer { .. }, Type::Integer { .. })
        | (Type::Number, Type::Integer { .. } | Type::Number)
        | (Type::Boolean, Type::Boolean)
        | (Type::Json, _)
        | (_, Type::Json)
        | (Type::Object { .. }, Type::Object { .. }) => true,
        _ => false,
    };
    (!fits).then(|| Misfit { wanted: name(wanted), given: name(given) })
}

/// Ids of two kinds; only the kinds are named.
fn other_kind(wanted: &str, given: &str) -> Option<Misfit> {
    (wanted != given).then(|| Misfit { wanted: noun(wanted), given: noun(given) })
}

/// A kind of node with its article: `a pull request`.
fn noun(kind: &str) -> String {
    with_article(&noun_of(kind))
}

fn node_id(kind: &str) -> String {
    format!("the node id of {}", noun(kind))
}

fn name(ty: &Type) -> String {
    match ty {
        Type::String { .. } => "a string".to_owned(),
        Type::Id { kind, .. } => node_id(kind),
        Type::Integer { .. } => "an integer".to_owned(),
        Type::Number => "a number".to_owned(),
        Type::Boolean => "a boolean".to_owned(),
        Type::Enum(words) => format!("one of {}", words.join(", ")),
        Type::Array { items, .. } => format!("a list of {}", plural(&items.ty)),
        Type::Object { .. } | Type::Map { .. } => "an object".to_owned(),
        Type::Json => "any JSON".to_owned(),
    }
}

fn plural(ty: &Type) -> String {
    match ty {
        Type::String { .. } => "strings".to_owned(),
        Type::Id { kind, .. } => format!("node ids (of {})", noun(kind)),
        Type::Integer { .. } => "integers".to_owned(),
        Type::Number => "numbers".to_owned(),
        Type::Boolean => "booleans".to_owned(),
        Type::Enum(words) => format!("words ({})", words.join(", ")),
        Type::Array { .. } => "lists".to_owned(),
        Type::Object { .. } | Type::Map { .. } => "objects".to_owned(),
        Type::Json => "any JSON".to_owned(),
    }
}
