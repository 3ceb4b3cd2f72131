//! Crossed wires: two values of one type at each other's place. Types cannot tell them apart, names can.

use super::{Binder, plan::Scope};
use crate::{
    card::{Located, OutputSpec},
    model::{BoundVariable, Source, SubjectValue},
    operation::{Operation, OperationVariable, Site},
    problem::{Code, Problem},
    source::Span,
};

/// Two outputs of one object whose paths would both fit better if they changed places.
pub(super) fn outputs(binder: &mut Binder<'_>, operation: &Operation, entries: &[(Located<String>, OutputSpec)]) {
    let plain: Vec<_> = entries.iter().filter(|(_, spec)| spec.fields.is_none() && !spec.count).collect();
    for (index, (first, one)) in plain.iter().enumerate() {
        for (second, other) in &plain[index + 1..] {
            let straight = (nearness(first, &one.path), nearness(second, &other.path));
            let crossed = (nearness(first, &other.path), nearness(second, &one.path));
            if crossed.0 > straight.0 && crossed.1 > straight.1 && crossed.0.max(crossed.1) >= 0.6 {
                let message = format!("`{}` and `{}` take each other's field", first.value, second.value);
                binder.fail(
                    &operation.name,
                    Problem::error(Code::OutputWithoutPath, one.path.span, message)
                        .label(format!("the field of `{}`", second.value))
                        .related(other.path.span, format!("the field of `{}`", first.value))
                        .help("let the two paths change places"),
                );
            }
        }
    }
}

/// How much a name is like a segment of a path: 1 if it is one.
fn nearness(name: &Located<String>, path: &Located<String>) -> f64 {
    let name = name.value.to_lowercase();
    let segments = path.value.split('.').map(|segment| segment.trim_end_matches(['!', '[', ']']).to_lowercase());
    segments.map(|segment| strsim::normalized_levenshtein(&name, &segment)).fold(0.0, f64::max)
}

/// `repository(owner: $name, name: $owner)`.
pub(super) fn uses(binder: &mut Binder<'_>, operation: &Operation) {
    let pairs = operation
        .variables
        .iter()
        .enumerate()
        .flat_map(|(index, a)| operation.variables[index + 1..].iter().map(move |b| (a, b)));
    let crossed: Vec<_> = pairs.filter(|(a, b)| cross(a, b)).collect();
    for (a, b) in crossed {
        let message = format!("`${0}` goes into `{1}`, and `${1}` into `{0}`", a.name, b.name);
        binder.problems.push(
            Problem::error(Code::InvalidDocument, a.span, message)
                .label(format!("goes into `{}`", b.name))
                .related(b.span, format!("goes into `{}`", a.name))
                .help("let the two variables change places where they are used"),
        );
    }
}

fn cross(a: &OperationVariable, b: &OperationVariable) -> bool {
    let places = |variable: &OperationVariable| -> Vec<(String, String)> {
        let place = |site: &Site| match site {
            Site::InputField { input, field } => Some((input.clone(), field.clone())),
            Site::Argument { parent, field, argument } => Some((format!("{parent}.{field}"), argument.clone())),
            Site::Node { .. } | Site::Condition => None,
        };
        variable.sites.iter().filter_map(place).collect()
    };
    let (of_a, of_b) = (places(a), places(b));
    of_a.iter().any(|(list, name)| *name == b.name && of_b.contains(&(list.clone(), a.name.clone())))
}

/// A variable that is called like the id of one of the card's subjects is filled with that id.
pub(super) fn subject_id(
    binder: &mut Binder<'_>,
    scope: &Scope<'_>,
    operation: &Operation,
    variable: &BoundVariable,
    at: Span,
) {
    let called = |subject: &&crate::model::BoundSubject| {
        subject.subject.inputs.id.as_ref().is_some_and(|id| id.value == variable.name)
    };
    let Some(index) = scope.subjects.iter().position(called) else { return };
    if id_of(&variable.source) != Some(index) {
        let subject = &scope.subjects[index].subject;
        let message = format!(
            "`${}` is called like the id of `{}`, but is filled with something else",
            variable.name, subject.name.value
        );
        let stated = subject.inputs.id.as_ref().map_or(subject.name.span, |id| id.span);
        binder.fail(
            &operation.name,
            Problem::error(Code::NodeKind, at, message).label("another id").related(stated, "named here").help(
                format!("write `source: subject, subject: {}`, or give the variable another name", subject.name.value),
            ),
        );
    }
}

/// One id does not fill two variables: a thing is not related to itself.
pub(super) fn same_id(binder: &mut Binder<'_>, scope: &Scope<'_>, operation: &Operation, variables: &[BoundVariable]) {
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
                .related(place(&first.name), "filled with it here")
                .help("take the id of another subject or question, or use one variable in both places"),
        );
    }
}

fn id_of(source: &Source) -> Option<usize> {
    match source {
        Source::SubjectId(index) => Some(*index),
        Source::Subject(SubjectValue::Id) => Some(0),
        _ => None,
    }
}
