//! Mutations on issues.

use super::{Change, Payload};
use crate::{
    graphql::value::Value,
    state::{IssueType, Key, NewIssue, Node, Permission, Refusal},
};

pub(super) fn create(change: &mut Change<'_>) -> Payload {
    let args = change.args;
    let repo = change.repo("repositoryId")?;
    change.permit(repo, Permission::Read)?;
    let parent = args.str("parentIssueId").map(|id| change.issue_of(id)).transpose()?;
    let new = NewIssue {
        title: args.text("title").to_owned(),
        body: args.str("body").unwrap_or_default().to_owned(),
        author: change.request.actor.account,
        labels: change.label_keys("labelIds")?,
        assignees: change.account_keys("assigneeIds")?,
        milestone: change.milestone(repo)?,
        issue_type: issue_type(change)?,
        pull: None,
    };
    let key = change.store.create_issue(repo, new)?;
    if let Some(parent) = parent {
        change.store.add_sub_issue(parent, key, false)?;
    }
    Ok(vec![("issue", Node::Issue(key).into())])
}

fn issue_type(change: &Change<'_>) -> Result<Option<Key<IssueType>>, Refusal> {
    let Some(id) = change.args.str("issueTypeId") else { return Ok(None) };
    let pick = |node| match node {
        Node::IssueType(key) => Some(key),
        _ => None,
    };
    change.key(id, "IssueType", pick).map(Some)
}

/// An absent field leaves the value unchanged; null or an empty list clears it.
pub(super) fn update(change: &mut Change<'_>) -> Payload {
    let args = change.args;
    let key = change.issue("id")?;
    let only_text = !["labelIds", "assigneeIds", "milestoneId"].iter().any(|name| args.given(name));
    change.permit_issue(key, Permission::Triage, only_text)?;
    change_shared(change, key)?;
    match args.str("state") {
        Some("CLOSED") => change.store.close_issue(key, "COMPLETED", None)?,
        Some(_) => change.store.reopen_issue(key)?,
        None => {}
    }
    if args.given("issueTypeId") {
        let kind = issue_type(change)?;
        change.store.touch_issue(key)?.kind = kind;
    }
    Ok(vec![("issue", Node::Issue(key).into()), ("actor", change.actor_value())])
}

/// Changes title, body, labels, assignees and milestone, for issues and pull requests.
pub(super) fn change_shared(change: &mut Change<'_>, key: Key<crate::state::Issue>) -> Result<(), Refusal> {
    let args = change.args;
    let labels = change.label_keys("labelIds")?;
    let assignees = change.account_keys("assigneeIds")?;
    let milestone = change.milestone(change.store.issues.get(key)?.repo)?;
    if args.str("title").is_some_and(|title| title.trim().is_empty()) {
        return Err(Refusal::unprocessable("Title can't be blank"));
    }
    let issue = change.store.touch_issue(key)?;
    if let Some(title) = args.str("title") {
        title.clone_into(&mut issue.title);
    }
    if args.given("body") {
        args.str("body").unwrap_or_default().clone_into(&mut issue.body);
        issue.edited = true;
    }
    if args.given("milestoneId") {
        issue.milestone = milestone;
    }
    if args.given("labelIds") {
        issue.labels.clear();
        change.store.add_labels(key, &labels)?;
    }
    if args.given("assigneeIds") {
        change.store.touch_issue(key)?.assignees.clear();
        change.store.add_assignees(key, &assignees)?;
    }
    Ok(())
}

pub(super) fn close(change: &mut Change<'_>) -> Payload {
    let key = change.issue("issueId")?;
    change.permit_issue(key, Permission::Triage, true)?;
    let duplicate_of = change.args.str("duplicateIssueId").map(|id| change.issue_of(id)).transpose()?;
    let reason = match change.args.str("stateReason") {
        Some("NOT_PLANNED") => "NOT_PLANNED",
        Some("DUPLICATE") => "DUPLICATE",
        _ => "COMPLETED",
    };
    change.store.close_issue(key, reason, duplicate_of)?;
    Ok(vec![("issue", Node::Issue(key).into())])
}

pub(super) fn reopen(change: &mut Change<'_>) -> Payload {
    let key = change.issue("issueId")?;
    change.permit_issue(key, Permission::Triage, true)?;
    change.store.reopen_issue(key)?;
    Ok(vec![("issue", Node::Issue(key).into())])
}

pub(super) fn delete(change: &mut Change<'_>) -> Payload {
    let key = change.issue("issueId")?;
    let repo = change.store.issues.get(key)?.repo;
    change.permit(repo, Permission::Admin)?;
    change.store.delete_issue(key)?;
    Ok(vec![("repository", Node::Repo(repo).into())])
}

pub(super) fn set_type(change: &mut Change<'_>) -> Payload {
    let key = change.issue("issueId")?;
    change.permit_issue(key, Permission::Triage, false)?;
    let kind = issue_type(change)?;
    change.store.touch_issue(key)?.kind = kind;
    Ok(vec![("issue", Node::Issue(key).into())])
}

pub(super) fn pin(change: &mut Change<'_>, pinned: bool) -> Payload {
    let key = change.issue("issueId")?;
    change.permit_issue(key, Permission::Write, false)?;
    change.store.pin_issue(key, pinned)?;
    Ok(vec![("issue", Node::Issue(key).into())])
}

pub(super) fn lock(change: &mut Change<'_>, locked: bool) -> Payload {
    let key = change.issue_or_pull("lockableId", "Lockable")?;
    change.permit_issue(key, Permission::Write, false)?;
    let reason = change.args.str("lockReason").filter(|_| locked).map(str::to_owned);
    let issue = change.store.touch_issue(key)?;
    issue.locked = locked;
    issue.lock_reason = reason;
    let record: Value = Node::Issue(key).into();
    Ok(vec![(if locked { "lockedRecord" } else { "unlockedRecord" }, record), ("actor", change.actor_value())])
}
