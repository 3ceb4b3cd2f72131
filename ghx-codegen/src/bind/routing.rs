//! Rule 15: routes have their blocks, once each, and suitability rules can be read.

use super::predicate::{self, Name};
use crate::{
    card::{Card, Effect, Suitability},
    problem::{Code, Problem, Problems},
    suggest,
};

pub(super) fn check(card: &Card, inputs: &[&str], problems: &mut Problems) {
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
                format!("`{}` is described but is not a route of this card", block.value.as_str()),
            )
            .label("never used")
            .help(format!("add `{}` to `routing`, or drop the block", block.value.as_str())),
        );
    }
    for rule in &card.routing.suitability {
        check_rule(rule, inputs, problems);
    }
    check_idempotent(card, problems);
}

fn check_rule(rule: &Suitability, inputs: &[&str], problems: &mut Problems) {
    let known = ["always", "env", "params"];
    if !known.contains(&rule.when.value.as_str()) {
        problems.push(
            Problem::error(Code::Suitability, rule.when.span, format!("`when` is `{}`", rule.when.value))
                .label("unknown")
                .help(suggest::help(&rule.when.value, "word", known)),
        );
    }
    let names = match predicate::parse(&rule.predicate.value) {
        Ok(names) => names,
        Err(why) => {
            problems.push(
                Problem::error(Code::Suitability, rule.predicate.span, format!("the predicate cannot be read: {why}"))
                    .label("not a predicate")
                    .help("write for example `params.labels present and params.state == \"all\"`"),
            );
            return;
        }
    };
    for name in names {
        if let Name::Param(input) = name
            && !inputs.contains(&input.as_str())
        {
            problems.push(
                Problem::error(
                    Code::Suitability,
                    rule.predicate.span,
                    format!("the predicate names the input `{input}`, which this card does not have"),
                )
                .label("no such input")
                .help(suggest::help(&input, "input", inputs.iter().copied())),
            );
        }
    }
}

fn check_idempotent(card: &Card, problems: &mut Problems) {
    match (card.effect.value, &card.idempotent) {
        (Effect::Write, None) => problems.push(
            Problem::error(Code::Idempotent, card.effect.span, "a write says whether it is idempotent")
                .label("`idempotent` is missing")
                .help("add `idempotent: true` if sending it twice leaves what sending it once leaves, else `false`"),
        ),
        (Effect::Read, Some(given)) => problems.push(
            Problem::error(Code::Idempotent, given.span, "a read is always idempotent")
                .label("has no meaning here")
                .help("drop `idempotent`"),
        ),
        _ => {}
    }
}
