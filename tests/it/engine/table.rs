//! Typical inputs of every capability, on the standard seed. A new card needs a row only if its first example does not suit
//! the seed, or is not enough.

use ghx::card::Card;
use ghx::task::Tasks;
use ghx_sandbox::Sandbox;
use serde_json::{Map, Value, json};

use super::harness::requests;

/// A capability with an input, and how many HTTP calls it takes alone.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) task: &'static str,
    pub(crate) input: Value,
    pub(crate) calls: usize,
}

impl Row {
    pub(crate) fn step(&self) -> Value {
        json!({"task": self.task, "input": self.input})
    }

    pub(crate) fn input(&self) -> &Map<String, Value> {
        self.input.as_object().unwrap()
    }

    pub(crate) fn card(&self) -> &'static ghx::card::Card {
        ghx::capability::find(ghx::ALL, self.task).unwrap().card
    }

    pub(crate) fn writes(&self) -> bool {
        self.card().effect == ghx::card::Effect::Write
    }
}

fn row(calls: usize, task: &'static str, input: Value) -> Row {
    Row { task, input, calls }
}

/// Cards whose first example does not suit the standard seed. They need a row below.
const UNSUITABLE: [&str; 3] = ["issue.labels.set", "issue.relations.parent.remove", "pr.threads.unresolve"];

/// The first example of every card, and more rows where one is not enough. Ids are the same in every sandbox with the
/// standard seed.
pub(crate) fn all(sandbox: &Sandbox) -> Vec<Row> {
    let examples = ghx::ALL.iter().filter(|entry| !UNSUITABLE.contains(&entry.card.id));
    let mut rows: Vec<Row> = examples.filter_map(|entry| example(sandbox, entry.card)).collect();
    rows.extend(reads(sandbox));
    rows.extend(issue_writes(sandbox));
    rows.extend(issue_relations(sandbox));
    rows.extend(pull_writes(sandbox));
    rows.extend(workflow_runs());
    rows
}

/// Those that have a GraphQL route.
pub(crate) fn rows(sandbox: &Sandbox) -> Vec<Row> {
    all(sandbox).into_iter().filter(|row| !row.card().operations.is_empty()).collect()
}

/// The first example of a card, with as many calls as it is planned to take.
fn example(sandbox: &Sandbox, card: &'static Card) -> Option<Row> {
    let mut input: Value = serde_json::from_str(card.examples.first()?.input).unwrap();
    for value in input.as_object_mut().unwrap().values_mut() {
        if let Some(id) = value.as_str().and_then(|text| real_id(sandbox, text)) {
            *value = json!(id);
        }
    }
    let row = row(0, card.id, input);
    let tasks = requests(&row.step());
    let plan = Tasks::new(&tasks).plan(50).unwrap_or_else(|refused| panic!("{row:?}: {refused:?}"));
    Some(Row { calls: plan.http_calls(), ..row })
}

/// The id in the sandbox of what an example calls `I_kwDOAcme0042`, `PR_kwDOAcme0007` or `PRRT_kwDOAcme0001`.
fn real_id(sandbox: &Sandbox, text: &str) -> Option<String> {
    let (kind, number) = text.split_once("_kwDOAcme")?;
    let number: u32 = number.parse().ok()?;
    match kind {
        "PRRT" => threads(sandbox).into_iter().nth(usize::try_from(number).ok()?.checked_sub(1)?),
        _ => Some(id(sandbox, number)),
    }
}

/// Those without a GraphQL route.
fn workflow_runs() -> [Row; 2] {
    let failed = json!({"repo": "acme/widgets", "branch": "spin", "status": "failure", "first": 1});
    [row(1, "workflow.runs.list", failed), row(2, "workflow.run.view", json!({"repo": "acme/widgets", "runId": 1002}))]
}

/// The ids of the review threads of pull request 7: two unresolved, one resolved.
pub(crate) fn threads(sandbox: &Sandbox) -> Vec<String> {
    sandbox.pull("acme/widgets", 7).unwrap().threads.into_iter().map(|thread| thread.id).collect()
}

fn id(sandbox: &Sandbox, number: u32) -> String {
    sandbox.issue("acme/widgets", number).unwrap().id
}

fn reads(sandbox: &Sandbox) -> Vec<Row> {
    vec![
        row(1, "repo.view", json!({"repo": "acme/gadgets"})),
        row(1, "repo.labels.list", json!({"repo": "acme/many-labels", "first": 2})),
        row(1, "issue.view", json!({"issue": "acme/widgets#1"})),
        row(1, "issue.view", json!({"issueId": id(sandbox, 42)})),
        row(1, "issue.list", json!({"repo": "acme/widgets", "state": "all", "labels": ["bug"], "first": 1})),
        row(1, "issue.comments.list", json!({"issue": "acme/widgets#1", "first": 1})),
        row(1, "issue.comments.list", json!({"issueId": id(sandbox, 1)})),
        row(1, "pr.view", json!({"pullRequestId": id(sandbox, 9)})),
        row(1, "pr.list", json!({"repo": "acme/widgets", "state": "all"})),
        row(1, "pr.threads.list", json!({"pullRequestId": id(sandbox, 7), "unresolvedOnly": true})),
    ]
}

fn issue_writes(sandbox: &Sandbox) -> Vec<Row> {
    let full = json!({"repo": "acme/widgets", "title": "New", "body": "Text", "labels": ["bug", "docs"],
        "assignees": ["mona"], "milestoneNumber": 2});
    vec![
        row(2, "issue.create", full),
        row(2, "issue.update", json!({"issue": "acme/widgets#42", "title": "Better", "body": ""})),
        row(1, "issue.update", json!({"issueId": id(sandbox, 42), "body": "Other text"})),
        row(2, "issue.close", json!({"issue": "acme/widgets#1", "reason": "not_planned"})),
        row(1, "issue.close", json!({"issueId": id(sandbox, 1)})),
        row(2, "issue.reopen", json!({"issue": "acme/widgets#4"})),
        row(1, "issue.reopen", json!({"issueId": id(sandbox, 4)})),
        row(1, "issue.comments.create", json!({"issueId": id(sandbox, 42), "body": "Hello"})),
        row(2, "issue.labels.add", json!({"issue": "acme/widgets#42", "labels": ["bug", "triage"]})),
        row(2, "issue.labels.add", json!({"issueId": id(sandbox, 42), "labels": ["bug"]})),
        row(2, "issue.labels.remove", json!({"issue": "acme/widgets#3", "labels": ["docs"]})),
        row(2, "issue.labels.set", json!({"issue": "acme/widgets#3", "labels": ["bug"]})),
        row(1, "issue.labels.set", json!({"issueId": id(sandbox, 3), "labels": []})),
        row(2, "issue.assignees.add", json!({"issue": "acme/widgets#1", "assignees": ["mona"]})),
        row(2, "issue.assignees.remove", json!({"issue": "acme/widgets#1", "assignees": ["hubot"]})),
        row(2, "issue.assignees.set", json!({"issue": "acme/widgets#1", "assignees": ["mona", "octocat"]})),
        row(1, "issue.assignees.set", json!({"issueId": id(sandbox, 1), "assignees": []})),
    ]
}

fn issue_relations(sandbox: &Sandbox) -> Vec<Row> {
    let both = json!({"issueId": id(sandbox, 42), "parentIssueId": id(sandbox, 40)});
    vec![
        row(2, "issue.milestone.set", json!({"issueId": id(sandbox, 42), "milestoneNumber": 3})),
        row(2, "issue.milestone.clear", json!({"issue": "acme/widgets#1"})),
        row(1, "issue.milestone.clear", json!({"issueId": id(sandbox, 1)})),
        row(2, "issue.relations.parent.set", json!({"issueId": id(sandbox, 42), "parentIssueNumber": 40})),
        row(1, "issue.relations.parent.set", both),
        row(2, "issue.relations.parent.remove", json!({"issue": "acme/widgets#41"})),
        row(2, "issue.relations.parent.remove", json!({"issueId": id(sandbox, 41)})),
    ]
}

fn pull_writes(sandbox: &Sandbox) -> Vec<Row> {
    let threads = threads(sandbox);
    let comments = json!([{"path": "src/widget.rs", "line": 2, "body": "Here."}]);
    let review = json!({"pr": "acme/widgets#7", "event": "COMMENT", "body": "Well.", "comments": comments});
    vec![
        row(1, "pr.comments.create", json!({"pullRequestId": id(sandbox, 7), "body": "Hello"})),
        row(1, "pr.threads.unresolve", json!({"threadId": threads[2]})),
        row(2, "pr.reviews.submit", review),
        row(1, "pr.reviews.submit", json!({"pullRequestId": id(sandbox, 7), "event": "APPROVE"})),
        row(2, "pr.merge", json!({"pr": "acme/widgets#7", "method": "squash"})),
        row(1, "pr.merge", json!({"pullRequestId": id(sandbox, 7)})),
        row(2, "pr.close", json!({"pr": "acme/widgets#7", "comment": "No longer needed."})),
        row(1, "pr.close", json!({"pullRequestId": id(sandbox, 7), "comment": "No longer needed."})),
    ]
}
