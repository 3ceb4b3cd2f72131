//! The routes on hand-made constants, against the sandbox: over HTTP, and by the real `gh`.

mod cards;
mod cli;
mod redirects;
mod rest;
mod server;
mod world;

pub(crate) use self::cards::CARD;
