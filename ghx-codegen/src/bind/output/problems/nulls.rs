//! Null: where it may come, and where it never does.

use super::{here, refuse};
use crate::bind::literal::Refusal;
use crate::bind::output::Target;
use crate::bind::shape::Shape;
use crate::card::{Property, Route};
use crate::problem::{Code, Problem};
use crate::source::Span;
use crate::yaml::Node;

pub(in crate::bind::output) fn may_be_null(target: &Target<'_, '_>, at: Span, route: Route) -> Problem {
    let (name, route) = (target.name(), route.as_str());
    let message = format!("`{name}` may be null on the route `{route}`, but its type does not allow it");
    let help = "set a `default`, mark the field with `!` if null is an error, or write `type: [T, \"null\"]`";
    let problem = here(target, Code::NullableOutput, at, message).label("may be null").help(help);
    let last = target.found.path.steps.last().map_or("", |step| step.key.as_str());
    match &target.found.null_at {
        Some((key, Some(at))) if key != last => problem.related(*at, format!("`{key}` may be null")),
        Some((_, None)) | None if at != target.schema.span => problem.related(target.schema.span, "the output's type"),
        _ => problem,
    }
}

pub(in crate::bind::output) fn never_null(
    property: &Property,
    at: Span,
    route: Route,
    shape: Option<&Shape<'_>>,
) -> Problem {
    let (name, route) = (&property.name.value, route.as_str());
    let message = format!("`{name}` is never null on the route `{route}`, but its type allows it");
    let help = "drop \"null\" from the type, or list the values that mean null under `nulls`";
    let problem = refuse(Code::NullableOutput, at, message, shape).label("never null").help(help);
    if at == property.schema.span { problem } else { problem.related(property.schema.span, "may be null") }
}

pub(in crate::bind::output) fn first_and_null(property: &Property, at: Span, nullable: bool) -> Problem {
    let name = &property.name.value;
    let (message, help) = if nullable {
        (format!("all paths of `{name}` may be null, but its type does not allow it"), "write `type: [T, \"null\"]`")
    } else {
        (format!("`{name}` is never null, but its type allows it"), "drop \"null\" from the type")
    };
    Problem::error(Code::NullableOutput, at, message)
        .label("the type says otherwise")
        .related(property.schema.span, "the output's type")
        .help(help)
}

pub(in crate::bind::output) fn list_may_be_null(target: &Target<'_, '_>) -> Problem {
    here(target, Code::NullableOutput, target.path().span, format!("the list `{}` may be null", target.name()))
        .label("may be null")
        .help("mark it with `!` before the brackets if null is an error")
}

pub(in crate::bind::output) fn not_required(property: &Property) -> Problem {
    let message = format!("`{}` is always present, but is not in `required`", property.name.value);
    Problem::error(Code::NullableOutput, property.name.span, message)
        .label("always present")
        .help("add it to `required`; a missing value is null")
}

pub(in crate::bind::output) fn null_elements(target: &Target<'_, '_>, nullable: bool, route: Route) -> Problem {
    let (name, route) = (target.name(), route.as_str());
    let (message, help) = if nullable {
        (format!("elements of `{name}` may be null on the route `{route}`"), "write `items: { type: [T, \"null\"] }`")
    } else {
        (
            format!("elements of `{name}` are never null on the route `{route}`"),
            "drop \"null\" from the type of `items`",
        )
    };
    here(target, Code::NullableOutput, target.place(), message).label("the element type says otherwise").help(help)
}

pub(in crate::bind::output) fn default_is_unused(target: &Target<'_, '_>, default: &Node) -> Problem {
    let message = format!("`{}` is never null, so its default is never used", target.path().value);
    Problem::error(Code::Literal, default.span, message).label("never used").help("drop the default")
}

pub(in crate::bind::output) fn default_of_object(default: &Node) -> Problem {
    Problem::error(Code::UnknownKey, default.span, "`default` cannot be used with `fields`")
        .label("not allowed here")
        .help("set it on one of the fields")
}

pub(in crate::bind::output) fn default_does_not_fit(refusal: &Refusal) -> Problem {
    Problem::error(Code::Literal, refusal.at, format!("the default of the output does not fit: {}", refusal.why))
        .label("this default")
        .help("write a value of the property's type")
}
