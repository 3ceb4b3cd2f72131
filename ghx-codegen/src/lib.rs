//! The compiler behind ghx. **Not covered by semver**: `ghx` and `ghx-macros` pin it exactly; do not depend on it.
//!
//! Cards, GraphQL documents and GitHub's schema go in; problems or typed Rust come out:
//!
//! ```text
//! Catalog::load(files)   read and check each file by itself              Catalog<Loaded>
//!   .bind()              cards × documents × schema                       Catalog<Bound>, or the problems
//!   .emit()              formatted Rust
//! ```
//! Only a bound catalogue can be emitted, so whatever is generated has been checked. Three front-ends use this: `build.rs` of `ghx`, the
//! macro for cards in a user's own crate, and the `check` command.

pub mod bind;
pub mod card;
mod catalog;
pub mod docs;
pub mod emit;
pub mod files;
pub mod model;
pub mod names;
pub mod operation;
pub mod problem;
pub mod report;
pub mod schema;
pub mod source;
pub mod suggest;
pub mod yaml;

pub use catalog::{Bound, Catalog, Loaded, Refused};
pub use files::{Files, Part};
