//! The wording of problems with variables.

use crate::{
    bind::{fit, literal::Refusal, plan::Scope},
    card::{Located, ObjectSchema, Property},
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

pub(super) fn subject_mismatch(scope: &Scope<'_>, variable: &OperationVariable) -> Problem {
    let message = format!("the subject's `{}` does not fit `{}`", variable.name, variable.ty);
    Problem::error(Code::TypeMismatch, variable.span, message)
        .label(format!("declared as `{}`", variable.ty))
        .related(scope.route.operation.name.span, "used by this card")
        .help("owner and name are `String`, a number is `Int`, an id is `ID`")
}

pub(super) fn without_source(scope: &Scope<'_>, operation: &Operation, variable: &OperationVariable) -> Problem {
    let name = &variable.name;
    let help = if scope.other_form_offers(name) {
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
        let known: Vec<&str> = scope.card.input.names().collect();
        format!(
            "add an inject with `target: {name}`, an entry `{name}:` under `variables`, or an input `{name}`; {}",
            suggest::help(name, "input", known)
        )
    };
    let message = format!("nothing fills `${name}` of `{}`", operation.name);
    Problem::error(Code::VariableWithoutSource, scope.operation_span, message)
        .label(format!("`${name}` has no source"))
        .related(variable.span, "declared here")
        .help(help)
}

pub(super) fn never_absent(name: &Located<String>) -> Problem {
    Problem::error(Code::Literal, name.span, format!("`{}` is always given or has a default", name.value))
        .label("never absent")
        .help("use the input itself, or make it optional")
}

pub(super) fn present_is_boolean(name: &Located<String>, variable: &OperationVariable) -> Problem {
    fit::mismatch(name.span, "`present`", "boolean", &variable.ty, "declare the variable as `Boolean!`")
}

pub(super) fn literal_does_not_fit(refusal: &Refusal, variable: &OperationVariable) -> Problem {
    let message = format!("this value does not fit `${}: {}`: {}", variable.name, variable.ty, refusal.why);
    Problem::error(Code::Literal, refusal.at, message)
        .label("does not fit")
        .related(variable.span, "declared here")
        .help("write a value that GitHub accepts there")
}

pub(super) fn unknown_input(name: &Located<String>, inputs: &ObjectSchema) -> Problem {
    let known: Vec<&str> = inputs.names().collect();
    Problem::error(Code::UnknownName, name.span, format!("there is no input `{}`", name.value))
        .label("not an input of this card")
        .help(suggest::help(&name.value, "input", known))
}

pub(super) fn goes_into(mismatch: Problem, variable: &OperationVariable) -> Problem {
    mismatch.related(variable.span, format!("goes into `${}: {}`", variable.name, variable.ty))
}

pub(super) fn may_be_missing(property: &Property, at: Span, variable: &OperationVariable) -> Problem {
    let target = format!("`${}: {}`", variable.name, variable.ty);
    fit::absent(at, &format!("`{}`", property.name.value), &target).related(variable.span, "declared here")
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
    let known: Vec<&str> = values.iter().map(|v| v.value.as_str()).collect();
    let message = format!("`{}` is not a value of the input `{}`", from.value, at.value);
    Problem::error(Code::EnumMismatch, from.span, message).label("not in `enum`").help(suggest::help(
        &from.value,
        "value",
        known,
    ))
}

pub(super) fn translated_alike(first: &Located<String>, second: &Located<String>) -> Problem {
    let message = format!("`{}` and `{}` map to the same value", first.value, second.value);
    Problem::error(Code::EnumMismatch, second.span, message)
        .label("the second")
        .related(first.span, "the first")
        .help("map each to its own value, or drop one")
}

pub(super) fn other_meaning(from: &Located<String>, to: &Node, same_name: &str) -> Problem {
    let message = format!("`{}` must map to GitHub's `{same_name}`", from.value);
    Problem::error(Code::EnumMismatch, from.span, message)
        .label("a different value")
        .related(to.span, "mapped to this")
        .help(format!("map it to `{same_name}`, or rename the input's value"))
}
