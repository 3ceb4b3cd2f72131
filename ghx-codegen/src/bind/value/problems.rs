//! The wording of problems with values.

use super::Target;
use crate::{
    bind::{
        path::{Resolved, Start},
        plan::Scope,
    },
    card::{Located, ObjectSchema, Property, ValueKind, ValueSpec},
    model::{BoundQuestion, BoundSubject, KeyType},
    operation::{GraphqlType, Operation, OperationVariable},
    problem::{Code, Problem},
    source::Span,
    suggest,
    yaml::Node,
};
use std::collections::BTreeSet;

pub(super) fn filled_twice(variable: &OperationVariable, first: Span, second: Span) -> Problem {
    Problem::error(Code::VariableWithTwoSources, second, format!("`${}` is filled twice", variable.name))
        .label("the second source")
        .related(first, "the first source")
        .help("keep one of them")
}

pub(super) fn subject_mismatch(scope: &Scope<'_>, target: &Target<'_>, name: &Located<String>) -> Problem {
    Problem::error(
        Code::TypeMismatch,
        name.span,
        format!("the subject's `{}` does not fit {}", name.value, target.what),
    )
    .label(target.what.clone())
    .related(scope.route.operation.name.span, "used by this card")
    .help("owner and name are `String`, a number is `Int`, an id is `ID`")
}

pub(super) fn without_source(
    scope: &Scope<'_>,
    operation: &Operation,
    variable: &OperationVariable,
    lookup: bool,
    at: Span,
) -> Problem {
    let name = &variable.name;
    let help = if lookup {
        let known = suggest::help(name, "input", scope.card.input.names());
        format!("map it: `vars: {{ {name}: <input> }}`; {known}")
    } else if scope.other_form_offers(name) {
        format!(
            "only another form of the subject has it: inject it, or add `variants:` with an operation for `{}`",
            scope.form_names()
        )
    } else if scope.main.is_some() && variable.ty.name() == "ID" && !variable.ty.is_list() {
        format!(
            "add `{{ target: {name}, source: subject }}` under `resolution.inject` if it is the subject's id; \
             otherwise add another inject, an entry `{name}:` under `variables`, or an input `{name}`"
        )
    } else {
        let known = suggest::help(name, "input", scope.card.input.names());
        format!(
            "add an inject with `target: {name}`, an entry `{name}:` under `variables`, or an input `{name}`; {known}"
        )
    };
    Problem::error(Code::VariableWithoutSource, at, format!("nothing fills `${name}` of `{}`", operation.name))
        .label(format!("`${name}` has no source"))
        .related(variable.span, "declared here")
        .help(help)
}

/// A form of a value that a route does not have.
pub(in crate::bind) fn not_here(value: &ValueSpec, route: &str) -> Problem {
    let form = match &value.kind {
        ValueKind::Found { .. } => "from",
        ValueKind::Subject(_) => "subject",
        ValueKind::Find { .. } => "find",
        _ => "lookup",
    };
    Problem::error(Code::UnknownKey, value.span, format!("`{form}` cannot be used in {route}"))
        .label("not available here")
        .help("use an input, a literal, or another form of a value")
}

pub(super) fn never_absent(name: &Located<String>) -> Problem {
    Problem::error(Code::Literal, name.span, format!("`{}` is always given or has a default", name.value))
        .label("never absent")
        .help("use the input itself, or make it optional")
}

pub(super) fn map_and_default(default: &Node) -> Problem {
    Problem::error(Code::UnknownKey, default.span, "`map` and `default` cannot be combined here")
        .label("used with `map`")
        .help("give the input itself a default, and translate that")
}

/// A word that gives values of a type which the target does not accept.
pub(super) fn is_of_type(name: &Located<String>, word: &str, given: &str, target: &Target<'_>) -> Problem {
    let message = format!("{word} is of type {given}, which does not fit {}", target.what);
    Problem::error(Code::TypeMismatch, name.span, message)
        .label(format!("expected {}", target.accepts.describe()))
        .help("use the input itself, or send it elsewhere")
}

pub(super) fn text_without_inputs(text: &Located<String>) -> Problem {
    Problem::error(Code::Literal, text.span, "this text names no inputs")
        .label("always the same")
        .help("write `{input}` in it, or use `literal`")
}

pub(super) fn open_brace(text: &Located<String>) -> Problem {
    Problem::error(Code::WrongValue, text.span, "`{` needs the name of an input and `}`")
        .label("not closed, or empty")
        .help("write `{input}`")
}

pub(super) fn no_member(name: &Located<String>, target: &Target<'_>, known: &[(&str, bool)]) -> Problem {
    let known = known.iter().map(|(name, _)| *name);
    Problem::error(Code::TypeMismatch, name.span, format!("{} has no member `{}`", target.what, name.value))
        .label("not a member")
        .help(suggest::help(&name.value, "member", known))
}

pub(super) fn member_missing(at: Span, name: &str, target: &Target<'_>) -> Problem {
    Problem::error(Code::TypeMismatch, at, format!("{} needs `{name}`", target.what))
        .label(format!("no `{name}`"))
        .help(format!("add `{name}:` with a value"))
}

pub(super) fn not_a_list(name: &Located<String>, property: &Property) -> Problem {
    let given = property.schema.ty.describe();
    let message = format!("a list is needed, but `{}` is of type {given}", name.value);
    Problem::error(Code::FromInput, name.span, message)
        .label("not a list")
        .related(property.name.span, "declared here")
        .help("name an input of `type: array` whose elements are never null")
}

pub(super) fn no_element(path: &Located<String>) -> Problem {
    Problem::error(Code::UnknownName, path.span, "there is no element here")
        .label("outside of a list")
        .help("use `element` inside `list: …, of: …`, `entries`, or a call with `each`")
}

pub(super) fn no_property(path: &Located<String>, key: &str, object: &ObjectSchema) -> Problem {
    Problem::error(Code::UnknownName, path.span, format!("the elements have no property `{key}`"))
        .label("no such property")
        .help(suggest::help(key, "property", object.names()))
}

pub(super) fn first_of_one(at: Span) -> Problem {
    Problem::error(Code::WrongValue, at, "`first` chooses among at least two values")
        .label("too few")
        .help("list the values, or use the only one without `first`")
}

pub(super) fn always_first(at: Span) -> Problem {
    Problem::error(Code::Literal, at, "this value is always there, so those after it are never used")
        .label("never absent")
        .help("put it last, or make the input optional")
}

pub(super) fn join_needs_texts(name: &Located<String>, property: &Property) -> Problem {
    let given = property.schema.ty.describe();
    let message = format!("`join` needs a list of strings, but `{}` is of type {given}", name.value);
    Problem::error(Code::FromInput, name.span, message)
        .label("not a list of strings")
        .help("name a list of strings, or pass this input on unchanged")
}

pub(in crate::bind) fn unknown_input(name: &Located<String>, known: &[String]) -> Problem {
    Problem::error(Code::UnknownName, name.span, format!("there is no input `{}`", name.value))
        .label("not an input of this card")
        .help(suggest::help(&name.value, "input", known.iter().map(String::as_str)))
}

pub(super) fn may_be_missing(at: &Located<String>, target: &Target<'_>) -> Problem {
    let message = format!("`{}` may be absent or null, but {} needs a value", at.value, target.what);
    let or = if target.variable.is_some() { ", or make the variable nullable in the document" } else { "" };
    Problem::error(Code::AbsentSource, at.span, message)
        .label("may be absent or null")
        .help(format!("make the input required or give it a default{or}"))
}

pub(super) fn always_null(at: Span, target: &Target<'_>) -> Problem {
    Problem::error(Code::AbsentSource, at, format!("this value is null, but {} needs a value", target.what))
        .label("always null")
        .help("use another value, or make the variable nullable in the document")
}

/// A name that suggests another input.
pub(super) fn other_input(name: &Located<String>, target: &Target<'_>) -> Problem {
    let message = format!("`{}` fills {} instead of the input `{}`", name.value, target.what, target.name);
    Problem::warning(Code::SwappedInputs, name.span, message)
        .label("a different input")
        .help(format!("use the input `{}`, or rename it", target.name))
}

pub(super) fn unknown_kind(node: &Located<String>, accepted: Option<&BTreeSet<String>>) -> Problem {
    Problem::error(Code::NodeKind, node.span, format!("there is no kind of node `{}`", node.value))
        .label("not in the schema")
        .help(suggest::help(&node.value, "kind", names(accepted)))
}

/// `single` is the one name for what is accepted, if there is one.
pub(super) fn kind_not_stated(
    scope: &Scope<'_>,
    property: &Property,
    accepted: Option<&BTreeSet<String>>,
    single: Option<&str>,
) -> Problem {
    let message = format!("`{}` is an id, but does not say of which kind of node", property.name.value);
    Problem::error(Code::NodeKind, property.name.span, message)
        .label("`node:` is missing")
        .related(scope.route.operation.name.span, "an id is needed here")
        .help(match single {
            Some(kind) => {
                format!("add `node: {kind}` if it is an id; if it is a name, inject what a lookup finds by it")
            }
            None => {
                format!("add `node:` with the kind of node; {}", suggest::help("", "kind", names(accepted)))
            }
        })
}

fn names(kinds: Option<&BTreeSet<String>>) -> Vec<&str> {
    kinds.into_iter().flatten().map(String::as_str).collect()
}

pub(super) fn map_needs_enum(at: &Located<String>, property: &Property) -> Problem {
    let given = property.schema.ty.describe();
    let message = format!("`map` translates the values of an enum, but the input `{}` is of type {given}", at.value);
    Problem::error(Code::TypeMismatch, at.span, message)
        .label("not an enum")
        .related(property.name.span, "declared here")
        .help("list its values with `enum:`, or drop `map`")
}

pub(super) fn not_translated(value: &Located<String>, at: &Located<String>) -> Problem {
    Problem::error(Code::EnumMismatch, value.span, format!("`map` has no entry for `{}`", value.value))
        .label("not translated")
        .related(at.span, "translated here")
        .help(format!("add `{}: …` to `map`", value.value))
}

pub(super) fn not_an_enum_value(from: &Located<String>, at: &Located<String>, values: &[Located<String>]) -> Problem {
    let message = format!("`{}` is not a value of the input `{}`", from.value, at.value);
    let known = values.iter().map(|value| value.value.as_str());
    let problem = Problem::error(Code::EnumMismatch, from.span, message).label("not in `enum`");
    problem.help(suggest::help(&from.value, "value", known))
}

pub(super) fn translated_alike(first: &Located<String>, second: &Located<String>) -> Problem {
    let message = format!("`{}` and `{}` map to the same value", first.value, second.value);
    Problem::error(Code::EnumMismatch, second.span, message)
        .label("the second")
        .related(first.span, "the first")
        .help("map each to its own value, or drop one")
}

/// A value that is translated to another than the one of its name.
pub(super) fn other_meaning(from: &Located<String>, to: &Node, word: &str) -> Problem {
    Problem::warning(Code::SwappedValues, from.span, format!("`{}` does not map to GitHub's `{word}`", from.value))
        .label("a different value")
        .related(to.span, "mapped to this")
        .help(format!("map it to `{word}`, or rename the input's value"))
}

/// `list` is whether a list is found.
pub(super) fn list_or_one(variable: &OperationVariable, list: bool, at: Span) -> Problem {
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

pub(super) fn wrong_type(variable: &OperationVariable, given: &GraphqlType, at: Span) -> Problem {
    let message = format!("the injected value is of type `{}`, which does not fit `{}`", given.name(), variable.ty);
    Problem::error(Code::TypeMismatch, at, message)
        .label(format!("expected `{}`", variable.ty))
        .related(variable.span, "declared here")
        .help("use another field, or declare the variable with that type")
}

pub(super) fn no_subject(at: Span) -> Problem {
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

pub(super) fn unknown_question(main: &BoundSubject, find: &Located<String>) -> Problem {
    let known = main.questions.iter().map(|q| q.name.as_str());
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
    selected(Code::PathNotSelected, text.span, format!("`{}` is an object, not a value", text.value), resolved)
        .help("continue the path to a scalar field, such as `id`")
}

pub(super) fn list_per_element(text: &Located<String>, resolved: &Resolved<'_>) -> Problem {
    let message = "the lookup runs once per element, so its path cannot be a list";
    selected(Code::ListMismatch, text.span, message, resolved).help("use a path to a single value")
}

pub(super) fn nodes_without_fields(nodes_path: &Located<String>, nodes: &Resolved<'_>) -> Problem {
    let message = "`nodes_path` is a list of values, not of objects";
    selected(Code::ListMismatch, nodes_path.span, message, nodes)
        .help("use a path to a list of objects, such as `repository.labels.nodes`")
}

pub(super) fn match_is_not_text(match_field: &Located<String>, matched: &Resolved<'_>) -> Problem {
    let message = format!("`{}` is not a string", match_field.value);
    selected(Code::MatchField, match_field.span, message, matched)
        .help("use a `String` field: names are matched against it")
}

fn selected(code: Code, at: Span, message: impl Into<String>, resolved: &Resolved<'_>) -> Problem {
    let problem = Problem::error(code, at, message).label(format!("`{}`", resolved.ty));
    problem.related(resolved.field.span, "selected here")
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

pub(super) fn later_lookup(at: Span) -> Problem {
    Problem::error(Code::UnknownName, at, "a lookup can use only those before it")
        .label("not before this one")
        .help("change the order of the lookups")
}

pub(super) fn choose_needs_enum(at: Span) -> Problem {
    Problem::error(Code::TypeMismatch, at, "`choose` needs one value of an enum that a lookup finds")
        .label("not such a value")
        .help("write `on: { lookup: <its id>, path: … }` with a path to an enum")
}

pub(super) fn cases_missing(at: Span, missing: &[&str]) -> Problem {
    Problem::error(Code::EnumMismatch, at, format!("there is no case for {}", suggest::quoted(missing)))
        .label("not every value has a case")
        .help("add the cases, or `otherwise:` with a message")
}

pub(super) fn not_an_array_of_strings(property: &Property, from_input: &Located<String>) -> Problem {
    let message = format!("`from_input` names `{}`, which is not an array of strings", from_input.value);
    Problem::error(Code::FromInput, from_input.span, message)
        .label(property.schema.ty.describe())
        .related(property.name.span, "declared here")
        .help("name an input of `type: array` with `items: { type: string }`")
}

pub(super) fn not_a_leaf_of_nodes(start: &Start<'_>, name: &Located<String>, key: &str) -> Problem {
    let message = format!("`{key}` is `{}`, which is not a scalar field selected on the nodes", name.value);
    Problem::error(Code::MatchField, name.span, message)
        .label("not selected")
        .related(start.field.map_or(start.operation.span, |f| f.span), "the nodes are selected here")
        .help(suggest::help(&name.value, "field", start.shape.keys()))
}
