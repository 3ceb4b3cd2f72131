//! `ghx::node`: a marker per kind of node, so that ids are typed.

use super::source::SourceText;
use crate::{model::Model, names};
use std::collections::BTreeSet;

/// Two tables: the kinds with the interfaces that they implement, and the interfaces.
pub(super) fn write(model: &Model, source: &mut SourceText) {
    let interfaces: BTreeSet<&String> = model.kinds.values().flatten().collect();
    let kinds: BTreeSet<&String> = model.kinds.keys().chain(interfaces.iter().copied()).collect();
    let (interfaces, kinds): (Vec<_>, Vec<_>) = kinds.into_iter().partition(|name| interfaces.contains(name));
    table(model, "Nodes of the kind", &kinds, source);
    table(model, "Nodes that implement", &interfaces, source);
}

fn table(model: &Model, what: &str, kinds: &[&String], source: &mut SourceText) {
    let rows = kinds.iter().map(|name| {
        let fits = model.kinds.get(*name).into_iter().flatten().filter(|interface| interface != name);
        let fits: Vec<String> = fits.map(|interface| names::escape(interface)).collect();
        let fits = if fits.is_empty() { String::new() } else { format!(": {}", fits.join(" ")) };
        format!("    {}{fits};", names::escape(name))
    });
    let head = format!("::ghx::__codegen::kinds! {{ {what:?}:");
    source.raw(std::iter::once(head).chain(rows).chain(["}".to_owned()]));
}
