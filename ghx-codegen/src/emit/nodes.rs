//! `ghx::node`: a marker per kind of node, so that ids are typed.

use crate::{model::Model, names};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;

/// The markers, objects and interfaces in one alphabet.
pub(super) fn markers(model: &Model) -> Vec<TokenStream> {
    let none = Vec::new();
    let interfaces: BTreeSet<&String> = model.kinds.values().flatten().collect();
    let kinds: BTreeSet<&String> = model.kinds.keys().chain(interfaces.iter().copied()).collect();
    kinds
        .into_iter()
        .map(|name| {
            let fits = model.kinds.get(name).unwrap_or(&none);
            marker(name, fits, interfaces.contains(name))
        })
        .collect()
}

fn marker(name: &str, fits: &[String], interface: bool) -> TokenStream {
    let kind = names::ident(name);
    let doc = if interface {
        format!(" Nodes that implement `{name}`. Ids: `NodeId<{name}>`.")
    } else {
        format!(" `{name}` nodes. Ids: `NodeId<{name}>`.")
    };
    let fits = fits.iter().filter(|interface| *interface != name).map(|interface| {
        let interface = names::ident(interface);
        quote! {
            #[automatically_derived]
            impl ::ghx::value::IsA<#interface> for #kind {}
        }
    });
    quote! {
        #[doc = #doc]
        #[derive(Debug)]
        pub enum #kind {}

        #[automatically_derived]
        impl ::ghx::value::Kind for #kind {
            const NAME: &'static str = #name;
        }

        #(#fits)*
    }
}
