//! What a failure means: the code, whether anything may have been applied, and how long to wait.
//!
//! Codes come from HTTP status, GraphQL `type` and `extensions`; from message text only where GitHub gives nothing else.

mod graphql;
mod limit;
mod verdict;

pub(crate) use graphql::{UNKNOWN_OUTCOME, from_field, is_resource_limit};
pub(crate) use limit::{Limit, UNSAID, is_secondary, is_used_up};
pub(crate) use verdict::{Broken, Verdict, judge, request_id};
