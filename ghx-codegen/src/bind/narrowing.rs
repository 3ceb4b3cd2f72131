//! An operation reads its subject as the subject's own kind of node.
//!
//! GitHub numbers issues and pull requests together, so `issueOrPullRequest(number:)` finds both. A selection on the other kind would
//! be a valid document that reads the wrong thing.

use super::{Binder, plan::Scope};
use crate::{
    model::{BoundVariable, Source, SubjectValue},
    operation::{FieldShape, Operation},
    problem::{Code, Problem},
};
use apollo_compiler::ast::Value;

/// Reports a type condition below the subject that does not match its kind.
pub(super) fn check(binder: &mut Binder<'_>, scope: &Scope<'_>, operation: &Operation, variables: &[BoundVariable]) {
    let Some(main) = scope.main else { return };
    let node = &main.subject.node;
    // Ids for `node(id:)` are already compared with the kinds that are selected there.
    let is_number = |source: &Source| matches!(source, Source::Subject(SubjectValue::Number));
    let names: Vec<&str> =
        variables.iter().filter(|v| is_number(&v.source)).map(|variable| variable.name.as_str()).collect();
    let mut wrong = Vec::new();
    operation.shape.walk(&mut |field| {
        if !takes(field, &names) {
            return;
        }
        let kinds = field.shape.iter().flat_map(|shape| &shape.on).map(|on| on.ty.as_str());
        let others = kinds.filter(|kind| !binder.schema.concrete(kind).contains(&node.value));
        wrong.extend(others.map(|kind| (field, kind.to_owned())));
    });
    for (field, kind) in wrong {
        let message = format!("the subject is a `{}`, but `{}` is read as a `{kind}`", node.value, field.name);
        binder.fail(
            &operation.name,
            Problem::error(Code::NodeKind, field.span, message)
                .label("the subject is found here")
                .related(scope.operation_span, "named here")
                .help(format!("select `... on {}` below it", node.value)),
        );
    }
}

/// Is one of these variables an argument of the field?
fn takes(field: &FieldShape, variables: &[&str]) -> bool {
    field.arguments.iter().any(|argument| match &*argument.value {
        Value::Variable(name) => variables.contains(&name.as_str()),
        _ => false,
    })
}
