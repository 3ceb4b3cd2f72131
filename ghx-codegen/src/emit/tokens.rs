//! Small questions about tokens, and texts for `format!`.

use proc_macro2::{TokenStream, TokenTree};

/// Does this identifier occur?
pub(super) fn mentions(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => mentions(&group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Is there a `?` in it?
pub(super) fn may_return(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '?',
        TokenTree::Group(group) => may_return(&group.stream()),
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    })
}

/// The names of the types that are declared, in macros too.
pub(super) fn declared(tokens: &TokenStream) -> Vec<String> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let pairs = tokens.windows(2).flat_map(|pair| match pair {
        [TokenTree::Ident(keyword), TokenTree::Ident(name)] if keyword == "struct" || keyword == "enum" => {
            vec![name.to_string()]
        }
        [TokenTree::Punct(mark), TokenTree::Group(group)] if mark.as_char() == '!' => declared(&group.stream()),
        _ => Vec::new(),
    });
    pairs.collect()
}

/// Plain text as a part of a format string.
pub(super) fn format_text(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

/// A text of a card with `{subject}` and `{key}` as a format string with these two.
pub(super) fn format_template(template: &str) -> String {
    let plain = format_text(template);
    plain.replace("{{subject}}", "{subject}").replace("{{key}}", "{key}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    #[test]
    fn only_types_at_the_top_are_declared() {
        let tokens = quote!(#[derive(Debug)] pub struct A { b: u8 } pub enum B {} impl A { fn f() { struct C; } } m! { struct D of A {} });
        assert_eq!(declared(&tokens), ["A", "B", "D"]);
    }

    #[test]
    fn only_the_two_places_are_filled() {
        assert_eq!(format_template("{subject} has no {x} `{key}`"), "{subject} has no {{x}} `{key}`");
    }
}
