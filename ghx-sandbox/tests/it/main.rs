//! Tests of the sandbox over HTTP.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod client;
#[path = "../../benches/clients/mod.rs"]
mod clients;
mod concurrency;
mod conformance;
mod duplicate_writes;
mod embedding;
mod execution;
mod faults;
mod field_faults;
mod gh;
mod graphql;
mod limits;
mod middlebox;
mod mutations;
mod operations;
mod parameters;
mod pending_reviews;
mod plain_faults;
mod rest;
mod rest_shapes;
mod seeds;
mod state;
mod tokens;
mod unsupported;
