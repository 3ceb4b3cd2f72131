//! Text for people: names of things, suggestions for misspelt words, secrets removed, characters that a terminal would obey
//! escaped.

pub(crate) mod redact;
pub(crate) mod suggest;
pub mod terminal;
mod words;

pub(crate) use words::{noun_of, with_article};
