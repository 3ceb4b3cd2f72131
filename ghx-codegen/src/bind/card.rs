//! One card, all rules.

use super::{
    Binder, condition, constraints, example, int32, mentions, names, output, paging,
    plan::{self, Scope, Used},
    route, routing,
};
use crate::{
    card::{Card, GraphqlRoute, Located, Route},
    model::{BoundCard, BoundGraphql, BoundSubject},
    problem::{Code, Problem},
    suggest,
};

pub(super) fn bind(binder: &mut Binder<'_>, card: &Card, subjects: &[BoundSubject]) -> Option<BoundCard> {
    let before = binder.problems.errors();
    let indices = subject_indices(binder, card, subjects);
    let bound: Vec<&BoundSubject> = indices.iter().flatten().filter_map(|index| subjects.get(*index)).collect();
    constraints::check_object(&card.input, true, binder.problems);
    constraints::check_object(&card.output, false, binder.problems);
    names::check(card, &bound, binder.problems);
    routing::check(card, binder.problems);
    let suitability = condition::suitability(card, &bound, binder.problems);
    let Some(indices) = indices else {
        // Without its subject nothing else can be checked; the documents it names may have other users.
        mark_incomplete(binder, card);
        return None;
    };
    example::check(card, &bound, binder.problems);
    let mut used = Used::default();
    let graphql = card.graphql.as_ref().and_then(|route| self::graphql(binder, card, route, &bound, &mut used));
    let outputs = graphql.as_ref().and_then(|route| route.plans.first()).map_or(&[][..], |plan| &plan.output);
    let beside = route::bind(binder.schema, card, &bound, outputs, binder.problems);
    let mut routes = beside.used;
    if let Some(route) = &card.graphql {
        let mentioned = mentions::inputs(binder, card, route);
        let all = mentioned.map(|names| names.into_iter().chain(used.inputs.iter().cloned()).collect());
        routes.insert(0, (Route::Graphql, all));
    }
    route::check_inputs(binder, card, &bound, &routes);
    output::check_stated(binder.schema, card, binder.problems);
    let stated = if card.graphql.is_some() { Vec::new() } else { output::stated(card) };
    let bounded = graphql.as_ref().map(|route| int32::bounded(binder, card, route, bound.first().copied()));
    (binder.problems.errors() == before).then(|| BoundCard {
        card: bounded.unwrap_or_else(|| card.clone()),
        subjects: indices,
        input_kinds: used.kinds,
        graphql,
        rest: beside.rest,
        cli: beside.cli,
        suitability,
        stated,
    })
}

fn graphql(
    binder: &mut Binder<'_>,
    card: &Card,
    route: &GraphqlRoute,
    subjects: &[&BoundSubject],
    used: &mut Used,
) -> Option<BoundGraphql> {
    let graphql = plan::bind(binder, card, route, subjects, used)?;
    let scope = Scope {
        card,
        route,
        main: subjects.first().copied(),
        forms: Vec::new(),
        lookups: Vec::new(),
        operation_span: route.operation.name.span,
        subjects: subjects.to_vec(),
    };
    paging::check_card(binder, &scope, &graphql);
    Some(graphql)
}

fn mark_incomplete(binder: &mut Binder<'_>, card: &Card) {
    if let Some(route) = &card.graphql {
        let variants = route.variants.iter().map(|v| &v.operation);
        let lookups = route.lookups.iter().map(|l| &l.operation);
        for operation in std::iter::once(&route.operation).chain(variants).chain(lookups) {
            binder.usage.incomplete(&operation.name.value);
        }
    }
}

fn subject_indices(binder: &mut Binder<'_>, card: &Card, subjects: &[BoundSubject]) -> Option<Vec<usize>> {
    let mut indices = Vec::new();
    for name in &card.subjects {
        let found = subjects.iter().position(|s| s.subject.name.value == name.value);
        if found.is_none() {
            binder.problems.push(no_subject(binder.files.base.is_some(), name, subjects));
        }
        indices.push(found);
    }
    let indices = indices.into_iter().collect::<Option<Vec<_>>>()?;
    let before = binder.problems.errors();
    for (position, (index, name)) in indices.iter().zip(&card.subjects).take(2).enumerate() {
        check_within(binder, card, &subjects[*index], name, position);
    }
    if card.subjects.len() > 2 {
        binder.problems.push(
            Problem::error(Code::Subject, card.subjects[2].span, "a card has at most two subjects")
                .label("the third")
                .help("make it an input"),
        );
    }
    (binder.problems.errors() == before).then_some(indices)
}

fn no_subject(is_users: bool, name: &Located<String>, subjects: &[BoundSubject]) -> Problem {
    let known: Vec<&str> = subjects.iter().map(|s| s.subject.name.value.as_str()).collect();
    let problem = Problem::error(Code::Subject, name.span, format!("there is no subject `{}`", name.value));
    if is_users && suggest::nearest(&name.value, known.iter().copied()).is_none() {
        return problem.label("not a subject of ghx, and not in cards/subjects/").help(format!(
            "write cards/subjects/{}.yaml next to the card, or use one of ghx: {}",
            name.value,
            suggest::quoted(&known)
        ));
    }
    problem.label("not in cards/subjects/").help(suggest::help(&name.value, "subject", known))
}

/// A subject that refers to another comes second, after that one.
fn check_within(binder: &mut Binder<'_>, card: &Card, subject: &BoundSubject, name: &Located<String>, position: usize) {
    let main = card.subjects.first().map(|s| s.value.as_str());
    let fits = match &subject.subject.within {
        Some(within) => position == 1 && main == Some(within.value.as_str()),
        None => position == 0,
    };
    if !fits {
        let help = match &subject.subject.within {
            Some(within) => format!("write `subject: [{}, {}]`", within.value, name.value),
            None => "a second subject must be `within` the first".to_owned(),
        };
        binder.problems.push(
            Problem::error(Code::Subject, name.span, format!("`{}` cannot be used in this position", name.value))
                .label("wrong position")
                .related(subject.subject.within.as_ref().map_or(subject.subject.name.span, |w| w.span), "the subject")
                .help(help),
        );
    }
}
