//! The ways to run a capability, and how one of them is chosen.
//!
//! | file | |
//! |---|---|
//! | [`spec`] | what a card says about its REST and CLI routes, as constants |

pub mod spec;
