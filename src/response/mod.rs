//! What a failure means: the code, whether anything may have been applied, and how long to wait.
//!
//! Codes come from HTTP status, GraphQL `type` and `extensions`; from message text only where GitHub gives nothing else.
//!
//! | file | |
//! |---|---|
//! | [`refusal`] | whether a response proves that nothing was executed |
//! | [`status`] | what an HTTP status means |
//! | [`text`] | what an error body says |
//! | [`graphql`] | what a GraphQL error means |
//! | [`known`] | messages that say more than the status or type they come with |
//! | [`limit`] | rate limits |
//! | [`verdict`] | what a GraphQL response means as a whole |

mod body;
#[cfg(test)]
mod docs;
mod error_code;
mod error_text;
mod graphql_error;
mod messages;
mod rate_limit;
mod refusal;
mod status;
mod unknown;
mod verdict;

pub(crate) use body::{Data, Fields, Response};
pub(crate) use error_code::{UNKNOWN_OUTCOME, from_graphql, is_resource_limit};
pub(crate) use error_text::ErrorText;
pub(crate) use graphql_error::{GraphqlError, is_operation};
pub(crate) use messages::refine;
pub(crate) use rate_limit::{Limit, is_secondary, limit_of};
pub(crate) use refusal::{Evidence, nothing_ran};
pub(crate) use status::Status;
pub(crate) use unknown::{as_reported, unknown_outcome};
pub(crate) use verdict::{Broken, Verdict, judge, request_id};
