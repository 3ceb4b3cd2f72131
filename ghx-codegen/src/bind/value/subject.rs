//! The id of a subject, and the lookups that start from the subject.

use super::{Filling, Given, Target, input, problems};
use crate::{
    bind::kinds,
    card::{Located, Property, Type, ValueSpec},
    model::{BoundQuestion, BoundSubject, KeyType, Source},
    operation::OperationVariable,
};

impl<'a> Filling<'a, '_> {
    pub(super) fn subject_id(
        &mut self,
        target: &Target<'_>,
        variable: &OperationVariable,
        value: &ValueSpec,
        name: Option<&Located<String>>,
    ) -> Option<Source> {
        let subjects = &self.scope.subjects;
        let at = name.map_or(value.span, |name| name.span);
        let is_subject = |name: &str| subjects.iter().any(|subject| subject.subject.name.value == name);
        let word = name.filter(|name| !is_subject(&name.value));
        if let Some(input) = word.and_then(|word| self.scope.main?.subject.inputs.part(&word.value)) {
            let input = Located::new(input.value.clone(), at);
            let bound = self.word(target, &input);
            if bound.is_none() {
                self.report(problems::unknown_input(&input, &self.inputs()));
            }
            return bound.flatten();
        }
        let index = match name {
            None => (!subjects.is_empty()).then_some(0),
            Some(name) if name.value == "id" && !is_subject("id") => (!subjects.is_empty()).then_some(0),
            Some(name) => subjects.iter().position(|subject| subject.subject.name.value == name.value),
        };
        let Some(index) = index else {
            self.report(
                name.map_or_else(|| problems::no_subject(at), |name| problems::unknown_subject(name, subjects)),
            );
            return None;
        };
        let subject = subjects[index];
        let question = subject.questions.iter().find(|question| question.name == "id")?;
        self.check_shape(variable, &question.answer, false, at)?;
        kinds::check(self.binder, &self.operation.name, variable, &subject.subject.node.value, at);
        Some(Source::SubjectId(index))
    }

    pub(super) fn find(
        &mut self,
        target: &Target<'_>,
        variable: &OperationVariable,
        find: &Located<String>,
        from_input: Option<&Located<String>>,
    ) -> Option<Source> {
        let Some(main) = self.scope.main else {
            self.report(problems::no_subject(find.span));
            return None;
        };
        let question = self.question(main, find)?;
        let searched = match from_input {
            None => None,
            Some(name) => {
                let property = input::property(self, name)?;
                let many = self.searched_by(question, &property, name)?;
                input::presence(self, target, &property, name, false);
                Some((property, many))
            }
        };
        if question.key.is_some() != searched.is_some() {
            // Any input may be the one that is meant, so none is reported as unused.
            self.used.inputs.extend(self.scope.card.input.names().map(str::to_owned));
            self.report(problems::from_input_and_key(main, question, find, from_input));
            return None;
        }
        let many = searched.as_ref().is_some_and(|(_, many)| *many);
        self.check_shape(variable, &question.answer, many, find.span)?;
        for kind in question.kind.iter().chain(&question.or_kind) {
            kinds::check(self.binder, &self.operation.name, variable, kind, find.span);
        }
        if question.name == "id" {
            return Some(Source::SubjectId(0));
        }
        Some(Source::Find { question: find.value.clone(), from_input: searched })
    }

    fn question(&mut self, main: &'a BoundSubject, find: &Located<String>) -> Option<&'a BoundQuestion> {
        let question = main.questions.iter().find(|q| q.name == find.value);
        if question.is_none() {
            if main.subject.questions.iter().any(|q| q.name.value == find.value) {
                // Its own problems are reported at the subject.
                self.binder.usage.incomplete(&self.operation.name);
            } else {
                self.report(problems::unknown_question(main, find));
            }
        }
        question
    }

    /// Is the searched input one value or many? `None` (and a problem) if it is of the wrong type.
    fn searched_by(&mut self, question: &BoundQuestion, property: &Property, name: &Located<String>) -> Option<bool> {
        let (ty, many) = match &property.schema.ty {
            Type::Array { items, .. } if !items.nullable => (&items.ty, true),
            other => (other, false),
        };
        let fits = match question.key {
            Some(KeyType::Text) => matches!(ty, Type::String { node: None, .. } | Type::Enum(_)),
            Some(KeyType::Number) => matches!(ty, Type::Integer { .. }),
            None => true,
        };
        if !fits {
            self.report(problems::searched_by_wrong_type(question, property, name));
        }
        fits.then_some(many)
    }
}
