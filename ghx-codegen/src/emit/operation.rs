//! Operations: their types, and their text in pieces.

use super::{
    builder::Builder,
    client,
    error::EmitError,
    import,
    scope::{Scope, module_name},
};
use crate::{
    names,
    operation::{self, NodeTerm, Operation, OperationKind, Part, RootPiece},
};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// The module with the types of one operation.
pub(super) fn types_module(scope: &Scope<'_>, operation: &Operation) -> Result<TokenStream, EmitError> {
    let document = operation::client_document(operation);
    let schema = operation::client_schema(scope.schema, operation);
    let enums = scope.model.enums.keys().cloned().collect();
    let numbered = scope.model.subjects.iter().map(|bound| &bound.subject).filter(|it| it.inputs.number.is_some());
    let kinds: BTreeSet<&str> = numbered.map(|subject| subject.node.value.as_str()).collect();
    let kinds: Vec<&str> = kinds.into_iter().collect();
    let types = client::generate(&operation.name, &document, &schema, enums, &kinds)?;
    let imported = scope.model.enums.keys().filter(|name| types.names.contains(*name));
    let imported: Vec<_> = imported.map(|name| names::ident(name)).collect();
    let imports = (!imported.is_empty()).then(|| {
        let module = scope.types_from_operation();
        quote!(use #module::{#(#imported),*};)
    });
    let (name, items, import) = (module_name(&operation.name), &types.items, import());
    Ok(quote! {
        pub mod #name {
            #import
            #imports
            #(#items)*
        }
    })
}

/// The marker that stands for one operation, with its text.
pub(super) fn document(operation: &Operation) -> TokenStream {
    let (name, module) = (names::ident(&operation.name), module_name(&operation.name));
    let descriptor = descriptor(operation);
    quote! {
        pub struct #name;

        #[automatically_derived]
        impl g::Document for #name {
            type Variables = #module::Variables;
            type Data = #module::ResponseData;
            const OPERATION: &'static g::Operation = &#descriptor;
        }
    }
}

fn descriptor(operation: &Operation) -> Builder {
    let pieces = operation::pieces(operation);
    let (name, text) = (&operation.name, &pieces.document);
    let kind = match operation.kind {
        OperationKind::Query => quote!(Query),
        OperationKind::Mutation => quote!(Mutation),
    };
    let variables = operation.variables.iter().map(|variable| {
        let (name, ty) = (&variable.name, variable.ty.to_string());
        quote!(g::Variable::new(#name, #ty))
    });
    let fragments = pieces.fragments.iter().map(|(name, text)| quote!(g::Fragment::new(#name, #text)));
    Builder::new(quote!(g::Operation::new(#name, g::OperationKind::#kind, #text)))
        .list("variables", variables)
        .list("roots", pieces.roots.iter().map(root))
        .list("fragments", fragments)
}

fn root(piece: &RootPiece) -> Builder {
    let (key, head) = (&piece.key, parts(&piece.head));
    let children = piece.children.iter().map(|child| {
        let (key, parts) = (&child.key, parts(&child.parts));
        Builder::new(quote!(g::Child::new(#key, &[#(#parts),*]))).list("nodes", nodes(&child.nodes))
    });
    let repository = piece.repository.as_ref().map(|(owner, name)| quote!(g::RepositoryArguments::new(#owner, #name)));
    Builder::new(quote!(g::Root::new(#key, &[#(#head),*])))
        .list("body", parts(&piece.body))
        .list("children", children)
        .list("nodes", nodes(&piece.nodes))
        .some("repository", repository)
}

fn nodes(terms: &[NodeTerm]) -> Vec<TokenStream> {
    let term = |term: &NodeTerm| {
        let (factor, variables) = (Literal::u64_unsuffixed(term.factor), &term.variables);
        quote!(g::Nodes::new(#factor, &[#(#variables),*]))
    };
    terms.iter().map(term).collect()
}

fn parts(parts: &[Part]) -> Vec<TokenStream> {
    let part = |part: &Part| match part {
        Part::Text(text) => quote!(g::Part::Text(#text)),
        Part::Var(name) => quote!(g::Part::Var(#name)),
    };
    parts.iter().map(part).collect()
}
