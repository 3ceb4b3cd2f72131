//! Reading: one file per domain, one function per kind of node, one arm per field.

mod accounts;
mod actions;
mod comments;
mod git;
mod issues;
mod labels;
mod pulls;
mod query;
mod repos;
mod reviews;
mod search;

pub(crate) use self::query::query_field;
use super::{
    execute::Ask,
    value::{Answer, Value},
};
use crate::state::Node;

/// The value of a field of a node.
pub(crate) fn node_field(ask: &Ask<'_>, node: Node) -> Answer {
    if let "id" = ask.field() {
        return Ok(node.id(ask.store).into());
    }
    match node {
        Node::Account(key) => accounts::field(ask, key),
        Node::Repo(key) => repos::field(ask, key),
        Node::Label(key) => labels::field(ask, key),
        Node::Milestone(key) => labels::milestone_field(ask, key),
        Node::Issue(key) if ask.store.is_pull(key) => pulls::field(ask, key),
        Node::Issue(key) => issues::field(ask, key),
        Node::Comment(key) => comments::field(ask, key),
        Node::Review(key) => reviews::field(ask, key),
        Node::Thread(key) => reviews::thread_field(ask, key),
        Node::ReviewComment(key) => reviews::comment_field(ask, key),
        Node::Branch(key) => git::branch_field(ask, key),
        Node::Commit(key) => git::commit_field(ask, key),
        Node::Workflow(key) => actions::workflow_field(ask, key),
        Node::Run(key) => actions::run_field(ask, key),
        Node::CheckSuite(key) => actions::suite_field(ask, key),
        Node::CheckRun(key) => actions::check_run_field(ask, key),
        Node::IssueType(key) => labels::issue_type_field(ask, key),
        Node::Release(key) => repos::release_field(ask, key),
    }
}

/// No seed and no write makes a reaction: each group has no users, which is what GitHub shows for such a thing.
fn reaction_groups() -> Value {
    let contents = ["THUMBS_UP", "THUMBS_DOWN", "LAUGH", "HOORAY", "CONFUSED", "HEART", "ROCKET", "EYES"];
    let groups = contents.map(|content| {
        let none = |type_name| Value::record(type_name, vec![("totalCount", 0usize.into())]);
        let fields = vec![
            ("content", content.into()),
            ("viewerHasReacted", false.into()),
            ("users", none("ReactingUserConnection")),
            ("reactors", none("ReactorConnection")),
        ];
        Value::record("ReactionGroup", fields)
    });
    Value::List(groups.to_vec())
}
