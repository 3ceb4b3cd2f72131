//! Releases.

use serde_json::{Value as Json, json};

use super::{Output, Rest, Result, accounts};
use crate::{
    http::Urls,
    state::{Key, Node, Refusal, Release, Repo, Store},
};

pub(super) fn read(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, parts: &[&str]) -> Result<Output> {
    let urls = &rest.request.urls;
    match parts {
        ["releases"] => rest.list(releases(store, repo), |key| json(store, urls, key)),
        ["releases", which @ ..] => {
            let key = find_release(store, repo, which).ok_or_else(|| Refusal::not_found("Not Found"))?;
            Ok(Output::Json(200, json(store, urls, key)?))
        }
        _ => Err(rest.not_modelled()),
    }
}

/// Newest first.
fn releases(store: &Store, repo: Key<Repo>) -> Vec<Key<Release>> {
    let mut all = store.releases.keys_where(|release| release.repo == repo);
    all.reverse();
    all
}

fn find_release(store: &Store, repo: Key<Repo>, which: &[&str]) -> Option<Key<Release>> {
    let fits = |key: &Key<Release>| {
        let Ok(row) = store.releases.get(*key) else { return false };
        match which {
            ["latest"] => !row.draft && !row.prerelease,
            ["tags", tag] => row.tag == *tag && !row.draft,
            [id] => Node::Release(*key).database_id(store).to_string() == *id,
            _ => false,
        }
    };
    releases(store, repo).into_iter().find(fits)
}

pub(super) fn json(store: &Store, urls: &Urls, key: Key<Release>) -> Result<Json> {
    let row = store.releases.get(key)?;
    let node = Node::Release(key);
    let id = node.database_id(store);
    Ok(json!({
        "id": id,
        "node_id": node.id(store),
        "url": format!("{}/releases/{id}", urls.repo_api(store, row.repo)),
        "html_url": format!("{}/releases/tag/{}", urls.repo(store, row.repo), row.tag),
        "tag_name": row.tag,
        "name": row.name,
        "body": row.body,
        "draft": row.draft,
        "prerelease": row.prerelease,
        "author": accounts::optional_json(store, urls, row.author)?,
        "immutable": row.immutable,
        // No seed and no write adds a file.
        "assets": [],
        "created_at": row.created_at.to_string(),
        "published_at": (!row.draft).then(|| row.created_at.to_string()),
    }))
}
