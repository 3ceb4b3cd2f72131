//! A capability in a few lines: little enough to read, or to spend tokens on, before every use.

mod example;
mod types;

use std::fmt;

use ghx::card::{Card, Effect, Property, RouteKind, SubjectSpec};
use serde::Serialize;

/// What there is to know before a capability is run.
#[derive(Debug, Serialize)]
pub(crate) struct Explained {
    capability_id: &'static str,
    purpose: &'static str,
    effect: &'static str,
    required_inputs: Vec<&'static str>,
    /// What may stand for a required input instead.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    alternatives: Vec<Alternative>,
    optional_inputs: Vec<&'static str>,
    preferred_route: &'static str,
    fallback_routes: Vec<&'static str>,
    output_fields: Vec<&'static str>,
    example: String,
    #[serde(skip)]
    card: &'static Card,
}

/// An input, and the inputs that say the same.
#[derive(Debug, Serialize)]
struct Alternative {
    input: &'static str,
    /// `issueId`, `owner + name + issueNumber`.
    or: Vec<String>,
}

impl Explained {
    pub(crate) fn new(card: &'static Card) -> Self {
        let own = |is_required: bool| card.inputs.iter().filter(move |input| input.required == is_required);
        let names = |property: &Property| property.name;
        let subjects: Vec<Alternative> = card.subjects.iter().filter_map(|spec| subject(spec)).collect();
        Self {
            capability_id: card.id,
            purpose: summary(card),
            effect: effect(card),
            required_inputs: subjects.iter().map(|subject| subject.input).chain(own(true).map(names)).collect(),
            optional_inputs: own(false).map(names).collect(),
            alternatives: subjects,
            preferred_route: card.preferred.as_str(),
            fallback_routes: card.fallbacks.iter().map(|route| route.as_str()).collect(),
            output_fields: card.outputs.iter().map(names).collect(),
            example: example::of(card),
            card,
        }
    }
}

/// The first sentence of the description.
pub(crate) fn summary(card: &Card) -> &'static str {
    let text = card.description;
    text.find(". ").map_or(text, |end| &text[..=end])
}

pub(crate) fn effect(card: &Card) -> &'static str {
    match card.effect {
        Effect::Read => "read",
        _ => "write",
    }
}

/// The shortest way to name a subject, and the others.
fn subject(spec: &SubjectSpec) -> Option<Alternative> {
    let numbered: Vec<&str> = spec.numbered().collect();
    let single = spec.text.into_iter().chain(spec.id).map(|name| vec![name]);
    let mut forms = single.chain([numbered]).filter(|form| !form.is_empty());
    let input = *forms.next()?.first()?;
    Some(Alternative { input, or: forms.map(|form| form.join(" + ")).collect() })
}

impl fmt::Display for Explained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let card = self.card;
        writeln!(f, "{} ({}): {}", self.capability_id, self.effect, self.purpose)?;
        writeln!(f, "required: {}", listed(self.subjects().chain(inputs(card, true))))?;
        writeln!(f, "optional: {}", listed(inputs(card, false)))?;
        if !card.at_least_one.is_empty() {
            writeln!(f, "at least one of: {}", card.at_least_one.join(", "))?;
        }
        writeln!(f, "routes: {}", listed(card.routes().map(RouteKind::as_str).map(str::to_owned)))?;
        writeln!(f, "returns: {}", types::members(card.outputs))?;
        writeln!(f, "example: {}", self.example)
    }
}

impl Explained {
    fn subjects(&self) -> impl Iterator<Item = String> {
        self.alternatives.iter().map(|subject| match subject.or.as_slice() {
            [] => subject.input.to_owned(),
            or => format!("{} (or {})", subject.input, or.join(", or ")),
        })
    }
}

fn inputs(card: &Card, is_required: bool) -> impl Iterator<Item = String> {
    card.inputs.iter().filter(move |input| input.required == is_required).map(types::input)
}

fn listed(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() { "none".to_owned() } else { items.join(", ") }
}
