//! Reading the subset.

use super::{AtLeastOne, ObjectSchema, Property, Schema, Type};
use crate::{
    card::reader::{Located, Reader, free_map, text, wrong},
    names,
    problem::{Code, Problem, Problems},
    source::Span,
    suggest,
    yaml::{Node, Value},
};

const COMMON: &[&str] = &["type", "description", "default"];

/// Inputs or outputs?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::card) enum Side {
    /// Without `required`, every property may be left out.
    Input,
    /// Without `required`, every property is there.
    Output,
}

pub(in crate::card) const OBJECT: &[&str] =
    &["type", "description", "allOf", "properties", "required", "additionalProperties", "anyOf", "$schema"];

/// Reads an object with its properties.
pub(in crate::card) fn object(node: &Node, side: Side, problems: &mut Problems) -> Option<ObjectSchema> {
    let reader = Reader::open(node, "an object schema", OBJECT, problems)?;
    if let Some(ty) = reader.optional_text("type", problems)
        && ty.value != "object"
    {
        problems.push(outside(
            ty.span,
            &format!("`type: {}` where an object is needed", ty.value),
            "write `type: object`",
        ));
    }
    if let Some(node) = reader.optional("additionalProperties")
        && !matches!(node.value, Value::Bool(false))
    {
        problems.push(outside(
            node.span,
            "`additionalProperties` other than false",
            "leave it out: unknown properties are always refused",
        ));
    }
    let properties = properties(&reader, side, problems);
    let at_least_one = reader.optional("anyOf").and_then(|node| at_least_one(node, problems));
    Some(ObjectSchema { properties: properties?, at_least_one, span: reader.key_span("type") })
}

/// Those of `allOf` first. `None` if a property has no usable type: what depends on it would only repeat that.
fn properties(reader: &Reader<'_>, side: Side, problems: &mut Problems) -> Option<Vec<Property>> {
    let mut all: Vec<Property> = Vec::new();
    for part in reader.list("allOf", problems) {
        object(part, side, problems)?.properties.into_iter().for_each(|property| put(&mut all, property));
    }
    let required = reader.texts("required", problems);
    let is_required = |name: &str| match reader.optional("required") {
        None => side == Side::Output,
        Some(_) => required.iter().any(|r| r.value == name),
    };
    let written = reader.optional("properties").map(|node| free_map(node, "`properties`", problems));
    let written = written.unwrap_or_default();
    let inherited = all.iter().map(|property| property.name.value.clone());
    let names: Vec<String> = inherited.chain(written.iter().map(|(name, _)| name.value.clone())).collect();
    all.iter_mut().for_each(|property| property.required |= required.iter().any(|r| r.value == property.name.value));
    let own = written.into_iter().map(|(name, node)| property(is_required(&name.value), name, node, side, problems));
    let own: Vec<_> = own.collect();
    check_required(&required, &names, problems);
    own.into_iter().collect::<Option<Vec<_>>>()?.into_iter().for_each(|property| put(&mut all, property));
    Some(all)
}

/// A property replaces an earlier one of the same name in its place.
fn put(all: &mut Vec<Property>, property: Property) {
    match all.iter_mut().find(|known| known.name.value == property.name.value) {
        Some(known) => *known = property,
        None => all.push(property),
    }
}

fn check_required(required: &[Located<String>], properties: &[String], problems: &mut Problems) {
    for (index, name) in required.iter().enumerate() {
        if required[..index].iter().any(|earlier| earlier.value == name.value) {
            problems.push(outside(name.span, &format!("`{}` twice in `required`", name.value), "keep one of them"));
        }
        if !properties.contains(&name.value) {
            let known = properties.iter().map(String::as_str);
            problems.push(
                Problem::error(
                    Code::UnknownName,
                    name.span,
                    format!("`required` names `{}`, which is not a property", name.value),
                )
                .label("no such property")
                .help(suggest::help(&name.value, "property", known)),
            );
        }
    }
}

fn at_least_one(node: &Node, problems: &mut Problems) -> Option<AtLeastOne> {
    let Value::List(items) = &node.value else {
        problems.push(wrong(node, "`anyOf` must be a list"));
        return None;
    };
    let mut names = Vec::new();
    for item in items {
        let reader = Reader::open(item, "an entry of `anyOf`", &["required"], problems)?;
        let group = reader.texts("required", problems);
        if group.len() != 1 {
            problems.push(outside(
                item.span,
                "an `anyOf` entry that is not `{ required: [one] }`",
                "list one name per entry",
            ));
        }
        names.extend(group);
    }
    Some(AtLeastOne { names })
}

fn property(
    required: bool,
    name: Located<String>,
    node: &Node,
    side: Side,
    problems: &mut Problems,
) -> Option<Property> {
    if !names::is_property_name(&name.value) {
        problems.push(
            Problem::error(
                Code::RustName,
                name.span,
                format!("`{}` is not a name that inputs and outputs can have", name.value),
            )
            .label("letters and digits, starting with a lower-case letter")
            .help("write it in camel case, like `issueNumber`"),
        );
    }
    let schema = schema(node, side, problems)?;
    let reader = Reader::open(node, "a property", ALL, &mut Problems::default())?;
    let default = reader.optional("default").cloned();
    if let (true, Some(default)) = (required, &default) {
        problems.push(outside(
            default.span,
            &format!("a default for the required `{}`", name.value),
            "remove it from `required`, or drop the default",
        ));
    }
    Some(Property { name, required, default, schema })
}

pub(in crate::card) const ALL: &[&str] = &[
    "type",
    "description",
    "default",
    "enum",
    "minLength",
    "maxLength",
    "format",
    "node",
    "minimum",
    "maximum",
    "items",
    "minItems",
    "maxItems",
    "allOf",
    "properties",
    "required",
    "additionalProperties",
];

fn schema(node: &Node, side: Side, problems: &mut Problems) -> Option<Schema> {
    let reader = Reader::open(node, "a property", ALL, problems)?;
    let is_object = ["properties", "allOf"].into_iter().find(|key| reader.optional(key).is_some());
    let ((name, nullable), span) = match (reader.optional("type"), is_object) {
        (None, Some(key)) => (("object".to_owned(), false), reader.key_span(key)),
        _ => {
            let node = reader.required("type", problems)?;
            (type_name(node, problems)?, node.span)
        }
    };
    let allowed: &[&str] = match name.as_str() {
        "string" => &["enum", "minLength", "maxLength", "format", "node"],
        "integer" => &["minimum", "maximum"],
        "array" => &["items", "minItems", "maxItems"],
        "object" => &["allOf", "properties", "required", "additionalProperties"],
        _ => &[],
    };
    for key in ALL.iter().filter(|key| !allowed.contains(key) && !COMMON.contains(key)) {
        if reader.optional(key).is_some() {
            problems.push(outside(reader.key_span(key), &format!("`{key}` with `type: {name}`"), "remove it"));
        }
    }
    let ty = match name.as_str() {
        "string" => string(&reader, problems),
        "integer" => {
            Type::Integer { minimum: reader.integer("minimum", problems), maximum: reader.integer("maximum", problems) }
        }
        "boolean" => Type::Boolean,
        "array" => array(&reader, side, problems)?,
        "object" => Type::Object(nested(&reader, side, problems)?),
        other => {
            problems.push(outside(
                span,
                &format!("`type: {other}`"),
                "use string, integer, boolean, array or object; `[T, \"null\"]` if it may be null",
            ));
            return None;
        }
    };
    Some(Schema { ty, nullable, description: reader.optional_text("description", problems), span })
}

fn nested(reader: &Reader<'_>, side: Side, problems: &mut Problems) -> Option<ObjectSchema> {
    if reader.optional("allOf").is_none() {
        reader.required("properties", problems)?;
    }
    let properties = properties(reader, side, problems)?;
    Some(ObjectSchema { properties, at_least_one: None, span: reader.key_span("type") })
}

fn array(reader: &Reader<'_>, side: Side, problems: &mut Problems) -> Option<Type> {
    let items = schema(reader.required("items", problems)?, side, problems)?;
    Some(Type::Array {
        items: Box::new(items),
        min_items: reader.integer("minItems", problems),
        max_items: reader.integer("maxItems", problems),
    })
}

fn string(reader: &Reader<'_>, problems: &mut Problems) -> Type {
    if reader.optional("enum").is_some() {
        let values = reader.texts("enum", problems);
        if values.is_empty() {
            problems.push(outside(reader.key_span("enum"), "an `enum` without values", "list the values"));
        }
        for (index, value) in values.iter().enumerate() {
            if values[..index].iter().any(|earlier| earlier.value == value.value) {
                problems.push(outside(value.span, &format!("`{}` twice in `enum`", value.value), "keep one of them"));
            }
        }
        for key in ["minLength", "maxLength", "format", "node"] {
            if reader.optional(key).is_some() {
                problems.push(outside(reader.key_span(key), &format!("`{key}` with `enum`"), "remove it"));
            }
        }
        return Type::Enum(values);
    }
    let format = reader.optional_text("format", problems);
    if let Some(format) = format.as_ref().filter(|f| !["uri", "date-time"].contains(&f.value.as_str())) {
        problems.push(outside(format.span, &format!("`format: {}`", format.value), "use `uri` or `date-time`"));
    }
    Type::String {
        min_length: reader.integer("minLength", problems),
        max_length: reader.integer("maxLength", problems),
        format,
        node: reader.optional_text("node", problems),
    }
}

fn type_name(node: &Node, problems: &mut Problems) -> Option<(String, bool)> {
    match &node.value {
        Value::Text(name) => Some((name.clone(), false)),
        Value::List(items) => {
            let names: Vec<_> = items.iter().filter_map(|item| text(item, "type", problems)).collect();
            match names.iter().map(|n| n.value.as_str()).collect::<Vec<_>>().as_slice() {
                [name, "null"] if *name != "null" => Some(((*name).to_owned(), true)),
                _ => {
                    problems.push(outside(node.span, "a union of types", "write `[T, \"null\"]`: one type, and null"));
                    None
                }
            }
        }
        _ => {
            problems.push(wrong(node, "`type` must be a name or `[name, \"null\"]`"));
            None
        }
    }
}

fn outside(at: Span, what: &str, help: &str) -> Problem {
    Problem::error(Code::SchemaSubset, at, format!("{what} is outside the supported JSON Schema subset"))
        .label("not supported")
        .help(help)
}
