//! Types and values.

use super::here;
use crate::bind::output::Target;
use crate::bind::shape::Shape;
use crate::card::{Located, Route, Type};
use crate::problem::{Code, Problem};
use crate::source::Span;
use crate::suggest;
use crate::yaml::Node;

pub(in crate::bind::output) fn wrong_type(
    target: &Target<'_, '_>,
    shape: &Shape<'_>,
    is_id: bool,
    route: Route,
) -> Problem {
    let ty = match &target.schema.ty {
        Type::String { .. } if is_id => "id".to_owned(),
        Type::String { format: Some(format), .. } => format!("string of format {}", format.value),
        other => other.describe(),
    };
    let (returned, route) = (shape.describe(), route.as_str());
    let message = format!("the output `{}` is of type {ty}, but the route `{route}` returns {returned}", target.name());
    let help = match (&target.schema.ty, shape.enum_values()) {
        (_, Some(known)) => format!("list the values: `enum: [{}]`", known.join(", ")),
        (Type::Object(_), _) => "list the object's properties under `fields:`".to_owned(),
        _ if shape.is_list() => "write `[]` after the list".to_owned(),
        _ => "fix the type in the output schema, or use another field".to_owned(),
    };
    let problem = here(target, Code::OutputType, target.place(), message).label(returned).help(help);
    if shape.field().is_some() { problem } else { problem.related(target.schema.span, "the output's type") }
}

/// The format that the names of GitHub's fields go with.
pub(in crate::bind::output) fn format_of_name(target: &Target<'_, '_>) -> Option<&'static str> {
    let key = target.found.path.steps.last().map_or("", |step| step.key.as_str());
    match key {
        key if key.ends_with("url") => Some("uri"),
        key if key.ends_with("_at") => Some("date-time"),
        _ => None,
    }
}

pub(in crate::bind::output) fn undeclared_format(target: &Target<'_, '_>, stated: Option<&str>) -> Problem {
    let (path, named) = (target.path(), format_of_name(target));
    let is =
        |format: Option<&str>| format.map_or("plain text".to_owned(), |format| format!("a string of format {format}"));
    let message = format!("`{}` appears to be {}, but the output is {}", path.value, is(named), is(stated));
    Problem::warning(Code::UndeclaredFormat, path.span, message)
        .label("declared without a format")
        .related(target.schema.span, "the output's type")
        .help("use another field, or correct the format of the output")
}

pub(in crate::bind::output) fn wrong_kind(node: &Located<String>, kind: &str, target: &Target<'_, '_>) -> Problem {
    let message = format!("this is the id of a `{kind}`, not of a `{}`", node.value);
    here(target, Code::NodeKind, node.span, message)
        .label("a different kind of node")
        .help(format!("write `node: {kind}`, or leave it out"))
}

pub(in crate::bind::output) fn without_needs_text(target: &Target<'_, '_>, without: &Located<String>) -> Problem {
    let message = format!("`without` has nothing to remove from `{}`", target.path().value);
    Problem::error(Code::OutputType, without.span, message).label("not a plain string").help("drop `without`")
}

pub(in crate::bind::output) fn present_in_list(path: &Located<String>) -> Problem {
    Problem::error(Code::UnknownKey, path.span, "`present` tests sibling fields, and a list has none")
        .label("no sibling fields")
        .help("use a single field, without `[]`")
}

pub(in crate::bind::output) fn present_is_always(path: &Located<String>, key: &str) -> Problem {
    Problem::error(Code::Condition, path.span, format!("`{key}` is always present"))
        .label("never absent")
        .help("name a field that may be null")
}

/// A word that a field never has.
pub(in crate::bind::output) fn never_comes(target: &Target<'_, '_>, word: &Located<String>, words: &[&str]) -> Problem {
    let message = format!("`{}` never has the value `{}`", target.path().value, word.value);
    here(target, Code::EnumMismatch, word.span, message).label("not a value of this field").help(suggest::help(
        &word.value,
        "value",
        words.iter().copied(),
    ))
}

pub(in crate::bind::output) fn mapped_to_the_same(
    target: &Target<'_, '_>,
    first: &Located<String>,
    from: &Located<String>,
    at: Span,
) -> Problem {
    let message = format!("`{}` and `{}` become the same value of `{}`", first.value, from.value, target.name());
    Problem::error(Code::EnumMismatch, at, message)
        .label("the second")
        .related(first.span, "the first")
        .help("map each to its own value")
}

pub(in crate::bind::output) fn mapped_to_other_type(target: &Target<'_, '_>, to: &Node) -> Problem {
    Problem::error(Code::Literal, to.span, format!("this is not a value of the output `{}`", target.name()))
        .label(to.value.kind())
        .help(format!("write a value of type {}", target.schema.ty.describe()))
}

pub(in crate::bind::output) fn nulls_need_text(
    target: &Target<'_, '_>,
    null: &Located<String>,
    shape: &Shape<'_>,
) -> Problem {
    let message = format!("`{}` is not a string, so `nulls` never applies", target.path().value);
    Problem::error(Code::OutputType, null.span, message).label(shape.describe()).help("drop `nulls`")
}

pub(in crate::bind::output) fn words_are_unknown(target: &Target<'_, '_>) -> Problem {
    let message = format!("the possible values of `{}` are unknown", target.path().value);
    Problem::error(Code::EnumMismatch, target.path().span, message)
        .label("any string")
        .help("translate them with `map`, or make the output a plain string")
}

/// `last` is the place of the last value that the output can have.
pub(in crate::bind::output) fn not_covered(
    target: &Target<'_, '_>,
    left: &[&str],
    words: &[&str],
    last: Option<Span>,
) -> Problem {
    let message = format!("`{}` can be {}, which the output cannot be", target.path().value, suggest::quoted(left));
    let is_selected = target.found.shape.field().is_some();
    let at = if is_selected { last.unwrap_or(target.schema.span) } else { target.path().span };
    here(target, Code::EnumMismatch, at, message).label("not all values are listed").help(if is_selected {
        format!("list all of them: `enum: [{}]`", words.join(", "))
    } else {
        "translate them with `map`, list them under `nulls`, or add them to the output's `enum`".to_owned()
    })
}

pub(in crate::bind::output) fn not_reached(path: &Located<String>, never: &[&Located<String>]) -> Problem {
    let never: Vec<&str> = never.iter().map(|value| value.value.as_str()).collect();
    let message = format!("`{}` never becomes {}", path.value, suggest::quoted(&never));
    Problem::error(Code::EnumMismatch, path.span, message)
        .label("a value of the output is missing")
        .help("produce it with `map`, `present` or `default`, or drop it from the output's `enum`")
}

pub(in crate::bind::output) fn not_in_enum(
    target: &Target<'_, '_>,
    value: &Located<String>,
    values: &[Located<String>],
) -> Problem {
    let message = format!("the output `{}` cannot be `{}`", target.name(), value.value);
    let known = values.iter().map(|known| known.value.as_str());
    Problem::error(Code::EnumMismatch, value.span, message).label("not in its `enum`").help(suggest::help(
        &value.value,
        "value",
        known,
    ))
}
