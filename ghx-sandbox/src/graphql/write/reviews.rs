//! Mutations on reviews and review threads.

use super::{Change, Payload};
use crate::{
    graphql::value::{Args, Value},
    state::{Inline, Key, Node, PENDING, Permission, Place, Refusal, Thread},
};

pub(super) fn add(change: &mut Change<'_>) -> Payload {
    let args = change.args;
    let pull = change.pull("pullRequestId")?;
    let state = args.str("event").map_or(Ok(PENDING), verdict)?;
    change.permit_issue(pull, Permission::Read, false)?;
    let inline: Vec<Inline> = args.objects("threads").into_iter().map(inline).collect();
    change.store.check_lines(pull, &inline)?;
    let body = args.str("body").unwrap_or_default();
    let review = change.store.add_review(pull, change.request.actor.account, state, body, inline)?;
    let node: Value = Node::Review(review).into();
    let cursor = Node::Review(review).id(change.store).into();
    let edge = Value::record("PullRequestReviewEdge", vec![("node", node.clone()), ("cursor", cursor)]);
    Ok(vec![("pullRequestReview", node), ("reviewEdge", edge)])
}

/// The state that an event gives a review.
fn verdict(event: &str) -> Result<&'static str, Refusal> {
    match event {
        "APPROVE" => Ok("APPROVED"),
        "REQUEST_CHANGES" => Ok("CHANGES_REQUESTED"),
        "COMMENT" => Ok("COMMENTED"),
        _ => Err(Refusal::unprocessable("Can not dismiss a review that is not submitted")),
    }
}

/// Publishes the pending review of an id, or the viewer's one on a pull request.
pub(super) fn submit(change: &mut Change<'_>) -> Payload {
    let args = change.args;
    let key = if let Some(id) = args.str("pullRequestReviewId") {
        change.key(id, "PullRequestReview", |node| match node {
            Node::Review(key) => Some(key),
            _ => None,
        })?
    } else {
        let pull = change.pull("pullRequestId")?;
        let pending = change.store.pending_review(pull, change.request.actor.account);
        pending.ok_or_else(|| Refusal::not_found("Could not resolve to a pending PullRequestReview."))?
    };
    change.permit_issue(change.store.reviews.get(key)?.pull, Permission::Read, true)?;
    change.store.submit_review(key, verdict(args.text("event"))?, args.str("body"))?;
    Ok(vec![("pullRequestReview", Node::Review(key).into())])
}

fn inline(args: Args<'_>) -> Inline {
    let place = Place {
        path: args.text("path").to_owned(),
        line: args.number("line"),
        start_line: args.number("startLine"),
        side: args.str("side").map(str::to_owned),
        start_side: args.str("startSide").map(str::to_owned),
    };
    Inline { place, body: args.text("body").to_owned() }
}

fn thread(change: &Change<'_>, name: &str, needed: Permission) -> Result<Key<Thread>, Refusal> {
    let key = change.key(change.args.text(name), "PullRequestReviewThread", |node| match node {
        Node::Thread(key) => Some(key),
        _ => None,
    })?;
    change.permit_issue(change.store.threads.get(key)?.pull, needed, true)?;
    Ok(key)
}

pub(super) fn reply(change: &mut Change<'_>) -> Payload {
    let key = thread(change, "pullRequestReviewThreadId", Permission::Read)?;
    let comment = change.store.reply(key, change.request.actor.account, change.args.text("body"))?;
    Ok(vec![("comment", Node::ReviewComment(comment).into())])
}

pub(super) fn resolve(change: &mut Change<'_>, resolved: bool) -> Payload {
    let key = thread(change, "threadId", Permission::Write)?;
    let by = change.actor()?;
    change.store.threads.get_mut(key)?.resolved_by = resolved.then_some(by);
    Ok(vec![("thread", Node::Thread(key).into())])
}
