//! `ghx::types`: GitHub's enums, open to values that it adds later. And its scalars, which are all text.

use super::error::EmitError;
use crate::{model::Model, names};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;

/// The variant of a value. GitHub has values `UNKNOWN` of its own, which must not look like ours.
pub(super) fn variant(value: &str) -> proc_macro2::Ident {
    let name = names::variant_name(value);
    let name = if name == "Unknown" { "Unknown_".to_owned() } else { name };
    names::ident(&name)
}

/// The variant of a value in a closed enum.
pub(super) fn closed_variant(value: &str) -> proc_macro2::Ident {
    names::ident(&names::variant_name(value))
}

/// One of GitHub's enums.
pub(super) fn github_enum(name: &str, values: &[String]) -> Result<TokenStream, EmitError> {
    open_enum(name, &format!(" `{name}` in GitHub's schema."), values)
}

/// An enum that is open to values that GitHub adds later.
pub(super) fn open_enum(name: &str, doc: &str, values: &[String]) -> Result<TokenStream, EmitError> {
    let ident = names::ident(name);
    let variants: Vec<_> = values.iter().map(|value| variant(value)).collect();
    let distinct: BTreeSet<_> = variants.iter().collect();
    if distinct.len() != variants.len() {
        return Err(EmitError::unsupported(name, "two of its values have the same name in Rust"));
    }
    let docs = values.iter().map(|value| format!(" `{value}`."));
    Ok(quote! {
        #[doc = #doc]
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum #ident {
            #(#[doc = #docs] #variants,)*
            /// A value that GitHub added later.
            Unknown(String),
        }

        impl #ident {
            /// The value as GitHub writes it.
            pub fn as_str(&self) -> &str {
                match self {
                    #(Self::#variants => #values,)*
                    Self::Unknown(value) => value,
                }
            }
        }

        #[automatically_derived]
        impl From<&str> for #ident {
            fn from(value: &str) -> Self {
                match value {
                    #(#values => Self::#variants,)*
                    other => Self::Unknown(other.to_owned()),
                }
            }
        }

        g::open_enum!(#ident);
    })
}

/// An alias per custom scalar.
pub(super) fn scalars(model: &Model) -> TokenStream {
    let names = model.scalars.iter().map(|name| names::ident(name));
    quote!(#(pub type #names = String;)*)
}
