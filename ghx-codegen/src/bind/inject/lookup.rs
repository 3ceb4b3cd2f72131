//! `path:` into the response of one of the card's lookups.

use super::{anchored, problems};
use crate::{
    bind::{
        kinds,
        path::{self, Start},
        variable::Filling,
    },
    card::Located,
    model::Source,
    source::Span,
};

impl Filling<'_, '_> {
    pub(super) fn scalar(&mut self, text: &Located<String>, lookup: Option<&Located<String>>) -> Option<Source> {
        let index = self.which_lookup(lookup, text.span)?;
        let lookup = self.scope.lookups[index].as_ref()?;
        let source = self.binder.operations.get(&lookup.operation)?.clone();
        let resolved = path::resolve(self.binder, &Start::root(&source), text)?;
        if resolved.field.shape.is_some() {
            self.binder.fail(&source.name, problems::not_a_leaf(text, &resolved));
            return None;
        }
        self.binder.usage.mark(&source.name, resolved.field);
        let many = lookup.each.is_some();
        if many && (resolved.list || resolved.ty.is_list()) {
            self.binder.fail(&source.name, problems::list_per_element(text, &resolved));
            return None;
        }
        self.check_shape(&resolved.ty, many || resolved.list, text.span)?;
        if let Some(property) = lookup.each.as_ref().and_then(|name| self.scope.card.input(name)) {
            self.check_presence(property, text.span, false);
        }
        if let Some(kind) = resolved.kind() {
            kinds::check(self.binder, &self.operation.name, self.variable, &kind, text.span);
        }
        Some(Source::Lookup { lookup: index, kind: resolved.kind(), path: anchored(resolved.path) })
    }

    /// The lookup that an inject names; with one lookup the name may be left out.
    pub(super) fn which_lookup(&mut self, name: Option<&Located<String>>, at: Span) -> Option<usize> {
        let written = &self.scope.route.lookups;
        let index = match name {
            Some(name) => written.iter().position(|l| l.id.as_ref().is_some_and(|id| id.value == name.value)),
            None if written.len() == 1 => Some(0),
            None => None,
        };
        if name.is_none() && written.len() > 1 && written.iter().any(|lookup| lookup.id.is_none()) {
            // That lookups need names is already reported.
            self.binder.usage.incomplete(&self.operation.name);
            return None;
        }
        if index.is_none() {
            let known: Vec<&str> = written.iter().filter_map(|l| l.id.as_ref().map(|id| id.value.as_str())).collect();
            self.fail(problems::unknown_lookup(name, at, &known));
        }
        self.used.lookups.extend(index);
        index
    }
}
