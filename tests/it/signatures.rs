//! Public signatures of generated code name public paths: a bot author never reads `__codegen` on hover or in rustdoc.

use ghx_codegen::{Catalog, Files};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::path::Path;
use syn::{ImplItem, Item, ItemImpl, Visibility};

/// Methods that only the engine calls. Their parameters have no public path.
const ENGINE: &[&str] = &["write", "from_json", "request", "read", "read_already"];

/// Traits that only the engine uses.
const ENGINE_TRAITS: &[&str] = &["InputValue"];

#[test]
fn the_library_has_no_hidden_path_in_a_public_signature() {
    let files = Files::below(Path::new(env!("CARGO_MANIFEST_DIR")));
    let catalog = Catalog::load(files).and_then(Catalog::bind).map_err(|_| ()).unwrap();
    let found = hidden(&catalog.emit().unwrap());
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_card_in_another_crate_has_no_hidden_path_in_a_public_signature() {
    for text in [
        include_str!("../golden/issue.labels.add.rs"),
        include_str!("../golden/issue.view.rs"),
        include_str!("../golden/issue.list.rs"),
        include_str!("../golden/pr.reviews.submit.rs"),
        include_str!("../golden/workflow.run.view.rs"),
    ] {
        let found = hidden(text);
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

#[test]
fn a_hidden_path_is_found_wherever_it_is() {
    let text = "mod m { use ::ghx::__codegen as g;
        pub fn f(a: impl g::IntoArg<u64>) {}
        pub struct S { pub a: g::Arg<u64>, b: g::Arg<u64> }
        pub enum E { A(::ghx::__codegen::Arg<u64>) }
        pub type T = g::Arg<u64>;
        pub static X: g::Card = g::card();
        impl S { pub fn new() -> g::Arg<u64> {} fn private() -> g::Card {} }
        impl From<g::StepId> for S { fn from(a: ::ghx::value::StepId) -> Self {} }
        impl ::ghx::Capability for S { type Output = g::Arg<u64>; fn write(&self, w: &mut g::W) {} }
    }";
    assert_eq!(hidden(text).len(), 8, "{:#?}", hidden(text));
}

fn hidden(text: &str) -> Vec<String> {
    let file = syn::parse_file(text).unwrap();
    let mut found = Vec::new();
    file.items.iter().for_each(|item| check(item, &mut found));
    found
}

fn check(item: &Item, found: &mut Vec<String>) {
    let public = |visibility: &Visibility| matches!(visibility, Visibility::Public(_));
    match item {
        // A private module of a card's expansion is re-exported from.
        Item::Mod(module) if module.ident != "operations" && module.ident != "subjects" => {
            let items = module.content.iter().flat_map(|(_, items)| items);
            items.for_each(|item| check(item, found));
        }
        Item::Fn(function) if public(&function.vis) => look(&function.sig, found),
        Item::Type(alias) if public(&alias.vis) => look(&alias.ty, found),
        Item::Static(one) if public(&one.vis) => look(&one.ty, found),
        Item::Struct(one) if public(&one.vis) => {
            one.fields.iter().filter(|field| public(&field.vis)).for_each(|field| look(&field.ty, found));
        }
        Item::Enum(one) if public(&one.vis) => {
            one.variants.iter().for_each(|variant| look(&variant.fields, found));
        }
        Item::Impl(one) => check_impl(one, found),
        _ => {}
    }
}

fn check_impl(one: &ItemImpl, found: &mut Vec<String>) {
    let path = one.trait_.as_ref().map(|(path, _)| path);
    if let Some(path) = path {
        let last = path.segments.last().unwrap();
        if ENGINE_TRAITS.contains(&last.ident.to_string().as_str()) {
            return;
        }
        look(path, found);
    }
    for item in &one.items {
        match item {
            ImplItem::Type(ty) => look(&ty.ty, found),
            ImplItem::Fn(function) => {
                let hidden = path.is_some() && ENGINE.contains(&function.sig.ident.to_string().as_str());
                let private = path.is_none() && !matches!(function.vis, Visibility::Public(_));
                if !hidden && !private {
                    look(&function.sig, found);
                }
            }
            _ => {}
        }
    }
}

fn look(tokens: &impl ToTokens, found: &mut Vec<String>) {
    let tokens = tokens.to_token_stream();
    if names(&tokens, &["__codegen", "codegen", "g"]) {
        found.push(tokens.to_string());
    }
}

fn names(tokens: &TokenStream, words: &[&str]) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => words.iter().any(|word| ident == word),
        TokenTree::Group(group) => names(&group.stream(), words),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
