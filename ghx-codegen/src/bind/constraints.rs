//! Bounds and defaults of a schema must not contradict each other.

use super::literal;
use crate::{
    card::{Located, ObjectSchema, Schema, Type},
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
        check_at_least_one(object, &rule.names, input, problems);
    }
}

fn check_at_least_one(object: &ObjectSchema, names: &[Located<String>], input: bool, problems: &mut Problems) {
    for name in names {
        let known = object.property(&name.value);
        if known.is_none() {
            problems.push(
                Problem::error(
                    Code::UnknownName,
                    name.span,
                    format!("`anyOf` names `{}`, which is not an input", name.value),
                )
                .label("no such input")
                .help(suggest::help(&name.value, "input", object.names())),
            );
        }
        if known.is_some_and(|p| p.required || p.default.is_some()) || !input || names.len() < 2 {
            problems.push(
                Problem::error(
                    Code::Constraint,
                    name.span,
                    "`anyOf` needs at least two optional inputs to choose from",
                )
                .label("has no effect")
                .help("list two or more optional inputs without defaults, or drop `anyOf`"),
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
        Type::Boolean | Type::Enum(_) => {}
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
