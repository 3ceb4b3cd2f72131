//! The commands.

mod capabilities;
mod chain;
mod completions;
mod man;
mod run;
mod sandbox;

pub(crate) use capabilities::capabilities;
pub(crate) use chain::chain;
pub(crate) use completions::completions;
pub(crate) use man::man;
pub(crate) use run::run;
pub(crate) use sandbox::sandbox;
