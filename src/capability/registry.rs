//! Finds capabilities by id.

use super::Capability;
use super::erased::{ParseStep, parse};
use crate::Error;
use crate::card::Card;
use crate::display::shorten;
use crate::display::suggest::did_you_mean;

/// A capability in the registry, for callers that have its id and its input as JSON.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The card.
    pub card: &'static Card,
    /// Makes a step from an input.
    pub parse: ParseStep,
}

impl Entry {
    /// The entry of `C`.
    pub const fn of<C: Capability>() -> Entry {
        Entry { card: C::CARD, parse: parse::<C> }
    }

    fn has_id(&self, id: &str) -> bool {
        self.card.id == id || self.card.aliases.contains(&id)
    }
}

/// The capability with this id or alias. The error suggests the most similar one.
pub fn find(registry: &'static [Entry], id: &str) -> Result<&'static Entry, Error> {
    let entry = registry.iter().find(|entry| entry.has_id(id));
    entry.ok_or_else(|| unknown(registry, id))
}

fn unknown(registry: &[Entry], id: &str) -> Error {
    let names = registry.iter().flat_map(|entry| entry.card.aliases.iter().copied().chain([entry.card.id]));
    let message = format!("unknown capability `{}`", shorten(id));
    Error::validation(match did_you_mean(id, names) {
        Some(hint) => format!("{message} ({hint})"),
        None => message,
    })
}
