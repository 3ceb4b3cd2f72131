//! The wording of problems with lookups.

use crate::{
    card::{CardLookup, Located, ObjectSchema, Type},
    operation::Operation,
    problem::{Code, Problem},
    suggest,
};

pub(in crate::bind) fn not_a_query(name: &Located<String>, operation: &Operation) -> Problem {
    Problem::error(Code::EffectMismatch, name.span, format!("a lookup is a query, but `{}` is a mutation", name.value))
        .label("a mutation")
        .related(operation.span, "declared here")
        .help("lookups run before anything is written: name a query")
}

pub(in crate::bind) fn unknown_variable(operation: &Operation, name: &Located<String>) -> Problem {
    let known: Vec<&str> = operation.variables.iter().map(|v| v.name.as_str()).collect();
    let message = format!("`{}` has no variable `${}`", operation.name, name.value);
    Problem::error(Code::LookupVariable, name.span, message)
        .label("unknown variable")
        .related(operation.span, "the lookup")
        .help(suggest::help(&name.value, "variable", known))
}

pub(super) fn same_id(first: &Located<String>, second: &Located<String>) -> Problem {
    Problem::error(Code::DuplicateKey, second.span, format!("two lookups have the id `{}`", second.value))
        .label("the second")
        .related(first.span, "the first")
        .help("give each lookup its own id")
}

pub(super) fn no_id(lookup: &CardLookup) -> Problem {
    Problem::error(Code::MissingKey, lookup.operation.name.span, "with several lookups, each needs an `id`")
        .label("`id` is missing")
        .help("add `id: …`, and `lookup: …` to the injects that use it")
}

pub(super) fn element_not_used(each: &Located<String>) -> Problem {
    let message = format!("no variable of the lookup uses the elements of `{}`", each.value);
    Problem::error(Code::FromInput, each.span, message)
        .label("the same lookup every time")
        .help(format!("map a variable: `vars: {{ …: {} }}`", each.value))
}

pub(super) fn each_is_not_an_array(each: &Located<String>, inputs: &ObjectSchema) -> Problem {
    let arrays = inputs.properties.iter().filter(|p| matches!(p.schema.ty, Type::Array { .. }));
    let arrays: Vec<&str> = arrays.map(|p| p.name.value.as_str()).collect();
    let message = format!("`each` names `{}`, which is not an array of strings or integers", each.value);
    Problem::error(Code::FromInput, each.span, message).label("not an array input").help(suggest::help(
        &each.value,
        "array input",
        arrays,
    ))
}

pub(super) fn unused(name: &Located<String>) -> Problem {
    let message = format!("no inject uses the lookup `{}`", name.value);
    Problem::error(Code::UnusedLookup, name.span, message)
        .label("unused")
        .help("add an inject that uses it, or drop the lookup")
}
