//! Parts of the address of a subject: `{ subject: parent.number }`.

use super::Context;
use crate::{
    bind::value::{Target, fit, problems},
    card::{Endpoint, Located, Schema as JsonSchema, Type},
    model::{Segment, Source, SubjectValue},
    problem::Code,
    suggest,
};

const PARTS: &[(&str, SubjectValue)] = &[
    ("owner", SubjectValue::Owner),
    ("name", SubjectValue::Name),
    ("number", SubjectValue::Number),
    ("id", SubjectValue::Id),
];

/// `number` of the main subject, `parent.number` of another one; `parent` alone is its id.
pub(super) fn bind(context: &mut Context<'_>, target: &Target<'_>, name: &Located<String>) -> Option<Source> {
    let is_part = |word: &str| PARTS.iter().any(|(part, _)| *part == word);
    let (subject, part) = match name.value.split_once('.') {
        Some((subject, part)) => (Some(subject), part),
        None if is_part(&name.value) => (None, name.value.as_str()),
        None => (Some(name.value.as_str()), "id"),
    };
    let found = context.subjects.iter().find(|known| subject.is_none_or(|name| known.subject.name.value == name));
    let Some(found) = found.copied() else {
        let problem = problems::unknown_subject(&Located::new(subject?.to_owned(), name.span), context.subjects);
        context.problems.push(problem);
        return None;
    };
    let Some((_, value)) = PARTS.iter().find(|(known, _)| *known == part) else {
        let help = suggest::help(part, "part", PARTS.iter().map(|(part, _)| *part));
        context.refuse(Code::Subject, name.span, format!("a subject has no `{part}`"), "no such part", help);
        return None;
    };
    of(context, target, name, (&found.subject.name.value, *value))
}

/// The second subject, if this is the input for its number.
pub(super) fn numbered(context: &Context<'_>, input: &str) -> Option<String> {
    let second = &context.subjects.get(1)?.subject;
    let number = second.inputs.number.as_ref().filter(|number| number.value == input);
    number.map(|_| second.name.value.clone())
}

pub(super) fn of(
    context: &mut Context<'_>,
    target: &Target<'_>,
    name: &Located<String>,
    (subject, part): (&str, SubjectValue),
) -> Option<Source> {
    let found = context.subjects.iter().find(|known| known.subject.name.value == subject).copied()?;
    let inputs = &found.subject.inputs;
    context.used.extend(inputs.all().map(|input| input.value.clone()));
    if part == SubjectValue::Number && found.subject.within.is_some() && !context.in_path {
        let message = format!("the number of `{subject}` may belong to another repository");
        let help = "use it in a path, next to its own `owner` and `name`; or use its id";
        context.refuse(Code::Subject, name.span, message, "a number without its repository", help);
        return None;
    }
    let ty = match part {
        SubjectValue::Number => Type::Integer { minimum: None, maximum: None },
        _ => Type::String { min_length: None, max_length: None, format: None, node: None },
    };
    let schema = JsonSchema { ty, nullable: false, description: None, span: name.span };
    let mut problems = Vec::new();
    fit::check(&schema, &target.accepts, &format!("`{}`", name.value), &target.what, &mut problems);
    let fits = problems.is_empty();
    context.problems.extend(problems);
    fits.then(|| Source::Address { subject: subject.to_owned(), part })
}

/// Owner, name and number of one path belong to one subject.
pub(super) fn check_path(context: &mut Context<'_>, endpoint: &Endpoint, segments: &[Segment]) {
    let owners: Vec<String> = segments.iter().filter_map(|segment| subject_of(context, segment)).collect();
    if let Some(other) = owners.iter().find(|subject| **subject != owners[0]) {
        let message = format!("the path mixes the addresses of `{}` and `{other}`", owners[0]);
        let help = format!(
            "the two may be in different repositories: write `owner: {{ subject: {other}.owner }}` and \
             `repo: {{ subject: {other}.name }}`"
        );
        context.refuse(Code::Subject, endpoint.path.span, message, "two subjects", help);
    }
}

/// The subject whose address a part of a path belongs to.
fn subject_of(context: &Context<'_>, segment: &Segment) -> Option<String> {
    let Segment::Value(source) = segment else { return None };
    match source {
        Source::Address { subject, .. } => Some(subject.clone()),
        source => {
            let index = context.subject_of(source.plain_input()?)?;
            context.subjects.get(index).map(|subject| subject.subject.name.value.clone())
        }
    }
}
