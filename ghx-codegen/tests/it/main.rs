//! Every mistake in a card is reported once, at its place and in plain words.
//!
//! `fixtures/base` is a small catalogue without problems. Each `.toml` file next to it holds the cases of one code: edits of the base that
//! break it in one way, and the report that the compiler gives.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "tests may stop at the first surprise")]

mod catalogue;
mod command;
mod diagnostics_page;
mod digest;
mod editor_schemas;
mod expect;
mod fixtures;
mod independence;
mod lint;
mod never_panics;
mod original_format;
mod own_card;
mod reference_schema;
mod rest_cards;
mod two_subjects;
mod values;
mod yaml;
