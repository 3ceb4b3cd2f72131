//! The wording of problems with conditions.

use crate::{
    bind::{literal::Refusal, shape::Shape},
    card::{GuardSpec, Located, ObjectSchema, Type},
    problem::{Code, Problem},
    source::Span,
    suggest,
};

fn refuse(at: Span, message: impl Into<String>) -> Problem {
    Problem::error(Code::Condition, at, message)
}

pub(super) fn guard_without_json(guard: &GuardSpec) -> Problem {
    refuse(guard.condition.operand.text().span, "a guard needs a JSON response, and this one is not JSON")
        .label("no JSON")
        .help("drop the guard")
}

pub(super) fn always_present(path: &Located<String>, at: Span) -> Problem {
    refuse(at, format!("`{}` is always present", path.value))
        .label("never absent")
        .help("test its value, or drop the condition")
}

pub(super) fn not_text(path: &Located<String>, at: Span, shape: &Shape<'_>) -> Problem {
    refuse(at, format!("`{}` is not a string", path.value)).label(shape.describe()).help("use `equals`")
}

pub(super) fn never_applies(refusal: &Refusal) -> Problem {
    refuse(refusal.at, format!("the condition never applies: {}", refusal.why))
        .label("not a value of the input")
        .help("write a value that the input can have")
}

pub(super) fn always_the_same(name: &Located<String>, at: Span) -> Problem {
    refuse(at, format!("`{}` would always have the same value", name.value))
        .label("no `when`")
        .help("add `when` with the input value that the condition is for")
}

pub(super) fn sent_alike(input: &str, values: &[String], other: &str, at: Span) -> Problem {
    let all: Vec<&str> = values.iter().map(String::as_str).collect();
    let message = format!("{} of `{input}` are sent as the same value", suggest::quoted(&all));
    Problem::error(Code::EnumMismatch, at, message)
        .label("the same for several values")
        .help(format!("map each to its own value, or add a `keep` with `when: {{ {input}: {other} }}`"))
}

/// A problem that also points at the list in the document.
fn unknown(at: Span, message: &str, element: &Shape<'_>) -> Problem {
    let problem = Problem::error(Code::UnknownName, at, message);
    element.selected().into_iter().fold(problem, |problem, at| problem.related(at, "selected here"))
}

pub(super) fn keep_when(when: &Located<String>, input: &ObjectSchema, element: &Shape<'_>) -> Problem {
    unknown(when.span, "`when` must name a boolean input that is required or has a default", element)
        .label("not a suitable input")
        .help(suggest::help(&when.value, "boolean input", booleans(input)))
}

pub(super) fn keep_field(field: &Located<String>, object: &ObjectSchema, element: &Shape<'_>) -> Problem {
    unknown(field.span, "`field` must name a boolean property of the elements", element)
        .label("not a boolean property")
        .help(suggest::help(&field.value, "boolean property", booleans(object)))
}

fn booleans(object: &ObjectSchema) -> Vec<&str> {
    let booleans = object.properties.iter().filter(|p| matches!(p.schema.ty, Type::Boolean));
    booleans.map(|p| p.name.value.as_str()).collect()
}
