//! Repositories, their branches and releases.

use base64::{Engine as _, prelude::BASE64_STANDARD as BASE64};
use serde_json::{Value as Json, json};

use super::{Output, Rest, Result, render};
use crate::state::{Key, Node, Refusal, Release, Repo, Store, blob_oid};

pub(super) fn read(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, parts: &[&str]) -> Result<Output> {
    let urls = &rest.request.urls;
    let row = store.repos.get(repo)?;
    let not_found = || Refusal::not_found("Not Found");
    match parts {
        [] => Ok(Output::Json(200, render::repo(store, urls, repo, store.permission(rest.actor, repo))?)),
        ["topics"] => Ok(Output::Json(200, json!({ "names": row.topics }))),
        ["readme"] => readme(rest, store, repo, row),
        ["contents", path @ ..] => contents(rest, store, repo, &path.join("/")),
        // 204 says yes.
        ["assignees", login] => {
            let found = store.account(login).filter(|key| row.collaborators.contains_key(key));
            found.map(|_| Output::Empty(204)).ok_or_else(not_found)
        }
        ["assignees"] => {
            let people = row.collaborators.keys().copied().collect();
            rest.list(people, |key| render::account(store, urls, key))
        }
        ["branches"] => {
            let wanted = rest.request.param("protected").map(|word| word == "true");
            let fits = |name: &str| wanted.is_none_or(|wanted| store.is_protected(repo, name) == wanted);
            let all = store.branches.keys_where(|branch| branch.repo == repo && fits(&branch.name));
            rest.list(all, |key| branch(store, rest, key))
        }
        ["branches", name @ ..] => {
            let key = store.branch(repo, &name.join("/")).ok_or_else(not_found)?;
            Ok(Output::Json(200, branch(store, rest, key)?))
        }
        ["releases"] => rest.list(releases(store, repo), |key| render::release(store, urls, key)),
        ["releases", which @ ..] => {
            let key = find_release(store, repo, which).ok_or_else(not_found)?;
            Ok(Output::Json(200, render::release(store, urls, key)?))
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

fn branch(store: &Store, rest: &Rest<'_>, key: Key<crate::state::Branch>) -> Result<Json> {
    let row = store.branches.get(key)?;
    let oid = store.oid(row.head);
    let url = format!("{}/commits/{oid}", rest.request.urls.repo_api(store, row.repo));
    let protected = store.is_protected(row.repo, &row.name);
    Ok(json!({ "name": row.name, "commit": { "sha": oid, "url": url }, "protected": protected }))
}

/// The README is the only file that a seed can make. Files that a diff or a workflow names exist, but nobody knows what is in
/// them.
fn contents(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, path: &str) -> Result<Output> {
    if path == "README.md" {
        return readme(rest, store, repo, store.repos.get(repo)?);
    }
    let is_named = |file: &str| file == path || file.starts_with(&format!("{path}/"));
    let in_workflow = store.workflows.find(|row| row.repo == repo && is_named(&row.path)).is_some();
    let in_diff = |issue: &crate::state::Issue| {
        issue.repo == repo
            && issue.pull.as_ref().is_some_and(|pull| pull.files().iter().any(|file| is_named(file.path)))
    };
    if in_workflow || store.issues.find(in_diff).is_some() {
        return Err(rest.not_modelled());
    }
    check_ref(rest, store, repo)?;
    Err(Refusal::not_found("Not Found"))
}

/// Refuses a `ref` that is not there, and one whose files are not known.
fn check_ref(rest: &Rest<'_>, store: &Store, repo: Key<Repo>) -> Result<()> {
    let Some(wanted) = rest.request.param("ref") else { return Ok(()) };
    let name = wanted.strip_prefix("refs/heads/").unwrap_or(&wanted);
    if name == store.repos.get(repo)?.default_branch {
        return Ok(());
    }
    let is_tag = store.releases.find(|row| row.repo == repo && row.tag == name).is_some();
    if is_tag || store.branch(repo, name).is_some() || store.commit_by_oid(repo, name).is_some() {
        return Err(Refusal::not_modelled(format_args!("the files at `{wanted}`")));
    }
    Err(Refusal::not_found(format!("No commit found for the ref {wanted}")))
}

fn readme(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, row: &Repo) -> Result<Output> {
    check_ref(rest, store, repo)?;
    let Some(text) = &row.readme else { return Err(Refusal::not_found("Not Found")) };
    let accept = rest.request.header("accept").unwrap_or_default();
    if accept.contains("raw") {
        return Ok(Output::Text("application/vnd.github.raw; charset=utf-8", text.clone()));
    }
    let (web, api) = (rest.request.urls.repo(store, repo), rest.request.urls.repo_api(store, repo));
    let (branch, sha) = (&row.default_branch, blob_oid(text.as_bytes()));
    Ok(Output::Json(
        200,
        json!({
            "name": "README.md",
            "path": "README.md",
            "sha": sha,
            "type": "file",
            "size": text.len(),
            "encoding": "base64",
            "content": BASE64.encode(text),
            "url": format!("{api}/contents/README.md?ref={branch}"),
            "html_url": format!("{web}/blob/{branch}/README.md"),
            "git_url": format!("{api}/git/blobs/{sha}"),
            "download_url": format!("{web}/raw/{branch}/README.md"),
        }),
    ))
}
