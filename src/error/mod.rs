//! The error type of this crate, its codes and its phases.

mod aggregate;
mod build;
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
pub(crate) use problem::escape_segment;

use crate::display::terminal::escape as escape_for_terminal;

/// The result type of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

type Source = Arc<dyn std::error::Error + Send + Sync + 'static>;

/// Why a capability or a chain could not be run.
///
/// [`code`](Error::code) is stable and the same on every route; [`phase`](Error::phase) says whether anything may have
/// changed on GitHub. `Display` is one line, safe to print on a terminal, and leaves out the
/// [`source`](std::error::Error::source).
///
/// ```
/// use ghx::{Error, ErrorCode, Repo};
///
/// let error: Error = "acme".parse::<Repo>().unwrap_err();
/// assert_eq!(error.code(), ErrorCode::Validation);
/// assert!(!error.is_retryable());
/// ```
#[derive(Clone)]
pub struct Error(Arc<Inner>);

const _: () = assert!(size_of::<Error>() == size_of::<usize>());

#[derive(Clone)]
struct Inner {
    code: ErrorCode,
    phase: Phase,
    message: String,
    capability: Option<&'static str>,
    problems: Vec<InputProblem>,
    steps: Vec<StepError>,
    /// Whether a retry may help although the code does not say so.
    transient: bool,
    kind_mismatch: Option<KindMismatch>,
    github: GithubDetails,
    cause: Option<Cause>,
    retry_at: Option<SystemTime>,
    source: Option<Source>,
}

/// Details that GitHub gave about a failure.
#[derive(Clone, Default)]
struct GithubDetails {
    kind: Option<String>,
    request_id: Option<String>,
}

/// The error of one step of a chain.
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
    /// An error with this code, in the most cautious phase for it: [`Network`](ErrorCode::Network),
    /// [`Server`](ErrorCode::Server) and [`Unknown`](ErrorCode::Unknown) errors are in
    /// [`MayBeApplied`](Phase::MayBeApplied) unless [`in_phase`](Error::in_phase) changes it.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self(Arc::new(Inner {
            code,
            phase: Phase::assumed(code),
            message: message.into(),
            capability: None,
            problems: Vec::new(),
            steps: Vec::new(),
            transient: false,
            kind_mismatch: None,
            github: GithubDetails::default(),
            cause: None,
            retry_at: None,
            source: None,
        }))
    }

    /// The contents, copied if another error shares them.
    fn inner_mut(&mut self) -> &mut Inner {
        Arc::make_mut(&mut self.0)
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

    /// A [`Validation`](ErrorCode::Validation) error with every problem of an input.
    pub fn invalid_input(problems: Vec<InputProblem>) -> Self {
        let mut error = Self::validation(join(&problems));
        error.inner_mut().problems = problems;
        error
    }

    /// A [`Validation`](ErrorCode::Validation) error with every invalid step of a chain.
    pub(crate) fn invalid_chain(steps: Vec<StepError>) -> Self {
        let mut error = Self::validation(join(&steps));
        error.inner_mut().steps = steps;
        error
    }

    /// The stable code, the same as in JSON envelopes.
    pub fn code(&self) -> ErrorCode {
        self.0.code
    }

    /// What went wrong, without the capability's id and without the source.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Whether anything was sent, and whether it may have been applied.
    pub fn phase(&self) -> Phase {
        self.0.phase
    }

    /// Whether a retry is safe and may help: true for network, rate-limit and server errors that provably changed nothing.
    /// The error of a chain is retryable only if each of its failed steps is, and if no write of the chain was applied.
    pub fn is_retryable(&self) -> bool {
        let is_transient = match self.0.steps.as_slice() {
            [] => self.0.code.is_transient() || self.0.transient,
            steps => steps.iter().all(|step| step.error.is_retryable()),
        };
        is_transient && self.0.phase.changed_nothing()
    }

    /// When a retry may help: the end of a rate limit, if GitHub reports it.
    pub fn retry_at(&self) -> Option<SystemTime> {
        self.0.retry_at
    }

    /// Why the request failed between ghx and GitHub, if known: a host name that cannot be resolved, a certificate, a
    /// response that is too large.
    pub fn transport_cause(&self) -> Option<Cause> {
        self.0.cause
    }

    /// The `type` that GitHub gave the error: `UNPROCESSABLE`.
    pub fn github_type(&self) -> Option<&str> {
        self.0.github.kind.as_deref()
    }

    /// The id that GitHub gave the request; its support asks for it.
    pub fn request_id(&self) -> Option<&str> {
        self.0.github.request_id.as_deref()
    }

    /// Id of the capability that failed, if known.
    pub fn capability(&self) -> Option<&'static str> {
        self.0.capability
    }

    /// Every problem of an invalid input; empty for other errors.
    pub fn problems(&self) -> &[InputProblem] {
        &self.0.problems
    }

    /// Every invalid or failed step of a chain; empty for the error of a single capability.
    pub fn steps(&self) -> &[StepError] {
        &self.0.steps
    }
}

/// The maximum number of problems or steps in a message. The error itself has all of them.
const MAX_LISTED: usize = 10;

fn join(items: &[impl fmt::Display]) -> String {
    let mut lines: Vec<String> = items.iter().take(MAX_LISTED).map(ToString::to_string).collect();
    if items.len() > MAX_LISTED {
        lines.push(format!("and {} more", items.len() - MAX_LISTED));
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
