//! Faults: the ways in which GitHub fails.
//!
//! ```
//! use ghx_sandbox::{Fault, FaultRule, On, When};
//!
//! let rule = FaultRule::new(Fault::Gateway { status: 502, body: Default::default(), when: When::After })
//!     .on(On::Mutation)
//!     .times(2);
//! assert_eq!(rule.times, Some(2));
//!
//! // In a batch, only the third write fails.
//! let rule = FaultRule::new(Fault::field_error("FORBIDDEN", "Resource not accessible by integration")).root(2);
//! let json = r#"{"fault": "field_error", "type": "FORBIDDEN", "message": "Resource not accessible by integration", "root": 2}"#;
//! assert_eq!(json.parse::<FaultRule>()?, rule);
//! # Ok::<(), serde_json::Error>(())
//! ```

mod armed;
mod rule;

use serde::{Deserialize, Serialize};

pub(crate) use self::armed::{Faults, RootField, Target};
pub use self::rule::{FaultRule, On, Root};
use crate::http::error_body;

/// A way to fail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fault", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Fault {
    /// The primary rate limit: for GraphQL 200 with an error, for REST 403.
    PrimaryLimit {
        /// Which form the GraphQL error has.
        #[serde(default)]
        spelling: Spelling,
        /// The value of `x-ratelimit-remaining`; GitHub sometimes sends more than zero.
        #[serde(default)]
        remaining: u32,
        /// In how many seconds the limit is reset.
        #[serde(default = "one_hour")]
        reset_in: u64,
    },
    /// A secondary rate limit.
    SecondaryLimit {
        /// 200, 403 or 429.
        #[serde(default = "forbidden")]
        status: u16,
        /// Seconds in `retry-after`; not sent if absent.
        #[serde(default)]
        retry_after: Option<u64>,
    },
    /// Mutations that create something are refused as "was submitted too quickly"; with [`FaultRule::root`], those that it names.
    TooQuickly,
    /// The base branch is modified during a merge, which is then refused: for GraphQL `UNPROCESSABLE`, for REST 405.
    BaseModified,
    /// A root field is refused before it is executed, with a custom error.
    FieldError {
        /// The `type`, if the error has one.
        #[serde(default, rename = "type")]
        kind: Option<String>,
        /// The message.
        message: String,
    },
    /// A field below the root cannot be read, wherever it is selected; writes stay executed. GitHub does this when
    /// a token may not see a part of an object.
    NestedError {
        /// The type and the field, as `Issue.milestone`.
        field: String,
        /// The `type`, if the error has one.
        #[serde(default, rename = "type")]
        kind: Option<String>,
        /// The message.
        message: String,
    },
    /// A gateway fails.
    Gateway {
        /// 502 or 504.
        #[serde(default = "bad_gateway")]
        status: u16,
        /// What the body looks like.
        #[serde(default)]
        body: GatewayBody,
        /// Whether the request is executed first.
        #[serde(default)]
        when: When,
    },
    /// Any other response, such as 401, 403, 404, 410, 500 or 503.
    Status {
        /// The status.
        status: u16,
        /// JSON, or a string that is sent verbatim; `null` means GitHub's usual body for the status.
        #[serde(default)]
        body: serde_json::Value,
        /// Whether the request is executed first.
        #[serde(default)]
        when: When,
    },
    /// The request is executed; half of the response is sent, then the connection is closed.
    Truncated,
    /// The connection is closed without a response.
    Drop {
        /// Whether the request is executed first.
        #[serde(default)]
        when: When,
    },
    /// The response is delayed.
    Slow {
        /// How long, in milliseconds.
        millis: u64,
    },
    /// "Something went wrong while executing your query", without `path` and `type`, after execution.
    Unexplained {
        /// Whether the response still has the data.
        #[serde(default)]
        keeps_data: bool,
    },
    /// The write is executed; reading the object in its payload fails.
    BelowPayload,
    /// Root fields are null, without an error.
    SilentNull {
        /// Whether a write is executed first.
        #[serde(default)]
        when: When,
    },
    /// `RESOURCE_LIMITS_EXCEEDED` with partial data.
    ResourceLimits {
        /// How many root fields succeed, unless [`FaultRule::root`] names those that fail.
        #[serde(default)]
        after: usize,
    },
    /// `INSUFFICIENT_SCOPES` with `locations` and no `path`: for the first root field, or those of [`FaultRule::root`].
    InsufficientScopes {
        /// The scope that is missing.
        #[serde(default = "project_scope")]
        scope: String,
    },
    /// 401, as for a token that has expired.
    ExpiredToken,
    /// `FORBIDDEN` with `saml_failure`, as for a token that is not authorised for single sign-on.
    SamlFailure,
    /// "Timeout on validation of query": 200 and no `type`; nothing is executed.
    ValidationTimeout,
    /// What the request creates is not found for a while, neither by reads nor by mutations that name its id.
    ReadDelay {
        /// How long, in milliseconds.
        millis: u64,
    },
}

impl Fault {
    /// A [`Fault::FieldError`] with a type.
    pub fn field_error(kind: impl Into<String>, message: impl Into<String>) -> Self {
        Self::FieldError { kind: Some(kind.into()), message: message.into() }
    }

    /// A [`Fault::Status`] before execution, with GitHub's usual body around a message.
    pub fn status(status: u16, message: &str) -> Self {
        Self::Status { status, body: error_body(status, message), when: When::Before }
    }
}

fn one_hour() -> u64 {
    3600
}

fn forbidden() -> u16 {
    403
}

fn bad_gateway() -> u16 {
    502
}

fn project_scope() -> String {
    "project".to_owned()
}

/// The two spellings of the primary limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spelling {
    /// `RATE_LIMITED`.
    #[default]
    Classic,
    /// `RATE_LIMIT` with `code: graphql_rate_limit`.
    Newer,
}

/// The body of a gateway's response.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GatewayBody {
    /// GitHub's HTML error page.
    #[default]
    Html,
    /// A GraphQL response with an error.
    Json,
}

/// Before or after the request is executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// Nothing is executed.
    #[default]
    Before,
    /// It is executed, but the client does not see the result.
    After,
}
