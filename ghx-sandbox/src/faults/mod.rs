//! The ways in which GitHub fails, to be armed for the next requests.
//!
//! ```
//! use ghx_sandbox::{Fault, FaultRule, On, When};
//!
//! let rule = FaultRule::new(Fault::Gateway { status: 502, body: Default::default(), when: When::After })
//!     .on(On::Mutation)
//!     .times(2);
//! assert_eq!(rule.times, Some(2));
//! ```

mod armed;

use serde::{Deserialize, Serialize};

pub(crate) use self::armed::{Faults, Target};

/// A way to fail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fault", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Fault {
    /// The primary rate limit: for GraphQL 200 with an error, for REST 403.
    PrimaryLimit {
        /// How the GraphQL error spells its type.
        #[serde(default)]
        spelling: Spelling,
        /// What `x-ratelimit-remaining` says; GitHub has been seen to say more than zero.
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
        /// Seconds in `retry-after`, where it is sent.
        #[serde(default)]
        retry_after: Option<u64>,
    },
    /// Creating mutations are refused as "was submitted too quickly".
    TooQuickly,
    /// A gateway gives up.
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
    /// The connection is closed without an answer.
    Drop {
        /// Whether the request is executed first.
        #[serde(default)]
        when: When,
    },
    /// The answer takes its time.
    Slow {
        /// How long, in milliseconds.
        millis: u64,
    },
    /// "Something went wrong while executing your query", without `path` and `type`, after execution.
    Unexplained {
        /// Whether the data is answered all the same.
        #[serde(default)]
        keeps_data: bool,
    },
    /// The write is done; reading the object below the payload fails.
    BelowPayload,
    /// Mutations answer null, without an error.
    SilentNull {
        /// Whether the write is done first.
        #[serde(default)]
        when: When,
    },
    /// `RESOURCE_LIMITS_EXCEEDED` with partial data.
    ResourceLimits {
        /// How many root fields are answered.
        #[serde(default)]
        after: usize,
    },
    /// `INSUFFICIENT_SCOPES` for the first root field, with `locations` and no `path`.
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
    /// What the request creates is not found by others for a while.
    ReadDelay {
        /// How long, in milliseconds.
        millis: u64,
    },
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

/// What a gateway writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GatewayBody {
    /// The page with the unicorn.
    #[default]
    Html,
    /// A GraphQL answer with an error.
    Json,
}

/// Before or after the request is executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// Nothing is executed.
    #[default]
    Before,
    /// It is executed, and the client does not learn of it.
    After,
}

/// Which requests a fault meets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum On {
    /// Every request.
    #[default]
    Any,
    /// Every GraphQL request.
    Graphql,
    /// GraphQL queries.
    Query,
    /// GraphQL mutations.
    Mutation,
    /// REST requests.
    Rest,
    /// GraphQL requests with this root field.
    Field(String),
    /// REST requests whose path starts so.
    Path(String),
}

/// A fault with the requests it meets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultRule {
    /// The fault.
    #[serde(flatten)]
    pub fault: Fault,
    /// Which requests it meets.
    #[serde(default)]
    pub on: On,
    /// How often; `null` means always.
    #[serde(default = "once")]
    pub times: Option<u32>,
    /// How many matching requests go unharmed first.
    #[serde(default)]
    pub skip: u32,
}

#[expect(clippy::unnecessary_wraps, reason = "the default of an optional field")]
fn once() -> Option<u32> {
    Some(1)
}

impl FaultRule {
    /// Meets the next request, once.
    pub fn new(fault: Fault) -> Self {
        Self { fault, on: On::Any, times: Some(1), skip: 0 }
    }

    /// Meets only some requests.
    #[must_use]
    pub fn on(mut self, on: On) -> Self {
        self.on = on;
        self
    }

    /// Meets this many requests.
    #[must_use]
    pub fn times(mut self, times: u32) -> Self {
        self.times = Some(times);
        self
    }

    /// Meets every request until it is disarmed.
    #[must_use]
    pub fn always(mut self) -> Self {
        self.times = None;
        self
    }

    /// Lets this many matching requests pass first.
    #[must_use]
    pub fn skip(mut self, skip: u32) -> Self {
        self.skip = skip;
        self
    }
}

impl From<Fault> for FaultRule {
    fn from(fault: Fault) -> Self {
        Self::new(fault)
    }
}

impl std::str::FromStr for FaultRule {
    type Err = serde_json::Error;

    /// A rule as JSON, or only the name of a fault: `too_quickly`, `{"fault": "slow", "millis": 50, "on": "query"}`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.trim_start().starts_with('{') {
            serde_json::from_str(text)
        } else {
            serde_json::from_value(serde_json::json!({ "fault": text.trim() }))
        }
    }
}
