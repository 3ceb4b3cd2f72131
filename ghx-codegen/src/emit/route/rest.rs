//! The REST route.

use super::{condition, guards, keys, predicate, sent, take, unsupported};
use crate::{
    card::{Answer, Method},
    emit::{builder::Builder, scope::document},
    model::{BoundCall, BoundEach, BoundRest, BoundRestLookup, BoundUpload, ByteForm, EachList, Segment},
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
        .list("lookups", route.lookups.iter().map(lookup))
        .list("unsupported", unsupported(&route.unsupported));
    quote!(&#route)
}

fn lookup(lookup: &BoundRestLookup) -> TokenStream {
    let (id, document, variables) = (&lookup.id, document(&lookup.operation), sent::sources(&lookup.variables));
    quote!(g::Lookup::new(#id, <#document as g::Document>::OPERATION, &[#(#variables),*]))
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
        .some("upload", call.upload.as_ref().map(upload))
        .some("host", call.host.as_ref().map(sent::source))
        .some("when", call.when.as_ref().map(predicate))
        .some("each", call.each.as_ref().map(each))
        .some("page", page)
        .list("guards", guards(&call.guards))
        .flag("optional", call.optional)
        .some("missing", call.missing.as_ref())
        .some("response", call.answer.map(answer))
        .flag("reads", call.reads)
        .list("successes", call.successes.iter().copied().map(success))
}

fn upload(upload: &BoundUpload) -> TokenStream {
    let bytes = upload.bytes.iter().map(|(form, source)| {
        let source = sent::source(source);
        let form = match form {
            ByteForm::Text => quote!(Text),
            ByteForm::Base64 => quote!(Base64),
            ByteForm::File => quote!(File),
        };
        quote!((g::ByteForm::#form, #source))
    });
    let media = sent::source(&upload.media);
    quote!(g::Upload::new(&[#(#bytes),*], #media))
}

fn each(each: &BoundEach) -> Builder {
    let list = match &each.list {
        EachList::Input(input) => quote!(g::Each::input(#input)),
        EachList::Found { call, path } => {
            let path = keys(path);
            quote!(g::Each::of(g::Source::found(#call, #path)))
        }
    };
    Builder::new(list).list("keep", each.keep.iter().map(condition)).flag("partial", each.partial)
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
        Segment::Value(value) => {
            if let Some(input) = value.plain_input() {
                Ident::new(input, Span::call_site()).to_token_stream()
            } else {
                let source = sent::source(value);
                quote!((#source))
            }
        }
    }
}
