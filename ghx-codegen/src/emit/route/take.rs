//! Where outputs come from.

use super::{condition, keys, literal};
use crate::{
    emit::builder::Builder,
    model::{BoundOutput, OutputSource, OutputValue, Path},
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// Outputs, property by property.
pub(super) fn fields(outputs: &[BoundOutput]) -> TokenStream {
    let fields = outputs.iter().map(|output| {
        let name = &output.property.name.value;
        let is_plain = matches!(output.source, OutputSource::Response | OutputSource::Call(_));
        if is_plain
            && matches!(output.value, OutputValue::Leaf { .. })
            && !output.path.steps.iter().any(|step| step.each)
        {
            let pick = pick(output, &output.path.plain_keys(), call(output));
            return plain(name, output).unwrap_or_else(|| quote!(g::Field::value(#name, #pick)));
        }
        let take = take(output);
        quote!(g::Field::new(#name, g::Take::#take))
    });
    quote!(&[#(#fields),*])
}

fn take(output: &BoundOutput) -> TokenStream {
    match &output.source {
        OutputSource::Input(input) => quote!(Input(#input)),
        OutputSource::Literal(value) => {
            let value = literal(value);
            quote!(Literal(#value))
        }
        OutputSource::Present => holds(&output.path, &quote!(Present)),
        OutputSource::First(others) => {
            let takes = std::iter::once(&output.path).chain(others).map(|path| {
                let pick = pick(output, &path.plain_keys(), None);
                quote!(g::Take::Value(#pick.nullable()))
            });
            quote!(First(&[#(#takes),*]))
        }
        OutputSource::Kept(_) | OutputSource::Text => quote!(Text),
        OutputSource::Page => quote!(PageInfo),
        OutputSource::Response | OutputSource::Call(_) => read(output),
    }
}

/// A scalar that is taken as it is has a constructor of its own.
fn plain(name: &str, output: &BoundOutput) -> Option<TokenStream> {
    let change = &output.change;
    let is_changed = !change.map.is_empty() || !change.present.is_empty() || !change.nulls.is_empty();
    if is_changed || change.without.is_some() || change.default.is_some() {
        return None;
    }
    let keys = super::keys(&output.path.keys().0);
    let field = if let Some(call) = call(output) {
        quote!(g::Field::of(#name, #call, #keys))
    } else {
        quote!(g::Field::at(#name, #keys))
    };
    Some(Builder::new(field).flag("nullable", output.nullable).to_token_stream())
}

/// Whether a value passes a test.
fn holds(path: &Path, test: &TokenStream) -> TokenStream {
    let keys = keys(&path.plain_keys());
    quote!(Holds(g::Condition::new(#keys, g::Test::#test)))
}

/// What is read from a response.
fn read(output: &BoundOutput) -> TokenStream {
    let (keys, element) = output.path.keys();
    let keep = output.keep.iter().map(condition);
    match (&output.value, element) {
        (OutputValue::Count, _) => {
            let at = place(&keys, call(output));
            quote!(count(#at, &[#(#keep),*]))
        }
        (OutputValue::Equals(value), _) => holds(&output.path, &quote!(Equals(g::Literal::Text(#value)))),
        (_, None) => value(output, &keys, call(output)),
        (_, Some(element)) => {
            let (at, item) = (place(&keys, call(output)), value(output, &element, None));
            quote!(list(#at, &[#(#keep),*], &g::Take::#item))
        }
    }
}

/// A value or an object at a place.
fn value(output: &BoundOutput, keys: &[String], call: Option<&String>) -> TokenStream {
    let OutputValue::Object { fields } = &output.value else {
        let pick = pick(output, keys, call);
        return quote!(Value(#pick));
    };
    let (at, fields) = (place(keys, call), self::fields(fields));
    let is_element = output.path.steps.iter().any(|step| step.each);
    if output.nullable && !is_element { quote!(nullable_object(#at, #fields)) } else { quote!(object(#at, #fields)) }
}

fn call(output: &BoundOutput) -> Option<&String> {
    match &output.source {
        OutputSource::Call(call) => Some(call),
        _ => None,
    }
}

fn place(keys: &[String], call: Option<&String>) -> TokenStream {
    let keys = super::keys(keys);
    let of_call = call.map(|call| quote!(g::Path::of(#call, #keys)));
    of_call.unwrap_or_else(|| quote!(g::Path::new(#keys)))
}

fn pick(output: &BoundOutput, keys: &[String], call: Option<&String>) -> Builder {
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
