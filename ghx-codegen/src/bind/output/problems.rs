//! The wording of problems with outputs.

use super::Target;
use crate::{
    bind::{literal::Refusal, path::Resolved},
    card::{Keep, Located, ObjectSchema, Property, Schema as JsonSchema, Type},
    problem::{Code, Problem},
    source::Span,
    suggest,
};

/// A problem that also points at the field in the document.
fn selected(code: Code, at: Span, message: impl Into<String>, resolved: &Resolved<'_>) -> Problem {
    Problem::error(code, at, message).related(resolved.field.span, "selected here")
}

pub(super) fn root_is_not_one_object(root: &Located<String>, base: &Resolved<'_>) -> Problem {
    selected(Code::NullableOutput, root.span, "`root` must be a single object that is never null", base)
        .label(if base.list { "a list" } else { "may be null" })
        .help("start output paths at a field that cannot be null, or mark it with `!`")
}

pub(super) fn not_an_object(at: Span, base: &Resolved<'_>) -> Problem {
    selected(Code::PathNotSelected, at, "this path is a value, not an object", base)
        .label("a scalar")
        .help("use a path to an object")
}

pub(super) fn unknown_property(name: &Located<String>, schema: &ObjectSchema) -> Problem {
    let message = format!("`{}` is not a property of the output schema", name.value);
    Problem::error(Code::OutputWithoutPath, name.span, message).label("no such property").help(suggest::help(
        &name.value,
        "property",
        schema.names(),
    ))
}

pub(super) fn no_path(property: &Property, entries: Span) -> Problem {
    let name = &property.name.value;
    let message = format!("the output `{name}` has no path");
    Problem::error(Code::OutputWithoutPath, property.name.span, message)
        .label("not in `output`")
        .related(entries, "not listed here")
        .help(format!("add `{name}: <path into the response>`"))
}

pub(super) fn count_without_list(target: &Target<'_>) -> Problem {
    let message = "`count` needs a path to a list";
    selected(Code::ListMismatch, target.spec.path.span, message, target.resolved)
        .label(format!("`{}`", target.resolved.ty))
        .help("end the path at a list, without `[]`")
}

pub(super) fn count_is_integer(target: &Target<'_>) -> Problem {
    selected(Code::OutputType, target.property.schema.span, "a count must be an integer", target.resolved)
        .label(target.property.schema.ty.describe())
        .help("write `type: integer`")
}

pub(super) fn equals_needs_enum(equals: &Located<String>, resolved: &Resolved<'_>) -> Problem {
    let message = "`equals` needs a path to a single enum value";
    selected(Code::OutputType, equals.span, message, resolved)
        .label(format!("`{}`", resolved.ty))
        .help("use a path to an enum, or drop `equals`")
}

pub(super) fn equals_unknown_value(equals: &Located<String>, resolved: &Resolved<'_>, known: &[&str]) -> Problem {
    let name = resolved.ty.name();
    selected(Code::EnumMismatch, equals.span, format!("`{name}` has no value `{}`", equals.value), resolved)
        .label(format!("not a value of `{name}`"))
        .help(suggest::help(&equals.value, "value", known.iter().copied()))
}

pub(super) fn equals_is_boolean(target: &Target<'_>) -> Problem {
    let message = "the result of `equals` must be a boolean";
    selected(Code::OutputType, target.property.schema.span, message, target.resolved)
        .label(target.property.schema.ty.describe())
        .help("write `type: boolean`")
}

pub(super) fn object_or_list(target: &Target<'_>) -> Problem {
    let found = if target.resolved.list { "a list of objects" } else { "an object" };
    path_leads_to(target, found).help("make the schema and the path match: `[]` for an array, no `[]` for an object")
}

pub(super) fn value_or_list(target: &Target<'_>, list: bool) -> Problem {
    if list {
        path_leads_to(target, "a list").help("write `type: array` with `items:`, or use a path to a single value")
    } else {
        path_leads_to(target, "a single value").help("drop the array, or use a path to a list")
    }
}

fn path_leads_to(target: &Target<'_>, found: &str) -> Problem {
    let ty = target.property.schema.ty.describe();
    let message = format!("`{}` is of type {ty}, but its path is {found}", target.property.name.value);
    selected(Code::ListMismatch, target.property.schema.span, message, target.resolved).label(ty)
}

pub(super) fn list_of_lists(target: &Target<'_>) -> Problem {
    let message = "the path is a list of lists";
    selected(Code::ListMismatch, target.spec.path.span, message, target.resolved)
        .label(format!("`{}`", target.resolved.ty))
        .help("end it with `[]`")
}

pub(super) fn keep_when(keep: &Keep, input: &ObjectSchema, resolved: &Resolved<'_>) -> Problem {
    let message = "`when` must name a boolean input that is required or has a default";
    selected(Code::UnknownName, keep.when.span, message, resolved).label("not a suitable input").help(suggest::help(
        &keep.when.value,
        "boolean input",
        booleans(input),
    ))
}

pub(super) fn keep_field(keep: &Keep, object: &ObjectSchema, resolved: &Resolved<'_>) -> Problem {
    let message = "`field` must name a boolean property of the elements";
    selected(Code::UnknownName, keep.field.span, message, resolved).label("not a boolean property").help(suggest::help(
        &keep.field.value,
        "boolean property",
        booleans(object),
    ))
}

fn booleans(object: &ObjectSchema) -> Vec<&str> {
    let booleans = object.properties.iter().filter(|p| matches!(p.schema.ty, Type::Boolean));
    booleans.map(|p| p.name.value.as_str()).collect()
}

pub(super) fn keep_without_list(keep: &Keep, resolved: &Resolved<'_>) -> Problem {
    selected(Code::ListMismatch, keep.when.span, "`keep` filters the elements of a list", resolved)
        .label("not a list")
        .help("drop `keep`, or end the path with `[]`")
}

pub(super) fn keep_without_fields(target: &Target<'_>) -> Problem {
    selected(Code::ListMismatch, target.spec.path.span, "`keep` filters objects", target.resolved)
        .label("no `fields`")
        .help("drop `keep`")
}

pub(super) fn leads_to_object(target: &Target<'_>) -> Problem {
    let path = &target.spec.path;
    selected(Code::OutputType, path.span, format!("`{}` is an object", path.value), target.resolved)
        .label(format!("`{}`", target.resolved.ty))
        .help("list the object's properties under `fields:`, or continue the path to a scalar field")
}

/// `known` are the values of the field's type if it is an enum.
pub(super) fn wrong_type(target: &Target<'_>, schema: &JsonSchema, known: Option<&[&str]>) -> Problem {
    let returned = &target.resolved.ty;
    let (name, ty) = (&target.property.name.value, described(&schema.ty));
    let message = format!("the output `{name}` is of type {ty}, but GitHub returns `{returned}`");
    selected(Code::OutputType, schema.span, message, target.resolved)
        .label(format!("GitHub returns `{returned}`"))
        .help(match known {
            Some(known) => format!("list the values: `enum: [{}]`", known.join(", ")),
            None => "fix the type in the output schema, or use another field".to_owned(),
        })
}

fn described(ty: &Type) -> String {
    match ty {
        Type::String { format: Some(format), .. } => format!("string of format {}", format.value),
        Type::String { node: Some(_), .. } => "id".to_owned(),
        other => other.describe(),
    }
}

pub(super) fn wrong_kind(node: &Located<String>, kind: &str, resolved: &Resolved<'_>) -> Problem {
    let message = format!("this is the id of a `{kind}`, not of a `{}`", node.value);
    selected(Code::NodeKind, node.span, message, resolved)
        .label("a different kind of node")
        .help(format!("write `node: {kind}`, or leave it out"))
}

pub(super) fn missing_enum_values(at: Span, name: &str, missing: &[&str], known: &[&str]) -> Problem {
    Problem::error(Code::EnumMismatch, at, format!("values of `{name}` are missing: {}", suggest::quoted(missing)))
        .label("not all values are listed")
        .help(format!("list all of them: `enum: [{}]`", known.join(", ")))
}

pub(super) fn may_be_null(target: &Target<'_>) -> Problem {
    let message = format!("`{}` may be null, but its type does not allow it", target.property.name.value);
    let problem = selected(Code::NullableOutput, target.property.schema.span, message, target.resolved)
        .label("may be null")
        .help(
            "write `type: [T, \"null\"]`, set a `default` in the output entry, or mark the field with `!` if null is an error",
        );
    match target.resolved.null_at.filter(|field| field.id != target.resolved.field.id) {
        Some(field) => problem.related(field.span, format!("`{}` may be null", field.key)),
        None => problem,
    }
}

pub(super) fn never_null(target: &Target<'_>) -> Problem {
    let message = format!("`{}` is never null, but its type allows it", target.property.name.value);
    selected(Code::NullableOutput, target.property.schema.span, message, target.resolved)
        .label("never null")
        .help("drop \"null\" from its type; a value with a `default` is never null")
}

pub(super) fn not_required(target: &Target<'_>) -> Problem {
    let message = format!("`{}` is always present, but is not in `required`", target.property.name.value);
    selected(Code::NullableOutput, target.property.name.span, message, target.resolved)
        .label("always present")
        .help("add it to `required`; a missing value is null")
}

pub(super) fn null_elements(target: &Target<'_>, items: Span) -> Problem {
    let name = &target.property.name.value;
    let (message, help) = if target.resolved.item_nullable {
        (format!("elements of `{name}` may be null"), "write `items: { type: [T, \"null\"] }`")
    } else {
        (format!("elements of `{name}` are never null"), "drop \"null\" from the type of `items`")
    };
    selected(Code::NullableOutput, items, message, target.resolved).label("the element type says otherwise").help(help)
}

pub(super) fn default_does_not_fit(refusal: &Refusal) -> Problem {
    Problem::error(Code::Literal, refusal.at, format!("the default of the output does not fit: {}", refusal.why))
        .label("this default")
        .help("write a value of the property's type")
}
