//! What a card does on a sandbox: its result, the writes, and the state afterwards.

use std::path::Path;
use std::sync::OnceLock;

use ghx::capability::Entry;
use ghx::card::RouteKind;
use ghx::route::RoutePolicy;
use ghx::task::{Task, TaskRequest};
use ghx_sandbox::{Sandbox, Seed};
use serde_json::{Value, json};

use crate::client::client;
use crate::inputs;

/// What can be seen of one run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Observation {
    result: Value,
    writes: Value,
    state: Value,
}

impl Observation {
    /// The first part that differs.
    pub(crate) fn difference(&self, other: &Observation) -> Option<String> {
        let parts = [
            ("result", &self.result, &other.result),
            ("writes", &self.writes, &other.writes),
            ("state", &self.state, &other.state),
        ];
        parts.into_iter().find_map(|(name, one, other)| differs(name, one, other))
    }
}

/// The path of the first difference, with both values.
fn differs(path: &str, one: &Value, other: &Value) -> Option<String> {
    match (one, other) {
        _ if one == other => None,
        (Value::Object(one), Value::Object(other)) => {
            let mut names = one.keys().chain(other.keys());
            names.find_map(|name| differs(&format!("{path}.{name}"), one.get(name)?, other.get(name)?))
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let mut pairs = one.iter().zip(other).enumerate();
            pairs.find_map(|(index, (one, other))| differs(&format!("{path}[{index}]"), one, other))
        }
        _ => None,
    }
    .or_else(|| (one != other).then(|| format!("{path}: {} became {}", short(one), short(other))))
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Runs the only card of a registry over one route, on a new sandbox.
pub(crate) async fn observe(registry: &'static [Entry], route: RouteKind, input: &Value, gh: &Path) -> Observation {
    let started = jiff::Timestamp::now();
    let sandbox = Sandbox::start().await.unwrap();
    let home = tempfile::tempdir().unwrap();
    let client = client(&sandbox, gh, home.path());
    let step = json!({"task": registry[0].card.id, "input": inputs::with_real_ids(input, &sandbox)});
    let request = TaskRequest::from_json(&step).unwrap();
    let task = Task::new(&request).with_registry(registry).routes(RoutePolicy::Only(route));
    let envelope = task.execute(&client).await;
    let mut result = json!({"data": envelope.data, "error": envelope.error});
    let mut state = state(&sandbox);
    for value in [&mut result, &mut state] {
        without_new_dates(value, started);
    }
    let writes = sandbox.writes().into_iter().map(|write| json!([write.name, write.subject])).collect();
    Observation { result, writes, state }
}

/// Everything that a sandbox lets a test see.
fn state(sandbox: &Sandbox) -> Value {
    static SEED: OnceLock<Seed> = OnceLock::new();
    let seed = SEED.get_or_init(|| Seed::standard().unwrap());
    let repositories = seed.repositories.iter().map(|repo| {
        let issues = sandbox.issues(&repo.name);
        let pulls: Vec<_> = issues.iter().filter_map(|issue| sandbox.pull(&repo.name, issue.number)).collect();
        let runs = repo.workflows.iter().flat_map(|workflow| &workflow.runs).filter_map(|run| run.id);
        let runs: Vec<_> = runs.filter_map(|id| sandbox.run(&repo.name, id)).collect();
        let labels = sandbox.labels(&repo.name);
        (repo.name.clone(), json!({"issues": issues, "pulls": pulls, "runs": runs, "labels": labels}))
    });
    Value::Object(repositories.collect())
}

/// Replaces dates of this run, which differ each time.
fn without_new_dates(value: &mut Value, started: jiff::Timestamp) {
    match value {
        Value::String(text) => {
            let date = text.parse::<jiff::Timestamp>().ok();
            if date.is_some_and(|date| date.as_second() >= started.as_second()) {
                "now".clone_into(text);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| without_new_dates(item, started)),
        Value::Object(members) => members.values_mut().for_each(|member| without_new_dates(member, started)),
        _ => {}
    }
}
