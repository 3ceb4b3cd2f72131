//! `ghx capabilities`: what can be run.

use std::collections::BTreeMap;
use std::fmt::Write;

use ghx::card::Card;
use ghx::envelope::ErrorBody;
use ghx::lookup::suggest;
use serde::Serialize;

use crate::account::Account;
use crate::args::{Capabilities, Format};
use crate::explain::{Explained, effect, summary};
use crate::style::Palette;
use crate::world::World;
use crate::{Exit, Refusal, json};

pub(crate) fn capabilities(command: &Capabilities, world: &mut World<'_>) -> Exit {
    let (format, result) = match command {
        Capabilities::List { domain, format } => (*format, list(domain.as_deref(), *format, world)),
        Capabilities::Explain { id, format } => (*format, explain(id, *format, world)),
    };
    match result {
        Ok(text) => world.deliver(&text, Exit::Success, &Account::none()),
        Err(refusal) => refuse(&refusal, format, world),
    }
}

fn explain(id: &str, format: Format, world: &World<'_>) -> Result<String, Refusal> {
    let entry = ghx::capability::find(ghx::ALL, id)
        .map_err(|error| Refusal::from(error).help("`ghx capabilities list` shows all capabilities"))?;
    let explained = Explained::new(entry.card);
    Ok(if format.json { json::text(&explained, format.layout, world.looks.stdout) } else { explained.to_string() })
}

/// An entry of the list.
#[derive(Debug, Serialize)]
struct Listed {
    capability_id: &'static str,
    description: &'static str,
    effect: &'static str,
}

fn list(domain: Option<&str>, format: Format, world: &World<'_>) -> Result<String, Refusal> {
    let domains = domains();
    if let Some(unknown) = domain.filter(|domain| !domains.contains_key(domain)) {
        return Err(unknown_domain(unknown, &domains));
    }
    let chosen = domains.into_iter().filter(|(name, _)| domain.is_none_or(|wanted| wanted == *name));
    if !format.json {
        return Ok(grouped(chosen, Palette::of(world.looks.stdout)));
    }
    let listed: Vec<Listed> = chosen.flat_map(|(_, cards)| cards.into_iter().map(entry)).collect();
    Ok(json::text(&listed, format.layout, world.looks.stdout))
}

/// The capabilities by the part of their id before the first dot.
fn domains() -> BTreeMap<&'static str, Vec<&'static Card>> {
    let mut domains: BTreeMap<&str, Vec<&Card>> = BTreeMap::new();
    for entry in ghx::ALL {
        let domain = entry.card.id.split('.').next().unwrap_or_default();
        domains.entry(domain).or_default().push(entry.card);
    }
    domains
}

fn entry(card: &'static Card) -> Listed {
    Listed { capability_id: card.id, description: summary(card), effect: effect(card) }
}

fn grouped(domains: impl Iterator<Item = (&'static str, Vec<&'static Card>)>, palette: Palette) -> String {
    let domains: Vec<_> = domains.collect();
    let width = domains.iter().flat_map(|(_, cards)| cards).map(|card| card.id.len()).max().unwrap_or_default();
    let heading = palette.heading;
    let mut text = String::new();
    for (number, (domain, cards)) in domains.into_iter().enumerate() {
        let gap = if number == 0 { "" } else { "\n" };
        // A string takes everything.
        let _ = writeln!(text, "{gap}{heading}{domain}{heading:#}");
        for Listed { capability_id, description, effect } in cards.into_iter().map(entry) {
            let style = if effect == "write" { palette.write } else { palette.read };
            let _ = writeln!(text, "  {capability_id:width$}  {style}{effect:5}{style:#}  {description}");
        }
    }
    text
}

fn unknown_domain(domain: &str, domains: &BTreeMap<&'static str, Vec<&Card>>) -> Refusal {
    let names: Vec<&str> = domains.keys().copied().collect();
    let hint = suggest(domain, names.iter().copied()).map(|name| format!(" (did you mean `{name}`?)"));
    let refusal = Refusal::invalid(format!("there is no domain `{domain}`{}", hint.unwrap_or_default()));
    refusal.help(format!("the domains are {}", names.join(", ")))
}

/// An error for JSON readers as well.
fn refuse(refusal: &Refusal, format: Format, world: &mut World<'_>) -> Exit {
    #[derive(Serialize)]
    struct Refused {
        error: ErrorBody,
    }
    world.refuse(refusal);
    if !format.json {
        return Exit::Usage;
    }
    let refused = Refused { error: ErrorBody::from(&refusal.error) };
    let text = json::text(&refused, format.layout, world.looks.stdout);
    world.deliver(&text, Exit::Usage, &Account::none())
}
