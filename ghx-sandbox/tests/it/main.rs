//! The sandbox from outside: over HTTP, as its users see it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod client;
#[path = "../../benches/clients/mod.rs"]
mod clients;
mod concurrency;
mod conformance;
mod doubling;
mod embedding;
mod execution;
mod faults;
mod field_faults;
mod gh;
mod graphql;
mod honesty;
mod limits;
mod middlebox;
mod mutations;
mod operations;
mod parameters;
mod pending;
mod plain_faults;
mod rest;
mod seeds;
mod shapes;
mod state;
mod tokens;
