//! The variables of an operation or of a card's lookup: every variable has exactly one source, and the source fits.

use super::{Accepts, Given, Target, fit, problems, translate};
use crate::{
    bind::{
        Binder, kinds,
        plan::{Scope, Used},
        subject as subjects, swapped,
    },
    card::{CardLookup, Located, Property, Schema as JsonSchema, Type, ValueKind, ValueSpec},
    model::{BoundVariable, Source, SubjectValue},
    operation::{Operation, OperationVariable},
    problem::{Code, Problem},
    source::Span,
    suggest,
};

/// Binds the variables of one operation.
pub(in crate::bind) struct Filling<'a, 'b> {
    pub(in crate::bind) binder: &'a mut Binder<'b>,
    pub(in crate::bind) scope: &'a Scope<'a>,
    pub(in crate::bind) operation: &'a Operation,
    pub(in crate::bind) used: &'a mut Used,
    /// The lookup whose operation it is.
    pub(in crate::bind) lookup: Option<&'a CardLookup>,
    /// The element type of the array that the lookup fans out over.
    pub(in crate::bind) element: Option<JsonSchema>,
    pub(in crate::bind) element_used: bool,
    /// The element of the list that a value is made for.
    pub(in crate::bind) inner: Option<JsonSchema>,
}

impl<'a> Filling<'a, '_> {
    /// The variables with their sources; `None` if one has problems.
    pub(in crate::bind) fn bind(&mut self) -> Option<Vec<BoundVariable>> {
        let operation = self.operation;
        let bound: Vec<_> = operation.variables.iter().map(|variable| self.variable(variable)).collect();
        bound.into_iter().collect()
    }

    fn variable(&mut self, variable: &'a OperationVariable) -> Option<BoundVariable> {
        fit::remember_enums(self.binder, variable.ty.name());
        let stated: Vec<(Span, &ValueSpec)> = self.stated(&variable.name);
        if let [(first, _), (second, _), ..] = stated.as_slice() {
            self.report(problems::filled_twice(variable, *first, *second));
            return None;
        }
        let target = Target {
            what: format!("`${}: {}`", variable.name, variable.ty),
            name: variable.name.clone(),
            accepts: Accepts::Graphql(self.binder.schema, variable.ty.clone()),
            required: variable.required(),
            variable: Some(variable),
        };
        let (at, source) = match stated.first() {
            Some((at, value)) => (*at, super::bind(self, &target, value)?),
            None => (variable.span, self.by_name(&target, variable)?),
        };
        let bound = BoundVariable { name: variable.name.clone(), ty: variable.ty.clone(), source };
        if self.lookup.is_none() {
            swapped::subject_id(self.binder, self.scope, &bound, at);
        }
        Some(bound)
    }

    /// What the card says about a variable.
    fn stated(&self, name: &str) -> Vec<(Span, &'a ValueSpec)> {
        let named = |(target, value): &(&'a Located<String>, &'a ValueSpec)| {
            (target.value == name).then_some((target.span, *value))
        };
        let route = self.scope.route;
        if let Some(lookup) = self.lookup {
            lookup.vars.iter().map(|(name, value)| (name, value)).filter_map(|e| named(&e)).collect()
        } else {
            let injects = route.inject.iter().map(|inject| (&inject.target, &inject.value));
            let variables = route.variables.iter().map(|(name, value)| (name, value));
            injects.chain(variables).filter_map(|entry| named(&entry)).collect()
        }
    }

    /// A variable without an entry: filled with the input, or the subject's value, of the same name.
    fn by_name(&mut self, target: &Target<'_>, variable: &OperationVariable) -> Option<Source> {
        let own = self.scope.card.input(&variable.name).map(|property| property.name.span);
        let each = self.lookup.and_then(|lookup| lookup.each.as_ref()).is_some_and(|each| each.value == variable.name);
        if own.is_some() || each || self.scope.subject_value(&variable.name).is_some() {
            let at = self.lookup.map_or(own.unwrap_or(variable.span), |lookup| lookup.operation.name.span);
            return super::bind(self, target, &ValueSpec::input(Located::new(variable.name.clone(), at)));
        }
        if self.is_reported_elsewhere(variable) {
            self.binder.usage.incomplete(&self.operation.name);
        } else {
            let at = self.lookup.map_or(self.scope.operation_span, |lookup| lookup.operation.name.span);
            self.report(problems::without_source(self.scope, self.operation, variable, self.lookup.is_some(), at));
        }
        None
    }

    /// Does it have no source because a target or a form of the subject is misspelt? That is reported elsewhere.
    fn is_reported_elsewhere(&self, variable: &OperationVariable) -> bool {
        let route = self.scope.route;
        if self.lookup.is_some() {
            return false;
        }
        let forms = self.scope.main.map(|main| main.forms.as_slice()).unwrap_or_default();
        let unknown_form = route.variants.iter().any(|v| !forms.iter().any(|form| form.as_str() == v.form.value));
        if unknown_form && self.scope.other_form_offers(&variable.name) {
            return true;
        }
        let known = || self.operation.variables.iter().map(|v| v.name.as_str());
        let targets =
            route.inject.iter().map(|i| &i.target.value).chain(route.variables.iter().map(|(name, _)| &name.value));
        let mut misspelt = targets.filter(|target| self.operation.variable(target).is_none());
        route.variants.is_empty()
            && misspelt.any(|target| suggest::nearest(target, known()) == Some(variable.name.as_str()))
    }

    /// A value of the main subject.
    fn subject_value(&mut self, target: &Target<'_>, value: SubjectValue, name: &Located<String>) -> Option<Source> {
        let variable = target.variable?;
        // Any value of the subject can be a part of a text.
        if target.accepts.is_graphql() && !subjects::fits(value, &variable.ty) {
            self.report(problems::subject_mismatch(self.scope, target, name));
            return None;
        }
        if let (Some(main), "ID", true) = (self.scope.main, variable.ty.name(), target.accepts.is_graphql()) {
            kinds::check(self.binder, &self.operation.name, variable, &main.subject.node.value, name.span);
        }
        Some(Source::Subject(value))
    }
}

impl Given for Filling<'_, '_> {
    fn input(&self, name: &str) -> Option<Property> {
        self.scope.card.input(name).cloned()
    }

    fn inputs(&self) -> Vec<String> {
        self.scope.card.input.names().map(str::to_owned).collect()
    }

    fn uses(&mut self, name: &str) {
        self.used.inputs.insert(name.to_owned());
    }

    fn report(&mut self, mut problem: Problem) {
        if self.lookup.is_some() {
            problem.code = Code::LookupVariable;
        }
        self.binder.fail(&self.operation.name, problem);
    }

    fn errors(&self) -> usize {
        self.binder.problems.errors()
    }

    fn word(&mut self, target: &Target<'_>, name: &Located<String>) -> Option<Option<Source>> {
        let each = self.lookup.and_then(|lookup| lookup.each.as_ref());
        if each.is_some_and(|each| each.value == name.value || name.value == "element") {
            self.element_used = true;
            return Some(self.element.clone().map(|element| {
                let mut found = Vec::new();
                fit::check(&element, &target.accepts, "the element", &target.what, &mut found);
                // The place is that of the lookup: the input itself may fit where else it is used.
                for problem in found {
                    self.report(Problem { at: name.span, ..target.declared(problem) });
                }
                Source::Element
            }));
        }
        if self.scope.card.input(&name.value).is_some() {
            return None;
        }
        let value = self.scope.subject_value(&name.value)?;
        Some(self.subject_value(target, value, name))
    }

    fn alike(&mut self, _: &Located<String>, map: &translate::Map) {
        for (index, (from, to)) in map.iter().enumerate() {
            let same = map[..index].iter().find(|(_, earlier)| earlier.to_json() == to.to_json());
            if let Some((earlier, _)) = same {
                self.report(problems::translated_alike(earlier, from));
            }
        }
    }

    fn element(&mut self) -> &mut Option<JsonSchema> {
        &mut self.inner
    }

    /// The card declares the kind of node of an id that the caller gives.
    fn id(&mut self, target: &Target<'_>, property: &Property) {
        let Some(variable) =
            target.variable.filter(|variable| variable.ty.name() == "ID" && target.accepts.is_graphql())
        else {
            return;
        };
        let ty = match &property.schema.ty {
            Type::Array { items, .. } => &items.ty,
            other => other,
        };
        let Type::String { node, .. } = ty else { return };
        let accepted = kinds::accepted(self.binder, variable);
        match node {
            Some(node) if self.binder.schema.is_composite(&node.value) => {
                kinds::check(self.binder, &self.operation.name, variable, &node.value, node.span);
                self.used.kinds.insert(property.name.value.clone(), node.value.clone());
            }
            Some(node) => self.report(problems::unknown_kind(node, accepted.as_ref())),
            // A string may also be a name. The card says whether it is an id, and of which kind.
            None => {
                let single = accepted.as_ref().and_then(|kinds| kinds::single(self.binder.schema, kinds));
                self.report(problems::kind_not_stated(self.scope, property, accepted.as_ref(), single.as_deref()));
            }
        }
    }

    fn other(&mut self, target: &Target<'_>, value: &ValueSpec) -> Option<Source> {
        let variable = target.variable?;
        if self.inner.is_some() || !target.accepts.is_graphql() {
            self.report(problems::not_here(value, "the elements of a list, or a text"));
            return None;
        }
        match &value.kind {
            ValueKind::Subject(name) if self.lookup.is_none() => {
                self.subject_id(target, variable, value, name.as_ref())
            }
            ValueKind::Find { find, from_input } => self.find(target, variable, find, from_input.as_ref()),
            ValueKind::Lookup { path, lookup } => self.scalar(target, variable, path, lookup.as_ref()),
            ValueKind::Match(found) if !found.call => self.matched(target, variable, found),
            ValueKind::Choose(choose) => self.choose(target, choose, value.span),
            _ => {
                self.report(problems::not_here(value, if self.lookup.is_some() { "a lookup" } else { "GraphQL" }));
                None
            }
        }
    }
}
