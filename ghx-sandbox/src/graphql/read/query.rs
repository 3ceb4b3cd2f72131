//! The root fields of a query.

use super::search;
use crate::{
    graphql::{
        execute::Ask,
        value::{Answer, Value},
    },
    state::{AccountKind, Node, Refusal, Store},
};

pub(crate) fn query_field(ask: &Ask<'_>) -> Answer {
    match ask.field() {
        "viewer" => Ok(Node::Account(ask.viewer()?).into()),
        "repository" => repository(ask),
        "user" => Ok(Node::Account(ask.store.person(ask.args.text("login"))?).into()),
        "organization" => organization(ask),
        "repositoryOwner" => Ok(ask.store.account(ask.args.text("login")).map(Node::Account).into()),
        "node" => Ok(ask.seen(ask.args.text("id"))?.into()),
        "nodes" => Ok(nodes(ask)),
        "resource" => resource(ask),
        "search" => search::search(ask),
        "rateLimit" => Ok(Value::record("RateLimit", ask.cx.rate.clone())),
        "id" => Ok("MDU6UXVlcnk=".into()),
        "relay" => Ok(Value::Object(crate::graphql::value::Obj::Relay)),
        _ => ask.not_modelled("Query"),
    }
}

fn repository(ask: &Ask<'_>) -> Answer {
    let (owner, name) = (ask.args.text("owner"), ask.args.text("name"));
    let found = ask.store.find_repo(owner, name);
    let follows = !ask.args.given("followRenames") || ask.args.bool("followRenames");
    match found {
        Some((key, how)) if (follows || how == crate::state::Found::ByName) && ask.can_see(Node::Repo(key)) => {
            Ok(Node::Repo(key).into())
        }
        _ => Err(Store::no_such_repo(owner, name)),
    }
}

fn organization(ask: &Ask<'_>) -> Answer {
    let login = ask.args.text("login");
    let is_organization =
        |key: &_| ask.store.accounts.get(*key).is_ok_and(|account| account.kind == AccountKind::Organization);
    match ask.store.account(login).filter(is_organization) {
        Some(key) => Ok(Node::Account(key).into()),
        None => Err(Refusal::not_found(format!("Could not resolve to an Organization with the login of '{login}'."))),
    }
}

/// Each id for itself: one that is unknown is null, with an error at its index.
fn nodes(ask: &Ask<'_>) -> Value {
    let ids = ask.args.strings("ids").unwrap_or_default();
    let node = |id| ask.seen(id).map_or_else(Value::Refused, Value::from);
    Value::List(ids.into_iter().map(node).collect())
}

fn resource(ask: &Ask<'_>) -> Answer {
    let url = ask.args.text("url");
    let missing = || Refusal::not_found(format!("Could not resolve to a resource with the URL of '{url}'."));
    let path = url.strip_prefix("https://github.com/").or_else(|| url.strip_prefix(&format!("{}/", ask.cx.urls.web)));
    let parts: Vec<&str> = path.ok_or_else(missing)?.split('/').collect();
    let node = match parts.as_slice() {
        [owner, name] => ask.store.find_repo(owner, name).map(|(key, _)| Node::Repo(key)),
        [owner, name, "issues" | "pull", number] => ask
            .store
            .find_repo(owner, name)
            .zip(number.parse().ok())
            .and_then(|((repo, _), number)| ask.store.numbered(repo, number))
            .map(Node::Issue),
        [login] => ask.store.account(login).map(Node::Account),
        _ => None,
    };
    Ok(node.filter(|node| ask.can_see(*node)).ok_or_else(missing)?.into())
}
