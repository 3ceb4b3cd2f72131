//! Labels of repositories and of issues.

use serde_json::{Value as Json, json};

use super::{Done, Output, Rest, Result};
use crate::{
    http::Urls,
    state::{Key, Label, LabelChange, Node, Permission, Refusal, Repo, Store},
};

pub(super) fn read(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, parts: &[&str]) -> Result<Output> {
    let urls = &rest.request.urls;
    match parts {
        ["labels"] => {
            let mut all = store.labels_of(repo);
            all.retain(|key| rest.can_see(store, Node::Label(*key)));
            rest.list(all, |key| json(store, urls, key))
        }
        ["labels", name] => Ok(Output::Json(200, json(store, urls, label(rest, store, repo, name)?)?)),
        ["issues", number, "labels"] => {
            let issue = store.issues.get(rest.numbered(store, repo, number)?)?;
            rest.list(issue.labels.clone(), |key| json(store, urls, key))
        }
        _ => Err(rest.not_modelled()),
    }
}

fn label(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, name: &str) -> Result<Key<Label>> {
    let found = store.label(repo, name).filter(|key| rest.can_see(store, Node::Label(*key)));
    found.ok_or_else(|| Refusal::not_found("Not Found"))
}

pub(super) fn write(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>, parts: &[&str]) -> Result<Done> {
    let urls = &rest.request.urls;
    let text = |name| rest.text(name).map(str::to_owned);
    match (rest.request.method.as_str(), parts) {
        ("POST", ["labels"]) => {
            store.permit(rest.actor, repo, Permission::Write)?;
            let new = LabelChange { name: text("name"), color: text("color"), description: text("description") };
            let key = store.create_label(repo, new)?;
            let output = Output::Json(201, json(store, urls, key)?);
            Ok(Done { output, route: "POST /repos/{owner}/{repo}/labels", subject: Some(Node::Label(key)) })
        }
        ("PATCH", ["labels", name]) => {
            let key = label(rest, store, repo, name)?;
            store.permit(rest.actor, repo, Permission::Write)?;
            let change = LabelChange { name: text("new_name"), color: text("color"), description: text("description") };
            store.update_label(key, change)?;
            let output = Output::Json(200, json(store, urls, key)?);
            Ok(Done { output, route: "PATCH /repos/{owner}/{repo}/labels/{name}", subject: Some(Node::Label(key)) })
        }
        ("DELETE", ["labels", name]) => {
            let key = label(rest, store, repo, name)?;
            store.permit(rest.actor, repo, Permission::Write)?;
            store.delete_label(key)?;
            Ok(Done { output: Output::Empty(204), route: "DELETE /repos/{owner}/{repo}/labels/{name}", subject: None })
        }
        ("POST" | "PUT" | "DELETE", ["issues", number, "labels"]) => change_issue(rest, store, repo, number),
        ("DELETE", ["issues", number, "labels", name]) => remove_from_issue(rest, store, repo, number, name),
        _ => Err(rest.not_modelled()),
    }
}

/// Labels by name; REST creates those that do not exist.
pub(super) fn wanted(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>) -> Result<Vec<Key<Label>>> {
    let mut keys = Vec::new();
    for name in rest.strings("labels").unwrap_or_default() {
        let key = match store.label(repo, &name) {
            Some(key) => key,
            None => store.create_label(repo, LabelChange { name: Some(name), ..LabelChange::default() })?,
        };
        keys.push(key);
    }
    Ok(keys)
}

fn change_issue(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>, number: &str) -> Result<Done> {
    let key = rest.numbered(store, repo, number)?;
    store.permit(rest.actor, repo, Permission::Triage)?;
    let route = match rest.request.method.as_str() {
        "POST" => "POST /repos/{owner}/{repo}/issues/{issue_number}/labels",
        "PUT" => "PUT /repos/{owner}/{repo}/issues/{issue_number}/labels",
        _ => "DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels",
    };
    let labels = wanted(rest, store, repo)?;
    if rest.request.method != "POST" {
        store.touch_issue(key)?.labels.clear();
    }
    let subject = Some(Node::Issue(key));
    if rest.request.method == "DELETE" {
        return Ok(Done { output: Output::Empty(204), route, subject });
    }
    store.add_labels(key, &labels)?;
    let all = list_json(store, &rest.request.urls, &store.issues.get(key)?.labels)?;
    Ok(Done { output: Output::Json(200, Json::Array(all)), route, subject })
}

fn remove_from_issue(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>, number: &str, name: &str) -> Result<Done> {
    let key = rest.numbered(store, repo, number)?;
    store.permit(rest.actor, repo, Permission::Triage)?;
    let label =
        store.label(repo, name).filter(|label| store.issues.get(key).is_ok_and(|row| row.labels.contains(label)));
    let label = label.ok_or_else(|| Refusal::not_found("Label does not exist"))?;
    store.remove_labels(key, &[label])?;
    let all = list_json(store, &rest.request.urls, &store.issues.get(key)?.labels)?;
    let route = "DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}";
    Ok(Done { output: Output::Json(200, Json::Array(all)), route, subject: Some(Node::Issue(key)) })
}

pub(super) fn json(store: &Store, urls: &Urls, key: Key<Label>) -> Result<Json> {
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

pub(super) fn list_json(store: &Store, urls: &Urls, keys: &[Key<Label>]) -> Result<Vec<Json>> {
    keys.iter().map(|key| json(store, urls, *key)).collect()
}
