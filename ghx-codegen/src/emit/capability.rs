//! One capability: everything that is written for a card.

use super::{
    descriptor,
    error::EmitError,
    input::{Input, SubjectField},
    input_type, listing, output,
    read::{self, ReadBody},
    request::{self, RequestBody},
    scope::{self, Holder, Scope},
    tokens, types,
};
use crate::{
    model::{BoundCard, Form, Plan},
    names,
};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The items of one capability, in reading order.
pub(super) fn items(scope: &Scope<'_>, card: &BoundCard) -> Result<Vec<TokenStream>, EmitError> {
    let input = Input::new(scope, card)?;
    let name = names::ident(&types::struct_name(card));
    let mut items = vec![input.declaration(), input.constructors()];
    items.extend(input_type::declarations(scope, card)?);
    items.extend(output::structs(scope, card)?);
    items.push(output::step_outputs(scope, card));
    items.push(implementation(scope, card, &input)?);
    items.extend(listing::implementation(scope, card));
    let output = format_ident!("{name}Output");
    items.push(quote!(g::sendable!(#name -> #output);));
    items.push(descriptor::card(scope, card));
    Ok(items)
}

fn implementation(scope: &Scope<'_>, card: &BoundCard, input: &Input<'_>) -> Result<TokenStream, EmitError> {
    let name = types::struct_name(card);
    let (ident, output, handles) =
        (names::ident(&name), format_ident!("{name}Output"), format_ident!("{name}StepOutputs"));
    let (descriptor, inputs) = (descriptor::card_name(card), input.json());
    let Bodies { request, read, functions } = bodies(scope, card, &input.subjects, &output)?;
    let already = already(scope, card)?;
    let functions = (!functions.is_empty()).then(|| quote!(impl #ident { #(#functions)* }));
    Ok(quote! {
        #[automatically_derived]
        impl ::ghx::Capability for #ident {
            type Output = #output;
            type StepOutputs = #handles;

            const CARD: &'static g::Card = &#descriptor;

            #inputs
            #request
            #read
            #already
        }

        #functions
    })
}

/// `read_already`, where the card says what that is.
fn already(scope: &Scope<'_>, card: &BoundCard) -> Result<Option<TokenStream>, EmitError> {
    let Some(already) = card.graphql.as_ref().and_then(|route| route.already.as_ref()) else {
        return Ok(None);
    };
    let body = read::body(scope, card, &already.plan)?.tokens;
    Ok(Some(quote! {
        fn read_already(&self, response: &g::ResponseData<'_>) -> ::ghx::Result<Self::Output> {
            #body
        }
    }))
}

/// `request` and `read`, with the functions that they call.
struct Bodies {
    request: TokenStream,
    read: TokenStream,
    functions: Vec<TokenStream>,
}

fn bodies(
    scope: &Scope<'_>,
    card: &BoundCard,
    subjects: &[SubjectField<'_>],
    output: &Ident,
) -> Result<Bodies, EmitError> {
    let plans = card.graphql.as_ref().map_or(&[][..], |route| &route.plans);
    match plans {
        [] => Ok(elsewhere(card)),
        [plan] => {
            let (request, read) = (request::body(scope, card, subjects, plan)?, read::body(scope, card, plan)?);
            let lookups = if request.looks_up { quote!(lookups) } else { quote!(_lookups) };
            let (asked, answered) = (&request.tokens, &read.tokens);
            Ok(Bodies {
                request: request_method(&lookups, asked),
                read: read_method(&quote!(response), answered),
                functions: request.functions,
            })
        }
        plans => by_form(scope, card, subjects, plans, output),
    }
}

/// Only other routes can run it, and those cannot join a batch.
fn elsewhere(card: &BoundCard) -> Bodies {
    let message = format!("capability '{}' has no GraphQL route and cannot be chained", card.card.id.value);
    let error = quote! {
        Err(g::Error::new(::ghx::ErrorCode::AdapterUnsupported, #message))
    };
    Bodies {
        request: request_method(&quote!(_lookups), &error),
        read: read_method(&quote!(_answer), &error),
        functions: Vec::new(),
    }
}

fn request_method(lookups: &TokenStream, body: &TokenStream) -> TokenStream {
    quote! {
        fn request(&self, #lookups: &mut g::Lookups) -> ::ghx::Result<Option<g::Request>> {
            #body
        }
    }
}

fn read_method(response: &TokenStream, body: &TokenStream) -> TokenStream {
    quote! {
        fn read(&self, #response: &g::ResponseData<'_>) -> ::ghx::Result<Self::Output> {
            #body
        }
    }
}

/// One pair of functions per form of the main subject.
fn by_form(
    scope: &Scope<'_>,
    card: &BoundCard,
    subjects: &[SubjectField<'_>],
    plans: &[Plan],
    output: &Ident,
) -> Result<Bodies, EmitError> {
    let unsupported = |what: &str| EmitError::unsupported(&card.card.id.value, what);
    let main = subjects.first().filter(|main| main.holder == Holder::Subject);
    let main = main.ok_or_else(|| unsupported("only a subject with a number has several forms"))?;
    let (mut functions, mut requests, mut reads, mut looks_up) = (Vec::new(), Vec::new(), Vec::new(), false);
    for plan in plans {
        let form = plan.form.ok_or_else(|| unsupported("each of several operations serves a form"))?;
        let (pattern, value) =
            request::form_pattern(form).ok_or_else(|| unsupported("no operation serves this form"))?;
        let (request, read) = (request::body(scope, card, subjects, plan)?, read::body(scope, card, plan)?);
        looks_up |= request.looks_up;
        let pair = Pair { form, main, request, read, output };
        requests.push(pair.request_arm(&pattern, &value));
        reads.push(pair.read_arm());
        functions.extend(pair.functions());
    }
    let name = &main.name;
    let lookups = if looks_up { quote!(lookups) } else { quote!(_lookups) };
    let request = request_method(
        &lookups,
        &quote!(match &self.#name { #(#requests)* invalid => Err(g::invalid_subject(invalid)), }),
    );
    let read = read_method(
        &quote!(response),
        &quote!(match &self.#name { #(#reads)* invalid => Err(g::invalid_subject(invalid)), }),
    );
    Ok(Bodies { request, read, functions })
}

struct Pair<'a> {
    form: Form,
    main: &'a SubjectField<'a>,
    request: RequestBody,
    read: ReadBody,
    output: &'a Ident,
}

impl Pair<'_> {
    fn suffix(&self) -> &'static str {
        if self.form == Form::Id { "by_id" } else { "by_number" }
    }

    fn uses_self(&self) -> bool {
        tokens::mentions(&self.request.tokens, "self")
    }

    fn request_arm(&self, pattern: &TokenStream, value: &TokenStream) -> TokenStream {
        let function = format_ident!("request_{}", self.suffix());
        let callee = if self.uses_self() { quote!(self.#function) } else { quote!(Self::#function) };
        let lookups = self.request.looks_up.then(|| quote!(, lookups));
        quote!(#pattern => #callee(#value #lookups),)
    }

    fn read_arm(&self) -> TokenStream {
        let function = format_ident!("read_{}", self.suffix());
        let callee = if self.read.uses_self { quote!(self.#function) } else { quote!(Self::#function) };
        let variant = if self.form == Form::Id { quote!(Id) } else { quote!(Numbered) };
        quote!(g::Subject::#variant(_) => #callee(response),)
    }

    fn functions(&self) -> Vec<TokenStream> {
        let kind = scope::node(&self.main.subject.subject.node.value);
        let parameter = if self.form == Form::Id {
            quote!(id: &::ghx::value::Arg<::ghx::NodeId<#kind>>)
        } else {
            quote!(numbered: &::ghx::value::Numbered<#kind>)
        };
        let (request, read) = (format_ident!("request_{}", self.suffix()), format_ident!("read_{}", self.suffix()));
        let receiver = self.uses_self().then(|| quote!(&self,));
        let lookups = self.request.looks_up.then(|| quote!(, lookups: &mut g::Lookups));
        let (asked, answered, output) = (&self.request.tokens, &self.read.tokens, self.output);
        let reader = self.read.uses_self.then(|| quote!(&self,));
        let mut functions = vec![
            quote! {
                fn #request(#receiver #parameter #lookups) -> ::ghx::Result<Option<g::Request>> {
                    #asked
                }
            },
            quote! {
                fn #read(#reader response: &g::ResponseData<'_>) -> ::ghx::Result<#output> {
                    #answered
                }
            },
        ];
        functions.extend(self.request.functions.iter().cloned());
        functions
    }
}
