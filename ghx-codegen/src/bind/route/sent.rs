//! What the values that REST and `gh` send are made from.

use super::{Context, address, lookup};
use crate::{
    bind::{
        path::Found,
        shape::Shape,
        value::{self, Accepts, Given, Target, fit, problems},
    },
    card::{Located, Match, Property, Route, Schema as JsonSchema, Type, ValueKind, ValueSpec},
    model::{Source, SubjectValue},
    problem::{Code, Problem},
    yaml::Node,
};

/// Binds one value.
pub(super) fn bind(context: &mut Context<'_>, target: &Target<'_>, value: &ValueSpec) -> Option<Source> {
    let sent = match (&value.kind, context.found_element.clone()) {
        (ValueKind::Element(path), Some(element)) => found_element(context, target, &element, path),
        _ => value::bind(context, target, value),
    };
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
        if is_word {
            return Some(repository(self, name));
        }
        let second = address::numbered(self, &name.value)?;
        Some(address::of(self, target, name, (&second, SubjectValue::Number)))
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
            ValueKind::Lookup { path, lookup } if self.route == Route::Rest => {
                lookup::bind(self, target, path, lookup.as_ref())
            }
            ValueKind::Subject(Some(name)) => address::bind(self, target, name),
            ValueKind::Entries { list, key, value } => value::entries(self, target, list, key, value),
            ValueKind::Match(wanted) if wanted.call => matched(self, target, wanted),
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
    check_found(context, target, &found, path);
    Some(Source::Found { call: from.value.clone(), path: keys(&found) })
}

/// A value in a response fits the place that it goes to.
fn check_found(context: &mut Context<'_>, target: &Target<'_>, found: &Found<'_>, path: &Located<String>) {
    if target.required && found.nullable {
        let message = format!("`{}` may be null, but {} needs a value", path.value, target.what);
        context.refuse(Code::AbsentSource, path.span, message, "may be null", "use a field that is never null");
    }
    check_type(context, path, found, &target.accepts, &target.what);
}

fn keys(found: &Found<'_>) -> Vec<String> {
    found.path.plain_keys()
}

/// What is found is a scalar that fits there.
fn check_type(context: &mut Context<'_>, path: &Located<String>, found: &Found<'_>, accepts: &Accepts<'_>, what: &str) {
    let Shape::Json { described, .. } = &found.shape else { return };
    let types = described.types();
    let same = types.iter().all(|ty| accepts.can_be(ty)) && !types.is_empty();
    if !same || types.contains("object") || types.contains("array") {
        let message = format!("`{}` is {}, which does not fit {what}", path.value, described.describe());
        let label = format!("expected {}", accepts.describe());
        context.refuse(Code::TypeMismatch, path.span, message, &label, "use another field");
    }
}

/// A value in the element of the response that the call is made for.
fn found_element<'a>(
    context: &mut Context<'a>,
    target: &Target<'_>,
    element: &Shape<'a>,
    path: &Located<String>,
) -> Option<Source> {
    let found = context.read(|reading| reading.plain(element, path))?;
    check_found(context, target, &found, path);
    Some(Source::FoundElement(keys(&found)))
}

/// A name, or a list of names, matched against a list in the response of an earlier call.
fn matched(context: &mut Context<'_>, target: &Target<'_>, wanted: &Match) -> Option<Source> {
    let from = wanted.from.as_ref()?;
    let path = wanted.list.value.strip_suffix("[]").unwrap_or(&wanted.list.value);
    let path = Located::new(path.to_owned(), wanted.list.span);
    let (list, response) = context.read(|reading| {
        let response = reading.call(from)?;
        if path.value.is_empty() {
            return Some((Vec::new(), response));
        }
        reading.plain(&response, &path).map(|found| (keys(&found), found.shape))
    })?;
    let Some(element) = response.items() else {
        let help = "name a list in the response";
        context.refuse(Code::ListMismatch, wanted.list.span, "this is not a list", &response.describe(), help);
        return None;
    };
    let element = element.never_null();
    let (by, take) = context.read(|reading| {
        let (by, take) = (reading.plain(&element, &wanted.by), reading.plain(&element, &wanted.take));
        Some((by?, take?))
    })?;
    if !matches!(&by.shape, Shape::Json { described, .. } if described.is("string")) {
        let message = format!("`{}` is not a string", wanted.by.value);
        let help = "use a field that holds a name";
        context.refuse(Code::MatchField, wanted.by.span, message, &by.shape.describe(), help);
        return None;
    }
    let named = |input: &Located<String>| context.known_input(&input.value).map(|property| property.schema.ty);
    let input = if let ValueKind::Input { input, .. } = &wanted.name.kind { named(input) } else { None };
    let many = matches!(input, Some(Type::Array { .. }));
    let accepts = if many { target.accepts.item() } else { Some(target.accepts.clone()) };
    if let Some(accepts) = accepts {
        check_type(context, &wanted.take, &take, &accepts, &target.what);
    } else {
        let label = format!("expected {}", target.accepts.describe());
        let message = format!("a list is found, which does not fit {}", target.what);
        context.refuse(Code::ListMismatch, wanted.list.span, message, &label, "match one name");
    }
    let name = Box::new(value::bind(context, &value::text_target(target, many), &wanted.name)?);
    let what = wanted.by.value.split_once('.').map_or(from.value.as_str(), |(what, _)| what);
    let (what, call) = (what.to_owned(), from.value.clone());
    Some(Source::FoundMatch { name, what, call, list, by: keys(&by), take: keys(&take) })
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
