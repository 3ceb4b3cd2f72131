//! Where outputs come from.

use super::{condition, literal};
use crate::{
    emit::builder::Builder,
    model::{BoundOutput, OutputSource, OutputValue},
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// Outputs, property by property.
pub(super) fn fields(outputs: &[BoundOutput]) -> TokenStream {
    let fields = outputs.iter().map(|output| {
        let name = &output.property.name.value;
        let take = match &output.source {
            OutputSource::Input(input) => quote!(Input(#input)),
            OutputSource::Literal(value) => {
                let value = literal(value);
                quote!(Literal(#value))
            }
            OutputSource::Kept(_) | OutputSource::Text => quote!(Text),
            OutputSource::Page => quote!(PageInfo),
            OutputSource::Response | OutputSource::Call(_) => match self::read(output) {
                Read::Value(pick) => {
                    return plain(name, output).unwrap_or_else(|| quote!(g::Field::value(#name, #pick)));
                }
                Read::Other(take) => take,
            },
        };
        quote!(g::Field::new(#name, g::Take::#take))
    });
    quote!(&[#(#fields),*])
}

/// A scalar that is taken as it is has a constructor of its own.
fn plain(name: &str, output: &BoundOutput) -> Option<TokenStream> {
    let change = &output.change;
    let is_changed = !change.map.is_empty() || !change.present.is_empty() || !change.nulls.is_empty();
    if is_changed || change.without.is_some() || change.default.is_some() {
        return None;
    }
    let keys = super::keys(&output.path.keys().0);
    let field = match call(output) {
        Some(call) => quote!(g::Field::of(#name, #call, #keys)),
        None => quote!(g::Field::at(#name, #keys)),
    };
    Some(Builder::new(field).flag("nullable", output.nullable).to_token_stream())
}

/// What is read from a response.
enum Read {
    Value(Builder),
    Other(TokenStream),
}

fn read(output: &BoundOutput) -> Read {
    let (keys, element) = output.path.keys();
    let Some(element) = element else { return value(output, &keys, call(output)) };
    let item = match value(output, &element, None) {
        Read::Value(pick) => quote!(Value(#pick)),
        Read::Other(take) => take,
    };
    let (at, keep) = (place(&keys, call(output)), output.keep.iter().map(condition));
    Read::Other(quote!(list(#at, &[#(#keep),*], &g::Take::#item)))
}

/// A value or an object at a place.
fn value(output: &BoundOutput, keys: &[&str], call: Option<&String>) -> Read {
    let OutputValue::Object { fields } = &output.value else { return Read::Value(pick(output, keys, call)) };
    let (at, fields) = (place(keys, call), self::fields(fields));
    let is_element = output.path.steps.iter().any(|step| step.each);
    let nullable = output.nullable && !is_element;
    Read::Other(if nullable { quote!(nullable_object(#at, #fields)) } else { quote!(object(#at, #fields)) })
}

fn call(output: &BoundOutput) -> Option<&String> {
    match &output.source {
        OutputSource::Call(call) => Some(call),
        _ => None,
    }
}

fn place(keys: &[&str], call: Option<&String>) -> TokenStream {
    let keys = super::keys(keys);
    let of_call = call.map(|call| quote!(g::Path::of(#call, #keys)));
    of_call.unwrap_or_else(|| quote!(g::Path::new(#keys)))
}

fn pick(output: &BoundOutput, keys: &[&str], call: Option<&String>) -> Builder {
    let start = if call.is_some() {
        let place = place(keys, call);
        quote!(g::Pick::at(#place))
    } else {
        let keys = super::keys(keys);
        quote!(g::Pick::new(#keys))
    };
    let change = &output.change;
    let map = change.map.iter().map(|(from, to)| {
        let to = literal(to);
        quote!((#from, #to))
    });
    let present = change.present.iter().map(|(path, value)| {
        let path = super::keys(&path.plain_keys());
        quote!((#path, #value))
    });
    Builder::new(start)
        .list("map", map)
        .list("present", present)
        .some("without", change.without.as_ref())
        .list("nulls", &change.nulls)
        .some("default", change.default.as_ref().map(literal))
        .flag("nullable", output.nullable)
}
