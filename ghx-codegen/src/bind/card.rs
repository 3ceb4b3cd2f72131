//! One card, all rules.

use super::{
    Binder, constraints, example, int32, mentions, paging,
    plan::{self, Scope, Used},
    route, routing, suitability,
};
use crate::{
    card::{Card, GraphqlRoute, Located, Property, Route, Type},
    model::{BoundCard, BoundGraphql, BoundSubject},
    names,
    problem::{Code, Problem, Problems},
    suggest,
};

pub(super) fn bind(binder: &mut Binder<'_>, card: &Card, subjects: &[BoundSubject]) -> Option<BoundCard> {
    let before = binder.problems.len();
    let indices = subject_indices(binder, card, subjects);
    let bound: Vec<&BoundSubject> = indices.iter().flatten().filter_map(|index| subjects.get(*index)).collect();
    constraints::check_object(&card.input, true, binder.problems);
    constraints::check_object(&card.output, false, binder.problems);
    check_names(card, &bound, binder.problems);
    routing::check(card, binder.problems);
    let suitability = suitability::bind(card, &bound, binder.problems);
    let Some(indices) = indices else {
        // Without its subject nothing else can be said; the documents it names may have other users.
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
    let stated = match &card.graphql {
        Some(_) => Vec::new(),
        None => route::stated_outputs(binder, card),
    };
    let bounded = graphql.as_ref().map(|route| int32::bounded(binder, card, route, bound.first().copied()));
    let failed = binder.problems.iter().skip(before).any(|p| p.severity == crate::problem::Severity::Error);
    (!failed).then(|| BoundCard {
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
    let before = binder.problems.len();
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
    (binder.problems.len() == before).then_some(indices)
}

/// A card in a user's crate can only use the subjects of ghx: a file in its own `cards/subjects/` is not read.
fn no_subject(is_users: bool, name: &Located<String>, subjects: &[BoundSubject]) -> Problem {
    let known: Vec<&str> = subjects.iter().map(|s| s.subject.name.value.as_str()).collect();
    let problem = Problem::error(Code::Subject, name.span, format!("there is no subject `{}`", name.value));
    let problem = problem.label(if is_users { "not a subject of ghx" } else { "not in cards/subjects/" });
    if is_users && suggest::nearest(&name.value, known.iter().copied()).is_none() {
        return problem.help(format!(
            "subjects are read from ghx only: {}. For anything else leave `subject` out and take its node id as an input: \
             `thingId: {{ type: string, node: KIND, description: … }}`",
            suggest::quoted(&known)
        ));
    }
    problem.help(suggest::help(&name.value, "subject", known))
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
            None => "a second subject is one that is `within` the first".to_owned(),
        };
        binder.problems.push(
            Problem::error(Code::Subject, name.span, format!("`{}` cannot stand here", name.value))
                .label("the wrong place")
                .related(subject.subject.within.as_ref().map_or(subject.subject.name.span, |w| w.span), "the subject")
                .help(help),
        );
    }
}

/// Names of methods that every capability has; an optional input of that name would hide one.
const METHODS: &[&str] =
    &["new", "to_json", "from_json", "request", "read", "validate", "send", "pages", "all_items", "clone", "fmt", "eq"];

fn check_names(card: &Card, subjects: &[&BoundSubject], problems: &mut Problems) {
    let mut fields: Vec<(String, crate::source::Span)> =
        subjects.iter().map(|s| (names::field_name(&s.subject.name.value), s.subject.name.span)).collect();
    for (index, property) in card.input.properties.iter().enumerate() {
        let json = &property.name.value;
        if card.input.properties[..index].iter().any(|earlier| earlier.name.value == *json) {
            continue; // A doubled key, and told as one.
        }
        let field = names::field_name(json);
        let taken_json =
            subjects.iter().flat_map(|s| s.subject.inputs.all()).find(|name| name.value == *json).map(|name| name.span);
        let taken = fields.iter().find(|(name, _)| *name == field).map(|(_, span)| *span).or(taken_json);
        if let Some(other) = taken {
            problems.push(
                Problem::error(
                    Code::RustName,
                    property.name.span,
                    format!("`{json}` collides with another input in Rust: `{field}`"),
                )
                .label("the second")
                .related(other, "the first")
                .help("give it another name"),
            );
        }
        if METHODS.contains(&field.as_str()) && property.may_be_absent() {
            problems.push(
                Problem::error(
                    Code::RustName,
                    property.name.span,
                    format!("`{json}` would become a setter that hides the method `{field}`"),
                )
                .label("reserved")
                .help("give it another name"),
            );
        }
        fields.push((field, property.name.span));
    }
    check_siblings(&card.output.properties, problems);
    for property in card.input.properties.iter().chain(&card.output.properties) {
        check_nested(property, problems);
    }
}

fn check_nested(property: &Property, problems: &mut Problems) {
    let ty = match &property.schema.ty {
        Type::Array { items, .. } => &items.ty,
        other => other,
    };
    match ty {
        Type::Object(object) => {
            check_siblings(&object.properties, problems);
            object.properties.iter().for_each(|p| check_nested(p, problems));
        }
        Type::Enum(values) => check_variants(values, problems),
        _ => {}
    }
}

fn check_siblings(properties: &[Property], problems: &mut Problems) {
    for (index, property) in properties.iter().enumerate() {
        let field = names::field_name(&property.name.value);
        if let Some(first) = properties[..index]
            .iter()
            .find(|p| p.name.value != property.name.value && names::field_name(&p.name.value) == field)
        {
            problems.push(
                Problem::error(
                    Code::RustName,
                    property.name.span,
                    format!("`{}` and `{}` both become `{field}` in Rust", first.name.value, property.name.value),
                )
                .label("the second")
                .related(first.name.span, "the first")
                .help("give one of them another name"),
            );
        }
    }
}

fn check_variants(values: &[Located<String>], problems: &mut Problems) {
    for (index, value) in values.iter().enumerate() {
        let variant = names::variant_name(&value.value);
        if let Some(first) =
            values[..index].iter().find(|v| v.value != value.value && names::variant_name(&v.value) == variant)
        {
            problems.push(
                Problem::error(
                    Code::RustName,
                    value.span,
                    format!("`{}` and `{}` both become `{variant}` in Rust", first.value, value.value),
                )
                .label("the second")
                .related(first.span, "the first")
                .help("drop one of them"),
            );
        }
    }
}
