//! The wording of problems with injects.

use crate::{
    bind::{
        fit,
        path::{Resolved, Start},
    },
    card::{Inject, Located, Property},
    model::{BoundQuestion, BoundSubject, KeyType},
    operation::{GraphqlType, OperationVariable},
    problem::{Code, Problem},
    source::Span,
    suggest,
};

pub(super) fn null_for_required(inject: &Inject, variable: &OperationVariable) -> Problem {
    let message = format!("`null_literal` gives null, but `${}: {}` needs a value", variable.name, variable.ty);
    Problem::error(Code::AbsentSource, inject.target.span, message)
        .label("always null")
        .related(variable.span, "declared here")
        .help("inject a value, or make the variable nullable in the document")
}

/// `list` is whether a list is injected.
pub(super) fn list_or_one(variable: &OperationVariable, list: bool, at: Span) -> Problem {
    let (message, help) = if list {
        (
            format!("a list is injected into `${}`, which takes a single value", variable.name),
            "declare the variable as a list, or inject a single value",
        )
    } else {
        (
            format!("a single value is injected into `${}`, which takes a list", variable.name),
            "declare the variable without `[ ]`, or inject a list",
        )
    };
    Problem::error(Code::ListMismatch, at, message)
        .label(format!("`${}: {}`", variable.name, variable.ty))
        .related(variable.span, "declared here")
        .help(help)
}

pub(super) fn wrong_type(variable: &OperationVariable, given: &GraphqlType, at: Span) -> Problem {
    let given = format!("`{}`", given.name());
    let help = "use another field, or declare the variable with that type";
    fit::mismatch(at, "the injected value", &given, &variable.ty, help).related(variable.span, "declared here")
}

pub(super) fn no_subject(at: Span) -> Problem {
    Problem::error(Code::Subject, at, "this card has no subject")
        .label("needs a subject")
        .help("add `subject: issue` (or another subject) to the card")
}

pub(super) fn unknown_subject(name: &Located<String>, subjects: &[&BoundSubject]) -> Problem {
    let known: Vec<&str> = subjects.iter().map(|s| s.subject.name.value.as_str()).collect();
    Problem::error(Code::Subject, name.span, format!("this card has no subject `{}`", name.value))
        .label("not a subject of this card")
        .help(suggest::help(&name.value, "subject", known))
}

pub(super) fn unknown_question(main: &BoundSubject, find: &Located<String>) -> Problem {
    let known: Vec<&str> = main.questions.iter().map(|q| q.name.as_str()).collect();
    let message = format!("there is no lookup `{}` for the subject `{}`", find.value, main.subject.name.value);
    Problem::error(Code::Subject, find.span, message)
        .label("no such lookup")
        .related(main.subject.name.span, "its lookups are here, under `find`")
        .help(suggest::help(&find.value, "lookup", known))
}

/// A lookup that needs `from_input` and has none, or the reverse.
pub(super) fn from_input_and_key(
    main: &BoundSubject,
    question: &BoundQuestion,
    find: &Located<String>,
    from_input: Option<&Located<String>>,
) -> Problem {
    let (message, help) = if question.key.is_some() {
        (format!("`{}` needs a value to search for", find.value), "add `from_input: <the input that holds it>`")
    } else {
        (format!("`{}` does not search for anything", find.value), "drop `from_input`")
    };
    let at = from_input.map_or(find.span, |n| n.span);
    let problem = Problem::error(Code::FromInput, at, message).label("`from_input`").help(help);
    match main.subject.questions.iter().find(|q| q.name.value == find.value) {
        Some(written) => problem.related(written.name.span, "the lookup"),
        None => problem,
    }
}

pub(super) fn searched_by_wrong_type(question: &BoundQuestion, property: &Property, name: &Located<String>) -> Problem {
    let wanted = if question.key == Some(KeyType::Number) { "an integer" } else { "a string" };
    let given = property.schema.ty.describe();
    let message = format!("`{}` searches by {wanted}, but `{}` is of type {given}", question.name, name.value);
    Problem::error(Code::FromInput, name.span, message)
        .label("wrong type to search by")
        .related(property.name.span, "declared here")
        .help(format!("name an input that is {wanted}, or an array of them"))
}

pub(super) fn not_a_leaf(text: &Located<String>, resolved: &Resolved<'_>) -> Problem {
    let message = format!("`{}` is an object, not a value", text.value);
    Problem::error(Code::PathNotSelected, text.span, message)
        .label(format!("`{}`", resolved.ty))
        .related(resolved.field.span, "selected here")
        .help("continue the path to a scalar field, such as `id`")
}

pub(super) fn list_per_element(text: &Located<String>, resolved: &Resolved<'_>) -> Problem {
    let message = "the lookup runs once per element, so its path cannot be a list";
    list_mismatch(text.span, message, resolved).help("use a path to a single value")
}

pub(super) fn nodes_without_fields(nodes_path: &Located<String>, nodes: &Resolved<'_>) -> Problem {
    list_mismatch(nodes_path.span, "`nodes_path` is a list of values, not of objects", nodes)
        .help("use a path to a list of objects, such as `repository.labels.nodes`")
}

fn list_mismatch(at: Span, message: &str, resolved: &Resolved<'_>) -> Problem {
    Problem::error(Code::ListMismatch, at, message)
        .label(format!("`{}`", resolved.ty))
        .related(resolved.field.span, "selected here")
}

pub(super) fn unknown_lookup(name: Option<&Located<String>>, at: Span, known: &[&str]) -> Problem {
    let problem = match name {
        Some(name) => Problem::error(Code::UnknownName, name.span, format!("there is no lookup `{}`", name.value))
            .help(suggest::help(&name.value, "lookup", known.iter().copied())),
        None => Problem::error(Code::UnknownName, at, "this inject does not say which lookup it uses")
            .help(format!("add `lookup: <its id>`; {}", suggest::help("", "lookup", known.iter().copied()))),
    };
    problem.label("which lookup?")
}

pub(super) fn not_an_array_of_strings(property: &Property, from_input: &Located<String>) -> Problem {
    let message = format!("`from_input` names `{}`, which is not an array of strings", from_input.value);
    Problem::error(Code::FromInput, from_input.span, message)
        .label(property.schema.ty.describe())
        .related(property.name.span, "declared here")
        .help("name an input of `type: array` with `items: { type: string }`")
}

pub(super) fn match_is_not_text(match_field: &Located<String>, matched: &Resolved<'_>) -> Problem {
    Problem::error(Code::MatchField, match_field.span, format!("`{}` is not a string", match_field.value))
        .label(format!("`{}`", matched.ty))
        .related(matched.field.span, "selected here")
        .help("use a `String` field: names are matched against it")
}

pub(super) fn not_a_leaf_of_nodes(start: &Start<'_>, name: &Located<String>, key: &str) -> Problem {
    let message = format!("`{key}` is `{}`, which is not a scalar field selected on the nodes", name.value);
    Problem::error(Code::MatchField, name.span, message)
        .label("not selected")
        .related(start.field.map_or(start.operation.span, |f| f.span), "the nodes are selected here")
        .help(suggest::help(&name.value, "field", start.shape.keys()))
}
