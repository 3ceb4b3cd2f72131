//! Issues. The list of issues contains pull requests, as on GitHub.

use serde_json::{Value as Json, json};

use super::{Done, Output, Rest, Result, accounts, labels, milestones};
use crate::{
    http::Urls,
    state::{Account, Issue, Key, Milestone, NewIssue, Node, Permission, Refusal, Repo, Store},
};

pub(super) fn read(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, parts: &[&str]) -> Result<Output> {
    let urls = &rest.request.urls;
    match parts {
        ["issues"] => {
            store.check_issues_enabled(repo)?;
            rest.list(listed(rest, store, repo), |key| json(store, urls, key))
        }
        ["issues", number] => Ok(Output::Json(200, json(store, urls, rest.numbered(store, repo, number)?)?)),
        _ => Err(rest.not_modelled()),
    }
}

/// Matches a login, `none` (no assignee) or `*` (any assignee).
fn is_assigned(store: &Store, issue: &Issue, login: &str) -> bool {
    match login {
        "none" => issue.assignees.is_empty(),
        "*" => !issue.assignees.is_empty(),
        login => issue.assignees.iter().any(|key| store.login(*key).eq_ignore_ascii_case(login)),
    }
}

fn listed(rest: &Rest<'_>, store: &Store, repo: Key<Repo>) -> Vec<Key<Issue>> {
    let state = rest.request.param("state").unwrap_or_else(|| "open".to_owned());
    let labels: Vec<String> =
        rest.request.param("labels").map(|names| names.split(',').map(str::to_lowercase).collect()).unwrap_or_default();
    let is = |wanted: Option<String>, key: Option<Key<Account>>| {
        wanted.is_none_or(|login| key.is_some_and(|key| store.login(key).eq_ignore_ascii_case(&login)))
    };
    let has = |issue: &Issue, name: &String| {
        issue.labels.iter().any(|key| store.labels.get(*key).is_ok_and(|label| label.name.to_lowercase() == *name))
    };
    let mut keys = store.issues_of(repo, |issue| {
        (state == "all" || (state == "open") == issue.is_open())
            && labels.iter().all(|name| has(issue, name))
            && is(rest.request.param("creator"), issue.author)
            && rest.request.param("since").is_none_or(|since| issue.updated_at.to_string() >= since)
            && rest.request.param("assignee").is_none_or(|login| is_assigned(store, issue, &login))
    });
    keys.retain(|key| rest.can_see(store, Node::Issue(*key)));
    match rest.request.param("sort").as_deref() {
        Some("updated") => keys.sort_by_key(|key| store.issues.get(*key).ok().map(|issue| issue.updated_at)),
        Some("comments") => keys.sort_by_key(|key| store.issues.get(*key).ok().map(|issue| issue.comments.len())),
        _ => {}
    }
    if rest.request.param("direction").as_deref() != Some("asc") {
        keys.reverse();
    }
    keys
}

pub(super) fn write(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>, parts: &[&str]) -> Result<Done> {
    let (method, ["issues", tail @ ..]) = (rest.request.method.as_str(), parts) else {
        return Err(rest.not_modelled());
    };
    match (method, tail) {
        ("POST", []) => create(rest, store, repo),
        ("PATCH", [number]) => update(rest, store, repo, number),
        ("POST" | "DELETE", [number, "assignees"]) => assignees(rest, store, repo, number),
        ("PUT" | "DELETE", [number, "lock"]) => lock(rest, store, repo, number),
        _ => Err(rest.not_modelled()),
    }
}

fn create(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>) -> Result<Done> {
    store.permit(rest.actor, repo, Permission::Read)?;
    let milestone = wanted_milestone(rest, store, repo)?;
    let may_triage = store.permission(rest.actor, repo) >= Some(Permission::Triage);
    let new = NewIssue {
        title: rest.text("title").unwrap_or_default().to_owned(),
        body: rest.text("body").unwrap_or_default().to_owned(),
        author: rest.actor.account,
        // Without the permission to set them, GitHub silently ignores them.
        labels: if may_triage { labels::wanted(rest, store, repo)? } else { Vec::new() },
        assignees: if may_triage { wanted_people(rest, store, "assignees")? } else { Vec::new() },
        milestone: milestone.filter(|_| may_triage),
        ..NewIssue::default()
    };
    let key = store.create_issue(repo, new)?;
    done(rest, store, key, 201, "POST /repos/{owner}/{repo}/issues")
}

fn bad_milestone(number: u32) -> Refusal {
    Refusal::invalid("Issue", "milestone", "invalid", format!("unknown milestone {number}"))
}

pub(super) fn done(rest: &Rest<'_>, store: &Store, key: Key<Issue>, status: u16, route: &'static str) -> Result<Done> {
    let json = json(store, &rest.request.urls, key)?;
    Ok(Done { output: Output::Json(status, json), route, subject: Some(Node::Issue(key)) })
}

fn wanted_people(rest: &Rest<'_>, store: &Store, field: &'static str) -> Result<Vec<Key<Account>>> {
    let people = rest.strings(field).unwrap_or_default().into_iter().map(|login| {
        let found = store.user(&login);
        found.map_err(|refusal| Refusal::invalid("Issue", field, "invalid", refusal.message))
    });
    people.collect()
}

fn update(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>, number: &str) -> Result<Done> {
    let key = rest.numbered(store, repo, number)?;
    let author = store.issues.get(key)?.author;
    store.permit_author(rest.actor, repo, author, Permission::Triage)?;
    // Everything is checked before anything is changed.
    let people = wanted_people(rest, store, "assignees")?;
    let milestone = wanted_milestone(rest, store, repo)?;
    change_text(rest, store, key)?;
    if rest.body["labels"].is_array() {
        let labels = labels::wanted(rest, store, repo)?;
        store.touch_issue(key)?.labels.clear();
        store.add_labels(key, &labels)?;
    }
    if rest.body["assignees"].is_array() {
        store.touch_issue(key)?.assignees.clear();
        store.add_assignees(key, &people)?;
    }
    if rest.body.get("milestone").is_some() {
        store.touch_issue(key)?.milestone = milestone;
    }
    match (rest.text("state"), rest.text("state_reason")) {
        (Some("closed"), Some("not_planned")) => store.close_issue(key, "NOT_PLANNED", None)?,
        (Some("closed"), Some("duplicate")) => store.close_issue(key, "DUPLICATE", None)?,
        (Some("closed"), _) => store.close_issue(key, "COMPLETED", None)?,
        (Some("open"), _) => store.reopen_issue(key)?,
        _ => {}
    }
    done(rest, store, key, 200, "PATCH /repos/{owner}/{repo}/issues/{issue_number}")
}

/// The milestone whose number is in the body; `None` if the number is null or absent.
fn wanted_milestone(rest: &Rest<'_>, store: &Store, repo: Key<Repo>) -> Result<Option<Key<Milestone>>> {
    match rest.body.get("milestone") {
        None | Some(Json::Null) => Ok(None),
        Some(number) => {
            let number = number.as_u64().and_then(|number| u32::try_from(number).ok()).unwrap_or(0);
            store.milestone(repo, number).map(Some).ok_or_else(|| bad_milestone(number))
        }
    }
}

/// Changes title and body, for issues and pull requests.
pub(super) fn change_text(rest: &Rest<'_>, store: &mut Store, key: Key<Issue>) -> Result<()> {
    if rest.text("title").is_some_and(|title| title.trim().is_empty()) {
        return Err(Refusal::invalid("Issue", "title", "missing_field", "Title can't be blank".to_owned()));
    }
    let issue = store.touch_issue(key)?;
    if let Some(title) = rest.text("title") {
        title.clone_into(&mut issue.title);
    }
    if let Some(body) = rest.body.get("body") {
        body.as_str().unwrap_or_default().clone_into(&mut issue.body);
        issue.edited = true;
    }
    Ok(())
}

fn assignees(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>, number: &str) -> Result<Done> {
    let key = rest.numbered(store, repo, number)?;
    store.permit(rest.actor, repo, Permission::Triage)?;
    let people = wanted_people(rest, store, "assignees")?;
    if rest.request.method == "POST" {
        store.add_assignees(key, &people)?;
        done(rest, store, key, 201, "POST /repos/{owner}/{repo}/issues/{issue_number}/assignees")
    } else {
        store.remove_assignees(key, &people)?;
        done(rest, store, key, 200, "DELETE /repos/{owner}/{repo}/issues/{issue_number}/assignees")
    }
}

fn lock(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>, number: &str) -> Result<Done> {
    let key = rest.numbered(store, repo, number)?;
    store.permit(rest.actor, repo, Permission::Write)?;
    let issue = store.touch_issue(key)?;
    issue.locked = rest.request.method == "PUT";
    // REST has `off-topic` and `too heated`, GraphQL `OFF_TOPIC` and `TOO_HEATED`.
    let reason = rest.text("lock_reason").filter(|_| issue.locked);
    issue.lock_reason = reason.map(|reason| reason.to_uppercase().replace(['-', ' '], "_"));
    let route = if issue.locked {
        "PUT /repos/{owner}/{repo}/issues/{issue_number}/lock"
    } else {
        "DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock"
    };
    Ok(Done { output: Output::Empty(204), route, subject: Some(Node::Issue(key)) })
}

/// An issue, or a pull request as the list of issues shows it.
pub(super) fn json(store: &Store, urls: &Urls, key: Key<Issue>) -> Result<Json> {
    let row = store.issues.get(key)?;
    let mut json = shared_json(store, urls, key)?;
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

/// REST's value for one of GraphQL's.
fn lock_reason(reason: &str) -> &'static str {
    match reason {
        "OFF_TOPIC" => "off-topic",
        "TOO_HEATED" => "too heated",
        "SPAM" => "spam",
        _ => "resolved",
    }
}

/// What issues and pull requests have in common.
pub(super) fn shared_json(store: &Store, urls: &Urls, key: Key<Issue>) -> Result<Json> {
    let row = store.issues.get(key)?;
    let node = Node::Issue(key);
    Ok(json!({
        "id": node.database_id(store),
        "node_id": node.id(store),
        "number": row.number,
        "html_url": urls.issue(store, key),
        "title": row.title,
        "body": row.body,
        "user": accounts::optional_json(store, urls, row.author)?,
        "labels": labels::list_json(store, urls, &row.labels)?,
        "state": if row.is_open() { "open" } else { "closed" },
        "locked": row.locked,
        "active_lock_reason": row.lock_reason.as_deref().map(lock_reason),
        "assignee": accounts::optional_json(store, urls, row.assignees.first().copied())?,
        "assignees": accounts::list_json(store, urls, &row.assignees)?,
        "milestone": row.milestone.map_or(Ok(Json::Null), |key| milestones::json(store, urls, key))?,
        "created_at": row.created_at.to_string(),
        "updated_at": row.updated_at.to_string(),
        "closed_at": row.closed.as_ref().map(|closed| closed.at.to_string()),
        "author_association": store.association(row.repo, row.author),
    }))
}
