//! Tests of the command: of the program itself, and in process for tests with thousands of calls.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]
#![allow(unreachable_pub, missing_docs)]

mod docs;
mod environment;
mod exit_codes;
mod explain;
mod faults;
#[path = "../../../ghx-sandbox/tests/it/gh/binary.rs"]
mod gh;
mod hints;
mod hostile;
mod hosts;
mod inputs;
mod interrupt;
mod jq;
mod mutants;
mod order;
mod pace;
mod pages;
mod repository;
mod routes;
mod sandbox;
mod streams;
mod suggestions;
mod support;
mod terminal;
mod unprinted;
