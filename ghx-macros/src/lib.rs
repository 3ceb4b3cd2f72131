//! The macro behind `ghx::capability!`. **Not covered by semver**: use it through `ghx`.
//!
//! Thin on purpose: all knowledge is in `ghx-codegen`.

mod schema;

use ghx_codegen::{Catalog, Files, problem::Severity, report};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use std::path::{Component, Path, PathBuf};
use syn::{
    LitStr, Token,
    parse::{Parse, ParseStream},
};

/// `capability_of!("<root of ghx>", "<digest of the schema>", "<card>")`; written out by `ghx::capability!`.
#[proc_macro]
pub fn capability_of(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let call = syn::parse_macro_input!(input as Call);
    expand(&call).unwrap_or_else(|error| error.to_compile_error()).into()
}

struct Call {
    root: LitStr,
    digest: LitStr,
    card: LitStr,
}

impl Parse for Call {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let root = input.parse()?;
        input.parse::<Token![,]>()?;
        let digest = input.parse()?;
        input.parse::<Token![,]>()?;
        let card = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(Call { root, digest, card })
    }
}

fn expand(call: &Call) -> syn::Result<TokenStream> {
    let at = call.card.span();
    let crate_root = std::env::var("CARGO_MANIFEST_DIR")
        .map(PathBuf::from)
        .map_err(|_| syn::Error::new(at, "CARGO_MANIFEST_DIR is not set: compile with cargo"))?;
    let card = normalised(&crate_root.join(call.card.value()));
    let mut files = Files::one_card(&card, &crate_root, Path::new(&call.root.value()));
    files.digest = Some(call.digest.value().into());
    match schema::loaded(files).and_then(Catalog::bind) {
        Ok(catalog) => {
            let tokens = catalog.emit_card(0).map_err(|error| syn::Error::new(at, error.to_string()))?;
            let tracked = tracked(&catalog.sources.below(&crate_root));
            Ok(quote! { #tokens #tracked })
        }
        Err(refused) => Err(refusal(at, &refused)),
    }
}

/// The path without `..`, as a person would write it.
fn normalised(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            out.pop();
        } else {
            out.push(part);
        }
    }
    out
}

/// Makes cargo compile the crate again when the card or a document of it changes.
fn tracked(files: &[PathBuf]) -> TokenStream {
    let paths = files.iter().map(|path| path.to_string_lossy().into_owned());
    quote! { #(const _: &str = ::core::include_str!(#paths);)* }
}

/// Every problem as a compile error of its own.
fn refusal(span: Span, refused: &ghx_codegen::Refused) -> syn::Error {
    let errors = refused.problems.iter().filter(|p| p.severity == Severity::Error);
    let mut all: Option<syn::Error> = None;
    for problem in errors {
        let error = syn::Error::new(span, report::render_for_rustc(&refused.sources, problem));
        match &mut all {
            None => all = Some(error),
            Some(all) => all.combine(error),
        }
    }
    all.unwrap_or_else(|| syn::Error::new(span, "the card was refused without a reason; please report this"))
}
