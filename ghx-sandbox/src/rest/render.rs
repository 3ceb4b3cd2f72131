//! How REST shows things: `id` is a number, `node_id` the node id, states are in lower case.

use serde_json::{Value as Json, json};

use crate::{
    http::Urls,
    state::{
        Account, Comment, Issue, Key, Label, MergeMethod, Milestone, Node, Permission, Refusal, Release, Repo, Review,
        ReviewComment, Store,
    },
};

type Rendered = Result<Json, Refusal>;

pub(super) fn account(store: &Store, urls: &Urls, key: Key<Account>) -> Rendered {
    let row = store.accounts.get(key)?;
    let node = Node::Account(key);
    let url = format!("{}/users/{}", urls.api, row.login);
    let mut rendered = json!({
        "login": row.login,
        "id": node.database_id(store),
        "node_id": node.id(store),
        "avatar_url": Urls::avatar(store, key),
        // Gravatars are long gone; GitHub still sends the field, empty.
        "gravatar_id": "",
        "url": url,
        "html_url": urls.account(store, key),
        "type": node.type_name(store),
        "site_admin": row.site_admin,
    });
    // Typed clients refuse an account without its links, also those that lead to nothing here.
    for (name, path) in LINKS {
        rendered[name] = format!("{url}/{path}").into();
    }
    Ok(rendered)
}

/// The links of an account, below its own address.
const LINKS: [(&str, &str); 9] = [
    ("followers_url", "followers"),
    ("following_url", "following{/other_user}"),
    ("gists_url", "gists{/gist_id}"),
    ("starred_url", "starred{/owner}{/repo}"),
    ("subscriptions_url", "subscriptions"),
    ("organizations_url", "orgs"),
    ("repos_url", "repos"),
    ("events_url", "events{/privacy}"),
    ("received_events_url", "received_events"),
];

/// An account, or null where nobody is known.
pub(super) fn somebody(store: &Store, urls: &Urls, key: Option<Key<Account>>) -> Rendered {
    key.map_or(Ok(Json::Null), |key| account(store, urls, key))
}

fn people(store: &Store, urls: &Urls, keys: &[Key<Account>]) -> Rendered {
    keys.iter().map(|key| account(store, urls, *key)).collect::<Result<Vec<_>, _>>().map(Json::Array)
}

pub(super) fn repo(store: &Store, urls: &Urls, key: Key<Repo>, permission: Option<Permission>) -> Rendered {
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
        "owner": account(store, urls, row.owner)?,
        "html_url": urls.repo(store, key),
        "url": urls.repo_api(store, key),
        "description": row.description,
        "homepage": row.homepage,
        // Nothing here forks or disables a repository.
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

pub(super) fn label(store: &Store, urls: &Urls, key: Key<Label>) -> Rendered {
    let row = store.labels.get(key)?;
    let node = Node::Label(key);
    Ok(json!({
        "id": node.database_id(store),
        "node_id": node.id(store),
        "url": format!("{}/labels/{}", urls.repo_api(store, row.repo), row.name),
        "name": row.name,
        "color": row.color,
        "description": row.description,
        "default": row.default,
    }))
}

pub(super) fn labels(store: &Store, urls: &Urls, keys: &[Key<Label>]) -> Result<Vec<Json>, Refusal> {
    keys.iter().map(|key| label(store, urls, *key)).collect()
}

pub(super) fn milestone(store: &Store, urls: &Urls, key: Key<Milestone>) -> Rendered {
    let row = store.milestones.get(key)?;
    let node = Node::Milestone(key);
    let (open, closed) = store.milestone_counts(key);
    Ok(json!({
        "id": node.database_id(store),
        "node_id": node.id(store),
        "url": format!("{}/milestones/{}", urls.repo_api(store, row.repo), row.number),
        "html_url": format!("{}/milestone/{}", urls.repo(store, row.repo), row.number),
        "number": row.number,
        "title": row.title,
        "description": row.description,
        "state": row.state().to_lowercase(),
        "creator": somebody(store, urls, row.creator)?,
        "open_issues": open,
        "closed_issues": closed,
        "due_on": row.due_on,
        "created_at": row.created_at.to_string(),
        "updated_at": row.updated_at.to_string(),
        "closed_at": (!row.open).then(|| row.updated_at.to_string()),
    }))
}

/// An issue, or a pull request as the list of issues shows it.
pub(super) fn issue(store: &Store, urls: &Urls, key: Key<Issue>) -> Rendered {
    let row = store.issues.get(key)?;
    let mut json = shared(store, urls, key)?;
    json["state_reason"] = row.state_reason().map(str::to_lowercase).into();
    let api = urls.repo_api(store, row.repo);
    json["url"] = format!("{api}/issues/{}", row.number).into();
    json["repository_url"] = api.clone().into();
    json["comments"] = row.comments.len().into();
    json["comments_url"] = format!("{api}/issues/{}/comments", row.number).into();
    json["sub_issues_summary"] = json!({
        "total": row.sub_issues.len(),
        "completed": row.sub_issues.iter().filter(|key| store.issues.get(**key).is_ok_and(|row| !row.is_open())).count(),
    });
    json["type"] = match row.kind.and_then(|key| store.issue_types.get(key).ok()) {
        Some(kind) => json!({ "name": kind.name, "description": kind.description, "color": kind.color.to_lowercase() }),
        None => Json::Null,
    };
    if let Some(pull) = &row.pull {
        json["draft"] = pull.draft.into();
        json["pull_request"] = json!({
            "url": format!("{api}/pulls/{}", row.number),
            "html_url": urls.issue(store, key),
            "diff_url": format!("{}.diff", urls.issue(store, key)),
            "merged_at": pull.merge.as_ref().map(|merge| merge.at.to_string()),
        });
    }
    Ok(json)
}

/// From the spelling of GraphQL to that of REST.
fn lock_reason(reason: &str) -> &'static str {
    match reason {
        "OFF_TOPIC" => "off-topic",
        "TOO_HEATED" => "too heated",
        "SPAM" => "spam",
        _ => "resolved",
    }
}

/// What issues and pull requests have in common.
pub(super) fn shared(store: &Store, urls: &Urls, key: Key<Issue>) -> Rendered {
    let row = store.issues.get(key)?;
    let node = Node::Issue(key);
    Ok(json!({
        "id": node.database_id(store),
        "node_id": node.id(store),
        "number": row.number,
        "html_url": urls.issue(store, key),
        "title": row.title,
        "body": row.body,
        "user": somebody(store, urls, row.author)?,
        "labels": labels(store, urls, &row.labels)?,
        "state": if row.is_open() { "open" } else { "closed" },
        "locked": row.locked,
        "active_lock_reason": row.lock_reason.as_deref().map(lock_reason),
        "assignee": somebody(store, urls, row.assignees.first().copied())?,
        "assignees": people(store, urls, &row.assignees)?,
        "milestone": row.milestone.map_or(Ok(Json::Null), |key| milestone(store, urls, key))?,
        "created_at": row.created_at.to_string(),
        "updated_at": row.updated_at.to_string(),
        "closed_at": row.closed.as_ref().map(|closed| closed.at.to_string()),
        "author_association": store.association(row.repo, row.author),
    }))
}

pub(super) fn comment(store: &Store, urls: &Urls, key: Key<Comment>) -> Rendered {
    let row = store.comments.get(key)?;
    let node = Node::Comment(key);
    let issue = store.issues.get(row.issue)?;
    let api = urls.repo_api(store, issue.repo);
    let id = node.database_id(store);
    Ok(json!({
        "id": id,
        "node_id": node.id(store),
        "url": format!("{api}/issues/comments/{id}"),
        "html_url": format!("{}#issuecomment-{id}", urls.issue(store, row.issue)),
        "issue_url": format!("{api}/issues/{}", issue.number),
        "body": row.body,
        "user": somebody(store, urls, row.author)?,
        "created_at": row.created_at.to_string(),
        "updated_at": row.updated_at.to_string(),
    }))
}

pub(super) fn requested(store: &Store, urls: &Urls, keys: &[Key<Account>]) -> Rendered {
    people(store, urls, keys)
}

pub(super) fn review(store: &Store, urls: &Urls, key: Key<Review>) -> Rendered {
    let row = store.reviews.get(key)?;
    let node = Node::Review(key);
    let id = node.database_id(store);
    Ok(json!({
        "id": id,
        "node_id": node.id(store),
        "user": somebody(store, urls, row.author)?,
        "body": row.body,
        "state": row.state,
        "html_url": format!("{}#pullrequestreview-{id}", urls.issue(store, row.pull)),
        "commit_id": row.commit,
        "submitted_at": row.submitted_at.map(|at| at.to_string()),
    }))
}

pub(super) fn review_comment(store: &Store, urls: &Urls, key: Key<ReviewComment>) -> Rendered {
    let row = store.review_comments.get(key)?;
    let thread = store.threads.get(row.thread)?;
    let node = Node::ReviewComment(key);
    let id = node.database_id(store);
    let first = store.comments_of_thread(row.thread).first().copied().filter(|first| *first != key);
    Ok(json!({
        "id": id,
        "node_id": node.id(store),
        "pull_request_review_id": Node::Review(row.review).database_id(store),
        "in_reply_to_id": first.map(|first| Node::ReviewComment(first).database_id(store)),
        "path": thread.place.path,
        "line": thread.place.line.filter(|_| !thread.outdated),
        "original_line": thread.place.line,
        "side": thread.place.side.as_deref().unwrap_or("RIGHT"),
        "body": row.body,
        "user": somebody(store, urls, row.author)?,
        "html_url": format!("{}#discussion_r{id}", urls.issue(store, thread.pull)),
        "created_at": row.created_at.to_string(),
        "updated_at": row.created_at.to_string(),
    }))
}

pub(super) fn release(store: &Store, urls: &Urls, key: Key<Release>) -> Rendered {
    let row = store.releases.get(key)?;
    let node = Node::Release(key);
    let id = node.database_id(store);
    Ok(json!({
        "id": id,
        "node_id": node.id(store),
        "url": format!("{}/releases/{id}", urls.repo_api(store, row.repo)),
        "html_url": format!("{}/releases/tag/{}", urls.repo(store, row.repo), row.tag),
        "tag_name": row.tag,
        "name": row.name,
        "body": row.body,
        "draft": row.draft,
        "prerelease": row.prerelease,
        "author": somebody(store, urls, row.author)?,
        "immutable": row.immutable,
        // No seed and no write adds a file.
        "assets": [],
        "created_at": row.created_at.to_string(),
        "published_at": (!row.draft).then(|| row.created_at.to_string()),
    }))
}
