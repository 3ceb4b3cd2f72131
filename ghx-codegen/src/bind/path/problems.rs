//! The wording of problems with paths.

use crate::{
    card::Located,
    operation::{FieldShape, Operation, Shape},
    problem::{Code, Problem},
    source::Span,
    suggest,
};

pub(super) fn not_a_path(text: &Located<String>) -> Problem {
    Problem::error(Code::PathNotSelected, text.span, format!("`{}` is not a path", text.value))
        .label("not a path")
        .help("write response keys joined by dots; `[]` after a list, `!` after a field that must not be null")
}

pub(super) fn below_a_leaf(leaf: &str, key: &str, selected: Span, at: Span) -> Problem {
    Problem::error(Code::PathNotSelected, at, format!("`{leaf}` has no fields, so `{key}` cannot follow it"))
        .label("continues after a scalar")
        .related(selected, "this field is a scalar")
        .help(format!("end the path at `{leaf}`"))
}

/// `is_known` is whether GitHub has the field; the places are those of the path and of the selection.
pub(super) fn not_selected(
    operation: &Operation,
    shape: &Shape,
    key: &str,
    is_known: bool,
    (at, selection): (Span, Span),
) -> Problem {
    let message = if is_known {
        format!("`{key}` is not selected on `{}` by `{}`", shape.ty, operation.name)
    } else {
        format!("`{}` does not select `{key}` on `{}`", operation.name, shape.ty)
    };
    let help = match (suggest::nearest(key, shape.keys()), is_known) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, true) => format!("select `{key}` in the document, or correct the path"),
        (None, false) => suggest::help(key, "selected field", shape.keys()),
    };
    let problem = Problem::error(Code::PathNotSelected, at, message)
        .label("not in the document's selection")
        .related(selection, "the selection is here")
        .help(help);
    let fragments = shape.fragments.iter().chain(shape.on.iter().flat_map(|on| &on.fragments));
    fragments.fold(problem, |problem, fragment| problem.related(*fragment, "this fragment is part of it"))
}

pub(super) fn list_or_not(field: &FieldShape, key: &str, at: Span) -> Problem {
    let (message, help) = if field.ty.is_list() {
        (format!("`{key}` is a list"), format!("write `{key}[]` to continue with each element"))
    } else {
        (format!("`{key}` is not a list"), format!("write `{key}` without `[]`"))
    };
    Problem::error(Code::ListMismatch, at, message)
        .label(format!("`{key}` has type `{}`", field.ty))
        .related(field.span, "selected here")
        .help(help)
}

/// A leaf that is selected under some kinds only: things of the other kinds would be passed over.
pub(super) fn missing_under(field: &FieldShape, shape: &Shape, kind: &str, at: Span) -> Problem {
    let key = &field.key;
    let message = format!("`{key}` is selected under several kinds of `{}`, but not under `{kind}`", shape.ty);
    let problem = Problem::error(Code::PathNotSelected, at, message)
        .label(format!("a `{kind}` would be skipped"))
        .related(field.span, "selected under another kind here")
        .help(format!("add `... on {kind} {{ {key} }}` to the selection"));
    shape.fragments.iter().fold(problem, |problem, fragment| problem.related(*fragment, "this fragment is part of it"))
}
