//! Suitability rules: their predicates can be parsed, and compare inputs with values that these can have.

use super::predicate::{leaves, parse};
use crate::{
    bind::{literal, route},
    card::{Card, Located, Property, Route, Suitability, Type},
    model::{BoundCondition, BoundSubject, BoundSuitability, Operand, Predicate, Test},
    problem::{Code, Problem, Problems},
    source::Span,
    suggest,
    yaml::Node,
};
use serde_json::Value as Json;

/// Every rule that can be parsed.
pub(in crate::bind) fn bind(card: &Card, subjects: &[&BoundSubject], problems: &mut Problems) -> Vec<BoundSuitability> {
    let rules = card.routing.suitability.iter().filter_map(|rule| self::rule(card, rule, subjects, problems));
    let rules: Vec<BoundSuitability> = rules.collect();
    let unsupported = card.graphql.iter().flat_map(|route| &route.unsupported).map(|(input, reason)| {
        let operand = Operand::Input { input: input.value.clone(), count: false };
        BoundSuitability {
            route: Route::Graphql,
            when: "params".to_owned(),
            predicate: format!("params.{} present", input.value),
            test: super::is(operand, Test::Present),
            reason: reason.value.clone(),
        }
    });
    rules.into_iter().chain(unsupported).collect()
}

fn rule(
    card: &Card,
    rule: &Suitability,
    subjects: &[&BoundSubject],
    problems: &mut Problems,
) -> Option<BoundSuitability> {
    let known = ["always", "env", "params"];
    if !known.contains(&rule.when.value.as_str()) {
        problems.push(
            Problem::error(Code::Suitability, rule.when.span, format!("`when` is `{}`", rule.when.value))
                .label("unknown")
                .help(suggest::help(&rule.when.value, "word", known)),
        );
    }
    check_route(card, rule, problems);
    let route = rule.route.as_ref().map_or(card.routing.preferred.value, |route| route.value);
    let test = predicate(card, subjects, &rule.predicate, problems)?;
    leaves(&test, &mut |leaf| problems.extend(never_asked(card, rule, route, leaf)));
    Some(BoundSuitability {
        route,
        when: rule.when.value.clone(),
        predicate: rule.predicate.value.clone(),
        test,
        reason: rule.reason.value.clone(),
    })
}

/// A predicate that can be parsed, and that compares inputs with values that these can have.
pub(in crate::bind) fn predicate(
    card: &Card,
    subjects: &[&BoundSubject],
    text: &Located<String>,
    problems: &mut Problems,
) -> Option<Predicate> {
    match parse(&text.value) {
        Ok(parsed) => {
            leaves(&parsed, &mut |leaf| problems.extend(unfit(card, text.span, subjects, leaf)));
            Some(parsed)
        }
        Err(why) => {
            problems.push(
                Problem::error(Code::Suitability, text.span, format!("the predicate cannot be read: {why}"))
                    .label("not a predicate")
                    .help("write for example `params.labels present and params.state == \"all\"`"),
            );
            None
        }
    }
}

/// The inputs that a predicate names.
pub(in crate::bind) fn inputs(predicate: &Predicate) -> Vec<String> {
    let mut names = Vec::new();
    leaves(predicate, &mut |leaf| {
        if let Operand::Input { input, .. } = &leaf.operand {
            names.push(input.clone());
        }
    });
    names
}

fn check_route(card: &Card, rule: &Suitability, problems: &mut Problems) {
    if rule.route.is_none() && !card.routing.fallbacks.is_empty() {
        problems.push(
            Problem::error(
                Code::Suitability,
                rule.when.span,
                "the card has several routes: which one is this rule about?",
            )
            .label("no `route`")
            .help("add `route:` with the route to skip when the predicate holds"),
        );
    }
    let routes = || std::iter::once(&card.routing.preferred).chain(&card.routing.fallbacks);
    let Some(route) = rule.route.as_ref().filter(|route| !routes().any(|known| known.value == route.value)) else {
        return;
    };
    problems.push(
        Problem::error(
            Code::Suitability,
            route.span,
            format!("the rule is about `{}`, which is not a route of this card", route.value.as_str()),
        )
        .label("not a route of this card")
        .help(suggest::help(route.value.as_str(), "route", routes().map(|route| route.value.as_str()))),
    );
}

/// Why a comparison cannot be made.
fn unfit(card: &Card, at: Span, subjects: &[&BoundSubject], leaf: &BoundCondition) -> Option<Problem> {
    let Operand::Input { input, count } = &leaf.operand else { return None };
    let refuse = |message: String, label: &str, help: &str| {
        Some(Problem::error(Code::Suitability, at, message).label(label).help(help))
    };
    let of_subjects = || subjects.iter().flat_map(|s| s.subject.inputs.all()).map(|name| name.value.as_str());
    let Some(property) = card.input(input) else {
        if of_subjects().any(|name| name == input) {
            return None;
        }
        let known: Vec<&str> = card.input.names().chain(of_subjects()).collect();
        let message = format!("the predicate names the input `{input}`, which this card does not have");
        return refuse(message, "no such input", &suggest::help(input, "input", known.iter().copied()));
    };
    let list = matches!(property.schema.ty, Type::Array { .. });
    if *count != list && (*count || leaf.test != Test::Present) {
        let message = format!("`{input}` is of type {}", property.schema.ty.describe());
        let help = if list { "compare its length with `.count`" } else { "drop `.count`" };
        return refuse(message, if list { "a list" } else { "not a list" }, help);
    }
    match &leaf.test {
        Test::Compares(..) if !list && !matches!(property.schema.ty, Type::Integer { .. }) => {
            let message =
                format!("`{input}` is of type {}, and only numbers can be ordered", property.schema.ty.describe());
            refuse(message, "not a number", "compare with `==` or `!=`")
        }
        Test::Equals(value) if !list => never_equal(property, value).and_then(|why| {
            refuse(
                format!("the comparison can never be true: {why}"),
                "never",
                "compare with a value that the input can have",
            )
        }),
        _ => None,
    }
}

/// A rule on an input that the route does not support anyway.
fn never_asked(card: &Card, rule: &Suitability, route: Route, leaf: &BoundCondition) -> Option<Problem> {
    let Operand::Input { input, .. } = &leaf.operand else { return None };
    let unsupported = route::unsupported(card, route);
    let (name, _) = unsupported.iter().find(|(name, _)| name.value == *input)?;
    let message = format!("the route `{}` is never used with `{input}`", route.as_str());
    let problem = Problem::error(Code::Suitability, rule.predicate.span, message).label("no effect");
    Some(problem.related(name.span, "not supported").help("drop the rule, or name the route that is meant"))
}

/// Why an input never has this value.
fn never_equal(property: &Property, value: &Json) -> Option<String> {
    let node = Node::from_json(value, property.name.span);
    let mut refusals = Vec::new();
    literal::refusals(&property.schema, &node, &property.name.value, &mut refusals);
    refusals.into_iter().next().map(|refusal| refusal.why)
}
