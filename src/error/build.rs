//! Details that are added to an error on its way up.

use std::sync::Arc;
use std::time::SystemTime;

use super::{Cause, Error, ErrorCode, KindMismatch, Phase, StepError, join};

impl Error {
    /// The same error in this phase.
    #[must_use]
    pub fn in_phase(mut self, phase: Phase) -> Self {
        self.inner_mut().phase = phase;
        self
    }

    /// The same error for this capability, unless it already names one.
    #[must_use]
    pub fn for_capability(mut self, id: &'static str) -> Self {
        self.inner_mut().capability.get_or_insert(id);
        self
    }

    /// The same error with its source.
    #[must_use]
    pub fn with_source(mut self, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        self.inner_mut().source = Some(Arc::new(source));
        self
    }

    /// The same error with the `type` that GitHub gave it.
    #[must_use]
    pub(crate) fn with_github_type(mut self, kind: Option<&str>) -> Self {
        self.inner_mut().github.kind = kind.map(ToOwned::to_owned);
        self
    }

    /// The same error with the id of the request that failed.
    #[must_use]
    pub(crate) fn with_request_id(mut self, id: Option<&str>) -> Self {
        self.inner_mut().github.request_id = id.map(ToOwned::to_owned);
        self
    }

    /// The same error with the cause of a failed transport.
    #[must_use]
    pub(crate) fn with_transport_cause(mut self, cause: Option<Cause>) -> Self {
        self.inner_mut().cause = cause;
        self
    }

    /// The same error with the time from which a retry may help.
    #[must_use]
    pub fn with_retry_at(mut self, at: SystemTime) -> Self {
        self.inner_mut().retry_at = Some(at);
        self
    }

    /// The same error with another code.
    #[must_use]
    pub(crate) fn with_code(mut self, code: ErrorCode) -> Self {
        self.inner_mut().code = code;
        self
    }

    /// The same error, marked as transient whatever its code is.
    #[must_use]
    pub(crate) fn into_transient(mut self) -> Self {
        self.inner_mut().transient = true;
        self
    }

    /// The same error for a subject of the wrong kind.
    #[must_use]
    pub(crate) fn with_kind_mismatch(mut self, mismatch: KindMismatch) -> Self {
        self.inner_mut().kind_mismatch = Some(mismatch);
        self
    }

    /// The kinds, if the subject is of the wrong kind.
    pub(crate) fn kind_mismatch(&self) -> Option<KindMismatch> {
        self.0.kind_mismatch
    }

    /// For a subject of the wrong kind, the same error with a message that names the subject.
    #[must_use]
    pub(crate) fn with_subject(self, subject: &str) -> Self {
        match self.0.kind_mismatch {
            Some(kind) => self.with_message(kind.message(subject)),
            None => self,
        }
    }

    /// The same error with `change` applied to its message, to the details that GitHub gave, and to its steps.
    #[must_use]
    pub(crate) fn map_texts(mut self, change: &dyn Fn(&str) -> String) -> Self {
        let inner = self.inner_mut();
        inner.message = change(&inner.message);
        for text in [&mut inner.github.kind, &mut inner.github.request_id].into_iter().flatten() {
            *text = change(text);
        }
        let steps = std::mem::take(&mut inner.steps).into_iter();
        inner.steps = steps.map(|step| StepError { error: step.error.map_texts(change), ..step }).collect();
        self
    }

    /// The same error with another message.
    #[must_use]
    pub(crate) fn with_message(mut self, message: impl Into<String>) -> Self {
        self.inner_mut().message = message.into();
        self
    }

    /// The same error with its problems moved below this member of the input.
    #[must_use]
    pub(crate) fn below(mut self, member: &str) -> Self {
        if !self.0.problems.is_empty() {
            for problem in &mut self.inner_mut().problems {
                problem.move_below(member);
            }
            self.inner_mut().message = join(&self.0.problems);
        }
        self
    }
}
