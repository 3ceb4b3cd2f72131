//! What a result means: for the shell as an exit code, for people in words.

use ghx::chain::Status;
use ghx::envelope::{ChainEnvelope, ErrorBody, TaskEnvelope};
use ghx::{Error, ErrorCode};

use crate::Exit;
use crate::account::step_name;
use crate::hint::next_thing;
use crate::repository::Context;
use crate::world::World;

/// How many failures are told in words; the result has all of them.
const TOLD: usize = 10;

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
    // What was skipped failed for the reason of another step.
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
pub(crate) fn tell_task(task: &str, error: &ErrorBody, context: &Context, world: &mut World<'_>) {
    let help = next_thing(0, task, error, context);
    world.complain(&error.message, help.as_deref());
}

/// Says why steps of a chain failed, with the next thing to do for the first.
pub(crate) fn tell_chain(envelope: &ChainEnvelope, context: &Context, world: &mut World<'_>) {
    let failed = envelope.results.iter().enumerate();
    let failed: Vec<_> = failed.filter_map(|(index, step)| Some((index, step, step.error.as_ref()?))).collect();
    let mut told: Vec<_> = failed.iter().filter(|(_, _, error)| error.code != ErrorCode::Skipped).collect();
    if told.is_empty() {
        told = failed.iter().collect();
    }
    for (index, step, error) in told.iter().take(TOLD) {
        let name = step_name(*index, step.id.as_deref(), &step.task);
        world.complain(&format!("{name}: {}", error.message), None);
    }
    let rest = failed.len() - told.len().min(TOLD);
    if rest > 0 {
        let (steps, were) = if rest == 1 { ("step", "was") } else { ("steps", "were") };
        world.note(&format!("{rest} more {steps} failed or {were} skipped: see `results`"));
    }
    if let Some(help) = told.first().and_then(|(index, step, error)| next_thing(*index, &step.task, error, context)) {
        world.help(&help);
    }
}
