//! Paths through a response as typed field access: `found(issue.labels.as_ref(), "…")?.nodes…`.
//!
//! rustc checks every one of these again, so a bug of the compiler cannot become a wrong result.

use super::scope::{client_field, narrow_method};
use crate::model::{Path, PathStep};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use std::collections::BTreeSet;

/// An expression for a value, or for a reference to it.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) tokens: TokenStream,
    pub(super) reference: bool,
}

impl Place {
    /// A variable that holds a reference.
    pub(super) fn reference(tokens: impl ToTokens) -> Self {
        Place { tokens: tokens.into_token_stream(), reference: true }
    }

    /// A value that can be borrowed.
    pub(super) fn value(tokens: impl ToTokens) -> Self {
        Place { tokens: tokens.into_token_stream(), reference: false }
    }

    /// A field of it.
    pub(super) fn field(&self, name: &Ident) -> Self {
        let tokens = &self.tokens;
        Place::value(quote!(#tokens.#name))
    }

    /// The value itself, for types that are `Copy`.
    pub(super) fn copied(&self) -> TokenStream {
        let tokens = &self.tokens;
        if self.reference { quote!(*#tokens) } else { quote!(#tokens) }
    }

    /// A reference to it.
    pub(super) fn borrowed(&self) -> TokenStream {
        let tokens = &self.tokens;
        if self.reference { quote!(#tokens) } else { quote!(&#tokens) }
    }
}

/// One step of an expression.
#[derive(Clone, Debug)]
pub(super) enum Op {
    /// To a field that is always there.
    Field(Ident),
    /// To something that may not be there.
    Try(Try),
    /// To each element of a list.
    Each {
        /// May elements be null? They are dropped.
        nullable: bool,
        /// A name for an element.
        name: Ident,
    },
}

/// A field that may be null, or a kind that the value may not have.
#[derive(Clone, Debug)]
pub(super) struct Try {
    access: Access,
    /// A name for what is there.
    pub(super) name: Ident,
    /// Is its absence a failure?
    pub(super) anchor: bool,
    /// Where it is in the response.
    pub(super) at: String,
}

#[derive(Clone, Debug)]
enum Access {
    Field(Ident),
    Narrow {
        kind: String,
        method: Ident,
        beside_fields: bool,
    },
    /// The name of the kind.
    Kind {
        known: Vec<String>,
        beside_fields: bool,
    },
    /// An element of a list.
    Element {
        index: usize,
        nullable: bool,
    },
    /// Text that is not one of these.
    Unless(Vec<String>),
    /// A leaf that several kinds have.
    OneOf {
        methods: Vec<Ident>,
        field: Ident,
        beside_fields: bool,
    },
}

impl Try {
    /// `Option<&T>`.
    pub(super) fn option(&self, place: &Place) -> Maybe {
        let base = &place.tokens;
        match &self.access {
            Access::Field(name) => Maybe::held(quote!(#base.#name)),
            Access::OneOf { methods, field, beside_fields } => {
                let on = beside_fields.then(|| quote!(.on));
                let mut each = methods.iter().map(|method| quote!(#base #on.#method().map(|at| &at.#field)));
                let first = each.next();
                Maybe::borrowed(quote!(#first #(.or_else(|| #each))*))
            }
            Access::Kind { known, beside_fields } => {
                let on = beside_fields.then(|| quote!(.on));
                Maybe::borrowed(quote!(g::known_kind(#base #on.kind(), &[#(#known),*])))
            }
            Access::Element { index, nullable: true } => Maybe::borrowed(quote!(#base.iter().flatten().nth(#index))),
            Access::Element { index, nullable: false } => Maybe::borrowed(quote!(#base.get(#index))),
            Access::Unless(words) => {
                let value = place.borrowed();
                Maybe::borrowed(quote!(Some(#value).filter(|value| ![#(#words),*].contains(&value.as_str()))))
            }
            Access::Narrow { method, beside_fields: true, .. } => Maybe::borrowed(quote!(#base.on.#method())),
            Access::Narrow { method, beside_fields: false, .. } => Maybe::borrowed(quote!(#base.#method())),
        }
    }

    /// Does this ask for the name of a kind?
    pub(super) fn is_kind(&self) -> bool {
        matches!(self.access, Access::Kind { .. })
    }

    /// Where this narrows a value to this kind: the kind that the value has.
    pub(super) fn found_kind(&self, place: &Place, wanted: &str) -> Option<TokenStream> {
        let base = &place.tokens;
        match &self.access {
            Access::Narrow { kind, beside_fields: true, .. } if kind == wanted => Some(quote!(#base.on.kind())),
            Access::Narrow { kind, .. } if kind == wanted => Some(quote!(#base.kind())),
            _ => None,
        }
    }
}

/// A value that may not be there.
#[derive(Clone, Debug)]
pub(super) struct Maybe {
    /// The place of an `Option<T>`, or an `Option<&T>`.
    tokens: TokenStream,
    held: bool,
}

impl Maybe {
    /// The place of an `Option<T>`.
    pub(super) fn held(tokens: TokenStream) -> Self {
        Maybe { tokens, held: true }
    }

    /// An `Option<&T>`.
    pub(super) fn borrowed(tokens: TokenStream) -> Self {
        Maybe { tokens, held: false }
    }

    /// `Option<&T>`.
    pub(super) fn as_ref(&self) -> TokenStream {
        let tokens = &self.tokens;
        if self.held { quote!(#tokens.as_ref()) } else { quote!(#tokens) }
    }

    /// What a `match` with `Some(name)` stands on.
    pub(super) fn scrutinee(&self) -> TokenStream {
        let tokens = &self.tokens;
        if self.held { quote!(&#tokens) } else { quote!(#tokens) }
    }

    /// `Option<T>`, cloned.
    pub(super) fn cloned(&self) -> TokenStream {
        let tokens = &self.tokens;
        if self.held { quote!(#tokens.clone()) } else { quote!(#tokens.cloned()) }
    }

    /// `Option<T>`, copied.
    pub(super) fn copied(&self) -> TokenStream {
        let tokens = &self.tokens;
        if self.held { quote!(#tokens) } else { quote!(#tokens.copied()) }
    }
}

/// The steps of a path. `prefix` is the path that it starts from, for messages.
pub(super) fn ops(path: &Path, prefix: &str) -> Vec<Op> {
    let mut at = prefix.to_owned();
    let mut ops = Vec::new();
    let last = path.steps.len().saturating_sub(1);
    for (index, step) in path.steps.iter().enumerate() {
        push(step, index == last, &mut at, &mut ops);
    }
    ops
}

fn push(step: &PathStep, last: bool, at: &mut String, ops: &mut Vec<Op>) {
    let field = client_field(&step.key);
    if let (Some(narrow), "__typename") = (&step.narrow, step.key.as_str()) {
        at.push_str(".__typename");
        let access = Access::Kind { known: narrow.also.clone(), beside_fields: narrow.beside_fields };
        let anchor = step.anchor || !step.nullable;
        ops.push(Op::Try(Try { access, name: crate::names::ident("kind"), anchor, at: at.clone() }));
        return;
    }
    if let Some(narrow) = step.narrow.as_ref().filter(|narrow| !narrow.also.is_empty()) {
        at.extend([if at.is_empty() { "" } else { "." }, &step.key]);
        let methods = std::iter::once(&narrow.ty).chain(&narrow.also).map(|ty| narrow_method(ty)).collect();
        let access = Access::OneOf { methods, field: field.clone(), beside_fields: narrow.beside_fields };
        ops.push(Op::Try(Try { access, name: field, anchor: narrow.anchor, at: at.clone() }));
        return;
    }
    if let Some(narrow) = &step.narrow {
        let (kind, method) = (narrow.ty.clone(), narrow_method(&narrow.ty));
        let access = Access::Narrow { kind, method, beside_fields: narrow.beside_fields };
        let name = client_field(&narrow.ty);
        ops.push(Op::Try(Try { access, name, anchor: narrow.anchor, at: format!("{at} as {}", narrow.ty) }));
    }
    if !at.is_empty() {
        at.push('.');
    }
    at.push_str(&step.key);
    if step.nullable {
        let access = Access::Field(field.clone());
        ops.push(Op::Try(Try { access, name: field.clone(), anchor: step.anchor, at: at.clone() }));
    } else {
        ops.push(Op::Field(field));
    }
    if let Some(index) = step.index {
        *at = format!("{at}[{index}]");
        let access = Access::Element { index, nullable: step.null_items };
        ops.push(Op::Try(Try { access, name: element(&step.key), anchor: false, at: at.clone() }));
    } else if step.each || (last && step.list) {
        ops.push(Op::Each { nullable: step.null_items, name: element(&step.key) });
        at.push_str("[]");
    }
}

/// Null instead of one of these texts.
pub(super) fn unless(words: &[String]) -> Option<Op> {
    let access = Access::Unless(words.to_vec());
    let step = Try { access, name: crate::names::ident("text"), anchor: false, at: String::new() };
    (!words.is_empty()).then_some(Op::Try(step))
}

/// The text of a path's steps, for the paths below it.
pub(super) fn text(path: &Path, prefix: &str) -> String {
    let mut at = prefix.to_owned();
    for step in &path.steps {
        push(step, false, &mut at, &mut Vec::new());
    }
    at
}

/// `nodes` → `node`; a list whose name is not a plural gives `item`.
fn element(key: &str) -> Ident {
    let name = client_field(key).to_string();
    match name.strip_suffix('s') {
        Some(stem) if !stem.is_empty() && !stem.ends_with('s') => crate::names::ident(stem),
        _ => crate::names::ident("item"),
    }
}

/// Places that lead to several values are reached once and named.
#[derive(Debug)]
pub(super) struct Bindings {
    taken: BTreeSet<String>,
    bound: Vec<(String, Ident)>,
    /// `let … = …;`
    pub(super) statements: Vec<TokenStream>,
}

impl Bindings {
    /// No name is bound; these are taken.
    pub(super) fn new(taken: &[&str]) -> Self {
        let taken = taken.iter().map(|name| (*name).to_owned()).collect();
        Bindings { taken, bound: Vec::new(), statements: Vec::new() }
    }

    /// Goes as far as every step must succeed. `fail` makes a step from a place, with an early return where nothing is there.
    pub(super) fn lead<'o>(
        &mut self,
        mut place: Place,
        ops: &'o [Op],
        fail: &dyn Fn(&Try, &Place) -> TokenStream,
    ) -> (Place, &'o [Op]) {
        for (index, op) in ops.iter().enumerate() {
            place = match op {
                Op::Field(name) => place.field(name),
                Op::Try(step) if step.anchor => self.bind(&place, step, fail),
                Op::Try(_) | Op::Each { .. } => return (place, &ops[index..]),
            };
        }
        (place, &[])
    }

    fn bind(&mut self, place: &Place, step: &Try, fail: &dyn Fn(&Try, &Place) -> TokenStream) -> Place {
        let known = self.bound.iter().find(|(at, _)| *at == step.at);
        if let Some((_, name)) = known {
            return Place::reference(name);
        }
        let name = self.fresh(&step.name);
        let value = fail(step, place);
        self.statements.push(quote!(let #name = #value;));
        self.bound.push((step.at.clone(), name.clone()));
        Place::reference(name)
    }

    fn fresh(&mut self, wanted: &Ident) -> Ident {
        let wanted = wanted.to_string();
        let numbered = (2..).map(|n| format!("{wanted}_{n}"));
        let mut candidates = std::iter::once(wanted.clone()).chain(numbered);
        let free = candidates.find(|name| !self.taken.contains(name)).unwrap_or(wanted);
        self.taken.insert(free.clone());
        crate::names::ident(&free)
    }
}

/// An iterator over every value at the end of a path; whatever is null is passed over.
pub(super) fn values(root: &Place, ops: &[Op]) -> TokenStream {
    let root = root.borrowed();
    let mut out = quote!(::std::iter::once(#root));
    for op in ops {
        let step = match op {
            Op::Field(name) => quote!(.map(|at| &at.#name)),
            Op::Try(step) => {
                let option = step.option(&Place::reference(quote!(at))).as_ref();
                quote!(.filter_map(|at| #option))
            }
            Op::Each { nullable: false, .. } => quote!(.flatten()),
            Op::Each { nullable: true, .. } => quote!(.flatten().flatten()),
        };
        out.extend(step);
    }
    out
}
