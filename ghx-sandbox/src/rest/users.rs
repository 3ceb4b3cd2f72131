//! Users and organisations.

use serde_json::json;

use super::{Output, Rest, Result, render};
use crate::state::{Node, Refusal, Store};

pub(super) fn read(rest: &Rest<'_>, store: &Store, parts: &[&str]) -> Result<Output> {
    let urls = &rest.request.urls;
    let not_found = || Refusal::not_found("Not Found");
    match parts {
        [] => Ok(Output::Json(200, json!({ "current_user_url": format!("{}/user", urls.api) }))),
        ["user"] => match rest.actor.account {
            Some(key) => {
                let mut json = render::account(store, urls, key)?;
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
            let mut json = render::account(store, urls, key)?;
            json["name"] = store.accounts.get(key)?.name.clone().into();
            Ok(Output::Json(200, json))
        }
        ["orgs" | "users", login, "repos"] => {
            let owner = store.account(login).ok_or_else(not_found)?;
            let fits = |private: bool| match rest.request.param("type").as_deref() {
                Some("public") => !private,
                Some("private") => private,
                // Nothing here forks a repository.
                Some("forks") => false,
                _ => true,
            };
            let repos = store.repos.keys_where(|repo| repo.owner == owner && fits(repo.private)).into_iter();
            let seen = repos.filter_map(|key| Some((key, store.permission(rest.actor, key)?))).collect();
            rest.list(seen, |(key, permission)| render::repo(store, urls, key, Some(permission)))
        }
        _ => Err(rest.not_modelled()),
    }
}
