//! Rule 6: every route passes on every input, or lists it under `unsupported`.

use crate::{
    bind::Binder,
    card::{Card, CliRoute, Located, Route, Unsupported},
    model::BoundSubject,
    problem::{Code, Problem},
    source::Span,
    suggest,
};
use std::collections::BTreeSet;

/// The inputs that a route uses; `None` if that is unknown.
pub(in crate::bind) type Used = (Route, Option<BTreeSet<String>>);

/// Compares the inputs that routes use with those of the card.
pub(in crate::bind) fn check(binder: &mut Binder<'_>, card: &Card, subjects: &[&BoundSubject], routes: &[Used]) {
    for (route, used) in routes {
        check_unsupported(binder, card, *route, used.as_ref());
    }
    for property in &card.input.properties {
        let name = property.name.value.as_str();
        let uses = |used: &Option<BTreeSet<String>>| used.as_ref().is_none_or(|used| used.contains(name));
        if routes.iter().any(|(_, used)| uses(used)) {
            let silent = routes.iter().filter(|(route, used)| !uses(used) && !says(card, *route, name));
            silent.for_each(|(route, _)| dropped(binder, card, *route, &property.name));
        } else {
            binder.problems.push(unused(card, binder, &property.name));
        }
    }
    let beside = routes.iter().filter(|(route, _)| *route != Route::Graphql);
    for (route, used) in beside.filter_map(|(route, used)| Some((*route, used.as_ref()?))) {
        let addressed = subjects.iter().flat_map(|subject| {
            let inputs = &subject.subject.inputs;
            [&inputs.owner, &inputs.name, &inputs.number].into_iter().flatten()
        });
        for name in addressed.filter(|name| !used.contains(&name.value)) {
            dropped(binder, card, route, name);
        }
    }
}

/// The inputs that a route does not support.
pub(in crate::bind) fn unsupported(card: &Card, route: Route) -> &[Unsupported] {
    match (route, &card.cli) {
        (Route::Graphql, _) => card.graphql.as_ref().map_or(&[], |route| &route.unsupported),
        (Route::Rest, _) => card.rest.as_ref().map_or(&[], |route| &route.unsupported),
        (Route::Cli, Some(CliRoute::Command(command))) => &command.unsupported,
        (Route::Cli, _) => &[],
    }
}

/// Does the route list the input under `unsupported`?
fn says(card: &Card, route: Route, input: &str) -> bool {
    let entries = unsupported(card, route);
    let misspelt = |name: &str| card.input(name).is_none() && suggest::nearest(name, card.input.names()) == Some(input);
    entries.iter().any(|(name, _)| name.value == input || misspelt(&name.value))
}

fn block(card: &Card, route: Route) -> Span {
    card.blocks.iter().find(|block| block.value == route).map_or(card.id.span, |block| block.span)
}

fn dropped(binder: &mut Binder<'_>, card: &Card, route: Route, input: &Located<String>) {
    let message = format!("the route `{}` ignores the input `{}` without declaring it", route.as_str(), input.value);
    let problem = Problem::error(Code::DroppedInput, block(card, route), message).label("not passed on");
    let help = format!("pass it on, or add `unsupported: {{ {}: why }}` if it is optional", input.value);
    let problem = problem.related(input.span, "this input").help(help);
    let operation = card.graphql.as_ref().and_then(|block| binder.operations.get(&block.operation.name.value));
    let problem = match operation.filter(|_| route == Route::Graphql) {
        Some(operation) => problem.related(operation.span, "none of its variables uses it"),
        None => problem,
    };
    binder.problems.push(problem);
}

fn unused(card: &Card, binder: &Binder<'_>, input: &Located<String>) -> Problem {
    let problem = Problem::error(Code::UnusedInput, input.span, format!("no route uses the input `{}`", input.value))
        .label("unused")
        .help("pass it to a variable of the same name, map it under `variables`, or drop it");
    let operation = card.graphql.as_ref().and_then(|route| binder.operations.get(&route.operation.name.value));
    match operation {
        Some(operation) => problem.related(operation.span, "none of its variables uses it"),
        None => problem,
    }
}

/// `unsupported` names optional inputs that the route does not use.
fn check_unsupported(binder: &mut Binder<'_>, card: &Card, route: Route, used: Option<&BTreeSet<String>>) {
    for (name, _) in unsupported(card, route) {
        let refuse = |message: String, label: &str, help: String| {
            Problem::error(Code::Unsupported, name.span, message).label(label).help(help)
        };
        let problem = match card.input(&name.value) {
            None => {
                let help = suggest::help(&name.value, "input", card.input.names());
                refuse(format!("there is no input `{}`", name.value), "not an input of this card", help)
            }
            Some(property) if !property.may_be_unset() => refuse(
                format!("`{}` is always given or has a default, so the route could never be used", name.value),
                "never absent",
                "pass it on, or drop the route".to_owned(),
            ),
            Some(_) if used.is_some_and(|used| used.contains(&name.value)) => refuse(
                format!("the route `{}` uses `{}`, so it is supported", route.as_str(), name.value),
                "passed on",
                "drop it from `unsupported`".to_owned(),
            ),
            Some(_) => continue,
        };
        binder.problems.push(problem);
    }
}
