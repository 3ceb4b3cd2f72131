//! The module tree: `issue.labels.add` is the function `issue::labels::add`. And the registry.

use super::{docs, error::EmitError, input::Input, scope::Scope, source::SourceText, types};
use crate::{model::BoundCard, names};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::collections::BTreeMap;

/// Functions and modules below one.
#[derive(Default)]
struct Module<'a> {
    functions: BTreeMap<&'a str, &'a BoundCard>,
    children: BTreeMap<&'a str, Module<'a>>,
}

impl<'a> Module<'a> {
    fn add(&mut self, card: &'a BoundCard) {
        let mut module = self;
        let mut segments = card.card.id.value.split('.').peekable();
        while let Some(segment) = segments.next() {
            if segments.peek().is_none() {
                module.functions.insert(segment, card);
                return;
            }
            module = module.children.entry(segment).or_default();
        }
    }

    fn write(&self, scope: &Scope<'_>, path: &str, depth: usize, source: &mut SourceText) -> Result<(), EmitError> {
        for (name, card) in &self.functions {
            let up = quote!(super::);
            let to_structs: TokenStream = std::iter::repeat_n(up, depth).collect();
            source.items(&format!("`{path}.{name}`"), function(scope, card, &quote!(#to_structs capabilities::))?)?;
        }
        for (name, module) in &self.children {
            let path = if path.is_empty() { (*name).to_owned() } else { format!("{path}.{name}") };
            let ident = names::ident(name);
            let docs = module.docs(&path, &ident);
            source.module(&quote!(#(#[doc = #docs])* pub mod #ident), |source| {
                module.write(scope, &path, depth + 1, source)
            })?;
        }
        Ok(())
    }

    /// Links in the documentation of a module start outside of it.
    fn docs(&self, path: &str, own: &Ident) -> Vec<String> {
        let functions = self.functions.keys().map(|name| (names::escape(name), "fn"));
        let modules = self.children.keys().map(|name| (names::escape(name), "mod"));
        let link = |(name, kind): (String, &str)| format!("[`{name}`]({kind}@{own}::{name})");
        let links: Vec<String> = functions.chain(modules).map(link).collect();
        vec![format!(" The capabilities `{path}.*`: {}.", links.join(", "))]
    }
}

/// The whole tree.
pub(super) fn write(scope: &Scope<'_>, source: &mut SourceText) -> Result<(), EmitError> {
    let mut root = Module::default();
    for card in &scope.model.cards {
        root.add(card);
    }
    root.write(scope, "", 0, source)
}

/// The function of one capability. `structs` leads to the module that holds its struct.
pub(super) fn function(scope: &Scope<'_>, card: &BoundCard, structs: &TokenStream) -> Result<TokenStream, EmitError> {
    let input = Input::new(scope, card)?;
    let (parameters, types): (Vec<_>, Vec<_>) = input.parameters(structs).into_iter().unzip();
    let last = card.card.id.value.rsplit('.').next().unwrap_or_default();
    let (function, name) = (names::ident(last), names::ident(&types::struct_name(card)));
    let link = quote!(#structs #name).to_string().replace(' ', "");
    let docs = docs::function(card, &link);
    Ok(quote! {
        #(#[doc = #docs])*
        pub fn #function(#(#parameters: #types),*) -> #structs #name {
            #structs #name::new(#(#parameters),*)
        }
    })
}

/// Every capability, sorted by id.
pub(super) fn registry(scope: &Scope<'_>) -> TokenStream {
    let names = scope.model.cards.iter().map(|card| names::ident(&types::struct_name(card)));
    quote! {
        /// Every capability of this version, sorted by id.
        pub static ALL: &[::ghx::__codegen::Entry] = &[
            #(::ghx::__codegen::Entry::of::<capabilities::#names>(),)*
        ];
    }
}
