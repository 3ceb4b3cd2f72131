//! Mutations on relations between issues.

use super::{Change, Payload};
use crate::state::{Issue, Key, Node, Permission, Refusal, Store};

pub(super) fn add_sub_issue(change: &mut Change<'_>) -> Payload {
    let parent = change.issue("issueId")?;
    change.permit_issue(parent, Permission::Triage, false)?;
    let child = match (change.args.str("subIssueId"), change.args.str("subIssueUrl")) {
        (Some(id), _) => change.issue_of(id)?,
        (None, Some(url)) => by_url(change, url)?,
        (None, None) => return Err(Refusal::unprocessable("Either subIssueId or subIssueUrl must be provided")),
    };
    change.store.add_sub_issue(parent, child, change.args.bool("replaceParent"))?;
    Ok(vec![("issue", Node::Issue(parent).into()), ("subIssue", Node::Issue(child).into())])
}

fn by_url(change: &Change<'_>, url: &str) -> Result<Key<Issue>, Refusal> {
    let mut parts = url.rsplit('/');
    let found = (|| {
        let number = parts.next()?.parse().ok()?;
        let (_, name, owner) = (parts.next()?, parts.next()?, parts.next()?);
        let (repo, _) = change.store.find_repo(owner, name)?;
        let key = change.store.numbered(repo, number)?;
        (!change.store.is_pull(key) && change.can_see(Node::Issue(key))).then_some(key)
    })();
    found.ok_or_else(|| Refusal::not_found(format!("Could not resolve to an issue with the URL of '{url}'.")))
}

pub(super) fn remove_sub_issue(change: &mut Change<'_>) -> Payload {
    let parent = change.issue("issueId")?;
    change.permit_issue(parent, Permission::Triage, false)?;
    let child = change.issue("subIssueId")?;
    change.store.remove_sub_issue(parent, child)?;
    Ok(vec![("issue", Node::Issue(parent).into()), ("subIssue", Node::Issue(child).into())])
}

type Relate = fn(&mut Store, Key<Issue>, Key<Issue>) -> Result<(), Refusal>;

pub(super) fn blocked_by(change: &mut Change<'_>, relate: Relate) -> Payload {
    let issue = change.issue("issueId")?;
    change.permit_issue(issue, Permission::Triage, false)?;
    let blocking = change.issue("blockingIssueId")?;
    relate(change.store, issue, blocking)?;
    Ok(vec![("issue", Node::Issue(issue).into()), ("blockingIssue", Node::Issue(blocking).into())])
}
