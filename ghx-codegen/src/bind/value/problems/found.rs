//! The wording of problems with values that are looked up.

use crate::{
    bind::path::{Resolved, Start},
    card::{Located, Property},
    model::{BoundQuestion, BoundSubject, KeyType},
    operation::{GraphqlType, OperationVariable},
    problem::{Code, Problem},
    source::Span,
    suggest,
};

/// `list` is whether a list is found.
pub(in crate::bind::value) fn list_or_one(variable: &OperationVariable, list: bool, at: Span) -> Problem {
    let (given, taken, help) = if list {
        ("a list", "a single value", "declare the variable as a list, or use a single value")
    } else {
        ("a single value", "a list", "declare the variable without `[ ]`, or use a list")
    };
    let message = format!("{given} is injected into `${}`, which takes {taken}", variable.name);
    Problem::error(Code::ListMismatch, at, message)
        .label(format!("`${}: {}`", variable.name, variable.ty))
        .related(variable.span, "declared here")
        .help(help)
}

pub(in crate::bind::value) fn wrong_type(variable: &OperationVariable, given: &GraphqlType, at: Span) -> Problem {
    let message = format!("the injected value is of type `{}`, which does not fit `{}`", given.name(), variable.ty);
    Problem::error(Code::TypeMismatch, at, message)
        .label(format!("expected `{}`", variable.ty))
        .related(variable.span, "declared here")
        .help("use another field, or declare the variable with that type")
}

pub(in crate::bind::value) fn no_subject(at: Span) -> Problem {
    Problem::error(Code::Subject, at, "this card has no subject")
        .label("needs a subject")
        .help("add `subject: issue` (or another subject) to the card")
}

pub(in crate::bind) fn unknown_subject(name: &Located<String>, subjects: &[&BoundSubject]) -> Problem {
    let known = subjects.iter().map(|s| s.subject.name.value.as_str());
    Problem::error(Code::Subject, name.span, format!("this card has no subject `{}`", name.value))
        .label("not a subject of this card")
        .help(suggest::help(&name.value, "subject", known))
}

pub(in crate::bind::value) fn unknown_question(main: &BoundSubject, find: &Located<String>) -> Problem {
    let known = main.questions.iter().map(|q| q.name.as_str());
    let message = format!("there is no lookup `{}` for the subject `{}`", find.value, main.subject.name.value);
    Problem::error(Code::Subject, find.span, message)
        .label("no such lookup")
        .related(main.subject.name.span, "its lookups are here, under `find`")
        .help(suggest::help(&find.value, "lookup", known))
}

/// A lookup that needs `from_input` and has none, or the reverse.
pub(in crate::bind::value) fn from_input_and_key(
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

pub(in crate::bind::value) fn searched_by_wrong_type(
    question: &BoundQuestion,
    property: &Property,
    name: &Located<String>,
) -> Problem {
    let wanted = if question.key == Some(KeyType::Number) { "an integer" } else { "a string" };
    let given = property.schema.ty.describe();
    let message = format!("`{}` searches by {wanted}, but `{}` is of type {given}", question.name, name.value);
    Problem::error(Code::FromInput, name.span, message)
        .label("wrong type to search by")
        .related(property.name.span, "declared here")
        .help(format!("name an input that is {wanted}, or an array of them"))
}

pub(in crate::bind::value) fn not_a_leaf(text: &Located<String>, resolved: &Resolved<'_>) -> Problem {
    selected(Code::PathNotSelected, text.span, format!("`{}` is an object, not a value", text.value), resolved)
        .help("continue the path to a scalar field, such as `id`")
}

pub(in crate::bind::value) fn list_per_element(text: &Located<String>, resolved: &Resolved<'_>) -> Problem {
    let message = "the lookup runs once per element, so its path cannot be a list";
    selected(Code::ListMismatch, text.span, message, resolved).help("use a path to a single value")
}

pub(in crate::bind::value) fn nodes_without_fields(nodes_path: &Located<String>, nodes: &Resolved<'_>) -> Problem {
    let message = "`nodes_path` is a list of values, not of objects";
    selected(Code::ListMismatch, nodes_path.span, message, nodes)
        .help("use a path to a list of objects, such as `repository.labels.nodes`")
}

pub(in crate::bind::value) fn match_is_not_text(match_field: &Located<String>, matched: &Resolved<'_>) -> Problem {
    let message = format!("`{}` is not a string", match_field.value);
    selected(Code::MatchField, match_field.span, message, matched)
        .help("use a `String` field: names are matched against it")
}

fn selected(code: Code, at: Span, message: impl Into<String>, resolved: &Resolved<'_>) -> Problem {
    let problem = Problem::error(code, at, message).label(format!("`{}`", resolved.ty));
    problem.related(resolved.field.span, "selected here")
}

pub(in crate::bind) fn unknown_lookup(name: Option<&Located<String>>, at: Span, known: &[&str]) -> Problem {
    let problem = match name {
        Some(name) => Problem::error(Code::UnknownName, name.span, format!("there is no lookup `{}`", name.value))
            .help(suggest::help(&name.value, "lookup", known.iter().copied())),
        None => Problem::error(Code::UnknownName, at, "this inject does not say which lookup it uses")
            .help(format!("add `lookup: <its id>`; {}", suggest::help("", "lookup", known.iter().copied()))),
    };
    problem.label("which lookup?")
}

pub(in crate::bind) fn later_lookup(at: Span) -> Problem {
    Problem::error(Code::UnknownName, at, "a lookup can use only those before it")
        .label("not before this one")
        .help("change the order of the lookups")
}

pub(in crate::bind::value) fn choose_needs_enum(at: Span) -> Problem {
    Problem::error(Code::TypeMismatch, at, "`choose` needs one value of an enum that a lookup finds")
        .label("not such a value")
        .help("write `on: { lookup: <its id>, path: … }` with a path to an enum")
}

pub(in crate::bind::value) fn cases_missing(at: Span, missing: &[&str]) -> Problem {
    Problem::error(Code::EnumMismatch, at, format!("there is no case for {}", suggest::quoted(missing)))
        .label("not every value has a case")
        .help("add the cases, or `otherwise:` with a message")
}

pub(in crate::bind::value) fn not_an_array_of_strings(property: &Property, from_input: &Located<String>) -> Problem {
    let message = format!("`from_input` names `{}`, which is not an array of strings", from_input.value);
    Problem::error(Code::FromInput, from_input.span, message)
        .label(property.schema.ty.describe())
        .related(property.name.span, "declared here")
        .help("name an input of `type: array` with `items: { type: string }`")
}

pub(in crate::bind::value) fn not_a_leaf_of_nodes(start: &Start<'_>, name: &Located<String>, key: &str) -> Problem {
    let message = format!("`{key}` is `{}`, which is not a scalar field selected on the nodes", name.value);
    Problem::error(Code::MatchField, name.span, message)
        .label("not selected")
        .related(start.field.map_or(start.operation.span, |f| f.span), "the nodes are selected here")
        .help(suggest::help(&name.value, "field", start.shape.keys()))
}
