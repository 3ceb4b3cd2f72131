//! How GitHub's REST API behaves beyond what `rest.json` says: `facts.yaml`, and what holds for every operation.

use super::Context;
use crate::{
    bind::lint::method,
    card::{Endpoint, Method, OutputKind, OutputSpec, RestRoute, ValueKind, ValueSpec},
    problem::Code,
    schema::RestOperation,
    yaml::Value,
};

/// Rules for one call.
pub(super) fn check(context: &mut Context<'_>, endpoint: &Endpoint, operation: &RestOperation<'_>) {
    let (method, path) = (endpoint.method.value, &endpoint.path);
    let pages = operation.parameters().iter().any(|parameter| parameter.name == "per_page");
    if method == Method::Get && pages && endpoint.page.is_none() {
        let message = format!("`GET {}` returns only its first page", path.value);
        let help = "add `page:`; without inputs, all pages are read";
        context.refuse(Code::PageInfo, path.span, message, "paged", help);
    }
    if method == Method::Patch && endpoint.body.is_empty() && endpoint.no_body.is_none() {
        context.incomplete = true;
        context.refuse(
            Code::RestRoute,
            path.span,
            "the call changes nothing",
            "no `body`",
            "list what to change under `body:`, or write `body: none` if the path says it all",
        );
    }
    let found = |(_, source): &&(_, ValueSpec)| matches!(source.kind, ValueKind::Found { .. });
    let by_name = endpoint.parameters.iter().filter(found).find(|(name, _)| {
        let mut parameters = operation.parameters().into_iter();
        parameters.any(|parameter| parameter.in_path && parameter.name == name.value && parameter.value.is("string"))
    });
    if let Some((name, _)) = by_name.filter(|_| endpoint.optional.is_none() && endpoint.missing.is_none()) {
        let message = format!("`{}` comes from an earlier response and may no longer exist", name.value);
        let help = "add `optional: true` if that is not an error, or describe the error with `missing`";
        context.refuse(Code::AbsentSource, name.span, message, "may be gone", help);
    }
}

/// Rules for a route as a whole.
pub(super) fn check_route(context: &mut Context<'_>, route: &RestRoute) {
    check_kind(context, route);
    check_null(context, route);
    check_names(context, route);
    context.problems.extend(method::check(context.card, route));
}

/// REST returns pull requests as issues. A card about issues must exclude them.
fn check_kind(context: &mut Context<'_>, route: &RestRoute) {
    let about = context.subjects.first().map(|subject| subject.subject.node.value.as_str());
    let both = &context.schema.facts.pull_requests;
    let through = |endpoint: &&Endpoint| both.operations.contains(&endpoint.operation());
    let Some(endpoint) = route.endpoints.iter().find(through).filter(|_| about != Some("PullRequest")) else { return };
    if !context.asked.contains(&both.member) {
        let message = format!("`{}` also returns pull requests", endpoint.path.value);
        let help = format!("guard `{}` with `is: absent`, or `keep` only such elements", both.member);
        let label = format!("nothing checks `{}`", both.member);
        context.refuse(Code::Condition, endpoint.path.span, message, &label, help);
    }
}

/// A literal null is correct only if nothing else is possible: with an unsupported input, or behind a guard.
fn check_null(context: &mut Context<'_>, route: &RestRoute) {
    let guards = route.endpoints.iter().flat_map(|endpoint| &endpoint.guards);
    let guarded = guards.into_iter().any(|guard| guard.otherwise.value == "ADAPTER_UNSUPPORTED");
    let always_null = |(_, entry): &&(_, OutputSpec)| matches!(&entry.kind, OutputKind::Literal(node) if matches!(node.value, Value::Null));
    let Some((name, entry)) = route.output.iter().find(always_null) else { return };
    if !guarded && route.unsupported.is_empty() {
        let message = format!("`{}` is always null on this route", name.value);
        let help = "add a guard with `otherwise: ADAPTER_UNSUPPORTED` for the cases that have a value, or take it from a response";
        context.refuse(Code::NullableOutput, entry.span, message, "never a value", help);
    }
}

/// Names in a body that GitHub does not check.
fn check_names(context: &mut Context<'_>, route: &RestRoute) {
    for endpoint in &route.endpoints {
        let Some(unchecked) = context.schema.facts.unchecked_names.get(&endpoint.operation()) else { continue };
        for (name, source) in &endpoint.body {
            let Some(lookup) = unchecked.get(&name.value) else { continue };
            let ValueKind::Input { input, .. } = &source.kind else { continue };
            let asked = |earlier: &Endpoint| {
                earlier.operation() == *lookup && earlier.each.as_ref().is_some_and(|each| each.value == input.value)
            };
            if !route.endpoints.iter().any(asked) {
                let message = format!("GitHub does not report NOT_FOUND for an unknown name in `{}`", name.value);
                let help = format!("look each up first: `{lookup}` with `each: {}`", input.value);
                context.refuse(Code::RestRoute, name.span, message, "not looked up", help);
            }
        }
    }
}
