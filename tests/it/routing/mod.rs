//! The routes of a card, and the router between them, on the sandbox: real HTTP, the real `gh`.

mod beside;
mod canary;
mod credentials;
mod doubling;
mod hostile;
mod kinds;
mod login_page;
mod matrix;
mod merging;
mod paging;
mod scenarios;
pub(crate) mod world;
