//! Labels and issue types.

use super::issues;
use crate::{
    graphql::{
        connection::connection,
        execute::Context,
        value::{Resolved, Value, nodes},
    },
    state::{IssueType, Key, Label, Node, Repo},
};

/// The fields of a repository that return labels and issue types.
pub(crate) fn of_repo(ctx: &Context<'_>, repo: Key<Repo>) -> Resolved {
    Ok(match ctx.field() {
        // A label or type that does not exist is null, without an error.
        "label" => {
            let found = ctx.store.label(repo, ctx.args.text("name")).map(Node::Label);
            found.filter(|node| ctx.can_see(*node)).into()
        }
        "labels" => return connection(ctx, labels(ctx, ctx.store.labels_of(repo))),
        "issueType" => {
            let name = ctx.args.text("name");
            let found = ctx.store.issue_types.find(|row| row.repo == repo && row.name.eq_ignore_ascii_case(name));
            found.map(|(key, _)| Node::IssueType(key)).into()
        }
        _ => {
            ctx.only(&[])?;
            let all = ctx.store.issue_types.keys_where(|row| row.repo == repo);
            return connection(ctx, nodes(all, Node::IssueType));
        }
    })
}

/// Labels, filtered and ordered by the arguments.
pub(super) fn labels(ctx: &Context<'_>, keys: Vec<Key<Label>>) -> Vec<Value> {
    let wanted = ctx.args.str("query").unwrap_or_default().to_lowercase();
    let mut rows: Vec<(Key<Label>, &Label)> =
        keys.into_iter().filter_map(|key| Some((key, ctx.store.labels.get(key).ok()?))).collect();
    rows.retain(|(_, label)| {
        let description = label.description.as_deref().unwrap_or_default();
        label.name.to_lowercase().contains(&wanted) || description.to_lowercase().contains(&wanted)
    });
    if let Some(order) = ctx.args.object("orderBy") {
        match order.text("field") {
            "NAME" => rows.sort_by_key(|(_, label)| label.name.to_lowercase()),
            "CREATED_AT" => rows.sort_by_key(|(_, label)| label.created_at),
            _ => {}
        }
        if order.text("direction") == "DESC" {
            rows.reverse();
        }
    }
    ctx.visible(rows.into_iter().map(|(key, _)| key).collect(), Node::Label)
}

pub(crate) fn field(ctx: &Context<'_>, key: Key<Label>) -> Resolved {
    let label = ctx.store.labels.get(key)?;
    Ok(match ctx.field() {
        "name" => label.name.as_str().into(),
        "color" => label.color.as_str().into(),
        "description" => label.description.as_ref().into(),
        "createdAt" => label.created_at.into(),
        "updatedAt" => label.updated_at.into(),
        "isDefault" => label.default.into(),
        "repository" => Node::Repo(label.repo).into(),
        "url" => format!("{}/labels/{}", ctx.request.urls.repo(ctx.store, label.repo), label.name).into(),
        "issues" => {
            let carries = |issue: &crate::state::Issue| issue.pull.is_none() && issue.labels.contains(&key);
            return connection(ctx, issues::filtered(ctx, ctx.store.issues_of(label.repo, carries)));
        }
        "pullRequests" => {
            let carries = |issue: &crate::state::Issue| issue.pull.is_some() && issue.labels.contains(&key);
            return connection(ctx, issues::filtered(ctx, ctx.store.issues_of(label.repo, carries)));
        }
        _ => return ctx.not_modelled("Label"),
    })
}

pub(crate) fn issue_type_field(ctx: &Context<'_>, key: Key<IssueType>) -> Resolved {
    let row = ctx.store.issue_types.get(key)?;
    Ok(match ctx.field() {
        "name" => row.name.as_str().into(),
        "description" => row.description.as_ref().into(),
        "color" => row.color.as_str().into(),
        "isEnabled" => row.enabled.into(),
        _ => return ctx.not_modelled("IssueType"),
    })
}
