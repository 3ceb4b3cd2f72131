//! Subjects: their forms and their lookups.

mod lookup;
mod problems;
mod question;
mod values;

pub(super) use values::fits;

use super::Binder;
use crate::{
    card::Subject,
    model::{BoundSubject, Form},
    names,
    problem::Problem,
};

/// Binds the lookups of one subject.
struct Asking<'a, 'b> {
    binder: &'a mut Binder<'b>,
    subject: &'a Subject,
    forms: &'a [Form],
    /// The kind of node that a sibling is found from.
    anchor: &'a str,
}

pub(super) fn bind(binder: &mut Binder<'_>, subject: &Subject, all: &[Subject]) -> Option<BoundSubject> {
    if !check_head(binder, subject, all) {
        return None;
    }
    let forms = forms(subject);
    let main = all.iter().find(|other| subject.within.as_ref().is_some_and(|within| within.value == other.name.value));
    let anchor = main.unwrap_or(subject).node.value.as_str();
    let questions = Asking { binder, subject, forms: &forms, anchor }.questions();
    if !subject.questions.iter().any(|q| q.name.value == "id") {
        binder.problems.push(problems::no_id(subject));
    }
    Some(BoundSubject { subject: subject.clone(), forms, questions })
}

fn forms(subject: &Subject) -> Vec<Form> {
    let mut forms = vec![if subject.inputs.number.is_some() { Form::Numbered } else { Form::Named }];
    if subject.inputs.id.is_some() {
        forms.push(Form::Id);
    }
    if subject.within.is_some() {
        forms.push(Form::Sibling);
    }
    forms
}

fn check_head(binder: &mut Binder<'_>, subject: &Subject, all: &[Subject]) -> bool {
    let mut found: Vec<Problem> = Vec::new();
    let nodes: Vec<&str> = binder.schema.objects().filter(|(_, i)| i.contains("Node")).map(|(n, _)| n).collect();
    if !nodes.contains(&subject.node.value.as_str()) {
        found.push(problems::unknown_node(&subject.node, &nodes));
    }
    let misnamed = subject.inputs.all().filter(|name| !names::is_property_name(&name.value));
    found.extend(misnamed.map(problems::input_name));
    let is_spelled_out = subject.inputs.owner.is_some() && subject.inputs.name.is_some();
    if !is_spelled_out && subject.within.is_none() {
        found.push(problems::without_owner_and_name(subject));
    }
    if subject.inputs.number.is_some() != subject.url.is_some() {
        found.push(problems::number_and_url(subject));
    }
    if let Some(within) = &subject.within
        && !all.iter().any(|other| other.name.value == within.value && other.name.value != subject.name.value)
    {
        found.push(problems::within_unknown(within, all));
    }
    let fits = found.is_empty();
    binder.problems.extend(found);
    fits
}
