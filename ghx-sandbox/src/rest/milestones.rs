//! Milestones.

use serde_json::{Value as Json, json};

use super::{Done, Output, Rest, Result, accounts};
use crate::{
    http::Urls,
    state::{Key, Milestone, Node, Permission, Refusal, Repo, Store},
};

pub(super) fn read(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, parts: &[&str]) -> Result<Output> {
    let urls = &rest.request.urls;
    match parts {
        ["milestones"] => {
            let state = rest.request.param("state").unwrap_or_else(|| "open".to_owned());
            let fits =
                |row: &Milestone| row.repo == repo && (state == "all" || row.state().eq_ignore_ascii_case(&state));
            let mut keys = store.milestones.keys_where(fits);
            sort(rest, store, &mut keys);
            rest.list(keys, |key| json(store, urls, key))
        }
        ["milestones", number] => {
            let key = number.parse().ok().and_then(|number| store.milestone(repo, number));
            let key = key.ok_or_else(|| Refusal::not_found("Not Found"))?;
            Ok(Output::Json(200, json(store, urls, key)?))
        }
        _ => Err(rest.not_modelled()),
    }
}

/// By due date, those without one last, or by completeness.
fn sort(rest: &Rest<'_>, store: &Store, keys: &mut [Key<Milestone>]) {
    if rest.request.param("sort").as_deref() == Some("completeness") {
        keys.sort_by_key(|key| {
            let (open, closed) = store.milestone_counts(*key);
            (closed * 1000).checked_div(open + closed).unwrap_or(0)
        });
    } else {
        keys.sort_by_key(|key| {
            let due = store.milestones.get(*key).ok().and_then(|row| row.due_on.clone());
            (due.is_none(), due)
        });
    }
    if rest.request.param("direction").as_deref() == Some("desc") {
        keys.reverse();
    }
}

pub(super) fn write(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>, parts: &[&str]) -> Result<Done> {
    let ("POST", ["milestones"]) = (rest.request.method.as_str(), parts) else {
        return Err(rest.not_modelled());
    };
    store.permit(rest.actor, repo, Permission::Triage)?;
    let text = |name| rest.text(name).map(str::to_owned);
    let title = rest.text("title").unwrap_or_default();
    let key = store.create_milestone(repo, title, text("description"), rest.actor.account)?;
    store.milestones.get_mut(key)?.due_on = text("due_on");
    let output = Output::Json(201, json(store, &rest.request.urls, key)?);
    Ok(Done { output, route: "POST /repos/{owner}/{repo}/milestones", subject: Some(Node::Milestone(key)) })
}

pub(super) fn json(store: &Store, urls: &Urls, key: Key<Milestone>) -> Result<Json> {
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
        "creator": accounts::optional_json(store, urls, row.creator)?,
        "open_issues": open,
        "closed_issues": closed,
        "due_on": row.due_on,
        "created_at": row.created_at.to_string(),
        "updated_at": row.updated_at.to_string(),
        "closed_at": (!row.open).then(|| row.updated_at.to_string()),
    }))
}
