//! Valid step files.

use serde_json::{Value, json};

use super::tree::Tree;
use crate::support::triage;

pub(super) fn corpus() -> Vec<Tree> {
    let triage: Value = serde_json::from_str(&triage()).unwrap();
    let review = json!([
        {"task": "pr.reviews.submit", "id": "review", "input": {
            "owner": "acme", "name": "widgets", "prNumber": 7, "event": "COMMENT", "body": "Zwei Fragen: ü, 🦀",
            "comments": [{"path": "src/spin.rs", "line": 3, "body": "Why?", "side": "RIGHT"}]
        }},
        {"task": "pr.comments.create", "after": ["review"], "input": {"pr": "acme/widgets#7", "body": "See {{review.url}}"}},
    ]);
    let sweep = json!([
        {"task": "issue.assignees.set", "input": {"issueId": "I_1", "assignees": ["octocat", "hubot"]}},
        {"task": "issue.milestone.set", "input": {"owner": "acme", "name": "widgets", "issueNumber": 42, "milestoneNumber": 2}},
        {"task": "issue.create", "id": "x", "input": {"repo": "acme/widgets", "title": "A \"title\"", "labels": ["bug"]}},
        {"task": "issue.relations.parent.set", "input": {"issueId": "{{x.id}}", "parent": "acme/widgets#40"}},
        {"task": "issue.close", "input": {"issue": "https://github.com/acme/widgets/issues/1", "reason": "completed"}},
    ]);
    [triage, review, sweep].iter().map(Tree::from).collect()
}
