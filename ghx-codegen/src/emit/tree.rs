//! The module tree: `issue.labels.add` is the function `issue::labels::add`, and its types are in `issue`. And the registry.

use super::{
    TypeNames, capability, docs, error::EmitError, import, input::Input, scope::Scope, source::SourceText, tokens,
    types,
};
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
    /// Adds the function at `path`: `labels.add`.
    fn add(&mut self, path: &'a str, card: &'a BoundCard) {
        let mut module = self;
        let mut segments = path.split('.').peekable();
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
            let to_types: TokenStream = std::iter::repeat_n(quote!(super::), depth).collect();
            source.items(&format!("`{path}.{name}`"), function(scope, card, &to_types)?)?;
        }
        for (name, module) in &self.children {
            let path = format!("{path}.{name}");
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

/// A module per domain, each with the types and functions of its capabilities, and `capabilities`, which lists all types.
pub(super) fn write(scope: &Scope<'_>, source: &mut SourceText) -> Result<(), EmitError> {
    let mut domains: BTreeMap<&str, Domain<'_>> = BTreeMap::new();
    for card in &scope.model.cards {
        domains.entry(types::domain(card)).or_default().add(card);
    }
    let mut names = TypeNames::default();
    let mut index = Vec::new();
    for (name, domain) in &domains {
        let ident = names::ident(name);
        let docs = domain.module.docs(name, &ident);
        let mut declared = Vec::new();
        let fill = |source: &mut SourceText| {
            source.items("an import", import())?;
            declared = domain.write_types(scope, &mut names, source)?;
            domain.module.write(scope, name, 0, source)
        };
        source.module(&quote!(#(#[doc = #docs])* pub mod #ident), |source| source.part(name, fill))?;
        index.push(quote!(#[doc(no_inline)] pub use super::#ident::{#(#declared),*};));
    }
    let doc =
        " The types of all capabilities, in one list. Each is at home in the module of its domain: `ghx::issue`, …";
    source.module(&quote!(#[doc = #doc] pub mod capabilities), |source| {
        source.items("the index of types", quote!(#(#index)*))
    })
}

/// The capabilities whose ids start with the same word.
#[derive(Default)]
struct Domain<'a> {
    cards: Vec<&'a BoundCard>,
    module: Module<'a>,
}

impl<'a> Domain<'a> {
    fn add(&mut self, card: &'a BoundCard) {
        self.cards.push(card);
        let path = card.card.id.value.split_once('.').map_or("", |(_, path)| path);
        self.module.add(path, card);
    }

    /// Writes the types of all its capabilities and returns their names.
    fn write_types(
        &self,
        scope: &Scope<'_>,
        names: &mut TypeNames,
        source: &mut SourceText,
    ) -> Result<Vec<Ident>, EmitError> {
        let mut declared = Vec::new();
        for card in &self.cards {
            let id = &card.card.id.value;
            let items = capability::items(scope, card)?;
            names.add(id, &items)?;
            declared.extend(items.iter().flat_map(tokens::declared).map(|name| names::ident(&name)));
            source.comment(&format!("from cards/{id}.yaml"));
            items.into_iter().try_for_each(|item| source.items(id, item))?;
        }
        Ok(declared)
    }
}

/// The function of one capability. `structs` is the path of the module that holds its types.
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
        /// Every capability of this build, sorted by id.
        #[cfg(feature = "json")]
        pub static ALL: &[::ghx::capability::Entry] = &[
            #(::ghx::capability::Entry::of::<capabilities::#names>(),)*
        ];
    }
}
