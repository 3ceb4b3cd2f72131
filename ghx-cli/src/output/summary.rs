//! What was done, in words, for results that cannot be printed.

use ghx::card::Effect;
use ghx::envelope::{ChainEnvelope, ErrorBody, TaskEnvelope};
use ghx::{ErrorCode, TaskRequest};
use serde_json::Value;
use serde_json::value::RawValue;

/// What was done: a line for each step.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    pub(crate) lines: Vec<String>,
    /// Whether anything on GitHub was changed, or may have been.
    pub(crate) has_changes: bool,
    /// Whether any step returned data.
    pub(crate) has_data: bool,
}

impl Summary {
    /// The summary of a command that does not use GitHub.
    pub(crate) fn none() -> Self {
        Self::default()
    }

    /// The summary of work that was refused or only planned.
    pub(crate) fn nothing_sent() -> Self {
        Self { lines: vec!["nothing was sent to GitHub".to_owned()], ..Self::default() }
    }

    /// The summary of a task that was run.
    pub(crate) fn of_task(task: &str, envelope: &TaskEnvelope) -> Self {
        let step = Step { name: task.to_owned(), task, data: envelope.data.as_deref(), error: envelope.error.as_ref() };
        Self::of(envelope.meta.http_calls, [step])
    }

    /// The summary of a chain that was run.
    pub(crate) fn of_chain(envelope: &ChainEnvelope) -> Self {
        let steps = envelope.results.iter().enumerate().map(|(index, result)| Step {
            name: step_name(index, result.id.as_deref(), &result.task),
            task: &result.task,
            data: result.data.as_deref(),
            error: result.error.as_ref(),
        });
        Self::of(envelope.meta.http_calls, steps)
    }

    /// The summary of steps that were abandoned, each with the same error.
    pub(crate) fn of_abandoned(steps: &[TaskRequest], error: &ErrorBody) -> Self {
        let steps = steps.iter().enumerate().map(|(index, step)| Step {
            name: step_name(index, step.id.as_deref(), &step.task),
            task: &step.task,
            data: None,
            error: Some(error),
        });
        Self::of(1, steps)
    }

    fn of<'s>(http_calls: usize, steps: impl IntoIterator<Item = Step<'s>>) -> Self {
        let mut summary = if http_calls == 0 { Self::nothing_sent() } else { Self::default() };
        for step in steps {
            summary.has_changes |= step.has_changes();
            summary.has_data |= step.data.is_some();
            summary.lines.push(format!("{}: {}", step.name, step.outcome()));
        }
        summary
    }
}

/// The name of a step in messages: `step 0 "new" (issue.create)`.
pub(crate) fn step_name(index: usize, id: Option<&str>, task: &str) -> String {
    let id = id.map(|id| format!(" {id:?}")).unwrap_or_default();
    let task = if task.is_empty() { String::new() } else { format!(" ({task})") };
    format!("step {index}{id}{task}")
}

struct Step<'s> {
    name: String,
    task: &'s str,
    data: Option<&'s RawValue>,
    error: Option<&'s ErrorBody>,
}

impl Step<'_> {
    /// Whether it writes. An unknown capability changes nothing.
    fn writes(&self) -> bool {
        ghx::capability::find(ghx::ALL, self.task).is_ok_and(|entry| entry.card.effect == Effect::Write)
    }

    fn has_changes(&self) -> bool {
        self.writes() && self.error.is_none_or(|error| known_outcome(error).is_some())
    }

    fn outcome(&self) -> String {
        match self.error {
            None if self.writes() => format!("done{}", self.written()),
            None => "read; nothing was changed".to_owned(),
            Some(error) => {
                let outcome = known_outcome(error).filter(|_| self.writes()).unwrap_or("not done");
                format!("{outcome}: {}", error.message)
            }
        }
    }

    /// How to find what was written: `: https://github.com/acme/widgets/issues/43, id I_kw…`.
    fn written(&self) -> String {
        let data: Value = self.data.and_then(|data| serde_json::from_str(data.get()).ok()).unwrap_or_default();
        let text = |name: &str| data.get(name).and_then(Value::as_str);
        let number = data.get("number").and_then(Value::as_u64).map(|number| format!("number {number}"));
        let id = text("id").map(|id| format!("id {id}"));
        let found: Vec<String> = [text("url").map(ToOwned::to_owned), number, id].into_iter().flatten().collect();
        if found.is_empty() { String::new() } else { format!(": {}", found.join(", ")) }
    }
}

/// What a failed write may have changed, in words; `None` if it changed nothing.
fn known_outcome(error: &ErrorBody) -> Option<&'static str> {
    match error.details.get("outcome").and_then(Value::as_str) {
        Some("applied") => Some("done, but its result could not be read"),
        Some("partial") => Some("partly done"),
        Some(_) => Some("unknown"),
        None if error.code == ErrorCode::Unknown => Some("unknown"),
        None => None,
    }
}
