//! Which requests, and which of their root fields, a fault concerns.

use serde::{Deserialize, Deserializer, Serialize};

use super::Fault;

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

/// A fault with the requests it meets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultRule {
    /// The fault.
    #[serde(flatten)]
    pub fault: Fault,
    /// Which requests it meets.
    #[serde(default)]
    pub on: On,
    /// Which root fields it concerns; none stands for all. It then meets only GraphQL requests that have one of them.
    /// It matters for the faults that happen inside execution, and for `INSUFFICIENT_SCOPES`.
    #[serde(default, deserialize_with = "one_or_many")]
    pub root: Vec<Root>,
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
    /// Meets the next request that the fault can do something to, once.
    pub fn new(fault: Fault) -> Self {
        Self { fault, on: On::Any, root: Vec::new(), times: Some(1), skip: 0 }
    }

    /// Meets only some requests.
    #[must_use]
    pub fn on(mut self, on: On) -> Self {
        self.on = on;
        self
    }

    /// Concerns only this root field, by position or by response key; called again, also that one.
    #[must_use]
    pub fn root(mut self, root: impl Into<Root>) -> Self {
        self.root.push(root.into());
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

    /// Whether it concerns a root field.
    pub(crate) fn concerns(&self, position: usize, key: &str) -> bool {
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
        // A misspelt key would arm another fault than was meant; everything that is known is written back.
        let known = serde_json::to_value(&rule)?;
        let unknown = written.as_object().into_iter().flatten().find(|(key, _)| known.get(key.as_str()).is_none());
        match unknown {
            Some((key, _)) => Err(serde::de::Error::custom(format!("unknown key `{key}`"))),
            None => Ok(rule),
        }
    }
}
