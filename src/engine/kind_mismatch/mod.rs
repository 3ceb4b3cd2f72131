//! What is not found may be there as another kind. Lookups and reads over GraphQL tell so themselves. REST, `gh` and
//! mutations that are given a node id only say "not found": of those it is asked once more, when they have failed.

use serde_json::{Map, Value, json};

use super::Run;
use super::resolve::{Query, run_queries};
use super::send::Sender;
use crate::capability::ErasedStep;
use crate::capability::data::Answer;
use crate::capability::named;
use crate::card::operation::{Operation, OperationKind, Part, Root, Variable};
use crate::card::route::{CliRoute, Field, Literal, Method, Path, Pick, RestCall, RestRoute, Segment, Source, Take};
use crate::card::{Card, Effect, RouteKind, SubjectSpec, Weight};
use crate::display::noun_of;
use crate::engine::routes::{RouteCall, run_route};
use crate::error::KindMismatch;
use crate::value::parse_numbered;
use crate::{Error, ErrorCode};

/// The kinds that share their numbers in a repository.
const NUMBERED: [&str; 2] = ["Issue", "PullRequest"];

/// A subject that may be of another kind.
struct Suspect {
    spec: &'static SubjectSpec,
    /// As the caller named it.
    name: String,
    place: Map<String, Value>,
}

impl Run<'_> {
    /// Says of what was not found which kind of thing it is, where it is there.
    pub(super) async fn explain_kind_mismatches(&mut self) {
        let missing: Vec<usize> = (0..self.nodes.len()).filter(|step| self.is_missing(*step)).collect();
        if missing.is_empty() || self.sender.is_cancelled() {
            return;
        }
        let bound: Vec<_> = missing.iter().filter_map(|step| Some((*step, self.bind(*step).ok()?))).collect();
        let by_graphql = |step: usize| self.traces[step].route == Some(RouteKind::Graphql);
        let steps = bound.iter().filter(|(step, _)| by_graphql(*step));
        let steps: Vec<(usize, &dyn ErasedStep)> = steps.map(|(step, bound)| (*step, bound.step())).collect();
        let mut named = over_graphql(self.sender, &steps).await;
        for (step, bound) in bound.iter().filter(|(step, _)| !by_graphql(*step)) {
            if let Some(route) = self.traces[*step].route {
                let found = over_route(self.sender, bound.step(), route).await;
                named.extend(found.map(|found| (*step, found)));
            }
        }
        for (step, (kind, name)) in named {
            if let Some(Some(Err(error))) = self.outcomes.get_mut(step) {
                *error = called(error.clone(), self.nodes[step].card, kind, &name);
            }
        }
    }

    fn is_missing(&self, step: usize) -> bool {
        let Some(Err(error)) = &self.outcomes[step] else { return false };
        match self.traces[step].route {
            Some(RouteKind::Graphql) => {
                self.nodes[step].writes() && error.github_type() == Some("NOT_FOUND") && is_missing(error)
            }
            _ => is_missing(error),
        }
    }
}

/// What became of a capability alone, on a route other than GraphQL.
pub(super) async fn explained(
    sender: &Sender<'_>,
    step: &dyn ErasedStep,
    route: Option<RouteKind>,
    error: Error,
) -> Error {
    match route.filter(|route| *route != RouteKind::Graphql && is_missing(&error)) {
        Some(route) => match over_route(sender, step, route).await {
            Some((kind, name)) => called(error, step.card(), kind, &name),
            None => error,
        },
        None => error,
    }
}

fn is_missing(error: &Error) -> bool {
    error.code() == ErrorCode::NotFound && error.phase().outcome().is_none() && error.kind_mismatch().is_none()
}

/// The error, with what the subject is instead.
fn called(error: Error, card: &Card, kind: KindMismatch, name: &str) -> Error {
    advised(error.with_kind_mismatch(kind).with_subject(name), card)
}

/// The error of a subject of another kind, with the capability to use.
pub(super) fn advised(error: Error, card: &Card) -> Error {
    match error.kind_mismatch() {
        Some(kind) => {
            let message = format!("{}: {}", error.message(), advice(kind, card));
            error.with_message(message)
        }
        None => error,
    }
}

/// What a subject is instead, and its name.
type Found = (KindMismatch, String);

/// Asks for all of them in one query.
async fn over_graphql(sender: &Sender<'_>, steps: &[(usize, &dyn ErasedStep)]) -> Vec<(usize, Found)> {
    let suspects: Vec<(usize, Suspect)> =
        steps.iter().flat_map(|(index, step)| by_id(*step).into_iter().map(|suspect| (*index, suspect))).collect();
    if suspects.is_empty() {
        return Vec::new();
    }
    let queries: Vec<Query<'_>> = suspects
        .iter()
        .map(|(step, suspect)| {
            let variables = &suspect.place;
            Query { step: *step, operation: &KIND_BY_ID, variables, may_be_missing: true }
        })
        .collect();
    let decode = |_: usize, answer: &Answer<'_>| Ok(kind_in(answer));
    let kinds = run_queries(sender, &queries, &decode).await;
    let found = suspects.iter().zip(kinds).filter_map(|((step, suspect), kind)| {
        let found = suspect.found(&kind.ok()??)?;
        Some((*step, found))
    });
    found.collect()
}

/// Asks over REST or `gh` what a number is.
async fn over_route(sender: &Sender<'_>, step: &dyn ErasedStep, route: RouteKind) -> Option<Found> {
    for suspect in by_number(step) {
        let call = RouteCall { client: sender.client(), card: &KIND_CARD, input: &suspect.place, sender };
        let found = run_route(&call, route).await.ok()?;
        if let Some(found) = suspect.found(found["kind"].as_str()?) {
            return Some(found);
        }
    }
    None
}

/// The subjects that a step is given by id.
fn by_id(step: &dyn ErasedStep) -> Vec<Suspect> {
    let (card, input) = (step.card(), step.to_json());
    let suspect = |spec: &&'static SubjectSpec| {
        let place = object(json!({ "id": input.get(spec.id?)? }))?;
        Some(Suspect { spec, name: named(spec, &input), place })
    };
    card.subjects.iter().filter_map(suspect).collect()
}

/// The subjects that a step is given by number.
fn by_number(step: &dyn ErasedStep) -> Vec<Suspect> {
    let (card, input) = (step.card(), step.to_json());
    let numbered = card.subjects.iter().filter(|spec| NUMBERED.contains(&spec.kind));
    let suspect = |spec: &'static SubjectSpec| {
        Some(Suspect { spec, name: named(spec, &input), place: place(spec, card, &input)? })
    };
    numbered.filter_map(|spec| suspect(spec)).collect()
}

fn place(spec: &SubjectSpec, card: &Card, input: &Map<String, Value>) -> Option<Map<String, Value>> {
    if let Some(text) = spec.text.and_then(|name| input.get(name)).and_then(Value::as_str) {
        let (repo, number) = parse_numbered(text, spec.url_segment, spec.noun).ok()?;
        return object(json!({ "owner": repo.owner(), "name": repo.name(), "number": number }));
    }
    let main = card.subjects.first()?;
    let (owner, name) = (input.get(main.owner)?, input.get(main.repo_name)?);
    let number = spec.number.and_then(|name| input.get(name))?;
    object(json!({ "owner": owner, "name": name, "number": number }))
}

fn object(value: Value) -> Option<Map<String, Value>> {
    if let Value::Object(map) = value { Some(map) } else { None }
}

impl Suspect {
    /// What it is instead; nothing if it is of the right kind.
    fn found(&self, kind: &str) -> Option<Found> {
        let known = NUMBERED.iter().copied().find(|known| *known == kind).unwrap_or_default();
        (kind != self.spec.kind).then(|| {
            (KindMismatch { subject: self.spec.name, expected: self.spec.kind, found: known }, self.name.clone())
        })
    }
}

/// The `__typename` in an answer.
fn kind_in(answer: &Answer<'_>) -> Option<String> {
    let node: Value = serde_json::from_str(answer.get("node")?.get()).ok()?;
    node["__typename"].as_str().map(ToOwned::to_owned)
}

static KIND_BY_ID: Operation = Operation {
    name: "KindById",
    kind: OperationKind::Query,
    variables: &[Variable { name: "id", ty: "ID!" }],
    roots: &[Root {
        key: "node",
        head: &[Part::Text("node(id: "), Part::Var("id"), Part::Text(")")],
        body: &[Part::Text(" { __typename }")],
        children: &[],
        nodes: &[],
        repository: None,
    }],
    fragments: &[],
    document: "query KindById($id: ID!) { node(id: $id) { __typename } }\n",
};

/// REST shows a pull request among the issues, with `pull_request`.
static KIND_ROUTE: RestRoute = RestRoute {
    calls: &[RestCall {
        id: "main",
        method: Method::Get,
        path: &[
            Segment::Text("/repos/"),
            Segment::Value(Source::Input("owner")),
            Segment::Text("/"),
            Segment::Value(Source::Input("name")),
            Segment::Text("/issues/"),
            Segment::Value(Source::Input("number")),
        ],
        query: &[],
        body: &[],
        accept: "application/vnd.github+json",
        each: None,
        page: None,
        guards: &[],
        optional: false,
        missing: None,
        successes: &[],
    }],
    output: &[Field {
        name: "kind",
        take: Take::Value(Pick {
            path: Path { call: None, keys: &["state"] },
            map: &[("open", Literal::Text("Issue")), ("closed", Literal::Text("Issue"))],
            present: &[(&["pull_request"], "PullRequest")],
            without: None,
            nulls: &[],
            default: None,
            nullable: false,
        }),
    }],
    unsupported: &[],
};

/// What the routes need to know of the question; it is no capability.
static KIND_CARD: Card = Card {
    id: "kind",
    version: "1.0.0",
    description: "Which kind of thing a number is.",
    aliases: &[],
    effect: Effect::Read,
    idempotent: true,
    weight: Weight::Light,
    creates: false,
    subjects: &[],
    inputs: &[],
    at_least_one: &[],
    outputs: &[],
    preferred: RouteKind::Rest,
    fallbacks: &[RouteKind::Cli],
    suitability: &[],
    notes: &[],
    operations: &[],
    lookups: &[],
    already: None,
    rest: Some(&KIND_ROUTE),
    cli: Some(&CliRoute::Api),
    max_page_size: None,
    examples: &[],
    input_schema: "{}",
    output_schema: "{}",
};

/// `use pr.view`, or that the capability is for things of one kind only.
fn advice(mismatch: KindMismatch, card: &Card) -> String {
    match counterpart(mismatch, card) {
        Some(id) => format!("use {id}"),
        None => format!("{} works on {}s only", card.id, noun_of(mismatch.expected)),
    }
}

/// The capability that does the same to things of the other kind.
fn counterpart(mismatch: KindMismatch, card: &Card) -> Option<&'static str> {
    let rest = card.id.strip_prefix(mismatch.subject)?;
    let cards = || crate::ALL.iter().map(|entry| entry.card);
    let is_other = |spec: &&&SubjectSpec| spec.kind == mismatch.found && spec.within.is_none();
    let other = cards().flat_map(|card| card.subjects).find(is_other)?.name;
    cards().map(|card| card.id).find(|id| id.strip_prefix(other) == Some(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(id: &str, subject: usize, found: &'static str) -> String {
        let card = crate::capability::find(crate::ALL, id).unwrap().card;
        let spec = card.subjects[subject];
        let kind = KindMismatch { subject: spec.name, expected: spec.kind, found };
        format!("{}: {}", kind.sentence("acme/widgets#7"), advice(kind, card))
    }

    /// Fault 51.
    #[test]
    fn the_capability_for_the_other_kind_is_named_where_there_is_one() {
        let first = |id: &str, found: &'static str| said(id, 0, found);
        assert_eq!(first("issue.view", "PullRequest"), "acme/widgets#7 is a pull request, not an issue: use pr.view");
        assert_eq!(first("pr.close", "Issue"), "acme/widgets#7 is an issue, not a pull request: use issue.close");
        assert_eq!(
            first("pr.merge", "Issue"),
            "acme/widgets#7 is an issue, not a pull request: pr.merge works on pull requests only"
        );
        assert_eq!(
            said("issue.relations.parent.set", 1, "PullRequest"),
            "acme/widgets#7 is a pull request, not an issue: issue.relations.parent.set works on issues only"
        );
        assert_eq!(first("issue.view", ""), "acme/widgets#7 is not an issue: issue.view works on issues only");
    }
}
