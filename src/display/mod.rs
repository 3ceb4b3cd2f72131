//! Helpers for text that users read: wording, did-you-mean suggestions, removal of secrets, and escaping for terminals.

pub(crate) mod redact;
pub(crate) mod suggest;
pub mod terminal;
mod text;

pub(crate) use text::{json_kind, noun_of, shorten, shorten_to, with_article};
