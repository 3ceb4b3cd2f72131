//! One card in a user's own crate.

use super::{
    TypeNames, allowed, capability, enums,
    operation::Operations,
    scope::{Scope, Target},
    subject, tokens, tree, types, used_operations, with_import,
};
use crate::{
    emit::EmitError,
    model::{BoundCard, Model},
    names,
    schema::Schema,
};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// One card in a user's own crate. Everything is in a private module; the struct, its output, what belongs to them and the function
/// are re-exported at the call site.
pub fn user_card(model: &Model, schema: &Schema, card_index: usize) -> Result<TokenStream, EmitError> {
    let scope = Scope { model, schema, target: Target::User };
    let card = model.cards.get(card_index);
    let card = card.ok_or_else(|| EmitError::unsupported(&card_index.to_string(), "there is no such card"))?;
    let module = format_ident!("__ghx_{}", card.card.id.value.replace('.', "_"));
    let used = Operations::new(&scope, used_operations(&scope, &[card])?)?;
    let operations = std::iter::once(used.shared()).chain(used.modules().map(|(_, tokens)| tokens));
    let operations: Vec<TokenStream> = operations.collect();
    let used = |name: &&String| operations.iter().any(|tokens| tokens::mentions(tokens, name));
    let enums: Vec<&String> = model.enums.keys().filter(used).collect();
    let declared = enums.iter().map(|name| enums::github_enum(name, &model.enums[*name]));
    let declared = declared.collect::<Result<Vec<_>, _>>()?;
    let subjects = scope.subjects(card).into_iter().map(|bound| subject::spec(&bound.subject));
    let questions = subject::questions(&scope, &subject::asked([card]))?;
    let items = capability::items(&scope, card)?;
    TypeNames::default().add(&card.card.id.value, &items)?;
    let function = tree::function(&scope, card, &TokenStream::new())?;
    let (allowed, exported) = (allowed(), exports(card, &module, &enums));
    let (types, operations) = (with_import(&quote!(#(#declared)*)), with_import(&quote!(#(#operations)*)));
    let subjects = with_import(&quote!(#(#subjects)* #(#questions)*));
    let capabilities = with_import(&quote!(#(#items)* #function));
    Ok(quote! {
        #[allow(dead_code, unreachable_pub)]
        mod #module {
            pub mod types { #types }
            #allowed
            mod operations { #operations }
            mod subjects { #subjects }
            pub mod capabilities { #capabilities }
        }
        #exported
    })
}

/// The names at the call site. GitHub's enums carry the name of the struct, so that two cards in one module can use the same.
fn exports(card: &BoundCard, module: &Ident, enums: &[&String]) -> TokenStream {
    let name = types::struct_name(card);
    let renamed = enums.iter().map(|one| {
        let (inner, outer) = (names::ident(one), format_ident!("{name}{one}"));
        quote!(#[allow(unreachable_pub, unused_imports)] pub use #module::types::#inner as #outer;)
    });
    quote! {
        #[allow(unreachable_pub)]
        pub use #module::capabilities::*;
        #(#renamed)*
    }
}
