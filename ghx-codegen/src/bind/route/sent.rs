//! What the values that REST and `gh` send are made from.

use super::{Context, address};
use crate::{
    bind::{
        shape::Shape,
        value::{self, Given, Target, fit, problems},
    },
    card::{Located, Property, Route, Schema as JsonSchema, ValueKind, ValueSpec},
    model::Source,
    problem::{Code, Problem},
    yaml::Node,
};

/// Binds one value.
pub(super) fn bind(context: &mut Context<'_>, target: &Target<'_>, value: &ValueSpec) -> Option<Source> {
    let sent = value::bind(context, target, value);
    // Which input was meant is unknown.
    context.incomplete |= sent.is_none();
    sent
}

impl Given for Context<'_> {
    fn input(&self, name: &str) -> Option<Property> {
        self.known_input(name)
    }

    fn names(&self, target: &str) -> bool {
        self.fills(target)
    }

    fn inputs(&self) -> Vec<String> {
        super::input_names(self.card, self.subjects)
    }

    fn uses(&mut self, name: &str) {
        if self.element.is_none() {
            self.used.insert(name.to_owned());
        }
    }

    fn report(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    fn errors(&self) -> usize {
        self.problems.errors()
    }

    fn word(&mut self, target: &Target<'_>, name: &Located<String>) -> Option<Option<Source>> {
        if let ("element", Some(element)) = (name.value.as_str(), self.element.clone()) {
            let mut found = Vec::new();
            fit::check(&element, &target.accepts, "the element", &target.what, &mut found);
            self.problems.extend(found.into_iter().map(|problem| problem.related(name.span, "sent here")));
            return Some(Some(Source::Element));
        }
        let is_word =
            name.value == "repository" && self.route == Route::Cli && self.known_input("repository").is_none();
        if is_word { Some(repository(self, name)) } else { address::of_input(self, target, name) }
    }

    /// Several values may be sent as the same value if a `keep` tells them apart, which is checked when the output is bound.
    fn alike(&mut self, input: &Located<String>, map: &[(Located<String>, Node)]) {
        for (index, (_, to)) in map.iter().enumerate() {
            let same = |(_, other): &&(Located<String>, Node)| other.to_json() == to.to_json();
            let alike: Vec<String> = map.iter().filter(same).map(|(from, _)| from.value.clone()).collect();
            let is_first = map.iter().position(|entry| same(&entry)) == Some(index);
            if is_first && alike.len() > 1 {
                self.alike.push((input.value.clone(), alike, to.span));
            }
        }
    }

    fn element(&mut self) -> &mut Option<JsonSchema> {
        &mut self.inner
    }

    fn id(&mut self, _: &Target<'_>, _: &Property) {}

    fn other(&mut self, target: &Target<'_>, value: &ValueSpec) -> Option<Source> {
        match &value.kind {
            ValueKind::Found { from, path } => found(self, target, from, path),
            ValueKind::Subject(Some(name)) => address::bind(self, target, name),
            _ => {
                self.problems.push(problems::not_here(value, &format!("the route `{}`", self.route.as_str())));
                None
            }
        }
    }
}

fn repository(context: &mut Context<'_>, name: &Located<String>) -> Option<Source> {
    let inputs = context.subjects.first().map(|subject| &subject.subject.inputs);
    let parts = inputs.into_iter().flat_map(|inputs| [&inputs.owner, &inputs.name]).flatten();
    let parts: Vec<String> = parts.map(|name| name.value.clone()).collect();
    if parts.len() < 2 {
        context.incomplete = true;
        let message = "`repository` is the subject's repository, and this card's subject has none";
        context.refuse(Code::Subject, name.span, message, "no repository", "give the card a subject");
        return None;
    }
    context.used.extend(parts);
    Some(Source::Repository)
}

fn found(
    context: &mut Context<'_>,
    target: &Target<'_>,
    from: &Located<String>,
    path: &Located<String>,
) -> Option<Source> {
    let found = context.read(|reading| {
        let response = reading.call(from)?;
        reading.plain(&response, path)
    })?;
    if target.required && found.nullable {
        let message = format!("`{}` may be null, but {} needs a value", path.value, target.what);
        context.refuse(Code::AbsentSource, path.span, message, "may be null", "use a field that is never null");
    }
    let Shape::Json { described, .. } = &found.shape else { return None };
    let types = described.types();
    let same = types.iter().all(|ty| target.accepts.can_be(ty)) && !types.is_empty();
    if !same || types.contains("object") || types.contains("array") {
        let message = format!("`{}` is {}, which does not fit {}", path.value, described.describe(), target.what);
        let label = format!("expected {}", target.accepts.describe());
        context.refuse(Code::TypeMismatch, path.span, message, &label, "use another field");
    }
    let path = found.path.plain_keys().into_iter().map(str::to_owned).collect();
    Some(Source::Found { call: from.value.clone(), path })
}

/// Remembers what a value that cannot be bound refers to.
pub(super) fn mention(context: &mut Context<'_>, value: &ValueSpec) {
    context.incomplete = true;
    value.walk(&mut |value| match &value.kind {
        ValueKind::Found { from, .. } => context.referred.extend([from.value.clone()]),
        ValueKind::Match(found) => context.referred.extend(found.from.iter().map(|from| from.value.clone())),
        _ => {}
    });
}
