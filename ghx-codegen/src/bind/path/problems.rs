//! The wording of problems with paths.

use crate::{
    bind::shape::{Selected, Shape},
    card::Located,
    operation::{self, FieldShape},
    problem::{Code, Problem},
    schema::Described,
    source::Span,
    suggest,
};

pub(super) fn not_a_path(text: &Located<String>, code: Code) -> Problem {
    Problem::error(code, text.span, format!("`{}` is not a path", text.value))
        .label("not a path")
        .help("write names joined by dots; `[]` or `[0]` after a list, `!` after a name that must not be null")
}

pub(super) fn not_plain(text: &Located<String>, code: Code) -> Problem {
    Problem::error(code, text.span, format!("`{}` must be a plain path, without `[]` and `!`", text.value))
        .label("not a plain path")
        .help("write names joined by dots")
}

/// A problem that also points at the field in the document, if there is one.
fn at(shape: &Shape<'_>, code: Code, at: Span, message: impl Into<String>) -> Problem {
    let problem = Problem::error(code, at, message);
    match shape.selected() {
        Some(selected) => problem.related(selected, "selected here"),
        None => problem,
    }
}

pub(super) fn below_a_leaf(shape: &Shape<'_>, key: &str, span: Span, code: Code) -> Problem {
    let leaf = shape.field().map_or("", |field| field.key.as_str());
    at(shape, code, span, format!("`{leaf}` has no fields, so `{key}` cannot follow it"))
        .label("continues after a scalar")
        .help(format!("end the path at `{leaf}`"))
}

/// A key that the document does not select.
pub(super) fn not_selected(at: &Selected<'_>, selection: &operation::Shape, key: &str, span: Span) -> Problem {
    let is_known = at.schema.field(&selection.ty, key).is_some();
    let message = if is_known {
        format!("`{key}` is not selected on `{}` by `{}`", selection.ty, at.operation.name)
    } else {
        format!("`{}` does not select `{key}` on `{}`", at.operation.name, selection.ty)
    };
    let help = match (suggest::nearest(key, selection.keys()), is_known) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, true) => format!("select `{key}` in the document, or correct the path"),
        (None, false) => suggest::help(key, "selected field", selection.keys()),
    };
    let problem = Problem::error(Code::PathNotSelected, span, message)
        .label("not in the document's selection")
        .related(at.field.map_or(at.operation.span, |field| field.span), "the selection is here")
        .help(help);
    let fragments = selection.fragments.iter().chain(selection.on.iter().flat_map(|on| &on.fragments));
    fragments.fold(problem, |problem, fragment| problem.related(*fragment, "this fragment is part of it"))
}

/// A key that JSON does not have. `here` is the key that the path has come to.
pub(super) fn no_member(described: &Described<'_>, here: &str, key: &str, (at, code): (Span, Code)) -> Problem {
    let here = if here.is_empty() { "the response".to_owned() } else { format!("`{here}`") };
    let (object, list) = (described.can_be("object"), described.can_be("array"));
    let (message, label) = if object {
        (format!("the response has no `{key}` here"), "not in the response")
    } else if list {
        (format!("{here} is a list, so `{key}` cannot follow it"), "a list")
    } else {
        (format!("{here} has no fields, so `{key}` cannot follow it"), "the path cannot continue here")
    };
    Problem::error(code, at, message).label(label).help(if list && !object {
        "write `[]` after the list to continue with each element".to_owned()
    } else {
        suggest::help(key, "field", described.members())
    })
}

pub(super) fn list_or_not(shape: &Shape<'_>, key: &str, span: Span, code: Code) -> Problem {
    let name = if key.is_empty() { "the response".to_owned() } else { format!("`{key}`") };
    let (message, help) = if shape.is_list() {
        (format!("{name} is a list"), format!("write `{key}[]` to continue with each element"))
    } else {
        (format!("{name} is not a list"), format!("write {name} without `[]`"))
    };
    let code = if shape.field().is_some() { Code::ListMismatch } else { code };
    at(shape, code, span, message).label(shape.describe()).help(help)
}

pub(super) fn kinds_are_unknown(shape: &Shape<'_>, selection: &operation::Shape, span: Span) -> Problem {
    let message = format!("the document does not tell the kinds of `{}` apart", selection.ty);
    at(shape, Code::PathNotSelected, span, message)
        .label("`__typename`")
        .help("select something under `... on KIND` for each kind of object")
}

pub(super) fn drops_without_list(key: &str, at: Span, code: Code) -> Problem {
    Problem::error(code, at, format!("`{key}?` drops elements, and there is no list before it"))
        .label("not in a list")
        .help("drop the `?`; `!` makes null an error")
}

pub(super) fn list_of_lists(at: Span, code: Code) -> Problem {
    Problem::error(code, at, "the path goes into a list of lists")
        .label("the second list")
        .help("list the properties of the elements under `fields:`")
}

/// What is read from JSON is null as a whole, whichever of its keys is null.
pub(super) fn marked_in_part(at: Span, code: Code) -> Problem {
    Problem::error(code, at, "one key of this path may be null, and null at another is an error")
        .label("`!` on some of the keys")
        .help("write `!` after every key that may be null, or after none")
}

/// A leaf that is selected under some kinds only: things of the other kinds would be passed over.
pub(super) fn missing_under(field: &FieldShape, selection: &operation::Shape, kind: &str, at: Span) -> Problem {
    let key = &field.key;
    let message = format!("`{key}` is selected under several kinds of `{}`, but not under `{kind}`", selection.ty);
    let problem = Problem::error(Code::PathNotSelected, at, message)
        .label(format!("a `{kind}` would be skipped"))
        .related(field.span, "selected under another kind here")
        .help(format!("add `... on {kind} {{ {key} }}` to the selection"));
    let fragments = selection.fragments.iter();
    fragments.fold(problem, |problem, fragment| problem.related(*fragment, "this fragment is part of it"))
}
