//! Repositories, and who can be assigned in them.

use serde_json::{Value as Json, json};

use super::{Output, Rest, Result, accounts};
use crate::{
    http::Urls,
    state::{Issue, Key, MergeMethod, Node, Permission, Refusal, Repo, Store},
};

pub(super) fn read(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, parts: &[&str]) -> Result<Output> {
    let urls = &rest.request.urls;
    let row = store.repos.get(repo)?;
    match parts {
        [] => Ok(Output::Json(200, json(store, urls, repo, store.permission(rest.actor, repo))?)),
        ["topics"] => Ok(Output::Json(200, json!({ "names": row.topics }))),
        // The status is the response: 204 means yes.
        ["assignees", login] => {
            let found = store.account(login).filter(|key| row.collaborators.contains_key(key));
            found.map(|_| Output::Empty(204)).ok_or_else(|| Refusal::not_found("Not Found"))
        }
        ["assignees"] => {
            let people = row.collaborators.keys().copied().collect();
            rest.list(people, |key| accounts::json(store, urls, key))
        }
        _ => Err(rest.not_modelled()),
    }
}

pub(super) fn json(store: &Store, urls: &Urls, key: Key<Repo>, permission: Option<Permission>) -> Result<Json> {
    let row = store.repos.get(key)?;
    let node = Node::Repo(key);
    let has = |needed| permission >= Some(needed);
    Ok(json!({
        "id": node.database_id(store),
        "node_id": node.id(store),
        "name": row.name,
        "full_name": store.full_name(key),
        "private": row.private,
        "visibility": if row.private { "private" } else { "public" },
        "owner": accounts::json(store, urls, row.owner)?,
        "html_url": urls.repo(store, key),
        "url": urls.repo_api(store, key),
        "description": row.description,
        "homepage": row.homepage,
        // No seed and no write forks or disables a repository.
        "fork": false,
        "disabled": false,
        "archived": row.archived,
        "has_issues": row.issues_enabled,
        "stargazers_count": row.stars,
        "watchers_count": row.stars,
        "forks_count": row.forks,
        "open_issues_count": store.issues_of(key, Issue::is_open).len(),
        "default_branch": row.default_branch,
        "topics": row.topics,
        "created_at": row.created_at.to_string(),
        "updated_at": row.updated_at.to_string(),
        "pushed_at": row.pushed_at.to_string(),
        "ssh_url": urls.ssh(store, key),
        "allow_merge_commit": row.merge_methods.contains(&MergeMethod::Merge),
        "allow_squash_merge": row.merge_methods.contains(&MergeMethod::Squash),
        "allow_rebase_merge": row.merge_methods.contains(&MergeMethod::Rebase),
        "delete_branch_on_merge": row.delete_branch_on_merge,
        "permissions": {
            "admin": has(Permission::Admin),
            "maintain": has(Permission::Maintain),
            "push": has(Permission::Write),
            "triage": has(Permission::Triage),
            "pull": has(Permission::Read),
        },
    }))
}
