//! Mutations on assignees and reviewers.

use super::{Change, Payload};
use crate::state::{Account, Issue, Key, Node, Permission, Refusal};

fn assignable(change: &Change<'_>) -> Result<Key<Issue>, Refusal> {
    let key = change.issue_or_pull("assignableId", "Assignable")?;
    change.permit_issue(key, Permission::Triage, false)?;
    Ok(key)
}

pub(super) fn add_assignees(change: &mut Change<'_>) -> Payload {
    let key = assignable(change)?;
    let people = change.account_keys("assigneeIds")?;
    change.store.add_assignees(key, &people)?;
    Ok(vec![("assignable", Node::Issue(key).into())])
}

pub(super) fn remove_assignees(change: &mut Change<'_>) -> Payload {
    let key = assignable(change)?;
    let people = change.account_keys("assigneeIds")?;
    change.store.remove_assignees(key, &people)?;
    Ok(vec![("assignable", Node::Issue(key).into())])
}

pub(super) fn replace_assignees(change: &mut Change<'_>) -> Payload {
    let key = assignable(change)?;
    let mut people = change.account_keys("actorIds")?;
    let logins = change.args.strings("actorLogins").unwrap_or_default().into_iter();
    people.extend(logins.map(|login| change.store.assignee(login)).collect::<Result<Vec<_>, _>>()?);
    change.store.touch_issue(key)?.assignees.clear();
    change.store.add_assignees(key, &people)?;
    Ok(vec![("assignable", Node::Issue(key).into())])
}

fn logins(change: &Change<'_>, name: &str) -> Result<Vec<Key<Account>>, Refusal> {
    let logins = change.args.strings(name).unwrap_or_default();
    logins.into_iter().map(|login| change.store.user(login)).collect()
}

pub(super) fn request_reviews(change: &mut Change<'_>) -> Payload {
    let mut people = change.account_keys("userIds")?;
    people.extend(change.account_keys("botIds")?);
    request(change, people)
}

pub(super) fn request_reviews_by_login(change: &mut Change<'_>) -> Payload {
    let mut people = logins(change, "userLogins")?;
    people.extend(logins(change, "botLogins")?);
    request(change, people)
}

/// Without `union` the list replaces who is asked already.
fn request(change: &mut Change<'_>, people: Vec<Key<Account>>) -> Payload {
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
