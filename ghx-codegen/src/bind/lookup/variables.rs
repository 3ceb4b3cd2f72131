//! What fills the variables of a card's lookup: an element, an input or a value of the subject.

use super::{LookupBinding, problems};
use crate::{
    bind::{fit, kinds, subject},
    card::{Property, Schema as JsonSchema},
    model::{BoundVariable, Source, SubjectValue},
    operation::OperationVariable,
    source::Span,
    yaml::Node,
};

impl LookupBinding<'_, '_> {
    pub(super) fn variable(&mut self, variable: &OperationVariable) -> Option<BoundVariable> {
        fit::remember_enums(self.binder, variable.ty.name());
        let mapped = self.lookup.vars.iter().find(|(name, _)| name.value == variable.name).map(|(_, input)| input);
        let name = mapped.map_or(variable.name.as_str(), |input| input.value.as_str());
        let at = mapped.map_or(self.lookup.operation.name.span, |input| input.span);
        let source = self.source(variable, name, at)?;
        Some(BoundVariable { name: variable.name.clone(), ty: variable.ty.clone(), source })
    }

    fn source(&mut self, variable: &OperationVariable, name: &str, at: Span) -> Option<Source> {
        if self.lookup.each.as_ref().is_some_and(|each| each.value == name) {
            self.element_used = true;
            let element = self.element.clone()?;
            self.check_fit(variable, &element, at)?;
            return Some(Source::Element);
        }
        if let Some(property) = self.scope.card.input(name) {
            self.used.inputs.insert(name.to_owned());
            self.check_fit(variable, &property.schema, at)?;
            self.check_presence(variable, property, at)?;
            return Some(Source::Input {
                property: property.clone(),
                map: None,
                default: property.default.as_ref().map(Node::to_json),
            });
        }
        if let Some(value) = self.scope.subject_value(name) {
            return self.subject_value(variable, value, name, at);
        }
        self.fail(problems::nothing_fills(variable, name, at, &self.scope.card.input));
        None
    }

    fn subject_value(
        &mut self,
        variable: &OperationVariable,
        value: SubjectValue,
        name: &str,
        at: Span,
    ) -> Option<Source> {
        if !subject::fits(value, &variable.ty) {
            self.fail(problems::subject_does_not_fit(variable, name, at));
            return None;
        }
        if let (Some(main), "ID") = (self.scope.main, variable.ty.name()) {
            kinds::check(self.binder, &self.operation.name, variable, &main.subject.node.value, at);
        }
        Some(Source::Subject(value))
    }

    fn check_fit(&mut self, variable: &OperationVariable, schema: &JsonSchema, at: Span) -> Option<()> {
        let mut mismatches = Vec::new();
        fit::check(self.binder.schema, schema, &variable.ty, "the input", &mut mismatches);
        if mismatches.is_empty() {
            return Some(());
        }
        self.fail(problems::wrong_type(variable, schema, at));
        None
    }

    fn check_presence(&mut self, variable: &OperationVariable, property: &Property, at: Span) -> Option<()> {
        if variable.required() && (property.may_be_unset() || property.schema.nullable) {
            self.fail(problems::may_be_missing(variable, property, at));
            return None;
        }
        Some(())
    }

    fn fail(&mut self, problem: crate::problem::Problem) {
        self.binder.fail(&self.operation.name, problem);
    }
}
