//! Every fault that a card can have is caught, once, at its place and in plain words.
//!
//! `fixtures/base` is a small catalogue without problems. Each other folder there holds the files that differ from it, broken in one way, and
//! what the compiler says of it. After a change that is meant: `UPDATE_EXPECT=1 cargo test -p ghx-codegen`, then read the difference.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "tests may stop at the first surprise")]

mod catalogue;
mod command;
mod diagnostics_page;
mod expect;
mod fixtures;
mod follow_ups;
mod independence;
mod never_panics;
mod own_card;
mod reference_schema;
mod yaml;
