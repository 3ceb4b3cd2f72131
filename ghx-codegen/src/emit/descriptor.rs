//! What a card says, as a static.

use super::{
    input::spec_name,
    json_schema,
    literal::option,
    needs, output,
    scope::{Scope, document, idempotent},
    types::{self, Rust},
};
use crate::{
    card::{Card, Effect, Located, ObjectSchema, Property, Route, Schema, Type, Weight},
    model::{BoundAlready, BoundCard, BoundOutput, OutputValue},
    names,
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

/// `ISSUE_LABELS_ADD`.
pub(super) fn card_name(card: &BoundCard) -> Ident {
    names::ident(&card.card.id.value.replace('.', "_").to_uppercase())
}

/// The static that describes a card.
pub(super) fn card(scope: &Scope<'_>, bound: &BoundCard) -> TokenStream {
    let card = &bound.card;
    let (ident, id, version) = (card_name(bound), &card.id.value, &card.version.value);
    let description = &card.description.value;
    let aliases = card.aliases.iter().map(|alias| &alias.value);
    let effect = if card.effect.value == Effect::Read { quote!(Read) } else { quote!(Write) };
    let (idempotent, cost) = (idempotent(bound), cost(card));
    let subjects = scope.subjects(bound).into_iter().map(|subject| {
        let spec = spec_name(&subject.subject.name.value);
        quote!(&super::subjects::#spec)
    });
    let name = types::struct_name(bound);
    let inputs = card.input.properties.iter().map(|p| input_property(scope, p, &types::input(scope, bound, &name, p)));
    let at_least_one = card.input.at_least_one.iter().flat_map(|rule| &rule.names).map(|name| &name.value);
    let outputs = output::outputs(bound).iter().map(|output| output_property(scope, &name, output));
    let (routing, routes) = (routing(bound), routes(scope, bound));
    let examples = card.examples.iter().map(|example| {
        let (title, input) = (&example.title.value, json_schema::text(&example.input));
        quote!(g::Example { title: #title, input: #input })
    });
    let (input_schema, output_schema) = (json_schema::input(scope, bound), json_schema::output(bound));
    let doc = format!(" The card `{id}`.");
    quote! {
        #[doc = #doc]
        static #ident: g::Card = g::Card {
            id: #id,
            version: #version,
            description: #description,
            aliases: &[#(#aliases),*],
            effect: g::Effect::#effect,
            idempotent: #idempotent,
            #cost
            subjects: &[#(#subjects),*],
            inputs: &[#(#inputs),*],
            at_least_one: &[#(#at_least_one),*],
            outputs: &[#(#outputs),*],
            #routing
            #routes
            examples: &[#(#examples),*],
            input_schema: #input_schema,
            output_schema: #output_schema,
        };
    }
}

/// What a write costs GitHub.
fn cost(card: &Card) -> TokenStream {
    let heavy = card.weight.as_ref().is_some_and(|weight| weight.value == Weight::Heavy);
    let weight = if heavy { quote!(Heavy) } else { quote!(Light) };
    let creates = card.creates.as_ref().is_some_and(|creates| creates.value);
    quote! {
        weight: g::Weight::#weight,
        creates: #creates,
    }
}

fn routing(bound: &BoundCard) -> TokenStream {
    let routing = &bound.card.routing;
    let preferred = route(routing.preferred.value);
    let fallbacks = routing.fallbacks.iter().map(|fallback| route(fallback.value));
    let suitability = bound.suitability.iter().map(|rule| {
        let (when, predicate, reason) = (&rule.when, &rule.predicate, &rule.reason);
        let (route, test) = (route(rule.route), super::route::predicate(&rule.test));
        quote! {
            g::Suitability {
                route: #route,
                when: #when,
                predicate: #predicate,
                test: #test,
                reason: #reason,
            }
        }
    });
    let notes = routing.notes.iter().map(|note| &note.value);
    quote! {
        preferred: #preferred,
        fallbacks: &[#(#fallbacks),*],
        suitability: &[#(#suitability),*],
        notes: &[#(#notes),*],
    }
}

fn routes(scope: &Scope<'_>, bound: &BoundCard) -> TokenStream {
    let operations = bound.graphql.iter().flat_map(|route| &route.plans).map(|plan| operation(&plan.operation));
    let lookups = needs::operations(scope.model, bound).into_iter().map(|name| operation(&name));
    let already = option(bound.graphql.as_ref().and_then(|route| route.already.as_ref()).map(already));
    let max_page_size = bound.card.graphql.as_ref().and_then(|route| route.max_page_size.as_ref());
    let max_page_size = option(max_page_size.map(|size| number(size.value)));
    let rest = option(bound.rest.as_ref().map(super::route::rest));
    let cli = option(bound.cli.as_ref().map(super::route::cli));
    quote! {
        operations: &[#(#operations),*],
        lookups: &[#(#lookups),*],
        already: #already,
        rest: #rest,
        cli: #cli,
        max_page_size: #max_page_size,
    }
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
    quote! {
        g::Already {
            messages: &[#(#messages),*],
            operation: #operation,
            holds: &[#(#holds),*],
        }
    }
}

fn operation(name: &str) -> TokenStream {
    let document = document(name);
    quote!(<#document as g::Document>::OPERATION)
}

fn input_property(scope: &Scope<'_>, property: &Property, rust: &Rust) -> TokenStream {
    let default = property.default.as_ref().map(json_schema::text);
    let below = |object: &ObjectSchema, parent: &str| {
        object.properties.iter().map(|p| input_property(scope, p, &types::member(scope, parent, p))).collect()
    };
    self::property(&property.name.value, property.required, default, &property.schema, rust, &below)
}

fn output_property(scope: &Scope<'_>, parent: &str, output: &BoundOutput) -> TokenStream {
    let OutputValue::Object { fields, .. } = &output.value else {
        return output_value(scope, parent, output, &|_, _| Vec::new());
    };
    output_value(scope, parent, output, &|_, parent| {
        fields.iter().map(|field| output_property(scope, parent, field)).collect()
    })
}

fn output_value(scope: &Scope<'_>, parent: &str, output: &BoundOutput, below: &Below<'_>) -> TokenStream {
    let (property, rust) = (&output.property, types::output(scope, parent, output));
    self::property(&property.name.value, property.required, None, &property.schema, &rust, below)
}

/// The properties of an object, and the name that types inside it start with.
type Below<'a> = dyn Fn(&ObjectSchema, &str) -> Vec<TokenStream> + 'a;

fn property(
    name: &str,
    required: bool,
    default: Option<String>,
    schema: &Schema,
    rust: &Rust,
    below: &Below<'_>,
) -> TokenStream {
    let (ty, description) = (ty(schema, rust, below), schema.description.as_ref().map_or("", |d| d.value.as_str()));
    let mut tokens = quote!(g::spec::property(#name, #description, #ty));
    if name.is_empty() && description.is_empty() {
        tokens = quote!(g::spec::item(#ty));
    }
    if let Some(default) = default {
        tokens = quote!(g::spec::defaulted(#tokens, #default));
    } else if !required {
        tokens = quote!(g::spec::optional(#tokens));
    }
    if schema.nullable { quote!(g::spec::nullable(#tokens)) } else { tokens }
}

fn ty(schema: &Schema, rust: &Rust, below: &Below<'_>) -> TokenStream {
    let tokens = match (&schema.ty, rust) {
        (Type::String { .. }, Rust::Id(kind)) => quote!(id(#kind)),
        (Type::String { min_length, max_length, format, .. }, _) => {
            let (min, max) = (least(min_length.as_ref()), most(max_length.as_ref()));
            let format = option(format.as_ref().map(|format| format.value.to_token_stream()));
            quote!(text(#min, #max, #format))
        }
        (Type::Enum(values), _) => {
            let values = values.iter().map(|value| &value.value);
            quote!(words(&[#(#values),*]))
        }
        (Type::Integer { minimum, maximum }, _) => {
            let (minimum, maximum) = (most(minimum.as_ref()), most(maximum.as_ref()));
            quote!(integer(#minimum, #maximum))
        }
        (Type::Boolean, _) => return quote!(g::Type::Boolean),
        (Type::Array { items, min_items, max_items }, rust) => {
            let item = if let Rust::List(item) = rust { item } else { rust };
            let items = property("", true, None, items, item, below);
            let (min, max) = (least(min_items.as_ref()), most(max_items.as_ref()));
            quote!(list(&#items, #min, #max))
        }
        (Type::Object(object), rust) => {
            let name = if let Rust::Object(name) = rust { name } else { "" };
            let properties = below(object, name);
            quote!(object(&[#(#properties),*]))
        }
    };
    quote!(g::spec::#tokens)
}

/// A number, its digits in groups where it is long: `2_147_483_647`.
fn number(value: i64) -> TokenStream {
    let plain = Literal::i64_unsuffixed(value);
    let digits = value.unsigned_abs().to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    let sign = if value < 0 { "-" } else { "" };
    let grouped = format!("{sign}{}", groups.join("_")).parse().ok().filter(|_| digits.len() > 5);
    let literal: Literal = grouped.unwrap_or(plain);
    quote!(#literal)
}

fn least(bound: Option<&Located<i64>>) -> TokenStream {
    number(bound.map_or(0, |bound| bound.value))
}

fn most(bound: Option<&Located<i64>>) -> TokenStream {
    option(bound.map(|bound| number(bound.value)))
}
