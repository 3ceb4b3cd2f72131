//! The REST route.

use super::{guards, keys, sent, take, unsupported};
use crate::{
    card::{Answer, Method},
    emit::builder::Builder,
    model::{BoundCall, BoundRest, Segment},
    schema::{Success, SuccessBody},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

/// What a call asks for unless the card says otherwise; the default of `ghx::card::RestCall`.
const JSON: &str = "application/vnd.github+json";

/// The whole route.
pub(in crate::emit) fn route(route: &BoundRest) -> TokenStream {
    let (calls, output) = (route.calls.iter().map(call), take::fields(&route.output));
    let route = Builder::new(quote!(g::RestRoute::new(&[#(#calls),*], #output)))
        .list("unsupported", unsupported(&route.unsupported));
    quote!(&#route)
}

fn call(call: &BoundCall) -> Builder {
    let (id, path) = (&call.id, call.path.iter().map(segment));
    let method = match call.method {
        Method::Get => quote!(Get),
        Method::Post => quote!(Post),
        Method::Put => quote!(Put),
        Method::Patch => quote!(Patch),
        Method::Delete => quote!(Delete),
    };
    let page = call.page.as_ref().map(|page| {
        let list = keys(&page.list);
        let by_page = page.inputs.as_ref().map(|(size, cursor)| quote!(g::RestPage::by(#list, #size, #cursor)));
        by_page.unwrap_or_else(|| quote!(g::RestPage::all(#list)))
    });
    Builder::new(quote!(g::RestCall::new(#id, g::Method::#method, g::url![#(#path),*])))
        .list("query", sent::sources(&call.query))
        .list("body", sent::sources(&call.body))
        .some("accept", Some(&call.accept).filter(|accept| *accept != JSON))
        .some("each", call.each.as_ref().map(|input| quote!(g::Each::input(#input))))
        .some("page", page)
        .list("guards", guards(&call.guards))
        .flag("optional", call.optional)
        .some("missing", call.missing.as_ref())
        .some("response", call.answer.map(answer))
        .flag("reads", call.reads)
        .list("successes", call.successes.iter().copied().map(success))
}

fn answer(answer: Answer) -> TokenStream {
    match answer {
        Answer::Text => quote!(g::ResponseKind::Text),
        Answer::Location => quote!(g::ResponseKind::Location),
    }
}

fn success(success: Success) -> TokenStream {
    let Success { status, body } = success;
    let body = match body {
        SuccessBody::Empty => quote!(Empty),
        SuccessBody::Object => quote!(Object),
        SuccessBody::EmptyObject => quote!(EmptyObject),
        SuccessBody::Array => quote!(Array),
    };
    quote!(g::Success::new(#status, g::SuccessBody::#body))
}

fn segment(segment: &Segment) -> TokenStream {
    match segment {
        Segment::Text(text) => quote!(#text),
        Segment::Value(value) => match value.plain_input() {
            Some(input) => Ident::new(input, Span::call_site()).to_token_stream(),
            None => {
                let source = sent::source(value);
                quote!((#source))
            }
        },
    }
}
