//! Which requests, and which of their root fields, a fault affects.

use serde::{Deserialize, Deserializer, Serialize};

use super::Fault;

/// Which requests a fault affects.
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
    /// REST requests whose path starts with this.
    Path(String),
}

/// One root field of a GraphQL request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Root {
    /// Its position in the document, counted from zero.
    At(usize),
    /// Its alias or, without one, its name.
    Key(String),
}

impl From<usize> for Root {
    fn from(position: usize) -> Self {
        Self::At(position)
    }
}

impl From<&str> for Root {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

impl Root {
    fn is(&self, position: usize, key: &str) -> bool {
        match self {
            Self::At(wanted) => *wanted == position,
            Self::Key(wanted) => wanted == key,
        }
    }
}

/// A fault and the requests that it affects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultRule {
    /// The fault.
    #[serde(flatten)]
    pub fault: Fault,
    /// Which requests it affects.
    #[serde(default)]
    pub on: On,
    /// Which root fields it affects; empty means all. Otherwise it only affects GraphQL requests that have one of them.
    /// Only used by faults that happen during execution, and by `INSUFFICIENT_SCOPES`.
    #[serde(default, deserialize_with = "one_or_many")]
    pub root: Vec<Root>,
    /// How often; `null` means always.
    #[serde(default = "once")]
    pub times: Option<u32>,
    /// How many matching requests to skip first.
    #[serde(default)]
    pub skip: u32,
}

#[expect(clippy::unnecessary_wraps, reason = "the default of an optional field")]
fn once() -> Option<u32> {
    Some(1)
}

fn one_or_many<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Root>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        One(Root),
        Many(Vec<Root>),
    }
    Ok(match Written::deserialize(deserializer)? {
        Written::One(root) => vec![root],
        Written::Many(roots) => roots,
    })
}

impl FaultRule {
    /// Affects the next request that the fault can apply to, once.
    pub fn new(fault: Fault) -> Self {
        Self { fault, on: On::Any, root: Vec::new(), times: Some(1), skip: 0 }
    }

    /// Only affects some requests.
    #[must_use]
    pub fn on(mut self, on: On) -> Self {
        self.on = on;
        self
    }

    /// Only affects this root field, by position or by response key. Call it again to add more.
    #[must_use]
    pub fn root(mut self, root: impl Into<Root>) -> Self {
        self.root.push(root.into());
        self
    }

    /// Affects this many requests.
    #[must_use]
    pub fn times(mut self, times: u32) -> Self {
        self.times = Some(times);
        self
    }

    /// Affects every request until it is disarmed.
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

    /// Whether it affects a root field.
    pub(crate) fn affects(&self, position: usize, key: &str) -> bool {
        self.root.is_empty() || self.root.iter().any(|root| root.is(position, key))
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
        let written: serde_json::Value = if text.trim_start().starts_with('{') {
            serde_json::from_str(text)?
        } else {
            serde_json::json!({ "fault": text.trim() })
        };
        let rule: Self = serde_json::from_value(written.clone())?;
        // A misspelt key must not be ignored: every known key is also written.
        let known = serde_json::to_value(&rule)?;
        let unknown = written.as_object().into_iter().flatten().find(|(key, _)| known.get(key.as_str()).is_none());
        match unknown {
            Some((key, _)) => Err(serde::de::Error::custom(format!("unknown key `{key}`"))),
            None => Ok(rule),
        }
    }
}
