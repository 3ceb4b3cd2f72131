//! Rule 7: a card's own lookups and their variables.

mod problems;

pub(super) use problems::{not_a_query, unknown_variable};

use super::{
    Binder, mentions,
    plan::{Scope, Used},
    value::Filling,
};
use crate::{
    card::{CardLookup, Schema as JsonSchema, Type},
    model::BoundLookup,
    operation::OperationKind,
};

/// Binds the lookups in order, so that each can use those before it.
pub(super) fn bind_all(binder: &mut Binder<'_>, scope: &mut Scope<'_>, used: &mut Used) {
    let lookups = &scope.route.lookups;
    for (index, lookup) in lookups.iter().enumerate() {
        check_id(binder, lookups, index, lookup);
    }
    for lookup in lookups {
        let bound = bind(binder, scope, lookup, used);
        scope.lookups.push(bound);
    }
}

fn check_id(binder: &mut Binder<'_>, all: &[CardLookup], index: usize, lookup: &CardLookup) {
    match &lookup.id {
        Some(id) => {
            let mut earlier = all[..index].iter().filter_map(|lookup| lookup.id.as_ref());
            if let Some(first) = earlier.find(|earlier| earlier.value == id.value) {
                binder.problems.push(problems::same_id(first, id));
            }
        }
        None if all.len() > 1 => binder.problems.push(problems::no_id(lookup)),
        None => {}
    }
}

fn bind(binder: &mut Binder<'_>, scope: &Scope<'_>, lookup: &CardLookup, used: &mut Used) -> Option<BoundLookup> {
    let operation = &binder.operation(&lookup.operation)?;
    if operation.kind != OperationKind::Query {
        binder.fail(&operation.name, not_a_query(&lookup.operation.name, operation));
        return None;
    }
    let before = binder.problems.errors();
    let element = element(binder, scope, lookup, used);
    for (name, _) in lookup.vars.iter().filter(|(name, _)| operation.variable(&name.value).is_none()) {
        binder.fail(&operation.name, unknown_variable(operation, name));
    }
    let each = lookup.each.as_ref().filter(|_| element.is_some());
    let mut filling =
        Filling { binder, scope, operation, used, lookup: Some(lookup), element, element_used: false, inner: None };
    let variables = filling.bind();
    let unused = each.filter(|_| !filling.element_used);
    if let Some(each) = unused {
        binder.fail(&operation.name, problems::element_not_used(each));
    }
    let variables = variables?;
    (binder.problems.errors() == before).then(|| BoundLookup {
        id: lookup.id.as_ref().map_or_else(|| operation.name.clone(), |id| id.value.clone()),
        operation: operation.name.clone(),
        each: lookup.each.as_ref().map(|e| e.value.clone()),
        variables,
    })
}

/// The element type of the array that a lookup fans out over.
fn element(binder: &mut Binder<'_>, scope: &Scope<'_>, lookup: &CardLookup, used: &mut Used) -> Option<JsonSchema> {
    let each = lookup.each.as_ref()?;
    let inputs = &scope.card.input;
    used.inputs.insert(each.value.clone());
    let items = match inputs.property(&each.value).map(|p| &p.schema.ty) {
        Some(Type::Array { items, .. })
            if matches!(items.ty, Type::String { .. } | Type::Integer { .. } | Type::Enum(_)) && !items.nullable =>
        {
            Some((**items).clone())
        }
        _ => None,
    };
    if items.is_none() {
        binder.fail(&lookup.operation.name.value, problems::each_is_not_an_array(each, inputs));
    }
    items
}

/// Every lookup is used by an inject.
pub(super) fn check_used(binder: &mut Binder<'_>, scope: &Scope<'_>, used: &Used) {
    for (index, lookup) in scope.route.lookups.iter().enumerate() {
        if used.lookups.contains(&index) {
            continue;
        }
        let name = &lookup.operation.name;
        if mentions::lookup(scope.route, index) {
            binder.usage.incomplete(&name.value);
        } else {
            binder.fail(&name.value, problems::unused(name));
        }
    }
}
