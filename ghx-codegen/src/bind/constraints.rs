//! Bounds and defaults of a schema must not contradict each other.

use super::literal;
use crate::{
    card::{Located, ObjectSchema, Requires, Schema, Type},
    problem::{Code, Problem, Problems},
    suggest,
};

pub(super) fn check_object(object: &ObjectSchema, input: bool, problems: &mut Problems) {
    for property in &object.properties {
        check_schema(&property.schema, input, problems);
        let Some(default) = &property.default else {
            continue;
        };
        if !input {
            problems.push(
                Problem::error(Code::SchemaSubset, default.span, "the output schema cannot have a default")
                    .label("not supported")
                    .help("set it in the output entry: `{ path: …, default: … }`"),
            );
            continue;
        }
        let mut refusals = Vec::new();
        literal::refusals(&property.schema, default, &property.name.value, &mut refusals);
        for refusal in refusals {
            problems.push(
                Problem::error(
                    Code::Literal,
                    refusal.at,
                    format!("the default of `{}` does not fit: {}", property.name.value, refusal.why),
                )
                .label("this default")
                .help("write a value that the property itself accepts"),
            );
        }
    }
    if let Some(rule) = &object.at_least_one {
        check_choices(object, "anyOf", &rule.names, input, problems);
    }
    check_choices(object, "oneOf", &object.exactly_one, input, problems);
    object.requires.iter().for_each(|rule| check_requires(object, rule, input, problems));
}

/// The condition can hold, and names inputs that may be left out.
fn check_requires(object: &ObjectSchema, rule: &Requires, input: bool, problems: &mut Problems) {
    for name in rule.inputs.iter().chain([&rule.input]).filter(|name| object.property(&name.value).is_none()) {
        problems.push(unknown(object, "requires", name));
    }
    if let Some(property) = object.property(&rule.input.value) {
        let mut refusals = Vec::new();
        literal::refusals(&property.schema, &rule.value, &rule.input.value, &mut refusals);
        problems.extend(refusals.into_iter().map(|refusal| {
            Problem::error(Code::Constraint, refusal.at, format!("the condition never holds: {}", refusal.why))
                .label("not a value of the input")
                .help("write a value that the input can have")
        }));
    }
    let given = |name: &&Located<String>| object.property(&name.value).is_some_and(|p| !p.may_be_unset()) || !input;
    for name in rule.inputs.iter().filter(given) {
        problems.push(
            Problem::error(Code::Constraint, name.span, format!("`{}` is always given", name.value))
                .label("has no effect")
                .help("name optional inputs without defaults, or drop the entry"),
        );
    }
}

fn unknown(object: &ObjectSchema, key: &str, name: &Located<String>) -> Problem {
    Problem::error(Code::UnknownName, name.span, format!("`{key}` names `{}`, which is not an input", name.value))
        .label("no such input")
        .help(suggest::help(&name.value, "input", object.names()))
}

fn check_choices(object: &ObjectSchema, key: &str, names: &[Located<String>], input: bool, problems: &mut Problems) {
    for name in names {
        let known = object.property(&name.value);
        if known.is_none() {
            problems.push(unknown(object, key, name));
        }
        if known.is_some_and(|p| p.required || p.default.is_some()) || !input || names.len() < 2 {
            problems.push(
                Problem::error(
                    Code::Constraint,
                    name.span,
                    format!("`{key}` needs at least two optional inputs to choose from"),
                )
                .label("has no effect")
                .help(format!("list two or more optional inputs without defaults, or drop `{key}`")),
            );
        }
    }
}

fn check_schema(schema: &Schema, input: bool, problems: &mut Problems) {
    match &schema.ty {
        Type::String { min_length, max_length, .. } => pair(min_length.as_ref(), max_length.as_ref(), true, problems),
        Type::Integer { minimum, maximum } => pair(minimum.as_ref(), maximum.as_ref(), false, problems),
        Type::Array { items, min_items, max_items } => {
            pair(min_items.as_ref(), max_items.as_ref(), true, problems);
            check_schema(items, input, problems);
        }
        Type::Object(object) => check_object(object, input, problems),
        Type::Map { values: Some(values), max } => {
            pair(None, max.as_ref(), true, problems);
            check_schema(values, input, problems);
        }
        Type::Map { values: None, max } => pair(None, max.as_ref(), true, problems),
        Type::Boolean | Type::Number | Type::Enum(_) => {}
    }
}

fn pair(min: Option<&Located<i64>>, max: Option<&Located<i64>>, natural: bool, problems: &mut Problems) {
    for bound in [min, max].into_iter().flatten() {
        if natural && bound.value < 0 {
            problems.push(
                Problem::error(Code::Constraint, bound.span, "a length cannot be negative")
                    .label("negative")
                    .help("write 0 or more"),
            );
        }
    }
    if let (Some(min), Some(max)) = (min, max)
        && min.value > max.value
    {
        problems.push(
            Problem::error(
                Code::Constraint,
                max.span,
                format!("the maximum ({}) is less than the minimum ({})", max.value, min.value),
            )
            .label("no value fits")
            .related(min.span, "the minimum")
            .help("swap them, or correct one"),
        );
    }
}
