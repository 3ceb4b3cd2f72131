//! Does a type of the card, or a constant, fit what a place accepts?

use super::Accepts;
use crate::{
    bind::Binder,
    card::{Located, ObjectSchema, Schema as JsonSchema, Type},
    problem::{Code, Problem},
    schema::Schema,
    source::Span,
    suggest,
    yaml::{Node, Value},
};
use std::collections::BTreeSet;

/// Every reason why values of a JSON type cannot be sent there. `what` is the input, `target` the place. Whether the value may be
/// absent is checked elsewhere.
pub(in crate::bind) fn check(
    json: &JsonSchema,
    accepts: &Accepts<'_>,
    what: &str,
    target: &str,
    out: &mut Vec<Problem>,
) {
    let place = accepts.place(target);
    let wrong = |at: Span, given: &str, help: &str| {
        Problem::error(Code::TypeMismatch, at, format!("{what} is of type {given}, which does not fit {place}"))
            .label(format!("expected {}", accepts.describe()))
            .help(help)
    };
    match &json.ty {
        Type::Integer { .. } if accepts.can_be("integer") || accepts.can_be("number") && !accepts.is_graphql() => {}
        Type::Number if accepts.can_be("number") => {}
        Type::Map { values, .. } if accepts.can_be("object") => match (values, accepts.entries()) {
            (_, None) => out.push(wrong(json.span, &json.ty.describe(), "list its properties")),
            (Some(values), Some(accepts)) => check(values, &accepts, &format!("a value of {what}"), target, out),
            (None, Some(accepts)) if accepts.is_anything() => {}
            (None, Some(_)) => out.push(wrong(json.span, "an object with any JSON", "say what its values are")),
        },
        Type::Boolean if accepts.can_be("boolean") => {}
        Type::Enum(values) if accepts.can_be("string") && accepts.takes_words() => {
            let Some(words) = accepts.enum_values() else { return };
            out.extend(
                values
                    .iter()
                    .filter(|value| !words.contains(&value.value.as_str()))
                    .map(|value| not_accepted(Code::EnumMismatch, value.span, &value.value, &place, &words)),
            );
        }
        Type::String { format, node, .. } if accepts.can_be("string") => {
            if let Some(words) = accepts.enum_values().filter(|_| accepts.is_text()) {
                out.push(any_string(json, accepts, what, &place, words));
            } else if !accepts.takes_format(format.as_ref().map(|format| format.value.as_str()), node.is_some()) {
                let at = format.as_ref().map_or(json.span, |format| format.span);
                let given =
                    format.as_ref().map_or("id".to_owned(), |format| format!("string of format {}", format.value));
                out.push(wrong(at, &given, "correct the format"));
            }
        }
        Type::Array { items, .. } if accepts.can_be("array") => {
            let Some(item) = accepts.item() else { return };
            if items.nullable && !item.nullable() {
                let message = format!("elements of {what} may be null, but {place} does not allow null");
                let problem = Problem::error(Code::AbsentSource, items.span, message).label("may be null");
                out.push(problem.help("drop \"null\" from the element type"));
            }
            check(items, &item, &format!("an element of {what}"), target, out);
        }
        Type::Object(object) if accepts.can_be("object") => members(object, accepts, what, &place, out),
        ty => {
            let help = match ty {
                Type::Array { .. } => "use a single value, not a list",
                _ if accepts.item().is_some() => "make it `type: array`",
                _ => "change the input's type, or send it elsewhere",
            };
            out.push(wrong(json.span, &ty.describe(), help));
        }
    }
}

/// Any string, where only some are accepted.
fn any_string(json: &JsonSchema, accepts: &Accepts<'_>, what: &str, place: &str, words: Vec<&str>) -> Problem {
    let code = if accepts.is_graphql() { Code::TypeMismatch } else { Code::EnumMismatch };
    let message = format!("{what} can be any string, but {place} accepts only some values");
    let help = format!("list them with `enum:`, or translate them with `map:`; {}", suggest::help("", "value", words));
    Problem::error(code, json.span, message).label("any string").help(help)
}

fn members(object: &ObjectSchema, accepts: &Accepts<'_>, what: &str, place: &str, out: &mut Vec<Problem>) {
    let known = accepts.members();
    for property in &object.properties {
        let name = property.name.value.as_str();
        let Some(member) = accepts.member(name) else {
            let message = format!("{place} has no member `{name}`");
            let problem = Problem::error(Code::TypeMismatch, property.name.span, message).label("not a member");
            out.push(problem.help(suggest::help(name, "member", known.iter().map(|(name, _)| *name))));
            continue;
        };
        let needed = property.may_be_unset() && known.contains(&(name, true));
        if needed || property.schema.nullable && !member.nullable() {
            let message = format!("`{name}` may be absent or null, but {place} needs it");
            let problem = Problem::error(Code::AbsentSource, property.name.span, message);
            out.push(problem.label("may be absent or null").help("add it to `required`, or give it a default"));
        }
        check(&property.schema, &member, &format!("`{name}`"), place, out);
    }
    for (name, _) in known.iter().filter(|(name, required)| *required && object.property(name).is_none()) {
        let message = format!("{place} needs `{name}`, which {what} does not have");
        let problem = Problem::error(Code::TypeMismatch, object.span, message).label(format!("no property `{name}`"));
        out.push(problem.help(format!("add the property `{name}`, and list it in `required`")));
    }
}

/// Every reason why a constant of the card cannot be sent there.
pub(in crate::bind) fn literal(node: &Node, accepts: &Accepts<'_>, target: &str, out: &mut Vec<Problem>) {
    let place = accepts.place(target);
    let fits = match &node.value {
        Value::Null => accepts.nullable(),
        Value::Bool(_) => accepts.can_be("boolean"),
        Value::Int(_) => accepts.can_be("integer") || accepts.can_be("number"),
        Value::Float(_) => accepts.can_be("number"),
        Value::Text(text) if accepts.can_be("string") => {
            if let Some(words) = accepts.enum_values().filter(|words| !words.contains(&text.as_str())) {
                let code = if accepts.is_graphql() { Code::Literal } else { Code::EnumMismatch };
                out.push(not_accepted(code, node.span, text, &place, &words));
            }
            true
        }
        Value::List(items) if accepts.can_be("array") => {
            if let Some(accepts) = accepts.item() {
                for item in items {
                    literal(item, &accepts, target, out);
                }
            }
            true
        }
        _ => false,
    };
    if !fits {
        let message = format!("{} does not fit {place}", node.value.kind());
        let problem = Problem::error(Code::Literal, node.span, message);
        out.push(
            problem.label(format!("expected {}", accepts.describe())).help("write a value that is accepted there"),
        );
    }
}

fn not_accepted(code: Code, at: Span, value: &str, place: &str, words: &[&str]) -> Problem {
    Problem::error(code, at, format!("{place} does not accept `{value}`"))
        .label("not an accepted value")
        .help(suggest::help(value, "value", words.iter().copied()))
}

/// A value that the GraphQL enum `name` does not have.
pub(super) fn enum_value(value: &Located<String>, name: &str, known: &[&str]) -> Problem {
    Problem::error(Code::EnumMismatch, value.span, format!("`{name}` has no value `{}`", value.value))
        .label(format!("not a value of `{name}`"))
        .help(suggest::help(&value.value, "value", known.iter().copied()))
}

/// The JSON format of a scalar that has one.
pub(in crate::bind) fn scalar_format(scalar: &str) -> Option<&'static str> {
    match scalar {
        "URI" => Some("uri"),
        "DateTime" | "PreciseDateTime" => Some("date-time"),
        "Date" => Some("date"),
        "Base64String" => Some("base64"),
        _ => None,
    }
}

/// Remembers the enums that a variable's type holds.
pub(super) fn remember_enums(binder: &mut Binder<'_>, name: &str) {
    enums_below(binder.schema, name, &mut BTreeSet::new(), &mut binder.enums);
}

fn enums_below(schema: &Schema, name: &str, seen: &mut BTreeSet<String>, enums: &mut BTreeSet<String>) {
    if schema.enum_values(name).is_some() {
        enums.insert(name.to_owned());
    } else if seen.insert(name.to_owned()) {
        for field in schema.input_fields(name).unwrap_or_default() {
            enums_below(schema, field.ty.inner_named_type().as_str(), seen, enums);
        }
    }
}
