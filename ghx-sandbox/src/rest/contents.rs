//! Files of a repository: only the README has content.

use base64::{Engine as _, prelude::BASE64_STANDARD as BASE64};
use serde_json::json;

use super::{Output, Rest, Result};
use crate::state::{Issue, Key, Refusal, Repo, Store, blob_oid};

pub(super) fn read(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, parts: &[&str]) -> Result<Output> {
    match parts {
        ["readme"] => readme(rest, store, repo),
        ["contents", path @ ..] => contents(rest, store, repo, &path.join("/")),
        _ => Err(rest.not_modelled()),
    }
}

/// The README is the only file that a seed can create. Files that a diff or a workflow names exist, but have no known
/// content.
fn contents(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, path: &str) -> Result<Output> {
    if path == "README.md" {
        return readme(rest, store, repo);
    }
    let is_named = |file: &str| file == path || file.starts_with(&format!("{path}/"));
    let in_workflow = store.workflows.find(|row| row.repo == repo && is_named(&row.path)).is_some();
    let in_diff = |issue: &Issue| {
        issue.repo == repo
            && issue.pull.as_ref().is_some_and(|pull| pull.files().iter().any(|file| is_named(file.path)))
    };
    if in_workflow || store.issues.find(in_diff).is_some() {
        return Err(rest.not_modelled());
    }
    check_ref(rest, store, repo)?;
    Err(Refusal::not_found("Not Found"))
}

/// Refuses a `ref` that does not exist, or whose files are unknown.
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

fn readme(rest: &Rest<'_>, store: &Store, repo: Key<Repo>) -> Result<Output> {
    check_ref(rest, store, repo)?;
    let row = store.repos.get(repo)?;
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
