//! The root fields of a query.

use super::search;
use crate::{
    graphql::{
        execute::Context,
        value::{Resolved, Value},
    },
    state::{AccountKind, Node, Refusal, Store},
};

pub(crate) fn query_field(ctx: &Context<'_>) -> Resolved {
    match ctx.field() {
        "viewer" => Ok(Node::Account(ctx.viewer()?).into()),
        "repository" => repository(ctx),
        "user" => Ok(Node::Account(ctx.store.person(ctx.args.text("login"))?).into()),
        "organization" => organization(ctx),
        "repositoryOwner" => Ok(ctx.store.account(ctx.args.text("login")).map(Node::Account).into()),
        "node" => Ok(ctx.seen(ctx.args.text("id"))?.into()),
        "nodes" => Ok(nodes(ctx)),
        "resource" => resource(ctx),
        "search" => search::search(ctx),
        "rateLimit" => Ok(Value::record("RateLimit", ctx.request.rate.clone())),
        "id" => Ok("MDU6UXVlcnk=".into()),
        "relay" => Ok(Value::Object(crate::graphql::value::Obj::Relay)),
        _ => ctx.not_modelled("Query"),
    }
}

fn repository(ctx: &Context<'_>) -> Resolved {
    let (owner, name) = (ctx.args.text("owner"), ctx.args.text("name"));
    let found = ctx.store.find_repo(owner, name);
    let follows = !ctx.args.given("followRenames") || ctx.args.bool("followRenames");
    match found {
        Some((key, how)) if (follows || how == crate::state::Found::ByName) && ctx.can_see(Node::Repo(key)) => {
            Ok(Node::Repo(key).into())
        }
        _ => Err(Store::no_such_repo(owner, name)),
    }
}

fn organization(ctx: &Context<'_>) -> Resolved {
    let login = ctx.args.text("login");
    let is_organization =
        |key: &_| ctx.store.accounts.get(*key).is_ok_and(|account| account.kind == AccountKind::Organization);
    match ctx.store.account(login).filter(is_organization) {
        Some(key) => Ok(Node::Account(key).into()),
        None => Err(Refusal::not_found(format!("Could not resolve to an Organization with the login of '{login}'."))),
    }
}

/// An unknown id gives null, with an error at its index.
fn nodes(ctx: &Context<'_>) -> Value {
    let ids = ctx.args.strings("ids").unwrap_or_default();
    let node = |id| ctx.seen(id).map_or_else(Value::Refused, Value::from);
    Value::List(ids.into_iter().map(node).collect())
}

fn resource(ctx: &Context<'_>) -> Resolved {
    let url = ctx.args.text("url");
    let missing = || Refusal::not_found(format!("Could not resolve to a resource with the URL of '{url}'."));
    let path =
        url.strip_prefix("https://github.com/").or_else(|| url.strip_prefix(&format!("{}/", ctx.request.urls.web)));
    let parts: Vec<&str> = path.ok_or_else(missing)?.split('/').collect();
    let node = match parts.as_slice() {
        [owner, name] => ctx.store.find_repo(owner, name).map(|(key, _)| Node::Repo(key)),
        [owner, name, "issues" | "pull", number] => ctx
            .store
            .find_repo(owner, name)
            .zip(number.parse().ok())
            .and_then(|((repo, _), number)| ctx.store.numbered(repo, number))
            .map(Node::Issue),
        [login] => ctx.store.account(login).map(Node::Account),
        _ => None,
    };
    Ok(node.filter(|node| ctx.can_see(*node)).ok_or_else(missing)?.into())
}
