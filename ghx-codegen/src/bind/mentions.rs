//! The inputs and lookups that a route names, even if it does not bind: a problem in one rule must not make them look unused.

use super::Binder;
use crate::{
    card::{Card, CardLookup, GraphqlRoute, Located, OutputSpec},
    suggest,
};
use std::collections::BTreeSet;

/// The inputs that a route uses, or would use if a name were not misspelt; `None` if a document that cannot be read may use any.
pub(super) fn inputs(binder: &Binder<'_>, card: &Card, route: &GraphqlRoute) -> Option<BTreeSet<String>> {
    let stated = route.variables.iter().map(|(_, value)| value).chain(route.inject.iter().map(|inject| &inject.value));
    let vars = route.lookups.iter().flat_map(|lookup| lookup.vars.iter().map(|(_, value)| value));
    let each = route.lookups.iter().filter_map(|lookup| lookup.each.as_ref());
    let mut names: BTreeSet<String> = each.map(|name| name.value.clone()).collect();
    stated.chain(vars).for_each(|value| value.walk(&mut |value| names.extend(value.names_inputs())));
    route.output.iter().for_each(|(_, entry)| kept(entry, &mut names));
    let misspelt = names.iter().filter(|name| card.input(name).is_none());
    let meant: Vec<&str> = misspelt.filter_map(|name| suggest::nearest(name, card.input.names())).collect();
    names.extend(meant.into_iter().map(str::to_owned));
    names.extend(by_name(binder, route)?);
    Some(names)
}

fn kept(entry: &OutputSpec, names: &mut BTreeSet<String>) {
    let Some(path) = entry.path() else { return };
    names.extend(path.keep.iter().filter_map(|keep| Some(keep.when.as_ref()?.0.value.clone())));
    path.fields.iter().flatten().for_each(|(_, field)| kept(field, names));
}

/// Variables without a source of their own are filled with the input of the same name.
fn by_name(binder: &Binder<'_>, route: &GraphqlRoute) -> Option<Vec<String>> {
    let mut names = Vec::new();
    for operation in std::iter::once(&route.operation).chain(route.variants.iter().map(|v| &v.operation)) {
        let stated = |name: &str| {
            route.inject.iter().any(|i| i.target.value == name) || route.variables.iter().any(|(n, _)| n.value == name)
        };
        let variables = &binder.operations.get(&operation.name.value)?.variables;
        names.extend(variables.iter().map(|v| v.name.clone()).filter(|name| !stated(name)));
    }
    for lookup in &route.lookups {
        let variables = &binder.operations.get(&lookup.operation.name.value)?.variables;
        let stated = |name: &str| lookup.vars.iter().any(|(n, _)| n.value == name);
        names.extend(variables.iter().map(|v| v.name.clone()).filter(|name| !stated(name)));
    }
    Some(names)
}

/// Does an inject name this lookup or mean it, or is the reason why none can already reported?
pub(super) fn lookup(route: &GraphqlRoute, index: usize) -> bool {
    let ids = || route.lookups.iter().filter_map(|l: &CardLookup| l.id.as_ref()).map(|id| id.value.as_str());
    let Some(id) = route.lookups[index].id.as_ref().map(|id| id.value.as_str()) else { return route.lookups.len() > 1 };
    let doubled = ids().filter(|other| *other == id).count() > 1;
    let meant = |name: Option<&Located<String>>| {
        name.is_none_or(|name| {
            let known = ids().any(|other| other == name.value);
            name.value == id || (!known && suggest::nearest(&name.value, ids()) == Some(id))
        })
    };
    let stated = route.variables.iter().map(|(_, value)| value).chain(route.inject.iter().map(|inject| &inject.value));
    let vars = route.lookups.iter().flat_map(|lookup| lookup.vars.iter().map(|(_, value)| value));
    let mut taken = doubled;
    stated.chain(vars).for_each(|value| value.walk(&mut |value| taken |= value.names_lookup().is_some_and(meant)));
    taken
}
