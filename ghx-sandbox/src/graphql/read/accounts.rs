//! Users, organisations and bots.

use crate::{
    graphql::{connection::connection, execute::Ask, value::Answer},
    http::Urls,
    state::{Account, AccountKind, Key, Node},
};

pub(crate) fn field(ask: &Ask<'_>, key: Key<Account>) -> Answer {
    let account = ask.store.accounts.get(key)?;
    Ok(match ask.field() {
        "login" => account.login.as_str().into(),
        "name" => account.name.as_ref().into(),
        "databaseId" => Node::Account(key).database_id(ask.store).into(),
        "url" => ask.cx.urls.account(ask.store, key).into(),
        "resourcePath" => format!("/{}", account.login).into(),
        "avatarUrl" => {
            let url = Urls::avatar(ask.store, key);
            match ask.args.number("size") {
                Some(size) => url.replace("?v=", &format!("?s={size}&v=")).into(),
                None => url.into(),
            }
        }
        // GitHub says "" where a user shows no address.
        "email" => account.email.as_deref().unwrap_or_default().into(),
        "isViewer" => (ask.cx.actor.account == Some(key)).into(),
        "isSiteAdmin" => account.site_admin.into(),
        "repository" => {
            let found = ask.store.find_repo(&account.login, ask.args.text("name"));
            found.map(|(key, _)| Node::Repo(key)).filter(|node| ask.can_see(*node)).into()
        }
        "repositories" => {
            ask.only(&[])?;
            let repos = ask.store.repos.keys_where(|repo| repo.owner == key);
            return connection(ask, ask.visible(repos, Node::Repo));
        }
        // No seed and no write makes a project.
        "projectsV2" => return connection(ask, Vec::new()),
        _ => return ask.not_modelled(account.kind.type_name()),
    })
}

/// Whether a user can be assigned to issues of a repository.
pub(super) fn is_assignable(ask: &Ask<'_>, key: Key<Account>, repo: Key<crate::state::Repo>) -> bool {
    let is_person = ask.store.accounts.get(key).is_ok_and(|account| account.kind == AccountKind::User);
    is_person && is_assignable_actor(ask, key, repo)
}

/// Whether a user or a bot can be assigned to issues of a repository.
pub(super) fn is_assignable_actor(ask: &Ask<'_>, key: Key<Account>, repo: Key<crate::state::Repo>) -> bool {
    let is_actor = ask.store.accounts.get(key).is_ok_and(|account| account.kind != AccountKind::Organization);
    is_actor && ask.store.repos.get(repo).is_ok_and(|row| row.collaborators.contains_key(&key) || row.owner == key)
}
