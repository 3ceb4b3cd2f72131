//! Values that only GraphQL finds, for the calls of REST.

use super::Context;
use crate::{
    bind::{
        Binder, lookup, path,
        shape::{Scalar, Shape},
        value::{self, Accepts, Given, Target, problems},
    },
    card::{Card, CardLookup, Located, ValueSpec},
    model::{BoundRestLookup, Source},
    operation::{Operation, OperationKind},
    problem::{Code, Problem},
};

/// The lookups that the calls can use: those of the route, and those of GraphQL.
pub(in crate::bind) fn all<'c>(binder: &mut Binder<'_>, card: &'c Card) -> Vec<(&'c CardLookup, Operation)> {
    let Some(rest) = &card.rest else { return Vec::new() };
    let mut all = Vec::new();
    for lookup in &rest.lookups {
        let Some(operation) = binder.operation(&lookup.operation) else { continue };
        if operation.kind != OperationKind::Query {
            binder.fail(&operation.name, lookup::not_a_query(&lookup.operation.name, &operation));
        }
        all.push((lookup, operation));
    }
    let graphql = card.graphql.iter().flat_map(|route| &route.lookups);
    all.extend(
        graphql.filter_map(|lookup| Some((lookup, binder.operations.get(&lookup.operation.name.value)?.clone()))),
    );
    all
}

/// `{ lookup: release, path: repository.release.databaseId }`.
pub(super) fn bind(
    context: &mut Context<'_>,
    target: &Target<'_>,
    path: &Located<String>,
    name: Option<&Located<String>>,
) -> Option<Source> {
    let lookups = context.lookups;
    let ids: Vec<&str> = lookups.iter().filter_map(|(lookup, _)| id(lookup)).collect();
    let index = lookups.iter().position(|(lookup, _)| name.is_some_and(|name| id(lookup) == Some(name.value.as_str())));
    let Some(index) = index else {
        context.report(problems::unknown_lookup(name, path.span, &ids));
        return None;
    };
    if context.asking.is_some_and(|asking| index >= asking) {
        context.report(problems::later_lookup(path.span));
        return None;
    }
    let (lookup, operation) = &lookups[index];
    let found = match path::plain(&Shape::response(context.schema, operation), path, Code::PathNotSelected) {
        Ok(found) => found,
        Err(problem) => {
            context.report(*problem);
            return None;
        }
    };
    let leaves = found.shape.field().into_iter().chain(found.also.iter().copied());
    context.leaves.extend(leaves.map(|field| (operation.name.clone(), field.id)));
    let ty = match found.shape.scalar() {
        Scalar::Integer => "integer",
        Scalar::Number => "number",
        Scalar::Boolean => "boolean",
        Scalar::Text | Scalar::Id => "string",
        Scalar::Other => "object",
    };
    if ty == "object" || found.shape.is_list() || !target.accepts.can_be(ty) {
        let message = format!("`{}` is {}, which does not fit {}", path.value, found.shape.describe(), target.what);
        let label = format!("expected {}", target.accepts.describe());
        context.refuse(Code::TypeMismatch, path.span, message, &label, "use another field");
    }
    // In a path, null means that it was not found.
    if found.nullable && target.required && !context.in_path {
        let message = format!("`{}` may be null, but {} needs a value", path.value, target.what);
        context.refuse(Code::AbsentSource, path.span, message, "may be null", "use a field that is never null");
    }
    ask(context, index, lookup, operation)?;
    let path = found.path.plain_keys();
    Some(Source::Found { call: id(lookup)?.to_owned(), path })
}

fn id(lookup: &CardLookup) -> Option<&str> {
    lookup.id.as_ref().map(|id| id.value.as_str())
}

/// Binds the variables of a lookup, once.
fn ask(context: &mut Context<'_>, index: usize, lookup: &CardLookup, operation: &Operation) -> Option<()> {
    if context.looked_up.contains_key(&index) {
        return Some(());
    }
    if let Some(each) = &lookup.each {
        let message = "a lookup with `each` is only for GraphQL";
        context.refuse(Code::UnknownKey, each.span, message, "not available here", "look up one value");
        return None;
    }
    let (outer, in_path) = (context.asking.replace(index), std::mem::take(&mut context.in_path));
    let mut variables = Vec::new();
    for variable in &operation.variables {
        let stated = lookup.vars.iter().find(|(name, _)| name.value == variable.name).map(|(_, value)| value.clone());
        let by_name = || ValueSpec::input(Located::new(variable.name.clone(), lookup.operation.name.span));
        let target = Target {
            what: format!("`${}: {}`", variable.name, variable.ty),
            name: variable.name.clone(),
            accepts: Accepts::Graphql(context.schema, variable.ty.clone()),
            required: variable.required(),
            variable: None,
        };
        let bound = value::bind(context, &target, &stated.unwrap_or_else(by_name));
        context.incomplete |= bound.is_none();
        variables.push(bound.map(|source| (variable.name.clone(), source)));
    }
    (context.asking, context.in_path) = (outer, in_path);
    let variables = variables.into_iter().collect::<Option<Vec<_>>>()?;
    let bound = BoundRestLookup { id: id(lookup)?.to_owned(), operation: operation.name.clone(), variables };
    context.looked_up.insert(index, bound);
    Some(())
}

/// Every lookup of the route is used.
pub(super) fn check_used(context: &mut Context<'_>) {
    let own = context.card.rest.as_ref().map_or(0, |rest| rest.lookups.len());
    for (index, (lookup, _)) in context.lookups.iter().enumerate().take(own) {
        if !context.looked_up.contains_key(&index) {
            let name = &lookup.operation.name;
            let problem = Problem::error(Code::UnusedLookup, name.span, "no call uses this lookup").label("unused");
            context.problems.push(problem.help("use it with `{ lookup: …, path: … }`, or drop it"));
        }
    }
}
