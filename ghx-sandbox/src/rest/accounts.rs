//! Users and organisations.

use serde_json::{Value as Json, json};

use super::{Output, Rest, Result, repos};
use crate::{
    http::Urls,
    state::{Account, Key, Node, Refusal, Store},
};

pub(super) fn read(rest: &Rest<'_>, store: &Store, parts: &[&str]) -> Result<Output> {
    let urls = &rest.request.urls;
    let not_found = || Refusal::not_found("Not Found");
    match parts {
        [] => Ok(Output::Json(200, json!({ "current_user_url": format!("{}/user", urls.api) }))),
        ["user"] => match rest.actor.account {
            Some(key) => {
                let mut json = json(store, urls, key)?;
                json["name"] = store.accounts.get(key)?.name.clone().into();
                Ok(Output::Json(200, json))
            }
            None => Ok(Output::Json(401, json!({ "message": "Requires authentication", "status": "401" }))),
        },
        ["users" | "orgs", login] => {
            let key = store.account(login).ok_or_else(not_found)?;
            let is_organization = Node::Account(key).type_name(store) == "Organization";
            if parts.first() == Some(&"orgs") && !is_organization {
                return Err(not_found());
            }
            let mut json = json(store, urls, key)?;
            json["name"] = store.accounts.get(key)?.name.clone().into();
            Ok(Output::Json(200, json))
        }
        ["orgs" | "users", login, "repos"] => {
            let owner = store.account(login).ok_or_else(not_found)?;
            let fits = |private: bool| match rest.request.param("type").as_deref() {
                Some("public") => !private,
                Some("private") => private,
                // There are no forks.
                Some("forks") => false,
                _ => true,
            };
            let repos = store.repos.keys_where(|repo| repo.owner == owner && fits(repo.private)).into_iter();
            let seen = repos.filter_map(|key| Some((key, store.permission(rest.actor, key)?))).collect();
            rest.list(seen, |(key, permission)| repos::json(store, urls, key, Some(permission)))
        }
        _ => Err(rest.not_modelled()),
    }
}

pub(super) fn json(store: &Store, urls: &Urls, key: Key<Account>) -> Result<Json> {
    let row = store.accounts.get(key)?;
    let node = Node::Account(key);
    let url = format!("{}/users/{}", urls.api, row.login);
    let mut rendered = json!({
        "login": row.login,
        "id": node.database_id(store),
        "node_id": node.id(store),
        "avatar_url": Urls::avatar(store, key),
        // GitHub sends the field empty.
        "gravatar_id": "",
        "url": url,
        "html_url": urls.account(store, key),
        "type": node.type_name(store),
        "site_admin": row.site_admin,
    });
    // Typed clients require all links of an account, even those that the sandbox does not serve.
    for (name, path) in LINKS {
        rendered[name] = format!("{url}/{path}").into();
    }
    Ok(rendered)
}

/// The links of an account, below its own address.
const LINKS: [(&str, &str); 9] = [
    ("followers_url", "followers"),
    ("following_url", "following{/other_user}"),
    ("gists_url", "gists{/gist_id}"),
    ("starred_url", "starred{/owner}{/repo}"),
    ("subscriptions_url", "subscriptions"),
    ("organizations_url", "orgs"),
    ("repos_url", "repos"),
    ("events_url", "events{/privacy}"),
    ("received_events_url", "received_events"),
];

/// An account, or null.
pub(super) fn optional_json(store: &Store, urls: &Urls, key: Option<Key<Account>>) -> Result<Json> {
    key.map_or(Ok(Json::Null), |key| json(store, urls, key))
}

pub(super) fn list_json(store: &Store, urls: &Urls, keys: &[Key<Account>]) -> Result<Json> {
    keys.iter().map(|key| json(store, urls, *key)).collect::<Result<Vec<_>>>().map(Json::Array)
}
