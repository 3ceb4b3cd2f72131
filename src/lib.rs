//! A typed GitHub SDK: every operation is a plain value, checked against GitHub's own schema when ghx is compiled, and any
//! number of them run as one chain.
//!
//! A *capability* is one named operation, such as `issue.labels.add`. Its id is the path of its function,
//! `ghx::issue::labels::add`. Required inputs are arguments, optional ones are setters, and nothing is sent until you call
//! `send` or run a chain. Everything about a capability comes from its card in `cards/` and the GraphQL documents that the
//! card names; the compiler in `ghx-codegen` refuses a card that does not fit the schema.
//!
//! ```no_run
//! # async fn bot() -> Result<(), ghx::Error> {
//! use ghx::{Chain, Client, Repo, issue};
//!
//! let gh = Client::from_env()?;
//! let repo: Repo = "acme/widgets".parse()?;
//!
//! // one capability
//! let labels = issue::labels::add(repo.issue(42), ["bug"]).send(&gh).await?.labels;
//!
//! // a chain: at most two HTTP calls, and two more for each round of references
//! let (new, comment) = Chain::new()
//!     .step(issue::create(&repo, "Crash on start").labels(["bug"]))
//!     .then(|(new,)| issue::comments::create(new.id(), "Looking into it."))
//!     .run(&gh)
//!     .await?
//!     .all()?;
//! # Ok(())
//! # }
//! ```
//!
//! [`capabilities`] lists every capability with its inputs, outputs, lookups and errors; [`ALL`] lists their descriptors.
//! [`capability!`](macro@capability) generates the same from a card of your own.
//!
//! # Values
//!
//! Typed values address things on GitHub. They parse from text, URLs included:
//!
//! ```
//! use ghx::Repo;
//!
//! let repo: Repo = "https://github.com/acme/widgets".parse()?;
//! assert_eq!(repo, Repo::new("acme", "widgets")?);
//! # Ok::<(), ghx::Error>(())
//! ```
//!
//! A [`NodeId`] has the kind of its node as a type: the id of a pull request does not fit where an issue is expected.
//!
//! # Chains
//!
//! A [`Chain`] holds several capabilities that run together: all lookups and reads as one query, then all writes as one
//! mutation, in order. [`plan`](Chain::plan) shows that without sending anything. Later steps can use outputs of earlier ones,
//! checked before anything is sent; [`text!`] puts them into text. Plain strings are never interpreted:
//!
//! ```
//! let body = ghx::text!("Built from {}", "${{ github.sha }}");
//! assert_eq!(body.to_string(), "Built from ${{ github.sha }}");
//! ```
//!
//! # JSON
//!
//! Every capability reads its input from JSON and writes it back ([`Capability::from_json`],
//! [`Capability::to_json`]). Reading is strict: every problem is reported with its field, and nothing is coerced. [`task`]
//! runs capabilities by id, for callers that are not written in Rust.
//!
//! # Errors
//!
//! There is one [`Error`], one pointer wide. [`Error::code`] is stable, [`Error::phase`] says whether anything may have
//! changed on GitHub, and [`Error::is_retryable`] whether sending the same again is safe and may help:
//!
//! ```
//! use ghx::{ErrorCode, Repo};
//!
//! let error = "acme".parse::<Repo>().unwrap_err();
//! assert_eq!(error.code(), ErrorCode::Validation);
//! ```
//!
//! # Features
//!
//! All are on by default. With `default-features = false`, only what is named is generated and compiled.
//!
//! | feature | |
//! |---|---|
//! | `issue`, `pr`, `repo`, `workflow` | the capabilities of a domain |
//! | `rest` | the REST route, and [`Client::rest`] |
//! | `gh` | the route over the `gh` program, and the token that it has stored |
//! | `json` | [`task`], [`envelope`] and [`ALL`]: capabilities by id |
//! | `cards` | [`capability!`](macro@capability) |
//! | `jiff` | `Timestamp::to_jiff`; off by default |
//!
//! # Where things are
//!
//! | module | |
//! |---|---|
//! | [`capabilities`] | every capability's types; its functions are in the module of its domain, such as [`issue`] |
//! | [`value`] | repositories, node ids, subjects, times, outputs of earlier steps |
//! | [`chain`], [`plan`], [`pages`] | chains, what they will do, and lists page by page |
//! | [`client`], [`transport`], [`route`] | host, credentials, limits; how requests are sent; which routes are used |
//! | [`error`](mod@error) | codes, phases, problems |
//! | [`task`], [`envelope`] | capabilities by id, with input and output as JSON |
//! | [`capability`](mod@capability), [`card`] | the trait, the registry, and what cards say |
//! | [`terminal`] | makes other people's text safe to show |

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate self as ghx;

pub mod capability;
pub mod card;
pub mod chain;
pub mod client;
#[doc(hidden)]
pub mod codegen;
mod display;
mod engine;
pub mod error;
mod response;
mod sync;
#[cfg(feature = "json")]
pub mod task;
pub mod value;

/// The version of the crate `bytes` that [`transport`] uses.
#[doc(no_inline)]
pub use bytes;
pub use capability::Capability;
#[doc(hidden)]
pub use capability::{input, lookup};
#[doc(hidden)]
pub use card::operation;
pub use chain::{Chain, pages, plan};
pub use client::{Client, ClientBuilder, route, transport};
pub use display::terminal;
pub use error::{Error, ErrorCode, Result};
/// The version of the crate `futures-core` that streams of [`pages`] implement.
#[doc(no_inline)]
pub use futures_core;
/// The version of the crate `http` that [`transport`] and [`Client::rest`] use.
#[doc(no_inline)]
pub use http;
pub use pages::Listing;
#[cfg(feature = "json")]
pub use task::envelope;
#[cfg(feature = "json")]
pub use task::{TaskRequest, execute_task, execute_tasks};
pub use value::{NodeId, Repo};

#[doc(hidden)]
pub use codegen as __codegen;

include!(concat!(env!("OUT_DIR"), "/ghx.rs"));
#[cfg(feature = "cards")]
include!(concat!(env!("OUT_DIR"), "/macros.rs"));

/// The code blocks of the README and of the guides compile.
#[cfg(doctest)]
mod pages_of_the_repository {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/bots.md")]
    struct Bots;
    #[doc = include_str!("../docs/chains.md")]
    struct Chains;
    #[doc = include_str!("../docs/errors.md")]
    struct Errors;
    #[doc = include_str!("../docs/testing.md")]
    struct Testing;
}
