//! The routes of a card, and the router between them, on the sandbox: real HTTP, the real `gh`.

mod credentials;
pub(crate) mod harness;
mod hostile_text;
mod login_page;
mod matrix;
mod merging;
mod paging;
mod scenarios;
mod token_leaks;
mod unbatched;
mod write_once;
mod wrong_kind;
