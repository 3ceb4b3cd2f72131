//! Reading: one file per domain, one function per kind of node, one arm per field.

mod accounts;
mod comments;
mod git;
mod issues;
mod labels;
mod milestones;
mod pulls;
mod query;
mod releases;
mod repos;
mod reviews;
mod search;
mod workflows;

pub(crate) use self::query::query_field;
use super::{
    execute::Context,
    value::{Resolved, Value},
};
use crate::state::Node;

/// The value of a field of a node.
pub(crate) fn node_field(ctx: &Context<'_>, node: Node) -> Resolved {
    if let "id" = ctx.field() {
        return Ok(node.id(ctx.store).into());
    }
    match node {
        Node::Account(key) => accounts::field(ctx, key),
        Node::Repo(key) => repos::field(ctx, key),
        Node::Label(key) => labels::field(ctx, key),
        Node::Milestone(key) => milestones::field(ctx, key),
        Node::Issue(key) if ctx.store.is_pull(key) => pulls::field(ctx, key),
        Node::Issue(key) => issues::field(ctx, key),
        Node::Comment(key) => comments::field(ctx, key),
        Node::Review(key) => reviews::field(ctx, key),
        Node::Thread(key) => reviews::thread_field(ctx, key),
        Node::ReviewComment(key) => reviews::comment_field(ctx, key),
        Node::Branch(key) => git::branch_field(ctx, key),
        Node::Commit(key) => git::commit_field(ctx, key),
        Node::Workflow(key) => workflows::workflow_field(ctx, key),
        Node::Run(key) => workflows::run_field(ctx, key),
        Node::CheckSuite(key) => workflows::suite_field(ctx, key),
        Node::CheckRun(key) => workflows::check_run_field(ctx, key),
        Node::IssueType(key) => labels::issue_type_field(ctx, key),
        Node::Release(key) => releases::field(ctx, key),
    }
}

/// No seed and no write creates a reaction: each group has no users, as on GitHub.
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
