//! Lists and objects.

use super::{here, never_comes};
use crate::bind::output::Target;
use crate::card::{ConditionSpec, Located};
use crate::problem::{Code, Problem};

pub(in crate::bind::output) fn count_without_list(target: &Target<'_, '_>) -> Problem {
    here(target, Code::ListMismatch, target.path().span, "`count` needs a path to a list")
        .label(target.found.shape.describe())
        .help("end the path at a list, without `[]`")
}

pub(in crate::bind::output) fn count_is_integer(target: &Target<'_, '_>) -> Problem {
    here(target, Code::OutputType, target.property.schema.span, "a count must be an integer")
        .label(target.property.schema.ty.describe())
        .help("write `type: integer`")
}

pub(in crate::bind::output) fn equals_needs_enum(equals: &Located<String>, target: &Target<'_, '_>) -> Problem {
    here(target, Code::OutputType, equals.span, "`equals` needs a path to a single enum value")
        .label(target.found.shape.describe())
        .help("use a path to an enum, or drop `equals`")
}

pub(in crate::bind::output) fn equals_unknown_value(
    equals: &Located<String>,
    target: &Target<'_, '_>,
    known: &[&str],
) -> Problem {
    never_comes(target, equals, known)
}

pub(in crate::bind::output) fn equals_is_boolean(target: &Target<'_, '_>) -> Problem {
    here(target, Code::OutputType, target.property.schema.span, "the result of `equals` must be a boolean")
        .label(target.property.schema.ty.describe())
        .help("write `type: boolean`")
}

pub(in crate::bind::output) fn object_or_list(target: &Target<'_, '_>) -> Problem {
    let found = if target.found.list() { "a list of objects" } else { "an object" };
    path_leads_to(target, found).help("make the schema and the path match: `[]` for an array, no `[]` for an object")
}

pub(in crate::bind::output) fn value_or_list(target: &Target<'_, '_>, list: bool) -> Problem {
    if list {
        path_leads_to(target, "a list").help("write `type: array` with `items:`, or use a path to a single value")
    } else {
        path_leads_to(target, "a single value").help("drop the array, or use a path to a list")
    }
}

fn path_leads_to(target: &Target<'_, '_>, found: &str) -> Problem {
    let ty = target.property.schema.ty.describe();
    let message = format!("`{}` is of type {ty}, but its path is {found}", target.name());
    let is_selected = target.found.shape.field().is_some();
    let at = if is_selected { target.property.schema.span } else { target.path().span };
    let problem = here(target, Code::ListMismatch, at, message);
    if is_selected { problem.label(ty) } else { problem.label(found).related(target.property.schema.span, ty) }
}

pub(in crate::bind::output) fn list_of_lists(target: &Target<'_, '_>) -> Problem {
    here(target, Code::ListMismatch, target.path().span, "the path is a list of lists")
        .label(target.found.shape.describe())
        .help("end it with `[]`")
}

pub(in crate::bind::output) fn keep_without_list(keep: &ConditionSpec, target: &Target<'_, '_>) -> Problem {
    here(target, Code::ListMismatch, keep.operand.text().span, "`keep` filters the elements of a list")
        .label("not a list")
        .help("drop `keep`, or end the path with `[]`")
}

pub(in crate::bind::output) fn keep_without_fields(target: &Target<'_, '_>) -> Problem {
    here(target, Code::ListMismatch, target.path().span, "`keep` filters objects")
        .label("no `fields`")
        .help("drop `keep`")
}

pub(in crate::bind::output) fn leads_to_object(target: &Target<'_, '_>) -> Problem {
    let path = target.path();
    here(target, Code::OutputType, path.span, format!("`{}` is an object", path.value))
        .label(target.found.shape.describe())
        .help("list the object's properties under `fields:`, or continue the path to a scalar field")
}
