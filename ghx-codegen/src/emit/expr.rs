//! Expressions, and what is known of them: enough to write what a person would write.

use super::path::{Maybe, Op, Place};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// An expression.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub(super) tokens: TokenStream,
    /// Does it hold a `?`? Then it must not move into a closure.
    pub(super) fallible: bool,
    /// How it comes from the variable it is made of.
    pub(super) from: From,
}

/// How a value comes from a reference to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    /// `x.clone()`.
    Clone,
    /// `*x`.
    Copy,
    /// Otherwise.
    Other,
}

impl Expr {
    /// An expression that cannot fail.
    pub(super) fn plain(tokens: TokenStream) -> Self {
        Expr { tokens, fallible: false, from: From::Other }
    }

    /// An expression with a `?`.
    pub(super) fn fallible(tokens: TokenStream) -> Self {
        Expr { tokens, fallible: true, from: From::Other }
    }

    /// A clone of what stands at a place.
    pub(super) fn cloned(place: &Place) -> Self {
        let tokens = &place.tokens;
        Expr {
            tokens: quote!(#tokens.clone()),
            fallible: false,
            from: if place.reference { From::Clone } else { From::Other },
        }
    }

    /// A copy of what stands at a place.
    pub(super) fn copied(place: &Place) -> Self {
        Expr { tokens: place.copied(), fallible: false, from: if place.reference { From::Copy } else { From::Other } }
    }

    /// The same in `Some`.
    pub(super) fn some(self) -> Self {
        let tokens = self.tokens;
        Expr { tokens: quote!(Some(#tokens)), fallible: self.fallible, from: From::Other }
    }

    /// The same in `Some`, if `wrap`.
    pub(super) fn some_if(self, wrap: bool) -> Self {
        if wrap { self.some() } else { self }
    }
}

/// `Option<T>` → `Option<U>`, where `inner` makes a `U` of the reference `name`.
pub(super) fn map(option: &Maybe, name: &Ident, inner: &Expr) -> Expr {
    let (body, reference, matched) = (&inner.tokens, option.as_ref(), option.scrutinee());
    match inner.from {
        From::Clone => Expr::plain(option.cloned()),
        From::Copy => Expr::plain(option.copied()),
        From::Other if inner.fallible => {
            Expr::fallible(quote!(match #matched { Some(#name) => Some(#body), None => None }))
        }
        From::Other => Expr::plain(quote!(#reference.map(|#name| #body))),
    }
}

/// `Option<T>` → `Option<U>`, where `inner` makes an `Option<U>` of the reference `name`.
pub(super) fn and_then(option: &Maybe, name: &Ident, inner: &Expr) -> Expr {
    let (body, reference, matched) = (&inner.tokens, option.as_ref(), option.scrutinee());
    if inner.fallible {
        return Expr::fallible(quote!(match #matched { Some(#name) => #body, None => None }));
    }
    Expr::plain(quote!(#reference.and_then(|#name| #body)))
}

/// `Option<T>` → `U`: `inner` of the reference `name`, or `absent`.
pub(super) fn or(option: &Maybe, name: &Ident, inner: &Expr, absent: &TokenStream) -> Expr {
    let (body, matched) = (&inner.tokens, option.scrutinee());
    let tokens = quote!(match #matched { Some(#name) => #body, None => #absent });
    Expr { tokens, fallible: inner.fallible, from: From::Other }
}

/// `[T]` or `[Option<T>]` → `Vec<U>`. `inner` makes a `U` (or an `Option<U>`, if `dropping`) of the reference `name`.
pub(super) fn collect(place: &Place, nullable: bool, name: &Ident, inner: &Expr, dropping: bool) -> Expr {
    let (body, list) = (&inner.tokens, &place.tokens);
    let elements = if nullable { quote!(#list.iter().flatten()) } else { quote!(#list.iter()) };
    if inner.fallible {
        let push = if dropping { quote!(list.extend(#body)) } else { quote!(list.push(#body)) };
        let elements = if nullable { elements } else { place.borrowed() };
        let tokens = quote!({
            let mut list = Vec::new();
            for #name in #elements {
                #push;
            }
            list
        });
        return Expr::fallible(tokens);
    }
    Expr::plain(match inner.from {
        From::Clone => quote!(#elements.cloned().collect()),
        From::Copy => quote!(#elements.copied().collect()),
        From::Other if dropping => quote!(#elements.filter_map(|#name| #body).collect()),
        From::Other => quote!(#elements.map(|#name| #body).collect()),
    })
}

/// Does null on the way make the value null, before any list?
pub(super) fn is_optional(ops: &[Op]) -> bool {
    let before_lists = ops.iter().take_while(|op| !matches!(op, Op::Each { .. }));
    before_lists.into_iter().any(|op| matches!(op, Op::Try(step) if !step.anchor))
}
