//! The steps of a chain, read from JSON.

use ghx::client::MaxBatch;
use ghx::envelope::{ChainEnvelope, ErrorBody};
use ghx::task::Tasks;
use ghx::{Error, TaskRequest};
use serde_json::{Map, Value};

/// The steps, and the errors of those that cannot be read.
#[derive(Debug)]
pub(crate) struct Steps {
    pub(crate) requests: Vec<TaskRequest>,
    /// Position, name and error of each step that cannot be read.
    broken: Vec<(usize, String, Error)>,
}

impl Steps {
    /// The steps of a list; a single object is a list of one.
    pub(crate) fn read(value: Value) -> Self {
        let items = match value {
            Value::Array(items) => items,
            other => vec![other],
        };
        let mut broken = Vec::new();
        let requests = items.iter().enumerate().map(|(index, item)| {
            TaskRequest::from_json(item).map_or_else(
                |error| {
                    broken.push((index, text(item, "task"), error));
                    placeholder(item)
                },
                |request| request.with_files(true),
            )
        });
        let requests = requests.collect();
        Self { requests, broken }
    }

    /// The result of a chain with steps that cannot be read: each of them has its error, the others are still checked, and
    /// nothing is sent.
    pub(crate) fn refused(&self) -> Option<Box<ChainEnvelope>> {
        if self.broken.is_empty() {
            return None;
        }
        let mut envelope = Tasks::new(&self.requests).plan(MaxBatch::default()).err()?;
        for (index, task, error) in &self.broken {
            if let Some(result) = envelope.results.get_mut(*index) {
                result.task.clone_from(task);
                result.error = Some(ErrorBody::from(error));
            }
        }
        Some(envelope)
    }
}

/// Replaces a step that cannot be read. Other steps may refer to its id; no capability has its name.
fn placeholder(item: &Value) -> TaskRequest {
    let id = text(item, "id");
    let request = TaskRequest::new("", Map::new());
    if id.is_empty() { request } else { request.with_id(id) }
}

fn text(item: &Value, member: &str) -> String {
    item.get(member).and_then(Value::as_str).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_bad_step_has_its_own_error() {
        let steps = Steps::read(json!([
            {"task": "issue.create", "id": "new", "inputs": {}},
            {"task": "issue.labels.add", "input": {"issueId": "{{new.id}}", "labels": ["bug"]}},
            {"task": "issue.veiw", "input": {}},
            7,
        ]));
        let envelope = steps.refused().unwrap();
        let codes: Vec<&str> = envelope.results.iter().map(|step| step.error.as_ref().unwrap().code.as_str()).collect();
        assert_eq!(codes, ["VALIDATION", "SKIPPED", "VALIDATION", "VALIDATION"]);
        let messages: Vec<&str> =
            envelope.results.iter().map(|step| step.error.as_ref().unwrap().message.as_str()).collect();
        assert!(messages[0].contains("inputs") && messages[2].contains("issue.view"), "{messages:?}");
        assert_eq!(envelope.results[0].task, "issue.create");
        assert_eq!(envelope.meta.http_calls, 0);
    }

    #[test]
    fn good_steps_are_not_refused() {
        let steps = Steps::read(json!({"task": "repo.view", "input": {"repo": "acme/widgets"}}));
        assert!(steps.refused().is_none() && steps.requests.len() == 1);
    }
}
