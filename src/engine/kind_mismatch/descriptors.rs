//! The lookups that find the kind of a subject, as GraphQL and as REST.

use crate::card::operation::{Operation, OperationKind, Part, Root, Variable};
use crate::card::route::{CliRoute, Field, Literal, Method, Path, Pick, RestCall, RestRoute, Segment, Source, Take};
use crate::card::{Card, Effect, RouteKind, Weight};

/// Reads the kind of a node.
pub(super) static KIND_BY_ID: Operation = Operation {
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

/// Reads the kind of a number. REST lists a pull request among the issues, with `pull_request`.
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

/// A card for [`KIND_ROUTE`], as the routes need one. It is not a capability.
pub(super) static KIND_CARD: Card = Card {
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
