//! What a capability looks up before it runs: for its descriptor and for its documentation.

use super::scope::{Holder, holder, noun, subjects};
use crate::model::{Ask, BoundCard, BoundGraphql, BoundQuestion, BoundSubject, Form, Model, Source};

/// One thing that is looked up.
pub(crate) struct Need {
    /// In words: ``the label of each name in `labels` ``.
    pub(crate) words: String,
    /// What is `NOT_FOUND` if it is not there.
    pub(crate) thing: String,
    /// The operations that may be sent.
    pub(crate) operations: Vec<String>,
}

/// Everything that a card may look up, in the order of its variables.
pub(crate) fn of(model: &Model, card: &BoundCard) -> Vec<Need> {
    let mut needs: Vec<Need> = Vec::new();
    for source in card.graphql.iter().flat_map(BoundGraphql::sources) {
        let need = need(model, card, source);
        needs.extend(need.filter(|need| !needs.iter().any(|known| known.words == need.words)));
    }
    needs
}

/// The operations of all lookups, each once.
pub(crate) fn operations(model: &Model, card: &BoundCard) -> Vec<String> {
    let mut operations: Vec<String> = Vec::new();
    for operation in of(model, card).into_iter().flat_map(|need| need.operations) {
        if !operations.contains(&operation) {
            operations.push(operation);
        }
    }
    operations
}

fn need(model: &Model, card: &BoundCard, source: &Source) -> Option<Need> {
    let subjects = subjects(model, card);
    match source {
        Source::SubjectId(index) => {
            let subject = subjects.get(*index)?;
            let question = question(subject, "id")?;
            let noun = noun(&subject.subject);
            Some(Need {
                words: format!("the {noun}, for its node id{}", unless_given(subject)),
                thing: format!("the {noun}"),
                operations: asked(question),
            })
        }
        Source::Find { question: name, from_input } => {
            let subject = subjects.first()?;
            let question = question(subject, name)?;
            let what = &question.describe;
            let (words, thing) = match from_input {
                Some((property, true)) => of_each(what, &property.name.value),
                Some((property, false)) => (format!("the {what} in `{}`", property.name.value), format!("the {what}")),
                None => (format!("the {what} of the {}", noun(&subject.subject)), format!("the {what}")),
            };
            Some(Need { words, thing, operations: asked(question) })
        }
        Source::Lookup { lookup, .. } | Source::MapArray { lookup, .. } | Source::Match { lookup, .. } => {
            let lookup = card.graphql.as_ref()?.lookups.get(*lookup)?;
            let each = match source {
                Source::MapArray { from_input, .. } => Some(&from_input.name.value),
                _ => lookup.each.as_ref(),
            };
            let (words, thing) = match each {
                Some(each) => of_each(&lookup.id, each),
                None => (format!("the {}", lookup.id), format!("the {}", lookup.id)),
            };
            Some(Need { words, thing, operations: vec![lookup.operation.clone()] })
        }
        _ => None,
    }
}

/// What is looked up for a list, and one of its things.
fn of_each(what: &str, input: &str) -> (String, String) {
    (format!("the {what} of each entry in `{input}`"), format!("a {what} in `{input}`"))
}

fn question<'a>(subject: &'a BoundSubject, name: &str) -> Option<&'a BoundQuestion> {
    subject.questions.iter().find(|question| question.name == name)
}

fn asked(question: &BoundQuestion) -> Vec<String> {
    let asks = question.forms.iter().filter_map(|(_, ask)| match ask {
        Ask::Lookup { operation, .. } => Some(operation.clone()),
        Ask::Given => None,
    });
    asks.collect()
}

fn unless_given(subject: &BoundSubject) -> &'static str {
    let by_id = subject.forms.contains(&Form::Id) && holder(subject).is_ok_and(|holder| holder != Holder::Repo);
    if by_id { " (nothing if it is given by node id)" } else { "" }
}
