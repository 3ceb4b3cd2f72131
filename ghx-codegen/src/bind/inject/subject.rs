//! `source: subject` and `source: find`, the lookups of the subject.

use super::problems;
use crate::{
    bind::{kinds, variable::Filling},
    card::{Inject, Located, Property, Type},
    model::{BoundQuestion, BoundSubject, KeyType, Source},
};

impl<'a> Filling<'a, '_> {
    pub(super) fn subject_id(&mut self, inject: &Inject, name: Option<&Located<String>>) -> Option<Source> {
        let index = self.subject_index(inject, name)?;
        let subject = self.scope.subjects[index];
        let at = name.map_or(inject.target.span, |n| n.span);
        let question = subject.questions.iter().find(|q| q.name == "id")?;
        self.check_shape(&question.answer, false, at)?;
        kinds::check(self.binder, &self.operation.name, self.variable, &subject.subject.node.value, at);
        Some(Source::SubjectId(index))
    }

    fn subject_index(&mut self, inject: &Inject, name: Option<&Located<String>>) -> Option<usize> {
        let subjects = &self.scope.subjects;
        let Some(name) = name else {
            if subjects.is_empty() {
                self.fail(problems::no_subject(inject.target.span));
            }
            return (!subjects.is_empty()).then_some(0);
        };
        let found = subjects.iter().position(|s| s.subject.name.value == name.value);
        if found.is_none() {
            self.fail(problems::unknown_subject(name, subjects));
        }
        found
    }

    pub(super) fn find(&mut self, find: &Located<String>, from_input: Option<&Located<String>>) -> Option<Source> {
        let Some(main) = self.scope.main else {
            self.fail(problems::no_subject(find.span));
            return None;
        };
        let question = self.question(main, find)?;
        let searched = match from_input {
            None => None,
            Some(name) => {
                let property = self.property(name)?;
                let many = self.searched_by(question, property, name)?;
                self.check_presence(property, name.span, false);
                Some((property.clone(), many))
            }
        };
        if question.key.is_some() != searched.is_some() {
            // Any input may be the one that is meant, so none is reported as unused.
            self.used.inputs.extend(self.scope.card.input.names().map(str::to_owned));
            self.fail(problems::from_input_and_key(main, question, find, from_input));
            return None;
        }
        let many = searched.as_ref().is_some_and(|(_, many)| *many);
        self.check_shape(&question.answer, many, find.span)?;
        for kind in question.kind.iter().chain(&question.or_kind) {
            kinds::check(self.binder, &self.operation.name, self.variable, kind, find.span);
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
                self.fail(problems::unknown_question(main, find));
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
            self.fail(problems::searched_by_wrong_type(question, property, name));
        }
        fits.then_some(many)
    }
}
