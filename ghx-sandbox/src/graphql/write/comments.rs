//! Mutations on comments.

use super::{Change, Payload};
use crate::{
    graphql::value::Value,
    state::{Comment, Key, Node, Permission, Refusal},
};

pub(super) fn add(change: &mut Change<'_>) -> Payload {
    let issue = change.issue_or_pull("subjectId", "IssueOrPullRequest")?;
    let row = change.store.issues.get(issue)?;
    let needed = if row.locked { Permission::Write } else { Permission::Read };
    change.permit(row.repo, needed)?;
    let key = change.store.add_comment(issue, change.request.actor.account, change.args.text("body"))?;
    let node: Value = Node::Comment(key).into();
    let edge =
        Value::record("IssueCommentEdge", vec![("node", node), ("cursor", Node::Comment(key).id(change.store).into())]);
    Ok(vec![("commentEdge", edge), ("subject", Node::Issue(issue).into())])
}

fn comment(change: &Change<'_>) -> Result<Key<Comment>, Refusal> {
    let key = change.key(change.args.text("id"), "IssueComment", |node| match node {
        Node::Comment(key) => Some(key),
        _ => None,
    })?;
    let row = change.store.comments.get(key)?;
    let repo = change.store.issues.get(row.issue)?.repo;
    change.store.permit_author(change.request.actor, repo, row.author, Permission::Write)?;
    Ok(key)
}

pub(super) fn update(change: &mut Change<'_>) -> Payload {
    let key = comment(change)?;
    change.store.update_comment(key, change.args.text("body"))?;
    Ok(vec![("issueComment", Node::Comment(key).into())])
}

pub(super) fn delete(change: &mut Change<'_>) -> Payload {
    let key = comment(change)?;
    change.store.delete_comment(key)?;
    Ok(Vec::new())
}
