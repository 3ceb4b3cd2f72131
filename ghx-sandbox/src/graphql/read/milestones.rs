//! Milestones.

use super::issues;
use crate::{
    graphql::{connection::connection, execute::Context, value::Resolved},
    state::{Issue, Key, Milestone, Node, Repo},
};

/// The fields of a repository that return milestones.
pub(crate) fn of_repo(ctx: &Context<'_>, repo: Key<Repo>) -> Resolved {
    if ctx.field() == "milestones" {
        return milestones(ctx, repo);
    }
    // A milestone that does not exist is null, without an error.
    let number = ctx.args.number("number");
    let found = number.and_then(|number| ctx.store.milestone(repo, number)).map(Node::Milestone);
    Ok(found.filter(|node| ctx.can_see(*node)).into())
}

fn milestones(ctx: &Context<'_>, repo: Key<Repo>) -> Resolved {
    let states = ctx.args.strings("states");
    let wanted = ctx.args.str("query").unwrap_or_default().to_lowercase();
    let mut keys = ctx.store.milestones.keys_where(|row| {
        row.repo == repo
            && row.title.to_lowercase().contains(&wanted)
            && states.as_ref().is_none_or(|states| states.contains(&row.state()))
    });
    if let Some(order) = ctx.args.object("orderBy") {
        let row = |key: &Key<Milestone>| ctx.store.milestones.get(*key).ok();
        match order.text("field") {
            "DUE_DATE" => keys.sort_by_key(|key| row(key).map(|row| row.due_on.clone())),
            "UPDATED_AT" => keys.sort_by_key(|key| row(key).map(|row| row.updated_at)),
            // Numbers follow the order of creation.
            _ => {}
        }
        if order.text("direction") == "DESC" {
            keys.reverse();
        }
    }
    connection(ctx, ctx.visible(keys, Node::Milestone))
}

pub(crate) fn field(ctx: &Context<'_>, key: Key<Milestone>) -> Resolved {
    let row = ctx.store.milestones.get(key)?;
    Ok(match ctx.field() {
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
        "url" => format!("{}/milestone/{}", ctx.request.urls.repo(ctx.store, row.repo), row.number).into(),
        "issues" => {
            let within = |issue: &Issue| issue.pull.is_none() && issue.milestone == Some(key);
            return connection(ctx, issues::filtered(ctx, ctx.store.issues_of(row.repo, within)));
        }
        _ => return ctx.not_modelled("Milestone"),
    })
}
