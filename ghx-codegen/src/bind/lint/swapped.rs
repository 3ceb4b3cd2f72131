//! Swapped values: two values of the same type, each in the other's place. Types cannot tell them apart, but names can.

use crate::bind::{Binder, plan::Scope};
use crate::{
    card::Located,
    model::{BoundVariable, Source, SubjectValue},
    operation::{Operation, OperationVariable, Site},
    problem::{Code, Problem},
    source::Span,
};

/// Two outputs of one object whose paths would both fit better if they were swapped.
pub(in crate::bind) fn paths(plain: &[(&Located<String>, &Located<String>)]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, (first, one)) in plain.iter().enumerate() {
        for (second, other) in &plain[index + 1..] {
            let straight = (nearness(first, one), nearness(second, other));
            let crossed = (nearness(first, other), nearness(second, one));
            if crossed.0 > straight.0 && crossed.1 > straight.1 && crossed.0.max(crossed.1) >= 0.6 {
                let message = format!("`{}` and `{}` appear to be swapped", first.value, second.value);
                problems.push(
                    Problem::warning(Code::SwappedOutputs, one.span, message)
                        .label(format!("looks like the field of `{}`", second.value))
                        .related(other.span, format!("looks like the field of `{}`", first.value))
                        .help("swap the two paths"),
                );
            }
        }
    }
    problems
}

/// How much a name is like a segment of a path: 1 if it is one. In REST, `node_id` is the id.
fn nearness(name: &Located<String>, path: &Located<String>) -> f64 {
    let name = name.value.to_lowercase();
    let segments = path.value.split('.').map(|segment| segment.trim_end_matches(['!', '[', ']']).to_lowercase());
    let segments = segments.map(|segment| if segment == "node_id" { "id".to_owned() } else { segment });
    segments.map(|segment| strsim::normalized_levenshtein(&name, &segment)).fold(0.0, f64::max)
}

/// `repository(owner: $name, name: $owner)`: a field or argument with the name of a variable is filled with another one.
pub(in crate::bind) fn uses(binder: &mut Binder<'_>, operation: &Operation) {
    let mut told: Vec<(&str, &str)> = Vec::new();
    for a in &operation.variables {
        let passed_by = operation.variables.iter().find(|b| b.name != a.name && passes(a, b));
        let Some(b) = passed_by.filter(|b| !told.contains(&(b.name.as_str(), a.name.as_str()))) else { continue };
        told.push((&a.name, &b.name));
        let message = format!("`${1}` is passed to `{0}`, and `${0}` is not", a.name, b.name);
        binder.problems.push(
            Problem::warning(Code::SwappedVariables, a.span, message)
                .label(format!("not passed to `{}`", a.name))
                .related(b.span, format!("passed to `{}`", a.name))
                .help("swap the two variables where they are used, or name each after the field that it fills"),
        );
    }
}

/// `a` fills another place in an input or argument list in which `b` fills the place with `a`'s name.
fn passes(a: &OperationVariable, b: &OperationVariable) -> bool {
    let of_b = places(b);
    places(a).iter().any(|(list, name)| *name != a.name && of_b.contains(&(list.clone(), a.name.clone())))
}

/// The input or argument lists that use a variable, and the names of the places that it fills.
fn places(variable: &OperationVariable) -> Vec<(String, String)> {
    let place = |site: &Site| match site {
        Site::InputField { input, field } => Some((input.clone(), field.clone())),
        Site::Argument { parent, field, argument } => Some((format!("{parent}.{field}"), argument.clone())),
        Site::Node { .. } | Site::Condition => None,
    };
    variable.sites.iter().filter_map(place).collect()
}

/// A variable with the name of the id of one of the card's subjects is filled with that id.
pub(in crate::bind) fn subject_id(binder: &mut Binder<'_>, scope: &Scope<'_>, variable: &BoundVariable, at: Span) {
    let called = |subject: &&crate::model::BoundSubject| {
        subject.subject.inputs.id.as_ref().is_some_and(|id| id.value == variable.name)
    };
    let Some(index) = scope.subjects.iter().position(called) else { return };
    if id_of(&variable.source) != Some(index) {
        let subject = &scope.subjects[index].subject;
        let message = format!(
            "`${}` has the name of the id of `{}`, but is filled with something else",
            variable.name, subject.name.value
        );
        let stated = subject.inputs.id.as_ref().map_or(subject.name.span, |id| id.span);
        binder.problems.push(
            Problem::warning(Code::SwappedSources, at, message)
                .label("a different id")
                .related(stated, "named here")
                .help(format!(
                    "write `source: subject, subject: {}`, or give the variable another name",
                    subject.name.value
                )),
        );
    }
}

/// One id does not fill two variables: nothing is related to itself.
pub(in crate::bind) fn same_id(
    binder: &mut Binder<'_>,
    scope: &Scope<'_>,
    operation: &Operation,
    variables: &[BoundVariable],
) {
    let ids: Vec<_> = variables.iter().filter_map(|variable| Some((id_of(&variable.source)?, variable))).collect();
    for (index, (id, variable)) in ids.iter().enumerate() {
        let Some((_, first)) = ids[..index].iter().find(|(earlier, _)| earlier == id) else { continue };
        let place = |name: &str| {
            scope.route.inject.iter().find(|i| i.target.value == name).map_or(scope.operation_span, |i| i.target.span)
        };
        let message = format!("`${}` and `${}` are filled with the same id", first.name, variable.name);
        binder.fail(
            &operation.name,
            Problem::error(Code::NodeKind, place(&variable.name), message)
                .label("the same id again")
                .related(place(&first.name), "first used here")
                .help("use the id of another subject or lookup, or use one variable in both places"),
        );
    }
}

/// The result of a lookup, or the id of a second subject, fills the variable that is named after it, if there is one.
pub(in crate::bind) fn sources(
    binder: &mut Binder<'_>,
    scope: &Scope<'_>,
    operation: &Operation,
    variables: &[BoundVariable],
) {
    for variable in variables {
        let name = match &variable.source {
            Source::Find { question, .. } => question.as_str(),
            Source::SubjectId(index @ 1..) => scope.subjects[*index].subject.name.value.as_str(),
            _ => continue,
        };
        let called_after = |other: &&BoundVariable| names_in(name, &other.name);
        let Some(other) = variables.iter().find(called_after).filter(|_| !names_in(name, &variable.name)) else {
            continue;
        };
        let inject = scope.route.inject.iter().find(|inject| inject.target.value == variable.name);
        let at = inject.map_or(scope.operation_span, |inject| inject.target.span);
        binder.problems.push(
            Problem::warning(
                Code::SwappedSources,
                at,
                format!("`{name}` fills `${}` instead of `${}`", variable.name, other.name),
            )
            .label(format!("filled with `{name}`"))
            .related(operation.variable(&other.name).map_or(operation.span, |v| v.span), "named after it")
            .help("swap the targets of the two injects, or rename the variables"),
        );
    }
}

/// Is every word of `name` a word of the variable, in the singular or plural?
fn names_in(name: &str, variable: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let snake = crate::names::field_name(text);
        snake.split('_').map(|word| word.trim_end_matches('s').to_owned()).filter(|word| !word.is_empty()).collect()
    };
    let of_variable = words(variable);
    words(name).iter().all(|word| of_variable.contains(word))
}

fn id_of(source: &Source) -> Option<usize> {
    match source {
        Source::SubjectId(index) => Some(*index),
        Source::Subject(SubjectValue::Id) => Some(0),
        _ => None,
    }
}
