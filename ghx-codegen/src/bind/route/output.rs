//! The output of a route, property by property.

use super::{Answer, Context, answer, condition, leaf, sent};
use crate::{
    bind::{crossed, literal},
    card::{Located, ObjectSchema, PathTake, Property, Route, Schema as JsonSchema, TakeKind, TakeSpec, Type},
    model::{BoundField, BoundOutput, OutputValue, Place, Take},
    problem::{Code, Problem},
    source::Span,
    suggest,
    yaml::Node,
};

type Entries = [(Located<String>, TakeSpec)];

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
    check_wires(context, schema, entries);
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

/// Two outputs that take each other's field, or the same one.
fn check_wires(context: &mut Context<'_>, schema: &ObjectSchema, entries: &Entries) {
    let plain: Vec<(&Located<String>, &PathTake)> = entries
        .iter()
        .filter(|(name, _)| schema.property(&name.value).is_some())
        .filter_map(|(name, entry)| match &entry.kind {
            TakeKind::Path(take) if take.fields.is_none() => Some((name, take)),
            _ => None,
        })
        .collect();
    let paths: Vec<_> = plain.iter().map(|(name, take)| (*name, &take.path)).collect();
    for problem in crossed::swapped(&paths) {
        context.problems.push(problem);
    }
    let source = |take: &PathTake| (take.from.as_ref().map(|from| from.value.clone()), take.path.value.clone());
    for (index, (name, take)) in plain.iter().enumerate() {
        let same = |(_, earlier): &&(&Located<String>, &PathTake)| {
            source(earlier) == source(take) && earlier.map.is_none() && take.map.is_none()
        };
        let Some((first, earlier)) = plain[..index].iter().find(same) else { continue };
        context.problems.push(
            Problem::error(
                Code::OutputWithoutPath,
                take.path.span,
                format!("`{}` and `{}` take the same field", first.value, name.value),
            )
            .label("the second")
            .related(earlier.path.span, "the first")
            .help("take another field, or drop one of the outputs"),
        );
    }
}

fn take(context: &mut Context<'_>, property: &Property, entry: &TakeSpec, frame: &Frame<'_, '_>) -> Option<Take> {
    match &entry.kind {
        TakeKind::Path(spec) => path(context, property, spec, entry.span, frame),
        TakeKind::Input(input) => given(context, property, input),
        TakeKind::Literal(value) => always(context, property, value, &below(frame, property)),
        TakeKind::Text(at) => text(context, property, *at, frame),
        TakeKind::Page(at) => page(context, property, *at, frame),
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
    let place = Place { call: spec.from.as_ref().map(|from| from.value.clone()), keys: found.keys.clone() };
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

fn mismatch(context: &mut Context<'_>, property: &Property, at: Span, found: &str) -> Option<Take> {
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

/// An output that repeats an input.
fn given(context: &mut Context<'_>, property: &Property, input: &Located<String>) -> Option<Take> {
    let source = context.input(input)?;
    if property.name.value != input.value && context.known_input(&property.name.value).is_some() {
        let message = format!("the output `{}` goes past the input of its own name", property.name.value);
        let help = format!("write `input: {}`", property.name.value);
        context.refuse(Code::UnknownName, input.span, message, "another input", help);
    }
    let same = std::mem::discriminant(&source.schema.ty) == std::mem::discriminant(&property.schema.ty);
    if !same || source.may_be_unset() || source.schema.nullable {
        let message = format!("the input `{}` does not fit the output `{}`", input.value, property.name.value);
        let help = "name an input of the same type that is always given";
        context.refuse(Code::OutputType, input.span, message, &source.schema.ty.describe(), help);
        return None;
    }
    Some(Take::Input(input.value.clone()))
}

fn always(context: &mut Context<'_>, property: &Property, value: &Node, path: &str) -> Option<Take> {
    let mut refusals = Vec::new();
    literal::refusals(&property.schema, value, &property.name.value, &mut refusals);
    for refusal in &refusals {
        let message = format!("the literal does not fit the output: {}", refusal.why);
        context.refuse(Code::Literal, refusal.at, message, "this value", "write a value of the property's type");
    }
    if matches!(value.value, crate::yaml::Value::Null) {
        context.nulls.insert(path.to_owned());
        if let Type::Object(object) = &property.schema.ty {
            let mut below = Vec::new();
            super::properties(object, &format!("{path}."), &mut below);
            context.nulls.extend(below.into_iter().map(|(path, _)| path));
        }
    }
    refusals.is_empty().then(|| Take::Literal(value.to_json()))
}

fn text(context: &mut Context<'_>, property: &Property, at: Span, frame: &Frame<'_, '_>) -> Option<Take> {
    let fits = matches!(
        &property.schema,
        JsonSchema { ty: Type::String { format: None, node: None, .. }, nullable: false, .. }
    );
    if !matches!(frame.answer, Answer::Text) || !frame.top {
        let message = "the whole answer is taken as text, but it is not text";
        let help = if context.route == Route::Rest {
            "state `accept:` with a media type of text"
        } else {
            "drop `jsonFields`"
        };
        context.refuse(Code::OutputType, at, message, "not text", help);
        return None;
    }
    if !fits {
        let message = format!("the output `{}` takes a text, but is no plain string", property.name.value);
        context.refuse(
            Code::OutputType,
            property.schema.span,
            message,
            &property.schema.ty.describe(),
            "write `type: string`",
        );
        return None;
    }
    context.last_taken = true;
    Some(Take::Text)
}

fn page(context: &mut Context<'_>, property: &Property, at: Span, frame: &Frame<'_, '_>) -> Option<Take> {
    if context.page.is_none() || !frame.top {
        let help = "state `page:` with `size` and `cursor`";
        context.refuse(Code::PageInfo, at, "nothing is paged through by inputs here", "no page", help);
        return None;
    }
    let Type::Object(object) = &property.schema.ty else {
        return mismatch(context, property, at, "whether there is a next page");
    };
    let has = |name: &str, nullable: bool, boolean: bool| {
        object.property(name).is_some_and(|p| {
            let ty = if boolean {
                matches!(p.schema.ty, Type::Boolean)
            } else {
                matches!(p.schema.ty, Type::String { format: None, node: None, .. })
            };
            ty && p.schema.nullable == nullable && p.required
        })
    };
    let fits = has("hasNextPage", false, true)
        && has("endCursor", true, false)
        && object.properties.len() == 2
        && !property.schema.nullable;
    if !fits {
        let message = format!("`{}` does not have the form of page information", property.name.value);
        let help =
            "`hasNextPage` is a boolean, `endCursor` a string or null, both are required and there is nothing else";
        context.refuse(Code::OutputType, property.schema.span, message, "another form", help);
        return None;
    }
    context.nulls.insert(format!("{}.endCursor", property.name.value));
    Some(Take::PageInfo)
}
