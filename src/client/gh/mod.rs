//! Runs the `gh` program.
//!
//! | file | |
//! |---|---|
//! | [`program`] | the program, and variables that the user adds |
//! | [`environment`] | the environment of the process |
//! | [`process`], [`session`] | one run, bounded in time and output |
//! | [`failure`] | the meaning of its exit code and standard error |
//! | [`availability`] | whether it is installed and logged in |

mod availability;
mod environment;
mod failure;
mod process;
mod program;
mod session;

pub(crate) use availability::{check_installed, check_logged_in, stored_token};
pub(crate) use failure::GhFailure;
pub(crate) use process::{GhRunError, Output};
pub use program::Gh;
pub(crate) use session::{Session, not_started};
