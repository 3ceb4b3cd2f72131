//! A capability in a few lines: short enough to read, or to spend tokens on, before every use.

mod example;
mod types;

use std::collections::BTreeMap;
use std::fmt;

use ghx::card::{Card, Effect, Property, RouteKind, SubjectSpec};
use serde::Serialize;

/// What to know before a capability is run.
#[derive(Debug, Serialize)]
pub(super) struct Explanation {
    capability_id: &'static str,
    purpose: &'static str,
    effect: &'static str,
    required_inputs: Vec<&'static str>,
    /// Other inputs that can be given instead of a required one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    alternatives: Vec<Alternative>,
    optional_inputs: Vec<&'static str>,
    /// What the inputs mean.
    inputs: BTreeMap<&'static str, String>,
    preferred_route: &'static str,
    fallback_routes: Vec<&'static str>,
    output_fields: Vec<&'static str>,
    example: String,
    #[serde(skip)]
    card: &'static Card,
}

/// An input, and the inputs that can be given instead.
#[derive(Debug, Serialize)]
struct Alternative {
    input: &'static str,
    /// `issueId`, `owner + name + issueNumber`.
    or: Vec<String>,
    /// `OWNER/NAME#N or URL`.
    #[serde(skip)]
    format: &'static str,
}

impl Explanation {
    pub(super) fn new(card: &'static Card) -> Self {
        let own = |is_required: bool| card.inputs.iter().filter(move |input| input.required == is_required);
        let names = |property: &Property| property.name;
        let subjects: Vec<Alternative> = card.subjects.iter().filter_map(|spec| subject(spec)).collect();
        let formats = subjects.iter().map(|subject| (subject.input, subject.format.to_owned()));
        let meanings = card.inputs.iter().map(|input| (input.name, input.description.to_owned()));
        Self {
            capability_id: card.id,
            purpose: summary(card),
            effect: effect(card),
            required_inputs: subjects.iter().map(|subject| subject.input).chain(own(true).map(names)).collect(),
            optional_inputs: own(false).map(names).collect(),
            inputs: formats.chain(meanings).collect(),
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
pub(super) fn summary(card: &Card) -> &'static str {
    let text = card.description;
    text.find(". ").map_or(text, |end| &text[..=end])
}

pub(super) fn effect(card: &Card) -> &'static str {
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
    let format = match (spec.text, spec.number) {
        (Some(_), Some(_)) => "OWNER/NAME#N or URL",
        (Some(_), None) => "OWNER/NAME or URL",
        (None, _) => spec.description,
    };
    Some(Alternative { input, or: forms.map(|form| form.join(" + ")).collect(), format })
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let card = self.card;
        writeln!(f, "{} ({}): {}", self.capability_id, self.effect, self.purpose)?;
        list(f, "required", self.subjects().chain(inputs(card, true)))?;
        list(f, "optional", inputs(card, false))?;
        if !card.at_least_one.is_empty() {
            writeln!(f, "at least one of: {}", card.at_least_one.join(", "))?;
        }
        let routes: Vec<&str> = card.routes().map(RouteKind::as_str).collect();
        writeln!(f, "routes: {}", routes.join(", "))?;
        writeln!(f, "returns: {}", types::members(card.outputs))?;
        writeln!(f, "example: {}", self.example)
    }
}

impl Explanation {
    fn subjects(&self) -> impl Iterator<Item = String> {
        self.alternatives.iter().map(|Alternative { input, or, format }| match or.as_slice() {
            [] => format!("{input}: {format}"),
            or => format!("{input}: {format} (or {})", or.join(", or ")),
        })
    }
}

fn inputs(card: &Card, is_required: bool) -> impl Iterator<Item = String> {
    let inputs = card.inputs.iter().filter(move |input| input.required == is_required);
    inputs.map(|input| format!("{} - {}", types::input(input), input.description))
}

/// A heading with one line per input.
fn list(f: &mut fmt::Formatter<'_>, heading: &str, inputs: impl Iterator<Item = String>) -> fmt::Result {
    let inputs: Vec<String> = inputs.collect();
    if inputs.is_empty() {
        return writeln!(f, "{heading}: none");
    }
    writeln!(f, "{heading}:")?;
    inputs.iter().try_for_each(|input| writeln!(f, "  {input}"))
}
