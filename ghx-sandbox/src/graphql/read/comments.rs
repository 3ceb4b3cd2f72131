//! Comments on issues and pull requests.

use super::reaction_groups;
use crate::{
    graphql::{
        execute::Context,
        value::{Resolved, Value},
    },
    state::{Comment, Key, Node},
};

pub(crate) fn field(ctx: &Context<'_>, key: Key<Comment>) -> Resolved {
    let comment = ctx.store.comments.get(key)?;
    let issue = ctx.store.issues.get(comment.issue)?;
    let database_id = Node::Comment(key).database_id(ctx.store);
    Ok(match ctx.field() {
        "databaseId" => database_id.into(),
        "fullDatabaseId" => database_id.to_string().into(),
        "url" => format!("{}#issuecomment-{database_id}", ctx.request.urls.issue(ctx.store, comment.issue)).into(),
        "author" => comment.author.map(Node::Account).into(),
        "authorAssociation" => ctx.store.association(issue.repo, comment.author).into(),
        "body" => comment.body.as_str().into(),
        "createdAt" | "publishedAt" => comment.created_at.into(),
        "updatedAt" => comment.updated_at.into(),
        "lastEditedAt" => comment.edited.then_some(comment.updated_at).into(),
        "includesCreatedEdit" => comment.edited.into(),
        // No write minimises a comment.
        "isMinimized" => false.into(),
        "minimizedReason" => Value::null(),
        "reactionGroups" => reaction_groups(),
        "viewerDidAuthor" => (comment.author.is_some() && comment.author == ctx.request.actor.account).into(),
        "issue" => Node::Issue(comment.issue).into(),
        "pullRequest" => issue.pull.as_ref().map(|_| Node::Issue(comment.issue)).into(),
        "repository" => Node::Repo(issue.repo).into(),
        _ => return ctx.not_modelled("IssueComment"),
    })
}
