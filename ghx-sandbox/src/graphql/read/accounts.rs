//! Users, organisations and bots.

use crate::{
    graphql::{connection::connection, execute::Context, value::Resolved},
    http::Urls,
    state::{Account, AccountKind, Key, Node},
};

pub(crate) fn field(ctx: &Context<'_>, key: Key<Account>) -> Resolved {
    let account = ctx.store.accounts.get(key)?;
    Ok(match ctx.field() {
        "login" => account.login.as_str().into(),
        "name" => account.name.as_ref().into(),
        "databaseId" => Node::Account(key).database_id(ctx.store).into(),
        "url" => ctx.request.urls.account(ctx.store, key).into(),
        "resourcePath" => format!("/{}", account.login).into(),
        "avatarUrl" => {
            let url = Urls::avatar(ctx.store, key);
            match ctx.args.number("size") {
                Some(size) => url.replace("?v=", &format!("?s={size}&v=")).into(),
                None => url.into(),
            }
        }
        // GitHub returns "" for a user without a public address.
        "email" => account.email.as_deref().unwrap_or_default().into(),
        "isViewer" => (ctx.request.actor.account == Some(key)).into(),
        "isSiteAdmin" => account.site_admin.into(),
        "repository" => {
            let found = ctx.store.find_repo(&account.login, ctx.args.text("name"));
            found.map(|(key, _)| Node::Repo(key)).filter(|node| ctx.can_see(*node)).into()
        }
        "repositories" => {
            ctx.only(&[])?;
            let repos = ctx.store.repos.keys_where(|repo| repo.owner == key);
            return connection(ctx, ctx.visible(repos, Node::Repo));
        }
        // No seed and no write creates a project.
        "projectsV2" => return connection(ctx, Vec::new()),
        _ => return ctx.not_modelled(account.kind.type_name()),
    })
}

/// Whether a user can be assigned to issues of a repository.
pub(super) fn is_assignable(ctx: &Context<'_>, key: Key<Account>, repo: Key<crate::state::Repo>) -> bool {
    let is_person = ctx.store.accounts.get(key).is_ok_and(|account| account.kind == AccountKind::User);
    is_person && is_assignable_actor(ctx, key, repo)
}

/// Whether a user or a bot can be assigned to issues of a repository.
pub(super) fn is_assignable_actor(ctx: &Context<'_>, key: Key<Account>, repo: Key<crate::state::Repo>) -> bool {
    let is_actor = ctx.store.accounts.get(key).is_ok_and(|account| account.kind != AccountKind::Organization);
    is_actor && ctx.store.repos.get(repo).is_ok_and(|row| row.collaborators.contains_key(&key) || row.owner == key)
}
