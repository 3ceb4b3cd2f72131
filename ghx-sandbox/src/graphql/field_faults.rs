//! Faults that happen during execution, each for the root fields that it affects.

use super::write;
use crate::{
    faults::{Fault, FaultRule, RootField, When},
    state::{Refusal, RefusalKind},
};

/// GitHub's message for a merge whose base branch has changed.
pub(crate) const BASE_MODIFIED: &str = "Base branch was modified. Review and try the merge again.";

/// The faults that affect a request, and its root fields in the order of the document.
#[derive(Debug)]
pub(crate) struct FieldFaults<'r> {
    pub(crate) rules: Vec<FaultRule>,
    pub(crate) roots: &'r [RootField],
}

impl FieldFaults<'_> {
    /// Refuses a root field before it is executed; `key` is its response key.
    pub(crate) fn refuse(&self, name: &str, key: &str) -> Result<(), Refusal> {
        let refusal = self.find(key, |rule, position| match &rule.fault {
            Fault::FieldError { kind, message } => {
                Some(Refusal::new(RefusalKind::Injected(kind.clone()), message.as_str()))
            }
            Fault::TooQuickly if write::creates(name) || !rule.root.is_empty() => Some(Refusal::too_quickly()),
            Fault::BaseModified if name == "mergePullRequest" => Some(Refusal::unprocessable(BASE_MODIFIED)),
            // GitHub resolves the first fields and skips the rest.
            Fault::ResourceLimits { after } if position >= *after || !rule.root.is_empty() => {
                Some(Refusal::new(RefusalKind::ResourceLimits, "Resource limits for this query exceeded."))
            }
            _ => None,
        });
        refusal.map_or(Ok(()), Err)
    }

    /// Refuses a field below the root that cannot be read.
    pub(crate) fn refuse_nested(&self, type_name: &str, name: &str) -> Result<(), Refusal> {
        let refusal = self.rules.iter().find_map(|rule| match &rule.fault {
            Fault::NestedError { field, kind, message } if field.split_once('.') == Some((type_name, name)) => {
                Some(Refusal::new(RefusalKind::Injected(kind.clone()), message.as_str()))
            }
            _ => None,
        });
        refusal.map_or(Ok(()), Err)
    }

    /// Whether a root field is null without an error, and whether it is executed first.
    pub(crate) fn silent_null(&self, key: &str) -> Option<When> {
        self.find(key, |rule, _| match rule.fault {
            Fault::SilentNull { when } => Some(when),
            _ => None,
        })
    }

    /// Whether the object in a mutation's payload cannot be read.
    pub(crate) fn below_payload(&self, key: &str) -> bool {
        self.find(key, |rule, _| (rule.fault == Fault::BelowPayload).then_some(())).is_some()
    }

    fn find<T>(&self, key: &str, pick: impl Fn(&FaultRule, usize) -> Option<T>) -> Option<T> {
        if self.rules.is_empty() {
            return None;
        }
        let position = self.roots.iter().position(|root| root.key == key)?;
        self.rules.iter().filter(|rule| rule.affects(position, key)).find_map(|rule| pick(rule, position))
    }
}
