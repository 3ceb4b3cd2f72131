//! Reading the subset.

use super::{AtLeastOne, ObjectSchema, Property, Requires, Schema, Type};
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

pub(in crate::card) const OBJECT: &[&str] = &[
    "type",
    "description",
    "allOf",
    "properties",
    "required",
    "additionalProperties",
    "anyOf",
    "oneOf",
    "requires",
    "$schema",
];

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
    let at_least_one = choices(&reader, "anyOf", problems).map(|names| AtLeastOne { names });
    let exactly_one = choices(&reader, "oneOf", problems).unwrap_or_default();
    let requires = reader.list("requires", problems).iter().filter_map(|node| requires(node, problems)).collect();
    let span = reader.key_span("type");
    Some(ObjectSchema { properties: properties?, at_least_one, exactly_one, requires, span })
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
    for property in &mut all {
        property.required |= required.iter().any(|r| r.value == property.name.value);
    }
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

/// `[{ required: [a] }, { required: [b] }]`: the names.
fn choices(reader: &Reader<'_>, key: &'static str, problems: &mut Problems) -> Option<Vec<Located<String>>> {
    reader.optional(key)?;
    let mut names = Vec::new();
    for item in reader.list(key, problems) {
        let entry = Reader::open(item, "an entry of `anyOf` or `oneOf`", &["required"], problems)?;
        let group = entry.texts("required", problems);
        if group.len() != 1 {
            let what = format!("an `{key}` entry that is not `{{ required: [one] }}`");
            problems.push(outside(item.span, &what, "list one name per entry"));
        }
        names.extend(group);
    }
    Some(names)
}

/// `{ when: { state: dismissed }, inputs: [reason] }`.
fn requires(node: &Node, problems: &mut Problems) -> Option<Requires> {
    let reader = Reader::open(node, "an entry of `requires`", &["when", "inputs"], problems)?;
    let when = reader.required("when", problems)?;
    let inputs = reader.required("inputs", problems).map(|_| reader.texts("inputs", problems));
    let mut entries = free_map(when, "`when`", problems).into_iter();
    let (Some((input, value)), None) = (entries.next(), entries.next()) else {
        problems.push(outside(when.span, "a `when` that does not name one input", "write `when: { input: value }`"));
        return None;
    };
    Some(Requires { input, value: value.clone(), inputs: inputs? })
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
    "maxProperties",
    "oneOf",
];

fn schema(node: &Node, side: Side, problems: &mut Problems) -> Option<Schema> {
    let reader = Reader::open(node, "a property", ALL, problems)?;
    let is_object = ["properties", "allOf"].into_iter().find(|key| reader.optional(key).is_some());
    let ((name, nullable), span) = if let (None, Some(key)) = (reader.optional("type"), is_object) {
        (("object".to_owned(), false), reader.key_span(key))
    } else {
        let node = reader.required("type", problems)?;
        (type_name(node, problems)?, node.span)
    };
    let allowed: &[&str] = match name.as_str() {
        "string" => &["enum", "minLength", "maxLength", "format", "node"],
        "integer" => &["minimum", "maximum"],
        "array" => &["items", "minItems", "maxItems"],
        "object" => &["allOf", "properties", "required", "additionalProperties", "maxProperties", "oneOf"],
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
        "number" => Type::Number,
        "boolean" => Type::Boolean,
        "array" => array(&reader, side, problems)?,
        "object" => object_or_map(&reader, side, problems)?,
        other => {
            problems.push(outside(
                span,
                &format!("`type: {other}`"),
                "use string, integer, number, boolean, array or object; `[T, \"null\"]` if it may be null",
            ));
            return None;
        }
    };
    Some(Schema { ty, nullable, description: reader.optional_text("description", problems), span })
}

/// An object with fixed properties, or a map: `additionalProperties: true`, or the schema of its values.
fn object_or_map(reader: &Reader<'_>, side: Side, problems: &mut Problems) -> Option<Type> {
    let values = match reader.optional("additionalProperties") {
        None | Some(Node { value: Value::Bool(false), .. }) => return nested(reader, side, problems).map(Type::Object),
        Some(Node { value: Value::Bool(true), .. }) => None,
        Some(node) => Some(Box::new(schema(node, side, problems)?)),
    };
    let fixed = ["allOf", "properties", "required", "oneOf"].into_iter().find(|key| reader.optional(key).is_some());
    if let Some(key) = fixed {
        let what = format!("`{key}` with `additionalProperties`");
        problems.push(outside(reader.key_span(key), &what, "an object has fixed properties, or any keys"));
        return None;
    }
    Some(Type::Map { values, max: reader.integer("maxProperties", problems) })
}

fn nested(reader: &Reader<'_>, side: Side, problems: &mut Problems) -> Option<ObjectSchema> {
    if reader.optional("allOf").is_none() {
        reader.required("properties", problems)?;
    }
    let properties = properties(reader, side, problems)?;
    let exactly_one = choices(reader, "oneOf", problems).unwrap_or_default();
    let span = reader.key_span("type");
    Some(ObjectSchema { properties, at_least_one: None, exactly_one, requires: Vec::new(), span })
}

fn array(reader: &Reader<'_>, side: Side, problems: &mut Problems) -> Option<Type> {
    let items = schema(reader.required("items", problems)?, side, problems)?;
    Some(Type::Array {
        items: Box::new(items),
        min_items: reader.integer("minItems", problems),
        max_items: reader.integer("maxItems", problems),
    })
}

/// The formats of strings.
const FORMATS: &[&str] = &["uri", "date-time", "date", "base64"];

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
    if let Some(format) = format.as_ref().filter(|f| !FORMATS.contains(&f.value.as_str())) {
        let help = format!("use one of {}", suggest::quoted(FORMATS));
        problems.push(outside(format.span, &format!("`format: {}`", format.value), &help));
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
