//! Rule 15: each route has one block, a write says whether it is idempotent, and a read has no keys for writes.

use crate::{
    card::{Card, Effect},
    problem::{Code, Problem, Problems},
};

pub(super) fn check(card: &Card, problems: &mut Problems) {
    let routes: Vec<_> = std::iter::once(&card.routing.preferred).chain(&card.routing.fallbacks).collect();
    for (index, route) in routes.iter().enumerate() {
        if let Some(first) = routes[..index].iter().find(|r| r.value == route.value) {
            problems.push(
                Problem::error(
                    Code::Routing,
                    route.span,
                    format!("the route `{}` is listed twice", route.value.as_str()),
                )
                .label("the second time")
                .related(first.span, "the first time")
                .help("keep one of them"),
            );
        }
        if !card.blocks.iter().any(|block| block.value == route.value) {
            problems.push(
                Problem::error(
                    Code::Routing,
                    route.span,
                    format!("the route `{0}` has no `{0}:` block", route.value.as_str()),
                )
                .label("no block")
                .help(format!("add `{}:` to the card, or drop the route", route.value.as_str())),
            );
        }
    }
    for block in card.blocks.iter().filter(|block| !routes.iter().any(|r| r.value == block.value)) {
        problems.push(
            Problem::error(
                Code::Routing,
                block.span,
                format!("`{}` has a block, but is not listed under `routing`", block.value.as_str()),
            )
            .label("never used")
            .help(format!("add `{}` to `routing`, or drop the block", block.value.as_str())),
        );
    }
    check_idempotent(card, problems);
    check_write_only(card, problems);
}

fn check_idempotent(card: &Card, problems: &mut Problems) {
    match (card.effect.value, &card.idempotent) {
        (Effect::Write, None) => problems.push(
            Problem::error(Code::Idempotent, card.effect.span, "a write must say whether it is idempotent")
                .label("`idempotent` is missing")
                .help(
                    "add `idempotent: true` if sending it twice has the same result as sending it once, else `false`",
                ),
        ),
        (Effect::Read, Some(given)) => problems.push(
            Problem::error(Code::Idempotent, given.span, "a read is always idempotent")
                .label("not allowed here")
                .help("drop `idempotent`"),
        ),
        _ => {}
    }
}

fn check_write_only(card: &Card, problems: &mut Problems) {
    let weight = card.weight.as_ref().map(|weight| ("weight", weight.span));
    let creates = card.creates.as_ref().map(|creates| ("creates", creates.span));
    for (key, span) in weight.into_iter().chain(creates).filter(|_| card.effect.value == Effect::Read) {
        problems.push(
            Problem::error(Code::WriteOnly, span, format!("a read has no `{key}`"))
                .label("not allowed here")
                .help(format!("drop `{key}`: it says what a write costs")),
        );
    }
}
