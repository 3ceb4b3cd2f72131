//! Mutations on pull requests.

use super::{Change, Payload, issues::change_shared};
use crate::state::{MergeMethod, MergeOptions, Mergeable, NewIssue, NewPull, Node, Permission, Refusal};

pub(super) fn create(change: &mut Change<'_>) -> Payload {
    let args = change.args;
    let repo = change.repo("repositoryId")?;
    change.permit(repo, Permission::Read)?;
    let (base, head) = (args.text("baseRefName").to_owned(), args.text("headRefName").to_owned());
    for branch in [&base, &head] {
        if change.store.branch(repo, branch).is_none() {
            return Err(Refusal::unprocessable(format!("Head or base sha can't be blank, {branch} does not exist")));
        }
    }
    let is_same = |issue: &crate::state::Issue| {
        issue.is_open() && issue.pull.as_ref().is_some_and(|pull| pull.head == head && pull.base == base)
    };
    if !change.store.issues_of(repo, is_same).is_empty() {
        let owner = change.store.login(change.store.repos.get(repo)?.owner);
        return Err(Refusal::unprocessable(format!("A pull request already exists for {owner}:{head}.")));
    }
    let shared = NewIssue {
        title: args.text("title").to_owned(),
        body: args.str("body").unwrap_or_default().to_owned(),
        author: change.request.actor.account,
        ..NewIssue::default()
    };
    let draft = args.bool("draft");
    let maintainer_can_modify = args.bool("maintainerCanModify");
    let new = NewPull { base, head, draft, mergeable: Mergeable::Clean, maintainer_can_modify, diff: String::new() };
    let key = change.store.create_pull(repo, shared, new)?;
    Ok(vec![("pullRequest", Node::Issue(key).into())])
}

pub(super) fn update(change: &mut Change<'_>) -> Payload {
    let key = change.pull("pullRequestId")?;
    let only_text = !["labelIds", "assigneeIds", "milestoneId"].iter().any(|name| change.args.given(name));
    change.permit_issue(key, Permission::Triage, only_text)?;
    change_shared(change, key)?;
    if let Some(base) = change.args.str("baseRefName") {
        base.clone_into(&mut change.store.pull_mut(key)?.base);
    }
    if change.args.given("maintainerCanModify") {
        change.store.pull_mut(key)?.maintainer_can_modify = change.args.bool("maintainerCanModify");
    }
    match change.args.str("state") {
        Some("CLOSED") => change.store.close_issue(key, "COMPLETED", None)?,
        Some(_) => change.store.reopen_issue(key)?,
        None => {}
    }
    Ok(vec![("pullRequest", Node::Issue(key).into()), ("actor", change.actor_value())])
}

pub(super) fn close(change: &mut Change<'_>) -> Payload {
    let key = change.pull("pullRequestId")?;
    change.permit_issue(key, Permission::Triage, true)?;
    change.store.close_issue(key, "COMPLETED", None)?;
    Ok(vec![("pullRequest", Node::Issue(key).into())])
}

pub(super) fn reopen(change: &mut Change<'_>) -> Payload {
    let key = change.pull("pullRequestId")?;
    change.permit_issue(key, Permission::Triage, true)?;
    change.store.reopen_issue(key)?;
    Ok(vec![("pullRequest", Node::Issue(key).into())])
}

pub(super) fn merge(change: &mut Change<'_>) -> Payload {
    let key = change.pull("pullRequestId")?;
    change.permit_issue(key, Permission::Write, false)?;
    let by = change.actor()?;
    let args = change.args;
    let options = MergeOptions {
        by,
        method: args.str("mergeMethod").and_then(MergeMethod::parse).unwrap_or(MergeMethod::Merge),
        expected_head: args.str("expectedHeadOid"),
        headline: args.str("commitHeadline"),
        body: args.str("commitBody"),
    };
    change.store.merge_pull(key, &options)?;
    Ok(vec![("pullRequest", Node::Issue(key).into()), ("actor", change.actor_value())])
}

pub(super) fn set_draft(change: &mut Change<'_>, draft: bool) -> Payload {
    let key = change.pull("pullRequestId")?;
    change.permit_issue(key, Permission::Write, true)?;
    change.store.pull_mut(key)?.draft = draft;
    Ok(vec![("pullRequest", Node::Issue(key).into())])
}
