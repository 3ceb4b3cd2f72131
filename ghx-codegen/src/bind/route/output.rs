//! The output of a route, property by property.

use super::{Answer, Context, answer, condition, constant, leaf, sent, wires};
use crate::{
    card::{Located, ObjectSchema, PathTake, Property, Route, TakeKind, TakeSpec, Type},
    model::{BoundField, BoundOutput, OutputValue, Place, Take},
    problem::{Code, Problem},
    source::Span,
    suggest,
};

pub(super) type Entries = [(Located<String>, TakeSpec)];

/// The whole output. Paths start at the answer of the last call.
pub(super) fn bind(
    context: &mut Context<'_>,
    entries: &Entries,
    at: Span,
    answer: &Answer<'_>,
) -> Option<Vec<BoundField>> {
    let (card, outputs) = (context.card, context.outputs);
    let frame = Frame { answer, top: true, path: String::new(), outputs };
    let bound = object(context, &card.output, entries, &frame, at);
    let takes_text = entries.iter().any(|(_, entry)| matches!(entry.kind, TakeKind::Text(_)));
    if matches!(answer, Answer::Text) && !takes_text && context.route == Route::Rest {
        let help = "let an output take it with `text: true`";
        context.refuse(
            Code::OutputWithoutPath,
            at,
            "the answer is text, and no output takes it",
            "not among these",
            help,
        );
    }
    bound
}

/// An object that outputs are taken from.
pub(super) struct Frame<'f, 's> {
    pub(super) answer: &'f Answer<'s>,
    /// Is it the answer itself, not something in it?
    pub(super) top: bool,
    /// The path of the property in the output schema.
    pub(super) path: String,
    /// What GraphQL says about the properties.
    pub(super) outputs: &'f [BoundOutput],
}

fn object(
    context: &mut Context<'_>,
    schema: &ObjectSchema,
    entries: &Entries,
    frame: &Frame<'_, '_>,
    at: Span,
) -> Option<Vec<BoundField>> {
    for (name, _) in entries.iter().filter(|(name, _)| schema.property(&name.value).is_none()) {
        let help = suggest::help(&name.value, "property", schema.names());
        let message = format!("`{}` is not a property of the output schema", name.value);
        context.refuse(Code::OutputWithoutPath, name.span, message, "no such property", help);
    }
    let mut bound = Vec::new();
    for property in &schema.properties {
        let name = &property.name.value;
        let entry = entries.iter().find(|(entry, _)| entry.value == *name);
        let Some((_, entry)) = entry else {
            context.problems.push(without_path(context.route, property, at));
            bound.push(None);
            continue;
        };
        let taken = take(context, property, entry, frame);
        if taken.is_some() {
            never_null(context, property, &below(frame, property), entry.span);
        }
        bound.push(taken.map(|take| BoundField { name: name.clone(), take }));
    }
    let bound = bound.into_iter().collect::<Option<Vec<_>>>()?;
    wires::check(context, schema, entries);
    Some(bound)
}

/// What is null on one route can be null on every other.
fn never_null(context: &mut Context<'_>, property: &Property, path: &str, at: Span) {
    let items = match &property.schema.ty {
        Type::Array { items, .. } => Some(items),
        _ => None,
    };
    let nullable = property.schema.nullable || items.is_some_and(|items| items.nullable);
    if nullable && !context.nulls.contains(path) {
        let (name, route) = (&property.name.value, context.route.as_str());
        let message = format!("`{name}` is never null on the route `{route}`, but its type allows it");
        let help = "say with `nulls` what means null here, or drop \"null\" from the type";
        let problem = Problem::error(Code::NullableOutput, at, message).label("never null");
        context.problems.push(problem.related(property.schema.span, "may be null").help(help));
    }
}

fn without_path(route: Route, property: &Property, at: Span) -> Problem {
    let (name, route) = (&property.name.value, route.as_str());
    let message = format!("nothing says where the output `{name}` comes from on the route `{route}`");
    Problem::error(Code::OutputWithoutPath, at, message)
        .label("not listed here")
        .related(property.name.span, "this property")
        .help(format!("add `{name}: <path into the answer>`"))
}

fn take(context: &mut Context<'_>, property: &Property, entry: &TakeSpec, frame: &Frame<'_, '_>) -> Option<Take> {
    match &entry.kind {
        TakeKind::Path(spec) => path(context, property, spec, entry.span, frame),
        TakeKind::Input(input) => constant::given(context, property, input),
        TakeKind::Literal(value) => constant::always(context, property, value, &below(frame, property)),
        TakeKind::Text(at) => constant::text(context, property, *at, frame),
        TakeKind::Page(at) => constant::page(context, property, *at, frame),
    }
}

fn below(frame: &Frame<'_, '_>, property: &Property) -> String {
    if frame.path.is_empty() { property.name.value.clone() } else { format!("{}.{}", frame.path, property.name.value) }
}

fn path(
    context: &mut Context<'_>,
    property: &Property,
    spec: &PathTake,
    at: Span,
    frame: &Frame<'_, '_>,
) -> Option<Take> {
    let start = match (&spec.from, frame.answer) {
        (Some(from), _) if !frame.top => {
            let message = "paths below an object or list start there";
            context.refuse(Code::UnknownKey, from.span, message, "not here", "take it beside the object");
            return None;
        }
        (Some(from), _) => sent::call(context, from)?,
        (None, Answer::Json(answer)) => {
            context.last_taken = true;
            answer.clone()
        }
        (None, Answer::Unknown) => return None,
        (None, Answer::Text | Answer::Nothing) => {
            let message = format!("`{}` is a path into JSON, and nothing such is answered", spec.path.value);
            let help = "take it from another call with `from:`, or from an input";
            context.refuse(context.code(), spec.path.span, message, "no JSON to take it from", help);
            return None;
        }
    };
    let found = answer::follow(context, &start, &spec.path)?;
    let expected = frame.outputs.iter().find(|output| output.property.name.value == property.name.value);
    // Paths start at the last answer anyway.
    let last = context.calls.last().map(|call| call.id.as_str());
    let call = spec.from.as_ref().map(|from| from.value.as_str()).filter(|from| Some(*from) != last);
    let place = Place { call: call.map(str::to_owned), keys: found.keys.clone() };
    let name = below(frame, property);
    let leaf = leaf::Leaf { property, spec, expected, path: &name };
    match (&spec.fields, &found.list) {
        (None, None) if matches!(property.schema.ty, Type::Array { .. }) && !found.value.can_be("array") => {
            mismatch(context, property, spec.path.span, "one value")
        }
        (None, None) => Some(Take::Value(leaf.pick(context, &property.schema, &found, place)?)),
        (None, Some((element, keys))) => {
            let Type::Array { items, .. } = &property.schema.ty else {
                return mismatch(context, property, spec.path.span, "a list");
            };
            not_null(context, property, &found, &spec.path);
            let keep = keep(context, spec, element);
            let place_in_element = Place { call: None, keys: keys.clone() };
            let item = Take::Value(leaf.pick(context, items, &found, place_in_element)?);
            Some(Take::List { at: place, keep: keep?, item: Box::new(item) })
        }
        (Some(fields), None) => {
            let Type::Object(object) = &property.schema.ty else {
                return mismatch(context, property, spec.path.span, "an object");
            };
            only_fields(context, spec);
            let nullable = found.nullable;
            leaf.check_null(context, &property.schema, nullable);
            let fields = nested(context, object, fields, &found.value, &spec.path, (at, &name, expected))?;
            Some(Take::Object { at: place, nullable, fields })
        }
        (Some(fields), Some((element, keys))) => {
            let Type::Array { items, .. } = &property.schema.ty else {
                return mismatch(context, property, spec.path.span, "a list of objects");
            };
            let (Type::Object(object), true) = (&items.ty, keys.is_empty()) else {
                return mismatch(context, property, spec.path.span, "a list of objects");
            };
            only_fields(context, spec);
            not_null(context, property, &found, &spec.path);
            let keep = keep(context, spec, element);
            condition::check_keep(context, &spec.keep, fields);
            let fields = nested(context, object, fields, element, &spec.path, (at, &name, expected))?;
            let item = Take::Object { at: Place { call: None, keys: Vec::new() }, nullable: false, fields };
            Some(Take::List { at: place, keep: keep?, item: Box::new(item) })
        }
    }
}

type Around<'c> = (Span, &'c str, Option<&'c BoundOutput>);

fn nested(
    context: &mut Context<'_>,
    object: &ObjectSchema,
    fields: &Entries,
    value: &crate::schema::Described<'_>,
    path: &Located<String>,
    (at, name, expected): Around<'_>,
) -> Option<Vec<BoundField>> {
    if !value.can_be("object") {
        let message = format!("`{}` does not lead to an object", path.value);
        context.refuse(Code::OutputType, path.span, message, &value.describe(), "drop `fields`, or lead to an object");
        return None;
    }
    let outputs = match expected.map(|output| &output.value) {
        Some(OutputValue::Object { fields, .. }) => fields.as_slice(),
        _ => &[],
    };
    let answer = Answer::Json(value.clone().never_null());
    let frame = Frame { answer: &answer, top: false, path: name.to_owned(), outputs };
    self::object(context, object, fields, &frame, at)
}

fn keep(
    context: &mut Context<'_>,
    spec: &PathTake,
    element: &crate::schema::Described<'_>,
) -> Option<Vec<crate::model::BoundCondition>> {
    let element = element.clone().never_null();
    let kept = spec.keep.iter().map(|keep| condition::condition(context, keep, &element));
    let kept: Vec<_> = kept.collect();
    kept.into_iter().collect()
}

/// A list is there, or could not be read: it is never null.
fn not_null(context: &mut Context<'_>, property: &Property, found: &answer::Found<'_>, path: &Located<String>) {
    if found.nullable {
        let message = format!("the list of `{}` may be null", property.name.value);
        let help = "mark it with `!` before the brackets if null is an error";
        context.refuse(Code::NullableOutput, path.span, message, "may be null", help);
    }
    if property.schema.nullable {
        let message = format!("`{}` is a list, which is never null here", property.name.value);
        context.refuse(
            Code::NullableOutput,
            property.schema.span,
            message,
            "may be null",
            "drop \"null\" from its type",
        );
    }
}

/// What is said of scalars has no meaning beside `fields`.
fn only_fields(context: &mut Context<'_>, spec: &PathTake) {
    let map = spec.map.iter().flatten().map(|(key, _)| key.span).next();
    let present = spec.present.first().map(|(path, _)| path.span);
    let nulls = spec.nulls.first().map(|value| value.span);
    let default = spec.default.as_ref().map(|node| node.span);
    let without = spec.without.as_ref().map(|text| text.span);
    let stated = [("map", map), ("present", present), ("without", without), ("nulls", nulls), ("default", default)];
    for (key, at) in stated.into_iter().filter_map(|(key, at)| Some((key, at?))) {
        let message = format!("`{key}` beside `fields`");
        context.refuse(Code::UnknownKey, at, message, "has no meaning here", "say it of one of the fields");
    }
}

pub(super) fn mismatch(context: &mut Context<'_>, property: &Property, at: Span, found: &str) -> Option<Take> {
    let ty = property.schema.ty.describe();
    let message = format!(
        "`{}` is of type {ty}, but its path on the route `{}` leads to {found}",
        property.name.value,
        context.route.as_str()
    );
    let help = "let the schema and the path agree: `[]` for an array, `fields` for objects";
    let problem = Problem::error(Code::ListMismatch, at, message).label(found);
    context.problems.push(problem.related(property.schema.span, ty).help(help));
    None
}
