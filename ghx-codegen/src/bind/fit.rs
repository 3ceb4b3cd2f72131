//! Rule 5: does a JSON type fit a GraphQL input type?

use super::{Binder, literal::Refusal};
use crate::{
    card::{Located, ObjectSchema, Schema as JsonSchema, Type},
    operation::GraphqlType,
    problem::{Code, Problem},
    schema::Schema,
    source::Span,
    suggest,
    yaml::{Node, Value},
};
use apollo_compiler::schema::ExtendedType;

/// Every reason why values of a JSON type cannot be sent as a GraphQL type. Whether the value may be absent is checked elsewhere.
pub(super) fn check(schema: &Schema, json: &JsonSchema, ty: &GraphqlType, what: &str, out: &mut Vec<Problem>) {
    if let Some(item) = ty.item() {
        let Type::Array { items, .. } = &json.ty else {
            return out.push(mismatch(json.span, what, &json.ty.describe(), ty, "make it `type: array`"));
        };
        if items.nullable && !item.nullable() {
            out.push(
                Problem::error(
                    Code::AbsentSource,
                    items.span,
                    format!("elements of {what} may be null, but `{ty}` does not allow null"),
                )
                .label("may be null")
                .help("drop \"null\" from the element type"),
            );
        }
        return check(schema, items, &item, &format!("an element of {what}"), out);
    }
    named(schema, json, ty, what, out);
}

fn named(schema: &Schema, json: &JsonSchema, ty: &GraphqlType, what: &str, out: &mut Vec<Problem>) {
    let wrong = |help: &str| mismatch(json.span, what, &json.ty.describe(), ty, help);
    match (&json.ty, ty.name(), schema.ty(ty.name())) {
        (Type::Integer { .. }, "Int", _)
        | (Type::Boolean, "Boolean", _)
        | (Type::String { .. } | Type::Enum(_), "String", _)
        | (Type::String { format: None, .. }, "ID", _) => {}
        (Type::String { format, node: None, .. }, _, Some(ExtendedType::Scalar(scalar))) if !scalar.is_built_in() => {
            let expected = scalar_format(ty.name());
            if let Some(format) = format.as_ref().filter(|f| Some(f.value.as_str()) != expected) {
                out.push(mismatch(
                    format.span,
                    what,
                    &format!("string of format {}", format.value),
                    ty,
                    "correct the format",
                ));
            }
        }
        (Type::Enum(values), name, Some(ExtendedType::Enum(_))) => {
            let known = schema.enum_values(name).unwrap_or_default();
            for value in values.iter().filter(|v| !known.contains(&v.value.as_str())) {
                out.push(enum_value(value, name, &known));
            }
        }
        (Type::Object(object), name, Some(ExtendedType::InputObject(_))) => {
            input_object(schema, object, name, what, out);
        }
        (Type::String { .. }, _, Some(ExtendedType::Enum(_))) => {
            out.push(wrong("list the values with `enum:`, or translate them with `map:`"));
        }
        (Type::Array { .. }, ..) => out.push(wrong("use a single value, not a list")),
        _ => out.push(wrong("change the input's type, or the variable's")),
    }
}

/// The JSON format of a scalar that has one.
pub(super) fn scalar_format(scalar: &str) -> Option<&'static str> {
    match scalar {
        "URI" => Some("uri"),
        "DateTime" | "PreciseDateTime" => Some("date-time"),
        _ => None,
    }
}

fn input_object(schema: &Schema, object: &ObjectSchema, name: &str, what: &str, out: &mut Vec<Problem>) {
    let fields = schema.input_fields(name).unwrap_or_default();
    for property in &object.properties {
        let key = property.name.value.as_str();
        let Some(field) = fields.iter().find(|f| f.name == key) else {
            let known: Vec<&str> = fields.iter().map(|f| f.name.as_str()).collect();
            out.push(
                Problem::error(Code::TypeMismatch, property.name.span, format!("`{name}` has no field `{key}`"))
                    .label(format!("not a field of `{name}`"))
                    .help(suggest::help(key, "field", known.iter().copied())),
            );
            continue;
        };
        if (property.may_be_unset() || property.schema.nullable) && field.is_required() {
            out.push(
                absent(property.name.span, &format!("`{key}`"), &format!("`{name}.{key}`"))
                    .help("add it to `required`, or give it a default"),
            );
        }
        check(schema, &property.schema, &GraphqlType((*field.ty).clone()), &format!("`{key}`"), out);
    }
    for field in fields.iter().filter(|f| f.is_required() && object.property(&f.name).is_none()) {
        out.push(
            Problem::error(
                Code::TypeMismatch,
                object.span,
                format!("`{name}` needs `{}`, which {what} does not have", field.name),
            )
            .label(format!("no property `{}`", field.name))
            .help(format!("add the property `{}` of type `{}`", field.name, field.ty)),
        );
    }
}

/// A source that may be absent or null for a place that needs a value.
pub(super) fn absent(at: Span, source: &str, target: &str) -> Problem {
    Problem::error(Code::AbsentSource, at, format!("{source} may be absent or null, but {target} needs a value"))
        .label("may be absent or null")
        .help("make the input required or give it a default, or make the variable nullable in the document")
}

pub(super) fn mismatch(at: Span, what: &str, given: &str, ty: &GraphqlType, help: &str) -> Problem {
    Problem::error(Code::TypeMismatch, at, format!("{what} is of type {given}, which does not fit `{ty}`"))
        .label(format!("GitHub expects `{ty}`"))
        .help(help)
}

/// A value that the GraphQL enum `name` does not have.
pub(super) fn enum_value(value: &Located<String>, name: &str, known: &[&str]) -> Problem {
    Problem::error(Code::EnumMismatch, value.span, format!("`{name}` has no value `{}`", value.value))
        .label(format!("not a value of `{name}`"))
        .help(suggest::help(&value.value, "value", known.iter().copied()))
}

/// A literal of the card against a GraphQL type: every reason why it does not fit.
pub(super) fn literal(schema: &Schema, node: &Node, ty: &GraphqlType, out: &mut Vec<Refusal>) {
    let mut refuse = |why: String| out.push(Refusal { at: node.span, why });
    match (&node.value, ty.item()) {
        (Value::Null, _) if ty.nullable() => {}
        (Value::Null, _) => refuse(format!("null does not fit `{ty}`")),
        (Value::List(items), Some(item)) => items.iter().for_each(|node| literal(schema, node, &item, out)),
        (_, Some(_)) => refuse(format!("a list is needed for `{ty}`")),
        (value, None) => match (value, ty.name(), schema.enum_values(ty.name())) {
            (Value::Text(text), name, Some(known)) => {
                if !known.contains(&text.as_str()) {
                    refuse(format!(
                        "`{name}` has no value `{text}`: {}",
                        suggest::help(text, "value", known.iter().copied())
                    ));
                }
            }
            (Value::Text(_), "String" | "ID", _) | (Value::Int(_), "Int", _) | (Value::Bool(_), "Boolean", _) => {}
            (Value::Text(_), name, None) if schema.custom_scalars().contains(&name) => {}
            (value, ..) => refuse(format!("{} does not fit `{ty}`", value.kind())),
        },
    }
}

/// Remembers the enums that a variable's type holds.
pub(super) fn remember_enums(binder: &mut Binder<'_>, name: &str) {
    match binder.schema.ty(name) {
        Some(ExtendedType::Enum(_)) => {
            binder.enums.insert(name.to_owned());
        }
        Some(ExtendedType::InputObject(_)) => {
            let mut seen = std::collections::BTreeSet::new();
            enums_below(binder.schema, name, &mut seen, &mut binder.enums);
        }
        _ => {}
    }
}

fn enums_below(
    schema: &Schema,
    name: &str,
    seen: &mut std::collections::BTreeSet<String>,
    enums: &mut std::collections::BTreeSet<String>,
) {
    if !seen.insert(name.to_owned()) {
        return;
    }
    for field in schema.input_fields(name).unwrap_or_default() {
        let inner = field.ty.inner_named_type().as_str();
        if schema.enum_values(inner).is_some() {
            enums.insert(inner.to_owned());
        } else {
            enums_below(schema, inner, seen, enums);
        }
    }
}
