//! Operations: their types, and their text in pieces.

use super::{
    builder::Builder,
    client,
    error::EmitError,
    merge,
    scope::{Scope, module_name},
    tokens,
};
use crate::{
    names,
    operation::{self, ChildPiece, NodeTerm, Operation, OperationKind, Part, RootPiece},
};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use std::collections::BTreeSet;
use syn::Item;

/// Operations with their types: equal ones are shared.
pub(super) struct Operations<'a> {
    scope: Scope<'a>,
    each: Vec<(&'a Operation, Vec<Item>)>,
    shared: Vec<Item>,
}

impl<'a> Operations<'a> {
    /// Generates the types of these operations.
    pub(super) fn new(scope: &Scope<'a>, operations: Vec<&'a Operation>) -> Result<Self, EmitError> {
        let types = operations.iter().map(|operation| types(scope, operation));
        let mut types = types.collect::<Result<Vec<_>, EmitError>>()?;
        let mut shared = merge::merge(&mut types, &scope.model.enums.keys().cloned().collect());
        shared.extend(merge::variables(&mut types));
        Ok(Operations { scope: *scope, each: operations.into_iter().zip(types).collect(), shared })
    }

    /// What the operations share, as a module next to theirs.
    pub(super) fn shared(&self) -> TokenStream {
        if self.shared.is_empty() {
            return TokenStream::new();
        }
        let items = self.items(&self.shared);
        quote!(pub mod shared { use super::g; #items })
    }

    /// Each operation: its name, its marker and the module with its types and its text in pieces.
    pub(super) fn modules(&self) -> impl Iterator<Item = (&str, TokenStream)> {
        self.each.iter().map(|(operation, items)| {
            let (name, module) = (names::ident(&operation.name), module_name(&operation.name));
            let (items, descriptor) = (self.items(items), descriptor(operation));
            let is_shared = |item: &Item| {
                merge::declared_name(item).is_some_and(|name| tokens::mentions(&items, &name.to_string()))
            };
            let shared = self.shared.iter().any(is_shared).then(|| quote!(, shared::*));
            let tokens = quote! {
                g::document!(#name in #module);
                pub mod #module {
                    use super::{g #shared};
                    #items
                    pub const OPERATION: &g::Operation = &#descriptor;
                }
            };
            (operation.name.as_str(), tokens)
        })
    }

    fn items(&self, items: &[Item]) -> TokenStream {
        let all = quote!(#(#items)*);
        let imported = self.scope.model.enums.keys().filter(|name| tokens::mentions(&all, name));
        let imported: Vec<_> = imported.map(|name| names::ident(name)).collect();
        let imports = (!imported.is_empty()).then(|| {
            let module = self.scope.types_from_operation();
            quote!(use #module::{#(#imported),*};)
        });
        let items = items.iter().map(|item| {
            let by_kind = client::by_kind(item);
            quote!(#item #by_kind)
        });
        quote!(#imports #(#items)*)
    }
}

fn types(scope: &Scope<'_>, operation: &Operation) -> Result<Vec<Item>, EmitError> {
    let document = operation::client_document(operation);
    let schema = operation::client_schema(scope.schema, operation);
    let enums = scope.model.enums.keys().cloned().collect();
    let numbered = scope.model.subjects.iter().map(|bound| &bound.subject).filter(|it| it.inputs.number.is_some());
    let kinds: BTreeSet<&str> = numbered.map(|subject| subject.node.value.as_str()).collect();
    let kinds: Vec<&str> = kinds.into_iter().collect();
    client::generate(&operation.name, &document, &schema, enums, &kinds, scope.serde())
}

fn descriptor(operation: &Operation) -> Builder {
    let pieces = operation::pieces(operation);
    let name = &operation.name;
    let is_query = operation.kind == OperationKind::Query;
    let variables = operation.variables.iter().map(|variable| {
        let (name, ty) = (Ident::new(&variable.name, Span::call_site()), variable.ty.to_string());
        quote!(#name: #ty)
    });
    let variables: Vec<TokenStream> = variables.collect();
    let fragments = pieces.fragments.iter().map(|(name, text)| quote!(g::Fragment::new(#name, #text)));
    let kind = if is_query { quote!(query) } else { quote!(mutation) };
    Builder::new(quote!(g::Operation::#kind(#name)))
        .some("variables", (!variables.is_empty()).then(|| quote!(g::variables![#(#variables),*])))
        .list("roots", pieces.roots.iter().map(|piece| root(piece, is_query)))
        .list("fragments", fragments)
}

/// Only a query's root is ever split into its fields; then these say all that is below it.
fn root(piece: &RootPiece, is_query: bool) -> Builder {
    let children: &[ChildPiece] = if is_query { &piece.children } else { &[] };
    let key = &piece.key;
    let usual = "repository(owner: $owner, name: $name)";
    let root = if key == "repository" && piece.repository.is_some() && text(&piece.head) == usual {
        Builder::new(quote!(g::Root::of_repository()))
    } else {
        let head = parts(&piece.head);
        let repository = piece.repository.as_ref();
        let repository = repository.map(|(owner, name)| quote!(g::RepositoryArguments::new(#owner, #name)));
        Builder::new(quote!(g::Root::new(#key, #head))).some("repository", repository)
    };
    let said = !children.is_empty() && text(&piece.body) == selection(children);
    let below: Vec<NodeTerm> = children.iter().flat_map(|child| child.nodes.clone()).collect();
    let body = (!said && !piece.body.is_empty()).then(|| parts(&piece.body));
    let children = children.iter().map(|child| {
        let (key, parts) = (&child.key, parts(&child.parts));
        Builder::new(quote!(g::Child::new(#key, #parts))).list("nodes", nodes(&child.nodes))
    });
    let own = if below == piece.nodes { Vec::new() } else { nodes(&piece.nodes) };
    root.some("body", body).list("children", children).list("nodes", own)
}

/// What `ghx::card::operation::Root::selection` puts together.
fn selection(children: &[ChildPiece]) -> String {
    let field = |child: &ChildPiece| {
        let text = text(&child.parts);
        let name = text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        if name == child.key { format!(" {text}") } else { format!(" {}: {text}", child.key) }
    };
    format!(" {{{} }}", children.iter().map(field).collect::<String>())
}

fn text(parts: &[Part]) -> String {
    let part = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        Part::Var(name) => format!("${name}"),
    };
    parts.iter().map(part).collect()
}

fn nodes(terms: &[NodeTerm]) -> Vec<TokenStream> {
    let term = |term: &NodeTerm| {
        let (factor, variables) = (Literal::u64_unsuffixed(term.factor), &term.variables);
        quote!(g::Nodes::new(#factor, &[#(#variables),*]))
    };
    terms.iter().map(term).collect()
}

fn parts(parts: &[Part]) -> TokenStream {
    let part = |part: &Part| match part {
        Part::Text(text) => quote!(#text),
        Part::Var(name) => Ident::new(name, Span::call_site()).to_token_stream(),
    };
    let parts = parts.iter().map(part);
    quote!(g::parts![#(#parts),*])
}
