//! Parents and sub-issues.

use super::{Done, Output, Rest, Result, issues};
use crate::state::{Key, Node, Permission, Refusal, Repo, Store};

pub(super) fn read(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, parts: &[&str]) -> Result<Output> {
    let urls = &rest.request.urls;
    match parts {
        ["issues", number, "sub_issues"] => {
            let issue = store.issues.get(rest.numbered(store, repo, number)?)?;
            let mut seen = issue.sub_issues.clone();
            seen.retain(|key| rest.can_see(store, Node::Issue(*key)));
            rest.list(seen, |key| issues::json(store, urls, key))
        }
        ["issues", number, "parent"] => {
            let parent = store.parent_of(rest.numbered(store, repo, number)?);
            let parent = parent.filter(|key| rest.can_see(store, Node::Issue(*key)));
            let parent = parent.ok_or_else(|| Refusal::not_found("Not Found"))?;
            Ok(Output::Json(200, issues::json(store, urls, parent)?))
        }
        _ => Err(rest.not_modelled()),
    }
}

pub(super) fn write(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>, parts: &[&str]) -> Result<Done> {
    match (rest.request.method.as_str(), parts) {
        ("POST", ["issues", number, "sub_issues"]) => sub_issue(rest, store, repo, number, true),
        ("DELETE", ["issues", number, "sub_issue"]) => sub_issue(rest, store, repo, number, false),
        _ => Err(rest.not_modelled()),
    }
}

/// `sub_issue_id` is the number that REST calls `id`, neither the issue's number nor its node id.
fn sub_issue(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>, number: &str, add: bool) -> Result<Done> {
    let parent = rest.numbered(store, repo, number)?;
    store.permit(rest.actor, repo, Permission::Triage)?;
    let id = rest.body["sub_issue_id"].as_u64();
    let child = store.issues.keys_where(|issue| issue.pull.is_none()).into_iter().find(|key| {
        let node = Node::Issue(*key);
        Some(u64::from(node.database_id(store))) == id && rest.can_see(store, node)
    });
    let child = child.ok_or_else(|| Refusal::not_found("The provided sub-issue does not exist"))?;
    if add {
        store.add_sub_issue(parent, child, rest.body["replace_parent"].as_bool().unwrap_or(false))?;
        issues::done(rest, store, parent, 201, "POST /repos/{owner}/{repo}/issues/{issue_number}/sub_issues")
    } else {
        store.remove_sub_issue(parent, child)?;
        issues::done(rest, store, parent, 200, "DELETE /repos/{owner}/{repo}/issues/{issue_number}/sub_issue")
    }
}
