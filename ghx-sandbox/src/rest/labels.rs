//! Labels and milestones.

use super::{Done, Output, Rest, Result, render};
use crate::state::{Key, Label, LabelChange, Milestone, Node, Permission, Refusal, Repo, Store};

pub(super) fn read(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, parts: &[&str]) -> Result<Output> {
    let urls = &rest.request.urls;
    match parts {
        ["labels"] => {
            let mut all = store.labels_of(repo);
            all.retain(|key| rest.can_see(store, Node::Label(*key)));
            rest.list(all, |key| render::label(store, urls, key))
        }
        ["labels", name] => Ok(Output::Json(200, render::label(store, urls, label(rest, store, repo, name)?)?)),
        ["milestones"] => {
            let state = rest.request.param("state").unwrap_or_else(|| "open".to_owned());
            let fits =
                |row: &Milestone| row.repo == repo && (state == "all" || row.state().eq_ignore_ascii_case(&state));
            let mut keys = store.milestones.keys_where(fits);
            sort_milestones(rest, store, &mut keys);
            rest.list(keys, |key| render::milestone(store, urls, key))
        }
        ["milestones", number] => {
            let key = number.parse().ok().and_then(|number| store.milestone(repo, number));
            let key = key.ok_or_else(|| Refusal::not_found("Not Found"))?;
            Ok(Output::Json(200, render::milestone(store, urls, key)?))
        }
        _ => Err(rest.not_modelled()),
    }
}

/// By the date on which they are due, those without one last, or by how much of them is done.
fn sort_milestones(rest: &Rest<'_>, store: &Store, keys: &mut [Key<Milestone>]) {
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
            let output = Output::Json(201, render::label(store, urls, key)?);
            Ok(Done { output, route: "POST /repos/{owner}/{repo}/labels", subject: Some(Node::Label(key)) })
        }
        ("PATCH", ["labels", name]) => {
            let key = label(rest, store, repo, name)?;
            store.permit(rest.actor, repo, Permission::Write)?;
            let change = LabelChange { name: text("new_name"), color: text("color"), description: text("description") };
            store.update_label(key, change)?;
            let output = Output::Json(200, render::label(store, urls, key)?);
            Ok(Done { output, route: "PATCH /repos/{owner}/{repo}/labels/{name}", subject: Some(Node::Label(key)) })
        }
        ("DELETE", ["labels", name]) => {
            let key = label(rest, store, repo, name)?;
            store.permit(rest.actor, repo, Permission::Write)?;
            store.delete_label(key)?;
            Ok(Done { output: Output::Empty(204), route: "DELETE /repos/{owner}/{repo}/labels/{name}", subject: None })
        }
        ("POST", ["milestones"]) => {
            store.permit(rest.actor, repo, Permission::Triage)?;
            let title = rest.text("title").unwrap_or_default();
            let key = store.create_milestone(repo, title, text("description"), rest.actor.account)?;
            store.milestones.get_mut(key)?.due_on = text("due_on");
            let output = Output::Json(201, render::milestone(store, urls, key)?);
            Ok(Done { output, route: "POST /repos/{owner}/{repo}/milestones", subject: Some(Node::Milestone(key)) })
        }
        _ => Err(rest.not_modelled()),
    }
}
