//! Mutations on reviews, review threads and requested reviewers.

use super::{Change, Payload};
use crate::{
    graphql::value::{Args, Value},
    state::{Account, Inline, Key, NewReview, Node, PENDING, Permission, Place, Refusal, Thread},
};

pub(super) fn add(change: &mut Change<'_>) -> Payload {
    let args = change.args;
    let pull = change.pull("pullRequestId")?;
    let state = args.str("event").map_or(Ok(PENDING), verdict)?;
    change.permit_issue(pull, Permission::Read, false)?;
    let inline: Vec<Inline> = args.objects("threads").into_iter().map(inline).collect();
    change.store.check_lines(pull, &inline)?;
    let (author, body) = (change.request.actor.account, args.str("body").unwrap_or_default());
    let review = change.store.add_review(NewReview { pull, author, state, body, inline })?;
    let node: Value = Node::Review(review).into();
    let cursor = Node::Review(review).id(change.store).into();
    let edge = Value::record("PullRequestReviewEdge", vec![("node", node.clone()), ("cursor", cursor)]);
    Ok(vec![("pullRequestReview", node), ("reviewEdge", edge)])
}

/// The state of a review after an event.
fn verdict(event: &str) -> Result<&'static str, Refusal> {
    match event {
        "APPROVE" => Ok("APPROVED"),
        "REQUEST_CHANGES" => Ok("CHANGES_REQUESTED"),
        "COMMENT" => Ok("COMMENTED"),
        _ => Err(Refusal::unprocessable("Can not dismiss a review that is not submitted")),
    }
}

/// Submits a pending review, given by its id or by its pull request.
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

fn logins(change: &Change<'_>, name: &str) -> Result<Vec<Key<Account>>, Refusal> {
    let logins = change.args.strings(name).unwrap_or_default();
    logins.into_iter().map(|login| change.store.user(login)).collect()
}

pub(super) fn request(change: &mut Change<'_>) -> Payload {
    let mut people = change.account_keys("userIds")?;
    people.extend(change.account_keys("botIds")?);
    request_from(change, people)
}

pub(super) fn request_by_login(change: &mut Change<'_>) -> Payload {
    let mut people = logins(change, "userLogins")?;
    people.extend(logins(change, "botLogins")?);
    request_from(change, people)
}

/// Without `union`, the list replaces the reviewers that were requested before.
fn request_from(change: &mut Change<'_>, people: Vec<Key<Account>>) -> Payload {
    let key = change.pull("pullRequestId")?;
    change.permit_issue(key, Permission::Write, false)?;
    let author = change.store.issues.get(key)?.author;
    if people.iter().any(|person| Some(*person) == author) {
        return Err(Refusal::unprocessable("Review cannot be requested from pull request author."));
    }
    let union = change.args.bool("union");
    let reviewers = &mut change.store.pull_mut(key)?.requested_reviewers;
    if !union {
        reviewers.clear();
    }
    for person in people {
        if !reviewers.contains(&person) {
            reviewers.push(person);
        }
    }
    Ok(vec![("pullRequest", Node::Issue(key).into()), ("actor", change.actor_value())])
}
