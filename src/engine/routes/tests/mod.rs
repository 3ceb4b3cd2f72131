//! The routes with hand-written cards, against the sandbox: over HTTP and by the real `gh`.

mod cards;
mod cli;
mod hostile;
mod lists;
#[cfg(unix)]
mod process;
mod redirects;
mod refusals;
mod rest;
mod server;
mod world;

pub(crate) use self::cards::CARD;
