//! The `gh` program: where it is, what it may see, one run of it, and what its failures mean.
//!
//! | file | |
//! |---|---|
//! | [`program`] | which program, with which variables from the user |
//! | [`environment`] | the environment that the program gets |
//! | [`process`], [`session`] | one run, bounded in time and output |
//! | [`failure`] | what its exit code and its standard error mean |
//! | [`availability`] | whether it is installed and logged in |

mod availability;
mod environment;
mod failure;
mod process;
mod program;
mod session;

pub(crate) use availability::{authenticated, available, stored_token};
pub(crate) use failure::Trouble;
pub(crate) use process::{Failed, Output};
pub use program::Gh;
pub(crate) use session::{Session, not_started};
