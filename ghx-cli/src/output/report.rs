//! The exit code of a result, and its errors in words.

use ghx::chain::Status;
use ghx::envelope::{ChainEnvelope, ErrorBody, TaskEnvelope};
use ghx::{Error, ErrorCode};

use super::hint::hint;
use super::summary::step_name;
use crate::Exit;
use crate::environment::Environment;
use crate::repository::Context;

/// How many failures are reported in words; the result has all of them.
const REPORTED: usize = 10;

/// The exit code of a task.
pub(crate) fn exit_of_task(envelope: &TaskEnvelope) -> Exit {
    let Some(error) = &envelope.error else { return Exit::Success };
    let is_untried = envelope.meta.http_calls == 0 && envelope.meta.route_used.is_none();
    match error.code {
        ErrorCode::Auth => Exit::Auth,
        ErrorCode::Validation if is_untried => Exit::Usage,
        ErrorCode::AdapterUnsupported if is_untried && envelope.meta.attempts.is_empty() => Exit::Usage,
        _ => Exit::Failed,
    }
}

/// The exit code of a chain.
pub(crate) fn exit_of_chain(envelope: &ChainEnvelope) -> Exit {
    match envelope.status {
        Status::Success => return Exit::Success,
        Status::Partial => return Exit::Partial,
        _ => {}
    }
    let errors = envelope.results.iter().filter_map(|result| result.error.as_ref());
    // A step is skipped because another step failed.
    let codes: Vec<ErrorCode> = errors.map(|error| error.code).filter(|code| *code != ErrorCode::Skipped).collect();
    let all = |wanted: fn(&ErrorCode) -> bool| !codes.is_empty() && codes.iter().all(wanted);
    let is_untried = envelope.meta.http_calls == 0 && envelope.results.iter().all(|result| result.route.is_none());
    if all(|code| *code == ErrorCode::Auth) {
        Exit::Auth
    } else if is_untried && all(|code| matches!(code, ErrorCode::Validation | ErrorCode::AdapterUnsupported)) {
        Exit::Usage
    } else {
        Exit::Failed
    }
}

/// The exit code of an error from before anything was sent.
pub(crate) fn exit_of_refusal(error: &Error) -> Exit {
    match error.code() {
        ErrorCode::Auth => Exit::Auth,
        ErrorCode::Validation | ErrorCode::AdapterUnsupported => Exit::Usage,
        _ => Exit::Failed,
    }
}

/// Says why a task failed.
pub(crate) fn report_task(task: &str, error: &ErrorBody, context: &Context, environment: &mut Environment<'_>) {
    let help = hint(0, task, error, context);
    environment.error(&error.message, help.as_deref());
}

/// Says why steps of a chain failed, with a hint for the first of them.
pub(crate) fn report_chain(envelope: &ChainEnvelope, context: &Context, environment: &mut Environment<'_>) {
    let failed = envelope.results.iter().enumerate();
    let failed: Vec<_> = failed.filter_map(|(index, step)| Some((index, step, step.error.as_ref()?))).collect();
    let mut reported: Vec<_> = failed.iter().filter(|(_, _, error)| error.code != ErrorCode::Skipped).collect();
    if reported.is_empty() {
        reported = failed.iter().collect();
    }
    for (index, step, error) in reported.iter().take(REPORTED) {
        let name = step_name(*index, step.id.as_deref(), &step.task);
        environment.error(&format!("{name}: {}", error.message), None);
    }
    let rest = failed.len() - reported.len().min(REPORTED);
    if rest > 0 {
        let (steps, were) = if rest == 1 { ("step", "was") } else { ("steps", "were") };
        environment.note(&format!("{rest} more {steps} failed or {were} skipped: see `results`"));
    }
    if let Some(help) = reported.first().and_then(|(index, step, error)| hint(*index, &step.task, error, context)) {
        environment.help(&help);
    }
}
