//! The REST route.

use super::{guards, keys, option, sent, take, unsupported};
use crate::{
    card::Method,
    model::{BoundCall, BoundRest, Segment},
    schema::{Success, SuccessBody},
};
use proc_macro2::TokenStream;
use quote::quote;

/// The whole route.
pub(in crate::emit) fn route(route: &BoundRest) -> TokenStream {
    let calls = route.calls.iter().map(call);
    let (output, unsupported) = (take::fields(&route.output), unsupported(&route.unsupported));
    quote! {
        &g::routes::RestRoute {
            calls: &[#(#calls),*],
            output: #output,
            unsupported: #unsupported,
        }
    }
}

fn call(call: &BoundCall) -> TokenStream {
    let (id, accept) = (&call.id, &call.accept);
    let method = match call.method {
        Method::Get => quote!(Get),
        Method::Post => quote!(Post),
        Method::Put => quote!(Put),
        Method::Patch => quote!(Patch),
        Method::Delete => quote!(Delete),
    };
    let path = call.path.iter().map(segment);
    let (query, body) = (sent::sources(&call.query), sent::sources(&call.body));
    let each = option(call.each.as_ref().map(|input| quote!(#input)));
    let page = option(call.page.as_ref().map(|page| {
        let list = keys(&page.list);
        let inputs = option(page.inputs.as_ref().map(|(size, cursor)| quote!((#size, #cursor))));
        quote!(g::routes::RestPage { list: #list, inputs: #inputs })
    }));
    let guards = guards(&call.guards);
    let optional = call.optional;
    let missing = option(call.missing.as_ref().map(|message| quote!(#message)));
    let successes = call.successes.iter().copied().map(success);
    quote! {
        g::routes::RestCall {
            id: #id,
            method: g::routes::Method::#method,
            path: &[#(#path),*],
            query: #query,
            body: #body,
            accept: #accept,
            each: #each,
            page: #page,
            guards: #guards,
            optional: #optional,
            missing: #missing,
            successes: &[#(#successes),*],
        }
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
    quote!(g::routes::Success { status: #status, body: g::routes::SuccessBody::#body })
}

fn segment(segment: &Segment) -> TokenStream {
    match segment {
        Segment::Text(text) => quote!(g::routes::Segment::Text(#text)),
        Segment::Value(value) => {
            let source = sent::source(value);
            quote!(g::routes::Segment::Value(#source))
        }
    }
}
