//! A lookup of a subject: one operation per form, all with the same kind of result.

use super::{Asking, problems};
use crate::{
    card::{FormLookup, Located, Question},
    model::{Ask, BoundQuestion, Form, KeyType},
    operation::GraphqlType,
    source::Span,
};

/// What a lookup returns.
#[derive(PartialEq)]
pub(super) struct Answer {
    pub(super) ty: GraphqlType,
    pub(super) kind: Option<String>,
    pub(super) or_kind: Option<String>,
    pub(super) key: Option<KeyType>,
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}`", self.ty)?;
        if let Some(kind) = &self.kind {
            write!(f, ", the id of a `{kind}`")?;
        }
        match self.key {
            Some(KeyType::Text) => f.write_str(", found by text"),
            Some(KeyType::Number) => f.write_str(", found by number"),
            None => Ok(()),
        }
    }
}

impl Asking<'_, '_> {
    /// The lookups that have no problems.
    pub(super) fn questions(&mut self) -> Vec<BoundQuestion> {
        let subject = self.subject;
        let mut questions = Vec::new();
        for question in &subject.questions {
            let Some((bound, selected)) = self.question(question) else { continue };
            // `find.id` must return an id of the subject's kind of node.
            if bound.name == "id" && bound.kind.as_ref() != Some(&subject.node.value) {
                self.binder.problems.push(problems::id_of_other_kind(subject, question, &bound, selected));
            }
            questions.push(bound);
        }
        questions
    }

    fn question(&mut self, question: &Question) -> Option<(BoundQuestion, Span)> {
        self.check_forms(question);
        let mut forms = Vec::new();
        let mut found: Option<(Answer, Span)> = None;
        for (name, lookup) in &question.forms {
            let Some(form) = self.forms.iter().copied().find(|f| f.as_str() == name.value) else {
                continue;
            };
            match lookup {
                FormLookup::Given => {
                    self.check_given(question, name, form);
                    forms.push((form, Ask::Given));
                }
                FormLookup::Broken => return None,
                FormLookup::Lookup(lookup) => {
                    let (ask, answer, selected) = self.lookup(lookup, form)?;
                    if let Some((first, _)) = found.as_ref().filter(|(first, _)| *first != answer) {
                        let problem = problems::different_answers(question, lookup, (first, &answer), selected);
                        self.binder.problems.push(problem);
                    }
                    found.get_or_insert((answer, selected));
                    forms.push((form, ask));
                }
            }
        }
        let (answer, selected) = found?;
        Some((bound(question, answer, forms), selected))
    }

    fn check_forms(&mut self, question: &Question) {
        for form in self.forms.iter().filter(|f| !question.forms.iter().any(|(name, _)| name.value == f.as_str())) {
            self.binder.problems.push(problems::form_missing(self.subject, question, *form));
        }
        for (name, _) in question.forms.iter().filter(|(name, _)| !self.forms.iter().any(|f| f.as_str() == name.value))
        {
            self.binder.problems.push(problems::unknown_form(self.subject, name, self.forms));
        }
    }

    fn check_given(&mut self, question: &Question, name: &Located<String>, form: Form) {
        if form != Form::Id || question.name.value != "id" {
            self.binder.problems.push(problems::given_elsewhere(name));
        }
    }
}

fn bound(question: &Question, answer: Answer, forms: Vec<(Form, Ask)>) -> BoundQuestion {
    BoundQuestion {
        name: question.name.value.clone(),
        describe: question.describe.as_ref().map_or_else(|| question.name.value.clone(), |d| d.value.clone()),
        missing: question.missing.as_ref().map(|m| m.value.clone()),
        key: answer.key,
        answer: answer.ty,
        kind: answer.kind,
        or_kind: answer.or_kind,
        forms,
    }
}
