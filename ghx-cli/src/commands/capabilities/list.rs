//! `ghx capabilities list`.

use std::collections::BTreeMap;
use std::fmt::Write;

use ghx::card::Card;
use ghx::lookup::suggest;
use serde::Serialize;

use super::explain::{effect, summary};
use crate::Refusal;
use crate::environment::Streams;
use crate::output::Palette;

/// Capabilities by domain, which is the part of their id before the first dot.
type Domains = BTreeMap<&'static str, Vec<&'static Card>>;

/// The narrowest column for descriptions. If the terminal has less room, they get lines of their own.
const NARROWEST: usize = 30;

/// An entry of the list.
#[derive(Debug, Serialize)]
pub(super) struct Entry {
    capability_id: &'static str,
    description: &'static str,
    effect: &'static str,
}

impl Entry {
    fn of(card: &'static Card) -> Self {
        Self { capability_id: card.id, description: summary(card), effect: effect(card) }
    }
}

/// The capabilities of one domain, or of all.
pub(super) fn listed(domain: Option<&str>) -> Result<Domains, Refusal> {
    let mut domains = Domains::new();
    for entry in ghx::ALL {
        let domain = entry.card.id.split('.').next().unwrap_or_default();
        domains.entry(domain).or_default().push(entry.card);
    }
    if let Some(unknown) = domain.filter(|domain| !domains.contains_key(domain)) {
        return Err(unknown_domain(unknown, &domains));
    }
    domains.retain(|name, _| domain.is_none_or(|wanted| wanted == *name));
    Ok(domains)
}

pub(super) fn entries(domains: &Domains) -> Vec<Entry> {
    domains.values().flatten().map(|card| Entry::of(card)).collect()
}

/// The list as text. On a terminal, descriptions are wrapped between words.
pub(super) fn text(domains: &Domains, streams: Streams) -> String {
    let palette = Palette::of(streams.stdout);
    let heading = palette.heading;
    let width = domains.values().flatten().map(|card| card.id.len()).max().unwrap_or_default();
    let mut text = String::new();
    for (number, (domain, cards)) in domains.iter().enumerate() {
        let gap = if number == 0 { "" } else { "\n" };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{gap}{heading}{domain}{heading:#}");
        for Entry { capability_id, description, effect } in cards.iter().map(|card| Entry::of(card)) {
            let style = if effect == "write" { palette.write } else { palette.read };
            let _ = write!(text, "  {capability_id:width$}  {style}{effect:5}{style:#}");
            text.push_str(&description_lines(description, width + 11, streams.columns));
        }
    }
    text
}

/// A description, wrapped with this indentation if it is wider than the terminal.
fn description_lines(description: &str, indent: usize, columns: Option<usize>) -> String {
    let columns = columns.unwrap_or(usize::MAX);
    if columns >= indent.saturating_add(NARROWEST) {
        let lines = wrapped(description, columns - indent);
        return format!("  {}\n", lines.join(&format!("\n{}", " ".repeat(indent))));
    }
    let lines = wrapped(description, columns.saturating_sub(4).max(1));
    lines.iter().fold("\n".to_owned(), |text, line| text + "    " + line + "\n")
}

/// Lines of at most this width. Words are never broken.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => line.extend([" ", word]),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn unknown_domain(domain: &str, domains: &Domains) -> Refusal {
    let names: Vec<&str> = domains.keys().copied().collect();
    let hint = suggest(domain, names.iter().copied()).map(|name| format!(" (did you mean `{name}`?)"));
    let refusal = Refusal::invalid(format!("unknown domain `{domain}`{}", hint.unwrap_or_default()));
    refusal.help(format!("the domains are {}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_the_terminal_and_no_word_is_broken() {
        let domains = listed(None).unwrap();
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let unwrapped = text(&domains, Streams::default());
        for columns in [50, 72, 80, 100, 120, 300] {
            let wrapped = text(&domains, Streams { columns: Some(columns), ..Streams::default() });
            assert!(wrapped.lines().all(|line| line.chars().count() <= columns), "{columns}: {wrapped}");
            assert_eq!(words(&wrapped), words(&unwrapped));
        }
    }
}
