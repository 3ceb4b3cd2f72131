//! Formatted text with comments. `prettyplease` knows no comments, so every item is formatted alone and the text is put
//! together here.

use super::{error::EmitError, layout};
use proc_macro2::TokenStream;
use quote::quote;

/// The text of a generated file.
#[derive(Debug, Default)]
pub(super) struct SourceText {
    text: String,
    depth: usize,
    fresh: bool,
}

impl SourceText {
    /// A file with a comment at its head.
    pub(super) fn new(header: &[&str]) -> Self {
        let mut source = SourceText::default();
        for line in header {
            source.line(&format!("// {line}"));
        }
        source
    }

    /// A comment before the next item.
    pub(super) fn comment(&mut self, comment: &str) {
        self.gap();
        self.line(&format!("// {comment}"));
        self.fresh = true;
    }

    /// Items, formatted, each with an empty line before it. `what` names them if they are not Rust.
    pub(super) fn items(&mut self, what: &str, tokens: TokenStream) -> Result<(), EmitError> {
        let file: syn::File =
            syn::parse2(tokens).map_err(|source| EmitError::Syntax { what: what.to_owned(), source })?;
        for item in file.items {
            self.gap();
            let one = syn::File { shebang: None, frontmatter: None, attrs: Vec::new(), items: vec![item] };
            layout::lines(&one).iter().for_each(|line| self.line(line));
        }
        Ok(())
    }

    /// Lines that are formatted already.
    pub(super) fn raw(&mut self, lines: impl IntoIterator<Item = String>) {
        self.gap();
        lines.into_iter().for_each(|line| self.line(&line));
    }

    /// A module around what `fill` writes. `head` is everything before the brace: attributes, visibility and name.
    pub(super) fn module(
        &mut self,
        head: &TokenStream,
        fill: impl FnOnce(&mut Self) -> Result<(), EmitError>,
    ) -> Result<(), EmitError> {
        let what = head.to_string();
        let empty: syn::File = syn::parse2(quote!(#head {})).map_err(|source| EmitError::Syntax { what, source })?;
        let text = prettyplease::unparse(&empty);
        self.gap();
        for line in text.trim_end().trim_end_matches('}').lines() {
            self.line(line);
        }
        self.depth += 1;
        self.fresh = true;
        fill(self)?;
        self.depth -= 1;
        self.fresh = false;
        self.line("}");
        Ok(())
    }

    /// The whole text.
    pub(super) fn finish(self) -> String {
        self.text
    }

    fn gap(&mut self) {
        if !self.fresh && !self.text.is_empty() {
            self.text.push('\n');
        }
        self.fresh = false;
    }

    fn line(&mut self, line: &str) {
        if !line.is_empty() {
            self.text.extend(std::iter::repeat_n("    ", self.depth));
            self.text.push_str(line);
        }
        self.text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_formatted_and_comments_stay() -> Result<(), EmitError> {
        let mut source = SourceText::new(&["head"]);
        source.module(&quote!(#[doc = " Doc."] pub mod m), |source| {
            source.comment("from a card");
            source.items(
                "m",
                quote!(
                    pub struct A {
                        b: u8,
                    }
                    fn f() -> &'static str {
                        "x\ny"
                    }
                ),
            )
        })?;
        let expected = "// head\n\n/// Doc.\npub mod m {\n    // from a card\n    pub struct A {\n        b: u8,\n    }\n\n    \
                        fn f() -> &'static str {\n        \"x\\ny\"\n    }\n}\n";
        assert_eq!(source.finish(), expected);
        Ok(())
    }
}
