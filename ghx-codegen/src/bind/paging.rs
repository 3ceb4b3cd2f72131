//! Rule 12: lists have a page size, and paging is complete.

use super::{Binder, plan::Scope};
use crate::{
    card::{Located, Property, Type},
    model::{BoundGraphql, BoundOutput, OutputValue, Plan, Source},
    operation::{FieldShape, Operation, Site},
    problem::{Code, Problem},
};
use apollo_compiler::ast::Value;

/// GitHub's limit for `first` and `last`.
pub(super) const MOST: i64 = 100;

/// Every connection whose elements are selected has a page size; a literal one is at most 100.
pub(super) fn check(binder: &mut Binder<'_>, operation: &Operation) {
    let mut problems = Vec::new();
    operation.shape.walk(&mut |field| {
        let elements =
            field.shape.as_ref().is_some_and(|s| s.fields.iter().any(|f| f.name == "nodes" || f.name == "edges"));
        if !field.ty.name().ends_with("Connection") || !elements {
            return;
        }
        let size = field.arguments.iter().find(|a| a.name == "first" || a.name == "last");
        match size.map(|a| &*a.value) {
            None => problems.push(without_size(field)),
            Some(Value::Variable(_)) => {}
            Some(Value::Int(value)) if value.try_to_i32().is_ok_and(|v| (1..=MOST).contains(&i64::from(v))) => {}
            Some(value) => {
                problems.push(
                    Problem::error(Code::PageSize, field.span, format!("`{}` requests {value} elements", field.key))
                        .label("outside 1 to 100")
                        .help("GitHub rejects the whole request: ask for at most 100"),
                );
            }
        }
    });
    for problem in problems {
        binder.problems.push(problem);
    }
}

fn without_size(field: &FieldShape) -> Problem {
    Problem::error(Code::PageSize, field.span, format!("`{}` is a list without `first` or `last`", field.key))
        .label("no page size")
        .help("GitHub rejects the whole request: add `first: …`, at most 100")
}

/// Inputs that become page sizes are bounded; `pageInfo` comes with `first` and `after`, and the reverse.
pub(super) fn check_card(binder: &mut Binder<'_>, scope: &Scope<'_>, graphql: &BoundGraphql) {
    let limit = scope.route.max_page_size.as_ref().map_or(MOST, |l| l.value.min(MOST));
    if let Some(limit) = scope.route.max_page_size.as_ref().filter(|l| !(1..=MOST).contains(&l.value)) {
        binder.problems.push(
            Problem::error(Code::PageSize, limit.span, "`maxPageSize` is outside 1 to 100")
                .label("here")
                .help("GitHub allows at most 100"),
        );
    }
    for plan in &graphql.plans {
        let Some(operation) = binder.operations.get(&plan.operation).cloned() else {
            continue;
        };
        let first = paging_input(plan, &operation, "first");
        let after = paging_input(plan, &operation, "after");
        if let Some(problem) = first.and_then(|first| unbounded(first, limit)) {
            binder.problems.push(problem);
        }
        binder.problems.extend(incomplete(scope, page_info(scope, plan).as_ref(), &operation, first.is_some(), after));
    }
}

/// The input that fills an argument of that name.
fn paging_input<'p>(plan: &'p Plan, operation: &Operation, argument: &str) -> Option<&'p Property> {
    plan.variables.iter().find_map(|variable| {
        let sites = &operation.variable(&variable.name)?.sites;
        let pages = sites.iter().any(|site| matches!(site, Site::Argument { argument: a, .. } if a == argument || (argument == "first" && a == "last")));
        match &variable.source {
            Source::Input { property, .. } if pages => Some(property),
            _ => None,
        }
    })
}

/// The problem of a page size that is not bounded.
pub(super) fn unbounded(first: &Property, limit: i64) -> Option<Problem> {
    let Type::Integer { minimum, maximum } = &first.schema.ty else { return None };
    let bounded = minimum.as_ref().is_some_and(|m| m.value >= 1) && maximum.as_ref().is_some_and(|m| m.value <= limit);
    let at = maximum.as_ref().or(minimum.as_ref()).map_or(first.schema.span, |b| b.span);
    (!bounded).then(|| {
        Problem::error(
            Code::PageSize,
            at,
            format!("`{}` is a page size and must be from 1 to {limit}", first.name.value),
        )
        .label("bounds missing or too wide")
        .help(format!("write `minimum: 1, maximum: {limit}`"))
    })
}

/// The problem of paging that a caller cannot follow; `shown` is the output with the page information.
fn incomplete(
    scope: &Scope<'_>,
    shown: Option<&Located<String>>,
    operation: &Operation,
    has_first: bool,
    after: Option<&Property>,
) -> Option<Problem> {
    match (shown, has_first, after) {
        (Some(_), true, Some(_)) | (None, false, None) => None,
        (Some(name), ..) => {
            let message = format!("`{}` reports a next page, but no input can request it", name.value);
            let problem = Problem::error(Code::PageInfo, name.span, message)
                .label("needs the inputs `first` and `after`")
                .related(operation.span, "the operation must pass them to the list")
                .help("add both inputs and pass them to the list");
            Some(problem)
        }
        (None, _, Some(after)) => {
            let message = "callers can request the next page, but cannot tell whether there is one";
            let problem = Problem::error(Code::PageInfo, after.name.span, message)
                .label("`after` without `pageInfo`")
                .help("add the output `pageInfo` with `hasNextPage` and `endCursor`");
            Some(problem)
        }
        (None, true, None) => {
            let message = "the list has a page size, but no way to get the next page";
            let problem = Problem::error(Code::PageInfo, scope.route.output_span, message)
                .label("no `pageInfo`")
                .related(operation.span, "the operation")
                .help("add the input `after` and the output `pageInfo`");
            Some(problem)
        }
    }
}

/// The output that shows a connection's page information.
fn page_info(scope: &Scope<'_>, plan: &Plan) -> Option<Located<String>> {
    let is_page_info = |output: &&BoundOutput| {
        matches!(output.value, OutputValue::Object { .. })
            && output.path.steps.last().is_some_and(|s| s.ty == "PageInfo")
    };
    let output = plan.output.iter().find(is_page_info)?;
    let name = &output.property.name;
    let entry = scope.route.output.iter().find(|(entry, _)| entry.value == name.value);
    Some(entry.map_or(name, |(entry, _)| entry).clone())
}
