//! Descriptors in `const` builder style: a constructor, and a setter for everything that is not the default.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

/// A descriptor that is being written.
pub(super) struct Builder(TokenStream);

impl Builder {
    /// Starts with a constructor: `g::Root::new(…)`.
    pub(super) fn new(constructor: TokenStream) -> Self {
        Builder(constructor)
    }

    /// `.name(value)`.
    pub(super) fn set(self, name: &str, value: impl ToTokens) -> Self {
        let (before, name) = (self.0, format_ident!("{name}"));
        Builder(quote!(#before.#name(#value)))
    }

    /// `.name(&[items])`, unless there are none.
    pub(super) fn list<T: ToTokens>(self, name: &str, items: impl IntoIterator<Item = T>) -> Self {
        let items: Vec<T> = items.into_iter().collect();
        if items.is_empty() { self } else { self.set(name, quote!(&[#(#items),*])) }
    }

    /// `.name(value)`, if there is one.
    pub(super) fn some(self, name: &str, value: Option<impl ToTokens>) -> Self {
        match value {
            Some(value) => self.set(name, value),
            None => self,
        }
    }

    /// `.name()`, if it holds.
    pub(super) fn flag(self, name: &str, holds: bool) -> Self {
        if holds { self.set(name, TokenStream::new()) } else { self }
    }
}

impl ToTokens for Builder {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}
