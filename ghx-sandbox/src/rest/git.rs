//! Branches.

use serde_json::{Value as Json, json};

use super::{Output, Rest, Result};
use crate::state::{Branch, Key, Refusal, Repo, Store};

pub(super) fn read(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, parts: &[&str]) -> Result<Output> {
    match parts {
        ["branches"] => {
            let wanted = rest.request.param("protected").map(|word| word == "true");
            let fits = |name: &str| wanted.is_none_or(|wanted| store.is_protected(repo, name) == wanted);
            let all = store.branches.keys_where(|branch| branch.repo == repo && fits(&branch.name));
            rest.list(all, |key| json(store, rest, key))
        }
        ["branches", name @ ..] => {
            let key = store.branch(repo, &name.join("/")).ok_or_else(|| Refusal::not_found("Not Found"))?;
            Ok(Output::Json(200, json(store, rest, key)?))
        }
        _ => Err(rest.not_modelled()),
    }
}

fn json(store: &Store, rest: &Rest<'_>, key: Key<Branch>) -> Result<Json> {
    let row = store.branches.get(key)?;
    let oid = store.oid(row.head);
    let url = format!("{}/commits/{oid}", rest.request.urls.repo_api(store, row.repo));
    let protected = store.is_protected(row.repo, &row.name);
    Ok(json!({ "name": row.name, "commit": { "sha": oid, "url": url }, "protected": protected }))
}
