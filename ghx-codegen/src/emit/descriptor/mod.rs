//! What a card says, as a static.

mod property;

use super::{
    builder::Builder,
    input::spec_name,
    json_schema, needs, output,
    scope::{Scope, document, idempotent},
    types,
};
use crate::{
    card::{Effect, Route, Weight},
    model::{BoundAlready, BoundCard},
    names,
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// `ISSUE_LABELS_ADD`.
pub(super) fn card_name(card: &BoundCard) -> Ident {
    names::ident(&card.card.id.value.replace('.', "_").to_uppercase())
}

/// The static that describes a card.
pub(super) fn card(scope: &Scope<'_>, bound: &BoundCard) -> TokenStream {
    let ident = card_name(bound);
    let card = inputs_and_outputs(scope, bound, head(bound));
    let card = routes(scope, bound, routing(bound, card));
    let card = examples(bound, card);
    quote!(static #ident: g::Card = #card;)
}

fn head(bound: &BoundCard) -> Builder {
    let card = &bound.card;
    let (id, version, description) = (&card.id.value, &card.version.value, &card.description.value);
    let write = card.effect.value == Effect::Write;
    let effect = if write { quote!(Write) } else { quote!(Read) };
    let heavy = card.weight.as_ref().is_some_and(|weight| weight.value == Weight::Heavy);
    Builder::new(quote!(g::Card::new(#id, #version, #description, g::Effect::#effect)))
        .list("aliases", card.aliases.iter().map(|alias| &alias.value))
        .flag("idempotent", write && idempotent(bound))
        .some("weight", heavy.then(|| quote!(g::Weight::Heavy)))
        .flag("creates", card.creates.as_ref().is_some_and(|creates| creates.value))
}

fn inputs_and_outputs(scope: &Scope<'_>, bound: &BoundCard, card: Builder) -> Builder {
    let (name, stated) = (types::struct_name(bound), &bound.card.input);
    let subjects = scope.subjects(bound).into_iter().map(|subject| {
        let spec = spec_name(&subject.subject.name.value);
        quote!(&super::subjects::#spec)
    });
    let inputs = stated.properties.iter().map(|p| property::input(scope, p, &types::input(scope, bound, &name, p)));
    let at_least_one = stated.at_least_one.iter().flat_map(|rule| &rule.names).map(|name| &name.value);
    let outputs = output::outputs(bound).iter().map(|output| property::output(scope, &name, output));
    let requires = stated.requires.iter().map(|rule| {
        let (input, value) = (&rule.input.value, super::route::literal(&rule.value.to_json()));
        let inputs = rule.inputs.iter().map(|name| &name.value);
        quote!(g::Requirement::new(#input, #value, &[#(#inputs),*]))
    });
    card.list("subjects", subjects)
        .list("inputs", inputs)
        .list("at_least_one", at_least_one)
        .list("exactly_one", stated.exactly_one.iter().map(|name| &name.value))
        .list("requires", requires)
        .list("outputs", outputs)
}

fn routing(bound: &BoundCard, card: Builder) -> Builder {
    let routing = &bound.card.routing;
    let preferred = routing.preferred.value;
    let suitability = bound.suitability.iter().map(|rule| {
        let (when, predicate, reason) = (&rule.when, &rule.predicate, &rule.reason);
        let (route, test) = (route(rule.route), super::route::predicate(&rule.test));
        quote!(g::Suitability::new(#route, #when, #predicate, #test, #reason))
    });
    card.some("preferred", (preferred != Route::Graphql).then(|| route(preferred)))
        .list("fallbacks", routing.fallbacks.iter().map(|fallback| route(fallback.value)))
        .list("suitability", suitability)
        .list("notes", routing.notes.iter().map(|note| &note.value))
}

fn routes(scope: &Scope<'_>, bound: &BoundCard, card: Builder) -> Builder {
    let operations = bound.graphql.iter().flat_map(|route| &route.plans).map(|plan| operation(&plan.operation));
    let lookups = needs::operations(scope.model, bound).into_iter().map(|name| operation(&name));
    let already = bound.graphql.as_ref().and_then(|route| route.already.as_ref()).map(already);
    let max_page_size = bound.card.graphql.as_ref().and_then(|route| route.max_page_size.as_ref());
    card.list("operations", operations)
        .list("lookups", lookups)
        .some("already", already)
        .some("rest", bound.rest.as_ref().map(super::route::rest))
        .some("cli", bound.cli.as_ref().map(super::route::cli))
        .some("max_page_size", max_page_size.map(|size| property::number(size.value)))
}

fn examples(bound: &BoundCard, card: Builder) -> Builder {
    let examples = bound.card.examples.iter().map(|example| {
        let (title, input) = (&example.title.value, json_schema::text(&example.input));
        quote!(g::Example::new(#title, #input))
    });
    card.list("examples", examples)
}

fn route(route: Route) -> TokenStream {
    match route {
        Route::Graphql => quote!(g::RouteKind::Graphql),
        Route::Rest => quote!(g::RouteKind::Rest),
        Route::Cli => quote!(g::RouteKind::Cli),
    }
}

fn already(already: &BoundAlready) -> TokenStream {
    let (messages, operation) = (&already.messages, operation(&already.plan.operation));
    let holds = already.holds.iter().map(|(output, variable)| quote!((&[#(#output),*], #variable)));
    quote!(g::Already::new(&[#(#messages),*], #operation, &[#(#holds),*]))
}

fn operation(name: &str) -> TokenStream {
    let document = document(name);
    quote!(<#document as g::Document>::OPERATION)
}
