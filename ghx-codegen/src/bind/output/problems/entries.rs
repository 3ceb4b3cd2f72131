//! Entries, and what they may say.

use super::refuse;
use crate::bind::path::Found;
use crate::card::{Located, ObjectSchema, Property, Route};
use crate::problem::{Code, Problem};
use crate::source::Span;
use crate::suggest;

pub(in crate::bind::output) fn root_is_not_one_object(root: &Located<String>, base: &Found<'_>) -> Problem {
    refuse(Code::NullableOutput, root.span, "`root` must be a single object that is never null", Some(&base.shape))
        .label(if base.list() { "a list" } else { "may be null" })
        .help("start output paths at a field that cannot be null, or mark it with `!`")
}

pub(in crate::bind::output) fn not_an_object(at: Span, found: &Found<'_>) -> Problem {
    let code = if found.shape.field().is_some() { Code::PathNotSelected } else { Code::OutputType };
    refuse(code, at, "this path is a value, not an object", Some(&found.shape))
        .label(found.shape.describe())
        .help("use a path to an object, or drop `fields`")
}

pub(in crate::bind::output) fn unknown_property(name: &Located<String>, schema: &ObjectSchema) -> Problem {
    let message = format!("`{}` is not a property of the output schema", name.value);
    let help = suggest::help(&name.value, "property", schema.names());
    Problem::error(Code::OutputWithoutPath, name.span, message).label("no such property").help(help)
}

/// `selection` are the places where the field could be selected.
pub(in crate::bind::output) fn no_path(
    property: &Property,
    entries: Span,
    route: Route,
    selection: &[Span],
) -> Problem {
    let (name, route) = (&property.name.value, route.as_str());
    let message =
        format!("the output `{name}` has no path on the route `{route}`, and the response has no `{name}` here");
    let problem = Problem::error(Code::OutputWithoutPath, entries, message)
        .label("not listed here")
        .related(property.name.span, "this property")
        .help(format!("add `{name}: <path into the response>`"));
    selection.iter().fold(problem, |problem, place| problem.related(*place, format!("`{name}` is not selected here")))
}

pub(in crate::bind::output) fn from_in_fields(from: &Located<String>) -> Problem {
    let message = "paths under `fields` start at the object, so `from` is not allowed";
    Problem::error(Code::UnknownKey, from.span, message).label("not allowed here").help("move it out of `fields`")
}

pub(in crate::bind::output) fn from_on_graphql(from: &Located<String>) -> Problem {
    Problem::error(Code::UnknownKey, from.span, "a GraphQL route has no calls that `from` can name")
        .label("not allowed here")
        .help("drop `from`")
}

pub(in crate::bind::output) fn not_on_graphql(key: &str, at: Span) -> Problem {
    Problem::error(Code::UnknownKey, at, format!("`{key}` is for responses of REST and `gh`"))
        .label("not allowed on a GraphQL route")
        .help("use a path to the value that is meant")
}

pub(in crate::bind::output) fn not_json(path: &Located<String>, code: Code) -> Problem {
    Problem::error(code, path.span, format!("`{}` is a path into JSON, but the response is not JSON", path.value))
        .label("no JSON to take it from")
        .help("take it from another call with `from:`, or from an input")
}
