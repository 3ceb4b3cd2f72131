//! The wording of problems with values.

mod found;

pub(in crate::bind) use found::*;

use super::Target;
use crate::{
    bind::plan::Scope,
    card::{Located, ObjectSchema, Property, ValueKind, ValueSpec},
    operation::{Operation, OperationVariable},
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
