//! Texts with inputs in them.

use super::{
    error::EmitError,
    expr::Expr,
    input::field_ident,
    made::element_at,
    tokens,
    types::{self, Rust},
    variable::{Filled, Variables, given},
};
use crate::{
    model::{BoundVariable, Source},
    operation::GraphqlType,
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// Words with inputs in them: `format!("refs/heads/{}", …)`.
pub(super) fn text(variables: &Variables<'_>, words: &[Vec<Source>], ty: &GraphqlType) -> Result<Expr, EmitError> {
    let optional = |word: &&Vec<Source>| word.iter().any(Source::may_be_absent);
    if !words.iter().any(|word| optional(&word)) {
        let parts: Vec<&Source> = words.iter().flatten().collect();
        let spaces = words.iter().map(|word| pattern(word)).collect::<Vec<_>>().join(" ");
        let values = parts.iter().filter_map(|part| shown(variables, part).transpose());
        let values = values.collect::<Result<Vec<_>, _>>()?;
        return Ok(Expr::fallible(quote!(format!(#spaces, #(#values),*))).some_if(ty.nullable()));
    }
    let words = words.iter().map(|word| self::word(variables, word)).collect::<Result<Vec<_>, EmitError>>()?;
    let joined = quote!(g::join_words([#(#words),*]));
    Ok(Expr::fallible(if ty.nullable() { joined } else { quote!(#joined.unwrap_or_default()) }))
}

/// One word: an `Option<String>`.
fn word(variables: &Variables<'_>, word: &[Source]) -> Result<TokenStream, EmitError> {
    let (pattern, mut values) = (pattern(word), Vec::new());
    let (mut names, mut options) = (Vec::new(), Vec::new());
    for part in word {
        match part {
            Source::Input { property, .. } if part.may_be_absent() => {
                let name = field_ident(property);
                let option = given(property).ok_or_else(|| variables.unsupported("an input that is never absent"))?;
                values.push(display(&variables.rust(property), &quote!(#name)));
                options.push(option.scrutinee());
                names.push(name);
            }
            Source::ElementAt(path) if part.may_be_absent() => {
                let ty = GraphqlType(apollo_compiler::ty!(String));
                let name = format_ident!("part{}", names.len());
                options.push(element_at(variables, path, &ty)?.tokens);
                values.push(quote!(#name));
                names.push(name);
            }
            part => values.extend(shown(variables, part)?),
        }
    }
    Ok(match (names.as_slice(), options.as_slice()) {
        ([], _) => quote!(Some(format!(#pattern, #(#values),*))),
        ([name], [option]) => {
            quote!(match #option { Some(#name) => Some(format!(#pattern, #(#values),*)), None => None })
        }
        (names, options) => quote! {
            match (#(#options),*) { (#(Some(#names)),*) => Some(format!(#pattern, #(#values),*)), _ => None }
        },
    })
}

/// The text of a word for `format!`.
fn pattern(word: &[Source]) -> String {
    let part = |part: &Source| match part {
        Source::Literal(text) => tokens::format_text(text.as_str().unwrap_or_default()),
        _ => "{}".to_owned(),
    };
    word.iter().map(part).collect()
}

/// A part that is always there, as something that can be printed; `None` for literal text.
fn shown(variables: &Variables<'_>, part: &Source) -> Result<Option<TokenStream>, EmitError> {
    Ok(match part {
        Source::Literal(_) => None,
        Source::Input { property, .. } => {
            let name = field_ident(property);
            Some(if given(property).is_none() {
                display(&variables.rust(property), &quote!(self.#name.get()?))
            } else {
                let ty = GraphqlType(apollo_compiler::ty!(String!));
                let source = part.clone();
                let text = BoundVariable { name: property.name.value.clone(), ty, source };
                match variables.fill(&text)? {
                    Filled::Known(value) => value.tokens,
                    Filled::LookedUp(_) => return Err(variables.unsupported("a lookup inside a text")),
                }
            })
        }
        Source::Subject(value) => Some(variables.subject(*value)?.tokens),
        Source::ElementAt(path) => {
            let last = path.last().ok_or_else(|| variables.unsupported("an empty path"))?;
            let name = field_ident(last);
            let mut place = quote!(element);
            for step in &path[..path.len() - 1] {
                let step = field_ident(step);
                place = quote!(#place.#step);
            }
            let parent = variables.element.unwrap_or_default();
            Some(display(&types::member(variables.scope, parent, last), &quote!(#place.#name)))
        }
        _ => return Err(variables.unsupported("a value that cannot be a part of a text")),
    })
}

fn display(rust: &Rust, place: &TokenStream) -> TokenStream {
    match rust {
        Rust::Enum(..) | Rust::Id(_) => quote!(#place.as_str()),
        _ => place.clone(),
    }
}
