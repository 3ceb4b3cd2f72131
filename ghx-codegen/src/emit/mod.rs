//! Rust out of a bound catalogue.
//!
//! Nothing is decided here: whatever depends on GitHub's schema is an answer of [`crate::bind`] already. Lookups, injects and
//! outputs become ordinary typed field access on `graphql_client`'s types, so rustc checks all of it a second time.
//!
//! ```text
//! library, user                   the two results: the text of ghx, the tokens of one card
//! nodes, enums                    kinds of node, GitHub's enums and scalars
//! client, merge, operation        the types of each operation, and its text in pieces
//! subject, question               how a thing is addressed, and what can be asked of it
//! capability                      one card: input, input_type, output, request, read, descriptor
//!   variable, value, literal, lookup    where a variable's value comes from
//!   path, expr                          typed field access
//!   route                               the REST and CLI routes, as constants
//! docs, example, prose, needs     what people read
//! source, layout                  formatted text
//! tree                            a module per domain with types and functions, the flat index, the registry
//! ```

mod builder;
mod capability;
mod client;
mod descriptor;
pub(crate) mod docs;
mod enums;
mod error;
mod example;
mod expr;
mod graphql_text;
mod input;
mod input_object;
mod input_type;
pub(crate) mod json_schema;
mod layout;
mod library;
mod listing;
mod literal;
mod lookup;
mod made;
mod merge;
pub(crate) mod needs;
mod nodes;
mod operation;
mod output;
mod path;
pub(crate) mod prose;
mod question;
mod read;
mod request;
mod route;
mod route_text;
pub(crate) mod scope;
mod source;
mod subject;
mod text;
mod tokens;
mod tree;
pub(crate) mod types;
mod user;
mod value;
mod variable;

pub use error::EmitError;
pub use layout::format;
pub use library::{library, library_files};
pub use user::user_card;

use crate::{model::BoundCard, operation::Operation};
use proc_macro2::TokenStream;
use quote::quote;
use scope::Scope;
use std::collections::{BTreeMap, BTreeSet};

/// What the generator's types are not written for.
fn allowed() -> TokenStream {
    quote!(
        #[allow(missing_docs, missing_debug_implementations, unreachable_pub, unused_imports)]
        #[allow(clippy::enum_variant_names, clippy::large_enum_variant, clippy::wildcard_imports)]
    )
}

/// The import that bodies and private items use. Public signatures name the public paths instead.
fn import() -> TokenStream {
    quote!(
        #[allow(unused_imports)]
        use ::ghx::__codegen as g;
    )
}

/// The items of a module, with the import if they need it.
fn with_import(items: &TokenStream) -> TokenStream {
    let import = tokens::mentions(items, "g").then(import);
    quote!(#import #items)
}

/// The operations that cards use, each once, sorted.
fn used_operations<'a>(scope: &Scope<'a>, cards: &[&BoundCard]) -> Result<Vec<&'a Operation>, EmitError> {
    let mut names = BTreeSet::new();
    for card in cards {
        names.extend(card.graphql.iter().flat_map(|route| &route.plans).map(|plan| plan.operation.clone()));
        let already = card.graphql.as_ref().and_then(|route| route.already.as_ref());
        names.extend(already.map(|already| already.plan.operation.clone()));
        names.extend(needs::operations(scope.model, card));
    }
    names.iter().map(|name| scope.operation(name)).collect()
}

/// Every type that is declared in one module, and the card that it is declared for.
#[derive(Debug, Default)]
struct TypeNames(BTreeMap<String, String>);

impl TypeNames {
    /// Adds the types of a card; none may be there already.
    fn add(&mut self, card: &str, items: &[TokenStream]) -> Result<(), EmitError> {
        for name in items.iter().flat_map(tokens::declared) {
            if let Some(other) = self.0.get(&name) {
                let what = format!("it and `{other}` both have a type `{name}`: rename a property, or the capability");
                return Err(EmitError::unsupported(card, what));
            }
            self.0.insert(name, card.to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
