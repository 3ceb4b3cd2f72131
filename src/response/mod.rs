//! Parses and classifies GitHub's responses: the error code, whether a write may have been applied, how long to wait.
//!
//! Codes come from the HTTP status, from GraphQL's `type` and from `extensions`. The message text is used only where GitHub
//! gives nothing else.
//!
//! | file | |
//! |---|---|
//! | [`body`], [`graphql_error`] | the body of a GraphQL response and its errors |
//! | [`error_text`] | the body of a failed REST request |
//! | [`refusal`] | whether a response proves that nothing was executed |
//! | [`status`] | the meaning of an HTTP status |
//! | [`error_code`] | the error code of a GraphQL error |
//! | [`messages`] | messages that say more than the status or type that they come with |
//! | [`rate_limit`] | rate limits |
//! | [`verdict`] | the meaning of a GraphQL response as a whole |

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
#[cfg(any(feature = "rest", feature = "gh"))]
pub(crate) use messages::refine;
pub(crate) use rate_limit::Limit;
#[cfg(feature = "gh")]
pub(crate) use rate_limit::is_secondary;
#[cfg(any(feature = "rest", feature = "gh"))]
pub(crate) use rate_limit::limit_of;
pub(crate) use refusal::{Evidence, nothing_ran};
#[cfg(any(feature = "rest", feature = "gh"))]
pub(crate) use status::HttpStatus;
pub(crate) use unknown::{as_reported, unknown_outcome};
#[cfg(any(feature = "rest", feature = "gh"))]
pub(crate) use verdict::request_id;
pub(crate) use verdict::{Broken, Verdict, judge};
