//! The repository of the current clone, for inputs that do not name one.
//!
//! It is read from the git remotes at every call and never cached. Either both `owner` and `name` come from it, or neither.

mod remote;
mod remotes;

use std::path::Path;

use ghx::card::SubjectSpec;
use ghx::{Client, TaskRequest};
use serde::Serialize;
use serde_json::{Map, Value};

/// The repository of a clone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Repository {
    pub(crate) owner: String,
    pub(crate) name: String,
    /// The git remote that it was read from.
    pub(crate) remote: String,
}

/// Whether a repository was filled in.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Context {
    /// Every input names its repository.
    NotNeeded,
    /// It was filled in.
    Filled(Repository),
    /// It is needed but cannot be filled in.
    Missing {
        /// Why, and what to do.
        why: String,
        /// The steps that need it.
        steps: Vec<usize>,
    },
}

impl Context {
    pub(crate) fn repository(&self) -> Option<&Repository> {
        match self {
            Self::Filled(repository) => Some(repository),
            Self::NotNeeded | Self::Missing { .. } => None,
        }
    }
}

/// Fills the repository of the directory into the inputs that lack one, if it is on the client's host.
pub(crate) fn fill(requests: &mut [TaskRequest], client: &Client, directory: &Path) -> Context {
    let steps = lacking(requests);
    if steps.is_empty() {
        return Context::NotNeeded;
    }
    let repository = match remotes::repository(client, directory) {
        Ok(repository) => repository,
        Err(why) => return Context::Missing { why: format!("no repository can be filled in: {why}"), steps },
    };
    for request in requests {
        let specs: Vec<&SubjectSpec> = wanted(request).collect();
        for spec in specs {
            request.input.insert(spec.owner.to_owned(), Value::from(repository.owner.as_str()));
            request.input.insert(spec.repo_name.to_owned(), Value::from(repository.name.as_str()));
        }
    }
    Context::Filled(repository)
}

/// On a sandbox nothing is filled in: says why, if something is missing.
pub(crate) fn missing_on_sandbox(requests: &[TaskRequest]) -> Context {
    let steps = lacking(requests);
    if steps.is_empty() {
        return Context::NotNeeded;
    }
    let why = "--sandbox ignores the current clone: name a sandbox repository, such as acme/widgets".to_owned();
    Context::Missing { why, steps }
}

/// The steps that lack only their repository.
fn lacking(requests: &[TaskRequest]) -> Vec<usize> {
    let steps = requests.iter().enumerate();
    steps.filter(|(_, request)| wanted(request).next().is_some()).map(|(step, _)| step).collect()
}

/// The subjects of a step that lack only their repository.
fn wanted(request: &TaskRequest) -> impl Iterator<Item = &'static SubjectSpec> {
    let card = ghx::capability::find(ghx::ALL, &request.task).ok().map(|entry| entry.card);
    let subjects = card.map(|card| card.subjects).unwrap_or_default();
    subjects.iter().copied().filter(|spec| lacks_repository(spec, &request.input))
}

fn lacks_repository(spec: &SubjectSpec, input: &Map<String, Value>) -> bool {
    let is_given = |name: &str| input.contains_key(name);
    let names = spec.names().filter(|name| Some(*name) != spec.number);
    spec.within.is_none() && spec.number.is_none_or(is_given) && !names.into_iter().any(is_given)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn lacks(task: &str, input: &Value) -> bool {
        let request = TaskRequest::from_json(&json!({"task": task, "input": input})).unwrap();
        wanted(&request).next().is_some()
    }

    #[test]
    fn only_a_subject_without_any_repository_lacks_one() {
        for (task, input, expected) in [
            ("repo.view", json!({}), true),
            ("repo.view", json!({"owner": "acme"}), false),
            ("repo.view", json!({"name": "widgets"}), false),
            ("repo.view", json!({"repo": "acme/widgets"}), false),
            ("issue.view", json!({"issueNumber": 7}), true),
            ("issue.view", json!({"issueNumber": "{{new.number}}"}), true),
            ("issue.view", json!({"issueNumber": 7, "owner": "acme"}), false),
            ("issue.view", json!({}), false),
            ("issue.view", json!({"issue": "acme/widgets#7"}), false),
            ("issue.view", json!({"issueId": "I_1", "issueNumber": 7}), false),
            ("issue.relations.parent.set", json!({"issueNumber": 7, "parentIssueNumber": 8}), true),
            ("issue.relations.parent.set", json!({"issueId": "I_1", "parentIssueNumber": 8}), false),
            ("pr.threads.resolve", json!({}), false),
            ("no.such.capability", json!({}), false),
        ] {
            assert_eq!(lacks(task, &input), expected, "{task} {input}");
        }
    }
}
