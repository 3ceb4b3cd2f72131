//! The armed faults, and which of them affect a request.

use super::{Fault, FaultRule, On};

/// What a rule can match.
#[derive(Clone, Debug, Default)]
pub(crate) struct Target {
    pub(crate) graphql: bool,
    pub(crate) mutation: bool,
    /// A mutation, or a REST request that is not a read.
    pub(crate) writes: bool,
    pub(crate) root_fields: Vec<RootField>,
    pub(crate) path: String,
}

/// A root field of a GraphQL request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RootField {
    pub(crate) name: String,
    pub(crate) key: String,
}

impl Target {
    /// The budget that it is charged to.
    pub(crate) fn resource(&self) -> &'static str {
        if self.graphql { "graphql" } else { "core" }
    }

    /// Whether it merges a pull request.
    fn merges(&self) -> bool {
        let by_rest = !self.graphql && self.writes && self.path.ends_with("/merge");
        by_rest || self.mutation && self.root_fields.iter().any(|field| field.name == "mergePullRequest")
    }
}

impl On {
    fn matches(&self, target: &Target) -> bool {
        match self {
            Self::Any => true,
            Self::Graphql => target.graphql,
            Self::Query => target.graphql && !target.mutation,
            Self::Mutation => target.graphql && target.mutation,
            Self::Rest => !target.graphql,
            Self::Field(name) => target.root_fields.iter().any(|field| field.name == *name),
            Self::Path(start) => !target.graphql && target.path.starts_with(start.as_str()),
        }
    }
}

impl Fault {
    /// Whether it can affect a request. If not, it stays armed.
    fn applies_to(&self, target: &Target) -> bool {
        match self {
            Self::TooQuickly | Self::BelowPayload => target.mutation,
            Self::ReadDelay { .. } => target.writes,
            Self::BaseModified => target.merges(),
            Self::FieldError { .. }
            | Self::NestedError { .. }
            | Self::SilentNull { .. }
            | Self::ResourceLimits { .. }
            | Self::InsufficientScopes { .. }
            | Self::Unexplained { .. }
            | Self::ValidationTimeout => target.graphql,
            _ => true,
        }
    }
}

impl FaultRule {
    fn matches(&self, target: &Target) -> bool {
        let mut roots = target.root_fields.iter().enumerate();
        self.on.matches(target)
            && self.fault.applies_to(target)
            && (self.root.is_empty() || roots.any(|(at, field)| self.affects(at, &field.key)))
    }
}

/// The armed faults.
#[derive(Debug, Default)]
pub(crate) struct Faults(Vec<FaultRule>);

impl Faults {
    pub(crate) fn arm(&mut self, rule: FaultRule) {
        self.0.push(rule);
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn rules(&self) -> &[FaultRule] {
        &self.0
    }

    /// The rules that affect a request; the use of each is counted.
    pub(crate) fn trigger(&mut self, target: &Target) -> Vec<FaultRule> {
        let mut triggered = Vec::new();
        for rule in &mut self.0 {
            if !rule.matches(target) || rule.times == Some(0) {
                continue;
            }
            if rule.skip > 0 {
                rule.skip -= 1;
                continue;
            }
            rule.times = rule.times.map(|times| times - 1);
            triggered.push(rule.clone());
        }
        self.0.retain(|rule| rule.times != Some(0));
        triggered
    }
}
