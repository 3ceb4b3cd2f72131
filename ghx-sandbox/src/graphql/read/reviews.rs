//! Reviews, review threads and their comments.

use super::reaction_groups;
use crate::{
    graphql::{
        connection::connection,
        execute::Context,
        value::{Resolved, Value},
    },
    state::{Key, Node, Permission, Review, ReviewComment, Thread},
};

pub(crate) fn field(ctx: &Context<'_>, key: Key<Review>) -> Resolved {
    let review = ctx.store.reviews.get(key)?;
    let repo = ctx.store.issues.get(review.pull)?.repo;
    let database_id = Node::Review(key).database_id(ctx.store);
    Ok(match ctx.field() {
        "databaseId" => database_id.into(),
        "url" => format!("{}#pullrequestreview-{database_id}", ctx.request.urls.issue(ctx.store, review.pull)).into(),
        "author" => review.author.map(Node::Account).into(),
        "authorAssociation" => ctx.store.association(repo, review.author).into(),
        "authorCanPushToRepository" => {
            let row = ctx.store.repos.get(repo)?;
            let can_push = |author| {
                row.owner == author
                    || row.collaborators.get(&author).is_some_and(|permission| *permission >= Permission::Write)
            };
            review.author.is_some_and(can_push).into()
        }
        "body" => review.body.as_str().into(),
        "state" => review.state.into(),
        "createdAt" | "updatedAt" => review.created_at.into(),
        "submittedAt" | "publishedAt" => review.submitted_at.into(),
        "commit" => ctx.store.commit_by_oid(repo, &review.commit).map(Node::Commit).into(),
        "comments" => return connection(ctx, ctx.visible(ctx.store.comments_of_review(key), Node::ReviewComment)),
        "pullRequest" => Node::Issue(review.pull).into(),
        "repository" => Node::Repo(repo).into(),
        "reactionGroups" => reaction_groups(),
        // No write edits or minimises a review.
        "includesCreatedEdit" | "isMinimized" => false.into(),
        "minimizedReason" => Value::null(),
        "viewerDidAuthor" => (review.author.is_some() && review.author == ctx.request.actor.account).into(),
        _ => return ctx.not_modelled("PullRequestReview"),
    })
}

pub(crate) fn thread_field(ctx: &Context<'_>, key: Key<Thread>) -> Resolved {
    let thread = ctx.store.threads.get(key)?;
    let place = &thread.place;
    let pull = ctx.store.issues.get(thread.pull)?;
    let may_resolve = ctx.store.permit_author(ctx.request.actor, pull.repo, pull.author, Permission::Write).is_ok();
    Ok(match ctx.field() {
        "path" => place.path.as_str().into(),
        "line" => place.line.filter(|_| !thread.outdated).into(),
        "originalLine" => place.line.into(),
        "startLine" | "originalStartLine" => place.start_line.into(),
        "diffSide" => place.side.as_deref().unwrap_or("RIGHT").into(),
        "startDiffSide" => place.start_side.as_ref().into(),
        "subjectType" => if place.line.is_some() { "LINE" } else { "FILE" }.into(),
        "isResolved" => thread.resolved_by.is_some().into(),
        "viewerCanUnresolve" => (may_resolve && thread.resolved_by.is_some()).into(),
        "resolvedBy" => thread.resolved_by.map(Node::Account).into(),
        "isOutdated" => thread.outdated.into(),
        "isCollapsed" => (thread.resolved_by.is_some() || thread.outdated).into(),
        "comments" => return connection(ctx, ctx.visible(ctx.store.comments_of_thread(key), Node::ReviewComment)),
        "pullRequest" => Node::Issue(thread.pull).into(),
        "repository" => Node::Issue(thread.pull).repo(ctx.store).map(Node::Repo).into(),
        "viewerCanResolve" => (may_resolve && thread.resolved_by.is_none()).into(),
        "viewerCanReply" => (!ctx.request.actor.read_only).into(),
        _ => return ctx.not_modelled("PullRequestReviewThread"),
    })
}

pub(crate) fn comment_field(ctx: &Context<'_>, key: Key<ReviewComment>) -> Resolved {
    let comment = ctx.store.review_comments.get(key)?;
    let thread = ctx.store.threads.get(comment.thread)?;
    let repo = ctx.store.issues.get(thread.pull)?.repo;
    let is_pending = ctx.store.reviews.get(comment.review)?.is_pending();
    let database_id = Node::ReviewComment(key).database_id(ctx.store);
    Ok(match ctx.field() {
        "databaseId" => database_id.into(),
        "url" => format!("{}#discussion_r{database_id}", ctx.request.urls.issue(ctx.store, thread.pull)).into(),
        "author" => comment.author.map(Node::Account).into(),
        "authorAssociation" => ctx.store.association(repo, comment.author).into(),
        "body" => comment.body.as_str().into(),
        "path" => thread.place.path.as_str().into(),
        "line" => thread.place.line.filter(|_| !thread.outdated).into(),
        "originalLine" => thread.place.line.into(),
        "startLine" => thread.place.start_line.into(),
        "outdated" => thread.outdated.into(),
        "state" => if is_pending { "PENDING" } else { "SUBMITTED" }.into(),
        "createdAt" | "updatedAt" => comment.created_at.into(),
        "publishedAt" => Some(comment.created_at).filter(|_| !is_pending).into(),
        "pullRequest" => Node::Issue(thread.pull).into(),
        "pullRequestReview" => Node::Review(comment.review).into(),
        "repository" => Node::Repo(repo).into(),
        "replyTo" => {
            let first = ctx.store.comments_of_thread(comment.thread).first().copied();
            first.filter(|first| *first != key).map(Node::ReviewComment).into()
        }
        "reactionGroups" => reaction_groups(),
        // No write edits or minimises a comment.
        "includesCreatedEdit" | "isMinimized" => false.into(),
        "minimizedReason" => Value::null(),
        "viewerDidAuthor" => (comment.author.is_some() && comment.author == ctx.request.actor.account).into(),
        _ => return ctx.not_modelled("PullRequestReviewComment"),
    })
}
