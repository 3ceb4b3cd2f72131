//! Labels, milestones and issue types.

use super::issues;
use crate::{
    graphql::{
        connection::connection,
        execute::Ask,
        value::{Answer, Value, nodes},
    },
    state::{IssueType, Key, Label, Milestone, Node, Repo},
};

/// The fields of a repository that give labels and milestones.
pub(crate) fn of_repo(ask: &Ask<'_>, repo: Key<Repo>) -> Answer {
    Ok(match ask.field() {
        // A label, milestone or type that is not there is null, without an error.
        "label" => {
            let found = ask.store.label(repo, ask.args.text("name")).map(Node::Label);
            found.filter(|node| ask.can_see(*node)).into()
        }
        "labels" => return connection(ask, labels(ask, ask.store.labels_of(repo))),
        "milestone" => {
            let number = ask.args.number("number");
            let found = number.and_then(|number| ask.store.milestone(repo, number)).map(Node::Milestone);
            found.filter(|node| ask.can_see(*node)).into()
        }
        "milestones" => return milestones(ask, repo),
        "issueType" => {
            let name = ask.args.text("name");
            let found = ask.store.issue_types.find(|row| row.repo == repo && row.name.eq_ignore_ascii_case(name));
            found.map(|(key, _)| Node::IssueType(key)).into()
        }
        _ => {
            ask.only(&[])?;
            let all = ask.store.issue_types.keys_where(|row| row.repo == repo);
            return connection(ask, nodes(all, Node::IssueType));
        }
    })
}

/// Labels, filtered and ordered as the arguments say.
pub(super) fn labels(ask: &Ask<'_>, keys: Vec<Key<Label>>) -> Vec<Value> {
    let wanted = ask.args.str("query").unwrap_or_default().to_lowercase();
    let mut rows: Vec<(Key<Label>, &Label)> =
        keys.into_iter().filter_map(|key| Some((key, ask.store.labels.get(key).ok()?))).collect();
    rows.retain(|(_, label)| {
        let description = label.description.as_deref().unwrap_or_default();
        label.name.to_lowercase().contains(&wanted) || description.to_lowercase().contains(&wanted)
    });
    if let Some(order) = ask.args.object("orderBy") {
        match order.text("field") {
            "NAME" => rows.sort_by_key(|(_, label)| label.name.to_lowercase()),
            "CREATED_AT" => rows.sort_by_key(|(_, label)| label.created_at),
            _ => {}
        }
        if order.text("direction") == "DESC" {
            rows.reverse();
        }
    }
    ask.visible(rows.into_iter().map(|(key, _)| key).collect(), Node::Label)
}

fn milestones(ask: &Ask<'_>, repo: Key<Repo>) -> Answer {
    let states = ask.args.strings("states");
    let wanted = ask.args.str("query").unwrap_or_default().to_lowercase();
    let mut keys = ask.store.milestones.keys_where(|row| {
        row.repo == repo
            && row.title.to_lowercase().contains(&wanted)
            && states.as_ref().is_none_or(|states| states.contains(&row.state()))
    });
    if let Some(order) = ask.args.object("orderBy") {
        let row = |key: &Key<Milestone>| ask.store.milestones.get(*key).ok();
        match order.text("field") {
            "DUE_DATE" => keys.sort_by_key(|key| row(key).map(|row| row.due_on.clone())),
            "UPDATED_AT" => keys.sort_by_key(|key| row(key).map(|row| row.updated_at)),
            // Numbers are given in the order of creation.
            _ => {}
        }
        if order.text("direction") == "DESC" {
            keys.reverse();
        }
    }
    connection(ask, ask.visible(keys, Node::Milestone))
}

pub(crate) fn field(ask: &Ask<'_>, key: Key<Label>) -> Answer {
    let label = ask.store.labels.get(key)?;
    Ok(match ask.field() {
        "name" => label.name.as_str().into(),
        "color" => label.color.as_str().into(),
        "description" => label.description.as_ref().into(),
        "createdAt" => label.created_at.into(),
        "updatedAt" => label.updated_at.into(),
        "isDefault" => label.default.into(),
        "repository" => Node::Repo(label.repo).into(),
        "url" => format!("{}/labels/{}", ask.cx.urls.repo(ask.store, label.repo), label.name).into(),
        "issues" => {
            let carries = |issue: &crate::state::Issue| issue.pull.is_none() && issue.labels.contains(&key);
            return connection(ask, issues::filtered(ask, ask.store.issues_of(label.repo, carries)));
        }
        "pullRequests" => {
            let carries = |issue: &crate::state::Issue| issue.pull.is_some() && issue.labels.contains(&key);
            return connection(ask, issues::filtered(ask, ask.store.issues_of(label.repo, carries)));
        }
        _ => return ask.not_modelled("Label"),
    })
}

pub(crate) fn milestone_field(ask: &Ask<'_>, key: Key<Milestone>) -> Answer {
    let row = ask.store.milestones.get(key)?;
    Ok(match ask.field() {
        "number" => row.number.into(),
        "title" => row.title.as_str().into(),
        "description" => row.description.as_ref().into(),
        "dueOn" => row.due_on.as_ref().into(),
        "state" => row.state().into(),
        "closed" => (!row.open).into(),
        "creator" => row.creator.map(Node::Account).into(),
        "createdAt" => row.created_at.into(),
        "updatedAt" => row.updated_at.into(),
        "repository" => Node::Repo(row.repo).into(),
        "url" => format!("{}/milestone/{}", ask.cx.urls.repo(ask.store, row.repo), row.number).into(),
        "issues" => {
            let within = |issue: &crate::state::Issue| issue.pull.is_none() && issue.milestone == Some(key);
            return connection(ask, issues::filtered(ask, ask.store.issues_of(row.repo, within)));
        }
        _ => return ask.not_modelled("Milestone"),
    })
}

pub(crate) fn issue_type_field(ask: &Ask<'_>, key: Key<IssueType>) -> Answer {
    let row = ask.store.issue_types.get(key)?;
    Ok(match ask.field() {
        "name" => row.name.as_str().into(),
        "description" => row.description.as_ref().into(),
        "color" => row.color.as_str().into(),
        "isEnabled" => row.enabled.into(),
        _ => return ask.not_modelled("IssueType"),
    })
}
