//! The types of an operation, by `graphql_client`'s generator, and what is mended on them.
//!
//! The generator writes for its own run-time crate and for a crate that depends on serde. Kept are the types; what only its own
//! crate needs is dropped, derives are named by their full path, and each enum of kinds gets an accessor per kind.

use super::{error::EmitError, scope::narrow_method, tokens::mentions};
use graphql_client_codegen::{CodegenMode, GraphQLClientCodegenOptions};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
    path::PathBuf,
    sync::atomic::{AtomicUsize, Ordering},
};
use syn::{
    Attribute, Field, Fields, Item, ItemEnum, ItemType, Path, Type, parse_quote,
    visit_mut::{self, VisitMut},
};

/// Generates the types of one operation: structs and enums, in the generator's order. The types of `enums` are expected to be in scope.
/// Of the kinds that an operation does not select, those of `kinds` get a variant of their own.
pub(super) fn generate(
    name: &str,
    document: &str,
    schema: &str,
    enums: Vec<String>,
    kinds: &[&str],
    serde: Serde,
) -> Result<Vec<Item>, EmitError> {
    let refused = |reason: String| EmitError::Client { operation: name.to_owned(), reason };
    let mut options = GraphQLClientCodegenOptions::new(CodegenMode::Cli);
    options.set_skip_serializing_none(true);
    options.set_fragments_other_variant(true);
    options.set_extern_enums(enums);
    let file = SchemaFile::write(schema)?;
    let tokens = graphql_client_codegen::generate_module_token_stream_from_string(document, &file.path, options)
        .map_err(|error| refused(error.to_string()))?;
    let parsed: syn::File =
        syn::parse2(tokens).map_err(|source| EmitError::Syntax { what: format!("the operation `{name}`"), source })?;
    let module = parsed.items.into_iter().find_map(|item| match item {
        Item::Mod(module) => module.content.map(|(_, items)| items),
        _ => None,
    });
    let items = module.ok_or_else(|| refused("the generator wrote no module".to_owned()))?;
    Ok(mend(items, kinds, serde))
}

/// How the code names serde.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Serde {
    /// As a dependency.
    Crate,
    /// Through ghx: a user's crate needs no dependency of its own.
    Reexport,
}

impl Serde {
    /// `serde::Deserialize`.
    pub(super) fn derive(self, name: &Path) -> TokenStream {
        match self {
            Serde::Crate => quote!(serde::#name),
            Serde::Reexport => quote!(g::serde::#name),
        }
    }

    /// What serde's derive must know, if anything.
    pub(super) fn attribute(self) -> Option<Attribute> {
        (self == Serde::Reexport).then(|| parse_quote!(#[serde(crate = "g::serde")]))
    }
}

/// The generator reads its schema from a file and remembers it by path, so the name says the content.
struct SchemaFile {
    path: PathBuf,
}

impl SchemaFile {
    /// Another thread may be at the same schema: the file appears whole, or not at all.
    fn write(schema: &str) -> Result<Self, EmitError> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let mut hasher = DefaultHasher::new();
        schema.hash(&mut hasher);
        let stem = format!("ghx-codegen-{}-{:016x}", std::process::id(), hasher.finish());
        let folder = std::env::temp_dir();
        let path = folder.join(format!("{stem}.graphql"));
        let draft = folder.join(format!("{stem}-{}.draft", NEXT.fetch_add(1, Ordering::Relaxed)));
        match std::fs::write(&draft, schema).and_then(|()| std::fs::rename(&draft, &path)) {
            Ok(()) => Ok(SchemaFile { path }),
            Err(source) => Err(EmitError::TempFile { path, source }),
        }
    }
}

impl Drop for SchemaFile {
    fn drop(&mut self) {
        // The generator has read it by now and remembers it; a file that stays there does no harm.
        let _ = std::fs::remove_file(&self.path);
    }
}

fn mend(items: Vec<Item>, kinds: &[&str], serde: Serde) -> Vec<Item> {
    let mut aliases = Aliases::default();
    let mut types = Vec::new();
    for item in items {
        match item {
            Item::Type(alias) => aliases.add(alias),
            Item::Struct(mut item) => {
                mend_attributes(&mut item.attrs, serde);
                mend_fields(&mut item.fields, &item.attrs);
                types.push(Item::Struct(item));
            }
            Item::Enum(mut item) => {
                mend_attributes(&mut item.attrs, serde);
                add_kinds(&mut item, kinds);
                types.push(Item::Enum(item));
            }
            // The constructors of defaults are not needed: each variable is given a value.
            _ => {}
        }
    }
    for item in &mut types {
        aliases.visit_item_mut(item);
    }
    types
}

/// `ID`, `Int`, `URI`, …: what they stand for is written instead.
#[derive(Default)]
struct Aliases(BTreeMap<String, Type>);

impl Aliases {
    /// The generator looks for custom scalars in the module above; they are the library's, wherever the operation is.
    fn add(&mut self, alias: ItemType) {
        let name = &alias.ident;
        let scalar = mentions(&alias.ty.to_token_stream(), "super");
        let ty = if scalar { parse_quote!(g::scalars::#name) } else { *alias.ty };
        self.0.insert(name.to_string(), ty);
    }
}

impl VisitMut for Aliases {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && let Some(meant) = path.path.get_ident().and_then(|name| self.0.get(&name.to_string()))
        {
            *ty = meant.clone();
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

/// `#[derive(Deserialize)]` → the full path, with the crate that serde's derive shall use.
fn mend_attributes(attributes: &mut Vec<Attribute>, serde: Serde) {
    attributes.retain(|attribute| !says(attribute, "serde", "crate"));
    for attribute in attributes.iter_mut() {
        if attribute.path().is_ident("derive")
            && let Some(name) = derived(attribute)
        {
            let path = serde.derive(&name);
            *attribute = parse_quote!(#[derive(#path)]);
        }
    }
    attributes.extend(serde.attribute());
}

/// The trait of a derive with exactly one: the generator derives one direction only.
fn derived(attribute: &Attribute) -> Option<Path> {
    attribute.parse_args::<Path>().ok()
}

/// What is only read is never serialised.
fn mend_fields(fields: &mut Fields, attributes: &[Attribute]) {
    let read = attributes.iter().any(|attribute| says(attribute, "derive", "Deserialize"));
    if read {
        for field in fields.iter_mut() {
            drop_skipping(field);
        }
    }
}

fn drop_skipping(field: &mut Field) {
    field.attrs.retain(|attribute| !says(attribute, "serde", "skip_serializing_if"));
}

/// `#[path(… word …)]`. Asked of the tokens: how they look as text depends on who compiles.
fn says(attribute: &Attribute, path: &str, word: &str) -> bool {
    attribute.path().is_ident(path) && mentions(&attribute.meta.to_token_stream(), word)
}

/// A variant for each of these kinds, besides those with data and the one for all others.
fn add_kinds(item: &mut ItemEnum, kinds: &[&str]) {
    let is_of_kinds = item.variants.iter().any(|variant| matches!(variant.fields, Fields::Unnamed(_)));
    for kind in kinds.iter().filter(|_| is_of_kinds) {
        let name = crate::names::ident(kind);
        if !item.variants.iter().any(|variant| variant.ident == name) {
            item.variants.insert(0, parse_quote!(#name));
        }
    }
}

/// The line that gives an enum of kinds its questions: `as_issue(&self)` and `kind(&self)`.
pub(super) fn by_kind(item: &Item) -> Option<TokenStream> {
    let Item::Enum(item) = item else { return None };
    let (mut kinds, mut others) = (Vec::new(), Vec::new());
    for variant in &item.variants {
        let name = &variant.ident;
        match &variant.fields {
            Fields::Unnamed(fields) => {
                let (ty, method) = (&fields.unnamed.first()?.ty, narrow_method(&name.to_string()));
                kinds.push(quote!(#name(#ty) #method));
            }
            _ if name != "Unknown" => others.push(name),
            _ => {}
        }
    }
    let name = &item.ident;
    (!kinds.is_empty()).then(|| quote!(g::by_kind!(#name: #(#kinds),*; #(#others),*);))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMA: &str = "schema { query: Query }\ntype Query { node(id: ID!): Node }\ninterface Node { id: ID! }\n\
                          type Issue implements Node { id: ID! number: Int! state: IssueState! url: URI! }\n\
                          enum IssueState { OPEN CLOSED }\nscalar URI\n";
    const DOCUMENT: &str =
        "query View($id: ID!, $text: String) { node(id: $id) { __typename ... on Issue { number state url } } }";

    fn generated() -> String {
        match generate("View", DOCUMENT, SCHEMA, vec!["IssueState".to_owned()], &["PullRequest"], Serde::Reexport) {
            Ok(items) => {
                let by_kind = items.iter().filter_map(by_kind);
                quote!(#(#items)* #(#by_kind)*).to_string()
            }
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn kinds_get_accessors_and_derives_full_paths() {
        let text = generated();
        assert!(
            text.contains("g :: by_kind ! (ViewNode : Issue (ViewNodeOnIssue) as_issue ; PullRequest) ;"),
            "{text}"
        );
        assert!(text.contains("state : IssueState"), "{text}");
        assert!(text.contains("derive (g :: serde :: Deserialize)"), "{text}");
        assert!(text.contains("pub url : g :: scalars :: URI"), "{text}");
        assert!(text.contains("pub number : i64"), "{text}");
    }

    #[test]
    fn what_only_the_generators_own_crate_needs_is_gone() {
        let text = generated();
        for gone in ["graphql_client", "QUERY", "use ", "type ", "enum IssueState"] {
            assert!(!text.contains(gone), "{gone}: {text}");
        }
    }

    #[test]
    fn only_what_is_sent_skips_absent_values() {
        let text = generated();
        assert_eq!(text.matches("skip_serializing_if").count(), 1, "{text}");
    }
}
