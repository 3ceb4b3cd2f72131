//! The integration tests of ghx: one binary, one module per subject.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
// Golden files and cards of tests become modules here, as they would in a library.
#![allow(unreachable_pub, missing_docs, dead_code)]

mod architecture;
mod capability;
mod card_schema;
mod chain;
mod client;
mod descriptors;
mod docs;
mod engine;
mod generated;
#[path = "../../ghx-sandbox/tests/it/gh/binary.rs"]
mod gh;
mod golden;
mod json;
mod pages;
mod plan;
mod references;
mod routing;
mod second_subject;
mod signatures;
mod typed_api;
mod values;
