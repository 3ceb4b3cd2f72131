//! The CLI route.

use super::{guards, keys, sent, take, unsupported};
use crate::{
    emit::builder::Builder,
    model::{BoundCli, BoundCommand, FlagStyle},
};
use proc_macro2::TokenStream;
use quote::quote;

/// The whole route.
pub(in crate::emit) fn route(route: &BoundCli) -> TokenStream {
    match route {
        BoundCli::Api => quote!(&g::CliRoute::Api),
        BoundCli::Command(command) => {
            let command = self::command(command);
            quote!(&g::CliRoute::Command(#command))
        }
    }
}

fn command(command: &BoundCommand) -> Builder {
    let (words, output) = (keys(&command.command), take::fields(&command.output));
    let flags = command.flags.iter().map(|(name, value, style)| {
        let value = sent::source(value);
        let style = match style {
            FlagStyle::Value => None,
            FlagStyle::Csv => Some(quote!(g::FlagStyle::Csv)),
            FlagStyle::Switch => Some(quote!(g::FlagStyle::Switch)),
        };
        Builder::new(quote!(g::Flag::new(#name, #value))).some("style", style)
    });
    let page = command.page.as_ref().map(|page| {
        let (flag, size, cursor, key) = (&page.flag, &page.size, &page.cursor, keys(&page.key));
        quote!(g::CliPage::new(#flag, #size, #cursor, #key))
    });
    Builder::new(quote!(g::CliCommand::new(#words, #output)))
        .list("arguments", command.arguments.iter().map(sent::source))
        .list("flags", flags)
        .list("json", &command.json)
        .some("page", page)
        .list("guards", guards(&command.guards))
        .list("unsupported", unsupported(&command.unsupported))
}
