//! The output of a route, property by property.

mod path;

use super::{Context, Response, constant, overlap};
use crate::{
    card::{self, Located, ObjectSchema, Property, Route, TakeKind, TakeSpec, Type},
    model::{BoundField, BoundOutput, Take},
    problem::{Code, Problem},
    source::Span,
    suggest,
};

pub(super) type Entries = [(Located<String>, TakeSpec)];

/// The whole output. Paths start at the response of the last call.
pub(super) fn bind(
    context: &mut Context<'_>,
    entries: &Entries,
    at: Span,
    response: &Response<'_>,
) -> Option<Vec<BoundField>> {
    let (card, outputs) = (context.card, context.outputs);
    let frame = Frame { response, top: true, path: String::new(), outputs };
    let bound = object(context, &card.output, entries, &frame, at);
    let takes_text = entries.iter().any(|(_, entry)| matches!(entry.kind, TakeKind::Text(_)));
    if matches!(response, Response::Text) && !takes_text && context.route == Route::Rest {
        let help = "add an output with `text: true`";
        context.refuse(
            Code::OutputWithoutPath,
            at,
            "the response is text, and no output uses it",
            "not in this output",
            help,
        );
    }
    bound
}

/// An object that outputs are taken from.
pub(super) struct Frame<'f, 's> {
    pub(super) response: &'f Response<'s>,
    /// Is it the response itself, not a part of it?
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
        let entry = entries.iter().find(|(entry, _)| entry.value == *name).map(|(_, entry)| entry);
        let own = TakeKind::Path(card::take_at(Located::new(name.clone(), at)));
        let own = Some(TakeSpec { kind: own, span: at }).filter(|_| has(context, frame, name));
        let Some(entry) = entry.or(own.as_ref()) else {
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
    overlap::check(context, schema, entries);
    Some(bound)
}

/// Is there a value of that name?
fn has(context: &Context<'_>, frame: &Frame<'_, '_>, name: &str) -> bool {
    let known = matches!(frame.response, Response::Json(response) if response.member(name).is_some());
    known && !(frame.top && context.unasked.contains(name))
}

/// A property that may be null on one route may be null on every other.
fn never_null(context: &mut Context<'_>, property: &Property, path: &str, at: Span) {
    let items = match &property.schema.ty {
        Type::Array { items, .. } => Some(items),
        _ => None,
    };
    let nullable = property.schema.nullable || items.is_some_and(|items| items.nullable);
    if nullable && !context.nulls.contains(path) {
        let (name, route) = (&property.name.value, context.route.as_str());
        let message = format!("`{name}` is never null on the route `{route}`, but its type allows it");
        let help = "list the values that mean null under `nulls`, or drop \"null\" from the type";
        let problem = Problem::error(Code::NullableOutput, at, message).label("never null");
        context.problems.push(problem.related(property.schema.span, "may be null").help(help));
    }
}

fn without_path(route: Route, property: &Property, at: Span) -> Problem {
    let (name, route) = (&property.name.value, route.as_str());
    let message = format!("the output `{name}` has no path on the route `{route}`");
    Problem::error(Code::OutputWithoutPath, at, message)
        .label("not listed here")
        .related(property.name.span, "this property")
        .help(format!("add `{name}: <path into the response>`"))
}

fn take(context: &mut Context<'_>, property: &Property, entry: &TakeSpec, frame: &Frame<'_, '_>) -> Option<Take> {
    match &entry.kind {
        TakeKind::Path(spec) => path::ByPath { property, spec, at: entry.span, frame }.take(context),
        TakeKind::Input(input) => constant::given(context, property, input),
        TakeKind::Literal(value) => constant::always(context, property, value, &below(frame, property)),
        TakeKind::Text(at) => constant::text(context, property, *at, frame),
        TakeKind::Page(at) => constant::page(context, property, *at, frame),
    }
}

fn below(frame: &Frame<'_, '_>, property: &Property) -> String {
    if frame.path.is_empty() { property.name.value.clone() } else { format!("{}.{}", frame.path, property.name.value) }
}

pub(super) fn mismatch(context: &mut Context<'_>, property: &Property, at: Span, found: &str) -> Option<Take> {
    let ty = property.schema.ty.describe();
    let message = format!(
        "`{}` is of type {ty}, but its path on the route `{}` is {found}",
        property.name.value,
        context.route.as_str()
    );
    let help = "make the schema and the path match: `[]` for an array, `fields` for objects";
    let problem = Problem::error(Code::ListMismatch, at, message).label(found);
    context.problems.push(problem.related(property.schema.span, ty).help(help));
    None
}
