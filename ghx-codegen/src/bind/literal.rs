//! JSON values in a card (defaults, literals, examples) against the card's own schema.

use crate::{
    card::{Located, ObjectSchema, Property, Schema, Type},
    source::Span,
    yaml::{Node, Value},
};

/// A value that its schema does not allow: where, and why.
pub(super) struct Refusal {
    pub(super) at: Span,
    pub(super) why: String,
}

/// Every reason why a value does not fit.
pub(super) fn refusals(schema: &Schema, node: &Node, what: &str, out: &mut Vec<Refusal>) {
    if matches!(node.value, Value::Null) {
        if !schema.nullable {
            out.push(Refusal { at: node.span, why: format!("`{what}` must not be null") });
        }
        return;
    }
    let mut refuse = |why: String| out.push(Refusal { at: node.span, why });
    match (&schema.ty, &node.value) {
        (Type::String { min_length, max_length, .. }, Value::Text(text)) => {
            let why = outside(text.chars().count(), min_length.as_ref(), max_length.as_ref(), what, "character");
            why.into_iter().for_each(refuse);
        }
        (Type::Enum(values), Value::Text(text)) => {
            if !values.iter().any(|v| v.value == *text) {
                let known: Vec<&str> = values.iter().map(|v| v.value.as_str()).collect();
                refuse(format!("`{what}` must be one of {}, not `{text}`", crate::suggest::quoted(&known)));
            }
        }
        (Type::Integer { minimum, maximum }, Value::Int(value)) => {
            let (minimum, maximum) = (minimum.as_ref().map(|l| l.value), maximum.as_ref().map(|l| l.value));
            if minimum.is_some_and(|m| *value < m) || maximum.is_some_and(|m| *value > m) {
                refuse(format!("`{what}` is {value}, outside its bounds"));
            }
        }
        (Type::Boolean, Value::Bool(_)) | (Type::Number, Value::Int(_) | Value::Float(_)) => {}
        (Type::Map { values, max }, Value::Map(entries)) => {
            let why = outside(entries.len(), None, max.as_ref(), what, "key");
            why.into_iter().for_each(refuse);
            for (key, value) in entries {
                let Some(values) = values else { continue };
                refusals(values, value, &format!("{what}.{}", key.name), out);
            }
        }
        (Type::Array { items, min_items, max_items }, Value::List(list)) => {
            let why = outside(list.len(), min_items.as_ref(), max_items.as_ref(), what, "element");
            why.into_iter().for_each(refuse);
            for (index, item) in list.iter().enumerate() {
                refusals(items, item, &format!("{what}[{index}]"), out);
            }
        }
        (Type::Object(object), Value::Map(_)) => object_refusals(object, node, what, out),
        (ty, value) => refuse(format!("`{what}` must be of type {}, not {}", ty.describe(), value.kind())),
    }
}

/// Why a length is outside its bounds.
fn outside(
    length: usize,
    min: Option<&Located<i64>>,
    max: Option<&Located<i64>>,
    what: &str,
    unit: &str,
) -> Vec<String> {
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    let min = min.map(|min| min.value).filter(|min| length < *min);
    let max = max.map(|max| max.value).filter(|max| length > *max);
    let plural = |bound: i64| if bound == 1 { "" } else { "s" };
    let too_short = min.map(|min| format!("`{what}` needs at least {min} {unit}{}", plural(min)));
    let too_long = max.map(|max| format!("`{what}` takes at most {max} {unit}{}", plural(max)));
    too_short.into_iter().chain(too_long).collect()
}

fn object_refusals(object: &ObjectSchema, node: &Node, what: &str, out: &mut Vec<Refusal>) {
    let Value::Map(entries) = &node.value else {
        return;
    };
    for (key, value) in entries {
        match object.property(&key.name) {
            Some(property) => refusals(&property.schema, value, &format!("{what}.{}", key.name), out),
            None => out.push(Refusal { at: key.span, why: format!("`{what}` has no property `{}`", key.name) }),
        }
    }
    let missing = |p: &&Property| p.required && !entries.iter().any(|(key, _)| key.name == p.name.value);
    for property in object.properties.iter().filter(missing) {
        out.push(Refusal { at: node.span, why: format!("`{what}` needs `{}`", property.name.value) });
    }
    let given = object.exactly_one.iter().filter(|name| entries.iter().any(|(key, _)| key.name == name.value)).count();
    if !object.exactly_one.is_empty() && given != 1 {
        let names: Vec<&str> = object.exactly_one.iter().map(|name| name.value.as_str()).collect();
        let why = format!("`{what}` needs exactly one of {}", crate::suggest::quoted(&names));
        out.push(Refusal { at: node.span, why });
    }
}
