//! The REST and CLI routes on cards of the tests, against the sandbox: over HTTP, and with the real `gh`.

mod calls;
mod cards;
mod cli;
mod harness;
mod hostile_text;
mod lists;
#[cfg(unix)]
mod process;
mod redirects;
mod refusals;
mod rest;
mod server;

pub(crate) use self::cards::CARD;
