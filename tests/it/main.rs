//! The integration tests of ghx: one binary, one module per subject.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
// The fixture is written as it would be generated into a library.
#![allow(unreachable_pub, missing_docs, dead_code)]

mod api;
mod capability;
mod chain;
mod client;
mod descriptors;
mod docs;
mod engine;
mod fixture;
mod generated;
#[path = "../../ghx-sandbox/tests/it/gh/binary.rs"]
mod gh;
mod golden;
mod json;
mod pages;
mod plan;
mod references;
mod related;
mod routing;
mod signatures;
