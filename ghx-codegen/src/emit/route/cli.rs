//! The CLI route.

use super::{guards, keys, option, sent, take, unsupported};
use crate::model::{BoundCli, BoundCommand, FlagStyle};
use proc_macro2::TokenStream;
use quote::quote;

/// The whole route.
pub(in crate::emit) fn route(route: &BoundCli) -> TokenStream {
    match route {
        BoundCli::Api => quote!(&g::routes::CliRoute::Api),
        BoundCli::Command(command) => {
            let command = self::command(command);
            quote!(&g::routes::CliRoute::Command(#command))
        }
    }
}

fn command(command: &BoundCommand) -> TokenStream {
    let (words, json) = (keys(&command.command), keys(&command.json));
    let arguments = command.arguments.iter().map(sent::source);
    let flags = command.flags.iter().map(|(name, value, style)| {
        let value = sent::source(value);
        let style = match style {
            FlagStyle::Value => quote!(Value),
            FlagStyle::Csv => quote!(Csv),
            FlagStyle::Switch => quote!(Switch),
        };
        quote! {
            g::routes::Flag {
                name: #name,
                value: #value,
                style: g::routes::FlagStyle::#style,
            }
        }
    });
    let page = option(command.page.as_ref().map(|page| {
        let (flag, size, cursor, key) = (&page.flag, &page.size, &page.cursor, keys(&page.key));
        quote!(g::routes::CliPage { flag: #flag, size: #size, cursor: #cursor, key: #key })
    }));
    let guards = guards(&command.guards);
    let (output, unsupported) = (take::fields(&command.output), unsupported(&command.unsupported));
    quote! {
        g::routes::CliCommand {
            command: #words,
            arguments: &[#(#arguments),*],
            flags: &[#(#flags),*],
            json: #json,
            page: #page,
            guards: #guards,
            output: #output,
            unsupported: #unsupported,
        }
    }
}
