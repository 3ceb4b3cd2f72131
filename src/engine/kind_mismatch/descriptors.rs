//! The lookups that find the kind of a subject, as GraphQL and as REST.

use crate::card::operation::{Operation, Part, Root, Variable};
use crate::card::route::{CliRoute, Field, Literal, Method, Pick, RestCall, RestRoute, Segment};
use crate::card::{Card, Effect, RouteKind};

/// Reads the kind of a node.
pub(super) static KIND_BY_ID: Operation = Operation::query("KindById")
    .variables(&[Variable::new("id", "ID!")])
    .roots(&[Root::new("node", &[Part::Text("node(id: "), Part::Var("id"), Part::Text(")")])
        .body(&[Part::Text(" { __typename }")])]);

/// Reads the kind of a number. REST lists a pull request among the issues, with `pull_request`.
static KIND_ROUTE: RestRoute = RestRoute::new(
    &[RestCall::new(
        "main",
        Method::Get,
        &[
            Segment::Text("/repos/"),
            Segment::input("owner"),
            Segment::Text("/"),
            Segment::input("name"),
            Segment::Text("/issues/"),
            Segment::input("number"),
        ],
    )],
    &[Field::value(
        "kind",
        Pick::new(&["state"])
            .map(&[("open", Literal::Text("Issue")), ("closed", Literal::Text("Issue"))])
            .present(&[(&["pull_request"], "PullRequest")]),
    )],
);

/// A card for [`KIND_ROUTE`], as the routes need one. It is not a capability.
pub(super) static KIND_CARD: Card = Card::new("kind", "1.0.0", "Which kind of thing a number is.", Effect::Read)
    .idempotent()
    .preferred(RouteKind::Rest)
    .fallbacks(&[RouteKind::Cli])
    .rest(&KIND_ROUTE)
    .cli(&CliRoute::Api);
