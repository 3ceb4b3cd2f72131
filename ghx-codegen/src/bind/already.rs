//! `already`: a query with the same output as the mutation, and a subset of its variables.

use super::{
    Binder,
    output::Entries,
    plan::{self, Scope, Used},
};
use crate::{
    card::{AlreadySpec, Effect, Located, ObjectSchema, Type},
    model::{BoundAlready, OutputSource, Plan},
    operation::{Operation, OperationKind},
    problem::{Code, Problem},
    suggest,
};

/// Binds the block of a route whose mutations are `written`; `None` if it has problems.
pub(super) fn bind(
    binder: &mut Binder<'_>,
    scope: &Scope<'_>,
    spec: &AlreadySpec,
    written: &[Operation],
    used: &mut Used,
) -> Option<BoundAlready> {
    if scope.card.effect.value == Effect::Read {
        binder.problems.push(
            Problem::error(Code::WriteOnly, spec.span, "a read has no `already`")
                .label("only for writes")
                .help("drop it"),
        );
        return None;
    }
    let operation = binder.operation(&spec.operation)?;
    if operation.kind != OperationKind::Query {
        let message = format!("`{}` is a mutation, but `already` needs a query", operation.name);
        let problem = Problem::error(Code::EffectMismatch, spec.operation.name.span, message)
            .label("a mutation")
            .related(operation.span, "declared here")
            .help("name a query");
        binder.fail(&operation.name, problem);
        return None;
    }
    let variables = check_variables(binder, spec, &operation, written);
    let holds = holds(binder, spec, &scope.card.output, written);
    let entries = Entries { list: &spec.output, at: spec.output_span };
    let output = plan::outputs(binder, scope, &operation, used, (spec.root.as_ref(), &entries))?;
    for kept in output.iter().filter(|output| matches!(output.source, OutputSource::Kept(_))) {
        let message = format!("`{}` is not in the response that confirms the state", kept.property.name.value);
        let problem = Problem::error(Code::UnknownKey, spec.output_span, message);
        binder.problems.push(problem.label("from a lookup").help("use a path into the response"));
    }
    let plan = Plan { form: None, operation: operation.name.clone(), variables: Vec::new(), output };
    let messages = spec.messages.iter().map(|message| message.value.clone()).collect();
    variables.then_some(BoundAlready { messages, plan, holds: holds? })
}

/// The variables of the query are variables of the mutation.
fn check_variables(binder: &mut Binder<'_>, spec: &AlreadySpec, operation: &Operation, written: &[Operation]) -> bool {
    let before = binder.problems.errors();
    for variable in &operation.variables {
        let fits = |other: &Operation| other.variable(&variable.name).is_some_and(|known| known.ty == variable.ty);
        if !written.iter().all(fits) {
            let message = format!("the mutation has no `${}` of type `{}`", variable.name, variable.ty);
            let problem = Problem::error(Code::LookupVariable, spec.operation.name.span, message)
                .label("nothing fills it")
                .related(variable.span, "declared here")
                .help("use variables of the mutation only, with its names and types");
            binder.fail(&operation.name, problem);
        }
    }
    binder.problems.errors() == before
}

type Holds = Vec<(Vec<String>, String)>;

fn holds(binder: &mut Binder<'_>, spec: &AlreadySpec, schema: &ObjectSchema, written: &[Operation]) -> Option<Holds> {
    let mut bound = Some(Vec::new());
    if spec.holds.is_empty() {
        let problem = Problem::error(Code::WrongValue, spec.span, "`holds` has no comparisons")
            .label("no comparison")
            .help("write `holds: { <output>: <variable of the mutation> }`");
        binder.problems.push(problem);
        bound = None;
    }
    for (path, variable) in &spec.holds {
        let keys: Vec<String> = path.value.split('.').map(str::to_owned).collect();
        if !is_text(schema, &keys) {
            binder.problems.push(unknown_output(path, schema));
            bound = None;
        }
        if !written.iter().all(|operation| operation.variable(&variable.value).is_some()) {
            let known: Vec<&str> = written.iter().flat_map(|o| o.variables.iter().map(|v| v.name.as_str())).collect();
            let message = format!("the mutation has no variable `${}`", variable.value);
            let problem = Problem::error(Code::UnknownName, variable.span, message)
                .label("no such variable")
                .help(suggest::help(&variable.value, "variable", known));
            binder.problems.push(problem);
            bound = None;
        }
        if let Some(bound) = &mut bound {
            bound.push((keys, variable.value.clone()));
        }
    }
    bound
}

fn is_text(schema: &ObjectSchema, keys: &[String]) -> bool {
    let Some((key, below)) = keys.split_first() else { return false };
    match schema.property(key).map(|property| &property.schema.ty) {
        Some(Type::Object(object)) => is_text(object, below),
        Some(Type::String { .. }) => below.is_empty(),
        _ => false,
    }
}

fn unknown_output(path: &Located<String>, schema: &ObjectSchema) -> Problem {
    let message = format!("there is no string output `{}`", path.value);
    Problem::error(Code::UnknownName, path.span, message).label("no such output").help(suggest::help(
        &path.value,
        "output",
        schema.names(),
    ))
}
