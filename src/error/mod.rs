//! One error type, one pointer wide, with a stable code.

mod aggregate;
mod cause;
mod code;
mod kind_mismatch;
mod problem;

use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

pub use cause::Cause;
pub use code::{ErrorCode, Phase};
pub(crate) use kind_mismatch::KindMismatch;
pub use problem::InputProblem;
pub(crate) use problem::escape;

use crate::display::terminal::escape as escape_for_terminal;

/// What fallible functions of this crate return.
pub type Result<T, E = Error> = std::result::Result<T, E>;

type Source = Arc<dyn std::error::Error + Send + Sync + 'static>;

/// Why a capability or a chain could not be run.
///
/// [`code`](Error::code) is stable and the same on every route; [`phase`](Error::phase) says whether anything may have
/// changed on GitHub. `Display` is one line without the [`source`](std::error::Error::source), safe to show on a terminal.
///
/// ```
/// use ghx::{Error, ErrorCode, Repo};
///
/// let error: Error = "acme".parse::<Repo>().unwrap_err();
/// assert_eq!(error.code(), ErrorCode::Validation);
/// assert!(!error.is_retryable());
/// ```
#[derive(Clone)]
pub struct Error(Box<Inner>);

const _: () = assert!(size_of::<Error>() == size_of::<usize>());

#[derive(Clone)]
struct Inner {
    code: ErrorCode,
    phase: Phase,
    message: String,
    capability: Option<&'static str>,
    problems: Vec<InputProblem>,
    steps: Vec<StepError>,
    /// Whether the same may work in a moment, although its code does not say so.
    transient: bool,
    /// What a subject is instead of what it should be.
    kind_mismatch: Option<KindMismatch>,
    github: Github,
    /// What went wrong on the way to GitHub or back.
    cause: Option<Cause>,
    retry_at: Option<SystemTime>,
    source: Option<Source>,
}

/// What GitHub said of a failure.
#[derive(Clone, Default)]
struct Github {
    kind: Option<String>,
    request_id: Option<String>,
}

/// What is wrong with one step of a chain.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StepError {
    /// Position of the step in its chain, from 0.
    pub index: usize,
    /// Id of the step's capability.
    pub capability: &'static str,
    /// The step's own error.
    pub error: Error,
}

impl StepError {
    pub(crate) fn new(index: usize, capability: &'static str, error: Error) -> Self {
        Self { index, capability, error }
    }
}

macro_rules! constructors {
    ($($name:ident => $code:ident;)*) => {$(
        #[doc = concat!("An error with code [`ErrorCode::", stringify!($code), "`].")]
        pub fn $name(message: impl Into<String>) -> Self {
            Self::new(ErrorCode::$code, message)
        }
    )*};
}

impl Error {
    /// An error with this code, in the phase that is the careful assumption for it: a
    /// [`Network`](ErrorCode::Network), [`Server`](ErrorCode::Server) or [`Unknown`](ErrorCode::Unknown) error may have
    /// been applied until [`in_phase`](Error::in_phase) says otherwise.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            code,
            phase: Phase::assumed(code),
            message: message.into(),
            capability: None,
            problems: Vec::new(),
            steps: Vec::new(),
            transient: false,
            kind_mismatch: None,
            github: Github::default(),
            cause: None,
            retry_at: None,
            source: None,
        }))
    }

    constructors! {
        auth => Auth;
        not_found => NotFound;
        validation => Validation;
        rate_limit => RateLimit;
        network => Network;
        server => Server;
        adapter_unsupported => AdapterUnsupported;
        skipped => Skipped;
        unknown => Unknown;
    }

    /// A [`Validation`](ErrorCode::Validation) error that carries every problem of an input.
    pub fn invalid_input(problems: Vec<InputProblem>) -> Self {
        let mut error = Self::validation(join(&problems));
        error.0.problems = problems;
        error
    }

    /// A [`Validation`](ErrorCode::Validation) error that carries every bad step of a chain.
    pub(crate) fn invalid_chain(steps: Vec<StepError>) -> Self {
        let mut error = Self::validation(join(&steps));
        error.0.steps = steps;
        error
    }

    /// The same error, known to have happened in this phase.
    #[must_use]
    pub fn in_phase(mut self, phase: Phase) -> Self {
        self.0.phase = phase;
        self
    }

    /// The same error, attributed to a capability unless it already is.
    #[must_use]
    pub fn for_capability(mut self, id: &'static str) -> Self {
        self.0.capability.get_or_insert(id);
        self
    }

    /// The same error with its cause.
    #[must_use]
    pub fn with_source(mut self, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        self.0.source = Some(Arc::new(source));
        self
    }

    /// The same error with the `type` that GitHub gave it.
    #[must_use]
    pub(crate) fn with_github_type(mut self, kind: Option<&str>) -> Self {
        self.0.github.kind = kind.map(ToOwned::to_owned);
        self
    }

    /// The same error with the id of the request that it is an answer to.
    #[must_use]
    pub(crate) fn with_request_id(mut self, id: Option<&str>) -> Self {
        self.0.github.request_id = id.map(ToOwned::to_owned);
        self
    }

    /// The same error with what went wrong on the way.
    #[must_use]
    pub(crate) fn with_transport_cause(mut self, cause: Option<Cause>) -> Self {
        self.0.cause = cause;
        self
    }

    /// The same error, which may be over at this moment.
    #[must_use]
    pub fn with_retry_at(mut self, at: SystemTime) -> Self {
        self.0.retry_at = Some(at);
        self
    }

    /// The same error with another code; everything else stays.
    #[must_use]
    pub(crate) fn with_code(mut self, code: ErrorCode) -> Self {
        self.0.code = code;
        self
    }

    /// The same error, which may pass in a moment whatever its code is.
    #[must_use]
    pub(crate) fn into_transient(mut self) -> Self {
        self.0.transient = true;
        self
    }

    /// The same error, of a subject that is of another kind.
    #[must_use]
    pub(crate) fn with_kind_mismatch(mut self, mismatch: KindMismatch) -> Self {
        self.0.kind_mismatch = Some(mismatch);
        self
    }

    /// What the subject is instead.
    pub(crate) fn kind_mismatch(&self) -> Option<KindMismatch> {
        self.0.kind_mismatch
    }

    /// The same error of a subject of another kind, which is called so.
    #[must_use]
    pub(crate) fn with_subject(self, subject: &str) -> Self {
        match self.0.kind_mismatch {
            Some(kind) => self.with_message(kind.sentence(subject)),
            None => self,
        }
    }

    /// The same error with each of its texts changed: its message, what GitHub said, and those of its steps.
    #[must_use]
    pub(crate) fn map_texts(mut self, change: &dyn Fn(&str) -> String) -> Self {
        self.0.message = change(&self.0.message);
        for text in [&mut self.0.github.kind, &mut self.0.github.request_id].into_iter().flatten() {
            *text = change(text);
        }
        let steps = std::mem::take(&mut self.0.steps).into_iter();
        self.0.steps = steps.map(|step| StepError { error: step.error.map_texts(change), ..step }).collect();
        self
    }

    /// The same error with another message; everything else stays.
    #[must_use]
    pub(crate) fn with_message(mut self, message: impl Into<String>) -> Self {
        self.0.message = message.into();
        self
    }

    /// The same error, its problems moved below this member of the input.
    #[must_use]
    pub(crate) fn below(mut self, member: &str) -> Self {
        if !self.0.problems.is_empty() {
            for problem in &mut self.0.problems {
                problem.move_below(member);
            }
            self.0.message = join(&self.0.problems);
        }
        self
    }

    /// The stable code, the same as in the JSON envelope.
    pub fn code(&self) -> ErrorCode {
        self.0.code
    }

    /// What went wrong, without the capability's id and without the cause.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Was anything sent, and may it have been applied?
    pub fn phase(&self) -> Phase {
        self.0.phase
    }

    /// Whether sending the same again is safe and may help: a network, rate-limit or server error that surely changed
    /// nothing. The error of a whole chain is retryable only if each of its steps is, and if no write of the chain was
    /// applied.
    pub fn is_retryable(&self) -> bool {
        let is_transient = match self.0.steps.as_slice() {
            [] => self.0.code.is_transient() || self.0.transient,
            steps => steps.iter().all(|step| step.error.is_retryable()),
        };
        is_transient && self.0.phase.is_safe()
    }

    /// From when on sending the same again may help: when a rate limit ends, as far as GitHub tells.
    pub fn retry_at(&self) -> Option<SystemTime> {
        self.0.retry_at
    }

    /// What went wrong on the way to GitHub or back, where that is known: an unknown name, a certificate, a response that is
    /// too large.
    pub fn transport_cause(&self) -> Option<Cause> {
        self.0.cause
    }

    /// The `type` that GitHub gave the error: `UNPROCESSABLE`.
    pub fn github_type(&self) -> Option<&str> {
        self.0.github.kind.as_deref()
    }

    /// The id that GitHub's support asks for.
    pub fn request_id(&self) -> Option<&str> {
        self.0.github.request_id.as_deref()
    }

    /// Id of the capability that failed, where it is known.
    pub fn capability(&self) -> Option<&'static str> {
        self.0.capability
    }

    /// Every problem of a refused input; empty for other errors.
    pub fn problems(&self) -> &[InputProblem] {
        &self.0.problems
    }

    /// Every step of a chain that was refused or failed; empty for the error of a single capability.
    pub fn steps(&self) -> &[StepError] {
        &self.0.steps
    }
}

/// How many problems or steps a message lists; the error has all of them.
const LISTED: usize = 10;

fn join(items: &[impl fmt::Display]) -> String {
    let mut lines: Vec<String> = items.iter().take(LISTED).map(ToString::to_string).collect();
    if items.len() > LISTED {
        lines.push(format!("and {} more", items.len() - LISTED));
    }
    lines.join("; ")
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} ({}): ", self.index, self.capability)?;
        f.write_str(&escape_for_terminal(self.error.message()))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.0.capability {
            write!(f, "{id}: ")?;
        }
        f.write_str(&escape_for_terminal(&self.0.message))
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.0;
        f.debug_struct("Error")
            .field("code", &inner.code)
            .field("phase", &inner.phase)
            .field("capability", &inner.capability)
            .field("message", &inner.message)
            .field("source", &inner.source)
            .finish_non_exhaustive()
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.source {
            Some(source) => Some(&**source),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests;
