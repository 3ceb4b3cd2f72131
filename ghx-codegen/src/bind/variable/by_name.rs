//! A variable without an entry: filled with the input, or the subject's value, of the same name.

use super::{Filling, problems};
use crate::{
    bind::{kinds, subject},
    model::Source,
    suggest,
};

impl Filling<'_, '_> {
    pub(super) fn by_name(&mut self) -> Option<Source> {
        let (scope, variable) = (self.scope, self.variable);
        if let Some(property) = scope.card.input(&variable.name) {
            self.used.inputs.insert(variable.name.clone());
            return self.input(property, property.name.span, None);
        }
        if let Some(value) = scope.subject_value(&variable.name) {
            if !subject::fits(value, &variable.ty) {
                self.fail(problems::subject_mismatch(scope, variable));
                return None;
            }
            if variable.ty.name() == "ID"
                && let Some(main) = scope.main
            {
                let kind = &main.subject.node.value;
                kinds::check(self.binder, &self.operation.name, variable, kind, variable.span);
            }
            return Some(Source::Subject(value));
        }
        if self.is_reported_elsewhere() {
            self.binder.usage.incomplete(&self.operation.name);
            return None;
        }
        self.fail(problems::without_source(scope, self.operation, variable));
        None
    }

    /// Does it have no source because a target or a form of the subject is misspelt? That is reported elsewhere.
    fn is_reported_elsewhere(&self) -> bool {
        let route = self.scope.route;
        let forms = self.scope.main.map(|main| main.forms.as_slice()).unwrap_or_default();
        let unknown_form = route.variants.iter().any(|v| !forms.iter().any(|form| form.as_str() == v.form.value));
        if unknown_form && self.scope.other_form_offers(&self.variable.name) {
            return true;
        }
        let known = || self.operation.variables.iter().map(|v| v.name.as_str());
        let targets =
            route.inject.iter().map(|i| &i.target.value).chain(route.variables.iter().map(|(name, _)| &name.value));
        let mut misspelt = targets.filter(|target| self.operation.variable(target).is_none());
        route.variants.is_empty()
            && misspelt.any(|target| suggest::nearest(target, known()) == Some(self.variable.name.as_str()))
    }
}
