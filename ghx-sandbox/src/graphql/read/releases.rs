//! Releases.

use crate::{
    graphql::{
        connection::connection,
        execute::Context,
        value::{Resolved, nodes},
    },
    state::{Key, Node, Release, Repo},
};

/// The fields of a repository that return releases.
pub(crate) fn of_repo(ctx: &Context<'_>, repo: Key<Repo>) -> Resolved {
    let mut all = ctx.store.releases.keys_where(|release| release.repo == repo);
    all.reverse();
    match ctx.field() {
        "releases" => {
            if let Some(order) = ctx.args.object("orderBy") {
                if order.text("field") == "NAME" {
                    all.sort_by_key(|key| ctx.store.releases.get(*key).ok().map(|row| row.name.clone()));
                } else {
                    all.reverse();
                }
                if order.text("direction") == "DESC" {
                    all.reverse();
                }
            }
            connection(ctx, nodes(all, Node::Release))
        }
        "release" => {
            let tag = ctx.args.text("tagName");
            let found = all.into_iter().find(|key| ctx.store.releases.get(*key).is_ok_and(|row| row.tag == tag));
            Ok(found.map(Node::Release).into())
        }
        _ => {
            let full = |key: &Key<Release>| ctx.store.releases.get(*key).is_ok_and(|row| !row.draft && !row.prerelease);
            Ok(all.into_iter().find(full).map(Node::Release).into())
        }
    }
}

pub(crate) fn field(ctx: &Context<'_>, key: Key<Release>) -> Resolved {
    let release = ctx.store.releases.get(key)?;
    Ok(match ctx.field() {
        "name" => release.name.as_str().into(),
        "tagName" => release.tag.as_str().into(),
        "description" => release.body.as_str().into(),
        "isDraft" => release.draft.into(),
        "isPrerelease" => release.prerelease.into(),
        "isLatest" => {
            let full = |row: &Release| row.repo == release.repo && !row.draft && !row.prerelease;
            (ctx.store.releases.keys_where(full).last() == Some(&key)).into()
        }
        "immutable" => release.immutable.into(),
        "author" => release.author.map(Node::Account).into(),
        "createdAt" | "updatedAt" => release.created_at.into(),
        "publishedAt" => (!release.draft).then_some(release.created_at).into(),
        "databaseId" => Node::Release(key).database_id(ctx.store).into(),
        "repository" => Node::Repo(release.repo).into(),
        "url" => format!("{}/releases/tag/{}", ctx.request.urls.repo(ctx.store, release.repo), release.tag).into(),
        _ => return ctx.not_modelled("Release"),
    })
}
